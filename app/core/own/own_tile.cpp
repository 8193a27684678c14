// Which shared array of an own kernel is shown, and how.
#include <algorithm>
#include <utility>

#include "core/catalog/element_type.h"
#include "core/own/own_maker.h"

namespace bankloom::own {

Result<void> Maker::choose_tile() {
  std::vector<own::ElementInfo> elements;
  own_->tiles = own::find_tiles(arrays_, facts_, answers_, elements);
  auto& tiles = own_->tiles;
  own_->tile = tiles.size();
  TRY(check_tile_text());
  const std::optional<TileSpec> lesson = std::exchange(kernel_.tile, std::nullopt);
  for (std::size_t index = 0; index < tiles.size(); ++index) shape_tile(tiles[index], elements[index]);
  if (tiles.empty() && !facts_.shared.empty()) {
    note(
        fmt::format("No shared memory is used: the compiler leaves {} out, since what the kernel reads does not depend "
                    "on it.",
                    facts_.shared.front().name));
  }
  if (tiles.empty()) return {};
  std::string wanted = source_.tile;
  if (wanted.empty() && lesson) wanted = lesson->name;
  if (wanted.empty()) wanted = guess_.tile;
  if (wanted.empty()) {
    // A counter beside an array is seldom what the kernel is about.
    const auto several =
        std::find_if(tiles.begin(), tiles.end(), [](const OwnTile& tile) { return tile.rows * tile.columns > 1; });
    if (several != tiles.end()) wanted = several->name;
  }
  std::size_t chosen = 0;
  while (chosen < tiles.size() && tiles[chosen].name != wanted) ++chosen;
  if (chosen == tiles.size()) {
    if (!source_.tile.empty()) note(fmt::format("There is no shared array '{}' any more.", source_.tile));
    chosen = 0;
  }
  own_->tile = chosen;
  OwnTile& tile = tiles[chosen];
  const own::ElementInfo& element = elements[chosen];
  if (lesson && lesson->name == tile.name && source_.row_elements == 0 && !tile_text_ && still_fits(*lesson, tile)) {
    kernel_.tile = lesson;
    return {};
  }
  TileSpec spec;
  spec.name = tile.name;
  spec.rows = std::to_string(tile.rows);
  spec.columns = std::to_string(tile.columns);
  spec.padding = "0";
  spec.element = element.part;
  kernel_.tile = std::move(spec);
  if (element.parts() > 1) {
    note(fmt::format("An element of {} is shown as {} cells, one for each {} in it.", tile.name, element.parts(),
                     own::cuda_name(element.part)));
  }
  const bool is_said = source_.row_elements != 0 || (tile_text_ && names_tile(tile));
  if (tile.is_dynamic && own_->launch.dynamic_shared_bytes == 0) {
    note(
        fmt::format("{} has no elements: the launch gives no bytes of dynamic shared memory, its third value in "
                    "<<< >>>.",
                    tile.name));
  } else if (tile.takes_row && !is_said && tile.rows > 1) {
    note(fmt::format(
        "The declaration of {} has no rows; it is shown with {} elements in a row, and `// tile: {}[{}][{}]` "
        "in the text says otherwise.",
        tile.name, tile.columns / element.parts(), tile.name, tile.rows, tile.columns / element.parts()));
  }
  return {};
}

bool Maker::names_tile(const OwnTile& tile) const { return tile_text_->type.empty() || tile_text_->type == tile.name; }

void Maker::shape_tile(OwnTile& tile, const own::ElementInfo& element) const {
  std::uint64_t row = source_.row_elements, rows = 0;
  if (tile_text_ && names_tile(tile) && row == 0) {
    const auto size = [&](std::size_t axis) {
      return static_cast<std::uint64_t>(
          std::clamp<std::int64_t>(answers_.numbers[tile_extent_[axis]], 1, kMostElements));
    };
    const bool has_rows = tile_text_->extent.size() == 2;
    row = size(has_rows ? 1 : 0);
    rows = has_rows ? size(0) : 0;
    tile.takes_row = true;
  }
  const own::TileShape shape = own::tile_shape(tile, element, own_->launch.dynamic_shared_bytes, rows, row);
  tile.rows = shape.rows;
  tile.columns = shape.columns;
}

bool Maker::still_fits(const TileSpec& lesson, const OwnTile& tile) const {
  const auto rows = evaluate(lesson.rows, options_), columns = evaluate(lesson.columns, options_),
             padding = evaluate(lesson.padding, options_);
  if (!rows || !columns || !padding) return false;
  const auto row = static_cast<std::uint64_t>(*columns + *padding);
  const std::uint64_t bytes = static_cast<std::uint64_t>(*rows) * row * element_bytes(lesson.element);
  if (tile.is_dynamic) return bytes == own_->launch.dynamic_shared_bytes;
  return bytes == tile.bytes && (tile.extent.size() < 2 || tile.columns == row);
}

}  // namespace bankloom::own
