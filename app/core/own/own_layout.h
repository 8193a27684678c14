// Defaults for the buffers, values and tiles of an own kernel.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/dim3.h"
#include "core/catalog/catalog.h"
#include "core/own/own_kernel.h"
#include "core/own/own_text.h"
#include "core/own/type_names.h"
#include "core/simt/launch.h"

namespace bankloom::own {

/// Threads of the whole grid along an axis, or of all.
struct ThreadCounts {
  std::uint64_t x = 1, y = 1, z = 1;
  [[nodiscard]] std::uint64_t all() const { return x * y * z; }
};
[[nodiscard]] ThreadCounts thread_counts(const Dim3& grid, const Dim3& block);

/// The default of a scalar: a size if its name says so ("n", "width"), else 1.
[[nodiscard]] std::int64_t usual_scalar(const std::string& name, const ThreadCounts& threads);

/// Whether a buffer's name says that it is only written: "out", "d_out", "result", "dst".
[[nodiscard]] bool is_named_as_output(const std::string& name);

/// The shared arrays of a program; `shapes` are those of declarations, by index in TextFacts::shared.
[[nodiscard]] std::vector<OwnTile> find_tiles(const std::vector<simt::SharedArray>& arrays, const TextFacts& facts,
                                              const std::map<std::size_t, ArrayInfo>& shapes,
                                              std::vector<ElementInfo>& elements);

/// The shape in which a tile is drawn. `rows` and `row` (in elements) are given by a comment or the user; else 0.
struct TileShape {
  std::uint64_t rows = 1, columns = 1;  ///< columns in numbers: four for a float4
};
[[nodiscard]] TileShape tile_shape(const OwnTile& tile, const ElementInfo& element, std::uint64_t dynamic_bytes,
                                   std::uint64_t rows, std::uint64_t row);

}  // namespace bankloom::own
