#include "core/session/swizzle.h"

#include <algorithm>

namespace bankloom {
namespace {

/// Stores that are looked at: those of the first warps show it if any do.
constexpr std::size_t kMostStores = 64;

struct Walk {
  SwizzleWalk walk;
  bool is_proof = false;  ///< no tile that is not swizzled is walked along like this
};

/// Whether the bank of an element is its column: rows of whole rounds of the banks, from bank 0 on.
bool columns_are_banks(const MachineModel& machine, const TileGeometry& tile) {
  const std::uint64_t round = std::uint64_t{machine.banks} * machine.bank_bytes;
  return tile.element_bytes == machine.bank_bytes && tile.row_elements() * tile.element_bytes % round == 0 &&
         tile.base % round == 0;
}

std::optional<Walk> walk_of(const TileGeometry& tile, const MemoryAccess& access) {
  const bool moves_words = access.op == AccessOp::load || access.op == AccessOp::store;
  const LaneMask lanes = addressing_lanes(access);
  if (access.space != Space::shared || !moves_words || access.width != tile.element_bytes || lane_count(lanes) < 4) {
    return std::nullopt;
  }
  std::vector<TileGeometry::Element> elements;
  bool all_in_tile = true;
  for_each_lane(lanes, [&](unsigned lane) {
    const auto element = tile.element_at(access.addresses[lane]);
    all_in_tile = all_in_tile && element && tile.address(element->row, element->column) == access.addresses[lane];
    if (element) elements.push_back(*element);
  });
  if (!all_in_tile) return std::nullopt;
  const TileGeometry::Element first = elements.front();
  const std::uint64_t x = first.column ^ first.row;
  bool along_row = true, along_column = true, in_order = true;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const auto [row, column] = elements[i];
    along_row = along_row && row == first.row && (column ^ row) == x + i;
    along_column = along_column && row == first.row + i && (column ^ row) == x;
    in_order = in_order && column == first.column + i;
  }
  if (along_row) return Walk{{true, static_cast<unsigned>(first.row)}, !in_order};
  if (along_column) return Walk{{false, static_cast<unsigned>(x)}, !in_order};
  return std::nullopt;
}

}  // namespace

std::optional<SwizzleWalk> swizzle_walk(const KernelRun& run, const Timeline& timeline, const MemoryAccess& access) {
  if (!run.tile || !columns_are_banks(run.machine, *run.tile)) return std::nullopt;
  const auto own = walk_of(*run.tile, access);
  if (!own) return std::nullopt;
  std::size_t stores = 0;
  for (const TimelineRequest& request : timeline.requests()) {
    if (request.space != Space::shared || request.op != AccessOp::store) continue;
    if (++stores > kMostStores) break;
    const auto store = walk_of(*run.tile, run.trace.at(request.access));
    if (!store) return std::nullopt;
    if (store->is_proof) return own->walk;
  }
  return std::nullopt;
}

}  // namespace bankloom
