// BankPalette: the colours of banks and of the text on them, computed once for a theme: mixing them takes longer than
// drawing.
#pragma once

#include <cstdint>
#include <vector>

#include "ui/theme.h"

namespace bankloom::ui {

class BankPalette {
 public:
  struct Ink {
    Colour fill = 0;
    Colour text = 0;  ///< at least 4.5:1 on the fill; on cells that rest no more than that, so that thousands of
                      ///< numbers stay calm
  };
  /// Does nothing where theme, palette and number of banks are those of the last call.
  void load(const Theme& theme, Palette palette, unsigned banks);
  [[nodiscard]] const Ink& ink(unsigned bank, CellStrength strength) const {
    return inks_[bank % banks_ * kStrengths + static_cast<unsigned>(strength)];
  }
  /// A bank that is not the highlighted one.
  [[nodiscard]] const Ink& faded(unsigned bank) const { return inks_[bank % banks_ * kStrengths + kFaded]; }
  /// A padding cell: `fill` is the hatching.
  [[nodiscard]] const Ink& padding(unsigned bank) const { return inks_[bank % banks_ * kStrengths + kPadding]; }

 private:
  static constexpr unsigned kFaded = 4, kPadding = 5, kStrengths = 6;
  ThemeName theme_ = ThemeName::dark;
  Palette palette_ = Palette::wheel;
  unsigned banks_ = 0;
  std::vector<Ink> inks_;
};

/// A colour with another opacity, 0 to 1.
[[nodiscard]] Colour with_opacity(Colour colour, float opacity);
/// Text with the least contrast on a fill that is still read well (4.6:1).
[[nodiscard]] Colour calm_text_on(Colour fill);

}  // namespace bankloom::ui
