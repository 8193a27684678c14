// A launch: checked as a device checks it, executed on the program's own memory.
#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

#include "core/analysis/grid_counter.h"
#include "core/base/language.h"
#include "core/base/readable.h"
#include "core/base/symbol_name.h"
#include "core/catalog/catalog.h"
#include "core/machine/occupancy.h"
#include "core/program/program_runner.h"

namespace bankloom::program {
namespace {

/// A block of a grid sized for the device may do a large part of the work: it counts as endless after this many times
/// the work of a lesson's block. Until then the user or the time limit can end it.
constexpr std::uint64_t kBudgets = 10;
/// Addresses below it come from a null pointer and an index.
constexpr std::uint64_t kNearNull = 64 * 1024;

/// The error that a fault causes on a device; success if the device would not notice.
CudaError error_of(const simt::Fault& fault) {
  switch (fault.kind) {
    case simt::FaultKind::out_of_bounds:
      return fault.was_carried_out ? kSuccess : kIllegalAddress;
    case simt::FaultKind::misaligned:
      return kMisalignedAddress;
    case simt::FaultKind::stack_overflow:
      return kHardwareStackError;
    case simt::FaultKind::endless_loop:
    case simt::FaultKind::deadlock:
      return kLaunchTimeout;
    case simt::FaultKind::trap:
      return fault.detail.what == simt::FaultCase::assertion ? kAssert : kLaunchFailure;
    default:
      return kSuccess;
  }
}

CudaError error_of(const std::vector<simt::Fault>& faults) {
  for (const simt::Fault& fault : faults) {
    if (const CudaError error = error_of(fault); error != kSuccess) return error;
  }
  return kSuccess;
}

/// The texts of assertions are any bytes of the device's memory; they are shown to people.
void make_readable(std::vector<simt::Fault>& faults) {
  for (simt::Fault& fault : faults) {
    fault.detail.name = readable(fault.detail.name);
  }
}

/// What a device prints of an assertion that failed: of its first thread.
std::string assertion_text(const ProgramLaunch& launch) {
  for (const simt::Fault& fault : launch.figures.faults) {
    if (fault.detail.what != simt::FaultCase::assertion) continue;
    const Dim3 &block = fault.block, &thread = fault.thread;
    const std::string written = demangled(launch.entry);
    return fmt::format("{}:{}: {}{}: block: [{},{},{}], thread: [{},{},{}] Assertion `{}` failed.\n", launch.file,
                       fault.source_line, written.starts_with("void ") ? "" : "void ", written, block.x, block.y,
                       block.z, thread.x, thread.y, thread.z, fault.detail.name);
  }
  return {};
}

/// File and first line of a kernel, as its PTX has them.
void find_lines(const ptx::Module& module, const ptx::Function& entry, ProgramLaunch& launch) {
  for (const ptx::Instruction& instruction : entry.body) {
    if (instruction.source_line == 0) continue;
    if (entry.source_file < module.files.size()) launch.file = module.files[entry.source_file];
    launch.line = instruction.source_line;
    return;
  }
}

}  // namespace

CudaError ProgramRunner::check_launch(const ProgramFunction& function, const protocol::Launch& wanted) const {
  const auto& grid = wanted.grid;
  const auto& block = wanted.block;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (grid[axis] == 0 || grid[axis] > kMostGridExtent[axis]) return kInvalidValue;
    if (block[axis] == 0 || block[axis] > kMostBlockExtent[axis]) return kInvalidValue;
  }
  const std::uint64_t threads = std::uint64_t{block[0]} * block[1] * block[2];
  if (threads > machine_.threads_per_block) return kInvalidValue;
  if (function.program == nullptr) return kSuccess;  // why it cannot be launched is known already
  const std::uint64_t most = function.limit_is_set
                                 ? std::max(function.most_dynamic_shared, default_dynamic_shared(function))
                                 : default_dynamic_shared(function);
  if (wanted.dynamic_shared > most) return kInvalidValue;
  const std::uint32_t bound = simt::entry_of(*function.program).max_threads;
  if (bound != 0 && threads > bound) return kInvalidValue;
  if (wanted.is_cooperative == 0) return kSuccess;
  const std::uint64_t shared = simt::static_shared_bytes(*function.program) + wanted.dynamic_shared;
  const std::uint64_t fit =
      std::uint64_t{occupancy(machine_, {block[0], block[1], block[2]}, shared).blocks} * machine_.multiprocessors;
  return std::uint64_t{grid[0]} * grid[1] * grid[2] > fit ? kCooperativeLaunchTooLarge : kSuccess;
}

