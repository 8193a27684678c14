// Device: the machine's GPU, as the program sees it: it launches PTX, times it and counts events. It needs no CUDA
// header.
//
// The implementation that talks to a driver runs in a worker process (app/cuda); the program has a client of it. Every
// call may fail with one sentence; after a failure the device is usable again.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/base/dim3.h"
#include "core/base/result.h"

namespace bankloom {

struct DeviceInfo {
  int index = 0;       ///< as the driver counts
  std::string name;    ///< "NVIDIA H200"
  std::string driver;  ///< "580.159.03"; the CUDA version it supports where that is all there is: "CUDA 13.0"
  unsigned compute_major = 0, compute_minor = 0;
  unsigned multiprocessors = 0;
  std::uint64_t memory_bytes = 0;
  double clock_mhz = 0;     ///< highest clock of the multiprocessors; 0 where unknown
  std::string newest_ptx;   ///< virtual architecture to compile for: "compute_90"
  bool has_cupti = false;   ///< durations come from CUPTI's activity records
  std::string no_counters;  ///< why performance counters cannot be read, in one sentence; empty where they can
  std::string uuid = {};    ///< as the driver writes it, so that programs can take turns; empty where unknown
  std::string where = {};   ///< the name of the machine that has it, where a command led there; empty: this machine
};

/// What a call of a device waits for before it does its work.
enum class DeviceWait : std::uint8_t {
  none,
  start,  ///< for the command that leads to a GPU: a queue, a login
  turn,   ///< for another program that measures on this GPU
};
/// Told, on the calling thread, that a wait begins, that the one for a start goes on (twice a second), or that it is
/// over (none); `said` is the last line that
/// the command wrote, if any.
using WaitNote = std::function<void(DeviceWait wait, const std::string& said)>;

/// What is launched. Buffers live on the device only for the call.
struct GpuLaunch {
  std::string ptx;
  std::string entry;
  Dim3 grid{}, block;
  std::uint32_t dynamic_shared_bytes = 0;
  struct Argument {
    bool is_buffer = false;
    std::vector<std::byte> bytes;  ///< contents before the launch, or the scalar
    bool is_returned = true;       ///< a buffer whose contents afterwards are wanted
    /// Of a buffer: its address in the program that the launch was captured from. Addresses of such buffers, in scalars
    /// and in buffers, are replaced by those on the device. 0: it had none.
    std::uint64_t address = 0;
    std::string variable{};    ///< of a buffer: the module's variable that it is, "" where it is none
    bool is_parameter = true;  ///< false: the kernel is not given it, but reaches it
  };
  std::vector<Argument> arguments{};  ///< those that are parameters in the order of the entry's
  bool restores = false;              ///< where it is launched again and again, all buffers begin with their contents
};

/// The buffer arguments afterwards; empty for scalars and for buffers that are not returned.
struct GpuOutput {
  std::vector<std::vector<std::byte>> buffers;
};

/// The values of GpuSamples::how.
inline constexpr const char* kFromCupti = "CUPTI activity records";
inline constexpr const char* kFromEvents = "CUDA events";

/// Durations of single launches.
struct GpuSamples {
  std::vector<double> nanoseconds;  ///< those kept, in order
  std::uint32_t dropped = 0;        ///< left out because the clock was lowered
  std::string how;                  ///< kFromCupti or kFromEvents
  double clock_mhz = 0;             ///< median of the multiprocessors' clock meanwhile; 0 where unknown
};

/// A kernel's durations, and those of the device's own copy, taken in turns.
struct GpuCopySamples {
  GpuSamples kernel, copy;
};

struct GpuCounters {
  std::map<std::string, double> values;  ///< by metric name, summed over the device
};

class Device {
 public:
  virtual ~Device() = default;
  [[nodiscard]] virtual Result<std::vector<DeviceInfo>> devices() = 0;
  /// Which of them the following calls use; 0 at first.
  virtual Result<void> choose(int index) = 0;
  [[nodiscard]] virtual Result<GpuOutput> launch(const GpuLaunch& launch, std::chrono::milliseconds deadline) = 0;
  /// Launches again and again: warm-up, then until the median is stable (rule: core/measure/statistics.h).
  [[nodiscard]] Result<GpuSamples> time(const GpuLaunch& launch, std::chrono::milliseconds deadline) {
    TRY(auto samples, time_with_copy(launch, 0, deadline));
    return std::move(samples.kernel);
  }
  /// The same, in turns with the device's own copy of `bytes` bytes from one buffer to another; without it for 0.
  [[nodiscard]] virtual Result<GpuCopySamples> time_with_copy(const GpuLaunch& launch, std::uint64_t bytes,
                                                              std::chrono::milliseconds deadline) = 0;
  [[nodiscard]] virtual Result<GpuCounters> count(const GpuLaunch& launch, const std::vector<std::string>& metrics,
                                                  std::chrono::milliseconds deadline) = 0;
  /// Whether the last launch that failed did so in its kernel (a fault, a missed deadline, a crash), rather than being
  /// refused by the GPU.
  [[nodiscard]] virtual bool kernel_broke() const { return false; }
  /// Measures from the next call on where a command leads, in words as a shell reads them; empty: on this machine.
  /// Waits for a call that runs. Errors: there is no word in it.
  virtual Result<void> use_command(const std::string& command) {
    return command.empty() ? Result<void>() : fail("this build cannot reach a GPU elsewhere");
  }
  /// Who is told of waits. To be set between two calls.
  virtual void on_wait(const WaitNote& /*note*/) {}
  /// Ends the running call, from another thread: that call returns an Error. Does nothing where no call runs.
  virtual void cancel() {}
};

}  // namespace bankloom
