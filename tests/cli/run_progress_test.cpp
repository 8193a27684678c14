#include "cli/run_progress.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>

namespace bankloom::cli {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

TEST(ProgressSentence, TellsBlocksAndTheTimeLeft) {
  EXPECT_EQ(progress_sentence(0, 2'147'483'647, seconds(4)), "0 of 2,147,483,647 blocks emulated; Ctrl-C ends it");
  EXPECT_EQ(progress_sentence(250, 1000, seconds(20)), "250 of 1,000 blocks emulated, about 60 s left; Ctrl-C ends it");
  EXPECT_EQ(progress_sentence(1'000'000, 2'000'000'000, seconds(10)),
            "1,000,000 of 2,000,000,000 blocks emulated, about 6 h left; Ctrl-C ends it");
  EXPECT_EQ(progress_sentence(10, 10, seconds(10)), "10 of 10 blocks emulated; Ctrl-C ends it");
}

TEST(RunProgressTest, SaysHowFarARunIs) {
  std::promise<std::string> said;
  std::atomic<bool> has_said{false}, cleared{false};
  {
    RunProgress progress({milliseconds(1), milliseconds(1),
                          [&](const std::string& sentence) {
                            if (!has_said.exchange(true)) said.set_value(sentence);
                          },
                          [&] { cleared = true; }});
    progress.control()->start(7);
    EXPECT_EQ(said.get_future().get(), "0 of 7 blocks emulated; Ctrl-C ends it");
  }
  EXPECT_TRUE(cleared);
}

TEST(RunProgressTest, SaysNothingOfAShortRun) {
  bool said = false;
  {
    RunProgress progress(
        {seconds(3600), milliseconds(1), [&](const std::string&) { said = true; }, [&] { said = true; }});
    EXPECT_EQ(progress.settings().control, progress.control());
    progress.control()->start(7);
  }
  EXPECT_FALSE(said);
}

TEST(RunProgressTest, SaysNothingBeforeTheRunBegins) {
  std::atomic<bool> said{false};
  {
    RunProgress progress({milliseconds(1), milliseconds(1), [&](const std::string&) { said = true; }, [] {}});
    std::this_thread::sleep_for(milliseconds(20));
  }
  EXPECT_FALSE(said);
}

}  // namespace
}  // namespace bankloom::cli
