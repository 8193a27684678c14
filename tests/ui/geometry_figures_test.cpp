// Whether the figures that the window is for are whole and in view at every size.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <vector>

#include "../base/sanitized.h"
#include "../measure/sample_recording.h"
#include "core/base/language.h"
#include "core/wording/measurement.h"
#include "core/wording/numbers.h"
#include "core/wording/run_text.h"
#include "core/wording/text.h"
#include "geometry.h"

namespace bankloom::test {
namespace {

using namespace wording;

/// In the language that is longer than all there is room for pictures, headlines and numbers, not for every word.
bool is_in_pseudo_language() { return language() == kPseudoLanguage; }

TEST_F(GeometryTest, NoNumberIsAPartOfOne) {
  constexpr std::array kTabScenes{
      std::pair{"results", "bankloom rectangular/setRowReadCol vs rectangular/setRowReadColPad at=0:1:6"},
      std::pair{"results", "bankloom mistakes/paddingOfColumns vs mistakes/paddingOfRows at=0:1:3"},
      std::pair{"time", "bankloom declarations/plainTwice vs declarations/volatileTwice at=0:1:0"},
      std::pair{"results", "bankloom swizzle/histogram N=16384 BINS=256 vs swizzle/histogram N=16384 BINS=256 SAME=32"},
      std::pair{"results", "bankloom elements/pairPerLane vs elements/doublePerLane STRIDE=2 at=0:0:1"},
      std::pair{"results", "bankloom square/setRowReadRow vs square/setRowReadColPad at=0:1:0 cells=place"},
      std::pair{"time", "bankloom transpose/tile block=6 at=3:0:2"},
      std::pair{"time", "bankloom transpose/partialInside vs transpose/partialBetween"},
      std::pair{"ladder", "bankloom transpose/tile vs transpose/tilePad at=0:2:9"},
      std::pair{"machines", "bankloom machines/sixteenBanks at=0:1:3"},
      std::pair{"advice", "bankloom swizzle/columnPad vs swizzle/columnXor at=0:1:0"},
      std::pair{"output", "bankloom square/setColReadCol vs square/setRowReadColPad at=0:1:31"}};
  for (const auto& [tab, scene] : kTabScenes) {
    show(scene);
    for (const Size& size : std::span(kSizes).first(2)) {
      ui::ViewSettings view;
      view.tab = tab;
      draw(size, view);
      for (const auto& item : ui_->probe().items()) {
        const std::size_t dots = item.what.find("…");
        const bool is_number =
            dots != std::string::npos && dots > 0 && item.what.find_first_not_of("0123456789.,+-×") >= dots;
        EXPECT_FALSE(is_number) << scene << ", " << name_of(size) << ": " << text_of(item) << "\n"
                                << all_of(item.panel);
        // What a request costs is said in words that fit.
        // In the smallest window not where they are longer by 40 %.
        const bool is_whole = (item.panel.starts_with("banks") || item.panel.starts_with("tile")) &&
                              !(is_in_pseudo_language() && &size == &kSizes[0]);
        const bool is_said = !is_in_pseudo_language() && (item.panel == "machines" || item.panel == "time");
        const bool is_shown = (is_whole || is_said) && item.y < item.clip_y + item.clip_height;
        EXPECT_FALSE(is_shown && dots != std::string::npos) << scene << ", " << name_of(size) << ": " << text_of(item);
      }
    }
  }
}

TEST_F(GeometryTest, NoScrollBarCoversFigures) {
  for (const char* scene :
       {"bankloom square/setRowReadColPad vs square/setRowReadColPad IPAD=0 at=0:1:27", "bankloom transpose/tilePad"}) {
    show(scene);
    unsigned figures = 0;
    for (const auto& [width, height] :
         {std::pair{1280, 720}, std::pair{1600, 900}, std::pair{1920, 1061}, std::pair{1920, 1080}}) {
      for (const float text : {0.9f, 1.0f, 1.1f, 1.15f, 1.25f, 1.37f, 1.5f}) {
        if (kSanitized && text != 1.15f) continue;
        const Size size{width, height, 1, text};
        draw(size, {});
        for (const auto& item : ui_->probe().items()) {
          EXPECT_FALSE(is_cut_across(item)) << name_of(size) << ": " << text_of(item);
          figures += item.panel == "code" && item.what == ratio_text(1).str() ? 1U : 0U;
        }
      }
    }
    EXPECT_GT(figures, 6U) << "the figures beside the lines are looked at";
  }
}

TEST_F(GeometryTest, WhatWasMeasuredIsInViewWithoutScrolling) {
  struct Expected {
    const char* scene;
    std::vector<std::string> words;
  };
  const auto longer = [](const char* percent) {
    return say("{change} longer", "change"_a = say("{part} %", "part"_a = percent)).str();
  };
  const std::string
      counters =
          say("{equal} of {all:# counter|# counters} as modelled{end:|, the others explained|, the others unexplained}",
              "equal"_a = 12, "all"_a = Count{12}, "end"_a = Case{0}),
      floor = say("floor {value}", "value"_a = with_decimal_sign("0.640 µs")),
      origin = say("{how:measured here|recorded} on {source}", "how"_a = Case{1}, "source"_a = "NVIDIA H200");
  const std::string time = with_decimal_sign("1.25"), cycles = with_decimal_sign("90.3");
  // From the recording: 1.248 against 0.768 µs, 13.1 against 11.3 ns, 90.3 against 28.3 cycles.
  const Expected all[] = {
      {kScenes[0],
       {time, with_decimal_sign("0.768"), with_decimal_sign("1.62×"), longer("62"), longer("16"), longer("219"), cycles,
        with_decimal_sign("28.3"), with_decimal_sign("+62.0"), with_decimal_sign("3.19×"), counters, floor, origin}},
      {kScenes[1],
       {time, with_decimal_sign("0.768"), with_decimal_sign("1.62×"), longer("62"), longer("219"),
        with_decimal_sign("+62.0"), with_decimal_sign("3.19×"),
        named_text(fmt::format("A{}B", list_sign()), Text(counters)), floor, origin}}};
  for (Expected expected : all) {
    // Words that are longer by 40 % make room for the figures, which are in view all the same.
    if (is_in_pseudo_language())
      std::erase_if(expected.words, [](const auto& words) { return words.starts_with('['); });
    show(expected.scene);
    for (const Size& size : kLectureSizes) {
      if ((kSanitized && &size != &kLectureSizes[0]) || leaves_out(size)) continue;
      ui::ViewSettings view;
      view.tab = "time";
      draw(size, view);
      const auto& items = ui_->probe().items();
      const auto in_view = [&](const std::string& words) {
        return std::any_of(items.begin(), items.end(), [&](const ui::Probe::Item& item) {
          return item.panel == "time" && item.what.find(words) != std::string::npos && !is_cut(item);
        });
      };
      for (const std::string& words : expected.words) {
        EXPECT_TRUE(in_view(words)) << words << ": " << expected.scene << ", " << name_of(size) << '\n'
                                    << all_of("time");
      }
      // Nothing is as large as the verdict.
      float verdict = 0, numbers = 0;
      for (const auto& item : items) {
        if (item.panel != "time" || is_cut(item)) continue;
        if (item.what == longer("62") || item.what == longer("219")) verdict = std::max(verdict, item.height);
        if (item.what.starts_with(time) || item.what.starts_with(cycles)) numbers = std::max(numbers, item.height);
      }
      // Longer words have less room: there it is at least no smaller.
      if (!is_in_pseudo_language()) {
        EXPECT_GE(verdict, language() == kEnglish ? numbers + 1 : numbers) << expected.scene << ", " << name_of(size);
      }
      EXPECT_GT(numbers, 0) << expected.scene << ", " << name_of(size);
      // Where a time comes from stands beside it in the tile's header, too.
      const auto tile_says = [&](std::string_view words) {
        return std::any_of(items.begin(), items.end(), [&](const ui::Probe::Item& item) {
          return item.panel.starts_with("tile") && item.what == words;
        });
      };
      EXPECT_TRUE(tile_says(translated("recorded")) || tile_says(translated("rec.")))
          << expected.scene << ", " << name_of(size);
    }
  }
}

TEST_F(GeometryTest, EveryBarOfTheLessonIsInViewAndBAlways) {
  for (const char* scene : {"bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1",
                            "bankloom transpose/naiveWrite vs transpose/tilePad"}) {
    show(scene);
    const bool is_square = std::string(scene).find("square") != std::string::npos;
    for (const Size& size : kLectureSizes) {
      if ((kSanitized && &size != &kLectureSizes[0]) || leaves_out(size)) continue;
      ui::ViewSettings view;
      view.tab = "chart";
      draw(size, view);
      std::set<std::string> bars;
      bool has_b = false;
      for (const auto& item : ui_->probe().items()) {
        if (item.panel != "chart" || is_cut(item)) continue;
        has_b = has_b || item.what.starts_with("B ");
        // "setRowReadCol"; neither words that were shortened nor the plot's legend.
        const auto has = [&](const char* words) { return item.what.find(words) != std::string::npos; };
        if (has("Read") && !has("…") && !has(" · ")) bars.insert(item.what);
      }
      EXPECT_TRUE(has_b) << scene << ", " << name_of(size) << '\n' << all_of("chart");
      // Seven kernels, and B.
      if (is_square) {
        EXPECT_EQ(bars.size(), 8U) << name_of(size) << '\n' << all_of("chart");
      }
    }
  }
}

TEST_F(GeometryTest, ASentenceThatOutputsDifferHasItsRoomEverywhere) {
  MeasureService::Setup measure = measure_setup();
  Recording recording = sample_recording();
  // The recording's third entry, at IPAD = 2, has elements that differ; so has the second here.
  recording.kernels[1].output.different = 1023;
  measure.recordings.list.push_back(std::move(recording));
  use_measures(std::move(measure));
  for (const char* scene : {"bankloom square/setRowReadCol IPAD=2",
                            "bankloom square/setRowReadCol IPAD=1 vs square/setRowReadCol IPAD=2"}) {
    show(scene);
    for (const Size& size : kSizes) {
      if ((kSanitized && &size != &kSizes[0]) || leaves_out(size)) continue;
      for (const std::string tab : {"results", "output", "time", "chart"}) {
        ui::ViewSettings view;
        view.tab = tab;
        draw(size, view);
        check(fmt::format("{}, {}, tab {}", scene, name_of(size), tab));
        // Of the GPU; the pseudo language has an accent on its U.
        EXPECT_NE(all_of("top").find("GP"), std::string::npos) << name_of(size) << ": " << all_of("top");
        if (tab == "output" || tab == "time") {
          const std::string panel = all_of(tab);
          bool says = false;
          for (const Side side : {Side::a, Side::b}) {
            const auto result = measures_->status(session, side).result;
            if (!result || !result->own.output.wrong()) continue;
            for (const Length length : {Length::full, Length::brief, Length::mark}) {
              says = says || panel.find(output_alarm_text(result->own.output, length)) != std::string::npos;
            }
          }
          EXPECT_TRUE(says) << name_of(size) << ": " << panel;
        }
      }
    }
  }
}

TEST_F(GeometryTest, BStandsAloneWhereAWasNotTimed) {
  show("bankloom barriers/missingBarrier vs barriers/withBarrier");
  ui::ViewSettings view;
  view.tab = "time";
  draw({1600, 900, 1, 1}, view);
  const auto result = measures_->status(session, Side::a).result;
  ASSERT_NE(result, nullptr);
  EXPECT_TRUE(shows("time", named_text("A", not_timed_text(result->own.problem)))) << all_of("time");
  EXPECT_TRUE(shows("time", std::string(translated("one launch")))) << all_of("time");
  EXPECT_TRUE(shows("time", value_text(0.768, "us"))) << all_of("time");
}

TEST_F(GeometryTest, WhatIsSaidOfTwoOutputsIsWholeInALowPanel) {
  show("bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1 at=0:1:9");
  ui::ViewSettings view;
  view.tab = "output";
  const std::string expected = say("all {count:# element|# elements} as expected", "count"_a = Count{1024});
  for (const Size& size : {Size{1024, 640, 1, 1}, Size{1280, 720, 1, 1}, Size{1600, 900, 1, 1}}) {
    // A sentence that is longer by 40 % is wider than half of the smallest window's panel.
    if (is_in_pseudo_language() && size.width < 1280) continue;
    draw(size, view);
    float bottom = 0;
    unsigned sentences = 0;
    for (const auto& item : ui_->probe().items()) {
      if (item.panel != "output" || item.what.find(expected) == std::string::npos) continue;
      ++sentences;
      bottom = std::max(bottom, item.y + item.height);
    }
    EXPECT_EQ(sentences, 2u) << all_of("output");
    EXPECT_LE(bottom, ui_->layout().details.bottom()) << name_of(size);
  }
}

TEST_F(GeometryTest, TheChartsNamesAreWholeInALargeWindow) {
  show("bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1 at=0:1:9");
  ui::ViewSettings view;
  view.tab = "chart";
  draw({1920, 1080, 1, 1}, view);
  for (const char* name : {"A setRowReadCol, IPAD = 0", "B setRowReadCol, IPAD = 1"}) {
    const auto& items = ui_->probe().items();
    EXPECT_TRUE(std::any_of(
        items.begin(), items.end(),
        [&](const ui::Probe::Item& item) { return item.panel == "chart" && !item.control && item.what == name; }))
        << name << "\n"
        << all_of("chart");
  }
}

}  // namespace
}  // namespace bankloom::test
