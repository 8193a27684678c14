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

namespace {

/// Black or white, whichever has more contrast in print, in colour or in grey.
Colour printed_text_on(Colour fill) {
  constexpr Colour kDarkest = 0xFF000000u, kLightest = 0xFFFFFFFFu;
  const auto least = [fill](Colour text) { return std::min(contrast(fill, text), contrast(grey_of(fill), text)); };
  return least(kDarkest) >= least(kLightest) ? kDarkest : kLightest;
}

}  // namespace

void BankPalette::load(const Theme& theme, Palette palette, unsigned banks) {
  const bool is_grey = banks == 0;
  if (!inks_.empty() && theme.name == theme_ && palette == palette_ && banks == banks_) return;
  theme_ = theme.name;
  palette_ = palette;
  banks_ = banks;
  banks = std::max(banks, 1u);
  inks_.assign(std::size_t{banks} * kParts, {});
  for (unsigned bank = 0; bank < banks; ++bank) {
    const auto strong = [&](CellStrength strength) {
      const Colour colour = bank_colour(theme, palette, bank, banks, strength);
      return is_grey ? grey_of(colour) : colour;
    };
    const Colour resting = strong(CellStrength::resting), dimmed = strong(CellStrength::dimmed);
    const Colour now = strong(CellStrength::now);
    // Small numbers on paper need all the contrast there is, in grey too.
    const bool is_paper = theme.name == ThemeName::paper;
    const auto set = [&](State part, Colour fill) {
      const Colour words = is_paper ? printed_text_on(fill) : calm_text_on(fill);
      inks_[std::size_t{bank} * kParts + static_cast<unsigned>(part)] = {fill, words};
    };
    set(State::resting, resting);
    // Half as strong: the request's own cells are seen from afar, and the others still show their banks.
    set(State::aside, is_paper ? mix(dimmed, resting, 0.45) : mix(resting, theme.window, 0.55));
    set(State::waiting, resting);
    // On light backgrounds, cells that are served now are much darker than the others.
    set(State::done, mix(resting, now, theme.is_dark || is_paper ? 0.45 : 0.25));
    // In a picture on paper a side that is done must be read as well.
    set(State::faded, mix(dimmed, theme.window, is_paper ? 0.4 : 0.75));
    inks_[std::size_t{bank} * kParts + static_cast<unsigned>(State::now)] = {
        now, is_paper ? printed_text_on(now) : text_on(now)};
    inks_[std::size_t{bank} * kParts + static_cast<unsigned>(State::padding)] = {mix(theme.padding_hatch, resting, 0.7),
                                                                                 theme.text_muted};
  }
}

}  // namespace bankloom::ui
