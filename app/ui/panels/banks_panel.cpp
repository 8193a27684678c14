// The banks: the verdict on the present request in the largest words of the window, and the picture that shows why.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/base/text_lines.h"
#include "core/session/stages.h"
#include "core/wording/explanation_text.h"
#include "core/wording/numbers.h"
#include "core/wording/picture_text.h"
#include "core/wording/run_text.h"
#include "ui/figures.h"
#include "ui/layout/controls.h"
#include "ui/panels/bank_card.h"
#include "ui/panels/coalescing.h"
#include "ui/panels/headline.h"
#include "ui/panels/lane_queues.h"
#include "ui/panels/matrix_view.h"
#include "ui/panels/side_style.h"
#include "ui/tile_marks.h"
#include "ui/widgets/bank_palette.h"
#include "ui/widgets/cell_labels.h"
#include "ui/widgets/grid_builder.h"

namespace bankloom::ui {
namespace {

/// The chart's axis goes up to this many wavefronts at least, so that one wavefront is a low block and no wall.
constexpr unsigned kLeastAxis = 4;
/// Lines of a kernel that are shown as stages at most: more are no way that can be followed.
constexpr std::size_t kMostStages = 6;
/// Units that the picture below the stages has at least, and from which on they are cards.
constexpr float kBelowStages = 48, kBelowCards = LinePicture::kFairHeight + 100;

/// The wavefronts of the dearest phases of a run's shared requests, as near as their counters tell.
unsigned degree_of(const Timeline& timeline) {
  unsigned degree = 1;
  for (const TimelineRequest& request : timeline.requests()) {
    if (request.space != Space::shared || request.counts.phases == 0) continue;
    degree = std::max(degree, (request.counts.wavefronts + request.counts.phases - 1) / request.counts.phases);
  }
  return degree;
}

/// The stages of what a side shows; none where they tell no way that can be followed.
std::vector<Stage> stages_to_show(const SideView& view) {
  const KernelCost* const cost = view.facts().kernel_cost();
  if (cost == nullptr || !view.timeline || !view.state || !reads_and_writes_global(*cost)) return {};
  auto stages = stages_of(*view.run, *view.timeline, view.state->request.warp);
  if (stages.size() < 2 || stages.size() > kMostStages) return {};
  return stages;
}

/// How the stages of a side stand beside each other, all of them alike.
struct StageForm {
  bool is_brief = false, has_titles = true, has_units = true;
};

/// Sectors per request and bytes used, of the request and of all of the kernel, side by side.
Row figures_row(const PanelContext& context, const std::vector<CoalescingFigure>& figures) {
  Row row;
  row.gap(10);
  for (const CoalescingFigure& figure : figures) {
    const Colour colour = figure.used == figure.moved ? context.theme.good : context.theme.bad;
    Column column;
    column.gap(0)
        .add(Text(scope_text(figure)).small().muted())
        .space(2)
        .add(Text(sectors_text(figure)).fonts({FontUse::strong}))
        .add(Text(used_text(figure)).fonts({FontUse::strong}).colour(colour))
        .tooltip(figure_meaning_text(figure));
    row.add(column, share());
  }
  return row;
}

/// The whole window, however large.
constexpr Rect kNoClip{0, 0, 1e5f, 1e5f};

Probe* probe_of(const PanelContext& context) { return context.probe.enabled() ? &context.probe : nullptr; }

float small_line(const PanelContext& context) { return font_size(context.fonts.small); }

/// Whether one of a run's shared requests has several phases.
bool has_phased_request(const Timeline& timeline) {
  return std::any_of(timeline.requests().begin(), timeline.requests().end(), [](const TimelineRequest& request) {
    return request.space == Space::shared && request.counts.phases > 1;
  });
}

/// Whose banks these are: in a picture of them alone no tile stands above.
Row whose(const PanelContext& context, Side side, const SideView& view) {
  const auto tile = drawn_tile(*view.run);
  Row row;
  row.gap(10).place(Place::baseline);
  if (context.session.comparing()) row.add(Text(side_name(side)).heading().colour(accent(context.theme, side)));
  row.add(Text(tile ? tile_text(*tile, view.run->tile.has_value()) : say("global memory")).heading());
  if (const Kernel* kernel = context.session.kernel(side)) row.add(Text(kernel->name).small().muted());
  return row;
}

class BanksPanel final : public SidePanel {
 public:
  using SidePanel::SidePanel;
  void draw(PanelContext& context) override;

