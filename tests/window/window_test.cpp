// The real program in a real window, used with keys and clicks as a person would.
#include <cstdlib>
#include <fstream>
#include <string_view>

#include "core/base/files.h"
#include "core/base/json.h"
#include "gfx/png.h"
#include "window_fixture.h"

namespace bankloom::test {
namespace {

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

}  // namespace
}  // namespace bankloom::test
