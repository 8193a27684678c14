// Lesson 9: each mistake does what it is there to show, and the kernel that repairs it does not.
#include <gtest/gtest.h>

#include <algorithm>

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
    return {summarize(machine, wrong->result.trace), summarize(machine, right->result.trace)};
  }
};

TEST_F(Mistakes, AreRepaired) {
  Workbench& bench = Workbench::get();
  std::size_t mistakes = 0;
  for (const Kernel& wrong : bench.catalog().kernels) {
    if (wrong.lesson != "mistakes" || !wrong.repaired) continue;
    SCOPED_TRACE(wrong.id());
    ++mistakes;
    const auto repaired = find_repaired(bench.catalog(), wrong, {});
    ASSERT_TRUE(repaired);
    const auto run = bench.run(repaired->first->id(), repaired->second);
    ASSERT_TRUE(run) << run.error().message;
    for (const simt::Fault& fault : run->result.faults) ADD_FAILURE() << fault.message;
    const auto instance = instantiate(*repaired->first, repaired->second);
    ASSERT_TRUE(instance);
    EXPECT_TRUE(instance->expected_faults.empty());
    const auto expected = expected_output(*instance);
    ASSERT_TRUE(expected);
    EXPECT_EQ(run->output, *expected) << "all of the output is defined and right";
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
  EXPECT_EQ(mistakes, 9u) << "those that the lesson is about";
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
  const auto race = bench.run("mistakes/missingBarrier", {});
  ASSERT_TRUE(race);
  ASSERT_EQ(race->result.faults.size(), 2u);
  for (const simt::Fault& fault : race->result.faults) {
    EXPECT_NE(fault.message.find("no __syncthreads() between the two"), std::string::npos) << fault.message;
  }
  const auto quads = bench.run("mistakes/paddedQuads", {});
  ASSERT_TRUE(quads);
  ASSERT_EQ(quads->result.faults.size(), 1u);
  EXPECT_EQ(quads->result.faults[0].thread, (Dim3{0, 1, 0}));
  EXPECT_EQ(quads->result.faults[0].address, 132u);
  EXPECT_EQ(quads->result.faults[0].count, 12u * 8) << "rows 0, 4, 8 and 12 are aligned";
  const auto end = bench.run("mistakes/pastTheTile", {});
  ASSERT_TRUE(end);
  ASSERT_EQ(end->result.faults.size(), 1u);
  EXPECT_EQ(end->result.faults[0].thread, (Dim3{63, 0, 0}));
  EXPECT_EQ(end->result.faults[0].address, 256u);
  EXPECT_EQ(end->result.faults[0].count, 1u);
}

}  // namespace
}  // namespace bankloom
