// The tile: shared memory as the kernel's array or as the banks hold it, coloured by bank, with the present request on
// it.

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/wording/fault_text.h"
#include "core/wording/picture_text.h"
#include "ui/actions.h"
#include "ui/layout/box.h"
#include "ui/learn/open_lesson.h"
#include "ui/learn/question_marks.h"
#include "ui/panel.h"
#include "ui/panels/bank_canvas.h"
#include "ui/panels/fitting_shape.h"
#include "ui/panels/matrix_view.h"
#include "ui/panels/side_style.h"
#include "ui/panels/tile_costs.h"
#include "ui/panels/tile_notice.h"
#include "ui/programs/program_head.h"
#include "ui/progress_card.h"
#include "ui/tile_marks.h"
#include "ui/tile_picture.h"
#include "ui/tile_placement.h"
#include "ui/tile_zoom.h"
#include "ui/widgets/asked_ring.h"
#include "ui/widgets/bank_palette.h"
#include "ui/widgets/cell_labels.h"
#include "ui/widgets/grid_builder.h"

namespace bankloom::ui {

using namespace wording;
namespace {

/// Seconds of the transition between the logical and the physical picture.
constexpr double kPassage = 0.6;
/// How much wider than high cells may be: wide ones hold longer texts.
constexpr float kWideCells = 2.2f, kWideCellsForText = 2.6f;

/// Units of a tile with room for its costs beside its name, and of the verdict on its time there.
constexpr float kWideHead = 640, kEnd = 190;

/// The state of the transition between the two layouts.
struct Passage {
  bool known = false;
  TileLayout target = TileLayout::logical;
  float from = 0;
  double began = 0;
};

/// The faults of a run as a mark, that of the present step first; nothing if it has none, or if the shown kernel is no
/// longer the chosen one: its faults would read as the chosen one's.
std::string fault_text_of(const Session& session, Side side) {
  const SideView& view = session.side(side);
  const auto& faults = view.facts().faults();
  if (faults.empty() || !name_of_last(session, side).empty()) return {};
  std::size_t shown = 0;
  if (view.state && view.state->fault) shown = view.state->fault->index;
  return fault_mark_text(faults[shown], faults.size() - 1).str();
}

/// The question whose cells are picked in the tile; null where none is asked.
OpenQuestion* question_of_cells(const PanelContext& context) {
  if (context.lesson == nullptr || context.lesson->state() != OpenLesson::State::asking) return nullptr;
  OpenQuestion& question = context.lesson->question();
  return question.asked()->question.kind == learn::QuestionKind::cells ? &question : nullptr;
}

/// A note about a side's faults, on both sides, so that compared pictures are level; the step says what is wrong.
void add_faults(const PanelContext& context, Side side, Column& page) {
  const auto sides = shown_sides(context.session);
  const auto is_faulty = [&](Side one) { return !fault_text_of(context.session, one).empty(); };
  // In the focus view the headline says it.
  if (context.in_focus_view || std::ranges::none_of(sides, is_faulty)) return;
  const std::string words = fault_text_of(context.session, side);
  page.add(words.empty() ? Box(Gap()) : Box(Text(words).small().colour(context.theme.bad)), units(13));
}

class TilePanel final : public SidePanel {
 public:
  using SidePanel::SidePanel;
  void draw(PanelContext& context) override;

