#include "ui/widgets/bank_palette.h"

#include <algorithm>
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
  inks_.assign(std::size_t{banks} * kParts, {});
  for (unsigned bank = 0; bank < banks; ++bank) {
    const auto strong = [&](CellStrength strength) { return bank_colour(theme, palette, bank, banks, strength); };
    const Colour resting = strong(CellStrength::resting), dimmed = strong(CellStrength::dimmed);
    const Colour now = strong(CellStrength::now);
    const auto set = [&](State part, Colour fill) {
      inks_[std::size_t{bank} * kParts + static_cast<unsigned>(part)] = {fill, calm_text_on(fill)};
    };
    set(State::resting, resting);
    // The bank colours matter also on cells without an access: they are only slightly subdued.
    set(State::aside, mix(dimmed, resting, 0.45));
    set(State::waiting, resting);
    // On light backgrounds, cells that are served now are much darker than the others.
    set(State::done, mix(resting, now, theme.is_dark ? 0.45 : 0.25));
    set(State::faded, mix(dimmed, theme.window, 0.75));
    inks_[std::size_t{bank} * kParts + static_cast<unsigned>(State::now)] = {now, text_on(now)};
    inks_[std::size_t{bank} * kParts + static_cast<unsigned>(State::padding)] = {mix(theme.padding_hatch, resting, 0.7),
                                                                                 theme.text_muted};
  }
}

}  // namespace bankloom::ui
