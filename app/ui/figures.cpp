#include "ui/figures.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <span>

#include "core/base/language.h"
#include "core/ptx/argument_spec.h"
#include "core/report/text_format.h"
#include "core/wording/measurement.h"
#include "core/wording/numbers.h"

namespace bankloom::ui {

using namespace wording;
namespace {

constexpr const char* kNothing = "–";

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

}  // namespace

bool output_differs(const KernelRun& run, std::uint64_t index) {
  const std::size_t bytes = ptx::element_bytes(run.output_type);
  const auto got = element_of(run.output, bytes, index);
  const auto expected = element_of(run.expected, bytes, index);
  if (got.empty() || expected.empty() || index >= run.defined.size() || !run.defined[index]) return false;
  return !std::equal(got.begin(), got.end(), expected.begin());
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

std::string no_run_text(const Error& failure) {
  return failure.is_cancelled() ? message("cancelled") : message("no run");
}

report::TextTable results_table(const std::vector<LessonRow>& rows, const std::vector<TimeCell>& times,
                                const ResultsColumns& columns) {
  std::vector<std::string> headings({"<kernel", "store/request", "load/request", "wavefronts", "conflicts",
                                     "shared bytes", "<output",
                                     columns.time_origin ? "<time of one launch (quartiles)" : "time (quartiles)"});
  if (columns.machine) headings.emplace_back("<machine");
  report::TextTable table(std::move(headings));
  const auto add = [&](std::vector<std::string> cells, const LessonRow& row) {
    if (columns.machine) cells.push_back(row.key.machine);
    table.add_row(std::move(cells));
  };
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const LessonRow& row = rows[i];
    const TimeCell cell = i < times.size() ? times[i] : TimeCell{};
    const std::string time =
        cell.origin && columns.time_origin
            ? say("{time}, {origin}", "time"_a = cell.words, "origin"_a = origin_text(*cell.origin)).str()
            : cell.words;
    std::string name = row.kernel->name;
    for (const auto& [option, value] : row.key.options) name += fmt::format(" {}={}", option, value);
    const RunSummary* run = row.outcome ? row.outcome->figures() : nullptr;
    if (run == nullptr) {
      const std::string why =
          row.outcome && row.outcome->failure ? no_run_text(*row.outcome->failure) : message("not there yet");
      add({name, kNothing, kNothing, kNothing, kNothing, kNothing, why, time}, row);
      continue;
    }
    const Facts facts = row.facts();
    std::vector<std::string> cells{name,     kNothing, kNothing, kNothing, kNothing, std::to_string(run->shared_bytes),
                                   kNothing, time};
    if (const KernelCost* cost = facts.kernel_cost()) {
      const RunFigures figures = run_figures(*cost);
      const auto ratio = [&](const Ratio& one) {
        return say("{ratio}{unit:| sectors}", "ratio"_a = ratio_text(one),
                   "unit"_a = Case{figures.sectors && one.any() ? 1U : 0U});
      };
      cells[1] = ratio(figures.store);
      cells[2] = ratio(figures.load);
      cells[3] = std::to_string(figures.wavefronts);
      cells[4] = std::to_string(figures.conflicts);
    }
    if (const RunSummary* output = facts.output()) {
      cells[6] = output->different != 0 ? differ_text(output->different).str()
                                        : (output->has_rule ? message("right") : message("not checked"));
    }
    add(std::move(cells), row);
  }
  return table;
}

std::string results_text(const std::vector<LessonRow>& rows, const std::vector<TimeCell>& times) {
  return say("Wavefronts of shared memory per request, modelled for {machine}\n{table}",
             "machine"_a = rows.empty() ? std::string() : rows.back().key.machine,
             "table"_a = results_table(rows, times).render({false, 200}, 0));
}

}  // namespace bankloom::ui
