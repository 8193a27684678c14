// What the fuzzers try: each function takes any bytes as one kind of input, as the program would, and says which of the
// promises made for that kind is broken. The sanitizers see what is not said here (memory, undefined behaviour).
//
// The regression test (tests/fuzz) gives the same functions every input that a fuzzer ever found something with.
//
// Not tried: the compiler (NVRTC), files and folders, launches of more than a few warps, inputs over 64 KiB.
#pragma once

#include <string>
#include <string_view>

namespace bankloom::fuzz {

/// Longest input that is looked at, in bytes; the program's readers take more, but no more kinds of it.
inline constexpr std::size_t kLongestInput = std::size_t{64} << 10;

/// A broken promise in one sentence; "" where all are kept.
using Complaint = std::string;

/// PTX: what parses is decoded and run with a small launch and few instructions, one
/// input of four also in reverse order. Promised:
/// an error is one line; a run ends; its faults have a message, its records are as many as allowed; of one input in
/// four that a second run without records does the same.
[[nodiscard]] Complaint try_ptx(std::string_view text);

/// A kernel with an array in local memory of any size, accesses to it anywhere, a printf of any format, and a launch of
/// any shape, as far as it is small. Promised: as try_ptx; what is printed stays within a bound.
[[nodiscard]] Complaint try_kernels(std::string_view input);

/// Texts of PTX with a line `//----` between two: what parses is linked, as modules that were compiled apart, and run.
/// Promised: as try_ptx; and each part's variables are among those of the whole, by their names.
[[nodiscard]] Complaint try_link(std::string_view texts);

/// CSV: the accesses of `bankloom accesses`, and any table. Promised: an error is one line that names the file; a table
/// that is written again is read as the same table; accesses have costs, a row each.
[[nodiscard]] Complaint try_csv(std::string_view text);

/// JSON: a kernel.json, a machine, a recording, published figures. Promised: an error is one line that names the file;
/// a kernel that is accepted can be instantiated or says why not; a recording written again is read as the same.
[[nodiscard]] Complaint try_json(std::string_view text);

/// The line of a scene. Promised: an error is one line; the line of the scene that was read gives that scene again.
[[nodiscard]] Complaint try_scene(std::string_view line);

/// What a program sends to its device: requests one behind the other (core/program/protocol.h), which are answered.
/// Promised: an answer is of the kind and size that the request has; memory is no more than there is, and is given
/// back; what is shown of the run has no control characters.
[[nodiscard]] Complaint try_requests(std::string_view input);

/// The same bytes through the socket, as a program's process sends them. Promised: the answers are whole and in order;
/// the device ends when they do.
[[nodiscard]] Complaint try_channel(std::string_view input);

/// What a GPU's worker sends, from its greeting on, which may stand behind what a login prints. Promised: what is no
/// message has a reason of one line; a message is a map whose texts have no control characters, and arrives as the same
/// when it is sent again, as do the records in it.
[[nodiscard]] Complaint try_worker(std::string_view input);

/// A fat binary, compressed data, an executable. Promised: an error is one line; a text is of the size that was asked
/// for, and keeps its lines when its kernels are taken out.
[[nodiscard]] Complaint try_binary(std::string_view input);

}  // namespace bankloom::fuzz
