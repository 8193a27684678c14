// The lanes of a warp at the foot of the picture, each with the value that it holds: where all tokens come from and go
// back to, in the picture of the banks and in that of global memory alike, so that nothing jumps from one to the other.
#pragma once

#include <array>
#include <optional>

#include "core/base/lane_mask.h"
#include "core/run/kernel_run.h"
#include "core/session/token_motion.h"
#include "core/trace/memory_access.h"
#include "ui/probe.h"
#include "ui/rect.h"
#include "ui/theme.h"
#include "ui/widgets/cell_labels.h"
#include "ui/widgets/grid_builder.h"

namespace bankloom::ui {

/// Where the columns of banks stand: one block of columns for each phase that is drawn, from left to right.
struct PhaseColumns {
  std::size_t first = 0, count = 1;  ///< phases that are drawn
  float left = 0;                    ///< of the first column, pixels
  float pitch = 1;                   ///< from bank to bank; edges lie on whole pixels where it is at least 4
  float block = 0;                   ///< from phase to phase
  unsigned banks = 32;
  [[nodiscard]] float bank_x(std::size_t phase, unsigned bank) const;
  [[nodiscard]] std::size_t end() const { return first + count; }  ///< of the phases that are drawn
  [[nodiscard]] float gap() const;                                 ///< between banks
  /// A part of a bank's column.
  [[nodiscard]] Rect cell(std::size_t phase, unsigned bank, float y, float height) const;
};

/// What each lane moves, with `digits` digits as in element_text(); empty for what is no single number.
using LaneValues = std::array<ShortText, kWarpSize>;
[[nodiscard]] LaneValues lane_values(const KernelRun& run, const MemoryAccess& access, int digits = 3);

/// How the lanes of a request stand at a moment.
struct LaneStates {
  LaneMask asking = 0;  ///< that make the access
  LaneMask done = 0;    ///< whose tokens are all home
  LaneMask held = 0;    ///< whose value is in their register
};
[[nodiscard]] LaneStates lane_states(const MemoryAccess& access, const std::vector<LaneToken>& tokens, double time);
/// Whether lanes bring what goes into memory, and whether they come for what is there.
[[nodiscard]] bool is_stored(AccessOp op);
[[nodiscard]] bool is_read(AccessOp op);

class LanesRow {
 public:
  /// At the foot of a room, with so many places beside each other; returns the height that it takes, pixels.
  float place(const GlyphTable& glyphs, const Rect& room, float scale, unsigned places = kWarpSize);
  [[nodiscard]] Rect box(unsigned lane) const;
  [[nodiscard]] const Rect& rect() const { return row_; }
  [[nodiscard]] std::optional<unsigned> lane_at(float x, float y) const;
  /// The left end of the first column, which the banks share.
  [[nodiscard]] float left() const { return columns_.left; }

  struct Look {
    const Theme& theme;
    LaneStates states;
    const LaneValues* values = nullptr;
    unsigned lanes = kWarpSize;       ///< that the warp has
    LaneMask faulty = 0;              ///< are at fault
    std::optional<unsigned> pointed;  ///< is pointed at
    Colour accent = 0;                ///< of the side
    Probe* probe = nullptr;           ///< null: nobody takes note
  };
  void draw(GridBuilder& builder, const Look& look) const;

 private:
  [[nodiscard]] float values_text(const GlyphTable& glyphs, const LaneValues& values) const;

  PhaseColumns columns_;
  Rect row_;
  unsigned places_ = kWarpSize;
  float axis_ = 0, scale_ = 1;
  float values_ = 0;      ///< height of the values below the numbers; 0: there is no room for them
  float value_size_ = 0;  ///< pixels
};

/// Part of the way from one box to another; what lands in a box that is lower than itself stays as high as it is until
/// it is nearly there.
[[nodiscard]] Rect on_the_way(const Rect& from, const Rect& to, float part);

}  // namespace bankloom::ui
