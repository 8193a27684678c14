#include "ui/learn/open_lesson.h"

#include <algorithm>
#include <limits>
#include <random>
#include <utility>

#include "core/base/language.h"

namespace bankloom::ui {

void OpenLesson::set(const std::vector<learn::Lesson>& lessons, learn::Sources sources,
                     std::filesystem::path progress) {
  lessons_ = &lessons;
  sources_ = std::move(sources);
  progress_.read(std::move(progress));
}

Result<void> OpenLesson::open(Session& session, std::size_t lesson, std::size_t step) {
  drills_.reset();
  open_ = lesson;
  return go_to(session, step);
}

Result<void> OpenLesson::resume(Session& session) {
  const std::pair<std::string, std::string>& last = progress_.known().last();
  for (std::size_t i = 0; i < lessons_->size(); ++i) {
    const learn::Lesson& lesson = (*lessons_)[i];
    if (lesson.name != last.first) continue;
    const auto found = std::find_if(lesson.steps.begin(), lesson.steps.end(),
                                    [&](const learn::Step& one) { return one.item == last.second; });
    const auto at = static_cast<std::size_t>(found - lesson.steps.begin());
    return open(session, i, at < lesson.steps.size() ? at : 0);
  }
  return open(session, 0, 0);
}

void OpenLesson::close(Session& session) {
  leave_exercise();
  is_at_end_ = false;
  open_.reset();
  drills_.reset();
  runs_.reset();
  question_ = {};
  state_ = State::waiting;
  session.disclose({});
}

Result<void> OpenLesson::go_to(Session& session, std::size_t step) {
  leave_exercise();
  is_at_end_ = false;
  step_ = std::min(step, lesson().steps.size() - 1);
  begin_step(session);
  Scene scene = this->step().at.scene;
  scene.block = this->step().at.place.block;
  auto shown = session.show(std::move(scene));
  if (!shown) {
    state_ = State::broken;
    problem_ = shown.error().message;
  }
  keep(learn::EventKind::seen);
  return shown;
}

std::optional<std::uint64_t> OpenLesson::asked_thread(const Dim3& block) const {
  if (!is_open() || exercise_ || is_at_end_ || !step().question) return std::nullopt;
  const learn::Question& question = *step().question;
  std::optional<std::uint64_t> thread;
  if (question.thread) {
    const auto [x, y, z] = *question.thread;
    thread = linearize({x, y, z}, block);
  }
  if (question.lane) thread = std::uint64_t{step().at.place.warp} * kWarpSize + *question.lane;
  return thread && *thread < block.count() ? thread : std::nullopt;
}

Result<void> OpenLesson::go_to_end(Session& session) {
  leave_exercise();
  is_at_end_ = true;
  step_ = lesson().steps.size() - 1;
  runs_.reset();
  question_ = {};
  problem_.clear();
  session.disclose(taught());
  state_ = lesson().learnt ? State::waiting : State::telling;
  if (!lesson().learnt) return {};
  Scene scene = lesson().learnt->at.scene;
  scene.block = lesson().learnt->at.place.block;
  return session.show(std::move(scene));
}

OpenLesson::Score OpenLesson::score() const {
  Score score;
  for (const learn::Step& step : lesson().steps) {
    if (!step.question) continue;
    ++score.questions;
    if (progress_.known().of(lesson().name, step.item).is_right_first) ++score.at_once;
  }
  return score;
}

void OpenLesson::begin_step(Session& session) {
  state_ = State::waiting;
  runs_.reset();
  question_ = {};
  problem_.clear();
  // Before the first run of the step is there, so that not even one frame tells.
  const Disclosure asked = step().question ? learn::disclosure_of(*step().question) : Disclosure();
  session.disclose(asked.and_leaves_out(taught()));
}

bool OpenLesson::follow(Session& session) {
  // What is asked is asked in the language that was chosen meanwhile.
  if (std::exchange(language_, language()) != language()) {
    const auto machine = find_machine(session.selection().machines(), kDefaultMachine);
    if (drills_ && machine) drills_->reword(*machine);
    if (question_.asked() != nullptr && step().question) question_.reword(*step().question);
  }
  const auto fail_step = [&](const Error& error) {
    state_ = State::broken;
    problem_ = error.message;
    session.disclose({});
    return true;
  };
  if (exercise_) {
    const auto followed = exercise_->follow(session, sources_);
    return followed ? *followed : fail_step(followed.error());
  }
  if (!is_open() || state_ != State::waiting) return false;
  if (!runs_) {
    auto runs = learn::runs_of(is_at_end_ ? learn::Step{.at = lesson().learnt->at} : step(), sources_);
    if (!runs) return fail_step(runs.error());
    if (!*runs) return false;
    runs_ = *std::move(*runs);
  }
  if (is_at_end_) {
    state_ = State::telling;
    const Position at = runs_->a.position();
    session.player().go_to({at.warp, at.request, std::numeric_limits<std::uint32_t>::max()});
    return true;
  }
  if (step().question) {
    auto asked = learn::ask(step(), sources_);
    if (!asked) return fail_step(asked.error());
    if (!*asked) return false;
    question_ = OpenQuestion(*std::move(*asked));
    state_ = State::asking;
    session.pointer().select({.line = runs_->a.at().source_line});
  } else {
    state_ = State::telling;
    session.player().go_to(runs_->a.position());
    session.player().begin_walk();
  }
  return true;
}

Disclosure OpenLesson::taught() const {
  if (drills_) return {};
  const std::size_t steps = (*lessons_)[*open_].steps.size();
  return learn::taught_at(*lessons_, *open_, exercise_ || is_at_end_ ? steps : step_);
}

Result<void> OpenLesson::practise(Session& session, std::optional<std::uint64_t> seed) {
  leave_exercise();
  // Short enough to be told to a class.
  drills_ = seed ? DrillSeries(*seed, learn::kEqualWeights)
                 : DrillSeries(std::random_device()() % 1'000'000, progress_.drill_weights());
  if (!open_) open_ = 0;
  return next_drill(session);
}

Result<void> OpenLesson::next_drill(Session& session) {
  TRY(const auto machine, find_machine(session.selection().machines(), kDefaultMachine));
  drills_->go_on(machine);
  return go_to(session, 0);
}

void OpenLesson::leave_exercise() {
  if (exercise_) exercise_->leave();
  exercise_.reset();
}

OpenLesson::Onward OpenLesson::next_lesson() const {
  return *open_ + 1 < lessons_->size() ? Onward::lesson : Onward::nothing;
}

OpenLesson::Onward OpenLesson::onward() const {
  if (exercise_) {
    if (!exercise_->attempt() || !exercise_->attempt()->is_passed()) return Onward::nothing;
    return exercise_->index() + 1 < lesson().exercises.size() ? Onward::exercises : next_lesson();
  }
  if (drills_) return Onward::drill;
  if (is_at_end_) return lesson().exercises.empty() ? next_lesson() : Onward::exercises;
  return step_ + 1 < lesson().steps.size() ? Onward::step : Onward::end;
}

Result<void> OpenLesson::go_on(Session& session, Workbench& bench) {
  switch (onward()) {
    case Onward::drill:
      return next_drill(session);
    case Onward::step:
      return go_to(session, step_ + 1);
    case Onward::end:
      return go_to_end(session);
    case Onward::exercises:
      return open_exercise(session, bench, exercise_ ? exercise_->index() + 1 : 0);
    case Onward::lesson:
      return open(session, *open_ + 1, 0);
    case Onward::nothing:
      break;
  }
  return {};
}

Result<void> OpenLesson::open_exercise(Session& session, Workbench& bench, std::size_t exercise) {
  leave_exercise();
  is_at_end_ = false;
  exercise_.emplace((*lessons_)[*open_], exercise, bench, progress_);
  state_ = State::telling;
  session.disclose(taught());
  return exercise_->begin(session);
}

void OpenLesson::answer_typed(Session& session) {
  if (const auto answer = question_.read_typed()) this->answer(session, *answer);
}

void OpenLesson::answer(Session& session, const learn::Answer& answer) {
  const bool is_first = question_.tries() == 0, is_right = question_.take(answer);
  if (drills_ && is_first) drills_->count(is_right);
  if (!is_right) return keep(learn::EventKind::wrong, learn::mistake_name(question_.last_wrong()->mistake));
  keep(learn::EventKind::right);
  state_ = State::right;
  disclose(session);
}

void OpenLesson::show_answer(Session& session) {
  keep(learn::EventKind::shown);
  state_ = State::shown;
  disclose(session);
}

void OpenLesson::ask_again(Session& session) { begin_step(session); }

/// The picture plays what was asked: a request, and stays there; or on from it, where all of the kernel was asked
/// about.
void OpenLesson::disclose(Session& session) {
  session.disclose(taught());
  Player& player = session.player();
  player.go_to(runs_->a.position());
  player.begin_walk();
  if (session.scene().b && !player.playback().has_motion()) return;
  const learn::QuestionKind kind = question_.asked()->question.kind;
  const bool is_of_kernel = kind == learn::QuestionKind::order || kind == learn::QuestionKind::time;
  is_of_kernel ? player.play(true) : player.play_request();
}

void OpenLesson::keep(learn::EventKind kind, std::string_view detail) {
  progress_.add(kind, lesson().name, drills_ ? drills_->item() : step().item, detail);
}

}  // namespace bankloom::ui
