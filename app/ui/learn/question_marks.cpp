#include "ui/learn/question_marks.h"

#include "ui/learn/open_lesson.h"
#include "ui/panel.h"

namespace bankloom::ui {

QuestionMarks question_marks(const PanelContext& context, Side side) {
  QuestionMarks marks;
  if (context.lesson == nullptr) return marks;
  const OpenLesson::State state = context.lesson->state();
  const OpenQuestion& question = context.lesson->question();
  if (question.asked() == nullptr) return marks;
  const learn::Asked& asked = *question.asked();
  marks.is_asked = state == OpenLesson::State::asking;
  if (side == Side::b) return marks;
  if (marks.is_asked) {
    marks.picked = learn::places_of(asked, {question.picked.begin(), question.picked.end()});
    if (question.last_wrong() && question.is_said_of_this()) {
      marks.wrong = learn::places_of(asked, learn::wrong_part(asked, question.last_wrong()->answer));
    }
  }
  const SideView& view = context.session.side(side);
  const bool is_told = state == OpenLesson::State::right || state == OpenLesson::State::shown;
  if (is_told && view.state && present_request(view) == learn::told_request(asked)) {
    marks.right = learn::places_of(asked, asked.right);
  }
  return marks;
}

}  // namespace bankloom::ui
