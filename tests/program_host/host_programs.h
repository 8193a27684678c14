// Small programs that are compiled by the host's compiler and run as learners' programs are.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "program/host_process.h"
#include "program/supervise.h"

namespace bankloom::test {

/// A folder with a program in it.
class HostProgram {
 public:
  /// Compiles `body`, the statements of main(int argc, char** argv); a failed expectation where that fails.
  explicit HostProgram(const std::string& body);
  ~HostProgram();
  HostProgram(const HostProgram&) = delete;
  HostProgram& operator=(const HostProgram&) = delete;

  /// How it is started: with the folder visible, and `folder()/work` to write to and to begin in.
  [[nodiscard]] program::HostLaunch launch() const;
  /// Runs it under an isolation that this machine grants, for 20 s at most.
  [[nodiscard]] program::HostRun run(const program::HostLaunch& launch,
                                     program::Isolation isolation = program::Isolation::namespaces) const;
  [[nodiscard]] program::HostRun run() const { return run(launch()); }
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
};

/// Whether this machine grants namespaces, and if not, what it said.
[[nodiscard]] const std::string& why_no_namespaces();

}  // namespace bankloom::test

#define BANKLOOM_NEEDS_NAMESPACES()                                                                        \
  do {                                                                                                     \
    if (!bankloom::test::why_no_namespaces().empty()) GTEST_SKIP() << bankloom::test::why_no_namespaces(); \
  } while (false)
