#include "core/machine/occupancy.h"

#include <gtest/gtest.h>

#include "core/base/csv.h"
#include "core/base/files.h"

namespace bankloom {
namespace {

MachineModel hopper() {
  const auto machines = load_machines(BANKLOOM_SOURCE_DIR "/assets/machines");
  EXPECT_TRUE(machines);
  return *find_machine(*machines, "cc9.0");
}

TEST(Occupancy, IsWhatTheScarcestResourceAllows) {
  const MachineModel machine = hopper();
  EXPECT_EQ(occupancy(machine, {1024, 1, 1}, 4096), (Occupancy{2, OccupancyLimit::threads}));
  EXPECT_EQ(occupancy(machine, {32, 1, 1}, 0), (Occupancy{32, OccupancyLimit::blocks}));
  // A warp that is not full takes the place of one: 2048 / 64.
  EXPECT_EQ(occupancy(machine, {33, 1, 1}, 0), (Occupancy{32, OccupancyLimit::threads}));
  EXPECT_EQ(occupancy(machine, {65, 1, 1}, 0), (Occupancy{21, OccupancyLimit::threads}));
  // 228 KiB hold 13 blocks of 16 KiB and one more KiB each.
  EXPECT_EQ(occupancy(machine, {64, 1, 1}, 16'384), (Occupancy{13, OccupancyLimit::shared_memory}));
  EXPECT_EQ(occupancy(machine, {256, 1, 1}, 16'384), (Occupancy{8, OccupancyLimit::threads}));
  EXPECT_EQ(occupancy(machine, {32, 1, 1}, 232'448), (Occupancy{1, OccupancyLimit::shared_memory}));
  EXPECT_EQ(occupancy(machine, {32, 1, 1}, 300'000), (Occupancy{0, OccupancyLimit::shared_memory}));
}

TEST(Occupancy, RoundsSharedMemoryUp) {
  MachineModel machine;
  machine.shared_bytes_per_sm = 1000;
  machine.shared_granularity = 100;
  EXPECT_EQ(occupancy(machine, {32, 1, 1}, 101), (Occupancy{5, OccupancyLimit::shared_memory}));
  EXPECT_EQ(occupancy(machine, {32, 1, 1}, 100), (Occupancy{10, OccupancyLimit::shared_memory}));
}

// cudaOccupancyMaxActiveBlocksPerMultiprocessor on an NVIDIA H200, and as many were seen resident at once.
TEST(Occupancy, IsThatOfTheH200) {
  const auto text = read_file(BANKLOOM_SOURCE_DIR "/tests/hardware/occupancy_h200.csv");
  ASSERT_TRUE(text.has_value());
  const auto table = parse_csv(*text, "occupancy_h200.csv");
  ASSERT_TRUE(table) << table.error().message;
  ASSERT_EQ(table->header,
            (std::vector<std::string>{"threads", "static_shared", "dynamic_shared", "blocks_per_multiprocessor"}));
  const MachineModel machine = hopper();
  EXPECT_GE(table->rows.size(), 30U);
  for (const auto& row : table->rows) {
    std::vector<unsigned> numbers;
    for (const std::string& cell : row.cells) numbers.push_back(static_cast<unsigned>(std::stoul(cell)));
    EXPECT_EQ(occupancy(machine, {numbers[0], 1, 1}, numbers[1] + numbers[2]).blocks, numbers[3]) << row.line;
  }
}

}  // namespace
}  // namespace bankloom
