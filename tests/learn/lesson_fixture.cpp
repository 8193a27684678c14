#include "lesson_fixture.h"

#include <utility>

#include "core/measure/recording.h"

namespace bankloom::test {

std::string lesson_text(const std::string& first_step) {
  std::string text = "# Title\n\nThe goal.\n\n" + first_step;
  for (const char* const name : {"Second", "Third", "Fourth", "Fifth"}) {
    text += std::string("\n## ") + name + "\n\nA sentence.\n";
  }
  return text;
}

std::string step_text(const std::string& scene, const std::string& question) {
  return "## First\n\n```scene\nbankloom " + scene + "\n```\n\nA sentence.\n\n```question " + question +
         "\nask: What is it?\nwhy: So it is.\n```\n";
}

Result<learn::Step> LearnTest::step(const std::string& scene, const std::string& question) {
  TRY(auto lesson, learn::parse_lesson(lesson_text(step_text(scene, question)), "own/lesson.md"));
  return std::move(lesson.steps.front());
}

learn::Asked LearnTest::ask(const std::string& scene, const std::string& question) {
  SCOPED_TRACE(scene);
  const auto one = step(scene, question);
  EXPECT_TRUE(one) << one.error().message;
  if (!one) return {};
  auto asked = learn::ask(*one, sources);
  EXPECT_TRUE(asked) << asked.error().message;
  if (!asked) return {};
  EXPECT_TRUE(*asked) << "a run is missing";
  return *asked ? **std::move(asked) : learn::Asked{};
}

std::string LearnTest::refused(const std::string& scene, const std::string& question) {
  const auto one = step(scene, question);
  if (!one) return one.error().message;
  const auto asked = learn::ask(*one, sources);
  return asked ? "" : asked.error().message;
}

std::optional<KernelMeasurement> LearnTest::recorded(const KernelRun& run) {
  static const Recordings all = load_recordings({BANKLOOM_SOURCE_DIR "/assets/recordings"});
  std::vector<const Recording*> list;
  for (const Recording& one : all.list) list.push_back(&one);
  auto found = recorded_measurement(list, run.kernel->id(), run.instance.options, run.kernel->source);
  return found ? std::optional(*std::move(found)) : std::nullopt;
}

std::optional<double> LearnTest::recorded_launch(const Kernel& kernel, const OptionValues& options) {
  static const Recordings all = load_recordings({BANKLOOM_SOURCE_DIR "/assets/recordings"});
  return recorded_time(all, kernel, options);
}

const std::vector<learn::Lesson>& LearnTest::lessons() {
  static const std::vector<learn::Lesson> all = [] {
    std::vector<std::string> names;
    for (const auto& lesson : Shipped::get().catalog.lessons) names.push_back(lesson.name);
    auto loaded = learn::load_lessons(BANKLOOM_SOURCE_DIR "/kernels", names);
    if (!loaded) throw std::runtime_error(loaded.error().message);
    return *std::move(loaded);
  }();
  return all;
}

}  // namespace bankloom::test
