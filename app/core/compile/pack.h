// Pack: what NVRTC made of the lessons' texts, in one file, for machines without NVRTC, which may not be passed on.
//
// A text is found by all that decides what a compiler makes of it: itself, its definitions, the architecture and what
// is to be instantiated. Its name is none of that: the pack has kPackedName in its place. The file begins with two
// lines, its form's number and the facts as JSON; behind them each text with all that was made of it is compressed by
// itself (zlib), so that one kernel is read without the others.
//
// Not in it: whole programs, binaries.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/compile/compiler.h"

namespace bankloom {

/// Where a pack lies in the folder of the program's data.
inline constexpr const char* kPackFile = "lessons.ptx.z";
/// The name that texts are compiled under for a pack: absolute, because NVRTC puts the current folder before others.
inline constexpr const char* kPackedName = "/bankloom/kernel.cu";

/// A part of the file: the texts with one checksum, and what was made of them.
struct PackPart {
  std::uint32_t checksum = 0;                   ///< of the text
  std::uint64_t bytes = 0, expanded_bytes = 0;  ///< in the file, and in memory
};

struct PackFacts {
  std::string compiler;  ///< "NVRTC 13.0"
  std::string options;   ///< "-lineinfo -std=c++17"
  std::vector<std::string> architectures;
  std::uint64_t kernels = 0;  ///< of the catalogue
  std::uint64_t results = 0;  ///< of these and of the exercises' texts
  std::vector<PackPart> parts;
};

/// The request as a pack has it.
[[nodiscard]] CompileRequest packed_request(CompileRequest request);

/// The requests of a pack, made with packed_request(), and the results, by the requests as JSON: the order of the map
/// is that of the file.
using PackedResults = std::map<std::string, std::pair<CompileRequest, std::shared_ptr<const CompileResult>>>;
[[nodiscard]] std::string pack_key(const CompileRequest& packed);
/// The file: the same bytes for the same results. `facts` needs options and kernels alone.
[[nodiscard]] std::string pack_of(const PackedResults& results, PackFacts facts);

class Pack {
 public:
  /// Errors: it cannot be read, is none, belongs to another version of the program, is not whole.
  [[nodiscard]] static Result<Pack> open(const std::filesystem::path& file);

  [[nodiscard]] const PackFacts& facts() const { return facts_; }
  /// "FILE, made with NVRTC 13.0 (OPTIONS) of 87 kernels".
  [[nodiscard]] std::string describe() const;
  /// Null if it is not in the pack. Errors: the file is damaged.
  [[nodiscard]] Result<std::shared_ptr<const CompileResult>> find(const CompileRequest& request) const;

 private:
  std::filesystem::path file_;
  std::string content_;
  std::size_t begin_ = 0;  ///< of the first part
  PackFacts facts_;
};

/// `inner`, and where that finds no compiler, the pack in `file`, which is opened when it is needed. Without such a
/// file it is `inner` alone. Errors: the pack lacks a text, or is damaged.
[[nodiscard]] std::unique_ptr<Compiler> make_packed_compiler(std::unique_ptr<Compiler> inner,
                                                             std::filesystem::path file);

}  // namespace bankloom
