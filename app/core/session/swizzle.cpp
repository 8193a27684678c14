#include "core/session/swizzle.h"

#include <algorithm>
#include <vector>

namespace bankloom {
namespace {

/// The most stores that are read: those of the first warps suffice.
constexpr std::size_t kMostStores = 64;

struct Walk {
  SwizzleWalk walk;
  bool is_proof = false;  ///< only a swizzled tile is accessed like this
};

/// Bytes of a row of the tile.
std::uint64_t row_bytes(const TileGeometry& tile) { return tile.row_elements() * tile.element_bytes; }

/// Whether each column has one bank: rows begin with bank 0.
bool rows_begin_with_bank_0(const MachineModel& machine, const TileGeometry& tile) {
  const std::uint64_t round = std::uint64_t{machine.banks} * machine.bank_bytes;
  return row_bytes(tile) % round == 0 && tile.base % round == 0;
}

bool moves_elements(const MemoryAccess& access) {
  return access.space == Space::shared && !is_atomic(access.op) && lane_count(addressing_lanes(access)) >= 4;
}

std::optional<Walk> walk_of(const TileGeometry& tile, const MemoryAccess& access) {
  if (!moves_elements(access) || access.width != tile.element_bytes) return std::nullopt;
  std::vector<TileGeometry::Element> elements;
  bool all_in_tile = true;
  for_each_lane(addressing_lanes(access), [&](unsigned lane) {
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
  const TileSwizzle own{tile.element_bytes};
  if (along_row) return Walk{{true, static_cast<unsigned>(first.row), own}, !in_order};
  if (along_column) return Walk{{false, static_cast<unsigned>(x), own}, !in_order};
  return std::nullopt;
}

// ---- pieces wider than a word ---------------------------------------------------------------------------------------

/// The piece that a lane accesses: its row, and its column in pieces.
struct Piece {
  std::uint64_t row = 0, column = 0;
};
using Pieces = std::vector<Piece>;

/// The pieces of all lanes, in their order; nothing where one lies outside of the tile or in two pieces.
std::optional<Pieces> pieces_of(const TileGeometry& tile, const MemoryAccess& access, unsigned bytes) {
  if (!moves_elements(access)) return std::nullopt;
  Pieces pieces;
  bool all_fit = true;
  for_each_lane(addressing_lanes(access), [&](unsigned lane) {
    const std::uint64_t at = access.addresses[lane] - tile.base;
    all_fit = all_fit && access.addresses[lane] >= tile.base && at + access.width <= tile.bytes() &&
              at % bytes + access.width <= bytes;
    pieces.push_back({at / row_bytes(tile), at % row_bytes(tile) / bytes});
  });
  return all_fit ? std::optional(std::move(pieces)) : std::nullopt;
}

/// Whether lanes go along rows in the order of the swizzled pieces; rows whose addresses are not in order are a proof.
bool goes_along_rows(const Pieces& pieces, const TileSwizzle& swizzle, bool& is_proof) {
  constexpr std::size_t kLeastRun = 4;
  for (std::size_t begin = 0; begin < pieces.size();) {
    const std::uint64_t row = pieces[begin].row, turn = swizzle.turn(row);
    std::size_t end = begin + 1;
    bool in_order = true;
    for (; end < pieces.size() && pieces[end].row == row; ++end) {
      if ((pieces[end].column ^ turn) != (pieces[begin].column ^ turn) + (end - begin)) return false;
      in_order = in_order && pieces[end].column == pieces[begin].column + (end - begin);
    }
    if (end - begin < kLeastRun) return false;
    is_proof = is_proof || !in_order;
    begin = end;
  }
  return true;
}

/// The only swizzle that all stores of the block follow and one of them proves; nothing where there are none or
/// several.
std::optional<TileSwizzle> wide_swizzle(const TileGeometry& tile, const std::vector<Pieces>& stores, unsigned bytes) {
  const std::uint64_t pieces = row_bytes(tile) / bytes, widest = pieces & (~pieces + 1);
  std::optional<TileSwizzle> found;
  for (unsigned rows = 1; rows < tile.rows; rows *= 2) {
    for (auto period = static_cast<unsigned>(std::min<std::uint64_t>(widest, 256)); period > 1; period /= 2) {
      TileSwizzle swizzle{bytes, rows, period};
      bool is_proof = false;
      const bool fits =
          std::ranges::all_of(stores, [&](const Pieces& store) { return goes_along_rows(store, swizzle, is_proof); });
      if (!fits || !is_proof) continue;
      if (std::uint64_t{rows} * period >= tile.rows) swizzle.period = 0;
      if (found && *found != swizzle) return std::nullopt;
      found = swizzle;
    }
  }
  return found;
}

/// The walk of an access in a tile with that swizzle.
std::optional<SwizzleWalk> wide_walk(const Pieces& pieces, const TileSwizzle& swizzle) {
  const auto piece = [&](const Piece& one) { return one.column ^ swizzle.turn(one.row); };
  const Piece& first = pieces.front();
  bool one_piece = true, one_row = true;
  for (const Piece& one : pieces) {
    one_piece = one_piece && piece(one) == piece(first);
    one_row = one_row && one.row == first.row;
  }
  if (one_piece && !one_row) return SwizzleWalk{false, static_cast<unsigned>(piece(first)), swizzle};
  bool is_proof = false;
  if (!goes_along_rows(pieces, swizzle, is_proof)) return std::nullopt;
  return SwizzleWalk{true, static_cast<unsigned>(first.row), swizzle};
}

std::optional<SwizzleWalk> wide_swizzle_walk(const KernelRun& run, const Timeline& timeline,
                                             const MemoryAccess& access) {
  const TileGeometry& tile = *run.tile;
  unsigned bytes = 0;
  std::vector<Pieces> stores;
  for (const TimelineRequest& request : timeline.requests()) {
    if (request.space != Space::shared || request.op != AccessOp::store) continue;
    if (stores.size() == kMostStores) break;
    const MemoryAccess store = run.trace.at(request.access);
    if (bytes == 0) bytes = store.width;
    if (store.width != bytes || bytes <= run.machine.bank_bytes || bytes % tile.element_bytes != 0) return std::nullopt;
    auto pieces = pieces_of(tile, store, bytes);
    if (!pieces) return std::nullopt;
    stores.push_back(std::move(*pieces));
  }
  if (stores.empty()) return std::nullopt;
  const auto own = pieces_of(tile, access, bytes);
  const auto swizzle = own ? wide_swizzle(tile, stores, bytes) : std::nullopt;
  return swizzle ? wide_walk(*own, *swizzle) : std::nullopt;
}

}  // namespace

std::optional<SwizzleWalk> swizzle_walk(const KernelRun& run, const Timeline& timeline, const MemoryAccess& access) {
  if (!run.tile || !rows_begin_with_bank_0(run.machine, *run.tile)) return std::nullopt;
  const bool is_plain = run.tile->element_bytes == run.machine.bank_bytes;
  const auto own = is_plain ? walk_of(*run.tile, access) : std::nullopt;
  if (!own) return wide_swizzle_walk(run, timeline, access);
  std::size_t stores = 0;
  for (const TimelineRequest& request : timeline.requests()) {
    if (request.space != Space::shared || request.op != AccessOp::store) continue;
    if (++stores > kMostStores) break;
    const auto store = walk_of(*run.tile, run.trace.at(request.access));
    if (!store) return wide_swizzle_walk(run, timeline, access);
    if (store->is_proof) return own->walk;
  }
  return std::nullopt;
}

}  // namespace bankloom
