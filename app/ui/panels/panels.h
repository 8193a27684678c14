// The makers of all panels. Each is defined in its own file, panels/NAME_panel.cpp, and registered in ui/panels.cpp.
#pragma once

#include <memory>

#include "ui/panel.h"

namespace bankloom::ui {

[[nodiscard]] std::unique_ptr<Panel> make_top_panel();
[[nodiscard]] std::unique_ptr<Panel> make_choice_panel();
[[nodiscard]] std::unique_ptr<Panel> make_tile_panel();
[[nodiscard]] std::unique_ptr<Panel> make_banks_panel();
[[nodiscard]] std::unique_ptr<Panel> make_code_panel();
[[nodiscard]] std::unique_ptr<Panel> make_explanation_panel();
[[nodiscard]] std::unique_ptr<Panel> make_timeline_panel();
[[nodiscard]] std::unique_ptr<Panel> make_results_panel();
[[nodiscard]] std::unique_ptr<Panel> make_output_panel();
[[nodiscard]] std::unique_ptr<Panel> make_time_panel();
[[nodiscard]] std::unique_ptr<Panel> make_chart_panel();
[[nodiscard]] std::unique_ptr<Panel> make_ladder_panel();
[[nodiscard]] std::unique_ptr<Panel> make_machines_panel();
[[nodiscard]] std::unique_ptr<Panel> make_advice_panel();
/// Whether A's lesson is a ladder.
[[nodiscard]] bool ladder_applies(const Session& session);

}  // namespace bankloom::ui
