// WindowTest: the real program in a real window on a screen in memory.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "../base/scratch_folder.h"
#include "../session/session_fixture.h"
#include "core/session/scene.h"
#include "gfx/framebuffer.h"
#include "gfx/offscreen.h"
#include "screen.h"
#include "ui/ui.h"

namespace bankloom::test {

using namespace std::chrono_literals;

inline constexpr int kWidth = 1280, kHeight = 720;

/// The same window drawn off screen, to know where its controls are.
class Mirror {
 public:
  explicit Mirror(RunService& runs) : session_(runs) {
    auto context = gfx::make_offscreen_context();
    if (!context) return;
    context_ = std::move(*context);
    auto drawing = ui::Ui::create(BANKLOOM_SOURCE_DIR "/shaders", false);
    if (!drawing) return;
    ui_ = std::move(*drawing);
    ui_->probe().enable(true);
  }
  [[nodiscard]] bool works() const { return ui_ != nullptr; }

  /// Shows what the program shows.
  void show(const std::string& line) {
    const auto scene = scene_from_line(line);
    ASSERT_TRUE(scene.has_value()) << line;
    ASSERT_TRUE(session_.show(*scene).has_value());
    session_.finish();
    draw();
  }
  void press(ui::Key key) {
    ui_->press({key});
    draw();
  }
  struct Point {
    float x = 0, y = 0;
  };
  void click(const Point& point) {
    for (const bool is_down : {false, true, false}) {
      const ui::ContextScope scope(ui_->context());
      ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM >= 18700
      io.AddMousePosEvent(point.x, point.y);
      io.AddMouseButtonEvent(0, is_down);
#else
      io.MousePos = {point.x, point.y};
      io.MouseDown[0] = is_down;
#endif
      draw();
    }
  }
  /// The middle of an item; a failed expectation and nothing where there is none.
  std::optional<Point> find(const std::string& what, const std::string& panel = "") {
    for (const ui::Probe::Item& item : ui_->probe().items()) {
      if (item.what != what || (!panel.empty() && item.panel != panel)) continue;
      return Point{item.x + item.width / 2, item.y + item.height / 2};
    }
    std::string all;
    for (const ui::Probe::Item& item : ui_->probe().items()) all += item.panel + ": " + item.what + "\n";
    ADD_FAILURE() << "nothing is called '" << what << "' in " << (panel.empty() ? "any panel" : panel) << " of\n"
                  << all;
    return std::nullopt;
  }

 private:
  void draw() {
    gfx::Framebuffer target = *gfx::Framebuffer::create({kWidth, kHeight});
    // Some sizes are known only after a frame.
    for (int frame = 0; frame < 3; ++frame) {
      target.bind();
      ui::FrameRequest request;
      request.size = {kWidth, kHeight};
      request.seconds = 1;
      ui_->frame(session_, view_, request);
    }
  }

  Session session_;
  ui::ViewSettings view_;
  std::unique_ptr<gfx::OffscreenContext> context_;
  std::unique_ptr<ui::Ui> ui_;
};

/// What the screen shows once it is the same for a while.
inline std::string settled(Program& program) {
  std::string seen;
  const bool rests = becomes_true([&] {
    seen = program.screen_digest();
    sleep_for(400ms);
    return program.screen_digest() == seen;
  });
  EXPECT_TRUE(rests) << "it does not come to rest";
  return seen;
}

class WindowTest : public SessionTest {
 protected:
  void SetUp() override {
    SessionTest::SetUp();
    if (IsSkipped()) return;
    if (!missing_screen().empty()) GTEST_SKIP() << missing_screen();
    screen_ = std::make_unique<Screen>(1600u, 900u);
    ASSERT_FALSE(screen_->display().empty()) << "Xvfb did not start";
    mirror_ = std::make_unique<Mirror>(runs);
    ASSERT_TRUE(mirror_->works());
  }
  void TearDown() override {
    mirror_.reset();
    screen_.reset();
  }

  std::unique_ptr<Program> start(const std::vector<std::string>& arguments) {
    std::vector<std::string> words{"window", "--size", "1280x720"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    return start_with(words);
  }
  std::unique_ptr<Program> start_with(const std::vector<std::string>& words) {
    auto program = std::make_unique<Program>(*screen_, words, folder_);
    EXPECT_TRUE(program->appears()) << program->errors();
    return program;
  }
  /// Clicks on an item of the scene that the program shows.
  void click(Program& program, const std::string& what, const std::string& panel = "") {
    mirror_->show(program.scene());
    if (const auto point = mirror_->find(what, panel)) program.click(point->x, point->y);
  }
  static Scene scene_of(Program& program) {
    const std::string line = program.scene();
    const auto scene = scene_from_line(line);
    EXPECT_TRUE(scene.has_value()) << line;
    return scene.value_or(Scene{});
  }
  /// Whether the scene soon has this padding: a slow program may answer for the scene before it took the click.
  static bool has_padding(Program& program, const std::string& padding) {
    return becomes_true([&] {
      const auto options = scene_of(program).a.options;
      const auto found = options.find("IPAD");
      return found != options.end() && found->second == padding;
    });
  }

  ScratchFolder scratch_;
  const std::filesystem::path& folder_ = scratch_.path();
  std::unique_ptr<Screen> screen_;
  std::unique_ptr<Mirror> mirror_;
};

}  // namespace bankloom::test
