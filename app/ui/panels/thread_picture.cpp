#include "ui/panels/thread_picture.h"

#include <algorithm>
#include <cmath>

#include "core/base/lane_mask.h"
#include "ui/tile_placement.h"

namespace bankloom::ui {
namespace {

/// Units: the largest token of a block and of a warp with its gap; the name above a warp with its bracket, and beside
/// it; between a warp and the next; between block and warps.
constexpr float kMostBlock = 66, kMostWarp = 54, kNameAbove = 34, kNameBeside = 70, kBetweenWarps = 12, kBetween = 26;
/// Two lines of text: which slab it is, and the numbers of its columns.
constexpr float kBetweenSlabs = 2 * ThreadPicture::kAxis + 4;
/// Warps whose names have lines of their own, and lanes' numbers below each.
constexpr std::uint64_t kMostNamesAbove = 4;
/// The largest part of the height that the warps take.
constexpr float kWarpsShare = 0.5f;
/// A token's radius as a part of its pitch.
constexpr float kRadius = 0.45f;
/// A row of more threads is drawn in lines of so many.
constexpr std::uint32_t kLongestRow = 64, kFolded = 32;
/// The last thread sets out when this part of the walk is over.
constexpr double kSettingOut = 0.6;

}  // namespace

ThreadPicture::ThreadPicture(const Dim3& block, const Rect& room, float scale, std::uint32_t lanes)
    : block_(block), lanes_(lanes), columns_(block.x > kLongestRow ? kFolded : block.x) {
  lines_ = block.y * ((block.x + columns_ - 1) / columns_);
  arrange(room, scale);
}

std::uint64_t ThreadPicture::warps() const { return (block_.count() + kWarpSize - 1) / kWarpSize; }

void ThreadPicture::arrange(const Rect& room, float scale) {
  const auto count = static_cast<float>(warps());
  const float axis = kAxis * scale, lanes = static_cast<float>(lanes_);
  names_are_beside_ = warps() > kMostNamesAbove;
  name_ = (names_are_beside_ ? kNameBeside : kNameAbove) * scale;
  // Around a warp's tokens: its name, and the numbers of its lanes.
  const float around = names_are_beside_ ? 0 : name_ + axis + kBetweenWarps * scale,
              once = names_are_beside_ ? axis : 0;
  const float across = (room.width - (names_are_beside_ ? name_ : 0)) / lanes;
  const float down = (room.height * kWarpsShare - once) / count - around;
  warp_pitch_ = std::max(1.0f, std::floor(std::min({across, down, kMostWarp * scale})));
  warp_step_ = warp_pitch_ + around;
  const float warps_height = warp_step_ * count + once;
  // Slabs beside each other, as many as let the tokens be largest.
  const float height = room.height - warps_height - kBetween * scale;
  const auto x = static_cast<float>(columns_), y = static_cast<float>(lines_);
  const float slab_gap = kBetweenSlabs * scale;
  for (std::uint32_t columns = 1; columns <= block_.z; ++columns) {
    const std::uint32_t lines = (block_.z + columns - 1) / columns;
    const auto beside = static_cast<float>(columns), below = static_cast<float>(lines);
    const float pitch = std::min({((room.width - axis) / beside - slab_gap) / x,
                                  ((height - axis) / below - (block_.z > 1 ? slab_gap : 0)) / y, kMostBlock * scale});
    if (pitch <= block_pitch_) continue;
    block_pitch_ = pitch;
    slab_columns_ = columns;
  }
  block_pitch_ = std::max(1.0f, std::floor(block_pitch_));
  slab_step_ = {block_pitch_ * x + slab_gap, block_pitch_ * y + slab_gap};
  const std::uint32_t slab_lines = (block_.z + slab_columns_ - 1) / slab_columns_;
  const auto rows = static_cast<float>(slab_lines);
  const float block_height = axis + slab_step_.y * rows - slab_gap + (block_.z > 1 ? slab_gap : 0);
  const float block_width = slab_step_.x * static_cast<float>(slab_columns_) - slab_gap;
  const float all = block_height + kBetween * scale + warps_height;
  const float top = std::round(room.y + std::max(0.0f, (room.height - all) / 2));
  block_at_ = {std::round(room.x + std::max(axis, (room.width - block_width) / 2)),
               top + std::round(axis + (block_.z > 1 ? slab_gap : 0))};
  const float beside = names_are_beside_ ? name_ : 0;
  warps_at_ = {std::round(room.x + beside + (room.width - beside - warp_pitch_ * lanes) / 2),
               std::round(top + block_height + kBetween * scale + (names_are_beside_ ? 0 : name_))};
}

Rect ThreadPicture::slab(std::uint32_t z) const {
  const std::uint32_t column = z % slab_columns_, line = z / slab_columns_;
  const float x = block_at_.x + slab_step_.x * static_cast<float>(column);
  const float y = block_at_.y + slab_step_.y * static_cast<float>(line);
  return {x, y, block_pitch_ * static_cast<float>(columns_), block_pitch_ * static_cast<float>(lines_)};
}

Rect ThreadPicture::warp(std::uint64_t warp) const {
  return {warps_at_.x, warps_at_.y + warp_step_ * static_cast<float>(warp), warp_pitch_ * static_cast<float>(lanes_),
          warp_pitch_};
}

ImVec2 ThreadPicture::lane(std::uint64_t warp, unsigned lane) const {
  const Rect row = this->warp(warp);
  return {row.x + warp_pitch_ * (static_cast<float>(lane) + 0.5f), row.y + warp_pitch_ / 2};
}

Rect ThreadPicture::warp_name(std::uint64_t warp) const {
  const Rect row = this->warp(warp);
  if (names_are_beside_) return {row.x - name_, row.y, name_, row.height};
  return {row.x, row.y - name_, row.width, name_};
}

ImVec2 ThreadPicture::home(std::uint64_t thread) const {
  const Dim3 index = delinearize(thread, block_);
  const Rect slab = this->slab(index.z);
  const std::uint32_t line = index.y * (lines_ / block_.y) + index.x / columns_;
  return {slab.x + block_pitch_ * (static_cast<float>(index.x % columns_) + 0.5f),
          slab.y + block_pitch_ * (static_cast<float>(line) + 0.5f)};
}

float ThreadPicture::walked(std::uint64_t thread, const Dim3& block, double part) {
  const std::uint64_t last = std::max<std::uint64_t>(block.count(), 2) - 1;
  const double sets_out = kSettingOut * static_cast<double>(thread) / static_cast<double>(last);
  return ease(static_cast<float>(std::clamp((part - sets_out) / (1 - kSettingOut), 0.0, 1.0)));
}

ThreadPicture::Token ThreadPicture::at(std::uint64_t thread, double part) const {
  const float walked = ThreadPicture::walked(thread, block_, part);
  const ImVec2 from = home(thread), to = lane(thread / kWarpSize, static_cast<unsigned>(thread % kWarpSize));
  return {{from.x + (to.x - from.x) * walked, from.y + (to.y - from.y) * walked},
          kRadius * (block_pitch_ + (warp_pitch_ - block_pitch_) * walked),
          walked};
}

std::optional<std::uint64_t> ThreadPicture::thread_at(ImVec2 point, double part) const {
  const auto is_within = [&](ImVec2 middle, float radius) {
    return std::hypot(point.x - middle.x, point.y - middle.y) <= radius;
  };
  for (std::uint64_t thread = 0; thread < block_.count(); ++thread) {
    const Token token = at(thread, part);
    if (is_within(token.middle, token.radius) || is_within(home(thread), kRadius * block_pitch_)) return thread;
  }
  return std::nullopt;
}

}  // namespace bankloom::ui
