// LaunchCapture: copies of the arguments and the memory of a program's launches, as the options ask for them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/own/captured_launch.h"
#include "core/program/device_memory.h"
#include "core/program/program_modules.h"
#include "core/program/program_run.h"

namespace bankloom::program {

class LaunchCapture {
 public:
  explicit LaunchCapture(const CaptureOptions& options) : options_(options) {}

  /// Captures a launch before it is executed, if it is wanted and there is room.
  void take(const ProgramLaunch& launch, const ProgramFunction& function, std::span<const std::byte> parameters,
            const DeviceMemory& memory);
  /// The digest of what the launch captured last wrote; "" if it was not captured.
  [[nodiscard]] std::string written_by(const ProgramLaunch& launch, const DeviceMemory& memory) const;
  /// From now on launches follow one that was executed in part.
  void note_sample() { is_after_sample_ = true; }
  /// Moves the captured launches to `run`, and the number of those without room.
  void give(ProgramRun& run);

 private:
  /// The contents that were captured last, if they have not changed; else null.
  [[nodiscard]] CapturedBytes unchanged(const Allocation& allocation) const;
  /// Copies what is alive; false if more than `room` bytes would have to be copied.
  bool copy_memory(const DeviceMemory& memory, std::uint64_t room, std::vector<CapturedMemory>& copies);

  CaptureOptions options_;
  std::vector<std::shared_ptr<const CapturedLaunch>> launches_;
  std::map<std::uint64_t, CapturedBytes> last_;  ///< by address
  std::uint64_t bytes_ = 0, without_room_ = 0;
  bool is_after_sample_ = false;
};

}  // namespace bankloom::program
