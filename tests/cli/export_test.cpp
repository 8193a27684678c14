// bankloom export --all, on a folder of two kernels
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>

#include "core/base/files.h"
#include "process.h"

namespace bankloom::test {
namespace {

namespace fs = std::filesystem;

/// The program's data with a part of one lesson.
void make_data(const fs::path& folder) {
  const fs::path source = BANKLOOM_SOURCE_DIR;
  for (const char* const part : {"assets", "shaders"}) {
    fs::create_directories(folder);
    fs::create_directory_symlink(source / part, folder / part);
  }
  const fs::path lesson = folder / "kernels" / "square";
  fs::create_directories(lesson);
  fs::copy_file(source / "kernels/square/lesson.json", lesson / "lesson.json");
  for (const char* const kernel : {"setRowReadRow", "setRowReadCol"}) {
    fs::copy(source / "kernels/square" / kernel, lesson / kernel, fs::copy_options::recursive);
  }
  // Of another lesson one that takes no padding of 1.
  const fs::path other = folder / "kernels" / "declarations";
  fs::create_directories(other);
  fs::copy_file(source / "kernels/declarations/lesson.json", other / "lesson.json");
  fs::copy(source / "kernels/declarations/twoExterns", other / "twoExterns", fs::copy_options::recursive);
}

std::map<std::string, std::string> contents_of(const fs::path& folder) {
  std::map<std::string, std::string> contents;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) contents[fs::relative(entry.path(), folder)] = read_file(entry.path()).value_or("");
  }
  return contents;
}

TEST(ExportAll, MakesEveryFigureThatSuitsAndTheSameEachTime) {
  BANKLOOM_NEEDS_COMPILER();
  const TemporaryFolder folder;
  make_data(folder.path("data"));
  const std::map<std::string, std::string> environment{{"BANKLOOM_DATA", folder.path("data")}};
  const auto all = [&](const std::string& name) {
    return bankloom_run({"export", "--all", "--out", folder.path(name)}, "", environment);
  };
  const ProcessResult first = all("first");
  if (first.err.find("OpenGL") != std::string::npos) GTEST_SKIP() << first.err;
  ASSERT_EQ(first.status, 0) << first.err;
  const auto files = contents_of(folder.path("first"));
  // Fourteen of each kernel, one less where there is no comparison, and one of each lesson. There is no ladder, and no
  // matrix goes through a tile.
  EXPECT_EQ(first.out, std::to_string(files.size()) + " figures in " + folder.path("first") + "\n");
  EXPECT_EQ(files.size(), 43U);
  for (const char* const name : {"square/setRowReadCol-comparison.svg", "square/setRowReadRow-tile.svg",
                                 "square/setRowReadRow-question.svg", "square/results.svg"}) {
    EXPECT_EQ(files.count(name), 1U) << name;
  }
  for (const char* const name :
       {"square/ladder.svg", "square/setRowReadCol-transpose.svg", "declarations/twoExterns-comparison.svg"}) {
    EXPECT_EQ(files.count(name), 0U) << name;
  }
  for (const auto& [name, svg] : files) EXPECT_TRUE(svg.starts_with("<svg") && svg.ends_with("</svg>\n")) << name;
  ASSERT_EQ(all("second").status, 0);
  EXPECT_TRUE(contents_of(folder.path("second")) == files) << "the same bytes";
}

TEST(ExportAll, RefusesInOneSentence) {
  const TemporaryFolder folder;
  const std::string file = folder.write("file", "");
  expect_usage_error({"export", "--all", "--as", "gif", "--out", folder.path("all")}, {"svg, pdf or png", "'gif'"});
  expect_usage_error({"export", "--all", "--out", file + "/all"}, {"cannot be created", file});
  expect_usage_error({"export", "square/setRowReadCol", "--all", "--out", folder.path("all")}, {"--all", "KERNEL"});
}

}  // namespace
}  // namespace bankloom::test
