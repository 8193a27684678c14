// A compiler that cannot take the program with it: own texts are compiled in a process of their own.
//
// A person's text may keep the compiler busy for ever (templates without end, a loop unrolled a billion times), take
// all memory, or meet a defect that ends it. The process has a time and a memory limit, is ended where it exceeds them,
// and is started anew for the next text. It waits for texts, so that only the first one pays for its start. Texts of
// the catalogue are compiled where the caller is.
//
// The process is this program with an argument of its own; they speak as with the GPU's worker (worker_protocol.h):
// {"op": "compile" or "binary", "name", "text", "definitions", "architecture", "instantiate"}, and
// {"ok": true, "compiled", "ptx", "log", "compiler", "entry", "diagnostics"}, {"ok": true, "bytes"} or
// the refusals of worker_protocol.h.
//
// Not supported: a sandbox. A text is compiled, never executed, by the process.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "core/compile/compiler.h"

namespace bankloom {

/// The argument that starts the program as a compiler of own texts.
inline constexpr const char* kCompileWorkerArgument = "--compile-worker";

struct GuardOptions {
  /// The program that compiles, and its arguments, the first of which is its name.
  std::string executable = "/proc/self/exe";
  std::vector<std::string> arguments = {"bankloom", kCompileWorkerArgument};
  std::chrono::milliseconds limit{20'000};  ///< for one text
};

/// `inner` compiles what is not a person's own. An own text that takes longer than the limit is an Error that says so,
/// and so is one that the process ended at.
[[nodiscard]] std::unique_ptr<Compiler> make_guarded_compiler(std::unique_ptr<Compiler> inner,
                                                              GuardOptions options = {});

/// What the process does: answers with NVRTC until its pipe is closed; the exit status.
int run_compile_worker();

}  // namespace bankloom
