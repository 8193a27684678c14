// The talk in the window: its strip, its keys, its file; the black screen and the pen.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <iterator>
#include <thread>

#include "ui/actions.h"
#include "ui/talk/open_talk.h"
#include "ui/talk/talk_file.h"
#include "ui/talk/thumbnails.h"
#include "ui_test.h"

namespace bankloom::test {
namespace {

namespace fs = std::filesystem;
using ui::Key;

constexpr const char* kThree =
    "# Shared memory\n\nbankloom square/setRowReadCol at=0:1:0\n# Ask for the factor first.\n"
    "bankloom square/setRowReadCol IPAD=0 vs square/setRowReadCol IPAD=1\n"
    "bankloom square/setColReadCol theme=light\n# The last one.\n";

class TalkTest : public UiTest {
 protected:
  [[nodiscard]] bool sees_pixels() const override { return false; }
  void SetUp() override {
    UiTest::SetUp();
    if (IsSkipped()) return;
    show("bankloom square/setRowReadCol");
    frames(2);
  }
  ui::OpenTalk& talk() { return ui_->talk(); }
  void press(Key key, bool shift = false, bool control = false) {
    ui_->press({key, shift, control});
    frames(2, 0.01);
  }
  void open_three() {
    const auto opened = talk().open(session, view_, write("week5.bankloom", kThree));
    ASSERT_TRUE(opened.has_value()) << opened.error().message;
    session.finish();
    frames(2);
  }
  [[nodiscard]] std::string kernel() const { return session.scene().a.kernel; }
  /// The kernels of the talk's scenes, the first letters of their names' ends.
  [[nodiscard]] std::string order() {
    std::string order;
    for (const TalkScene& one : talk().talk().scenes) {
      order += one.scene.b ? "compared " : one.scene.a.kernel.substr(one.scene.a.kernel.find('/') + 1) + " ";
    }
    return order;
  }
  void put_on_clipboard(const char* words) {
    const ui::ContextScope scope(ui_->context());
    ImGui::SetClipboardText(words);
  }
};

TEST_F(TalkTest, TheStripIsSeenOnlyWhileATalkIsOpen) {
  EXPECT_TRUE(all_of("talk").empty());
  const float foot = ui_->layout().timeline.bottom();
  open_three();
  EXPECT_LT(ui_->layout().timeline.bottom(), foot - 80);
  EXPECT_TRUE(shows("talk", "week5")) << all_of("talk");
  EXPECT_TRUE(shows("talk", "scene 1 of 3")) << all_of("talk");
  EXPECT_TRUE(shows("talk", "vs setRowReadCol IPAD=1")) << all_of("talk");
  EXPECT_TRUE(shows("talk", "Ask for the factor first.")) << all_of("talk");
  click("Close", "talk");
  EXPECT_FALSE(talk().is_open());
  EXPECT_TRUE(all_of("talk").empty());
  EXPECT_EQ(ui_->layout().timeline.bottom(), foot);
}

TEST_F(TalkTest, PageDownAndPageUpGoThroughTheScenes) {
  press(Key::page_down);
  EXPECT_EQ(kernel(), "square/setRowReadCol") << "no talk is open";
  open_three();
  EXPECT_EQ(session.player().position(), (Position{0, 1, 0}));
  press(Key::page_down);
  EXPECT_TRUE(session.comparing());
  EXPECT_TRUE(shows("talk", "scene 2 of 3")) << all_of("talk");
  press(Key::page_down);
  EXPECT_EQ(kernel(), "square/setColReadCol");
  EXPECT_EQ(view_.theme, ui::ThemeName::light);
  EXPECT_TRUE(shows("talk", "The last one.")) << all_of("talk");
  press(Key::page_down);
  EXPECT_EQ(talk().present(), 2u) << "stays at the end";
  press(Key::page_up);
  press(Key::page_up);
  press(Key::page_up);
  EXPECT_EQ(talk().present(), 0u);
  EXPECT_EQ(kernel(), "square/setRowReadCol");
  click("scene 3", "talk");
  EXPECT_EQ(kernel(), "square/setColReadCol");
}

TEST_F(TalkTest, TheFocusViewSaysWhichSceneItIs) {
  open_three();
  resize(1280, 720);
  view_.focus = ui::FocusView::on;
  press(Key::page_down);
  view_.focus = ui::FocusView::on;
  frames(2);
  EXPECT_TRUE(shows("sentence", "2 / 3")) << all_of("sentence");
  EXPECT_TRUE(shows("sentence", "setRowReadCol IPAD=0")) << all_of("sentence");
  press(Key::t, false, true);
  EXPECT_TRUE(shows("overlay", "Added as scene 3 of 4.")) << all_of("overlay");
  EXPECT_TRUE(shows("sentence", "3 / 4")) << all_of("sentence");
}

TEST_F(TalkTest, ScenesAreAddedAfterThePresentOneAndRemoved) {
  press(Key::t, false, true);
  ASSERT_TRUE(talk().is_open());
  EXPECT_TRUE(talk().is_unsaved());
  EXPECT_EQ(order(), "setRowReadCol ");
  EXPECT_EQ(talk().talk().scenes[0].scene.view_words.count("theme"), 0u) << "the hall decides";
  EXPECT_EQ(talk().talk().scenes[0].scene.view_words.count("tab"), 1u);
  show("bankloom square/setColReadCol");
  press(Key::t, false, true);
  show("bankloom square/setRowReadRow");
  click("scene 1", "talk");
  show("bankloom square/setRowReadRow");
  press(Key::t, false, true);
  EXPECT_EQ(order(), "setRowReadCol setRowReadRow setColReadCol ");
  EXPECT_EQ(talk().present(), 1u);
  click("Remove", "talk");
  EXPECT_EQ(order(), "setRowReadCol setColReadCol ");
  click("Remove", "talk");
  click("Remove", "talk");
  EXPECT_EQ(order(), "");
  EXPECT_TRUE(shows("talk", "No scene yet")) << all_of("talk");
  press(Key::page_down);
}

TEST_F(TalkTest, DraggingACardOrdersTheScenes) {
  open_three();
  const auto first = find("scene 1", "talk"), last = find("scene 3", "talk");
  ASSERT_TRUE(first && last);
  const float y = first->y + first->height / 2;
  point_at(first->x + 20, y);
  frames(2);
  point_at(first->x + 20, y, true);
  frames(2);
  point_at(first->x + 80, y, true);
  frames(2);
  point_at(last->x + last->width - 5, y, true);
  frames(2);
  point_at(last->x + last->width - 5, y, false);
  frames(3);
  EXPECT_EQ(order(), "compared setColReadCol setRowReadCol ");
  EXPECT_EQ(talk().present(), 2u) << "the present scene stays the present one";
  EXPECT_EQ(kernel(), "square/setRowReadCol") << "dragging shows nothing else";
  EXPECT_TRUE(talk().is_unsaved());
}

TEST_F(TalkTest, MovingKeepsThePresentSceneAtEveryPlace) {
  open_three();
  for (std::size_t present = 0; present < 3; ++present) {
    for (std::size_t from = 0; from < 3; ++from) {
      for (std::size_t to = 0; to < 3; ++to) {
        ASSERT_TRUE(talk().show(session, view_, present).has_value());
        const TalkScene moved = talk().talk().scenes[from], shown = talk().talk().scenes[present];
        talk().move(from, to);
        EXPECT_EQ(talk().talk().scenes[to], moved);
        EXPECT_EQ(talk().talk().scenes[*talk().present()], shown);
      }
    }
  }
}

TEST_F(TalkTest, IsSavedWholeAndUnsavedChangesAreAskedAbout) {
  open_three();
  EXPECT_FALSE(talk().is_unsaved());
  talk().remove(0);
  frames(2);
  EXPECT_TRUE(shows("talk", "week5 •")) << all_of("talk");
  EXPECT_FALSE(talk().close().has_value()) << "changes that are not saved";
  EXPECT_TRUE(talk().is_open());
  press(Key::s, true, true);
  EXPECT_FALSE(talk().is_unsaved());
  const auto read = ui::read_talk(folder_ / "week5.bankloom");
  ASSERT_TRUE(read.has_value()) << read.error().message;
  EXPECT_EQ(*read, talk().talk());
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1) << "nothing is left beside it";
  // A place that cannot be written leaves the file and says so.
  talk().remove(0);
  EXPECT_FALSE(talk().save_as(folder_ / "nowhere" / "x.bankloom").has_value());
  EXPECT_TRUE(talk().is_unsaved());
  EXPECT_EQ(*ui::read_talk(folder_ / "week5.bankloom"), *read);
  EXPECT_FALSE(talk().close().has_value());
  EXPECT_TRUE(talk().close().has_value()) << "asked twice";
}

TEST_F(TalkTest, PastedScenesAreATalk) {
  put_on_clipboard(kThree);
  press(Key::v, false, true);
  ASSERT_TRUE(talk().is_open());
  EXPECT_EQ(order(), "setRowReadCol compared setColReadCol ");
  EXPECT_EQ(talk().present(), 0u);
  // Into an open one they go after the present scene; a line alone is shown and no more.
  put_on_clipboard("bankloom square/setRowReadRow\nbankloom square/setColReadRow\n");
  press(Key::v, false, true);
  EXPECT_EQ(order(), "setRowReadCol setRowReadRow setColReadRow compared setColReadCol ");
  EXPECT_EQ(talk().present(), 1u);
  put_on_clipboard("bankloom square/setColReadCol\n");
  press(Key::v, false, true);
  EXPECT_EQ(kernel(), "square/setColReadCol");
  EXPECT_EQ(talk().talk().scenes.size(), 5u);
  put_on_clipboard("bankloom square/setColReadCol at=9\nbankloom square/setColReadCol\n");
  press(Key::v, false, true);
  EXPECT_TRUE(shows("overlay", "line 1: in the scene")) << all_of("overlay");
  EXPECT_EQ(talk().talk().scenes.size(), 5u);
}

TEST_F(TalkTest, ASceneThatCannotBeShownIsSaidAndPassed) {
  const auto opened =
      talk().open(session, view_, write("old.bankloom", "bankloom square/gone\nbankloom square/setColReadCol\n"));
  ASSERT_FALSE(opened.has_value());
  EXPECT_NE(opened.error().message.find("Scene 1 of the talk cannot be shown"), std::string::npos);
  ASSERT_TRUE(talk().is_open());
  press(Key::page_down);
  EXPECT_EQ(kernel(), "square/setColReadCol");
  const auto none = talk().open(session, view_, folder_ / "none.bankloom");
  EXPECT_FALSE(none.has_value());
  EXPECT_EQ(talk().talk().scenes.size(), 2u) << "the open one stays";
}

TEST_F(TalkTest, OwnKernelsLieWhereTheTalkLies) {
  write("own.cu", "// launch: own<<<1, 32>>>(out)\n__global__ void own(int* out) { out[threadIdx.x] = 1; }\n");
  const auto opened = talk().open(session, view_, write("own.bankloom", "bankloom own=own.cu\n"));
  ASSERT_TRUE(opened.has_value()) << opened.error().message;
  ASSERT_NE(session.selection().own(Side::a), nullptr);
  EXPECT_EQ(session.selection().own(Side::a)->path, (folder_ / "own.cu").string());
  ASSERT_TRUE(talk().save().has_value());
  std::ifstream stream(folder_ / "own.bankloom");
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  EXPECT_EQ(text, "bankloom own=own.cu\n");
}

TEST_F(TalkTest, EditGivesTheNoteTheKeyboard) {
  open_three();
  click("Edit", "talk");
  frames(2);
  {
    const ui::ContextScope scope(ui_->context());
    ImGui::GetIO().AddInputCharactersUTF8("b p");
  }
  frames(3);
  EXPECT_EQ(talk().talk().scenes[0].note, "Ask for the factor first.\nb p");
  EXPECT_FALSE(shows("presenter", "black")) << "letters are letters";
}

TEST_F(TalkTest, ANoteIsTypedAtInTheStrip) {
  open_three();
  click("Edit", "talk");
  ASSERT_TRUE(find("note line 2", "talk")) << all_of("talk");
  click("note line 2", "talk");
  {
    const ui::ContextScope scope(ui_->context());
    ImGui::GetIO().AddInputCharactersUTF8("b d");
  }
  frames(3);
  EXPECT_EQ(talk().talk().scenes[0].note, "Ask for the factor first.\nb d");
  EXPECT_FALSE(shows("presenter", "black")) << "letters are letters";
  EXPECT_TRUE(talk().is_unsaved());
  click("scene 3", "talk");
  EXPECT_EQ(talk().talk().scenes[0].note, "Ask for the factor first.\nb d");
  EXPECT_EQ(talk().talk().scenes[2].note, "The last one.") << "another scene has its own";
  click("Done", "talk");
  EXPECT_TRUE(shows("talk", "The last one.")) << all_of("talk");
}

TEST_F(TalkTest, CtrlPageDownMovesTheScene) {
  open_three();
  press(Key::page_down, false, true);
  EXPECT_EQ(order(), "compared setRowReadCol setColReadCol ");
  EXPECT_EQ(talk().present(), 1u);
  press(Key::page_up, false, true);
  press(Key::page_up, false, true);
  EXPECT_EQ(order(), "setRowReadCol compared setColReadCol ");
  EXPECT_EQ(talk().present(), 0u);
}

TEST_F(TalkTest, WhatIsUnsavedIsThereAtTheNextStart) {
  const fs::path state = folder_ / "state";
  const auto kept = [&] {
    std::vector<fs::path> files;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(state, error)) {
      if (entry.path().extension() == ".bankloom") files.push_back(entry.path());
    }
    return files;
  };
  ui::OpenTalk first;
  first.set_state_folder(state);
  ASSERT_TRUE(first.open(session, view_, write("week5.bankloom", kThree)).has_value());
  EXPECT_TRUE(kept().empty()) << "nothing is unsaved";
  first.remove(0);
  ASSERT_EQ(kept().size(), 1u);
  ui::OpenTalk second;
  second.set_state_folder(state);
  EXPECT_FALSE(second.recover(session, view_)) << "its window is still there";
  // As if it belonged to a process that is gone.
  const pid_t gone = ::fork();
  if (gone == 0) ::_exit(0);
  ::waitpid(gone, nullptr, 0);
  for (const char* end : {"bankloom", "file"}) {
    fs::rename(state / fmt::format("talk-{}.{}", ::getpid(), end), state / fmt::format("talk-{}.{}", gone, end));
  }
  EXPECT_TRUE(second.has_left()) << "it can be offered before it is opened";
  EXPECT_TRUE(second.recover(session, view_));
  EXPECT_FALSE(second.has_left());
  EXPECT_EQ(second.talk(), first.talk());
  EXPECT_TRUE(second.is_unsaved());
  EXPECT_EQ(second.name(), "week5") << "it is still the talk of its file";
  EXPECT_EQ(second.file(), first.file());
  ASSERT_TRUE(second.save_as(folder_ / "again.bankloom").has_value());
  EXPECT_FALSE(second.recover(session, view_)) << "once";
  EXPECT_TRUE(first.save().has_value());
  EXPECT_TRUE(kept().empty());
  EXPECT_TRUE(fs::is_empty(state)) << "nor are the files' names";
}

