// ThreadPicture: where the threads of a block are, as tokens that walk from their places in the block into their warps.
// Places are a function of the block, the room and the part of the walk that is over, and of nothing else.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/dim3.h"
#include "core/base/lane_mask.h"
#include "ui/rect.h"

namespace bankloom::ui {

class ThreadPicture {
 public:
  /// `room` in pixels; `scale` pixels per unit.
  /// `lanes`: places in the row of a warp.
  ThreadPicture(const Dim3& block, const Rect& room, float scale, std::uint32_t lanes = kWarpSize);

  /// A token, in pixels.
  struct Token {
    ImVec2 middle;
    float radius = 0;
    float walked = 0;  ///< of its own way, 0: at its place in the block, 1: at its lane
  };
  /// `thread`: its linear index. Threads set out in the order of their index, so that the line grows from its start.
  [[nodiscard]] Token at(std::uint64_t thread, double part) const;
  /// Token::walked, which the room does not matter for.
  [[nodiscard]] static float walked(std::uint64_t thread, const Dim3& block, double part);
  /// The thread whose token is at a point, in the block or, where it stands at its lane, there.
  [[nodiscard]] std::optional<std::uint64_t> thread_at(ImVec2 point, double part) const;

  [[nodiscard]] const Dim3& block() const { return block_; }
  [[nodiscard]] std::uint64_t warps() const;
  /// Pixels of a token with its gap, in the block and in a warp.
  [[nodiscard]] float block_pitch() const { return block_pitch_; }
  [[nodiscard]] float warp_pitch() const { return warp_pitch_; }
  /// Whether the block's rows are too long for one line each.
  [[nodiscard]] bool is_folded() const { return columns_ < block_.x; }
  /// The tokens of one z of the block.
  [[nodiscard]] Rect slab(std::uint32_t z) const;
  /// The 32 lanes of a warp, whether it is full or not.
  [[nodiscard]] Rect warp(std::uint64_t warp) const;
  /// The middle of a lane's place.
  [[nodiscard]] ImVec2 lane(std::uint64_t warp, unsigned lane) const;
  /// Where the name of a warp is: above its bracket, or beside it where there are many.
  [[nodiscard]] Rect warp_name(std::uint64_t warp) const;
  [[nodiscard]] bool names_are_beside() const { return names_are_beside_; }
  /// Units of the numbers at the edges: of x and y, and of the lanes.
  static constexpr float kAxis = 20;

 private:
  void arrange(const Rect& room, float scale);
  [[nodiscard]] ImVec2 home(std::uint64_t thread) const;

  Dim3 block_;
  std::uint32_t lanes_;                                     ///< places in the row of a warp
  std::uint32_t columns_ = 1, lines_ = 1;                   ///< tokens of a slab in a line, and its lines
  float block_pitch_ = 0, warp_pitch_ = 0, warp_step_ = 0;  ///< pixels; step: from warp to warp
  std::uint32_t slab_columns_ = 1;                          ///< slabs beside each other
  ImVec2 block_at_, warps_at_;                              ///< top left of the first token's cell
  ImVec2 slab_step_;                                        ///< from slab to slab
  float name_ = 0;  ///< pixels of a warp's name: its height, or beside its width
  bool names_are_beside_ = false;
};

}  // namespace bankloom::ui
