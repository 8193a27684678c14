// Measurer: measures a kernel's run on one GPU: its output, the three readings, the counters.
//
// The PTX that the emulator executed is launched. A kernel in which the emulator found a fault is launched only if the
// caller insists: once, to see what the GPU does, and not timed. More blocks than the catalogue's are launched only
// where the kernel does not read its block index (no %ctaid, %nctaid or the like in its PTX): then all blocks do the
// same to the same elements, and none exceeds a buffer.
//
// Not measured: several kernels at once; power and temperature.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/compile/compiler.h"
#include "core/measure/device.h"
#include "core/measure/harness.h"
#include "core/measure/kernel_measurement.h"
#include "core/measure/twin.h"
#include "core/run/kernel_run.h"
#include "core/simt/block_plan.h"

namespace bankloom {

/// Of a launch of more work than this a sample is emulated before it is measured (RunSettings::most_work): its output
/// is compared with the kernel's rule, and its counters with nothing. A minute of one core.
inline constexpr std::uint64_t kMeasuredWork = 3 * simt::kUsualWork;
/// Waves of blocks in the reading "filled": enough that the first and the last matter little.
inline constexpr unsigned kFilledWaves = 4;
/// Bytes of global memory from which a kernel's bandwidth is measured: less takes about as long as an empty kernel.
inline constexpr std::uint64_t kBandwidthBytes = 1U << 20;
/// How long one call of the device may take, without the transfer of its buffers.
inline constexpr std::chrono::milliseconds kDefaultDeadline = std::chrono::seconds(20);
/// For each so many bytes of buffers a call may take a second longer: the deadline is for the kernel, not for
/// transfers, which are slow on slow machines.
inline constexpr std::uint64_t kHandedOverPerSecond = 32U << 20;

enum class MeasureStep : std::uint8_t { searching_twin, output, one_block, filled, bandwidth, cycles, counters };

/// What is being measured.
struct MeasureProgress {
  std::string kernel;  ///< "square/setRowReadCol"
  OptionValues options;
  MeasureStep step = MeasureStep::output;
  std::size_t item = 0, items = 0;  ///< its place in a recording; 0 of 0: one kernel alone
};

/// How a caller follows and ends a measurement. Both functions are called on the measuring thread and may be empty.
struct MeasureHooks {
  std::function<void(const MeasureProgress&)> progress;
  std::function<bool()> stop;  ///< true: no further call of the device
  bool launch_faulty = false;  ///< launch a kernel with a fault, too
  [[nodiscard]] bool stopped() const { return stop && stop(); }
};

/// Blocks of a kernel that one multiprocessor holds at a time (core/machine/occupancy.h), at least 1. Registers are not
/// counted: as this only sizes a launch, they make more waves of it.
[[nodiscard]] unsigned resident_blocks(const MachineModel& machine, const Dim3& block, std::uint64_t shared_bytes);

/// The launch of the reading "filled"; none where the kernel uses its block's index, or its own launch fills the GPU.
[[nodiscard]] Known<Dim3> filled_grid(const KernelRun& run, unsigned multiprocessors);

/// The most accesses of one kernel that are timed.
inline constexpr std::size_t kTimedAccesses = 6;

/// The shared accesses that the harness can time, the most expensive first: by the wavefronts of the most expensive
/// request, loads before stores, then by line. Indices in run.cost.accesses.
[[nodiscard]] std::vector<std::size_t> timed_order(const KernelRun& run);

/// Bytes that a run's lanes read and write in global memory.
struct GlobalBytes {
  std::uint64_t read = 0, written = 0;
  [[nodiscard]] std::uint64_t sum() const { return read + written; }
};
/// Counts the accesses of all lanes of the emulated run; an atomic reads and writes.
[[nodiscard]] GlobalBytes global_bytes(const KernelRun& run);

/// A run as a launch, which does not return the inputs.
[[nodiscard]] GpuLaunch launch_of(const KernelRun& run);

/// The GPU's output buffers against the emulator's.
[[nodiscard]] OutputCheck check_output(const KernelRun& run, const GpuOutput& output);

/// The device's GPUs. Reasons: there is none (no_gpu).
[[nodiscard]] Known<std::vector<DeviceInfo>> gpus_of(Device& device);

class Measurer {
 public:
  using NoteGpus = std::function<void(const Known<std::vector<DeviceInfo>>&)>;
  /// Chooses the GPU, and tells `note` which there are. Reasons: no GPU (no_gpu); no GPU of that index.
  [[nodiscard]] static Known<Measurer> open(Device& device, Compiler& compiler, int index,
                                            std::chrono::milliseconds deadline = kDefaultDeadline,
                                            const NoteGpus& note = {});

