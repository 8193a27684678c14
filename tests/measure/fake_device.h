// A device without a GPU: answers by script, computes outputs with the emulator, can be slow, fail, hang or die.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "core/measure/device.h"

namespace bankloom::test {

class FakeDevice : public Device {
 public:
  FakeDevice();

  Result<std::vector<DeviceInfo>> devices() override;
  Result<void> choose(int index) override;
  Result<GpuOutput> launch(const GpuLaunch& launch, std::chrono::milliseconds deadline) override;
  Result<GpuCopySamples> time_with_copy(const GpuLaunch& launch, std::uint64_t bytes,
                                        std::chrono::milliseconds deadline) override;
  Result<GpuCounters> count(const GpuLaunch& launch, const std::vector<std::string>& metrics,
                            std::chrono::milliseconds deadline) override;
  Result<void> use_command(const std::string& command) override;
  void on_wait(const WaitNote& note) override { note_ = note; }
  void cancel() override;
  [[nodiscard]] bool kernel_broke() const override { return breaks; }

  /// What is called, in order: "launch setRowReadCol 1", "time setRowReadCol 4224" (entry and number of blocks).
  [[nodiscard]] std::vector<std::string> calls() const;
  /// The commands that led to where it was asked for its GPUs.
  [[nodiscard]] std::vector<std::string> asked() const;
  /// What devices() waits for and tells, until it is none or cancel() is called. The command's last line is `said`.
  void wait_for(DeviceWait what, const std::string& said = "");

  std::vector<DeviceInfo> infos;  ///< with a command, of the machine "lab"
  std::string no_devices;         ///< error of devices(); empty for none
  std::string fail_launch;        ///< error of launch() of kernels (not of the harness); empty for none
  std::string fail_time;
  std::string fail_copy;  ///< error of time_with_copy(), where something is copied
  std::string fail_count;
  std::atomic<bool> hangs = false;  ///< calls wait until cancel() or the deadline
  bool breaks = false;              ///< what fails is the kernel
  bool flips_a_bit = false;         ///< in the first buffer of a kernel's output
  double counter_offset = 0;        ///< added to every counter
  std::map<std::string, double> counters;
  double clock_mhz = 1980;

  /// Nanoseconds of a launch of one block, by the wavefronts of its shared accesses; see fake_device.cpp.
  static double nanoseconds(std::uint64_t wavefronts, std::uint64_t blocks);
  /// Cycles of a request of so many wavefronts.
  static double cycles(unsigned wavefronts);

 private:
  Result<GpuSamples> time_alone(const GpuLaunch& launch, std::chrono::milliseconds deadline);
  Result<void> begin(const std::string& call, const GpuLaunch& launch, std::chrono::milliseconds deadline);
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  bool cancelled_ = false;
  std::vector<std::string> calls_, asked_;
  std::mutex call_;  ///< held by a call, and use_command() waits for it
  WaitNote note_;
  DeviceWait wait_ = DeviceWait::none;
  std::string said_, command_;
};

}  // namespace bankloom::test
