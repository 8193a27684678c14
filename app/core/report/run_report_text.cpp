// Runs as pages of text.
#include <algorithm>

#include "core/base/characters.h"
#include "core/base/language.h"
#include "core/base/readable.h"
#include "core/base/text_lines.h"
#include "core/report/run_report.h"
#include "core/wording/explanation_text.h"
#include "core/wording/fault_text.h"
#include "core/wording/numbers.h"
#include "core/wording/picture_text.h"
#include "core/wording/run_text.h"

namespace bankloom::report {
namespace {

using namespace wording;

/// A matrix that does not fit is shown from its corner, this many rows deep.
constexpr std::uint64_t kCornerRows = 12;
/// A buffer is shown with this many of its first elements.
constexpr std::size_t kShownElements = 32;

std::string number_or_dash(bool applies, std::uint64_t value) { return applies ? fmt::format("{}", value) : "-"; }

/// At most `room` columns of a stranger's line, with dots if some were cut off.
std::string shortened(std::string_view line, std::size_t room) {
  constexpr std::string_view kDots = " ...";
  std::size_t columns = 0, kept = 0;
  for (std::size_t at = 0; at < line.size();) {
    const auto [code, end] = character_at(line, at);
    columns += is_wide(code) ? 2U : 1U;
    if (columns > room) return terminal_text(line.substr(0, kept)) + std::string(kDots);
    at = end;
    if (columns + kDots.size() <= room) kept = at;
  }
  return terminal_text(line);
}

std::string summary_name(const AccessSummary& access) {
  std::string name = access_name(access.space, access.op);
  if (access.matrices != 0) name += fmt::format(".x{}", access.matrices);
  return name;
}

bool has_cost(const AccessSummary& access) { return access.space == Space::shared || access.space == Space::global; }

std::string watched_note(const Execution& run, const TextStyle& style) {
  const std::uint64_t blocks = run.statistics.blocks_watched_in_part;
  if (blocks == 0) return "";
  return paragraph(style,
                   "Not all of global memory was checked for races: {} accessed more of it than is watched in a "
                   "block, 32 MiB, or 8 MiB where single bytes are accessed.",
                   plural(blocks, "# block|# blocks"));
}

std::string clipped_note(const TextStyle& style) {
  return wrap(style, "The record is clipped: not all requests are counted here, so the numbers are lower bounds.", 2);
}

std::string costs_text(const Execution& run, const TextStyle& style) {
  if (run.cost.accesses.empty()) return "  none\n";
  TextTable table(
      {"line", "<access", "bytes", "requests", "wavefronts", "bank conflicts", "sectors", "transactions/request"});
  for (const auto& access : run.cost.accesses) {
    const bool shared = access.space == Space::shared;
    table.add_row(
        {number_or_dash(access.source_line != 0, access.source_line), summary_name(access),
         fmt::format("{}", access.width), fmt::format("{}", access.requests), number_or_dash(shared, access.wavefronts),
         number_or_dash(shared, access.bank_conflicts), number_or_dash(access.space == Space::global, access.sectors),
         has_cost(access) ? ratio_text(access.transactions_per_request()).str() : "-"},
        shared && access.bank_conflicts != 0 ? Emphasis::bad : Emphasis::none);
  }
  return table.render(style, 2);
}

/// Each source line once, under it the reason of each of its accesses.
std::string reasons_text(const Execution& run, const TextStyle& style) {
  std::string text;
  const AccessSummary* previous = nullptr;
  for (const auto& access : run.cost.accesses) {
    if (previous == nullptr || previous->source_line != access.source_line) {
      const std::uint32_t line = access.source_line;
      const std::string source = line >= 1 && line <= run.source_lines.size()
                                     ? shortened(trim(run.source_lines[line - 1]), std::max(style.width, 60u) - 16)
                                     : std::string();
      text += fmt::format("\n  {}  {}\n",
                          emphasize(style, Emphasis::faint, line == 0 ? message("no line") : message("line {}", line)),
                          emphasize(style, Emphasis::heading, source));
    }
    previous = &access;
    if (!has_cost(access)) continue;
    text += wrap(style,
                 say("{access}, {ratio} {unit:wavefronts|sectors} per request. The costliest request: {why}",
                     "access"_a = summary_name(access), "ratio"_a = ratio_text(access.transactions_per_request()),
                     "unit"_a = Case{access.space == Space::shared ? 0U : 1U}, "why"_a = explanation_text(access.why)),
                 4);
  }
  return text;
}

/// "0,1,0".
std::string index_text(const Dim3& index) { return fmt::format("{},{},{}", index.x, index.y, index.z); }

/// "line 7", "square.cu, line 7": where in the text a fault is, or in the PTX if the text has no line for it.
Text line_of_fault(const simt::Fault& fault, const std::string& file) {
  const Text line =
      fault.source_line != 0
          ? say("line {}", fault.source_line)
          : say("line {} of the PTX (a function of an included file, or code without line numbers)", fault.ptx_line);
  return file.empty() ? line : say("{file}, {line}", "file"_a = file, "line"_a = line);
}

std::string fault_paragraph(const simt::Fault& fault, const std::string& file, const TextStyle& style,
                            const RunSummary* run) {
  const Text place = say("{line}, block ({block}), thread ({thread})", "line"_a = line_of_fault(fault, file),
                         "block"_a = index_text(fault.block), "thread"_a = index_text(fault.thread));
  const std::string kind = emphasize(style, Emphasis::bad, translated(fault_kind_name(fault.kind)));
  return "  " +
         (fault.count > 1 ? message("{} at {} and {} more times\n", kind, place, fault.count - 1)
                          : message("{} at {}\n", kind, place)) +
         wrap(style, fault_text(fault, run).str(), 4);
}

/// `run`: of a kernel of the catalogue, which knows elements; may be nullptr.
std::string faults_text(const std::vector<simt::Fault>& faults, const TextStyle& style,
                        const RunSummary* run = nullptr) {
  if (faults.empty()) return "";
  std::string text = '\n' + heading(style, "Faults (emulated)");
  for (const auto& fault : faults) {
    text += fault_paragraph(fault, "", style, run);
    if (run != nullptr && run->instance.expected_faults.contains(fault.kind)) {
      text += wrap(style, "The kernel is there to show this mistake.", 4);
    }
  }
  return text;
}

/// Faults that what was guessed may be the reason of.
std::string questions_text(const RunSummary& run, const TextStyle& style) {
  if (run.questions.empty()) return "";
  std::string text = '\n' + heading(style, "Questions (emulated; a guess may be the reason)");
  for (const auto& fault : run.questions) {
    text += paragraph(style, "{}: {}.", line_of_fault(fault, {}), question_text(fault, run));
  }
  return text;
}

std::string accesses_section(const Execution& run, const TextStyle& style, const Text& guessed = {}) {
  std::string text =
      '\n' + heading(style, guessed.empty()
                                ? message("Memory accesses (modelled for {} from the emulated run)", run.machine.name)
                                : message("Memory accesses (modelled for {} from the emulated run; {})",
                                          run.machine.name, guessed));
  text += costs_text(run, style);
  if (run.cost.clipped) {
    text += clipped_note(style);
  } else if (run.statistics.blocks != 0 && run.statistics.blocks < run.grid.count()) {
    text += paragraph(style, "All requests of the {} executed blocks, of {}, are counted.", run.statistics.blocks,
                      run.grid.count());
  } else if (run.grid.count() > 1) {
    text += paragraph(style, "All requests of all {} blocks are counted.", run.grid.count());
  }
  text += reasons_text(run, style);
  return text;
}

std::string printed_section(const Execution& run, const TextStyle& style) {
  if (run.printed.empty()) return "";
  std::string text = '\n' + heading(style, "Printed by the kernel (emulated)") + run.printed;
  if (text.back() != '\n') text += '\n';
  return text;
}

std::string launch_line(const Execution& run, const std::string& compiler, const TextStyle& style) {
  const std::string grid = extent_text(run.grid, "x"), block = extent_text(run.block, "x");
  const Text shared = plural(run.shared_bytes, "# byte|# bytes");
  const std::string_view title = translated(run.machine.title);
  return wrap(style,
              compiler.empty()
                  ? message("grid {}, block {}, {} of shared memory per block; machine {}: {}", grid, block, shared,
                            run.machine.name, title)
                  : message("grid {}, block {}, {} of shared memory per block; machine {}: {}; compiled by {}", grid,
                            block, shared, run.machine.name, title, compiler),
              2);
}

std::string element_text(ptx::Type type, const std::vector<std::byte>& bytes, std::uint64_t index) {
  const std::size_t size = ptx::element_bytes(type);
  return ptx::value_to_text(type, std::span(bytes).subspan(index * size, size));
}

/// How many columns fit beside the row labels when each is as wide as its widest element.
std::uint64_t columns_that_fit(const KernelRun& run, std::uint64_t rows, std::size_t label, std::size_t room,
                               std::size_t& cell) {
  std::size_t widest = 1;
  std::uint64_t columns = 0;
  while (columns < run.output_columns) {
    std::size_t wider = std::max(widest, std::to_string(columns).size());
    for (std::uint64_t row = 0; row < rows; ++row) {
      wider = std::max(wider, element_text(run.output_type, run.output, row * run.output_columns + columns).size());
    }
    if (columns > 0 && label + (columns + 1) * (wider + 1) > room) break;
    widest = wider;
    ++columns;
  }
  cell = widest;
  return columns;
}

std::string matrix_text(const KernelRun& run, const TextStyle& style) {
  const std::size_t label = std::to_string(run.output_rows).size() + 3;
  std::size_t cell = 1;
  std::uint64_t rows = std::min(run.output_rows, kCornerRows);
  const std::uint64_t columns = columns_that_fit(run, rows, label, style.width - 4, cell);
  if (columns == run.output_columns && run.output_rows <= 2 * kCornerRows) rows = run.output_rows;
  for (std::uint64_t row = 0; row < rows; ++row) {
    for (std::uint64_t column = 0; column < columns; ++column) {
      cell = std::max(cell, element_text(run.output_type, run.output, row * run.output_columns + column).size());
    }
  }
  std::string header = std::string(label, ' ');
  for (std::uint64_t column = 0; column < columns; ++column) header += fmt::format(" {:>{}}", column, cell);
  std::string text = "  " + emphasize(style, Emphasis::faint, header) + '\n';
  for (std::uint64_t row = 0; row < rows; ++row) {
    text += "  " + emphasize(style, Emphasis::faint, fmt::format("{:>{}} |", row, label - 2));
    for (std::uint64_t column = 0; column < columns; ++column) {
      text +=
          fmt::format(" {:>{}}", element_text(run.output_type, run.output, row * run.output_columns + column), cell);
    }
    text += columns < run.output_columns ? " ...\n" : "\n";
  }
  if (rows < run.output_rows || columns < run.output_columns) {
    text += paragraph(style, "The top left corner of {} x {}; --format json has everything.", run.output_rows,
                      run.output_columns);
  }
  return text;
}

std::string output_section(const KernelRun& run, const TextStyle& style) {
  if (run.output_name.empty()) {
    // Of a launch of a program all memory is looked at; of other kernels parameters alone.
    const bool is_launch = run.own != nullptr && run.own->source.launch != nullptr;
    return '\n' + heading(style, "Output (emulated)") +
           wrap(style, is_launch ? "Nothing was written." : "No parameter of the kernel is an output.", 2);
  }
  const Text guessed = guessed_text(run);
  const std::string_view type = ptx::element_type_name(run.output_type);
  std::string text =
      '\n' + heading(style, guessed.empty() ? message("Output {}: {} x {} {} (emulated)", run.output_name,
                                                      run.output_rows, run.output_columns, type)
                                            : message("Output {}: {} x {} {} (emulated; {})", run.output_name,
                                                      run.output_rows, run.output_columns, type, guessed));
  if (run.different != 0) {
    text += paragraph(style, "Wrong: {what}.", "what"_a = mismatch_sentence(run));
  } else {
    text += wrap(style, sentence_text(named_text(run.output_name, output_text(run, run.faults.size()))), 2);
  }
  if (run.output_rows != 0 && run.output_columns != 0) text += matrix_text(run, style);
  return text;
}

std::string buffer_text(const BufferReport& buffer, const TextStyle& style) {
  const std::size_t size = ptx::element_bytes(buffer.type);
  const std::size_t count = size == 0 ? 0 : buffer.bytes.size() / size;
  std::string text = message("  argument {} ({}, {} of {})\n", buffer.argument, ptx::argument_kind_name(buffer.kind),
                             plural(count, "# element|# elements"), ptx::element_type_name(buffer.type));
  std::string values;
  for (std::size_t i = 0; i < std::min(count, kShownElements); ++i) {
    values += element_text(buffer.type, buffer.bytes, i) + ' ';
  }
  if (count > kShownElements) values += message("... (--format json has all of them)");
  return text + wrap(style, values, 4);
}

std::string per_request_text(const SpaceTotals& totals) {
  if (totals.requests == 0) return "-";
  return ratio_text(static_cast<double>(totals.wavefronts) / static_cast<double>(totals.requests)).str();
}

std::string verdict(const RunSummary& run) {
  if (run.different != 0) return message("not as expected");
  if (run.faults.empty()) return message("as expected");
  return message("{} at line {}", translated(fault_kind_name(run.faults.front().kind)), run.faults.front().source_line);
}

/// The options that any of the kernels has, in the order of their first appearance.
std::vector<std::string> option_names(const std::vector<RunSummary>& runs) {
  std::vector<std::string> names;
  for (const auto& run : runs) {
    for (const auto& option : run.kernel->options) {
      if (std::ranges::find(names, option.name) == names.end()) names.push_back(option.name);
    }
  }
  return names;
}

}  // namespace

std::string mismatch_sentence(const RunSummary& run) {
  if (run.different == 0) return {};
  const std::uint64_t columns = std::max<std::uint64_t>(run.output_columns, 1);
  return say(
      "{count:# element of the output differs|# elements of the output differ} from the kernel's rule, the first "
      "one [{row}][{column}] is {value} instead of {expected}",
      "count"_a = Count{run.different}, "row"_a = run.first_different / columns,
      "column"_a = run.first_different % columns, "value"_a = ptx::value_to_text(run.output_type, run.first_output),
      "expected"_a = ptx::value_to_text(run.output_type, run.first_expected));
}

std::string problem_sentence(const std::vector<simt::Fault>& faults, const std::string& file) {
  if (faults.empty()) return {};
  const auto& fault = faults.front();
  return say("{faults:# fault|# faults} found, the first one {kind} at {line} (block {block} thread {thread})",
             "faults"_a = Count{faults.size()}, "kind"_a = translated(fault_kind_name(fault.kind)),
             "line"_a = line_of_fault(fault, file), "block"_a = index_text(fault.block),
             "thread"_a = index_text(fault.thread));
}

std::string problem_sentence(const RunSummary& run) {
  const std::string faults = problem_sentence(run.faults), output = mismatch_sentence(run);
  if (faults.empty() || output.empty()) return faults + output;
  return say("{faults}, and {output}", "faults"_a = faults, "output"_a = output).str();
}

Text access_name(Space space, AccessOp op) { return access_text(space, is_atomic(op) ? AccessOp::atomic : op); }

std::string accesses_text(const Execution& run, const TextStyle& style) { return accesses_section(run, style); }

std::string faults_list(const std::vector<simt::Fault>& faults, const std::string& file, const TextStyle& style) {
  std::string text;
  for (const auto& fault : faults) text += fault_paragraph(fault, file, style, nullptr);
  return text;
}

std::string to_text(const KernelRun& run, const TextStyle& style) {
  std::string text = emphasize(style, Emphasis::heading, run_name_text(run).str());
  if (const Text more = run_heading_text(run); !more.empty()) text += fmt::format(": {}", more);
  text += '\n';
  text += wrap(style, options_line(run.instance, " = ", list_sign()), 2);
  return text + launch_line(run, run.compiled->compiler, style) + accesses_section(run, style, guessed_text(run)) +
         faults_text(run.faults, style, &run) + questions_text(run, style) + watched_note(run, style) +
         printed_section(run, style) + output_section(run, style);
}

std::string to_text(const EmulationReport& report, const TextStyle& style) {
  std::string text = message("{} of {}\n", emphasize(style, Emphasis::heading, report.entry), report.file);
  text += launch_line(report.run, report.compiler, style);
  text += paragraph(style, "{} executed in {}, which is {} of single threads",
                    plural(report.run.statistics.warp_instructions, "# warp instruction|# warp instructions"),
                    plural(report.run.statistics.blocks, "# block|# blocks"),
                    plural(report.run.statistics.thread_instructions, "# instruction|# instructions"));
  text += accesses_section(report.run, style) + faults_text(report.run.faults, style) +
          watched_note(report.run, style) + printed_section(report.run, style);
  if (!report.buffers.empty()) text += '\n' + heading(style, "Buffers after the run (emulated)");
  for (const auto& buffer : report.buffers) text += buffer_text(buffer, style);
  return text;
}

std::string to_text(const LessonReport& lesson, const TextStyle& style) {
  const std::vector<RunSummary>& runs = lesson.runs;
  std::string text = heading(style, message("Lesson {}: {}", lesson.name, translated(lesson.title)));
  if (runs.empty()) return text + message("  no kernels\n");
  const auto names = option_names(runs);
  std::vector<std::string> headings{"<kernel"};
  headings.insert(headings.end(), names.begin(), names.end());
  for (const char* more : {"store", "load", "store wavefronts", "load wavefronts", "shared bytes", "<output"}) {
    headings.emplace_back(more);
  }
  TextTable table(headings);
  for (const auto& run : runs) {
    const SpaceTotals& store = run.cost.shared_store;
    const SpaceTotals& load = run.cost.shared_load;
    std::vector<std::string> cells{run.kernel->name};
    for (const auto& name : names) {
      const auto found = run.instance.options.find(name);
      cells.push_back(found == run.instance.options.end() ? "-" : found->second);
    }
    for (const SpaceTotals* one : {&store, &load}) cells.push_back(per_request_text(*one));
    for (const std::uint64_t figure : {store.wavefronts, load.wavefronts, run.shared_bytes}) {
      cells.push_back(std::to_string(figure));
    }
    cells.push_back(verdict(run));
    table.add_row(cells, run.correct() ? Emphasis::none : Emphasis::bad);
  }
  text += table.render(style, 2);
  text += paragraph(style,
                    "store, load: wavefronts per request of shared memory. Costs are modelled for {} ({}) from the "
                    "emulated run; outputs are emulated and compared with each kernel's rule.",
                    runs.front().machine.name, translated(runs.front().machine.title));
  const bool clipped = std::ranges::any_of(runs, [](const RunSummary& run) { return run.cost.clipped; });
  return clipped ? text + clipped_note(style) : text;
}

}  // namespace bankloom::report
