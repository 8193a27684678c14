// The picture of a request of global memory where there is room for it: above the lanes, below a row a 128-byte line
// with its sectors; the lanes that a step serves fall onto their bytes. And the figures beside it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/run/kernel_run.h"
#include "core/session/step_state.h"
#include "ui/panels/bank_card.h"
#include "ui/rect.h"
#include "ui/theme.h"
#include "ui/widgets/grid_builder.h"

namespace bankloom::ui {

/// Bytes of a line that lanes ask for; lanes that ask for the same bytes are one piece.
struct LinePiece {
  unsigned first = 0, bytes = 0;  ///< from the line's first byte
  LaneMask lanes = 0;
  friend bool operator==(const LinePiece&, const LinePiece&) = default;
};
/// A line that a request touches.
struct TouchedLine {
  std::uint64_t line = 0;          ///< address / line_bytes
  std::vector<LinePiece> pieces;   ///< by their first bytes
  std::vector<SectorUse> sectors;  ///< those that are moved, ascending
};
/// Ascending.
[[nodiscard]] std::vector<TouchedLine> touched_lines(const MachineModel& machine, const MemoryAccess& access,
                                                     const RequestCost& cost);
/// What a line begins with: "in[1024]", or its address where it begins in no buffer.
[[nodiscard]] std::string line_label(const KernelRun& run, std::uint64_t line);

/// A sector whose lanes are on their way to their bytes.
struct FallingSector {
  std::uint64_t sector = 0;
  float part = 0;  ///< of the way: 0 above, 1 there
};

struct LinePictureRequest {
  const KernelRun& run;
  const StepState& state;
  const RequestCost& cost;
  const Theme& theme;
  Rect room{};
  float scale = 1;
  bool alone = false;                       ///< all of the room is its own: lanes, rows and the way between are larger
  std::vector<FallingSector> falling = {};  ///< the lanes of all others lie where they belong
  std::optional<unsigned> lane = {};        ///< that is pointed at
  Colour accent = 0;
  LaneMask faulty = 0;  ///< lanes that are at fault
};

class LinePicture {
 public:
  /// What it needs at least, in units.
  static constexpr float kLeastWidth = 250, kLeastHeight = 150;
  void draw(GridBuilder& builder, const LinePictureRequest& request);
  /// The lanes on their way, to be drawn over all of it: a grid's texts lie over its cells.
  void draw_falling(GridBuilder& builder, const Theme& theme, float scale) const;
  /// Units of height that a request with so many lines takes, all of them shown.
  [[nodiscard]] static float least_height(std::size_t lines);
  /// The sector at a place; null beside them.
  [[nodiscard]] const SectorUse* sector_at(float x, float y) const;
  /// The lane whose mark above the lines is at a place.
  [[nodiscard]] std::optional<unsigned> lane_at(float x, float y) const;
  /// Lines that had no room, before and after those that are drawn.
  [[nodiscard]] std::size_t left_out() const { return lines_.size() - shown_; }
  /// From a lane above to its bytes, for those that this step serves.
  struct Thread {
    float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  };
  [[nodiscard]] const std::vector<Thread>& threads() const { return threads_; }
  [[nodiscard]] float bottom() const { return bottom_; }

 private:
  struct Placed {
    Rect rect;
    std::size_t line = 0, sector = 0;
  };
  void draw_lanes(GridBuilder& builder, const LinePictureRequest& request);
  void draw_line(GridBuilder& builder, const LinePictureRequest& request, std::size_t index, float y, float height);
  [[nodiscard]] float x_of(const MachineModel& machine, unsigned byte) const;
  [[nodiscard]] Rect lane_box(unsigned lane) const;

  std::vector<TouchedLine> lines_;
  std::vector<Placed> placed_;
  std::vector<Thread> threads_;
  struct Chip {
    unsigned lane = 0;
    Rect rect;
  };
  std::vector<Chip> chips_;
  std::size_t shown_ = 0;
  float left_ = 0, byte_ = 1, gap_ = 0;  ///< pixels: of the first byte, from byte to byte, between sectors
  Rect lanes_;
  float bottom_ = 0;
};

}  // namespace bankloom::ui
