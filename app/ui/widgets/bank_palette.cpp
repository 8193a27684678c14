#include "ui/widgets/bank_palette.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace bankloom::ui {

Colour with_opacity(Colour colour, float opacity) {
  const auto alpha = static_cast<std::uint32_t>(std::lround(255 * std::clamp(opacity, 0.0f, 1.0f)));
  return (colour & 0xFFFFFFu) | alpha << 24;
}

Colour calm_text_on(Colour fill) {
  constexpr double kEnough = 4.6;
  const Colour strongest = text_on(fill);
  for (double part = 0.3; part < 1; part += 0.05) {
    const Colour text = mix(fill, strongest, part);
    if (contrast(fill, text) >= kEnough) return text;
  }
  return strongest;
}

void BankPalette::load(const Theme& theme, Palette palette, unsigned banks) {
  banks = std::max(banks, 1u);
  if (!inks_.empty() && theme.name == theme_ && palette == palette_ && banks == banks_) return;
  theme_ = theme.name;
  palette_ = palette;
  banks_ = banks;
  inks_.assign(std::size_t{banks} * kStrengths, {});
  constexpr std::array kAll{CellStrength::resting, CellStrength::dimmed, CellStrength::done, CellStrength::now};
  for (unsigned bank = 0; bank < banks; ++bank) {
    Ink* inks = &inks_[std::size_t{bank} * kStrengths];
    for (const CellStrength strength : kAll) {
      const Colour fill = bank_colour(theme, palette, bank, banks, strength);
      inks[static_cast<unsigned>(strength)] = {fill,
                                               strength == CellStrength::now ? text_on(fill) : calm_text_on(fill)};
    }
    const Colour faded = mix(inks[static_cast<unsigned>(CellStrength::dimmed)].fill, theme.window, 0.75);
    inks[kFaded] = {faded, calm_text_on(faded)};
    inks[kPadding] = {mix(theme.padding_hatch, inks[static_cast<unsigned>(CellStrength::resting)].fill, 0.5),
                      theme.text_muted};
  }
}

}  // namespace bankloom::ui
