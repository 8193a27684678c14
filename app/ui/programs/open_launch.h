// A launch of a learner's program as a scene: its kernel's text in the window, replayed on what it was given.
#pragma once

#include <cstdint>
#include <memory>

#include "core/base/result.h"
#include "core/own/captured_launch.h"
#include "ui/panel.h"

namespace bankloom::ui {

/// The launch of an index as it was captured in the last run; null where it was not.
[[nodiscard]] std::shared_ptr<const CapturedLaunch> captured_launch(const PanelContext& context, std::uint64_t index);
/// Shows it on side A with all views. One that was not kept for want of memory is captured by another run, which was
/// let run already, and is shown then (open_awaited_launch()). Errors: the text cannot be shown.
[[nodiscard]] Result<void> open_launch(PanelContext& context, std::uint64_t index);
/// Once a frame: shows the launch that was waited for.
void open_awaited_launch(PanelContext& context);
/// Whether a side shows this launch.
[[nodiscard]] bool shows_launch(const PanelContext& context, Side side, std::uint64_t index);

/// The launch that a side shows beside its text as it was captured, so that what was changed is seen; or no B again.
[[nodiscard]] Result<void> compare_with_captured(PanelContext& context);
/// Whether A shows a captured launch.
[[nodiscard]] bool has_captured(const PanelContext& context);

/// Elements in a row of a captured launch's buffer: shown so from now on, and kept for file, kernel and buffer.
[[nodiscard]] Result<void> set_columns(PanelContext& context, Side side, const std::string& buffer,
                                       std::uint64_t columns);

}  // namespace bankloom::ui
