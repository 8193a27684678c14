// The banks: the verdict on the present request in the largest words of the window, and the picture that shows why.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/session/stages.h"
#include "core/wording/explanation_text.h"
#include "core/wording/numbers.h"
#include "ui/figures.h"
#include "ui/panel.h"
#include "ui/panels/bank_card.h"
#include "ui/panels/coalescing.h"
#include "ui/panels/matrix_view.h"
#include "ui/panels/side_style.h"
#include "ui/tile_marks.h"
#include "ui/widgets/bank_palette.h"
#include "ui/widgets/cell_labels.h"
#include "ui/widgets/grid_builder.h"
#include "ui/widgets/widgets.h"

namespace bankloom::ui {
namespace {

/// The chart's axis goes up to this many wavefronts at least, so that one wavefront is a low block and no wall.
constexpr unsigned kLeastAxis = 4;
/// Seconds that lanes take to fall onto their bytes: of a single step, and while playing at most, at least, and at a
/// pace, where several waves may be on their way at once.
constexpr double kFallSeconds = 0.3, kLongestFall = 0.35, kShortestFall = 0.05, kFallSteps = 1.8;
/// Lines of a kernel that are shown as stages at most: more are no way that can be followed.
constexpr std::size_t kMostStages = 6;
/// Units that the picture below the stages has at least.
constexpr float kBelowStages = 48;

/// The wavefronts of the dearest phases of a run's shared requests, as near as their counters tell.
unsigned degree_of(const Timeline& timeline) {
  unsigned degree = 1;
  for (const TimelineRequest& request : timeline.requests()) {
    if (request.space != Space::shared || request.counts.phases == 0) continue;
    degree = std::max(degree, (request.counts.wavefronts + request.counts.phases - 1) / request.counts.phases);
  }
  return degree;
}

class BanksPanel final : public SidePanel {
 public:
  using SidePanel::SidePanel;
  void draw(PanelContext& context) override;

 private:
  float draw_header(PanelContext& context);
  void draw_shared(PanelContext& context, const SideView& view, const StepState& state, float y);
  void draw_global(PanelContext& context, const SideView& view, const StepState& state, float y);
  void draw_figures(PanelContext& context, const SideView& view, const StepState& state, float y);
  void draw_lines(PanelContext& context, const SideView& view, const StepState& state, const Rect& room, bool low);
  void draw_strip(PanelContext& context, const SideView& view, const StepState& state, const Rect& room);
  void point_sector(PanelContext& context, const MachineModel& machine, const SectorUse& use, bool clicked);
  float draw_stages(PanelContext& context, const SideView& view, const StepState& state, float y);
  std::vector<FallingSector> falling(PanelContext& context, const StepState& state);
  static std::string global_caption(PanelContext& context, const SideView& view, const StepState& state,
                                    std::size_t left_out);
  [[nodiscard]] BankPictureRequest request_for(PanelContext& context, const SideView& view, const StepState& state,
                                               const Rect& room);
  [[nodiscard]] unsigned axis_degree(const Session& session);
  void point(PanelContext& context, const BankPictureRequest& request, bool card, const Rect& plot);

