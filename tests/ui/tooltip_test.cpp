// Whether every control explains itself: each is pointed at with the mouse until its tooltip must be there.
#include <imgui_internal.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <thread>

#include "../base/sanitized.h"
#include "../measure/fake_device.h"
#include "fake_programs.h"
#include "ui/keys.h"
#include "ui/widgets/widgets.h"
#include "ui_test.h"

namespace bankloom::test {
namespace {

using ui::Probe;

class TooltipTest : public UiTest {
 protected:
  [[nodiscard]] bool sees_pixels() const override { return false; }
  /// The controls of the present frame whose middle is in sight.
  [[nodiscard]] std::vector<Probe::Item> controls() const {
    std::vector<Probe::Item> found;
    for (const Probe::Item& item : ui_->probe().items()) {
      const float x = item.x + item.width / 2, y = item.y + item.height / 2;
      const bool seen =
          x > item.clip_x && y > item.clip_y && x < item.clip_x + item.clip_width && y < item.clip_y + item.clip_height;
      if (item.control && seen) found.push_back(item);
    }
    return found;
  }

  /// The words of the tooltips that appear while the mouse rests there.
  std::vector<std::string> tooltips_at(float x, float y) {
    point_at(x, y);
    // Found in the first frame, hovered in the second; in the third the delay is over.
    frames(3, 1.0);
    return ui_->probe().tooltips();
  }

  /// Points at every control of these panels (none: of all); names those without words.
  void check(const std::string& what, const std::set<std::string>& panels = {}) {
    point_away();
    frames(3, 1.0);
    // Measuring changes controls while it runs.
    const auto busy = [&] { return (measures_ != nullptr && measures_->busy()) || advice_->busy(); };
    for (int turn = 0; turn < 3000 && busy(); ++turn) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      frame();
    }
    frames(3, 1.0);
    std::string missing;
    for (const Probe::Item& item : controls()) {
      if (!panels.empty() && !panels.contains(item.panel)) continue;
      // Under the sanitizers a share of them: what it is that stands there does not change how memory is used.
      if (kSanitized && ++seen_ % 15 != 0 && pointed_[item.panel] != 0) continue;
      // In its middle; a picture may be bare there, but not everywhere.
      bool says = false;
      for (const float part : {0.5f, 0.25f, 0.05f, 0.75f, 0.95f}) {
        const auto words = tooltips_at(item.x + item.width * part, item.y + item.height * part);
        says = std::any_of(words.begin(), words.end(), [](const auto& one) { return !one.empty(); });
        const bool is_picture = item.width > 150 && item.height > 60;
        if (says || !is_picture) break;
      }
      if (!says) missing += fmt::format("\n  {}: '{}' at {:.0f}, {:.0f}", item.panel, item.what, item.x, item.y);
      ++pointed_[item.panel];
    }
    EXPECT_EQ(missing, "") << what;
  }

