#include "core/report/program_report.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

#include "core/base/language.h"
#include "core/base/readable.h"
#include "core/program/launch_figures.h"
#include "core/report/run_report.h"
#include "core/wording/fault_text.h"
#include "core/wording/numbers.h"
#include "core/wording/program_text.h"

namespace bankloom::report {
namespace {

using nlohmann::ordered_json;
using program::ProgramLaunch;

/// In the order of ReportKind.
constexpr std::array<std::string_view, 10> kReportKinds{
    "host_access", "host_pointer", "null_pointer", "use_after_free", "wrong_direction",
    "wrong_size",  "invalid_free", "unread_error", "lost_output",    "leaked"};

/// Not wrong, but worth mentioning.
bool is_advice(const program::ProgramReport& report) {
  return report.kind == program::ReportKind::lost_output || report.kind == program::ReportKind::leaked;
}

bool is_shown(const ProgramReportPage& page, const ProgramLaunch& launch) {
  return !page.chosen || *page.chosen == launch.index;
}

/// "square.cu:31"; empty if it is unknown.
std::string place_at(const std::vector<program::CodePlace>& places, std::size_t index) {
  if (index >= places.size() || places[index].line == 0) return {};
  return fmt::format("{}:{}", places[index].file, places[index].line);
}

/// The file that a launch's lines are of; empty if it is the program's own.
std::string other_file(const ProgramReportPage& page, const ProgramLaunch& launch) {
  const auto name_of = [](const std::string& path) { return std::filesystem::path(path).filename().string(); };
  const std::string name = name_of(launch.file);
  return name == name_of(page.outcome.program) ? std::string() : name;
}

/// Whether blocks were left out, not stopped.
bool is_sample(const ProgramLaunch& launch) { return launch.is_sampled() && !launch.was_cancelled; }

/// Whether none was found, but in blocks that were not executed there may be some.
bool has_unknown_faults(const ProgramLaunch& launch) { return launch.is_sampled() && launch.figures.faults.empty(); }

ordered_json launch_to_json(const ProgramLaunch& launch, const std::string& place) {
  const Execution& run = launch.figures;
  ordered_json object = {
      {"index", launch.index}, {"kernel", launch.kernel}, {"file", launch.file}, {"line", launch.line}};
  if (!place.empty()) object["launched_at"] = place;
  object["grid"] = {run.grid.x, run.grid.y, run.grid.z};
  object["block"] = {run.block.x, run.block.y, run.block.z};
  object["dynamic_shared"] = launch.dynamic_shared;
  object["blocks"] = launch.blocks;
  object["blocks_executed"] = launch.blocks_executed;
  object["sampled"] = launch.is_sampled();
  object["thread_instructions"] = run.statistics.thread_instructions;
  if (launch.is_cooperative) object["cooperative"] = true;
  object["accesses"] = accesses_to_json(run.cost);
  object["totals"] = totals_to_json(run.cost);
  object["faults"] = has_unknown_faults(launch) ? ordered_json("unknown") : faults_to_json(run.faults);
  if (launch.error != 0) object["error"] = launch.error;
  if (!launch.refusal.empty()) object["refusal"] = launch.refusal;
  if (launch.was_cancelled) object["cancelled"] = true;
  if (!run.printed.empty()) object["printed"] = run.printed;
  object["provenance"] = "modelled";
  return object;
}

ordered_json report_to_json(const program::ProgramReport& report, const std::string& place) {
  ordered_json object = {{"kind", kReportKinds.at(static_cast<std::size_t>(report.kind))}};
  if (!report.call.empty()) object["call"] = report.call;
  if (report.launch >= 0) object["launch"] = report.launch;
  if (!place.empty()) object["place"] = place;
  if (report.address != 0) object["address"] = report.address;
  if (report.bytes != 0) object["bytes"] = report.bytes;
  if (report.error != 0) object["error"] = report.error;
  object["count"] = report.count;
  object["message"] = program_report_text(report, place).str();
  return object;
}

/// The cells of a launch's row after its number.
std::vector<std::string> launch_cells(const ProgramLaunch& launch) {
  std::vector<std::string> cells = {launch.kernel, launch.line == 0 ? "-" : fmt::format("{}", launch.line),
                                    extent_text(launch.figures.grid, "x").str() + (is_sample(launch) ? "*" : ""),
                                    extent_text(launch.figures.block, "x").str()};
  if (const auto figures = figures_of(launch)) {
    for (const std::uint64_t figure :
         {figures->requests, figures->wavefronts, figures->bank_conflicts, figures->sectors, figures->faults}) {
      cells.push_back(std::to_string(figure));
    }
    if (has_unknown_faults(launch)) cells.back() = message("unknown");
  } else {
    cells.resize(cells.size() + 4, "-");
    const bool is_refused = !launch.refusal.empty() || launch.blocks_executed == 0;
    cells.emplace_back(is_refused ? "refused" : "ended");
  }
  return cells;
}

bool is_worth_a_row(const ProgramLaunch& launch) {
  return !launch.figures.faults.empty() || !launch.refusal.empty() || launch.was_cancelled;
}

std::string launches_table(const ProgramReportPage& page, const TextStyle& style) {
  TextTable table(
      {"#", "<kernel", "line", "grid", "block", "requests", "wavefronts", "bank conflicts", "sectors", "faults"});
  const auto& launches = page.outcome.run.launches;
  for (std::size_t i = 0; i < launches.size();) {
    auto cells = launch_cells(launches[i]);
    std::size_t end = i + 1;
    while (end < launches.size() && !is_worth_a_row(launches[i]) && launch_cells(launches[end]) == cells) ++end;
    const bool holds_chosen =
        page.chosen && launches[i].index <= *page.chosen && *page.chosen <= launches[end - 1].index;
    if (!page.chosen || holds_chosen) {
      std::string number = fmt::format("{}", launches[i].index);
      if (end - i > 1) number += fmt::format("-{}", launches[end - 1].index);
      cells.insert(cells.begin(), number);
      const auto figures = figures_of(launches[i]);
      const bool is_bad = is_worth_a_row(launches[i]) || (figures && figures->bank_conflicts != 0);
      table.add_row(std::move(cells), is_bad ? Emphasis::bad : Emphasis::none);
    }
    i = end;
  }
  return table.render(style, 2);
}

std::string table_notes(const ProgramReportPage& page, const TextStyle& style) {
  std::string text =
      page.chosen
          ? paragraph(style,
                      "Requests, wavefronts and bank conflicts are those of shared memory, modelled for {} from "
                      "the emulated run.",
                      page.outcome.machine)
          : paragraph(style,
                      "Requests, wavefronts and bank conflicts are those of shared memory, modelled for {} from "
                      "the emulated run; --launch N tells of one launch line by line.",
                      page.outcome.machine);
  const auto sampled = std::ranges::find_if(page.outcome.run.launches, is_sample);
  if (sampled != page.outcome.run.launches.end()) {
    text += paragraph(style,
                      "* Of launch {} only {} of {} blocks were executed (the first ones, the last and some spread "
                      "evenly between), since all would take more than about 20 seconds: its counts are those of the "
                      "sample, its output is incomplete, faults in the other blocks are unknown, and the program's own "
                      "check fails with it; --whole executes all.",
                      sampled->index, sampled->blocks_executed, sampled->blocks);
  }
  if (page.outcome.run.all_launches > page.outcome.run.launches.size()) {
    text += paragraph(style, "The program made {} launches; the first ones and those with faults are reported.",
                      page.outcome.run.all_launches);
  }
  return text;
}

std::string launch_heading(const ProgramLaunch& launch, const std::string& place) {
  return place.empty() ? message("launch {}, {}", launch.index, launch.kernel)
                       : message("launch {}, {}, launched at {}", launch.index, launch.kernel, place);
}

std::string launch_problems(const ProgramReportPage& page, const TextStyle& style) {
  std::string text;
  for (std::size_t i = 0; i < page.outcome.run.launches.size(); ++i) {
    const ProgramLaunch& launch = page.outcome.run.launches[i];
    const Text end = launch_end_text(launch);
    if (!is_shown(page, launch) || (launch.figures.faults.empty() && end.empty())) continue;
    text += "\n" + heading(style, launch_heading(launch, place_at(page.outcome.launch_places, i)));
    if (!end.empty()) text += wrap(style, sentence_text(end).str(), 2);
    text += faults_list(launch.figures.faults, launch.file, style);
  }
  return text;
}

std::string section(const TextStyle& style, std::string_view title, const std::vector<std::string>& sentences) {
  if (sentences.empty()) return "";
  std::string text = "\n" + heading(style, title);
  for (const auto& sentence : sentences) text += wrap(style, sentence_text(Text(sentence)).str(), 2);
  return text;
}

std::string beside_launches(const ProgramReportPage& page, const TextStyle& style) {
  std::vector<std::string> wrong, advice, refused;
  for (std::size_t i = 0; i < page.outcome.run.reports.size(); ++i) {
    auto& list = is_advice(page.outcome.run.reports[i]) ? advice : wrong;
    list.push_back(program_report_text(page.outcome.run.reports[i], place_at(page.outcome.report_places, i)).str());
  }
  for (const auto& call : page.outcome.run.refused) refused.push_back(refused_call_text(call).str());
  for (const auto& code : page.outcome.run.unusable) refused.push_back(code);
  return section(style, "Errors in the host code", wrong) + section(style, "Notes", advice) +
         section(style, "Not supported", refused);
}

}  // namespace

nlohmann::ordered_json to_json(const ProgramReportPage& page) {
  const program::ProgramOutcome& outcome = page.outcome;
  const auto status = outcome.exit_status();
  ordered_json object = {{"program", outcome.program},
                         {"machine", outcome.machine},
                         {"exit_status", status ? ordered_json(*status) : ordered_json(nullptr)}};
  if (const Text end = program_end_text(outcome.end); !end.empty()) object["end"] = end.str();
  object["stdout"] = outcome.standard_output;
  object["stderr"] = outcome.standard_error;
  if (outcome.output_discarded != 0) object["stdout_discarded"] = outcome.output_discarded;
  if (outcome.errors_discarded != 0) object["stderr_discarded"] = outcome.errors_discarded;
  object["isolated"] = outcome.is_isolated;
  object["all_launches"] = page.outcome.run.all_launches;
  object["launches"] = ordered_json::array();
  for (std::size_t i = 0; i < page.outcome.run.launches.size(); ++i) {
    const ProgramLaunch& launch = page.outcome.run.launches[i];
    if (is_shown(page, launch))
      object["launches"].push_back(launch_to_json(launch, place_at(page.outcome.launch_places, i)));
  }
  object["reports"] = ordered_json::array();
  for (std::size_t i = 0; i < page.outcome.run.reports.size(); ++i) {
    object["reports"].push_back(report_to_json(page.outcome.run.reports[i], place_at(page.outcome.report_places, i)));
  }
  object["refused_calls"] = json_list(outcome.run.refused, [](const program::RefusedCall& call) -> ordered_json {
    return {{"name", call.name}, {"count", call.count}};
  });
  object["unusable"] = outcome.run.unusable;
  object["remarks"] = json_list(outcome.remarks, [](const auto& remark) { return program_remark_text(remark).str(); });
  return object;
}

std::string to_text(const ProgramReportPage& page, const TextStyle& style) {
  std::string text;
  // If a program made no call, its end says why.
  if (page.outcome.run.called_runtime) {
    text = heading(style, fmt::format("{}: {}", readable(page.outcome.program),
                                      plural(page.outcome.run.all_launches, "# launch|# launches")));
  }
  if (!page.outcome.run.launches.empty()) text += launches_table(page, style) + table_notes(page, style);
  for (std::size_t i = 0; page.chosen && i < page.outcome.run.launches.size(); ++i) {
    if (is_shown(page, page.outcome.run.launches[i]))
      text += accesses_text(page.outcome.run.launches[i].figures, style);
  }
  text += launch_problems(page, style);
  text += beside_launches(page, style);
  if (page.outcome.output_discarded + page.outcome.errors_discarded != 0) {
    text += wrap(style,
                 message("\n{} of what the program wrote are left out.",
                         bytes_text(page.outcome.output_discarded + page.outcome.errors_discarded)),
                 0);
  }
  return text;
}

std::string problem_sentence(const ProgramReportPage& page) {
  if (const Text end = program_end_text(page.outcome.end); !end.empty()) {
    return page.outcome.end.timed_out ? message("the program {}; --time-limit sets another time", end)
                                      : message("the program {}", end);
  }
  for (const auto& launch : page.outcome.run.launches) {
    if (launch.figures.faults.empty()) continue;
    return message("in launch {}, {}: {}", launch.index, launch.kernel,
                   problem_sentence(launch.figures.faults, other_file(page, launch)));
  }
  if (page.outcome.run.wrong_launches_untold != 0) {
    return message("{} more launches have faults", page.outcome.run.wrong_launches_untold);
  }
  for (const auto& launch : page.outcome.run.launches) {
    if (!launch.refusal.empty()) {
      return message("launch {}, {}: {}", launch.index, launch.kernel, launch_end_text(launch));
    }
  }
  for (std::size_t i = 0; i < page.outcome.run.reports.size(); ++i) {
    const auto& report = page.outcome.run.reports[i];
    if (!is_advice(report)) return program_report_text(report, place_at(page.outcome.report_places, i)).str();
  }
  if (!page.outcome.run.unusable.empty()) return page.outcome.run.unusable.front();
  return {};
}

}  // namespace bankloom::report
