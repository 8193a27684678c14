// Which shared array of an own kernel is shown, and how.
#include <algorithm>
#include <utility>

#include "core/base/language.h"
#include "core/base/text_lines.h"
#include "core/catalog/element_type.h"
#include "core/own/own_layout.h"
#include "core/own/own_stages.h"

namespace bankloom::own {
namespace {

/// Whether the comment on the tile is about this one.
bool has_comment(const LaunchPlan& plan, const OwnTile& tile) {
  return plan.tile && (plan.tile->type.empty() || plan.tile->type == tile.name);
}

/// Checks the comment on the tile: wrong sizes are an error; one that names no array is ignored, with a note.
Result<void> check_comment(const AskedText& asked, OwnKernel& own) {
  const LaunchPlan& plan = asked.plan;
  if (!plan.tile) return {};
  if (std::ranges::none_of(own.tiles, [&](const OwnTile& tile) { return has_comment(plan, tile); })) {
    std::vector<std::string> arrays;
    arrays.reserve(own.tiles.size());
    for (const OwnTile& tile : own.tiles) arrays.push_back(tile.name);
    const auto& [line, text] = std::pair(plan.tile_comment.line, plan.tile_comment.text);
    own.notes.push_back(arrays.empty() ? message("Line {}, 'tile: {}', is ignored: {} has no shared array '{}'.", line,
                                                 text, plan.kernel, plan.tile->type)
                                       : message("Line {}, 'tile: {}', is ignored: {} has no shared array '{}', it "
                                                 "has {}.",
                                                 line, text, plan.kernel, plan.tile->type, join(arrays, list_sign())));
    return {};
  }
  for (const std::size_t question : plan.tile_extent) {
    const std::int64_t size = asked.answers.word(question);
    if (size >= 1 && size <= kMostBufferElements) continue;
    return fail_at(plan.questions.all[question].place, asked.file, "the tile would have {} {}; 1 to {} are possible",
                   size, question == plan.tile_extent.back() ? "columns" : "rows", kMostBufferElements);
  }
  return {};
}

void shape(const AskedText& asked, const ElementInfo& element, std::uint32_t dynamic_bytes, OwnTile& tile) {
  std::uint64_t row = asked.source.row_elements, rows = 0;
  if (has_comment(asked.plan, tile) && row == 0) {
    const auto size = [&](std::size_t question) { return static_cast<std::uint64_t>(asked.answers.word(question)); };
    row = size(asked.plan.tile_extent.back());
    if (asked.plan.tile_extent.size() == 2) rows = size(asked.plan.tile_extent.front());
    tile.takes_row = true;
  }
  const TileShape shape = tile_shape(tile, element, dynamic_bytes, rows, row);
  tile.rows = shape.rows;
  tile.columns = shape.columns;
}

/// The tile to show: the chosen one, the lesson's, the guessed one, else the first with more than one element.
std::size_t chosen_tile(const AskedText& asked, const OwnGuess& guess, OwnKernel& own) {
  const auto& tiles = own.tiles;
  std::string wanted = asked.source.tile;
  if (wanted.empty() && asked.stub.tile) wanted = asked.stub.tile->name;
  if (wanted.empty()) wanted = guess.tile;
  if (!wanted.empty()) {
    const auto found = std::ranges::find(tiles, wanted, &OwnTile::name);
    if (found != tiles.end()) return static_cast<std::size_t>(found - tiles.begin());
    if (!asked.source.tile.empty()) {
      own.notes.push_back(message("There is no shared array '{}' any more.", asked.source.tile));
    }
    return 0;
  }
  // A kernel is rarely about a counter next to an array.
  const auto large = std::ranges::find_if(tiles, [](const OwnTile& tile) { return tile.rows * tile.columns > 1; });
  return large == tiles.end() ? 0 : static_cast<std::size_t>(large - tiles.begin());
}

/// Whether the lesson's tile is as large as the array, so that its shape and padding still hold.
bool still_fits(const TileSpec& lesson, const OwnTile& tile, const AskedText& asked, std::uint32_t dynamic_bytes) {
  const auto rows = evaluate(lesson.rows, asked.options), columns = evaluate(lesson.columns, asked.options),
             padding = evaluate(lesson.padding, asked.options);
  if (!rows || !columns || !padding) return false;
  const auto row = static_cast<std::uint64_t>(*columns + *padding);
  const std::uint64_t bytes = static_cast<std::uint64_t>(*rows) * row * element_bytes(lesson.element);
  if (tile.is_dynamic) return bytes == dynamic_bytes;
  return bytes == tile.bytes && (tile.extent.size() < 2 || tile.columns == row);
}

void note_shape(const AskedText& asked, const OwnTile& tile, const ElementInfo& element, OwnKernel& own) {
  if (element.parts() > 1) {
    own.notes.push_back(message("An element of {} is shown as {} cells, one for each {} in it.", tile.name,
                                element.parts(), cuda_name(element.part)));
  }
  if (tile.is_dynamic && own.launch.dynamic_shared_bytes == 0) {
    own.notes.push_back(
        message("{} has no elements: the launch gives no bytes of dynamic shared memory, its third value in <<< >>>.",
                tile.name));
  } else if (tile.takes_row && asked.source.row_elements == 0 && !has_comment(asked.plan, tile) && tile.rows > 1) {
    own.notes.push_back(
        message("The declaration of {0} has no rows; it is shown with {1} elements in a row, which `// tile: "
                "{0}[{2}][{1}]` in the code changes.",
                tile.name, tile.columns / element.parts(), tile.rows));
  }
}

}  // namespace

Result<void> choose_tile(const AskedText& asked, const OwnGuess& guess, OwnKernel& own, Kernel& kernel) {
  std::vector<ElementInfo> elements;
  own.tiles = find_tiles(asked.plan.arrays, asked.facts, asked.answers.arrays, elements);
  own.tile = own.tiles.size();
  TRY(check_comment(asked, own));
  const std::uint32_t dynamic_bytes = own.launch.dynamic_shared_bytes;
  for (std::size_t index = 0; index < elements.size(); ++index) {
    shape(asked, elements[index], dynamic_bytes, own.tiles[index]);
  }
  const std::optional<TileSpec> lesson = std::exchange(kernel.tile, std::nullopt);
  if (own.tiles.empty() && !asked.facts.shared.empty()) {
    own.notes.push_back(
        message("No shared memory is used: the compiler leaves {} out, since what the kernel reads does not depend "
                "on it.",
                asked.facts.shared.front().name));
  }
  if (own.tiles.empty()) return {};
  own.tile = chosen_tile(asked, guess, own);
  const OwnTile& tile = own.tiles[own.tile];
  if (lesson && lesson->name == tile.name && asked.source.row_elements == 0 && !asked.plan.tile &&
      still_fits(*lesson, tile, asked, dynamic_bytes)) {
    kernel.tile = lesson;
    return {};
  }
  const ElementInfo& element = elements[own.tile];
  kernel.tile = TileSpec{tile.name, tile.rows, tile.columns, 0, element.part};
  note_shape(asked, tile, element, own);
  return {};
}

}  // namespace bankloom::own
