// The harness repeats exactly the recorded access: its PTX is run by the emulator, and what it did is compared with
// what the kernel did.
#include "core/measure/harness.h"

#include "core/measure/readings.h"
#include "core/ptx/parser.h"
#include "core/wording/fault_text.h"
#include "measure_fixture.h"

namespace bankloom::test {
namespace {

constexpr const char* kHead = ".version 8.2\n.target sm_90\n.address_size 64\n";

struct HarnessRun {
  std::vector<MemoryAccess> timed;  ///< volatile accesses and ldmatrix, in order
  std::vector<MemoryAccess> clear;  ///< other accesses to shared memory
  GpuOutput output;
};

HarnessRun run_harness(const HarnessAccess& access, const HarnessShape& shape, const std::string& head = kHead) {
  HarnessRun result;
  const GpuLaunch launch = harness_launch(access, shape, head);
  auto module = ptx::parse(launch.ptx);
  if (!module) {
    ADD_FAILURE() << module.error().message << '\n' << launch.ptx;
    return result;
  }
  const auto program = simt::decode(std::move(*module), launch.entry);
  if (!program) {
    ADD_FAILURE() << program.error().message;
    return result;
  }
  simt::GlobalMemory memory;
  simt::LaunchConfig config;
  config.grid = launch.grid;
  config.block = launch.block;
  config.dynamic_shared_bytes = launch.dynamic_shared_bytes;
  for (const auto& argument : launch.arguments) {
    simt::KernelArgument made;
    made.is_buffer = argument.is_buffer;
    made.bytes = argument.bytes;
    if (argument.is_buffer) made.buffer = memory.add("argument", argument.bytes);
    config.arguments.push_back(std::move(made));
  }
  const auto run = simt::run(**program, memory, config);
  if (!run) {
    ADD_FAILURE() << run.error().message;
    return result;
  }
  EXPECT_TRUE(run->faults.empty()) << fault_text(run->faults.front()).str();
  for (std::size_t i = 0; i < run->trace.size(); ++i) {
    const MemoryAccess made = run->trace.at(i);
    if (made.space != Space::shared) continue;
    (made.is_volatile || made.op == AccessOp::ldmatrix ? result.timed : result.clear).push_back(made);
  }
  for (const auto& argument : config.arguments) {
    result.output.buffers.push_back(argument.is_buffer ? std::vector<std::byte>(memory.buffer(argument.buffer).bytes)
                                                       : std::vector<std::byte>());
  }
  return result;
}

/// Expects that an access is the one of the harness' description: operation, width, lanes, addresses.
void expect_same(const MemoryAccess& made, const HarnessAccess& access) {
  EXPECT_EQ(made.op, access.op);
  EXPECT_EQ(made.width, access.width);
  EXPECT_EQ(made.active, access.active);
  for_each_lane(access.active, [&](unsigned lane) { EXPECT_EQ(made.addresses[lane], access.offsets[lane]) << lane; });
}

using HarnessTest = MeasureTest;

TEST_F(HarnessTest, RepeatsTheRecordedAccessesOfAllKernels) {
  // The head is that of the kernel's own PTX, as on the GPU.
  std::size_t checked = 0;
  for (const char* kernel : {"square/setRowReadCol", "square/setColReadRow", "square/setRowReadColDynPad",
                             "rectangular/setColReadCol2", "declarations/volatileTwice"}) {
    const auto made = run(kernel);
    ASSERT_NE(made, nullptr);
    for (const std::size_t index : timed_order(*made)) {
      const MemoryAccess recorded = made->trace.at(made->cost.accesses[index].worst);
      const auto access = harness_access(recorded, made->shared_bytes);
      ASSERT_TRUE(access) << access.error().message;
      // What is handed to the harness is what was recorded.
      EXPECT_EQ(access->op, recorded.op);
      EXPECT_EQ(access->width, recorded.width);
      EXPECT_EQ(access->active, recorded.active);
      const HarnessShape shape{2, 3, false};
      const HarnessRun harness = run_harness(*access, shape, module_head(made->compiled->ptx));
      const std::size_t requests = std::size_t{2} * 3 * kHarnessUnroll;
      const bool is_store = access->op == AccessOp::store;
      ASSERT_EQ(harness.timed.size(), is_store ? 2 * requests : requests) << kernel;
      for (std::size_t i = 0; i < harness.timed.size(); ++i) {
        if (is_store && i % 2 == 1) continue;
        for_each_lane(recorded.active, [&](unsigned lane) {
          ASSERT_EQ(harness.timed[i].addresses[lane], recorded.addresses[lane]) << kernel << " lane " << lane;
        });
        expect_same(harness.timed[i], *access);
        EXPECT_EQ(count_request(made->machine, harness.timed[i]).wavefronts,
                  count_request(made->machine, recorded).wavefronts);
      }
      ++checked;
    }
  }
  EXPECT_GE(checked, 10U);
}

HarnessAccess strided(AccessOp op, unsigned width, unsigned stride, LaneMask active = kAllLanes) {
  HarnessAccess access;
  access.op = op;
  access.width = width;
  access.active = active;
  for_each_lane(active, [&](unsigned lane) {
    access.offsets[lane] = lane * stride;
    access.shared_bytes = std::max(access.shared_bytes, lane * stride + width);
  });
  return access;
}

TEST(Harness, DoesEveryWidthAndMask) {
  for (const AccessOp op : {AccessOp::load, AccessOp::store}) {
    for (const unsigned width : {1U, 2U, 4U, 8U, 16U}) {
      for (const LaneMask active : {kAllLanes, LaneMask{0x0000ffff}, LaneMask{0x80000001}}) {
        const HarnessAccess access = strided(op, width, 48, active);
        const HarnessRun run = run_harness(access, {2, 1, false});
        ASSERT_FALSE(run.timed.empty());
        expect_same(run.timed.front(), access);
        expect_same(run.timed[op == AccessOp::store ? run.timed.size() - 2 : run.timed.size() - 1], access);
      }
    }
  }
}

TEST(Harness, DoesLdmatrix) {
  for (const unsigned matrices : {1U, 2U, 4U}) {
    HarnessAccess access = strided(AccessOp::ldmatrix, 16, 80);
    access.matrices = matrices;
    const HarnessRun run = run_harness(access, {1, 1, false});
    ASSERT_EQ(run.timed.size(), kHarnessUnroll);
    EXPECT_EQ(run.timed.back().op, AccessOp::ldmatrix);
    EXPECT_EQ(run.timed.back().matrices, matrices);
    for (unsigned lane = 0; lane < 8 * matrices; ++lane)
      EXPECT_EQ(run.timed.back().addresses[lane], access.offsets[lane]);
  }
}

TEST(Harness, AStoreIsWaitedForByOneConflictFreeLoadOfItsOwnWord) {
  const HarnessAccess access = strided(AccessOp::store, 4, 128);
  const HarnessRun run = run_harness(access, {1, 1, false});
  ASSERT_EQ(run.timed.size(), 2 * kHarnessUnroll);
  const auto machines = load_machines(BANKLOOM_SOURCE_DIR "/assets/machines");
  ASSERT_TRUE(machines);
  for (std::size_t i = 1; i < run.timed.size(); i += 2) {
    EXPECT_EQ(run.timed[i].op, AccessOp::load);
    EXPECT_EQ(count_request(*find_machine(*machines, "cc9.0"), run.timed[i]).wavefronts, 1U);
    EXPECT_GE(run.timed[i].addresses[0], access.shared_bytes) << "apart from what is stored to";
  }
}

TEST(Harness, EmptyIsTheSameWithoutTheAccess) {
  EXPECT_TRUE(run_harness(strided(AccessOp::load, 4, 128), {2, 2, true}).timed.empty());
  const HarnessRun store = run_harness(strided(AccessOp::store, 4, 128), {2, 2, true});
  ASSERT_EQ(store.timed.size(), std::size_t{2} * 2 * kHarnessUnroll);
  for (const auto& access : store.timed) EXPECT_EQ(access.op, AccessOp::load);
}

TEST(Harness, ZeroesTheMemoryThatTheChainReads) {
  const HarnessAccess access = strided(AccessOp::load, 4, 132);
  const HarnessRun run = run_harness(access, {1, 1, false});
  std::vector<bool> cleared(harness_launch(access, {}, kHead).dynamic_shared_bytes);
  for (const auto& made : run.clear) {
    EXPECT_EQ(made.op, AccessOp::store);
    for_each_lane(made.active, [&](unsigned lane) {
      for (unsigned byte = 0; byte < made.width; ++byte) cleared.at(made.addresses[lane] + byte) = true;
    });
  }
  EXPECT_EQ(std::count(cleared.begin(), cleared.end(), false), 0);
}

TEST(Harness, GivesCyclesOfEveryRoundButTheFirst) {
  const HarnessShape shape{4, 2, false};
  const HarnessRun run = run_harness(strided(AccessOp::load, 4, 4), shape);
  const auto cycles = harness_cycles(run.output, shape);
  ASSERT_TRUE(cycles) << cycles.error().message;
  EXPECT_EQ(cycles->size(), 3U);
  // The emulator's clock counts instructions: a load and a multiply-add for each request, and the loop's own.
  for (const double value : *cycles) EXPECT_NEAR(value, 2.0, 0.5);
  GpuOutput nothing;
  EXPECT_FALSE(harness_cycles(nothing, shape));
  nothing.buffers.resize(2);
  nothing.buffers[1].resize(32);
  EXPECT_FALSE(harness_cycles(nothing, shape)) << "a round of no cycles was not timed";
}

TEST(Harness, RefusesWhatItCannotTime) {
  MemoryAccess access;
  access.space = Space::global;
  EXPECT_FALSE(harness_access(access, 0));
  access.space = Space::shared;
  access.op = AccessOp::atomic;
  const auto refused = harness_access(access, 0);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("atomic"), std::string::npos);
}

TEST(ModuleHead, TakesTheDirectivesAlone) {
  EXPECT_EQ(module_head("//\n// .version 1\n\n.version 9.0\n.target sm_90\n.address_size 64\n\n.visible .entry k()\n"),
            ".version 9.0\n.target sm_90\n.address_size 64\n");
}

}  // namespace
}  // namespace bankloom::test