  [[nodiscard]] const DeviceInfo& info() const { return info_; }
  [[nodiscard]] const MeasuringGpu& gpu() const { return gpu_; }
  /// The virtual architecture to compile kernels for.
  [[nodiscard]] const std::string& architecture() const { return architecture_; }
  /// The name of this GPU's machine model ("cc9.0") if it is among these; else the default's.
  [[nodiscard]] std::string machine_name(const std::vector<MachineModel>& machines) const;

  /// Measures one run, without its twin. Never fails as a whole: each missing number has its reason.
  [[nodiscard]] KernelReadings measure(const KernelRun& run, const MeasureHooks& hooks = {});
  /// The duration of an empty kernel; measured once.
  [[nodiscard]] Known<Measurement> empty_kernel(const KernelRun& any);
  /// The clock during the last timing, in MHz; 0 where unknown.
  [[nodiscard]] double observed_clock_mhz() const { return observed_clock_; }
  /// Where the last durations came from ("CUPTI activity records"); empty before the first.
  [[nodiscard]] const std::string& durations_from() const { return durations_from_; }

 private:
  Measurer(Device& device, DeviceInfo info, std::chrono::milliseconds deadline)
      : device_(&device), info_(std::move(info)), deadline_(deadline) {}
  [[nodiscard]] std::chrono::milliseconds deadline_for(const GpuLaunch& launch) const;
  Reading time(const GpuLaunch& launch, const char* name, double divisor, const char* unit);
  Reading reading_of(const GpuSamples& samples, const char* name, const char* unit,
                     const std::function<double(double)>& from_nanoseconds);
  /// Checks the output; false where nothing may be timed afterwards.
  bool launch_once(const KernelRun& run, const GpuLaunch& launch, bool is_faulty, KernelReadings& readings);
  /// False where the kernel breaks when it is launched repeatedly.
  bool time_one_launch(const GpuLaunch& launch, KernelReadings& readings);
  void time_filled(const KernelRun& run, GpuLaunch launch, KernelReadings& readings);
  void measure_bandwidth(const KernelRun& run, const GpuLaunch& launch, KernelReadings& readings);
  Result<Measurement> harness(const KernelRun& run, const HarnessAccess& access, bool is_empty);
  void measure_cycles(const KernelRun& run, KernelReadings& readings);
  void count(const KernelRun& run, const GpuLaunch& launch, KernelReadings& readings);

  Device* device_;
  DeviceInfo info_;
  MeasuringGpu gpu_;
  std::string architecture_;
  std::chrono::milliseconds deadline_;
  std::optional<Measurement> empty_kernel_;
  std::map<bool, Measurement> empty_harness_;  ///< by whether the access is a store
  double observed_clock_ = 0;
  std::string durations_from_;
};

/// Why a GPU's counters cannot be read; empty where they can. An empty kernel is counted, since drivers refuse a
/// missing permission only then. A kernel that cannot be launched at all says nothing about counters.
[[nodiscard]] std::string counters_problem(Device& device, const DeviceInfo& info);

/// Today as "2026-11-21", by the system's clock in UTC.
[[nodiscard]] std::string today();

/// Measures a run with its twin, for the command and the window. `make_run` makes the twin's run.
[[nodiscard]] KernelMeasurement measure_with_twin(Measurer& measurer, const KernelRun& run, const RunMaker& make_run,
                                                  const MeasureHooks& hooks = {});

}  // namespace bankloom
