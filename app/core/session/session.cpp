#include "core/session/session.h"

#include <algorithm>
#include <charconv>

namespace bankloom {
namespace {

const Option* option_named(const Kernel& kernel, const std::string& name) {
  const auto found = std::find_if(kernel.options.begin(), kernel.options.end(),
                                  [&](const Option& option) { return option.name == name; });
  return found == kernel.options.end() ? nullptr : &*found;
}

/// The chosen options that a kernel has too, at values that it allows.
OptionValues shared_options(const Kernel& kernel, const OptionValues& chosen) {
  OptionValues own;
  for (const auto& [name, value] : chosen) {
    if (option_named(kernel, name) == nullptr) continue;
    if (resolve_options(kernel, {{name, value}})) own.insert_or_assign(name, value);
  }
  return own;
}

/// The first constraint that complete options break; null where they keep all.
const Constraint* broken_constraint(const Kernel& kernel, const OptionValues& options) {
  for (const Constraint& constraint : kernel.constraints) {
    const auto holds = evaluate(constraint.expression, options);
    if (!holds || *holds == 0) return &constraint;
  }
  return nullptr;
}

/// Whether an expression names an option.
bool mentions(const std::string& expression, const std::string& name) {
  const auto is_word = [](char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; };
  for (std::size_t at = expression.find(name); at != std::string::npos; at = expression.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if ((at == 0 || !is_word(expression[at - 1])) && (end == expression.size() || !is_word(expression[end])))
      return true;
  }
  return false;
}

/// Options with one changed, and with what a constraint ties to it (a square tile has equal sides) following.
Result<OptionValues> with_option(const Kernel& kernel, OptionValues chosen, const std::string& name,
                                 const std::string& value) {
  chosen.insert_or_assign(name, value);
  const auto options = resolve_options(kernel, chosen);
  if (!options) return fail_with(options.error());
  const Constraint* broken = broken_constraint(kernel, *options);
  if (broken == nullptr) return chosen;
  OptionValues followed = chosen;
  for (const Option& other : kernel.options) {
    if (other.name == name || !mentions(broken->expression, other.name)) continue;
    followed.insert_or_assign(other.name, value);
    const auto resolved = resolve_options(kernel, followed);
    if (resolved && broken_constraint(kernel, *resolved) == nullptr) return followed;
    followed = chosen;
  }
  return fail("{}", broken->message);
}

/// Of a scene's line an own text has the path alone: reads it.
Result<void> read_text_of(Choice& choice) {
  if (!choice.own || !choice.own->text.empty() || choice.own->path.empty()) return {};
  auto read = read_own_source(choice.own->path);
  if (!read) return fail_with(read.error());
  read->base = choice.own->base;
  read->tile = choice.own->tile;
  read->row_elements = choice.own->row_elements;
  choice.own = std::make_shared<const OwnSource>(std::move(*read));
  return {};
}

/// Paddings ahead of and behind the present one that are made in advance.
constexpr int kPaddingsAhead = 3;
/// So long after a change nothing is made that nobody waits for: the frame that shows the change comes first.
constexpr std::chrono::milliseconds kRest{100};

}  // namespace

Session::Session(RunService& runs) : runs_(runs) {}

RunKey Session::key_of(const Choice& choice) const {
  return {choice.kernel, choice.options, scene_.machine, scene_.architecture, choice.own};
}

std::vector<Side> Session::sides() const {
  if (scene_.a.kernel.empty()) return {};
  return scene_.b ? std::vector<Side>{Side::a, Side::b} : std::vector<Side>{Side::a};
}

const Kernel* Session::kernel(Side side) const {
  if (side == Side::b && !scene_.b) return nullptr;
  if (choice(side).own) return own_kernels_[index_of(side)].get();
  const auto found = find_kernel(runs_.catalog(), choice(side).kernel);
  return found ? *found : nullptr;
}

OptionValues Session::options(Side side) const {
  const Kernel* chosen = kernel(side);
  if (chosen == nullptr) return {};
  const auto resolved = resolve_options(*chosen, choice(side).options);
  return resolved ? *resolved : OptionValues{};
}

// ---- the scene ------------------------------------------------------------------------------------------------------

Result<void> Session::check(Choice& choice) const {
  if (choice.own) return check_own(choice);
  const auto found = find_kernel(runs_.catalog(), choice.kernel);
  if (!found) return fail_with(found.error());
  choice.kernel = (*found)->id();
  const auto options = resolve_options(**found, choice.options);
  if (!options) return fail_with(options.error());
  if (const Constraint* broken = broken_constraint(**found, *options)) {
    return fail("{}: {}", choice.kernel, broken->message);
  }
  return {};
}

Result<void> Session::show(Scene scene) {
  if (auto read = read_text_of(scene.a); !read) return read;
  if (auto checked = check(scene.a); !checked) return checked;
  if (scene.b) {
    if (auto read = read_text_of(*scene.b); !read) return read;
    if (auto checked = check(*scene.b); !checked) return checked;
  }
  const auto machine = find_machine(runs_.machines(), scene.machine);
  if (!machine) return fail_with(machine.error());
  scene_ = std::move(scene);
  scene_.looks.clear();
  take_stubs();
  place_wanted_ = !scene_.position;
  place_is_default_ = false;
  position_ = scene_.position.value_or(Position{});
  scene_.position.reset();
  playing_ = false;
  selected_ = {};
  ask();
  return {};
}

Scene Session::snapshot() const {
  Scene scene = scene_;
  scene.position = position_;
  return scene;
}

Result<void> Session::choose_kernel(Side side, const std::string& name) {
  const auto found = find_kernel(runs_.catalog(), name);
  if (!found) return fail_with(found.error());
  Choice next{(*found)->id(), shared_options(**found, choice(side).options)};
  // Values that each are in range may still not go together in the new kernel.
  if (!check(next)) next.options.clear();
  if (next == choice(side)) return {};
  choice(side) = std::move(next);
  views_[index_of(side)].own.reset();
  place_wanted_ = true;
  selected_ = {};
  ask();
  return {};
}

Result<void> Session::choose(Side side, Choice next) {
  if (side == Side::b && !scene_.b) return fail("nothing is compared: there is no side B to choose a kernel for");
  if (auto checked = check(next); !checked) return checked;
  if (next == choice(side)) return {};
  const bool is_other = next.kernel != choice(side).kernel;
  choice(side) = std::move(next);
  take_stub(side);
  if (is_other) {
    place_wanted_ = true;
    selected_ = {};
  }
  ask();
  return {};
}

Result<void> Session::set_option(Side side, const std::string& name, const std::string& value) {
  const Kernel* chosen = kernel(side);
  if (chosen == nullptr) return fail("no kernel is chosen; choose one first");
  auto options = with_option(*chosen, choice(side).options, name, value);
  if (!options) return fail_with(options.error());
  if (*options == choice(side).options) return {};
  choice(side).options = std::move(*options);
  ask();
  return {};
}

void Session::reset_options(Side side) {
  if (choice(side).options.empty()) return;
  choice(side).options.clear();
  ask();
}

Result<void> Session::set_machine(const std::string& name) {
  const auto machine = find_machine(runs_.machines(), name);
  if (!machine) return fail_with(machine.error());
  scene_.machine = machine->name;
  if (scene_.bank && *scene_.bank >= machine->banks) scene_.bank.reset();
  ask();
  return {};
}

std::string Session::padding_option(Side side) const {
  const Kernel* chosen = kernel(side);
  if (chosen == nullptr) return {};
  if (chosen->tile) {
    for (const Option& option : chosen->options) {
      if (option.type == "int" && mentions(chosen->tile->padding, option.name)) return option.name;
    }
  }
  const Option* usual = option_named(*chosen, "IPAD");
  return usual != nullptr && usual->type == "int" ? usual->name : std::string();
}

Result<void> Session::change_padding(Side side, int by) {
  const std::string name = padding_option(side);
  if (name.empty()) return fail("this kernel has no padding to choose");
  const Option& option = *option_named(*kernel(side), name);
  const std::string present = options(side).at(name);
  std::int64_t value = 0;
  std::from_chars(present.data(), present.data() + present.size(), value);
  value = std::clamp(value + by, option.minimum, option.maximum);
  return set_option(side, name, std::to_string(value));
}

void Session::toggle_compare() {
  if (scene_.b) {
    end_compare();
    return;
  }
  const Kernel* first = kernel(Side::a);
  if (first == nullptr) return;
  Choice other = scene_.a;
  if (const auto repaired = find_repaired(runs_.catalog(), *first, options(Side::a))) {
    // A mistake stands beside what is right.
    other = {repaired->first->id(), repaired->second};
  } else if (scene_.a.own && !scene_.a.own->base.empty()) {
    // Mine against the original.
    other = {scene_.a.own->base, scene_.a.options};
  } else if (const std::string padding = padding_option(Side::a); !padding.empty()) {
    const bool padded = options(Side::a).at(padding) != "0";
    other.options.insert_or_assign(padding, padded ? "0" : "1");
  }
  if (other == scene_.a || !check(other)) {
    // Nothing to pad: the lesson's next kernel, after the last the first.
    std::vector<const Kernel*> lesson;
    for (const Kernel& candidate : runs_.catalog().kernels) {
      // A file's kernel has no lesson: any kernel may stand beside it, and another be chosen then.
      if (candidate.lesson == first->lesson || scene_.a.own) lesson.push_back(&candidate);
    }
    if (lesson.empty()) return;
    const auto present = std::find(lesson.begin(), lesson.end(), first);
    const bool is_last = present == lesson.end() || present + 1 == lesson.end();
    const Kernel& next = is_last ? *lesson.front() : **(present + 1);
    other = {next.id(), shared_options(next, scene_.a.options)};
  }
  compare_with(std::move(other));
}

void Session::compare_with(Choice other) {
  if (!check(other)) return;
  scene_.b = std::move(other);
  views_[1] = {};
  replays_[1].reset();
  take_stub(Side::b);
  ask();
}

void Session::end_compare() {
  if (!scene_.b) return;
  scene_.b.reset();
  views_[1] = {};
  replays_[1].reset();
  if (selected_.side == Side::b) selected_ = {};
  rebuild_sequence();
  set_place(position_);
}

// ---- what came of it ------------------------------------------------------------------------------------------------

void Session::ask() {
  std::vector<RunKey> ahead;
  for (const Side side : sides()) {
    const std::string padding = padding_option(side);
    if (padding.empty()) continue;
    const std::string present = options(side).at(padding);
    std::int64_t value = 0;
    std::from_chars(present.data(), present.data() + present.size(), value);
    for (int distance = 1; distance <= kPaddingsAhead; ++distance) {
      for (const std::int64_t next : {value + distance, value - distance}) {
        Choice neighbour = choice(side);
        neighbour.options.insert_or_assign(padding, std::to_string(next));
        if (check(neighbour)) ahead.push_back(key_of(neighbour));
      }
    }
  }
  for (const Side side : sides()) views_[index_of(side)].pending = true;
  runs_.forget_cancelled();
  runs_.rest(kRest);
  update();
  runs_.prefetch(ahead);
}

bool Session::any_pending() const {
  const auto active = sides();
  return std::any_of(active.begin(), active.end(), [&](Side side) { return views_[index_of(side)].pending; });
}

void Session::take_over(Side side, const std::shared_ptr<const RunOutcome>& outcome) {
  SideView& view = views_[index_of(side)];
  view.pending = false;
  view.failure = outcome->failure;
  view.own = outcome->own;
  if (view.own) own_kernels_[index_of(side)] = view.own->kernel;
  if (!outcome->run || view.run == outcome->run) return;
  view.run = outcome->run;
  show_block(side);
}

/// Of a large grid only the first blocks are recorded; of the others there is nothing to show.
void Session::show_block(Side side) {
  SideView& view = views_[index_of(side)];
  const std::uint64_t blocks = std::max<std::uint64_t>(view.run->recorded_blocks, 1);
  view.timeline = std::make_shared<const Timeline>(*view.run, std::min(scene_.block, blocks - 1));
  replays_[index_of(side)] = std::make_shared<SharedReplay>(*view.run, *view.timeline);
  view.state.reset();
  view.shared = nullptr;
}

std::optional<RunService::Progress> Session::running() const {
  auto progress = runs_.progress();
  if (progress && !progress->wanted) progress.reset();
  return progress;
}

bool Session::awaits(const RunKey& key) const {
  const auto active = sides();
  return std::any_of(active.begin(), active.end(),
                     [&](Side side) { return views_[index_of(side)].pending && key_of(choice(side)) == key; });
}

bool Session::update() {
  if (!any_pending()) return false;
  bool changed = false;
  const bool was_last = at_last_step();
  for (const Side side : sides()) {
    if (!views_[index_of(side)].pending) continue;
    const auto outcome = runs_.get(key_of(choice(side)));
    if (!outcome) continue;
    take_over(side, outcome);
    changed = true;
  }
  if (!changed) return false;
  rebuild_sequence();
  if (place_wanted_ && !any_pending()) {
    to_notable();
    place_wanted_ = false;
    place_is_default_ = true;
    return true;
  }
  Position place = position_;
  // Whoever looks at a request's end goes on looking at its end when it becomes longer or shorter.
  if (was_last) place.step = steps_of(place.warp, place.request) - 1;
  set_place(place);
  return true;
}

void Session::finish() {
  while (any_pending()) {
    for (const Side side : sides()) runs_.wait(key_of(choice(side)));
    update();
  }
}

std::vector<LessonRow> Session::lesson_rows(bool wait) {
  std::vector<LessonRow> rows;
  const Kernel* first = kernel(Side::a);
  if (first == nullptr) return rows;
  // Of a changed kernel the lesson that it was taken from.
  const std::string lesson = scene_.a.own ? scene_.a.own->base.substr(0, scene_.a.own->base.find('/')) : first->lesson;
  for (const Kernel& candidate : runs_.catalog().kernels) {
    if (candidate.lesson != lesson) continue;
    LessonRow row;
    row.kernel = &candidate;
    Choice own{candidate.id(), shared_options(candidate, scene_.a.options)};
    if (!check(own)) own.options.clear();
    row.key = key_of(own);
    row.outcome = wait ? runs_.wait(row.key, Urgency::soon) : runs_.get(row.key, Urgency::soon);
    rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<LessonRow> Session::table_rows(bool wait) {
  std::vector<LessonRow> rows = lesson_rows(wait);
  const Kernel* first = kernel(Side::a);
  if (!scene_.a.own || first == nullptr) return rows;
  LessonRow mine;
  mine.kernel = first;
  mine.key = key_of(scene_.a);
  // A text that does not compile has no figures, though the last picture that worked is still shown.
  const SideView& view = side(Side::a);
  if (!view.pending && (view.failure || view.run)) {
    const bool failed = view.failure != nullptr;
    mine.outcome = std::make_shared<const RunOutcome>(RunOutcome{failed ? nullptr : view.run, view.failure});
  }
  rows.insert(rows.begin(), std::move(mine));
  return rows;
}

}  // namespace bankloom
