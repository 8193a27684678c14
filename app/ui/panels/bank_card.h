// The still pictures of one request below the tile: the card of lanes and banks, and the sectors of global memory.
#pragma once

#include <cstdint>
#include <vector>

#include "ui/panels/bank_picture.h"

namespace bankloom::ui {

/// A row per lane, a column per bank; a cell has the word that the lane accesses in the bank. The foot has the number
/// of words of each bank.
class BankCard : public BankPicture {
 public:
  void draw(GridBuilder& builder, const BankPictureRequest& request);

 private:
  /// Size of the word numbers, the same for all: as large as the longest allows, 0 if that is illegible. Numbers that
  /// do not fit are beside the cell, since the rest of its row is empty: a lane accesses one word.
  struct Numbers {
    float within = 0, beside = 0;  ///< pixels; 0: not there
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

/// The 128-byte lines of a request of global memory, with their sectors and the used bytes of each.
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
  /// The sector at a place; null outside the sectors.
  [[nodiscard]] const SectorUse* at(float x, float y) const;
  /// Number of lines without room.
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
