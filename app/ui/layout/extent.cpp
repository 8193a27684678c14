#include "ui/layout/extent.h"

#include <algorithm>
#include <optional>

namespace bankloom::ui {
namespace {

using Kind = Extent::Kind;

/// Takes `excess` from those that may shrink, in proportion to how much they may.
void shrink(std::vector<float>& sizes, std::span<const float> least, float excess) {
  // A rounding error is no reason to cut a letter.
  if (excess < 0.01f) return;
  float spare = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] > least[i]) spare += sizes[i] - least[i];
  }
  if (spare <= 0) return;
  const float part = std::min(1.0f, excess / spare);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] > least[i]) sizes[i] -= (sizes[i] - least[i]) * part;
  }
}

/// Gives the rest to those that share it; one that reaches its largest size leaves the rest to the others.
void grow(std::vector<float>& sizes, std::span<const Wish> wishes, std::span<const float> most, float left) {
  std::vector<bool> is_done(sizes.size());
  for (std::size_t turn = 0; turn < sizes.size() && left > 0.5f; ++turn) {
    float parts = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      if (wishes[i].extent.kind == Kind::share && sizes[i] >= 0 && !is_done[i]) parts += wishes[i].extent.amount;
    }
    if (parts <= 0) return;
    // By shares of the whole, so that a least size is not added on top.
    float whole = left;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      if (wishes[i].extent.kind == Kind::share && sizes[i] >= 0 && !is_done[i]) whole += sizes[i];
    }
    bool is_stable = true;
    for (std::size_t i = 0; i < sizes.size() && is_stable; ++i) {
      if (wishes[i].extent.kind != Kind::share || sizes[i] < 0 || is_done[i]) continue;
      const float own = whole * wishes[i].extent.amount / parts;
      if (own >= sizes[i] && own <= most[i]) continue;
      is_stable = false;
      is_done[i] = true;
      const float settled = own < sizes[i] ? sizes[i] : std::max(most[i], sizes[i]);
      left -= settled - sizes[i];
      sizes[i] = settled;
    }
    if (!is_stable) continue;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      if (wishes[i].extent.kind == Kind::share && sizes[i] >= 0 && !is_done[i]) {
        sizes[i] = whole * wishes[i].extent.amount / parts;
      }
    }
    return;
  }
}

}  // namespace

float sum_of(std::span<const float> sizes, float gap) {
  float sum = 0;
  bool is_first = true;
  for (const float size : sizes) {
    if (size < 0) continue;
    sum += size + (is_first ? 0 : gap);
    is_first = false;
  }
  return sum;
}

Extent fit() { return {}; }
Extent units(float amount) { return {Kind::fixed, amount}; }
Extent share(float part) { return {Kind::share, part}; }

Extent Extent::at_least(float units) const {
  Extent changed = *this;
  changed.least = units;
  return changed;
}
Extent Extent::at_most(float units) const {
  Extent changed = *this;
  changed.most = units;
  return changed;
}
Extent Extent::at_most_part(float part) const {
  Extent changed = *this;
  changed.most_part = part;
  return changed;
}
Extent Extent::if_room(int order) const {
  Extent changed = *this;
  changed.drops = order;
  return changed;
}

std::vector<float> distribute(std::span<const Wish> wishes, float room, float gap, float scale) {
  std::vector<float> sizes, least, most;
  for (auto* all : {&sizes, &least, &most}) all->reserve(wishes.size());
  for (const Wish& wish : wishes) {
    const Extent& extent = wish.extent;
    const float largest = std::min(extent.most * scale, extent.most_part * room);
    const float own =
        extent.kind == Kind::fixed ? extent.amount * scale : (extent.kind == Kind::fit ? wish.wanted : wish.least);
    sizes.push_back(std::min(std::max(own, extent.least * scale), std::max(largest, 0.0f)));
    least.push_back(extent.kind == Kind::fit ? std::min(std::max(wish.least, extent.least * scale), sizes.back())
                                             : sizes.back());
    most.push_back(std::max(largest, sizes.back()));
    // Not even the whole room would be enough.
    if (extent.kind == Kind::fit && extent.drops != 0 && sizes.back() < wish.least - 0.5f) sizes.back() = -1;
  }
  // The lowest number is left out first; of equals the last one.
  while (sum_of(sizes, gap) > room + 0.5f) {
    std::optional<std::size_t> leaving;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      if (wishes[i].extent.drops == 0 || sizes[i] < 0) continue;
      if (!leaving || wishes[i].extent.drops <= wishes[*leaving].extent.drops) leaving = i;
    }
    if (!leaving) break;
    sizes[*leaving] = -1;
  }
  const float excess = sum_of(sizes, gap) - room;
  if (excess < 0) {
    grow(sizes, wishes, most, -excess);
    return sizes;
  }
  shrink(sizes, least, excess);
  // Shortens text: first in boxes that should fit, then in all.
  for (std::size_t i = 0; i < sizes.size(); ++i) least[i] = wishes[i].extent.kind == Kind::fixed ? sizes[i] : 0;
  shrink(sizes, least, sum_of(sizes, gap) - room);
  std::ranges::fill(least, 0.0f);
  shrink(sizes, least, sum_of(sizes, gap) - room);
  return sizes;
}

}  // namespace bankloom::ui