  GlyphTable glyphs_;
  BankPalette palette_;
  QueueChart chart_;
  BankCard card_;
  SectorStrip strip_;
  LinePicture line_picture_;
  MatrixView matrix_;
  /// The last step that was seen, and the waves of lanes that are still on their way.
  struct Fall {
    std::size_t access = ~std::size_t{0};
    std::uint32_t step = 0;
    bool playing = false;
    struct Wave {
      std::uint64_t sector = 0;
      double began = 0, length = 0;  ///< seconds
    };
    std::vector<Wave> waves;
  };
  Fall fall_;
  struct Degree {
    std::shared_ptr<const Timeline> timeline;
    unsigned degree = 1;
  };
  std::map<Side, Degree>
      degrees_;  ///< of all sides, for their axis is one; kept, for a run may have a million requests
};

void BanksPanel::draw(PanelContext& context) {
  if (context.area.width < 1 || context.area.height < 1) return;
  glyphs_.load(context.fonts.cell);
  const SideView& view = context.session.side(side());
  const StepState* state = view.state ? &*view.state : nullptr;
  if (!view.run) return;
  float y = draw_header(context);
  if (state == nullptr) return;
  y = draw_stages(context, view, *state, y);
  if (state->access.space == Space::shared && !state->cost.phases.empty()) {
    draw_shared(context, view, *state, y);
  } else if (state->access.space == Space::global && !state->cost.sectors.empty()) {
    draw_global(context, view, *state, y);
  }
}

float BanksPanel::draw_header(PanelContext& context) {
  const Theme& theme = context.theme;
  const Rect& area = context.area;
  ImFont* large = context.fonts.verdict;
  ImFont* body = context.fonts.body;

  const auto verdict_of_side = [&](Side which) -> VerdictText {
    const SideView& view = context.session.side(which);
    return view.state ? verdict_text(*view.run, *view.state)
                      : VerdictText{say("no request"), say("the warp accesses no memory")};
  };
  const VerdictText verdict = verdict_of_side(side());
  const auto& state = context.session.side(side()).state;
  const RequestQuality quality = state ? state->quality() : RequestQuality::neutral;
  Colour colour = theme.neutral;
  if (quality == RequestQuality::good) colour = theme.good;
  if (quality == RequestQuality::wasteful) colour = theme.bad;

  // Words, details and the switch stand in one line or in two, in both sides alike: their pictures are compared.
  std::string_view name = "lanes × banks";
  float button_width = text_size(body, name).x + context.px(20);
  const float detail_height = text_size(body, "A").y;
  const float space = context.px(10);
  bool all_in_one = true, button_in_first = true;
  for (const Side which : shown_sides(context.session)) {
    const VerdictText shown = verdict_of_side(which);
    const float words = text_size(large, shown.words.str()).x + space + button_width;
    if (words > area.width) button_in_first = false;
    if (words + text_size(body, shown.detail.str()).x + space > area.width) all_in_one = false;
  }
  const Rect words = text_at(context, large, colour, {area.x, area.y - context.px(2)},
                             shortened(large, verdict.words.str(), area.width));
  const float small_button = detail_height + context.px(6);
  const float button_height = button_in_first ? control_height(context) : small_button;
  const float first = std::max(words.height - context.px(2), button_in_first ? button_height : 0);
  const float second = button_in_first ? detail_height : small_button;
  const float second_y = area.y + first;

  const ImVec2 before = cursor();
  ImGui::SetCursorScreenPos({area.right() - button_width, button_in_first ? area.y : second_y});
  const SideView& mine = context.session.side(side());
  const bool has_banks = !mine.run || mine.run->shared_bytes != 0;
  const ButtonStyle look = context.bank_card ? ButtonStyle::selected : ButtonStyle::quiet;
  if (button(context, "bank card", name, has_banks ? look : ButtonStyle::disabled, {button_width, button_height})) {
    context.view.bank_view = context.bank_card ? BankView::chart : BankView::card;
    context.redraw_within(0);
  }
  tooltip(
      context,
      !has_banks ? "This kernel has no shared memory, so there are no bank conflicts to show."
      : context.bank_card
          ? "Back to the chart: how many words each bank has to serve."
          : "The whole card: a row for each lane, a column for each bank, and in each cell the word that is accessed.");
  ImGui::SetCursorScreenPos(before);

  if (all_in_one) {
    text_at(context, body, theme.text_muted, {words.right() + space, words.bottom() - detail_height - context.px(3)},
            verdict.detail.str());
    return area.y + first + context.px(6);
  }
  const float width = area.width - (button_in_first ? 0 : button_width + space);
  ImFont* font = text_size(body, verdict.detail.str()).x <= width ? body : context.fonts.small;
  text_at(context, font, theme.text_muted, {area.x, second_y + (second - text_size(font, "A").y) / 2},
          shortened(font, verdict.detail.str(), width));
  return second_y + second + context.px(6);
}

BankPictureRequest BanksPanel::request_for(PanelContext& context, const SideView& view, const StepState& state,
                                           const Rect& room) {
  const Session& session = context.session;
  palette_.load(context.theme, context.view.palette, view.run->machine.banks);
  BankPictureRequest request{state, view.run->machine, context.theme, palette_};
  request.room = room;
  request.scale = context.scale;
  request.highlight = session.scene().bank;
  const Focus focus = session.focus(side());
  const Focus& pointed = session.pointer().pointed();
  if (pointed.bank && !pointed.cell && !pointed.lane) request.highlight = pointed.bank;
  request.lit = focus.bank;
  for (auto* bank : {&request.highlight, &request.lit}) {
    if (*bank && **bank >= view.run->machine.banks) bank->reset();
  }
  request.lane = focus.lane;
  request.accent = accent(context.theme, side());
  const std::uint64_t threads = view.run->instance.block.count(), before = std::uint64_t{state.access.warp} * kWarpSize;
  request.lanes = static_cast<unsigned>(std::min<std::uint64_t>(threads - std::min(before, threads), kWarpSize));
  return request;
}

unsigned BanksPanel::axis_degree(const Session& session) {
  unsigned degree = kLeastAxis;
  for (const Side side : shown_sides(session)) {
    const SideView& view = session.side(side);
    if (!view.timeline) continue;
    Degree& kept = degrees_[side];
    if (kept.timeline != view.timeline) kept = {view.timeline, degree_of(*view.timeline)};
    degree = std::max(degree, kept.degree);
    if (!view.state) continue;
    for (const Phase& phase : view.state->cost.phases) degree = std::max(degree, phase.degree);
  }
  return degree;
}

void BanksPanel::draw_shared(PanelContext& context, const SideView& view, const StepState& state, float y) {
  const Theme& theme = context.theme;
  const Rect& area = context.area;
  ImFont* small = context.fonts.small;
  const bool card = context.bank_card;
  const bool atomic = state.access.op == AccessOp::atomic || state.access.op == AccessOp::reduction;
  const float line = text_size(small, "A").y;

  // The words below, as long as there is room for them.
  std::string caption = atomic ? "lanes asking each bank, one after another; the longest queue is the wavefronts"
                               : "words asked of each bank; the tallest is the number of wavefronts";
  if (card) {
    caption = atomic ? "at the foot: lanes asking each bank, one after another"
                     : "in the cells: the word; at the foot: words asked of each bank, the largest is the wavefronts";
  }
  if (text_size(small, caption).x > area.width) caption = atomic ? "lanes per bank" : "words per bank";
  const bool with_caption = area.bottom() - y > context.px(64) + line;
  const float caption_height = with_caption ? line + context.px(2) : 0;

  const std::size_t phases = state.cost.phases.size();
  const float phase_height = phases > 1 ? line + context.px(2) : 0;
  const Rect room{area.x, y + phase_height, area.width, area.bottom() - y - phase_height - caption_height};
  if (room.height < context.px(16)) return;
  BankPictureRequest request = request_for(context, view, state, room);
  const std::vector<FaultyLane> faulty = faulty_lanes(view);
  request.faulty = &faulty;

  gfx::GridBatch batch;
  batch.glyph_texture = context.painter.glyph_texture();
  batch.scale = context.scale;
  batch.cells.reserve(4096);
  batch.glyphs.reserve(2048);
  GridBuilder builder(batch, glyphs_);
  if (card) {
    card_.draw(builder, request);
  } else {
    chart_.draw(builder, request, axis_degree(context.session));
  }
  const PhaseColumns& columns = card ? card_.columns() : chart_.columns();
  const Rect& plot = card ? card_.plot() : chart_.plot();
  context.painter.grid(std::move(batch), area);

  if (phases > 1) {
    bool numbers_alone = false;
    for (std::size_t phase = columns.first; phase < columns.first + columns.count; ++phase) {
      const ShortText lanes = lanes_text(state.cost.phases[phase].lanes);
      std::string words = fmt::format("phase {} of {} · lanes {}", phase + 1, phases, lanes.view());
      const float from = columns.bank_x(phase, 0);
      const float width = columns.count == 1 ? area.right() - from : columns.block - context.px(8);
      if (text_size(small, words).x > width) words = fmt::format("{} of {} · {}", phase + 1, phases, lanes.view());
      if (text_size(small, words).x > width) {
        words = fmt::format("{}", phase + 1);
        numbers_alone = true;
      }
      if (text_size(small, words).x > width) continue;
      text_at(context, small, phase == state.phase ? theme.text : theme.text_faint, {from, y}, words);
    }
    if (numbers_alone && text_size(small, "phase ").x <= plot.x - area.x) {
      text_at(context, small, theme.text_faint, {area.x, y}, "phase");
    }
  }
  // A card of few lanes ends above; its caption stands by it.
  const float caption_y = card ? std::min(area.bottom() - line, plot.bottom() + context.px(24)) : area.bottom() - line;
  if (with_caption && text_size(small, caption).x <= area.right() - plot.x) {
    text_at(context, small, theme.text_muted, {plot.x, caption_y}, caption);
  } else if (with_caption && text_size(small, caption).x <= area.width) {
    text_at(context, small, theme.text_muted, {area.x, caption_y}, caption);
  }
  point(context, request, card, plot);
}

void BanksPanel::point(PanelContext& context, const BankPictureRequest& request, bool card, const Rect& plot) {
  if (plot.width < 1 || plot.height < 1) return;
  const ImVec2 before = cursor();
  // Down to the numbers below, and not to the caption.
  const float end = card ? std::min(request.room.bottom(), plot.bottom() + context.px(22)) : request.room.bottom();
  const float height = std::min(end, context.area.bottom()) - plot.y;
  ImGui::SetCursorScreenPos({plot.x, plot.y});
  const bool clicked = hit_area(context, "banks", "banks", {plot.width, std::max(height, 1.0f)});
  if (ImGui::IsItemHovered()) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    // The bank numbers below the chart are pointed at like their columns.
    const float y = card ? mouse.y : std::min(mouse.y, plot.bottom() - 1);
    const auto place = card ? card_.at(request, mouse.x, y) : chart_.at(request, mouse.x, y);
    if (place) {
      const StepState& state = request.state;
      Focus focus;
      focus.side = side();
      if (card && place->lane && has_lane(addressing_lanes(state.access), *place->lane)) {
        focus.lane = place->lane;
      } else {
        focus.bank = place->bank;
      }
      context.session.pointer().hover(focus);
      if (clicked) context.session.pointer().select(focus);
      std::string words = fmt::format("bank {}: nothing is asked of it", *place->bank);
      if (place->phase < state.cost.phases.size()) {
        for (const BankLoad& load : state.cost.phases[place->phase].banks) {
          if (load.bank != *place->bank) continue;
          words = fmt::format("bank {}: {} wavefront{}", load.bank, load.wavefronts, load.wavefronts == 1 ? "" : "s");
          std::size_t lines = 0;
          for (const BankLoad::Word& word : load.words) {
            if (place->lane && !has_lane(word.lanes, *place->lane)) continue;
            if (++lines > 8) {
              words += "\n…";
              break;
            }
            words += fmt::format("\nword {}: lane{} {}", word.word, lane_count(word.lanes) == 1 ? "" : "s",
                                 lanes_text(word.lanes).view());
          }
        }
      }
      tooltip(context, words);
    } else if (clicked) {
      context.session.pointer().clear_selection();
    }
  }
  ImGui::SetCursorScreenPos(before);
}

void BanksPanel::draw_global(PanelContext& context, const SideView& view, const StepState& state, float y) {
  const Rect& area = context.area;
  ImFont* small = context.fonts.small;
  const float line = text_size(small, "A").y, foot = line + context.px(6);
  const float figures = line + 2 * text_size(context.fonts.strong, "A").y + context.px(6);
  const float height = area.bottom() - y - foot - figures;
  if (height >= context.px(LinePicture::kLeastHeight) && area.width >= context.px(LinePicture::kLeastWidth)) {
    draw_figures(context, view, state, area.bottom() - figures);
    draw_lines(context, view, state, {area.x, y, area.width, height}, false);
    return;
  }
  // With the figures as the caption, where then all of its lines have room.
  const Rect low{area.x, y, area.width, area.bottom() - y - foot};
  const auto lines = touched_lines(view.run->machine, state.access, state.cost).size();
  if (low.height >= context.px(LinePicture::least_height(lines)) &&
      area.width >= context.px(LinePicture::kLeastWidth)) {
    draw_lines(context, view, state, low, true);
    return;
  }
  draw_strip(context, view, state, {area.x, y, area.width, area.bottom() - y - foot});
}

/// Sectors per request and bytes used, of this request and of all of the kernel, side by side.
void BanksPanel::draw_figures(PanelContext& context, const SideView& view, const StepState& state, float y) {
  const Theme& theme = context.theme;
  const auto figures = coalescing_figures(*view.run, state);
  const float between = context.px(10);
  const float width = (context.area.width + between) / static_cast<float>(figures.size()) - between;
  ImFont* small = context.fonts.small;
  ImFont* strong = context.fonts.strong;
  const float line = text_size(strong, "A").y, sectors_y = y + text_size(small, "A").y + context.px(2);
  float x = context.area.x;
  const ImVec2 before = cursor();
  for (const CoalescingFigure& figure : figures) {
    text_at(context, small, theme.text_muted, {x, y}, shortened(small, figure.title, width));
    text_at(context, strong, theme.text, {x, sectors_y}, shortened(strong, figure.sectors_words(), width));
    text_at(context, strong, figure.used == figure.moved ? theme.good : theme.bad, {x, sectors_y + line},
            shortened(strong, figure.used_words(), width));
    ImGui::SetCursorScreenPos({x, y});
    ImGui::PushID(static_cast<int>(&figure - figures.data()));
    hover_area("figure", {width, sectors_y + 2 * line - y});
    tooltip(context, fmt::format("{}: {} a request, {} of {} bytes moved are used.", figure.title,
                                 figure.sectors_words(), grouped(figure.used), grouped(figure.moved)));
    ImGui::PopID();
    x += width + between;
  }
  ImGui::SetCursorScreenPos(before);
}

/// The lanes that are on their way to their bytes: those of a step that was gone forward to, be it by playing or by
/// hand.
std::vector<FallingSector> BanksPanel::falling(PanelContext& context, const StepState& state) {
  const bool playing = context.session.player().playing();
  const bool first = fall_.access == ~std::size_t{0}, other = fall_.access != state.request.access;
  bool begins = false;
  if (other || fall_.step != state.step) {
    // Only what goes on from where it was falls; a jump shows its end.
    begins = other ? !first && state.step == 0 && (playing || state.request.access > fall_.access)
                   : state.step == fall_.step + 1;
    if (other || !begins) fall_.waves.clear();
  } else {
    // Playing from the start: the first wave is no less than the others.
    begins = playing && !fall_.playing && state.step == 0;
  }
  fall_.access = state.request.access;
  fall_.step = state.step;
  fall_.playing = playing;
  if (context.still || !state.sector) fall_.waves.clear();
  if (begins && !context.still && state.sector) {
    double length = kFallSeconds;
    if (playing) {
      const double pace = context.session.player().speed();
      length = std::clamp(kFallSteps / pace, kShortestFall, kLongestFall);
      // The picture of the next request does not wait for the last wave of this one.
      if (state.step + 1 == state.steps) length = std::min(length, 0.9 / pace);
    }
    fall_.waves.push_back({*state.sector, context.time, length});
  }
  std::vector<FallingSector> sectors;
  std::erase_if(fall_.waves, [&](const Fall::Wave& wave) { return context.time - wave.began >= wave.length; });
  for (const Fall::Wave& wave : fall_.waves) {
    const auto t = static_cast<float>(std::max((context.time - wave.began) / wave.length, 0.0));
    sectors.push_back({wave.sector, t * t * (3 - 2 * t)});
  }
  if (!sectors.empty()) context.redraw_within(0);
  return sectors;
}

void BanksPanel::draw_lines(PanelContext& context, const SideView& view, const StepState& state, const Rect& room,
                            bool low) {
  const Theme& theme = context.theme;
  ImFont* small = context.fonts.small;
  const MachineModel& machine = view.run->machine;
  LinePictureRequest request{*view.run, state, theme};
  for (const FaultyLane& lane : faulty_lanes(view)) {
    if (lane.space != Space::shared && !lane.is_next) request.faulty |= lane_bit(lane.lane);
  }
  request.room = room;
  request.scale = context.scale;
  request.falling = falling(context, state);
  request.alone = view.run->shared_bytes == 0;
  request.lane = context.session.focus(side()).lane;
  request.accent = accent(theme, side());
  gfx::GridBatch batch;
  batch.glyph_texture = context.painter.glyph_texture();
  batch.scale = context.scale;
  GridBuilder builder(batch, glyphs_);
  line_picture_.draw(builder, request);
  // The threads lie behind the lines.
  const float thin = std::max(1.0f, context.px(1));
  for (const LinePicture::Thread& thread : line_picture_.threads()) {
    context.painter.line({thread.x0, thread.y0}, {thread.x1, thread.y1}, with_opacity(theme.now_border, 0.4f), thin);
  }
  context.painter.grid(std::move(batch), context.area);
  if (!request.falling.empty()) {
    gfx::GridBatch above;
    above.glyph_texture = context.painter.glyph_texture();
    above.scale = context.scale;
    GridBuilder over(above, glyphs_);
    line_picture_.draw_falling(over, theme, context.scale);
    context.painter.grid(std::move(above), context.area);
  }

  std::string caption =
      fmt::format("a row: a line of {} bytes, {} sectors of {}; striped: moved, not used", machine.line_bytes,
                  machine.line_bytes / std::max(machine.sector_bytes, 1u), machine.sector_bytes);
  if (line_picture_.left_out() != 0) caption += fmt::format("; {} more lines", line_picture_.left_out());
  if (text_size(small, caption).x > room.width) {
    caption = fmt::format("lines of {} bytes, sectors of {}", machine.line_bytes, machine.sector_bytes);
    if (line_picture_.left_out() != 0) caption += fmt::format("; {} more lines", line_picture_.left_out());
  }
  float caption_y = std::min(line_picture_.bottom() + context.px(4), room.bottom());
  if (low) {
    caption = global_caption(context, view, state, line_picture_.left_out());
    caption_y = context.area.bottom() - text_size(small, "A").y;
  }
  text_at(context, small, theme.text_muted, {room.x, caption_y}, shortened(small, caption, room.width));

  // Few lines leave room for where in the whole matrices they lie; without a tile that stands in its place.
  if (view.run->shared_bytes != 0 && !low) {
    const float from = line_picture_.bottom() + text_size(small, "A").y + context.px(18);
    matrix_.draw(context, side(), view, {room.x, from, room.width, room.bottom() - from});
  }

  const ImVec2 before = cursor();
  ImGui::SetCursorScreenPos({room.x, room.y});
  const bool clicked = hit_area(context, "lines", "sectors", {room.width, line_picture_.bottom() - room.y});
  if (ImGui::IsItemHovered()) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (const auto lane = line_picture_.lane_at(mouse.x, mouse.y)) {
      Focus focus;
      focus.side = side();
      focus.lane = lane;
      context.session.pointer().hover(focus);
      if (clicked) context.session.pointer().select(focus);
      const bool active = has_lane(addressing_lanes(state.access), *lane);
      tooltip(context, active ? fmt::format("lane {} asks for {} bytes at 0x{:x}", *lane, state.access.width,
                                            state.access.addresses[*lane])
                              : fmt::format("lane {} is not active", *lane));
    } else if (const SectorUse* use = line_picture_.sector_at(mouse.x, mouse.y)) {
      point_sector(context, machine, *use, clicked);
    } else {
      tooltip(context, "Lanes above, the lines of memory that they touch below: a step moves a sector.");
    }
  }
  ImGui::SetCursorScreenPos(before);
}

