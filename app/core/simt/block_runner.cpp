#include "core/simt/block_runner.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "core/simt/address_space.h"

namespace bankloom::simt {
namespace {

/// Warp instructions after which a block yields to others that it may wait for.
constexpr std::uint64_t kBlockSlice = 1'000'000;

/// Value of %nwarpid: not the warps of the block but the number of warp identifiers of a multiprocessor (PTX ISA,
/// "Special Registers: %nwarpid"); 64 on an H200.
constexpr std::uint64_t kWarpIdentifiers = 64;

void store_u32(std::byte* at, std::uint32_t value) { std::memcpy(at, &value, sizeof value); }

/// Value of a special register that is the same for all threads of a launch.
std::uint64_t launch_value(ptx::Special special, const LaunchConfig& config, std::uint64_t shared_bytes) {
  using enum ptx::Special;
  switch (special) {
    case dynamic_smem_size:
      return config.dynamic_shared_bytes;
    case total_smem_size:
    case aggr_smem_size:
      // Rounded up to the hardware's unit of allocation of shared memory (PTX ISA, "Special Registers:
      // %total_smem_size").
      return (shared_bytes + 127) / 128 * 128;
    // The address of a cooperative launch's barrier; 0 in other launches (CUDA's cooperative_groups.h reads it so).
    case envreg1:
      return config.is_cooperative ? kGridBarrierBase >> 32u : 0;
    case envreg2:
      return config.is_cooperative ? kGridBarrierBase & 0xffff'ffffu : 0;
    case reserved_smem_offset_end:
    case reserved_smem_offset_cap:
      return config.shared_reserved_bytes;
    default:
      return 0;  // smid, gridid, cluster_ctaid, cluster_ctarank: 0, there is only one; reserved_smem_offset_begin
  }
}

/// Value of a special register that depends only on the thread's place and the launch.
std::uint64_t special_value(ptx::Special special, const LaunchConfig& config, const Dim3& block, const Dim3& thread,
                            std::uint32_t warp, unsigned lane, std::uint64_t shared_bytes) {
  using enum ptx::Special;
  /// x, y or z, according to the position of `special` in three registers that begin with `first`.
  const auto part = [special](const Dim3& all, ptx::Special first) {
    return std::array{all.x, all.y, all.z}[static_cast<std::size_t>(special) - static_cast<std::size_t>(first)];
  };
  switch (special) {
    case tid_x:
    case tid_y:
    case tid_z:
      return part(thread, tid_x);
    case ntid_x:
    case ntid_y:
    case ntid_z:
      return part(config.block, ntid_x);
    case ctaid_x:
    case ctaid_y:
    case ctaid_z:
      return part(block, ctaid_x);
    case nctaid_x:
    case nctaid_y:
    case nctaid_z:
      return part(config.grid, nctaid_x);
    // A launch without clusters is a grid of clusters of one block (PTX ISA, "Cluster of Cooperative Thread Arrays").
    case clusterid_x:
    case clusterid_y:
    case clusterid_z:
      return part(block, clusterid_x);
    case nclusterid_x:
    case nclusterid_y:
    case nclusterid_z:
      return part(config.grid, nclusterid_x);
    case cluster_nctaid_x:
    case cluster_nctaid_y:
    case cluster_nctaid_z:
    case cluster_nctarank:
    case nsmid:
      return 1;
    case laneid:
      return lane;
    case warpid:
      return warp;
    case nwarpid:
      return kWarpIdentifiers;
    case lanemask_eq:
      return lane_bit(lane);
    case lanemask_lt:
      return lane_bit(lane) - 1;
    case lanemask_le:
      return (lane_bit(lane) - 1) | lane_bit(lane);
    case lanemask_gt:
      return ~((lane_bit(lane) - 1) | lane_bit(lane));
    case lanemask_ge:
      return ~(lane_bit(lane) - 1);
    default:
      return launch_value(special, config, shared_bytes);
  }
}

void fill_lane(std::byte* at, unsigned lane_bytes, unsigned lane, std::uint64_t value) {
  if (lane_bytes == 0) {
    LaneMask mask = 0;
    std::memcpy(&mask, at, sizeof mask);
    mask = (mask & ~lane_bit(lane)) | ((value & 1u) != 0 ? lane_bit(lane) : 0u);
    store_u32(at, mask);
    return;
  }
  const std::uint64_t wide[2] = {value, 0};
  std::memcpy(at + std::size_t{lane} * lane_bytes, wide, lane_bytes);
}

}  // namespace

BlockRunner::BlockRunner(const Program& program, LaunchMemory& memory, const LaunchConfig& config,
                         BlockSharing* sharing)
    : state_(program, memory, config, sharing), scheduler_(state_) {
  threads_ = static_cast<std::uint32_t>(config.block.count());
  const std::uint32_t warps = (threads_ + kWarpSize - 1) / kWarpSize;
  const Code& entry = program.functions[program.entry_index];
  const std::uint64_t dynamic_at = program.dynamic_shared_offset();
  shared_.resize(std::max<std::uint64_t>(program.static_shared, dynamic_at + config.dynamic_shared_bytes));
  if (config.dynamic_shared_bytes == 0) shared_.resize(program.static_shared);
  registers_.resize(std::size_t{entry.register_bytes} * warps);
  constants_.resize(program.constants.size());
  std::copy(program.constants.begin(), program.constants.end(), constants_.data());
  block_file_.resize(program.block_file_bytes);
  state_.warps.resize(warps);
  state_.ready.resize(warps);
  warp_files_.resize(warps);
  for (std::uint32_t w = 0; w < warps; ++w) {
    state_.warps[w].index = w;
    warp_files_[w].resize(program.warp_file_bytes);
  }
  prepare_launch();
}

/// Fills the constants that are the same in all blocks.
void BlockRunner::prepare_launch() {
  for (const Program::LaunchConstant& constant : state_.program.launch_constants) {
    if (constant.file == kConstantFile) {
      std::uint64_t value[2] = {0, 0};
      if (constant.what == Program::LaunchConstant::What::parameter) {
        std::memcpy(value, state_.memory.parameters.data() + constant.parameter_offset, constant.parameter_bytes);
        if (constant.sign_extend && constant.parameter_bytes < 8) {
          const unsigned shift = 64u - 8u * constant.parameter_bytes;
          value[0] = static_cast<std::uint64_t>(static_cast<std::int64_t>(value[0] << shift) >> shift);
        }
      } else if (constant.what == Program::LaunchConstant::What::shared_address) {
        value[0] = state_.config.shared_reserved_bytes + constant.shared_offset;
      } else {
        value[0] = special_value(constant.special, state_.config, {}, {}, 0, 0, shared_.size());
      }
      for (unsigned lane = 0; lane < kWarpSize; ++lane) {
        if (constant.lane_bytes == 0) {
          fill_lane(constants_.data() + constant.offset, 0, lane, value[0]);
        } else {
          std::memcpy(constants_.data() + constant.offset + std::size_t{lane} * constant.lane_bytes, value,
                      constant.lane_bytes);
        }
      }
    } else if (constant.file == kWarpFile) {
      for (Warp& warp : state_.warps) {
        for (unsigned lane = 0; lane < kWarpSize; ++lane) {
          fill_lane(warp_files_[warp.index].data() + constant.offset, constant.lane_bytes, lane,
                    special_value(constant.special, state_.config, {}, state_.port.thread_index(warp, lane), warp.index,
                                  lane, shared_.size()));
        }
      }
    }
  }
}

void BlockRunner::start_block(std::uint64_t block) {
  state_.block = delinearize(block, state_.config.grid);
  for (const Program::LaunchConstant& constant : state_.program.launch_constants) {
    if (constant.file != kBlockFile) continue;
    const std::uint64_t value = special_value(constant.special, state_.config, state_.block, {}, 0, 0, shared_.size());
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      fill_lane(block_file_.data() + constant.offset, constant.lane_bytes, lane, value);
    }
  }
  std::ranges::fill(shared_, std::byte{0});
  const Code& entry = state_.program.functions[state_.program.entry_index];
  state_.unfinished = static_cast<std::uint32_t>(state_.warps.size());
  for (Warp& warp : state_.warps) {
    const std::uint32_t first = warp.index * kWarpSize;
    warp.alive = first_lanes(threads_ - first);
    warp.paths.clear();
    warp.joins.clear();
    warp.steps = 0;
    warp.clock_start = 0;
    warp.released_early = false;
    warp.slices = 0;
    if (warp.frames.empty()) warp.frames.emplace_back();
    for (std::size_t f = 1; f < warp.frames.size(); ++f) warp.frames[f].in_use = false;
    Frame& frame = warp.frames[0];
    frame.code = &entry;
    frame.local_bytes = entry.local_bytes;
    frame.in_use = true;
    frame.registers = registers_.data() + std::size_t{warp.index} * entry.register_bytes;
    frame.parameters.assign(std::size_t{entry.parameter_bytes} * kWarpSize, std::byte{0});
    for (const auto& [offset, bytes] : entry.zeroed) std::memset(frame.registers + offset, 0, bytes);
    std::ranges::fill(warp.local, std::byte{0});
    MemoryMap::grow_local(warp, entry.local_bytes);
    warp.context.files = {frame.registers, constants_.data(), block_file_.data(), warp_files_[warp.index].data()};
    warp.context.carry = 0;
    warp.context.division_by_zero = 0;
    Path path;
    path.mask = warp.alive;
    warp.paths.push_back(path);
    warp.current = kNone;
    state_.ready[warp.index].assign(1, 0);
  }
  scheduler_.begin_block();
  state_.ended = false;
}

