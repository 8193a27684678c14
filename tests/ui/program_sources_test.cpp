// What a program is made of, and what is remembered of it.
#include <gtest/gtest.h>

#include <filesystem>

#include "../base/scratch_folder.h"
#include "core/base/command_words.h"
#include "program/tool.h"
#include "ui/programs/program_memory.h"
#include "ui/programs/program_sources.h"

namespace bankloom::test {
namespace {

namespace fs = std::filesystem;
using ui::ProgramPlan;
using ui::read_sources;

TEST(SplitWords, IsAsInAShell) {
  const auto words = split_words("  1024 'a b' \"c d\"e f\\ g '' ");
  EXPECT_EQ(words, (std::vector<std::string>{"1024", "a b", "c de", "f g", ""}));
  EXPECT_TRUE(split_words(" \t ").empty());
  EXPECT_EQ(split_words("'open end"), (std::vector<std::string>{"open end"}));
}

class ProgramSourcesTest : public ::testing::Test {
 protected:
  [[nodiscard]] std::string digest(const ProgramPlan& plan) const { return read_sources(plan).digest; }

  ScratchFolder scratch_;
  // A folder with a .git is where the search for headers ends.
  fs::path program_ =
      (fs::create_directories(scratch_.path() / ".git"),
       scratch_.write("a.cu", "#include \"near.h\"\n#include <far.h>\n#include <stdio.h>\nint main() {}"));
};

TEST_F(ProgramSourcesTest, AreTheFileAndItsHeaders) {
  scratch_.write("near.h", "# include \"nearer.h\"\n");
  scratch_.write("nearer.h", "#include \"near.h\"\n");
  fs::create_directories(scratch_.path() / "common");
  scratch_.write("common/far.h", "");
  scratch_.write("other.h", "");
  const auto sources = read_sources({program_, "", ""});
  std::vector<std::string> names;
  for (const auto& file : sources.files) names.push_back(file.file.filename().string());
  EXPECT_EQ(names, (std::vector<std::string>{"a.cu", "near.h", "far.h", "nearer.h"}));
  EXPECT_EQ(sources.digest.size(), 64u);
  EXPECT_TRUE(ui::are_as_read(sources));
  scratch_.write("nearer.h", "// longer than it was\n");
  EXPECT_FALSE(ui::are_as_read(sources));
}

TEST_F(ProgramSourcesTest, TheDigestIsOfContentsAndBuildNotOfArguments) {
  scratch_.write("near.h", "1");
  const std::string first = digest({program_, "", ""});
  EXPECT_EQ(digest({program_, "", "1024"}), first);
  EXPECT_NE(digest({program_, "make", ""}), first);
  scratch_.write("near.h", "2");
  const std::string second = digest({program_, "", ""});
  EXPECT_NE(second, first);
  scratch_.write("near.h", "1");
  EXPECT_EQ(digest({program_, "", ""}), first);
  EXPECT_EQ(digest({scratch_.path() / "missing.cu", "", ""}), "");
}

TEST_F(ProgramSourcesTest, WithABuildAreTheWholeFolder) {
  const std::string before = digest({program_, "make", ""});
  EXPECT_EQ(digest({program_, "make", ""}), before);
  scratch_.write("Makefile", "all:\n\trm -rf /\n");
  EXPECT_NE(digest({program_, "make", ""}), before);
}

TEST(ProgramMemory, KeepsAnswersPlansAndColumns) {
  const ScratchFolder scratch;
  ui::ProgramMemory memory(scratch.path() / "state");
  const std::string digest(64, 'a'), other(64, 'b');
  EXPECT_FALSE(memory.allows(digest));
  EXPECT_FALSE(memory.allows(""));
  memory.allow(digest);
  memory.allow("");
  EXPECT_FALSE(memory.allows(""));
  memory.remember({"/home/ada/a.cu", "make", "1 2"});
  memory.set_columns({"/home/ada/a.cu", "transpose", "out"}, 1024);
  // As another window sees it.
  ui::ProgramMemory again(scratch.path() / "state");
  EXPECT_TRUE(again.allows(digest));
  EXPECT_FALSE(again.allows(other));
  EXPECT_EQ(again.plan_of("/home/ada/a.cu"), (ProgramPlan{"/home/ada/a.cu", "make", "1 2"}));
  EXPECT_EQ(again.plan_of("/home/ada/b.cu"), (ProgramPlan{"/home/ada/b.cu", "", ""}));
  EXPECT_EQ(again.columns_of_all("/home/ada/a.cu", "transpose"), (std::map<std::string, std::uint64_t>{{"out", 1024}}));
  again.set_columns({"/home/ada/a.cu", "transpose", "out"}, 0);
  EXPECT_TRUE(memory.columns_of_all("/home/ada/a.cu", "transpose").empty());
}

TEST(ProgramMemory, OverlooksABrokenFileAndForgetsTheOldest) {
  const ScratchFolder scratch;
  scratch.write("programs.json", "{\"allowed\": 3, \"plans\": [1, 2");
  ui::ProgramMemory memory(scratch.path());
  EXPECT_FALSE(memory.allows("x"));
  std::string list;
  for (int i = 0; i < 500; ++i) list += (i == 0 ? "\"" : ", \"") + std::to_string(i) + "\"";
  scratch.write("programs.json", "{\"allowed\": [" + list + "]}");
  EXPECT_TRUE(memory.allows("0"));
  memory.allow("500");
  EXPECT_FALSE(memory.allows("0"));
  EXPECT_TRUE(memory.allows("500"));
  const ui::ProgramMemory none;
  EXPECT_FALSE(none.allows("500"));
}

}  // namespace
}  // namespace bankloom::test