void BanksPanel::point_sector(PanelContext& context, const MachineModel& machine, const SectorUse& use, bool clicked) {
  Focus focus;
  focus.side = side();
  focus.lane = first_lane(use.lanes);
  context.session.pointer().hover(focus);
  if (clicked) context.session.pointer().select(focus);
  tooltip(context, fmt::format("sector at 0x{:x}: {} of {} bytes used, lanes {}", use.sector * machine.sector_bytes,
                               use.bytes_used(), machine.sector_bytes, lanes_text(use.lanes).view()));
}

/// What stands below where there is little room: the figures of the kernel, in as many words as fit.
std::string BanksPanel::global_caption(PanelContext& context, const SideView& view, const StepState& state,
                                       std::size_t left_out) {
  ImFont* small = context.fonts.small;
  const float width = context.area.width;
  const MachineModel& machine = view.run->machine;
  std::vector<std::string> captions;
  std::string kernel, brief;
  for (const CoalescingFigure& figure : coalescing_figures(*view.run, state)) {
    if (!figure.of_kernel()) continue;
    const char* between = kernel.empty() ? "" : " · ";
    kernel += fmt::format("{}{} {}, {}", between, figure.title, figure.sectors_words(), figure.used_words());
    brief += fmt::format("{}{} {}, {}", between, figure.brief_title, ratio_text(figure.sectors_per_request),
                         figure.used_words());
  }
  const std::string more = left_out == 0 ? "" : fmt::format("; {} more lines", left_out);
  const auto moved = std::uint64_t{state.cost.counts.sectors} * machine.sector_bytes;
  captions.push_back(fmt::format("lines of {} bytes, sectors of {}, lanes{} · {}", machine.line_bytes,
                                 machine.sector_bytes, more, kernel));
  captions.push_back(kernel + more);
  captions.push_back(brief + more);
  captions.push_back(fmt::format("{} of {} bytes used{}", state.why.bytes_used, moved, more));
  // The first that fits; where none does, as much of the last as there is room for.
  const auto fitting = std::find_if(captions.begin(), captions.end(),
                                    [&](const std::string& form) { return text_size(small, form).x <= width; });
  return shortened(small, fitting == captions.end() ? captions.back() : *fitting, width);
}

