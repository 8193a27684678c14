// The tile: shared memory as the kernel's array or as the banks hold it, coloured by bank, with the present request on
// it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/session/stages.h"
#include "core/wording/fault_text.h"
#include "core/wording/numbers.h"
#include "ui/figures.h"
#include "ui/measured_figures.h"
#include "ui/measures.h"
#include "ui/panel.h"
#include "ui/panels/matrix_view.h"
#include "ui/panels/side_style.h"
#include "ui/progress_card.h"
#include "ui/tile_marks.h"
#include "ui/tile_picture.h"
#include "ui/tile_placement.h"
#include "ui/widgets/bank_palette.h"
#include "ui/widgets/cell_labels.h"
#include "ui/widgets/grid_builder.h"
#include "ui/widgets/widgets.h"

namespace bankloom::ui {
namespace {

/// Seconds of the passage between the logical and the physical picture.
constexpr double kPassage = 0.6;
/// How much wider than high cells may be: wide ones hold longer texts.
constexpr float kWideCells = 2.2f, kWideCellsForText = 2.6f;

/// What the two-layout passage is doing.
struct Passage {
  bool known = false;
  TileLayout target = TileLayout::logical;
  float from = 0;
  double began = 0;
};

/// The tile of a run, or its shared memory as one; nothing where it uses none.
std::optional<TileGeometry> drawn_tile(const KernelRun& run) {
  if (run.tile && run.tile->rows != 0 && run.tile->row_elements() != 0 && run.tile->element_bytes != 0) {
    return run.tile;
  }
  return shared_memory_as_tile(run.shared_bytes, run.machine);
}

/// An array of one row or one column that is longer than a line of all banks is drawn in several lines.
std::uint64_t folding_of(const TileGeometry& tile, const MachineModel& machine, float width, float height) {
  if (tile.rows != 1 && tile.row_elements() != 1) return 0;
  const std::uint64_t line =
      std::max<std::uint64_t>(std::uint64_t{machine.banks} * machine.bank_bytes / std::max(tile.element_bytes, 1u), 1);
  const std::uint64_t elements = tile.rows * tile.row_elements();
  return elements <= line && tile.rows == 1 ? 0 : fold_columns(elements, line, width, height);
}

/// "tile[32][32 + 1]".
std::string tile_words(const KernelRun& run, const TileGeometry& tile) {
  if (!run.tile) return fmt::format("{} words of shared memory", tile.rows * tile.row_elements());
  const std::string row =
      tile.padding == 0 ? fmt::format("{}", tile.columns) : fmt::format("{} + {}", tile.columns, tile.padding);
  return tile.rows == 1 ? fmt::format("{}[{}]", tile.name, row) : fmt::format("{}[{}][{}]", tile.name, tile.rows, row);
}

struct Words {
  std::string words;
  Colour colour;
};

/// "store 1.0 · load 32.0 transactions per request", each number as good or bad as it is.
std::vector<Words> cost_words(const Theme& theme, const KernelCost& cost) {
  std::vector<Words> words;
  const auto add = [&](std::string_view name, const SpaceTotals& totals) {
    if (totals.requests == 0) return;
    if (!words.empty()) words.push_back({" · ", theme.text_muted});
    words.push_back({std::string(name) + " ", theme.text_muted});
    words.push_back(
        {fmt::format("{:.1f}", static_cast<double>(totals.wavefronts) / static_cast<double>(totals.requests)),
         totals.bank_conflicts == 0 ? theme.good : theme.bad});
  };
  const auto add_global = [&](std::string_view name, const SpaceTotals& totals) {
    if (totals.requests == 0) return;
    if (!words.empty()) words.push_back({" · ", theme.text_muted});
    words.push_back({std::string(name) + " ", theme.text_muted});
    words.push_back({ratio_text(static_cast<double>(totals.sectors) / static_cast<double>(totals.requests)),
                     totals.bytes_used == totals.bytes_moved ? theme.good : theme.bad});
  };
  // A kernel that goes the whole way from global memory through the tile and back is told of as a whole; of one that
  // only stores its result, the tile is what matters.
  const bool shared = cost.shared_load.requests + cost.shared_store.requests + cost.shared_atomic.requests != 0;
  const bool global = !shared || reads_and_writes_global(cost);
  if (global) add_global("read", cost.global_load);
  add("store", cost.shared_store);
  add("load", cost.shared_load);
  add("atomic", cost.shared_atomic);
  if (global) add_global("write", cost.global_store);
  if (global) add_global("atomic", cost.global_atomic);
  return words;
}

/// What the header says of the measured time of a side.
struct TimeWords {
  std::string value, spread;     ///< "1.25 µs", " (1.25–1.28)"
  std::string mark, brief_mark;  ///< "recorded", "rec."; empty without a time
  std::string verdict;           ///< "1.33× the time of B"
  Colour verdict_colour{};
  std::string tooltip;
};

Colour verdict_colour(const Theme& theme, Verdict verdict) {
  if (verdict == Verdict::costs) return theme.bad;
  return verdict == Verdict::saves ? theme.good : theme.text_muted;
}

/// Empty words where nothing is known of times.
TimeWords time_words(const PanelContext& context, Side side) {
  TimeWords words;
  if (context.measures == nullptr) return words;
  const Session& session = context.session;
  const MeasureStatus status = context.measures->status(session, side);
  const TimeCell cell = time_cell(status, context.measures->no_gpu());
  words.tooltip = cell.tooltip;
  const std::string progress = progress_text(status);
  const auto time = one_block(status);
  if (!time) {
    words.value = progress.empty() ? cell.brief : "measuring …";
    return words;
  }
  words.value = cell.brief;
  words.spread = cell.quartiles.empty() ? "" : " " + cell.quartiles;
  words.mark = progress.empty() ? origin_text(*cell.origin, Length::brief).str() : "measuring …";
  words.brief_mark = progress.empty() ? origin_text(*cell.origin, Length::mark).str() : "…";
  // B's verdict is A's turned around; once is enough.
  if (side == Side::b) return words;
  MeasureStatus other;
  if (session.comparing()) other = context.measures->status(session, Side::b);
  if (session.comparing() && !other.result) return words;
  if (status.result->own.output.wrong() || (other.result && other.result->own.output.wrong())) {
    // What a kernel takes that does something else than it should is no matter of bank conflicts.
    words.verdict = "no verdict: the outputs differ";
    words.verdict_colour = context.theme.bad;
    return words;
  }
  const MeasuredPair pair = compared_readings(*status.result, other.result.get());
  if (!pair.of_one_block()) return words;
  const Comparison& comparison = *pair.of_one_block();
  words.verdict = verdict_text(comparison, pair.rival);
  words.verdict_colour = verdict_colour(context.theme, comparison.verdict);
  words.tooltip += fmt::format("\n\nOne launch: {}. The tab Time has the other readings.", words.verdict);
  return words;
}

class TilePanel final : public SidePanel {
 public:
  using SidePanel::SidePanel;
  void draw(PanelContext& context) override;

