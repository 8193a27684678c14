// The real program in a real window, used with keys and clicks as a person would.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <random>
#include <set>
#include <string_view>

#include "../base/scratch_folder.h"
#include "../session/session_fixture.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/session/scene.h"
#include "gfx/framebuffer.h"
#include "gfx/offscreen.h"
#include "gfx/png.h"
#include "screen.h"
#include "ui/ui.h"

namespace bankloom::test {
namespace {

using namespace std::chrono_literals;

constexpr int kWidth = 1280, kHeight = 720;

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
std::string settled(Program& program) {
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

TEST_F(WindowTest, IsUsedWithKeys) {
  const auto program = start({"square/setRowReadCol"});
  Scene scene = scene_of(*program);
  EXPECT_EQ(scene.a.kernel, "square/setRowReadCol");
  EXPECT_EQ(scene.position, (Position{0, 1, 31})) << "a kernel begins where it costs most";
  program->press("F3");
  EXPECT_TRUE(becomes_true([&] { return scene_of(*program).position == Position{}; }));

  program->press("p");
  EXPECT_EQ(scene_of(*program).a.options.at("IPAD"), "1");
  EXPECT_NE(program->title().find("IPAD=1"), std::string::npos) << program->title();
  program->press("shift+p");
  EXPECT_EQ(scene_of(*program).a.options.at("IPAD"), "0");

  program->press("F3");
  EXPECT_EQ(scene_of(*program).position, (Position{0, 0, 0}));
  program->press("Right");
  EXPECT_EQ(scene_of(*program).position, (Position{0, 1, 0}));
  program->press("Right");
  program->press("Right");
  EXPECT_EQ(scene_of(*program).position, (Position{0, 1, 2}));
  program->press("Left");
  EXPECT_EQ(scene_of(*program).position, (Position{0, 1, 1}));
  program->press("F5");
  EXPECT_EQ(scene_of(*program).position, (Position{0, 1, 2}));
  program->press("F4");
  program->press("Down");
  EXPECT_EQ(scene_of(*program).position, (Position{1, 1, 1}));
  program->press("Up");
  program->press("shift+Right");
  EXPECT_EQ(scene_of(*program).position, (Position{0, 2, 0}));
  program->press("shift+Left");
  EXPECT_EQ(scene_of(*program).position, (Position{0, 1, 0}));
  program->press("F8");
  EXPECT_EQ(scene_of(*program).position, (Position{0, 2, 3}));

  program->press("c");
  scene = scene_of(*program);
  ASSERT_TRUE(scene.b.has_value());
  EXPECT_EQ(scene.b->options.at("IPAD"), "1");
  program->press("c");
  EXPECT_FALSE(scene_of(*program).b.has_value());

  // The focus view and the full screen come and go.
  program->press("f");
  EXPECT_EQ(scene_of(*program).view_words.at("focus"), "on");
  program->press("F11");
  program->press("F11");
  program->press("Escape");
  EXPECT_EQ(scene_of(*program).view_words.at("focus"), "off");

  // Playing moves by itself, and pausing stops it.
  program->press("F3");
  program->press("space");
  EXPECT_TRUE(becomes_true([&] { return scene_of(*program).position->request == 1; }));
  program->press("space");
  const Scene paused = scene_of(*program);
  sleep_for(600ms);
  EXPECT_EQ(scene_of(*program), paused);

  EXPECT_EQ(program->close(), 0) << program->errors();
  EXPECT_EQ(program->errors(), "");
}

TEST_F(WindowTest, IsUsedWithTheMouse) {
  const auto program = start({"square/setRowReadRow"});
  click(*program, "setRowReadCol", "choice");
  EXPECT_TRUE(becomes_true([&] { return scene_of(*program).a.kernel == "square/setRowReadCol"; }));
  click(*program, "2", "choice");
  EXPECT_TRUE(has_padding(*program, "2")) << program->scene();
  click(*program, "0", "choice");
  EXPECT_TRUE(has_padding(*program, "0")) << program->scene();
  click(*program, "Compare", "top");
  ASSERT_TRUE(becomes_true([&] { return scene_of(*program).b.has_value(); }));
  // A click on the timeline goes there.
  mirror_->show(program->scene());
  if (const auto point = mirror_->find("warp 1", "timeline")) program->click(point->x + 45, point->y);
  EXPECT_TRUE(becomes_true([&] { return scene_of(*program).position->warp == 1u; }));
  EXPECT_EQ(program->close(), 0) << program->errors();
}

TEST_F(WindowTest, PanelsAreDraggedAndTilesLookedAtClosely) {
  const auto program = start({"square/setRowReadCol"});
  mirror_->show(program->scene());
  const auto edge = mirror_->find("splitter", "left panel");
  ASSERT_TRUE(edge.has_value());
  program->drag(edge->x, edge->y, edge->x + 60, edge->y);
  const auto left = [&] {
    const auto view_words = scene_of(*program).view_words;
    const auto found = view_words.find("left");
    return found == view_words.end() ? std::string("usual") : found->second;
  };
  EXPECT_TRUE(becomes_true([&] { return left() == "278"; })) << program->scene();
  program->press("F7");
  EXPECT_EQ(left(), "hidden:278");
  program->press("F7");
  EXPECT_EQ(left(), "278");
  // The next window has it, too.
  EXPECT_EQ(program->close(), 0) << program->errors();
  const auto again = start({"square/setRowReadCol"});
  EXPECT_NE(again->scene().find(" left=278"), std::string::npos) << again->scene();
  // A turn of the wheel over the tile, and the key that shows all of it again.
  mirror_->show(again->scene());
  const auto tile = mirror_->find("cells", "tile");
  ASSERT_TRUE(tile.has_value());
  again->point_at(640, 5);
  const std::string whole = settled(*again);
  again->turn_wheel(tile->x, tile->y, 4);
  again->point_at(640, 5);
  EXPECT_NE(settled(*again), whole);
  again->press("ctrl+0");
  EXPECT_TRUE(becomes_true([&] { return again->screen_digest() == whole; }));
  EXPECT_EQ(again->close(), 0) << again->errors();
}

TEST_F(WindowTest, WritesAPictureOfWhatItShows) {
  const auto program = start({"square/setRowReadCol", "--compare", "IPAD=1"});
  const std::string scene = program->scene();
  mirror_->show(scene);
  mirror_->press(ui::Key::f12);
  program->press("F12");
  sleep_for(200ms);
  const auto button = mirror_->find("Write the file");
  ASSERT_TRUE(button.has_value());
  program->click(button->x, button->y);
  std::filesystem::path file;
  ASSERT_TRUE(becomes_true([&] {
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
      if (entry.path().extension() == ".png") file = entry.path();
    }
    return !file.empty();
  })) << program->errors();
  EXPECT_EQ(file.filename().string().rfind("bankloom-square-setRowReadCol", 0), 0u) << file;
  const auto picture = gfx::read_png_file(file);
  ASSERT_TRUE(picture.has_value()) << picture.error().message;
  EXPECT_EQ(picture->image.width, static_cast<unsigned>(kWidth));
  EXPECT_EQ(picture->image.height, static_cast<unsigned>(kHeight));
  // Not blank: many colours, and the caption's letters at the foot.
  const auto colours = [&](unsigned first_row, unsigned last_row) {
    std::set<std::uint32_t> found;
    for (unsigned row = first_row; row < last_row; ++row) {
      for (unsigned column = 0; column < picture->image.width; ++column) {
        const std::uint8_t* pixel = &picture->image.rgba[(std::size_t{row} * picture->image.width + column) * 4];
        found.insert(pixel[0] | std::uint32_t{pixel[1]} << 8 | std::uint32_t{pixel[2]} << 16);
      }
    }
    return found.size();
  };
  EXPECT_GT(colours(0, 720), 500u);
  EXPECT_GT(colours(690, 715), 10u);
  bool has_scene = false;
  for (const auto& [key, text] : picture->texts) has_scene = has_scene || text == scene;
  EXPECT_TRUE(has_scene) << scene;
  EXPECT_EQ(program->close(), 0) << program->errors();
}

TEST_F(WindowTest, AFilmIsWrittenWhileTheWindowLives) {
  const auto program = start({"square/setRowReadCol"});
  const std::string scene = program->scene();
  const auto files = [&] {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
      if (entry.path().filename().string().find("square") != std::string::npos) {
        names.push_back(entry.path().filename().string());
      }
    }
    return names;
  };
  const auto begin = [&] {
    mirror_->show(scene);
    for (const ui::Key key : {ui::Key::escape, ui::Key::f12}) mirror_->press(key);
    program->press("F12");
    sleep_for(300ms);
    const auto ending = mirror_->find(".gif");
    if (ending) program->click(ending->x, ending->y);
    if (ending) mirror_->click(*ending);
    sleep_for(300ms);
    const auto button = mirror_->find("Write the file");
    if (button) program->click(button->x, button->y);
  };
  // Esc gives it up; nothing is left, and keys work again.
  begin();
  ASSERT_TRUE(becomes_true([&] { return files().size() == 1; })) << "a file in the making";
  program->press("p");
  program->press("Escape");
  EXPECT_TRUE(becomes_true([&] { return files().empty(); }));
  EXPECT_EQ(program->scene(), scene) << "a key changed what the film shows";

