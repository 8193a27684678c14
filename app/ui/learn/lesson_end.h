// The card at the end of a lesson: what was learnt in two bars, what was right at once, and what comes next.
#pragma once

#include <functional>

#include "core/learn/prose.h"
#include "core/learn/run_numbers.h"
#include "ui/layout/box.h"
#include "ui/learn/open_lesson.h"
#include "ui/panel.h"

namespace bankloom::ui {

/// Sentences of a lesson with the numbers of a run, as the page draws them.
using FlowOf = std::function<Box(const learn::Prose&, const learn::RunNumbers&)>;

/// Of an open lesson at its end, without the buttons that lead on.
[[nodiscard]] Box lesson_end(const PanelContext& context, const OpenLesson& open, const FlowOf& flow);

/// What Nsight Compute and compute-sanitizer say of the lesson's last kernel, with the command lines; empty where that
/// is not known.
[[nodiscard]] Box own_gpu_box(const OpenLesson& open);

}  // namespace bankloom::ui
