#include "core/simt/launch.h"

#include <algorithm>
#include <cstring>

#include "core/simt/grid_runner.h"
#include "core/simt/memory_map.h"

namespace bankloom::simt {
namespace {

/// CUDA C++ Programming Guide, "Technical Specifications per Compute Capability".
constexpr std::uint32_t kMaxThreadsPerBlock = 1024;
constexpr Dim3 kMaxBlock{1024, 1024, 64};
constexpr Dim3 kMaxGrid{2'147'483'647, 65'535, 65'535};

std::vector<std::byte> make_parameters(const Program& program, const GlobalMemory& memory, const LaunchConfig& config) {
  const std::vector<ptx::Parameter>& parameters = program.entry->params;
  std::vector<std::byte> block;
  if (!parameters.empty()) block.resize(parameters.back().offset + parameters.back().size);
  for (std::size_t p = 0; p < parameters.size(); ++p) {
    const KernelArgument& argument = config.arguments[p];
    if (argument.is_buffer) {
      const std::uint64_t address = memory.buffer(argument.buffer).address;
      std::memcpy(block.data() + parameters[p].offset, &address, sizeof address);
    } else {
      std::copy(argument.bytes.begin(), argument.bytes.end(),
                block.begin() + static_cast<std::ptrdiff_t>(parameters[p].offset));
    }
  }
  return block;
}

/// Whether block and arguments are as the kernel declares them.
Result<void> check_entry(const ptx::Function& entry, const LaunchConfig& config) {
  const Dim3& block = config.block;
  if (entry.max_threads != 0 && block.count() > entry.max_threads) {
    return fail("kernel '{}' is declared for blocks of at most {} threads, not {}", entry.name, entry.max_threads,
                block.count());
  }
  if (entry.has_required_block && !(entry.required_block == block)) {
    return fail("kernel '{}' is declared for blocks of {} x {} x {} threads only", entry.name, entry.required_block.x,
                entry.required_block.y, entry.required_block.z);
  }
  if (config.arguments.size() != entry.params.size()) {
    return fail("kernel '{}' has {} parameters, but {} arguments are given", entry.name, entry.params.size(),
                config.arguments.size());
  }
  for (std::size_t p = 0; p < entry.params.size(); ++p) {
    const KernelArgument& argument = config.arguments[p];
    const std::uint64_t given = argument.is_buffer ? 8 : argument.bytes.size();
    if (given != entry.params[p].size) {
      return argument.is_buffer
                 ? fail("parameter {} of kernel '{}' has {} bytes, but the argument is a buffer, whose address has {}",
                        p, entry.name, entry.params[p].size, given)
                 : fail("parameter {} of kernel '{}' has {} bytes, but the argument given has {}", p, entry.name,
                        entry.params[p].size, given);
    }
  }
  return {};
}

/// Whether a thread's own memory, also that of functions that it calls, is within what a device gives it.
Result<void> check_local(const Program& program) {
  for (const Code& code : program.functions) {
    const std::uint64_t bytes = std::max(code.local_bytes, code.parameter_bytes);
    if (bytes > kMaxLocalBytes) {
      return fail("a thread needs {} bytes of local memory for its arrays, but the device gives it {}", bytes,
                  kMaxLocalBytes);
    }
  }
  return {};
}

}  // namespace

std::uint64_t private_bytes(const Program& program, const Dim3& block) {
  const Code& entry = program.functions[program.entry_index];
  const std::uint64_t warps = (block.count() + kWarpSize - 1) / kWarpSize;
  return warps * (entry.register_bytes + kWarpSize * std::uint64_t{entry.local_bytes});
}

Result<void> check_private_bytes(const Program& program, const Dim3& block, std::uint64_t blocks) {
  const std::uint64_t bytes = private_bytes(program, block);
  if (bytes <= kMostPrivateBytes / blocks) return {};
  return fail("the registers and local arrays of {} threads take {} MiB, but at most {} MiB can be had here",
              block.count() * blocks, bytes * blocks >> 20U, kMostPrivateBytes >> 20U);
}

Result<void> check_launch(const Program& program, const LaunchConfig& config) {
  const Dim3& block = config.block;
  const Dim3& grid = config.grid;
  for (const std::uint32_t extent : {grid.x, grid.y, grid.z, block.x, block.y, block.z}) {
    if (extent == 0) {
      return fail(
          "a grid of {} x {} x {} blocks of {} x {} x {} threads is "
          "empty: each extent must be 1 at least",
          grid.x, grid.y, grid.z, block.x, block.y, block.z);
    }
  }
  if (block.x > kMaxBlock.x || block.y > kMaxBlock.y || block.z > kMaxBlock.z) {
    return fail(
        "a block of {} x {} x {} threads is larger than a block can "
        "be, {} x {} x {} with at most {} threads",
        block.x, block.y, block.z, kMaxBlock.x, kMaxBlock.y, kMaxBlock.z, kMaxThreadsPerBlock);
  }
  if (block.count() > kMaxThreadsPerBlock) {
    return fail(
        "a block of {} x {} x {} has {} threads, but a block can have "
        "{}: make it smaller",
        block.x, block.y, block.z, block.count(), kMaxThreadsPerBlock);
  }
  if (grid.x > kMaxGrid.x || grid.y > kMaxGrid.y || grid.z > kMaxGrid.z) {
    return fail("a grid of {} x {} x {} is larger than {} x {} x {}", grid.x, grid.y, grid.z, kMaxGrid.x, kMaxGrid.y,
                kMaxGrid.z);
  }
  const std::uint64_t shared = config.dynamic_shared_bytes == 0
                                   ? program.static_shared
                                   : program.dynamic_shared_offset() + config.dynamic_shared_bytes;
  if (shared > config.max_shared_bytes) {
    return fail(
        "the block needs {} bytes of shared memory ({} static, {} "
        "dynamic), but the machine gives a block {}",
        shared, program.static_shared, config.dynamic_shared_bytes, config.max_shared_bytes);
  }
  TRY(check_local(program));
  TRY(check_private_bytes(program, block, 1));
  return check_entry(*program.entry, config);
}

Result<RunResult> run(const Program& program, GlobalMemory& memory, const LaunchConfig& config) {
  TRY(check_launch(program, config));
  for (std::size_t a = 0; a < config.arguments.size(); ++a) {
    const KernelArgument& argument = config.arguments[a];
    if (argument.is_buffer && argument.buffer >= memory.size()) {
      return fail("argument {} of kernel '{}' is buffer {}, but there are {} buffers", a, program.entry->name,
                  argument.buffer, memory.size());
    }
  }
  LaunchMemory launch;
  launch.global = &memory;
  launch.parameters = make_parameters(program, memory, config);
  return run_grid(program, launch, config);
}

}  // namespace bankloom::simt
