#include "fake_device.h"

#include <algorithm>
#include <cstring>

#include "core/analysis/kernel_cost.h"
#include "core/machine/machine_model.h"
#include "core/measure/harness.h"
#include "core/ptx/parser.h"
#include "core/simt/launch.h"

namespace bankloom::test {
namespace {

/// What the emulator makes of a launch.
struct Emulated {
  GpuOutput output;
  KernelCost cost;
};

Result<Emulated> emulate(const GpuLaunch& launch) {
  auto module = ptx::parse(launch.ptx);
  TRY(module);
  const auto program = simt::decode(std::move(*module), launch.entry);
  TRY(program);
  simt::GlobalMemory memory;
  simt::LaunchConfig config;
  config.grid = launch.grid;
  config.block = launch.block;
  config.dynamic_shared_bytes = launch.dynamic_shared_bytes;
  for (const auto& argument : launch.arguments) {
    simt::KernelArgument made;
    made.is_buffer = argument.is_buffer;
    if (argument.is_buffer) {
      made.buffer = memory.add("argument", argument.bytes);
    } else {
      made.bytes = argument.bytes;
    }
    config.arguments.push_back(std::move(made));
  }
  auto result = simt::run(**program, memory, config);
  TRY(result);
  Emulated emulated;
  const auto machines = load_machines(BANKLOOM_SOURCE_DIR "/assets/machines");
  TRY(machines);
  emulated.cost = summarize(*find_machine(*machines, "cc9.0"), result->trace);
  for (const auto& argument : config.arguments) {
    emulated.output.buffers.push_back(argument.is_buffer ? std::vector<std::byte>(memory.buffer(argument.buffer).bytes)
                                                         : std::vector<std::byte>());
  }
  return emulated;
}

std::uint64_t shared_wavefronts(const KernelCost& cost) {
  return cost.shared_load.wavefronts + cost.shared_store.wavefronts;
}

/// Cycles as the H200 takes them: 51.2 without a conflict, 2 for each further wavefront; written to the harness'
/// buffer.
GpuOutput harness_output(const GpuLaunch& launch, const KernelCost& cost) {
  // The dearest volatile access of the harness; its memory is cleared without conflicts.
  unsigned wavefronts = 1;
  for (const auto& access : cost.accesses) {
    if (access.space != Space::shared || access.requests == 0) continue;
    wavefronts =
        std::max(wavefronts, static_cast<unsigned>((access.wavefronts + access.requests / 2) / access.requests));
  }
  GpuOutput output;
  output.buffers.resize(launch.arguments.size());
  output.buffers[1] = launch.arguments[1].bytes;
  std::uint32_t turns = 0;
  std::memcpy(&turns, launch.arguments[3].bytes.data(), sizeof turns);
  const auto total = static_cast<std::uint64_t>(FakeDevice::cycles(wavefronts) * turns * kHarnessUnroll);
  for (std::size_t at = 0; at + 8 <= output.buffers[1].size(); at += 8) {
    std::memcpy(output.buffers[1].data() + at, &total, sizeof total);
  }
  return output;
}

}  // namespace

double FakeDevice::nanoseconds(std::uint64_t wavefronts, std::uint64_t blocks) {
  return (1500 + 0.5 * static_cast<double>(wavefronts)) * (blocks == 1 ? 1.0 : static_cast<double>(blocks) / 264);
}

double FakeDevice::cycles(unsigned wavefronts) { return 50 + 2 * wavefronts; }

FakeDevice::FakeDevice() {
  DeviceInfo info;
  info.name = "Test GPU";
  info.driver = "1.2.3";
  info.compute_major = 9;
  info.multiprocessors = 132;
  info.memory_bytes = 1'000'000;
  info.clock_mhz = 1980;
  info.newest_ptx = "compute_90";
  info.has_cupti = true;
  infos.push_back(info);
}

Result<std::vector<DeviceInfo>> FakeDevice::devices() {
  const std::lock_guard call(call_);
  std::unique_lock lock(mutex_);
  asked_.push_back(command_);
  cancelled_ = false;
  bool has_waited = false;
  while (wait_ != DeviceWait::none && !cancelled_) {
    has_waited = true;
    const DeviceWait wait = wait_;
    const std::string said = said_;
    lock.unlock();
    note_(wait, said);
    lock.lock();
    wake_.wait_for(lock, std::chrono::milliseconds(5));
  }
  const bool is_cancelled = cancelled_;
  std::vector<DeviceInfo> found = infos;
  if (!command_.empty()) {
    for (DeviceInfo& info : found) info.where = "lab";
  }
  lock.unlock();
  if (has_waited) note_(DeviceWait::none, "");
  if (is_cancelled) return fail("the measurement was cancelled");
  if (!no_devices.empty()) return fail_with({no_devices});
  return found;
}

std::vector<std::string> FakeDevice::asked() const {
  const std::lock_guard lock(mutex_);
  return asked_;
}

void FakeDevice::wait_for(DeviceWait what, const std::string& said) {
  const std::lock_guard lock(mutex_);
  wait_ = what;
  said_ = said;
  wake_.notify_all();
}

Result<void> FakeDevice::use_command(const std::string& command) {
  const std::lock_guard call(call_);
  const std::lock_guard lock(mutex_);
  command_ = command;
  return {};
}

Result<void> FakeDevice::choose(int) { return {}; }

std::vector<std::string> FakeDevice::calls() const {
  const std::lock_guard lock(mutex_);
  return calls_;
}

Result<void> FakeDevice::begin(const std::string& call, const GpuLaunch& launch, std::chrono::milliseconds deadline) {
  std::unique_lock lock(mutex_);
  calls_.push_back(call + " " + launch.entry + " " + std::to_string(launch.grid.count()));
  if (!hangs) return {};
  cancelled_ = false;
  if (wake_.wait_for(lock, deadline, [this] { return cancelled_; })) return fail("the launch was cancelled");
  return fail("the kernel did not end within {} ms, so its worker was ended", deadline.count());
}

void FakeDevice::cancel() {
  const std::lock_guard lock(mutex_);
  cancelled_ = true;
  wake_.notify_all();
}

Result<GpuOutput> FakeDevice::launch(const GpuLaunch& launch, std::chrono::milliseconds deadline) {
  TRY(begin("launch", launch, deadline));
  const bool is_harness = launch.entry == kHarnessEntry;
  if (!is_harness && !fail_launch.empty()) return fail_with({fail_launch});
  auto emulated = emulate(launch);
  TRY(emulated);
  if (is_harness) return harness_output(launch, emulated->cost);
  if (flips_a_bit) emulated->output.buffers[0][4] ^= std::byte{1};
  return std::move(emulated->output);
}

Result<GpuSamples> FakeDevice::time_alone(const GpuLaunch& launch, std::chrono::milliseconds deadline) {
  TRY(begin("time", launch, deadline));
  if (!fail_time.empty()) return fail_with({fail_time});
  GpuLaunch one = launch;
  one.grid = {1, 1, 1};
  const auto emulated = emulate(one);
  TRY(emulated);
  GpuSamples samples;
  const double middle = nanoseconds(shared_wavefronts(emulated->cost), launch.grid.count());
  for (int i = -30; i <= 30; ++i) samples.nanoseconds.push_back(middle + i);
  samples.dropped = 2;
  samples.how = "a script";
  samples.clock_mhz = clock_mhz;
  return samples;
}

Result<GpuCopySamples> FakeDevice::time_with_copy(const GpuLaunch& launch, std::uint64_t bytes,
                                                  std::chrono::milliseconds deadline) {
  if (bytes == 0) {
    TRY(auto alone, time_alone(launch, deadline));
    return GpuCopySamples{std::move(alone), {}};
  }
  TRY(begin("copy", launch, deadline));
  if (!fail_copy.empty()) return fail_with({fail_copy});
  GpuCopySamples samples;
  // The copy moves 4 bytes a nanosecond, the kernel 3.
  for (int i = -30; i <= 30; ++i) {
    samples.kernel.nanoseconds.push_back(static_cast<double>(2 * bytes) / 3 + i);
    samples.copy.nanoseconds.push_back(static_cast<double>(2 * bytes) / 4 + i);
  }
  samples.kernel.how = samples.copy.how = "a script";
  samples.kernel.clock_mhz = samples.copy.clock_mhz = clock_mhz;
  return samples;
}

Result<GpuCounters> FakeDevice::count(const GpuLaunch& launch, const std::vector<std::string>& metrics,
                                      std::chrono::milliseconds deadline) {
  TRY(begin("count", launch, deadline));
  if (!fail_count.empty()) return fail_with({fail_count});
  GpuCounters result;
  for (const auto& metric : metrics) {
    const auto found = counters.find(metric);
    if (found != counters.end()) result.values.emplace(metric, found->second + counter_offset);
  }
  return result;
}

}  // namespace bankloom::test
