// Steps and questions of a test's own over the runs of the shipped kernels.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "../session/session_fixture.h"
#include "core/learn/exercise.h"
#include "core/learn/lesson.h"
#include "core/learn/question.h"

namespace bankloom::test {

/// The load goes down a column of a tile of 32 x 32 words.
inline const std::string kColumn = "square/setRowReadCol\nat line 9 load";

/// lesson.md of five steps, the first of which has this text.
[[nodiscard]] std::string lesson_text(const std::string& first_step);
/// A step with this scene and this question: "wavefronts\nlane: 5". What every question needs is added.
[[nodiscard]] std::string step_text(const std::string& scene, const std::string& question);

class LearnTest : public SessionTest {
 protected:
  /// The question of a step, or a failed test and an empty one.
  learn::Asked ask(const std::string& scene, const std::string& question);
  /// Why it cannot be asked; empty where it can.
  std::string refused(const std::string& scene, const std::string& question);
  /// The shipped lessons, in the catalogue's order.
  static const std::vector<learn::Lesson>& lessons();
  /// What the shipped recordings say of a run, and of the time of a launch.
  static std::optional<KernelMeasurement> recorded(const KernelRun& run);
  static std::optional<double> recorded_launch(const Kernel& kernel, const OptionValues& options);

  learn::Sources sources{[this](const RunKey& key) { return runs.wait(key); }, recorded, recorded_launch};

 private:
  Result<learn::Step> step(const std::string& scene, const std::string& question);
};

}  // namespace bankloom::test
