// Programs run when a person lets them, and at no other time.
#include "ui/programs/programs.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <thread>

#include "../base/scratch_folder.h"
#include "fake_programs.h"

namespace bankloom::test {
namespace {

using std::chrono::milliseconds;
using ui::ProgramStage;

class ProgramsTest : public ::testing::Test {
 protected:
  ProgramsTest() { open(); }
  /// A window that opens, after the last one has closed.
  void open() {
    programs_.reset();
    programs_ = std::make_unique<ui::Programs>(fake_.backend(), [this] { ++wakes_; });
    programs_->set_state_folder(state_.path());
  }
  void begin() { programs_->begin(file_, machine_); }
  bool await(const std::function<bool(const ui::ProgramStatus&)>& condition) {
    for (int turn = 0; turn < 2000; ++turn) {
      if (condition(*programs_->status())) return true;
      std::this_thread::sleep_for(milliseconds(5));
    }
    return false;
  }
  bool await(ProgramStage stage) {
    return await([stage](const auto& status) { return status.stage == stage; });
  }
  void let_run() {
    begin();
    ASSERT_TRUE(await(ProgramStage::asking));
    programs_->answer(programs_->status()->plan);
    ASSERT_TRUE(await(ProgramStage::idle));
  }

  ScratchFolder scratch_, state_;
  std::filesystem::path file_ = scratch_.write("square.cu", "int main() {}");
  MachineModel machine_;
  FakePrograms fake_;
  std::atomic<int> wakes_ = 0;
  std::unique_ptr<ui::Programs> programs_;
};

TEST_F(ProgramsTest, AskBeforeTheyRun) {
  begin();
  ASSERT_TRUE(await(ProgramStage::asking));
  EXPECT_EQ(fake_.runs, 0);
  EXPECT_EQ(programs_->status()->question.compiler, "nvcc 13.0");
  EXPECT_TRUE(programs_->status()->question.is_kept_apart);
  programs_->cancel();
  ASSERT_TRUE(await(ProgramStage::idle));
  EXPECT_EQ(fake_.runs, 0);
  EXPECT_EQ(programs_->status()->result, nullptr);
}

TEST_F(ProgramsTest, RunAsThePlanSays) {
  begin();
  ASSERT_TRUE(await(ProgramStage::asking));
  auto plan = programs_->status()->plan;
  plan.build = "make";
  plan.arguments = "1024 'two words'";
  programs_->answer(plan);
  ASSERT_TRUE(await(ProgramStage::idle));
  ASSERT_EQ(fake_.requests().size(), 1u);
  const auto request = fake_.requests().front();
  EXPECT_EQ(request.build, "make");
  EXPECT_EQ(request.arguments, (std::vector<std::string>{"1024", "two words"}));
  EXPECT_EQ(request.working_folder, scratch_.path());
  EXPECT_GT(request.options.most_work, 0u);
  ASSERT_TRUE(request.time_limit.has_value());
  // The next window knows how it was built and called.
  open();
  begin();
  ASSERT_TRUE(await([](const auto& status) { return status.result != nullptr; })) << "the same contents run unasked";
  EXPECT_EQ(fake_.requests().back().build, "make");
}

TEST_F(ProgramsTest, TheAnswerIsForTheContentsNotForThePath) {
  let_run();
  ASSERT_EQ(fake_.runs, 1);
  open();
  begin();
  ASSERT_TRUE(await([](const auto& status) { return status.result != nullptr; }));
  EXPECT_EQ(fake_.runs, 2);
  open();
  scratch_.write("square.cu", "int main() { system(\"rm -rf ~\"); }");
  begin();
  ASSERT_TRUE(await(ProgramStage::asking));
  EXPECT_EQ(fake_.runs, 2);
}

TEST_F(ProgramsTest, WithoutACompilerItIsFetchedWhenThatIsWanted) {
  fake_.has_compiler = false;
  begin();
  ASSERT_TRUE(await(ProgramStage::asking));
  EXPECT_TRUE(programs_->status()->question.compiler.empty());
  EXPECT_TRUE(programs_->status()->question.can_fetch);
  EXPECT_NE(programs_->status()->question.missing_compiler.find("no nvcc"), std::string::npos);
  EXPECT_EQ(fake_.fetches, 0);
  programs_->fetch();
  ASSERT_TRUE(await(
      [](const auto& status) { return status.stage == ProgramStage::asking && !status.question.compiler.empty(); }));
  EXPECT_EQ(fake_.fetches, 1);
  EXPECT_EQ(fake_.runs, 0);
}

TEST_F(ProgramsTest, CancelShowsWhatThereIs) {
  fake_.waits = true;
  begin();
  ASSERT_TRUE(await(ProgramStage::asking));
  programs_->answer(programs_->status()->plan);
  ASSERT_TRUE(await([](const auto& status) { return status.progress.blocks == 512; }));
  EXPECT_EQ(programs_->status()->stage, ProgramStage::running);
  EXPECT_EQ(programs_->status()->output, "half of ");
  programs_->cancel();
  ASSERT_TRUE(await(ProgramStage::idle));
  ASSERT_NE(programs_->status()->result, nullptr);
  EXPECT_TRUE(programs_->status()->result->was_cancelled);
}

TEST_F(ProgramsTest, ASecondRunTakesTheFirstOnesPlace) {
  fake_.waits = true;
  begin();
  ASSERT_TRUE(await(ProgramStage::asking));
  programs_->answer(programs_->status()->plan);
  ASSERT_TRUE(await(ProgramStage::running));
  begin();
  for (int turn = 0; turn < 1000 && fake_.runs < 2; ++turn) std::this_thread::sleep_for(milliseconds(5));
  EXPECT_EQ(fake_.runs, 2);
  EXPECT_EQ(programs_->status()->result, nullptr) << "the one that made way has nothing to show";
  fake_.waits = false;
  ASSERT_TRUE(await(ProgramStage::idle));
  EXPECT_FALSE(programs_->status()->result->was_cancelled);
}

TEST_F(ProgramsTest, SavedTheyRunAgainAndTheLastRunIsKept) {
  program::ProgramOutcome first;
  first.run.launches = {sample_launch(0, "transpose", 992)};
  fake_.set_outcome(first);
  let_run();
  EXPECT_TRUE(programs_->status()->is_watched);
  const int before = wakes_;
  std::this_thread::sleep_for(milliseconds(700));
  EXPECT_EQ(wakes_, before) << "nothing changed, so nothing is drawn";
  program::ProgramOutcome second;
  second.run.launches = {sample_launch(0, "transpose", 0)};
  fake_.set_outcome(second);
  scratch_.write("square.cu", "int main() { return 0; }");
  ASSERT_TRUE(await([](const auto& status) { return status.before != nullptr; }));
  EXPECT_EQ(fake_.runs, 2);
  EXPECT_EQ(programs_->status()->file_changes, 1u);
  EXPECT_EQ(programs_->status()->before->outcome.run.launches[0].figures.cost.shared_load.bank_conflicts, 992u);
  EXPECT_EQ(programs_->status()->result->outcome.run.launches[0].figures.cost.shared_load.bank_conflicts, 0u);
  // Another time with the same contents is no change.
  std::filesystem::last_write_time(file_, std::filesystem::file_time_type::clock::now());
  std::this_thread::sleep_for(milliseconds(900));
  EXPECT_EQ(fake_.runs, 2);
}

TEST_F(ProgramsTest, SavingRunsNothingThatNobodyLetRun) {
  begin();
  ASSERT_TRUE(await(ProgramStage::asking));
  scratch_.write("square.cu", "int main() { return 1; }");
  std::this_thread::sleep_for(milliseconds(900));
  programs_->cancel();
  std::this_thread::sleep_for(milliseconds(700));
  EXPECT_EQ(fake_.runs, 0);
}

TEST_F(ProgramsTest, WhatDoesNotCompileLeavesTheLastRun) {
  let_run();
  fake_.fails = true;
  begin();
  ASSERT_TRUE(await([](const auto& status) { return status.failure != nullptr; }));
  EXPECT_NE(programs_->status()->result, nullptr);
  ASSERT_EQ(programs_->status()->failure->details.size(), 2u);
}

TEST_F(ProgramsTest, ClosingTheWindowEndsThem) {
  fake_.waits = true;
  begin();
  ASSERT_TRUE(await(ProgramStage::asking));
  programs_->answer(programs_->status()->plan);
  ASSERT_TRUE(await(ProgramStage::running));
  const auto began = std::chrono::steady_clock::now();
  programs_.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(2));
}

}  // namespace
}  // namespace bankloom::test
