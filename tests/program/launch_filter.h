// LaunchFilter: between a program and its device. It passes on what each sends, counts the launches, and may leave one
// of them out, of which the program is told that it was made.
#pragma once

#include <cstdint>
#include <optional>
#include <thread>

#include "program/posix_handle.h"

namespace bankloom::program::test {

class LaunchFilter {
 public:
  /// `device`: the program's end of the device's channel; this takes a copy of its own.
  LaunchFilter(int device, std::optional<std::uint64_t> left_out);
  /// Waits until the program's end, or the device's, is closed.
  ~LaunchFilter();
  LaunchFilter(const LaunchFilter&) = delete;
  LaunchFilter& operator=(const LaunchFilter&) = delete;

  /// What the program is given in the place of the device's channel.
  [[nodiscard]] int child_channel() const { return theirs_.get(); }
  void close_child_channel() { theirs_.reset(); }
  /// Requests to launch a kernel, once the program has ended.
  [[nodiscard]] std::uint64_t await_launches();

 private:
  void pass_on();
  [[nodiscard]] bool pass_one();
  [[nodiscard]] bool answer_for_device() const;

  FileHandle device_, ours_, theirs_;
  std::optional<std::uint64_t> left_out_;
  std::uint64_t launches_ = 0;
  std::thread thread_;
};

}  // namespace bankloom::program::test
