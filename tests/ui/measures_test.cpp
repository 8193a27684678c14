// The window's side of measuring, with a device of the tests' making: right, hanging, failing, dying; drawn off screen.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "../measure/fake_device.h"
#include "../measure/sample_recording.h"
#include "core/session/talk.h"
#include "ui/talk/open_talk.h"
#include "ui/view_options.h"
#include "ui_test.h"

namespace bankloom::test {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr const char* kPlain = "bankloom square/setRowReadCol";

class MeasuresTest : public UiTest {
 protected:
  using UiTest::draw_until;
  void SetUp() override {
    UiTest::SetUp();
    view_.tab = "time";
  }

  void open(bool with_recording = false) {
    MeasureService::Setup setup = measure_setup();
    setup.device = &device_;
    setup.deadline = 20s;
    if (with_recording) setup.recordings.list.push_back(sample_recording());
    use_measures(std::move(setup));
  }

  /// Draws one frame; returns how long it took.
  double timed_frame() {
    const auto begin = Clock::now();
    frame();
    return std::chrono::duration<double>(Clock::now() - begin).count();
  }

  /// What all panels and overlays drew.
  std::string all_drawn() {
    std::string all;
    for (const auto& item : ui_->probe().items()) all += item.panel + ": " + item.what + " | ";
    return all;
  }

  MeasureStatus status(Side side = Side::a) { return measures_->status(session, side); }

  /// Draws until A is in one of these phases.
  void draw_until(std::initializer_list<MeasurePhase> phases) {
    for (int turn = 0; turn < 3000; ++turn) {
      frame();
      const auto now = status().phase;
      if (std::find(phases.begin(), phases.end(), now) != phases.end()) {
        frame();
        frame();
        return;
      }
      std::this_thread::sleep_for(2ms);
    }
    ADD_FAILURE() << "the phase did not come";
  }

