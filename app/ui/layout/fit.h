// Fit: a text in several lengths; a box shows the longest one that has room.
#pragma once

#include <algorithm>
#include <array>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/wording/text.h"
#include "ui/panel.h"

namespace bankloom::ui {

/// The fonts by name, so that text can be described before there is a context.
enum class FontUse : std::uint8_t { body, strong, small, heading, verdict, mono, headline, counter };
[[nodiscard]] ImFont* font_of(const Fonts& fonts, FontUse use);

/// Wordings of one fact, the longest first, and the allowed fonts, the largest first. A form is a wording in a font;
/// every font is tried before the next wording. If the last wording is empty, nothing is shown rather than a part of
/// the others.
class Fit {
 public:
  Fit() = default;
  Fit(std::string words) : wordings_{in_language(std::move(words))} {}         // NOLINT: words are a Fit of one
  Fit(std::string_view words) : wordings_{in_language(std::string(words))} {}  // NOLINT
  Fit(const bankloom::Text& words) : wordings_{words.str()} {}                 // NOLINT
  Fit(const char* words) : wordings_{in_language(words)} {}                    // NOLINT
  Fit(std::vector<std::string> wordings) : wordings_(std::move(wordings)) { look_up(); }  // NOLINT
  Fit(std::initializer_list<std::string> wordings) : Fit(std::vector<std::string>(wordings)) {}

  /// Again, for one that was made before the language was chosen.
  Fit& look_up() {
    for (std::string& words : wordings_) words = in_language(std::move(words));
    return *this;
  }
  /// At least one.
  Fit& fonts(const std::vector<FontUse>& fonts) {
    count_ = std::min(fonts.size(), fonts_.size());
    std::copy_n(fonts.begin(), count_, fonts_.begin());
    return *this;
  }
  /// If no form fits, the middle is left out, not the end: for names that differ at their ends.
  Fit& keep_ends() {
    keeps_ends_ = true;
    return *this;
  }
  [[nodiscard]] bool empty() const { return wordings_.empty() || wordings_.front().empty(); }
  [[nodiscard]] const std::string& longest() const { return wordings_.front(); }
  [[nodiscard]] std::span<const FontUse> fonts() const { return {fonts_.data(), count_}; }

  [[nodiscard]] std::size_t forms() const { return wordings_.size() * count_; }
  /// Forms beyond the last are the last wording in the same font, so that the cells of a column with different numbers
  /// of wordings use one font.
  [[nodiscard]] const std::string& words(std::size_t form) const;
  [[nodiscard]] FontUse font(std::size_t form) const { return fonts_[form % count_]; }
  [[nodiscard]] float width(const Fonts& fonts, std::size_t form) const;
  [[nodiscard]] float line_height(const Fonts& fonts) const;  ///< of the largest font

  struct Chosen {
    std::string words;
    ImFont* font = nullptr;
    bool is_shortened = false;  ///< not even the last form fits: a part of it, with "…"
  };
  /// The form shown in `width` pixels; forms before `first` are not tried.
  [[nodiscard]] Chosen choose(const Fonts& fonts, float width, std::size_t first = 0) const {
    return choose(fonts, width, first, [&](std::size_t form) { return this->width(fonts, form); });
  }
  /// The same with known widths of the forms.
  template <typename WidthOf>
  [[nodiscard]] Chosen choose(const Fonts& fonts, float width, std::size_t first, const WidthOf& width_of) const {
    if (empty()) return {};
    for (std::size_t form = first; form < std::max(forms(), first + 1); ++form) {
      if (width_of(form) <= width + 0.5f) return {words(form), font_of(fonts, font(form)), false};
    }
    return shorten(fonts, width, first);
  }

 private:
  [[nodiscard]] Chosen shorten(const Fonts& fonts, float width, std::size_t first) const;

  std::vector<std::string> wordings_;
  std::array<FontUse, 6> fonts_{FontUse::body, FontUse::small};  // a panel makes some hundred texts per frame
  std::size_t count_ = 2;
  bool keeps_ends_ = false;
};

}  // namespace bankloom::ui
