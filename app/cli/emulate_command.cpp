// bankloom emulate
#include <limits>
#include <memory>

#include "cli/command.h"
#include "cli/data_folder.h"
#include "cli/kernel_run.h"
#include "cli/printed.h"
#include "cli/run_progress.h"
#include "core/base/language.h"
#include "core/base/symbol_name.h"
#include "core/base/text_lines.h"
#include "core/own/entry_lookup.h"
#include "core/own/host_text.h"
#include "core/ptx/argument_spec.h"
#include "core/ptx/parser.h"
#include "core/wording/text.h"

namespace bankloom::cli {
namespace {

using ptx::ParsedArgument;

struct EmulateOptions {
  std::string file;
  std::string entry;
  std::string grid;
  std::string block;
  std::string dynamic_shared = "0";
  std::vector<std::string> definitions;
  std::vector<std::string> arguments;
  std::string machine = kDefaultMachine;
  std::string architecture = kDefaultArchitecture;
  std::string threads = "1";
  std::string budget;
  std::string format = "text";
};

struct Source {
  std::string ptx;
  std::vector<std::string> lines;  ///< of the given file
  std::string compiler;            ///< empty for a .ptx file
};

constexpr std::uint64_t kMaxThreads = 1024;

Result<Source> load_source(const EmulateOptions& options, const Context& context) {
  const bool is_ptx = options.file.ends_with(".ptx");
  if (!is_ptx && !options.file.ends_with(".cu")) {
    return fail("'{}' is neither a .cu nor a .ptx file; its name has to match its content", options.file);
  }
  if (is_ptx && !options.definitions.empty()) {
    return fail("--define is for CUDA C++ (.cu); the PTX in '{}' is compiled already", options.file);
  }
  TRY(auto text, read_text(options.file));
  Source source;
  source.lines = split_lines(text);
  if (is_ptx) {
    source.ptx = std::move(text);
    return source;
  }
  CompileRequest request;
  request.name = options.file;
  request.text = std::move(text);
  request.architecture = options.architecture;
  for (const auto& definition : options.definitions) {
    TRY(auto assignment, parse_assignment("--define", definition, true));
    request.definitions.push_back(std::move(assignment));
  }
  if (own::has_main(request.text)) {
    std::error_code error;
    const auto file = std::filesystem::absolute(options.file, error);
    request.program = ProgramBuild{file.string(), {"-I" + file.parent_path().string()}};
  }
  TRY(const auto compiled, told(only_compiled(context.compiler.compile(request), request.name), request.name));
  source.ptx = compiled->ptx;
  source.compiler = compiled->compiler;
  return source;
}

bool has_source_lines(const ptx::Module& module) {
  return std::ranges::any_of(module.functions, [](const ptx::Function& function) {
    return std::ranges::any_of(function.body, [](const auto& instruction) { return instruction.source_line != 0; });
  });
}

/// Parses the PTX. For a .ptx file, reports name the lines of its .loc directives, whose text is not at hand, or
/// without such directives its own lines.
Result<std::shared_ptr<const ptx::Module>> parse_source(Source& source) {
  auto module = ptx::parse(source.ptx);
  if (!module || !source.compiler.empty()) return module;
  if (has_source_lines(**module)) {
    source.lines.clear();
    return module;
  }
  // The module is not shared yet, so it may still be changed.
  const auto fresh = std::const_pointer_cast<ptx::Module>(*module);
  for (auto& function : fresh->functions) {
    for (auto& instruction : function.body) instruction.source_line = instruction.ptx_line;
  }
  return module;
}

struct Arguments {
  std::vector<std::string> specs;
  std::vector<ParsedArgument> parsed;
};

Result<Arguments> parse_arguments(const std::vector<std::string>& specs) {
  Arguments arguments;
  for (const auto& spec : specs) {
    TRY(auto argument, ptx::parse_argument(spec));
    arguments.specs.push_back(spec.size() > 60 ? spec.substr(0, 60) + "..." : spec);
    arguments.parsed.push_back(std::move(argument));
  }
  return arguments;
}

/// Errors: the number or the sizes of the arguments are not those of the parameters.
Result<void> check_arguments(const ptx::Function& entry, const Arguments& arguments, std::uint64_t address_bytes) {
  const std::string name = demangled(entry.name);
  if (entry.params.size() != arguments.parsed.size()) {
    std::vector<std::uint64_t> sizes;
    sizes.reserve(entry.params.size());
    for (const auto& parameter : entry.params) sizes.push_back(parameter.size);
    const Text needed = plural(entry.params.size(), "# parameter|# parameters"),
               given = plural(arguments.parsed.size(), "# argument|# arguments");
    if (sizes.empty())
      return fail("{} has {} and was given {}; give one --arg for each, in order", name, needed, given);
    return fail("{} has {} (of {} bytes) and was given {}; give one --arg for each, in order", name, needed,
                join(sizes, list_sign()), given);
  }
  for (std::size_t i = 0; i < entry.params.size(); ++i) {
    const std::uint64_t size = entry.params[i].size;
    const bool is_buffer = arguments.parsed[i].is_buffer();
    const std::uint64_t given = is_buffer ? address_bytes : arguments.parsed[i].bytes.size();
    if (given == size) continue;
    if (is_buffer) {
      return fail("parameter {} of {} takes {}, and the buffer '{}' is passed as an address of {}; give a scalar", i,
                  name, plural(size, "# byte|# bytes"), arguments.specs[i], plural(given, "# byte|# bytes"));
    }
    return fail("parameter {} of {} takes {}, and '{}' has {}", i, name, plural(size, "# byte|# bytes"),
                arguments.specs[i], plural(given, "# byte|# bytes"));
  }
  return {};
}

Result<simt::LaunchConfig> launch_shape(const EmulateOptions& options) {
  simt::LaunchConfig config;
  if (options.grid.empty() || options.block.empty()) {
    return fail("emulate needs --grid and --block, as in `--grid 1 --block 32,32`");
  }
  TRY(const auto grid, parse_extent("--grid", options.grid));
  TRY(const auto block, parse_extent("--block", options.block));
  TRY(const auto dynamic_shared,
      parse_number("--dynamic-shared", options.dynamic_shared, 0, std::numeric_limits<std::uint32_t>::max()));
  TRY(const auto threads, parse_number("--threads", options.threads, 0, kMaxThreads));
  config.grid = grid;
  config.block = block;
  config.dynamic_shared_bytes = static_cast<std::uint32_t>(dynamic_shared);
  config.threads = static_cast<unsigned>(threads);
  if (!options.budget.empty()) {
    TRY(const auto budget, parse_number("--budget", options.budget, 1, std::numeric_limits<std::int64_t>::max()));
    config.instruction_budget = config.access_budget = budget;
  }
  return config;
}

Result<Outcome> emulate(const EmulateOptions& options, const Context& context) {
  TRY(const auto format, parse_format(options.format, {Format::text, Format::json}));
  if (options.file.empty()) return fail("emulate needs a file, as in `bankloom emulate kernel.cu --grid 1 --block 32`");
  TRY(auto config, launch_shape(options));
  TRY(auto arguments, parse_arguments(options.arguments));
  TRY(const auto machine, load_machine_of(context, options.machine));
  TRY(auto source, load_source(options, context));
  const auto module = parse_source(source);
  if (!module)
    return source.compiler.empty() ? fail("{}: {}", options.file, module.error().message)
                                   : fail("the PTX of {}: {}", options.file, module.error().message);
  const auto entry = find_entry(**module, options.entry);
  if (!entry) return fail("{}: {}", options.file, entry.error().message);
  const std::uint64_t address_bytes = (*module)->address_size / 8;
  TRY(check_arguments(*(*module)->find(*entry), arguments, address_bytes));
  const auto program = simt::decode(*module, *entry);
  if (!program) return fail("{}: {}", options.file, program.error().message);

  Launch launch{demangled(*entry), config, {}, {}, 0};
  for (std::size_t i = 0; i < arguments.parsed.size(); ++i) {
    const ParsedArgument& parsed = arguments.parsed[i];
    launch.arguments.push_back({message("argument {}", i), parsed.is_buffer(), parsed.bytes});
  }
  // The report needs only sums of the accesses.
  launch.config.record.enabled = false;
  RunProgress progress;
  launch.config.control = progress.control();
  TRY(auto run, execute(**program, std::move(launch), machine));

  report::EmulationReport report{options.file, demangled(*entry), source.compiler, std::move(run.figures), {}};
  report.run.source_lines = std::move(source.lines);
  for (std::size_t i = 0; i < arguments.parsed.size(); ++i) {
    const ParsedArgument& parsed = arguments.parsed[i];
    if (!parsed.is_buffer()) continue;
    simt::Buffer& buffer = run.memory.buffer(report.buffers.size());
    report.buffers.push_back({i, parsed.kind, parsed.type, std::move(buffer.bytes)});
  }
  Outcome outcome;
  outcome.output = printed(report, format, context.style);
  if (!report.run.faults.empty()) {
    outcome.problem = options.file + ": " + report::problem_sentence(report.run.faults);
    outcome.status = kWrongResult;
  }
  return outcome;
}

constexpr const char* kArgumentHelp = R"(
Arguments, one --arg for each parameter of the kernel, in order:
  i32:5  u64:7  f32:1.5      a scalar (several values separated by commas: a structure passed by value)
  in:f32:1,2,3               a buffer with these values
  out:f32:16                 a buffer of 16 zeros
  inout:f32:@FILE            a buffer with the raw little-endian values of a file
Types: i8 u8 b8 i16 u16 b16 i32 u32 b32 i64 u64 b64 f16 bf16 f32 f64; bN holds raw bits (in:b32:0x3f800000).

Example: bankloom emulate saxpy.cu --entry saxpy --grid 1 --block 32 --arg f32:2 --arg in:f32:@x.bin --arg out:f32:32)";

}  // namespace

