// The window with the program's real GPU worker, on machines whose GPU lacks something (tests/cuda/gpu_conditions.h):
// each condition has its sentence in the window, and the window goes on. No GPU; drawn off screen.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <thread>

#include "../cuda/gpu_conditions.h"
#include "../measure/sample_recording.h"
#include "../session/session_fixture.h"
#include "core/wording/measurement.h"
#include "cuda/worker_client.h"
#include "gfx/framebuffer.h"
#include "gfx/offscreen.h"
#include "ui/measures.h"
#include "ui/probe.h"
#include "ui/theme.h"
#include "ui/ui.h"

namespace bankloom::test {
namespace {

using namespace std::chrono_literals;

class GpuWindow : public SessionTest {
 protected:
  void SetUp() override {
    SessionTest::SetUp();
    if (IsSkipped()) return;
    auto context = gfx::make_offscreen_context();
    if (!context) GTEST_SKIP() << context.error().message;
    context_ = std::move(*context);
    auto made = ui::Ui::create(BANKLOOM_SOURCE_DIR "/shaders", false);
    ASSERT_TRUE(made) << made.error().message;
    ui_ = std::move(*made);
    ui_->probe().enable(true);
    target_.emplace(*gfx::Framebuffer::create({1600, 900}));
    view_.tab = "time";
  }
  void TearDown() override {
    if (ui_) ui_->services.measures = nullptr;
    measures_.reset();
    device_.reset();
    ui_.reset();
    target_.reset();
    context_.reset();
    for (const auto& [name, value] : set_) ::unsetenv(name.c_str());
  }

  /// A worker in this environment. It is started at the first measurement.
  void open(const std::map<std::string, std::string>& environment) {
    set_ = environment;
    for (const auto& [name, value] : environment) ::setenv(name.c_str(), value.c_str(), 1);
    WorkerOptions options;
    options.executable = BANKLOOM_EXECUTABLE;
    device_ = std::make_unique<WorkerClient>(options);
    MeasureService::Setup setup;
    setup.catalog = &Shipped::get().catalog;
    setup.machines = &Shipped::get().machines;
    setup.compiler = Shipped::get().compiler.get();
    setup.device = device_.get();
    setup.recordings.list.push_back(sample_recording());
    measures_ = std::make_unique<ui::Measures>(std::move(setup));
    ui_->services.measures = measures_.get();
  }
  void frame() {
    target_->bind();
    ui::FrameRequest request;
    request.size = {1600, 900};
    request.seconds = 0.1;
    ui_->frame(session, view_, request);
  }
  void show_kernel(const std::string& line) {
    const auto scene = scene_from_line(line);
    ASSERT_TRUE(scene.has_value());
    ASSERT_TRUE(session.show(*scene).has_value());
    session.finish();
  }
  MeasureStatus status() { return measures_->status(session, Side::a); }
  /// Draws until the measurement has ended, well or not.
  void draw_until_measured() {
    const auto end = std::chrono::steady_clock::now() + 60s;
    while (std::chrono::steady_clock::now() < end) {
      frame();
      const auto phase = status().phase;
      if (phase == MeasurePhase::done || phase == MeasurePhase::recorded || phase == MeasurePhase::failed) break;
      std::this_thread::sleep_for(5ms);
    }
    for (int i = 0; i < 3; ++i) frame();
  }
  std::string all_of(const std::string& panel) {
    std::string all;
    for (const auto& item : ui_->probe().items()) {
      if (item.panel == panel) all += item.what + " | ";
    }
    return all;
  }

