// What is asked for in the card of exports and with the keys for the clipboard, and a film between the window's frames.
#include "ui/window_export.h"

#include "core/base/files.h"
#include "ui/export.h"
#include "ui/paper_figures.h"
#include "ui_test.h"

namespace bankloom::test {
namespace {

namespace fs = std::filesystem;
using ui::Key;

constexpr const char* kShaders = BANKLOOM_SOURCE_DIR "/shaders";

class WindowExportTest : public UiTest {
 protected:
  void SetUp() override {
    UiTest::SetUp();
    if (IsSkipped()) return;
    show("bankloom square/setRowReadCol at=0:1:3");
    ui_->overlays().export_card().set_folder(folder_.string());
    frames(3);
  }
  void press(ui::KeyPress key) {
    ui_->press(key);
    frames(3);
  }
  std::optional<ui::ExportRequest> asked() { return ui_->overlays().export_card().take_request(); }
  /// What the card asks for when the file is to be written.
  ui::ExportRequest written() {
    click("Write the file", "overlay");
    return asked().value_or(ui::ExportRequest{});
  }
  std::string clipboard() {
    const ui::ContextScope scope(ui_->context());
    return ImGui::GetClipboardText();
  }
  [[nodiscard]] ui::PictureOptions options() const {
    ui::PictureOptions options;
    options.width = 320;
    options.height = 240;
    options.view = view_;
    return options;
  }
};

TEST_F(WindowExportTest, TheCardAsksForEveryEndingThatItOffers) {
  press({Key::f12});
  for (const char* ending : {".svg", ".pdf", ".gif", ".webp", ".apng", ".mp4", ".html", ".png"}) {
    click(ending, "overlay");
    const ui::ExportRequest request = written();
    EXPECT_EQ(request.file, folder_ / ("bankloom-square-setRowReadCol-IPAD0-warp0-step4" + std::string(ending)));
    EXPECT_TRUE(ui::check_export_file(request.file, "")) << ending;
    EXPECT_EQ(shows("overlay", "of 0 to 36"), ui::is_film(request.file) || ui::is_page(request.file)) << ending;
  }
  EXPECT_TRUE(ui::check_export_file("tile.SVG", "tile"));
  EXPECT_TRUE(ui::is_film("tile.GIF"));
  EXPECT_FALSE(ui::is_film("tile.PNG"));
  // Neither is a file overwritten.
  write("bankloom-square-setRowReadCol-IPAD0-warp0-step4.png", "");
  EXPECT_EQ(written().file.filename(), "bankloom-square-setRowReadCol-IPAD0-warp0-step4-2.png");
  click("a figure for print", "overlay");
  const ui::ExportRequest figure = written();
  EXPECT_EQ(figure.figure, ui::paper_figures().front().name);
  EXPECT_EQ(figure.file.filename(), "bankloom-square-setRowReadCol-IPAD0-warp0-step4-tile.png");
  click("Copy picture", "overlay");
  const auto copied = asked();
  ASSERT_TRUE(copied);
  EXPECT_TRUE(copied->file.empty());
  EXPECT_EQ(copied->figure, figure.figure);

  // Why it failed stands in the card until the next try.
  ui_->overlays().export_card().tell("there is no room");
  frames(3);
  EXPECT_TRUE(shows("overlay", "there is no room"));
  written();
  EXPECT_FALSE(shows("overlay", "there is no room"));
}

TEST_F(WindowExportTest, ReturnWritesAndTheCardSaysWhereItIs) {
  press({Key::f12});
  EXPECT_FALSE(asked());
  press({Key::enter});
  const auto request = asked();
  ASSERT_TRUE(request);
  EXPECT_EQ(request->file, folder_ / "bankloom-square-setRowReadCol-IPAD0-warp0-step4.png");
  EXPECT_FALSE(request->film.pace) << "none was chosen";
  ui_->overlays().export_card().tell_saved(request->file);
  frames(3);
  EXPECT_TRUE(shows("overlay", "Saved to")) << all_of("overlay");
  session.player().set_speed(12);
  press({Key::enter});
  EXPECT_FALSE(shows("overlay", "Saved to")) << "another one is asked for";
  EXPECT_EQ(asked()->film.pace, 12);
}

TEST_F(WindowExportTest, AFolderIsChosenFromThoseThatThereAre) {
  fs::create_directory(folder_ / "pictures");
  write("kernel.cu", "");
  press({Key::f12});
  click("Choose …", "overlay");
  frames(3);
  EXPECT_TRUE(shows("overlay", "Choose a folder"));
  EXPECT_FALSE(shows("overlay", "kernel.cu")) << "no file";
  click("pictures", "overlay");
  frames(3);
  click("Choose", "overlay");
  frames(3);
  EXPECT_EQ(ui_->overlays().open(), ui::Overlays::Open::exporting);
  EXPECT_EQ(fs::path(ui_->overlays().export_card().folder()), folder_ / "pictures");
}

TEST_F(WindowExportTest, WhileAFilmIsDrawnKeysDoNothingButEndIt) {
  press({Key::f12});
  ui_->overlays().export_card().progress = {12, 135};
  const auto before = session.snapshot();
  press({Key::right});
  press({Key::p});
  EXPECT_EQ(session.snapshot(), before);
  EXPECT_TRUE(shows("overlay", "12 of 135 frames"));
  // A click beside the card does not, either.
  point_at(5, 800, true);
  frames(2);
  point_at(5, 800);
  frames(2);
  EXPECT_EQ(ui_->overlays().open(), ui::Overlays::Open::exporting);
  press({Key::escape});
  EXPECT_EQ(ui_->overlays().open(), ui::Overlays::Open::nothing);
}

TEST_F(WindowExportTest, AFigureIsForPaperAndMayNeedB) {
  const auto alone = ui::export_options({.figure = "comparison"}, session, options());
  ASSERT_FALSE(alone);
  EXPECT_EQ(alone.error().message,
            "the figure 'comparison' needs B: compare with a second kernel or padding (C) first");
  show("bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1");
  const auto figure = ui::export_options({.figure = "comparison"}, session, options());
  ASSERT_TRUE(figure) << figure.error().message;
  EXPECT_EQ(figure->panel, "tile+banks");
  EXPECT_EQ(figure->width, 2008) << "170 mm at 300 dots per inch";
  EXPECT_TRUE(figure->keeps_scale);
  const auto view = ui::export_options({.view = "tile", .scale = 3}, session, options());
  ASSERT_TRUE(view);
  EXPECT_EQ(view->panel, "tile");
  EXPECT_EQ(view->width, 960);
  EXPECT_EQ(view->display_scale, 3);
}

TEST_F(WindowExportTest, AFilmIsThatOfTheCommandAndTheWindowKeepsItsPlace) {
  const ui::ExportRequest request{.view = "tile", .file = folder_ / "window.apng", .film = {1, 3, 6, 8}};
  auto drawn = ui::export_options(request, session, options());
  ASSERT_TRUE(drawn);
  const auto before = session.snapshot();
  session.player().play(true);
  auto film = ui::WindowFilm::begin(session, kShaders, *drawn, request);
  ASSERT_TRUE(film) << film.error().message;
  while (!(*film)->film().complete()) {
    frame();
    const auto worked = (*film)->work();
    ASSERT_TRUE(worked) << worked.error().message;
  }
  EXPECT_EQ(session.snapshot(), before);
  EXPECT_FALSE(session.player().playback().playing());

  const auto times = ui::film_of_steps(session, request.film);
  ASSERT_TRUE(times);
  drawn->moves = true;
  auto source = ui::FrameSource::create(session, kShaders, *drawn);
  ASSERT_TRUE(source);
  ASSERT_TRUE(ui::write_film(*source, *times, folder_ / "command.apng", ui::picture_texts(session, *drawn)));
  const auto window = read_file(folder_ / "window.apng"), command = read_file(folder_ / "command.apng");
  ASSERT_TRUE(window && command);
  EXPECT_TRUE(*window == *command);
}

TEST_F(WindowExportTest, AFilmEndsWithWhatItShows) {
  const ui::ExportRequest request{.view = "tile", .file = folder_ / "film.apng"};
  // So large that it is not complete at once.
  auto drawn = ui::export_options(request, session, options());
  ASSERT_TRUE(drawn);
  drawn->width = 1600;
  drawn->height = 900;
  auto film = ui::WindowFilm::begin(session, kShaders, *drawn, request);
  ASSERT_TRUE(film) << film.error().message;
  ASSERT_TRUE((*film)->work());
  ASSERT_FALSE((*film)->film().complete());
  show("bankloom square/setColReadCol");
  const auto worked = (*film)->work();
  ASSERT_FALSE(worked);
  EXPECT_EQ(worked.error().message, "the kernel that it shows has changed");
  film->reset();
  EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(WindowExportTest, KeysCopyWindowPanelAndTable) {
  press({Key::c, true, true});
  auto request = asked();
  ASSERT_TRUE(request);
  EXPECT_TRUE(request->file.empty() && request->view.empty());
  // Nothing is under the mouse, which is outside.
  press(ui::with_shift(Key::f12));
  EXPECT_FALSE(asked());
  const auto cells = find("cells", "tile");
  ASSERT_TRUE(cells);
  point_at(cells->x + cells->width / 2, cells->y + cells->height / 2);
  frames(2);
  press(ui::with_shift(Key::f12));
  request = asked();
  ASSERT_TRUE(request);
  EXPECT_EQ(request->view, "tile");

  for (const auto& [tab, words] : {std::pair{"results", "\nsetColReadRow "}, std::pair{"machines", "\n    cc9.0 "}}) {
    open_tab(tab);
    if (tab == std::string("results")) draw_until("results", "setColReadRow");
    press({Key::t, true, true});
    EXPECT_NE(clipboard().find(words), std::string::npos) << clipboard();
  }
  open_tab("output");
  const std::string before = clipboard();
  press({Key::t, true, true});
  EXPECT_EQ(clipboard(), before);
  EXPECT_TRUE(shows("overlay", "There is no table to copy: open the tab Results, Machines or Ladder."))
      << all_of("overlay");
}

}  // namespace
}  // namespace bankloom::test