BlockRunner::End BlockRunner::run(std::uint64_t block, const AccessTargets& watchers) {
  if (state_.config.control != nullptr && state_.config.control->cancel_wanted()) return End::cancelled;
  begin(block, watchers);
  while (!has_ended()) {
    const WarpScheduler::Round round = scheduler_.run_round();
    if (round == WarpScheduler::Round::cancelled) return End::cancelled;
    if (has_ended()) break;
    if (round == WarpScheduler::Round::works) {
      scheduler_.watch_standstill(false);
    } else if (!scheduler_.resolve_standstill(round == WarpScheduler::Round::nothing_ran)) {
      break;
    }
  }
  return finish();
}

void BlockRunner::begin(std::uint64_t block, const AccessTargets& watchers) {
  start_block(block);
  state_.port.begin_block(block, state_.block, shared_, watchers);
  scheduler_.barriers().begin_block(watchers.clip ? nullptr : watchers.recorder);
  ++state_.statistics.blocks;
}

BlockRunner::Turn BlockRunner::advance() {
  state_.port.resume_block();
  const std::uint64_t until = state_.statistics.warp_instructions + kBlockSlice;
  while (!has_ended()) {
    const WarpScheduler::Round round = scheduler_.run_round();
    if (round == WarpScheduler::Round::cancelled) return Turn::cancelled;
    if (has_ended()) break;
    if (round == WarpScheduler::Round::all_spin) return Turn::waits;
    // If no warp can run, other blocks cannot help.
    if (round == WarpScheduler::Round::nothing_ran && !release_lanes()) {
      scheduler_.report_deadlock();
      break;
    }
    if (state_.statistics.warp_instructions >= until) return Turn::works;
  }
  return Turn::ended;
}

BlockRunner::End BlockRunner::finish() {
  state_.port.end_block();
  scheduler_.barriers().finish();
  state_.statistics.accesses += state_.port.order();
  if (state_.port.watched_in_part()) ++state_.statistics.blocks_watched_in_part;
  if (state_.launch_ended) return End::trap;
  return scheduler_.budget_used() ? End::budget_used : End::done;
}

}  // namespace bankloom::simt
