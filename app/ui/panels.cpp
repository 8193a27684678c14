// The registry of panels: one line a panel, in the order of their tabs and of the help.
#include "ui/panels/panels.h"
#include "ui/panel.h"

namespace bankloom::ui {

const std::vector<PanelEntry>& panels() {
  static const std::vector<PanelEntry> all{
      {"top", "Top bar", "What is shown: the lesson, the kernel, the machine whose rules the figures follow.",
       Slot::top, make_top_panel},
      {"choice", "Kernel and options",
       "Choose a lesson and a kernel, its padding, shapes and element type. Every change is compiled and executed at "
       "once.",
       Slot::choice, make_choice_panel},
      {"tile", "Tile",
       "The kernel's tile in shared memory. A cell's colour is its bank; hatched cells are padding. Cells that are "
       "served "
       "in this step are framed and carry the numbers of their lanes.",
       Slot::tile, make_tile_panel},
      {"banks", "Banks",
       "How many different words the warp asks of each bank. A bank gives one word in a wavefront, so the tallest bar "
       "is "
       "the number of wavefronts.",
       Slot::banks, make_banks_panel},
      {"code", "Kernel text",
       "What was compiled. The lit line makes the present access; the number beside a line is its transactions per "
       "request.",
       Slot::code, make_code_panel},
      {"explanation", "What happens",
       "Why this access takes as many wavefronts as it does, and the address arithmetic of the cell or lane that is "
       "pointed at.",
       Slot::explanation, make_explanation_panel},
      {"timeline", "Timeline",
       "A lane per warp, a block per request, as long as its wavefronts. A click goes there; the line is the present "
       "step.",
       Slot::timeline, make_timeline_panel},
      {"results", "Results",
       "All kernels of the lesson at the present options: transactions per request, wavefronts, measured times. Click "
       "a "
       "heading to sort.",
       Slot::details, make_results_panel},
      {"output", "Output",
       "The matrix that the kernel wrote, as a map and as numbers, beside what is expected; differences are marked.",
       Slot::details, make_output_panel},
      {"time", "Time",
       "What was measured of A and B on a GPU, or of the kernel and its conflict-free twin: three readings, counters, "
       "the output's check. Every number says where it comes from.",
       Slot::details, make_time_panel},
      {"chart", "Chart",
       "The measured times of all kernels of the lesson, sorted, and how many cycles a request takes for its "
       "wavefronts.",
       Slot::details, make_chart_panel},
      {"ladder", "Ladder",
       "The kernels of the lesson side by side, at the size for a GPU: time, data moved in it, percent of a copy with "
       "the same blocks and of the device's own copy, what each does better than the one before.",
       Slot::details, make_ladder_panel, ladder_applies},
      {"machines", "Machines",
       "The present request on several machines, side by side, and what the kernel's other accesses cost there. "
       "Figures "
       "that are known from publications alone say so.",
       Slot::details, make_machines_panel},
      {"advice", "Advice",
       "The smallest padding, and the xor swizzle, that keep all shared accesses of kernel A free of bank conflicts, "
       "found by trying them; what each costs in bytes and in blocks on a multiprocessor. One click applies it.",
       Slot::details, make_advice_panel},
  };
  return all;
}

}  // namespace bankloom::ui