/// The same where there is little room: sectors beside each other, without the lanes above.
void BanksPanel::draw_strip(PanelContext& context, const SideView& view, const StepState& state, const Rect& room) {
  const Theme& theme = context.theme;
  const Rect& area = context.area;
  ImFont* small = context.fonts.small;
  const float line = text_size(small, "A").y;
  const MachineModel& machine = view.run->machine;
  if (room.height < context.px(12)) return;
  const BankPictureRequest request = request_for(context, view, state, room);
  gfx::GridBatch batch;
  batch.glyph_texture = context.painter.glyph_texture();
  batch.scale = context.scale;
  GridBuilder builder(batch, glyphs_);
  strip_.draw(builder, request);
  context.painter.grid(std::move(batch), area);

  text_at(context, small, theme.text_muted, {area.x, area.bottom() - line},
          global_caption(context, view, state, strip_.left_out()));

  const ImVec2 before = cursor();
  ImGui::SetCursorScreenPos({room.x, room.y});
  const bool clicked = hit_area(context, "sectors", "sectors", {room.width, room.height});
  if (ImGui::IsItemHovered()) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (const SectorUse* use = strip_.at(mouse.x, mouse.y)) point_sector(context, machine, *use, clicked);
  }
  ImGui::SetCursorScreenPos(before);
}

