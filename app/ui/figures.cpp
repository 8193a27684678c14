#include "ui/figures.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>

#include "core/ptx/argument_spec.h"
#include "core/report/text_format.h"
#include "core/wording/measurement.h"
#include "core/wording/numbers.h"

namespace bankloom::ui {
namespace {

constexpr const char* kNothing = "–";

bool is_atomic(AccessOp op) { return op == AccessOp::atomic || op == AccessOp::reduction; }
bool is_load(AccessOp op) { return op == AccessOp::load || op == AccessOp::ldmatrix; }

template <class T>
float number_at(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return static_cast<float>(value);
}

using ToNumber = float (*)(const std::byte*);
ToNumber reader_of(ptx::Type type) {
  using ptx::Type;
  switch (type) {
    case Type::s8:
      return number_at<std::int8_t>;
    case Type::u8:
    case Type::b8:
      return number_at<std::uint8_t>;
    case Type::s16:
      return number_at<std::int16_t>;
    case Type::u16:
    case Type::b16:
      return number_at<std::uint16_t>;
    case Type::s32:
      return number_at<std::int32_t>;
    case Type::u32:
    case Type::b32:
      return number_at<std::uint32_t>;
    case Type::s64:
      return number_at<std::int64_t>;
    case Type::u64:
    case Type::b64:
      return number_at<std::uint64_t>;
    case Type::f32:
      return number_at<float>;
    case Type::f64:
      return number_at<double>;
    default:
      return nullptr;
  }
}

std::span<const std::byte> element_of(const std::vector<std::byte>& elements, std::size_t bytes, std::uint64_t index) {
  if (bytes == 0 || index >= elements.size() / bytes) return {};
  return std::span(elements).subspan(index * bytes, bytes);
}

void tell(std::string& text, std::string_view what, const Ratio& ratio, std::string_view unit) {
  if (!ratio.any()) return;
  if (!text.empty()) text += '\n';
  text +=
      fmt::format("{}: {} {} a request, {}", what, ratio.words(), unit, plural(ratio.requests, "# request|# requests"));
  if (ratio.conflicts != 0) text += fmt::format(", {}", plural(ratio.conflicts, "# bank conflict|# bank conflicts"));
}

Ratio shared_ratio(const SpaceTotals& totals) { return {totals.requests, totals.wavefronts, totals.bank_conflicts}; }

}  // namespace

double Ratio::value() const {
  return requests == 0 ? 0 : static_cast<double>(transactions) / static_cast<double>(requests);
}

std::string Ratio::words() const { return any() ? ratio_text(value()).str() : kNothing; }

void Ratio::add(const AccessSummary& summary) {
  requests += summary.requests;
  transactions += summary.space == Space::shared ? summary.wavefronts : summary.sectors;
  conflicts += summary.bank_conflicts;
}

std::vector<Ratio> LineFigures::margin() const {
  std::vector<Ratio> shown;
  for (const Ratio& ratio : is_shared() ? std::array{shared_load, shared_store, shared_atomic}
                                        : std::array{global_load, global_store, global_atomic}) {
    if (ratio.any()) shown.push_back(ratio);
  }
  return shown;
}

std::string LineFigures::words() const {
  std::string text;
  tell(text, "shared load", shared_load, "wavefronts");
  tell(text, "shared store", shared_store, "wavefronts");
  tell(text, "shared atomic", shared_atomic, "wavefronts");
  tell(text, "global load", global_load, "sectors");
  tell(text, "global store", global_store, "sectors");
  tell(text, "global atomic", global_atomic, "sectors");
  return text;
}

std::map<std::uint32_t, LineFigures> line_figures(const KernelCost& cost) {
  std::map<std::uint32_t, LineFigures> lines;
  for (const AccessSummary& summary : cost.accesses) {
    const bool shared = summary.space == Space::shared;
    if (summary.source_line == 0 || (!shared && summary.space != Space::global)) continue;
    LineFigures& line = lines[summary.source_line];
    Ratio& ratio = is_atomic(summary.op) ? (shared ? line.shared_atomic : line.global_atomic)
                   : is_load(summary.op) ? (shared ? line.shared_load : line.global_load)
                                         : (shared ? line.shared_store : line.global_store);
    ratio.add(summary);
  }
  return lines;
}

RunFigures run_figures(const KernelCost& cost) {
  RunFigures figures;
  figures.sectors = cost.shared_load.requests + cost.shared_store.requests + cost.shared_atomic.requests == 0;
  if (figures.sectors) {
    const auto ratio = [](const SpaceTotals& totals) { return Ratio{totals.requests, totals.sectors, 0}; };
    figures.load = ratio(cost.global_load);
    figures.store = ratio(cost.global_store);
    figures.load_fine = cost.global_load.bytes_used == cost.global_load.bytes_moved;
    figures.store_fine = cost.global_store.bytes_used == cost.global_store.bytes_moved;
  } else {
    figures.load = shared_ratio(cost.shared_load);
    figures.store = shared_ratio(cost.shared_store);
    figures.load_fine = figures.load.conflicts == 0;
    figures.store_fine = figures.store.conflicts == 0;
  }
  for (const SpaceTotals& totals : {cost.shared_load, cost.shared_store, cost.shared_atomic}) {
    figures.wavefronts += totals.wavefronts;
    figures.conflicts += totals.bank_conflicts;
  }
  return figures;
}

std::string load_and_store(const RunFigures& figures) {
  const auto brief = [](const Ratio& ratio) {
    std::string words = ratio.words();
    if (words.ends_with(".0")) words.resize(words.size() - 2);
    return words;
  };
  return fmt::format("{} / {}", brief(figures.load), brief(figures.store));
}

std::string step_words(const StepState& state) {
  const char* unit = state.access.space == Space::shared ? "wavefront" : "sector";
  if (state.access.space != Space::shared && state.access.space != Space::global) unit = "step";
  return fmt::format("{} {} of {}", unit, grouped(std::uint64_t{state.step} + 1), grouped(state.steps));
}

std::string place_words(const StepState& state) {
  std::string words = fmt::format("warp {}", state.request.warp);
  if (state.request.source_line != 0) words += fmt::format(" · line {}", state.request.source_line);
  const bool shared = state.access.space == Space::shared;
  words += fmt::format(" · {}{}{}", shared ? "" : space_name(state.access.space), shared ? "" : " ",
                       access_op_name(state.access.op));
  return words + " · " + step_words(state);
}

std::string output_text(const RunSummary& run, const std::vector<std::byte>& elements, std::uint64_t index) {
  const auto element = element_of(elements, ptx::element_bytes(run.output_type), index);
  return element.empty() ? std::string() : ptx::value_to_text(run.output_type, element);
}

bool output_differs(const KernelRun& run, std::uint64_t index) {
  const std::size_t bytes = ptx::element_bytes(run.output_type);
  const auto got = element_of(run.output, bytes, index);
  const auto expected = element_of(run.expected, bytes, index);
  if (got.empty() || expected.empty() || index >= run.defined.size() || !run.defined[index]) return false;
  return !std::equal(got.begin(), got.end(), expected.begin());
}

OutputVerdict output_verdict(const RunSummary& run) {
  const std::uint64_t count = run.output_rows * run.output_columns;
  if (run.different == 0) {
    const std::uint64_t defined = run.defined_count;
    if (defined == 0) return {true, "the rule says nothing about these elements"};
    if (defined < count) {
      return {true, fmt::format("as its rule says, where it says something: {} of {}", grouped(defined),
                                plural(count, "# element|# elements"))};
    }
    return {true, fmt::format("all {} as the rule says", plural(count, "# element|# elements"))};
  }
  const std::uint64_t first = run.first_different;
  const std::uint64_t columns = std::max<std::uint64_t>(run.output_columns, 1);
  return {false,
          fmt::format("{} of {} {}, first at row {}, column {}: {}, expected {}", grouped(run.different),
                      plural(count, "# element|# elements"), run.different == 1 ? "differs" : "differ", first / columns,
                      first % columns, output_text(run, run.first_output, 0), output_text(run, run.first_expected, 0))};
}

std::vector<float> output_numbers(const KernelRun& run, const std::vector<std::byte>& elements, bool only_defined) {
  const std::uint64_t count = run.output_rows * run.output_columns;
  const std::size_t bytes = ptx::element_bytes(run.output_type);
  std::vector<float> numbers(count, std::numeric_limits<float>::quiet_NaN());
  const ToNumber read = reader_of(run.output_type);
  for (std::uint64_t i = 0; i < count; ++i) {
    if (only_defined && (i >= run.defined.size() || !run.defined[i])) continue;
    const auto element = element_of(elements, bytes, i);
    if (element.empty()) break;
    if (read != nullptr) {
      numbers[i] = read(element.data());
    } else if (const auto value = ptx::value_to_json(run.output_type, element); value.is_number()) {
      numbers[i] = value.get<float>();
    }
  }
  return numbers;
}

const char* no_run_words(const RunFailure& failure) { return failure.cancelled ? "cancelled" : "no run"; }

std::string results_text(const std::vector<LessonRow>& rows, const std::vector<TimeCell>& times) {
  using report::TextTable;
  TextTable table({{"kernel", TextTable::Align::left},
                   {"load/request"},
                   {"store/request"},
                   {"wavefronts"},
                   {"conflicts"},
                   {"shared bytes"},
                   {"output", TextTable::Align::left},
                   {"time of one launch (quartiles)", TextTable::Align::left}});
  std::string machine;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const LessonRow& row = rows[i];
    const TimeCell cell = i < times.size() ? times[i] : TimeCell{};
    const std::string time = cell.origin ? fmt::format("{}, {}", cell.words, origin_text(*cell.origin)) : cell.words;
    machine = row.key.machine;
    std::string name = row.kernel->name;
    for (const auto& [option, value] : row.key.options) name += fmt::format(" {}={}", option, value);
    const RunSummary* run = row.outcome ? row.outcome->figures() : nullptr;
    if (run == nullptr) {
      const std::string why =
          row.outcome && row.outcome->failure ? no_run_words(*row.outcome->failure) : "not there yet";
      table.add_row({name, kNothing, kNothing, kNothing, kNothing, kNothing, why, time});
      continue;
    }
    const Facts facts = row.facts();
    std::vector<std::string> cells{name,     kNothing, kNothing, kNothing, kNothing, std::to_string(run->shared_bytes),
                                   kNothing, time};
    if (const KernelCost* cost = facts.kernel_cost()) {
      const RunFigures figures = run_figures(*cost);
      cells[1] = figures.load.words();
      cells[2] = figures.store.words();
      cells[3] = std::to_string(figures.wavefronts);
      cells[4] = std::to_string(figures.conflicts);
    }
    if (const RunSummary* output = facts.output()) {
      cells[6] = output->different != 0 ? fmt::format("{} differ", output->different)
                                        : (output->has_rule ? "right" : "not checked");
    }
    table.add_row(std::move(cells));
  }
  return fmt::format("Transactions per request of shared memory, modelled for {}\n{}", machine,
                     table.render({false, 200}, 0));
}

}  // namespace bankloom::ui
