#include "ui/export.h"
#include "../base/other_tool.h"
#include "../base/scratch_folder.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

#include "../session/session_fixture.h"
#include "core/base/files.h"
#include "gfx/fonts.h"
#include "gfx/offscreen.h"
#include "gfx/png.h"
#include "ui/paper_figures.h"
#include "ui/view_options.h"

namespace bankloom::test {
namespace {

class ExportTest : public SessionTest {
 protected:
  void SetUp() override {
    SessionTest::SetUp();
    if (IsSkipped()) return;
    auto context = gfx::make_offscreen_context();
    if (!context) GTEST_SKIP() << context.error().message;
    context_ = std::move(*context);
  }
  Result<ui::Picture> draw(const ui::PictureOptions& options) {
    return ui::render_picture(session, BANKLOOM_SOURCE_DIR "/shaders", options);
  }

  std::unique_ptr<gfx::OffscreenContext> context_;
  ScratchFolder scratch_;
  const std::filesystem::path& folder_ = scratch_.path();
};

std::string text_named(const gfx::PngTexts& texts, const std::string& name) {
  for (const auto& [key, value] : texts) {
    if (key == name) return value;
  }
  return {};
}

TEST_F(ExportTest, HasExactlyTheSizeAskedForAtEveryScale) {
  show("bankloom square/setRowReadCol at=0:1:9");
  for (const auto& [width, height, scale] :
       {std::tuple{1280, 720, 1.0f}, {1024, 640, 1.0f}, {2560, 1440, 2.0f}, {641, 403, 1.0f}, {4096, 2560, 4.0f}}) {
    ui::PictureOptions options;
    options.width = width;
    options.height = height;
    options.display_scale = scale;
    const auto picture = draw(options);
    ASSERT_TRUE(picture.has_value()) << picture.error().message;
    EXPECT_EQ(picture->image.width, static_cast<unsigned>(width));
    EXPECT_EQ(picture->image.height, static_cast<unsigned>(height));
    EXPECT_EQ(picture->image.rgba.size(),
              std::size_t{4} * static_cast<unsigned>(width) * static_cast<unsigned>(height));
  }
}

TEST_F(ExportTest, SaysWhatItShows) {
  show("bankloom square/setRowReadCol vs square/setRowReadColPad at=0:1:9");
  const auto lines = ui::caption_of(session);
  std::string caption;
  for (const auto& line : lines) caption += line + "\n";
  for (const char* words : {"square/setRowReadCol", "square/setRowReadColPad", "IPAD=1", "IPAD=0", "Hopper", "cc9.0",
                            "modelled", "emulated", "NVRTC"}) {
    EXPECT_NE(caption.find(words), std::string::npos) << words << " in " << caption;
  }
  const auto picture = draw({});
  ASSERT_TRUE(picture.has_value()) << picture.error().message;
  bool has_scene = false;
  const std::string scene = scene_to_line(ui::scene_with_looks(session, {}));
  for (const auto& [key, value] : picture->texts) has_scene = has_scene || value == scene;
  EXPECT_TRUE(has_scene) << scene;
  // What was written comes back with its texts.
  const auto file = folder_ / "written.png";
  const auto written = ui::write_export(file, session, BANKLOOM_SOURCE_DIR "/shaders", {});
  ASSERT_TRUE(written) << written.error().message;
  const auto read = gfx::read_png_file(file);
  ASSERT_TRUE(read.has_value()) << read.error().message;
  EXPECT_EQ(read->image.rgba, picture->image.rgba);
  EXPECT_EQ(text_named(read->texts, picture->texts.front().first), picture->texts.front().second);
}

TEST_F(ExportTest, OneViewAlone) {
  show("bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1");
  for (const std::string& view : ui::picture_views()) {
    ui::PictureOptions options;
    options.width = 900;
    options.height = 600;
    options.panel = view;
    const auto picture = draw(options);
    ASSERT_TRUE(picture.has_value()) << view << ": " << picture.error().message;
    EXPECT_EQ(picture->image.width, 900u) << view;
  }
  ui::PictureOptions options;
  options.panel = "nothing";
  const auto refused = ui::check_picture(options);
  ASSERT_FALSE(refused.has_value());
  EXPECT_NE(refused.error().message.find("tile"), std::string::npos)
      << "names what there is: " << refused.error().message;
}

TEST_F(ExportTest, APictureIsAFunctionOfTheTimeAlone) {
  show("bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1 at=0:1:0");
  ui::PictureOptions options;
  options.width = 900;
  options.height = 600;
  const auto source_of = [&] {
    return std::move(*ui::FrameSource::create(session, BANKLOOM_SOURCE_DIR "/shaders", options));
  };
  ui::FrameSource source = source_of();
  const auto still = source.still();
  const auto later = source.at(1.5), much_later = source.at(2.5);
  EXPECT_NE(still.rgba, later.rgba);
  EXPECT_NE(later.rgba, much_later.rgba);
  EXPECT_EQ(source.at(1.5).rgba, later.rgba) << "whatever was drawn before";
  EXPECT_EQ(source_of().at(1.5).rgba, later.rgba) << "whoever draws it";
  EXPECT_EQ(source.still().rgba, still.rgba);
  EXPECT_EQ(session.player().position(), (Position{0, 1, 0})) << "the session stays where it is";
  EXPECT_FALSE(session.player().playback().playing());
}

TEST_F(ExportTest, WhatIsPinnedInTheWindowIsNoPartOfAPicture) {
  show("bankloom square/setRowReadCol at=0:1:9");
  ui::PictureOptions options;
  options.width = 900;
  options.height = 600;
  const auto plain = draw(options);
  Focus pinned;
  pinned.cell = TileGeometry::Element{20, 20};
  session.pointer().select(pinned);
  const auto drawn = draw(options);
  ASSERT_TRUE(plain.has_value() && drawn.has_value());
  EXPECT_EQ(drawn->image.rgba, plain->image.rgba);
  EXPECT_EQ(session.pointer().selected(), pinned) << "it stays pinned in the window";
}

TEST_F(ExportTest, SaysHowDenselyItIsMeantToBePrinted) {
  show("bankloom square/setRowReadCol");
  for (const float scale : {1.0f, 3.0f}) {
    ui::PictureOptions options;
    options.width = options.height = 900;
    options.display_scale = scale;
    const auto picture = draw(options);
    ASSERT_TRUE(picture.has_value());
    EXPECT_EQ(picture->image.dots_per_inch, 96 * scale);
  }
}

TEST_F(ExportTest, NamesExplainThemselvesAndNothingIsOverwritten) {
  show("bankloom square/setRowReadCol IPAD=1 at=3:1:0");
  const std::string name = ui::picture_name(session, "");
  for (const char* words : {"bankloom", "square-setRowReadCol", "IPAD1", "warp3", ".png"}) {
    EXPECT_NE(name.find(words), std::string::npos) << name;
  }
  EXPECT_NE(ui::picture_name(session, "tile"), name);
  for (const char* expected : {"a.b.png", "a.b-2.png", "a.b-3.png"}) {
    const auto free = ui::free_path(folder_ / "a.b.png");
    EXPECT_EQ(free.filename(), expected);
    std::ofstream(free) << "x";
  }
}

/// The texts between <text ...> and </text>; a failed expectation where elements are not closed in order.
std::vector<std::string> texts_of_svg(const std::string& svg) {
  std::vector<std::string> open, texts;
  for (std::size_t at = 0; (at = svg.find('<', at)) != std::string::npos;) {
    const std::size_t end = svg.find('>', at);
    if (end == std::string::npos) {
      ADD_FAILURE() << "a tag has no end";
      return texts;
    }
    const std::string tag = svg.substr(at + 1, end - at - 1);
    const std::string name =
        tag.substr(tag.front() == '/' ? 1 : 0, tag.find_first_of(" /", 1) - (tag.front() == '/' ? 1 : 0));
    EXPECT_EQ(std::ranges::count(tag, '"') % 2, 0) << tag;
    if (tag.front() == '/') {
      EXPECT_TRUE(!open.empty() && open.back() == tag.substr(1)) << tag;
      if (!open.empty()) open.pop_back();
    } else if (tag.back() != '/') {
      open.push_back(name);
      if (name == "text") texts.push_back(svg.substr(end + 1, svg.find('<', end) - end - 1));
    }
    at = end;
  }
  EXPECT_TRUE(open.empty());
  return texts;
}
std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++count;
  return count;
}

TEST_F(ExportTest, AsSvgShapesAreShapesAndTextIsText) {
  show("bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1 at=0:1:31");
  ui::PictureOptions options;
  options.width = 1200;
  options.height = 700;
  options.panel = "tile";
  const auto svg = ui::render_vectors(ui::VectorFormat::svg, session, BANKLOOM_SOURCE_DIR "/shaders", options);
  ASSERT_TRUE(svg.has_value()) << svg.error().message;
  EXPECT_TRUE(svg->starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
  EXPECT_LE(svg->size(), 300U * 1024);
  const auto texts = texts_of_svg(*svg);
  const auto times = [&](const std::string& words) { return std::ranges::count(texts, words); };
  EXPECT_EQ(times("tile[32][32]"), 1);
  EXPECT_EQ(times("tile[32][32 + 1]"), 1);
  // The number of a bank is in each of its cells: 32 of A and 32 of B, which has padding beside them.
  for (const int bank : {7, 12, 25, 31}) EXPECT_GE(times(std::to_string(bank)), 64) << bank;
  EXPECT_GE(count_of(*svg, "<rect "), 64U * 32) << "cells";
  EXPECT_EQ(count_of(*svg, "<image "), 0U);
  EXPECT_GE(count_of(*svg, "fill=\"url(#h"), 32U) << "hatched padding";
  EXPECT_EQ(count_of(*svg, "<title>A  square/setRowReadCol"), 1U);
  EXPECT_EQ(count_of(*svg, "modelled for cc9.0"), 2U) << "the caption, and the description";
  EXPECT_EQ(*svg, *ui::render_vectors(ui::VectorFormat::svg, session, BANKLOOM_SOURCE_DIR "/shaders", options))
      << "the same each time";
}

TEST_F(ExportTest, ThePictureOfAChineseCommentHasItsCharacters) {
  if (!gfx::find_font(gfx::FontFace::chinese)) GTEST_SKIP() << "no font has Chinese characters";
  ui::PictureOptions options;
  options.panel = "code";
  const auto picture_of = [&](const std::string& comment) {
    OwnSource own;
    own.text = "__global__ void fill(float *out)\n{\n    out[threadIdx.x] = 1;  // " + comment + "\n}\n";
    EXPECT_TRUE(session.change(session.selection().with_text(Side::a, own)));
    session.finish();
    const auto picture = draw(options);
    EXPECT_TRUE(picture) << picture.error().message;
    return picture ? picture->image.rgba : std::vector<std::uint8_t>();
  };
  show("bankloom square/setRowReadCol");
  const auto first = picture_of("按列读取");
  EXPECT_EQ(first, picture_of("按列读取"));
  EXPECT_NE(first, picture_of("按行写入")) << "not the same sign for all that the font for code lacks";
  const auto svg = ui::render_vectors(ui::VectorFormat::svg, session, BANKLOOM_SOURCE_DIR "/shaders", options);
  ASSERT_TRUE(svg) << svg.error().message;
  const std::size_t at = svg->find(">按行写入<");
  ASSERT_NE(at, std::string::npos);
  EXPECT_EQ(svg->rfind("font-family=\"'WenQuanYi Micro Hei'", at), svg->rfind("font-family", at));
  EXPECT_GT(std::ranges::count(texts_of_svg(*svg), "// "), 0) << "the rest of the line is in the font for code";
}

TEST_F(ExportTest, OnPaperTheScaleIsKeptAndTheCaptionIsWhole) {
  show("bankloom square/setRowReadCol");
  ui::PictureOptions options;
  // 85 millimetres at 192 dots per inch.
  options.width = 643;
  options.height = 1200;
  options.display_scale = 2;
  options.panel = "tile+banks";
  options.keeps_scale = true;
  const auto picture = draw(options);
  ASSERT_TRUE(picture.has_value()) << picture.error().message;
  EXPECT_NEAR(picture->image.dots_per_inch, 192, 0.01);
  const auto svg = ui::render_vectors(ui::VectorFormat::svg, session, BANKLOOM_SOURCE_DIR "/shaders", options);
  ASSERT_TRUE(svg.has_value()) << svg.error().message;
  EXPECT_NE(svg->find("width=\"321.5\" height=\"600\" viewBox=\"0 0 643 1200\""), std::string::npos) << "in 1/96 inch";
  std::string words;
  for (const std::string& text : texts_of_svg(*svg)) words += text + " ";
  for (const char* const word : {"Hopper", "32 banks of 4 bytes", "modelled for", "emulated run", "32-way conflict"}) {
    EXPECT_NE(words.find(word), std::string::npos) << word << " in: " << words;
  }
  EXPECT_EQ(words.find("…"), std::string::npos) << "nothing is cut";
  // A heading has the size of its font, 18 units; Inter's em is less than its line.
  EXPECT_NE(svg->find("font-size=\"29.7"), std::string::npos);
}

TEST_F(ExportTest, OnPaperNoTextIsSmallerThanSixPoints) {
  constexpr float kPixelsPerPoint = 300.0F / 72;
  show("bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1 at=0:1:0");
  for (const char* const views : {"tile+banks", "timeline", "code", "machines", "results", "question+banks"}) {
    // 170 millimetres, where the cells of two tiles are too small for numbers.
    ui::PictureOptions options;
    options.width = 2008;
    options.height = 1772;
    options.display_scale = 300.0F / 96;
    options.panel = views;
    options.keeps_scale = true;
    const auto svg = ui::render_vectors(ui::VectorFormat::svg, session, BANKLOOM_SOURCE_DIR "/shaders", options);
    ASSERT_TRUE(svg.has_value()) << svg.error().message;
    std::size_t texts = 0;
    static constexpr std::string_view kSize = "font-size=\"";
    for (std::size_t at = 0; (at = svg->find(kSize, at)) != std::string::npos; ++texts) {
      at += kSize.size();
      EXPECT_GE(std::strtof(svg->c_str() + at, nullptr), 6 * kPixelsPerPoint) << views;
    }
    EXPECT_GE(texts, 4U) << views;
  }
}

TEST_F(ExportTest, AFigureOfATableEndsWhereItDoes) {
  show("bankloom square/setRowReadCol");
  ui::PictureOptions options;
  options.width = 1280;
  options.height = 1500;
  options.display_scale = 2;
  options.panel = "results";
  options.keeps_scale = options.fits_height = true;
  const auto picture = draw(options);
  ASSERT_TRUE(picture.has_value()) << picture.error().message;
  EXPECT_LT(picture->image.height, 700U);
  const auto texts =
      texts_of_svg(*ui::render_vectors(ui::VectorFormat::svg, session, BANKLOOM_SOURCE_DIR "/shaders", options));
  for (const char* const kernel : {"setRowReadRow", "setRowReadCol", "setRowReadColDynPad"}) {
    EXPECT_EQ(std::ranges::count(texts, kernel), 1) << kernel;
  }
}

TEST_F(ExportTest, ResultsAsTablesOfDocuments) {
  show("bankloom square/setRowReadCol IPAD=1");
  ui::PictureOptions options;
  for (const char* const name : {"r.md", "r.tex", "r.csv"}) {
    ASSERT_TRUE(ui::write_table(folder_ / name, session, options)) << name;
  }
  const std::string markdown = *read_file(folder_ / "r.md"), latex = *read_file(folder_ / "r.tex"),
                    csv = *read_file(folder_ / "r.csv");
  const std::size_t rows = session.lesson_rows().size();
  EXPECT_NE(markdown.find("| setRowReadCol IPAD=1 | 1.0 | 1.0 | 64 | 0 | 4224 | right |"), std::string::npos)
      << markdown;
  EXPECT_NE(latex.find("  setRowReadCol IPAD=1 & 1.0 & 1.0 & 64 & 0 & 4224 & right & "), std::string::npos) << latex;
  EXPECT_NE(csv.find("setRowReadCol IPAD=1,1.0,1.0,64,0,4224,right,not measured,cc9.0\n"), std::string::npos) << csv;
  EXPECT_EQ(count_of(markdown, "\n|"), rows + 1);
  EXPECT_EQ(count_of(latex, " & right & "), rows);
  EXPECT_EQ(count_of(csv, "\n"), rows + 1);
  for (const std::string& text : {markdown, latex}) {
    EXPECT_NE(text.find("modelled for cc9.0"), std::string::npos) << "the origin: " << text;
  }
}

TEST_F(ExportTest, OnPaperACaptionIsOnesOwnAndTheOriginStays) {
  show("bankloom square/setRowReadCol");
  ui::PictureOptions options;
  ASSERT_TRUE(ui::set_paper_size(85, 100, 96, options));
  const std::string origin = ui::caption_of(session, options).back();
  EXPECT_NE(origin.find("modelled for cc9.0"), std::string::npos);
  EXPECT_EQ(ui::caption_of(session, options).front(), "square/setRowReadCol BDIMX=32 BDIMY=32 IPAD=0");
  options.title = "Figure 3: by columns\nof a square tile";
  EXPECT_EQ(ui::caption_of(session, options),
            (std::vector<std::string>{"Figure 3: by columns", "of a square tile", origin}));
  EXPECT_EQ(ui::picture_texts(session, options).front().second, "Figure 3: by columns");
  options.title = "";
  EXPECT_EQ(ui::caption_of(session, options), std::vector<std::string>{origin});
  options.caption = false;
  EXPECT_EQ(ui::caption_of(session, options), std::vector<std::string>{origin});
  options.keeps_scale = false;
  EXPECT_TRUE(ui::caption_of(session, options).empty()) << "on a screen there may be none";
}

TEST_F(ExportTest, AsSvgOnlyTheMapOfAnOutputIsABitmap) {
  show("bankloom transpose/tilePad");
  ui::PictureOptions options;
  options.width = 900;
  options.height = 600;
  options.panel = "output";
  const auto svg = ui::render_vectors(ui::VectorFormat::svg, session, BANKLOOM_SOURCE_DIR "/shaders", options);
  ASSERT_TRUE(svg.has_value()) << svg.error().message;
  static_cast<void>(texts_of_svg(*svg));
  EXPECT_EQ(count_of(*svg, "<image "), 2U) << "what is written, and what is expected";
  EXPECT_EQ(count_of(*svg, "data:image/png;base64,iVBORw0KGgo"), 2U);
}

TEST_F(ExportTest, AsPdfItHasFontsAndTextAndLooksTheSame) {
  if (!has_tool("pdftotext") || !has_tool("pdftoppm")) GTEST_SKIP() << "the package poppler-utils is not installed";
  show("bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1 at=0:1:31");
  ui::PictureOptions options;
  ASSERT_TRUE(ui::set_paper_size(170, 150, 192, options));
  options.panel = "tile+banks";
  options.view.theme = ui::ThemeName::light;
  const auto file = folder_ / "figure.pdf", again = folder_ / "again.pdf";
  ASSERT_TRUE(ui::write_still(file, session, BANKLOOM_SOURCE_DIR "/shaders", options));
  ASSERT_TRUE(ui::write_still(again, session, BANKLOOM_SOURCE_DIR "/shaders", options));
  EXPECT_TRUE(*read_file(file) == *read_file(again)) << "the same each time";
  EXPECT_LE(std::filesystem::file_size(file), 300U * 1024);
  // The size on paper, in points.
  const std::string about = run_line("pdfinfo " + file.string()).out;
  EXPECT_NE(about.find("Page size:       481.875 x 425.25 pts"), std::string::npos) << about;
  EXPECT_NE(about.find("Title:           A  square/setRowReadCol"), std::string::npos) << about;
  std::istringstream fonts(run_line("pdffonts " + file.string() + " | tail -n +3").out);
  int count = 0;
  for (std::string line; std::getline(fonts, line); ++count) {
    EXPECT_NE(line.find(" yes yes yes "), std::string::npos) << "embedded, a subset, with its characters: " << line;
  }
  EXPECT_GE(count, 2);
  const std::string words = run_line("pdftotext -layout " + file.string() + " -").out;
  for (const char* const word : {"tile[32][32]", "tile[32][32 + 1]", "32-way conflict", "no conflict",
                                 "modelled for cc9.0", "idle for 31", "wavefront 32 of 32"}) {
    EXPECT_NE(words.find(word), std::string::npos) << word << " in: " << words;
  }
  // As another program draws it, beside the program's own picture.
  ASSERT_EQ(run_line("pdftoppm -r 192 -png -singlefile " + file.string() + " " + (folder_ / "drawn").string()).status,
            0);
  const auto drawn = gfx::read_png_file(folder_ / "drawn.png");
  const auto picture = draw(options);
  ASSERT_TRUE(drawn && picture);
  ASSERT_EQ(drawn->image.width, picture->image.width);
  ASSERT_EQ(drawn->image.height, picture->image.height);
  double sum = 0;
  for (std::size_t i = 0; i < drawn->image.rgba.size(); ++i) {
    sum += std::abs(drawn->image.rgba[i] - picture->image.rgba[i]);
  }
  // The edges of letters and cells differ; a missing word or colour would be more.
  EXPECT_LT(sum / static_cast<double>(drawn->image.rgba.size()), 6);
}

TEST_F(ExportTest, ABrowserKeepsTheBlanksOfAnSvg) {
  if (!has_tool("chromium")) GTEST_SKIP() << "the package chromium is not installed";
  show("bankloom square/setRowReadCol at=0:1:31");
  ui::PictureOptions options;
  options.width = 640;
  options.height = 480;
  options.panel = "tile";
  const auto svg = ui::render_vectors(ui::VectorFormat::svg, session, BANKLOOM_SOURCE_DIR "/shaders", options);
  ASSERT_TRUE(svg) << svg.error().message;
  // "load " ends with a blank, as the numbers beside it are of another colour. It is told as wide as it is drawn.
  ASSERT_NE(svg->find("load </text>"), std::string::npos);
  const std::string script =
      "<pre id=\"seen\"></pre><script>const text = [...document.querySelectorAll('text')].find(t => "
      "t.textContent.endsWith('load '));text.removeAttribute('textLength');const all = text.getNumberOfChars();"
      "seen.textContent = all + ' of ' + text.textContent.length</script>";
  const auto page = scratch_.write("page.html", "<!doctype html>" + *svg + script);
  const std::string seen =
      run_line("HOME=" + folder_.string() + " chromium --headless --no-sandbox --disable-gpu --dump-dom file://" +
               page.string() + " 2>/dev/null")
          .out;
  const auto begin = seen.find("<pre id=\"seen\">");
  ASSERT_NE(begin, std::string::npos) << seen.substr(0, 300);
  const std::string told = seen.substr(begin + 15, seen.find("</pre>", begin) - begin - 15);
  EXPECT_EQ(told.substr(0, told.find(" of ")), told.substr(told.find(" of ") + 4)) << told;
}

TEST_F(ExportTest, AsOutlinesAnSvgNeedsNoFonts) {
  show("bankloom square/setRowReadCol at=0:1:31");
  ui::PictureOptions options;
  // So wide that the digits of any font have their room.
  ASSERT_TRUE(ui::set_paper_size(170, 185, 192, options));
  options.panel = "tile";
  const auto svg = ui::render_vectors(ui::VectorFormat::svg_outlines, session, BANKLOOM_SOURCE_DIR "/shaders", options);
  ASSERT_TRUE(svg) << svg.error().message;
  EXPECT_EQ(count_of(*svg, "<text"), 0U);
  EXPECT_EQ(count_of(*svg, "font-family"), 0U);
  EXPECT_GE(count_of(*svg, "<use "), 1500U) << "each digit of 1024 cells is an outline that is used again";
}

TEST_F(ExportTest, RefusesInOneSentence) {
  show("bankloom square/setRowReadCol");
  const auto write_to = [&](const std::filesystem::path& file) {
    return ui::write_export(file, session, BANKLOOM_SOURCE_DIR "/shaders", {});
  };
  const auto nowhere = write_to(folder_ / "gone" / "a.png");
  ASSERT_FALSE(nowhere.has_value());
  EXPECT_NE(nowhere.error().message.find("gone"), std::string::npos) << nowhere.error().message;
  // A file where the folder should be.
  std::ofstream(folder_ / "file") << "x";
  EXPECT_FALSE(write_to(folder_ / "file" / "a.png").has_value());
  if (::getuid() != 0) {
    ::chmod(folder_.c_str(), 0500);
    EXPECT_FALSE(write_to(folder_ / "a.png").has_value());
    ::chmod(folder_.c_str(), 0700);
  }
  for (const auto& [width, height] : {std::pair{0, 100}, {100, 0}, {63, 900}, {8193, 900}, {-5, -5}}) {
    ui::PictureOptions options;
    options.width = width;
    options.height = height;
    EXPECT_FALSE(ui::check_picture(options).has_value()) << width << " x " << height;
  }
}

TEST_F(ExportTest, AKernelWithoutARunGivesItsSentence) {
  // 64 x 64 threads are more than a block may have.
  const auto scene = scene_from_line("bankloom square/setRowReadCol BDIMX=64 BDIMY=64");
  ASSERT_TRUE(scene.has_value());
  ASSERT_TRUE(session.show(*scene).has_value());
  const auto picture = draw({});
  ASSERT_FALSE(picture.has_value());
  EXPECT_NE(picture.error().message.find("1024"), std::string::npos) << picture.error().message;
}

}  // namespace
}  // namespace bankloom::test
