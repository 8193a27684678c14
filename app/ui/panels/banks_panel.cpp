// The banks: the picture that shows why a request takes as long as it does; alone, with the verdict above it.

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/base/text_lines.h"
#include "core/wording/explanation_text.h"
#include "core/wording/numbers.h"
#include "core/wording/picture_text.h"
#include "ui/learn/open_lesson.h"
#include "ui/learn/question_marks.h"
#include "ui/panels/bank_canvas.h"
#include "ui/panels/bank_card.h"
#include "ui/panels/lane_queues.h"
#include "ui/panels/lines_view.h"
#include "ui/panels/side_style.h"
#include "ui/panels/stages_row.h"
#include "ui/panels/verdict_header.h"
#include "ui/tile_marks.h"
#include "ui/widgets/bank_palette.h"
#include "ui/widgets/cell_labels.h"
#include "ui/widgets/grid_builder.h"

namespace bankloom::ui {
namespace {

/// The chart's axis has at least this many wavefronts, so that one wavefront is a low block and no wall.
constexpr unsigned kLeastAxis = 4;

/// The wavefronts of the most expensive phases of a run's shared requests, as exactly as their counters show.
unsigned degree_of(const Timeline& timeline) {
  unsigned degree = 1;
  for (const TimelineRequest& request : timeline.requests()) {
    if (request.space != Space::shared || request.counts.phases == 0) continue;
    degree = std::max(degree, (request.counts.wavefronts + request.counts.phases - 1) / request.counts.phases);
  }
  return degree;
}

/// The wavefronts of a run's most expensive shared request.
unsigned wavefronts_of(const Timeline& timeline) {
  unsigned most = 1;
  for (const TimelineRequest& request : timeline.requests()) {
    if (request.space == Space::shared) most = std::max(most, request.counts.wavefronts);
  }
  return most;
}

/// The whole window, however large.
constexpr Rect kNoClip{0, 0, 1e5f, 1e5f};

/// Whether one of a run's shared requests has several phases.
bool has_phased_request(const Timeline& timeline) {
  return std::ranges::any_of(timeline.requests(), [](const TimelineRequest& request) {
    return request.space == Space::shared && request.counts.phases > 1;
  });
}

/// The side of the banks: in a picture of them alone there is no tile above.
Row whose(const PanelContext& context, Side side, const SideView& view) {
  const auto tile = drawn_tile(*view.run);
  Row row = Row().gap(10).place(Alignment::baseline);
  if (context.session.comparing()) row.add(Text(side_name(side)).heading().colour(accent(context.theme, side)));
  row.add(Text(tile ? tile_text(*tile, view.run->tile.has_value()) : say("global memory")).heading());
  if (const Kernel* kernel = context.session.kernel(side))
    row.add(Text(bankloom::Text::verbatim(kernel->name)).small().muted());
  return row;
}

/// Whether both are runs of one kernel with tiles of one shape.
bool is_same_but_for_padding(const KernelRun& a, const KernelRun& b) {
  if (a.instance.kernel != b.instance.kernel || !a.tile || !b.tile) return false;
  return a.tile->rows == b.tile->rows && a.tile->columns == b.tile->columns &&
         a.tile->element_bytes == b.tile->element_bytes;
}

class BanksPanel final : public SidePanel {
 public:
  using SidePanel::SidePanel;
  void draw(PanelContext& context) override;

 private:
  void draw_below(PanelContext& context, const SideView& view, const StepState& state, const Rect& rect);
  void draw_picture(PanelContext& context, const SideView& view, const Rect& rect);
  void draw_empty(PanelContext& context, const SideView& view, const Rect& rect);
  void draw_shared(PanelContext& context, const SideView& view, const StepState& state, const Rect& rect);
  void draw_caption(PanelContext& context, const StepState& state, const Rect& plot, const Rect& rect) const;
  void draw_crossing(PanelContext& context, const SideView& view, const Rect& room);
  static void name_phases(PanelContext& context, const BankPictureRequest& request, const BankPicture& picture,
                          const Rect& line);
  void point_bank(PanelContext& context, const BankPictureRequest& request, const BankPicture& picture,
                  const Rect& rect);
  [[nodiscard]] QueueAxis axis_of(const Session& session);
  void draw_end_words(PanelContext& context, const StepState& state, const RequestCost& cost, Colour verdict) const;
  [[nodiscard]] bool leaves_line_for_phases(const Session& session);