 private:
  [[nodiscard]] Column header(const PanelContext& context, const SideView& view,
                              const std::optional<TileGeometry>& tile) const;
  [[nodiscard]] Text mark(const PanelContext& context, const SideView& view) const;
  void draw_tile(PanelContext& context, const SideView& view, const TileGeometry& tile, const Rect& room);
  void draw_focus(PanelContext& context, const SideView& view, GridBuilder& builder, GridBuilder& axes,
                  const TilePictureRequest& request);
  void note_words(PanelContext& context, const TilePictureRequest& request, const Rect& seen) const;
  [[nodiscard]] std::vector<Rect> asked_boxes(const Session& session, const TilePictureRequest& request) const;
  void draw_question(PanelContext& context, GridBuilder& builder, const TilePictureRequest& request);
  void point(PanelContext& context, const SideView& view, const TilePictureRequest& request);
  void apply_zoom(PanelContext& context, const TileCells& cells, float width, float height,
                  TilePictureRequest& request);
  void move_view(PanelContext& context, const Rect& area, const CellSize& cell);
  /// The visible part of the grid.
  [[nodiscard]] Rect seen_part(const TilePictureRequest& request) const;
  [[nodiscard]] TileCells cells_for(const PanelContext& context, float width, float height) const;
  /// `before`: where rows slide, with the padding that they come from.
  [[nodiscard]] TileCells cells_at(const PanelContext& context, float width, float height, bool before) const;
  float passage(PanelContext& context);