TEST_F(TalkTest, EverySceneGetsAPictureWhichGoesWithIt) {
  open_three();
  ui::Thumbnails thumbnails(runs, BANKLOOM_SOURCE_DIR "/shaders");
  ui_->services.thumbnails = &thumbnails;
  const auto wait = [&] {
    for (int i = 0; i < 3000 && !thumbnails.work(talk().talk(), view_); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  };
  for (std::size_t made = 0; made < 3; ++made) {
    EXPECT_EQ(thumbnails.of(talk().talk().scenes[made].scene), 0u);
    wait();
    EXPECT_NE(thumbnails.of(talk().talk().scenes[made].scene), 0u) << made;
    frames(2);
  }
  EXPECT_FALSE(thumbnails.work(talk().talk(), view_)) << "all are there";
  EXPECT_EQ(kernel(), "square/setRowReadCol") << "what is shown is left alone";
  EXPECT_TRUE(shows("talk", "vs setRowReadCol IPAD=1")) << all_of("talk");
  const Scene gone = talk().talk().scenes[2].scene;
  talk().remove(2);
  EXPECT_FALSE(thumbnails.work(talk().talk(), view_));
  EXPECT_EQ(thumbnails.of(gone), 0u);
  view_.theme = ui::ThemeName::light;
  wait();
  EXPECT_NE(thumbnails.of(talk().talk().scenes[0].scene), 0u) << "drawn anew in another theme";
  EXPECT_EQ(thumbnails.of(talk().talk().scenes[1].scene), 0u);
  ui_->services.thumbnails = nullptr;
}

TEST_F(TalkTest, BMakesTheScreenBlackAndBack) {
  press(Key::b);
  EXPECT_TRUE(shows("presenter", "black"));
  press(Key::period);
  EXPECT_FALSE(shows("presenter", "black"));
  press(Key::b);
  press(Key::escape);
  EXPECT_FALSE(shows("presenter", "black"));
  session.player().play(true);
  press(Key::b);
  EXPECT_FALSE(session.player().playback().playing()) << "nothing goes on where nobody sees it";
  press(Key::b);
  press(Key::s);
  EXPECT_TRUE(session.player().playback().playing()) << "slower is seen at once";
  open_three();
  press(Key::b);
  press(Key::page_down);
  EXPECT_FALSE(shows("presenter", "black")) << "the next scene is to be seen";
  press(Key::page_down);
  EXPECT_FALSE(shows("overlay", "This is the last scene.")) << all_of("overlay");
  press(Key::page_down);
  EXPECT_TRUE(shows("overlay", "This is the last scene.")) << all_of("overlay");
}

TEST_F(TalkTest, ThePenDrawsUntilTheSceneChangesOrEscape) {
  open_three();
  const auto draw_line = [&] {
    point_at(500, 300);
    frames(2);
    for (float x = 500; x <= 600; x += 20) {
      point_at(x, 300, true);
      frame();
    }
    point_at(600, 300, false);
    frames(2);
  };
  draw_line();
  EXPECT_EQ(ui_->presenter().lines(), 0u) << "without the pen the mouse is as usual";
  press(Key::d);
  draw_line();
  draw_line();
  EXPECT_EQ(ui_->presenter().lines(), 2u);
  press(Key::right);
  EXPECT_EQ(ui_->presenter().lines(), 2u) << "a step is no other scene";
  press(Key::d, true);
  draw_line();
  EXPECT_EQ(ui_->presenter().lines(), 3u);
  EXPECT_NE(ui_->presenter().ink_of(2), ui_->presenter().ink_of(1)) << "another colour";
  press(Key::page_down);
  EXPECT_EQ(ui_->presenter().lines(), 0u);
  EXPECT_TRUE(ui_->presenter().has_pen());
  draw_line();
  press(Key::escape);
  EXPECT_EQ(ui_->presenter().lines(), 0u);
  EXPECT_FALSE(ui_->presenter().has_pen());
  // The spotlight leaves the mouse alone, and all that is not at it gets darker.
  press(Key::h);
  frames(2);
  EXPECT_TRUE(ui_->presenter().has_spotlight());
  EXPECT_TRUE(find("spotlight", "presenter").has_value());
  press(Key::escape);
  EXPECT_FALSE(ui_->presenter().has_spotlight());
  press(Key::d);
  draw_line();
  show("bankloom square/setColReadCol");
  frame();
  EXPECT_EQ(ui_->presenter().lines(), 0u) << "another kernel";
  // Where the picture moves below them they would point at something else.
  for (const ui::KeyPress key : {ui::KeyPress{Key::f9}, {Key::z}, ui::with_control(Key::zero), {Key::f}}) {
    draw_line();
    EXPECT_EQ(ui_->presenter().lines(), 1u);
    press(key.key, key.shift, key.control);
    EXPECT_EQ(ui_->presenter().lines(), 0u) << ui::key_text(key);
  }
}

}  // namespace
}  // namespace bankloom::test
