// A learner's program in the window: opened, asked about, run, its launches and its output looked at.
#include <chrono>
#include <cstring>
#include <fstream>
#include <iterator>
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
    ui_->services.programs = programs_.get();
    file_ = write("square.cu", kProgram);
    show("bankloom square/setRowReadCol");
  }
  void TearDown() override {
    if (ui_ != nullptr) ui_->services.programs = nullptr;
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
  EXPECT_TRUE(shows("tile", "square.cu is a whole program: Run executes it, and shows its launches")) << all_of("tile");
  EXPECT_FALSE(shows("code", "is a whole program")) << "said once";
  EXPECT_FALSE(shows("choice", "is a whole program")) << "said once";
  EXPECT_FALSE(shows("code", "not shown")) << "nothing is wrong: " << all_of("code");
  EXPECT_FALSE(shows("tile", "failed")) << all_of("tile");
  EXPECT_TRUE(shows("tile", "Run")) << all_of("tile");
  EXPECT_FALSE(shows("tile", "cells")) << "nor is the picture before it there: " << all_of("tile");
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
  EXPECT_TRUE(shows("overlay", "is isolated"));
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

TEST_F(ProgramPanelsTest, AFailedBuildIsMadeAgainInAnotherLanguage) {
  fake_.fails = true;
  ui_->services.languages = std::filesystem::path(BANKLOOM_SOURCE_DIR) / kLanguageFolder;
  view_.language = kEnglish;
  run_it();
  EXPECT_EQ(fake_.runs, 1);
  for (int runs = 2; runs <= 3; ++runs) {
    view_.language = runs == 2 ? kPseudoLanguage : kEnglish;
    frame();
    await(ProgramStage::idle);
    EXPECT_EQ(fake_.runs, runs);
  }
  ui_->services.languages.clear();
}

TEST_F(ProgramPanelsTest, AnUnsavedTextIsNotRun) {
  open();
  ui_->workbench().put_text(session, Side::a, std::string(kProgram) + "// more\n");
  press({Key::r, false, true});
  EXPECT_EQ(programs_->status()->stage, ProgramStage::idle);
  EXPECT_TRUE(shows("overlay", "save the code first")) << all_of("overlay");
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

/// The kernel of kProgram for any number of blocks.
constexpr const char* kBlocks = R"(__global__ void transpose(float* out, const float* in) {
  __shared__ float tile[32][32];
  const unsigned at = blockIdx.x * 1024 + threadIdx.y * 32 + threadIdx.x;
  tile[threadIdx.y][threadIdx.x] = in[at];
  __syncthreads();
  out[at] = tile[threadIdx.x][threadIdx.y];
}
int main() { return 0; }
)";

class OpenedLaunchTest : public ProgramPanelsTest {
 protected:
  /// Runs the program, one launch of which was captured, and clicks on it.
  void open_launch(std::uint32_t blocks) {
    file_ = write("square.cu", kBlocks);
    launch_ = captured_kernel(*Shipped::get().compiler, file_, kBlocks, 4, blocks);
    ASSERT_NE(launch_, nullptr);
    auto outcome = sample_outcome(992);
    outcome.run.captured = {launch_};
    fake_.set_outcome(outcome);
    run_it();
    ui_->workbench().close();
    click("launch 4", "launches");
    session.finish();
    frames(3);
    const auto& failure = session.runs().side(Side::a).failure;
    ASSERT_EQ(failure, nullptr) << failure->message;
  }
  std::shared_ptr<const CapturedLaunch> launch_;
};

TEST_F(OpenedLaunchTest, IsASceneOfItsTrueArguments) {
  open_launch(1);
  const auto own = session.selection().own(Side::a);
  ASSERT_NE(own, nullptr);
  EXPECT_EQ(own->launch, launch_);
  const auto& run = session.side(Side::a).run;
  ASSERT_NE(run, nullptr);
  EXPECT_EQ(run->cost.shared_load.bank_conflicts, 992u);
  // At the end of what costs most, with the kernel's text in view.
  ASSERT_TRUE(session.side(Side::a).state);
  EXPECT_EQ(session.side(Side::a).state->steps, 32U);
  EXPECT_EQ(session.side(Side::a).state->step + 1, 32U);
  EXPECT_TRUE(run->faults.empty());
  ASSERT_EQ(run->output.size(), 4096u);
  float value = 0;
  std::memcpy(&value, run->output.data() + sizeof value, sizeof value);
  EXPECT_EQ(value, 32) << "element (0, 1) is row 1's first number";
  EXPECT_TRUE(shows("code", "32.0")) << all_of("code");
  open_tab("output");
  EXPECT_TRUE(shows("output", "d_out") || shows("output", "columns")) << all_of("output");
  open_tab("launches");
  EXPECT_EQ(fake_.runs, 1) << "opening a launch runs no program";
}

