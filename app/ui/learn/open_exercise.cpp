#include "ui/learn/open_exercise.h"

#include <utility>

namespace bankloom::ui {

Result<void> OpenExercise::begin(Session& session) {
  Scene scene;
  scene.a = exercise().kernel;
  scene.machine = exercise().machine;
  TRY(session.show(std::move(scene)));
  bench_.open(session, Side::a);
  if (Document* const text = bench_.document(session, Side::a)) text->is_exercise = true;
  bench_.put_text(session, Side::a, exercise().start);
  keep(learn::EventKind::seen);
  return {};
}

Result<bool> OpenExercise::follow(const Session& session, const learn::Sources& sources) {
  const auto own = session.selection().own(Side::a);
  if (!own || (attempt_ && own->text == tried_)) return false;
  TRY(auto tried, learn::attempt(exercise(), own->text, sources));
  if (!tried) return false;
  const bool was_passed = attempt_ && attempt_->is_passed();
  attempt_ = std::move(tried);
  tried_ = own->text;
  if (attempt_->is_passed() && !was_passed) keep(learn::EventKind::right);
  return true;
}

void OpenExercise::show_hint() {
  ++hints_;
  keep(learn::EventKind::hinted);
}

bool OpenExercise::may_see_solution() const {
  const learn::ItemProgress known = progress_.known().of(lesson_.name, item());
  return known.is_right || known.is_shown || (attempt_ && tried_ != exercise().start);
}

Result<void> OpenExercise::show_solution(Session& session) {
  keep(learn::EventKind::shown);
  return session.change(session.selection().compared_with(learn::choice_of(exercise(), exercise().solution)));
}

}  // namespace bankloom::ui
