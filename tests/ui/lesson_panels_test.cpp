// The ladder, the machines side by side and the results, as they are drawn and as they answer a click.
#include <algorithm>
#include <chrono>
#include <map>
#include <thread>

#include "../measure/sample_recording.h"
#include "ui/export.h"
#include "ui/panel.h"
#include "ui_test.h"

namespace bankloom::test {
namespace {

class LessonPanelsTest : public UiTest {};

/// A recording of the tile and its copy at the size for a GPU.
Recording ladder_recording() {
  Recording recording = sample_recording();
  recording.kernels.clear();
  const auto add = [&](const std::string& name, double microseconds, double rate, double copy) {
    const auto kernel = find_kernel(Shipped::get().catalog, name);
    KernelReadings readings;
    readings.kernel = (*kernel)->id();
    readings.options = *resolve_options(**kernel, (*kernel)->gpu);
    readings.source_sha256 = sha256((*kernel)->source);
    readings.reading(ReadingKind::one_block) = {sampled("duration", microseconds, "us"), {}};
    readings.bandwidth.emplace();
    readings.bandwidth->kernel = {sampled("bandwidth", rate, "GB/s"), {}};
    readings.bandwidth->copy = {sampled("bandwidth of the copy", copy, "GB/s"), {}};
    recording.kernels.push_back(std::move(readings));
  };
  add("transpose/copy", 40, 3200, 4000);
  add("transpose/tile", 80, 1600, 4000);
  add("transpose/tilePad", 80, 1600, 5000);
  return recording;
}

TEST_F(LessonPanelsTest, TheLadderIsATabOfItsLessonAlone) {
  auto setup = measure_setup();
  setup.recordings.list = {ladder_recording()};
  setup.published = *load_published(BANKLOOM_SOURCE_DIR "/assets/published");
  use_measures(std::move(setup));
  resize(1920, 1400);
  show("bankloom square/setRowReadCol");
  open_tab("ladder");
  EXPECT_FALSE(shows("tabs", "Ladder")) << all_of("tabs");
  EXPECT_TRUE(shows("tabs", "Advice")) << all_of("tabs");
  EXPECT_FALSE(all_of("results").empty()) << "the first tab stands in for it";
  show("bankloom transpose/tile");
  frames(3);
  EXPECT_TRUE(shows("tabs", "Ladder")) << all_of("tabs");
  EXPECT_TRUE(shows("ladder", "N = 4096 (the other views: N = 128) · recorded on Test GPU, 2026-11-21"))
      << all_of("ladder");
  EXPECT_TRUE(shows("ladder", "the device's own copy")) << "what the green line is: " << all_of("ladder");
  EXPECT_TRUE(shows("ladder", "the time to beat")) << "what the dashes are: " << all_of("ladder");
  EXPECT_TRUE(shows("ladder", "% device")) << all_of("ladder");
  EXPECT_NE(all_of("ladder").find("| 3200 | 100 |"), std::string::npos) << "of itself: " << all_of("ladder");
  EXPECT_TRUE(shows("ladder", "1600")) << "GB/s: " << all_of("ladder");
  EXPECT_TRUE(shows("ladder", "50.0")) << "percent of the copy kernel: " << all_of("ladder");
  EXPECT_TRUE(shows("ladder", "40.0")) << "percent of the device's copy: " << all_of("ladder");
  EXPECT_TRUE(shows("ladder", "840 µs")) << all_of("ladder");
  EXPECT_TRUE(shows("ladder", "not measured")) << all_of("ladder");
  EXPECT_TRUE(shows("ladder", "no recording holds it with these options")) << all_of("ladder");
  click("copy", "ladder");
  EXPECT_EQ(session.kernel(Side::a)->id(), "transpose/copy");

  Disclosure disclosure;
  disclosure.hide(FactKind::time);
  session.disclose(disclosure);
  frames(3);
  for (const char* const time : {"1600", "50.0", "840 µs"}) EXPECT_FALSE(shows("ladder", time)) << all_of("ladder");
  EXPECT_TRUE(shows("ladder", "hidden until the question is answered")) << all_of("ladder");
  session.disclose({});
  frames(3);
  EXPECT_TRUE(shows("ladder", "1600")) << all_of("ladder");
}

TEST_F(LessonPanelsTest, TheRungThatIsShownIsInSightWithItsSentence) {
  auto setup = measure_setup();
  setup.recordings.list = {ladder_recording()};
  use_measures(std::move(setup));
  for (const auto& [width, height] : {std::pair{1280, 720}, std::pair{1600, 900}}) {
    resize(width, height);
    for (const char* name : {"copy", "tile", "vector", "copyVector"}) {
      show(std::string("bankloom transpose/") + name);
      open_tab("ladder");
      frames(5);
      const Kernel& kernel = *session.kernel(Side::a);
      const std::string& sentence = kernel.fixes.empty() ? kernel.summary : kernel.fixes;
      EXPECT_FALSE(sentence.empty()) << name;
      unsigned seen = 0;
      for (const auto& item : ui_->probe().items()) {
        if (item.panel != "ladder" || (item.what != name && item.what != sentence)) continue;
        ++seen;
        EXPECT_GE(item.y, item.clip_y - 1) << name << ": " << item.what;
        EXPECT_LE(item.y + item.height, item.clip_y + item.clip_height + 1) << name << ": " << item.what;
      }
      EXPECT_GE(seen, 3U) << "the row, its name, the sentence: " << all_of("ladder");
    }
  }
  // What the user scrolls to stays.
  show("bankloom transpose/vector");
  open_tab("ladder");
  frames(5);
  // What else is measured waits half a second for another choice, and is there some time later.
  for (int i = 0; i < 200 && ui_->next_frame_within() <= 1; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    frames(1, 0.5);
  }
  EXPECT_GT(ui_->next_frame_within(), 1) << "and the window rests";
}

TEST_F(LessonPanelsTest, EachRungHasTheMarkOfItsOwnCopyAndSentencesAreFree) {
  auto setup = measure_setup();
  setup.recordings.list = {ladder_recording()};
  use_measures(std::move(setup));
  resize(1280, 720);
  show("bankloom transpose/tile");
  open_tab("ladder");
  frames(5);
  const gfx::Image image = target_->read();
  const std::uint32_t good = ui::theme_of(view_.theme).good;
  // Where the mark stands in a row of pixels; -1: nowhere.
  const auto mark_in = [&](float y, float from, float to) {
    for (auto x = static_cast<unsigned>(from); x < static_cast<unsigned>(to); ++x) {
      const auto* pixel = image.pixel(x, static_cast<unsigned>(y));
      const std::uint32_t colour =
          pixel[0] | std::uint32_t{pixel[1]} << 8U | std::uint32_t{pixel[2]} << 16U | 0xff000000U;
      if (colour == good) return static_cast<int>(x);
    }
    return -1;
  };
  const auto row_of = [&](const std::string& name) {
    const auto item = find(name, "ladder");
    return item ? mark_in(item->y + 1, item->x, item->x + item->width) : -2;
  };
  const int tile = row_of("tile"), padded = row_of("tilePad");
  EXPECT_GT(tile, 0);
  EXPECT_GT(padded, tile + 10) << "5000 GB/s beside 4000";
  bool found = false;
  for (const auto& item : ui_->probe().items()) {
    if (item.panel != "ladder" || item.what != session.kernel(Side::a)->fixes) continue;
    found = true;
    for (float y = item.y + 1; y < item.y + item.height - 1; ++y) {
      EXPECT_EQ(mark_in(y, item.x, item.x + item.width), -1) << "a line through the sentence";
    }
  }
  EXPECT_TRUE(found) << all_of("ladder");
}

TEST_F(LessonPanelsTest, MachinesStandSideBySideAndCanBeChosen) {
  resize(1920, 1400);
  show("bankloom machines/wideBanks at=0:1:0");
  open_tab("machines");
  EXPECT_TRUE(shows("machines", "Kepler")) << all_of("machines");
  EXPECT_TRUE(shows("machines", "published only")) << all_of("machines");
  EXPECT_TRUE(shows("machines", "didactic")) << all_of("machines");
  EXPECT_TRUE(shows("machines", "this access")) << all_of("machines");
  const std::string before = session.scene().machine;
  click("cc3.x-8byte", "machines");
  EXPECT_EQ(session.scene().machine, "cc3.x-8byte");
  EXPECT_NE(before, session.scene().machine);
}

/// The figures of a row of the table: what stands at the height of its name.
std::string row_of(const ui::Probe& probe, const std::string& name) {
  const auto& items = probe.items();
  const auto found = std::find_if(items.begin(), items.end(), [&](const ui::Probe::Item& item) {
    return item.panel == "results" && item.what.find(name) != std::string::npos;
  });
  if (found == items.end()) return "no row";
  std::string row;
  for (const auto& item : items) {
    const float middle = item.y + item.height / 2;
    if (item.panel == "results" && middle > found->y && middle < found->y + found->height) row += item.what + " | ";
  }
  return row;
}

TEST_F(LessonPanelsTest, BHasARowOfItsOwnWhereItsOptionsDiffer) {
  auto setup = measure_setup();
  setup.recordings.list = {sample_recording()};
  use_measures(std::move(setup));
  resize(1280, 720);
  show("bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1");
  open_tab("results");
  const std::string a = row_of(ui_->probe(), "A · IPAD = 0"), b = row_of(ui_->probe(), "B · IPAD = 1");
  // 32 wavefronts a load without padding and 1 with it; 2.5 and 1.75 µs as recorded.
  EXPECT_NE(a.find("1.0 | 32.0"), std::string::npos) << a;
  EXPECT_NE(a.find("2.50"), std::string::npos) << a;
  EXPECT_NE(b.find("1.0 | 1.0"), std::string::npos) << b << '\n' << all_of("results");
  EXPECT_NE(b.find("1.75"), std::string::npos) << b;
  EXPECT_EQ(b.find("2.50"), std::string::npos) << b;
  // A click on it changes nothing: it is B already.
  click("square/setRowReadCol B", "results");
  EXPECT_EQ(session.options(Side::a).at("IPAD"), "0");
  EXPECT_EQ(session.options(Side::b).at("IPAD"), "1");
  // Where B is a row of the lesson there is no second one, and no options to tell it by.
  show("bankloom square/setRowReadCol vs square/setRowReadRow");
  frames(3);
  EXPECT_TRUE(shows("results", "setRowReadRow  B")) << all_of("results");
  EXPECT_FALSE(shows("results", "IPAD =")) << all_of("results");
  // B of another lesson has a row, too.
  show("bankloom square/setRowReadCol vs rectangular/setRowReadColPad");
  resize(1920, 1400);
  frames(3);
  EXPECT_TRUE(shows("results", "B · ")) << all_of("results");
}

TEST_F(LessonPanelsTest, TheChartNamesAAndBAndWhereItsNumbersComeFrom) {
  auto setup = measure_setup();
  setup.recordings.list = {sample_recording()};
  use_measures(std::move(setup));
  resize(1280, 720);
  show("bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1");
  open_tab("chart");
  EXPECT_TRUE(shows("chart", "Time of one launch of 1 block · recorded on Test GPU, 2026-11-21")) << all_of("chart");
  EXPECT_TRUE(shows("chart", "A setRowReadCol, IPAD = 0")) << all_of("chart");
  EXPECT_TRUE(shows("chart", "B setRowReadCol, IPAD = 1")) << all_of("chart");
  EXPECT_FALSE(shows("chart", "Cycles per request")) << "there is room for one of the two";
  click("plot", "chart");
  EXPECT_TRUE(shows("chart", "Cycles per request, recorded on Test GPU, 2026-11-21")) << all_of("chart");
  EXPECT_TRUE(shows("chart", "113 · load: A setRo")) << all_of("chart");
  EXPECT_TRUE(shows("chart", "51.2 · load: B setRo")) << all_of("chart");
  EXPECT_FALSE(shows("chart", "Time of one launch")) << all_of("chart");
  // Of many blocks it is one launch as well.
  setup = measure_setup();
  setup.recordings = load_recordings({BANKLOOM_SOURCE_DIR "/assets/recordings"});
  use_measures(std::move(setup));
  resize(2560, 1440);
  show("bankloom transpose/tile");
  frames(3);
  EXPECT_TRUE(shows("chart", "Time of one launch")) << all_of("chart");
  EXPECT_FALSE(shows("chart", "of 1 block")) << all_of("chart");
  EXPECT_TRUE(shows("chart", "Cycles per request, recorded on NVIDIA H200")) << "both have room: " << all_of("chart");
}

TEST_F(LessonPanelsTest, ACaptionSpeaksOfTimesOnlyWhereThereAreAny) {
  auto setup = measure_setup();
  setup.recordings = load_recordings({BANKLOOM_SOURCE_DIR "/assets/recordings"});
  use_measures(std::move(setup));
  const auto caption = [&] {
    std::string all;
    ui::PictureOptions options;
    options.measures = measures_.get();
    for (const auto& line : ui::caption_of(session, options)) all += line + "\n";
    return all;
  };
  show("bankloom square/setRowReadCol");
  EXPECT_NE(caption().find("times recorded on NVIDIA H200"), std::string::npos) << caption();
  // The recording holds it as not launched.
  show("bankloom barriers/missingBarrier");
  EXPECT_EQ(caption().find("times"), std::string::npos) << caption();
}

TEST_F(LessonPanelsTest, TheAverageOfAMachineCountsAsItsBarDoes) {
  resize(1920, 1400);
  // 512 threads, so that a Tesla runs it: a warp reads two columns of 16 rows, which lie in two of Hopper's 32 banks,
  // and half a warp at a time in one of 16: twice 16 wavefronts.
  show("bankloom rectangular/setRowReadCol at=0:1:0");
  open_tab("machines");
  const auto count = [&](const std::string& words) {
    const auto& items = ui_->probe().items();
    return std::count_if(items.begin(), items.end(),
                         [&](const auto& item) { return item.panel == "machines" && item.what == words; });
  };
  EXPECT_EQ(count("32"), 1) << all_of("machines");
  EXPECT_EQ(count("32.0"), 1) << all_of("machines");
}

TEST_F(LessonPanelsTest, TheColumnOfThePresentLineStays) {
  resize(1280, 720);
  show("bankloom transpose/tile vs transpose/tilePad at=0:2:0");
  open_tab("machines");
  const std::uint32_t line = session.side(Side::a).state->access.source_line;
  // "line 9 load", or where the columns are narrow "9 load".
  EXPECT_TRUE(shows("machines", fmt::format("{} load", line))) << all_of("machines");
}

TEST_F(LessonPanelsTest, ResultsShowTheChosenKernelAndTheirButtonWhole) {
  for (int height = 640; height <= 960; height += 40) {
    resize(1280, height);
    show("bankloom square/setRowReadRow");
    open_tab("results");
    for (const char* name : {"setRowReadColDynPad", "setRowReadRow"}) {
      ASSERT_TRUE(session.change(session.selection().with_kernel(Side::a, std::string("square/") + name)));
      session.finish();
      frames(6);
      bool is_seen = false;
      for (const auto& item : ui_->probe().items()) {
        if (item.panel != "results") continue;
        const float bottom = item.y + item.height, clip_bottom = item.clip_y + item.clip_height;
        if (item.what == std::string("square/") + name) {
          is_seen = item.y >= item.clip_y - 0.5f && bottom <= clip_bottom + 0.5f;
        }
        if (item.what == "Copy as text" && item.y < clip_bottom - 0.5f && item.y >= item.clip_y) {
          EXPECT_LE(bottom, clip_bottom + 0.5f) << "the button is cut at a height of " << height;
        }
      }
      EXPECT_TRUE(is_seen) << name << " at a height of " << height;
    }
  }
}

TEST_F(LessonPanelsTest, ResultsShowBothThatAreCompared) {
  show("bankloom rectangular/setRowReadCol vs rectangular/setRowReadCol IPAD=1");
  open_tab("results");
  frames(6);
  std::size_t seen = 0;
  for (const auto& item : ui_->probe().items()) {
    if (item.panel != "results" || item.what.find("rectangular/setRowReadCol") != 0) continue;
    if (item.what != "rectangular/setRowReadCol" && item.what != "rectangular/setRowReadCol B") continue;
    EXPECT_GE(item.y, item.clip_y - 0.5f) << item.what;
    EXPECT_LE(item.y + item.height, item.clip_y + item.clip_height + 0.5f) << item.what;
    ++seen;
  }
  EXPECT_EQ(seen, 2U) << all_of("results");
}

TEST_F(LessonPanelsTest, NothingMovesInTheChoiceWhereOptionsCanBeReset) {
  show("bankloom square/setRowReadCol");
  frames(4);
  // Without the kernels' figures: several have the same, and they come one after another.
  const auto places = [&] {
    std::map<std::string, float> found;
    for (const auto& item : ui_->probe().items()) {
      // The buttons, which come before the numbers below the strip of paddings.
      if (item.panel == "choice" && item.what.find(" / ") == std::string::npos) found.emplace(item.what, item.y);
    }
    return found;
  };
  const auto before = places();
  ASSERT_TRUE(before.contains("Reset options"));
  ASSERT_TRUE(session.change(session.selection().with_option(Side::a, "IPAD", "1")));
  session.finish();
  frames(4);
  for (const auto& [what, y] : places()) {
    if (const auto was = before.find(what); was != before.end()) {
      EXPECT_EQ(y, was->second) << what;
    }
  }
  click("Reset options", "choice");
  EXPECT_EQ(session.options(Side::a).at("IPAD"), "0");
}

TEST_F(LessonPanelsTest, TheLitLineStaysInSightWhenItsRoomChanges) {
  resize(1920, 1080);
  show("bankloom transpose/vector");
  session.player().to_end();
  frames(4);
  const std::uint32_t line = session.side(Side::a).state->access.source_line;
  ASSERT_GT(line, 20u);
  const auto is_seen = [&] {
    frames(4);
    for (const auto& item : ui_->probe().items()) {
      if (item.panel != "code" || item.what.find("out[((col") == std::string::npos) continue;
      return item.y >= item.clip_y - 1 && item.y + item.height <= item.clip_y + item.clip_height + 1;
    }
    return false;
  };
  EXPECT_TRUE(is_seen()) << all_of("code");
  resize(1280, 720);
  EXPECT_TRUE(is_seen()) << "in a smaller window";
  session.change(session.selection().with_compare_toggled());
  session.finish();
  EXPECT_TRUE(is_seen()) << "while comparing";
  resize(1280, 1000);
  view_.text_scale = 1.3f;
  EXPECT_TRUE(is_seen()) << "with larger text";
}

/// Every view can be drawn while anything is hidden, and shows nothing of it.
TEST_F(LessonPanelsTest, WhatIsHiddenIsNotShown) {
  resize(1600, 900);
  const std::vector<std::string> scenes{"bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1",
                                        "bankloom transpose/tile", "bankloom mistakes/pastTheTile"};
  for (const std::string& scene : scenes) {
    session.disclose({});
    show(scene);
    session.finish_lesson(std::chrono::seconds(60));
    for (const FactKind kind : {FactKind::request_cost, FactKind::kernel_cost, FactKind::faults, FactKind::output}) {
      Disclosure disclosure;
      disclosure.hide(kind);
      session.disclose(disclosure);
      for (const ui::BankView bank_view : {ui::BankView::chart, ui::BankView::card}) {
        view_.bank_view = bank_view;
        frame();
      }
      for (const std::string tab : {"output", "results", "chart", "advice", "machines"}) {
        view_.tab = tab;
        frame();
      }
      const auto shown = [&](const std::string& panel, const std::string& words) {
        EXPECT_FALSE(shows(panel, words)) << scene << ", " << words << " in " << panel << ": " << all_of(panel);
      };
      if (kind == FactKind::request_cost) {
        shown("explanation", "wavefront");
        shown("banks", "wavefronts");
        EXPECT_TRUE(shows("explanation", "hidden until")) << all_of("explanation");
      }
      if (kind == FactKind::kernel_cost) shown("tile", "per request");
      if (kind == FactKind::faults) {
        shown("tile", "out of bounds");
        shown("code", "out of bounds");
        shown("top", "fault");
      }
    }
  }
}

}  // namespace
}  // namespace bankloom::test