  begin();
  ASSERT_TRUE(becomes_true(
      [&] { return files() == std::vector<std::string>{"bankloom-square-setRowReadCol-IPAD0-warp0-step32.gif"}; },
      120s));
  std::ifstream film(folder_ / files().front(), std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(film), {});
  EXPECT_EQ(bytes.substr(0, 6), "GIF89a");
  EXPECT_TRUE(becomes_true([&] { return program->scene() == scene; })) << "the window lost its place";
  EXPECT_EQ(program->close(), 0) << program->errors();
  EXPECT_EQ(program->errors(), "");
}

TEST_F(WindowTest, APictureIsCopied) {
  auto program = start({"square/setRowReadCol"});
  const std::string scene = program->scene();
  // The table of the open tab; the picture has its times, which are read from files in the meantime.
  EXPECT_TRUE(becomes_true([&] {
    const std::string table = program->copied("ctrl+shift+t");
    return table.find("\nsetColReadRow  ") != std::string::npos && table.find("not measured") == std::string::npos;
  })) << program->copied("ctrl+shift+t");
  // As another process draws the scene.
  const auto is_drawn = [&](const std::string& png, const std::string& view) {
    std::ofstream(folder_ / "copied") << png;
    const auto drawn = folder_ / "drawn";
    const std::string command = fmt::format("'{}' render --scene '{}' {} --size {}x{} --out '{}' >/dev/null",
                                            BANKLOOM_EXECUTABLE, scene, view, kWidth, kHeight, drawn.string());
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
    const auto copied = gfx::read_png_file(folder_ / "copied"), expected = gfx::read_png_file(drawn);
    ASSERT_TRUE(copied && expected) << png.size() << " bytes were copied";
    EXPECT_EQ(copied->image.width, static_cast<unsigned>(kWidth));
    EXPECT_EQ(copied->image.height, static_cast<unsigned>(kHeight));
    EXPECT_TRUE(copied->image.rgba == expected->image.rgba);
    EXPECT_EQ(copied->texts, expected->texts);
  };
  const std::string window = program->copied("ctrl+shift+c", "image/png");
  is_drawn(window, "");
  // It is no scene.
  program->press("ctrl+v");
  EXPECT_EQ(program->scene(), scene);

  mirror_->show(scene);
  const auto tile = mirror_->find("cells", "tile");
  ASSERT_TRUE(tile.has_value());
  program->point_at(tile->x, tile->y);
  const std::string panel = program->copied("shift+F12", "image/png");
  is_drawn(panel, "--view tile");
  EXPECT_TRUE(panel != window);

  // Who pastes it later needs no program that still runs.
  EXPECT_TRUE(program->copied("ctrl+shift+c", "image/png") == window);
  EXPECT_EQ(program->close(), 0) << program->errors();
  EXPECT_EQ(program->errors(), "");
  EXPECT_TRUE(Program::clipboard(*screen_, "image/png") == window);
}

TEST_F(WindowTest, RemembersWhatWasShown) {
  {
    const auto program = start({"rectangular/setColReadCol"});
    program->press("p");
    program->press("Down");
    EXPECT_EQ(program->close(), 0);
  }
  std::ifstream file(folder_ / "config" / "bankloom" / "settings.json");
  const auto settings = nlohmann::json::parse(file, nullptr, false);
  ASSERT_FALSE(settings.is_discarded());
  {
    const auto program = start({});
    const Scene scene = scene_of(*program);
    EXPECT_EQ(scene.a.kernel, "rectangular/setColReadCol");
    EXPECT_EQ(scene.a.options.at("IPAD"), "1");
    EXPECT_EQ(scene.position->warp, 1u);
    EXPECT_EQ(program->close(), 0);
  }
  // A signal closes the window as its button does.
  {
    const auto program = start({"square/setColReadRow"});
    program->press("p");
    // Keys are taken when the next frame is drawn, a signal at once.
    ASSERT_TRUE(becomes_true([&] { return scene_of(*program).a.options.contains("IPAD"); }));
    EXPECT_EQ(program->terminate(), 0) << program->errors();
    EXPECT_EQ(scene_of(*start({})).a.options.at("IPAD"), "1");
  }
  // Settings that cannot be read are set aside, and the program starts all the same.
  std::ofstream(folder_ / "config" / "bankloom" / "settings.json") << "{ no json";
  {
    const auto program = start({});
    EXPECT_EQ(scene_of(*program).a.kernel, "square/setRowReadCol");
    EXPECT_EQ(program->close(), 0);
  }
  EXPECT_TRUE(std::filesystem::exists(folder_ / "config" / "bankloom" / "settings.json.broken"));
}

TEST_F(WindowTest, ACommandToAGpuIsKeptInTheSettingsUnlessItIsForOneStart) {
  const auto settings = folder_ / "config" / "bankloom" / "settings.json", started = folder_ / "started";
  const auto noting = [&](const char* word) {
    return fmt::format("/bin/sh -c 'echo {} > {}'", word, started.string());
  };
  const auto notes = [&](const std::string& word) {
    const auto content = read_file(started);
    return content && *content == word + "\n";
  };
  {
    const auto program = start({"--gpu", noting("once")});
    EXPECT_TRUE(becomes_true([&] { return notes("once"); }));
    EXPECT_EQ(program->close(), 0) << program->errors();
  }
  auto json = nlohmann::json::parse(*read_file(settings));
  EXPECT_EQ(json.at("gpu_command"), "");
  json["gpu_command"] = noting("kept");
  std::ofstream(settings) << json;
  for (const char* word : {"kept", "once"}) {
    const auto program = start(word == std::string("kept") ? std::vector<std::string>{}
                                                           : std::vector<std::string>{"--gpu", noting(word)});
    EXPECT_TRUE(becomes_true([&] { return notes(word); })) << word;
    EXPECT_EQ(program->close(), 0) << program->errors();
    EXPECT_EQ(nlohmann::json::parse(*read_file(settings)).at("gpu_command"), noting("kept"));
  }
}

TEST_F(WindowTest, OnAFineDisplayTheWindowIsLarger) {
  const auto remembered = [&] {
    std::ifstream file(folder_ / "config" / "bankloom" / "settings.json");
    const auto settings = nlohmann::json::parse(file, nullptr, false);
    return settings.is_discarded() ? 0 : settings.value("window_width", 0);
  };
  // 1600 x 900 twice as large, each time it is opened; as much of that as the screen has; and as it is asked for.
  screen_ = std::make_unique<Screen>(3840u, 2160u, 192u);
  for (int time = 0; time < 2; ++time) {
    const auto program = start_with({"window", "square/setRowReadCol"});
    EXPECT_EQ(program->size(), (std::pair{3200, 1800}));
    EXPECT_EQ(program->close(), 0) << program->errors();
    EXPECT_EQ(remembered(), 1600);
  }
  const auto asked = start({"square/setRowReadCol"});
  EXPECT_EQ(asked->size(), (std::pair{1280, 720}));
  EXPECT_EQ(asked->close(), 0) << asked->errors();
  std::filesystem::remove_all(folder_ / "config");
  screen_ = std::make_unique<Screen>(2560u, 1440u, 192u);
  const auto bounded = start_with({"window", "square/setRowReadCol"});
  EXPECT_EQ(bounded->size(), (std::pair{2560, 1440}));
  EXPECT_EQ(bounded->close(), 0) << bounded->errors();
  std::filesystem::remove_all(folder_ / "config");
  screen_ = std::make_unique<Screen>(1366u, 768u, 96u);
  const auto small = start_with({"window", "square/setRowReadCol"});
  EXPECT_EQ(small->size(), (std::pair{1366, 768})) << "no larger than the screen";
  EXPECT_EQ(small->close(), 0) << small->errors();
}

TEST_F(WindowTest, ASceneIsPasted) {
  const auto program = start({"square/setRowReadCol"});
  const std::string line = "bankloom square/setColReadRow IPAD=2 at=2:0:1 cells=value layout=physical";
  program->put_on_clipboard(line);
  program->press("ctrl+v");
  const std::string usual = " theme=dark palette=wheel text=1 banks=automatic focus=off tab=results";
  EXPECT_TRUE(becomes_true([&] { return program->scene() == line + usual; })) << program->scene();
  program->put_on_clipboard("nonsense");
  program->press("ctrl+v");
  EXPECT_EQ(program->scene(), line + usual);
  // With all that can be seen; a line without looks leaves those that there are.
  const std::string view_words = " theme=projector palette=ordered text=1.15 banks=card focus=on tab=output";
  program->put_on_clipboard(line + view_words);
  program->press("ctrl+v");
  EXPECT_TRUE(becomes_true([&] { return program->scene() == line + view_words; })) << program->scene();
  program->put_on_clipboard(line + " bank=3 theme=pink");
  program->press("ctrl+v");
  EXPECT_EQ(program->scene(), line + view_words);
  program->put_on_clipboard(line + " bank=3");
  program->press("ctrl+v");
  EXPECT_TRUE(becomes_true([&] { return program->scene() == line + " bank=3" + view_words; })) << program->scene();
  EXPECT_EQ(program->close(), 0) << program->errors();
}

TEST_F(WindowTest, ATalkIsOpenedAndPlayedWithPageKeys) {
  const std::filesystem::path talk = folder_ / "week5.bankloom";
  std::ofstream(talk) << "bankloom square/setRowReadCol\n# first\nbankloom square/setColReadCol\n"
                         "bankloom rectangular/setRowReadCol\n";
  const auto program = start({talk.string()});
  const auto shows = [&](const std::string& kernel) {
    return becomes_true([&] { return scene_of(*program).a.kernel == kernel; });
  };
  EXPECT_TRUE(shows("square/setRowReadCol")) << program->scene();
  program->press("Next");
  EXPECT_TRUE(shows("square/setColReadCol")) << program->scene();
  program->press("Next");
  EXPECT_TRUE(shows("rectangular/setRowReadCol")) << program->scene();
  program->press("Prior");
  EXPECT_TRUE(shows("square/setColReadCol")) << program->scene();
  EXPECT_EQ(program->close(), 0) << program->errors();
}

TEST_F(WindowTest, AnUnsavedTalkIsOfferedBesideWhatWasAskedFor) {
  const auto first = start({"square/setRowReadCol"});
  first->press("ctrl+t");
  const auto has_talk = [&] {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_)) {
      if (entry.path().filename().string().starts_with("talk-")) return true;
    }
    return false;
  };
  EXPECT_TRUE(becomes_true(has_talk));
  EXPECT_EQ(first->close(), 0) << first->errors();
  const auto second = start({"square/setColReadCol"});
  EXPECT_EQ(scene_of(*second).a.kernel, "square/setColReadCol");
  // Until it is opened.
  second->press("ctrl+shift+o");
  EXPECT_TRUE(becomes_true([&] { return scene_of(*second).a.kernel == "square/setRowReadCol"; })) << second->scene();
  EXPECT_EQ(second->close(), 0) << second->errors();
}

