#include "cli/kernel_run.h"

#include <algorithm>

#include "cli/input.h"
#include "core/ptx/parser.h"

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

/// The kernel's parameters as arguments; buffers are added to the memory.
std::vector<simt::KernelArgument> make_arguments(const KernelInstance& instance, simt::GlobalMemory& memory) {
  std::vector<simt::KernelArgument> arguments;
  for (const auto& parameter : instance.parameters) {
    simt::KernelArgument argument;
    argument.is_buffer = parameter.is_buffer;
    if (parameter.is_buffer) {
      argument.buffer = memory.add(parameter.name, parameter.bytes);
    } else {
      argument.bytes = parameter.bytes;
    }
    arguments.push_back(std::move(argument));
  }
  return arguments;
}

}  // namespace

Attempt<std::shared_ptr<const CompileResult>> compile_or_explain(Compiler& compiler, const CompileRequest& request) {
  auto compiled = compiler.compile(request);
  if (!compiled) return fail_with(compiled.error());
  if ((*compiled)->ok) return *compiled;
  std::vector<std::string> lines;
  std::size_t errors = 0;
  for (const auto& diagnostic : (*compiled)->diagnostics) {
    lines.push_back(diagnostic_line(diagnostic, request.name));
    errors += diagnostic.severity == Diagnostic::Severity::error ? 1 : 0;
  }
  if (lines.empty()) lines = split_lines((*compiled)->log);
  return tl::unexpected<Problem>(
      Problem(std::move(lines), Error{fmt::format("{} does not compile{}", request.name,
                                                  errors == 0 ? std::string("; the compiler's own words stand above")
                                                              : " (" + report::counted(errors, "error") + " above)")}));
}

Result<report::RunReport> run_program(const simt::Program& program, simt::GlobalMemory& memory,
                                      simt::LaunchConfig config, const RunSetup& setup) {
  const MachineModel& machine = *setup.machine;
  if (config.block.count() > machine.threads_per_block) {
    return fail("a block of {} has {} threads, and {} allows {}; choose a smaller block",
                report::extent_text(config.block), config.block.count(), machine.name, machine.threads_per_block);
  }
  const std::uint64_t shared_bytes = simt::static_shared_bytes(program) + config.dynamic_shared_bytes;
  if (shared_bytes > machine.shared_bytes_per_block) {
    return fail("the block needs {} bytes of shared memory, and {} has {} for a block; choose a smaller tile",
                shared_bytes, machine.name, machine.shared_bytes_per_block);
  }
  config.max_shared_bytes = static_cast<std::uint32_t>(machine.shared_bytes_per_block);
  auto result = simt::run(program, memory, config);
  if (!result) return fail_with(result.error());
  report::RunReport report;
  report.machine = machine.name;
  report.machine_title = machine.title;
  report.compiler = setup.compiler;
  report.grid = config.grid;
  report.block = config.block;
  report.shared_bytes = shared_bytes;
  report.source_lines = setup.source_lines;
  report.cost = summarize(machine, result->trace);
  report.clipped_accesses = result->trace.clipped_accesses();
  report.faults = std::move(result->faults);
  report.printed = std::move(result->printed);
  report.statistics = result->statistics;
  return report;
}

Attempt<CompiledKernel> compile_kernel(const Kernel& kernel, const OptionValues& chosen,
                                       const std::string& architecture, Compiler& compiler) {
  const auto options = resolve_options(kernel, chosen);
  if (!options) return fail_with(options.error());
  auto instance = instantiate(kernel, *options);
  if (!instance) return fail_with(instance.error());
  CompileRequest request;
  request.name = kernel.source_path.string();
  request.text = kernel.source;
  request.definitions.assign(options->begin(), options->end());
  request.architecture = architecture;
  auto compiled = compile_or_explain(compiler, request);
  if (!compiled) return tl::unexpected<Problem>(compiled.error());
  return CompiledKernel{std::move(*instance), std::move(*compiled)};
}

Attempt<report::KernelReport> run_kernel(const CompiledKernel& kernel, const MachineModel& machine) {
  const KernelInstance& instance = kernel.instance;
  auto module = ptx::parse(kernel.compiled->ptx);
  if (!module) return fail("the PTX of {}: {}", instance.kernel->id(), module.error().message);
  const auto program = simt::decode(std::move(*module), instance.kernel->entry);
  if (!program) return fail("{}: {}", instance.kernel->id(), program.error().message);

  simt::GlobalMemory memory;
  simt::LaunchConfig config;
  config.grid = instance.grid;
  config.block = instance.block;
  config.dynamic_shared_bytes = instance.dynamic_shared_bytes;
  config.arguments = make_arguments(instance, memory);
  config.threads = 0;
  auto run = run_program(**program, memory, config,
                         {&machine, split_lines(instance.kernel->source), kernel.compiled->compiler});
  if (!run) return fail_with(run.error());
  const auto expected = expected_output(instance);
  if (!expected) return fail_with(expected.error());
  const auto defined = expected_output_defined(instance);
  if (!defined) return fail_with(defined.error());

  report::KernelReport report;
  report.id = instance.kernel->id();
  report.title = instance.kernel->title;
  report.options = settings_of(instance);
  report.run = std::move(*run);
  const auto& parameter = instance.parameters[instance.output_parameter];
  report.output.name = parameter.name;
  report.output.type = parameter.element;
  report.output.rows = instance.output_rows;
  report.output.columns = instance.output_columns;
  report.output.bytes = memory.buffer(config.arguments[instance.output_parameter].buffer).bytes;
  report.output.mismatch = report::first_mismatch(report.output, *expected, *defined);
  report.output.unchecked = static_cast<std::uint64_t>(std::count(defined->begin(), defined->end(), false));
  report.expected_faults = instance.expected_faults;
  return report;
}

}  // namespace bankloom::cli
