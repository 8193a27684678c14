// The rest of the window: talks, texts, rest, parts that are drawn, tooltips and the mouse.
#include <cstdlib>
#include <random>
#include <set>

#include "core/base/files.h"
#include "core/base/json.h"
#include "window_fixture.h"

namespace bankloom::test {
namespace {

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

TEST_F(WindowTest, WhoUsesKeysDoesNotPoint) {
  const auto program = start({"square/setRowReadCol"});
  program->point_at(640, 250);
  EXPECT_TRUE(becomes_true([&] { return scene_of(*program).a.kernel == "square/setRowReadCol"; }));
  const std::string pointed = settled(*program);
  program->press("Left");
  const std::string after_a_key = settled(*program);
  EXPECT_NE(after_a_key, pointed);
  // Where there is nothing.
  program->point_at(3, 715);
  EXPECT_EQ(settled(*program), after_a_key);
  program->point_at(640, 250);
  EXPECT_NE(settled(*program), after_a_key) << "a move brings it back";
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
