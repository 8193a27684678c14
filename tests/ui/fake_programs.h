// Programs whose runs are of the tests' making.
#pragma once

#include <atomic>
#include <filesystem>
#include <mutex>
#include <string>
#include <vector>

#include "ui/programs/programs.h"

namespace bankloom::test {

/// A launch as a list shows it.
program::ProgramLaunch sample_launch(std::uint64_t index, const std::string& kernel, std::uint64_t conflicts);

/// A run with launches that are alike, one that was sampled, one of so many conflicts, and a report.
program::ProgramOutcome sample_outcome(std::uint64_t conflicts);

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
  program::BuildResult<program::ProgramOutcome> run(const program::ProgramRequest& request,
                                                    const program::ProgramCallbacks& callbacks);
  mutable std::mutex mutex_;
  program::ProgramOutcome outcome_;
  std::vector<program::ProgramRequest> requests_;
};

}  // namespace bankloom::test
