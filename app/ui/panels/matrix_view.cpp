#include "ui/panels/matrix_view.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

#include "core/wording/picture_text.h"
#include "ui/layout/controls.h"
#include "ui/panels/side_style.h"
#include "ui/widgets/bank_palette.h"
#include "ui/widgets/cell_labels.h"

namespace bankloom::ui {
namespace {

/// Limit of rectangles drawn one by one; of more, only their common outline is hatched.
constexpr std::size_t kMostRects = 2048;
/// Largest number of matrices beside each other.
constexpr std::size_t kMostMatrices = 3;
/// Units of an element from which on each is a cell with the number of its lane.
constexpr float kLeastCell = 15;

}  // namespace

MatrixRoom place_matrices(const std::vector<MatrixPlaces>& matrices, const Rect& room, float between, float caption) {
  MatrixRoom placed;
  const std::size_t count = std::min(matrices.size(), kMostMatrices);
  for (const bool stacked : {false, true}) {
    const auto parts = static_cast<float>(count);
    const float width = stacked ? room.width : (room.width + between) / parts - between;
    const float height = stacked ? (room.height + between) / parts - between - caption : room.height - caption;
    if (count == 0 || width < 8 || height < 8) continue;
    float element = width;
    for (std::size_t i = 0; i < count; ++i) {
      element = std::min(element, width / static_cast<float>(matrices[i].columns));
      element = std::min(element, height / static_cast<float>(matrices[i].rows));
    }
    // Whole pixels look alike; for small elements the loss would be large.
    if (element >= 4) element = std::floor(element);
    if (element <= placed.element) continue;
    placed.element = element;
    placed.column = width;
    placed.rects.clear();
    float x = room.x, y = room.y;
    for (std::size_t i = 0; i < count; ++i) {
      const float own = element * static_cast<float>(matrices[i].rows);
      placed.rects.push_back(
          {std::round(x), std::round(y + caption), element * static_cast<float>(matrices[i].columns), own});
      if (stacked) y += caption + own + between;
      if (!stacked) x += width + between;
    }
  }
  return placed;
}

Rect elements_on_screen(const MatrixRect& elements, const Rect& matrix, float element, float least) {
  const float width = std::min(std::max(static_cast<float>(elements.columns) * element, least), matrix.width);
  const float height = std::min(std::max(static_cast<float>(elements.rows) * element, least), matrix.height);
  const float x = matrix.x + static_cast<float>(elements.column) * element;
  const float y = matrix.y + static_cast<float>(elements.row) * element;
  return {std::min(x, matrix.right() - width), std::min(y, matrix.bottom() - height), width, height};
}

bool MatrixView::find_places(const PanelContext& context, const SideView& view) {
  if (!view.run || !view.timeline) return false;
  const std::uint32_t warp = context.session.player().position().warp;
  if (timeline_ != view.timeline) {
    matrices_ =
        view.disclosure.shows_accesses() ? matrix_places(*view.run, *view.timeline) : untouched_matrices(*view.run);
  }
  if (timeline_ != view.timeline || warp_ != warp) place_warp(*view.run, *view.timeline, warp, matrices_);
  timeline_ = view.timeline;
  warp_ = warp;
  return !matrices_.empty();
}

void MatrixView::draw_choice(PanelContext& context, const SideView& view, const Rect& room) {
  if (find_places(context, view)) block_choice(context, view, matrices_.front().clipped).draw(context, room);
}

void MatrixView::draw_key_and_matrices(PanelContext& context, Side side, const SideView& view, const Rect& room) {
  if (!find_places(context, view)) return;
  Column()
      .gap(6)
      .add(key_of(context, side))
      .add(Drawing([&](const Rect& below) { draw_matrices(context, side, view, matrices_, below); }), share())
      .draw(context, room);
}

void MatrixView::draw(PanelContext& context, Side side, const SideView& view, const Rect& room,
                      std::optional<std::size_t> only) {
  if (room.height < context.px(kLeastHeight) || room.width < context.px(120) || !find_places(context, view)) return;
  if (only) {
    const auto found = std::ranges::find(matrices_, *only, &MatrixPlaces::parameter);
    if (found != matrices_.end()) draw_matrices(context, side, view, {*found}, room);
    return;
  }
  Column page = Column().gap(6).add(Row()
                                        .gap(14)
                                        .add(block_choice(context, view, matrices_.front().clipped), share())
                                        .add(key_of(context, side), fit().if_room()));
  page.add(Drawing([&](const Rect& below) { draw_matrices(context, side, view, matrices_, below); }), share());
  page.draw(context, room);
}

void MatrixView::draw_matrices(PanelContext& context, Side side, const SideView& view,
                               const std::vector<MatrixPlaces>& matrices, const Rect& room) const {
  const float above = context.px(4), caption = Text("A").small().height(context, 0) + above;
  const MatrixRoom placed = place_matrices(matrices, room, context.px(16), caption);
  for (std::size_t i = 0; i < placed.rects.size(); ++i) {
    const Rect& rect = placed.rects[i];
    text_in(context, {rect.x, rect.y - caption, placed.column, caption - above},
            Text({matrix_text(*view.run, matrices[i]).str(), matrix_text(*view.run, matrices[i], Length::brief).str()})
                .small()
                .muted());
    draw_matrix(context, side, view, matrices[i], rect, placed.element);
  }
}

/// What the colours of the matrices mean.
Row MatrixView::key_of(const PanelContext& context, Side side) {
  const Colour own = accent(context.theme, side);
  const std::pair<Colour, std::string_view> parts[] = {
      {with_opacity(own, 0.4f), "block"}, {own, "warp"}, {context.theme.now_border, "request"}};
  Row row = Row().gap(5);
  for (const auto& [colour, words] : parts) {
    row.add(Drawing([&context, colour = colour](const Rect& rect) {
              const float edge = std::min(std::round(context.px(9)), rect.height);
              const float top = std::round(rect.y + (rect.height - edge) / 2);
              context.painter.rect({rect.x, top}, {rect.x + edge, top + edge}, colour);
            }).least(10, 10))
        .add(Text(std::string(words)).small().muted())
        .add(Gap(4));
  }
  return row;
}

Row MatrixView::block_choice(PanelContext& context, const SideView& view, bool clipped) {
  const std::uint64_t block = view.timeline->block();
  Row row = Row().gap(5);
  if (view.run->instance.grid.count() > 1 && !context.still) {
    const auto add = [&](const char* id, const char* label, std::uint64_t to, bool possible, const char* meaning) {
      const auto go = [&context, to] {
        say_problem(context, context.session.set_block(to));
        context.redraw_within(0);
      };
      row.add(Button(id, label, go, possible ? ButtonStyle::normal : ButtonStyle::disabled).tooltip(meaning),
              units(26));
    };
    const bool last = block + 1 >= view.run->instance.grid.count();
    add("block before", "<", block == 0 ? 0 : block - 1, block > 0, "The previous block.");
    add("block after", ">", block + 1, !last, last ? "This is the last block." : "The next block.");
  }
  const std::string words = block_text(*view.run, block, context.session.player().position().warp, clipped);
  // As high as with buttons, so that compared pictures are level.
  return row.add(Text(words).small(), share()).add(Gap(26), units(0));
}

/// Draws elements that are large enough to be distinguished: lines between them, and the lane in those of the present
/// request to global memory, if there is one. Served ones are filled, as in the picture of the sectors, waiting ones
/// hollow.
void MatrixView::draw_cells(PanelContext& context, const SideView& view, const MatrixPlaces& matrix, const Rect& rect,
                            float element) {
  const Theme& theme = context.theme;
  const float thin = std::max(1.0f, std::round(context.scale));
  for (std::uint64_t row = 1; row < matrix.rows; ++row) {
    const float y = std::round(rect.y + static_cast<float>(row) * element);
    context.painter.rect({rect.x, y}, {rect.right(), y + thin}, theme.line);
  }
  for (std::uint64_t column = 1; column < matrix.columns; ++column) {
    const float x = std::round(rect.x + static_cast<float>(column) * element);
    context.painter.rect({x, rect.y}, {x + thin, rect.bottom()}, theme.line);
  }
  if (!view.state) return;
  const StepState& state = *view.state;
  const bool is_large = element >= context.px(40);
  std::map<std::uint64_t, LaneMask> lanes;  // by element
  const LaneMask asking = addressing_lanes(state.access);
  // Which sector is served is a part of what a question hides.
  const bool is_known = view.facts().request_cost() != nullptr;
  for_each_lane(asking, [&](unsigned lane) {
    const auto place = view.run->element_at(state.access.addresses[lane]);
    if (place && place->parameter == matrix.parameter) lanes[place->index] |= lane_bit(lane);
  });
  const FontUse font = is_large ? FontUse::heading : FontUse::small;
  const auto words_of = [&](LaneMask mask) {
    const std::string words(lanes_text(mask).view());
    return Text(is_large ? "L" + words : words).fonts({font}).align(Align::centre);
  };
  // In all cells or in none: single numbers would seem to mean something.
  const bool has_words = std::ranges::all_of(
      lanes, [&](const auto& one) { return words_of(one.second).width(context) <= element - 6 * thin; });
  for (const auto& [index, mask] : lanes) {
    for (const MatrixRect& one : touched_elements(*view.run, matrix, state.access, mask)) {
      const Rect box = elements_on_screen(one, rect, element, element);
      const bool now = is_known && (mask & state.now) != 0, done = is_known && (mask & ~state.done) == 0;
      const Colour fill =
          now || done ? mix(theme.global, theme.window, now ? 0.1f : 0.45f) : mix(theme.global, theme.window, 0.9f);
      const Rect cell{box.x + 2 * thin, box.y + 2 * thin, box.width - 3 * thin, box.height - 3 * thin};
      context.painter.rect({cell.x, cell.y}, {cell.right(), cell.bottom()}, fill);
      context.painter.outline({cell.x, cell.y}, {cell.right(), cell.bottom()}, now ? theme.now_border : theme.global,
                              now ? 2 * thin : thin);
      if (has_words) text_in(context, cell, words_of(mask).colour(now || done ? text_on(fill) : theme.text_muted));
    }
  }
}

void MatrixView::draw_matrix(PanelContext& context, Side side, const SideView& view, const MatrixPlaces& matrix,
                             const Rect& rect, float element) const {
  const Theme& theme = context.theme;
  const float thin = std::max(1.0f, std::round(context.scale));
  const Colour own = accent(theme, side);
  card(context, rect, theme.raised, theme.line, 0);
  const auto fill = [&](const std::vector<MatrixRect>& all, Colour colour, float least) {
    if (all.size() > kMostRects) {
      const Rect box = elements_on_screen(bounding_rect(all), rect, element, least);
      context.painter.rect({box.x, box.y}, {box.right(), box.bottom()}, with_opacity(colour, 0.3f));
      return;
    }
    for (const MatrixRect& one : all) {
      const Rect box = elements_on_screen(one, rect, element, least);
      context.painter.rect({box.x, box.y}, {box.right(), box.bottom()}, colour);
    }
  };
  fill(matrix.block, with_opacity(own, 0.4f), 1);
  if (!matrix.block.empty()) {
    const Rect all = elements_on_screen(bounding_rect(matrix.block), rect, element, 3 * thin);
    context.painter.outline({all.x - thin, all.y - thin}, {all.right() + thin, all.bottom() + thin}, own, thin);
  }
  fill(matrix.warp, own, 2 * thin);
  const bool is_global = view.state && view.state->access.space == Space::global;
  if (element >= context.px(kLeastCell) && (is_global || !view.state)) {
    draw_cells(context, view, matrix, rect, element);
  } else if (is_global) {
    const bool is_known = view.facts().request_cost() != nullptr;
    const LaneMask lanes = is_known ? view.state->done | view.state->now : addressing_lanes(view.state->access);
    fill(touched_elements(*view.run, matrix, view.state->access, lanes), theme.now_border, 2 * thin);
  }
  if (rect.width < 1 || rect.height < 1) return;
  hover_at(rect, "matrix");
  tooltip(context, matrix_meaning_text(*view.run, matrix, view.timeline->block(), warp_));
}

}  // namespace bankloom::ui
