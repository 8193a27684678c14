// The lanes of a warp at the foot of the picture, each with its value: the origin and destination of all tokens. The
// pictures of the banks and of global memory share it, so that nothing jumps from one to the other.
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

/// The places of the columns of banks: one block of columns for each drawn phase, from left to right.
struct PhaseColumns {
  std::size_t first = 0, count = 1;  ///< drawn phases
  float left = 0;                    ///< of the first column, pixels
  float pitch = 1;                   ///< from bank to bank; edges are on whole pixels if it is at least 4
  float block = 0;                   ///< from phase to phase
  unsigned banks = 32;
  [[nodiscard]] float bank_x(std::size_t phase, unsigned bank) const;
  [[nodiscard]] std::size_t end() const { return first + count; }  ///< of the drawn phases
  [[nodiscard]] float gap() const;                                 ///< between banks
  /// A part of a bank's column.
  [[nodiscard]] Rect cell(std::size_t phase, unsigned bank, float y, float height) const;
};

/// The value that each lane moves, with `digits` digits as in element_text(); empty if it is no single number.
using LaneValues = std::array<ShortText, kWarpSize>;
[[nodiscard]] LaneValues lane_values(const KernelRun& run, const MemoryAccess& access, int digits = 3);

/// The states of a request's lanes at a moment.
struct LaneStates {
  LaneMask asking = 0;  ///< make the access
  LaneMask done = 0;    ///< all their tokens are home
  LaneMask held = 0;    ///< their value is in their register
};
[[nodiscard]] LaneStates lane_states(const MemoryAccess& access, const std::vector<LaneToken>& tokens, double time);
/// Whether lanes bring values for memory, and whether they fetch values from it.
[[nodiscard]] bool is_stored(AccessOp op);
[[nodiscard]] bool is_read(AccessOp op);

class LanesRow {
 public:
  /// At the foot of a room, with so many places beside each other; returns its height in pixels.
  float place(const GlyphTable& glyphs, const Rect& room, float scale, unsigned places = kWarpSize);
  [[nodiscard]] Rect box(unsigned lane) const;
  [[nodiscard]] const Rect& rect() const { return row_; }
  [[nodiscard]] std::optional<unsigned> lane_at(float x, float y) const;
  /// The left end of the first column, as for the banks.
  [[nodiscard]] float left() const { return columns_.left; }

  struct Look {
    const Theme& theme;
    LaneStates states;
    const LaneValues* values = nullptr;
    unsigned lanes = kWarpSize;       ///< of the warp
    LaneMask faulty = 0;              ///< faulty lanes
    std::optional<unsigned> pointed;  ///< lane that is pointed at
    Colour accent = 0;                ///< of the side
    Probe* probe = nullptr;           ///< null: none
    std::optional<unsigned> asked{};  ///< lane that a question asks about
    LaneMask right = 0, wrong = 0;    ///< of an answer
  };
  void draw(GridBuilder& builder, const Look& look) const;

 private:
  [[nodiscard]] float values_text(const GlyphTable& glyphs, const LaneValues& values) const;

  PhaseColumns columns_;
  Rect row_;
  unsigned places_ = kWarpSize;
  float axis_ = 0, scale_ = 1;
  float values_ = 0;      ///< height of the values below the numbers; 0: not enough room
  float value_size_ = 0;  ///< pixels
};

/// A box on the way from one to another. If the target is lower in height, it keeps its height until it is nearly
/// there.
[[nodiscard]] Rect on_the_way(const Rect& from, const Rect& to, float part);

}  // namespace bankloom::ui
