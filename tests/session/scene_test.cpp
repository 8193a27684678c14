#include "core/session/scene.h"

#include <gtest/gtest.h>

#include <random>

namespace bankloom {
namespace {

TEST(Scene, IsShortWhereEverythingIsUsual) {
  Scene scene;
  scene.a = {"square/setRowReadCol", {{"IPAD", "1"}}};
  EXPECT_EQ(scene_to_line(scene), "bankloom square/setRowReadCol IPAD=1");
}

TEST(Scene, WritesAllThatDiffers) {
  Scene scene;
  scene.a = {"square/setRowReadCol", {{"BDIMX", "16"}, {"BDIMY", "16"}}};
  scene.b = Choice{"square/setRowReadColPad", {}};
  scene.machine = "cc3.5-8";
  scene.architecture = "compute_80";
  scene.block = 3;
  scene.position = Position{1, 2, 9};
  scene.scope = PlayScope::block;
  scene.label = CellLabel::lane;
  scene.layout = TileLayout::physical;
  scene.subject = Subject::threads;
  scene.bank = 31;
  scene.view_words = {{"theme", "projector"}, {"text", "1.3"}};
  const std::string line = scene_to_line(scene);
  EXPECT_EQ(line,
            "bankloom square/setRowReadCol BDIMX=16 BDIMY=16 vs square/setRowReadColPad machine=cc3.5-8 "
            "arch=compute_80 block=3 at=1:2:9 scope=block cells=lane layout=physical view=threads bank=31 "
            "theme=projector text=1.3");
  const auto back = scene_from_line("  " + line + "\r\n");
  ASSERT_TRUE(back.has_value()) << back.error().message;
  EXPECT_EQ(*back, scene);
}

TEST(Scene, AnySceneComesBack) {
  std::mt19937 random(11);
  const auto pick = [&](unsigned below) { return static_cast<unsigned>(random() % below); };
  for (int turn = 0; turn < 2000; ++turn) {
    Scene scene;
    scene.a.kernel = pick(2) != 0 ? "a/b" : "name";
    for (unsigned count = pick(4); count > 0; --count) {
      scene.a.options["OPTION" + std::to_string(pick(9))] = std::to_string(pick(99));
    }
    if (pick(2) != 0) scene.b = Choice{"c/d", {{"X", "-1"}}};
    if (pick(2) != 0) scene.machine = "didactic:" + std::to_string(pick(64));
    if (pick(2) != 0) scene.position = Position{pick(100), pick(100), pick(100)};
    scene.block = pick(3);
    scene.scope = static_cast<PlayScope>(pick(2));
    scene.label = static_cast<CellLabel>(pick(5));
    scene.layout = static_cast<TileLayout>(pick(2));
    scene.subject = static_cast<Subject>(pick(2));
    if (pick(2) != 0) scene.bank = pick(64);
    for (const char* look : {"theme", "palette", "text", "banks", "tab"}) {
      if (pick(2) != 0) scene.view_words.emplace(look, std::to_string(pick(9)));
    }
    const auto back = scene_from_line(scene_to_line(scene));
    ASSERT_TRUE(back.has_value()) << back.error().message;
    EXPECT_EQ(*back, scene) << scene_to_line(scene);
  }
}

TEST(Scene, SaysWhichWordIsWrong) {
  const std::pair<std::string, std::string> cases[] = {
      {"", "not a scene"},
      {"bankloom", "not a scene"},
      {"IPAD=1", "'IPAD=1' is found where a kernel is expected"},
      {"a/b vs", "the kernel after 'vs' is missing"},
      {"a/b vs X=1", "'X=1' is found where a kernel"},
      {"a/b vs c/d vs e/f", "'vs' appears twice"},
      {"a/b IPAD", "'IPAD' is not a setting"},
      {"a/b =1", "'=1' is not a setting"},
      {"a/b IPAD=", "'IPAD=' is not a setting"},
      {"a/b at=1:2", "'at=1:2' has no meaning"},
      {"a/b at=1:2:x", "'1:2:x' is not a value of at"},
      {"a/b at=1:2:-3", "not a value of at"},
      {"a/b at=99999999999:0:0", "not a value of at"},
      {"a/b cells=colour", "'colour' is not a value of cells"},
      {"a/b layout=round", "not a value of layout"},
      {"a/b scope=grid", "not a value of scope"},
      {"a/b bank=x", "not a value of bank"},
      {"a/b block=-1", "not a value of block"},
      {std::string(20'000, 'a'), "at most"},
  };
  for (const auto& [line, words] : cases) {
    const auto scene = scene_from_line(line);
    ASSERT_FALSE(scene.has_value()) << line;
    EXPECT_NE(scene.error().message.find(words), std::string::npos) << line << ": " << scene.error().message;
  }
}

TEST(SceneLine, NamesALaunchOfAProgram) {
  const auto scene = scene_from_line("bankloom own=/home/ada/square.cu launch=3 tile=b at=1:0:0");
  ASSERT_TRUE(scene.has_value()) << scene.error().message;
  ASSERT_NE(scene->a.own, nullptr);
  EXPECT_EQ(scene->a.own->path, "/home/ada/square.cu");
  EXPECT_EQ(scene->a.own->wanted_launch, 3u);
  EXPECT_EQ(scene_to_line(*scene), "bankloom own=/home/ada/square.cu launch=3 tile=b at=1:0:0");
  // A launch that was captured is written in the same way; its kernel may lie in another file than its program.
  CapturedLaunch launch;
  launch.index = 7;
  launch.build.file = "/home/ada/square.cu";
  launch.source = "text";
  Scene captured;
  captured.a = own_choice(own_source_of(std::make_shared<const CapturedLaunch>(launch)));
  EXPECT_EQ(scene_to_line(captured), "bankloom own=/home/ada/square.cu launch=7");
  EXPECT_EQ(scene_line_gap(captured), "");
  OwnSource changed = *captured.a.own;
  changed.text += "// changed";
  captured.a = own_choice(changed);
  EXPECT_NE(scene_line_gap(captured).find("does not contain your changes"), std::string::npos);
  EXPECT_FALSE(scene_from_line("bankloom own=/a.cu launch=x").has_value());
  EXPECT_FALSE(scene_from_line("bankloom a/b launch=1 X=2")->a.own != nullptr) << "an option of a kernel of that name";
}

}  // namespace
}  // namespace bankloom
