#include "core/run/kernel_run.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <iterator>
#include <utility>

#include "core/analysis/grid_counter.h"
#include "core/base/free_memory.h"
#include "core/base/text_lines.h"
#include "core/catalog/element_type.h"
#include "core/ptx/parser.h"
#include "core/simt/array_check.h"
#include "core/simt/order_check.h"

namespace bankloom {
namespace {

/// Warp instructions after which a block counts as endless, and the launch with it: seconds, while somebody waits. The
/// lessons' kernels execute some millions at their largest sizes.
constexpr std::uint64_t kBlockBudget = 100'000'000;
/// Bytes from which on it is asked whether they are there.
constexpr std::uint64_t kMuchMemory = std::uint64_t{64} * 1024 * 1024;

tl::unexpected<RunFailure> failure(Error error) {
  return tl::unexpected<RunFailure>(RunFailure{std::move(error), {}, {}});
}

tl::unexpected<RunFailure> cancelled_run(Error error) {
  return tl::unexpected<RunFailure>(RunFailure{std::move(error), {}, {}, true});
}

std::function<bool()> wants_end_of(const RunControl* control) {
  if (control == nullptr) return {};
  return [control] { return control->cancel_wanted(); };
}

bool wants_end(const RunSettings& settings) { return settings.control != nullptr && settings.control->cancel_wanted(); }

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

/// The name that the compiler gave a shared variable: as written at file scope, and the last part of a mangled name
/// ("_ZZ13setRowReadColE4tile": function, E, length, name) inside a function or namespace.
bool is_named(const std::string& symbol, const std::string& name) {
  if (symbol == name) return true;
  const std::string mangled = std::to_string(name.size()) + name;
  const std::size_t at = symbol.rfind(mangled);
  if (!symbol.starts_with("_Z") || at == std::string::npos) return false;
  // Behind the name: nothing, the end of a nested name, or the discriminator of a second variable of that name.
  const std::string_view rest = std::string_view(symbol).substr(at + mangled.size());
  return rest.empty() || rest.starts_with("E") || rest.starts_with("_");
}

std::optional<TileGeometry> locate_tile(const KernelInstance& instance, const simt::Program& program) {
  if (!instance.kernel->tile || !instance.tile_rows || !instance.tile_columns) return std::nullopt;
  const TileSpec& spec = *instance.kernel->tile;
  TileGeometry tile;
  tile.name = spec.name;
  tile.rows = *instance.tile_rows;
  tile.columns = *instance.tile_columns;
  tile.padding = instance.tile_padding.value_or(0);
  tile.element = spec.element;
  tile.element_bytes = static_cast<unsigned>(element_bytes(spec.element));
  if (tile.rows == 0 || tile.columns == 0) return std::nullopt;
  for (const simt::SharedArray& array : simt::shared_arrays(program)) {
    if (!is_named(array.name, spec.name)) continue;
    tile.base = array.address;
    return tile;
  }
  return std::nullopt;
}

/// Accesses that are looked at for padding; where there are more nothing is said.
constexpr std::size_t kMostForPadding = 200'000;

/// Elements at the end of a tile's rows that no access touches, where they are few: padding, which no declaration
/// tells.
std::uint64_t untouched_columns(const TileGeometry& tile, const Trace& trace) {
  if (trace.size() > kMostForPadding) return 0;
  std::uint64_t last = 0;
  bool touched = false;
  MemoryAccess access;
  for (std::size_t index = 0; index < trace.size(); ++index) {
    trace.read(index, access, false);
    if (access.space != Space::shared) continue;
    for_each_lane(addressing_lanes(access), [&](unsigned lane) {
      const auto element = tile.element_at(access.addresses[lane] + access.width - 1);
      if (!element) return;
      touched = true;
      last = std::max(last, element->column);
    });
  }
  const std::uint64_t untouched = tile.columns - 1 - last;
  return touched && untouched <= tile.columns / 4 ? untouched : 0;
}

}  // namespace

std::optional<TileGeometry::Element> TileGeometry::element_at(std::uint64_t address) const {
  if (address < base || address - base >= bytes()) return std::nullopt;
  const std::uint64_t index = (address - base) / element_bytes;
  return Element{index / row_elements(), index % row_elements()};
}

std::size_t KernelRun::bytes() const {
  std::size_t sum = trace.bytes() + output.size() + expected.size() + defined.size() / 8;
  for (const auto& parameter : instance.parameters) sum += parameter.bytes.size();
  return sum;
}

std::optional<KernelRun::BufferElement> KernelRun::element_at(std::uint64_t address) const {
  for (const PlacedBuffer& buffer : buffers) {
    const auto& parameter = instance.parameters[buffer.parameter];
    if (address < buffer.address || address - buffer.address >= parameter.bytes.size()) continue;
    return BufferElement{buffer.parameter, (address - buffer.address) / element_bytes(parameter.element)};
  }
  return std::nullopt;
}

std::optional<std::uint64_t> KernelRun::output_at(std::uint64_t address) const {
  const std::size_t width = element_bytes(output_type);
  if (width == 0 || address < output_address) return std::nullopt;
  const std::uint64_t element = (address - output_address) / width;
  if (element >= output_rows * output_columns) return std::nullopt;
  return element;
}

std::shared_ptr<const Kernel> borrow_kernel(const Kernel& kernel) { return {std::shared_ptr<const Kernel>(), &kernel}; }

Result<void> check_machine_limits(const MachineModel& machine, const Dim3& block, std::uint64_t shared_bytes) {
  if (block.count() > machine.threads_per_block) {
    return fail("a block of {} x {} x {} has {} threads, and {} allows {}; choose a smaller block", block.x, block.y,
                block.z, block.count(), machine.name, machine.threads_per_block);
  }
  if (shared_bytes > machine.shared_bytes_per_block) {
    return fail("the block needs {} bytes of shared memory, and {} has {} for a block; choose a smaller tile",
                shared_bytes, machine.name, machine.shared_bytes_per_block);
  }
  return {};
}

std::uint64_t memory_wanted(const KernelInstance& instance) {
  std::uint64_t wanted = instance.parameters[instance.output_parameter].bytes.size();
  for (const auto& parameter : instance.parameters) wanted += parameter.bytes.size();
  return wanted;
}

Result<void> check_memory(const KernelInstance& instance, std::optional<std::uint64_t> available) {
  const std::uint64_t wanted = memory_wanted(instance);
  if (!available || wanted <= *available) return {};
  constexpr double kGibibyte = 1024.0 * 1024.0 * 1024.0;
  return fail("{} needs {:.1f} GiB of memory at this size, and {:.1f} GiB are free; choose a smaller size",
              instance.kernel->id(), static_cast<double>(wanted) / kGibibyte,
              static_cast<double>(*available) / kGibibyte);
}

RunResultOf<CompiledKernel> compile_kernel(std::shared_ptr<const Kernel> kernel, const OptionValues& chosen,
                                           const std::string& architecture, Compiler& compiler,
                                           const RunControl* control) {
  const auto options = resolve_options(*kernel, chosen);
  if (!options) return failure(options.error());
  auto instance = instantiate(*kernel, *options, wants_end_of(control));
  if (!instance) return failure(instance.error());
  CompileRequest request;
  request.name = kernel->source_path.string();
  request.text = kernel->source;
  request.definitions.assign(options->begin(), options->end());
  request.architecture = architecture;
  auto compiled = compiler.compile(request);
  if (!compiled) return failure(compiled.error());
  if (!(*compiled)->ok) {
    return tl::unexpected<RunFailure>(
        RunFailure{{request.name + " does not compile"}, (*compiled)->diagnostics, (*compiled)->log});
  }
  return CompiledKernel{std::move(*instance), std::move(kernel), std::move(*compiled)};
}

RunResultOf<CompiledKernel> compile_kernel(std::shared_ptr<const OwnKernel> own, const OptionValues& chosen) {
  const auto options = resolve_options(*own->kernel, chosen);
  if (!options) return failure(options.error());
  auto instance = instantiate(*own->kernel, *options);
  if (!instance) return failure(instance.error());
  for (std::size_t index = 0; index < own->scalars.size() && index < instance->parameters.size(); ++index) {
    if (!own->scalars[index].empty()) instance->parameters[index].bytes = own->scalars[index];
  }
  return CompiledKernel{std::move(*instance), own->kernel, own->compiled, std::move(own)};
}

RunResultOf<std::shared_ptr<const KernelRun>> run_kernel(CompiledKernel compiled, const MachineModel& machine,
                                                         const RunSettings& settings) {
  const KernelInstance& instance = compiled.instance;
  const std::string id = compiled.kernel->id();
  auto module = ptx::parse(compiled.compiled->ptx);
  if (!module) return failure({fmt::format("the PTX of {}: {}", id, module.error().message)});
  const auto program = simt::decode(std::move(*module), compiled.kernel->entry);
  if (!program) return failure({fmt::format("{}: {}", id, program.error().message)});

  auto run = std::make_shared<KernelRun>();
  run->shared_bytes = simt::static_shared_bytes(**program) + instance.dynamic_shared_bytes;
  if (const auto fits = check_machine_limits(machine, instance.block, run->shared_bytes); !fits) {
    return failure(fits.error());
  }
  if (memory_wanted(instance) >= kMuchMemory) {
    if (const auto fits = check_memory(instance, free_memory()); !fits) return failure(fits.error());
  }
  simt::GlobalMemory memory;
  simt::LaunchConfig config;
  config.grid = instance.grid;
  config.block = instance.block;
  config.dynamic_shared_bytes = instance.dynamic_shared_bytes;
  config.max_shared_bytes = static_cast<std::uint32_t>(machine.shared_bytes_per_block);
  config.arguments = make_arguments(instance, memory);
  config.threads = settings.threads;
  config.control = settings.control;
  config.instruction_budget = config.endless_budget = kBlockBudget;
  config.record.block_count = std::max<std::uint64_t>(1, settings.recorded_threads / instance.block.count());
  GridCounter counter(machine);
  config.observer = &counter;
  auto result = simt::run(**program, memory, config);
  if (!result) return wants_end(settings) ? cancelled_run(result.error()) : failure(result.error());
  if (simt::arrays_can_be_checked(**program, *result)) {
    simt::GlobalMemory before;
    static_cast<void>(make_arguments(instance, before));
    std::vector<simt::Fault> more = simt::check_arrays(**program, config, before);
    std::move(more.begin(), more.end(), std::back_inserter(result->faults));
  }
  if (simt::order_can_be_checked(config, *result)) {
    simt::GlobalMemory before;
    static_cast<void>(make_arguments(instance, before));
    std::vector<simt::Fault> more = simt::check_order(**program, config, before, memory);
    std::move(more.begin(), more.end(), std::back_inserter(result->faults));
  }
  auto expected = expected_output(instance, wants_end_of(settings.control));
  if (!expected) return wants_end(settings) ? cancelled_run(expected.error()) : failure(expected.error());
  auto defined = expected_output_defined(instance);
  if (!defined) return failure(defined.error());
  if (wants_end(settings)) return cancelled_run({"the run was cancelled before its output was checked"});

  run->kernel = compiled.kernel;
  run->own = compiled.own;
  run->compiled = compiled.compiled;
  run->program = *program;
  run->machine = machine;
  run->source_lines = split_lines(compiled.kernel->source);
  run->trace = std::move(result->trace);
  run->recorded_blocks = std::min(config.record.block_count, instance.grid.count());
  run->cost = counter.cost(run->trace);
  run->faults = std::move(result->faults);
  run->printed = std::move(result->printed);
  run->statistics = result->statistics;
  run->tile = locate_tile(instance, **program);
  if (run->own && run->tile && run->tile->padding == 0 && run->tile->rows > 1) {
    run->tile->padding = untouched_columns(*run->tile, run->trace);
    run->tile->columns -= run->tile->padding;
  }
  const auto& parameter = instance.parameters[instance.output_parameter];
  for (std::size_t index = 0; index < instance.parameters.size(); ++index) {
    if (!instance.parameters[index].is_buffer) continue;
    run->buffers.push_back({index, memory.buffer(config.arguments[index].buffer).address});
  }
  run->output_name = parameter.name;
  run->output_type = parameter.element;
  run->output_rows = instance.output_rows;
  run->output_columns = instance.output_columns;
  simt::Buffer& written = memory.buffer(config.arguments[instance.output_parameter].buffer);
  run->output_address = written.address;
  run->output = std::move(written.bytes);
  run->expected = std::move(*expected);
  run->defined = std::move(*defined);
  compare_output(*run);
  run->instance = std::move(compiled.instance);
  return std::shared_ptr<const KernelRun>(std::move(run));
}

std::shared_ptr<const KernelRun> summary_of(const KernelRun& run) {
  auto summary = std::make_shared<KernelRun>();
  const KernelInstance& from = run.instance;
  KernelInstance& to = summary->instance;
  to.kernel = from.kernel;
  to.options = from.options;
  to.grid = from.grid;
  to.block = from.block;
  to.dynamic_shared_bytes = from.dynamic_shared_bytes;
  for (const auto& parameter : from.parameters) {
    to.parameters.push_back(
        {parameter.name, parameter.is_buffer, parameter.element, parameter.count, parameter.columns, {}});
  }
  to.output_parameter = from.output_parameter;
  to.output_rows = from.output_rows;
  to.output_columns = from.output_columns;
  to.tile_rows = from.tile_rows;
  to.tile_columns = from.tile_columns;
  to.tile_padding = from.tile_padding;
  to.expected_faults = from.expected_faults;
  to.fault_lines = from.fault_lines;
  to.traffic_bytes = from.traffic_bytes;
  summary->kernel = run.kernel;
  summary->own = run.own;
  summary->compiled = run.compiled;
  summary->program = run.program;
  summary->machine = run.machine;
  summary->source_lines = run.source_lines;
  summary->recorded_blocks = run.recorded_blocks;
  summary->cost = run.cost;
  summary->faults = run.faults;
  summary->printed = run.printed;
  summary->statistics = run.statistics;
  summary->shared_bytes = run.shared_bytes;
  summary->tile = run.tile;
  summary->buffers = run.buffers;
  summary->output_name = run.output_name;
  summary->output_type = run.output_type;
  summary->output_rows = run.output_rows;
  summary->output_columns = run.output_columns;
  summary->output_address = run.output_address;
  summary->has_rule = run.has_rule;
  summary->defined_count = run.defined_count;
  summary->different = run.different;
  summary->first_different = run.first_different;
  summary->is_summary = true;
  return summary;
}

void compare_output(KernelRun& run) {
  run.defined_count = static_cast<std::uint64_t>(std::count(run.defined.begin(), run.defined.end(), true));
  run.has_rule = run.defined_count != 0;
  run.different = run.first_different = 0;
  // Mostly all is right, and then one comparison of the whole shows it.
  if (run.output == run.expected) return;
  const std::size_t width = element_bytes(run.output_type);
  const std::size_t count = std::min({run.defined.size(), run.output.size() / width, run.expected.size() / width});
  for (std::size_t index = 0; index < count; ++index) {
    if (!run.defined[index]) continue;
    if (std::memcmp(run.output.data() + index * width, run.expected.data() + index * width, width) == 0) continue;
    if (run.different++ == 0) run.first_different = index;
  }
}

}  // namespace bankloom
