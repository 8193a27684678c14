#include "core/run/execute.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

#include "core/analysis/grid_counter.h"
#include "core/base/free_memory.h"
#include "core/base/language.h"
#include "core/simt/array_check.h"
#include "core/simt/order_check.h"

namespace bankloom {
namespace {

/// Bytes from which on it is asked whether they are there.
constexpr std::uint64_t kMuchMemory = std::uint64_t{64} * 1024 * 1024;

/// The buffers as they are before the run.
simt::GlobalMemory fresh_memory(const Launch& launch) {
  simt::GlobalMemory memory;
  for (const Argument& argument : launch.arguments) {
    if (argument.is_buffer) memory.add(argument.name, {argument.bytes.begin(), argument.bytes.end()});
  }
  for (const PlacedMemory& placed : launch.memory) {
    memory.add_at(placed.name, placed.address, {placed.bytes.begin(), placed.bytes.end()}, placed.is_variable);
  }
  return memory;
}

/// Refuses a launch that the machine cannot make: too many threads in a block, too much shared memory.
Result<void> check_limits(const MachineModel& machine, const Dim3& block, std::uint64_t shared_bytes) {
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

/// Tells which blocks have been kept: those of which all accesses were, from the first recorded one on, or the
/// beginning of that one.
void set_recorded(const simt::LaunchConfig& config, const Trace& trace, Execution& run) {
  if (!config.record.enabled) return;
  const std::uint64_t most = config.record.max_accesses;
  run.recorded_blocks = std::min(config.record.block_count, config.grid.count() - config.record.first_block);
  if (trace.empty() || trace.size() < most) return;
  MemoryAccess last;
  trace.read(trace.size() - 1, last, /*values=*/false);
  const std::uint64_t before = linearize(last.block, config.grid) - config.record.first_block;
  if (before == 0 && trace.clipped()) run.cut_after = trace.size();
  run.recorded_blocks = std::clamp<std::uint64_t>(before, 1, run.recorded_blocks);
}

}  // namespace

Result<void> check_memory(const std::string& name, std::uint64_t wanted, std::optional<std::uint64_t> available) {
  if (!available || wanted <= *available) return {};
  constexpr double kGibibyte = 1024.0 * 1024.0 * 1024.0;
  const auto gibibytes = [](std::uint64_t bytes) {
    return with_decimal_sign(fmt::format("{:.1f}", static_cast<double>(bytes) / kGibibyte));
  };
  return fail("{} needs {} GiB of memory at this size, and {} GiB are free; choose a smaller size", name,
              gibibytes(wanted), gibibytes(*available));
}

Result<Executed> execute(const simt::Program& program, Launch launch, const MachineModel& machine) {
  simt::LaunchConfig& config = launch.config;
  Executed run;
  Execution& figures = run.figures;
  figures.shared_bytes = simt::static_shared_bytes(program) + config.dynamic_shared_bytes;
  TRY(check_limits(machine, config.block, figures.shared_bytes));
  std::uint64_t wanted = launch.extra_bytes;
  std::size_t buffers = 0;
  for (const Argument& argument : launch.arguments) {
    wanted += argument.bytes.size();
    config.arguments.push_back({argument.is_buffer, argument.is_buffer ? buffers++ : 0, {}});
    if (!argument.is_buffer) config.arguments.back().bytes.assign(argument.bytes.begin(), argument.bytes.end());
  }
  for (const PlacedMemory& placed : launch.memory) wanted += placed.bytes.size();
  if (wanted >= kMuchMemory) {
    TRY(check_memory(launch.name, wanted, free_memory()));
  }
  run.memory = fresh_memory(launch);
  config.max_shared_bytes = static_cast<std::uint32_t>(machine.shared_bytes_per_block);
  config.shared_reserved_bytes = machine.shared_reserved_per_block;
  GridCounter counter(machine);
  config.observer = &counter;
  TRY(auto result, simt::run(program, run.memory, config));
  const auto add = [&](std::vector<simt::Fault> more) {
    std::move(more.begin(), more.end(), std::back_inserter(result.faults));
  };
  if (simt::arrays_can_be_checked(program, result)) {
    add(simt::check_arrays(program, config, fresh_memory(launch)));
  }
  if (simt::order_can_be_checked(config, result)) {
    add(simt::check_order(program, config, fresh_memory(launch), run.memory));
  }
  figures.machine = machine;
  figures.grid = config.grid;
  figures.block = config.block;
  figures.first_recorded = std::min(config.record.first_block, config.grid.count());
  set_recorded(config, result.trace, figures);
  figures.cost = counter.cost(result.trace);
  figures.faults = std::move(result.faults);
  figures.printed = std::move(result.printed);
  figures.statistics = result.statistics;
  figures.chosen_blocks = result.chosen_blocks;
  run.trace = std::move(result.trace);
  return run;
}

Difference compare_elements(std::span<const std::byte> a, std::span<const std::byte> b, std::size_t width,
                            const std::vector<bool>& compared) {
  Difference difference;
  // Mostly all is right, and then one comparison of the whole shows it.
  const std::size_t bytes = std::min(a.size(), b.size());
  if (width == 0 || bytes == 0 || std::memcmp(a.data(), b.data(), bytes) == 0) return difference;
  for (std::size_t index = 0; (index + 1) * width <= bytes; ++index) {
    if (!compared.empty() && (index >= compared.size() || !compared[index])) continue;
    if (std::memcmp(a.data() + index * width, b.data() + index * width, width) == 0) continue;
    if (difference.count++ == 0) difference.first = index;
  }
  return difference;
}

}  // namespace bankloom
