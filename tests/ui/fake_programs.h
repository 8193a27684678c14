// Programs whose runs are of the tests' making.
#pragma once

#include <atomic>
#include <filesystem>
#include <mutex>
#include <string>
#include <vector>

#include "core/compile/compiler.h"
#include "ui/programs/programs.h"

namespace bankloom::test {

/// A launch as a list shows it.
program::ProgramLaunch sample_launch(std::uint64_t index, const std::string& kernel, std::uint64_t conflicts);

/// A run with launches that are alike, one that was sampled, one of so many conflicts, and a report.
program::ProgramOutcome sample_outcome(std::uint64_t conflicts);

/// The kernel of this text, which NAME and two pointers, out and in, to so many floats are all of, as a program
/// launched it: with blocks of 32 x 32 threads and numbers from 0 in `in`. Null where the text does not compile.
std::shared_ptr<const CapturedLaunch> captured_kernel(Compiler& compiler, const std::filesystem::path& file,
                                                      const std::string& text, std::uint64_t index,
                                                      std::uint32_t blocks);

/// Lets a program run, and waits for its end.
void run_to_end(ui::Programs& programs, const std::filesystem::path& file);

/// What is asked of a backend, and what it answers.
class FakePrograms {
 public:
  [[nodiscard]] ui::ProgramBackend backend();

  std::atomic<int> runs = 0, fetches = 0;
  std::atomic<bool> has_compiler = true, is_kept_apart = true, waits = false, fails = false;
  /// What the next run gives.
  void set_outcome(program::ProgramOutcome outcome);
  [[nodiscard]] std::vector<program::ProgramRequest> requests() const;

 private:
  Result<program::ProgramOutcome> run(const program::ProgramRequest& request,
                                      const program::ProgramCallbacks& callbacks);
  mutable std::mutex mutex_;
  program::ProgramOutcome outcome_;
  std::vector<program::ProgramRequest> requests_;
};

}  // namespace bankloom::test
