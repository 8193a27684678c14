// The timeline: transport, a scrubber, and a lane per warp in which a request is as long as its transactions.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/wording/barrier_text.h"
#include "core/wording/numbers.h"
#include "core/wording/picture_text.h"
#include "core/wording/run_text.h"
#include "ui/actions.h"
#include "ui/layout/controls.h"
#include "ui/panel.h"
#include "ui/panels/barrier_row.h"
#include "ui/panels/headline.h"
#include "ui/panels/pace_list.h"
#include "ui/panels/side_style.h"
#include "ui/panels/timeline_scale.h"

namespace bankloom::ui {

using namespace wording;
namespace {

/// The colour shows the cost of a request, unless it is hidden.
Colour lane_colour(const Theme& theme, LaneKind kind, const Facts& facts) {
  if (!facts.shows(FactKind::request_cost)) return theme.neutral;
  return kind == LaneKind::global     ? theme.global
         : kind == LaneKind::store    ? theme.store
         : kind == LaneKind::load     ? theme.load
         : kind == LaneKind::conflict ? theme.bad
                                      : theme.neutral;
}

/// Limit of the status text in units: "warp 31 · line 100 · global store · wavefront 32 of 32 · B 32 of 32".
constexpr float kStatus = 390;

/// Least height in units of the lanes below the row of warps at a barrier.
constexpr float kBelowBarrierRow = 42;

class TimelinePanel final : public Panel {
 public:
  void draw(PanelContext& context) override {
    const std::string status = status_line(context.session);
    Column page;
    // The status is between the buttons, or below them if there is no room for its longest text, so that nothing moves
    // during playback.
    if (transport(context, Gap()).width(context) + context.px(kStatus) <= context.area.width) {
      page.add(transport(context, Text(status).fonts({FontUse::body, FontUse::small}).muted()));
    } else {
      page.add(transport(context, {})).add(Text(status).small().muted());
    }
    if (!context.without_controls) {
      page.add(Drawing([&](const Rect& rect) { draw_scrubber(context, rect); }).least(0, 14));
    }
    page.add(Drawing([&](const Rect& rect) { draw_block(context, rect); }), share());
    show(context, page);
  }

 private:
  static std::string status_line(const Session& session) {
    const SideView& a = session.side(Side::a);
    if (!a.disclosure.shows_accesses()) return {};
    if (!a.state) return a.run ? no_access_text(session.player().position().warp).str() : std::string();
    const SideView& b = session.side(Side::b);
    const bool tells_cost = !is_untaught(a);
    return (session.comparing() && b.state ? places_text(*a.state, *b.state, tells_cost)
                                           : place_text(*a.state, Length::full, tells_cost))
        .str();
  }

  /// The buttons at the left, speed and scope at the right end.
  static Row transport(PanelContext& context, Box middle) {
    static constexpr std::string_view kButtons[] = {"start",         "previous request", "step back",
                                                    "play or pause", "step forward",     "next request",
                                                    "end",           "previous warp",    "next warp"};
    static constexpr std::string_view kScopes[] = {"warp", "block"};
    Player& player = context.session.player();
    Row row = Row().gap(4);
    for (const std::string_view id : kButtons) {
      const Action& one = action(id);
      const bool is_play = one.icon == Icon::play;
      if (one.icon == Icon::previous_warp) row.add(Gap(6));
      row.add(action_icon(context, one, is_play ? ButtonStyle::accent_a : ButtonStyle::normal,
                          is_play && player.playback().playing() ? Icon::pause : one.icon));
    }
    row.add(action_icon(context, action("again")));
    row.add(action_box(context, action("slower"), ButtonStyle::quiet), fit().if_room());
    // Where it stands below, all others are close together: a window of 1024 x 640 has just room for them.
    if (middle) row.add(Gap(6)).add(std::move(middle), share()).add(Gap(6));
    if (const Box block = block_field(context)) {
      row.add(Text("block").small().muted(), fit().if_room()).add(block, units(58).if_room(3));
    }
    row.add(pace_list(player), units(kPaceList).if_room(2));
    row.add(Segments("scope", kScopes, player.scope() == PlayScope::warp ? 0 : 1,
                     [&player](int scope) { player.set_scope(scope == 0 ? PlayScope::warp : PlayScope::block); })
                .tooltip("Stepping and playing stay within the chosen warp, or go through the whole block in the "
                         "order in which it was executed."),
            units(84));
    return row;
  }

