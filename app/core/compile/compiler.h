// The source of PTX: CUDA C++ in, PTX or the compiler's messages out.
//
// NVRTC stands behind this interface today (app/cuda); another compiler may take its place.
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
  std::string file;                  ///< the file that nvcc is given, absolute
  std::vector<std::string> options;  ///< folders for headers, definitions, the learner's options; no outputs
  bool has_old_names = false;        ///< it uses warp functions of before CUDA 9 (app/program/old_names.h)
  friend bool operator==(const ProgramBuild&, const ProgramBuild&) = default;
};

struct CompileRequest {
  std::string name;                                              ///< file name that messages show, e.g. "kernel.cu"
  std::string text;                                              ///< CUDA C++
  std::vector<std::pair<std::string, std::string>> definitions;  ///< NAME, VALUE, as -DNAME=VALUE
  std::string architecture = "compute_90";                       ///< virtual architecture
  /// A kernel's template that the text instantiates nowhere, with its arguments ("transpose<float, 32>"); "": none.
  std::string instantiate = {};
  /// A person's own text, about which nothing is known: where it can, a compiler translates it in a process of its own,
  /// and ends that when it takes too long or too much memory.
  bool is_own = false;
  /// The text is that of a file of a whole program, `name`: it has code for the host, and is compiled as the program
  /// was. Of a compiler without nvcc an Error.
  std::optional<ProgramBuild> program = {};
  friend bool operator==(const CompileRequest&, const CompileRequest&) = default;
};

/// A header that a program includes, and the folder where it was found that nobody had named.
struct FoundHeader {
  std::string name, folder;
};

struct CompileResult {
  bool ok = false;
  std::string ptx;                      ///< empty unless ok
  std::vector<Diagnostic> diagnostics;  ///< errors and warnings, in the compiler's order
  std::string log;                      ///< the compiler's own words, whole
  std::string compiler;                 ///< "NVRTC 13.0"
  std::string entry;  ///< name in the PTX of what CompileRequest::instantiate asked for; empty where it asked for none
  std::vector<FoundHeader> found_headers;  ///< CompileRequest::program's; with their folders as -I it compiles at once
};

class Compiler {
 public:
  virtual ~Compiler() = default;
  /// Compiles, or says why no compiler can be used at all (an Error). Text that does not compile is no Error but
  /// a CompileResult with ok == false and its diagnostics. Safe to call from several threads.
  [[nodiscard]] virtual Result<std::shared_ptr<const CompileResult>> compile(const CompileRequest& request) = 0;
  /// The binary (ELF) that the text becomes on a real architecture ("sm_90" for compute_90): it shows what the
  /// assembler decides. The Error says why there is none; a compiler that makes PTX alone says so.
  [[nodiscard]] virtual Result<std::vector<std::byte>> binary(const CompileRequest& request) {
    return fail("{} makes no binaries of {}", describe(), request.name);
  }
  /// Begins to make ready what texts like this one are compiled with, where that takes long, and returns at once: other
  /// texts of the same name, program, architecture and definitions then take less time.
  virtual void prepare(const CompileRequest& request) { static_cast<void>(request); }
  /// Ends what compile() and binary() of an own text do in another thread, which then return an Error. Nothing where
  /// they do nothing, or where the compiler cannot be ended.
  virtual void interrupt() {}
  /// Virtual architectures that compile() takes, e.g. "compute_75", oldest first; an Error where there is no compiler.
  [[nodiscard]] virtual Result<std::vector<std::string>> architectures() = 0;
  /// "NVRTC 13.0 (/usr/local/cuda/lib64/libnvrtc.so.13)", or why there is none.
  [[nodiscard]] virtual std::string describe() = 0;
};

/// Of what compile() returned, text that does not compile is an Error as well: "`name` does not compile", with the
/// compiler's messages, or its own words where it gave none.
[[nodiscard]] Result<std::shared_ptr<const CompileResult>> only_compiled(
    Result<std::shared_ptr<const CompileResult>> result, const std::string& name);

/// The results that a caching compiler keeps; beyond that it drops the one not asked for the longest. One of a lesson's
/// kernels takes about 10 KiB, so a full cache stays at a few megabytes.
inline constexpr std::size_t kCompileCacheEntries = 256;

/// Keeps results in memory by the whole request, texts that do not compile too; compiles a request once, also when
/// several threads ask at the same time. An Error of `inner` is not kept: the next call tries again. A file that the
/// text includes is no part of the request: what changed in it shows only in a new compiler.
[[nodiscard]] std::unique_ptr<Compiler> make_caching_compiler(std::unique_ptr<Compiler> inner);

}  // namespace bankloom
