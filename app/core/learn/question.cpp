#include "core/learn/question.h"

#include <algorithm>
#include <charconv>
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

std::uint64_t conflicts_of(const RunSummary& run) {
  return run.cost.shared_load.bank_conflicts + run.cost.shared_store.bank_conflicts +
         run.cost.shared_atomic.bank_conflicts;
}

std::size_t distinct_addresses(const MemoryAccess& access) {
  std::set<std::uint64_t> addresses;
  for_each_lane(access.active, [&](unsigned lane) { addresses.insert(access.addresses[lane]); });
  return addresses.size();
}

/// The least padding of a tile whose rows were as long as it has rows, by the recorded accesses; the mistake of who
/// pads the wrong dimension.
std::optional<std::int64_t> padding_of_exchanged(const KernelRun& run) {
  const TileGeometry& tile = *run.tile;
  for (std::int64_t padding = 0; padding <= kMostPadding; ++padding) {
    bool conflicts = false;
    for (std::size_t i = 0; i < run.trace.size() && !conflicts; ++i) {
      MemoryAccess access = run.trace.at(i);
      if (access.space != Space::shared) continue;
      const std::size_t before = distinct_addresses(access);
      for_each_lane(access.active, [&](unsigned lane) {
        const auto element = tile.element_at(access.addresses[lane]);
        if (!element) return;
        const std::uint64_t row = tile.rows + static_cast<std::uint64_t>(padding);
        access.addresses[lane] = tile.base + (element->row * row + element->column) * tile.element_bytes;
      });
      // Rows that overlap are none.
      conflicts = count_request(run.machine, access).bank_conflicts != 0 || distinct_addresses(access) != before;
    }
    if (!conflicts) return padding;
  }
  return std::nullopt;
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
      asked.paddings[padding] = {conflicts_of(*figures.run), figures.run->correct()};
    }
  }
  if (!is_whole) return false;
  for (const auto& [padding, tried] : asked.paddings) {
    if (tried.conflicts != 0 || !tried.is_right) continue;
    asked.right = {static_cast<double>(padding)};
    const auto add = [&](Mistake mistake, std::int64_t number) {
      if (asked.paddings.contains(number)) asked.recognised.push_back({mistake, {static_cast<double>(number)}});
    };
    if (const auto other = padding_of_exchanged(*asked.at.run)) add(Mistake::padding_of_rows, *other);
    add(Mistake::bytes_as_words, padding * asked.at.run->tile->element_bytes);
    add(Mistake::padding_forgotten, 0);
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
    TRY(const double cost, number_of(numbers_of(*figures.run), asked.question.by));
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

/// Each mistake that leads somewhere of its own.
void keep_distinct(Asked& asked) {
  std::vector<WrongAnswer> kept;
  for (WrongAnswer& wrong : asked.recognised) {
    const auto is_known = [&](const WrongAnswer& other) { return is_same(other.answer, wrong.answer); };
    if (is_right(asked, wrong.answer) || std::any_of(kept.begin(), kept.end(), is_known)) continue;
    kept.push_back(std::move(wrong));
  }
  asked.recognised = std::move(kept);
}

/// With a point, or the language's decimal sign.
std::optional<double> parse_number(std::string_view words) {
  std::string text(words);
  if (const std::size_t at = text.find(decimal_sign()); at != std::string::npos)
    text.replace(at, decimal_sign().size(), ".");
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::vector<std::string_view> words_in(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t at = text.find_first_not_of(kBlanks); at != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(kBlanks, at), text.size());
    words.push_back(text.substr(at, end - at));
    at = text.find_first_not_of(kBlanks, end);
  }
  return words;
}

/// A whole number of which a set could be made.
std::optional<double> parse_whole(std::string_view text) {
  const auto number = parse_number(text);
  return number && *number >= 0 && *number <= 1e9 && *number == std::floor(*number) ? number : std::nullopt;
}

/// "3", "0-7".
bool add_range(std::string_view word, double most, Answer& answer) {
  const std::size_t dash = word.find('-');
  const auto first = parse_whole(word.substr(0, dash));
  const auto last = dash == std::string_view::npos ? first : parse_whole(word.substr(dash + 1));
  if (!first || !last || *first > *last || *last > most) return false;
  for (double number = *first; number <= *last; ++number) answer.push_back(number);
  return true;
}

/// "3,0".
bool add_cell(std::string_view word, const TileGeometry& tile, Answer& answer) {
  const std::size_t comma = std::min(word.find(','), word.size());
  const auto row = parse_whole(word.substr(0, comma));
  const auto column = parse_whole(word.substr(std::min(comma + 1, word.size())));
  const auto elements = static_cast<double>(tile.row_elements());
  if (!row || !column || *row >= static_cast<double>(tile.rows) || *column >= elements) return false;
  answer.push_back(*row * elements + *column);
  return true;
}

}  // namespace