  /// The block of a learner's launch, which may have any number of them.
  static Box block_field(PanelContext& context) {
    const Session& session = context.session;
    const auto& run = session.side(Side::a).run;
    if (context.still || !run || !run->own || !run->own->source.launch || run->instance.grid.count() < 2) return {};
    const auto go = [&context](std::int64_t block) {
      say_problem(context, context.session.set_block(static_cast<std::uint64_t>(block)));
    };
    return IntField("block", static_cast<std::int64_t>(session.player().shown().block()), 0,
                    static_cast<std::int64_t>(run->instance.grid.count()) - 1, go)
        .tooltip(
            "The block that is shown, by its number in the grid, from 0. In a large grid only the blocks around it "
            "are recorded: choosing another block takes a new run.");
  }

  /// The warps at their barrier, if there is one and room for it, and below them their lanes.
  void draw_block(PanelContext& context, Rect rect) {
    const float row = context.px(23), below = context.px(kBelowBarrierRow), gap = context.px(6);
    if (has_barrier_row(context.session) && rect.height >= row + gap + below) {
      const Rect barrier{rect.x, rect.y, rect.width, row};
      draw_barrier_row(context, barrier, rect.x + label_width(context));
      hover_at(barrier, "barrier");
      tooltip(context, barrier_row_text(context.session));
      rect.y += row + gap;
      rect.height -= row + gap;
    }
    draw_lanes(context, rect);
  }

  /// Left of the lanes, pixels.
  static float label_width(const PanelContext& context) {
    return Text("warp 31").small().width(context) + context.px(context.session.comparing() ? 28 : 12);
  }

  static void draw_scrubber(PanelContext& context, const Rect& rect) {
    Session& session = context.session;
    const float radius = context.px(5);
    const std::uint64_t count = session.player().sequence().count(), index = session.player().step_index();
    if (const int steps = slider_at(context, rect, "scrubber", "position"); steps != 0) session.player().step(steps);
    const float from = rect.x + radius, width = rect.width - 2 * radius;
    if (ImGui::IsItemActive() && count > 1) {
      const double part = std::clamp((ImGui::GetIO().MousePos.x - from) / width, 0.0f, 1.0f);
      const auto wanted = static_cast<std::uint64_t>(std::llround(part * static_cast<double>(count - 1)));
      if (wanted != session.player().step_index()) session.player().go_to_step(wanted);
    } else {
      tooltip(context, say("Step {transaction} of {all} of the {scope:warp|block}; drag to go elsewhere.",
                           "transaction"_a = Count{index + 1}, "all"_a = Count{count},
                           "scope"_a = Case{session.player().scope() == PlayScope::warp ? 0U : 1U}));
    }
    const bool lit = ImGui::IsItemHovered() || ImGui::IsItemActive();
    const float middle = std::round(rect.y + rect.height / 2), thick = std::max(2.0f, std::round(context.px(3)));
    const float x =
        from +
        (count > 1 ? static_cast<float>(static_cast<double>(index) / static_cast<double>(count - 1)) : 0) * width;
    context.painter.rect({from, middle - thick / 2}, {from + width, middle + thick / 2}, context.theme.raised_hover,
                         thick);
    context.painter.rect({from, middle - thick / 2}, {x, middle + thick / 2}, context.theme.text_muted, thick);
    context.painter.circle({x, middle}, lit ? radius * 1.25f : radius, context.theme.text, 24);
  }

  // ---- lanes
  // ----------------------------------------------------------------------------------------------------------

  /// Common to all lanes: in a comparison a row has two, A above B, on one clock.
  struct Lanes {
    LaneScale scale;
    float x = 0;                  ///< where they begin
    std::span<const Side> sides;  ///< from top to bottom, as the clock's timelines
    [[nodiscard]] Rect of(Side side, const Rect& row) const {
      const float part = std::floor(row.height / static_cast<float>(sides.size()));
      return {row.x, row.y + (side == Side::b ? part : 0), row.width, part};
    }
  };