 private:
  struct Cells {
    CellSize logical, physical;
  };
  float draw_header(PanelContext& context, const SideView& view, const std::optional<TileGeometry>& tile);
  void draw_time(PanelContext& context, const TimeWords& time, ImVec2 place, bool has_unit) const;
  float draw_faults(PanelContext& context, float y) const;
  void draw_sentence(PanelContext& context, std::string_view words, float y, Colour colour) const;
  void draw_tile(PanelContext& context, const SideView& view, const TileGeometry& tile, float y);
  void draw_notice(PanelContext& context, const SideView& view) const;
  void draw_focus(PanelContext& context, const SideView& view, GridBuilder& builder, const TilePictureRequest& request);
  void point(PanelContext& context, const SideView& view, const TilePictureRequest& request);
  [[nodiscard]] Cells cells_for(const PanelContext& context, const Rect& room) const;
  float passage(PanelContext& context);

  GlyphTable glyphs_;
  BankPalette palette_;
  TileMarks marks_;
  TilePicture picture_;
  MatrixView matrix_;  ///< in the place of a tile that there is not
  Passage passage_;
};

void TilePanel::draw(PanelContext& context) {
  if (context.area.width < 1 || context.area.height < 1) return;
  const SideView& view = context.session.side(side());
  std::optional<TileGeometry> tile;
  if (view.run) tile = drawn_tile(*view.run);
  float y = draw_header(context, view, tile);
  if (!view.run) {
    const SideRun& made = context.session.runs().side(side());
    if (made.failure && !made.pending) {
      const Colour colour = made.failure->cancelled ? context.theme.text_muted : context.theme.bad;
      draw_sentence(context, made.failure->error.message, y, colour);
    } else {
      draw_sentence(context, making_words(context.session, side()), y, context.theme.text_muted);
    }
    return;
  }
  y = draw_faults(context, y);
  if (!tile) {
    matrix_.draw(context, side(), view, {context.area.x, y, context.area.width, context.area.bottom() - y});
    return;
  }
  draw_tile(context, view, *tile, y);
}

float TilePanel::draw_header(PanelContext& context, const SideView& view, const std::optional<TileGeometry>& tile) {
  const Theme& theme = context.theme;
  const Rect& area = context.area;
  ImFont* heading = context.fonts.heading;
  ImFont* small = context.fonts.small;
  float x = area.x, y = area.y, right = area.right();

  std::string mark;
  Colour mark_colour = theme.text_muted;
  const SideRun& made = context.session.runs().side(side());
  if (made.pending) {
    const std::string last = name_of_last(context.session, side());
    mark = std::string(making_words(context.session, side())) + (last.empty() ? "" : " shown: " + last);
  } else if (made.failure && view.run) {
    const std::string last = last_words(context.session, side());
    mark = fmt::format("{}: {}", made.failure->cancelled ? "cancelled" : "failed",
                       last.empty() ? "the last picture that worked" : last);
    if (!made.failure->cancelled) mark_colour = theme.bad;
  } else if (view.run && picture_.labels_left_out() && context.session.scene().label != CellLabel::bank) {
    mark = "too small for all texts: point at a cell";  // as the last frame found; sizes seldom change
  }
  const float heading_height = text_size(heading, "A").y, small_height = text_size(small, "A").y;
  if (context.session.comparing()) {
    const Rect letter = text_at(context, heading, accent(theme, side()), {x, y}, side_name(side()));
    x = letter.right() + context.px(8);
  }
  std::string title = "Tile";
  if (view.run) title = tile ? tile_words(*view.run, *tile) : "global memory";
  if (!mark.empty()) {
    mark = shortened(small, mark, (right - x) * 0.6f);
    const Rect drawn = text_at(context, small, mark_colour, {right, y + heading_height - small_height - context.px(2)},
                               mark, Align::right);
    right = drawn.x - context.px(10);
  }
  title = shortened(heading, title, right - x);
  const Rect drawn = text_at(context, heading, theme.text, {x, y}, title);
  x = drawn.right();
  // Two kernels side by side are told apart by their names.
  const Kernel* mine = context.session.kernel(side());
  const Kernel* other = context.session.kernel(other_side(side()));
  if (context.session.comparing() && mine != nullptr && other != nullptr && mine != other) {
    const float from = drawn.right() + context.px(10);
    if (text_size(small, mine->name).x <= right - from) {
      x = text_at(context, small, theme.text_muted, {from, y + heading_height - small_height - context.px(2)},
                  mine->name)
              .right();
    }
  }
  const TimeWords time = view.run ? time_words(context, side()) : TimeWords{};
  if (!time.verdict.empty() && mark.empty() &&
      text_size(context.fonts.body, time.verdict).x <= right - x - context.px(12)) {
    text_at(context, context.fonts.body, time.verdict_colour,
            {right, y + heading_height - text_size(context.fonts.body, "A").y - context.px(1)}, time.verdict,
            Align::right);
  }
  y += heading_height + context.px(2);

  if (view.run) {
    std::vector<Words> words = cost_words(theme, view.run->cost);
    if (words.empty()) words.push_back({"no request to shared memory", theme.text_muted});
    x = area.x;
    for (const Words& word : words) {
      const float width = text_size(small, word.words).x;
      if (x + width > area.right()) break;
      text_at(context, small, word.colour, {x, y}, word.words);
      x += width;
    }
    draw_time(context, time, {x, y}, words.size() > 1);
  }
  return y + small_height + context.px(8);
}

void TilePanel::draw_time(PanelContext& context, const TimeWords& time, ImVec2 place, bool has_unit) const {
  const Theme& theme = context.theme;
  ImFont* small = context.fonts.small;
  const float right = context.area.right(), between = context.px(12), before_mark = context.px(7);
  struct Form {
    std::string_view unit;
    std::string words, mark;
  };
  static constexpr std::string_view kLong = " transactions per request", kShort = " per request";
  const std::string whole = time.value + time.spread;
  // What there is no room for is left out: words of the unit, then the quartiles. A time always says where it comes
  // from.
  std::vector<Form> forms;
  if (has_unit) forms = {{kLong, whole, time.mark}, {kShort, whole, time.mark}};
  if (has_unit) forms.insert(forms.end(), {{kLong, time.value, time.mark}, {kShort, time.value, time.mark}});
  forms.insert(forms.end(), {{"", whole, time.mark}, {"", time.value, time.mark}, {"", time.value, time.brief_mark}});
  if (has_unit) forms.push_back({kLong, "", ""});
  if (has_unit) forms.push_back({kShort, "", ""});
  for (const Form& form : forms) {
    const float mark_width = form.mark.empty() ? 0 : text_size(small, form.mark).x + before_mark;
    const float width = form.words.empty() ? 0 : text_size(small, form.words).x + mark_width + between;
    if (place.x + text_size(small, form.unit).x + width > right) continue;
    if (!form.unit.empty()) text_at(context, small, theme.text_muted, place, form.unit);
    if (form.words.empty()) return;
    const float from = right - width + between;
    text_at(context, small, time.mark.empty() ? theme.text_muted : theme.text, {from, place.y}, form.words);
    if (!form.mark.empty()) text_at(context, small, theme.text_muted, {right, place.y}, form.mark, Align::right);
    const ImVec2 before = cursor();
    ImGui::SetCursorScreenPos({from, place.y});
    hover_area("time", {right - from, text_size(small, form.words).y});
    tooltip(context, time.tooltip);
    ImGui::SetCursorScreenPos(before);
    return;
  }
}

/// The faults of a run in a few words, that of the present step first; nothing where it has none, or where a kernel is
/// shown that is not chosen any more: its faults would read as the chosen one's.
std::string fault_words_of(const Session& session, Side side) {
  const SideView& view = session.side(side);
  if (!view.run || view.run->faults.empty() || !name_of_last(session, side).empty()) return {};
  const std::vector<simt::Fault>& faults = view.run->faults;
  std::size_t shown = 0;
  for (const FaultyLane& lane : faulty_lanes(view)) {
    if (!lane.is_next) shown = lane.fault;
  }
  return fault_text(faults, shown).str();
}

float TilePanel::draw_faults(PanelContext& context, float y) const {
  const Session& session = context.session;
  const Rect& area = context.area;
  ImFont* font = context.fonts.small;
  const float pad = context.px(8), width = area.width - 2 * pad;
  // Both sides alike, and at all steps, so that pictures that are compared lie side by side and do not move.
  constexpr std::size_t kMostBoxes = 4;
  float height = 0;
  for (const Side one : shown_sides(session)) {
    if (fault_words_of(session, one).empty()) continue;
    const std::vector<simt::Fault>& faults = session.side(one).run->faults;
    for (std::size_t index = 0; index < std::min(faults.size(), kMostBoxes); ++index) {
      // Never more than a third of the panel: the picture matters too.
      const float needed = wrapped_text_height(font, width, fault_text(faults, index).str());
      height = std::max(height, needed > area.height / 3 ? text_size(font, "A").y : needed);
    }
  }
  if (height <= 0) return y;
  height += pad;
  const std::string words = fault_words_of(session, side());
  if (!words.empty()) {
    card(context, {area.x, y, area.width, height}, mix(context.theme.window, context.theme.bad, 0.07),
         context.theme.bad);
    const ImVec2 before = cursor();
    ImGui::SetCursorScreenPos({area.x + pad, y + pad / 2});
    const bool is_long = wrapped_text_height(font, width, words) > height - pad + 1;
    wrapped_text(context, font, context.theme.text, width, is_long ? shortened(font, words, width) : words);
    ImGui::SetCursorScreenPos(before);
  }
  return y + height + context.px(6);
}

void TilePanel::draw_sentence(PanelContext& context, std::string_view words, float y, Colour colour) const {
  const ImVec2 before = cursor();
  ImGui::SetCursorScreenPos({context.area.x, y + context.px(12)});
  wrapped_text(context, context.fonts.body, colour, context.area.width, words);
  ImGui::SetCursorScreenPos(before);
}

TilePanel::Cells TilePanel::cells_for(const PanelContext& context, const Rect& room) const {
  const Session& session = context.session;
  const CellLabel label = session.scene().label;
  const bool long_text = label == CellLabel::value || label == CellLabel::word || label == CellLabel::place;
  const AxisRoom axes = axis_room(glyphs_, context.scale);
  const float width = room.width - axes.left, height = room.height - axes.top;
  std::optional<Cells> all;
  // Both sides have cells of one size, so that their pictures can be compared.
  for (const Side side : shown_sides(session)) {
    const SideView& view = session.side(side);
    if (!view.run) continue;
    const auto tile = drawn_tile(*view.run);
    if (!tile) continue;
    const TilePlacement placement(*tile, view.run->machine, folding_of(*tile, view.run->machine, width, height));
    const float aspect = long_text ? kWideCellsForText : kWideCells;
    const auto wide = static_cast<float>(placement.parts());
    // Accesses behind the end are marked in lines of their own, at all steps, so that nothing moves between them.
    const auto beyond = farthest_beyond(*view.run, *tile);
    const auto fit = [&](const GridShape& shape, float wider, std::uint64_t last_line) {
      const CellSize alone = fit_cells(shape, width, height, wider);
      if (!beyond) return alone;
      // As many lines as cost the cells little.
      for (std::uint64_t more = last_line < shape.lines ? 1 : last_line - shape.lines + 1; more > 1; more /= 2) {
        const CellSize with_more = fit_cells({shape.columns, shape.lines + more}, width, height, wider);
        if (more <= shape.lines && with_more.height >= 0.8f * alone.height) return with_more;
      }
      const CellSize with_one = fit_cells({shape.columns, shape.lines + 1}, width, height, wider);
      const float words = context.px(14);
      return with_one.height >= words ? with_one : fit_cells(shape, width, height - words, wider);
    };
    const std::uint64_t last = beyond.value_or(0);
    const bool behind = last >= tile->base && last < tile->base + 2 * tile->bytes();
    const std::uint64_t element = behind ? (last - tile->base) / tile->element_bytes : 0;
    const Cells cells{fit(placement.logical_shape(), aspect * wide, placement.logical_line(element)),
                      fit(placement.physical_shape(), aspect, placement.physical_line(placement.part(element, 0)))};
    all = all ? Cells{smaller(all->logical, cells.logical), smaller(all->physical, cells.physical)} : cells;
  }
  return all.value_or(Cells{});
}

float TilePanel::passage(PanelContext& context) {
  const TileLayout target = context.session.scene().layout;
  const float end = target == TileLayout::physical ? 1.0f : 0.0f;
  const auto at = [&](double time) {
    const float to = passage_.target == TileLayout::physical ? 1.0f : 0.0f;
    const auto part = static_cast<float>((time - passage_.began) / kPassage);
    return passage_.from + (to - passage_.from) * ease(part);
  };
  if (context.still || !passage_.known) {
    passage_ = {true, target, end, context.time - kPassage};
    return end;
  }
  if (passage_.target != target) passage_ = {true, target, at(context.time), context.time};
  if (context.time - passage_.began < kPassage) context.redraw_within(0);
  return at(context.time);
}

void TilePanel::draw_tile(PanelContext& context, const SideView& view, const TileGeometry& tile, float y) {
  const Session& session = context.session;
  const KernelRun& run = *view.run;
  glyphs_.load(context.fonts.cell);
  palette_.load(context.theme, context.view.palette, run.machine.banks);

  const Rect room{context.area.x, y, context.area.width, context.area.bottom() - y};
  const AxisRoom axes = axis_room(glyphs_, context.scale);
  const Cells cells = cells_for(context, room);
  if (cells.logical.width <= 0 || cells.logical.height <= 0) return;
  const TilePlacement placement(tile, run.machine,
                                folding_of(tile, run.machine, room.width - axes.left, room.height - axes.top));
  const StepState* state = view.state ? &*view.state : nullptr;
  marks_.set(placement, state);

  TilePictureRequest request{placement, marks_, context.theme, palette_};
  request.state = state;
  request.shared = view.shared;
  request.label = session.scene().label;
  request.passage = passage(context);
  request.room = room;
  request.logical_cell = cells.logical;
  request.physical_cell = cells.physical;
  request.scale = context.scale;
  request.highlight = session.scene().bank;
  const Focus& pointed = session.pointer().pointed();
  if (pointed.bank && !pointed.cell && !pointed.lane) request.highlight = pointed.bank;

  gfx::GridBatch batch;
  batch.glyph_texture = context.painter.glyph_texture();
  batch.scale = context.scale;
  const std::size_t parts = placement.elements() * placement.parts();
  batch.cells.reserve(parts + 512);
  batch.glyphs.reserve(3 * parts + 512);
  GridBuilder builder(batch, glyphs_);
  picture_.draw(builder, request);
  draw_focus(context, view, builder, request);
  context.painter.grid(std::move(batch), context.area);
  point(context, view, request);
  draw_notice(context, view);
}

/// What the request that is pointed at touches, or what the selected warp touches on the line that is pointed at.
std::vector<std::uint64_t> pointed_elements(const Session& session, const SideView& view,
                                            const TilePlacement& placement, const Focus& focus) {
  std::vector<std::uint64_t> elements;
  const Focus& pointed = session.pointer().pointed();
  const auto add = [&](std::uint32_t index) {
    const TimelineRequest& entry = view.timeline->requests()[index];
    if (entry.space != Space::shared) return;
    MemoryAccess access;
    view.run->trace.read(entry.access, access, false);
    for_each_lane(addressing_lanes(access), [&](unsigned lane) {
      const auto placed = placement.part_at(access.addresses[lane]);
      if (placed) elements.push_back(placement.index(placed->element));
    });
  };
  if (!view.timeline) return elements;
  if (pointed.request && focus.request && *focus.request < view.timeline->requests().size()) add(*focus.request);
  if (pointed.line && session.player().position().warp < view.timeline->warps()) {
    for (const std::uint32_t index : view.timeline->of_warp(session.player().position().warp)) {
      if (view.timeline->requests()[index].source_line == *pointed.line) add(index);
      if (elements.size() > 4096) break;  // a loop's many turns: more outlines would be no clearer
    }
  }
  std::sort(elements.begin(), elements.end());
  elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
  return elements;
}

void TilePanel::draw_focus(PanelContext& context, const SideView& view, GridBuilder& builder,
                           const TilePictureRequest& request) {
  const Session& session = context.session;
  const Focus focus = session.focus(side());
  const TilePlacement& placement = request.placement;
  const Colour own = accent(context.theme, side());
  const float thick = std::max(1.5f, context.px(2));
  for (const std::uint64_t element : pointed_elements(session, view, placement, focus)) {
    picture_.outline(builder, request, element, own, std::max(1.0f, context.px(1)));
  }
  picture_.mark_faults(builder, request, faulty_lanes(view));
  if (focus.lane && view.state) {
    for (const TileMark& mark : request.marks.all()) {
      if (has_lane(mark.lanes(), *focus.lane)) picture_.outline(builder, request, mark.element, own, thick);
    }
  }
  if (focus.cell && focus.cell->row < placement.tile().rows && focus.cell->column < placement.tile().row_elements()) {
    picture_.outline(builder, request, placement.index(*focus.cell), own, thick);
  }
}

/// What the tooltip of a cell says.
std::string cell_words(const SideView& view, const TilePictureRequest& request, const PlacedPart& placed) {
  const TilePlacement& placement = request.placement;
  const TileGeometry& tile = placement.tile();
  const std::uint64_t element = placement.index(placed.element);
  const TilePart part = placement.part(element, placed.part);
  const std::uint64_t begin = tile.base + element * tile.element_bytes;
  std::string words = tile.rows == 1 ? fmt::format("element {}", placed.element.column)
                                     : fmt::format("row {}, column {}", placed.element.row, placed.element.column);
  if (placement.is_padding(element)) words += " (padding, holds no data)";
  words += fmt::format("\nbyte {} · word {} · bank {}", part.address, part.word, part.bank);
  if (view.shared != nullptr && begin + tile.element_bytes <= view.shared->bytes.size()) {
    const auto written = std::span(view.shared->written).subspan(begin, tile.element_bytes);
    const bool missing = std::find(written.begin(), written.end(), 0) != written.end();
    const bool unknown = std::find(written.begin(), written.end(), 2) != written.end();
    if (missing) {
      words += "\nnobody has stored here yet";
    } else if (unknown) {
      words += "\nchanged by an atomic operation, value not followed";
    } else {
      const ShortText value =
          element_text(tile.element, std::span(view.shared->bytes).subspan(begin, tile.element_bytes), 9);
      if (!value.empty()) words += fmt::format("\nvalue {}", value.view());
    }
  }
  if (const TileMark* mark = request.marks.find(element, placed.part)) {
    const auto add = [&](LaneMask lanes, std::string_view what) {
      if (lanes == 0) return;
      words += fmt::format("\nlane{} {} {}", lane_count(lanes) == 1 ? "" : "s", lanes_text(lanes).view(), what);
    };
    add(mark->now, "served now");
    add(mark->waiting, "waiting");
    add(mark->done, "done");
  }
  return words;
}

void TilePanel::point(PanelContext& context, const SideView& view, const TilePictureRequest& request) {
  const Rect& grid = picture_.grid();
  if (grid.width < 1 || grid.height < 1) return;
  const ImVec2 before = cursor();
  ImGui::SetCursorScreenPos({grid.x, grid.y});
  const bool clicked = hit_area(context, "tile cells", "cells", {grid.width, grid.height});
  const bool hovered = ImGui::IsItemHovered();
  if (hovered && (request.passage <= 0 || request.passage >= 1)) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const float x = mouse.x - grid.x, y = mouse.y - grid.y;
    const auto placed = request.passage <= 0 ? request.placement.logical_at(x, y, request.logical_cell)
                                             : request.placement.physical_at(x, y, request.physical_cell);
    if (placed) {
      Focus focus;
      focus.side = side();
      focus.cell = placed->element;
      context.session.pointer().hover(focus);
      if (clicked) context.session.pointer().select(focus);
      tooltip(context, cell_words(view, request, *placed));
    } else if (clicked) {
      context.session.pointer().clear_selection();
    }
  }
  ImGui::SetCursorScreenPos(before);
}

/// Says over the tile why nothing lights up in it.
void TilePanel::draw_notice(PanelContext& context, const SideView& view) const {
  if (!view.state) return;
  const StepState& state = *view.state;
  std::string words, more;
  if (state.access.space == Space::shared) {
    if (marks_.outside() != 0 && marks_.all().empty()) words = "this step uses shared memory outside of this array";
  } else {
    const bool loads = state.access.op == AccessOp::load;
    const bool stores = state.access.op == AccessOp::store;
    words = fmt::format("this step {} {} memory",
                        loads    ? "reads from"
                        : stores ? "writes to"
                                 : "updates",
                        state.access.space == Space::constant ? "constant" : space_name(state.access.space));
    const unsigned sectors = state.cost.counts.sectors;
    if (state.access.space == Space::global) more = fmt::format(": {} sector{}", sectors, sectors == 1 ? "" : "s");
  }
  if (words.empty()) return;
  const Rect& grid = picture_.grid();
  ImFont* font = context.fonts.body;
  const float pad = context.px(10);
  const float width = std::min(grid.width, context.area.width) - 2 * pad;
  if (text_size(font, words + more).x <= width - 2 * pad) words += more;
  words = shortened(font, words, std::max(width - 2 * pad, 1.0f));
  const ImVec2 size = text_size(font, words);
  const Rect box{grid.x + (grid.width - size.x) / 2 - pad, grid.y + (grid.height - size.y) / 2 - pad * 0.6f,
                 size.x + 2 * pad, size.y + pad * 1.2f};
  card(context, box, with_opacity(context.theme.surface, 0.94f), context.theme.line);
  text_at(context, font, context.theme.text_muted, {box.x + pad, box.y + pad * 0.6f}, words);
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
