// A control group (cgroups(7), version 2) of a program's own, where the system lets this user make one beside or below
// bankloom's: the kernel then counts memory of every kind (files in memory, the page cache, buffers) and processes.
#pragma once

#include <filesystem>
#include <string>

#include "core/base/files.h"
#include "program/host_process.h"

namespace bankloom::program {

/// Where groups are; others for tests.
struct GroupPlace {
  std::filesystem::path top = "/sys/fs/cgroup";
  std::filesystem::path own = "/proc/self/cgroup";  ///< names this process's group
};

class ControlGroup {
 public:
  ControlGroup() = default;
  /// A group with the limits; without an effect where none can be made.
  explicit ControlGroup(const HostLimits& limits, const GroupPlace& place = {});
  /// Ends what is in it.
  ~ControlGroup();
  ControlGroup(ControlGroup&& other) noexcept;
  ControlGroup& operator=(ControlGroup&&) = delete;

  [[nodiscard]] bool is_made() const { return !folder_.empty(); }
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
  /// Of the folder, for clone3(2); -1 without a group.
  [[nodiscard]] int descriptor() const { return opened_.get(); }
  /// Whether the kernel has ended a process in it for want of memory.
  [[nodiscard]] bool ran_out_of_memory() const;

 private:
  bool make_below(const std::filesystem::path& above, const HostLimits& limits);

  std::filesystem::path folder_;
  FileHandle opened_;
};

}  // namespace bankloom::program