ProgramRunner::Reply ProgramRunner::launch(const Header& header, Payload payload) {
  const auto request = take_request<protocol::Launch>(payload);
  if (!request) return {.is_broken = true};
  ProgramFunction* const function = modules_.find_function(request->host);
  if (function == nullptr) return {.error = kInvalidDeviceFunction};
  function->was_launched = true;
  ProgramLaunch launch;
  launch.index = run_.all_launches++;
  launch.entry = function->entry;
  launch.kernel = kernel_name(function->entry);
  launch.launched_at = header.code;
  launch.figures.grid = {request->grid[0], request->grid[1], request->grid[2]};
  launch.figures.block = {request->block[0], request->block[1], request->block[2]};
  launch.dynamic_shared = static_cast<std::uint32_t>(std::min<std::uint64_t>(request->dynamic_shared, 0xffff'ffffu));
  launch.is_cooperative = request->is_cooperative != 0;
  {
    const std::scoped_lock lock(mutex_);
    launches_ = run_.all_launches;
    kernel_ = launch.kernel;
  }
  CudaError launch_error = modules_.prepare(*function);
  if (function->program != nullptr) {
    find_lines(simt::module_of(*function->program), simt::entry_of(*function->program), launch);
  }
  launch.refusal = function->problem;
  if (const CudaError error = check_launch(*function, *request); error != kSuccess) {
    launch_error = error;
    launch.refusal.clear();
  }
  if (launch_error == kSuccess) {
    const std::vector<ptx::Parameter>& parameters = simt::entry_of(*function->program).params;
    const std::uint64_t bytes = parameters.empty() ? 0 : parameters.back().offset + parameters.back().size;
    if (payload.size() != bytes) return {.is_broken = true};
    launch.blocks = launch.figures.grid.count();
    capture_.take(launch, *function, payload, memory_);
    execute(*function, *request, payload, launch);
    launch.written = capture_.written_by(launch, memory_);
  } else {
    launch.error = launch_error;
  }
  {
    const std::scoped_lock lock(mutex_);
    kernel_.clear();
    if (launch.was_cancelled) run_.was_stopped = true;
  }
  // What the emulator cannot do is an error of the launch; what the kernel did wrong is one of the kernel.
  const bool has_run = launch_error == kSuccess && launch.refusal.empty();
  Reply reply{.error = has_run ? kSuccess : launch.error};
  const std::string& printed = launch.figures.printed;
  const std::string text = printed + assertion_text(launch);
  reply.add(protocol::LaunchReply{has_run ? launch.error : kSuccess, 0, launch.index, printed.size()});
  const auto bytes = std::as_bytes(std::span(text));
  reply.bytes.insert(reply.bytes.end(), bytes.begin(), bytes.end());
  report_faults(launch);
  keep(std::move(launch));
  return reply;
}

/// All memory that kernels may use, at its addresses. What an argument points into is named after the argument.
simt::GlobalMemory ProgramRunner::launch_memory(const ProgramFunction& function, Payload arguments) const {
  std::map<std::uint64_t, std::size_t> pointed;
  const std::vector<ptx::Parameter>& parameters = simt::entry_of(*function.program).params;
  for (std::size_t p = parameters.size(); p-- > 0;) {
    if (parameters[p].size != 8) continue;
    std::uint64_t value = 0;
    std::memcpy(&value, arguments.data() + parameters[p].offset, sizeof value);
    if (const Allocation* const memory = memory_.find(value)) pointed[memory->address] = p;
  }
  simt::GlobalMemory memory;
  for (const auto& [address, allocation] : memory_.live()) {
    const auto argument = pointed.find(address);
    std::string name = !allocation.name.empty()    ? allocation.name
                       : argument != pointed.end() ? message("argument {}", argument->second)
                                                   : message("allocation {}", allocation.number);
    memory.add_outside(std::move(name), address, {allocation.data, allocation.bytes}, !allocation.name.empty());
  }
  return memory;
}

void ProgramRunner::execute(ProgramFunction& function, const protocol::Launch& wanted, Payload arguments,
                            ProgramLaunch& launch) {
  const simt::Program& program = *function.program;
  const ptx::Function& entry = simt::entry_of(program);
  simt::LaunchConfig config;
  config.grid = launch.figures.grid;
  config.block = launch.figures.block;
  config.dynamic_shared_bytes = static_cast<std::uint32_t>(wanted.dynamic_shared);
  config.max_shared_bytes = static_cast<std::uint32_t>(machine_.shared_bytes_per_block);
  config.shared_reserved_bytes = machine_.shared_reserved_per_block;
  for (const ptx::Parameter& parameter : entry.params) {
    const Payload bytes = arguments.subspan(parameter.offset, parameter.size);
    config.arguments.push_back({false, 0, {bytes.begin(), bytes.end()}});
  }
  config.record.enabled = false;
  config.threads = options_.threads;
  config.instruction_budget *= kBudgets;
  config.access_budget *= kBudgets;
  config.endless_budget *= kBudgets;
  config.most_work = options_.most_work;
  config.is_cooperative = launch.is_cooperative;
  GridCounter counter(machine_);
  config.observer = &counter;
  RunControl control;
  config.control = &control;
  {
    const std::scoped_lock lock(mutex_);
    running_ = &control;
    if (cancelled_) control.cancel();
  }
  simt::GlobalMemory memory = launch_memory(function, arguments);
  auto result = simt::run(program, memory, config);
  {
    const std::scoped_lock lock(mutex_);
    running_ = nullptr;
  }
  Execution& figures = launch.figures;
  figures.machine = machine_;
  figures.shared_bytes = simt::static_shared_bytes(program) + config.dynamic_shared_bytes;
  if (!result) {
    launch.was_cancelled = control.cancelled();
    if (!launch.was_cancelled) launch.refusal = result.error().message;
    launch.error = launch.was_cancelled ? kLaunchTimeout : kNotSupported;
    return;
  }
  figures.cost = counter.cost(result->trace);
  figures.faults = std::move(result->faults);
  make_readable(figures.faults);
  figures.printed = std::move(result->printed);
  figures.statistics = result->statistics;
  launch.blocks_executed = result->chosen_blocks;
  launch.error = error_of(figures.faults);
  if (launch.is_sampled()) capture_.note_sample();
}

/// The first launches, and of later ones those in which something is wrong.
void ProgramRunner::keep(ProgramLaunch launch) {
  constexpr std::uint64_t kMostWrong = 200;
  const bool is_wrong = !launch.figures.faults.empty() || !launch.refusal.empty();
  if (run_.launches.size() < options_.kept_launches || (is_wrong && kept_later_++ < kMostWrong)) {
    run_.launches.push_back(std::move(launch));
  } else if (is_wrong) {
    ++run_.wrong_launches_untold;
  }
}

/// Of the faults those that are a mistake of the host's code.
void ProgramRunner::report_faults(const ProgramLaunch& launch) {
  for (const simt::Fault& fault : launch.figures.faults) {
    if (fault.kind != simt::FaultKind::out_of_bounds || fault.space != Space::global) continue;
    if (memory_.find(fault.address) != nullptr) continue;
    ProgramReport found{.launch = static_cast<std::int64_t>(launch.index),
                        .address = fault.address,
                        .error = launch.error,
                        .code = launch.launched_at};
    if (const Allocation* const freed = memory_.find_freed(fault.address)) {
      found.kind = ReportKind::use_after_free;
      found.bytes = freed->bytes;
    } else if (fault.address < kNearNull) {
      found.kind = ReportKind::null_pointer;
    } else if (!protocol::is_device_address(fault.address) &&
               (fault.address < protocol::kHostVisibleBase || fault.address >= protocol::kHostVisibleEnd) &&
               fault.address < protocol::kFileBytes && !memory_.live().contains(fault.address)) {
      found.kind = ReportKind::host_pointer;
    } else {
      continue;
    }
    report(std::move(found));
  }
}

}  // namespace bankloom::program