  void draw_lanes(PanelContext& context, const Rect& rect) {
    Session& session = context.session;
    // Whole rows, if at least one fits.
    const bool comparing = session.comparing();
    const float row = std::round(context.px(comparing ? 36 : 21));
    const std::uint32_t warps = warps_of(session.player().shown().views()), selected = session.player().position().warp;
    const bool says_rest = context.on_paper && rect.height < row * static_cast<float>(warps);
    const float rest = says_rest ? Text("W").small().height(context, rect.width) + context.px(2) : 0;
    const float room_below = rect.height - rest;
    const float height = room_below > row ? std::floor(room_below / row) * row : room_below;
    if (height < context.px(12) || warps == 0) return;
    if (says_rest) {
      const auto hidden = warps - static_cast<std::uint32_t>(height / row);
      text_in(context, {rect.x, rect.y + height + context.px(2), rect.width, rest},
              Text(plural(hidden, "# more warp is not shown|# more warps are not shown")).small().muted());
    }
    begin_child_at("lanes", {rect.x, rect.y, rect.width, height}, says_rest ? ImGuiWindowFlags_NoScrollbar : 0);
    std::vector<std::shared_ptr<const Timeline>> timelines;
    for (const Side side : shown_sides(session)) timelines.push_back(session.side(side).timeline);
    if (!clock_.is_of(timelines)) clock_ = LaneClock(timelines);
    const float label = label_width(context);
    const LaneRoom room{std::max(1.0f, rect.width - label - context.px(8) - ImGui::GetStyle().ScrollbarSize),
                        context.px(22), context.px(3)};
    const Lanes lanes{lane_scale(room, clock_), rect.x + label, shown_sides(session)};
    if (selected != selected_before_) scroll_to(selected, row, height);
    selected_before_ = selected;
    const float top = std::floor(ImGui::GetCursorScreenPos().y);
    const Rect first{rect.x, top, ImGui::GetContentRegionAvail().x, row};
    draw_rows(context, lanes, first, warps);
    draw_races(context, lanes, first);
    std::vector<Rect> words;
    for (const auto& [room_of_words, text] : std::exchange(words_, {})) {
      words.push_back(text_in(context, room_of_words, text));
    }
    draw_position(context, lanes, {rect.x, top, rect.width, row * static_cast<float>(warps)}, std::move(words));
    ImGui::EndChild();
  }

  static void scroll_to(std::uint32_t warp, float row, float height) {
    const float from = row * static_cast<float>(warp);
    if (from < ImGui::GetScrollY()) {
      ImGui::SetScrollY(from);
    } else if (from + row > ImGui::GetScrollY() + height) {
      ImGui::SetScrollY(from + row - height);
    }
  }

  void draw_rows(PanelContext& context, const Lanes& lanes, const Rect& first, std::uint32_t warps) {
    const ImVec2 spacing = ImGui::GetStyle().ItemSpacing;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {spacing.x, 0});
    for (std::uint32_t warp = 0; warp < warps; ++warp) {
      const float y = first.y + first.height * static_cast<float>(warp);
      const Rect row{first.x, y, first.width, first.height};
      if (ImGui::IsRectVisible({row.x, row.y}, {row.right(), row.bottom()})) {
        draw_row(context, lanes, row, warp);
      } else {
        // Out of view it is a control that can get the keyboard's focus.
        press_at(context, row, "lane", say("warp {warp}", "warp"_a = warp).str());
      }
    }
    ImGui::PopStyleVar();
  }

  void draw_row(PanelContext& context, const Lanes& lanes, const Rect& rect, std::uint32_t warp) {
    Session& session = context.session;
    const bool selected = warp == session.player().position().warp;
    const std::string label = say("warp {warp}", "warp"_a = warp);
    const bool clicked = press_at(context, rect, "lane", label);
    const bool hovered = ImGui::IsItemHovered();
    Text words(label);
    if (!selected && !hovered) words.muted();
    const float letters = lanes.sides.size() > 1 ? context.px(16) : 0;
    text_in(context, {rect.x, rect.y, lanes.x - context.px(9) - letters - rect.x, rect.height},
            words.small().align(Align::right));
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    bool hit = false;
    for (const Side side : lanes.sides) {
      const Timeline* timeline = session.side(side).timeline.get();
      const Rect own = lanes.of(side, rect);
      if (letters > 0) {
        text_in(context, {lanes.x - context.px(18), own.y, context.px(12), own.height},
                Text(side_name(side)).small().colour(accent(context.theme, side)));
      }
      if (timeline == nullptr) continue;
      draw_lane(context, lanes, side, own, warp, selected);
      draw_waits(context, lanes, side, own, warp);
      draw_walls(context, lanes, side, own, warp);
      if (!hovered || mouse.y < own.y || mouse.y >= own.bottom()) continue;
      const auto at = lane_hit(lanes.scale, *timeline, warp, mouse.x - lanes.x);
      const std::string barrier = barrier_tooltip(context, lanes, side, warp, mouse.x);
      if (!at && !barrier.empty()) {
        hit = true;
        tooltip(context, barrier);
      }
      if (!at) continue;
      hit = true;
      const bool tells_cost = session.side(side).facts().shows_cost_of(timeline->requests()[at->request].space);
      const auto request = request_text(timeline->requests()[at->request], tells_cost);
      tooltip(context, barrier.empty() ? say("{request}\n\nClick to go there.", "request"_a = request)
                                       : say("{request}\n\n{barrier}\n\nClick to go there.", "request"_a = request,
                                             "barrier"_a = barrier));
      Focus pointed;
      pointed.side = side;
      pointed.request = at->request;
      session.pointer().hover(pointed);
      if (clicked) session.player().go_to_request(side, at->request, at->step);
    }
    if (hovered && !hit) tooltip(context, say("Warp {warp}. Click to choose it.", "warp"_a = warp));
    if (clicked && !hit) {
      Position position = session.player().position();
      position.warp = warp;
      session.player().go_to(position);
    }
  }

