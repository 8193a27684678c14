#include "core/learn/question.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>

#include "core/base/language.h"
#include "core/base/text_lines.h"
#include "core/learn/mistakes.h"

namespace bankloom::learn {
namespace {

/// The largest padding that is tried: more repeats what was.
constexpr std::int64_t kMostPadding = 33;

RunKey key_of(const Scene& scene, const Choice& choice) {
  return {choice.kernel, choice.options, scene.machine, scene.architecture, choice.own};
}

/// The run of a choice; null: not yet.
Result<std::shared_ptr<const KernelRun>> run_of(const Scene& scene, const Choice& choice, const Sources& sources) {
  const auto outcome = sources.run(key_of(scene, choice));
  if (!outcome) return std::shared_ptr<const KernelRun>();
  if (outcome->failure) return fail_with(*outcome->failure);
  return outcome->run;
}

/// Its figures, which are there also where the run was large.
struct Figures {
  std::shared_ptr<const RunOutcome> outcome;
  const RunSummary* run = nullptr;
};
Result<Figures> figures_of(const Scene& scene, const Choice& choice, const Sources& sources) {
  auto outcome = sources.run(key_of(scene, choice));
  if (!outcome) return Figures{};
  if (outcome->failure) return fail_with(*outcome->failure);
  const RunSummary* const run = outcome->figures();
  return Figures{std::move(outcome), run};
}

/// The time of a launch at the size at which a kernel was measured, and the rate of its task: "time_us", and as whole
/// numbers "time_ns", "gb_per_s", "gflop_per_s". Nothing where it was not measured.
void add_times(const RunSummary& run, const Sources& sources, const std::string& prefix, RunNumbers& numbers) {
  if (!sources.time) return;
  for (const OptionValues& size : measured_sizes(*run.kernel, run.instance.options)) {
    const auto time = sources.time(*run.kernel, size);
    if (!time) continue;
    numbers[prefix + "time_us"] = *time;
    numbers[prefix + "time_ns"] = std::round(*time * 1000);
    const auto shape = instantiate_shape(*run.kernel, size);
    if (!shape || !(*time > 0)) return;
    // A byte a nanosecond is a gigabyte a second.
    const auto rate = [&](std::uint64_t done) { return std::round(static_cast<double>(done) / *time / 1000); };
    if (shape->traffic_bytes) numbers[prefix + "gb_per_s"] = rate(*shape->traffic_bytes);
    if (shape->operations) numbers[prefix + "gflop_per_s"] = rate(*shape->operations);
    return;
  }
}

std::uint64_t conflicts_of(const RunSummary& run) {
  return run.cost.shared_load.bank_conflicts + run.cost.shared_store.bank_conflicts +
         run.cost.shared_atomic.bank_conflicts;
}

bool is_aligned(const RunSummary& run) {
  return std::ranges::none_of(run.faults, [](const auto& one) { return one.kind == simt::FaultKind::misaligned; });
}

/// Whether all is there.
Result<bool> ask_padding(Asked& asked, const Scene& scene, const Sources& sources) {
  const bankloom::Option* const option = asked.at.run->kernel->padding();
  if (option == nullptr || !asked.at.run->tile) return fail("{} has no padding to choose", asked.at.run->kernel->id());
  bool is_whole = true;
  for (std::int64_t padding = option->minimum; padding <= std::min(option->maximum, kMostPadding); ++padding) {
    Choice choice = scene.a;
    choice.options[option->name] = std::to_string(padding);
    TRY(const auto figures, figures_of(scene, choice, sources));
    if (figures.run == nullptr) {
      is_whole = false;
    } else {
      asked.paddings[padding] = {conflicts_of(*figures.run), figures.run->correct(), is_aligned(*figures.run)};
    }
  }
  if (!is_whole) return false;
  for (const auto& [padding, tried] : asked.paddings) {
    if (tried.conflicts != 0 || !tried.is_right) continue;
    asked.right = {static_cast<double>(padding)};
    if (asked.paddings.contains(0)) asked.recognised.push_back({Mistake::padding_forgotten, {0}});
    return true;
  }
  return fail("no padding of {} is free of bank conflicts", asked.at.run->kernel->id());
}

Result<bool> ask_order(Asked& asked, const Scene& scene, const Sources& sources) {
  bool is_whole = true;
  for (const Choice& choice : asked.question.ranked) {
    TRY(const auto figures, figures_of(scene, choice, sources));
    if (figures.run == nullptr) {
      is_whole = false;
      continue;
    }
    RunNumbers numbers = numbers_of(*figures.run);
    add_times(*figures.run, sources, "", numbers);
    TRY(const double cost, number_of(numbers, asked.question.by));
    asked.costs.push_back(cost);
  }
  if (!is_whole) return false;
  std::vector<std::size_t> order(asked.costs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return asked.costs[a] < asked.costs[b]; });
  for (std::size_t i = 1; i < order.size(); ++i) {
    if (asked.costs[order[i]] == asked.costs[order[i - 1]]) {
      return fail("two of the kernels have the same {}, so there is no order", asked.question.by);
    }
  }
  asked.right = {order.begin(), order.end()};
  asked.recognised.push_back({Mistake::dearest_first, {order.rbegin(), order.rend()}});
  return true;
}

Result<bool> ask_time(Asked& asked, const Sources& sources) {
  asked.measured = sources.measured ? sources.measured(*asked.at.run) : std::nullopt;
  const std::string id = asked.at.run->kernel->id();
  if (!asked.measured) return fail("{} has not been measured with these options", id);
  if (asked.question.by == "filled") asked.reading = ReadingKind::filled;
  const auto& comparison = asked.measured->comparison(asked.reading);
  if (!comparison || comparison->verdict == Verdict::unknown) {
    return fail("{} was not measured beside its twin without conflicts", id);
  }
  const bool costs = comparison->verdict == Verdict::costs;
  asked.right = {costs ? 1.0 : 0.0};
  asked.recognised.push_back({costs ? Mistake::never_costs : Mistake::always_costs, {costs ? 0.0 : 1.0}});
  return true;
}

Result<void> ask_choice(Asked& asked) {
  const auto& alternatives = asked.question.options;
  for (std::size_t i = 0; i < alternatives.size(); ++i) {
    TRY(const bool is_right, holds(alternatives[i].condition, asked.numbers));
    if (!is_right) {
      asked.recognised.push_back({Mistake::chosen, {static_cast<double>(i)}});
    } else if (asked.right.empty()) {
      asked.right = {static_cast<double>(i)};
    } else {
      return fail("two choices are right: their conditions both hold");
    }
  }
  if (asked.right.empty()) return fail("no choice is right: no condition holds");
  return {};
}

/// Whether two are the same thing: said in the same words.
bool is_same_thing(const WrongAnswer& one, const WrongAnswer& other) {
  return one.mistake == other.mistake && one.line == other.line && one.op == other.op;
}

/// Leaves each that has an answer of its own; what is more than one thing here may have been given for either.
void keep_certain(Asked& asked) {
  std::vector<WrongAnswer> kept;
  for (WrongAnswer& wrong : asked.recognised) {
    if (is_right(asked, wrong.answer)) continue;
    const auto has_answer = [&](const WrongAnswer& other) { return is_same(other.answer, wrong.answer); };
    const auto known = std::find_if(kept.begin(), kept.end(), has_answer);
    if (known == kept.end()) {
      kept.push_back(std::move(wrong));
    } else if (!is_same_thing(*known, wrong)) {
      known->mistake = Mistake::other;
    }
  }
  std::erase_if(kept, [&](const WrongAnswer& one) {
    if (one.mistake == Mistake::other) asked.ambiguous.push_back(one.answer);
    return one.mistake == Mistake::other;
  });
  asked.recognised = std::move(kept);
}

/// The replies that the lesson has go before all others.
Result<void> add_written(Asked& asked) {
  const std::vector<NumberReply>& replies = asked.question.replies;
  std::vector<WrongAnswer> written;
  for (std::size_t i = 0; i < replies.size(); ++i) {
    TRY(const auto number, value_of(replies[i].number, asked.numbers));
    WrongAnswer one{Mistake::written, {static_cast<double>(number)}};
    one.reply = i;
    const auto has_answer = [&](const WrongAnswer& other) { return is_same(other.answer, one.answer); };
    if (is_right(asked, one.answer)) return fail("no: {} is the right answer", replies[i].number);
    if (std::ranges::any_of(written, has_answer)) return fail("no: {} is replied to twice", number);
    std::erase_if(asked.recognised, has_answer);
    std::erase_if(asked.ambiguous, [&](const Answer& other) { return is_same(other, one.answer); });
    written.push_back(std::move(one));
  }
  asked.recognised.insert(asked.recognised.begin(), written.begin(), written.end());
  return {};
}

Result<Asked> finished(Asked asked) {
  keep_certain(asked);
  TRY(add_written(asked));
  return asked;
}

/// The question without what needs other runs.
Result<Asked> begin_asking(const Question& question, RunAt at, RunNumbers numbers) {
  Asked asked{.question = question, .at = std::move(at), .numbers = std::move(numbers)};
  const MemoryAccess access = asked.at.access();
  const MachineModel& machine = asked.at.run->machine;
  const auto take = [&](double right, std::vector<WrongAnswer> wrong) {
    asked.right = {right};
    asked.recognised = std::move(wrong);
  };
  const bool is_global = question.kind == QuestionKind::sectors;
  const bool needs_space = question.kind == QuestionKind::wavefronts || question.kind == QuestionKind::conflicts ||
                           question.kind == QuestionKind::lanes || is_global;
  if (needs_space && (access.space == Space::global) != is_global) {
    return fail("the request at that place is not to {} memory", is_global ? "global" : "shared");
  }
  if (question.thread) {
    const Dim3& block = asked.at.run->instance.block;
    const auto [x, y, z] = *question.thread;
    if (x >= block.x || y >= block.y || z >= block.z) return fail("the block has no such thread");
  }
  switch (question.kind) {
    case QuestionKind::wavefronts:
    case QuestionKind::conflicts:
    case QuestionKind::sectors:
    case QuestionKind::transactions: {
      TRY(const double right, number_of(asked.numbers, kQuestionKinds[static_cast<std::size_t>(question.kind)]));
      take(right, mistaken_counts(question, asked.at));
      break;
    }
    case QuestionKind::bank: {
      if (question.lane && !has_lane(access.active, *question.lane))
        return fail("lane {} does not take part", *question.lane);
      if (question.cell && !asked.at.run->tile) return fail("the kernel has no tile");
      const std::uint64_t address = question.lane
                                        ? access.addresses[*question.lane]
                                        : asked.at.run->tile->address(question.cell->first, question.cell->second);
      take(bank_of(machine, address), mistaken_banks(question, asked.at));
      break;
    }
    case QuestionKind::lanes:
      asked.right = lanes_in(conflicting_lanes(machine, access, question.lane));
      asked.recognised = mistaken_lanes(question, asked.at);
      break;
    case QuestionKind::cells:
      if (!asked.at.run->tile) return fail("the kernel has no tile");
      asked.right = cells_of(*asked.at.run->tile, access);
      asked.recognised = mistaken_cells(asked.at);
      if (asked.right.empty()) return fail("the request at that place does not touch the tile");
      break;
    case QuestionKind::choice: {
      TRY(ask_choice(asked));
      break;
    }
    case QuestionKind::padding:
    case QuestionKind::order:
    case QuestionKind::time:
      break;
  }
  return asked;
}

}  // namespace