  BankCanvas canvas_{side()};
  LaneQueues queues_;
  BankCard card_;
  LinesView lines_{canvas_};
  VerdictHeader header_{side()};
  struct Kept {
    std::shared_ptr<const KernelRun> run;
    std::shared_ptr<const Timeline> timeline;
    unsigned degree = 1;      ///< of the longest queue
    unsigned wavefronts = 1;  ///< of the most expensive request
    bool has_phases = false;
  };
  /// Of all sides, which share an axis; cached, since a run may have a million requests. Another padding leaves the
  /// axis at least as long as it was: the stacks before and after are seen on one scale.
  std::map<Side, Kept> kept_;
  [[nodiscard]] const Kept& kept_of(const Session& session, Side side);
};

void BanksPanel::draw(PanelContext& context) {
  canvas_.glyphs.load(context.fonts.cell, context.fonts.large_cell, context.least_cell_text());
  const SideView& view = context.session.side(side());
  if (!view.run) return;
  Column page = Column().gap(6);
  if (context.without_controls) page.add(whose(context, side(), view));
  if (!context.in_window) page.add(header_.box(context));
  if (view.state) {
    page.add(Drawing([&](const Rect& rect) { draw_below(context, view, *view.state, rect); }), share());
  } else if (question_marks(context, side()).is_asked && view.run->tile) {
    page.add(Drawing([&](const Rect& rect) { draw_empty(context, view, rect); }), share());
  }
  if (!context.area.empty()) page.draw(context, context.area);
}

/// Banks and lanes without the request: while a question hides it, with the lane that is asked about and a wrong
/// answer, and while the rows are on their way to another padding.
void BanksPanel::draw_empty(PanelContext& context, const SideView& view, const Rect& rect) {
  StepState nothing;
  nothing.steps = 0;
  nothing.access.warp = view.state ? view.state->access.warp : context.lesson->question().asked()->at.at().warp;
  Rect room = banks_room(context, canvas_.glyphs, rect);
  if (room.height < context.px(16)) return;
  room.height -= canvas_.lanes.place(canvas_.glyphs, room, context.scale, lane_places(context.session));
  BankPictureRequest request = canvas_.request_for(context, view, nothing, room);
  request.row = &canvas_.lanes;
  request.probe = probe_of(context);
  // That of the run would tell what a question hides.
  const QueueAxis axis = view.state ? axis_of(context.session) : QueueAxis{kLeastAxis, kLeastAxis};
  canvas_.draw(context, [&](GridBuilder& builder) { queues_.draw(builder, request, axis, 0); });
}

/// The part below the header: the stages, if there are any and room for them, and the picture.
void BanksPanel::draw_below(PanelContext& context, const SideView& view, const StepState& state, const Rect& rect) {
  const Box stages = stages_row(context, side(), view, state, rect);
  const Drawing picture([&](const Rect& room) { draw_picture(context, view, room); });
  const bool is_brief = stages && stages.height(context, rect.width) < context.px(24);
  Column().gap(is_brief ? 6 : 10).add(stages).add(picture, share()).draw(context, rect);
}

void BanksPanel::draw_picture(PanelContext& context, const SideView& view, const Rect& rect) {
  const RequestCost* const cost = view.seen_cost();
  if (cost == nullptr) return;
  const StepState& state = view.seen();
  if (context.session.player().playback().moving()) context.redraw_within(0);
  // What the rows bring about is seen when they are there.
  if (slide_of(context.session, side()) != nullptr && !context.bank_card) return draw_empty(context, view, rect);
  if (state.access.space == Space::shared && !cost->phases.empty()) {
    draw_shared(context, view, state, rect);
  } else if (state.access.space == Space::global && !cost->sectors.empty()) {
    lines_.draw(context, view, state, rect);
  }
}

const BanksPanel::Kept& BanksPanel::kept_of(const Session& session, Side side) {
  const SideView& view = session.side(side);
  Kept& kept = kept_[side];
  if (kept.timeline != view.timeline) {
    Kept now;
    if (view.timeline && view.run) {
      now = {view.run, view.timeline, degree_of(*view.timeline), wavefronts_of(*view.timeline),
             has_phased_request(*view.timeline)};
      if (kept.run && is_same_but_for_padding(*kept.run, *view.run)) {
        now.degree = std::max(now.degree, kept.degree);
        now.wavefronts = std::max(now.wavefronts, kept.wavefronts);
      }
    }
    kept = std::move(now);
  }
  return kept;
}

QueueAxis BanksPanel::axis_of(const Session& session) {
  QueueAxis axis{kLeastAxis, kLeastAxis};
  for (const Side side : shown_sides(session)) {
    const SideView& view = session.side(side);
    if (!view.timeline) continue;
    const Kept& kept = kept_of(session, side);
    axis = {std::max(axis.degree, kept.degree), std::max(axis.wavefronts, kept.wavefronts)};
    const RequestCost* const cost = view.facts().request_cost();
    if (cost == nullptr) continue;
    for (const Phase& phase : cost->phases) axis.degree = std::max(axis.degree, phase.degree);
    axis.wavefronts = std::max(axis.wavefronts, cost->counts.wavefronts);
  }
  return axis;
}

/// Whether a request of either side has several phases, which are named beside the picture. Both sides then leave room
/// for that line at all steps, so that compared charts have one height and nothing moves.
bool BanksPanel::leaves_line_for_phases(const Session& session) {
  return std::ranges::any_of(shown_sides(session), [&](Side side) { return kept_of(session, side).has_phases; });
}

/// The texts of a side's tokens.
std::function<std::vector<std::string>(const LaneToken&)> carried_by(const SideView& view, const LaneValues& values) {
  constexpr int kAllDigits = 7;
  const MemoryAccess& access = view.seen().access;
  const bool is_atomic = bankloom::is_atomic(access.op);
  return [tile = view.run->tile ? &*view.run->tile : nullptr, &access, is_atomic, brief = values,
          exact = lane_values(*view.run, access, kAllDigits)](const LaneToken& token) {
    const unsigned lane = first_lane(token.lanes);
    if (is_atomic) return carried_wordings(tile, access.addresses[lane], "", "");
    return carried_wordings(tile, access.addresses[lane], exact[lane].view(), brief[lane].view());
  };
}

/// Values in flight between the tile and the banks, above all panels.
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
    BankPictureRequest request = canvas_.request_for(context, view, view.seen(), room);
    request.values = &values;
    request.carried = carried_by(view, values);
    request.probe = probe_of(context);
    canvas_.draw(
        context, [&](GridBuilder& builder) { queues_.draw_crossing(builder, request, cell_of); }, kNoClip);
  });
}

