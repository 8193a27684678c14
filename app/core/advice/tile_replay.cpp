#include "core/advice/tile_replay.h"

#include <algorithm>
#include <bit>
#include <memory>

#include "core/analysis/request_cost.h"

namespace bankloom {
namespace {

/// The column at which a layout keeps an element.
std::uint64_t placed_column(const ReplayedLayout& layout, const TileGeometry::Element& element) {
  if (!layout.swizzle) return element.column;
  const ReplayedLayout::Xor& swizzle = *layout.swizzle;
  const std::uint64_t chunk = element.column / swizzle.chunk;
  const std::uint64_t row = swizzle.shift >= 0 ? element.row >> swizzle.shift : element.row << -swizzle.shift;
  return (chunk ^ (row % swizzle.width)) * swizzle.chunk + element.column % swizzle.chunk;
}

void add_price(const analysis::RequestPrice& price, ReplayCost& sums) {
  sums.requests += price.counts.requests;
  sums.wavefronts += price.counts.wavefronts;
  sums.bank_conflicts += price.counts.bank_conflicts;
}

}  // namespace

TileReplay::TileReplay(const KernelRun& run) : run_(run), tile_(*run.tile), memo_(run.machine) {
  const auto access = std::make_unique<MemoryAccess>();
  for (std::size_t index = 0; index < run.trace.size(); ++index) {
    run.trace.read(index, *access, false);
    if (access->space != Space::shared) continue;
    accesses_.push_back(index);
    const LaneMask lanes = addressing_lanes(*access);
    if (lanes != 0 && tile_.element_at(access->addresses[first_lane(lanes)])) {
      chunk_ = std::max<std::uint64_t>(chunk_, access->width / tile_.element_bytes);
    }
  }
}

std::optional<TileReplay> TileReplay::of(const KernelRun& run) {
  if (!run.tile || run.tile->element_bytes == 0 || run.tile->columns == 0) return std::nullopt;
  return TileReplay(run);
}

std::uint64_t TileReplay::widest_xor() const {
  if (tile_.columns % chunk_ != 0) return 1;
  const std::uint64_t chunks = tile_.columns / chunk_;
  return std::uint64_t{1} << std::countr_zero(chunks);
}

std::uint64_t TileReplay::shared_bytes(std::uint64_t padding) const {
  const std::uint64_t per_element = tile_.rows * tile_.element_bytes;
  const std::uint64_t without = run_.shared_bytes - std::min(run_.shared_bytes, tile_.padding * per_element);
  return without + padding * per_element;
}

ReplayCost TileReplay::price(const ReplayedLayout& layout) {
  ReplayCost sums;
  const std::uint64_t row_elements = tile_.columns + layout.padding;
  const auto access = std::make_unique<MemoryAccess>();
  for (const std::size_t index : accesses_) {
    run_.trace.read(index, *access, false);
    for (LaneMask rest = addressing_lanes(*access); rest != 0; rest &= rest - 1) {
      std::uint64_t& address = access->addresses[first_lane(rest)];
      const auto element = tile_.element_at(address);
      if (!element) continue;
      const std::uint64_t wide = std::max<std::uint64_t>(1, access->width / tile_.element_bytes);
      if (element->column + wide > tile_.columns) {
        sums.problem.flaw = LayoutFlaw::data_in_padding;
        return sums;
      }
      const std::uint64_t within = (address - tile_.base) % tile_.element_bytes;
      address =
          tile_.base + (element->row * row_elements + placed_column(layout, *element)) * tile_.element_bytes + within;
      if (address % access->width != 0) {
        sums.problem = {LayoutFlaw::misaligned, {}, access->width};
        return sums;
      }
    }
    add_price(memo_.price(header_of(*access), access->addresses.data()), sums);
  }
  return sums;
}

ReplayCost TileReplay::as_recorded() {
  ReplayCost sums;
  const auto access = std::make_unique<MemoryAccess>();
  for (const std::size_t index : accesses_) {
    run_.trace.read(index, *access, false);
    add_price(memo_.price(header_of(*access), access->addresses.data()), sums);
  }
  return sums;
}

}  // namespace bankloom