  GlyphTable glyphs_;
  BankPalette palette_;
  TileMarks marks_;
  TilePicture picture_;
  MatrixView matrix_;  ///< in place of a missing tile
  Passage passage_;
  CellSize fitting_;  ///< a cell's size if the whole tile is visible
  struct Shown {
    int column = -1, line = -1;
    float factor = 1;
    friend bool operator==(const Shown&, const Shown&) = default;
  } shown_;  ///< cell chosen by the arrow keys
};

void TilePanel::draw(PanelContext& context) {
  const SideView& view = context.session.side(side());
  // The picture of what was shown before would be mistaken for the program's.
  if (is_program_to_run(context.session, side())) {
    return show(context, program_to_run_page(context, context.session.runs().side(side()).failure->message));
  }
  std::optional<TileGeometry> tile;
  if (view.run) tile = drawn_tile(*view.run);
  Column page = Column().gap(4).add(header(context, view, tile));
  if (view.run) {
    add_faults(context, side(), page);
    page.add(Drawing([&](const Rect& room) {
               if (tile) {
                 draw_tile(context, view, *tile, room);
               } else {
                 matrix_.draw(context, side(), view, room);
               }
             }),
             share());
    return show(context, page);
  }
  const SideRun& made = context.session.runs().side(side());
  page.space(4);
  if (made.failure && !made.pending) {
    Text words(made.failure->message);
    words.wrap().colour(made.failure->is_cancelled() ? context.theme.text_muted : context.theme.bad);
    page.add(words).space(4).add(fitting_shape(context, side()));
  } else {
    page.add(Text(making_text(is_executed(context.session, side()))).muted().wrap());
  }
  show(context, page);
}

/// A note about the picture; empty if it is complete and up to date.
Text TilePanel::mark(const PanelContext& context, const SideView& view) const {
  const SideRun& made = context.session.runs().side(side());
  if (made.pending) {
    return Text(making_text(is_executed(context.session, side()), name_of_last(context.session, side()))).muted();
  }
  if (made.failure && view.run) {
    const bool is_cancelled = made.failure->is_cancelled();
    Text words({failed_text(is_cancelled, name_of_last(context.session, side())).str(),
                say("{what:failed|cancelled}", "what"_a = Case{is_cancelled ? 1U : 0U}).str()});
    return words.colour(made.failure->is_cancelled() ? context.theme.text_muted : context.theme.bad);
  }
  if (view.run && picture_.labels_left_out() && context.session.scene().label != CellLabel::bank) {
    // As found in the last frame; sizes seldom change.
    return Text({"cells too small for their words: point at one", "too small for words: point at one", ""}).muted();
  }
  return "";
}

Column TilePanel::header(const PanelContext& context, const SideView& view,
                         const std::optional<TileGeometry>& tile) const {
  const TimeText time = view.run ? time_text(context, side()) : TimeText{};
  std::string title = "Tile";
  if (view.run) title = tile ? tile_text(*tile, view.run->tile.has_value()) : say("global memory");
  const bool is_comparing = context.session.comparing();
  const Kernel* mine = context.session.kernel(side());
  const Kernel* other = context.session.kernel(other_side(side()));
  // The names distinguish two kernels beside each other.
  const bool is_named = is_comparing && mine != nullptr && other != nullptr && mine != other;
  Text at_end = mark(context, view).small();
  const bool is_marked = at_end.width(context) > 0;
  if (!is_marked) at_end = Text(time.verdict).fonts({FontUse::body}).colour(time.verdict_colour);
  at_end.align(Align::right);
  // In a window it stands above, beside the verdict. In the size of the title: a smaller letter would look like another
  // one.
  const bool has_letter = is_comparing && !context.in_window;
  const Text letter = Text(side_name(side())).fonts({FontUse::heading}).colour(accent(context.theme, side()));
  const KernelCost* const cost = view.facts().kernel_cost();
  const Box costs = cost != nullptr ? cost_line(context, *cost, time) : Box(Gap(12.5f));
  // A wide side has all in one line, whatever is hidden or shown: nothing changes its place then.
  const bool is_one_line = !context.in_focus_view && context.area.width >= context.px(kWideHead);
  const auto head = [=](bool has_name, bool has_end) {
    Row row = Row().gap(is_one_line ? 24 : 10).place(Alignment::baseline);
    if (has_letter) row.add(letter);
    row.add(Text(title).fonts({FontUse::heading}));
    if (has_name) row.add(Text(bankloom::Text::verbatim(mine->name)).small().muted());
    if (is_one_line && !is_marked) row.add(costs, share());
    return has_end ? row.add(at_end, is_one_line && !is_marked ? units(kEnd) : share()) : row;
  };
  Column column =
      Column().gap(2).add(FirstOf({[=] { return head(is_named, true); }, [=] { return head(is_named, is_marked); },
                                   [=] { return head(false, is_marked); }}));
  return context.in_focus_view || is_one_line ? column : column.add(costs);
}

/// Sizes of cells on the way from one padding to another.
CellSize between(const CellSize& a, const CellSize& b, double part) {
  const auto mixed = [part](float from, float to) { return from + (to - from) * static_cast<float>(part); };
  return {mixed(a.width, b.width), mixed(a.height, b.height)};
}

TileCells TilePanel::cells_for(const PanelContext& context, float width, float height) const {
  const TileCells cells = cells_at(context, width, height, false);
  for (const Side side : shown_sides(context.session)) {
    const PaddingSlide* const slide = slide_of(context.session, side);
    if (slide == nullptr) continue;
    const TileCells before = cells_at(context, width, height, true);
    return {between(before.logical, cells.logical, slide->part()),
            between(before.physical, cells.physical, slide->part())};
  }
  return cells;
}

TileCells TilePanel::cells_at(const PanelContext& context, float width, float height, bool before) const {
  const CellLabel label = context.session.scene().label;
  // A question's answer may put another text into the cells, which keep their place.
  const bool is_lesson = context.lesson != nullptr && context.lesson->is_open();
  const bool is_long = is_lesson || label == CellLabel::value || label == CellLabel::word || label == CellLabel::place;
  const auto sides = shown_sides(context.session);
  const bool stands = std::ranges::all_of(sides, [&](Side side) {
    const SideView& view = context.session.side(side);
    const auto tile = view.run ? drawn_tile(*view.run) : std::nullopt;
    if (!tile || !view.disclosure.mentions(FactKind::banks)) return false;
    const TilePlacement placement(*tile, view.run->machine, folding_of(*tile, view.run->machine, width, height));
    return stands_on_banks(*tile, placement.logical_shape().columns, view.run->machine);
  });
  // As wide as the banks below, however low.
  const float wide = stands ? width : is_long ? kWideCellsForText : kWideCells;
  std::optional<TileCells> all;
  // Both sides have cells of one size, so that their pictures can be compared.
  for (const Side side : sides) {
    const SideView& view = context.session.side(side);
    auto tile = view.run ? drawn_tile(*view.run) : std::nullopt;
    if (!tile) continue;
    if (const PaddingSlide* const slide = before ? slide_of(context.session, side) : nullptr; slide != nullptr) {
      tile->padding = static_cast<std::uint64_t>(std::llround(slide->from()));
    }
    const TilePlacement placement(*tile, view.run->machine, folding_of(*tile, view.run->machine, width, height));
    // Accesses beyond the end are marked in separate lines, at all steps, so that nothing moves between them.
    const TileCells cells =
        fit_tile(placement, farthest_beyond(view.facts().faults(), *tile), width, height, wide, context.px(14));
    all = all ? TileCells{smaller(all->logical, cells.logical), smaller(all->physical, cells.physical)} : cells;
  }
  if (all && stands) {
    const SideView& view = context.session.side(sides.front());
    const auto words =
        static_cast<float>(drawn_tile(*view.run)->element_bytes) / static_cast<float>(view.run->machine.bank_bytes);
    all->physical.width = bank_pitch(context.session, width);
    all->logical.width = words * all->physical.width;
  }
  return all.value_or(TileCells{});
}

float TilePanel::passage(PanelContext& context) {
  const TileLayout target = context.session.scene().layout;
  const float end = target == TileLayout::physical ? 1.0f : 0.0f;
  const auto at = [&](double time) {
    const float to = passage_.target == TileLayout::physical ? 1.0f : 0.0f;
    const auto part = static_cast<float>((time - passage_.began) / kPassage);
    return passage_.from + (to - passage_.from) * ease(part);
  };
  if (context.still || !passage_.known || !context.session.player().playback().has_motion()) {
    passage_ = {true, target, end, context.time - kPassage};
    return end;
  }
  if (passage_.target != target) passage_ = {true, target, at(context.time), context.time};
  if (context.time - passage_.began < kPassage) context.redraw_within(0);
  return at(context.time);
}

/// Notes where the words of the request are, for what flies to and from them.
void TilePanel::note_words(PanelContext& context, const TilePictureRequest& request, const Rect& seen) const {
  for (const TileMark& mark : marks_.all()) {
    const TilePart part = request.placement.part(mark.element, mark.part);
    Rect box = picture_.part_box(request, mark.element, part);
    // A flight to a cell out of view goes to the nearest edge.
    box.x = std::clamp(box.x, seen.x, std::max(seen.x, seen.right() - box.width));
    box.y = std::clamp(box.y, seen.y, std::max(seen.y, seen.bottom() - box.height));
    (*context.tile_words)[index_of(side())].emplace(part.word, box);
  }
}

void TilePanel::draw_tile(PanelContext& context, const SideView& view, const TileGeometry& tile, const Rect& room) {
  const Session& session = context.session;
  const KernelRun& run = *view.run;
  glyphs_.load(context.fonts.cell, context.fonts.large_cell, context.least_cell_text());
  // Where the banks are what is asked for, all elements are grey.
  const bool has_banks = view.facts().shows(FactKind::banks);
  const MachineModel& machine = run.machine;
  palette_.load(context.theme, context.view.palette, has_banks ? machine.banks : 0);

  const AxisRoom axes = axis_room(glyphs_, context.scale);
  const float width = room.width - axes.left, height = room.height - axes.top;
  const TileCells cells = cells_for(context, width, height);
  if (cells.logical.width <= 0 || cells.logical.height <= 0) return;
  const TilePlacement placement(tile, machine, folding_of(tile, run.machine, width, height));
  const StepState* state = view.state ? &view.seen() : nullptr;
  StepState whole;
  if (view.ended) {
    // As while the other side goes on: no word is being served.
    whole = *state;
    whole.idle = std::max(whole.idle, 1U);
    state = &whole;
  }
  marks_.set(placement, state, state != nullptr ? view.seen_cost() : nullptr);

  TilePictureRequest request{placement, marks_, context.theme, palette_};
  request.state = state;
  request.shared = view.shared.get();
  request.label = has_banks ? session.scene().label : CellLabel::place;
  // It goes on while the banks are hidden: an answer does not begin it.
  const float passed = passage(context);
  request.passage = has_banks ? passed : 0;
  if (const PaddingSlide* const slide = slide_of(session, side()); slide != nullptr) {
    request.slide.emplace(placement, slide->from(), slide->padding(static_cast<double>(tile.padding)),
                          static_cast<float>(slide->part()));
    context.redraw_within(0);
  }
  request.room = room;
  request.scale = context.scale;
  apply_zoom(context, cells, width, height, request);
  if (has_banks) request.highlight = session.scene().bank;
  const Focus& pointed = session.pointer().pointed();
  if (has_banks && pointed.bank && !pointed.cell && !pointed.lane) request.highlight = pointed.bank;

  gfx::GridBatch batch, labels;
  batch.glyph_texture = labels.glyph_texture = context.painter.glyph_texture();
  batch.scale = labels.scale = context.scale;
  const std::size_t parts = placement.elements() * placement.parts();
  batch.cells.reserve(parts + 512);
  batch.glyphs.reserve(3 * parts + 512);
  const bool is_whole = request.seen.empty();
  GridBuilder builder(batch, glyphs_), beside(is_whole ? batch : labels, glyphs_);
  picture_.draw(builder, beside, request);
  draw_focus(context, view, builder, beside, request);
  context.painter.grid(std::move(batch), is_whole ? context.area : request.seen);
  if (!is_whole) context.painter.grid(std::move(labels), context.area);
  const Rect seen = seen_part(request);
  note_words(context, request, seen);
  point(context, view, request);
  draw_tile_notice(context, side(), view, marks_.outside() != 0 && marks_.all().empty(), seen, matrix_);
}

/// The tile's shape in the catalogue, without its padding, which may change while the tile is zoomed.
std::array<std::uint64_t, 3> shape_of(const SideView& view) {
  const auto tile = view.run ? drawn_tile(*view.run) : std::nullopt;
  if (!tile) return {};
  return {tile->rows, tile->columns, tile->element_bytes};
}

void TilePanel::apply_zoom(PanelContext& context, const TileCells& cells, float width, float height,
                           TilePictureRequest& request) {
  request.logical_cell = cells.logical;
  request.physical_cell = cells.physical;
  fitting_ = request.passage < 0.5f ? cells.logical : cells.physical;
  if (context.tile_zoom == nullptr) return;
  TileZoom& zoom = *context.tile_zoom;
  const Session& session = context.session;
  const auto a = shape_of(session.side(Side::a)), b = session.comparing() ? shape_of(session.side(Side::b)) : a;
  GridShape shape;
  for (const Side side : shown_sides(session)) {
    const SideView& view = session.side(side);
    const auto tile = view.run ? drawn_tile(*view.run) : std::nullopt;
    if (!tile) continue;
    const TilePlacement placement(*tile, view.run->machine, folding_of(*tile, view.run->machine, width, height));
    const GridShape own = request.passage < 0.5f ? placement.logical_shape() : placement.physical_shape();
    shape = {std::max(shape.columns, own.columns), std::max(shape.lines, own.lines)};
  }
  zoom.set({a[0], a[1], a[2], b[0], b[1], b[2]}, shape, width / fitting_.width, height / fitting_.height);
  if (zoom.is_fit()) return;
  for (CellSize* cell : {&request.logical_cell, &request.physical_cell}) {
    *cell = {cell->width * zoom.factor(), cell->height * zoom.factor()};
  }
  request.left = std::round(zoom.x() * fitting_.width);
  request.above = std::round(zoom.y() * fitting_.height);
  request.seen = {std::round(request.room.right() - width), std::round(request.room.bottom() - height), width, height};
}

Rect TilePanel::seen_part(const TilePictureRequest& request) const {
  const Rect& grid = picture_.grid();
  const Rect& seen = request.seen;
  if (seen.empty()) return grid;
  const float x = std::max(grid.x, seen.x), y = std::max(grid.y, seen.y);
  return {x, y, std::min(grid.right(), seen.right()) - x, std::min(grid.bottom(), seen.bottom()) - y};
}

/// The wheel over the tile, the mouse with its middle or right button, and the arrow keys' cell move the view.
void TilePanel::move_view(PanelContext& context, const Rect& area, const CellSize& cell) {
  if (context.tile_zoom == nullptr || fitting_.width <= 0 || fitting_.height <= 0) return;
  TileZoom& zoom = *context.tile_zoom;
  const ImGuiIO& io = ImGui::GetIO();
  const float x = area.x, y = area.y;
  if (ImGui::IsItemHovered() && io.MouseWheel != 0) {
    zoom.zoom(std::pow(TileZoom::kStep, io.MouseWheel), (io.MousePos.x - x) / fitting_.width,
              (io.MousePos.y - y) / fitting_.height);
    context.redraw_within(0);
  }
  for (const int button : {1, 2}) {
    const ImVec2 from = io.MouseClickedPos[button];
    const bool is_on = from.x >= x && from.x < area.right() && from.y >= y && from.y < area.bottom();
    if (!is_on || !ImGui::IsMouseDragging(button)) continue;
    zoom.pan(io.MouseDelta.x / fitting_.width, io.MouseDelta.y / fitting_.height);
    context.redraw_within(0);
  }
  const Rect* at = context.focus == nullptr ? nullptr : context.focus->shown_cell();
  if (at == nullptr) return;
  const Rect& grid = picture_.grid();
  const Shown now{static_cast<int>(std::lround((at->x - grid.x) / cell.width)),
                  static_cast<int>(std::lround((at->y - grid.y) / cell.height)), zoom.factor()};
  if (now == shown_) return;
  shown_ = now;
  zoom.show(static_cast<float>(now.column), static_cast<float>(now.line));
  context.redraw_within(0);
}

/// The elements of the tile in a request.
std::vector<std::uint64_t> request_elements(const SideView& view, const TilePlacement& placement, std::uint32_t index) {
  std::vector<std::uint64_t> elements;
  const TimelineRequest& entry = view.timeline->requests()[index];
  if (entry.space != Space::shared) return elements;
  MemoryAccess access;
  view.run->trace.read(entry.access, access, false);
  for_each_lane(addressing_lanes(access), [&](unsigned lane) {
    const auto placed = placement.part_at(access.addresses[lane]);
    if (placed) elements.push_back(placement.index(placed->element));
  });
  return elements;
}

/// The elements of the request that is pointed at, or of the selected warp's requests on the line that is pointed at.
std::vector<std::uint64_t> pointed_elements(const Session& session, const SideView& view,
                                            const TilePlacement& placement, const Focus& focus) {
  std::vector<std::uint64_t> elements;
  const Focus& pointed = session.pointer().pointed();
  const auto add = [&](std::uint32_t index) {
    const auto touched = request_elements(view, placement, index);
    elements.insert(elements.end(), touched.begin(), touched.end());
  };
  if (!view.timeline) return elements;
  if (pointed.request && focus.request && *focus.request < view.timeline->requests().size()) add(*focus.request);
  if (pointed.line && session.player().position().warp < view.timeline->warps()) {
    for (const std::uint32_t index : view.timeline->of_warp(session.player().position().warp)) {
      if (view.timeline->requests()[index].source_line == *pointed.line) add(index);
      if (elements.size() > 4096) break;  // many iterations of a loop: more outlines would be no clearer
    }
  }
  std::ranges::sort(elements);
  elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
  return elements;
}

/// The elements of the row or the column that is pointed at.
std::vector<std::uint64_t> elements_in_line(const Focus& focus, const TilePlacement& placement) {
  const TileGeometry& tile = placement.tile();
  std::vector<std::uint64_t> elements;
  if (focus.row && *focus.row < tile.rows) {
    for (std::uint64_t column = 0; column < tile.row_elements(); ++column) {
      elements.push_back(placement.index({*focus.row, column}));
    }
  } else if (focus.column && *focus.column < tile.row_elements()) {
    for (std::uint64_t row = 0; row < tile.rows; ++row) elements.push_back(placement.index({row, *focus.column}));
  }
  return elements;
}

/// The places of what is asked about: a cell, the words of a lane, or those of a bank.
std::vector<Rect> TilePanel::asked_boxes(const Session& session, const TilePictureRequest& request) const {
  const Focus &subject = session.pointer().asked(), asked = session.asked(side());
  if (subject.cell && asked.cell) return {picture_.element_box(request, request.placement.index(*asked.cell))};
  std::vector<Rect> boxes;
  for (const TileMark& mark : request.marks.all()) {
    const TilePart part = request.placement.part(mark.element, mark.part);
    const bool is_asked = subject.bank ? asked.bank == part.bank : asked.lane && has_lane(mark.lanes(), *asked.lane);
    if (is_asked) boxes.push_back(picture_.part_box(request, mark.element, part));
  }
  return boxes;
}

/// The question of a lesson: what is picked is framed, what was answered wrongly is hatched, what is right is framed
/// once it is told, and what is asked about has its ring.
void TilePanel::draw_question(PanelContext& context, GridBuilder& builder, const TilePictureRequest& request) {
  const TilePlacement& placement = request.placement;
  const RingLook look{context.theme, context.scale, &context.probe};
  const float thick = std::max(1.5f, context.px(2));
  const QuestionMarks marks = question_marks(context, side());
  const auto frame = [&](std::uint64_t element, Colour colour) {
    if (element >= placement.elements()) return;
    picture_.outline(builder, request, element, colour, thick);
    context.probe.mark({Probe::Mark::Kind::framed, 0, picture_.element_box(request, element)});
  };
  for (const std::uint64_t element : marks.picked.cells) frame(element, accent(context.theme, side()));
  for (const std::uint64_t element : marks.right.cells) frame(element, context.theme.good);
  for (const std::uint64_t element : marks.wrong.cells) {
    if (element < placement.elements()) draw_wrong(builder, picture_.element_box(request, element), look);
  }
  for (std::uint64_t element = 0; marks.wrong.bank && element < placement.elements(); ++element) {
    const TilePart part = placement.part(element, 0);
    if (part.bank == *marks.wrong.bank) draw_wrong(builder, picture_.part_box(request, element, part), look);
  }
  for (const TileMark& mark : request.marks.all()) {
    if ((mark.lanes() & marks.right.lanes) != 0) frame(mark.element, context.theme.good);
  }
  draw_rings(builder, asked_boxes(context.session, request), look);
}

void TilePanel::draw_focus(PanelContext& context, const SideView& view, GridBuilder& builder, GridBuilder& axes,
                           const TilePictureRequest& request) {
  const Session& session = context.session;
  const Focus focus = session.focus(side());
  const TilePlacement& placement = request.placement;
  const Colour own = accent(context.theme, side());
  const float thick = std::max(1.5f, context.px(2));
  for (const std::uint64_t element : pointed_elements(session, view, placement, focus)) {
    picture_.outline(builder, request, element, own, std::max(1.0f, context.px(1)));
  }
  // The other access of a race, which is unordered with this one.
  if (view.state && view.state->race && view.timeline) {
    const StepRace& race = *view.state->race;
    const std::uint32_t other = race.is_second ? race.pair.first.request : race.pair.second.request;
    for (const std::uint64_t element : request_elements(view, placement, other)) {
      picture_.outline(builder, request, element, context.theme.bad, std::max(1.0f, context.px(1)));
    }
  }
  for (const std::uint64_t element : elements_in_line(focus, placement)) {
    picture_.outline(builder, request, element, own, std::max(1.0f, context.px(1)));
  }
  draw_question(context, builder, request);
  picture_.mark_faults(builder, axes, request, faulty_lanes(view));
  if (focus.lane && view.state) {
    for (const TileMark& mark : request.marks.all()) {
      if (has_lane(mark.lanes(), *focus.lane)) picture_.outline(builder, request, mark.element, own, thick);
    }
  }
  if (focus.cell && focus.cell->row < placement.tile().rows && focus.cell->column < placement.tile().row_elements()) {
    picture_.outline(builder, request, placement.index(*focus.cell), own, thick);
  }
}

/// The tooltip of a cell.
std::string cell_tooltip(const SideView& view, const TilePictureRequest& request, const PlacedPart& placed) {
  const TilePlacement& placement = request.placement;
  const TileGeometry& tile = placement.tile();
  const std::uint64_t element = placement.index(placed.element);
  const TilePart part = placement.part(element, placed.part);
  const std::uint64_t begin = tile.base + element * tile.element_bytes;
  if (!view.facts().shows(FactKind::banks)) {
    return fmt::format("{}[{}][{}]", tile.name, placed.element.row, placed.element.column);
  }
  const CellPlace cell{placed.element, placement.is_padding(element), part.address, part.word, part.bank};
  CellContent content = CellContent::unknown;
  ShortText value;
  if (view.shared != nullptr && begin + tile.element_bytes <= view.shared->bytes.size()) {
    const auto written = std::span(view.shared->written).subspan(begin, tile.element_bytes);
    const auto has = [&](std::uint8_t state) { return std::ranges::find(written, state) != written.end(); };
    value = element_text(tile.element, std::span(view.shared->bytes).subspan(begin, tile.element_bytes), 9);
    content = has(0)          ? CellContent::empty
              : has(2)        ? CellContent::atomic
              : value.empty() ? CellContent::unknown
                              : CellContent::value;
  }
  std::vector<bankloom::Text> lines{cell_text(tile, cell, content, value.view())};
  if (const TileMark* mark = request.marks.find(element, placed.part)) {
    lines.push_back(lanes_state_text(mark->now, LaneState::now));
    lines.push_back(lanes_state_text(mark->waiting, LaneState::waiting));
    lines.push_back(lanes_state_text(mark->done, LaneState::done));
  }
  return lines_text(lines).str();
}

void TilePanel::point(PanelContext& context, const SideView& view, const TilePictureRequest& request) {
  const Rect& grid = picture_.grid();
  if (grid.width < 1 || grid.height < 1) return;
  const CellSize cell = request.passage <= 0 ? request.logical_cell : request.physical_cell;
  const Rect area = seen_part(request);
  if (!request.seen.empty()) {
    const Control whole = action_box(context, action("fit tile"));
    const float across = whole.width(context), down = control_height(context);
    whole.draw(context, {area.right() - across, area.bottom() - down, across, down});
  }
  const auto [clicked, at] = picture_at(context, area, "tile cells", "cells", grid, {cell.width, cell.height});
  move_view(context, area, cell);
  if (at && !request.slide && (request.passage <= 0 || request.passage >= 1)) {
    const float x = at->x - grid.x, y = at->y - grid.y;
    const auto placed = request.passage <= 0 ? request.placement.logical_at(x, y, request.logical_cell)
                                             : request.placement.physical_at(x, y, request.physical_cell);
    if (placed) {
      Focus focus;
      focus.side = side();
      focus.cell = placed->element;
      context.session.pointer().hover(focus);
      if (OpenQuestion* const question = clicked ? question_of_cells(context) : nullptr; question != nullptr) {
        question->pick_cell(placed->element);
      } else if (clicked) {
        context.session.pointer().select(focus);
      }
      tooltip(context, cell_tooltip(view, request, *placed));
    } else if (clicked) {
      context.session.pointer().clear_selection();
    }
  }
}

}  // namespace

PanelEntry tile_panel() {
  return {.id = "tile",
          .title = "Tile",
          .help =
              "The kernel's tile in shared memory. A cell's colour is its bank; hatched cells are padding. Cells that "
              "are served in this step are framed and carry the numbers of their lanes.",
          .slot = Slot::tile,
          .maker = maker_of<TilePanel>()};
}

}  // namespace bankloom::ui