TEST_F(OpenedLaunchTest, TheMostExpensiveOneIsOpenAfterTheRun) {
  file_ = write("square.cu", kBlocks);
  launch_ = captured_kernel(*Shipped::get().compiler, file_, kBlocks, 4, 1);
  const auto other = captured_kernel(*Shipped::get().compiler, file_, kBlocks, 5, 1);
  auto outcome = sample_outcome(992);
  outcome.run.captured = {other, launch_};
  fake_.set_outcome(outcome);
  open();
  click("Run", "tile");
  await(ProgramStage::asking);
  click("Run it", "overlay");
  await(ProgramStage::idle);
  frames(3);
  const auto own = session.selection().own(Side::a);
  ASSERT_NE(own, nullptr);
  EXPECT_EQ(own->launch, launch_);
  // What is looked at then is not taken away by another run.
  click("launch 5", "launches");
  frames(3);
  EXPECT_EQ(session.selection().own(Side::a)->launch, other);
  programs_->again(false);
  await(ProgramStage::idle);
  frames(3);
  EXPECT_EQ(session.selection().own(Side::a)->launch, other);
}

TEST_F(OpenedLaunchTest, AnyBlockOfALargeGridIsReached) {
  open_launch(600);
  const auto first = session.side(Side::a).run;
  ASSERT_NE(first, nullptr);
  ASSERT_LT(first->recorded_blocks, 600u);
  EXPECT_TRUE(shows("timeline", "block")) << all_of("timeline");
  const auto done = session.set_block(599);
  ASSERT_TRUE(done.has_value()) << done.error().message;
  session.finish();
  frames(2);
  EXPECT_EQ(session.player().shown().block(), 599u);
  const auto& run = session.side(Side::a).run;
  EXPECT_LE(run->first_recorded, 599u);
  EXPECT_GT(run->first_recorded + run->recorded_blocks, 599u);
  EXPECT_EQ(run->cost.shared_load.bank_conflicts, first->cost.shared_load.bank_conflicts) << "all are counted";
  EXPECT_FALSE(session.side(Side::a).timeline->requests().empty());
  EXPECT_FALSE(session.set_block(600).has_value());
}

TEST_F(OpenedLaunchTest, TheShapeOfABufferIsAskedOnceAndKept) {
  open_launch(1);
  const ui::BufferName buffer{file_, "transpose", "d_out"};
  programs_->set_state_folder(folder_ / "state");
  open_tab("output");
  ASSERT_TRUE(find("columns", "output")) << all_of("output");
  ASSERT_TRUE(find("buffer", "output")) << all_of("output");
  const auto set = ui_->workbench().set_columns(session, Side::a, "d_out", 64);
  ASSERT_TRUE(set.has_value());
  session.finish();
  EXPECT_EQ(session.side(Side::a).run->output_columns, 64u);
  EXPECT_EQ(session.side(Side::a).run->output_rows, 16u);
  programs_->memory().set_columns(buffer, 64);
  // The next time that it is opened.
  show("bankloom square/setRowReadCol");
  open_tab("launches");
  click("launch 4", "launches");
  session.finish();
  EXPECT_EQ(session.side(Side::a).run->output_columns, 64u);
}

TEST_F(OpenedLaunchTest, ChangesGoBackToTheFileWithACopyBesideIt) {
  open_launch(1);
  ui::Workbench& bench = ui_->workbench();
  const std::string changed = "// padded\n" + std::string(kBlocks);
  bench.put_text(session, Side::a, changed);
  const auto copy = bench.apply(session, Side::a);
  ASSERT_TRUE(copy.has_value()) << copy.error().message;
  EXPECT_EQ(*copy, file_.string() + ".orig");
  const auto content = [](const std::filesystem::path& file) {
    std::ifstream stream(file);
    return std::string(std::istreambuf_iterator<char>(stream), {});
  };
  EXPECT_EQ(content(file_), changed);
  EXPECT_EQ(content(*copy), kBlocks);
  // What this window wrote itself needs no copy; what another wrote is not written over.
  bench.put_text(session, Side::a, "// more\n" + changed);
  const auto again = bench.apply(session, Side::a);
  ASSERT_TRUE(again.has_value()) << again.error().message;
  EXPECT_TRUE(again->empty());
  write("square.cu", "// somebody else's\n");
  bench.put_text(session, Side::a, changed);
  EXPECT_FALSE(bench.apply(session, Side::a).has_value());
  EXPECT_EQ(content(file_), "// somebody else's\n");
  EXPECT_EQ(content(file_.string() + ".orig"), kBlocks);
}

TEST_F(OpenedLaunchTest, TheOriginalStandsBesideAChange) {
  open_launch(1);
  ui_->workbench().open(session, Side::a);
  frames(3);
  click("Original as B", "code");
  ASSERT_TRUE(session.comparing());
  session.finish();
  EXPECT_EQ(session.selection().own(Side::b)->launch, launch_);
  EXPECT_EQ(session.side(Side::b).run->cost.shared_load.bank_conflicts, 992u);
}

