// A compiler that compiles own texts in a separate process, so that they cannot harm the program.
//
// A user's text may keep the compiler busy for ever (endless templates, a loop unrolled a billion times), use all
// memory, or crash it. The process has a time and a memory limit, is killed if it exceeds them, and restarted for the
// next text. It stays between texts, so that only the first pays for its start. The catalogue's texts are compiled in
// the caller's process.
//
// The process is this program with kCompileWorkerArgument, and uses worker_protocol.h. Requests: {"op": "compile" or
// "binary", "name", "text", "definitions", "architecture", "instantiate"}; replies: {"ok": true, "compiled", "ptx",
// "log", "compiler", "entry", "diagnostics"} or {"ok": true, "bytes"}.
//
// The process compiles a text and never executes it. What walls it has the caller says: a text can include any file
// that the process may read.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/compile/compiler.h"

namespace bankloom {

/// The argument that starts the program as this process.
inline constexpr const char* kCompileWorkerArgument = "--compile-worker";

struct GuardOptions {
  /// The process's program and arguments, the first of which is its name.
  std::string executable = "/proc/self/exe";
  std::vector<std::string> arguments = {"bankloom", kCompileWorkerArgument};
  std::chrono::milliseconds limit{20'000};  ///< for one text
  /// Asked before the first start: the words that start a process with walls around it. None: it has none.
  std::function<std::vector<std::string>()> walls{};
};

/// `inner` compiles texts that are not a user's own. Errors for own texts: the limit is exceeded, the process crashes.
[[nodiscard]] std::unique_ptr<Compiler> make_guarded_compiler(std::unique_ptr<Compiler> inner,
                                                              GuardOptions options = {});

/// Runs the process: compiles with NVRTC until the pipe is closed. `languages`: the folder of translations. Returns the
/// exit status.
int run_compile_worker(const std::filesystem::path& languages);

}  // namespace bankloom
