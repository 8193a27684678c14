// Translates .loc directives to lines of the compiled text.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace bankloom::ptx {

/// A place in a source file, as .loc names it.
struct SourcePlace {
  std::uint32_t file = 0;  ///< index of its .file directive
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

/// Collects .loc directives and gives lines of the compiled text: the first .file that is no header.
class SourceLines {
 public:
  /// Adds a .loc and returns its index, which each instruction after it keeps.
  std::uint32_t add(const SourcePlace& place);
  /// The same for code that was inlined at `inlined_at`, the place of an earlier .loc if that was inlined too.
  std::uint32_t add_inlined(const SourcePlace& place, const SourcePlace& inlined_at);

  /// The line of the compiled text for each .loc, 0 if unknown. `main_file` is from main_file_of().
  [[nodiscard]] std::vector<std::uint32_t> lines_in(std::uint32_t main_file) const;

  /// The file of a .loc's code; for inlined code, the file that it was inlined into, if known.
  [[nodiscard]] std::uint32_t file_of(std::uint32_t loc) const;

  /// Index of the compiled text among the .file names: the lowest one whose name is not a header's; 1 if there is none.
  [[nodiscard]] static std::uint32_t main_file_of(const std::vector<std::string>& files);

 private:
  static constexpr std::uint32_t kNone = 0xffffffffu;
  struct Loc {
    SourcePlace place;
    SourcePlace inlined_at;
    bool inlined = false;
    std::uint32_t outer = kNone;  ///< .loc of inlined_at, an earlier one, if that was inlined too
  };
  std::vector<Loc> locs_;
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::uint32_t> last_inlined_;
};

}  // namespace bankloom::ptx