TEST_F(OpenedLaunchTest, OneThatWasNotKeptIsHadByRunningAgain) {
  open_launch(1);
  click("launch 5", "launches");
  for (int turn = 0; turn < 1000 && fake_.runs < 2; ++turn) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  await(ProgramStage::idle);
  ASSERT_EQ(fake_.requests().size(), 2u);
  EXPECT_EQ(fake_.requests().back().options.capture.index, 5u);
  // Nor was it now: that is said, and the program does not run again and again.
  frames(3);
  await(ProgramStage::idle);
  EXPECT_EQ(fake_.requests().size(), 2u);
  EXPECT_NE(all_of("overlay").find("not enough memory for what launch 5"), std::string::npos) << all_of("overlay");
}

TEST_F(ProgramPanelsTest, OutputAndReportsHaveATab) {
  run_it();
  open_tab("program");
  EXPECT_TRUE(shows("program", "Test passed")) << all_of("program");
  EXPECT_TRUE(shows("program", "square.cu:8: host code reads or writes device memory"));
  EXPECT_TRUE(shows("program", "isolated from the rest"));
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

TEST_F(ProgramPanelsTest, CompilersMessagesStandAtTheirLinesOfTheTextThatWasBuilt) {
  fake_.fails = true;
  run_it();
  const std::string at_line = "at line 3: identifier", in_list = "line 3: identifier \"idy\" is undefined";
  ASSERT_TRUE(shows("code", at_line)) << all_of("code");
  EXPECT_TRUE(shows("code", in_list)) << all_of("code");
  EXPECT_TRUE(shows("code", "common.h, line 12: expected a \";\"")) << all_of("code");
  click(in_list, "code");
  const auto* document = ui_->workbench().document(session, Side::a);
  ASSERT_NE(document, nullptr);
  EXPECT_EQ(ui_->workbench().field.selection.cursor, document->starts[2] + 4);
  // At another text's lines they would be wrong.
  ui_->workbench().put_text(session, Side::a, "\n" + std::string(kProgram));
  frames(3);
  EXPECT_FALSE(shows("code", "identifier \"idy\"")) << all_of("code");
  ui_->workbench().put_text(session, Side::a, kProgram);
  frames(3);
  EXPECT_TRUE(shows("code", at_line)) << all_of("code");
  // The same beside the text that is not typed at.
  ui_->workbench().close();
  frames(3);
  EXPECT_TRUE(shows("code", "identifier \"idy\" is undefined")) << all_of("code");
  // What is built anew has other messages.
  fake_.fails = false;
  programs_->again(false);
  await(ProgramStage::idle);
  EXPECT_FALSE(shows("code", "identifier \"idy\"")) << all_of("code");
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
  EXPECT_TRUE(shows("launches", "stopped before it was done")) << all_of("launches");
}

/// With the real compilers and the real runtime, where this machine has them.
TEST_F(ProgramPanelsTest, ARealProgramIsRunAndItsLaunchOpened) {
  const auto toolchain = program::find_toolchain();
  if (!toolchain) GTEST_SKIP() << toolchain.error().message;
  ui_->services.programs = nullptr;
  ui::ProgramBackend backend = fake_.backend();
  backend.find_toolchain = program::find_toolchain;
  backend.isolation = program::granted_isolation;
  backend.run = [](const auto& request, const auto& found, const auto& callbacks) {
    const std::filesystem::path runtime(BANKLOOM_RUNTIME_FILE);
    return program::run_program(request, {found, runtime.parent_path()}, callbacks);
  };
  programs_ = std::make_unique<ui::Programs>(backend, [] {});
  ui_->services.programs = programs_.get();
  file_ = write("turn.cu", R"(#include <cstdio>
__global__ void turn(float* out, const float* in) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
int main() {
  static float host[1024];
  for (int i = 0; i < 1024; ++i) host[i] = static_cast<float>(i);
  float *d_out, *d_in;
  cudaMalloc(&d_out, sizeof host);
  cudaMalloc(&d_in, sizeof host);
  cudaMemcpy(d_in, host, sizeof host, cudaMemcpyHostToDevice);
  turn<<<1, dim3(32, 32)>>>(d_out, d_in);
  cudaMemcpy(host, d_out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%s\n", host[1] == 32 ? "turned" : "wrong");
  cudaFree(d_out);
  cudaFree(d_in);
})");
  open();
  press({Key::r, false, true});
  await(ProgramStage::asking);
  click("Run it", "overlay");
  for (int turn = 0; turn < 600 && programs_->status()->stage != ProgramStage::idle; ++turn) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  frames(3);
  const auto status = programs_->status();
  ASSERT_EQ(status->failure, nullptr) << status->failure->message;
  ASSERT_NE(status->result, nullptr);
  EXPECT_EQ(status->result->outcome.standard_output, "turned\n");
  EXPECT_TRUE(shows("launches", "turn")) << all_of("launches");
  click("launch 0", "launches");
  session.finish();
  frames(3);
  const auto& run = session.side(Side::a).run;
  ASSERT_NE(run, nullptr);
  EXPECT_EQ(run->cost.shared_load.bank_conflicts, 992u);
  EXPECT_TRUE(shows("timeline", "shared load")) << all_of("timeline");
  open_tab("output");
  EXPECT_TRUE(shows("output", "d_out")) << all_of("output");
}

}  // namespace
}  // namespace bankloom::test
