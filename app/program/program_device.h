// ProgramDevice: the device that a learner's program finds. The program runs in a child process under bankloom's CUDA
// runtime (app/runtime); the runtime's requests come here over a socket, memory is shared, launches are emulated.
//
//   auto device = ProgramDevice::create(machine, options);
//   fork: child: environment BANKLOOM_CHANNEL=<n>, LD_LIBRARY_PATH=<folder of libcudart.so.13>, where descriptor n is
//         child_channel() (dup2 clears its close-on-exec flag); exec
//   parent: device->close_child_channel(); device->serve(stop, progress); device->take_result();
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "core/base/result.h"
#include "core/machine/machine_model.h"
#include "core/program/program_run.h"

namespace bankloom::program {

/// The environment variable with the number of the runtime's socket.
inline constexpr const char* kChannelVariable = "BANKLOOM_CHANNEL";

/// What a run in progress is at.
struct ProgramProgress {
  std::uint64_t launches = 0;  ///< begun
  std::string kernel;          ///< of the launch that is being emulated; "" between launches
  std::uint64_t blocks_done = 0, blocks = 0;
};

class ProgramDevice {
 public:
  /// Errors: the system gives no socket or no shared memory.
  [[nodiscard]] static Result<std::unique_ptr<ProgramDevice>> create(const MachineModel& machine,
                                                                     const ProgramOptions& options);
  ~ProgramDevice();
  ProgramDevice(const ProgramDevice&) = delete;
  ProgramDevice& operator=(const ProgramDevice&) = delete;

  /// The child's end of the socket; it is closed on exec unless that is changed.
  [[nodiscard]] int child_channel() const;
  /// Closes this process's copy of it, once the child has its own: without that serve() does not see the child end.
  void close_child_channel();

  /// Answers the runtime until every process that holds the channel has ended, `stop` is requested, the time limit is
  /// over or the child sends nonsense (ProgramRun says which). After anything but the first the channel is shut: the
  /// runtime ends the program with its next call. `progress` is called from another thread, some times a second; may be
  /// empty. `enough` is called once the launch of CaptureOptions::index was made, which the program is never told: who
  /// calls has to end it; empty: the program goes on.
  void serve(const std::stop_token& stop, const std::function<void(const ProgramProgress&)>& progress = {},
             const std::function<void()>& enough = {});

  /// What is known so far; once, after serve().
  [[nodiscard]] ProgramRun take_result();

 private:
  struct Parts;
  explicit ProgramDevice(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace bankloom::program