Result<Asked> ask_of(const Question& question, RunAt at, RunNumbers numbers) {
  TRY(auto asked, begin_asking(question, std::move(at), std::move(numbers)));
  return finished(std::move(asked));
}

std::string_view mistake_name(Mistake mistake) {
  static constexpr std::array<std::string_view, 31> kNames = {"row",
                                                              "column",
                                                              "lane_as_bank",
                                                              "word",
                                                              "byte",
                                                              "bytes_as_words",
                                                              "conflicts_for_wavefronts",
                                                              "broadcast_counted",
                                                              "lane_by_lane",
                                                              "banks_counted",
                                                              "words_counted",
                                                              "bytes_counted",
                                                              "lines_as_sectors",
                                                              "full_warp",
                                                              "itself",
                                                              "phases_forgotten",
                                                              "padding_forgotten",
                                                              "x_and_y_exchanged",
                                                              "usual_banks",
                                                              "other_instruction",
                                                              "other_warp",
                                                              "between_warps",
                                                              "not_divided",
                                                              "requests_counted",
                                                              "dearest_first",
                                                              "always_costs",
                                                              "never_costs",
                                                              "chosen",
                                                              "written",
                                                              "other"};
  return kNames[static_cast<std::size_t>(mistake)];
}

std::shared_ptr<const RunOutcome> run_in_background(RunService& runs, const RunKey& key) {
  auto outcome = runs.get(key, Urgency::soon);
  const bool is_check = key.own && key.own->trial;
  if (!is_check || !outcome || !outcome->failure || !outcome->failure->is_cancelled()) return outcome;
  runs.forget(key);
  return nullptr;
}

