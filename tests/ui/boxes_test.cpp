// The vocabulary of panels: what each box is given of the room, which words it shows in it, and where they stand.
#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <algorithm>
#include <set>

#include "../session/session_fixture.h"
#include "core/base/characters.h"
#include "core/base/text_lines.h"
#include "gfx/fonts.h"
#include "ui/fonts.h"
#include "ui/layout/bar.h"
#include "ui/layout/controls.h"
#include "ui/layout/form.h"
#include "ui/layout/table.h"
#include "ui/painter/recording_painter.h"
#include "ui/widgets/grid_builder.h"
#include "ui/widgets/widgets.h"

namespace bankloom::test {
namespace {

using ui::Rect;
using ui::Wish;

// ---- who is given how much

TEST(Distribute, WhatIsLeftGoesToTheShares) {
  const std::vector<Wish> wishes{{ui::fit(), 30, 10}, {ui::share(), 0, 0}, {ui::units(20), 0, 0}, {ui::share(3), 0, 0}};
  EXPECT_EQ(ui::distribute(wishes, 130, 10, 1), (std::vector<float>{30, 12.5f, 20, 37.5f}));
  EXPECT_EQ(ui::distribute(wishes, 160, 10, 2), (std::vector<float>{30, 15, 40, 45})) << "units are scaled";
}

TEST(Distribute, WordsGiveWayBeforeAnythingElseDoes) {
  const std::vector<Wish> wishes{{ui::fit(), 100, 40}, {ui::units(30), 0, 0}, {ui::fit(), 50, 50}};
  EXPECT_EQ(ui::distribute(wishes, 150, 0, 1), (std::vector<float>{70, 30, 50}));
  const auto cramped = ui::distribute(wishes, 75, 0, 1);
  EXPECT_FLOAT_EQ(cramped[1], 30);
  EXPECT_NEAR(cramped[0] + cramped[2], 45, 0.01f) << "both are shortened then";
  EXPECT_NEAR(cramped[0] / cramped[2], 40.0f / 50, 0.01f);
}

TEST(Distribute, TheDispensableGoInTheirOrder) {
  const std::vector<Wish> wishes{{ui::fit(), 40, 40}, {ui::fit().if_room(2), 30, 30}, {ui::fit().if_room(1), 30, 30}};
  EXPECT_EQ(ui::distribute(wishes, 100, 0, 1), (std::vector<float>{40, 30, 30}));
  EXPECT_EQ(ui::distribute(wishes, 99, 0, 1), (std::vector<float>{40, 30, -1}));
  EXPECT_EQ(ui::distribute(wishes, 60, 0, 1), (std::vector<float>{40, -1, -1}));
  const std::vector<Wish> alone{{ui::fit().if_room(), 30, 20}};
  EXPECT_EQ(ui::distribute(alone, 25, 0, 1), (std::vector<float>{25})) << "with shorter words";
  EXPECT_EQ(ui::distribute(alone, 10, 0, 1), (std::vector<float>{-1})) << "more than all the room there is";
}

TEST(Distribute, WhatRoundingLeavesOverTakesNothingOfAFixedSize) {
  const std::vector<Wish> wishes{{ui::fit(), 84, 84}, {ui::units(37), 37, 37}, {ui::share(), 80, 49.5f}};
  EXPECT_EQ(ui::distribute(wishes, 110, 8, 1)[1], 37);
}

TEST(Distribute, LimitsHold) {
  const std::vector<Wish> wishes{
      {ui::share().at_most(20), 0, 0}, {ui::share().at_least(60), 0, 0}, {ui::share(), 0, 0}};
  EXPECT_EQ(ui::distribute(wishes, 200, 0, 1), (std::vector<float>{20, 90, 90}));
  EXPECT_EQ(ui::distribute(wishes, 100, 0, 1), (std::vector<float>{20, 60, 20}));
  EXPECT_EQ(ui::distribute(std::vector<Wish>{{ui::fit().at_most_part(0.25f), 90, 90}}, 200, 0, 1),
            (std::vector<float>{50}));
}

// ---- drawn

class BoxesTest : public SessionTest {
 protected:
  void SetUp() override {
    SessionTest::SetUp();
    if (IsSkipped()) return;
    gui_ = ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {1000, 1000};
#if IMGUI_VERSION_NUM >= 19200
    io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
#endif
    fonts_ = ui::load_fonts(1);
    probe_.enable(true);
  }
  void TearDown() override {
    if (gui_ != nullptr) ImGui::DestroyContext(gui_);
  }