  std::map<std::string, int> pointed_;  ///< controls by panel
  unsigned seen_ = 0;
};

TEST_F(TooltipTest, EveryControlOfEveryPanelHasOne) {
  // High enough that nothing has to be scrolled to.
  resize(1920, 1400);
  static FakeDevice device;  // the fixture's worker thread uses it until after this test's body
  auto setup = measure_setup();
  setup.device = &device;
  setup.recordings = load_recordings({BANKLOOM_SOURCE_DIR "/assets/recordings"});
  use_measures(std::move(setup));
  show("bankloom square/setRowReadCol IPAD=1 at=0:1:0 machine=didactic:8");
  for (const std::string tab : {"results", "output", "time", "chart", "machines", "advice"}) {
    view_.tab = tab;
    // All panels once, then those that the tabs show.
    if (tab == "results") {
      check("alone");
    } else {
      check(fmt::format("alone, tab {}", tab), {"output", "time", "chart", "machines", "advice"});
    }
  }
  show("bankloom transpose/tile");
  view_.tab = "ladder";
  check("the ladder", {"ladder", "tabs", "explanation"});
  show("bankloom waiting/stream4 machine=cc9.0");
  session.finish();
  view_.tab = "curves";
  check("the curves", {"curves"});
  show("bankloom transpose/tile");
  view_.tab = "advice";
  check("the advice", {"advice"});
  show("bankloom threads/warpAndLane view=threads");
  check("the threads", {"threads"});
  show("bankloom elements/quadPerLane");
  check("the naive count", {"explanation"});
  show("bankloom transpose/tile at=0:0:2");
  check("a transpose at a global load", {"banks"});
  show("bankloom transpose/naiveWrite at=0:0:2");
  check("without shared memory", {"banks", "tile"});
  show("bankloom square/setRowReadCol vs rectangular/setRowReadColDynPad at=0:2:0");
  view_.bank_view = ui::BankView::chart;
  view_.tab = "output";
  check("comparing two kernels at a global store");
  show("bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1 at=0:1:9");
  view_.bank_view = ui::BankView::card;
  view_.tab = "chart";
  check("comparing two paddings, with the cards");
  FakePrograms fake;
  fake.set_outcome(sample_outcome(992));
  ui::Programs programs(fake.backend(), [] {});
  run_to_end(programs, write("square.cu", "int main() {}"));
  ui_->services.programs = &programs;
  for (const char* tab : {"launches", "program"}) {
    view_.tab = tab;
    check(tab, {tab});
  }
  ui_->services.programs = nullptr;
  const auto lessons = learn::load_lessons(BANKLOOM_SOURCE_DIR "/kernels", {"threads", "square"}).value();
  learn::Sources sources;
  sources.run = [this](const RunKey& key) { return runs.wait(key); };
  ui_->lesson().set(lessons, std::move(sources), {});
  for (const std::size_t step : {0U, 5U}) {
    ASSERT_TRUE(ui_->lesson().open(session, 1, step).has_value());
    session.finish();
    check("a lesson", {"lesson"});
  }
  ui_->lesson().close(session);
  view_.focus = ui::FocusView::on;
  check("the focus view", {"sentence"});
  for (const auto& entry : ui::panels()) {
    static const std::set<std::string_view> kNothingToClick{"explanation", "headline", "pipe", "multiprocessor",
                                                            "fetches"};
    if (kNothingToClick.contains(entry.id)) continue;
    if (entry.slot == ui::Slot::paper) continue;  // not in the window
    int count = 0;
    for (const auto& [panel, controls] : pointed_) {
      if (panel.substr(0, panel.find('/')) == entry.id) count += controls;
    }
    EXPECT_GT(count, 0) << "no control of the panel " << entry.id << " was pointed at";
  }
  EXPECT_GT(pointed_["tabs"], 0);
}

TEST_F(TooltipTest, EveryControlOfTheOverlaysHasOne) {
  auto setup = measure_setup();
  setup.recordings = load_recordings({BANKLOOM_SOURCE_DIR "/assets/recordings"});
  use_measures(std::move(setup));
  show("bankloom square/setRowReadCol");
  ui_->press({ui::Key::f12});
  check("the picture dialog", {"overlay"});
  EXPECT_GE(pointed_["overlay"], kSanitized ? 1 : 7);
  ui_->press({ui::Key::escape});
  ui_->press({ui::Key::f1});
  check("the help", {"overlay"});
  ui_->press({ui::Key::escape});
  frames(2);
  if (const auto button = find("Theme, colours and size of text", "top")) {
    const float x = button->x + button->width / 2, y = button->y + button->height / 2;
    point_at(x, y);
    frames(2);
    point_at(x, y, true);
    frame();
    point_at(x, y);
    frames(2);
  }
  const int before = pointed_["overlay"];
  check("the settings", {"overlay"});
  EXPECT_GE(pointed_["overlay"] - before, kSanitized ? 1 : 14);
}

TEST_F(TooltipTest, EveryControlOfTheQuestionHasOne) {
  FakePrograms fake;
  ui::Programs programs(fake.backend(), [] {});
  ui_->services.programs = &programs;
  show("bankloom square/setRowReadCol");
  programs.begin(write("square.cu", "int main() {}"), {});
  for (int turn = 0; turn < 2000 && programs.status()->stage != ui::ProgramStage::asking; ++turn) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  frames(3);
  check("the question", {"overlay"});
  EXPECT_GE(pointed_["overlay"], kSanitized ? 1 : 5);
  ui_->services.programs = nullptr;
}

TEST_F(TooltipTest, EveryControlOfTheEditorHasOne) {
  show("bankloom square/setRowReadCol");
  frames(2);
  ui_->press({ui::Key::e});
  frames(3);
  // Something to be said of it, too.
  ui::Workbench& bench = ui_->workbench();
  ASSERT_NE(bench.document(session, Side::a), nullptr);
  bench.put_text(session, Side::a, "x" + bench.document(session, Side::a)->source.text);
  frame(0.4);
  session.finish();
  check("the editor", {"code"});
  EXPECT_GE(pointed_["code"], kSanitized ? 1 : 8);
  ui_->press({ui::Key::o, false, true});
  const int before = pointed_["overlay"];
  check("the file dialog", {"overlay"});
  EXPECT_GE(pointed_["overlay"] - before, kSanitized ? 1 : 3);
}

TEST_F(TooltipTest, NoneCoversWhatIsClickedNext) {
  use_measures(measure_setup());
  for (const auto& [width, height] : {std::pair{1280, 720}, std::pair{1600, 900}, std::pair{1920, 1080}}) {
    if (kSanitized && width != 1280) continue;
    resize(width, height);
    show("bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1");
    view_.tab = "results";
    frames(4, 1.0);
    for (const std::string panel : {"choice", "results", "top", "tabs"}) {
      const bool is_list = panel == "choice" || panel == "results";
      std::vector<Probe::Item> rows, all;
      for (const Probe::Item& item : controls()) {
        if (item.panel == panel) all.push_back(item);
        if (item.panel == panel && (!is_list || item.width > 150)) rows.push_back(item);
      }
      ASSERT_GT(rows.size(), 3u) << panel;
      for (const Probe::Item& row : rows) {
        if (tooltips_at(row.x + row.width / 2, row.y + row.height / 2).empty()) continue;
        frame(1.0);
        const ui::ContextScope scope(ui_->context());
        for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
          if ((window->Flags & ImGuiWindowFlags_Tooltip) == 0 || !window->Active || window->Hidden) continue;
          const ImVec2 from = window->Pos, to{window->Pos.x + window->Size.x, window->Pos.y + window->Size.y};
          EXPECT_TRUE(from.x >= -1 && from.y >= -1 && to.x <= static_cast<float>(width) + 1 &&
                      to.y <= static_cast<float>(height) + 1)
              << row.what;
          for (const Probe::Item& other : all) {
            const bool covers =
                from.x < other.x + other.width && to.x > other.x && from.y < other.y + other.height && to.y > other.y;
            EXPECT_FALSE(covers) << "at " << width << " the words of '" << row.what << "' cover '" << other.what
                                 << "' of " << panel;
          }
        }
      }
    }
  }
}

