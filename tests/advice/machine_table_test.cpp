// The same accesses on several machines, with the figures of textbooks.
#include "core/analysis/machine_table.h"

#include "core/report/machine_table_report.h"
#include "session_fixture.h"

namespace bankloom::test {
namespace {

using MachineTableTest = SessionTest;

MachineTable table_of(const std::string& id, const OptionValues& options, const std::vector<MachineModel>& machines) {
  const auto kernel = find_kernel(Shipped::get().catalog, id);
  EXPECT_TRUE(kernel) << id;
  auto compiled = compile_kernel(borrow_kernel(**kernel), options, kDefaultArchitecture, *Shipped::get().compiler);
  const auto run = run_kernel(std::move(*compiled), Shipped::get().machines.front());
  EXPECT_TRUE(run);
  return compare_machines((*run)->trace, machines);
}

/// Transactions per request of the shared loads, by machine.
std::vector<std::pair<std::string, double>> shared_loads(const MachineTable& table) {
  std::vector<std::pair<std::string, double>> result;
  for (const auto& row : table.rows) {
    if (row.space != Space::shared || row.op != AccessOp::load) continue;
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      result.emplace_back(table.columns[i].name, row.cells[i].transactions_per_request);
    }
  }
  return result;
}

using Loads = std::vector<std::pair<std::string, double>>;

TEST_F(MachineTableTest, HopperKeplerSixteenBanksAndTheDidacticMachine) {
  const auto machines = comparison_machines(Shipped::get().machines);
  // Words 0, 10, ..., 90: one bank of 10, ten of 32, and of 16 the banks 0 and 10 twice.
  EXPECT_EQ(shared_loads(table_of("machines/tenBanks", {}, machines)),
            (Loads{{"cc9.0", 1}, {"cc3.x-8byte", 1}, {"cc3.x-4byte", 1}, {"cc1.x", 2}, {"didactic10", 10}}));
  EXPECT_EQ(shared_loads(table_of("machines/tenBanks", {{"IPAD", "1"}}, machines)).back(),
            (std::pair<std::string, double>{"didactic10", 1}));
  // 32 x 32 words, a column: 32 words of one bank, 16 of a bank of 8 bytes, and 16 of 16 banks for half a warp.
  const auto wide = shared_loads(table_of("machines/wideBanks", {}, machines));
  EXPECT_EQ((Loads{wide.begin(), wide.begin() + 4}),
            (Loads{{"cc9.0", 32}, {"cc3.x-8byte", 16}, {"cc3.x-4byte", 16}, {"cc1.x", 16}}));
}

TEST_F(MachineTableTest, FiveBanks) {
  std::vector<MachineModel> machines;
  for (const char* name : {"didactic5", "didactic:5", "didactic:6"}) {
    machines.push_back(*find_machine(Shipped::get().machines, name));
  }
  const auto loads = shared_loads(table_of("machines/fiveBanks", {}, machines));
  ASSERT_EQ(loads.size(), 3u);
  EXPECT_EQ(loads[0].second, 5);
  EXPECT_EQ(loads[1].second, 5);
  EXPECT_LT(loads[2].second, 5);
}

TEST_F(MachineTableTest, SaysHowTheRulesAreKnown) {
  const auto table = table_of("machines/wideBanks", {}, comparison_machines(Shipped::get().machines));
  for (const auto& row : table.rows) {
    if (row.space != Space::shared) continue;
    EXPECT_EQ(row.cells[0].status, FactStatus::measured);
    EXPECT_EQ(row.cells[2].status, FactStatus::published);
    EXPECT_EQ(row.cells[4].status, FactStatus::didactic);
  }
  report::MachinesReport report;
  report.kernel = "machines/wideBanks";
  report.table = table;
  EXPECT_NE(report::to_csv(report).find(",cc3.x-4byte,"), std::string::npos);
  EXPECT_NE(report::to_text(report, {}).find("published"), std::string::npos);
  EXPECT_EQ(report::to_json(report)["accesses"][0]["machines"].size(), 5u);
}

}  // namespace
}  // namespace bankloom::test