TEST_F(WindowTest, ATextIsTypedAtUndoneSearchedAndSaved) {
  const std::filesystem::path file = folder_ / "typed.cu";
  std::ofstream(file) << "// launch: one<<<1, 32>>>(out)\n__global__ void one(int *out) { out[0] = out[1]; }\n";
  const auto program = start({file.string()});
  const auto saved = [&] {
    program->press("ctrl+s");
    std::ifstream stream(file);
    return std::string(std::istreambuf_iterator<char>(stream), {});
  };
  const auto press = [&](const std::vector<std::string>& keys) {
    for (const std::string& key : keys) program->press(key);
  };
  // Until the editor has the keyboard.
  sleep_for(800ms);
  press({"slash", "slash", "space", "a", "b", "space", "c", "d", "Return", "ctrl+z", "ctrl+z", "x", "Return"});
  EXPECT_TRUE(becomes_true([&] { return saved().starts_with("// ab x\n// launch"); })) << saved();
  press({"Up", "End", "shift+bracketleft", "Return", "y", "Return", "Tab", "z", "Return", "shift+bracketright"});
  EXPECT_TRUE(becomes_true([&] { return saved().starts_with("// ab x{\n    y\n        z\n}\n// launch"); })) << saved();
  // The second place of "out[": what was found is selected, and typed over. The field has the keyboard a frame later.
  press({"ctrl+f"});
  sleep_for(800ms);
  press({"o", "u", "t", "bracketleft", "Return", "Escape"});
  sleep_for(800ms);
  press({"q"});
  EXPECT_TRUE(becomes_true([&] { return saved().find("= q1];") != std::string::npos; })) << saved();
  press({"ctrl+z", "Escape", "Escape"});
  EXPECT_EQ(program->close(), 0) << program->errors();
}

