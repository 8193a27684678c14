// The pictures of one request below the tile: the queue in front of every bank, the card of lanes and banks, and the
// sectors of global memory. Each fills a GridBatch in a given room; what words stand beside them is the panel's.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/session/fault_place.h"
#include "core/session/session.h"
#include "core/session/step_state.h"
#include "ui/rect.h"
#include "ui/theme.h"
#include "ui/widgets/bank_palette.h"
#include "ui/widgets/grid_builder.h"

namespace bankloom::ui {

/// What decides the pictures. All references outlive it.
struct BankPictureRequest {
  const StepState& state;
  const MachineModel& machine;
  const Theme& theme;
  const BankPalette& palette;
  Rect room{};                          ///< pixels, axes included
  float scale = 1;                      ///< pixels per unit
  std::optional<unsigned> highlight{};  ///< the bank that stands out: the others step back
  std::optional<unsigned> lit{};        ///< the bank of what is pointed at: its column is lit
  std::optional<unsigned> lane{};       ///< the lane that is pointed at
  unsigned lanes = kWarpSize;           ///< that the warp has: the last one of a block may have fewer than 32
  Colour accent = 0;                    ///< of the side
  const std::vector<FaultyLane>* faulty = nullptr;  ///< lanes that are at fault; null: none
  [[nodiscard]] LaneMask faulty_lanes() const;
  [[nodiscard]] bool lights(unsigned bank) const { return highlight == bank || lit == bank; }
};

/// What lies under a place of a picture.
struct BankPicturePlace {
  std::optional<unsigned> bank, lane;
  std::size_t phase = 0;
};

/// Where the columns of banks stand: one block of columns for each phase that is drawn, from left to right.
struct PhaseColumns {
  std::size_t first = 0, count = 1;  ///< phases that are drawn
  float left = 0;                    ///< of the first column, pixels
  float pitch = 1;                   ///< from bank to bank; edges lie on whole pixels where it is at least 4
  float block = 0;                   ///< from phase to phase
  unsigned banks = 32;
  [[nodiscard]] float bank_x(std::size_t phase, unsigned bank) const {
    const float x = left + static_cast<float>(phase - first) * block + static_cast<float>(bank) * pitch;
    return pitch >= 4 ? std::round(x) : x;
  }
};
/// All phases side by side where every bank's column is at least `least` pixels wide, else only the present one.
[[nodiscard]] PhaseColumns phase_columns(const StepState& state, unsigned banks, float left, float width, float least);

/// The queue of words in front of every bank. `axis_degree`: wavefronts of the axis' upper end, at least the request's
/// degree.
class QueueChart {
 public:
  void draw(GridBuilder& builder, const BankPictureRequest& request, unsigned axis_degree);
  [[nodiscard]] std::optional<BankPicturePlace> at(const BankPictureRequest& request, float x, float y) const;
  [[nodiscard]] const PhaseColumns& columns() const { return columns_; }
  [[nodiscard]] const Rect& plot() const { return plot_; }

 private:
  PhaseColumns columns_;
  Rect plot_;
};

/// A line per lane, a column per bank, in the cell the word that the lane asks of the bank; at the foot how many words
/// each bank is asked for.
class BankCard {
 public:
  void draw(GridBuilder& builder, const BankPictureRequest& request);
  [[nodiscard]] std::optional<BankPicturePlace> at(const BankPictureRequest& request, float x, float y) const;
  [[nodiscard]] const PhaseColumns& columns() const { return columns_; }
  [[nodiscard]] const Rect& plot() const { return plot_; }

 private:
  void mark_faults(GridBuilder& builder, const BankPictureRequest& request, float height) const;

  PhaseColumns columns_;
  Rect plot_;
  float row_ = 0;
  unsigned lanes_ = kWarpSize;  ///< rows
};

/// The 128-byte lines that a request of global memory touches, with their sectors and the bytes used of each.
struct SectorUse {
  std::uint64_t sector = 0;  ///< address / sector_bytes
  LaneMask lanes = 0;
  std::vector<bool> used;  ///< by byte of the sector
  [[nodiscard]] unsigned bytes_used() const;
};
/// In the order of RequestCost::sectors.
[[nodiscard]] std::vector<SectorUse> sector_uses(const MachineModel& machine, const MemoryAccess& access,
                                                 const RequestCost& cost);
class SectorStrip {
 public:
  void draw(GridBuilder& builder, const BankPictureRequest& request);
  /// Lanes of the sector at a place; nothing beside the sectors.
  [[nodiscard]] const SectorUse* at(float x, float y) const;
  /// Lines that had no room.
  [[nodiscard]] std::size_t left_out() const { return left_out_; }

 private:
  struct Placed {
    Rect rect;
    std::size_t use = 0;
  };
  std::vector<SectorUse> uses_;
  std::vector<Placed> placed_;
  std::size_t left_out_ = 0;
};

}  // namespace bankloom::ui
