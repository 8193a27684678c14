// Counts that were published for older machines, and the didactic machine's textbook figures. The accesses follow the
// index formulas of the textbook kernels with `int` elements.
#include <gtest/gtest.h>

#include <functional>

#include "accesses.h"

namespace bankloom {
namespace {

using test::access_at;
using test::machine;

/// Element index that thread (x, y) touches in the tile.
using Index = std::function<unsigned(unsigned x, unsigned y)>;

/// Wavefronts per request, over all warps of a block of width x height threads.
double per_request(const std::string& name, AccessOp op, unsigned width, unsigned height, const Index& index) {
  const MachineModel model = machine(name);
  unsigned wavefronts = 0;
  unsigned requests = 0;
  for (unsigned warp = 0; warp * kWarpSize < width * height; ++warp) {
    MemoryAccess access = access_at(Space::shared, op, 4, kAllLanes, [&](unsigned lane) {
      const unsigned thread = warp * kWarpSize + lane;
      return 4 * index(thread % width, thread / width);
    });
    access.warp = warp;
    const RequestCounts counts = count_request(model, access);
    wavefronts += counts.wavefronts;
    requests += counts.requests;
  }
  return static_cast<double>(wavefronts) / requests;
}

struct Published {
  const char* kernel;
  unsigned height;
  Index store;
  Index load;
  double load_transactions;
  double store_transactions;
};

/// Published for a Tesla K40 (Professional CUDA C Programming, chapter 5): square tile 32 x 32 and rectangular tile
/// 32 x 16, whose transposed coordinates are irow = idx / 16 and icol = idx % 16.
std::vector<Published> published_on_tesla_k40() {
  const auto row = [](unsigned pad) { return Index([pad](unsigned x, unsigned y) { return y * (32 + pad) + x; }); };
  const auto column = [](unsigned pitch) { return Index([pitch](unsigned x, unsigned y) { return x * pitch + y; }); };
  const auto transposed = [](unsigned pad) {
    return Index([pad](unsigned x, unsigned y) {
      const unsigned idx = y * 32 + x;
      return idx % 16 * (32 + pad) + idx / 16;
    });
  };
  return {{"square setRowReadRow", 32, row(0), row(0), 1, 1},
          {"square setColReadCol", 32, column(32), column(32), 16, 16},
          {"square setRowReadCol", 32, row(0), column(32), 16, 1},
          {"square setRowReadColPad by one", 32, row(1), column(33), 1, 1},
          {"rectangular setRowReadRow", 16, row(0), row(0), 1, 1},
          {"rectangular setColReadCol", 16, column(16), column(16), 8, 8},
          {"rectangular setRowReadCol", 16, row(0), transposed(0), 8, 1},
          {"rectangular setRowReadColPad by two", 16, row(2), transposed(2), 1, 1},
          {"rectangular setRowReadColPad by one", 16, row(1), transposed(1), 2, 1}};
}

TEST(PublishedCounts, TeslaK40InEightByteMode) {
  for (const Published& kernel : published_on_tesla_k40()) {
    // One published count is not what the guide's rule for 8-byte words gives: in a square tile padded by one element,
    // lanes 0 and 31 of an odd column (bytes 4 and 4096 of the first) lie in different words of one bank, so that every
    // second request takes two transactions. The 4-byte mode, which devices start in, does give the published count.
    const bool is_the_exception = std::string(kernel.kernel) == "square setRowReadColPad by one";
    EXPECT_DOUBLE_EQ(per_request("cc3.x-8byte", AccessOp::load, 32, kernel.height, kernel.load),
                     is_the_exception ? 1.5 : kernel.load_transactions)
        << kernel.kernel;
    EXPECT_DOUBLE_EQ(per_request("cc3.x-8byte", AccessOp::store, 32, kernel.height, kernel.store),
                     kernel.store_transactions)
        << kernel.kernel;
  }
}

TEST(PublishedCounts, TeslaK40InFourByteMode) {
  for (const Published& kernel : published_on_tesla_k40()) {
    EXPECT_DOUBLE_EQ(per_request("cc3.x-4byte", AccessOp::load, 32, kernel.height, kernel.load),
                     kernel.load_transactions)
        << kernel.kernel;
    EXPECT_DOUBLE_EQ(per_request("cc3.x-4byte", AccessOp::store, 32, kernel.height, kernel.store),
                     kernel.store_transactions)
        << kernel.kernel;
  }
}

TEST(PublishedCounts, KeplerFourByteModeServesWordsOfOneSegmentTogether) {
  const auto words = [](std::initializer_list<unsigned> list) {
    const std::vector<unsigned> word(list);
    return test::load_at(4, [&](unsigned lane) { return 4 * word[lane % word.size()]; });
  };
  EXPECT_EQ(test::wavefronts("cc3.x-4byte", words({0, 32})), 1U);   // the halves of segment 0
  EXPECT_EQ(test::wavefronts("cc3.x-4byte", words({32, 64})), 2U);  // 32 apart, in two segments
  EXPECT_EQ(test::wavefronts("cc3.x-4byte", words({0, 64})), 2U);   // one bank, two segments
  EXPECT_EQ(test::wavefronts("cc3.x-4byte", words({5, 37, 5, 37})), 1U);
  EXPECT_EQ(test::wavefronts("cc3.x-4byte", words({0, 32, 64, 96})), 2U);
  EXPECT_EQ(test::wavefronts("cc3.x-4byte", words({0, 1})), 1U);
  // Every second word: two to a bank, all within one segment.
  EXPECT_EQ(test::wavefronts("cc3.x-4byte", test::load_at(4, [](unsigned lane) { return 8 * lane; })), 1U);
  // Beginning in the middle of a segment, the same words lie in two segments.
  EXPECT_EQ(test::wavefronts("cc3.x-4byte", test::load_at(4, [](unsigned lane) { return 128 + 8 * lane; })), 2U);
  // A column of a 32 x 32 tile: pairs of rows share a segment.
  EXPECT_EQ(test::wavefronts("cc3.x-4byte", test::load_at(4, [](unsigned lane) { return 128 * lane; })), 16U);
  EXPECT_EQ(test::wavefronts("cc3.x-4byte", test::load_at(4, [](unsigned lane) { return 132 * lane; })), 1U);
}

TEST(PublishedCounts, ComputeCapabilityOneServesHalfWarps) {
  const MachineModel model = machine("cc1.x");
  const RequestCounts row = count_request(model, test::load_at(4, [](unsigned lane) { return 4 * lane; }));
  EXPECT_EQ(row, (RequestCounts{.requests = 2, .phases = 2, .wavefronts = 2, .bank_conflicts = 0}));
  // A column of a tile 16 wide: 16 lanes, one bank.
  const RequestCounts column = count_request(model, test::load_at(4, [](unsigned lane) { return 64 * lane; }));
  EXPECT_EQ(column, (RequestCounts{.requests = 2, .phases = 2, .wavefronts = 32, .bank_conflicts = 30}));
  const RequestCounts padded = count_request(model, test::load_at(4, [](unsigned lane) { return 68 * lane; }));
  EXPECT_EQ(padded.bank_conflicts, 0U);
  // Doubles of neighbouring lanes: two of a half-warp in each bank.
  const RequestCounts doubles = count_request(model, test::load_at(8, [](unsigned lane) { return 8 * lane; }));
  EXPECT_EQ(doubles, (RequestCounts{.requests = 2, .phases = 2, .wavefronts = 4, .bank_conflicts = 2}));
  // One half-warp alone is one request.
  const RequestCounts half = count_request(model, test::load_at(
                                                      4, [](unsigned lane) { return 4 * lane; }, 0xffff0000));
  EXPECT_EQ(half, (RequestCounts{.requests = 1, .phases = 1, .wavefronts = 1, .bank_conflicts = 0}));
}

TEST(PublishedCounts, DoublesAreFreeOfConflictsSinceComputeCapabilityTwo) {
  const auto doubles = test::load_at(8, [](unsigned lane) { return 8 * lane; });
  EXPECT_EQ(count_request(machine("cc2.x"), doubles).bank_conflicts, 0U);
  EXPECT_EQ(test::wavefronts("cc3.x-8byte", doubles), 1U);
}

TEST(DidacticMachine, RowsAndColumnsOfATileAsWideAsItsBanks) {
  for (const unsigned banks : {5U, 10U, 7U}) {
    const std::string name = "didactic:" + std::to_string(banks);
    const MachineModel model = machine(name);
    // One row of lanes: as many as there are banks.
    const LaneMask lanes = first_lanes(banks);
    const auto cost = [&](unsigned pitch, bool column) {
      return count_request(model, test::load_at(
                                      4, [&](unsigned lane) { return 4 * (column ? lane * pitch : lane); }, lanes));
    };
    EXPECT_EQ(cost(banks, false).wavefronts, 1U) << name;
    EXPECT_EQ(cost(banks, true).wavefronts, banks) << name;
    EXPECT_EQ(cost(banks + 1, true).wavefronts, 1U) << name;
    EXPECT_EQ(cost(banks, true).requests, 1U) << name;
  }
}

TEST(DidacticMachine, TenByTenTileAndItsPaddedTwin) {
  // A block of 10 x 10 threads is three whole warps and four threads; requests follow the rows all the same.
  const MachineModel model = machine("didactic10");
  const auto block_cost = [&](unsigned pitch, bool column) {
    RequestCounts sum;
    for (unsigned warp = 0; warp < 4; ++warp) {
      MemoryAccess access = test::load_at(
          4,
          [&](unsigned lane) {
            const unsigned thread = warp * kWarpSize + lane;
            const unsigned x = thread % 10;
            const unsigned y = thread / 10;
            return 4 * (column ? x * pitch + y : y * pitch + x);
          },
          warp == 3 ? first_lanes(4) : kAllLanes);
      access.warp = warp;
      const RequestCounts counts = count_request(model, access);
      sum.requests += counts.requests;
      sum.wavefronts += counts.wavefronts;
      sum.bank_conflicts += counts.bank_conflicts;
    }
    return sum;
  };
  EXPECT_EQ(block_cost(10, false).bank_conflicts, 0U);
  // Every thread of a column waits for every other of its request.
  EXPECT_EQ(block_cost(10, true).wavefronts, 100U);
  EXPECT_EQ(block_cost(11, false).bank_conflicts, 0U);
  EXPECT_EQ(block_cost(11, true).bank_conflicts, 0U);
  // Rows that a warp's end cuts in two make two requests: 10 rows, 3 cuts, one of them (96) within a row.
  EXPECT_EQ(block_cost(10, false).requests, 13U);
}

}  // namespace
}  // namespace bankloom
