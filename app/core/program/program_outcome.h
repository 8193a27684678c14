// ProgramOutcome: all that is known of a learner's program after it has run, as facts (core/wording/program_text.h has
// the texts).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/program/program_run.h"

namespace bankloom::program {

/// How a program ended.
struct ProgramEnd {
  enum class Kind : std::uint8_t {
    exited,          ///< by itself, with `value` as its status
    signalled,       ///< by the signal `value`, which the system calls `name`
    file_size,       ///< it wrote a larger file than it may
    processor_time,  ///< it took more processor time than it may
    processes,       ///< it started more processes than it may
    memory,          ///< it took more memory than it may
    written,         ///< it wrote more to disk than it may
    time_limit,      ///< it ran for `seconds`
    interrupted,     ///< by the user
    enough,          ///< its launch `value` was all that was wanted of it
    killed,          ///< by us, for neither reason
    not_started,     ///< the system's error number is `value`, its words are `name`
  };
  /// Why a program has made no call of our CUDA runtime.
  enum class Silence : std::uint8_t {
    none,        ///< it has made one
    libraries,   ///< it uses `libraries`, which need a GPU
    no_runtime,  ///< it is linked with no shared CUDA runtime
    unreadable,  ///< its executable cannot be read
    ended,       ///< it ended before
  };
  Kind kind = Kind::exited;
  int value = 0;
  std::string name;
  double seconds = 0;
  /// The time limit or the user ended it, or a launch that was still running when it ended by itself.
  bool timed_out = false, interrupted = false;
  Silence silence = Silence::none;
  std::string libraries;        ///< "libcublas.so.13, libcurand.so.10"
  bool broke_protocol = false;  ///< it wrote to our channel what our runtime does not write
};

/// What was done for a program to run, without being asked for.
struct ProgramRemark {
  enum class Kind : std::uint8_t {
    option_left_out,  ///< of nvcc: `what`
    old_names,        ///< warp functions from before CUDA 9 were replaced by their successors
    header_found,     ///< `what`, in the folder `where`
    read_only,        ///< the program cannot write to its own folder `where`, which is too large to be copied
    not_isolated,     ///< the host code is not kept apart, because the system refuses it with `what`
    not_filtered,     ///< its system calls are not filtered, because of `what`
    files_dropped,    ///< it wrote `what` files, `where` among them, that are gone
    files_kept,       ///< `what` files that it wrote are in `where`
    file_not_kept,    ///< the file `what` is not: `where` has something else of that name
  };
  Kind kind = Kind::option_left_out;
  std::string what{}, where{};
  friend bool operator==(const ProgramRemark&, const ProgramRemark&) = default;
};

/// A place in the program's source.
struct CodePlace {
  std::string file;
  std::uint32_t line = 0;  ///< 0: unknown
  friend bool operator==(const CodePlace&, const CodePlace&) = default;
};

struct ProgramOutcome {
  std::string program;  ///< as it was given
  std::string machine;  ///< "cc9.0"
  ProgramRun run;       ///< files are named as the learner would
  ProgramEnd end;
  std::string standard_output, standard_error;
  std::uint64_t output_discarded = 0, errors_discarded = 0;  ///< bytes
  bool is_isolated = true;
  std::vector<ProgramRemark> remarks;
  std::vector<CodePlace> launch_places;      ///< where the host code makes each of run.launches
  std::vector<CodePlace> report_places;      ///< where it does what run.reports are about
  std::map<std::string, std::string> texts;  ///< of the files with the launches' kernels, as they were compiled
  /// The program's own; nothing if it was ended.
  [[nodiscard]] std::optional<int> exit_status() const {
    return end.kind == ProgramEnd::Kind::exited ? std::optional(end.value) : std::nullopt;
  }
};

}  // namespace bankloom::program