Result<std::optional<StepRuns>> runs_of(const SceneAt& place, const Sources& sources) {
  const Scene& scene = place.scene;
  StepRuns runs;
  for (const Choice* choice : {&scene.a, scene.b ? &*scene.b : nullptr}) {
    if (choice == nullptr) continue;
    TRY(const auto run, run_of(scene, *choice, sources));
    if (!run) return std::optional<StepRuns>();
    auto at = stand_at(run, place.place);
    if (!at && choice != &scene.a) at = stand_at(run, {.block = place.place.block});
    TRY(auto stood, std::move(at));
    if (choice == &scene.a) {
      runs.a = std::move(stood);
    } else {
      runs.b = std::move(stood);
    }
  }
  runs.numbers = numbers_of(runs.a, runs.b ? &*runs.b : nullptr);
  add_times(*runs.a.run, sources, "", runs.numbers);
  if (runs.b) add_times(*runs.b->run, sources, "b_", runs.numbers);
  return std::optional(std::move(runs));
}

namespace {

/// What a step shows once it is answered: its own scene, or the right padding beside the one that was asked about.
std::optional<SceneAt> scene_after(const Step& step, const Asked& asked) {
  if (step.after) return step.after;
  if (asked.question.kind != QuestionKind::padding) return std::nullopt;
  const std::string& name = asked.at.run->kernel->padding()->name;
  const std::string right = fmt::format("{:.0f}", asked.right.front());
  if (asked.at.run->instance.options.at(name) == right) return std::nullopt;
  SceneAt after = step.at;
  after.scene.b = after.scene.a;
  after.scene.b->options[name] = right;
  return after;
}

}  // namespace

