// Fit: words in several lengths, of which a box shows the longest that it has room for.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "core/wording/text.h"
#include "ui/panel.h"

namespace bankloom::ui {

/// The fonts by name, so that words can be described before there is a context.
enum class FontUse : std::uint8_t { body, strong, small, heading, verdict, mono };
[[nodiscard]] ImFont* font_of(const Fonts& fonts, FontUse use);

/// Wordings of one fact, the longest first, and the fonts that they may be set in, the largest first. A form is a
/// wording in a font; every font is tried before the next wording. Where the last is empty, rather nothing is shown
/// than a part of the others.
class Fit {
 public:
  Fit() = default;
  Fit(std::string words) : wordings_{std::move(words)} {}                     // NOLINT: words are a Fit of one
  Fit(std::string_view words) : wordings_{std::string(words)} {}              // NOLINT
  Fit(const bankloom::Text& words) : wordings_{words.str()} {}                // NOLINT
  Fit(const char* words) : wordings_{words} {}                                // NOLINT
  Fit(std::vector<std::string> wordings) : wordings_(std::move(wordings)) {}  // NOLINT
  Fit(std::initializer_list<std::string> wordings) : wordings_(wordings) {}

  Fit& fonts(std::vector<FontUse> fonts) {
    fonts_ = std::move(fonts);
    return *this;
  }
  /// Where no form fits the middle is left out, not the end: for names that differ at their ends.
  Fit& keep_ends() {
    keeps_ends_ = true;
    return *this;
  }
  [[nodiscard]] bool empty() const { return wordings_.empty() || wordings_.front().empty(); }
  [[nodiscard]] const std::string& longest() const { return wordings_.front(); }
  [[nodiscard]] const std::vector<FontUse>& fonts() const { return fonts_; }

  [[nodiscard]] std::size_t forms() const { return wordings_.size() * fonts_.size(); }
  /// Forms beyond the last are the last wording in the same font, so that the cells of a column, which have fewer or
  /// more wordings, keep to one font.
  [[nodiscard]] const std::string& words(std::size_t form) const;
  [[nodiscard]] FontUse font(std::size_t form) const { return fonts_[form % fonts_.size()]; }
  [[nodiscard]] float width(const Fonts& fonts, std::size_t form) const;
  [[nodiscard]] float line_height(const Fonts& fonts) const;  ///< of the largest font

  struct Chosen {
    std::string words;
    ImFont* font = nullptr;
    bool is_shortened = false;  ///< not even the last form fits: a part of it, with "…"
  };
  /// What is shown in `width` pixels; forms before `first` are not tried.
  [[nodiscard]] Chosen choose(const Fonts& fonts, float width, std::size_t first = 0) const;

 private:
  std::vector<std::string> wordings_;
  std::vector<FontUse> fonts_{FontUse::body, FontUse::small};
  bool keeps_ends_ = false;
};

}  // namespace bankloom::ui
