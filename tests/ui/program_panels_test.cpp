// A learner's program in the window: opened, asked about, run, its launches and its output looked at.
#include <chrono>
#include <thread>

#include "fake_programs.h"
#include "ui/actions.h"
#include "ui_test.h"

namespace bankloom::test {
namespace {

using ui::Key;
using ui::KeyPress;
using ui::ProgramStage;

constexpr const char* kProgram = R"(#include <cstdio>
__global__ void transpose(float* out, const float* in) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
int main() { return 0; }
)";

class ProgramPanelsTest : public UiTest {
 protected:
  [[nodiscard]] bool sees_pixels() const override { return false; }
  void SetUp() override {
    UiTest::SetUp();
    if (IsSkipped()) return;
    fake_.set_outcome(sample_outcome(992));
    programs_ = std::make_unique<ui::Programs>(fake_.backend(), [] {});
    ui_->set_programs(programs_.get());
    file_ = write("square.cu", kProgram);
    show("bankloom square/setRowReadCol");
  }
  void TearDown() override {
    if (ui_ != nullptr) ui_->set_programs(nullptr);
    UiTest::TearDown();
    programs_.reset();
  }
  void open() {
    const auto opened = ui_->workbench().open_file(session, Side::a, file_);
    ASSERT_TRUE(opened.has_value()) << opened.error().message;
    frames(3);
  }
  void await(ProgramStage stage) {
    for (int turn = 0; turn < 2000 && programs_->status()->stage != stage; ++turn) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    ASSERT_EQ(programs_->status()->stage, stage);
    frames(3);
  }
  void press(KeyPress key) {
    ui_->press(key);
    frames(3);
  }
  void run_it() {
    open();
    press({Key::r, false, true});
    await(ProgramStage::asking);
    click("Run it", "overlay");
    await(ProgramStage::idle);
  }

