// Whether anything that the window draws overlaps or is cut, at every size it is made for.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <set>
#include <span>
#include <vector>

#include "../base/sanitized.h"
#include "../measure/fake_device.h"
#include "../measure/sample_recording.h"
#include "core/base/language.h"
#include "core/session/talk.h"
#include "core/wording/measurement.h"
#include "core/wording/numbers.h"
#include "core/wording/run_text.h"
#include "core/wording/text.h"
#include "fake_programs.h"
#include "ui_test.h"

namespace bankloom::test {
namespace {

struct Size {
  int width = 0, height = 0;
  float display_scale = 1, text_scale = 1;
};

/// The smallest, the usual and the largest; high-DPI displays and large text.
constexpr Size kSizes[] = {{1024, 640, 1, 1},  {1280, 720, 1, 1},     {1600, 900, 1, 1}, {1920, 1080, 1, 1.3f},
                           {2560, 1440, 2, 1}, {3840, 2160, 2, 1.5f}, {1024, 1400, 1, 1}};

constexpr const char* kLadder = "bankloom transpose/tilePad";

constexpr const char* kScenes[] = {
    "bankloom square/setRowReadCol",
    "bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1 at=0:1:9",
    "bankloom square/setColReadCol IPAD=33 cells=place at=3:2:1",
    "bankloom square/setRowReadColDynPad BDIMX=8 BDIMY=8 cells=value at=1:2:0",
    "bankloom rectangular/setRowReadCol vs rectangular/setRowReadColDynPad layout=physical cells=word",
    "bankloom rectangular/swappedIndices",
    "bankloom declarations/volatileTwice cells=lane",
    "bankloom square/setRowReadCol BDIMX=10 BDIMY=10 machine=didactic10 bank=3",
    "bankloom coalescing/addStrided",  // no shared memory at all
    "bankloom transpose/tile at=0:0:3",
    "bankloom transpose/naiveWrite vs transpose/tilePad at=0:0:9",
    kLadder,
};

using namespace wording;

/// In the language that is longer than all there is room for pictures, headlines and numbers, not for every word; and
/// not in the smallest window.
bool is_in_pseudo_language() { return language() == kPseudoLanguage; }

/// What a large window shows it shows in every language: there the others are looked at in fewer shapes.
bool leaves_out(const Size& size) { return language() != kEnglish && size.width > 1920; }

std::string name_of(const Size& size) {
  return fmt::format("{} x {} at scale {} and text scale {}", size.width, size.height, size.display_scale,
                     size.text_scale);
}

bool overlap(const ui::Probe::Item& a, const ui::Probe::Item& b) {
  // A pixel of rounding is no overlap.
  constexpr float kRounding = 1.5f;
  const float across = std::min(a.x + a.width, b.x + b.width) - std::max(a.x, b.x);
  const float down = std::min(a.y + a.height, b.y + b.height) - std::max(a.y, b.y);
  return across > kRounding && down > kRounding;
}

/// A label in its control.
bool contains(const ui::Probe::Item& outer, const ui::Probe::Item& inner) {
  constexpr float kRounding = 1.5f;
  return outer.x <= inner.x + kRounding && outer.y <= inner.y + kRounding &&
         outer.x + outer.width >= inner.x + inner.width - kRounding &&
         outer.y + outer.height >= inner.y + inner.height - kRounding;
}

bool is_cut(const ui::Probe::Item& item) {
  constexpr float kRounding = 1.5f;
  return item.x < item.clip_x - kRounding || item.y < item.clip_y - kRounding ||
         item.x + item.width > item.clip_x + item.clip_width + kRounding ||
         item.y + item.height > item.clip_y + item.clip_height + kRounding;
}

/// At its left or right, as by a scroll bar; what lies above or below the part that is seen is not cut.
bool is_cut_across(const ui::Probe::Item& item) {
  constexpr float kRounding = 1.5f;
  return !item.scrolls_across && item.y + item.height > item.clip_y && item.y < item.clip_y + item.clip_height &&
         (item.x < item.clip_x - kRounding || item.x + item.width > item.clip_x + item.clip_width + kRounding);
}

std::string text_of(const ui::Probe::Item& item) {
  return fmt::format("{} '{}' ({:.0f}, {:.0f}, {:.0f} x {:.0f})", item.panel, item.what, item.x, item.y, item.width,
                     item.height);
}

class GeometryTest : public UiTest {
 protected:
  [[nodiscard]] bool sees_pixels() const override { return false; }
  [[nodiscard]] bool still() const override { return true; }
  void SetUp() override {
    UiTest::SetUp();
    if (IsSkipped()) return;
    // With the figures of the shipped recording, where there are any.
    MeasureService::Setup measure = measure_setup();
    measure.recordings = load_recordings({BANKLOOM_SOURCE_DIR "/assets/recordings"});
    ASSERT_FALSE(measure.recordings.list.empty());
    use_measures(std::move(measure));
  }

