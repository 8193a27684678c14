// The colours and names of A and B, and what panels do with either.
#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "ui/layout/controls.h"

namespace bankloom::ui {

[[nodiscard]] inline Colour accent(const Theme& theme, Side side) {
  return side == Side::a ? theme.accent_a : theme.accent_b;
}
[[nodiscard]] inline ButtonStyle accent_style(Side side) {
  return side == Side::a ? ButtonStyle::accent_a : ButtonStyle::accent_b;
}
[[nodiscard]] inline std::string_view side_name(Side side) { return side == Side::a ? "A" : "B"; }
/// A colour with a part of its opacity, 0 to 1.
[[nodiscard]] inline Colour faded(Colour colour, float part) {
  const auto alpha = static_cast<Colour>(std::lround(static_cast<float>(colour >> 24) * part));
  return (colour & 0x00ffffffu) | alpha << 24;
}
/// The buttons that choose the side of a panel.
[[nodiscard]] inline Control side_switch(Side shown, const std::function<void(Side)>& choose, std::string tooltip,
                                         std::array<std::string_view, 2> labels = {"A", "B"}) {
  return Segments(
             "side", labels, shown == Side::a ? 0 : 1,
             [choose](int chosen) { choose(chosen == 0 ? Side::a : Side::b); }, accent_style(shown))
      .tooltip(std::move(tooltip));
}
/// The visible sides, A first.
[[nodiscard]] inline std::span<const Side> shown_sides(const Session& session) {
  static constexpr Side kBoth[] = {Side::a, Side::b};
  return std::span(kBoth).first(session.comparing() ? 2 : 1);
}
[[nodiscard]] inline bool is_shown(const Session& session, Side side) { return side == Side::a || session.comparing(); }
/// The slide of a side's rows to another padding; null at rest.
[[nodiscard]] inline const PaddingSlide* slide_of(const Session& session, Side side) {
  const PaddingSlide& slide = session.slide(side);
  const auto& run = session.side(side).run;
  const bool slides = slide.moving() && session.player().playback().has_motion() && run && run->tile;
  return slides ? &slide : nullptr;
}
/// Shows why a change was refused.
inline void say_problem(PanelContext& context, const Result<void>& done) {
  if (!done) context.say(done.error().message);
}

}  // namespace bankloom::ui
