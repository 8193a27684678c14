#include "ui/panels/barrier_row.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/wording/barrier_text.h"
#include "ui/layout/box.h"
#include "ui/panels/side_style.h"

namespace bankloom::ui {

using namespace wording;
namespace {

constexpr float kWidestWarp = 20, kDrop = 6;  ///< units

const TimelineBarrier* next_barrier(const Timeline& timeline, std::uint32_t request) {
  const auto& all = timeline.barriers();
  // They are in the order of completion.
  const auto next = std::ranges::find_if(
      all, [&](const TimelineBarrier& barrier) { return !barrier.opened || barrier.order > request; });
  return next == all.end() ? nullptr : &*next;
}

std::uint32_t seen_request(const SideView& view) {
  return view.timeline->of_warp(view.seen().request.warp)[view.seen().request.in_warp];
}

void draw_warp(PanelContext& context, const WarpsAtBarrier::Warp& warp, unsigned number, LaneMask all, const Rect& box,
               Colour waits) {
  const Theme& theme = context.theme;
  const float thin = std::max(1.0f, std::round(context.px(1))), radius = std::min(context.px(2), box.width / 4);
  const float came = static_cast<float>(lane_count(warp.waiting)) / static_cast<float>(std::max(lane_count(all), 1U));
  context.painter.rect({box.x, box.y}, {box.right(), box.bottom()}, theme.raised, radius);
  if (came > 0)
    context.painter.rect({box.x, box.y}, {box.x + std::round(box.width * came), box.bottom()}, waits, radius);
  if (warp.never != 0) context.painter.outline({box.x, box.y}, {box.right(), box.bottom()}, theme.bad, thin, radius);
  const Colour words = warp.never == all ? theme.bad : came >= 1 ? text_on(waits) : theme.text_muted;
  // All numbers or none; on partly filled warps they would be illegible.
  const bool is_parted = came > 0 && came < 1;
  if (!is_parted && Text("30").small().width(context) <= box.width) {
    text_in(context, box, Text(std::to_string(number)).small().colour(words).align(Align::centre));
  }
  if (!context.probe.enabled()) return;
  const char* const state = warp.never == all ? "never" : warp.never != 0 ? "some" : warp.waiting != 0 ? "waits" : "";
  context.probe.mark({Probe::Mark::Kind::warp, lane_bit(number), box, state});
}

void draw_side(PanelContext& context, Side side, const Rect& rect) {
  const SideView& view = context.session.side(side);
  if (!view.state || view.timeline->warps() == 0) return;
  const Timeline& timeline = *view.timeline;
  if (timeline.barriers().empty()) {
    text_in(context, rect, Text(say("no barrier")).small().muted());
    return;
  }
  const WarpsAtBarrier at = warps_at_barrier(timeline, seen_request(view));
  if (at.barrier == nullptr && timeline.has_more_barriers()) {
    text_in(context, rect, Text(more_barriers_wordings()).small().muted());
    return;
  }
  const float wall = std::max(2.0f, std::round(context.px(2))), gap = std::max(1.0f, std::round(context.px(1.5f)));
  const float pitch = std::floor(std::min(context.px(kWidestWarp), rect.width / static_cast<float>(at.warps.size())));
  const float drop = std::round(context.px(kDrop)), height = rect.height - drop - wall;
  // A warp that arrives with a request goes to the wall while the request begins.
  const auto part = static_cast<float>(std::clamp(2 * view.clock + 1, 0.0, 1.0));
  for (unsigned number = 0; number < at.warps.size(); ++number) {
    const WarpsAtBarrier::Warp& warp = at.warps[number];
    const LaneMask all = timeline.lanes_of(number);
    const float down = warp.waiting == 0 ? 0 : warp.is_new ? part * part * (3 - 2 * part) : 1;
    const Rect box{rect.x + pitch * static_cast<float>(number), rect.y + drop * down, pitch - gap, height};
    draw_warp(context, warp, number, all, box, accent(context.theme, side));
    // A warp that never arrives leaves a hole in the wall.
    if (at.barrier == nullptr || warp.never == all) continue;
    const Colour line = warp.never != 0 || !at.barrier->opened ? context.theme.bad : context.theme.text_muted;
    context.painter.rect({box.x, rect.bottom() - wall}, {box.x + pitch, rect.bottom()}, line);
  }
}

}  // namespace

WarpsAtBarrier warps_at_barrier(const Timeline& timeline, std::uint32_t request) {
  WarpsAtBarrier at{next_barrier(timeline, request), {}};
  at.warps.resize(timeline.warps());
  if (at.barrier == nullptr) return at;
  for (const TimelineBarrier::Arrival& arrival : at.barrier->arrivals) {
    WarpsAtBarrier::Warp& warp = at.warps[arrival.warp];
    if (arrival.order > request) continue;
    warp.waiting |= arrival.lanes;
    warp.is_new = arrival.order == request;
  }
  for (std::uint32_t number = 0; number < timeline.warps(); ++number) {
    const LaneMask ever = at.barrier->lanes_of(number);
    if (at.barrier->expected == 0) at.warps[number].never = timeline.lanes_of(number) & ~ever;
  }
  return at;
}

bool has_barrier_row(const Session& session) {
  if (session.player().scope() != PlayScope::block) return false;
  const auto sides = shown_sides(session);
  return std::ranges::any_of(sides, [&](Side side) {
    const auto& timeline = session.side(side).timeline;
    return timeline && !timeline->barriers().empty();
  });
}

void draw_barrier_row(PanelContext& context, const Rect& rect, float left) {
  const auto sides = shown_sides(context.session);
  const float letters = sides.size() > 1 ? context.px(16) : 0, gap = context.px(9);
  text_in(context, {rect.x, rect.y, left - gap - letters - rect.x, rect.height},
          Text(say("barrier")).small().muted().align(Align::right));
  const float width = std::floor((rect.right() - left + letters) / static_cast<float>(sides.size()));
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const float x = left - letters + static_cast<float>(i) * width;
    if (letters > 0) {
      text_in(context, {x, rect.y, letters - context.px(4), rect.height},
              Text(side_name(sides[i])).small().colour(accent(context.theme, sides[i])));
    }
    draw_side(context, sides[i], {x + letters, rect.y, width - letters - gap, rect.height});
  }
}

std::string barrier_row_text(const Session& session) {
  std::vector<bankloom::Text> lines{
      say("The block's warps at the next barrier: each drops to it on arrival and waits there; a gap marks a warp "
          "that never arrives.")};
  for (const Side side : shown_sides(session)) {
    const SideView& view = session.side(side);
    if (!view.state) continue;
    const TimelineBarrier* const next = next_barrier(*view.timeline, seen_request(view));
    if (next != nullptr) lines.push_back(barrier_text(*view.timeline, *next));
    if (next == nullptr && view.timeline->has_more_barriers()) lines.push_back(more_barriers_text());
  }
  return lines_text(lines).str();
}

}  // namespace bankloom::ui
