// Progress: events appended to a file, and what is known from them.
#include "core/learn/progress.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <thread>

#include "../base/scratch_folder.h"

namespace bankloom::learn {
namespace {

using test::ScratchFolder;

class ProgressTest : public testing::Test {
 protected:
  void append(EventKind kind, const std::string& item, const std::string& detail = "") {
    const auto kept = append_event(file_, {"T" + std::to_string(++events_), kind, "square", item, detail});
    EXPECT_TRUE(kept) << kept.error().message;
  }
  Progress read() {
    auto progress = read_progress(file_);
    EXPECT_TRUE(progress) << progress.error().message;
    return progress ? *std::move(progress) : Progress{};
  }
  ScratchFolder folder_;
  std::filesystem::path file_ = folder_.path() / "state" / "bankloom" / "progress.tsv";
  unsigned events_ = 0;
};

TEST_F(ProgressTest, NothingIsThereBeforeTheFirstEvent) {
  EXPECT_TRUE(read().items().empty());
  EXPECT_TRUE(read().last().first.empty());
  EXPECT_FALSE(read().of("square", "a").is_seen);
}

TEST_F(ProgressTest, EventsSurvive) {
  append(EventKind::seen, "a");
  append(EventKind::wrong, "a", "half_warps");
  append(EventKind::wrong, "a", "half_warps");
  append(EventKind::hinted, "exercise:x");
  append(EventKind::right, "a");
  append(EventKind::seen, "b");
  append(EventKind::right, "b");
  append(EventKind::shown, "c");
  append(EventKind::right, "c");
  const Progress progress = read();
  const ItemProgress a = progress.of("square", "a");
  EXPECT_TRUE(a.is_seen && a.is_right);
  EXPECT_FALSE(a.is_right_first);
  EXPECT_EQ(a.wrong, 2U);
  EXPECT_EQ(a.last, "T5");
  EXPECT_TRUE(progress.of("square", "b").is_right_first);
  EXPECT_TRUE(progress.of("square", "c").is_shown);
  EXPECT_FALSE(progress.of("square", "c").is_right_first);
  EXPECT_EQ(progress.of("square", "exercise:x").hints, 1U);
  EXPECT_EQ(progress.mistakes(), (std::map<std::string, unsigned>{{"half_warps", 2}}));
  EXPECT_EQ(progress.last(), (std::pair<std::string, std::string>{"square", "b"}));
  // What was right once stays so.
  append(EventKind::wrong, "b", "other");
  EXPECT_TRUE(read().of("square", "b").is_right_first);
}

TEST_F(ProgressTest, WhatWasDoneUnderAFormerNameCounts) {
  append(EventKind::wrong, "a");
  append(EventKind::right, "a");
  append(EventKind::seen, "exercise:x");
  const FormerItems former{{{"square", "a"}, {"barriers", "b"}},
                           {{"square", "exercise:x"}, {"barriers", "exercise:y"}}};
  append(EventKind::right, "c");
  const auto progress = read_progress(file_, former);
  ASSERT_TRUE(progress);
  EXPECT_TRUE(progress->of("barriers", "b").is_right);
  EXPECT_EQ(progress->of("barriers", "b").wrong, 1U);
  EXPECT_FALSE(progress->of("square", "a").is_right) << "the present name alone has it";
  EXPECT_TRUE(progress->of("square", "c").is_right) << "what was not moved";
  EXPECT_EQ(progress->last(), (ItemName{"barriers", "exercise:y"})) << "and where one left off";
}

TEST_F(ProgressTest, ATornLineIsPassedOverAndTheNextIsWhole) {
  append(EventKind::right, "a");
  std::ofstream(file_, std::ios::app | std::ios::binary) << "\nT9\trig";
  EXPECT_EQ(read().items().size(), 1U);
  append(EventKind::right, "b");
  const Progress progress = read();
  EXPECT_EQ(progress.items().size(), 2U);
  EXPECT_TRUE(progress.of("square", "b").is_right);
  for (const char* const line : {"T\tright\tsquare\ta", "T\tbest\tsquare\ta\t", "T\tright\t\ta\t",
                                 "T\tright\tsquare\t\t", "T\tright\tsquare\tnew\t\tmore", "\t\t\t\t", "text"}) {
    std::ofstream(file_, std::ios::app | std::ios::binary) << line << '\n';
  }
  EXPECT_EQ(read().items().size(), 2U);
}

TEST_F(ProgressTest, SeveralWritersLoseNothing) {
  constexpr unsigned kEach = 200;
  std::filesystem::create_directories(file_.parent_path());
  std::vector<std::thread> writers;
  for (const char* const name : {"a", "b", "c"}) {
    writers.emplace_back([this, name] {
      for (unsigned i = 0; i < kEach; ++i) {
        EXPECT_TRUE(append_event(file_, {"T", EventKind::wrong, "square", name, "half_warps"}));
      }
    });
  }
  for (std::thread& writer : writers) writer.join();
  for (const char* const name : {"a", "b", "c"}) EXPECT_EQ(read().of("square", name).wrong, kEach);
}

TEST_F(ProgressTest, WhatCannotBeKeptIsSaid) {
  const std::filesystem::path file = folder_.write("file", "x");
  const auto kept = append_event(file / "below" / "progress.tsv", {"T", EventKind::seen, "l", "i", ""});
  ASSERT_FALSE(kept);
  EXPECT_NE(kept.error().message.find("progress cannot be saved"), std::string::npos);
  EXPECT_TRUE(append_event({}, {"T", EventKind::seen, "l", "i", ""})) << "without a folder there is nothing to keep";
}

TEST(ProgressNames, AreThoseOfFiles) {
  EXPECT_EQ(item_of("Down a column"), "down-a-column");
  EXPECT_EQ(item_of("`float4`: what it costs?"), "float4-what-it-costs");
  EXPECT_EQ(item_of("  A--B  "), "a-b");
  const std::string now = present_time();
  EXPECT_EQ(now.size(), 20U) << now;
  EXPECT_EQ(now.back(), 'Z');
}

}  // namespace
}  // namespace bankloom::learn
