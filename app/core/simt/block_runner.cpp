#include "core/simt/block_runner.h"

#include <algorithm>
#include <cstring>

#include "core/simt/address_space.h"
#include "core/simt/matrix_detail.h"
#include "core/simt/ops/lane_isa.h"

namespace bankloom::simt {
namespace {

/// The lanes that a step's guard lets execute it.
LaneMask guard_of(const LaneContext& context, const Step& step) {
  if (!step.guarded) return kAllLanes;
  return predicate(context, step.guard) ^ (step.guard_negated ? kAllLanes : 0u);
}

/// What %nwarpid says: not the warps of the block but the number of warp identifiers of a multiprocessor (PTX ISA,
/// "Special Registers: %nwarpid"); 64 on an H200.
constexpr std::uint64_t kWarpIdentifiers = 64;

void store_u32(std::byte* at, std::uint32_t value) { std::memcpy(at, &value, sizeof value); }

/// Value of a special register that depends on nothing but the thread's place and the launch.
std::uint64_t special_value(ptx::Special special, const LaunchConfig& config, const Dim3& block, const Dim3& thread,
                            std::uint32_t warp, unsigned lane, std::uint64_t shared_bytes) {
  using enum ptx::Special;
  switch (special) {
    case tid_x:
      return thread.x;
    case tid_y:
      return thread.y;
    case tid_z:
      return thread.z;
    case ntid_x:
      return config.block.x;
    case ntid_y:
      return config.block.y;
    case ntid_z:
      return config.block.z;
    case ctaid_x:
      return block.x;
    case ctaid_y:
      return block.y;
    case ctaid_z:
      return block.z;
    case nctaid_x:
      return config.grid.x;
    case nctaid_y:
      return config.grid.y;
    case nctaid_z:
      return config.grid.z;
    case laneid:
      return lane;
    case warpid:
      return warp;
    case nwarpid:
      return kWarpIdentifiers;
    case nsmid:
      return 1;
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
    case dynamic_smem_size:
      return config.dynamic_shared_bytes;
    case total_smem_size:
    case aggr_smem_size:
      // In units in which the hardware hands out shared memory (PTX ISA, "Special
      // Registers: %total_smem_size").
      return (shared_bytes + 127) / 128 * 128;
    // A launch without clusters is a grid of clusters of one block (PTX ISA, "Cluster of Cooperative Thread Arrays").
    case clusterid_x:
      return block.x;
    case clusterid_y:
      return block.y;
    case clusterid_z:
      return block.z;
    case nclusterid_x:
      return config.grid.x;
    case nclusterid_y:
      return config.grid.y;
    case nclusterid_z:
      return config.grid.z;
    case cluster_nctaid_x:
    case cluster_nctaid_y:
    case cluster_nctaid_z:
    case cluster_nctarank:
      return 1;
    // Where a cooperative launch has what its blocks meet at; 0 in others (CUDA's cooperative_groups.h reads it so).
    case envreg1:
      return config.is_cooperative ? kGridBarrierBase >> 32u : 0;
    case envreg2:
      return config.is_cooperative ? kGridBarrierBase & 0xffff'ffffu : 0;
    case reserved_smem_offset_end:
    case reserved_smem_offset_cap:
      return config.shared_reserved_bytes;
    // Places in the reserved shared memory, whose contents are not emulated: behind all that a block can have, so that
    // who uses them is told so.
    case reserved_smem_offset_0:
    case reserved_smem_offset_1:
      return 0xf00000;
    default:
      return 0;  // smid, gridid, cluster_ctaid, cluster_ctarank: 0 for the one there is; reserved_smem_offset_begin
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
    : program_(program), memory_(memory), config_(config), port_(program, memory, faults_, config, sharing) {
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
  warps_.resize(warps);
  ready_.resize(warps);
  warp_files_.resize(warps);
  for (std::uint32_t w = 0; w < warps; ++w) {
    warps_[w].index = w;
    warp_files_[w].resize(program.warp_file_bytes);
  }
  barriers_.resize(kNamedBarriers + 1);
  for (Barrier& barrier : barriers_) {
    barrier.lanes.assign(warps, 0);
    barrier.partial.assign(warps, 0);
    barrier.marks.assign(warps, 0);
  }
  prepare_launch();
}

/// Fills the constants that are the same in all blocks.
void BlockRunner::prepare_launch() {
  for (const Program::LaunchConstant& constant : program_.launch_constants) {
    if (constant.file == kConstantFile) {
      std::uint64_t value[2] = {0, 0};
      if (constant.what == Program::LaunchConstant::What::parameter) {
        std::memcpy(value, memory_.parameters.data() + constant.parameter_offset, constant.parameter_bytes);
        if (constant.sign_extend && constant.parameter_bytes < 8) {
          const unsigned shift = 64u - 8u * constant.parameter_bytes;
          value[0] = static_cast<std::uint64_t>(static_cast<std::int64_t>(value[0] << shift) >> shift);
        }
      } else if (constant.what == Program::LaunchConstant::What::shared_address) {
        value[0] = config_.shared_reserved_bytes + constant.shared_offset;
      } else {
        value[0] = special_value(constant.special, config_, {}, {}, 0, 0, shared_.size());
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
      for (Warp& warp : warps_) {
        for (unsigned lane = 0; lane < kWarpSize; ++lane) {
          fill_lane(warp_files_[warp.index].data() + constant.offset, constant.lane_bytes, lane,
                    special_value(constant.special, config_, {}, port_.thread_index(warp, lane), warp.index, lane,
                                  shared_.size()));
        }
      }
    }
  }
}

void BlockRunner::start_block(std::uint64_t block) {
  block_ = delinearize(block, config_.grid);
  for (const Program::LaunchConstant& constant : program_.launch_constants) {
    if (constant.file != kBlockFile) continue;
    const std::uint64_t value = special_value(constant.special, config_, block_, {}, 0, 0, shared_.size());
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      fill_lane(block_file_.data() + constant.offset, constant.lane_bytes, lane, value);
    }
  }
  std::fill(shared_.begin(), shared_.end(), std::byte{0});
  const Code& entry = program_.functions[program_.entry_index];
  unfinished_ = static_cast<std::uint32_t>(warps_.size());
  for (Warp& warp : warps_) {
    const std::uint32_t first = warp.index * kWarpSize;
    warp.alive = first_lanes(threads_ - first);
    warp.paths.clear();
    warp.joins.clear();
    warp.steps = 0;
    warp.clock_start = 0;
    warp.apart = false;
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
    std::fill(warp.local.begin(), warp.local.end(), std::byte{0});
    MemoryPort::grow_local(warp, entry.local_bytes);
    warp.context.files = {frame.registers, constants_.data(), block_file_.data(), warp_files_[warp.index].data()};
    warp.context.carry = 0;
    warp.context.division_by_zero = 0;
    Path path;
    path.mask = warp.alive;
    warp.paths.push_back(path);
    warp.current = kNone;
    ready_[warp.index].assign(1, 0);
  }
  for (Barrier& barrier : barriers_) {
    barrier.expected = barrier.arrived = barrier.true_count = barrier.lane_count = 0;
    std::fill(barrier.lanes.begin(), barrier.lanes.end(), 0u);
    std::fill(barrier.partial.begin(), barrier.partial.end(), 0u);
    barrier.waiters.clear();
    barrier.arrivals.clear();
    barrier.arrived_warps = 0;
  }
  standstill_ = false;
  snapshot_.taken = false;
  port_.watch_changes(false);
  budget_ = config_.instruction_budget;
  block_ended_ = false;
}

/// Runs a path until it ends, waits, splits or gives way.
void BlockRunner::run_path(Warp& warp, std::uint32_t path_index) {
  warp.current = path_index;
  for (Went went = Went::again; went == Went::again;) {
    Path& path = warp.paths[path_index];
    Frame& frame = warp.frames[path.frame];
    const Step* const steps = frame.code->steps.data();
    warp.context.files[kRegisterFile] = frame.registers;
    const LaneMask mask = path.mask;
    std::uint32_t pc = path.pc;
    const std::uint32_t stop = path.stop;
    const std::uint64_t first_step = warp.steps;
    for (went = Went::on; went == Went::on;) {
      if (pc == stop) [[unlikely]] {
        path.pc = pc;
        account(warp, first_step, mask);
        return arrive(warp, path_index);
      }
      const Step& step = steps[pc];
      if (step.straight != 0) {
        warp.steps += step.straight;
        pc += step.straight;
        run_lane_steps(warp, &step, mask);
        continue;
      }
      ++warp.steps;
      const LaneMask exec = mask & guard_of(warp.context, step);
      if (exec == 0) {
        ++pc;
      } else if (step.effect == ptx::Effect::branch && exec == mask) {
        pc = frame.code->branches[step.detail].target;
        // Only here can a warp run for ever without leaving this loop.
        if (warp.steps < pause_at_) continue;
        path.pc = pc;
        account(warp, first_step, mask);
        went = block_ended_ || gives_way(warp, path_index) ? Went::no_further : Went::again;
      } else {
        went = execute(warp, path_index, pc, exec, first_step);
        ++pc;
      }
    }
  }
}

/// Runs the lane steps from `step` on up to the next place where something else may happen.
void BlockRunner::run_lane_steps(Warp& warp, const Step* step, LaneMask mask) {
  LaneContext& context = warp.context;
  for (const Step* const end = step + step->straight; step != end; ++step) {
    const LaneMask exec = mask & guard_of(context, *step);
    if (exec == 0) continue;
    step->lane.run(context, step->lane, exec);
    if (context.division_by_zero != 0) [[unlikely]] {
      add_fault(warp, *step, FaultKind::division_by_zero, context.division_by_zero, {FaultCase::division_by_zero});
      context.division_by_zero = 0;
    }
  }
}

/// Adds what a path executed since first_step, and ends the block where its budget is used up.
void BlockRunner::account(Warp& warp, std::uint64_t first_step, LaneMask lanes) {
  const std::uint64_t done = warp.steps - first_step;
  statistics_.warp_instructions += done;
  statistics_.thread_instructions += done * lane_count(lanes);
  if (done < budget_ && port_.order() < config_.access_budget) {
    budget_ -= done;
    return;
  }
  budget_ = 0;
  if (block_ended_) return;
  block_ended_ = true;
  report_endless(warp, warp.paths[warp.current], true);
}

/// Carries out a step. The path's place is kept up to date by whoever calls this, but where the step may change it.
BlockRunner::Went BlockRunner::execute(Warp& warp, std::uint32_t path_index, std::uint32_t pc, LaneMask exec,
                                       std::uint64_t first_step) {
  Path& path = warp.paths[path_index];
  const Code& code = *warp.frames[path.frame].code;
  const Step& step = code.steps[pc];
  // For what may change the path, other paths, or the block; `act` returns whether the path goes on now.
  const auto control = [&](const auto& act) {
    path.pc = pc;
    account(warp, first_step, path.mask);
    if (block_ended_ || !act() || block_ended_) return Went::no_further;
    return warp.steps >= pause_at_ && gives_way(warp, path_index) ? Went::no_further : Went::again;
  };
  switch (step.effect) {
    case ptx::Effect::none:
    case ptx::Effect::expanded:
    case ptx::Effect::lane:
    case ptx::Effect::convert_address:
    case ptx::Effect::test_space:
    case ptx::Effect::cluster_barrier:
    case ptx::Effect::fence:
      return Went::on;
    case ptx::Effect::move:
      read_clock(warp, step, exec);
      return Went::on;
    case ptx::Effect::load:
    case ptx::Effect::store:
      if (code.memory[step.detail].space == Space::param) [[unlikely]] {
        port_.execute_parameter(warp, warp.frames[path.frame], step, code.memory[step.detail], exec);
        return Went::on;
      }
      [[fallthrough]];
    case ptx::Effect::atomic:
    case ptx::Effect::reduction:
    case ptx::Effect::mbarrier:
    case ptx::Effect::matrix_load:
    case ptx::Effect::matrix_store:
      port_.execute(warp, step, pc, code.memory[step.detail], exec);
      return Went::on;
    case ptx::Effect::async_copy:
      port_.execute_async_copy(warp, step, pc, code.memory[step.detail], exec);
      return Went::on;
    case ptx::Effect::async_wait:
      port_.execute_async_wait(warp, step, exec);
      return Went::on;
    case ptx::Effect::fragment_load:
    case ptx::Effect::fragment_store:
      report_part_of_matrix(warp, step, exec);
      port_.execute_fragment(warp, step, pc, *code.fragments[step.detail], exec);
      return Went::on;
    case ptx::Effect::multiply:
      report_part_of_matrix(warp, step, exec);
      ++statistics_.matrix_products;
      multiply_matrices(warp.context, *code.multiplies[step.detail], exec);
      return Went::on;
    case ptx::Effect::branch:
      return control([&] { return branch(warp, path_index, code.branches[step.detail], exec); });
    case ptx::Effect::branch_indexed:
      return control([&] { return branch_indexed(warp, path_index, step, code.branches[step.detail], exec); });
    case ptx::Effect::call:
      return control([&] { return call(warp, path_index, step, code.calls[step.detail], exec); });
    case ptx::Effect::ret:
      return control([&] { return return_lanes(warp, path_index, exec); });
    case ptx::Effect::exit:
      return control([&] { return exit_lanes(warp, path_index, exec); });
    case ptx::Effect::trap:
      return control([&] {
        add_fault(warp, step, FaultKind::trap, exec, {});
        block_ended_ = launch_ended_ = true;
        return false;
      });
    case ptx::Effect::barrier:
      return control([&] { return barrier(warp, path_index, step, code.barriers[step.detail], exec); });
    case ptx::Effect::cross_lane:
      return control([&] { return cross_lane(warp, path_index, code.cross_lane[step.detail], exec); });
    case ptx::Effect::stack:
      return control([&] {
        stack_operation(warp, path_index, step, exec);
        ++warp.paths[path_index].pc;
        return true;
      });
  }
  return Went::on;
}

void BlockRunner::add_fault(const Warp& warp, const Step& step, FaultKind kind, LaneMask lanes,
                            const FaultDetail& detail) {
  Fault fault;
  fault.kind = kind;
  fault.source_line = step.source_line;
  fault.ptx_line = step.ptx_line;
  fault.block = block_;
  fault.thread = port_.thread_index(warp, lanes != 0 ? first_lane(lanes) : 0);
  fault.count = lane_count(lanes);
  fault.order = port_.order();
  fault.detail = detail;
  faults_.add(fault);
}

void BlockRunner::report_part_of_matrix(const Warp& warp, const Step& step, LaneMask exec) {
  if (exec == kAllLanes) return;
  add_fault(warp, step, FaultKind::divergent_barrier, exec,
            {.what = FaultCase::part_of_matrix, .number = lane_count(exec), .limit = kWarpSize});
}

void BlockRunner::read_clock(Warp& warp, const Step& step, LaneMask exec) {
  // Time is not modelled: the clocks count the instructions that the warp has executed.
  const auto special = static_cast<ptx::Special>(step.lane.immediate);
  std::uint64_t value = warp.clock_start + warp.steps;
  if (special == ptx::Special::clock_hi || special == ptx::Special::globaltimer_hi) value >>= 32;
  const OperandRef& to = step.lane.operands[0];
  const unsigned bytes = step.lane.lane_bytes[0];
  for_each_lane(exec, [&](unsigned lane) {
    std::memcpy(warp.context.files[to.file] + to.offset + std::size_t{lane} * bytes, &value, bytes);
  });
}

}  // namespace bankloom::simt
