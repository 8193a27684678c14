// The picture of a request of global memory: a row for each 128-byte line with its sectors, and the lanes that fly to
// their bytes from the row at the foot, as in the banks' picture.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/run/kernel_run.h"
#include "core/session/step_state.h"
#include "core/session/token_motion.h"
#include "ui/panels/bank_card.h"
#include "ui/panels/lanes_row.h"
#include "ui/rect.h"
#include "ui/theme.h"
#include "ui/widgets/grid_builder.h"

namespace bankloom::ui {

/// Requested bytes of a line; lanes that request the same bytes are one piece.
struct LinePiece {
  unsigned first = 0, bytes = 0;  ///< relative to the line's first byte
  LaneMask lanes = 0;
  friend bool operator==(const LinePiece&, const LinePiece&) = default;
};
/// A line in a request.
struct TouchedLine {
  std::uint64_t line = 0;          ///< address / line_bytes
  std::vector<LinePiece> pieces;   ///< by their first bytes
  std::vector<SectorUse> sectors;  ///< the moved ones, ascending
};
/// Ascending.
[[nodiscard]] std::vector<TouchedLine> touched_lines(const MachineModel& machine, const MemoryAccess& access,
                                                     const RequestCost& cost);
/// The label of a line: "in[1024]", or its address if it begins in no buffer.
[[nodiscard]] std::string line_label(const KernelRun& run, std::uint64_t line);

struct LinePictureRequest {
  const KernelRun& run;
  const StepState& state;
  const RequestCost& cost;
  const Theme& theme;
  const LanesRow& row;  ///< below the room
  double time = 0;      ///< as in token_place()
  Rect room{};
  float scale = 1;
  bool alone = false;                  ///< the picture has the whole room: rows and the way between are larger
  const LaneValues* values = nullptr;  ///< what the lanes move
  std::optional<unsigned> lane = {};   ///< lane that is pointed at
  std::optional<unsigned> asked = {};  ///< lane that a question asks about
  Colour accent = 0;
  LaneMask faulty = 0;         ///< faulty lanes
  unsigned lanes = kWarpSize;  ///< of the warp
  Probe* probe = nullptr;      ///< records the lanes in flight; null: none
};

/// The lines of memory in a request, in as few columns as the room allows, and the lanes in flight from their row at
/// the foot to their bytes and, with loaded values, back.
class LinePicture {
 public:
  /// Least height in units above the row of lanes, and the height with which its width is free.
  static constexpr float kLeastHeight = 30, kFairHeight = 150;
  void draw(GridBuilder& builder, const LinePictureRequest& request);
  /// The lanes in flight, drawn over everything: a grid's texts are above its cells.
  void draw_flying(GridBuilder& builder, const LinePictureRequest& request) const;
  [[nodiscard]] bool has_flying() const { return !chips_.empty(); }
  /// The sector at a place; null outside the sectors.
  [[nodiscard]] const SectorUse* sector_at(float x, float y) const;
  /// Lines without room, before and after the drawn ones.
  [[nodiscard]] std::size_t left_out() const { return lines_.size() - shown_; }
  /// A line from a lane to its bytes, for lanes that are there or in flight.
  struct Thread {
    float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  };
  [[nodiscard]] const std::vector<Thread>& threads() const { return threads_; }
  [[nodiscard]] float top() const { return top_; }  ///< of the first line

 private:
  struct Placed {
    Rect rect;
    std::size_t line = 0, sector = 0;
  };
  struct Chip {
    unsigned lane = 0;
    Rect rect;
  };
  /// The place of a line: pixels of its first byte, from byte to byte, between sectors.
  struct Row {
    float x = 0, y = 0, height = 0, byte = 1, gap = 0;
    unsigned sector_bytes = 32;
    [[nodiscard]] Rect box(unsigned first, unsigned bytes) const;
  };
  float place(const GridBuilder& builder, const LinePictureRequest& request);
  void draw_line(GridBuilder& builder, const LinePictureRequest& request, std::size_t index, const Row& row);
  void draw_piece(GridBuilder& builder, const LinePictureRequest& request, std::size_t index, std::size_t piece,
                  const Row& row);
  bool name_piece(GridBuilder& builder, const LinePictureRequest& request, std::size_t index, std::size_t piece,
                  const Row& row, const Rect& box, Colour ink, bool is_now) const;
  void name_sectors(GridBuilder& builder, const LinePictureRequest& request, std::size_t index, const Row& row) const;
  [[nodiscard]] TokenPlace place_of(std::uint64_t sector, double time) const;

  std::vector<TouchedLine> lines_;
  std::vector<LaneToken> tokens_;
  std::vector<Placed> placed_;
  std::vector<Thread> threads_;
  std::vector<Chip> chips_;
  std::uint64_t named_ = 0;  ///< sectors of the current line in which a piece has its lanes' numbers, one bit each
  std::size_t shown_ = 0, rows_ = 1, columns_ = 1;
  float column_ = 0, between_columns_ = 0, pitch_ = 0, between_ = 0;
  float top_ = 0;
};

}  // namespace bankloom::ui
