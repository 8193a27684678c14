// Common to the pictures of a shared-memory request: a column for each bank. Each fills a GridBatch in a given room;
// the panel adds the text around it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/session/fault_place.h"
#include "core/session/step_state.h"
#include "ui/panels/lanes_row.h"
#include "ui/rect.h"
#include "ui/theme.h"
#include "ui/widgets/bank_palette.h"
#include "ui/widgets/grid_builder.h"

namespace bankloom::ui {

/// The input of the pictures. All references outlive it.
struct BankPictureRequest {
  const StepState& state;
  const RequestCost& cost;
  const MachineModel& machine;
  const Theme& theme;
  const BankPalette& palette;
  Rect room{};                                         ///< pixels, with the axes
  float scale = 1;                                     ///< pixels per unit
  std::optional<unsigned> highlight{};                 ///< the highlighted bank; the others are subdued
  std::optional<unsigned> lit{};                       ///< the bank that is pointed at: its column is lit
  std::optional<unsigned> lane{};                      ///< the lane that is pointed at
  std::optional<unsigned> asked_lane{}, asked_bank{};  ///< that a question asks about
  LaneMask right_lanes = 0, wrong_lanes = 0;           ///< of an answer
  std::optional<unsigned> wrong_bank{};                ///< likewise
  unsigned lanes = kWarpSize;                          ///< of the warp: the last one of a block may have fewer than 32
  Colour accent = 0;                                   ///< of the side
  const std::vector<FaultyLane>* faulty = nullptr;     ///< faulty lanes; null: none
  const LanesRow* row = nullptr;                       ///< below the room, in pictures with tokens: their origin
  const LaneValues* values = nullptr;                  ///< what the lanes move
  /// The text of a token that is served, from the longest to the shortest wording.
  std::function<std::vector<std::string>(const LaneToken&)> carried{};
  bool ended = false;      ///< all is served: the picture of the whole request
  Colour verdict = 0;      ///< of the request, from good to bad
  unsigned padding = 0;    ///< elements at the end of a tile's rows that reach beyond the last bank
  bool has_gates = false;  ///< a request of either side has several phases: there is a row for their gates
  Probe* probe = nullptr;  ///< records tokens and gates; null: none
  [[nodiscard]] LaneMask faulty_lanes() const;
  /// Of the row of lanes.
  [[nodiscard]] LanesRow::Look lanes_look(const LaneStates& states) const;
  [[nodiscard]] bool lights(unsigned bank) const { return highlight == bank || lit == bank; }
};

/// What is at a place of a picture.
struct BankPicturePlace {
  std::optional<unsigned> bank, lane;
  std::size_t phase = 0;
};

/// All phases beside each other if every bank's column is at least `least` pixels wide, otherwise only the present one.
[[nodiscard]] PhaseColumns phase_columns(const StepState& state, std::size_t phase_count, unsigned banks, float left,
                                         float width, float least);

/// Common to the pictures with a column for each bank.
class BankPicture {
 public:
  /// Also below the plot, at the bank numbers.
  [[nodiscard]] std::optional<BankPicturePlace> at(float x, float y) const;
  [[nodiscard]] const PhaseColumns& columns() const { return columns_; }
  [[nodiscard]] const Rect& plot() const { return plot_; }

 protected:
  /// Places columns from `axis` pixels right of the room's left end on, each at least so many units wide.
  void place_columns(const BankPictureRequest& request, float axis, float least);
  /// Bank numbers below (or above) their columns.
  void draw_bank_axis(GridBuilder& builder, const BankPictureRequest& request, float y) const;

  PhaseColumns columns_;
  Rect plot_;
  float axis_ = 0;              ///< pixels left of the plot, for its numbers
  float row_ = 0;               ///< pixels of a lane's row; 0: without rows
  unsigned lanes_ = kWarpSize;  ///< rows
};

/// Size in pixels of the numbers beside a picture, and the height of a line of them.
[[nodiscard]] float axis_text(const BankPictureRequest& request);
[[nodiscard]] float axis_height(const BankPictureRequest& request);
/// Limit of a number's size within a cell, in units.
inline constexpr float kBlockText = 12;
/// The colours of a word's cell: of the bank, as strong as the progress of its lanes.
[[nodiscard]] BankPalette::Ink word_ink(const BankPictureRequest& request, unsigned bank, LaneState state);
/// Marks where a faulty lane was to read or write and did not.
void draw_fault(GridBuilder& builder, const BankPictureRequest& request, const Rect& box, float thick);
/// The words of shared memory that the faulty lanes were to access, by bank.
template <typename Do>
void for_each_fault(const BankPictureRequest& request, const Do& act) {
  if (request.faulty == nullptr) return;
  for (const FaultyLane& lane : *request.faulty) {
    if (lane.space != Space::shared || lane.is_next) continue;
    const std::uint64_t bytes = request.machine.bank_bytes, last = (lane.address + lane.bytes - 1) / bytes;
    for (std::uint64_t word = lane.address / bytes; word <= last; ++word) {
      act(lane, static_cast<unsigned>(word % std::max(request.machine.banks, 1u)));
    }
  }
}

}  // namespace bankloom::ui
