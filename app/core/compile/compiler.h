// The source of PTX: takes CUDA C++, returns PTX or the compiler's messages.
//
// NVRTC implements this interface today (app/cuda); another compiler may replace it.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace bankloom {

/// How a learner's whole program is compiled: what nvcc needs to compile a changed text of it in the same way.
struct ProgramBuild {
  std::string file;                  ///< the file for nvcc, absolute
  std::vector<std::string> options;  ///< folders for headers, definitions, the learner's options; no outputs
  bool has_old_names = false;        ///< it uses warp functions from before CUDA 9 (app/program/old_names.h)
  friend bool operator==(const ProgramBuild&, const ProgramBuild&) = default;
};

struct CompileRequest {
  std::string name;                                              ///< file name that messages show, e.g. "kernel.cu"
  std::string text;                                              ///< CUDA C++
  std::vector<std::pair<std::string, std::string>> definitions;  ///< NAME, VALUE, as -DNAME=VALUE
  std::string architecture = "compute_90";                       ///< virtual architecture
  /// A kernel's template that the text does not instantiate, with its arguments ("transpose<float, 32>"); "": none.
  std::string instantiate = {};
  /// A user's own text, which is not trusted: if it can, a compiler translates it in a separate process, and ends that
  /// if it takes too much time or memory.
  bool is_own = false;
  /// The text is a file of a whole program, `name`: it has code for the host and is compiled as the program was. A
  /// compiler without nvcc returns an Error.
  std::optional<ProgramBuild> program = {};
  friend bool operator==(const CompileRequest&, const CompileRequest&) = default;
};

/// A header that a program includes, and the folder where it was found without an option for it.
struct FoundHeader {
  std::string name, folder;
};

struct CompileResult {
  bool ok = false;
  std::string ptx;                         ///< empty unless ok
  std::vector<Diagnostic> diagnostics;     ///< errors and warnings, in the compiler's order
  std::string log;                         ///< the compiler's whole output
  std::string compiler;                    ///< "NVRTC 13.0"
  std::string entry;                       ///< name in the PTX of CompileRequest::instantiate; empty without one
  std::vector<FoundHeader> found_headers;  ///< of CompileRequest::program; with their folders as -I it compiles at once
};

class Compiler {
 public:
  virtual ~Compiler() = default;
  /// Compiles, or returns an Error if no compiler can be used at all. Text that does not compile is no Error but a
  /// CompileResult with ok == false and its diagnostics. Safe to call from several threads.
  [[nodiscard]] virtual Result<std::shared_ptr<const CompileResult>> compile(const CompileRequest& request) = 0;
  /// The binary (ELF) of the text for a real architecture ("sm_90" for compute_90): it shows the assembler's decisions.
  /// The Error says why there is none; a compiler that only makes PTX returns one.
  [[nodiscard]] virtual Result<std::vector<std::byte>> binary(const CompileRequest& request) {
    return fail("{} cannot make a binary of {}", describe(), request.name);
  }
  /// Starts slow preparations for texts like this one, and returns at once: other texts of the same name, program,
  /// architecture and definitions then take less time.
  virtual void prepare(const CompileRequest& request) { static_cast<void>(request); }
  /// Cancels compile() and binary() of an own text in another thread, which then return an Error. No effect if they are
  /// idle, or if the compiler cannot be cancelled.
  virtual void interrupt() {}
  /// Virtual architectures that compile() accepts, e.g. "compute_75", oldest first; an Error if there is no compiler.
  [[nodiscard]] virtual Result<std::vector<std::string>> architectures() = 0;
  /// "NVRTC 13.0 (/usr/local/cuda/lib64/libnvrtc.so.13)", or why there is none.
  [[nodiscard]] virtual std::string describe() = 0;
};

/// Turns a result of compile() whose text does not compile into an Error: "`name` does not compile", with the
/// compiler's messages, or its output if it gave none.
[[nodiscard]] Result<std::shared_ptr<const CompileResult>> only_compiled(
    Result<std::shared_ptr<const CompileResult>> result, const std::string& name);

/// Limit of results in a caching compiler; beyond that it drops the least recently used one. One of a lesson's kernels
/// takes about 10 KiB, so a full cache has a few megabytes.
inline constexpr std::size_t kCompileCacheEntries = 256;

/// Keeps results in memory by the whole request, also of texts that do not compile; compiles a request once, even if
/// several threads ask at the same time. An Error of `inner` is not kept: the next call tries again. Included files are
/// not part of the request: their changes show only in a new compiler.
[[nodiscard]] std::unique_ptr<Compiler> make_caching_compiler(std::unique_ptr<Compiler> inner);

}  // namespace bankloom