  void draw_lane(PanelContext& context, const Lanes& lanes, Side side, const Rect& rect, std::uint32_t warp,
                 bool selected) {
    const Session& session = context.session;
    const Theme& theme = context.theme;
    const Timeline& timeline = *session.side(side).timeline;
    const float inset = std::round(context.px(lanes.sides.size() > 1 ? 1 : 2.5f));
    const float top = rect.y + inset, bottom = rect.bottom() - inset;
    const auto focused = session.focus(side).request;
    const Facts facts = session.side(side).facts();
    const Focus& pointed = session.pointer().pointed();
    if (warp >= timeline.warps()) return;
    const auto& own = timeline.of_warp(warp);
    const auto blocks = lane_blocks(lanes.scale, timeline, warp);
    if (lanes.sides.size() == 1 && lanes.scale.gap >= 1 && blocks.size() > 1) {
      const float middle = std::round((top + bottom) / 2);
      context.painter.rect({std::floor(lanes.x + blocks.front().end), middle - 1},
                           {std::floor(lanes.x + blocks.back().begin), middle + 1}, theme.line);
    }
    for (const LaneBlock& block : blocks) {
      const float from = std::floor(lanes.x + block.begin), to = std::max(from + 1, std::floor(lanes.x + block.end));
      Colour colour = lane_colour(theme, block.kind, facts);
      if (!selected) colour = mix(theme.surface, colour, 0.55);
      const float radius = to - from > context.px(6) ? context.px(2) : 0;
      context.painter.rect({from, top}, {to, bottom}, colour, radius);
      if (block.count != 1) continue;
      const std::uint32_t index = own[block.first];
      const TimelineRequest& request = timeline.requests()[index];
      // A line of the text that is pointed at highlights all of its requests.
      const bool of_line = pointed.line && request.source_line == *pointed.line;
      if (focused == index || of_line) {
        context.painter.outline({from, top}, {to, bottom}, theme.now_border, std::max(1.0f, context.px(1.5f)), radius);
      }
      if (selected) {
        words_.emplace_back(
            Rect{from, top, to - from, bottom - top}.inset(context.px(5), 0),
            Text(request_wordings(request, facts.shows_cost_of(request.space))).small().colour(text_on(colour)));
      }
      const float over = std::floor(lanes.x + request_over(lanes.scale, request));
      if (over - to >= context.px(3)) draw_idle(context, {to, top, over - to, bottom - top}, lanes, request, selected);
    }
  }

  /// From the end of a side's request to the end of the other's.
  void draw_idle(PanelContext& context, const Rect& rect, const Lanes& lanes, const TimelineRequest& request,
                 bool selected) {
    const float thin = std::max(1.0f, std::round(context.px(1)));
    context.painter.outline({rect.x, rect.y}, {rect.right(), rect.bottom()}, context.theme.line, thin);
    if (!selected) return;
    const LaneClock& clock = *lanes.scale.clock;
    const std::uint64_t idle = clock.length(request.warp, request.in_warp) - request.steps;
    const bankloom::Text words = idle_text(request.steps, static_cast<std::uint32_t>(idle));
    words_.emplace_back(rect.inset(context.px(5), 0), Text({words.str(), say("idle").str(), ""}).small().muted());
  }

  // ---- barriers

  /// Index of a side's timeline in the clock.
  static std::size_t timeline_of(const Lanes& lanes, Side side) {
    return static_cast<std::size_t>(std::ranges::find(lanes.sides, side) - lanes.sides.begin());
  }

