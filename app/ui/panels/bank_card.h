// The pictures of one request below the tile that do not move: the card of lanes and banks, and the sectors of global
// memory.
#pragma once

#include <cstdint>
#include <vector>

#include "ui/panels/bank_picture.h"

namespace bankloom::ui {

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
