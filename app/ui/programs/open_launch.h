// Opens a launch of a learner's program: its kernel's text in the window, run again with the captured arguments.
#pragma once

#include <cstdint>
#include <memory>

#include "core/base/result.h"
#include "core/own/captured_launch.h"
#include "ui/panel.h"

namespace bankloom::ui {

/// A captured launch of the last run; null if it was not captured.
[[nodiscard]] std::shared_ptr<const CapturedLaunch> captured_launch(const PanelContext& context, std::uint64_t index);
/// Shows a launch on side A. One that was not kept for lack of memory is captured by another run, and shown then
/// (open_awaited_launch()). Errors: the text cannot be shown.
[[nodiscard]] Result<void> open_launch(PanelContext& context, std::uint64_t index);
/// Once per frame: shows a launch that was waited for.
void open_awaited_launch(PanelContext& context);
/// Once per frame: after the run of a program that was opened, shows the launch that took the most wavefronts and
/// sectors, unless something else is shown by then.
void open_costliest_launch(PanelContext& context);
/// Whether a side shows this launch.
[[nodiscard]] bool shows_launch(const PanelContext& context, Side side, std::uint64_t index);

/// Compares A's launch with its captured text, or ends the comparison.
[[nodiscard]] Result<void> compare_with_captured(PanelContext& context);
/// Whether A shows a captured launch.
[[nodiscard]] bool has_captured(const PanelContext& context);

/// Sets the elements in a row of a captured launch's buffer, and keeps them for file, kernel and buffer.
[[nodiscard]] Result<void> set_columns(PanelContext& context, Side side, const std::string& buffer,
                                       std::uint64_t columns);

}  // namespace bankloom::ui
