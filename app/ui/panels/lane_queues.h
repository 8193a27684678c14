// The queue in front of every bank: the lanes of a request as tokens, in flight, in line, served.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "core/session/token_motion.h"
#include "ui/panels/bank_picture.h"

namespace bankloom::ui {

/// What the queues of all requests, and of both sides, must have room for, so that their heights compare.
struct QueueAxis {
  unsigned degree = 1;      ///< wavefronts of the longest queue
  unsigned wavefronts = 1;  ///< of the most expensive request
};

/// A queue for every bank above the lanes; its head is served. Phases follow one another: a gate is shut over the lanes
/// of a later one. At the end of a request the queues stand once more, each word at the height of the wavefront that
/// served it.
class LaneQueues : public BankPicture {
 public:
  /// `axis`: at least the request's own. `time`: as in token_place(). The request has a row of lanes.
  void draw(GridBuilder& builder, const BankPictureRequest& request, const QueueAxis& axis, double time);
  /// A place for words of this size about the whole request, after draw() at its end: beside the bracket that counts
  /// the busiest bank's words, else above all of them; clear of them where there is room.
  [[nodiscard]] Rect end_room(float width, float height, float scale) const;
  /// The place of a word in the tile, in pixels; nothing if it is not drawn: tokens to and from it pass through the
  /// upper edge.
  using CellOf = std::function<std::optional<Rect>(std::uint64_t word)>;
  /// The tokens in flight, after draw() and in a separate grid: a grid's texts are above its cells.
  void draw_flying(GridBuilder& builder, const BankPictureRequest& request);
  /// Values in flight between the tile and the banks, above everything; after draw(), without a clip.
  void draw_crossing(GridBuilder& builder, const BankPictureRequest& request, const CellOf& cell_of);
  [[nodiscard]] bool has_flying() const { return !moving_.empty(); }
  [[nodiscard]] bool has_crossing() const { return !crossing_.empty(); }
  /// The place of a stop at a bank or a lane.
  [[nodiscard]] Rect box_of(const LaneToken& token, const TokenStop& stop, unsigned lane) const;
  /// The place `ahead` in a bank's queue, counted from 0; also between two places.
  [[nodiscard]] Rect queue_box(unsigned bank, float ahead) const;
  [[nodiscard]] Rect service_box(unsigned bank) const;
  /// The place of a token's word at the end of the request.
  [[nodiscard]] Rect end_box(const LaneToken& token) const;

 private:
  struct Moving {
    const LaneToken* token = nullptr;
    TokenPlace place;
  };
  /// A flight between a token's cell of the tile and its bank.
  struct Crossing {
    const LaneToken* token = nullptr;
    float part = 0;         ///< of the way
    bool is_inward = true;  ///< into the tile
    bool is_token = true;   ///< the lane's token itself; otherwise the word's value
  };
  void place(const BankPictureRequest& request, const QueueAxis& axis);
  void draw_end(GridBuilder& builder, const BankPictureRequest& request);
  void draw_end_axis(GridBuilder& builder, const BankPictureRequest& request) const;
  template <typename At>
  void draw_trail(GridBuilder& builder, const BankPictureRequest& request, unsigned bank, float part,
                  const At& at) const;
  void sort_moving(AccessOp op, const LaneToken& token, const TokenPlace& place);
  void draw_grounds(GridBuilder& builder, const BankPictureRequest& request) const;
  void draw_gates(GridBuilder& builder, const BankPictureRequest& request) const;
  void draw_token(GridBuilder& builder, const BankPictureRequest& request, const LaneToken& token, const Rect& box,
                  LaneState state, std::string_view words) const;
  void draw_resting(GridBuilder& builder, const BankPictureRequest& request, const LaneToken& token,
                    const TokenStop& stop);
  void draw_moving(GridBuilder& builder, const BankPictureRequest& request, const Moving& one);
  void draw_value(GridBuilder& builder, const BankPictureRequest& request, const LaneToken& token,
                  const Rect& box) const;
  void draw_carried(GridBuilder& builder, const BankPictureRequest& request, const LaneToken& token, const Rect& box,
                    bool is_flying, Probe::Mark::Kind kind = Probe::Mark::Kind::token);
  void draw_waiting(GridBuilder& builder, const BankPictureRequest& request) const;
  void draw_missing(GridBuilder& builder, const BankPictureRequest& request) const;
  void draw_asked(GridBuilder& builder, const BankPictureRequest& request) const;
  void draw_degrees(GridBuilder& builder, const BankPictureRequest& request) const;
  [[nodiscard]] float carried_text(const BankPictureRequest& request) const;  ///< pixels
  [[nodiscard]] Rect free_room(const BankPictureRequest& request, const LaneToken& token, const Rect& box) const;

  std::vector<LaneToken> tokens_;
  LanesRow lanes_;
  double time_ = 0;
  unsigned degree_ = 1;          ///< of the longest queue that must fit
  float token_ = 1;              ///< pixels of a token's height
  unsigned wavefronts_ = 1;      ///< of the most expensive request
  float pitch_ = 1;              ///< from one to the next in a queue
  float end_pitch_ = 1;          ///< the same at the end of a request
  std::optional<Rect> bracket_;  ///< beside the busiest bank's words at the end of a request
  bool is_left_ = false;         ///< the bracket is left of them
  float numbers_ = 0;            ///< height of the banks' numbers below the plot; 0: not enough room
  float gates_ = 0;              ///< height of the row of gates below them; 0: there is one phase, or not enough room
  std::vector<Moving> moving_;   ///< in flight within the picture
  std::vector<Crossing> crossing_;
  std::vector<Rect> carried_;  ///< places of the tokens' texts
};

}  // namespace bankloom::ui
