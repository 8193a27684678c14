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

/// The counters of a row as the tables name them, computed.
std::string atomic_counters(const MachineModel& machine, const MemoryAccess& access) {
  const RequestCounts counts = count_request(machine, access);
  const bool is_loop = is_update_loop(access.op);
  return fmt::format("{},{},{},{},{}", is_loop ? counts.phases : counts.requests,
                     counts.wavefronts - counts.load_wavefronts, is_loop ? 0 : counts.bank_conflicts,
                     counts.load_wavefronts, is_loop ? counts.bank_conflicts : 0);
}

/// "add.u32 v", "add.u32 1", "cas.b32", "add.f32 generic", result used or not, as `accesses` names it.
std::string operation_of(const std::string& op, bool is_used) {
  const std::string name = op.substr(0, op.find(' '));
  return (is_used ? "atom." : "red.") + name + (op == "add.u32 1" && !is_used ? ".1" : "");
}

/// Every row of a table of atomics (columns id, op, result_used, width, mask, offsets, then the counters).
void expect_atomics(const std::string& name, std::size_t rows) {
  const std::string file = std::string(BANKLOOM_SOURCE_DIR) + "/tests/hardware/" + name;
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  const auto table = parse_csv(text.str(), file);
  ASSERT_TRUE(table);
  ASSERT_EQ(table->rows.size(), rows);
  std::string csv = "id,space,op,width,mask,offsets\n";
  for (const CsvRow& row : table->rows) {
    csv += fmt::format("{},shared,{},{},0x{},{}\n", row.cells[0], operation_of(row.cells[1], row.cells[2] == "1"),
                       row.cells[3], row.cells[4], row.cells[5]);
  }
  auto accesses = parse_access_table(csv, file);
  ASSERT_TRUE(accesses) << accesses.error().message;
  for (std::size_t i = 0; i < rows; ++i) {
    const auto& cells = table->rows[i].cells;
    MemoryAccess& access = (*accesses)[i].access;
    if (cells[1].ends_with(" generic")) access.op = AccessOp::generic_update_loop;
    EXPECT_EQ(atomic_counters(test::machine("cc9.0"), access),
              fmt::format("{},{},{},{},{}", cells[6], cells[7], cells[8], cells[9], cells[10]))
        << name << ", id " << cells[0] << ": " << cells[1];
    const RequestCost cost = explain_request(test::machine("cc9.0"), access);
    unsigned wavefronts = 0;
    LaneMask lanes = 0;
    for (const Phase& phase : cost.phases) {
      wavefronts += phase.degree;
      EXPECT_EQ(lanes & phase.lanes, 0U);
      lanes |= phase.lanes;
    }
    EXPECT_EQ(wavefronts, cost.counts.wavefronts) << name << ", id " << cells[0];
    EXPECT_EQ(lanes, access.active);
    EXPECT_EQ(cost.counts, count_request(test::machine("cc9.0"), access));
  }
}

TEST(HardwareRows, EveryAtomicOfSharedMemory) { expect_atomics("atomics_h200.csv", 169); }
TEST(HardwareRows, EveryOtherFormOfAnAtomic) { expect_atomics("atomic_forms_h200.csv", 278); }

TEST(HardwareRows, ALoopsWavefrontsAreDivided) {
  const std::string csv =
      "id,space,op,width,mask,offsets\n"
      "loop,shared,red.add.f32,4,0xffffffff,0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n"
      "load,shared,ld,4,0x1,0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n";
  const auto accesses = parse_access_table(csv, "table");
  ASSERT_TRUE(accesses);
  EXPECT_EQ(print_access_costs(test::machine("cc9.0"), *accesses),
            "id,requests,phases,wavefronts,bank_conflicts,sectors,instructions,wavefronts_load,wavefronts_atom\n"
            "loop,1,32,96,0,,32,32,64\n"
            "load,1,1,1,0,,1,1,0\n");
}

}  // namespace
}  // namespace bankloom
