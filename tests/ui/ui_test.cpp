#include "ui_test.h"

#include "core/base/files.h"
#include "core/base/language.h"
#include "gfx/gl.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace bankloom::test {

void UiTest::SetUp() {
  SessionTest::SetUp();
  if (IsSkipped()) return;
  auto context = gfx::make_offscreen_context();
  if (!context) GTEST_SKIP() << context.error().message;
  context_ = std::move(*context);
  if (!sees_pixels()) glEnable(GL_RASTERIZER_DISCARD);
  auto drawing = ui::Ui::create(BANKLOOM_SOURCE_DIR "/shaders", still());
  ASSERT_TRUE(drawing.has_value()) << drawing.error().message;
  ui_ = std::move(*drawing);
  ui_->probe().enable(true);
  advice_ = std::make_unique<AdviceService>(Shipped::get().catalog, *Shipped::get().compiler);
  ui_->services.advice = advice_.get();
  resize(1600, 900);
  // Any of these tests in another language, to see what does not fit: BANKLOOM_TEST_LANGUAGE=pseudo.
  if (const std::string tag = environment("BANKLOOM_TEST_LANGUAGE"); !tag.empty()) {
    const auto chosen = set_language(tag, std::filesystem::path(BANKLOOM_SOURCE_DIR) / kLanguageFolder);
    ASSERT_TRUE(chosen.has_value()) << chosen.error().message;
  }
}

void UiTest::TearDown() {
  measures_.reset();
  ui_.reset();
  advice_.reset();
  target_.reset();
  context_.reset();
}

MeasureService::Setup UiTest::measure_setup() {
  MeasureService::Setup setup;
  setup.catalog = &Shipped::get().catalog;
  setup.machines = &Shipped::get().machines;
  setup.compiler = Shipped::get().compiler.get();
  return setup;
}

void UiTest::use_measures(MeasureService::Setup setup) {
  measures_ = std::make_unique<ui::Measures>(std::move(setup));
  ui_->services.measures = measures_.get();
}

void UiTest::resize(int width, int height) {
  auto target = gfx::Framebuffer::create({width, height});
  ASSERT_TRUE(target.has_value()) << target.error().message;
  target_.emplace(std::move(*target));
  holds_last_ = false;
}

void UiTest::frame(double seconds) {
  target_->bind();
  ui::FrameRequest request;
  request.size = target_->size();
  request.display_scale = display_scale_;
  request.seconds = seconds;
  request.holds_last = std::exchange(holds_last_, true);
  ui_->frame(session, view_, request);
}

void UiTest::point_at(float x, float y, bool pressed) {
  const ui::ContextScope scope(ui_->context());
  ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM >= 18700
  io.AddMousePosEvent(x, y);
  io.AddMouseButtonEvent(0, pressed);
#else
  io.MousePos = {x, y};
  io.MouseDown[0] = pressed;
#endif
}

void UiTest::click(const std::string& what, const std::string& panel) {
  if (const auto item = find(what, panel)) click(*item);
}

void UiTest::click_last(const std::string& what, const std::string& panel) {
  std::optional<ui::Probe::Item> last;
  for (const auto& item : ui_->probe().items()) {
    if (item.panel == panel && item.what == what) last = item;
  }
  ASSERT_TRUE(last) << "nothing is called '" << what << "' in " << panel << ": " << all_of(panel);
  click(*last);
}

void UiTest::click(const ui::Probe::Item& item) {
  const float x = item.x + item.width / 2, y = item.y + item.height / 2;
  for (const bool pressed : {false, true, false}) {
    point_at(x, y, pressed);
    frames(2);
  }
  point_away();
  frames(2);
}

void UiTest::open_tab(const std::string& id) {
  view_.tab = id;
  frames(3);
}

void UiTest::draw_until(const std::string& panel, const std::string& words) {
  for (int turn = 0; turn < 3000 && !shows(panel, words); ++turn) {
    frame();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  EXPECT_TRUE(shows(panel, words)) << words << ": " << all_of(panel);
}

bool UiTest::shows(const std::string& panel, const std::string& words) {
  const auto& items = ui_->probe().items();
  return std::any_of(items.begin(), items.end(), [&](const ui::Probe::Item& item) {
    return item.panel == panel && item.what.find(words) != std::string::npos;
  });
}

std::string UiTest::all_of(const std::string& panel) {
  std::string all;
  for (const auto& item : ui_->probe().items()) {
    if (item.panel == panel) all += item.what + " | ";
  }
  return all;
}

std::optional<ui::Probe::Item> UiTest::find(const std::string& what, const std::string& panel) {
  for (const auto& item : ui_->probe().items()) {
    if (item.panel == panel && item.what == what) return item;
  }
  ADD_FAILURE() << "nothing is called '" << what << "' in " << panel << ": " << all_of(panel);
  return std::nullopt;
}

}  // namespace bankloom::test