  /// Lanes of a warp that wait at a wall, from their arrival on; of a part of the warp, a strip below what the others
  /// do meanwhile.
  struct WaitBox {
    const TimelineBarrier* barrier = nullptr;
    const TimelineBarrier::Arrival* arrival = nullptr;
    Rect box;
  };
  template <class Visit>
  static void for_each_wait(const PanelContext& context, const Lanes& lanes, Side side, const Rect& rect,
                            std::uint32_t warp, Visit visit) {
    const LaneClock& clock = *lanes.scale.clock;
    const std::size_t index = timeline_of(lanes, side);
    const Timeline& timeline = *clock.timelines()[index];
    const float inset = std::round(context.px(lanes.sides.size() > 1 ? 1 : 2.5f)), strip = std::round(context.px(3));
    for (const LaneClock::Wait& wait : clock.waits(index, warp)) {
      const LaneClock::Wall& wall = clock.walls()[wait.wall];
      const TimelineBarrier& barrier = timeline.barriers()[wall.barrier];
      const TimelineBarrier::Arrival& arrival = barrier.arrivals[wait.arrival];
      const float from = std::floor(lanes.x + wait_begin(lanes.scale, wait));
      const float to = std::floor(lanes.x + wall_at(lanes.scale, wall));
      if (to - from < context.px(3)) continue;
      const bool is_whole = arrival.goes_on == arrival.in_warp;
      const float top = is_whole ? rect.y + inset : rect.bottom() - strip;
      visit(WaitBox{&barrier, &arrival, {from, top, to - from, rect.bottom() - (is_whole ? inset : 0) - top}});
    }
  }

  static void draw_waits(const PanelContext& context, const Lanes& lanes, Side side, const Rect& rect,
                         std::uint32_t warp) {
    const SideView& view = context.session.side(side);
    // The waiting warps are known only if the block is played in its order.
    const bool is_block = context.session.player().scope() == PlayScope::block && view.state.has_value();
    const std::uint32_t present = is_block ? present_request(view) : 0;
    for_each_wait(context, lanes, side, rect, warp, [&](const WaitBox& wait) {
      const bool opens_later = !wait.barrier->opened || wait.barrier->order > present;
      const bool waits_now = is_block && wait.arrival->order <= present && opens_later;
      const bool is_whole = wait.arrival->goes_on == wait.arrival->in_warp;
      const Colour colour = waits_now ? accent(context.theme, side) : context.theme.text_faint;
      const Rect& box = wait.box;
      if (is_whole) {
        const float inset = std::round(box.height * 0.36f);
        context.painter.rect({box.x, box.y + inset}, {box.right(), box.bottom() - inset},
                             translucent(colour, waits_now ? 0.8 : 0.35));
      } else {
        context.painter.rect({box.x, box.y}, {box.right(), box.bottom()}, waits_now ? colour : context.theme.bad);
      }
    });
  }

  static void draw_walls(const PanelContext& context, const Lanes& lanes, Side side, const Rect& rect,
                         std::uint32_t warp) {
    const LaneClock& clock = *lanes.scale.clock;
    const std::size_t index = timeline_of(lanes, side);
    const Timeline& timeline = *clock.timelines()[index];
    const float thick = std::max(2.0f, std::round(context.px(2)));
    float last = -std::numeric_limits<float>::infinity();
    for (const LaneClock::Wall& wall : clock.walls()) {
      if (wall.timeline != index) continue;
      const float x = std::round(lanes.x + wall_at(lanes.scale, wall) - thick / 2);
      // Of walls closer than that only the first is drawn.
      if (x - last < 6 * thick) continue;
      last = x;
      const TimelineBarrier& barrier = timeline.barriers()[wall.barrier];
      const bool is_missing = barrier.expected == 0 && barrier.lanes_of(warp) != timeline.lanes_of(warp);
      const Colour colour = is_missing || !barrier.opened ? context.theme.bad : context.theme.text_muted;
      if (!is_missing) {
        context.painter.rect({x, rect.y}, {x + thick, rect.bottom()}, colour);
        continue;
      }
      // A warp that never arrives leaves a hole in it.
      const float dash = rect.height / 5;
      for (int part = 0; part < 5; part += 2) {
        const float y = rect.y + dash * static_cast<float>(part);
        context.painter.rect({x, y}, {x + thick, y + dash}, colour);
      }
    }
  }