TEST_F(TooltipTest, NumbersAreNotBroken) {
  show("bankloom square/setRowReadCol");
  frames(2);
  const ui::ContextScope scope(ui_->context());
  ImFont* font = ImGui::GetIO().Fonts->Fonts[0];
  const std::string words = "store 1.0, load 32.0, of 1,048,576 bytes at tile[16][0],\nwhich is row.first; then x.y";
  for (float width = 60; width < 500; width += 7) {
    const std::string lines = ui::broken_lines(font, words, width);
    std::string joined = lines;
    std::replace(joined.begin(), joined.end(), '\n', ' ');
    std::string plain = words;
    std::replace(plain.begin(), plain.end(), '\n', ' ');
    EXPECT_EQ(joined, plain) << "only blanks become ends of lines";
    std::stringstream parts(lines);
    for (std::string line; std::getline(parts, line);) {
      const bool is_one_word = line.find(' ') == std::string::npos;
      EXPECT_TRUE(is_one_word || ui::text_size(font, line).x <= width + 0.5f) << line << " at " << width;
    }
  }
}

TEST_F(TooltipTest, AControlWithoutOneIsSeen) {
  show("bankloom square/setRowReadCol");
  frames(3);
  // Words that are no control have no tooltip, and none is claimed for them.
  const auto title = find("bankloom", "top");
  ASSERT_TRUE(title.has_value());
  EXPECT_FALSE(title->control);
  EXPECT_TRUE(tooltips_at(title->x + title->width / 2, title->y + title->height / 2).empty());
  const auto compare = find("Compare", "top");
  ASSERT_TRUE(compare.has_value());
  EXPECT_TRUE(compare->control);
  EXPECT_EQ(tooltips_at(compare->x + 5, compare->y + 5).size(), 1u);
}

TEST(Controls, AreMadeOfWidgetsOnly) {
  // Whatever a panel makes of Dear ImGui directly is unknown to the test above.
  const std::regex control(
      "ImGui::(InvisibleButton|Button|SmallButton|ArrowButton|ImageButton|Selectable|Input[A-Z]|TableHeader|"
      "Combo|BeginCombo|ListBox|Slider|VSlider|Drag[FIS]|Checkbox|RadioButton|CollapsingHeader|TreeNode|MenuItem|"
      "TabItem|BeginTabItem|Color(Edit|Picker|Button))");
  unsigned files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(BANKLOOM_SOURCE_DIR "/app/ui")) {
    const auto& path = entry.path();
    if ((path.extension() != ".cpp" && path.extension() != ".h") || path.parent_path().filename() == "widgets")
      continue;
    ++files;
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    std::smatch found;
    const std::string source = text.str();
    EXPECT_FALSE(std::regex_search(source, found, control)) << path << " makes a control of its own: " << found.str();
  }
  EXPECT_GT(files, 30u);
  EXPECT_TRUE(std::regex_search(std::string("if (ImGui::InvisibleButton(\"x\", size))"), control));
}

}  // namespace
}  // namespace bankloom::test