  FakePrograms fake_;
  std::filesystem::path file_;
  std::unique_ptr<ui::Programs> programs_;
};

TEST_F(ProgramPanelsTest, OpeningRunsNothing) {
  open();
  EXPECT_TRUE(shows("code", "Run"));
  EXPECT_FALSE(shows("tabs", "Launches")) << "nobody wanted it to run";
  ui_->workbench().close();
  frames(3);
  EXPECT_TRUE(shows("code", "Run"));
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_EQ(programs_->status()->stage, ProgramStage::idle);
  EXPECT_EQ(fake_.runs, 0);
}

TEST_F(ProgramPanelsTest, AKernelWithoutMainHasNoRun) {
  file_ = write("kernel.cu", "__global__ void k(float* out) { out[threadIdx.x] = 1; }\n");
  open();
  EXPECT_EQ(fake_.runs, 0);
  press({Key::r, false, true});
  EXPECT_EQ(programs_->status()->stage, ProgramStage::idle);
  EXPECT_TRUE(programs_->status()->plan.file.empty());
}

TEST_F(ProgramPanelsTest, RunAsksAndEscapeIsNo) {
  open();
  click("Run", "code");
  await(ProgramStage::asking);
  EXPECT_TRUE(shows("overlay", "nvcc 13.0 compiles square.cu")) << all_of("overlay");
  EXPECT_TRUE(shows("overlay", "kept apart"));
  EXPECT_TRUE(shows("overlay", folder_.string()));
  press({Key::escape});
  press({Key::escape});
  await(ProgramStage::idle);
  EXPECT_FALSE(shows("overlay", "Run it"));
  EXPECT_EQ(fake_.runs, 0);
}

TEST_F(ProgramPanelsTest, WhatIsNotKeptApartIsSaid) {
  fake_.is_kept_apart = false;
  open();
  press({Key::r, false, true});
  await(ProgramStage::asking);
  EXPECT_TRUE(shows("overlay", "runs with your rights")) << all_of("overlay");
}

TEST_F(ProgramPanelsTest, WithoutNvccItIsOffered) {
  fake_.has_compiler = false;
  open();
  press({Key::r, false, true});
  await(ProgramStage::asking);
  EXPECT_TRUE(shows("overlay", "105 MB")) << all_of("overlay");
  EXPECT_FALSE(shows("overlay", "Run it"));
  click("Download nvcc", "overlay");
  for (int turn = 0; turn < 500 && fake_.fetches == 0; ++turn)
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  await(ProgramStage::asking);
  EXPECT_TRUE(shows("overlay", "Run it")) << all_of("overlay");
  EXPECT_EQ(fake_.runs, 0);
}

TEST_F(ProgramPanelsTest, AnUnsavedTextIsNotRun) {
  open();
  ui_->workbench().put_text(session, Side::a, std::string(kProgram) + "// more\n");
  press({Key::r, false, true});
  EXPECT_EQ(programs_->status()->stage, ProgramStage::idle);
  EXPECT_TRUE(shows("overlay", "save the text first")) << all_of("overlay");
}

TEST_F(ProgramPanelsTest, LaunchesAreListedFoldedAndSorted) {
  run_it();
  EXPECT_TRUE(shows("launches", "square.cu made 6 launches")) << all_of("launches");
  EXPECT_TRUE(shows("launches", "fill × 4"));
  EXPECT_TRUE(shows("launches", "0–3"));
  EXPECT_TRUE(shows("launches", "32 × 32 *")) << "one is sampled";
  EXPECT_TRUE(shows("launches", "Run whole"));
  click("launches 0 to 3", "launches");
  EXPECT_TRUE(shows("launches", "0–3"));
  const auto items = ui_->probe().items();
  EXPECT_EQ(std::count_if(items.begin(), items.end(),
                          [](const auto& item) { return item.panel == "launches" && item.what == "fill"; }),
            4);
  // The most conflicts first.
  click("bank conflicts", "launches");
  const auto most = find("transpose<32>", "launches"), fewer = find("reduce", "launches");
  ASSERT_TRUE(most && fewer);
  EXPECT_LT(most->y, fewer->y);
}

TEST_F(ProgramPanelsTest, ASecondRunShowsWhatChanged) {
  run_it();
  fake_.set_outcome(sample_outcome(0));
  click("Run again", "launches");
  await(ProgramStage::idle);
  for (int turn = 0; turn < 500 && !programs_->status()->before; ++turn) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  frames(3);
  EXPECT_TRUE(shows("launches", "992 → 0")) << all_of("launches");
  EXPECT_TRUE(shows("launches", "1,024 → 32"));
}

TEST_F(ProgramPanelsTest, OutputAndReportsHaveATab) {
  run_it();
  open_tab("program");
  EXPECT_TRUE(shows("program", "Test passed")) << all_of("program");
  EXPECT_TRUE(shows("program", "square.cu:8: host code reads or writes device memory"));
  EXPECT_TRUE(shows("program", "kept apart from the rest"));
}

TEST_F(ProgramPanelsTest, CompilersMessagesLeadToTheirLines) {
  fake_.fails = true;
  run_it();
  open_tab("program");
  const std::string message = "square.cu:3: identifier \"idy\" is undefined";
  ASSERT_TRUE(shows("program", message)) << all_of("program");
  click(message, "program");
  const auto* document = ui_->workbench().document(session, Side::a);
  ASSERT_NE(document, nullptr);
  EXPECT_EQ(ui_->workbench().field.selection.cursor, document->starts[2]);
}

TEST_F(ProgramPanelsTest, ProgressCanBeEnded) {
  fake_.waits = true;
  open();
  press({Key::r, false, true});
  await(ProgramStage::asking);
  click("Run it", "overlay");
  await(ProgramStage::running);
  for (int turn = 0; turn < 500 && programs_->status()->progress.blocks == 0; ++turn) frame();
  frames(3);
  EXPECT_TRUE(shows("launches", "launch 3, transpose: 120 of 512 blocks")) << all_of("launches");
  click("Cancel", "launches");
  await(ProgramStage::idle);
  EXPECT_TRUE(shows("launches", "ended before it was done")) << all_of("launches");
}

}  // namespace
}  // namespace bankloom::test