  void draw(const Size& size, const ui::ViewSettings& settings) {
    resize(size.width, size.height);
    display_scale_ = size.display_scale;
    view_ = settings;
    view_.text_scale = size.text_scale;
    // Some sizes are known only after a frame.
    frames(3, 1);
  }

  /// `panel`: looks at that one alone; empty: at all.
  void check(const std::string& what, std::size_t least_panels = 7, std::string_view panel = "") {
    auto items = ui_->probe().items();
    if (!panel.empty()) std::erase_if(items, [&](const ui::Probe::Item& item) { return item.panel != panel; });
    std::set<std::string> panels;
    unsigned wrong = 0;
    for (const auto& item : items) {
      panels.insert(item.panel);
      // What is to be seen at a glance must not have to be scrolled to.
      const bool must_show = item.panel.starts_with("tile") || item.panel.starts_with("banks") || item.panel == "top";
      if ((is_cut_across(item) || ((!item.scrolls || must_show) && is_cut(item))) && ++wrong < 6) {
        ADD_FAILURE() << what << ": cut: " << text_of(item)
                      << fmt::format(", seen ({:.0f}, {:.0f}, {:.0f} x {:.0f})", item.clip_x, item.clip_y,
                                     item.clip_width, item.clip_height);
      }
    }
    for (std::size_t i = 0; i < items.size(); ++i) {
      for (std::size_t j = i + 1; j < items.size(); ++j) {
        const auto& a = items[i];
        const auto& b = items[j];
        // What has scrolled out of sight lies under its neighbours.
        if (a.scrolls != b.scrolls || (a.scrolls && (is_cut(a) || is_cut(b)))) continue;
        if (!overlap(a, b) || contains(a, b) || contains(b, a)) continue;
        if (++wrong < 12) ADD_FAILURE() << what << ": overlap: " << text_of(a) << " and " << text_of(b);
      }
    }
    EXPECT_GE(panels.size(), least_panels) << what << ": too few panels took note of what they drew";
  }
};

TEST(GeometryCheck, SeesWhatOverlapsAndWhatIsCut) {
  const auto item = [](float x, float y, float width, float height) {
    ui::Probe::Item made;
    made.x = x;
    made.y = y;
    made.width = width;
    made.height = height;
    made.clip_width = made.clip_height = 100;
    return made;
  };
  EXPECT_TRUE(overlap(item(0, 0, 20, 10), item(15, 5, 20, 10)));
  EXPECT_FALSE(overlap(item(0, 0, 20, 10), item(20, 0, 20, 10)));
  EXPECT_FALSE(overlap(item(0, 0, 20, 10), item(0, 10, 20, 10)));
  EXPECT_TRUE(contains(item(0, 0, 50, 20), item(5, 5, 20, 10)));
  EXPECT_FALSE(contains(item(0, 0, 50, 20), item(45, 5, 20, 10)));
  EXPECT_TRUE(is_cut(item(90, 0, 20, 10)));
  EXPECT_TRUE(is_cut(item(0, 95, 20, 10)));
  EXPECT_TRUE(is_cut(item(-5, 0, 20, 10)));
  EXPECT_FALSE(is_cut(item(80, 90, 20, 10)));
}

TEST_F(GeometryTest, NothingOverlapsOrIsCut) {
  static constexpr std::array kVariants{"",
                                        ", with the card",
                                        ", with the output",
                                        ", with the times",
                                        ", with the charts",
                                        ", with the ladder",
                                        ", with the machines",
                                        ", with the advice"};
  for (const char* scene : kScenes) {
    show(scene);
    for (const Size& size : kSizes) {
      // Under the sanitizers the smallest, and once the finest: that nothing overlaps is not what they are for.
      if (kSanitized && &size != &kSizes[0] && (scene != kScenes[0] || size.text_scale < 1.5f)) continue;
      const bool is_once = kSanitized && &size != &kSizes[0];
      for (const int variant : {0, 1, 2, 3, 4, 5, 6, 7}) {
        // The other tabs and the card once, alone and comparing.
        const bool is_ladder = scene == kLadder;
        if (is_once && variant != 0) continue;
        if (is_ladder ? variant < 5 : variant != 0 && scene != kScenes[0] && scene != kScenes[1]) continue;
        ui::ViewSettings view;
        view.bank_view =
            variant == 1 ? ui::BankView::card : (variant == 2 ? ui::BankView::chart : ui::BankView::automatic);
        view.tab = ui::tab_ids()[variant < 2 ? 0 : static_cast<std::size_t>(variant) - 1];
        draw(size, view);
        check(fmt::format("{}, {}{}", scene, name_of(size), kVariants[static_cast<std::size_t>(variant)]));
      }
    }
  }
}

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
      if (is_in_pseudo_language() && &size == &kSizes[0]) continue;
      ui::ViewSettings view;
      view.tab = tab;
      draw(size, view);
      for (const auto& item : ui_->probe().items()) {
        const std::size_t dots = item.what.find("…");
        const bool is_number =
            dots != std::string::npos && dots > 0 && item.what.find_first_not_of("0123456789.,+-×") >= dots;
        EXPECT_FALSE(is_number) << scene << ", " << name_of(size) << ": " << text_of(item);
        // What a request costs is said in words that fit.
        const bool is_whole = item.panel.starts_with("banks") || item.panel.starts_with("tile");
        const bool is_said = !is_in_pseudo_language() && (item.panel == "machines" || item.panel == "time");
        const bool is_shown = (is_whole || is_said) && item.y < item.clip_y + item.clip_height;
        EXPECT_FALSE(is_shown && dots != std::string::npos) << scene << ", " << name_of(size) << ": " << text_of(item);
      }
    }
  }
}

