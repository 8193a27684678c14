#include "core/session/selection.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace bankloom {
namespace {

/// The chosen options that another kernel has and allows, too, without its padding.
OptionValues shared_options(const Kernel& kernel, const OptionValues& chosen) {
  OptionValues own;
  for (const auto& [name, value] : chosen) {
    const Option* const option = kernel.option(name);
    if (option == nullptr || option == kernel.padding()) continue;
    if (resolve_options(kernel, {{name, value}})) own.insert_or_assign(name, value);
  }
  return own;
}

/// The first constraint that complete options violate, or null.
const Constraint* broken_constraint(const Kernel& kernel, const OptionValues& options) {
  for (const Constraint& constraint : kernel.constraints) {
    const auto holds = evaluate(constraint.expression, options);
    if (!holds || *holds == 0) return &constraint;
  }
  return nullptr;
}

/// Options with one changed, and with it those that a constraint ties to it (a square tile has equal sides).
Result<OptionValues> options_with(const Kernel& kernel, OptionValues chosen, const std::string& name,
                                  const std::string& value) {
  chosen.insert_or_assign(name, value);
  TRY(const auto options, resolve_options(kernel, chosen));
  const Constraint* broken = broken_constraint(kernel, options);
  if (broken == nullptr) return chosen;
  OptionValues followed = chosen;
  for (const Option& other : kernel.options) {
    if (other.name == name || !broken->expression.uses(other.name)) continue;
    followed.insert_or_assign(other.name, value);
    const auto resolved = resolve_options(kernel, followed);
    if (resolved && broken_constraint(kernel, *resolved) == nullptr) return followed;
    followed = chosen;
  }
  return fail("{}", broken->message);
}

/// Reads an own text of which a scene's line has only the path.
Result<void> read_text_of(Choice& choice) {
  if (!choice.own || choice.own->launch || !choice.own->text.empty() || choice.own->path.empty()) return {};
  TRY(auto read, read_own_source(choice.own->path));
  read.base = choice.own->base;
  read.tile = choice.own->tile;
  read.row_elements = choice.own->row_elements;
  read.wanted_launch = choice.own->wanted_launch;
  choice.own = std::make_shared<const OwnSource>(std::move(read));
  return {};
}

std::int64_t number_of(const std::string& digits) {
  std::int64_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

/// So many larger and smaller paddings are made in advance.
constexpr int kPaddingsAhead = 3;

}  // namespace

bool is_same_kernel(const Choice& a, const Choice& b) {
  const auto base = [](const Choice& choice) -> const std::string& {
    return choice.own ? choice.own->base : choice.kernel;
  };
  if (base(a) != base(b)) return false;
  return !a.own || !b.own || a.own->path == b.own->path;
}

// ---- what is chosen -------------------------------------------------------------------------------------------------

const Kernel* Selection::kernel(Side side) const {
  if (side == Side::b && !scene_.b) return nullptr;
  if (choice(side).own) return own_kernels_[index_of(side)].get();
  const auto found = find_kernel(*catalog_, choice(side).kernel);
  return found ? *found : nullptr;
}

OptionValues Selection::options(Side side) const {
  const Kernel* chosen = kernel(side);
  if (chosen == nullptr) return {};
  const auto resolved = resolve_options(*chosen, choice(side).options);
  return resolved ? *resolved : OptionValues{};
}

const Option* Selection::padding(Side side) const {
  const Kernel* chosen = kernel(side);
  return chosen == nullptr ? nullptr : chosen->padding();
}

std::shared_ptr<const OwnSource> Selection::own(Side side) const {
  if (side == Side::b && !scene_.b) return nullptr;
  return choice(side).own;
}

RunKey Selection::key_of(const Choice& choice) const {
  return {choice.kernel, choice.options, scene_.machine, scene_.architecture, choice.own};
}

std::optional<RunKey> Selection::key(Side side) const {
  if (scene_.a.kernel.empty() || (side == Side::b && !scene_.b)) return std::nullopt;
  RunKey key = key_of(choice(side));
  key.first_block = first_block_;
  return key;
}

std::vector<PaddedKey> Selection::paddings(Side side, std::int64_t last) const {
  std::vector<PaddedKey> keys;
  const Option* const option = padding(side);
  if (option == nullptr) return keys;
  for (std::int64_t value = option->minimum; value <= std::min(option->maximum, last); ++value) {
    Choice padded = choice(side);
    padded.options.insert_or_assign(option->name, std::to_string(value));
    if (const auto fits = checked(std::move(padded))) keys.push_back({value, key_of(*fits)});
  }
  return keys;
}

std::vector<RunKey> Selection::neighbours() const {
  std::vector<RunKey> keys;
  for (const Side side : kSides) {
    const Option* const option = padding(side);
    if (option == nullptr) continue;
    const std::int64_t value = number_of(options(side).at(option->name));
    for (int distance = 1; distance <= kPaddingsAhead; ++distance) {
      for (const std::int64_t next : {value + distance, value - distance}) {
        Choice neighbour = choice(side);
        neighbour.options.insert_or_assign(option->name, std::to_string(next));
        if (const auto fits = checked(std::move(neighbour))) keys.push_back(key_of(*fits));
      }
    }
  }
  return keys;
}

Choice Selection::choice_of(const Kernel& kernel, Side side) const {
  const std::string id = kernel.id();
  for (const Side shown : {side, other_side(side)}) {
    if (shown == Side::b && !scene_.b) continue;
    const Choice& present = choice(shown);
    Choice same{id, present.options};
    // A changed kernel keeps the options of its text.
    if (is_same_kernel(present, same) && checked(same)) return same;
  }
  Choice other{id, shared_options(kernel, scene_.a.options)};
  // Values in range may still violate a constraint of the new kernel.
  if (!checked(other)) other.options.clear();
  return other;
}

/// The machine that a kernel is chosen with: a machine that came with the kernel before it goes with that.
std::string Selection::machine_with(const Kernel& kernel, Side side) const {
  if (!kernel.machine.empty()) return kernel.machine;
  const Kernel* const before = this->kernel(side);
  const bool was_brought = before != nullptr && !before->machine.empty() && scene_.machine == before->machine;
  return was_brought ? kDefaultMachine : scene_.machine;
}

std::vector<Selection::LessonKernel> Selection::kernels_of_lesson(Side side) const {
  std::vector<LessonKernel> kernels;
  const Kernel* first = kernel(Side::a);
  if (first == nullptr) return kernels;
  // A changed kernel has the lesson of the original.
  const std::string lesson = scene_.a.own ? scene_.a.own->base.substr(0, scene_.a.own->base.find('/')) : first->lesson;
  for (const Kernel& candidate : catalog_->kernels) {
    if (candidate.lesson != lesson) continue;
    RunKey key = key_of(choice_of(candidate, side));
    if (&candidate != kernel(side)) key.machine = machine_with(candidate, side);
    kernels.push_back({&candidate, std::move(key)});
  }
  return kernels;
}

// ---- what can be chosen instead -------------------------------------------------------------------------------------

Result<Choice> Selection::checked(Choice choice) const {
  std::shared_ptr<const Kernel> own;
  const Kernel* kernel = nullptr;
  if (choice.own) {
    if (choice.own->text.size() > kLongestOwnText) {
      return fail("the code is longer than {} KiB, too long for a kernel", kLongestOwnText / 1024);
    }
    if (!choice.own->base.empty()) {
      TRY(const auto base, find_kernel(*catalog_, choice.own->base));
      if (base->id() != choice.own->base) {
        OwnSource renamed = *choice.own;
        renamed.base = base->id();
        choice.own = std::make_shared<const OwnSource>(std::move(renamed));
      }
    }
    choice.kernel = own_key(*choice.own);
    own = own_kernel_stub(*choice.own, choice.options, *catalog_);
    kernel = own.get();
  } else {
    TRY(kernel, find_kernel(*catalog_, choice.kernel));
    choice.kernel = kernel->id();
  }
  TRY(const auto options, resolve_options(*kernel, choice.options));
  const Constraint* broken = own ? nullptr : broken_constraint(*kernel, options);
  if (broken != nullptr) return fail("{}: {}", choice.kernel, broken->message);
  return choice;
}

Scene Selection::with(Side side, Choice next) const {
  Scene scene = scene_;
  (side == Side::b && scene.b ? *scene.b : scene.a) = std::move(next);
  return scene;
}

Result<Scene> Selection::checked(Scene scene) const {
  for (Choice* choice : {&scene.a, scene.b ? &*scene.b : nullptr}) {
    if (choice == nullptr) continue;
    TRY(read_text_of(*choice));
    TRY(*choice, checked(std::move(*choice)));
  }
  TRY(find_machine(*machines_, scene.machine));
  return scene;
}

Result<Scene> Selection::with_kernel(Side side, const std::string& name) const {
  TRY(const auto found, find_kernel(*catalog_, name));
  Scene scene = with(side, choice_of(*found, side));
  scene.machine = machine_with(*found, side);
  return scene;
}

Result<Scene> Selection::with_choice(Side side, Choice next) const {
  if (side == Side::b && !scene_.b) return fail("nothing is compared: there is no side B to choose a kernel for");
  TRY(auto fits, checked(std::move(next)));
  return with(side, std::move(fits));
}

Result<Scene> Selection::with_option(Side side, const std::string& name, const std::string& value) const {
  const Kernel* chosen = kernel(side);
  if (chosen == nullptr) return fail("no kernel is chosen; choose one first");
  Choice next = choice(side);
  TRY(next.options, options_with(*chosen, next.options, name, value));
  return with(side, std::move(next));
}

Scene Selection::with_defaults(Side side) const {
  Choice next = choice(side);
  next.options.clear();
  return with(side, std::move(next));
}

Result<Scene> Selection::with_padding_changed(Side side, int by) const {
  const Option* const option = padding(side);
  if (option == nullptr) return fail("this kernel has no padding to choose");
  const std::int64_t value = number_of(options(side).at(option->name)) + by;
  return with_option(side, option->name, std::to_string(std::clamp(value, option->minimum, option->maximum)));
}

Result<Scene> Selection::with_machine(const std::string& name) const {
  TRY(const auto machine, find_machine(*machines_, name));
  Scene scene = scene_;
  scene.machine = machine.name;
  if (scene.bank && *scene.bank >= machine.banks) scene.bank.reset();
  return scene;
}

Result<Scene> Selection::with_text(Side side, OwnSource source) const {
  if (side == Side::b && !scene_.b) return fail("nothing is compared: there is no side B to show code on");
  const Choice& present = choice(side);
  // Another text of the same kernel keeps the options; another kernel does not have them.
  const std::string base = present.own ? present.own->base : present.kernel;
  OptionValues options = base == source.base ? present.options : OptionValues{};
  return with_choice(side, own_choice(std::move(source), std::move(options)));
}

Scene Selection::without_text(Side side) const {
  const auto source = own(side);
  if (!source || source->base.empty()) return scene_;
  Choice next{source->base, choice(side).options, nullptr};
  if (!checked(next)) next.options.clear();
  return checked(next) ? with(side, std::move(next)) : scene_;
}

Scene Selection::with_compare_toggled() const {
  if (scene_.b) return without_b();
  const Kernel* first = kernel(Side::a);
  if (first == nullptr) return scene_;
  Choice other = scene_.a;
  if (const auto repaired = find_repaired(*catalog_, *first, options(Side::a))) {
    // A kernel that shows a mistake is compared with the correct one.
    other = {repaired->first->id(), repaired->second};
  } else if (scene_.a.own && !scene_.a.own->base.empty()) {
    // A changed text is compared with the original.
    other = {scene_.a.own->base, scene_.a.options};
  } else if (const Option* const option = padding(Side::a)) {
    const bool padded = options(Side::a).at(option->name) != "0";
    other.options.insert_or_assign(option->name, padded ? "0" : "1");
  }
  if (other == scene_.a || !checked(other)) {
    // Without a padding: the lesson's next kernel, after the last the first.
    std::vector<const Kernel*> lesson;
    for (const Kernel& candidate : catalog_->kernels) {
      // A file's kernel has no lesson: any kernel will do until the user chooses another.
      if (candidate.lesson == first->lesson || scene_.a.own) lesson.push_back(&candidate);
    }
    if (lesson.empty()) return scene_;
    const auto present = std::ranges::find(lesson, first);
    const bool is_last = present == lesson.end() || present + 1 == lesson.end();
    const Kernel& next = is_last ? *lesson.front() : **(present + 1);
    other = choice_of(next, Side::b);
  }
  return compared_with(std::move(other)).value_or(scene_);
}

Result<Scene> Selection::compared_with(Choice other) const {
  TRY(auto fits, checked(std::move(other)));
  Scene scene = scene_;
  scene.b = std::move(fits);
  return scene;
}

Scene Selection::without_b() const {
  Scene scene = scene_;
  scene.b.reset();
  return scene;
}

// ---- choosing -------------------------------------------------------------------------------------------------------

void Selection::take(Scene scene) {
  const Scene before = std::exchange(scene_, std::move(scene));
  const auto renew = [&](Side side, const Choice& now, const Choice* was) {
    auto& known = own_kernels_[index_of(side)];
    if (!now.own) {
      known = nullptr;
    } else if (!known || was == nullptr || was->kernel != now.kernel || !resolve_options(*known, now.options)) {
      known = own_kernel_stub(*now.own, now.options, *catalog_);
    }
  };
  renew(Side::a, scene_.a, &before.a);
  if (scene_.b) renew(Side::b, *scene_.b, before.b ? &*before.b : nullptr);
  for (const Side side : kSides) lesson_[index_of(side)] = kernels_of_lesson(side);
}

}  // namespace bankloom