TEST_F(WindowTest, RestsWhenNothingMoves) {
  const auto program = start({"square/setRowReadCol"});
  program->point_at(640, 5);
  sleep_for(2500ms);
  const double before = program->processor_seconds();
  sleep_for(3000ms);
  // 1 % of a core in 3 s is 0.03 s; the clock of the system's count ticks in 0.01 s.
  EXPECT_LE(program->processor_seconds() - before, 0.03);
  EXPECT_EQ(program->close(), 0) << program->errors();
}

TEST_F(WindowTest, PartsThatAreDrawnAddUpToTheWhole) {
  const auto program = start({"square/setRowReadCol"});
  program->point_at(640, 5);
  // Steps, motion, a second tile, cards that come and go, another theme, a window of other parts.
  for (const char* keys : {"Right", "Right", "space", "space", "c", "Left", "F1", "Escape", "F3", "p", "f", "f"}) {
    program->press(keys);
    sleep_for(400ms);
    if (std::string_view(keys) == "space") continue;
    const std::string before = settled(*program);
    program->expose();
    EXPECT_EQ(program->screen_digest(), before) << "after " << keys;
  }
  EXPECT_EQ(program->close(), 0) << program->errors();
}

TEST_F(WindowTest, ATooltipComesWithoutFurtherMovement) {
  const auto program = start({"square/setRowReadCol"});
  mirror_->show(program->scene());
  const auto compare = mirror_->find("Compare", "top");
  ASSERT_TRUE(compare.has_value());
  program->point_at(640, 300);
  sleep_for(300ms);
  program->point_at(compare->x, compare->y);
  // Nothing happens from here on; what is drawn in the next second is the tooltip.
  const std::string before = program->screen_digest();
  EXPECT_TRUE(becomes_true([&] { return program->screen_digest() != before; }, 2s));
  EXPECT_EQ(program->close(), 0) << program->errors();
}

TEST_F(WindowTest, SurvivesAnythingThatIsTypedAndClicked) {
  const auto program = start({"square/setRowReadCol"});
  std::mt19937 random(5);
  const char* keys[] = {"p",      "shift+p",     "c",          "Left",  "Right",  "Up",     "Down",  "F1",
                        "F1",     "F3",          "F8",         "space", "Escape", "plus",   "minus", "F12",
                        "Escape", "shift+Right", "shift+Left", "F6",    "Tab",    "Return", "ctrl+v"};
  for (int turn = 0; turn < 60 && program->runs(); ++turn) {
    if (turn % 3 == 0) {
      program->click(static_cast<float>(random() % kWidth), static_cast<float>(random() % kHeight));
    } else {
      program->press(keys[random() % std::size(keys)]);
    }
  }
  EXPECT_TRUE(program->runs()) << program->errors();
  program->press("Escape");
  EXPECT_EQ(program->close(), 0) << program->errors();
}

}  // namespace
}  // namespace bankloom::test