/// The caption below a card.
void BanksPanel::draw_caption(PanelContext& context, const StepState& state, const Rect& plot, const Rect& rect) const {
  const MachineModel& machine = context.session.side(side()).run->machine;
  const bool is_lane_by_lane = machine.rule(state.access.op, state.access.width).lane_by_lane;
  const float line = small_line(context);
  // A card of few lanes ends higher; its caption is close to it.
  const float y = std::min(rect.bottom() - line, plot.bottom() + context.px(24));
  const Text words = Text({is_lane_by_lane ? "bottom row: lanes waiting for each bank, one after another"
                                           : "in the cells: the word; bottom row: words requested from each bank; the "
                                             "largest number is the number of wavefronts of this phase",
                           "words per bank", ""})
                         .small()
                         .muted();
  const float wanted = words.width(context);
  const float x = wanted > rect.right() - plot.x && wanted <= rect.width ? rect.x : plot.x;
  text_in(context, {x, y, rect.right() - x, line}, words);
}

/// What the whole request was, beside its words.
void BanksPanel::draw_end_words(PanelContext& context, const StepState& state, const RequestCost& cost,
                                Colour verdict) const {
  const EndText words = end_text(context.session.side(side()).run->machine, state.access, cost);
  const Rect& plot = queues_.plot();
  // What is bad about a fault is not its wavefronts.
  const Colour colour = state.is_wrong() && cost.counts.bank_conflicts == 0 ? context.theme.text : verdict;
  for (const FontUse font : {FontUse::verdict, FontUse::heading, FontUse::strong, FontUse::small}) {
    // The largest is for the lecture hall.
    if (font == FontUse::verdict && !context.in_focus_view) continue;
    const Text what = Text(words.what).fonts({font}), so = Text(words.so).fonts({font}).colour(colour);
    Column lines = Column().gap(0).add(what).add(so);
    Row line = Row().gap(6).add(what).add(so);
    const float line_width = line.width(context), line_height = line.height(context, plot.width);
    const float width = std::max(what.width(context), so.width(context)), height = lines.height(context, width);
    // In two lines beside a high stack, otherwise in one.
    const bool is_high = cost.counts.bank_conflicts > 0 && 2.5f * height < plot.height;
    const bool is_last = font == FontUse::small;
    // Words without room are left out: the stack and its bracket say it, too.
    if ((is_high ? width : line_width) > plot.width * (is_last ? 0.96f : 0.8f)) continue;
    const float pad = context.px(4);
    const Rect at = is_high ? queues_.end_room(width + pad, height, context.scale)
                            : queues_.end_room(line_width + pad, line_height, context.scale);
    card(context, at.inset(-pad, -pad / 2), with_opacity(context.theme.raised, 0.85f), 0, 3);
    if (is_high) {
      lines.draw(context, at);
    } else {
      line.draw(context, at);
    }
    return;
  }
}

