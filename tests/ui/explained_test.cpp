// What is said of a step: the explanation with its terms and the naive count, faults, waits at barriers.
#include <algorithm>
#include <set>

#include "core/wording/glossary.h"
#include "core/wording/run_text.h"
#include "ui_test.h"

namespace bankloom::test {
namespace {

class ExplainedTest : public UiTest {};

TEST_F(ExplainedTest, TheNaiveCountIsShownWhenAskedFor) {
  show("bankloom elements/doublePerLane");
  Player& player = session.player();
  player.go_to(most_expensive(player.shown().views(), player.position().warp));
  frames(3);
  EXPECT_FALSE(shows("explanation", "naively"));
  click("naive count", "explanation");
  // 32 doubles side by side are 64 words: two in every bank, but served half a warp at a time without a conflict.
  EXPECT_TRUE(shows("explanation", "counted naively: 2 wavefronts, 1 bank conflict; correct: 2 and 0"))
      << all_of("explanation");
  EXPECT_TRUE(shows("explanation", "phases")) << all_of("explanation");
  show("bankloom square/setRowReadRow");
  frames(3);
  EXPECT_FALSE(shows("explanation", "naive count")) << "it is right there, and no matter of that lesson";
}

TEST_F(ExplainedTest, ATermSaysWhatItMeansWhereItIsPointedAt) {
  show("bankloom square/setRowReadCol at=0:1:0");
  frames(3);
  for (const char* const term : {"request", "wavefront", "bank conflict"}) {
    const auto item = find(term, "explanation");
    ASSERT_TRUE(item.has_value());
    point_at(item->x + item->width / 2, item->y + item->height / 2);
    frames(20);
    const auto& tooltips = ui_->probe().tooltips();
    const std::string meaning = glossary_text(glossary_term(term));
    EXPECT_TRUE(std::find(tooltips.begin(), tooltips.end(), meaning) != tooltips.end()) << term;
    EXPECT_NE(meaning.find("op_{ld,st}"), std::string::npos) << "the counter's name";
    point_away();
    frames(2);
  }
  const auto verdict = find("32-way conflict", "headline");
  ASSERT_TRUE(verdict.has_value());
  point_at(verdict->x + 5, verdict->y + verdict->height / 2);
  frames(20);
  const std::string meaning = glossary_text(glossary_term("bank conflict"));
  const auto& tooltips = ui_->probe().tooltips();
  EXPECT_TRUE(std::find(tooltips.begin(), tooltips.end(), meaning) != tooltips.end());
}

TEST_F(ExplainedTest, TheOutputOfAFaultyKernelIsNotCalledRight) {
  for (const auto& [width, height] : {std::pair{1280, 720}, std::pair{1600, 900}}) {
    resize(width, height);
    show("bankloom rectangular/swappedIndices");
    open_tab("output");
    ASSERT_FALSE(session.side(Side::a).run->faults.empty());
    const std::string words = output_text(*session.side(Side::a).run, session.side(Side::a).run->faults.size());
    EXPECT_TRUE(shows("output", "but the kernel has")) << all_of("output");
    EXPECT_TRUE(shows("output", words)) << "whole: " << all_of("output");
  }
  show("bankloom square/setRowReadCol");
  open_tab("output");
  EXPECT_TRUE(shows("output", "all 1,024 elements as expected")) << all_of("output");
  EXPECT_TRUE(shows("output", "expected")) << all_of("output");
}

TEST_F(ExplainedTest, AFaultIsSaidWholeInOnePlace) {
  /// A scene, and words of the sentence as it is said whole and in the focus view.
  struct Told {
    const char *scene, *whole, *brief;
  };
  for (const Told& told :
       {Told{"bankloom barriers/missingBarrier", "which thread (1, 0) reads",
             "warp 0 reads tile[1][0] (line 8) before warp 1 writes it (line 7)"},
        Told{"bankloom barriers/barrierInABranch", "or none", "lanes 16-31 never arrive there"},
        Told{"bankloom mistakes/pastTheTile", "but line has 64 elements", "but line has 64 elements"},
        Told{"bankloom mistakes/paddedQuads", "is not a multiple of 16", "is not a multiple of 16"}}) {
    const char* const scene = told.scene;
    for (const bool is_focus : {false, true}) {
      view_.focus = is_focus ? ui::FocusView::all : ui::FocusView::off;
      const char* const words = is_focus ? told.brief : told.whole;
      resize(1600, 900);
      show(scene);
      frames(3);
      std::string places;
      std::size_t count = 0;
      for (const ui::Probe::Item& item : ui_->probe().items()) {
        if (item.what.find(words) == std::string::npos) continue;
        ++count;
        places += item.panel + " ";
      }
      EXPECT_EQ(count, 1u) << scene << ": " << places;
      EXPECT_TRUE(shows(is_focus ? "sentence" : "explanation", words)) << places;
    }
    view_.focus = ui::FocusView::off;
    frames(3);
    // A mark leads there from its line, and the tile has one.
    EXPECT_TRUE(shows("tile", " in line ")) << all_of("tile");
    const auto mark = find("fault 1", "code");
    ASSERT_TRUE(mark.has_value()) << all_of("code");
    session.player().go_to({0, 0, 0});
    point_at(mark->x + 3, mark->y + mark->height / 2);
    frames(20);
    const auto& tooltips = ui_->probe().tooltips();
    EXPECT_TRUE(std::any_of(tooltips.begin(), tooltips.end(), [&](const std::string& tooltip) {
      return tooltip.find(told.whole) != std::string::npos;
    })) << scene;
    point_away();
    frames(3);
    // At its step, and at the marks of the kernel elsewhere, it is not said once more.
    click("fault 1", "code");
    view_.tab = "results";
    const std::string name = session.kernel(Side::a)->name;
    bool is_marked = false;
    for (const ui::Probe::Item& item : std::vector<ui::Probe::Item>(ui_->probe().items())) {
      const bool is_row = (item.panel == "choice" || item.panel == "results") && item.what.starts_with(name);
      const bool is_chip = item.panel == "top" && item.what.find(" fault") != std::string::npos;
      if (!is_row && !is_chip && !(item.panel == "code" && item.what == "fault 1")) continue;
      point_at(item.x + std::min(item.width / 2, 20.0f), item.y + item.height / 2);
      frames(20);
      for (const std::string& tooltip : ui_->probe().tooltips()) {
        EXPECT_EQ(tooltip.find(told.whole), std::string::npos) << item.panel << ": " << tooltip;
        is_marked = is_marked || tooltip.find(" in line ") != std::string::npos;
      }
      point_away();
      frames(3);
    }
    EXPECT_TRUE(is_marked) << scene;
  }
}

TEST_F(ExplainedTest, NoRowCallsAFaultyKernelsOutputRight) {
  show("bankloom rectangular/swappedIndices");
  view_.tab = "results";
  frames(3);
  std::string told;
  for (const ui::Probe::Item& item : std::vector<ui::Probe::Item>(ui_->probe().items())) {
    if (item.panel != "results" || item.what != "swappedIndices") continue;
    point_at(item.x + 5, item.y + item.height / 2);
    frames(20);
    for (const std::string& tooltip : ui_->probe().tooltips()) told += tooltip;
  }
  EXPECT_NE(told.find("but the kernel has a fault"), std::string::npos) << told << all_of("results");
}

TEST_F(ExplainedTest, TheHeadingOfFiguresBesideLinesIsTheirUnit) {
  show("bankloom transpose/copy");
  frames(3);
  EXPECT_TRUE(shows("code", "sectors per request")) << all_of("code");
  EXPECT_FALSE(shows("code", "wavefronts")) << all_of("code");
  show("bankloom transpose/tilePad");
  frames(3);
  EXPECT_TRUE(shows("code", "wavefronts per request")) << all_of("code");
}

TEST_F(ExplainedTest, BarriersAreWallsThatSayWhoWaits) {
  resize(1600, 900);
  const auto words_along = [&](std::uint32_t warp) {
    std::set<std::string> all;
    const auto row = find("warp " + std::to_string(warp), "timeline");
    if (!row) return all;
    const float y = row->y + row->height / 2;
    // The barriers of these kernels come soon.
    for (float x = row->x + 60; x < row->x + 320; x += 5) {
      point_at(x, y);
      frames(3, 1.0);
      for (const std::string& tooltip : ui_->probe().tooltips()) all.insert(tooltip);
    }
    point_away();
    frames(3);
    return all;
  };
  const auto says = [](const std::set<std::string>& all, const std::string& words) {
    return std::any_of(all.begin(), all.end(),
                       [&](const std::string& one) { return one.find(words) != std::string::npos; });
  };
  show("bankloom square/setRowReadCol at=0:0:0");
  frames(3);
  EXPECT_TRUE(says(words_along(1), "__syncthreads(), line 8\nWarps 0-31 wait here until all have arrived"));
  show("bankloom barriers/missingBarrier at=0:0:0");
  frames(3);
  EXPECT_FALSE(says(words_along(1), "__syncthreads()"));
  show("bankloom barriers/barrierInABranch at=0:1:0");
  frames(3);
  EXPECT_TRUE(says(words_along(1), "Only some lanes of warps 0-31 arrive here"));
  EXPECT_TRUE(shows("explanation", "lanes 16-31 never arrive there")) << all_of("explanation");
  // In the order of the block those that have come wait.
  show("bankloom square/setRowReadCol scope=block at=3:0:0");
  frames(3);
  EXPECT_TRUE(shows("explanation", "Warps 0-2 wait at __syncthreads() in line 8 for warps 3-31."))
      << all_of("explanation");
  show("bankloom square/setRowReadCol at=3:0:0");
  frames(3);
  EXPECT_FALSE(shows("explanation", "__syncthreads()")) << all_of("explanation");
}

}  // namespace
}  // namespace bankloom::test