Result<std::optional<Asked>> ask(const Step& step, const Sources& sources) {
  const Scene& scene = step.at.scene;
  TRY(auto runs, runs_of(step, sources));
  if (!runs) return std::optional<Asked>();
  TRY(auto asked, begin_asking(*step.question, std::move(runs->a), std::move(runs->numbers)));
  bool is_whole = true;
  switch (step.question->kind) {
    case QuestionKind::padding: {
      TRY(is_whole, ask_padding(asked, scene, sources));
      break;
    }
    case QuestionKind::order: {
      TRY(is_whole, ask_order(asked, scene, sources));
      break;
    }
    case QuestionKind::time: {
      TRY(is_whole, ask_time(asked, sources));
      break;
    }
    default:
      break;
  }
  if (!is_whole) return std::optional<Asked>();
  if (auto after = scene_after(step, asked)) {
    TRY(auto shown, runs_of(*after, sources));
    if (!shown) return std::optional<Asked>();
    asked.after = After{*std::move(after), *std::move(shown)};
  }
  TRY(auto whole, finished(std::move(asked)));
  return std::optional(std::move(whole));
}

bool is_same(const Answer& one, const Answer& other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [](double a, double b) { return std::abs(a - b) < 0.006; });
}

WrongAnswer recognise(const Asked& asked, const Answer& answer) {
  const auto found = std::find_if(asked.recognised.begin(), asked.recognised.end(),
                                  [&](const WrongAnswer& one) { return is_same(one.answer, answer); });
  return found == asked.recognised.end() ? WrongAnswer{Mistake::other, answer} : *found;
}

const Prose* written_reply(const Asked& asked, const WrongAnswer& wrong) {
  if (wrong.mistake == Mistake::written) return &asked.question.replies[wrong.reply].text;
  if (wrong.mistake != Mistake::chosen) return nullptr;
  return &asked.question.options[static_cast<std::size_t>(wrong.answer.front())].reply;
}

Disclosure disclosure_of(const Question& question) {
  Disclosure disclosure;
  for (const FactKind kind : {FactKind::request_cost, FactKind::kernel_cost, FactKind::faults, FactKind::output,
                              FactKind::time, FactKind::accesses}) {
    disclosure.hide(kind);
  }
  if (question.kind == QuestionKind::bank) disclosure.hide(FactKind::banks);
  return disclosure;
}

}  // namespace bankloom::learn
