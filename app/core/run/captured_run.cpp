#include "core/run/captured_run.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <utility>

#include "core/base/text_lines.h"
#include "core/catalog/element_type.h"
#include "core/own/captured_kernel.h"
#include "core/own/own_layout.h"
#include "core/run/captured_program.h"

namespace bankloom {
namespace {

using own::CapturedParameter;

/// Type of an instruction's values, as far as it says more than their size.
ptx::Type value_type(const ptx::Module& module, std::uint32_t ptx_line) {
  for (const ptx::Function& function : module.functions) {
    for (const ptx::Instruction& instruction : function.body) {
      if (instruction.ptx_line != ptx_line) continue;
      constexpr std::pair<ptx::Type, ptx::Type> kUnsigned[] = {{ptx::Type::b8, ptx::Type::u8},
                                                               {ptx::Type::b16, ptx::Type::u16},
                                                               {ptx::Type::b32, ptx::Type::u32},
                                                               {ptx::Type::b64, ptx::Type::u64}};
      const ptx::Type type = instruction.type();
      const auto* const bits = std::ranges::find(kUnsigned, type, &std::pair<ptx::Type, ptx::Type>::first);
      return bits == std::end(kUnsigned) ? type : bits->second;
    }
  }
  return ptx::Type::none;
}

class CapturedRun {
 public:
  CapturedRun(const OwnRequest& request, CapturedProgram program)
      : request_(request),
        launch_(*request.source.launch),
        program_(std::move(program)),
        facts_(own::read_text_facts(request.source.text)) {
    own_->source = request.source;
    own_->compiled = program_.compiled;
    parameters_ = own::captured_parameters(launch_, *program_.module, simt::entry_of(*program_.program), facts_);
    own_->tiles = own::captured_tiles(launch_, *program_.program, request.source.text, facts_, tile_elements_);
    own_->launch = {OwnOrigin::launch, launch_.launch_line, launch_.launch_text,
                    launch_.grid,      launch_.block,       launch_.dynamic_shared};
    describe_kernel();
    choose_tile();
  }

  /// What is known before the run.
  [[nodiscard]] std::shared_ptr<const OwnKernel> kernel() const {
    OwnKernel known = *own_;
    known.kernel = std::make_shared<const Kernel>(kernel_);
    return std::make_shared<const OwnKernel>(std::move(known));
  }

  Result<std::shared_ptr<const KernelRun>> run(const MachineModel& machine, const RunSettings& settings,
                                               std::uint64_t most_work) {
    Launch launch = launch_of(settings);
    launch.config.most_work = most_work;
    TRY(auto executed, execute(*program_.program, std::move(launch), machine));
    if (most_work != 0 && executed.figures.statistics.blocks < launch_.grid.count()) {
      executed.figures.is_part = true;
      executed.figures.recorded_blocks = std::min(executed.figures.recorded_blocks, kPartRecorded);
    }
    list_written(executed.memory);
    find_elements(executed.trace);
    for (const CapturedParameter& parameter : parameters_) shape_parameter(parameter);
    choose_output(executed.memory);
    return finish(std::move(executed));
  }

 private:
  void describe_kernel() {
    kernel_ = *own_kernel_stub(request_.source, request_.options, request_.catalog);
    kernel_.title = launch_.kernel;
    kernel_.entry = program_.entry;
    kernel_.summary = fmt::format("Launch {} of {}.", launch_.index, launch_.program);
    shape_.grid = launch_.grid;
    shape_.block = launch_.block;
    shape_.dynamic_shared_bytes = launch_.dynamic_shared;
  }

  /// The array that was chosen, else the first that is no single value.
  void choose_tile() {
    auto& tiles = own_->tiles;
    own_->tile = tiles.size();
    for (std::size_t index = 0; index < tiles.size(); ++index) {
      OwnTile& tile = tiles[index];
      const auto shape = own::tile_shape(tile, tile_elements_[index], launch_.dynamic_shared, 0,
                                         tile.takes_row ? request_.source.row_elements : 0);
      tile.rows = shape.rows;
      tile.columns = shape.columns;
    }
    const auto find = [&](const auto& is_one) {
      const auto found = std::ranges::find_if(tiles, is_one);
      if (own_->tile == tiles.size()) own_->tile = static_cast<std::size_t>(found - tiles.begin());
    };
    find([&](const OwnTile& tile) { return tile.name == request_.source.tile; });
    find([](const OwnTile& tile) { return tile.rows * tile.columns > 1; });
    find([](const OwnTile&) { return true; });
    if (own_->tile == tiles.size()) return;
    const OwnTile& tile = tiles[own_->tile];
    kernel_.tile = TileSpec{tile.name, tile.rows, tile.columns, 0, tile_elements_[own_->tile].part};
    shape_.tile_rows = tile.rows;
    shape_.tile_columns = tile.columns;
    shape_.tile_padding = 0;
  }