 private:
  Box header(PanelContext& context);
  [[nodiscard]] Control card_switch(PanelContext& context) const;
  [[nodiscard]] bool all_fit(PanelContext& context, Length length) const;
  void draw_below(PanelContext& context, const SideView& view, const StepState& state, const Rect& rect);
  Box stages_box(PanelContext& context, const SideView& view, const StepState& state, const Rect& rect);
  Card stage_card(PanelContext& context, const Stage& stage, bool lit, const StageForm& form);
  void draw_picture(PanelContext& context, const SideView& view, const Rect& rect);
  void draw_shared(PanelContext& context, const SideView& view, const StepState& state, const Rect& rect);
  void draw_crossing(PanelContext& context, const SideView& view, const Rect& room);
  static void name_phases(PanelContext& context, const BankPictureRequest& request, const BankPicture& picture,
                          const Rect& line);
  void point_bank(PanelContext& context, const BankPictureRequest& request, const BankPicture& picture,
                  const Rect& rect);
  void draw_lines(PanelContext& context, const SideView& view, const StepState& state, const Rect& rect);
  void draw_line_picture(PanelContext& context, const SideView& view, const StepState& state, const Rect& room,
                         const LaneValues& values);
  void point_lines(PanelContext& context, const SideView& view, const StepState& state, const Rect& rect);
  void draw_strip(PanelContext& context, const SideView& view, const StepState& state, const Rect& rect);
  void point_sector(PanelContext& context, const MachineModel& machine, const SectorUse& use, bool clicked);
  [[nodiscard]] static float caption_height(const PanelContext& context, const Rect& rect);
  [[nodiscard]] BankPictureRequest request_for(PanelContext& context, const SideView& view, const StepState& state,
                                               const Rect& room);
  [[nodiscard]] unsigned axis_degree(const Session& session);
  [[nodiscard]] bool leaves_line_for_phases(const Session& session);
  [[nodiscard]] static unsigned lanes_of(const KernelRun& run, const MemoryAccess& access);
  /// Cells and numbers, as a function draws them, within the panel or all of the window.
  template <typename Draw>
  void draw_grid(PanelContext& context, const Draw& draw, std::optional<Rect> clip = std::nullopt) {
    gfx::GridBatch batch;
    batch.glyph_texture = context.painter.glyph_texture();
    batch.scale = context.scale;
    batch.cells.reserve(4096);
    batch.glyphs.reserve(2048);
    GridBuilder builder(batch, glyphs_);
    draw(builder);
    context.painter.grid(std::move(batch), clip.value_or(context.area));
  }

