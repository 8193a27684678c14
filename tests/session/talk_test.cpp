#include "core/session/talk.h"

#include <gtest/gtest.h>

namespace bankloom {
namespace {

TEST(Talk, IsReadAsPeopleWriteIt) {
  const auto talk = talk_from_text(
      "\xEF\xBB\xBF# Shared memory\r\nweek 5\r\n\r\n"
      "  bankloom square/setRowReadCol at=0:1:0\r\n"
      "# 32 lanes want bank 0.\r\n\r\n   Ask for the factor first.  \r\n#\r\n"
      "bankloomed words are no scene\r\n"
      "bankloom\tsquare/setRowReadCol vs square/setRowReadCol IPAD=1",
      "week5.bankloom");
  ASSERT_TRUE(talk.has_value()) << talk.error().message;
  EXPECT_EQ(talk->heading, "Shared memory\nweek 5");
  ASSERT_EQ(talk->scenes.size(), 2u);
  EXPECT_EQ(talk->scenes[0].scene.position, (Position{0, 1, 0}));
  EXPECT_EQ(talk->scenes[0].note, "32 lanes want bank 0.\nAsk for the factor first.\nbankloomed words are no scene");
  EXPECT_TRUE(talk->scenes[1].scene.b.has_value());
  EXPECT_EQ(talk->scenes[1].note, "");
}

TEST(Talk, ComesBackFromItsText) {
  Talk talk;
  talk.heading = "bankloom is shown first";
  talk.scenes.resize(3);
  talk.scenes[0].scene.a = {"square/setRowReadCol", {{"IPAD", "1"}}};
  talk.scenes[0].note = "bankloom counts wavefronts\n# with a mark of its own\nünïcode";
  talk.scenes[1].scene.a = {"square/setRowReadCol", {}};
  talk.scenes[1].scene.b = Choice{"square/setRowReadColPad", {}};
  talk.scenes[1].scene.view_words = {{"theme", "projector"}, {"text", "1.3"}};
  talk.scenes[2].scene = talk.scenes[0].scene;
  const std::string text = talk_to_text(talk);
  const auto back = talk_from_text(text, "a talk");
  ASSERT_TRUE(back.has_value()) << back.error().message;
  EXPECT_EQ(*back, talk);
  EXPECT_EQ(talk_to_text(*back), text);
}

TEST(Talk, EmptyLinesOfANoteAreLeftOut) {
  Talk talk;
  talk.scenes.resize(1);
  talk.scenes[0].scene.a = {"square/setRowReadCol", {}};
  talk.scenes[0].note = "one\n\n  \ntwo\n";
  EXPECT_EQ(talk_to_text(talk), "bankloom square/setRowReadCol\n# one\n# two\n");
}

TEST(Talk, SaysWhichLineIsWrongAndWhatToDo) {
  const auto wrong = talk_from_text("a heading\nbankloom square/setRowReadCol at=1\n", "week5.bankloom");
  ASSERT_FALSE(wrong.has_value());
  EXPECT_NE(wrong.error().message.find("week5.bankloom, line 2: "), std::string::npos) << wrong.error().message;
  EXPECT_NE(wrong.error().message.find("at=1"), std::string::npos) << wrong.error().message;
  EXPECT_NE(wrong.error().message.find("begin it with #"), std::string::npos) << wrong.error().message;
  for (const char* text : {"", "\n\n", "only words\n# and notes\n"}) {
    const auto empty = talk_from_text(text, "week5.bankloom");
    ASSERT_FALSE(empty.has_value()) << text;
    EXPECT_NE(empty.error().message.find("week5.bankloom has no scene"), std::string::npos) << empty.error().message;
  }
  EXPECT_FALSE(talk_from_text("bankloom\n", "x").has_value());
}

}  // namespace
}  // namespace bankloom
