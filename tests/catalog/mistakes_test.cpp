// Lessons 2 and 9: each mistake does what it is there to show, and the kernel that repairs it does not.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include "core/base/csv.h"
#include "core/base/files.h"
#include "core/base/text_lines.h"
#include "core/wording/fault_text.h"
#include "kernel_run.h"

namespace bankloom {
namespace {

class Mistakes : public testing::Test {
 protected:
  void SetUp() override {
    if (const auto& reason = Workbench::get().missing_compiler(); !reason.empty()) GTEST_SKIP() << reason;
  }
  [[nodiscard]] static const Kernel& kernel(const std::string& name) {
    const auto found = find_kernel(Workbench::get().catalog(), "mistakes/" + name);
    if (!found) throw std::runtime_error(found.error().message);
    return **found;
  }
  /// The costs of a mistake and of what repairs it, at the mistake's defaults.
  [[nodiscard]] static std::pair<KernelCost, KernelCost> costs(const std::string& name) {
    Workbench& bench = Workbench::get();
    const auto repaired = find_repaired(bench.catalog(), kernel(name), {});
    if (!repaired) throw std::runtime_error(name + " is not repaired");
    const auto wrong = bench.run("mistakes/" + name, {});
    const auto right = bench.run(repaired->first->id(), repaired->second);
    if (!wrong || !right) throw std::runtime_error(name + " does not run");
    const MachineModel& machine = bench.machine("cc9.0");
    return {summarize(machine, (*wrong)->trace), summarize(machine, (*right)->trace)};
  }
};

TEST_F(Mistakes, AreRepaired) {
  Workbench& bench = Workbench::get();
  std::size_t mistakes = 0;
  for (const Kernel& wrong : bench.catalog().kernels) {
    if (!wrong.repaired) continue;
    SCOPED_TRACE(wrong.id());
    ++mistakes;
    const auto repaired = find_repaired(bench.catalog(), wrong, {});
    ASSERT_TRUE(repaired);
    const auto run = bench.run(repaired->first->id(), repaired->second);
    ASSERT_TRUE(run) << run.error().message;
    for (const simt::Fault& fault : (*run)->faults) ADD_FAILURE() << fault_text(fault).str();
    const auto instance = instantiate(*repaired->first, repaired->second);
    ASSERT_TRUE(instance);
    EXPECT_TRUE(instance->expected_faults.empty());
    const auto expected = expected_output(*instance);
    ASSERT_TRUE(expected);
    EXPECT_EQ((*run)->output, *expected) << "all of the output is defined and right";
    // At its defaults the mistake is to be seen: by a fault, or by what its accesses cost.
    const auto seen = instantiate(wrong, {});
    ASSERT_TRUE(seen);
    if (seen->expected_faults.empty()) {
      const auto [bad, good] = costs(wrong.name);
      EXPECT_GT(bad.shared_load.bank_conflicts + bad.shared_store.bank_conflicts + bad.global_load.sectors +
                    bad.global_store.sectors,
                good.shared_load.bank_conflicts + good.shared_store.bank_conflicts + good.global_load.sectors +
                    good.global_store.sectors);
    }
  }
  EXPECT_EQ(mistakes, 10u) << "those that two lessons are about";
}

TEST_F(Mistakes, OfPaddingCostWhatNoPaddingCosts) {
  for (const char* name : {"paddingUnused", "paddingOfRows"}) {
    SCOPED_TRACE(name);
    const auto [wrong, right] = costs(name);
    EXPECT_EQ(wrong.shared_load.wavefronts, 32u * 32);
    EXPECT_EQ(right.shared_load.wavefronts, 32u);
  }
}

TEST_F(Mistakes, OfTheNarrowTileIsTwoWavefronts) {
  // A warp reads columns c and c + 1: lane (x, y) asks for bank (17 x + y) mod 32, and of the banks only number c is
  // asked twice.
  const auto [wrong, right] = costs("narrowTile");
  EXPECT_EQ(wrong.shared_load.wavefronts, 2u * 8);
  EXPECT_EQ(right.shared_load.wavefronts, 8u);
}

TEST_F(Mistakes, OfTheSwizzleIsASectorALane) {
  const auto [wrong, right] = costs("swizzledThreads");
  EXPECT_EQ(wrong.shared_load.bank_conflicts + wrong.shared_store.bank_conflicts, 0u);
  EXPECT_EQ(right.shared_load.bank_conflicts + right.shared_store.bank_conflicts, 0u);
  EXPECT_EQ(wrong.global_load.sectors, 64u * 64);
  EXPECT_EQ(wrong.global_store.sectors, 64u * 64);
  EXPECT_EQ(right.global_load.sectors, 64u * 64 / 8);
  EXPECT_EQ(right.global_store.sectors, 64u * 64 / 8);
}

TEST_F(Mistakes, AreFoundWhereTheyAre) {
  Workbench& bench = Workbench::get();
  const auto race = bench.run("barriers/missingBarrier", {});
  ASSERT_TRUE(race);
  ASSERT_EQ((*race)->faults.size(), 2u);
  for (const simt::Fault& fault : (*race)->faults) {
    EXPECT_NE(fault_text(fault).str().find("no __syncthreads() between the two"), std::string::npos)
        << fault_text(fault).str();
  }
  const auto quads = bench.run("mistakes/paddedQuads", {});
  ASSERT_TRUE(quads);
  ASSERT_EQ((*quads)->faults.size(), 1u);
  EXPECT_EQ((*quads)->faults[0].thread, (Dim3{0, 1, 0}));
  EXPECT_EQ((*quads)->faults[0].address, 132u);
  EXPECT_EQ((*quads)->faults[0].count, 12u * 8) << "rows 0, 4, 8 and 12 are aligned";
  const auto end = bench.run("mistakes/pastTheTile", {});
  ASSERT_TRUE(end);
  ASSERT_EQ((*end)->faults.size(), 1u);
  EXPECT_EQ((*end)->faults[0].thread, (Dim3{63, 0, 0}));
  EXPECT_EQ((*end)->faults[0].address, 256u);
  EXPECT_EQ((*end)->faults[0].count, 1u);
}

/// What the emulator finds of these kinds at the defaults: lanes, and lines separated by blanks.
struct Found {
  std::uint64_t lanes = 0;
  std::string lines;
};
Found found_of(const std::vector<simt::Fault>& faults, const std::set<simt::FaultKind>& kinds) {
  Found found;
  std::set<std::uint32_t> lines;
  for (const simt::Fault& fault : faults) {
    if (!kinds.contains(fault.kind)) continue;
    found.lanes += fault.count;
    lines.insert(fault.source_line);
  }
  for (const std::uint32_t line : lines) found.lines += fmt::format("{}{}", found.lines.empty() ? "" : " ", line);
  return found;
}

// compute-sanitizer 2025.3.1 (CUDA 13.0) on an NVIDIA H200, driver 580.159.04, 2026-11-22 and 2026-11-29, by
// scripts/sanitizer_table.py: every kernel of the catalogue at its defaults. It and the emulator know nothing of each
// other.
TEST_F(Mistakes, AreThoseThatComputeSanitizerFindsAndNoOthers) {
  using simt::FaultKind;
  std::ifstream file(BANKLOOM_SOURCE_DIR "/tests/hardware/sanitizer_h200.csv");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto table = parse_csv(text, "sanitizer_h200.csv");
  ASSERT_TRUE(table) << table.error().message;
  ASSERT_EQ(table->header, (std::vector<std::string>{"kernel", "tool", "errors", "lines"}));
  std::map<std::string, std::vector<simt::Fault>> faults;
  for (const Kernel& kernel : Workbench::get().catalog().kernels) {
    const auto run = Workbench::get().run(kernel.id(), {});
    ASSERT_TRUE(run) << run.error().message;
    faults[kernel.id()] = (*run)->faults;
  }
  std::set<std::string> told;
  std::size_t wrong = 0;
  for (const CsvRow& row : table->rows) {
    SCOPED_TRACE(row.cells[0] + " under " + row.cells[1]);
    const std::string &tool = row.cells[1], &errors = row.cells[2], &lines = row.cells[3];
    ASSERT_TRUE(faults.contains(row.cells[0])) << "the table knows a kernel that the catalogue does not";
    const auto& ours = faults.at(row.cells[0]);
    told.insert(row.cells[0]);
    if (errors != "0") ++wrong;
    const Found endless = found_of(ours, {FaultKind::endless_loop});
    EXPECT_EQ(errors == "endless", endless.lanes != 0);
    if (endless.lanes != 0) continue;
    if (tool == "memcheck") {
      // Beside an error for each lane, memcheck counts the failure of the launch.
      const Found found = found_of(ours, {FaultKind::out_of_bounds, FaultKind::misaligned});
      EXPECT_EQ(std::stoull(errors), found.lanes == 0 ? 0 : found.lanes + 1);
      EXPECT_EQ(lines, found.lines);
    } else if (tool == "racecheck") {
      // Where threads pass different barriers the emulator sees that nothing parts writers from readers; racecheck
      // takes the hardware's barrier for one.
      if (found_of(ours, {FaultKind::divergent_barrier}).lanes != 0) continue;
      const Found found = found_of(ours, {FaultKind::race});
      EXPECT_EQ(errors != "0", found.lanes != 0) << errors;
      EXPECT_EQ(lines, found.lines);
    } else if (tool == "synccheck") {
      const Found found = found_of(ours, {FaultKind::divergent_barrier});
      EXPECT_EQ(errors != "0", found.lanes != 0) << errors;
      EXPECT_EQ(lines, found.lines);
    } else {
      // Initcheck watches global memory only, and all of it is written before the launch.
      ASSERT_EQ(tool, "initcheck");
      EXPECT_EQ(errors, "0");
    }
  }
  // Kernels that were not watched yet, a line each: none may be missing without being named.
  const auto waiting = read_file(BANKLOOM_SOURCE_DIR "/tests/hardware/sanitizer_to_do.txt");
  ASSERT_TRUE(waiting);
  for (const std::string& kernel : split_lines(*waiting)) {
    if (kernel.empty()) continue;
    EXPECT_TRUE(faults.contains(kernel)) << kernel;
    EXPECT_TRUE(told.insert(kernel).second) << kernel << " was watched: take it off the list";
  }
  EXPECT_EQ(told.size(), faults.size()) << "a kernel was never watched: run scripts/sanitizer_table.py on a GPU";
  EXPECT_GE(wrong, 5u);
}

}  // namespace
}  // namespace bankloom
