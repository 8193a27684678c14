// Every access that was measured on an H200 costs what its counters said.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "accesses.h"
#include "core/analysis/access_table.h"
#include "core/base/csv.h"

namespace bankloom {
namespace {

TEST(HardwareRows, EveryCounterOfEveryRow) {
  const std::string file = std::string(BANKLOOM_SOURCE_DIR) + "/tests/hardware/accesses_h200.csv";
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  const auto accesses = parse_access_table(text.str(), file);
  ASSERT_TRUE(accesses) << accesses.error().message;
  ASSERT_EQ(accesses->size(), 1481U);
  const auto measured = parse_csv(text.str(), file);
  const auto computed = parse_csv(print_access_costs(test::machine("cc9.0"), *accesses), "computed");
  ASSERT_TRUE(measured && computed);
  ASSERT_EQ(computed->rows.size(), measured->rows.size());
  for (const char* const column : {"id", "wavefronts", "bank_conflicts", "sectors"}) {
    const std::size_t expected = *measured->column(column);
    const std::size_t actual = *computed->column(column);
    for (std::size_t row = 0; row < measured->rows.size(); ++row) {
      EXPECT_EQ(computed->rows[row].cells[actual], measured->rows[row].cells[expected])
          << column << " of line " << measured->rows[row].line;
    }
  }
  for (const CsvRow& row : computed->rows) EXPECT_EQ(row.cells[1], "1");
}

}  // namespace
}  // namespace bankloom