  [[nodiscard]] Launch launch_of(const RunSettings& settings) {
    Launch launch = bankloom::launch_of(kernel_.id(), shape_, settings);
    launch.config.is_cooperative = launch_.is_cooperative;
    for (const CapturedParameter& parameter : parameters_) {
      if (parameter.is_parameter) launch.arguments.push_back({parameter.name, false, parameter.value});
      if (parameter.is_buffer()) program_.memory[program_.captured[parameter.memory]].name = parameter.name;
    }
    launch.memory = program_.memory;
    return launch;
  }

  /// The memory of a parameter that is a buffer: before the run, and after.
  [[nodiscard]] const PlacedMemory& before(const CapturedParameter& parameter) const {
    return program_.memory[program_.captured[parameter.memory]];
  }
  [[nodiscard]] bool was_written(const CapturedParameter& parameter, const simt::GlobalMemory& memory) const {
    const simt::BufferBytes& after = memory.buffer(program_.captured[parameter.memory]).bytes;
    return !std::equal(after.begin(), after.end(), before(parameter).bytes.begin());
  }

  /// Memory that no parameter reaches in one step, and that the launch wrote nevertheless.
  void list_written(const simt::GlobalMemory& memory) {
    for (std::size_t m = 0; m < launch_.memory.size(); ++m) {
      if (std::ranges::find(parameters_, m, &CapturedParameter::memory) != parameters_.end()) continue;
      CapturedParameter found;
      found.memory = m;
      found.is_parameter = false;
      found.name = before(found).name;
      if (was_written(found, memory)) parameters_.push_back(std::move(found));
    }
  }

  /// Element types that no signature gives, from the instructions that access them.
  void find_elements(const Trace& trace) {
    std::vector<CapturedParameter*> unknown;
    for (CapturedParameter& parameter : parameters_) {
      if (parameter.is_buffer() && parameter.element.bytes == 0) unknown.push_back(&parameter);
    }
    constexpr std::size_t kMostLookedAt = 200'000;
    MemoryAccess access;
    for (std::size_t index = 0; index < std::min(trace.size(), kMostLookedAt) && !unknown.empty(); ++index) {
      trace.read(index, access, false);
      if (access.active == 0 || (access.space != Space::global && access.space != Space::constant)) continue;
      const std::uint64_t address = access.addresses[static_cast<std::size_t>(std::countr_zero(access.active))];
      std::erase_if(unknown, [&](CapturedParameter* parameter) {
        if (address - before(*parameter).address >= before(*parameter).bytes.size()) return false;
        const ptx::Type type = value_type(*program_.module, access.ptx_line);
        const auto bytes = static_cast<std::uint64_t>(type == ptx::Type::none ? 0 : element_bytes(type));
        if (bytes != 0 && access.width % bytes == 0) parameter->element = {bytes, type, bytes};
        return true;
      });
    }
  }

  /// Columns of a buffer of so many elements: as chosen, or as the launch says. Else, where the grid has rows of
  /// threads: as it covers them with a thread each; the side of a square; as many as a row of threads where these make
  /// whole rows. 0: it is no matrix.
  [[nodiscard]] std::uint64_t columns_of(const CapturedParameter& buffer, std::uint64_t elements) const {
    const auto whole_rows = [elements](std::uint64_t columns) {
      return columns != 0 && elements % columns == 0 ? columns : 0;
    };
    const auto chosen = request_.source.columns.find(buffer.name);
    if (chosen != request_.source.columns.end()) return whole_rows(chosen->second);
    if (const std::uint64_t said = whole_rows(launch_.memory[buffer.memory].columns)) return said;
    const own::ThreadCounts threads = own::thread_counts(launch_.grid, launch_.block);
    if (threads.y <= 1 || threads.z != 1) return 0;
    if (threads.x * threads.y == elements) return threads.x;
    // What is short is seen as a row as well.
    constexpr std::uint64_t kShort = 256;
    if (elements <= kShort) return 0;
    const auto side = static_cast<std::uint64_t>(std::llround(std::sqrt(static_cast<double>(elements))));
    if (side * side == elements) return side;
    return elements > threads.x && elements % threads.x == 0 ? threads.x : 0;
  }

