// The fonts in the sizes of a scale, and the characters in them.
//
// The atlas has the characters of the program's own English texts. Others (Chinese comments of a learner, names with
// accents) are noted when a text with them is measured or drawn, and are in the atlas from the next frame on.
#pragma once

#include <array>
#include <set>
#include <string_view>
#include <utility>

#include "ui/panel.h"

namespace bankloom::ui {

/// The em square of Chinese characters, per height of the line that they stand in.
inline constexpr float kChineseEm = 0.86f;

/// The characters that the atlas of an ImGui context lacked.
class MetCharacters {
 public:
  static constexpr std::size_t kFonts = 11;  ///< of the atlas

  /// Makes it that of the present context; it must outlive its frames.
  void watch() { ImGui::GetIO().UserData = this; }
  /// Notes the characters of a text that its font lacks.
  void meet(const ImFont* font, std::string_view words);

  /// Whether some were noted since the last call of take_new().
  [[nodiscard]] bool has_new() const { return has_new_; }
  [[nodiscard]] bool take_new() { return std::exchange(has_new_, false); }
  [[nodiscard]] bool has_wide() const { return has_wide_; }
  /// By the font's place in the atlas.
  [[nodiscard]] const std::set<ImWchar>& of(std::size_t font) const { return characters_.at(font); }

 private:
  std::array<std::set<ImWchar>, kFonts> characters_;
  bool has_new_ = false, has_wide_ = false;
};

/// Notes the characters of a text that its font lacks for the present context.
void meet_characters(const ImFont* font, std::string_view words);

/// Empties the atlas of the present ImGui context and fills it with the fonts for `scale` pixels per unit; if the
/// distribution's fonts are missing, with Dear ImGui's own. The caller uploads the atlas. In the fonts for code a
/// Chinese character is as wide as two letters, also where no font has it.
[[nodiscard]] Fonts load_fonts(float scale, const MetCharacters& met = {});

}  // namespace bankloom::ui
