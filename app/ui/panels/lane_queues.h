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

/// A queue for every bank above the lanes; its head is served. The queues of all requests, and of both sides, have one
/// scale, so that their heights compare. Phases follow one another: a gate is shut over the lanes of a later one.
class LaneQueues : public BankPicture {
 public:
  /// `axis_degree`: wavefronts of the longest queue that must fit, at least the request's degree. `time`: as in
  /// token_place(). The request has a row of lanes.
  void draw(GridBuilder& builder, const BankPictureRequest& request, unsigned axis_degree, double time);
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
  void place(const BankPictureRequest& request, unsigned axis_degree);
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
  unsigned degree_ = 1;         ///< of the longest queue that must fit
  float token_ = 1;             ///< pixels of a token's height
  float pitch_ = 1;             ///< from one to the next in a queue
  float thin_ = 1;              ///< the same for those without room as tokens
  float heads_ = 1;             ///< places of a queue that are tokens
  float numbers_ = 0;           ///< height of the banks' numbers below the plot; 0: not enough room
  float gates_ = 0;             ///< height of the row of gates below them; 0: there is one phase, or not enough room
  std::vector<Moving> moving_;  ///< in flight within the picture
  std::vector<Crossing> crossing_;
  std::vector<Rect> carried_;  ///< places of the tokens' texts
};

}  // namespace bankloom::ui
