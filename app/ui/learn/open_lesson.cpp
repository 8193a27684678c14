#include "ui/learn/open_lesson.h"

#include <algorithm>
#include <limits>
#include <random>
#include <utility>

#include "core/base/language.h"
#include "core/learn/subject.h"

namespace bankloom::ui {
namespace {

void set_label(Session& session, CellLabel label) {
  Scene scene = session.scene();
  scene.label = label;
  // Of a scene that is shown, only the label is another: nothing is refused.
  static_cast<void>(session.change(std::move(scene)));
}

/// What stands in the cells once a question is answered: what it asked for.
std::optional<CellLabel> told_label(const learn::Asked& asked) {
  switch (asked.question.kind) {
    case learn::QuestionKind::bank:
      return CellLabel::bank;
    case learn::QuestionKind::lanes:
      return CellLabel::lane;
    case learn::QuestionKind::cells:
      return CellLabel::place;
    case learn::QuestionKind::wavefronts:
    case learn::QuestionKind::conflicts:
    case learn::QuestionKind::transactions:
    case learn::QuestionKind::padding:
      return CellLabel::bank;
    default:
      return std::nullopt;
  }
}

}  // namespace

void OpenLesson::set(const std::vector<learn::Lesson>& lessons, learn::Sources sources,
                     std::filesystem::path progress) {
  lessons_ = &lessons;
  sources_ = std::move(sources);
  progress_.read(std::move(progress), learn::former_items(lessons));
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
  awaits_after_ = false;
  state_ = State::waiting;
  session.pointer().ask({});
  session.disclose({});
  // A drill's kernel is nobody's choice.
  if (before_drills_) static_cast<void>(session.show(*std::exchange(before_drills_, std::nullopt)));
}

Result<void> OpenLesson::go_to(Session& session, std::size_t step) {
  leave_exercise();
  is_at_end_ = false;
  step_ = std::min(step, lesson().steps.size() - 1);
  begin_step(session);
  auto shown = show_scene(session);
  keep(learn::EventKind::seen);
  return shown;
}

Result<void> OpenLesson::show_scene(Session& session) {
  Scene scene = step().at.scene;
  scene.block = step().at.place.block;
  auto shown = session.show(std::move(scene));
  if (!shown) {
    state_ = State::broken;
    problem_ = shown.error().message;
  }
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
  awaits_after_ = false;
  problem_.clear();
  session.pointer().ask({});
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
  if (awaits_after_) return play_after(session);
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
    session.pointer().ask(learn::subject_of(*question_.asked(), false));
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
  const bool is_timed = drills_ && drills_->is_timed();
  if (!drills_) before_drills_ = session.snapshot();
  // Short enough to be told to a class.
  drills_ = seed ? DrillSeries(*seed, learn::kEqualWeights)
                 : DrillSeries(std::random_device()() % 1'000'000, progress_.drill_weights());
  drills_->set_timed(is_timed);
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
  awaits_after_ = false;
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
  if (!is_right) {
    show_padding(session, answer);
    return keep(learn::EventKind::wrong, learn::mistake_name(question_.last_wrong()->mistake));
  }
  keep(learn::EventKind::right);
  state_ = State::right;
  disclose(session);
}

/// The tile as a wrong answer pads it: whoever looks sees in which banks the elements are then. What that costs stays
/// hidden.
void OpenLesson::show_padding(Session& session, const learn::Answer& answer) {
  if (question_.asked()->question.kind != learn::QuestionKind::padding || answer.empty()) return;
  const Kernel* const kernel = session.kernel(Side::a);
  const Option* const padding = kernel == nullptr ? nullptr : kernel->padding();
  if (padding == nullptr) return;
  // A padding that the kernel does not take has no picture.
  static_cast<void>(
      session.change(session.selection().with_option(Side::a, padding->name, fmt::format("{:g}", answer.front()))));
}

void OpenLesson::show_answer(Session& session) {
  keep(learn::EventKind::shown);
  state_ = State::shown;
  disclose(session);
}

void OpenLesson::ask_again(Session& session) {
  const bool is_elsewhere = question_.asked()->after.has_value();
  begin_step(session);
  if (is_elsewhere) static_cast<void>(show_scene(session));
  set_label(session, step().at.scene.label);
}

/// The picture plays the request that was asked about, and stays there.
void OpenLesson::disclose(Session& session) {
  const learn::Asked& asked = *question_.asked();
  session.disclose(taught());
  set_label(session, told_label(asked).value_or(session.scene().label));
  const Focus subject = learn::subject_of(asked, true);
  session.pointer().ask(subject);
  if (asked.after) {
    show_after(session);
    // Another scene clears it.
    return session.pointer().ask(subject);
  }
  Player& player = session.player();
  learn::RunAt told = asked.at;
  told.request = learn::told_request(asked);
  player.go_to(told.position());
  player.begin_walk();
  if (session.scene().b && !player.playback().has_motion()) return;
  player.play_request();
}

/// What stands behind the answer: another scene, at the same place.
void OpenLesson::show_after(Session& session) {
  const learn::After& after = *question_.asked()->after;
  Scene scene = after.at.scene;
  scene.block = after.at.place.block;
  scene.position = after.runs.a.position();
  // It was run when the question was asked, so nothing is refused here.
  awaits_after_ = session.show(std::move(scene)).has_value();
  session.pointer().select({.line = after.runs.a.at().source_line});
  play_after(session);
}

/// Plays it as soon as its runs are there: first B's rows slide from A's padding, then the request is served.
bool OpenLesson::play_after(Session& session) {
  session.update();
  if (session.runs().pending()) return false;
  awaits_after_ = false;
  Player& player = session.player();
  Position place = question_.asked()->after->runs.a.position();
  // Without motion the end is what tells the difference.
  if (!player.playback().has_motion()) place.step = std::numeric_limits<std::uint32_t>::max();
  player.go_to(place);
  if (!player.playback().has_motion()) return true;
  session.slide_apart();
  player.play_request();
  return true;
}

void OpenLesson::keep(learn::EventKind kind, std::string_view detail) {
  progress_.add(kind, lesson().name, drills_ ? drills_->item() : step().item, detail);
}

}  // namespace bankloom::ui
