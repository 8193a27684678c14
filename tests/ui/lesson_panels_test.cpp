// The ladder, the machines side by side, the advice and the naive count, as they are drawn and as they answer a click.
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <thread>

#include "../measure/sample_recording.h"
#include "core/wording/glossary.h"
#include "ui/export.h"
#include "ui/panel.h"
#include "ui_test.h"

namespace bankloom::test {
namespace {

class LessonPanelsTest : public UiTest {
 protected:
  /// Opens a tab of the details by its id.
  void open(const std::string& id) {
    view_.tab = id;
    frames(3);
  }

  /// Draws until a panel shows these words.
  void draw_until(const std::string& panel, const std::string& words) {
    for (int turn = 0; turn < 3000 && !shows(panel, words); ++turn) {
      frame();
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    EXPECT_TRUE(shows(panel, words)) << words << ": " << all_of(panel);
  }
};

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
  open("ladder");
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
  EXPECT_TRUE(shows("ladder", "no recording holds it at these options")) << all_of("ladder");
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
      open("ladder");
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
  open("ladder");
  frames(5);
  EXPECT_GT(ui_->next_frame_within(), 1) << "and the window rests";
}

TEST_F(LessonPanelsTest, EachRungHasTheMarkOfItsOwnCopyAndSentencesAreFree) {
  auto setup = measure_setup();
  setup.recordings.list = {ladder_recording()};
  use_measures(std::move(setup));
  resize(1280, 720);
  show("bankloom transpose/tile");
  open("ladder");
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
  open("machines");
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
  open("results");
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
  open("chart");
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
    for (const auto& line : ui::caption_of(session, measures_.get())) all += line + "\n";
    return all;
  };
  show("bankloom square/setRowReadCol");
  EXPECT_NE(caption().find("times recorded on NVIDIA H200"), std::string::npos) << caption();
  // The recording holds it as not launched.
  show("bankloom mistakes/missingBarrier");
  EXPECT_EQ(caption().find("times"), std::string::npos) << caption();
}

TEST_F(LessonPanelsTest, TheAverageOfAMachineCountsAsItsBarDoes) {
  resize(1920, 1400);
  show("bankloom machines/wideBanks at=0:1:0");
  open("machines");
  // 32 rows of one column: on 16 banks, half a warp at a time, twice 16 wavefronts. Hopper's 32 stand there, too.
  const auto count = [&](const std::string& words) {
    const auto& items = ui_->probe().items();
    return std::count_if(items.begin(), items.end(),
                         [&](const auto& item) { return item.panel == "machines" && item.what == words; });
  };
  EXPECT_EQ(count("32"), 2) << all_of("machines");
  EXPECT_EQ(count("32.0"), 2) << all_of("machines");
}

TEST_F(LessonPanelsTest, TheColumnOfThePresentLineStays) {
  resize(1280, 720);
  show("bankloom transpose/tile vs transpose/tilePad at=0:2:0");
  open("machines");
  const std::uint32_t line = session.side(Side::a).state->access.source_line;
  EXPECT_TRUE(shows("machines", fmt::format("line {} load", line))) << all_of("machines");
}

TEST_F(LessonPanelsTest, AdviceIsAppliedByOneClick) {
  resize(1920, 1400);
  show("bankloom square/setRowReadCol");
  open("advice");
  draw_until("advice", "IPAD = 1");
  EXPECT_TRUE(shows("advice", "4,224 (+128)")) << "bytes with the padding: " << all_of("advice");
  click("apply", "advice");
  EXPECT_EQ(session.options(Side::a).at("IPAD"), "1");
  session.finish();
  draw_until("advice", "is the smallest padding");
}

TEST_F(LessonPanelsTest, AdviceCanBeShownBesideTheKernel) {
  resize(1920, 1400);
  show("bankloom square/setRowReadCol");
  open("advice");
  draw_until("advice", "IPAD = 1");
  click("compare with the original", "advice");
  ASSERT_TRUE(session.comparing());
  EXPECT_EQ(session.options(Side::a).at("IPAD"), "0");
  EXPECT_EQ(session.options(Side::b).at("IPAD"), "1");
}

/// A text of one's own without an option for padding.
class OwnAdviceTest : public LessonPanelsTest {
 protected:
  void SetUp() override {
    LessonPanelsTest::SetUp();
    if (IsSkipped()) return;
    file_ = std::filesystem::temp_directory_path() / ("bankloom-advice-" + std::to_string(::getpid()) + ".cu");
    resize(1920, 1400);
    show("bankloom square/setRowReadCol");
  }
  void TearDown() override {
    LessonPanelsTest::TearDown();
    std::error_code error;
    if (!file_.empty()) std::filesystem::remove(file_, error);
  }
  void open_text(const std::string& declaration) {
    const std::string bytes = declaration.starts_with("extern") ? ", 4096" : "";
    std::ofstream(file_) << "// launch: turn<<<1, dim3(32, 32)" + bytes +
                                ">>>(out)\n__global__ void turn(int *out)\n{\n    " + declaration +
                                "\n    tile[threadIdx.y][threadIdx.x] = threadIdx.x;\n    __syncthreads();\n"
                                "    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];\n}\n";
    ASSERT_TRUE(ui_->workbench().open_file(session, Side::a, file_));
    session.finish();
    open("advice");
  }
  [[nodiscard]] std::uint64_t conflicts(Side side) const {
    const auto& run = session.side(side).run;
    return run ? run->cost.shared_load.bank_conflicts + run->cost.shared_store.bank_conflicts : 999;
  }
  std::filesystem::path file_;
};

TEST_F(OwnAdviceTest, APaddingIsWrittenIntoTheTextAndTakenBack) {
  open_text("__shared__ int tile[32][32];");
  draw_until("advice", "1 element at the end of a row");
  EXPECT_EQ(conflicts(Side::a), 32u * 31);
  const std::string before = ui_->workbench().document(session, Side::a)->source.text;
  click("apply", "advice");
  session.finish();
  frames(3);
  const ui::Document* document = ui_->workbench().document(session, Side::a);
  ASSERT_NE(document, nullptr);
  EXPECT_NE(document->source.text.find("tile[32][32 + 1];"), std::string::npos) << document->source.text;
  EXPECT_EQ(document->source.path, file_.string());
  EXPECT_TRUE(document->is_unsaved()) << "the file is as it was";
  EXPECT_EQ(conflicts(Side::a), 0u);
  EXPECT_TRUE(ui_->workbench().is_open());
  ui_->press({ui::Key::z, false, true});
  frames(3);
  EXPECT_EQ(ui_->workbench().document(session, Side::a)->source.text, before);
}

TEST_F(OwnAdviceTest, TheChangedTextStandsBesideTheOriginal) {
  open_text("__shared__ int tile[32][32];");
  draw_until("advice", "1 element at the end of a row");
  click("compare with the original", "advice");
  session.finish();
  frames(3);
  ASSERT_TRUE(session.comparing());
  ASSERT_NE(session.selection().own(Side::a), nullptr);
  ASSERT_NE(session.selection().own(Side::b), nullptr);
  EXPECT_NE(session.selection().own(Side::b)->text.find("[32 + 1]"), std::string::npos);
  EXPECT_EQ(conflicts(Side::a), 32u * 31) << "A is the kernel as it is";
  EXPECT_EQ(conflicts(Side::b), 0u);
}

TEST_F(OwnAdviceTest, WhereTheTextCannotBeChangedTheReasonStandsThere) {
  open_text("extern __shared__ int flat[]; int (*tile)[32] = (int (*)[32])flat;");
  draw_until("advice", "1 element at the end of a row");
  EXPECT_FALSE(shows("advice", "apply")) << all_of("advice");
  EXPECT_TRUE(shows("advice", "declared without rows")) << all_of("advice");
}

TEST_F(LessonPanelsTest, TheNaiveCountIsShownWhenAskedFor) {
  show("bankloom elements/doublePerLane");
  session.player().to_dearest();
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

TEST_F(LessonPanelsTest, ResultsShowTheChosenKernelAndTheirButtonWhole) {
  for (int height = 640; height <= 960; height += 40) {
    resize(1280, height);
    show("bankloom square/setRowReadRow");
    open("results");
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
  open("results");
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
  const auto places = [&] {
    std::map<std::string, float> found;
    for (const auto& item : ui_->probe().items()) {
      if (item.panel == "choice") found[item.what] = item.y;
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

TEST_F(LessonPanelsTest, TheOutputOfAFaultyKernelIsNotCalledRight) {
  for (const auto& [width, height] : {std::pair{1280, 720}, std::pair{1600, 900}}) {
    resize(width, height);
    show("bankloom rectangular/swappedIndices");
    open("output");
    ASSERT_FALSE(session.side(Side::a).run->faults.empty());
    const std::string words = output_text(*session.side(Side::a).run, session.side(Side::a).run->faults.size());
    EXPECT_TRUE(shows("output", "but the kernel has")) << all_of("output");
    EXPECT_TRUE(shows("output", words)) << "whole: " << all_of("output");
  }
  show("bankloom square/setRowReadCol");
  open("output");
  EXPECT_TRUE(shows("output", "all 1,024 elements as expected")) << all_of("output");
  EXPECT_TRUE(shows("output", "expected")) << all_of("output");
}

TEST_F(LessonPanelsTest, AFaultIsSaidWholeInOnePlace) {
  /// A scene, and words of the sentence as it is said whole and in the focus view.
  struct Told {
    const char *scene, *whole, *brief;
  };
  for (const Told& told :
       {Told{"bankloom mistakes/missingBarrier", "which thread (1, 0) reads",
             "warp 0 reads tile[1][0] (line 8) before warp 1 writes it (line 7)"},
        Told{"bankloom mistakes/barrierInABranch", "or none", "lanes 16-31 never come there"},
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
      const bool is_row = (item.panel == "choice" || item.panel == "results") && item.what.find(name) == 0;
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

TEST_F(LessonPanelsTest, NoRowCallsAFaultyKernelsOutputRight) {
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

TEST_F(LessonPanelsTest, TheHeadingOfFiguresBesideLinesIsTheirUnit) {
  show("bankloom transpose/copy");
  frames(3);
  EXPECT_TRUE(shows("code", "sectors per request")) << all_of("code");
  EXPECT_FALSE(shows("code", "wavefronts")) << all_of("code");
  show("bankloom transpose/tilePad");
  frames(3);
  EXPECT_TRUE(shows("code", "wavefronts per request")) << all_of("code");
}

TEST_F(LessonPanelsTest, BarriersAreWallsThatSayWhoWaits) {
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
  EXPECT_TRUE(says(words_along(1), "__syncthreads(), line 8\nWarps 0-31 wait here until all have come"));
  show("bankloom mistakes/missingBarrier at=0:0:0");
  frames(3);
  EXPECT_FALSE(says(words_along(1), "__syncthreads()"));
  show("bankloom mistakes/barrierInABranch at=0:1:0");
  frames(3);
  EXPECT_TRUE(says(words_along(1), "Of warps 0-31 only a part of the lanes comes here"));
  EXPECT_TRUE(shows("explanation", "lanes 16-31 never come there")) << all_of("explanation");
  // In the order of the block those that have come wait.
  show("bankloom square/setRowReadCol scope=block at=3:0:0");
  frames(3);
  EXPECT_TRUE(shows("explanation", "Warps 0-2 wait at __syncthreads() in line 8 for warps 3-31."))
      << all_of("explanation");
  show("bankloom square/setRowReadCol at=3:0:0");
  frames(3);
  EXPECT_FALSE(shows("explanation", "__syncthreads()")) << all_of("explanation");
}

TEST_F(LessonPanelsTest, ATermSaysWhatItMeansWhereItIsPointedAt) {
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
  const auto verdict = find("32-way conflict", "banks");
  ASSERT_TRUE(verdict.has_value());
  point_at(verdict->x + 5, verdict->y + verdict->height / 2);
  frames(20);
  const std::string meaning = glossary_text(glossary_term("bank conflict"));
  const auto& tooltips = ui_->probe().tooltips();
  EXPECT_TRUE(std::find(tooltips.begin(), tooltips.end(), meaning) != tooltips.end());
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
