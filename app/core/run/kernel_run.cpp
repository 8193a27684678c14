#include "core/run/kernel_run.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "core/base/language.h"
#include "core/base/symbol_name.h"
#include "core/base/text_lines.h"
#include "core/catalog/element_type.h"
#include "core/ptx/parser.h"

namespace bankloom {
namespace {

std::function<bool()> cancelled_by(const RunControl* control) {
  return [control] { return control != nullptr && control->cancel_wanted(); };
}

/// Warp instructions after which a block, and with it the launch, counts as endless: some seconds. The lessons' kernels
/// execute some millions at their largest sizes.
constexpr std::uint64_t kBlockBudget = 100'000'000;

/// The most accesses that are searched for padding.
constexpr std::size_t kMostForPadding = 200'000;

/// Elements at the end of a tile's rows that no access touches, if they are few: padding, which no declaration
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

std::optional<TileGeometry> locate_tile(const KernelShape& instance, const simt::Program& program) {
  if (!instance.kernel->tile || !instance.tile_rows || !instance.tile_columns) return std::nullopt;
  const TileSpec& spec = *instance.kernel->tile;
  TileGeometry tile;
  tile.name = spec.name;
  tile.rows = *instance.tile_rows;
  tile.columns = *instance.tile_columns;
  tile.padding = instance.tile_padding.value_or(0);
  tile.element = spec.element_at(instance.options);
  tile.element_bytes = static_cast<unsigned>(element_bytes(spec.element));
  if (tile.rows == 0 || tile.columns == 0) return std::nullopt;
  for (const simt::SharedArray& array : simt::shared_arrays(program)) {
    if (variable_name(array.name) != spec.name) continue;
    tile.base = array.address;
    return tile;
  }
  return std::nullopt;
}

void find_padding(TileGeometry& tile, const Trace& trace) {
  if (tile.padding != 0 || tile.rows < 2) return;
  tile.padding = untouched_columns(tile, trace);
  tile.columns -= tile.padding;
}

Launch launch_of(const std::string& name, const KernelShape& shape, const RunSettings& settings) {
  Launch launch;
  launch.name = name;
  simt::LaunchConfig& config = launch.config;
  config.grid = shape.grid;
  config.block = shape.block;
  config.dynamic_shared_bytes = settings.dynamic_shared_bytes.value_or(shape.dynamic_shared_bytes);
  config.threads = settings.threads;
  config.control = settings.control;
  config.instruction_budget = config.endless_budget = kBlockBudget;
  config.record.block_count = std::max<std::uint64_t>(1, settings.recorded_threads / shape.block.count());
  config.record.max_accesses = settings.recorded_accesses;
  const std::uint64_t blocks = shape.grid.count();
  if (blocks > config.record.block_count) config.record.first_block = std::min(settings.first_block, blocks - 1);
  return launch;
}

std::optional<TileGeometry::Element> TileGeometry::element_at(std::uint64_t address) const {
  if (address < base || address - base >= bytes()) return std::nullopt;
  const std::uint64_t index = (address - base) / element_bytes;
  return Element{index / row_elements(), index % row_elements()};
}

std::size_t KernelRun::bytes() const {
  std::size_t sum = trace.bytes() + output.size() + expected.size() + defined.size() / 8;
  for (const auto& input : inputs) sum += input.size();
  return sum;
}

std::optional<RunSummary::BufferElement> RunSummary::element_at(std::uint64_t address) const {
  for (const PlacedBuffer& buffer : buffers) {
    const auto& parameter = instance.parameters[buffer.parameter];
    if (address < buffer.address || address - buffer.address >= parameter.byte_count()) continue;
    return BufferElement{buffer.parameter, (address - buffer.address) / element_bytes(parameter.element)};
  }
  return std::nullopt;
}

std::optional<std::uint64_t> RunSummary::output_at(std::uint64_t address) const {
  const std::size_t width = element_bytes(output_type);
  if (width == 0 || address < output_address) return std::nullopt;
  const std::uint64_t element = (address - output_address) / width;
  if (element >= output_rows * output_columns) return std::nullopt;
  return element;
}

std::shared_ptr<const Kernel> borrow_kernel(const Kernel& kernel) { return {std::shared_ptr<const Kernel>(), &kernel}; }

CompileRequest request_for(const Kernel& kernel, const OptionValues& options, const std::string& architecture) {
  CompileRequest request;
  request.name = kernel.source_path.string();
  request.text = kernel.source;
  request.definitions.assign(options.begin(), options.end());
  request.architecture = architecture;
  return request;
}

Result<CompiledKernel> compile_kernel(std::shared_ptr<const Kernel> kernel, const OptionValues& chosen,
                                      const std::string& architecture, Compiler& compiler, const RunControl* control) {
  TRY(const auto options, resolve_options(*kernel, chosen));
  TRY(auto instance, instantiate(*kernel, options, cancelled_by(control)));
  const CompileRequest request = request_for(*kernel, options, architecture);
  TRY(auto compiled, only_compiled(compiler.compile(request), request.name));
  return CompiledKernel{std::move(instance), std::move(kernel), std::move(compiled)};
}

Result<CompiledKernel> compile_kernel(std::shared_ptr<const OwnKernel> own, const OptionValues& chosen) {
  TRY(const auto options, resolve_options(*own->kernel, chosen));
  TRY(auto instance, instantiate(*own->kernel, options));
  for (std::size_t index = 0; index < own->scalars.size() && index < instance.parameters.size(); ++index) {
    if (!own->scalars[index].empty()) instance.parameters[index].scalar = own->scalars[index];
  }
  return CompiledKernel{std::move(instance), own->kernel, own->compiled, std::move(own)};
}

namespace {

/// Whether the rule alone gives the output: a kernel of the catalogue that is right everywhere.
bool gives_output(const CompiledKernel& compiled) {
  const Expression& defined = compiled.kernel->output.defined;
  return compiled.own == nullptr && compiled.instance.output_parameter < compiled.instance.parameters.size() &&
         defined.used_variables().empty() && compiled.instance.expected_faults.empty();
}

/// Gives the elements that a sample's blocks left at zero the values of the rule.
void complete_by_rule(KernelRun& run) {
  const std::size_t width = element_bytes(run.output_type);
  for (std::size_t at = 0; at + width <= std::min(run.output.size(), run.expected.size()); at += width) {
    const auto element = std::span(run.output).subspan(at, width);
    if (!std::ranges::all_of(element, [](std::byte byte) { return byte == std::byte{0}; })) continue;
    std::ranges::copy(std::span(run.expected).subspan(at, width), element.begin());
  }
}

}  // namespace

Result<std::shared_ptr<const KernelRun>> run_kernel(CompiledKernel compiled, const MachineModel& machine,
                                                    const RunSettings& settings) {
  const KernelInstance& instance = compiled.instance;
  const std::string id = compiled.kernel->id();
  auto module = ptx::parse(compiled.compiled->ptx);
  if (!module) return fail("the PTX of {}: {}", id, module.error().message);
  const auto program = simt::decode(std::move(*module), compiled.kernel->entry);
  if (!program) return fail("{}: {}", id, program.error().message);

  Launch launch = launch_of(id, instance, settings);
  for (std::size_t index = 0; index < instance.parameters.size(); ++index) {
    const auto& parameter = instance.parameters[index];
    launch.arguments.push_back({parameter.name, parameter.is_buffer, instance.bytes(index)});
  }
  if (settings.most_work != 0 && gives_output(compiled)) launch.config.most_work = settings.most_work;
  launch.config.trusts_lockstep = compiled.own == nullptr || !compiled.own->source.trial;
  const bool has_output = instance.output_parameter < instance.parameters.size();
  // What the output is compared with.
  if (has_output) launch.extra_bytes = instance.parameters[instance.output_parameter].byte_count();
  TRY(auto executed, execute(**program, std::move(launch), machine));
  auto expected = expected_output(instance, cancelled_by(settings.control));
  if (cancelled_by(settings.control)()) {
    return fail_with({message("the run was cancelled before its output was checked"), ErrorCode::cancelled});
  }
  TRY(expected);
  TRY(auto defined, expected_output_defined(instance));

  auto run = std::make_shared<KernelRun>();
  static_cast<Execution&>(*run) = std::move(executed.figures);
  run->trace = std::move(executed.trace);
  run->kernel = compiled.kernel;
  run->own = compiled.own;
  run->compiled = compiled.compiled;
  run->program = *program;
  run->source_lines = split_lines(compiled.kernel->source);
  run->tile = locate_tile(instance, **program);
  if (run->own && run->tile) find_padding(*run->tile, run->trace);
  for (std::size_t index = 0; index < instance.parameters.size(); ++index) {
    if (!instance.parameters[index].is_buffer) continue;
    simt::Buffer& buffer = executed.memory.buffer(run->buffers.size());
    run->buffers.push_back({index, buffer.address});
    if (index != instance.output_parameter) continue;
    run->output_address = buffer.address;
    run->output = std::move(buffer.bytes);
    run->output_name = instance.parameters[index].name;
    run->output_type = instance.parameters[index].element;
  }
  run->output_rows = instance.output_rows;
  run->output_columns = instance.output_columns;
  run->expected = std::move(*expected);
  run->defined = std::move(defined);
  if (run->is_sample() && has_output) complete_by_rule(*run);
  compare_output(*run);
  run->inputs = std::move(compiled.instance.contents);
  run->instance = std::move(static_cast<KernelShape&>(compiled.instance));
  return std::shared_ptr<const KernelRun>(std::move(run));
}

std::shared_ptr<const KernelRun> without_results(const KernelRun& run) {
  auto left = std::make_shared<KernelRun>();
  left->machine = run.machine;
  left->grid = run.grid;
  left->block = run.block;
  left->shared_bytes = run.shared_bytes;
  left->source_lines = run.source_lines;
  left->first_recorded = run.first_recorded;
  left->recorded_blocks = run.recorded_blocks;
  left->instance = run.instance;
  left->kernel = run.kernel;
  left->own = run.own;
  left->compiled = run.compiled;
  left->program = run.program;
  left->tile = run.tile;
  left->buffers = run.buffers;
  left->output_name = run.output_name;
  left->output_type = run.output_type;
  left->output_rows = run.output_rows;
  left->output_columns = run.output_columns;
  return left;
}

void compare_output(KernelRun& run) {
  run.defined_count = static_cast<std::uint64_t>(std::ranges::count(run.defined, true));
  run.has_rule = run.defined_count != 0;
  const std::size_t width = element_bytes(run.output_type);
  const Difference difference = compare_elements(run.output, run.expected, width, run.defined);
  run.different = difference.count;
  run.first_different = difference.first;
  const auto first = [&](const std::vector<std::byte>& elements) {
    const auto at = elements.begin() + static_cast<std::ptrdiff_t>(difference.first * width);
    return std::vector<std::byte>(at, at + static_cast<std::ptrdiff_t>(difference.count == 0 ? 0 : width));
  };
  run.first_output = first(run.output);
  run.first_expected = first(run.expected);
}

}  // namespace bankloom