Result<Asked> ask_of(const Question& question, RunAt at, RunNumbers numbers) {
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
  keep_distinct(asked);
  return asked;
}

std::string_view mistake_name(Mistake mistake) {
  static constexpr std::array<std::string_view, 21> kNames = {"broadcast_counted",
                                                              "bytes_as_words",
                                                              "padding_forgotten",
                                                              "padding_of_rows",
                                                              "half_warps",
                                                              "usual_banks",
                                                              "between_warps",
                                                              "between_instructions",
                                                              "lane_as_bank",
                                                              "phases_forgotten",
                                                              "x_and_y_exchanged",
                                                              "even_stride",
                                                              "full_warp",
                                                              "lines_as_sectors",
                                                              "conflicts_for_wavefronts",
                                                              "lane_by_lane",
                                                              "dearest_first",
                                                              "always_costs",
                                                              "never_costs",
                                                              "chosen",
                                                              "other"};
  return kNames[static_cast<std::size_t>(mistake)];
}

Result<std::optional<StepRuns>> runs_of(const Step& step, const Sources& sources) {
  const Scene& scene = step.at.scene;
  StepRuns runs;
  for (const Choice* choice : {&scene.a, scene.b ? &*scene.b : nullptr}) {
    if (choice == nullptr) continue;
    TRY(const auto run, run_of(scene, *choice, sources));
    if (!run) return std::optional<StepRuns>();
    auto at = stand_at(run, step.at.place);
    if (!at && choice != &scene.a) at = stand_at(run, {.block = step.at.place.block});
    TRY(auto stood, std::move(at));
    if (choice == &scene.a) {
      runs.a = std::move(stood);
    } else {
      runs.b = std::move(stood);
    }
  }
  runs.numbers = numbers_of(runs.a, runs.b ? &*runs.b : nullptr);
  return std::optional(std::move(runs));
}

Result<std::optional<Asked>> ask(const Step& step, const Sources& sources) {
  const Scene& scene = step.at.scene;
  TRY(auto runs, runs_of(step, sources));
  if (!runs) return std::optional<Asked>();
  TRY(auto asked, ask_of(*step.question, std::move(runs->a), std::move(runs->numbers)));
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
  keep_distinct(asked);
  return std::optional(std::move(asked));
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

Result<Answer> answer_from_text(const Asked& asked, std::string_view text) {
  const std::string_view whole = trim(text);
  const auto words = words_in(whole);
  Answer answer;
  switch (asked.question.kind) {
    case QuestionKind::time:
      if (whole != "yes" && whole != "no") return fail("answer yes or no");
      return Answer{whole == "yes" ? 1.0 : 0.0};
    case QuestionKind::choice: {
      const auto number = parse_whole(whole);
      const auto count = static_cast<double>(asked.question.options.size());
      if (!number || *number < 1 || *number > count) return fail("answer with the number of a choice, 1 to {}", count);
      return Answer{*number - 1};
    }
    case QuestionKind::order: {
      for (const std::string_view word : words) {
        const auto number = parse_whole(word);
        answer.push_back(number.value_or(0) - 1);
      }
      Answer sorted = answer;
      std::sort(sorted.begin(), sorted.end());
      Answer all(asked.costs.size());
      std::iota(all.begin(), all.end(), 0.0);
      if (sorted != all)
        return fail("answer with the numbers of all {} kernels, the cheapest first: 2 1 3", all.size());
      return answer;
    }
    case QuestionKind::lanes:
      if (whole == "none") return Answer{};
      if (words.empty()) return fail("answer with lanes, 0 to 31: 0 4 8-11, or none");
      for (const std::string_view word : words) {
        if (!add_range(word, kWarpSize - 1, answer)) return fail("answer with lanes, 0 to 31: 0 4 8-11, or none");
      }
      break;
    case QuestionKind::cells:
      if (words.empty()) return fail("answer with elements, row,column: 3,0 4,0");
      for (const std::string_view word : words) {
        if (!add_cell(word, *asked.at.run->tile, answer)) return fail("answer with elements, row,column: 3,0 4,0");
      }
      break;
    case QuestionKind::transactions: {
      const auto number = parse_number(whole);
      const bool is_number = number && *number >= 0 && *number <= 1e9;
      if (!is_number) return fail("answer with a number");
      return Answer{*number};
    }
    default: {
      const auto number = parse_whole(whole);
      if (!number) return fail("answer with a whole number");
      return Answer{*number};
    }
  }
  std::sort(answer.begin(), answer.end());
  answer.erase(std::unique(answer.begin(), answer.end()), answer.end());
  return answer;
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
