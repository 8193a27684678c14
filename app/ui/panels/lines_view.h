// A request of global memory in place of the banks: the lanes at the foot, above them their lines of memory, and the
// place of these in the whole matrices; with little room, the sectors in a row.
#pragma once

#include "ui/panels/bank_canvas.h"
#include "ui/panels/coalescing.h"
#include "ui/panels/matrix_view.h"

namespace bankloom::ui {

class LinesView {
 public:
  /// The canvas must outlive this object.
  explicit LinesView(BankCanvas& canvas) : canvas_(canvas) {}
  void draw(PanelContext& context, const SideView& view, const StepState& state, const Rect& rect);

 private:
  void draw_line_picture(PanelContext& context, const SideView& view, const StepState& state, const Rect& room,
                         const LaneValues& values);
  void point_lines(PanelContext& context, const SideView& view, const StepState& state, const Rect& rect);
  void draw_strip(PanelContext& context, const SideView& view, const StepState& state, const Rect& rect);
  void point_sector(PanelContext& context, const MachineModel& machine, const SectorUse& use, bool clicked) const;

  BankCanvas& canvas_;
  SectorStrip strip_;
  LinePicture line_picture_;
  MatrixView matrix_;
};

}  // namespace bankloom::ui