TEST_F(GeometryTest, NothingOverlapsOrIsCutHoweverPanelsAreDragged) {
  struct Edges {
    ui::PanelExtent left, right, lower;
    std::size_t panels;
  };
  static constexpr ui::PanelExtent kUsual{}, kHidden{0, true}, kSmall{50, false}, kLarge{4000, false};
  static constexpr Edges kEdges[] = {{kHidden, kUsual, kUsual, 6},  {kUsual, kHidden, kUsual, 5},
                                     {kUsual, kUsual, kHidden, 6},  {kHidden, kHidden, kHidden, 3},
                                     {kSmall, kSmall, kSmall, 7},   {kLarge, kSmall, kLarge, 7},
                                     {kHidden, kLarge, kHidden, 4}, {kHidden, kUsual, kHidden, 4}};
  for (const char* scene : {kScenes[0], kScenes[1], kScenes[5], kScenes[10]}) {
    show(scene);
    for (const Size& size : {kSizes[0], kSizes[1], kSizes[2], kSizes[3], Size{1600, 900, 1, 1.75f}, kSizes[5]}) {
      if ((kSanitized && size.width != kSizes[0].width) || leaves_out(size)) continue;
      for (const Edges& edges : kEdges) {
        ui::ViewSettings view;
        view.left = edges.left;
        view.right = edges.right;
        view.lower = edges.lower;
        draw(size, view);
        check(fmt::format("{}, {}, left {} right {} lower {}", scene, name_of(size), panel_extent_text(edges.left),
                          panel_extent_text(edges.right), panel_extent_text(edges.lower)),
              edges.panels);
      }
    }
  }
}

TEST_F(GeometryTest, NothingOfAProgramOverlapsOrIsCut) {
  FakePrograms fake;
  fake.set_outcome(sample_outcome(992));
  ui::Programs programs(fake.backend(), [] {});
  const auto file = write("square.cu", "int main() {}");
  run_to_end(programs, file);
  fake.set_outcome(sample_outcome(0));
  run_to_end(programs, file);
  ui_->services.programs = &programs;
  show(kScenes[0]);
  for (const Size& size : kSizes) {
    if ((kSanitized && &size != &kSizes[0]) || leaves_out(size)) continue;
    for (const char* tab : {"launches", "program"}) {
      ui::ViewSettings view;
      view.tab = tab;
      draw(size, view);
      check(name_of(size) + ", with the tab " + tab);
      EXPECT_TRUE(shows(
          tab, say("{file} made {launches:# launch|# launches}.", "file"_a = "square.cu", "launches"_a = Count{6})))
          << all_of(tab);
    }
  }
  ui_->services.programs = nullptr;
}