Action declare_emulate(CLI::App& app, const Context& context) {
  auto options = std::make_shared<EmulateOptions>();
  app.add_option("FILE", options->file, "CUDA C++ (.cu) or PTX (.ptx)")->type_name("");
  add_value(app, "--entry", options->entry, "The kernel; optional if the file has only one", "NAME");
  add_value(app, "--grid", options->grid, "Blocks of the grid", "X[,Y[,Z]]");
  add_value(app, "--block", options->block, "Threads of a block", "X[,Y[,Z]]");
  add_value(app, "--dynamic-shared", options->dynamic_shared, "Bytes of dynamic shared memory", "BYTES")
      ->capture_default_str();
  add_list(app, "--define", options->definitions, "A definition for the compiler", "NAME=VALUE");
  add_list(app, "--arg", options->arguments, "An argument of the kernel, see below", "ARGUMENT");
  add_machine(app, options->machine);
  add_architecture(app, options->architecture);
  add_value(app, "--threads", options->threads, "Host threads; 0: one for each core", "N")->capture_default_str();
  add_value(app, "--budget", options->budget, "Warp instructions a block may execute before it counts as endless", "N");
  add_format(app, options->format, "text or json");
  app.footer(kArgumentHelp);
  return [options, context] { return emulate(*options, context); };
}

}  // namespace bankloom::cli