  FakeDevice device_;
};

TEST_F(MeasuresTest, FiguresAppearByThemselvesAndSayWhereTheyComeFrom) {
  show(kPlain);
  open();
  frame(0.1);
  frame(0.1);
  EXPECT_EQ(status().phase, MeasurePhase::idle) << "the choice may still change";
  EXPECT_TRUE(shows("tile", "not measured")) << all_of("tile");
  draw_until({MeasurePhase::done});
  // 1,056 wavefronts at half a nanosecond each on top of 1.5 µs: what the device answers.
  EXPECT_TRUE(shows("tile", "2.03 µs (2.01–2.04)")) << all_of("tile");
  EXPECT_TRUE(shows("tile", "measured here")) << all_of("tile");
  EXPECT_TRUE(shows("tile", "the time of IPAD = 1")) << all_of("tile");
  EXPECT_TRUE(shows("top", "measured here on Test GPU")) << all_of("top");
  EXPECT_TRUE(shows("time", "measured here on Test GPU")) << all_of("time");
  EXPECT_TRUE(shows("time", " longer")) << all_of("time");
  EXPECT_TRUE(shows("time", "The GPU's output equals the emulator's, bit for bit")) << all_of("time");
  EXPECT_TRUE(shows("time", "2 more at lowered clocks were dropped")) << all_of("time");
  EXPECT_TRUE(shows("time", "A kernel that does nothing")) << all_of("time");
  view_.tab = "results";
  for (int i = 0; i < 3; ++i) frame();
  EXPECT_TRUE(shows("results", "2.03 (2.01–2.04)")) << all_of("results");
  view_.tab = "output";
  for (int i = 0; i < 3; ++i) frame();
  EXPECT_TRUE(shows("output", "equal on the GPU")) << all_of("output");
  view_.tab = "chart";
  for (int i = 0; i < 3; ++i) frame();
  EXPECT_TRUE(shows("chart", "2.03 µs (2.01–2.04)")) << all_of("chart");
  EXPECT_TRUE(shows("chart", "measured here on Test GPU")) << all_of("chart");
  click("plot", "chart");
  EXPECT_TRUE(shows("chart", "114 · load: setRowReadCol")) << all_of("chart");
  EXPECT_TRUE(shows("chart", "Cycles per request, measured here on Test GPU")) << all_of("chart");
}

TEST_F(MeasuresTest, ComparingMeasuresBothAndComparesThem) {
  show("bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1");
  open();
  draw_until({MeasurePhase::done});
  for (int turn = 0; turn < 3000 && status(Side::b).phase != MeasurePhase::done; ++turn) {
    frame();
    std::this_thread::sleep_for(2ms);
  }
  for (int i = 0; i < 3; ++i) frame();
  EXPECT_TRUE(shows("tile/a", "2.03 µs")) << all_of("tile/a");
  EXPECT_TRUE(shows("tile/b", "1.53 µs")) << all_of("tile/b");
  EXPECT_TRUE(shows("tile/a", "1.32× the time of B")) << all_of("tile/a");
}

TEST_F(MeasuresTest, AChangedTextIsMeasuredLikeTheLessons) {
  show(kPlain);
  open();
  OwnSource source;
  source.base = "square/setRowReadCol";
  source.text = session.kernel(Side::a)->source + "// changed\n";
  ASSERT_TRUE(session.change(session.selection().with_text(Side::a, source)));
  frame(0.1);
  EXPECT_EQ(status().phase, MeasurePhase::idle);
  draw_until({MeasurePhase::done});
  EXPECT_TRUE(shows("tile", "2.03 µs (2.01–2.04)")) << all_of("tile");
  EXPECT_TRUE(shows("top", "measured here")) << all_of("top");
  // One with a fault is left to a person's wish.
  const auto read = source.text.find("__syncthreads");
  ASSERT_NE(read, std::string::npos);
  source.text.replace(read, std::string("__syncthreads()").size(), "int nothing = 0; (void)nothing");
  ASSERT_TRUE(session.change(session.selection().with_text(Side::a, source)));
  for (int turn = 0; turn < 3000 && (session.runs().side(Side::a).pending || session.side(Side::a).run->faults.empty());
       ++turn) {
    frame();
    std::this_thread::sleep_for(2ms);
  }
  for (int i = 0; i < 10; ++i) frame();
  EXPECT_EQ(status().phase, MeasurePhase::idle);
}

TEST_F(MeasuresTest, AQuickChangeOfOptionsIsNotMeasured) {
  show(kPlain);
  open();
  for (int value = 0; value < 6; ++value) {
    ASSERT_TRUE(session.change(session.selection().with_option(Side::a, "IPAD", std::to_string(value))));
    session.finish();
    frame(0.1);
    frame(0.1);
  }
  EXPECT_TRUE(device_.calls().empty());
  draw_until({MeasurePhase::done});
  EXPECT_EQ(measures_->status({"square/setRowReadCol", {{"IPAD", "3"}}}).phase, MeasurePhase::idle);
}

TEST_F(MeasuresTest, AHangingDeviceShowsProgressAndHoldsNoFrameUp) {
  device_.hangs = true;
  show(kPlain);
  open(true);
  draw_until({MeasurePhase::measuring});
  for (int turn = 0; turn < 2000 && device_.calls().empty(); ++turn) std::this_thread::sleep_for(1ms);
  ASSERT_FALSE(device_.calls().empty());
  double longest = 0;
  for (int i = 0; i < 20; ++i) longest = std::max(longest, timed_frame());
  EXPECT_LT(longest, 2.0) << "the device hangs for 20 s";
  EXPECT_TRUE(shows("top", "measuring")) << all_of("top");
  EXPECT_TRUE(shows("top", "Cancel the measurement")) << all_of("top");
  EXPECT_TRUE(shows("time", "measuring")) << all_of("time");
  EXPECT_TRUE(shows("tile", "2.50 µs")) << "the recording's meanwhile: " << all_of("tile");
  // The session goes on meanwhile.
  ASSERT_TRUE(session.change(session.selection().with_option(Side::a, "IPAD", "1")));
  session.finish();
  frame();
  EXPECT_TRUE(shows("tile", "1.75 µs")) << all_of("tile");
  const auto begin = Clock::now();
  measures_->cancel();
  for (int turn = 0; turn < 3000 && measures_->busy(); ++turn) std::this_thread::sleep_for(1ms);
  EXPECT_FALSE(measures_->busy());
  EXPECT_LT(Clock::now() - begin, 10s);
  for (int i = 0; i < 3; ++i) frame(0.01);
  EXPECT_TRUE(shows("top", "recorded on Test GPU")) << all_of("top");
}

TEST_F(MeasuresTest, TheWindowClosesWhileTheDeviceHangs) {
  device_.hangs = true;
  show(kPlain);
  open();
  draw_until({MeasurePhase::measuring});
  const auto begin = Clock::now();
  ui_->services.measures = nullptr;
  measures_.reset();
  EXPECT_LT(Clock::now() - begin, 10s);
}

TEST_F(MeasuresTest, WithoutAGpuTheRecordingAndTheReasonAndNoFurtherAttempt) {
  device_.no_devices = "there is no driver";
  show(kPlain);
  open(true);
  draw_until({MeasurePhase::recorded});
  EXPECT_TRUE(shows("top", "recorded on Test GPU, 2026-11-21")) << all_of("top");
  EXPECT_TRUE(shows("tile", "2.50 µs")) << all_of("tile");
  EXPECT_TRUE(shows("tile", "recorded")) << all_of("tile");
  EXPECT_TRUE(shows("time", "Not measured here: there is no driver.")) << all_of("time");
  EXPECT_EQ(measures_->no_gpu(), Reason(ReasonKind::no_gpu, "there is no driver"));
  // Why nothing is measured stands beside the button, and at the button in the top bar.
  const auto button = find("look again", "time"), why = find("Not measured here: there is no driver.", "time");
  ASSERT_TRUE(button && why);
  EXPECT_LT(why->y, button->y + button->height);
  EXPECT_LE(why->y + why->height, why->clip_y + why->clip_height) << "it must not have to be scrolled to";
  EXPECT_TRUE(shows("top", "Nothing can be measured here: there is no driver.")) << all_of("top");
  click("look again", "time");
  EXPECT_NE(all_drawn().find("looking for a GPU again; so far: there is no driver"), std::string::npos) << all_drawn();
  draw_until({MeasurePhase::recorded});
  // Known once, it is not tried at every change.
  ASSERT_TRUE(session.change(session.selection().with_option(Side::a, "IPAD", "9")));
  session.finish();
  for (int i = 0; i < 10; ++i) frame();
  EXPECT_EQ(status().phase, MeasurePhase::idle);
  EXPECT_TRUE(shows("tile", "not measured")) << all_of("tile");
  EXPECT_TRUE(shows("time", "There is no time: there is no driver.")) << all_of("time");
  // The button tries again: a driver may have come.
  device_.no_devices.clear();
  measures_->again(session);
  draw_until({MeasurePhase::done});
  EXPECT_FALSE(measures_->no_gpu());
}

TEST_F(MeasuresTest, ADyingDeviceGivesASentenceAndTheNextMeasurementWorks) {
  device_.fail_launch = "the GPU's worker died";
  show(kPlain);
  open();
  draw_until({MeasurePhase::failed});
  EXPECT_TRUE(shows("time", "the GPU's worker died")) << all_of("time");
  EXPECT_TRUE(shows("top", "not measured")) << all_of("top");
  const std::size_t calls = device_.calls().size();
  for (int i = 0; i < 10; ++i) frame();
  EXPECT_EQ(device_.calls().size(), calls) << "it is not tried again and again";
  device_.fail_launch.clear();
  measures_->again(session);
  draw_until({MeasurePhase::done});
  EXPECT_TRUE(shows("tile", "2.03 µs")) << all_of("tile");
}

TEST_F(MeasuresTest, AWrongOutputIsNamed) {
  device_.flips_a_bit = true;
  show(kPlain);
  open();
  draw_until({MeasurePhase::done});
  EXPECT_TRUE(shows("time", "differs from the emulator's in 1 element")) << all_of("time");
  EXPECT_TRUE(shows("time", "one of the two is wrong")) << all_of("time");
  // Loudly, and without a verdict on the times.
  const char* const alarm = "GPU and emulator differ in 1 element: one of them is wrong";
  EXPECT_TRUE(shows("top", alarm)) << all_of("top");
  EXPECT_TRUE(shows("top", "measured here on Test GPU")) << all_of("top");
  EXPECT_TRUE(shows("time", alarm)) << all_of("time");
  EXPECT_TRUE(shows("time", "no verdict")) << all_of("time");
  EXPECT_FALSE(shows("time", " longer")) << all_of("time");
  EXPECT_TRUE(shows("tile", "no verdict: the outputs differ")) << all_of("tile");
  EXPECT_FALSE(shows("tile", "costs")) << all_of("tile");
  view_.tab = "output";
  for (int i = 0; i < 3; ++i) frame();
  EXPECT_TRUE(shows("output", alarm)) << all_of("output");
  // Both outputs, and what is expected.
  EXPECT_TRUE(shows("output", "written on the emulator")) << all_of("output");
  EXPECT_TRUE(shows("output", "1 differ")) << all_of("output");
  EXPECT_TRUE(shows("output", "expected")) << all_of("output");
}

TEST_F(MeasuresTest, CountersStandBesideTheModelOrSayWhyNot) {
  device_.infos.front().no_counters = "the driver gives counters to administrators only";
  show(kPlain);
  open();
  draw_until({MeasurePhase::done});
  EXPECT_TRUE(shows("time", "the driver gives counters to administrators only")) << all_of("time");
}

TEST_F(MeasuresTest, AKernelWithAFaultIsLaunchedOnlyWhenAsked) {
  show("bankloom rectangular/swappedIndices");
  open();
  for (int i = 0; i < 20; ++i) frame();
  EXPECT_EQ(status().phase, MeasurePhase::idle);
  EXPECT_TRUE(device_.calls().empty());
  EXPECT_EQ(ui::Measures::why_only_on_request(session, Side::a), Reason(ReasonKind::fault_found));
  measures_->again(session);
  for (int turn = 0; turn < 3000 && measures_->busy(); ++turn) {
    frame();
    std::this_thread::sleep_for(2ms);
  }
  EXPECT_FALSE(device_.calls().empty());
}

TEST_F(MeasuresTest, AnotherRecordingCanBeChosen) {
  MeasureService::Setup setup = measure_setup();
  setup.recordings.list = {sample_recording(), sample_recording()};
  setup.recordings.list[1].name = "other";
  setup.recordings.list[1].gpu.name = "Other GPU";
  use_measures(std::move(setup));
  show(kPlain);
  frame();
  frame();
  EXPECT_TRUE(shows("top", "recorded on Test GPU")) << all_of("top");
  EXPECT_FALSE(shows("top", "Measure again")) << "there is nothing to measure with";
  view_.recording = "other";
  frame();
  EXPECT_TRUE(shows("top", "recorded on Other GPU")) << all_of("top");
  view_.recording = "gone";
  frame();
  EXPECT_TRUE(shows("top", "recorded on Test GPU")) << all_of("top");
}

/// With the settings open beside a measurement.
class GpuElsewhereTest : public MeasuresTest {
 protected:
  [[nodiscard]] bool sees_pixels() const override { return false; }
  void start(const std::string& command) {
    show(kPlain);
    MeasureService::Setup setup = measure_setup();
    setup.device = &device_;
    setup.command = command;
    use_measures(std::move(setup));
    ui_->overlays().toggle(ui::Overlays::Open::settings);
    frames(3);
  }
  /// In place of what stands in the field.
  void type_command(const std::string& command) {
    click("gpu command", "overlay");
    {
      const ui::ContextScope scope(ui_->context());
      ImGui::GetIO().AddInputCharactersUTF8(command.c_str());
    }
    frames(3);
  }
  void until_nothing_is_asked() {
    for (int turn = 0; turn < 3000 && measures_->busy(); ++turn) {
      frame(0);
      std::this_thread::sleep_for(1ms);
    }
    frames(2, 0);
  }
};

TEST_F(GpuElsewhereTest, ACommandIsUsedWhenItIsTested) {
  device_.no_devices = "there is no driver";
  start("");
  draw_until({MeasurePhase::failed});
  EXPECT_TRUE(shows("overlay", "There is no driver.")) << all_of("overlay");
  type_command("ssh lab");
  EXPECT_EQ(measures_->command(), "") << "it is only typed";
  EXPECT_TRUE(shows("overlay", "Enter or Test uses this command.")) << all_of("overlay");
  device_.no_devices.clear();
  device_.wait_for(DeviceWait::start, "job 7 is the third in the queue");
  click("Test", "overlay");
  EXPECT_EQ(measures_->command(), "ssh lab");
  EXPECT_EQ(measures_->chosen_command(), "ssh lab");
  draw_until("overlay", "waiting for a GPU: job 7 is the third in the queue");
  device_.wait_for(DeviceWait::none);
  draw_until("overlay", "Test GPU on lab, driver 1.2.3");
  // What failed without it is measured by itself now.
  draw_until({MeasurePhase::done});
  EXPECT_TRUE(shows("top", "measured on Test GPU (lab)")) << all_of("top");
  EXPECT_TRUE(shows("time", "measured on Test GPU (lab)")) << all_of("time");
  EXPECT_TRUE(shows("top", "Measures again on the GPU of lab.")) << all_of("top");
  EXPECT_EQ(device_.asked(), (std::vector<std::string>{"", "ssh lab", "ssh lab"}));
}

TEST_F(GpuElsewhereTest, AWaitIsShownHoldsNothingUpAndIsNotBegunAgainOnceEnded) {
  device_.wait_for(DeviceWait::start, "job 7 is the third in the queue");
  start("srun bankloom --gpu-worker");
  draw_until("top", "waiting for a GPU: job 7 is the third in the queue");
  EXPECT_TRUE(shows("time", "waiting for a GPU")) << all_of("time");
  EXPECT_TRUE(shows("tile", "waiting …")) << all_of("tile");
  EXPECT_TRUE(shows("top", "Cancel the measurement")) << all_of("top");
  device_.wait_for(DeviceWait::turn);
  draw_until("time", "waiting until another program has measured on this GPU");
  click("Stop", "overlay");
  until_nothing_is_asked();
  EXPECT_TRUE(shows("overlay", "Test")) << all_of("overlay");
  ASSERT_TRUE(session.change(session.selection().with_option(Side::a, "IPAD", "1")));
  session.finish();
  frames(10);
  EXPECT_EQ(device_.asked().size(), 1U) << "nobody asked again";
  EXPECT_TRUE(shows("top", "Measures again on the GPU of another machine.")) << all_of("top");
  // The device's own use_command() waits for the call that runs; the window does not.
  measures_->again(session);
  draw_until("overlay", "waiting until another program");
  const auto begin = Clock::now();
  measures_->use_command("");
  frame();
  EXPECT_LT(Clock::now() - begin, 2s);
  // The field has it when it is opened again.
  for (int i = 0; i < 2; ++i) {
    ui_->overlays().toggle(ui::Overlays::Open::settings);
    frames(3);
  }
  device_.wait_for(DeviceWait::none);
  draw_until("overlay", "Test GPU, driver 1.2.3");
  EXPECT_EQ(measures_->chosen_command(), "");
}

TEST_F(GpuElsewhereTest, OnlyAPersonNamesTheCommand) {
  start("");
  const std::string line = std::string(kPlain) + " gpu_command=touch";
  for (const char* word : {"gpu", "gpu_command", "command"}) {
    const auto scene = scene_from_line(fmt::format("{} {}=touch", kPlain, word));
    ASSERT_TRUE(scene.has_value()) << scene.error().message;
    const auto shown = session.show(*scene);
    ASSERT_FALSE(shown.has_value()) << word;
    EXPECT_NE(shown.error().message.find(fmt::format("no option '{}'", word)), std::string::npos)
        << shown.error().message;
    EXPECT_FALSE(ui::take_view_words({{word, "touch"}}, view_).has_value()) << word;
  }
  auto talk = talk_from_text(line + "\ngpu_command=touch\n", "a talk");
  ASSERT_TRUE(talk.has_value()) << talk.error().message;
  EXPECT_FALSE(ui_->talk().take(session, view_, std::move(*talk)).has_value());
  frames(10);
  EXPECT_EQ(measures_->command(), "");
}

}  // namespace
}  // namespace bankloom::test
