#include "core/base/csv.h"

#include <gtest/gtest.h>

namespace bankloom {
namespace {

std::string error_of(std::string_view text) {
  const auto table = parse_csv(text, "t.csv");
  return table ? "no error" : table.error().message;
}

TEST(Csv, ReadsCellsByHeader) {
  const auto table = parse_csv("a, b ,c\n1,2,3\n4,,6\n", "t.csv");
  ASSERT_TRUE(table) << table.error().message;
  EXPECT_EQ(table->header, (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(table->column("b"), 1U);
  EXPECT_EQ(table->column("d"), std::nullopt);
  ASSERT_EQ(table->rows.size(), 2U);
  EXPECT_EQ(table->rows[0].line, 2U);
  EXPECT_EQ(table->rows[1].line, 3U);
  EXPECT_EQ(table->rows[1].cells, (std::vector<std::string>{"4", "", "6"}));
}

TEST(Csv, TakesByteOrderMarkCarriageReturnsAndBlankLines) {
  const auto table = parse_csv("\xef\xbb\xbf\r\na,b\r\n\r\n1,2\r\n  \t\r\n3,4\r\n\r\n  ", "t.csv");
  ASSERT_TRUE(table) << table.error().message;
  EXPECT_EQ(table->header.front(), "a");
  ASSERT_EQ(table->rows.size(), 2U);
  EXPECT_EQ(table->rows[0].cells.back(), "2");
  EXPECT_EQ(table->rows[1].line, 6U);
}

TEST(Csv, LastLineMayLackItsEnd) {
  for (const std::string_view end : {"", "\n", "\r\n", "\r"}) {
    const auto table = parse_csv("a,b\n1,2" + std::string(end), "t.csv");
    ASSERT_TRUE(table);
    ASSERT_EQ(table->rows.size(), 1U);
    EXPECT_EQ(table->rows[0].cells, (std::vector<std::string>{"1", "2"}));
  }
}

TEST(Csv, QuotedCellsHoldCommasQuotesAndLines) {
  const auto table = parse_csv("a,\"b\"\n\"1,\"\"x\"\"\",\"two\nlines\"\r\n3,\"\"\n", "t.csv");
  ASSERT_TRUE(table) << table.error().message;
  ASSERT_EQ(table->rows.size(), 2U);
  EXPECT_EQ(table->rows[0].cells, (std::vector<std::string>{"1,\"x\"", "two\nlines"}));
  EXPECT_EQ(table->rows[1].line, 4U);
  EXPECT_EQ(table->rows[1].cells, (std::vector<std::string>{"3", ""}));
}

TEST(Csv, ErrorsNameTheLine) {
  EXPECT_EQ(error_of(""), "t.csv: the file is empty; its first line must name the columns");
  EXPECT_EQ(error_of("\n  \n"), "t.csv: the file is empty; its first line must name the columns");
  EXPECT_EQ(error_of("a,b,a\n"), "t.csv: line 1: the column 'a' is given twice");
  EXPECT_EQ(error_of("a,b\n1,2\n3\n"), "t.csv: line 3, column 'b': is missing; the row has 1 of 2 cells");
  EXPECT_EQ(error_of("a,b\n1,2,3\n"), "t.csv: line 2, column 3: the row has 3 cells, the header names 2 columns only");
  EXPECT_EQ(error_of("a,b\n1,\"2\n\n"), "t.csv: line 2: the quote that opens cell 2 is not closed");
  EXPECT_EQ(error_of("a,b\n\"1\"x,2\n"), "t.csv: line 2: text follows the closing quote of cell 1");
}

TEST(Csv, WritesCellsThatReadBack) {
  for (const std::string_view cell : {"plain", "a,b", "say \"so\"", "two\nlines", ""}) {
    const auto table = parse_csv("a,b\n" + csv_cell(cell) + ",x\n", "t.csv");
    ASSERT_TRUE(table) << table.error().message;
    EXPECT_EQ(table->rows.at(0).cells[0], cell);
  }
  EXPECT_EQ(csv_cell("plain"), "plain");
}

}  // namespace
}  // namespace bankloom
