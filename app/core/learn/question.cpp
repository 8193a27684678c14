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

/// The words between blanks, without commas behind them.
std::vector<std::string_view> words_in(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t at = text.find_first_not_of(kBlanks); at != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(kBlanks, at), text.size());
    std::string_view word = text.substr(at, end - at);
    if (word.ends_with(',')) word.remove_suffix(1);
    words.push_back(word);
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

/// The indices of "3,0", "tile[3][0]", "[3][0]" or "4"; nothing where these are none.
std::optional<Answer> indices_in(std::string_view word, const TileGeometry& tile) {
  if (word.starts_with(tile.name + "[")) word.remove_prefix(tile.name.size());
  std::string plain(word);
  if (plain.starts_with('[') && plain.ends_with(']')) {
    plain = plain.substr(1, plain.size() - 2);
    if (const std::size_t at = plain.find("]["); at != std::string::npos) plain.replace(at, 2, ",");
  }
  Answer indices;
  for (std::size_t at = 0; at <= plain.size();) {
    const std::size_t end = std::min(plain.find(',', at), plain.size());
    const auto index = parse_whole(std::string_view(plain).substr(at, end - at));
    if (!index) return std::nullopt;
    indices.push_back(*index);
    at = end + 1;
  }
  return indices;
}

/// Adds the elements that a word names: one, of an array with one row several.
Result<void> add_cells(std::string_view word, const Asked& asked, Answer& answer) {
  const TileGeometry& tile = *asked.at.run->tile;
  const auto elements = static_cast<double>(tile.row_elements());
  auto indices = indices_in(word, tile);
  // "line[0][5]" is what the picture calls it.
  if (tile.rows == 1 && indices && word.find("][") != std::string_view::npos) indices->erase(indices->begin());
  if (!indices || (tile.rows > 1 && indices->size() != 2)) {
    return tile.rows == 1 ? fail("answer with indices of {}: {}", tile.name, example_cells(asked))
                          : fail("answer with elements, row,column: {}", example_cells(asked));
  }
  if (tile.rows == 1) {
    for (const double index : *indices) {
      if (index >= elements)
        return fail("stay within {0}: its elements are 0 to {1}, so there is no {0}[{2}]", tile.name, elements - 1,
                    index);
      answer.push_back(index);
    }
    return {};
  }
  const double row = indices->front(), column = indices->back();
  if (row >= static_cast<double>(tile.rows) || column >= elements) {
    return fail("stay within {0}: its rows are 0 to {1} and its columns 0 to {2}, so there is no {0}[{3}][{4}]",
                tile.name, tile.rows - 1, elements - 1, row, column);
  }
  answer.push_back(row * elements + column);
  return {};
}

}  // namespace

namespace {

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
      // Of nothing it is said what an answer looks like.
      for (const std::string_view word : words.empty() ? std::vector<std::string_view>{{}} : words) {
        TRY(add_cells(word, asked, answer));
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

std::string typed_set(const Asked& asked, const Answer& answer) {
  std::string text;
  for (const double one : answer) {
    const auto at = static_cast<std::uint64_t>(one);
    if (!text.empty()) text += ' ';
    const bool is_cell = asked.question.kind == QuestionKind::cells && asked.at.run->tile->rows > 1;
    const std::uint64_t elements = is_cell ? asked.at.run->tile->row_elements() : 1;
    text += is_cell ? fmt::format("{},{}", at / elements, at % elements) : std::to_string(at);
  }
  return text;
}

std::string example_cells(const Asked& asked) {
  Answer cells;
  for (double cell = 0; cells.size() < 2 && cell <= static_cast<double>(asked.right.size()) + 1; ++cell) {
    if (std::ranges::find(asked.right, cell) == asked.right.end()) cells.push_back(cell);
  }
  return typed_set(asked, cells);
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