void BanksPanel::draw_shared(PanelContext& context, const SideView& view, const StepState& state, const Rect& rect) {
  const bool is_card = context.bank_card;
  const float line = small_line(context), below = context.bank_card ? caption_height(context, rect) : 0;
  const float above = is_card && leaves_line_for_phases(context.session) ? line + context.px(2) : 0;
  Rect room{rect.x, rect.y + above, rect.width, rect.height - above - below};
  if (room.height < context.px(16)) return;
  if (!is_card) {
    room = banks_room(context, canvas_.glyphs, room);
    room.height -= canvas_.lanes.place(canvas_.glyphs, room, context.scale, lane_places(context.session));
  }
  BankPictureRequest request = canvas_.request_for(context, view, state, room);
  const std::vector<FaultyLane> faulty = faulty_lanes(view);
  const LaneValues values = lane_values(*view.run, state.access);
  if (!view.passing) request.faulty = &faulty;
  request.row = &canvas_.lanes;
  request.values = &values;
  request.carried = carried_by(view, values);
  request.probe = probe_of(context);
  request.has_gates = leaves_line_for_phases(context.session);
  request.ended = view.ended && !is_card;
  request.verdict = verdict_colour(context.theme, view);
  const auto& tile = view.run->tile;
  if (tile && tile->rows > 1 && stands_on_banks(*tile, tile->row_elements(), view.run->machine)) {
    request.padding = static_cast<unsigned>(tile->row_elements() - tile->columns);
  }
  canvas_.draw(context, [&](GridBuilder& builder) {
    if (is_card) {
      card_.draw(builder, request);
    } else {
      queues_.draw(builder, request, axis_of(context.session), view.clock);
    }
  });
  if (queues_.has_flying() && !is_card) {
    canvas_.draw(context, [&](GridBuilder& over) { queues_.draw_flying(over, request); });
  }
  if (!is_card) draw_crossing(context, view, room);
  const BankPicture& picture = is_card ? static_cast<const BankPicture&>(card_) : queues_;
  const Rect& plot = picture.plot();
  if (request.ended && plot.height >= context.px(24)) draw_end_words(context, state, request.cost, request.verdict);
  if (above > 0 && request.cost.phases.size() > 1)
    name_phases(context, request, picture, {rect.x, rect.y, rect.width, line});
  if (below > 0) draw_caption(context, state, plot, rect);
  if (plot.width < 1 || plot.height < 1) return;
  // Pointing at the bank numbers below the chart means their columns; not at the caption.
  const float end = is_card ? std::min(room.bottom(), plot.bottom() + context.px(22)) : canvas_.lanes.rect().bottom();
  point_bank(context, request, picture, {plot.x, plot.y, plot.width, std::max(end - plot.y, 1.0f)});
}

/// The number of each drawn phase above it, and its side; with room for numbers only, "phase" before them.
void BanksPanel::name_phases(PanelContext& context, const BankPictureRequest& request, const BankPicture& picture,
                             const Rect& line) {
  const PhaseColumns& columns = picture.columns();
  const std::size_t phases = request.cost.phases.size();
  bool has_numbers_alone = false;
  for (std::size_t phase = columns.first; phase < columns.first + columns.count; ++phase) {
    const ShortText lanes = lanes_text(request.cost.phases[phase].lanes);
    const float from = columns.bank_x(phase, 0);
    const float width = columns.count == 1 ? line.right() - from : columns.block - context.px(8);
    Fit words(phase_wordings(request.state.access.op, phase, phases, request.cost.phases[phase].lanes, lanes.view()));
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

}  // namespace

PanelEntry banks_panel() {
  return {.id = "banks",
          .title = "Banks",
          .help =
              "How many different words the warp requests from each bank. A bank serves one word in a wavefront, so "
              "the tallest bar is the number of wavefronts of this phase.",
          .slot = Slot::banks,
          .maker = maker_of<BanksPanel>()};
}

}  // namespace bankloom::ui
