// The programs of tests/programs/cases.txt: each compares what it computes with what it expects, and ends with 0 where
// they are the same; each does and prints under our runtime what it does and prints on a GPU (tests/programs/outputs);
// and each would notice if any of its launches had not been made.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "program_process.h"

namespace bankloom::program {
namespace {

namespace fs = std::filesystem;

const fs::path kFolder = fs::path(BANKLOOM_SOURCE_DIR) / "tests" / "programs";

struct Case {
  std::string name, program, options, argument;
};

void PrintTo(const Case& one, std::ostream* stream) { *stream << one.name; }

std::vector<Case> read_cases() {
  std::vector<Case> cases;
  std::ifstream file(kFolder / "cases.txt");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#")) continue;
    std::istringstream words(line);
    Case one;
    words >> one.name >> one.program >> one.options >> one.argument;
    if (one.options == "-") one.options.clear();
    if (one.argument == "-") one.argument.clear();
    cases.push_back(one);
  }
  return cases;
}

test::ProgramSetting setting_of(const Case& one) {
  test::ProgramSetting setting;
  if (!one.argument.empty()) setting.arguments = {one.argument};
  return setting;
}

class CheckedProgram : public testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    if (!test::why_no_nvcc().empty()) GTEST_SKIP() << test::why_no_nvcc();
  }
};

TEST_P(CheckedProgram, EndsRightAndMissesEachLaunch) {
  const Case& one = GetParam();
  const auto program = test::compiled(one.program, one.options);
  ASSERT_TRUE(program);
  test::ProgramSetting setting = setting_of(one);
  const test::Ended right = test::run_program(*program, setting);
  EXPECT_EQ(right.status, 0) << right.output << right.errors;
  EXPECT_EQ(right.run.unusable, std::vector<std::string>());
  EXPECT_TRUE(right.run.refused.empty());
  EXPECT_GT(right.launches, 0u);
  if (testing::Test::HasFailure()) return;
  for (std::uint64_t launch = 0; launch < right.launches; ++launch) {
    setting.left_out = launch;
    EXPECT_NE(test::run_program(*program, setting).status, 0) << "without launch " << launch;
  }
  const fs::path kept = kFolder / "outputs" / (one.name + ".out");
  if (!fs::exists(kept)) GTEST_SKIP() << "scripts/programs_on_gpu.sh has not recorded it";
  EXPECT_EQ(right.output + "status " + std::to_string(right.status) + "\n", test::file_text(kept));
}

INSTANTIATE_TEST_SUITE_P(All, CheckedProgram, testing::ValuesIn(read_cases()),
                         [](const auto& instance) { return instance.param.name; });

TEST(CheckedPrograms, AreAsManyAsArePromised) { EXPECT_GE(read_cases().size(), 25u); }

}  // namespace
}  // namespace bankloom::program
