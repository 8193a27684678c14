// What panels work out before they draw: rows of code, shapes worth a button, the part of a matrix that is seen.
#include <gtest/gtest.h>

#include <filesystem>

#include "core/catalog/block_shapes.h"
#include "core/catalog/catalog.h"
#include "ui/panels/code_text.h"
#include "ui/panels/option_text.h"
#include "ui/panels/output_view.h"

namespace bankloom::ui {
namespace {

const Kernel& kernel(const std::string& id) {
  static const auto catalog = load_catalog(std::filesystem::path(BANKLOOM_SOURCE_DIR) / "kernels");
  EXPECT_TRUE(catalog);
  return **find_kernel(*catalog, id);
}

std::string row_text(const CodeText& text, const CodeRow& row) {
  std::string words(row.indent, ' ');
  for (const Token& token : row.tokens) words += text.lines[row.line - 1].substr(token.begin, token.length);
  return words;
}

TEST(CodeText, RowsGiveBackTheWholeTextAtAnyWidth) {
  const CodeText text = code_text(kernel("square/setRowReadCol"));
  for (const std::size_t columns : {0u, 16u, 30u, 46u, 62u, 200u}) {
    std::vector<std::string> lines(text.lines.size());
    for (const CodeRow& row : code_rows(text, columns)) {
      const std::string words = row_text(text, row);
      EXPECT_LE(words.size(), std::max<std::size_t>(columns, 16));
      EXPECT_EQ(row.begins, lines[row.line - 1].empty());
      lines[row.line - 1] += words.substr(row.indent);
    }
    EXPECT_EQ(lines, text.lines);
  }
  EXPECT_EQ(code_rows(text, 62).size(), text.lines.size());
}

TEST(CodeText, LongLinesBreakBehindABlankOrBeforeABracket) {
  Kernel made;
  made.source = "    alpha beta gamma delta\n\n\tx\n    aaaaaaaaaaaaaaaaaaaaaaaaaa\n    out = tile[row][col];\n";
  const CodeText text = code_text(made);
  EXPECT_EQ(text.lines[2], "    x");
  std::vector<std::string> rows;
  for (const CodeRow& row : code_rows(text, 16)) rows.push_back(row_text(text, row));
  EXPECT_EQ(rows, (std::vector<std::string>{"    alpha beta ", "      gamma ", "      delta", "", "    x",
                                            "    aaaaaaaaaaaa", "      aaaaaaaaaa", "      aaaa",
                                            "    out = ", "      tile[row]", "      [col];"}));
}

TEST(CodeText, AChineseCharacterTakesTwoColumnsAndMayEndARow) {
  Kernel made;
  made.source = "// 矩阵转置了以后，按列读取。\n汉\tx\n";
  const CodeText text = code_text(made);
  EXPECT_EQ(text.longest, 3u + 2 * 13);
  EXPECT_EQ(text.lines[1], "汉  x") << "up to the next stop";
  std::vector<std::string> rows;
  for (const CodeRow& row : code_rows(text, 17)) rows.push_back(row_text(text, row));
  // "，" begins no row, though all before it would fit.
  EXPECT_EQ(rows, (std::vector<std::string>{"// 矩阵转置了以", "  后，按列读取。", "汉  x"}));
}

TEST(OptionLayout, ShapesOfASquareTileAreSquare) {
  const Kernel& square = kernel("square/setRowReadCol");
  const ShapeOptions options = shape_options(square);
  ASSERT_TRUE(options.both());
  EXPECT_EQ(options.x->name, "BDIMX");
  EXPECT_EQ(options.y->name, "BDIMY");
  const auto defaults = resolve_options(square, {});
  ASSERT_TRUE(defaults);
  for (const BlockShape& shape : shape_presets(square, *defaults, 8)) EXPECT_EQ(shape.x, shape.y);
  EXPECT_EQ(shape_presets(square, *defaults, 8).front().words(), "32×32");
  EXPECT_EQ(shape_presets(square, *defaults, 2).size(), 2u);
}

TEST(OptionLayout, ShapesKeepTheOptionsRanges) {
  Kernel made;
  const auto of = [](const char* text) { return Expression::parse(text, {"W", "H"}).value(); };
  made.launch.block = {of("W"), of("H"), 1};
  made.options = {{"W", OptionType::integer, "16", 1, 16, {}, "Width."},
                  {"H", OptionType::integer, "16", 1, 64, {}, ""}};
  const auto shapes = shape_presets(made, {}, 8);
  EXPECT_EQ(shapes, (std::vector<BlockShape>{{16, 16}, {16, 32}, {8, 8}, {8, 32}}));
  made.launch.block[0] = of("W * 2");
  EXPECT_FALSE(shape_options(made).both());
  EXPECT_TRUE(shape_presets(made, {}, 8).empty());
  EXPECT_EQ(option_text(made.options[0]), "Width. W: 1 to 16, default 16.");
  EXPECT_EQ(option_text({"T", OptionType::choice, "int", 0, 0, {"int", "float"}, "Type."}),
            "Type. T: one of int, float; default int.");
}

TEST(OutputView, ShowsAllAtFirstAndZoomsAroundTheMouse) {
  OutputView view;
  view.set_shape(100, 200);
  view.set_pane(640, 320);
  EXPECT_TRUE(view.fitted());
  EXPECT_EQ(view.view().pixels_per_element, 3);
  const auto under = view.element_at(301, 151);
  ASSERT_TRUE(under);
  EXPECT_EQ(*under, 50u * 200 + 100);
  view.zoom(4, 301, 151);
  EXPECT_FALSE(view.fitted());
  EXPECT_EQ(view.element_at(301, 151), under);
  EXPECT_EQ(view.view().pixels_per_element, 12);
  const Rect square = view.square(50, 100);
  EXPECT_LE(square.x, 301);
  EXPECT_GE(square.right(), 301);
  view.pan(12, 0);
  EXPECT_EQ(view.element_at(301, 151), *under - 1);
  view.fit();
  view.set_pane(640, 320);
  EXPECT_EQ(view.view().pixels_per_element, 3);
  EXPECT_EQ(view.view().first_column, 0);
}

TEST(OutputView, TakesTheRoomWhereWholePixelsWouldLoseMuchOfIt) {
  OutputView view;
  view.set_shape(32, 32);
  view.set_pane(300, 124);
  EXPECT_EQ(view.view().pixels_per_element, 124.0 / 32) << "3 pixels each would be 96";
  view.set_pane(300, 100);
  EXPECT_EQ(view.view().pixels_per_element, 3);
  EXPECT_EQ(view.element_at(95, 95), 32u * 31 + 31);
}

TEST(OutputView, NeverLeavesTheMatrix) {
  OutputView view;
  view.set_shape(4096, 4096);
  view.set_pane(300, 200);
  EXPECT_LT(view.view().pixels_per_element, 1);
  for (int i = 0; i < 40; ++i) view.zoom(1.5f, 299, 199);
  view.pan(-1e9f, -1e9f);
  EXPECT_LE(view.view().first_column + 300 / view.view().pixels_per_element, 4096.001);
  EXPECT_EQ(view.element_at(299.5f, 199.5f), 4096u * 4096 - 1);
  view.pan(1e9f, 1e9f);
  EXPECT_EQ(view.element_at(0, 0), 0u);
  EXPECT_FALSE(view.element_at(-1, 0));
  for (int i = 0; i < 40; ++i) view.zoom(0.5f, 10, 10);
  EXPECT_TRUE(view.fitted());
  view.set_shape(1, 1);
  view.set_pane(300, 200);
  EXPECT_EQ(view.element_at(0, 0), 0u);
}

}  // namespace
}  // namespace bankloom::ui
