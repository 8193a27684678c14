#include "ui/learn/open_lesson.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <random>
#include <utility>

#include "core/base/files.h"

#include "core/base/language.h"
#include "ui/editor/workbench.h"

namespace bankloom::ui {

void OpenLesson::set(const std::vector<learn::Lesson>& lessons, learn::Sources sources,
                     std::filesystem::path progress) {
  lessons_ = &lessons;
  sources_ = std::move(sources);
  file_ = std::move(progress);
  if (auto known = learn::read_progress(file_)) progress_ = *std::move(known);
}

Result<void> OpenLesson::open(Session& session, std::size_t lesson, std::size_t step) {
  practice_.reset();
  open_ = lesson;
  return go_to(session, step);
}

Result<void> OpenLesson::resume(Session& session) {
  const std::string& name = progress_.last().first;
  for (std::size_t i = 0; i < lessons_->size(); ++i) {
    const learn::Lesson& lesson = (*lessons_)[i];
    if (lesson.name != name) continue;
    const auto found = std::find_if(lesson.steps.begin(), lesson.steps.end(),
                                    [&](const learn::Step& one) { return one.item == progress_.last().second; });
    const auto at = static_cast<std::size_t>(found - lesson.steps.begin());
    return open(session, i, at < lesson.steps.size() ? at : 0);
  }
  return open(session, 0, 0);
}

void OpenLesson::close(Session& session) {
  leave_exercise();
  open_.reset();
  practice_.reset();
  runs_.reset();
  asked_.reset();
  state_ = State::waiting;
  session.disclose({});
}

Result<void> OpenLesson::go_to(Session& session, std::size_t step) {
  leave_exercise();
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

void OpenLesson::begin_step(Session& session) {
  state_ = State::waiting;
  runs_.reset();
  asked_.reset();
  wrong_.reset();
  tries_ = 0;
  typed.clear();
  picked.clear();
  ordered.clear();
  problem_.clear();
  misread_.clear();
  // Before the first run of the step is there, so that not even one frame tells.
  session.disclose(step().question ? learn::disclosure_of(*step().question) : Disclosure());
}

bool OpenLesson::follow(Session& session) {
  // What is asked is asked in the language that was chosen meanwhile.
  if (std::exchange(language_, language()) != language() && asked_ && step().question) {
    asked_->question = *step().question;
  }
  if (is_open() && exercise_) return follow_exercise(session);
  if (!is_open() || state_ != State::waiting) return false;
  const auto fail_step = [&](const Error& error) {
    state_ = State::broken;
    problem_ = error.message;
    session.disclose({});
    return true;
  };
  if (!runs_) {
    auto runs = learn::runs_of(step(), sources_);
    if (!runs) return fail_step(runs.error());
    if (!*runs) return false;
    runs_ = *std::move(*runs);
  }
  if (step().question) {
    auto asked = learn::ask(step(), sources_);
    if (!asked) return fail_step(asked.error());
    if (!*asked) return false;
    asked_ = *std::move(*asked);
    state_ = State::asking;
    session.pointer().select({.line = runs_->a.at().source_line});
    takes_keyboard = kFramesToTake;
  } else {
    state_ = State::telling;
    session.player().go_to(runs_->a.position());
  }
  return true;
}

Result<void> OpenLesson::practise(Session& session, std::optional<std::uint64_t> seed) {
  Practice practice;
  if (seed) {
    practice.seed = *seed;
  } else {
    // Short enough to be told to a class.
    practice.seed = static_cast<std::uint64_t>(std::random_device()()) % 1'000'000;
    const auto known = read_file(file_);
    if (known) practice.weights = learn::drill_weights(*known);
  }
  leave_exercise();
  practice_ = std::move(practice);
  if (!open_) open_ = 0;
  return show_drill(session);
}

void OpenLesson::leave_exercise() {
  // Its editor is no part of a step.
  if (exercise_) bench_->close();
  exercise_.reset();
}

OpenLesson::Onward OpenLesson::onward() const {
  if (exercise_) return Onward::nothing;
  if (practice_) return Onward::drill;
  if (step_ + 1 < lesson().steps.size()) return Onward::step;
  if (!lesson().exercises.empty()) return Onward::exercises;
  return *open_ + 1 < lessons_->size() ? Onward::lesson : Onward::nothing;
}

Result<void> OpenLesson::go_on(Session& session, Workbench& bench) {
  switch (onward()) {
    case Onward::drill:
      return next_drill(session);
    case Onward::step:
      return go_to(session, step_ + 1);
    case Onward::exercises:
      return open_exercise(session, bench, 0);
    case Onward::lesson:
      return open(session, *open_ + 1, 0);
    case Onward::nothing:
      break;
  }
  return {};
}

Result<void> OpenLesson::next_drill(Session& session) {
  ++practice_->number;
  return show_drill(session);
}

Result<void> OpenLesson::show_drill(Session& session) {
  TRY(const auto machine, find_machine(session.selection().machines(), kDefaultMachine));
  const learn::Drill drill = learn::make_drill(machine, practice_->seed, practice_->number, practice_->weights);
  practice_->level = drill.level;
  practice_->item = learn::drill_item(drill.pattern);
  practice_->asked_at.reset();
  OwnSource source;
  source.text = drill.text;
  learn::Step step;
  step.title = "Predict";
  step.question = drill.question;
  step.at.scene.a = own_choice(std::move(source));
  step.at.place.line = drill.line;
  practice_->lesson = {};
  practice_->lesson.name = learn::kDrillLesson;
  practice_->lesson.title = "Practice";
  practice_->lesson.steps.push_back(std::move(step));
  return go_to(session, 0);
}

double OpenLesson::seconds_left(double now) {
  if (state_ != State::asking) return 0;
  if (!practice_->asked_at) practice_->asked_at = now;
  return std::max(0.0, learn::kDrillSeconds - (now - *practice_->asked_at));
}

Result<void> OpenLesson::open_exercise(Session& session, Workbench& bench, std::size_t exercise) {
  exercise_ = exercise;
  bench_ = &bench;
  attempt_.reset();
  tried_.clear();
  hints_ = 0;
  state_ = State::telling;
  session.disclose({});
  const learn::Exercise& opened = *this->exercise();
  Scene scene;
  scene.a = opened.kernel;
  scene.machine = opened.machine;
  TRY(session.show(std::move(scene)));
  bench.open(session, Side::a);
  bench.put_text(session, Side::a, opened.start);
  keep(learn::EventKind::seen);
  return {};
}

bool OpenLesson::follow_exercise(const Session& session) {
  const auto own = session.selection().own(Side::a);
  if (!own || (attempt_ && own->text == tried_)) return false;
  auto tried = learn::attempt(*exercise(), own->text, sources_);
  if (!tried) {
    state_ = State::broken;
    problem_ = tried.error().message;
    return true;
  }
  if (!*tried) return false;
  const bool was_passed = attempt_ && attempt_->is_passed();
  attempt_ = *std::move(*tried);
  tried_ = own->text;
  if (attempt_->is_passed() && !was_passed) keep(learn::EventKind::right);
  return true;
}

void OpenLesson::show_hint() {
  ++hints_;
  keep(learn::EventKind::hinted);
}

bool OpenLesson::may_see_solution() const {
  const learn::ItemProgress known = progress_.of(lesson().name, item());
  return known.is_right || known.is_shown || (attempt_ && tried_ != exercise()->start);
}

Result<void> OpenLesson::show_solution(Session& session) {
  keep(learn::EventKind::shown);
  return session.change(session.selection().compared_with(learn::choice_of(*exercise(), exercise()->solution)));
}

const std::set<double>& OpenLesson::picked_cells() const {
  static const std::set<double> kNone;
  const bool is_asked = state_ == State::asking && asked_->question.kind == learn::QuestionKind::cells;
  return is_open() && is_asked ? picked : kNone;
}

bool OpenLesson::pick_cell(const TileGeometry::Element& cell) {
  if (!is_open() || state_ != State::asking || asked_->question.kind != learn::QuestionKind::cells) return false;
  const std::uint64_t elements = asked_->at.run->tile->row_elements();
  pick(static_cast<double>(cell.row * elements + cell.column));
  return true;
}

void OpenLesson::press_digit(char digit) {
  // A field that is being typed at would keep its own text.
  ImGui::ClearActiveID();
  if (digit != '\0') {
    typed += digit;
  } else if (!typed.empty()) {
    typed.pop_back();
  }
}

/// What is picked stands in the field, as if it were typed.
void OpenLesson::pick(double one) {
  // A field that is being typed at would keep its own text.
  ImGui::ClearActiveID();
  if (picked.erase(one) == 0) picked.insert(one);
  const bool are_cells = asked_->question.kind == learn::QuestionKind::cells;
  const std::uint64_t elements = are_cells ? asked_->at.run->tile->row_elements() : 0;
  typed.clear();
  for (const double each : picked) {
    const auto at = static_cast<std::uint64_t>(each);
    if (!typed.empty()) typed += ' ';
    typed += are_cells ? fmt::format("{},{}", at / elements, at % elements) : fmt::format("{}", at);
  }
}

void OpenLesson::answer_typed(Session& session) {
  const auto answer = learn::answer_from_text(*asked_, typed);
  if (answer) return this->answer(session, *answer);
  misread_ = answer.error().message;
  wrong_.reset();
  takes_keyboard = kFramesToTake;
}

void OpenLesson::answer(Session& session, const learn::Answer& answer) {
  misread_.clear();
  if (practice_ && tries_ == 0) {
    ++practice_->answered;
    if (learn::is_right(*asked_, answer)) ++practice_->right;
  }
  if (learn::is_right(*asked_, answer)) {
    keep(learn::EventKind::right);
    wrong_.reset();
    state_ = State::right;
    return disclose(session);
  }
  wrong_ = learn::recognise(*asked_, answer);
  ++tries_;
  keep(learn::EventKind::wrong, learn::mistake_name(wrong_->mistake));
  takes_keyboard = kFramesToTake;
}

void OpenLesson::show_answer(Session& session) {
  keep(learn::EventKind::shown);
  wrong_.reset();
  state_ = State::shown;
  disclose(session);
}

void OpenLesson::ask_again(Session& session) { begin_step(session); }

/// The picture plays what was asked: a request, and stays there; or on from it, where all of the kernel was asked
/// about.
void OpenLesson::disclose(Session& session) {
  session.disclose({});
  Player& player = session.player();
  player.go_to(runs_->a.position());
  if (session.scene().b && !player.playback().has_motion()) return;
  const learn::QuestionKind kind = asked()->question.kind;
  const bool is_of_kernel = kind == learn::QuestionKind::order || kind == learn::QuestionKind::time;
  is_of_kernel ? player.play(true) : player.play_request();
}

std::string OpenLesson::item() const {
  if (practice_) return practice_->item;
  return exercise_ ? "exercise:" + exercise()->name : step().item;
}

void OpenLesson::keep(learn::EventKind kind, std::string_view detail) {
  const learn::Event event{learn::present_time(), kind, lesson().name, item(), std::string(detail)};
  progress_.add(event);
  // Where it cannot be kept, the lesson goes on all the same.
  if (const auto kept = learn::append_event(file_, event); !kept) file_.clear();
}

}  // namespace bankloom::ui