/// "Line 13", "Lines 22, 23, 24, 25".
std::string lines_of(const Stage& stage) {
  return fmt::format("Line{} {}", stage.lines.size() == 1 ? "" : "s", fmt::join(stage.lines, ", "));
}

/// The stages of what a side shows; none where they tell no way that can be followed.
std::vector<Stage> stages_to_show(const SideView& view) {
  if (!view.run || !view.timeline || !view.state || !reads_and_writes_global(view.run->cost)) return {};
  auto stages = stages_of(*view.run, *view.timeline, view.state->request.warp);
  if (stages.size() < 2 || stages.size() > kMostStages) return {};
  return stages;
}

/// What the warp does one after the other, the present stage lit; a click goes there. Returns where it ends.
float BanksPanel::draw_stages(PanelContext& context, const SideView& view, const StepState& state, float y) {
  const Theme& theme = context.theme;
  const Rect& area = context.area;
  const auto stages = stages_to_show(view);
  ImFont* small = context.fonts.small;
  ImFont* large = context.fonts.heading;
  const float line = text_size(small, "A").y;
  // Cards where the picture below still has its room, or else one line. Both sides alike, for their pictures are
  // compared: where one has stages the other leaves the room.
  const Side other = other_side(side());
  const bool beside = context.session.comparing() && !stages_to_show(context.session.side(other)).empty();
  if (stages.empty() && !beside) return y;
  float height = std::ceil(line + text_size(large, "0").y + context.px(11));
  const bool brief = area.bottom() - y < height + context.px(LinePicture::kLeastHeight) + context.px(100);
  if (brief) height = std::ceil(line + context.px(4));
  if (area.bottom() - y < height + context.px(kBelowStages)) return y;
  const float end = y + height + context.px(brief ? 6 : 10);
  if (stages.empty()) return end;
  const float pad = context.px(brief ? 5 : 6), between = context.px(brief ? 10 : 14);
  const float width = (area.width + between) / static_cast<float>(stages.size()) - between;
  const float room = std::floor(width) - 2 * pad;
  const auto present = stage_of(stages, state.request);
  const auto value_of = [](const Stage& stage) { return ratio_text(stage.transactions_per_request()); };
  const auto all_fit = [&](const auto& width_of) {
    return std::all_of(stages.begin(), stages.end(), [&](const Stage& stage) { return width_of(stage) <= room; });
  };
  const bool with_titles = all_fit([&](const Stage& stage) {
    return text_size(small, stage.title()).x + (brief ? text_size(small, value_of(stage)).x + context.px(6) : 0);
  });
  const bool with_units = !brief && all_fit([&](const Stage& stage) {
    return text_size(large, value_of(stage)).x + text_size(small, stage.unit()).x + context.px(6);
  });
  const ImVec2 before = cursor();
  for (std::size_t i = 0; i < stages.size(); ++i) {
    const Stage& stage = stages[i];
    const float x = std::round(area.x + static_cast<float>(i) * (width + between));
    const Rect box{x, y, std::floor(width), height};
    const bool lit = present == i;
    card(context, box, lit ? theme.selected : theme.raised, lit ? accent(theme, side()) : 0, brief ? 3 : 5);
    ImGui::SetCursorScreenPos({box.x, box.y});
    const std::string id = fmt::format("stage{}", i);
    if (hit_area(context, id.c_str(), stage.title(), {box.width, box.height})) {
      context.session.player().go_to_request(side(), stage.first_request);
    }
    tooltip(context,
            fmt::format("{}: {}, {} {} a request, {} in the whole grid{}. A click goes there.", lines_of(stage),
                        stage.title(), value_of(stage), stage.unit(), plural(stage.requests, "# request|# requests"),
                        stage.wasteful
                            ? (stage.space == Space::shared ? ", with bank conflicts" : ", not all bytes of them used")
                            : ""));
    const Colour verdict = stage.wasteful ? theme.bad : theme.good;
    const std::string value = value_of(stage);
    const std::string title = with_titles ? stage.title() : stage.verb();
    const Colour words = lit ? theme.text : theme.text_muted;
    if (brief) {
      const float text_y = box.y + std::round((height - line) / 2);
      const float number = text_size(small, value).x;
      text_at(context, small, verdict, {box.right() - pad, text_y}, value, Align::right);
      text_at(context, small, words, {box.x + pad, text_y}, shortened(small, title, room - number - context.px(5)));
    } else {
      text_at(context, small, words, {box.x + pad, box.y + context.px(3)}, shortened(small, title, room));
      const float value_y = box.y + context.px(3) + line;
      const Rect number = text_at(context, large, verdict, {box.x + pad, value_y}, shortened(large, value, room));
      if (with_units) {
        text_at(context, small, theme.text_muted,
                {number.right() + context.px(5), value_y + text_size(large, "0").y - line - context.px(2)},
                stage.unit());
      }
    }
    if (i + 1 == stages.size()) continue;
    // An arrow to the next one.
    const float middle = box.y + height / 2, reach = context.px(3.5f), from = box.right() + (between - reach) / 2;
    context.painter.triangle({from, middle - reach}, {from + reach, middle}, {from, middle + reach}, theme.text_faint);
  }
  ImGui::SetCursorScreenPos(before);
  return end;
}

}  // namespace

PanelEntry banks_panel() {
  return {.id = "banks",
          .title = "Banks",
          .help =
              "How many different words the warp asks of each bank. A bank gives one word in a wavefront, so the "
              "tallest bar is the number of wavefronts.",
          .slot = Slot::banks,
          .maker = maker_of<BanksPanel>()};
}

}  // namespace bankloom::ui
