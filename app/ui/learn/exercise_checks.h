// What is checked of an exercise's text, as it stands while one types.
#pragma once

#include "ui/layout/box.h"
#include "ui/learn/open_exercise.h"
#include "ui/panel.h"

namespace bankloom::ui {

[[nodiscard]] Box exercise_checks(const PanelContext& context, const OpenExercise& opened);

}  // namespace bankloom::ui
