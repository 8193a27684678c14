// QuestionMarks: what the pictures mark for the question of a lesson: what is picked, what was answered wrongly, what
// is right.
#pragma once

#include "core/learn/subject.h"
#include "core/session/side_view.h"

namespace bankloom::ui {

struct PanelContext;

struct QuestionMarks {
  learn::AnswerPlaces picked;  ///< while it is asked
  learn::AnswerPlaces wrong;   ///< of the answer that stands there, what does not belong to the right one
  learn::AnswerPlaces right;   ///< once it is told, at the request that was asked about
  /// Whether it is asked, with what is accessed hidden.
  bool is_asked = false;
};
/// Questions are about A: on side B there are no places.
[[nodiscard]] QuestionMarks question_marks(const PanelContext& context, Side side);

}  // namespace bankloom::ui
