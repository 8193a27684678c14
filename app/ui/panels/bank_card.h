// The pictures of one request below the tile: the queue in front of every bank, the card of lanes and banks, and the
// sectors of global memory. Each fills a GridBatch in a given room; what words stand beside them is the panel's.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/session/fault_place.h"
#include "core/session/session.h"
#include "core/session/step_state.h"
#include "core/session/token_motion.h"
#include "ui/rect.h"
#include "ui/theme.h"
#include "ui/widgets/bank_palette.h"
#include "ui/widgets/grid_builder.h"

namespace bankloom::ui {

/// What decides the pictures. All references outlive it.
struct BankPictureRequest {
  const StepState& state;
  const RequestCost& cost;
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
  [[nodiscard]] std::size_t end() const { return first + count; }  ///< of the phases that are drawn
  [[nodiscard]] float gap() const {                                ///< between banks
    return pitch >= 6 ? std::max(1.0f, std::round(pitch * 0.1f)) : (pitch >= 3.5f ? 1.0f : 0.0f);
  }
  /// A part of a bank's column.
  [[nodiscard]] Rect cell(std::size_t phase, unsigned bank, float y, float height) const {
    const float x = bank_x(phase, bank);
    return {x, y, bank_x(phase, bank + 1) - x - gap(), height};
  }
};
/// All phases side by side where every bank's column is at least `least` pixels wide, else only the present one.
[[nodiscard]] PhaseColumns phase_columns(const StepState& state, std::size_t phase_count, unsigned banks, float left,
                                         float width, float least);

/// What the pictures with a column for each bank have in common.
class BankPicture {
 public:
  /// Also below the plot, at the numbers of the banks.
  [[nodiscard]] std::optional<BankPicturePlace> at(float x, float y) const;
  [[nodiscard]] const PhaseColumns& columns() const { return columns_; }
  [[nodiscard]] const Rect& plot() const { return plot_; }

 protected:
  /// Columns from `axis` pixels right of the room's left end on, each at least so many units wide.
  void place_columns(const BankPictureRequest& request, float axis, float least);
  /// Bank numbers below (or above) their columns.
  void draw_bank_axis(GridBuilder& builder, const BankPictureRequest& request, float y) const;

  PhaseColumns columns_;
  Rect plot_;
  float axis_ = 0;              ///< pixels left of the plot, for its numbers
  float row_ = 0;               ///< pixels of a lane's row; 0: the lanes have none
  unsigned lanes_ = kWarpSize;  ///< rows
};

/// The lanes at the foot as tokens with their numbers, above them a queue for every bank, at its head what is served.
/// The queues of all requests, and of both sides, are drawn at one scale, so that their heights compare.
class LaneQueues : public BankPicture {
 public:
  /// `axis_degree`: wavefronts of the longest queue that has to fit, at least the request's degree. `time`: as
  /// token_place() takes it. `cell_of`: where in the tile a word lies that is stored there, in pixels; nothing where it
  /// is not drawn: such tokens leave through the upper edge.
  void draw(GridBuilder& builder, const BankPictureRequest& request, unsigned axis_degree, double time);
  /// What is on its way into the tile, above all else; after draw(), within no clip.
  using CellOf = std::function<std::optional<Rect>(std::uint64_t word)>;
  void draw_leaving(GridBuilder& builder, const BankPictureRequest& request, const CellOf& cell_of) const;
  [[nodiscard]] bool has_leaving() const { return !leaving_.empty(); }
  /// Where a place is, of a bank or of a lane.
  [[nodiscard]] Rect box_of(const LaneToken& token, const TokenStop& stop, unsigned lane) const;
  [[nodiscard]] Rect lane_box(unsigned lane) const;
  /// Of the queue's place `ahead` of a bank, counted from 0; between two of them as well.
  [[nodiscard]] Rect queue_box(unsigned bank, float ahead) const;
  [[nodiscard]] Rect service_box(unsigned bank) const;

 private:
  struct Leaving {
    LaneToken token;
    float part = 0;
  };
  void place(const GridBuilder& builder, const BankPictureRequest& request, unsigned axis_degree);
  void draw_grounds(GridBuilder& builder, const BankPictureRequest& request) const;
  void draw_lanes(GridBuilder& builder, const BankPictureRequest& request) const;
  void draw_token(GridBuilder& builder, const BankPictureRequest& request, const LaneToken& token, const Rect& box,
                  LaneState state, std::string_view words) const;
  void draw_resting(GridBuilder& builder, const BankPictureRequest& request, const LaneToken& token,
                    const TokenStop& stop) const;
  void draw_missing(GridBuilder& builder, const BankPictureRequest& request) const;
  void draw_degrees(GridBuilder& builder, const BankPictureRequest& request) const;

  double time_ = 0;
  unsigned degree_ = 1;  ///< of the longest queue that has to fit
  float token_ = 1;      ///< pixels of a token's height
  float pitch_ = 1;      ///< from one to the next in a queue
  float thin_ = 1;       ///< the same of those for which there is no room as tokens
  float heads_ = 1;      ///< places of a queue that are tokens
  Rect lanes_row_;
  std::vector<Leaving> leaving_;  ///< on their way into the tile
};

/// A line per lane, a column per bank, in the cell the word that the lane asks of the bank; at the foot how many words
/// each bank is asked for.
class BankCard : public BankPicture {
 public:
  void draw(GridBuilder& builder, const BankPictureRequest& request);

 private:
  /// How numbers of words are drawn, all alike: as large as the longest allows, none where that is not read. Where they
  /// do not fit, they stand beside the cell, for the rest of its row is empty: a lane asks for one word.
  struct Numbers {
    float within = 0, beside = 0;  ///< pixels; 0: not so
  };
  [[nodiscard]] Numbers numbers(const GridBuilder& builder, const BankPictureRequest& request) const;
  [[nodiscard]] float cell_height() const { return row_ - (row_ >= 3.5f ? 1.0f : 0.0f); }
  [[nodiscard]] Rect cell(std::size_t phase, unsigned bank, unsigned lane) const {
    return columns_.cell(phase, bank, plot_.y + static_cast<float>(lane) * row_, cell_height());
  }
  void draw_rows(GridBuilder& builder, const BankPictureRequest& request) const;
  void draw_words(GridBuilder& builder, const BankPictureRequest& request, std::size_t phase, const BankLoad& load,
                  const Numbers& how) const;
  void draw_foot(GridBuilder& builder, const BankPictureRequest& request, const Phase& served, std::size_t phase) const;
  void mark_faults(GridBuilder& builder, const BankPictureRequest& request) const;

  float foot_ = 0;  ///< pixels below the plot
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
  void draw_sector(GridBuilder& builder, const BankPictureRequest& request, const SectorUse& use,
                   const Rect& box) const;
  struct Placed {
    Rect rect;
    std::size_t use = 0;
  };
  std::vector<SectorUse> uses_;
  std::vector<Placed> placed_;
  std::size_t left_out_ = 0;
};

}  // namespace bankloom::ui
