// Whether anything that the window draws overlaps or is cut, at every size it is made for.
#include <gtest/gtest.h>

#include <array>

#include "../base/sanitized.h"
#include "../measure/fake_device.h"
#include "core/base/language.h"
#include "core/session/talk.h"
#include "core/wording/text.h"
#include "fake_programs.h"
#include "geometry.h"

namespace bankloom::test {
namespace {

using namespace wording;

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