  /// Draws what `make` gives in a window of that size, in some frames.
  template <typename Make>
  void draw(float width, float height, const Make& make, int frames = 2) {
    for (int i = 0; i < frames; ++i) {
      ImGuiIO& io = ImGui::GetIO();
      io.DeltaTime = 1;
      io.MousePos = mouse_;
      io.MouseDown[0] = pressed_;
      ImGui::NewFrame();
      probe_.begin_frame();
      probe_.begin_panel("boxes");
      ImGui::SetNextWindowPos({0, 0});
      ImGui::SetNextWindowSize({width, height});
      ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
      ImGui::Begin("boxes", nullptr, ImGuiWindowFlags_NoDecoration);
      ui::PanelContext context{
          {}, session, view_, ui::theme_of(view_.theme), fonts_, painter_, probe_, 1, {}, 0, false, false, false,
          {}, {},      {}};
      context.redraw_within = [](double) {};
      context.area = {0, 0, width, height};
      ui::show(context, make(context));
      ImGui::End();
      ImGui::PopStyleVar();
      ImGui::EndFrame();
    }
  }

  const ui::Probe::Item* item(const std::string& what) const {
    const auto& items = probe_.items();
    const auto found = std::find_if(items.begin(), items.end(), [&](const auto& one) { return one.what == what; });
    return found == items.end() ? nullptr : &*found;
  }
  [[nodiscard]] std::string all() const {
    std::string words;
    for (const auto& one : probe_.items()) words += one.what + "|";
    return words;
  }