  GlyphTable glyphs_;
  BankPalette palette_;
  LanesRow lanes_;  ///< at the foot of the queues and of the lines alike
  LaneQueues queues_;
  BankCard card_;
  SectorStrip strip_;
  LinePicture line_picture_;
  MatrixView matrix_;
  struct Degree {
    std::shared_ptr<const Timeline> timeline;
    unsigned degree = 1;
    bool has_phases = false;
  };
  /// Of all sides, for their axis is one; kept, for a run may have a million requests.
  std::map<Side, Degree> degrees_;
};

void BanksPanel::draw(PanelContext& context) {
  glyphs_.load(context.fonts.cell);
  const SideView& view = context.session.side(side());
  if (!view.run) return;
  Column page;
  page.gap(6);
  if (context.without_controls) page.add(whose(context, side(), view));
  if (!context.in_focus_view) page.add(header(context));
  if (view.state) {
    page.add(Drawing([&](const Rect& rect) { draw_below(context, view, *view.state, rect); }), share());
  }
  if (!context.area.empty()) page.draw(context, context.area);
}

Control BanksPanel::card_switch(PanelContext& context) const {
  const SideView& mine = context.session.side(side());
  const bool has_banks = !mine.run || mine.run->shared_bytes != 0, is_card = context.bank_card;
  const ButtonStyle look = is_card ? ButtonStyle::selected : ButtonStyle::quiet;
  const auto change = [&context, is_card] {
    context.view.bank_view = is_card ? BankView::chart : BankView::card;
    context.redraw_within(0);
  };
  return Button("bank card", "lanes × banks", change, has_banks ? look : ButtonStyle::disabled)
      .tooltip(!has_banks ? "This kernel has no shared memory, so there are no bank conflicts to show."
               : is_card  ? "Back to the chart: how many words each bank has to serve."
                          : "The whole card: a row for each lane, a column for each bank, and in each cell the word "
                            "that is accessed.");
}

Row counter_row(const SideView& view, std::uint32_t step, Length length) {
  const Counter counter = counter_of(view, step, length);
  Row row;
  return counter.empty ? row : row.gap(5).place(Place::baseline).add(counter.number).add(counter.of);
}

/// Whether one line holds all of both sides, at every step of the request alike: nothing moves while it plays.
bool BanksPanel::all_fit(PanelContext& context, Length length) const {
  const auto sides = shown_sides(context.session);
  std::uint32_t most = 1;
  for (const Side one : sides) {
    if (const auto& state = context.session.side(one).state) most = std::max(most, state->steps);
  }
  return std::all_of(sides.begin(), sides.end(), [&](Side one) {
    const SideView& view = context.session.side(one);
    const VerdictText text = verdict_of(view);
    float detail = Text(text.detail).width(context);
    Row row;
    row.gap(10).add(Text(text.words).fonts({FontUse::verdict}));
    if (view.state) {
      if (sides.size() > 1) detail = std::max(detail, Text(idle_text(view.state->steps, most)).width(context));
      row.add(counter_row(view, view.state->steps - 1, length));
    }
    return row.add(card_switch(context)).width(context) + context.px(10) + detail <= context.area.width;
  });
}

/// Words, details, the counter and the switch stand in one line or in two, in both sides alike: their pictures are
/// compared.
Box BanksPanel::header(PanelContext& context) {
  const SideView& view = context.session.side(side());
  const Text words = Text(verdict_of(view).words).fonts({FontUse::verdict}).colour(verdict_colour(context.theme, view));
  const Text detail = Text(detail_of(view)).muted();
  Row first, second;
  first.gap(10).place(Place::baseline).add(words);
  second.gap(10).add(detail, share());
  const bool fits_whole = all_fit(context, Length::full);
  const Length length = fits_whole ? Length::full : Length::brief;
  const Row counter = counter_row(view, view.state ? view.state->step : 0, length);
  if (fits_whole || all_fit(context, Length::brief)) {
    return first.add(detail, share()).add(counter).add(card_switch(context));
  }
  return Column()
      .gap(0)
      .add(first.add(Gap(), share()).add(counter), units(26))
      .add(second.add(card_switch(context)), units(21));
}

/// What is below the header: the stages, where there are any and room for them, and the picture.
void BanksPanel::draw_below(PanelContext& context, const SideView& view, const StepState& state, const Rect& rect) {
  const Box stages = stages_box(context, view, state, rect);
  const Drawing picture([&](const Rect& room) { draw_picture(context, view, room); });
  const bool is_brief = stages && stages.height(context, rect.width) < context.px(24);
  Column().gap(is_brief ? 6 : 10).add(stages).add(picture, share()).draw(context, rect);
}

void BanksPanel::draw_picture(PanelContext& context, const SideView& view, const Rect& rect) {
  const RequestCost* const cost = view.seen_cost();
  if (cost == nullptr) return;
  const StepState& state = view.seen();
  if (context.session.player().moving()) context.redraw_within(0);
  if (state.access.space == Space::shared && !cost->phases.empty()) {
    draw_shared(context, view, state, rect);
  } else if (state.access.space == Space::global && !cost->sectors.empty()) {
    draw_lines(context, view, state, rect);
  }
}

/// The line of words below a picture, and the gap above it; 0 where there is none.
float BanksPanel::caption_height(const PanelContext& context, const Rect& rect) {
  const float line = small_line(context);
  return !context.in_focus_view && rect.height > context.px(64) + line ? line + context.px(2) : 0;
}

/// Of the access's warp: the last one of a block may have fewer than 32.
unsigned BanksPanel::lanes_of(const KernelRun& run, const MemoryAccess& access) {
  const std::uint64_t threads = run.instance.block.count(), before = std::uint64_t{access.warp} * kWarpSize;
  return static_cast<unsigned>(std::min<std::uint64_t>(threads - std::min(before, threads), kWarpSize));
}

BankPictureRequest BanksPanel::request_for(PanelContext& context, const SideView& view, const StepState& state,
                                           const Rect& room) {
  const Session& session = context.session;
  palette_.load(context.theme, context.view.palette, view.run->machine.banks);
  BankPictureRequest request{state, *view.seen_cost(), view.run->machine, context.theme, palette_};
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
  request.lanes = lanes_of(*view.run, state.access);
  return request;
}

unsigned BanksPanel::axis_degree(const Session& session) {
  unsigned degree = kLeastAxis;
  for (const Side side : shown_sides(session)) {
    const SideView& view = session.side(side);
    if (!view.timeline) continue;
    Degree& kept = degrees_[side];
    if (kept.timeline != view.timeline) {
      kept = {view.timeline, degree_of(*view.timeline), has_phased_request(*view.timeline)};
    }
    degree = std::max(degree, kept.degree);
    const RequestCost* const cost = view.facts().request_cost();
    if (cost == nullptr) continue;
    for (const Phase& phase : cost->phases) degree = std::max(degree, phase.degree);
  }
  return degree;
}

/// Whether a request of either side has several phases, which are named beside the picture: both leave the line for
/// that, at all steps, so that charts that are compared stand at one height and nothing moves.
bool BanksPanel::leaves_line_for_phases(const Session& session) {
  static_cast<void>(axis_degree(session));
  const auto sides = shown_sides(session);
  return std::any_of(sides.begin(), sides.end(), [this](Side side) { return degrees_[side].has_phases; });
}

/// What the tokens of a side carry, in words.
std::function<std::vector<std::string>(const LaneToken&)> carried_by(const SideView& view, const LaneValues& values) {
  constexpr int kAllDigits = 7;
  const MemoryAccess& access = view.seen().access;
  const bool is_atomic = access.op == AccessOp::atomic || access.op == AccessOp::reduction;
  return [tile = view.run->tile ? &*view.run->tile : nullptr, &access, is_atomic, brief = values,
          exact = lane_values(*view.run, access, kAllDigits)](const LaneToken& token) {
    const unsigned lane = first_lane(token.lanes);
    if (is_atomic) return carried_wordings(tile, access.addresses[lane], "", "");
    return carried_wordings(tile, access.addresses[lane], exact[lane].view(), brief[lane].view());
  };
}

/// What is on its way between the tile and the banks, above all panels.
void BanksPanel::draw_crossing(PanelContext& context, const SideView& view, const Rect& room) {
  if (!queues_.has_crossing()) return;
  context.draw_above([this, &context, &view, room] {
    if (!view.state || view.seen_cost() == nullptr) return;
    const auto& words = (*context.tile_words)[index_of(side())];
    const auto cell_of = [&words](std::uint64_t word) {
      const auto found = words.find(word);
      return found == words.end() ? std::nullopt : std::optional(found->second);
    };
    const LaneValues values = lane_values(*view.run, view.seen().access);
    BankPictureRequest request = request_for(context, view, view.seen(), room);
    request.values = &values;
    request.carried = carried_by(view, values);
    request.probe = probe_of(context);
    draw_grid(
        context, [&](GridBuilder& builder) { queues_.draw_crossing(builder, request, cell_of); }, kNoClip);
  });
}

void BanksPanel::draw_shared(PanelContext& context, const SideView& view, const StepState& state, const Rect& rect) {
  const bool is_card = context.bank_card;
  const bool is_atomic = state.access.op == AccessOp::atomic || state.access.op == AccessOp::reduction;
  std::string caption = is_atomic ? "a bank updates for one lane a wavefront: the longest queue is the wavefronts"
                                  : "a bank serves one word a wavefront: the longest queue is the wavefronts";
  if (is_card) {
    caption = is_atomic
                  ? "at the foot: lanes asking each bank, one after another"
                  : "in the cells: the word; at the foot: words requested of each bank; the most are the wavefronts";
  }
  const float line = small_line(context), below = caption_height(context, rect);
  const float above = is_card && leaves_line_for_phases(context.session) ? line + context.px(2) : 0;
  Rect room{rect.x, rect.y + above, rect.width, rect.height - above - below};
  if (room.height < context.px(16)) return;
  if (!is_card) room.height -= lanes_.place(glyphs_, room, context.scale);
  BankPictureRequest request = request_for(context, view, state, room);
  const std::vector<FaultyLane> faulty = faulty_lanes(view);
  const LaneValues values = lane_values(*view.run, state.access);
  if (!view.passing) request.faulty = &faulty;
  request.row = &lanes_;
  request.values = &values;
  request.carried = carried_by(view, values);
  request.probe = probe_of(context);
  request.has_gates = leaves_line_for_phases(context.session);
  draw_grid(context, [&](GridBuilder& builder) {
    if (is_card) {
      card_.draw(builder, request);
    } else {
      queues_.draw(builder, request, axis_degree(context.session), view.clock);
    }
  });
  if (queues_.has_flying() && !is_card) {
    draw_grid(context, [&](GridBuilder& over) { queues_.draw_flying(over, request); });
  }
  if (!is_card) draw_crossing(context, view, room);
  const BankPicture& picture = is_card ? static_cast<const BankPicture&>(card_) : queues_;
  const Rect& plot = picture.plot();
  if (state.idle != 0 && !is_card && plot.height >= context.px(24)) {
    text_in(
        context, plot,
        Text(say("done")).fonts({FontUse::verdict, FontUse::heading}).colour(context.theme.good).align(Align::centre));
  }
  if (above > 0 && request.cost.phases.size() > 1)
    name_phases(context, request, picture, {rect.x, rect.y, rect.width, line});
  if (below > 0) {
    // A card of few lanes ends above; its caption stands by it.
    const float y = is_card ? std::min(rect.bottom() - line, plot.bottom() + context.px(24)) : rect.bottom() - line;
    const Text words = Text({caption, is_card ? "words per bank" : "one word a wavefront", ""}).small().muted();
    const float wanted = words.width(context);
    const float x = wanted > rect.right() - plot.x && wanted <= rect.width ? rect.x : plot.x;
    text_in(context, {x, y, rect.right() - x, line}, words);
  }
  if (plot.width < 1 || plot.height < 1) return;
  // The bank numbers below the chart are pointed at like their columns; not the caption.
  const float end = is_card ? std::min(room.bottom(), plot.bottom() + context.px(22)) : lanes_.rect().bottom();
  point_bank(context, request, picture, {plot.x, plot.y, plot.width, std::max(end - plot.y, 1.0f)});
}

/// Above each phase that is drawn which it is and whose; where there is room for numbers alone, "phase" before them.
void BanksPanel::name_phases(PanelContext& context, const BankPictureRequest& request, const BankPicture& picture,
                             const Rect& line) {
  const PhaseColumns& columns = picture.columns();
  const std::size_t phases = request.cost.phases.size();
  bool has_numbers_alone = false;
  for (std::size_t phase = columns.first; phase < columns.first + columns.count; ++phase) {
    const ShortText lanes = lanes_text(request.cost.phases[phase].lanes);
    const float from = columns.bank_x(phase, 0);
    const float width = columns.count == 1 ? line.right() - from : columns.block - context.px(8);
    Fit words(phase_wordings(phase, phases, request.cost.phases[phase].lanes, lanes.view()));
    words.fonts({FontUse::small});
    has_numbers_alone = has_numbers_alone || words.width(context.fonts, 1) > width;
    text_in(context, {from, line.y, width, line.height},
            Text(words).colour(phase == request.state.phase ? context.theme.text : context.theme.text_faint));
  }
  if (!has_numbers_alone) return;
  const float room = picture.plot().x - line.x - context.px(3);
  text_in(context, {line.x, line.y, room, line.height}, Text({"phase", ""}).small().faint());
}

std::string words_of_bank(const RequestCost& cost, const BankPicturePlace& place) {
  const BankLoad* asked = nullptr;
  if (place.phase < cost.phases.size()) {
    for (const BankLoad& load : cost.phases[place.phase].banks) asked = load.bank == *place.bank ? &load : asked;
  }
  return bank_text(*place.bank, asked, place.lane).str();
}

void BanksPanel::point_bank(PanelContext& context, const BankPictureRequest& request, const BankPicture& picture,
                            const Rect& rect) {
  const Rect& plot = picture.plot();
  const auto [clicked, at] =
      picture_at(context, rect, "banks", "banks",
                 {picture.columns().left, plot.y, plot.right() - picture.columns().left, rect.bottom() - plot.y},
                 {picture.columns().pitch, std::max(plot.height / 32, 1.0f)});
  if (!at) return;
  const auto place = picture.at(at->x, at->y);
  if (!place) {
    if (clicked) context.session.pointer().clear_selection();
    return;
  }
  Focus focus;
  focus.side = side();
  if (place->lane && has_lane(addressing_lanes(request.state.access), *place->lane)) {
    focus.lane = place->lane;
  } else {
    focus.bank = place->bank;
  }
  context.session.pointer().hover(focus);
  if (clicked) context.session.pointer().select(focus);
  tooltip(context, words_of_bank(request.cost, *place));
}

void BanksPanel::draw_lines(PanelContext& context, const SideView& view, const StepState& state, const Rect& rect) {
  const float below = caption_height(context, rect), between = context.px(4);
  Rect room{rect.x, rect.y, rect.width, rect.height - below};
  room.height -= lanes_.place(glyphs_, room, context.scale);
  if (room.height < context.px(LinePicture::kLeastHeight)) return draw_strip(context, view, state, rect);
  const Row figures = figures_row(context, coalescing_figures(view));
  const float figures_height = figures.height(context, rect.width) + between;
  const bool is_low = room.height - figures_height < context.px(LinePicture::kFairHeight);
  if (!is_low) {
    figures.draw(context, {room.x, room.y, room.width, figures_height - between});
    room.y += figures_height;
    room.height -= figures_height;
  }
  draw_line_picture(context, view, state, room, lane_values(*view.run, state.access));
  if (below > 0) {
    const Fit caption = is_low ? lines_wordings(view.run->machine, line_picture_.left_out(), coalescing_figures(view))
                               : lines_wordings(view.run->machine, line_picture_.left_out());
    const float line = small_line(context);
    text_in(context, {rect.x, rect.bottom() - line, rect.width, line}, Text(caption).small().muted());
  }
  // Few lines leave room for where in the whole matrices they lie; without a tile that stands in its place.
  if (view.run->shared_bytes != 0 && !is_low) {
    matrix_.draw(context, side(), view,
                 {room.x, room.y + context.px(8), room.width, line_picture_.top() - context.px(26) - room.y});
  }
  const float top = line_picture_.top();
  point_lines(context, view, state, {rect.x, top, rect.width, lanes_.rect().bottom() - top});
}

void BanksPanel::draw_line_picture(PanelContext& context, const SideView& view, const StepState& state,
                                   const Rect& room, const LaneValues& values) {
  LinePictureRequest request{*view.run, state, *view.seen_cost(), context.theme, lanes_};
  for (const FaultyLane& lane : faulty_lanes(view)) {
    if (lane.space != Space::shared && !lane.is_next && !view.passing) request.faulty |= lane_bit(lane.lane);
  }
  request.time = view.clock;
  request.room = room;
  request.scale = context.scale;
  request.alone = view.run->shared_bytes == 0;
  request.values = &values;
  request.lane = context.session.focus(side()).lane;
  request.accent = accent(context.theme, side());
  request.lanes = lanes_of(*view.run, state.access);
  request.probe = probe_of(context);
  draw_grid(context, [&](GridBuilder& builder) {
    line_picture_.draw(builder, request);
    // The threads lie behind the lines.
    const float thin = std::max(1.0f, context.px(1));
    for (const LinePicture::Thread& thread : line_picture_.threads()) {
      context.painter.line({thread.x0, thread.y0}, {thread.x1, thread.y1}, with_opacity(context.theme.now_border, 0.4f),
                           thin);
    }
  });
  if (line_picture_.has_flying()) {
    draw_grid(context, [&](GridBuilder& over) { line_picture_.draw_flying(over, request); });
  }
}

void BanksPanel::point_lines(PanelContext& context, const SideView& view, const StepState& state, const Rect& rect) {
  if (rect.empty()) return;
  const auto [clicked, at] =
      picture_at(context, rect, "lines", "sectors", rect, {rect.width / 64, small_line(context)});
  if (!at) return;
  if (const auto lane = lanes_.lane_at(at->x, at->y)) {
    Focus focus;
    focus.side = side();
    focus.lane = lane;
    context.session.pointer().hover(focus);
    if (clicked) context.session.pointer().select(focus);
    tooltip(context, lane_text(state.access, *lane));
  } else if (const SectorUse* use = line_picture_.sector_at(at->x, at->y)) {
    point_sector(context, view.run->machine, *use, clicked);
  } else {
    tooltip(context, "Lanes at the foot, above them the lines of memory that they touch: a step moves a sector.");
  }
}

void BanksPanel::point_sector(PanelContext& context, const MachineModel& machine, const SectorUse& use, bool clicked) {
  Focus focus;
  focus.side = side();
  focus.lane = first_lane(use.lanes);
  context.session.pointer().hover(focus);
  if (clicked) context.session.pointer().select(focus);
  tooltip(context, sector_text(use.sector * machine.sector_bytes, use.bytes_used(), machine.sector_bytes, use.lanes));
}

/// The same where there is little room: sectors beside each other, without the lanes above.
void BanksPanel::draw_strip(PanelContext& context, const SideView& view, const StepState& state, const Rect& rect) {
  const float line = small_line(context);
  const Rect room{rect.x, rect.y, rect.width, rect.height - line - context.px(6)};
  if (room.height < context.px(12)) return;
  draw_grid(context, [&](GridBuilder& builder) { strip_.draw(builder, request_for(context, view, state, room)); });
  text_in(context, {rect.x, rect.bottom() - line, rect.width, line},
          Text(lines_wordings(view.run->machine, strip_.left_out(), coalescing_figures(view))).small().muted());
  const auto [clicked, at] =
      picture_at(context, room, "sectors", "sectors", room, {rect.width / 64, small_line(context)});
  if (!at) return;
  if (const SectorUse* use = strip_.at(at->x, at->y)) point_sector(context, view.run->machine, *use, clicked);
}

Card BanksPanel::stage_card(PanelContext& context, const Stage& stage, bool lit, const StageForm& form) {
  const Theme& theme = context.theme;
  const std::string value = ratio_text(stage.transactions_per_request());
  const Text title = Text(stage_text(stage, form.has_titles ? Length::full : Length::brief))
                         .small()
                         .colour(lit ? theme.text : theme.text_muted);
  const Colour verdict = stage.wasteful ? theme.bad : theme.good;
  Row number;
  if (form.is_brief) {
    number.gap(6).add(title, share()).add(Text(value).small().colour(verdict));
  } else {
    number.gap(5).place(Place::baseline).add(Text(value).fonts({FontUse::heading}).colour(verdict));
    if (form.has_units) number.add(Text(transactions_text(stage)).small().muted());
  }
  Card card(form.is_brief ? Box(number) : Box(Column().gap(0).add(title).add(number)));
  card.padding(form.is_brief ? 5 : 6, form.is_brief ? 2 : 5.5f).radius(form.is_brief ? 3 : 5);
  if (lit) card.fill(theme.selected).line(accent(theme, side()));
  // Its lines tell stages with the same title from each other.
  return card.tooltip(stage_meaning_text(stage))
      .on_click(fmt::format("stage at request {}", stage.first_request), [this, &context, first = stage.first_request] {
        context.session.player().go_to_request(side(), first);
      });
}

/// What the warp does one after the other, the present stage lit; a click goes there. Cards where the picture below
/// still has its room, or else one line. Both sides alike, for their pictures are compared: where one has stages the
/// other leaves the room.
Box BanksPanel::stages_box(PanelContext& context, const SideView& view, const StepState& state, const Rect& rect) {
  const auto stages = stages_to_show(view);
  const auto others = context.session.comparing() ? stages_to_show(context.session.side(other_side(side()))) : stages;
  if (stages.empty() && others.empty()) return {};
  const auto& any = stages.empty() ? others : stages;
  StageForm form;
  const auto height = [&] { return stage_card(context, any.front(), false, form).height(context, rect.width); };
  form.is_brief = rect.height < height() + context.px(kBelowCards);
  if (rect.height < height() + context.px(kBelowStages)) return {};
  if (stages.empty()) return Gap(height() / context.scale);
  const float between = form.is_brief ? 10 : 14, count = static_cast<float>(stages.size());
  const float width = std::floor((rect.width + context.px(between)) / count - context.px(between));
  const auto fits = [&](bool has_titles, bool has_units) {
    form.has_titles = has_titles;
    form.has_units = has_units;
    return std::all_of(stages.begin(), stages.end(), [&](const Stage& stage) {
      return stage_card(context, stage, false, form).width(context) <= width;
    });
  };
  if (!fits(true, true) && !fits(true, false) && !fits(false, true)) fits(false, false);
  const auto present = stage_of(stages, state.request);
  Row row;
  row.gap(0);
  for (std::size_t i = 0; i < stages.size(); ++i) {
    if (i > 0) {
      row.add(Drawing([&context](const Rect& arrow) {
                const float middle = arrow.y + arrow.height / 2, reach = context.px(3.5f);
                const float from = arrow.x + (arrow.width - reach) / 2;
                context.painter.triangle({from, middle - reach}, {from + reach, middle}, {from, middle + reach},
                                         context.theme.text_faint);
              }),
              units(between));
    }
    row.add(stage_card(context, stages[i], present == i, form), share());
  }
  return row;
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
