// Drills as a person is asked them on a terminal, by the real executable.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "../cli/process.h"
#include "core/base/text_lines.h"
#include "core/learn/drill.h"

namespace bankloom::test {
namespace {

class DrillSessions : public testing::Test {
 protected:
  ProcessResult drill(const std::vector<std::string>& arguments, const std::string& input) {
    std::vector<std::string> all = {"learn", "--drill"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return bankloom_run(all, input, {{"XDG_STATE_HOME", folder_.path("state")}});
  }
  [[nodiscard]] std::string progress() const {
    std::ifstream stream(folder_.path("state") + "/bankloom/progress.tsv", std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  static bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

  TemporaryFolder folder_;
};

TEST_F(DrillSessions, TheRightAnswersAreTakenAndKept) {
  const auto machines = load_machines(BANKLOOM_SOURCE_DIR "/assets/machines");
  ASSERT_TRUE(machines) << machines.error().message;
  const auto machine = find_machine(*machines, kDefaultMachine);
  ASSERT_TRUE(machine) << machine.error().message;
  std::string input;
  constexpr unsigned kCount = 20;
  for (unsigned number = 0; number < kCount; ++number) {
    const auto asked = ask(learn::make_drill(*machine, 7, number), *machine);
    ASSERT_TRUE(asked) << asked.error().message;
    std::vector<std::uint64_t> whole;
    for (const double one : asked->right) whole.push_back(static_cast<std::uint64_t>(one));
    input += "something else\n" + join(whole, " ") + "\n";
  }
  const auto result = drill({"7", "--count", "20"}, input);
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_TRUE(has(result.out, "Seed 7. The same for everyone: bankloom learn --drill 7\n")) << result.out;
  EXPECT_TRUE(has(result.out, "20 of 20 right, 20 of them within 20 seconds")) << result.out;
  EXPECT_FALSE(has(result.out, "The answer:"));
  EXPECT_EQ(split_lines(progress()).size(), 2 * kCount);  // each with an empty line before it
  EXPECT_FALSE(has(progress(), "\twrong\t"));
  EXPECT_TRUE(has(progress(), "\tright\tdrill\tdrill:"));
}

TEST_F(DrillSessions, AWrongAnswerGetsAReplyAndIsAskedMoreOften) {
  std::string input;
  for (int i = 0; i < 12; ++i) input += "31\n";
  const auto first = drill({"12", "--count", "12"}, input);
  EXPECT_EQ(first.status, 0);
  EXPECT_TRUE(has(first.out, "The answer: ")) << first.out;
  EXPECT_TRUE(has(progress(), "\twrong\tdrill\tdrill:"));
  // Everyone who types the seed is asked the same, what was wrong before or not.
  const auto again = drill({"12", "--count", "12"}, input);
  const auto questions = [](const std::string& out) { return out.substr(0, out.rfind('\n', out.size() - 2)); };
  EXPECT_EQ(questions(again.out), questions(first.out));
  const auto own = drill({"--count", "1"}, "?\n");
  EXPECT_TRUE(has(own.out, ", with more of what you got wrong before. The same for everyone: bankloom learn --drill "))
      << own.out;
  EXPECT_TRUE(has(own.out, "0 of 1 right")) << own.out;
  EXPECT_TRUE(has(progress(), "\tshown\tdrill\tdrill:"));
}

TEST_F(DrillSessions, EndWithTheInput) {
  const auto result = drill({"3"}, "");
  EXPECT_EQ(result.status, 0);
  EXPECT_TRUE(has(result.out, "0 of 0 right")) << result.out;
}

TEST_F(DrillSessions, SayWhatIsNoSeed) {
  expect_usage_error({"learn", "--drill", "monday"}, {"--drill", "monday"});
  expect_usage_error({"learn", "--drill", "1", "--count", "0"}, {"--count"});
}

}  // namespace
}  // namespace bankloom::test
