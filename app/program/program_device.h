// ProgramDevice: the device of a learner's program, which runs in a child process with bankloom's CUDA runtime
// (app/runtime). The runtime's requests arrive over a socket, memory is shared, launches are emulated.
//
//   auto device = ProgramDevice::create(machine, options);
//   fork: child: environment BANKLOOM_CHANNEL=<n>, LD_LIBRARY_PATH=<folder of libcudart.so.13>, where descriptor n is
//         child_channel() (dup2 clears its close-on-exec flag); exec
//   parent: device->close_child_channel(); device->serve(stop, progress); device->take_result();
#pragma once

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

/// How far a run is.
struct ProgramProgress {
  std::uint64_t launches = 0;  ///< that have begun
  std::string kernel;          ///< of the launch that is being emulated; "" between launches
  std::uint64_t blocks_done = 0, blocks = 0;
};

class ProgramDevice {
 public:
  /// Errors: the system gives no socket or no shared memory.
  [[nodiscard]] static Result<std::unique_ptr<ProgramDevice>> create(const MachineModel& machine,
                                                                     const ProgramOptions& options);
  ~ProgramDevice();
  ProgramDevice& operator=(ProgramDevice&&) = delete;

  /// The child's end of the socket, which closes on exec unless that is changed.
  [[nodiscard]] int child_channel() const;
  /// Closes this process's copy of it, after the child has its own: otherwise serve() does not notice the child's end.
  void close_child_channel();

  /// Bytes of memory that the device's file uses, by whomever.
  [[nodiscard]] std::uint64_t memory_in_use() const;

  /// Answers the runtime until every process with the channel has ended, `stop` is requested, the time is up, or the
  /// child breaks the protocol (ProgramRun says which). In the last three cases the channel is closed, and the runtime
  /// ends the program at its next call. `progress`, unless empty, is called from another thread several times a second.
  /// `enough`, unless empty, is called after the launch of CaptureOptions::index; that launch gets no reply, so the
  /// caller must end the program.
  void serve(const std::stop_token& stop, const std::function<void(const ProgramProgress&)>& progress = {},
             const std::function<void()>& enough = {});

  /// Call it once, after serve().
  [[nodiscard]] ProgramRun take_result();

 private:
  struct Parts;
  explicit ProgramDevice(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace bankloom::program