  /// The tooltip of the wall at the mouse, or of the lanes that wait there; empty if there is no barrier.
  static std::string barrier_tooltip(const PanelContext& context, const Lanes& lanes, Side side, std::uint32_t warp,
                                     float x) {
    const LaneClock& clock = *lanes.scale.clock;
    const std::size_t index = timeline_of(lanes, side);
    const Timeline& timeline = *clock.timelines()[index];
    for (const LaneClock::Wall& wall : clock.walls()) {
      if (wall.timeline != index || std::abs(x - lanes.x - wall_at(lanes.scale, wall)) > context.px(3)) continue;
      return barrier_text(timeline, timeline.barriers()[wall.barrier]).str();
    }
    std::string words;
    for_each_wait(context, lanes, side, {0, 0, 0, context.px(20)}, warp, [&](const WaitBox& wait) {
      if (x >= wait.box.x && x < wait.box.right()) words = arrival_text(timeline, *wait.barrier, *wait.arrival);
    });
    return words;
  }

  // ---- races

  /// The two accesses of the present race, and a line from the first to the second.
  static void draw_races(const PanelContext& context, const Lanes& lanes, const Rect& first_row) {
    const float thick = std::max(2.0f, std::round(context.px(2)));
    for (const Side side : lanes.sides) {
      const SideView& view = context.session.side(side);
      if (!view.state || !view.state->race) continue;
      const StepRace& race = *view.state->race;
      const auto box_of = [&](const TimelineRequest& request) {
        Rect row = first_row;
        row.y += row.height * static_cast<float>(request.warp);
        const Rect own = lanes.of(side, row).inset(0, std::round(context.px(1)));
        const float from = lanes.x + request_begin(lanes.scale, request),
                    to = lanes.x + request_end(lanes.scale, request);
        return Rect{std::floor(from), own.y, std::max(3.0f, std::floor(to) - std::floor(from)), own.height};
      };
      const Rect first = box_of(race.first), second = box_of(race.second);
      for (const Rect& box : {first, second}) {
        context.painter.outline({box.x, box.y}, {box.right(), box.bottom()}, context.theme.bad, thick);
      }
      // Between the facing sides of the boxes, so that their text stays free.
      const bool leftwards = second.x < first.x;
      const ImVec2 from{leftwards ? first.x : first.right(), first.y + first.height / 2};
      const ImVec2 to{leftwards ? second.right() : second.x, second.y + second.height / 2};
      if (race.pair.first.request == race.pair.second.request) continue;
      context.painter.line(from, to, context.theme.bad, std::max(1.0f, thick / 2));
      context.painter.circle(to, thick * 1.5f, context.theme.bad);
    }
  }

  /// The line of the present step, which crosses no text.
  static void draw_position(PanelContext& context, const Lanes& lanes, const Rect& rows, std::vector<Rect> words) {
    for (const Side side : lanes.sides) {
      const SideView& view = context.session.side(side);
      if (!view.state || view.timeline == nullptr) continue;
      // One clock, one line: a side that is done stops while it continues.
      const auto step = static_cast<float>(context.session.player().position().step);
      const float x =
          std::round(lanes.x + request_begin(lanes.scale, view.state->request) + (step + 0.5f) * lanes.scale.step);
      const float thick = std::max(1.0f, std::round(context.px(1.5f)));
      const Rect line{x - thick / 2, rows.y, thick, rows.height};
      std::erase_if(words,
                    [&](const Rect& one) { return one.width <= 0 || !one.inset(-context.px(2), 0).intersects(line); });
      std::ranges::sort(words, {}, &Rect::y);
      words.push_back({line.x, line.bottom(), thick, 0});
      float from = line.y;
      for (const Rect& one : words) {
        if (one.y > from) context.painter.rect({line.x, from}, {line.right(), one.y}, context.theme.text);
        from = std::max(from, one.bottom());
      }
      return;
    }
  }

  LaneClock clock_;
  std::vector<std::pair<Rect, Text>> words_;  ///< of the bars, in this frame
  std::uint32_t selected_before_ = std::numeric_limits<std::uint32_t>::max();
};

}  // namespace

PanelEntry timeline_panel() {
  return {.id = "timeline",
          .title = "Timeline",
          .help =
              "A row for each warp, a bar for each request, as long as its wavefronts; a line through all rows is a "
              "barrier, at which warps wait. A click goes there; the bright line is the current step.",
          .slot = Slot::timeline,
          .maker = maker_of<TimelinePanel>()};
}

}  // namespace bankloom::ui
