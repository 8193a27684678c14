#include "core/own/own_layout.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <numeric>
#include <span>
#include <string_view>

#include "core/base/symbol_name.h"

namespace bankloom::own {
namespace {

/// The least length of a row where an array is split into rows by default.
constexpr std::uint64_t kShortestRow = 8;

bool among(std::span<const std::string_view> words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

/// What PTX that a person or another compiler wrote says itself; compilers of CUDA C++ declare all arrays as bytes.
ElementInfo element_in_ptx(ptx::Type type) {
  using ptx::Type;
  const std::uint64_t bytes = ptx::type_bits(type) / 8;
  if (bytes < 2) return {};
  const Type part = type == Type::b16   ? Type::u16
                    : type == Type::b32 ? Type::u32
                    : type == Type::b64 ? Type::u64
                                        : type;
  return {bytes, part, bytes};
}

std::uint64_t product(const std::vector<std::uint64_t>& extent) {
  return std::accumulate(extent.begin(), extent.end(), std::uint64_t{1}, std::multiplies<>());
}

}  // namespace

ThreadCounts thread_counts(const Dim3& grid, const Dim3& block) {
  const auto along = [](std::uint32_t blocks, std::uint32_t threads) { return std::uint64_t{blocks} * threads; };
  return {along(grid.x, block.x), along(grid.y, block.y), along(grid.z, block.z)};
}

std::int64_t usual_scalar(const std::string& name, const ThreadCounts& threads) {
  constexpr std::string_view kWidths[] = {"width", "w",   "cols", "columns", "ncols", "nx",    "stride", "pitch", "ld",
                                          "lda",   "ldb", "ldc",  "dimx",    "sizex", "xsize", "k",      "col"};
  constexpr std::string_view kHeights[] = {"height", "h", "rows", "nrows", "ny", "m", "dimy", "ysize"};
  constexpr std::string_view kCounts[] = {"n",     "size",     "len",   "length", "count",      "num",
                                          "total", "elements", "numel", "nelem",  "numelements"};
  std::string word = lower(name);
  std::erase(word, '_');
  const bool is_flat = threads.y == 1;
  if (among(kWidths, word)) return static_cast<std::int64_t>(threads.x);
  if (among(kHeights, word)) return static_cast<std::int64_t>(is_flat ? threads.x : threads.y);
  // In a kernel of two axes n is mostly the side of a matrix.
  if (word == "n" && !is_flat) return static_cast<std::int64_t>(threads.x);
  if (among(kCounts, word) || word.starts_with("num")) return static_cast<std::int64_t>(threads.all());
  return 1;
}

bool is_named_as_output(const std::string& name) {
  std::string word = lower(name);
  for (const std::string_view prefix : {"d_", "g_", "dev_", "p_"}) {
    if (word.starts_with(prefix)) word.erase(0, prefix.size());
  }
  return word.starts_with("out") || word.starts_with("res") || word.starts_with("dst") || word.ends_with("_out") ||
         word == "o";
}

std::vector<OwnTile> find_tiles(const std::vector<simt::SharedArray>& arrays, const TextFacts& facts,
                                const std::map<std::size_t, ArrayInfo>& shapes, std::vector<ElementInfo>& elements) {
  std::vector<OwnTile> tiles;
  for (const simt::SharedArray& array : arrays) {
    OwnTile tile;
    tile.name = variable_name(array.name);
    tile.bytes = array.bytes;
    tile.is_dynamic = array.is_dynamic;
    ElementInfo element;
    for (const auto& [index, info] : shapes) {
      const SharedDeclaration& declared = facts.shared[index];
      // Arrays with the same name in several functions are distinguished by their size.
      const std::uint64_t bytes = product(info.extent) * info.element.bytes;
      if (declared.name != tile.name || (!tile.is_dynamic && bytes != tile.bytes)) continue;
      tile.type = declared.type;
      tile.line = declared.line;
      tile.extent = tile.is_dynamic ? std::vector<std::uint64_t>{} : info.extent;
      element = info.element;
      break;
    }
    if (element.bytes == 0) {
      element = element_in_ptx(array.type);
      if (element.bytes != 0 && !tile.is_dynamic) tile.extent = array.extents;
    }
    if (element.bytes == 0) {
      element.bytes = element.part_bytes = tile.bytes % 4 == 0 ? 4 : 1;
      element.part = element.bytes == 4 ? ptx::Type::u32 : ptx::Type::u8;
    }
    tile.takes_row = tile.extent.size() < 2;
    elements.push_back(drawable(element));
    tiles.push_back(std::move(tile));
  }
  return tiles;
}

TileShape tile_shape(const OwnTile& tile, const ElementInfo& element, std::uint64_t dynamic_bytes, std::uint64_t rows,
                     std::uint64_t row) {
  const std::uint64_t bytes = tile.is_dynamic ? dynamic_bytes : tile.bytes;
  const std::uint64_t count = std::max<std::uint64_t>(1, bytes / std::max<std::uint64_t>(1, element.bytes));
  TileShape shape;
  if (tile.takes_row && !tile.is_dynamic && rows == 0 && row == 0) {
    shape.columns = count;  // as it is declared: it has no rows
  } else if (!tile.takes_row) {
    shape.columns = tile.extent.back();
    shape.rows = std::max<std::uint64_t>(1, count / std::max<std::uint64_t>(1, shape.columns));
  } else {
    if (row == 0) {
      row = std::min<std::uint64_t>(kUsualRow, count);
      // Rows of one length, if there is one that is not too short.
      for (std::uint64_t shorter = row; shorter >= kShortestRow; --shorter) {
        if (count % shorter != 0) continue;
        row = shorter;
        break;
      }
    }
    shape.columns = std::min(row, count);
    const std::uint64_t whole = (count + shape.columns - 1) / shape.columns;
    shape.rows = rows == 0 ? whole : std::min(rows, whole);
  }
  shape.columns *= element.parts();
  return shape;
}

}  // namespace bankloom::own
