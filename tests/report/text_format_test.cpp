#include "core/report/text_format.h"

#include <gtest/gtest.h>

#include "core/base/json.h"
#include "core/base/readable.h"

namespace bankloom::report {
namespace {

TEST(TextTable, AlignsColumns) {
  TextTable table({"<name", "count"});
  table.add_row({"a", "1"});
  table.add_row({"long name", "12345678"});
  EXPECT_EQ(table.render({}, 2),
            "  name          count\n"
            "  a                 1\n"
            "  long name  12345678\n");
}

TEST(TextTable, CountsCodePointsNotBytes) {
  TextTable table({"<x", "y"});
  table.add_row({"\u00e4\u00f6", "1"});
  table.add_row({"ab", "2"});
  EXPECT_EQ(table.render({}, 0), "x   y\n\u00e4\u00f6  1\nab  2\n");
}

TEST(TextTable, FillsMissingCells) {
  TextTable table({"a", "b"});
  table.add_row({"1"});
  EXPECT_EQ(table.render({}, 0), "a  b\n1\n");
}

TEST(TextTable, ForOtherDocuments) {
  TextTable table({"<name", "share"});
  table.add_row({"a|b, \"c\"", "5 % \u2013 \u00b5s"});
  EXPECT_EQ(table.render(TableFormat::markdown),
            "| name | share |\n| --- | ---: |\n| a\\|b, \"c\" | 5 % \u2013 \u00b5s |\n");
  EXPECT_EQ(table.render(TableFormat::csv), "name,share\n\"a|b, \"\"c\"\"\",5 % \u2013 \u00b5s\n");
  EXPECT_EQ(table.render(TableFormat::latex),
            "\\begin{tabular}{lr}\n  \\hline\n  name & share \\\\\n  \\hline\n"
            "  a|b, \"c\" & 5 \\% -- \\textmu{}s \\\\\n  \\hline\n\\end{tabular}\n");
  EXPECT_EQ(latex_text("x_1 & {#$}~^\\"),
            "x\\_1 \\& \\{\\#\\$\\}\\textasciitilde{}\\textasciicircum{}\\textbackslash{}");
}

TEST(Heading, IsALine) { EXPECT_EQ(heading({true, 80}, "x"), styled("1", "x") + '\n'); }

TEST(Wrap, BreaksAtSpacesAndKeepsLongWords) {
  TextStyle style;
  style.width = 24;
  EXPECT_EQ(wrap(style, "one two three four five six", 2), "  one two three four\n  five six\n");
  EXPECT_EQ(wrap(style, "one two three four fi 98 % of", 0), "one two three four fi\n98 % of\n");
  EXPECT_EQ(wrap(style, std::string(40, 'x') + " y", 0), std::string(40, 'x') + "\ny\n");
  EXPECT_EQ(wrap(style, "", 2), "");
  EXPECT_EQ(wrap(style, "每个线程束请求 32 个不同的字，需要 32 个波前。", 0),
            "每个线程束请求 32 个不同\n的字，需要 32 个波前。\n")
      << "a Chinese character takes two columns, and may end a line";
}

TEST(Emphasize, IsPlainWithoutColour) {
  EXPECT_EQ(emphasize({}, Emphasis::bad, "x"), "x");
  EXPECT_EQ(terminal_text(emphasize({true, 80}, Emphasis::bad, "x"), true), "\x1b[31mx\x1b[0m");
  EXPECT_EQ(emphasize({true, 80}, Emphasis::none, "x"), "x");
}

TEST(CsvRecord, QuotesWhereItMust) {
  EXPECT_EQ(csv_record({"a", "b,c", "d\"e", ""}), "a,\"b,c\",\"d\"\"e\",\n");
  EXPECT_EQ(csv_row("a,b", std::uint8_t{16}, 0.5), "\"a,b\",16,0.5\n");
}

TEST(Paragraph, IsIndentedByTwoColumns) { EXPECT_EQ(paragraph({}, "{} of {} blocks", 1, 2), "  1 of 2 blocks\n"); }

TEST(JsonText, IsTheSameObjectOnReadableLines) {
  const nlohmann::ordered_json object = {{"a", 1}, {"list", {{{"x", 1}}, {{"y", 2}}}}, {"values", {1, 2}}};
  const std::string text = json_text(object);
  EXPECT_EQ(nlohmann::ordered_json::parse(text), object);
  EXPECT_EQ(text, "{\n  \"a\": 1,\n  \"list\": [\n    {\"x\":1},\n    {\"y\":2}\n  ],\n  \"values\": [1,2]\n}\n");
  EXPECT_EQ(json_text(nlohmann::ordered_json::object()), "{}\n");
}

TEST(JsonText, ReplacesWhatIsNoUtf8) {
  const nlohmann::ordered_json object = {{"printed", "a\xff"}};
  EXPECT_EQ(nlohmann::ordered_json::parse(json_text(object))["printed"], "a\uFFFD");
}

}  // namespace
}  // namespace bankloom::report
