// BankPalette: the colours of banks and of the text on them, computed once per theme: mixing takes longer than drawing.
#pragma once

#include <vector>

#include "ui/theme.h"

namespace bankloom::ui {

class BankPalette {
 public:
  /// The state of a cell in the picture.
  enum class State : unsigned {
    resting,  ///< nothing happens
    aside,    ///< something happens elsewhere
    waiting,
    now,
    done,
    faded,    ///< a bank that is not the highlighted one
    padding,  ///< `fill` is the hatching
  };
  struct Ink {
    Colour fill = 0;
    /// At least 4.5:1 on the fill and, except on cells served now, no more, so that thousands of numbers stay calm.
    Colour text = 0;
  };
  /// Does nothing if theme, palette and number of banks are unchanged. No banks: a neutral grey, where they are hidden.
  void load(const Theme& theme, Palette palette, unsigned banks);
  [[nodiscard]] const Ink& ink(unsigned bank, State part) const {
    return inks_[(banks_ == 0 ? 0 : bank % banks_) * kParts + static_cast<unsigned>(part)];
  }

 private:
  static constexpr unsigned kParts = 7;
  ThemeName theme_ = ThemeName::dark;
  Palette palette_ = Palette::wheel;
  unsigned banks_ = 0;  ///< 0: all alike
  std::vector<Ink> inks_;
};

/// A colour with another opacity, 0 to 1.
[[nodiscard]] Colour with_opacity(Colour colour, float opacity);
/// Text with the lowest contrast on a fill that is still easy to read (4.6:1).
[[nodiscard]] Colour calm_text_on(Colour fill);

}  // namespace bankloom::ui
