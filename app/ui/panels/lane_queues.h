// The queue in front of every bank: the lanes of a request as tokens, on their way, in line, served.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "core/session/token_motion.h"
#include "ui/panels/bank_picture.h"

namespace bankloom::ui {

/// Above the lanes a queue for every bank, at its head what is served. The queues of all requests, and of both sides,
/// are drawn at one scale, so that their heights compare. Phases go one after the other: over the lanes of a later one
/// a gate is shut.
class LaneQueues : public BankPicture {
 public:
  /// `axis_degree`: wavefronts of the longest queue that has to fit, at least the request's degree. `time`: as
  /// token_place() takes it. The request has a row of lanes.
  void draw(GridBuilder& builder, const BankPictureRequest& request, unsigned axis_degree, double time);
  /// Where in the tile a word lies, in pixels; nothing where it is not drawn: what goes there leaves through the upper
  /// edge, and what comes from there comes in through it.
  using CellOf = std::function<std::optional<Rect>(std::uint64_t word)>;
  /// What is on its way, after draw() and in a grid of its own: a grid's texts lie over its cells.
  void draw_flying(GridBuilder& builder, const BankPictureRequest& request);
  /// What is on its way between the tile and the banks, above all else; after draw(), within no clip.
  void draw_crossing(GridBuilder& builder, const BankPictureRequest& request, const CellOf& cell_of);
  [[nodiscard]] bool has_flying() const { return !moving_.empty(); }
  [[nodiscard]] bool has_crossing() const { return !crossing_.empty(); }
  /// Where a place is, of a bank or of a lane.
  [[nodiscard]] Rect box_of(const LaneToken& token, const TokenStop& stop, unsigned lane) const;
  /// Of the queue's place `ahead` of a bank, counted from 0; between two of them as well.
  [[nodiscard]] Rect queue_box(unsigned bank, float ahead) const;
  [[nodiscard]] Rect service_box(unsigned bank) const;

 private:
  struct Moving {
    const LaneToken* token = nullptr;
    TokenPlace place;
  };
  /// Between a token's cell of the tile and its bank.
  struct Crossing {
    const LaneToken* token = nullptr;
    float part = 0;         ///< of the way
    bool is_inward = true;  ///< into the tile
    bool is_token = true;   ///< the lane's token itself; else the word's value
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
  void draw_degrees(GridBuilder& builder, const BankPictureRequest& request) const;
  [[nodiscard]] float carried_text(const BankPictureRequest& request) const;  ///< pixels
  [[nodiscard]] Rect free_room(const BankPictureRequest& request, const LaneToken& token, const Rect& box) const;

  std::vector<LaneToken> tokens_;
  LanesRow lanes_;
  double time_ = 0;
  unsigned degree_ = 1;         ///< of the longest queue that has to fit
  float token_ = 1;             ///< pixels of a token's height
  float pitch_ = 1;             ///< from one to the next in a queue
  float thin_ = 1;              ///< the same of those for which there is no room as tokens
  float heads_ = 1;             ///< places of a queue that are tokens
  float numbers_ = 0;           ///< height of the banks' numbers below the plot; 0: too little room
  float gates_ = 0;             ///< height of the row of gates below them; 0: there is one phase, or too little room
  std::vector<Moving> moving_;  ///< on their way within the picture
  std::vector<Crossing> crossing_;
  std::vector<Rect> carried_;  ///< where it is written what tokens carry
};

}  // namespace bankloom::ui
