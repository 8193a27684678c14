#include "cli/kernel_run.h"

#include <algorithm>
#include <iterator>

#include "cli/run_progress.h"
#include "core/analysis/grid_counter.h"
#include "core/base/text_lines.h"
#include "core/simt/array_check.h"
#include "core/simt/order_check.h"

namespace bankloom::cli {
namespace {

std::string_view severity_name(Diagnostic::Severity severity) {
  switch (severity) {
    case Diagnostic::Severity::note:
      return "note";
    case Diagnostic::Severity::warning:
      return "warning";
    case Diagnostic::Severity::error:
      return "error";
  }
  return "error";
}

std::string diagnostic_line(const Diagnostic& diagnostic, const std::string& file) {
  std::string line = diagnostic.file.empty() ? file : diagnostic.file;
  if (diagnostic.line != 0) line += fmt::format(":{}", diagnostic.line);
  if (diagnostic.column != 0) line += fmt::format(":{}", diagnostic.column);
  return line + fmt::format(": {}: {}", severity_name(diagnostic.severity), diagnostic.text);
}

std::vector<report::OptionSetting> settings_of(const KernelInstance& instance) {
  std::vector<report::OptionSetting> settings;
  for (const auto& option : instance.kernel->options) {
    const auto value = instance.options.find(option.name);
    if (value != instance.options.end()) settings.push_back({option.name, value->second, option.type == "int"});
  }
  return settings;
}

/// The problem of a text that does not compile.
Problem does_not_compile(const std::string& name, const std::vector<Diagnostic>& diagnostics, const std::string& log) {
  std::vector<std::string> lines;
  std::size_t errors = 0;
  for (const auto& diagnostic : diagnostics) {
    lines.push_back(diagnostic_line(diagnostic, name));
    errors += diagnostic.severity == Diagnostic::Severity::error ? 1 : 0;
  }
  if (lines.empty()) lines = split_lines(log);
  return Problem(std::move(lines),
                 Error{fmt::format("{} does not compile{}", name,
                                   errors == 0 ? std::string("; the compiler's own words stand above")
                                               : " (" + report::counted(errors, "error") + " above)")});
}

}  // namespace

Attempt<std::shared_ptr<const CompileResult>> compile_or_explain(Compiler& compiler, const CompileRequest& request) {
  auto compiled = compiler.compile(request);
  if (!compiled) return fail_with(compiled.error());
  if ((*compiled)->ok) return *compiled;
  return tl::unexpected<Problem>(does_not_compile(request.name, (*compiled)->diagnostics, (*compiled)->log));
}

Result<report::RunReport> run_program(const simt::Program& program, simt::GlobalMemory& memory,
                                      simt::LaunchConfig config, const RunSetup& setup) {
  const MachineModel& machine = *setup.machine;
  const std::uint64_t shared_bytes = simt::static_shared_bytes(program) + config.dynamic_shared_bytes;
  if (const auto fits = check_machine_limits(machine, config.block, shared_bytes); !fits) {
    return fail_with(fits.error());
  }
  config.max_shared_bytes = static_cast<std::uint32_t>(machine.shared_bytes_per_block);
  // The report tells of sums alone: nothing needs to be kept of the accesses.
  GridCounter counter(machine);
  config.observer = &counter;
  config.record.enabled = false;
  std::uint64_t bytes = 0;
  for (std::size_t b = 0; b < memory.size(); ++b) bytes += memory.buffer(b).bytes.size();
  const bool is_small = bytes <= simt::kMostOrderBytes;
  const simt::GlobalMemory before = is_small ? memory : simt::GlobalMemory();
  RunProgress progress;
  config.control = progress.control();
  auto result = simt::run(program, memory, config);
  if (!result) return fail_with(result.error());
  if (is_small && simt::arrays_can_be_checked(program, *result)) {
    std::vector<simt::Fault> more = simt::check_arrays(program, config, before);
    std::move(more.begin(), more.end(), std::back_inserter(result->faults));
  }
  if (is_small && simt::order_can_be_checked(config, *result)) {
    std::vector<simt::Fault> more = simt::check_order(program, config, before, memory);
    std::move(more.begin(), more.end(), std::back_inserter(result->faults));
  }
  report::RunReport report;
  report.machine = machine.name;
  report.machine_title = machine.title;
  report.compiler = setup.compiler;
  report.grid = config.grid;
  report.block = config.block;
  report.shared_bytes = shared_bytes;
  report.source_lines = setup.source_lines;
  report.cost = counter.cost(result->trace);
  report.faults = std::move(result->faults);
  report.printed = std::move(result->printed);
  report.statistics = result->statistics;
  return report;
}

Problem problem_of(const RunFailure& failure, const std::string& file) {
  if (failure.diagnostics.empty() && failure.log.empty()) return failure.error;
  // What an own text says of its launch may be wrong where the text itself compiles: the sentence has the line.
  if (failure.error.message.starts_with("line ")) return failure.error;
  return does_not_compile(file, failure.diagnostics, failure.log);
}

report::KernelReport report_of(const KernelRun& run) {
  report::KernelReport report;
  report.id = run.kernel->id();
  report.title = run.kernel->title;
  report.options = settings_of(run.instance);
  report.run.machine = run.machine.name;
  report.run.machine_title = run.machine.title;
  report.run.compiler = run.compiled->compiler;
  report.run.grid = run.instance.grid;
  report.run.block = run.instance.block;
  report.run.shared_bytes = run.shared_bytes;
  report.run.source_lines = run.source_lines;
  report.run.cost = run.cost;
  report.run.faults = run.faults;
  report.run.printed = run.printed;
  report.run.statistics = run.statistics;
  report.output.name = run.output_name;
  report.output.type = run.output_type;
  report.output.rows = run.output_rows;
  report.output.columns = run.output_columns;
  report.output.bytes = run.output;
  report.output.mismatch = report::first_mismatch(report.output, run.expected, run.defined);
  report.output.unchecked = static_cast<std::uint64_t>(std::count(run.defined.begin(), run.defined.end(), false));
  report.expected_faults = run.instance.expected_faults;
  return report;
}

}  // namespace bankloom::cli
