// The thread of A's block that the views of threads speak of.
#pragma once

#include <cstdint>
#include <optional>

#include "core/base/dim3.h"
#include "ui/panel.h"

namespace bankloom::ui {

/// Whether the middle shows threads, and what memory costs is no matter.
[[nodiscard]] inline bool shows_threads(const Session& session) { return session.scene().subject == Subject::threads; }

/// The linear index of the lane that is pointed at, in the present warp; else of the thread that a lesson asks about.
/// Only the latter while its question hides the warps.
[[nodiscard]] std::optional<std::uint64_t> told_thread(const PanelContext& context, const Dim3& block);

}  // namespace bankloom::ui