TEST_F(GeometryTest, TheLanesHaveTheirNameBesideThem) {
  for (const char* scene : {kScenes[0], kScenes[1]}) {
    show(scene);
    for (const Size& size : std::span(kSizes).subspan(1, 3)) {
      draw(size, {});
      EXPECT_TRUE(std::ranges::any_of(ui_->probe().marks(),
                                      [&](const ui::Probe::Mark& mark) {
                                        return mark.kind == ui::Probe::Mark::Kind::name &&
                                               mark.words == translated("lanes");
                                      }))
          << scene << ", " << name_of(size);
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

/// Windows as they are projected and as they stand on a desk.
constexpr Size kLectureSizes[] = {{1280, 720, 1, 1},    {1600, 900, 1, 1},     {1920, 1080, 1, 1},
                                  {1280, 720, 1, 1.5f}, {1600, 900, 1, 1.5f},  {1920, 1080, 1, 1.5f},
                                  {3200, 1800, 2, 1},   {3840, 2160, 2, 1.5f}, {2560, 1440, 2, 1}};

TEST_F(GeometryTest, WhatWasMeasuredIsInViewWithoutScrolling) {
  struct Expected {
    const char* scene;
    std::vector<std::string> words;
  };
  const auto longer = [](const char* percent) {
    return say("{change} longer", "change"_a = say("{percent} %", "percent"_a = percent)).str();
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
        with_decimal_sign("+62.0"), with_decimal_sign("3.19×"), named_text("A, B", Text(counters)), floor, origin}}};
  for (const Expected& expected : all) {
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
      EXPECT_GE(verdict, language() == kEnglish ? numbers + 1 : numbers) << expected.scene << ", " << name_of(size);
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
      if (is_square) EXPECT_EQ(bars.size(), 8U) << name_of(size) << '\n' << all_of("chart");
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
        EXPECT_NE(all_of("top").find("GPU"), std::string::npos) << name_of(size) << ": " << all_of("top");
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

TEST_F(GeometryTest, WhatIsComparedStandsAtOneHeightAndIsEquallyLarge) {
  for (const char* scene :
       {"bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1 at=0:1:9",
        "bankloom square/setRowReadColPad vs square/setRowReadColPad IPAD=0 at=0:1:27",
        "bankloom square/setRowReadCol BDIMX=8 BDIMY=8 vs square/setRowReadCol at=0:1:3",
        "bankloom transpose/tile vs transpose/tilePad at=0:2:9", "bankloom swizzle/ldmatrix vs swizzle/ldmatrixXor",
        "bankloom elements/quadPerLane vs elements/broadcast at=0:0:0"}) {
    show(scene);
    for (const Size& size : kLectureSizes) {
      if ((kSanitized && &size != &kLectureSizes[0]) || leaves_out(size)) continue;
      for (const ui::BankView banks : {ui::BankView::automatic, ui::BankView::card}) {
        ui::ViewSettings view;
        view.bank_view = banks;
        draw(size, view);
        for (const std::string what : {"banks", "cells", "sectors"}) {
          std::vector<ui::Probe::Item> both;
          for (const auto& item : ui_->probe().items()) {
            if (item.what == what && (item.panel.ends_with("/a") || item.panel.ends_with("/b"))) both.push_back(item);
          }
          if (both.size() != 2) continue;
          EXPECT_EQ(both[0].y, both[1].y) << scene << ", " << name_of(size) << ", " << what;
          // Tiles of other shapes have other extents, and cards a row a lane; charts are alike, so that bars compare.
          if (what == "cells" || banks == ui::BankView::card) continue;
          EXPECT_EQ(both[0].height, both[1].height) << scene << ", " << name_of(size) << ", " << what;
          EXPECT_NEAR(both[0].width, both[1].width, 2) << scene << ", " << name_of(size) << ", " << what;
        }
      }
    }
  }
}

/// Where everything of a frame lies that must not move while it plays: the panels, every control, and words that stay
/// the same and stand once in their panel; but not what scrolls along with the current line, and not within sentences,
/// which are as long as they are.
std::map<std::string, std::string> places_of(const ui::Ui& ui, const std::vector<ui::Probe::Item>& items) {
  std::map<std::string, std::string> places;
  std::set<std::string> twice;
  for (const auto& item : items) {
    const bool is_told = item.panel == "explanation" || item.panel == "sentence" || item.what.size() < 3;
    if (item.scrolls || (is_told && !item.control)) continue;
    const std::string name = item.panel + ": " + item.what;
    if (!places.emplace(name, text_of(item)).second && !item.control) twice.insert(name);
  }
  for (const std::string& name : twice) places.erase(name);
  for (const ui::Slot slot :
       {ui::Slot::top, ui::Slot::choice, ui::Slot::headline, ui::Slot::tile, ui::Slot::banks, ui::Slot::code,
        ui::Slot::explanation, ui::Slot::timeline, ui::Slot::sentence, ui::Slot::details}) {
    for (const std::size_t side : {0u, 1u}) {
      const ui::Rect& rect = ui.layout().of(slot, side);
      places[fmt::format("slot {} {}", static_cast<int>(slot), side)] =
          fmt::format("{} {} {} {}", rect.x, rect.y, rect.width, rect.height);
    }
  }
  return places;
}

TEST_F(GeometryTest, NothingChangesItsPlaceWhileItPlays) {
  for (const char* scene : {"bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1 at=0:0:0",
                            "bankloom elements/quadPerLane vs elements/broadcast at=0:0:0",
                            "bankloom square/setRowReadCol at=0:0:0", "bankloom transpose/tile at=0:0:0"}) {
    for (const Size& size : std::span(kSizes).subspan(1, 2)) {
      for (const ui::FocusView focus : {ui::FocusView::off, ui::FocusView::on, ui::FocusView::all}) {
        if (kSanitized && (focus != ui::FocusView::off || &size != &kSizes[1])) continue;
        if (language() != kEnglish && focus != ui::FocusView::off) continue;
        show(scene);
        // The table's columns are as wide as its figures, which come when the other kernels have been executed.
        session.finish_lesson(std::chrono::seconds(60));
        ui::ViewSettings view;
        view.focus = focus;
        draw(size, view);
        const auto first = places_of(*ui_, ui_->probe().items());
        ASSERT_GT(first.size(), focus == ui::FocusView::off ? 60U : 20U);
        std::set<std::string> moved;
        while (session.player().step(1)) {
          frames(2, 1);
          for (const auto& [name, place] : places_of(*ui_, ui_->probe().items())) {
            const auto before = first.find(name);
            if (before == first.end() || place == before->second || !moved.insert(name).second) continue;
            ADD_FAILURE() << name_of(size) << " " << scene << ", focus " << static_cast<int>(focus) << ": " << place
                          << ", at first " << before->second;
          }
        }
      }
    }
  }
}

TEST_F(GeometryTest, BStandsAloneWhereAWasNotTimed) {
  show("bankloom mistakes/missingBarrier vs mistakes/withBarrier");
  ui::ViewSettings view;
  view.tab = "time";
  draw({1600, 900, 1, 1}, view);
  const auto result = measures_->status(session, Side::a).result;
  ASSERT_NE(result, nullptr);
  EXPECT_TRUE(shows("time", named_text("A", not_timed_text(result->own.problem)))) << all_of("time");
  EXPECT_TRUE(shows("time", std::string(translated("own launch")))) << all_of("time");
  EXPECT_TRUE(shows("time", with_decimal_sign("0.768 µs"))) << all_of("time");
}

TEST_F(GeometryTest, WhatIsSaidOfTwoOutputsIsWholeInALowPanel) {
  show("bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1 at=0:1:9");
  ui::ViewSettings view;
  view.tab = "output";
  const std::string expected = say("all {count:# element|# elements} as expected", "count"_a = Count{1024});
  for (const Size& size : {Size{1024, 640, 1, 1}, Size{1280, 720, 1, 1}, Size{1600, 900, 1, 1}}) {
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

class EditorGeometryTest : public GeometryTest {
 protected:
  [[nodiscard]] bool still() const override { return false; }
};

TEST_F(EditorGeometryTest, TheWayToAGpuHasRoomInTheSettings) {
  FakeDevice device;
  MeasureService::Setup measure = measure_setup();
  measure.device = &device;
  measure.command = "ssh -J gate.example.org user@a-machine-with-a-long-name.example.org bankloom --gpu-worker";
  measure.recordings = load_recordings({BANKLOOM_SOURCE_DIR "/assets/recordings"});
  device.infos.push_back(device.infos.front());
  device.infos.back().index = 1;
  device.infos.back().name = "NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition";
  use_measures(std::move(measure));
  show(kScenes[0]);
  ui_->overlays().toggle(ui::Overlays::Open::settings);
  device.wait_for(DeviceWait::start, "srun: job 123456 has been allocated resources after a wait of many minutes");
  const Size small{1280, 720, 1, 1}, large{1280, 720, 1, 1.5f};
  for (const Size& size : {small, large}) {
    draw(size, view_);
    draw_until("overlay", "srun: job 123456");
    check("the settings while a GPU is waited for, " + name_of(size), 1, "overlay");
    EXPECT_TRUE(shows("overlay", say("Stop"))) << all_of("overlay");
  }
  device.wait_for(DeviceWait::none);
  for (const Size& size : {small, large}) {
    draw(size, view_);
    draw_until("overlay", "1.2.3");
    check("the settings with two GPUs, " + name_of(size), 1, "overlay");
    const auto field = find("gpu command", "overlay");
    ASSERT_TRUE(field);
    EXPECT_FALSE(size.text_scale == 1 && is_cut(*field)) << text_of(*field);
    EXPECT_GT(field->width, 100 * size.text_scale);
  }
  ui_->services.measures = nullptr;
  measures_.reset();
}

TEST_F(EditorGeometryTest, NothingOverlapsOrIsCut) {
  for (const char* scene : {kScenes[0], kScenes[4]}) {
    show(scene);
    ui_->workbench().close();
    for (const Size& size : {kSizes[0], kSizes[1], kSizes[3]}) {
      if (kSanitized && size.width != kSizes[0].width) continue;
      for (const bool wide : {true, false}) {
        ui::ViewSettings view;
        view.wide_editor = wide;
        frame(1);
        ui_->workbench().open(session, Side::a);
        draw(size, view);
        const std::string what = fmt::format("the {} editor, {}, {}", wide ? "wide" : "narrow", scene, name_of(size));
        check(what);
        // Its buttons' words are whole.
        EXPECT_TRUE(shows("code", std::string(translated("Done"))) &&
                    shows("code", std::string(translated(wide ? "Narrow" : "Wide"))))
            << what << ": " << all_of("code");
      }
    }
  }
}

using TalkGeometryTest = EditorGeometryTest;

TEST_F(TalkGeometryTest, NothingOverlapsOrIsCutAboveAStripWithScenesAndNotes) {
  std::string text;
  for (int scene = 0; scene < 12; ++scene) {
    text +=
        fmt::format("bankloom {}\n", scene % 2 == 0 ? "rectangular/setRowReadColDynPad BDIMX=32 vs square/setRowReadCol"
                                                    : "square/setColReadCol IPAD=1");
    text += "A note that is longer than the room that there is for it in a line of the strip.\nAnd another.\n";
  }
  auto talk = talk_from_text(text, "a talk");
  ASSERT_TRUE(talk.has_value()) << talk.error().message;
  ASSERT_TRUE(ui_->talk().take(session, view_, std::move(*talk)).has_value());
  for (const Size& size : {kSizes[0], kSizes[1], kSizes[3], Size{1024, 640, 1, 2.5f}, Size{1600, 640, 1, 1.3f}}) {
    if (kSanitized && size.width != kSizes[0].width) continue;
    for (const std::size_t scene : {std::size_t{0}, std::size_t{5}, std::size_t{11}}) {
      ui::ViewSettings view;
      if (scene == 0) view.tab = "output";
      ASSERT_TRUE(ui_->talk().show(session, view, scene).has_value());
      session.finish();
      draw(size, view);
      EXPECT_TRUE(shows("talk", say("scene {number} of {count}", "number"_a = Count{scene + 1}, "count"_a = Count{12})))
          << all_of("talk");
      check(fmt::format("scene {} of a talk, {}", scene + 1, name_of(size)));
    }
  }
}

}  // namespace
}  // namespace bankloom::test