  void shape_parameter(const CapturedParameter& parameter) {
    const own::ElementInfo element = own::drawable(parameter.element);
    KernelShape::Parameter shape{.name = parameter.name, .is_buffer = parameter.is_buffer()};
    OwnParameter shown{OwnOrigin::launch, parameter.name, parameter.type, shape.is_buffer};
    if (shape.is_buffer) {
      const std::uint64_t bytes = before(parameter).bytes.size();
      shape.element = element.part;
      shape.count = bytes / element.part_bytes;
      shown.count = bytes / element.bytes;
      shape.columns = columns_of(parameter, shown.count) * element.parts();
    } else {
      shape.scalar = parameter.value;
      shape.element = own::drawable(own::ElementInfo{parameter.value.size(), ptx::Type::none, 0}).part;
    }
    shape_.parameters.push_back(std::move(shape));
    own_->parameters.push_back(std::move(shown));
  }

  void choose_output(const simt::GlobalMemory& memory) {
    std::optional<std::size_t> chosen;
    for (std::size_t index = 0; index < parameters_.size(); ++index) {
      if (!parameters_[index].is_buffer() || !was_written(parameters_[index], memory)) continue;
      if (!parameters_[index].is_parameter && chosen) break;
      chosen = index;
    }
    if (!chosen) return;
    const KernelShape::Parameter& output = shape_.parameters[*chosen];
    own_->parameters[*chosen].is_output = true;
    shape_.output_parameter = *chosen;
    shape_.output_columns = output.columns != 0 ? output.columns : output.count;
    shape_.output_rows = output.count / shape_.output_columns;
  }

  std::shared_ptr<const KernelRun> finish(Executed executed) {
    auto run = std::make_shared<KernelRun>();
    static_cast<Execution&>(*run) = std::move(executed.figures);
    run->trace = std::move(executed.trace);
    own_->scalars.resize(parameters_.size());
    own_->kernel = std::make_shared<const Kernel>(std::move(kernel_));
    run->kernel = own_->kernel;
    run->own = std::move(own_);
    run->compiled = program_.compiled;
    run->program = program_.program;
    run->source_lines = split_lines(request_.source.text);
    shape_.kernel = run->kernel.get();
    shape_.options = request_.options;
    run->tile = locate_tile(shape_, *run->program);
    if (run->tile) find_padding(*run->tile, run->trace);
    run->inputs.resize(parameters_.size());
    const bool has_output = shape_.output_columns != 0;
    for (std::size_t index = 0; index < parameters_.size(); ++index) {
      if (!parameters_[index].is_buffer()) continue;
      const PlacedMemory& memory = before(parameters_[index]);
      run->buffers.push_back({index, memory.address});
      run->inputs[index].assign(memory.bytes.begin(), memory.bytes.end());
      if (!has_output || index != shape_.output_parameter) continue;
      run->output_address = memory.address;
      run->output = std::move(executed.memory.buffer(program_.captured[parameters_[index].memory]).bytes);
      run->output_name = parameters_[index].name;
      run->output_type = shape_.parameters[index].element;
      run->output_rows = shape_.output_rows;
      run->output_columns = shape_.output_columns;
    }
    run->expected.resize(run->output.size());
    run->defined.resize(run->output_rows * run->output_columns, false);
    run->instance = std::move(shape_);
    return run;
  }

  const OwnRequest& request_;
  const CapturedLaunch& launch_;
  CapturedProgram program_;
  own::TextFacts facts_;
  std::shared_ptr<OwnKernel> own_ = std::make_shared<OwnKernel>();
  std::vector<CapturedParameter> parameters_;
  std::vector<own::ElementInfo> tile_elements_;
  Kernel kernel_;
  KernelShape shape_;
};

}  // namespace

Result<std::shared_ptr<const KernelRun>> run_captured_launch(const OwnRequest& request, const MachineModel& machine,
                                                             const RunSettings& settings,
                                                             std::shared_ptr<const OwnKernel>& own,
                                                             std::uint64_t most_work) {
  TRY(auto program, make_captured_program(request));
  CapturedRun run(request, std::move(program));
  own = run.kernel();
  auto ran = run.run(machine, settings, most_work);
  if (ran) own = (*ran)->own;
  return ran;
}

}  // namespace bankloom