  std::map<std::string, std::string> set_;
  std::unique_ptr<WorkerClient> device_;
  std::unique_ptr<gfx::OffscreenContext> context_;
  std::unique_ptr<ui::Ui> ui_;
  std::optional<gfx::Framebuffer> target_;
  ui::ViewSettings view_;
  std::unique_ptr<ui::Measures> measures_;
};

class GpuConditionWindow : public GpuWindow, public testing::WithParamInterface<GpuCondition> {};

TEST_P(GpuConditionWindow, HasASentence) {
  show_kernel("bankloom square/setRowReadCol");
  open(GetParam().environment);
  draw_until_measured();
  EXPECT_NE(all_of("time").find(GetParam().measured), std::string::npos) << all_of("time");
  EXPECT_EQ(status().phase, GetParam().has_time ? MeasurePhase::done : MeasurePhase::recorded)
      << reason_text(status().problem).str();
  // The window goes on, and so does what it measures with.
  measures_->again(session);
  draw_until_measured();
  EXPECT_NE(all_of("time").find(GetParam().measured), std::string::npos) << all_of("time");
}

INSTANTIATE_TEST_SUITE_P(All, GpuConditionWindow, testing::ValuesIn(gpu_conditions()),
                         [](const auto& made) { return made.param.name; });

TEST_F(GpuWindow, OneOfSeveralGpusIsChosen) {
  show_kernel("bankloom square/setRowReadCol");
  open(fake_driver("two"));
  draw_until_measured();
  EXPECT_NE(all_of("time").find("measured here on Paper GPU 0"), std::string::npos) << all_of("time");
  ASSERT_EQ(measures_->gpus().size(), 2U);
  measures_->choose_gpu(1);
  measures_->again(session);
  draw_until_measured();
  EXPECT_NE(all_of("time").find("measured here on Paper GPU 1"), std::string::npos) << all_of("time");
}

TEST_F(GpuWindow, AnOutputThatIsNotTheEmulatorsIsShownBesideItWithTheDifferencesMarked) {
  show_kernel("bankloom square/setRowReadCol");
  // Kernels do nothing on this driver: the output stays zero, and all elements but the first are others.
  open(fake_driver(""));
  draw_until_measured();
  ASSERT_TRUE(status().result);
  const OutputCheck& output = status().result->own.output;
  EXPECT_EQ(output.different, 1023U);
  EXPECT_EQ(output.gpu_bytes, std::vector<std::byte>(4096));
  EXPECT_NE(all_of("time").find("one of the two is wrong"), std::string::npos) << all_of("time");
  view_.tab = "output";
  for (int i = 0; i < 3; ++i) frame();
  for (const char* words : {"GPU and emulator differ in 1,023 elements: one of them is wrong",
                            "written on the emulator", "Paper GPU 0: 1,023 differ", "expected"}) {
    EXPECT_NE(all_of("output").find(words), std::string::npos) << words << '\n' << all_of("output");
  }
  // What the GPU wrote is all zeros, the darkest colour of the map: it is seen between the hatching's lines, and its
  // first element, which is as the emulator has it, is not hatched.
  frame();
  const auto item = [&] {
    for (const auto& one : ui_->probe().items()) {
      if (one.panel == "output" && one.what == "map of the GPU's output") return one;
    }
    ADD_FAILURE() << all_of("output");
    return ui::Probe::Item{};
  }();
  const gfx::Image image = target_->read();
  const ui::Theme& theme = ui::theme_of(view_.theme);
  const ui::Colour value = ui::map_ramp(theme).front();
  unsigned values = 0, lines = 0;
  for (auto y = static_cast<unsigned>(item.y) + 2; y < static_cast<unsigned>(item.y) + 60; ++y) {
    for (auto x = static_cast<unsigned>(item.x) + 2; x < static_cast<unsigned>(item.x) + 60; ++x) {
      const auto near = [&](ui::Colour colour) {
        const std::uint8_t* pixel = &image.rgba[(std::size_t{y} * image.width + x) * 4];
        return std::abs(pixel[0] - static_cast<int>(colour & 255)) < 12 &&
               std::abs(pixel[1] - static_cast<int>(colour >> 8 & 255)) < 12 &&
               std::abs(pixel[2] - static_cast<int>(colour >> 16 & 255)) < 12;
      };
      values += near(value) ? 1U : 0U;
      lines += near(theme.bad) ? 1U : 0U;
    }
  }
  EXPECT_GT(values, 300U) << "the values are painted over";
  EXPECT_GT(lines, 100U) << "the differences are not marked";
}

TEST_F(GpuWindow, AWorkerKilledFromOutsideIsReplaced) {
  show_kernel("bankloom square/setRowReadCol");
  open(fake_driver(""));
  draw_until_measured();
  const pid_t first = device_->worker_id();
  ASSERT_GT(first, 0);
  ASSERT_EQ(::kill(first, SIGKILL), 0);
  measures_->again(session);
  draw_until_measured();
  EXPECT_EQ(status().phase, MeasurePhase::done) << reason_text(status().problem).str();
  EXPECT_NE(device_->worker_id(), first);
}

}  // namespace
}  // namespace bankloom::test