  ImGuiContext* gui_ = nullptr;
  ui::Fonts fonts_;
  ui::ViewSettings view_;
  ui::RecordingPainter painter_;
  ui::Probe probe_;
  ImVec2 mouse_{-100, -100};
  bool pressed_ = false;
};

TEST_F(BoxesTest, LargeNumbersAreDrawnFromLargerGlyphs) {
  ImGui::NewFrame();
  ui::GlyphTable glyphs;
  glyphs.load(fonts_.cell, fonts_.large_cell);
  ImGui::EndFrame();
  for (const char32_t character : std::u32string_view(U"08Lx")) {
    const auto usual = glyphs.drawn_glyph(character, 12), large = glyphs.drawn_glyph(character, 24);
    EXPECT_GT(large.u1 - large.u0, 1.5f * (usual.u1 - usual.u0)) << unsigned(character) << ": has more texels";
    EXPECT_GT(large.v1 - large.v0, 1.5f * (usual.v1 - usual.v0)) << unsigned(character);
    EXPECT_NEAR(large.y1, usual.y1, 0.1f) << unsigned(character) << ": stands on the same line";
    EXPECT_NEAR(large.advance, usual.advance, 0.1f) << unsigned(character);
  }
}

TEST_F(BoxesTest, CharactersAreInTheAtlasOnceTheyWereMet) {
  ui::MetCharacters met;
  met.watch();
  const auto width = [&](ImFont* font, std::string_view words) {
    ImGui::NewFrame();
    const float wide = ui::text_size(font, words).x;
    ImGui::EndFrame();
    return wide;
  };
  static_cast<void>(width(fonts_.body, "load 32.0 × 4 … é ñ ã ç ¿ « “store” – ‘bank’ —"));
  EXPECT_FALSE(met.has_new()) << "these are in it from the start";
  static_cast<void>(width(fonts_.mono, "// 按列"));
  static_cast<void>(width(fonts_.body, "存储体"));
  EXPECT_TRUE(met.take_new());
  fonts_ = ui::load_fonts(1, met);
  EXPECT_EQ(width(fonts_.mono, "按列"), width(fonts_.mono, "0000")) << "with or without a font that has them";
  if (gfx::find_font(gfx::FontFace::chinese)) {
    EXPECT_NEAR(width(fonts_.body, "存储体"), 3 * ui::kChineseEm * ui::font_size(fonts_.body), 2);
  }
  EXPECT_FALSE(met.has_new()) << "nor are they noted again";
}

TEST_F(BoxesTest, ChineseTextIsBrokenBetweenItsCharacters) {
  ImGui::NewFrame();
  const std::string words =
      "同一列的 32 个元素落在同一个存储体（bank）里，因此一次请求需要 32 个波前；“填充”以后，冲突消失了。";
  for (float width = 60; width < 600; width += 7) {
    const std::string lines = ui::broken_lines(fonts_.body, words, width);
    std::string joined, plain = words;
    for (const char c : lines) joined += c == '\n' || c == ' ' ? "" : std::string(1, c);
    std::erase(plain, ' ');
    EXPECT_EQ(joined, plain);
    for (const std::string& line : split_lines(lines)) {
      EXPECT_LE(ui::text_size(fonts_.body, line).x, width + 0.5f) << line;
      for (const char* closing : {"，", "；", "）", "”", "。"}) EXPECT_FALSE(line.starts_with(closing)) << line;
      for (const char* opening : {"（", "“"}) EXPECT_FALSE(line.ends_with(opening)) << line;
    }
    const std::string cut = ui::shortened(fonts_.body, words, width);
    const std::string ends = ui::shortened_within(fonts_.body, words, width);
    for (const std::string& part : {cut, ends}) {
      EXPECT_LE(ui::text_size(fonts_.body, part).x, width + 0.5f);
      for (std::size_t at = 0; at < part.size();) {
        const auto [code, end] = character_at(part, at);
        EXPECT_NE(code, 0xFFFDu) << part << ": a character is cut";
        at = end;
      }
    }
  }
  ImGui::EndFrame();
}

TEST_F(BoxesTest, AFitShowsTheLongestThatFitsAndShortensAsTheLastResort) {
  ui::Fit fit{"wavefronts of shared memory", "wavefronts", "wf"};
  fit.fonts({ui::FontUse::body, ui::FontUse::small});
  const float whole = fit.width(fonts_, 0);
  EXPECT_EQ(fit.choose(fonts_, whole).words, "wavefronts of shared memory");
  EXPECT_EQ(fit.choose(fonts_, whole).font, fonts_.body);
  EXPECT_EQ(fit.choose(fonts_, whole - 5).font, fonts_.small) << "smaller before shorter";
  EXPECT_EQ(fit.choose(fonts_, fit.width(fonts_, 2)).words, "wavefronts");
  EXPECT_EQ(fit.choose(fonts_, whole, 4).words, "wf") << "longer ones are not tried";
  const auto cut = ui::Fit("setReadColumn").keep_ends().choose(fonts_, 50);
  EXPECT_TRUE(cut.is_shortened);
  EXPECT_TRUE(cut.words.ends_with("n")) << cut.words;
}

TEST_F(BoxesTest, ARowGivesWordsWhatControlsLeave) {
  int clicks = 0;
  const auto make = [&](ui::PanelContext&) {
    ui::Row row;
    row.add(ui::Text({"recorded on NVIDIA H200, 2026-11-21", "recorded on NVIDIA H200", "recorded"}), ui::share());
    row.add(ui::Button("go", "measure", [&] { ++clicks; }).tooltip("Measures."));
    return row;
  };
  draw(400, 40, make);
  EXPECT_NE(item("recorded on NVIDIA H200, 2026-11-21"), nullptr) << all();
  const auto* button = item("measure");
  ASSERT_NE(button, nullptr);
  EXPECT_NEAR(button->x + button->width, 400, 1);
  EXPECT_TRUE(button->control);
  draw(170, 40, make);
  EXPECT_NE(item("recorded"), nullptr) << all();
  mouse_ = {160, 20};
  for (const bool pressed : {false, true, false}) {
    pressed_ = pressed;
    draw(170, 40, make, 1);
  }
  EXPECT_EQ(clicks, 1);
  draw(170, 40, make, 3);
  ASSERT_EQ(probe_.tooltips().size(), 1U);
  EXPECT_EQ(probe_.tooltips().front(), "Measures.");
}

TEST_F(BoxesTest, WhatIsShortenedSaysTheWholeWhenPointedAt) {
  const auto make = [](ui::PanelContext&) { return ui::Column().add(ui::Text("a long sentence about nothing")); };
  mouse_ = {10, 8};
  draw(90, 40, make, 3);
  ASSERT_EQ(probe_.tooltips().size(), 1U) << all();
  EXPECT_EQ(probe_.tooltips().front(), "a long sentence about nothing");
  draw(300, 40, make, 3);
  EXPECT_TRUE(probe_.tooltips().empty());
}

TEST_F(BoxesTest, ARowWrapsWhereItMay) {
  const auto make = [](ui::PanelContext&) {
    ui::Row row;
    row.wrap();
    for (const char* words : {"12 of 12 counters", "floor 0.64 µs", "output equal"}) row.add(ui::Text(words).small());
    return ui::Column().add(row).add(ui::Text("below"));
  };
  draw(600, 100, make);
  EXPECT_FLOAT_EQ(item("output equal")->y, item("floor 0.64 µs")->y);
  draw(150, 100, make);
  EXPECT_GT(item("floor 0.64 µs")->y, item("12 of 12 counters")->y);
  EXPECT_FLOAT_EQ(item("floor 0.64 µs")->x, 0);
  EXPECT_GT(item("below")->y, item("output equal")->y + 10);
}

TEST_F(BoxesTest, APictureGetsWhatTheWordsOfAColumnLeave) {
  Rect drawn;
  draw(300, 200, [&](ui::PanelContext&) {
    ui::Column column;
    column.gap(5).add(ui::Text("above"));
    column.add(ui::Drawing([&](const Rect& rect) { drawn = rect; }), ui::share());
    column.add(ui::Text("below"));
    return column;
  });
  EXPECT_NEAR(drawn.y, 20, 1);
  EXPECT_NEAR(drawn.height, 200 - 2 * 15 - 2 * 5, 1);
  EXPECT_FLOAT_EQ(drawn.width, 300);
  EXPECT_NEAR(item("below")->y, drawn.bottom() + 5, 1);
}

TEST_F(BoxesTest, TheFirstThatFitsIsShown) {
  const auto make = [](ui::PanelContext&) {
    return ui::FirstOf({[] { return ui::Row().add(ui::Text("one long line of words"), ui::units(200)); },
                        [] { return ui::Column().add(ui::Text("one long")).add(ui::Text("line of words")); },
                        [] { return ui::Row().add(ui::Text("short")); }});
  };
  draw(250, 40, make);
  EXPECT_NE(item("one long line of words"), nullptr) << all();
  draw(150, 40, make);
  EXPECT_NE(item("line of words"), nullptr) << all();
  draw(150, 24, make);
  EXPECT_NE(item("short"), nullptr) << all();
}

TEST_F(BoxesTest, TheFirstThatFitsTakesNoMoreThanItsOwnHeight) {
  Rect drawn;
  draw(300, 200, [&](ui::PanelContext&) {
    ui::Column column;
    column.gap(5).add(ui::FirstOf({[] { return ui::Row().add(ui::Text("beside")).add(ui::Text("each other")); },
                                   [] { return ui::Column().add(ui::Text("one")).add(ui::Text("below")); }}));
    return column.add(ui::Drawing([&](const Rect& rect) { drawn = rect; }), ui::share());
  });
  EXPECT_NE(item("beside"), nullptr) << all();
  EXPECT_NEAR(drawn.y, 20, 1);
}

TEST_F(BoxesTest, WordsOfTwoSizesStandOnOneLine) {
  draw(300, 40, [](ui::PanelContext&) {
    ui::Row row;
    row.place(ui::Alignment::baseline);
    row.add(ui::Text("32 wavefronts").fonts({ui::FontUse::verdict})).add(ui::Text("31 conflicts"));
    return row;
  });
  const float large = item("32 wavefronts")->y + 0.8f * item("32 wavefronts")->height;
  EXPECT_NEAR(item("31 conflicts")->y + 0.8f * item("31 conflicts")->height, large, 1.5f);
}

// ---- tables

ui::Table kernels(int rows = 3) {
  static const char* const kNames[] = {"setRowReadCol", "setColReadRow", "setRowReadColDynPad"};
  static const char* const kCounts[] = {"1,024", "32", "7"};
  ui::Table table;
  table.column({"kernel", "Its name.", ui::Align::left, ui::share().at_least(60)});
  table.column({{"wavefronts", "wf"}, "All of them.", ui::Align::right});
  table.column({"bytes", "Of shared memory.", ui::Align::right, ui::fit().if_room()});
  for (int i = 0; i < rows; ++i) {
    table.row({ui::Text(kNames[i % 3]).keep_ends(), ui::Text(kCounts[i % 3]), ui::Text("4,096")});
  }
  return table;
}

TEST_F(BoxesTest, ATableDropsColumnsBeforeItShortensCells) {
  draw(400, 200, [](ui::PanelContext&) { return kernels(); });
  EXPECT_NE(item("bytes"), nullptr) << all();
  EXPECT_NEAR(item("1,024")->x + item("1,024")->width, item("32")->x + item("32")->width, 1) << "numbers end alike";
  EXPECT_NEAR(item("4,096")->x + item("4,096")->width, 400, 1);
  draw(120, 200, [](ui::PanelContext&) { return kernels(); });
  EXPECT_EQ(item("bytes"), nullptr) << all();
  EXPECT_NE(item("1,024"), nullptr) << all();
  EXPECT_NE(all().find("…"), std::string::npos) << all();
}

TEST_F(BoxesTest, ATableShortensWordsBeforeNumbers) {
  const auto make = [](ui::PanelContext&) {
    ui::Table table;
    table.column({"reading", ""}).column({"value", "", ui::Align::right});
    table.column({"verdict", "", ui::Align::left, ui::share()});
    table.row({ui::Text("cycles a request"), ui::Text("1,234.5"), ui::Text("within the noise")});
    return table;
  };
  for (const float width : {200.0f, 150.0f, 110.0f}) {
    draw(width, 100, make);
    ASSERT_NE(item("1,234.5"), nullptr) << width << ": " << all();
    EXPECT_LE(item("1,234.5")->x + item("1,234.5")->width, width + 1);
  }
  EXPECT_NE(all().find("…"), std::string::npos) << "the words have given way: " << all();
}

TEST_F(BoxesTest, TheCellsOfAColumnAreSetInOneFont) {
  const char* const kWords[] = {"a short one", "a somewhat longer one"};
  const auto make = [&](ui::PanelContext&) {
    ui::Table table;
    table.column({"", "", ui::Align::left});
    for (const char* words : kWords) table.row({ui::Text(words)});
    return table;
  };
  const float whole = ui::Fit(kWords[1]).width(fonts_, 0);
  draw(whole + 2, 100, make);
  EXPECT_FLOAT_EQ(item("a short one")->height, 15);
  draw(whole - 3, 100, make);
  EXPECT_LT(item("a short one")->height, 15) << "small, for the longer one needs it: " << whole;
  EXPECT_FLOAT_EQ(item("a short one")->height, item("a somewhat longer one")->height);
}

TEST_F(BoxesTest, AClickOnAHeadingSortsAndOnARowChooses) {
  ui::Sorting sorting;
  std::string chosen;
  const auto make = [&](ui::PanelContext&) {
    ui::Table table;
    table.column({"name", "A name.", ui::Align::left, ui::share(), 4});
    table.column({"size", "In bytes.", ui::Align::right, ui::fit(), 7, true}).sorted(sorting);
    table.row({ui::Text("alpha"), ui::Text("3")})
        .on_click("alpha row", [&] { chosen = "alpha"; })
        .tooltip("The first.");
    return table;
  };
  const auto click = [&](const std::string& what) {
    draw(300, 100, make);
    mouse_ = {item(what)->x + 3, item(what)->y + 5};
    for (const bool pressed : {false, true, false}) {
      pressed_ = pressed;
      draw(300, 100, make, 1);
    }
  };
  click("size");
  EXPECT_EQ(sorting.key, 7);
  EXPECT_FALSE(sorting.ascending) << "numbers begin with the largest";
  click("size");
  EXPECT_TRUE(sorting.ascending);
  click("size");
  EXPECT_LT(sorting.key, 0) << "and back to the rows' own order";
  click("name");
  EXPECT_TRUE(sorting.key == 4 && sorting.ascending);
  click("alpha row");
  EXPECT_EQ(chosen, "alpha");
  draw(300, 100, make, 3);
  EXPECT_EQ(probe_.tooltips(), std::vector<std::string>{"The first."});
}

TEST_F(BoxesTest, ATableIsSetInOneSizeHoweverNarrowItIs) {
  const auto make = [&](ui::PanelContext&) {
    ui::Table table;
    table.column({"kernel", "", ui::Align::left, ui::share()}).column({"out"}).column({"time", "", ui::Align::right});
    table.row({ui::Text("setRowReadRow"), ui::Text("right"), ui::Text({"0.768 (0.768-0.800)", "0.768"})});
    table.row({ui::Text("setRowReadColDynPad  B").strong(), ui::Text("wrong"), ui::Text({"1.25 (1.24-1.30)", "1.25"})});
    return table;
  };
  bool is_seen_small = false;
  for (float width = 420; width >= 120; width -= 7) {
    draw(width, 100, make);
    std::set<float> heights;
    for (const auto& one : probe_.items()) {
      if (one.what != "kernel" && one.what != "out" && one.what != "time") heights.insert(one.height);
    }
    EXPECT_EQ(heights.size(), 1U) << width << ": " << all();
    is_seen_small = is_seen_small || *heights.begin() < 15;
  }
  EXPECT_TRUE(is_seen_small);
}

TEST_F(BoxesTest, WhatScrollsHasABarWhereItsBoxLeftRoomForItAndNowhereElse) {
  // Content and room that differ by parts of a pixel, as they do at text sizes that are no whole numbers.
  for (int tenth = -12; tenth <= 12; ++tenth) {
    for (const float room : {100.0f, 100.3f, 100.7f}) {
      float given = 0;
      const float high = room + 0.1f * static_cast<float>(tenth);
      const auto make = [&](ui::PanelContext&) {
        ui::Column inner;
        inner.gap(0).add(ui::Drawing([&](const Rect& rect) { given = rect.width; }), ui::units(high));
        ui::Column page;
        return page.add(ui::Scroll("inner", inner), ui::units(room));
      };
      draw(200, 150, make, 3);
      bool has_bar = false;
      for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) has_bar = has_bar || window->ScrollbarY;
      EXPECT_EQ(has_bar, given < 200) << high << " in " << room;
    }
  }
}

TEST_F(BoxesTest, HeadingsStayWhileRowsScrollAndAKeptRowIsInSight) {
  ui::InView state;
  const auto make = [&](ui::PanelContext&) {
    ui::Table table;
    table.column({"number", "Of the row."}).scrolls("rows", true).keep_in_view(state);
    for (int i = 0; i < 30; ++i) {
      auto row = table.row({ui::Text("row " + std::to_string(i))});
      if (i == 20) row.keep_in_view("20");
    }
    return table;
  };
  draw(200, 100, make, 6);
  EXPECT_NEAR(item("number")->y, 0, 2);
  const auto* kept = item("row 20");
  ASSERT_NE(kept, nullptr);
  EXPECT_TRUE(kept->scrolls);
  EXPECT_GE(kept->y, kept->clip_y - 1);
  EXPECT_LE(kept->y + kept->height, kept->clip_y + kept->clip_height + 1);
  EXPECT_LT(item("row 0")->y, 0);
}

TEST_F(BoxesTest, RowsShareTheHeightAndTakeTheLargestFontForIt) {
  const auto make = [](ui::PanelContext&) {
    ui::Table table;
    table.column({"", "", ui::Align::left}).row_height(15, 30);
    for (const char* words : {"costs 62 %", "saves 3 %"}) {
      table.row({ui::Text(words).fonts({ui::FontUse::verdict, ui::FontUse::heading, ui::FontUse::small})});
    }
    return table;
  };
  draw(300, 200, make);
  EXPECT_FLOAT_EQ(item("costs 62 %")->height, 26);
  EXPECT_NEAR(item("saves 3 %")->y - item("costs 62 %")->y, 30, 1);
  draw(300, 40, make);
  EXPECT_FLOAT_EQ(item("costs 62 %")->height, 18);
  draw(300, 24, make);
  EXPECT_LT(item("costs 62 %")->height, 15);
}

TEST_F(BoxesTest, RowsThatStayAreAboveThoseThatScroll) {
  const auto make = [](ui::PanelContext&) {
    ui::Table table;
    table.column({}).scrolls("rows");
    for (int i = 0; i < 20; ++i) {
      auto row = table.row({ui::Text("row " + std::to_string(i))});
      if (i == 15) row.stays();
    }
    return table;
  };
  draw(200, 100, make, 3);
  EXPECT_NEAR(item("row 15")->y, 1, 2);
  EXPECT_FALSE(item("row 15")->scrolls);
  EXPECT_TRUE(item("row 0")->scrolls);
  draw(200, 900, make, 3);
  EXPECT_GT(item("row 15")->y, item("row 14")->y) << "in its place where nothing scrolls";
}

TEST_F(BoxesTest, WordsTakeThePlaceOfCellsThatAreMissing) {
  draw(400, 100, [](ui::PanelContext&) {
    ui::Table table;
    table.title(ui::Text("two kernels")).column({}).column({"time", "", ui::Align::right}).column({"ratio"});
    table.row({ui::Text("a long name of a kernel"), ui::Text("1.25"), ui::Text("2.0")});
    table.row({ui::Text("other")}).rest(ui::Text("was not launched, for it has a fault"));
    return table;
  });
  ASSERT_NE(item("was not launched, for it has a fault"), nullptr) << all();
  EXPECT_NEAR(item("was not launched, for it has a fault")->x, item("1.25")->x, 20);
  EXPECT_NEAR(item("two kernels")->y, item("time")->y, 2) << "in the line of the headings";
}

TEST_F(BoxesTest, ABarIsAsLongAsItsQuantity) {
  draw(200, 40, [](ui::PanelContext&) {
    return ui::Column().add(ui::Bar(0.5, 0xff0000ffu).label(ui::Text("16"), 30), ui::share());
  });
  EXPECT_NEAR(item("16")->x, 170 / 2 + 5, 1) << "its words stand at its end";
}

TEST_F(BoxesTest, ATableGivesUpHeightBeforeWordsDo) {
  const auto make = [](ui::PanelContext&) {
    ui::Table table;
    table.column({}).row_height(14, 40);
    for (const char* words : {"one", "two"}) table.row({ui::Text(words).small()});
    return ui::Column().gap(0).add(ui::Text("above")).add(table).add(ui::Text("below"));
  };
  draw(200, 300, make);
  EXPECT_NEAR(item("two")->y - item("one")->y, 40, 1);
  draw(200, 70, make);
  EXPECT_NEAR(item("two")->y - item("one")->y, 20, 1);
  EXPECT_NEAR(item("below")->y, 55, 1);
}

TEST_F(BoxesTest, AFormsControlsStandBelowEachOther) {
  static constexpr std::array<std::string_view, 2> kThemes{"dark", "light"};
  ui::Form form;
  float height = 0;
  draw(300, 200, [&](ui::PanelContext& context) {
    form = ui::Form();
    form.add("Theme", ui::Segments("theme", kThemes, 0, [](int) {}).tooltip("The colours."));
    form.add("Size of text", ui::Button("larger", "+", nullptr).tooltip("Larger."));
    form.across(ui::Text("Kept in the settings file.").wrap());
    height = form.height(context, 300);
    return form;
  });
  EXPECT_FLOAT_EQ(item("dark")->x, item("+")->x);
  EXPECT_GT(item("dark")->x, item("Size of text")->x + item("Size of text")->width);
  EXPECT_NEAR(item("light")->x + item("light")->width, 300, 1);
  EXPECT_NEAR(height, item("Kept in the settings file.")->y + 15, 3);
}

TEST_F(BoxesTest, WhatIsDrawnIsKnownAsValues) {
  using ui::RecordingPainter;
  draw(
      300, 200,
      [&](ui::PanelContext& context) {
        ui::card(context, {10, 20, 100, 50}, context.theme.raised, context.theme.line);
        ui::text_at(context, fonts_.small, context.theme.good, {90, 30}, "1 wavefront", ui::Align::right);
        const ui::PainterClip clip(painter_, {0, 0, 50, 50});
        painter_.line({0, 0}, {40, 30}, context.theme.bad, 2);
        return ui::Text("below");
      },
      1);
  const auto shapes = painter_.all<RecordingPainter::Shape>();
  ASSERT_EQ(shapes.size(), 3u);
  EXPECT_EQ(shapes[0].kind, RecordingPainter::Shape::Kind::rect);
  EXPECT_EQ(shapes[0].box, (ui::Rect{10, 20, 100, 50}));
  EXPECT_EQ(shapes[0].colour, ui::theme_of(view_.theme).raised);
  EXPECT_EQ(shapes[1].kind, RecordingPainter::Shape::Kind::outline);
  EXPECT_EQ(shapes[1].thickness, 1);
  EXPECT_EQ(shapes[2].kind, RecordingPainter::Shape::Kind::line);
  EXPECT_EQ(shapes[2].clip, (ui::Rect{0, 0, 50, 50}));
  const auto texts = painter_.all<RecordingPainter::Text>();
  ASSERT_EQ(texts.size(), 2u);
  EXPECT_EQ(texts[0].words, "1 wavefront");
  EXPECT_EQ(texts[0].font.font, fonts_.small);
  EXPECT_EQ(texts[0].colour, ui::theme_of(view_.theme).good);
  EXPECT_NEAR(texts[0].place.x + ui::text_size(fonts_.small, "1 wavefront").x, 90, 1);
  EXPECT_FALSE(texts[0].clip);
  EXPECT_EQ(texts[1].words, "below");
}

}  // namespace
}  // namespace bankloom::test
