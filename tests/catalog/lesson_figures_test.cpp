// What the lessons after the first tiles are there to show, in numbers worked out by hand from the banks and sectors of
// each machine.
#include <gtest/gtest.h>

#include <numeric>
#include <ostream>

#include "kernel_run.h"

namespace bankloom {
namespace {

KernelCost cost(const std::string& id, const OptionValues& options, const std::string& machine = "cc9.0") {
  const auto run = Workbench::get().run(id, options);
  EXPECT_TRUE(run) << id << ": " << (run ? "" : run.error().message);
  return run ? summarize(Workbench::get().machine(machine), (*run)->trace) : KernelCost{};
}

double wavefronts(const SpaceTotals& totals) {
  return static_cast<double>(totals.wavefronts) / static_cast<double>(totals.requests);
}

double sectors(const SpaceTotals& totals) {
  return static_cast<double>(totals.sectors) / static_cast<double>(totals.requests);
}

class LessonFigures : public testing::Test {
 protected:
  void SetUp() override {
    if (const auto& reason = Workbench::get().missing_compiler(); !reason.empty()) GTEST_SKIP() << reason;
  }
};

struct SharedFigure {
  const char* id;
  OptionValues options;
  const char* machine;
  double load, store;  ///< wavefronts per request
};

std::ostream& operator<<(std::ostream& stream, const SharedFigure& figure) {
  stream << figure.id << " on " << figure.machine;
  for (const auto& [name, value] : figure.options) stream << ' ' << name << '=' << value;
  return stream;
}

void expect_figures(const std::vector<SharedFigure>& figures) {
  for (const auto& figure : figures) {
    const auto sums = cost(figure.id, figure.options, figure.machine);
    EXPECT_EQ(wavefronts(sums.shared_load), figure.load) << "load, " << figure;
    EXPECT_EQ(wavefronts(sums.shared_store), figure.store) << "store, " << figure;
  }
}

TEST_F(LessonFigures, TheFiguresOfTextbooksOnTenAndFiveBanks) {
  expect_figures({
      {"machines/tenBanks", {}, "didactic10", 10, 1},
      {"machines/tenBanks", {{"IPAD", "1"}}, "didactic10", 1, 1},
      {"machines/tenBanksPad", {}, "didactic10", 1, 1},
      {"machines/fiveBanks", {}, "didactic5", 5, 1},
      {"machines/fiveBanks", {{"IPAD", "1"}}, "didactic5", 1, 1},
      {"machines/fiveBanks", {{"IPAD", "5"}}, "didactic5", 5, 1},
      // On 32 banks a tile of 10 x 10 shows little: words 10 apart, of which 0, 10, ..., 90 lie in ten banks.
      {"machines/tenBanks", {}, "cc9.0", 1, 1},
  });
}

TEST_F(LessonFigures, TheSameTileOnOtherMachines) {
  expect_figures({
      {"machines/sixteenBanks", {}, "cc1.x", 16, 1},  // half a warp, one column, one bank
      {"machines/sixteenBanks", {{"IPAD", "1"}}, "cc1.x", 1, 1},
      {"machines/sixteenBanks", {}, "cc9.0", 8, 1},  // two columns at once: in each of four banks 8 of the 32 words
      {"machines/wideBanks", {}, "cc9.0", 32, 1},
      {"machines/wideBanks", {}, "cc3.x-8byte", 16, 1},
      {"machines/wideBanks", {}, "cc3.x-4byte", 16, 1},
      {"machines/wideBanks", {{"IPAD", "1"}}, "cc9.0", 1, 1},
      {"machines/wideBanks", {{"IPAD", "1"}}, "cc3.x-4byte", 1, 1},
      {"machines/wideBanks", {{"IPAD", "1"}}, "cc3.x-8byte", 1.5, 1},
      {"machines/strideOfDoubles", {}, "cc9.0", 2, 2},
      {"machines/strideOfDoubles", {}, "cc3.x-8byte", 1, 1},
  });
}

TEST_F(LessonFigures, AStridesConflictIsItsCommonDivisorWithTheBanks) {
  for (const int stride : {1, 2, 3, 4, 6, 8, 12, 16, 24, 31, 32, 33, 48, 64}) {
    const auto sums = cost("machines/strideOfWords", {{"STRIDE", std::to_string(stride)}});
    EXPECT_EQ(wavefronts(sums.shared_load), std::gcd(stride, 32)) << stride;
  }
  // A bank of 8 bytes gives both its words at once.
  for (const int stride : {1, 2, 4, 8, 16, 32}) {
    const auto sums = cost("machines/strideOfWords", {{"STRIDE", std::to_string(stride)}}, "cc3.x-8byte");
    EXPECT_EQ(wavefronts(sums.shared_load), stride == 1 ? 1 : stride / 2) << stride;
  }
}

TEST_F(LessonFigures, WideElementsAreServedInPhases) {
  expect_figures({
      {"elements/charPerLane", {}, "cc9.0", 1, 1},
      {"elements/charPerLane", {{"STRIDE", "8"}}, "cc9.0", 2, 1},  // every second word
      {"elements/shortPerLane", {{"STRIDE", "4"}}, "cc9.0", 2, 1},
      {"elements/intPerLane", {{"STRIDE", "2"}}, "cc9.0", 2, 1},
      {"elements/doublePerLane", {}, "cc9.0", 2, 2},
      {"elements/pairPerLane", {}, "cc9.0", 2, 2},
      {"elements/pairPerLane", {{"ELEMENT", "float2"}}, "cc9.0", 2, 2},
      {"elements/pairPerLane", {{"SHARE", "2"}}, "cc9.0", 1, 2},
      {"elements/quadPerLane", {}, "cc9.0", 4, 4},
      {"elements/quadPerLane", {{"ELEMENT", "int4"}}, "cc9.0", 4, 4},
      {"elements/quadPerLane", {{"SHARE", "2"}}, "cc9.0", 2, 4},
      {"elements/broadcast", {}, "cc9.0", 1, 1},
      {"elements/multicast", {{"SHARE", "4"}, {"STRIDE", "32"}}, "cc9.0", 8, 1},
      {"elements/multicast", {{"SHARE", "4"}, {"STRIDE", "33"}}, "cc9.0", 1, 1},
  });
  for (const char* id : {"elements/doublePerLane", "elements/pairPerLane", "elements/quadPerLane"}) {
    const auto sums = cost(id, {});
    EXPECT_EQ(sums.shared_load.bank_conflicts, 0u) << id;
    EXPECT_EQ(sums.shared_store.bank_conflicts, 0u) << id;
  }
}

TEST_F(LessonFigures, AStrideSpreadsARequestOverSectors) {
  for (const int stride : {1, 2, 3, 4, 7, 8, 9, 16, 32}) {
    const auto sums = cost("coalescing/addStrided", {{"STRIDE", std::to_string(stride)}});
    EXPECT_EQ(sectors(sums.global_load), std::min(4 * stride, 32)) << stride;
    EXPECT_EQ(sectors(sums.global_store), 4) << stride;
  }
}

TEST_F(LessonFigures, NeighboursAlongARowShareSectors) {
  EXPECT_EQ(sectors(cost("coalescing/rowSums", {}).global_load), 32);
  EXPECT_EQ(sectors(cost("coalescing/colSums", {}).global_load), 4);
  const auto row = cost("coalescing/matrixAdd", {{"ALONG_ROW", "1"}});
  const auto column = cost("coalescing/matrixAdd", {{"ALONG_ROW", "0"}});
  EXPECT_EQ(sectors(row.global_load), 4);
  EXPECT_EQ(sectors(row.global_store), 4);
  EXPECT_EQ(sectors(column.global_load), 32);
  EXPECT_EQ(sectors(column.global_store), 32);
  // Rows of 16 bytes: the 2 x 2 threads of a block write two times 8 bytes of one sector.
  const auto index = cost("coalescing/index2D", {});
  EXPECT_EQ(index.global_store.requests, 4u);
  EXPECT_EQ(index.global_store.sectors, 4u);
}

struct Rung {
  const char* name;
  double read, written;      ///< sectors per request
  double tile_in, tile_out;  ///< wavefronts per request; 0 where there is no tile
};

TEST_F(LessonFigures, TheLadder) {
  const std::vector<Rung> rungs = {
      {"copy", 4, 4, 0, 0},        {"copyShared", 4, 4, 1, 1},     {"naiveRead", 4, 32, 0, 0},
      {"naiveWrite", 32, 4, 0, 0}, {"tile", 4, 4, 1, 32},          {"tilePad", 4, 4, 1, 1},
      {"tileSwizzle", 4, 4, 1, 1}, {"tileRows", 4, 4, 1, 32},      {"tileRowsPad", 4, 4, 1, 1},
      {"vector", 16, 16, 2, 4},    {"partialInside", 4, 4, 1, 32}, {"partialBetween", 4, 4, 1, 1},
      {"copyRows", 4, 4, 0, 0},    {"copyVector", 16, 16, 0, 0},
  };
  const std::uint64_t warps = 128 * 128 / 32;
  for (const auto& rung : rungs) {
    SCOPED_TRACE(rung.name);
    const auto sums = cost(std::string("transpose/") + rung.name, {});
    EXPECT_EQ(sectors(sums.global_load), rung.read);
    EXPECT_EQ(sectors(sums.global_store), rung.written);
    // Whatever the launch shape, the sectors of a coalesced side are those of the matrix.
    if (rung.read != 32) {
      EXPECT_EQ(sums.global_load.sectors, warps * 4);
    }
    if (rung.written != 32) {
      EXPECT_EQ(sums.global_store.sectors, warps * 4);
    }
    if (rung.tile_in == 0) {
      EXPECT_EQ(sums.shared_store.requests + sums.shared_load.requests, 0u);
      continue;
    }
    EXPECT_EQ(wavefronts(sums.shared_store), rung.tile_in);
    EXPECT_EQ(wavefronts(sums.shared_load), rung.tile_out);
  }
}

TEST_F(LessonFigures, PaddingAndSwizzleOfTheRungsDoTheSame) {
  expect_figures({
      {"transpose/tile", {{"IPAD", "1"}}, "cc9.0", 1, 1},
      {"transpose/tile", {{"BDIMX", "32"}, {"BDIMY", "16"}, {"IPAD", "2"}}, "cc9.0", 1, 1},
      {"transpose/tileRows", {{"IPAD", "1"}}, "cc9.0", 1, 1},
      {"transpose/tileRows", {{"SWIZZLE", "1"}}, "cc9.0", 1, 1},
      {"transpose/partialInside", {{"IPAD", "1"}}, "cc9.0", 1, 1},
  });
}

TEST_F(LessonFigures, TheLastRungServesEightAndSixteenBytesALaneWithoutConflict) {
  // A request of 32 x 8 bytes takes two phases of sixteen lanes, one of 32 x 16 bytes four of eight. Without the
  // swizzle the sixteen pairs of a phase lie 4 rows of 256 bytes apart, all in the same two banks; a row of the tile is
  // read without conflict either way.
  for (const char* size : {"64", "128"}) {
    expect_figures({
        {"transpose/vector", {{"N", size}}, "cc9.0", 4, 2},
        {"transpose/vector", {{"N", size}, {"SWIZZLE", "0"}}, "cc9.0", 4, 32},
    });
    const auto sums = cost("transpose/vector", {{"N", size}});
    EXPECT_EQ(sums.shared_load.bank_conflicts, 0u) << size;
    EXPECT_EQ(sums.shared_store.bank_conflicts, 0u) << size;
  }
}

TEST_F(LessonFigures, EveryRungNamesACopyOfItsOwnLaunchShape) {
  const auto& catalog = Workbench::get().catalog();
  for (const auto& kernel : catalog.kernels) {
    if (kernel.lesson != "transpose" || kernel.name.starts_with("copy")) continue;
    SCOPED_TRACE(kernel.name);
    const auto instance = instantiate_shape(kernel, {});
    ASSERT_TRUE(instance) << instance.error().message;
    const auto baseline = find_baseline(catalog, kernel, {});
    ASSERT_TRUE(baseline) << baseline.error().message;
    ASSERT_NE(baseline->first, nullptr);
    const auto copy = instantiate_shape(*baseline->first, baseline->second);
    ASSERT_TRUE(copy) << copy.error().message;
    EXPECT_EQ(copy->grid, instance->grid);
    EXPECT_EQ(copy->block, instance->block);
    EXPECT_EQ(copy->traffic_bytes, instance->traffic_bytes);
  }
}

TEST_F(LessonFigures, SwizzlesAreFreeOfConflictsWhereTheyAreMeantToBe) {
  expect_figures({
      {"swizzle/columnPad", {{"IPAD", "0"}}, "cc9.0", 32, 1},
      {"swizzle/columnPad", {}, "cc9.0", 1, 1},
      {"swizzle/columnXor", {}, "cc9.0", 1, 1},
      {"swizzle/columnRotate", {}, "cc9.0", 1, 1},
      // Rows of 8 int4: the rows 4 x of a column begin in one group of banks, padded in two, swizzled in eight.
      {"swizzle/wideColumnPad", {{"PAD4", "0"}}, "cc9.0", 8, 4},
      {"swizzle/wideColumnPad", {}, "cc9.0", 4, 4},
      {"swizzle/wideColumnXor", {}, "cc9.0", 1, 4},
  });
}

TEST_F(LessonFigures, EightRowsOfABlockMeetInTheSameBanksOrNot) {
  // Eight requests of four phases each; a phase is eight rows of 16 bytes.
  EXPECT_EQ(cost("swizzle/ldmatrix", {}).shared_load.wavefronts, 8u * 4u * 8u);
  EXPECT_EQ(cost("swizzle/ldmatrix", {{"PAD", "1"}}).shared_load.wavefronts, 8u * 4u);
  EXPECT_EQ(cost("swizzle/ldmatrixXor", {}).shared_load.wavefronts, 8u * 4u);
  EXPECT_EQ(cost("swizzle/ldmatrixXor", {{"WITH_XOR", "0"}}).shared_load.wavefronts, 8u * 4u * 8u);
}

TEST_F(LessonFigures, AtomicsAtOneWordTakeTurns) {
  for (const int same : {2, 8, 32}) {
    const auto sums = cost("swizzle/weightedHistogram", {{"SAME", std::to_string(same)}, {"N", "4096"}});
    EXPECT_EQ(wavefronts(sums.shared_atomic), same) << same;
  }
  // 16 bins: two lanes of a warp in each.
  EXPECT_EQ(wavefronts(cost("swizzle/weightedHistogram", {{"BINS", "16"}, {"SAME", "2"}}).shared_atomic), 2);
}

TEST_F(LessonFigures, CountingMergesTheLanesOfABin) {
  for (const int same : {1, 2, 8, 32}) {
    const auto sums = cost("swizzle/histogram", {{"SAME", std::to_string(same)}, {"N", "2048"}});
    EXPECT_EQ(wavefronts(sums.shared_atomic), 1) << same;
  }
  // Different bins of one bank take turns.
  for (const auto& [same, bins] : {std::pair(1, 8), std::pair(8, 4)}) {  // 256 bins have 8 in each bank
    const OptionValues options = {{"BINS", "256"}, {"STRIDE", "32"}, {"SAME", std::to_string(same)}, {"N", "4096"}};
    EXPECT_EQ(wavefronts(cost("swizzle/histogram", options).shared_atomic), bins) << same;
  }
}

}  // namespace
}  // namespace bankloom
