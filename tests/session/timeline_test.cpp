#include <cstring>
#include <map>
#include <random>
#include <set>

#include "../base/sanitized.h"
#include "core/session/step_state.h"
#include "core/session/swizzle.h"
#include "core/session/timeline.h"
#include "core/trace/trace_recorder.h"
#include "core/wording/barrier_text.h"
#include "core/wording/explanation_text.h"
#include "session_fixture.h"

namespace bankloom::test {
namespace {

using TimelineTest = SessionTest;
using StepStateTest = SessionTest;
using ReplayTest = SessionTest;

TEST(TimelineOfABlock, SaysThatItHasMoreBarriersThanAreRecorded) {
  const auto timeline_of = [](std::size_t turns) {
    TraceRecorder recorder;
    recorder.begin_block({0, 0, 0});
    for (std::size_t turn = 0; turn < turns; ++turn) {
      BarrierMeeting meeting;
      meeting.opened = true;
      for (std::uint32_t warp = 0; warp < 32; ++warp) meeting.arrivals.push_back({warp, kAllLanes, 0, 9});
      recorder.add_meeting(std::move(meeting));
    }
    KernelRun run;
    run.instance.grid = {1, 1, 1};
    run.instance.block = {1024, 1, 1};
    run.trace = recorder.finish();
    return Timeline(run, 0);
  };
  const auto says = [](const Timeline& timeline, const TimelineBarrier& barrier) {
    return barrier_text(timeline, barrier).str().find("has more barriers") != std::string::npos;
  };
  const Timeline all = timeline_of(1024), cut = timeline_of(1025);
  EXPECT_FALSE(all.has_more_barriers());
  EXPECT_FALSE(says(all, all.barriers().back()));
  ASSERT_EQ(cut.barriers().size(), 1024u);
  EXPECT_TRUE(cut.has_more_barriers());
  EXPECT_TRUE(says(cut, cut.barriers().back()));
  EXPECT_FALSE(says(cut, cut.barriers().front()));
  EXPECT_EQ(more_barriers_text().str(), "The block has more barriers: 32,768 arrivals of each block are recorded");
}

TEST_F(TimelineTest, OfAColumnLoad) {
  const auto kernel = run("square/setRowReadCol");
  const Timeline timeline(*kernel, 0);
  ASSERT_EQ(timeline.warps(), 32u);
  EXPECT_EQ(timeline.requests().size(), 96u);
  EXPECT_EQ(timeline.block_steps(), 32u * (1 + 32 + 4));
  for (std::uint32_t warp = 0; warp < 32; ++warp) {
    const auto& own = timeline.of_warp(warp);
    ASSERT_EQ(own.size(), 3u);
    const auto& requests = timeline.requests();
    EXPECT_EQ(requests[own[0]].steps, 1u);
    EXPECT_EQ(requests[own[1]].steps, 32u);
    EXPECT_EQ(requests[own[2]].steps, 4u);
    EXPECT_EQ(requests[own[1]].warp_start, 1u);
    EXPECT_EQ(requests[own[2]].warp_start, 33u);
    EXPECT_EQ(requests[own[1]].in_warp, 1u);
    EXPECT_EQ(requests[own[1]].source_line, 9u);
    EXPECT_EQ(timeline.warp_steps(warp), 37u);
  }
  // All stores come before the barrier, all loads after it.
  EXPECT_EQ(timeline.requests()[31].block_start, 31u);
  EXPECT_EQ(timeline.requests()[32].block_start, 32u);
}

TEST_F(TimelineTest, BarriersStandAmongTheRequestsOfTheirWarps) {
  const auto kernel = run("square/setRowReadCol");
  const Timeline timeline(*kernel, 0);
  ASSERT_EQ(timeline.barriers().size(), 1u);
  const TimelineBarrier& barrier = timeline.barriers()[0];
  EXPECT_TRUE(barrier.opened);
  EXPECT_EQ(barrier.order, 32u) << "after all stores";
  ASSERT_EQ(barrier.arrivals.size(), 32u);
  for (std::uint32_t warp = 0; warp < 32; ++warp) {
    const TimelineBarrier::Arrival& arrival = barrier.arrivals[warp];
    EXPECT_EQ(arrival.warp, warp);
    EXPECT_EQ(arrival.lanes, kAllLanes);
    EXPECT_EQ(arrival.source_line, 8u);
    EXPECT_EQ(arrival.order, warp + 1);
    EXPECT_EQ(arrival.in_warp, 1u);
    EXPECT_EQ(arrival.goes_on, 1u);
  }
  EXPECT_TRUE(timeline.races().empty());
  // While warp 2 stores warps 0 and 1 wait for the others; once all have loaded nobody does.
  const auto wait = barrier_wait(timeline, 2);
  ASSERT_TRUE(wait);
  EXPECT_FALSE(wait->part);
  EXPECT_EQ(wait->waiting, 0x3u);
  EXPECT_EQ(wait->later, ~0x3u);
  EXPECT_EQ(wait->never, 0u);
  EXPECT_EQ(wait->source_line, 8u);
  EXPECT_FALSE(barrier_wait(timeline, 0)) << "nobody has come yet";
  EXPECT_FALSE(barrier_wait(timeline, 32));
  // Blocks without one, and blocks of a grid.
  EXPECT_TRUE(Timeline(*run("barriers/missingBarrier"), 0).barriers().empty());
  const auto grid = run("transpose/tile");
  for (const std::uint64_t block : {0u, 3u}) EXPECT_EQ(Timeline(*grid, block).barriers().size(), 1u) << block;
}

TEST_F(TimelineTest, OfAWarpWhoseHalfNeverComesTheLanesAreKnown) {
  const auto kernel = run("barriers/barrierInABranch");
  const Timeline timeline(*kernel, 0);
  ASSERT_EQ(timeline.barriers().size(), 1u);
  const TimelineBarrier& barrier = timeline.barriers()[0];
  ASSERT_EQ(barrier.arrivals.size(), 32u);
  for (const TimelineBarrier::Arrival& arrival : barrier.arrivals) {
    EXPECT_EQ(arrival.lanes, 0xffffu);
    // Half of the lanes wait where the others store, load and store.
    EXPECT_EQ(timeline.of_warp(arrival.warp).size(), 6u);
    EXPECT_LT(arrival.in_warp, arrival.goes_on);
    EXPECT_EQ(arrival.goes_on, 4u);
    EXPECT_EQ(barrier.lanes_of(arrival.warp), 0xffffu);
  }
  const std::uint32_t present = timeline.of_warp(5)[barrier.arrivals[5].in_warp];
  const auto wait = barrier_wait(timeline, present);
  ASSERT_TRUE(wait);
  EXPECT_EQ(wait->part, (BarrierWait::Part{5, 0xffffu, 0, 0xffff0000u}));
  EXPECT_EQ(wait->source_line, 9u);
  EXPECT_EQ(wait_text(*wait).str(),
            "Lanes 0-15 of warp 5 wait at __syncthreads() in line 9, and lanes 16-31 never arrive there.");
}

TEST_F(TimelineTest, ARaceHasBothOfItsAccesses) {
  const auto kernel = run("barriers/missingBarrier");
  const Timeline timeline(*kernel, 0);
  // Of 496 pairs of threads each races twice: once where the store and once where the load comes second.
  ASSERT_EQ(timeline.races().size(), 992u);
  for (const RacePair& pair : timeline.races()) {
    const TimelineRequest &first = timeline.requests()[pair.first.request],
                          &second = timeline.requests()[pair.second.request];
    EXPECT_LT(pair.first.request, pair.second.request);
    EXPECT_LT(first.warp, second.warp) << "the emulator runs the warps in order";
    EXPECT_NE(first.op, second.op);
    for (const auto& [request, end] : {std::pair(first, pair.first), std::pair(second, pair.second)}) {
      const MemoryAccess access = kernel->trace.at(request.access);
      EXPECT_TRUE(has_lane(access.active, end.lane));
      EXPECT_EQ(access.addresses[end.lane], pair.address);
    }
  }
}

TEST_F(StepStateTest, TheXorSwizzleIsRecognisedFromTheStoresOfTheBlock) {
  const auto walk_at = [&](const std::string& kernel, std::uint32_t warp, std::uint32_t request) {
    const auto made = this->run(kernel);
    const Timeline timeline(*made, 0);
    return step_state(*made, timeline, timeline.of_warp(warp)[request], 0).why;
  };
  for (std::uint32_t warp = 0; warp < 32; ++warp) {
    const Explanation store = walk_at("swizzle/columnXor", warp, 0), load = walk_at("swizzle/columnXor", warp, 1);
    EXPECT_EQ(store.swizzle, (SwizzleWalk{true, warp}));
    EXPECT_EQ(load.swizzle, (SwizzleWalk{false, warp}));
    EXPECT_NE(explanation_text(load).str().find(fmt::format("bank = (y ^ {}) mod 32", warp)), std::string::npos)
        << explanation_text(load).str();
    EXPECT_EQ(explanation_text(load).str().find("33 words"), std::string::npos);
  }
  // Neither a rotation nor a tile as it is indexed, also where its diagonal is read, nor threads that are swizzled.
  for (const char* const kernel :
       {"swizzle/columnRotate", "swizzle/columnPad", "square/setRowReadRow", "square/setRowReadCol"}) {
    for (const std::uint32_t warp : {0u, 5u}) {
      for (const std::uint32_t request : {0u, 1u})
        EXPECT_EQ(walk_at(kernel, warp, request).swizzle, std::nullopt) << kernel;
    }
  }
  const auto threads = this->run("mistakes/swizzledThreads");
  const Timeline timeline(*threads, 0);
  for (const TimelineRequest& request : timeline.requests()) {
    const auto index = static_cast<std::uint32_t>(&request - timeline.requests().data());
    EXPECT_EQ(step_state(*threads, timeline, index, 0).why.swizzle, std::nullopt);
  }
}

TEST_F(StepStateTest, ASwizzleOfWidePiecesIsRecognisedToo) {
  const auto why_at = [](const KernelRun& made, const Timeline& timeline, std::uint32_t warp, std::uint32_t request) {
    return step_state(made, timeline, timeline.of_warp(warp)[request], 0).why;
  };
  const auto says = [](const Explanation& why, const std::string& words) {
    const std::string text = explanation_text(why);
    EXPECT_NE(text.find(words), std::string::npos) << text;
  };
  // int4 x of row y lies at x ^ (y / 4): a warp stores to four rows and reads one int4 of eight.
  const auto column = this->run("swizzle/wideColumnXor");
  const Timeline of_column(*column, 0);
  for (std::uint32_t warp = 0; warp < 8; ++warp) {
    const Explanation store = why_at(*column, of_column, warp, 0), load = why_at(*column, of_column, warp, 1);
    EXPECT_EQ(store.swizzle, (SwizzleWalk{true, 4 * warp, {16, 4, 0}}));
    EXPECT_EQ(load.swizzle, (SwizzleWalk{false, warp, {16, 4, 0}}));
    says(store,
         "piece (y, p) lies in column p ^ (y / 4). The lanes of a phase write the pieces of one row: each in 4 "
         "banks of its own.");
    says(load, fmt::format("The lanes read piece p = {} of different rows, in columns {} ^ (y / 4): each in 4 banks of "
                           "its own.",
                           warp, warp));
  }
  // Chunk c of row r lies at c ^ (r % 8); each ldmatrix reads one chunk of 32 rows.
  const auto matrix = this->run("swizzle/ldmatrixXor");
  const Timeline of_matrix(*matrix, 0);
  std::uint32_t chunk = 0;
  for (std::uint32_t request = 0; request < of_matrix.of_warp(0).size(); ++request) {
    const Explanation why = why_at(*matrix, of_matrix, 0, request);
    if (why.op != AccessOp::ldmatrix) continue;
    EXPECT_EQ(why.swizzle, (SwizzleWalk{false, chunk, {16, 1, 8}}));
    says(why, fmt::format("piece (y, p) lies in column p ^ (y mod 8). The lanes read piece p = {} of different rows in "
                          "each phase, in columns {} ^ (y mod 8)",
                          chunk, chunk));
    ++chunk;
  }
  EXPECT_EQ(chunk, 8U);
  // Not where a single lane goes elsewhere, in the access or in one of the stores, or the rows begin with another bank.
  MemoryAccess load = column->trace.at(of_column.requests()[of_column.of_warp(3)[1]].access);
  ASSERT_TRUE(swizzle_walk(*column, of_column, load));
  load.addresses[17] ^= 16;
  EXPECT_EQ(swizzle_walk(*column, of_column, load), std::nullopt);
  load.addresses[17] ^= 16;
  const auto moved = std::const_pointer_cast<KernelRun>(column);
  moved->tile->base += 16;
  EXPECT_EQ(swizzle_walk(*moved, of_column, load), std::nullopt);
  // Neither what is padded nor what lies as it is indexed.
  for (const auto& [kernel, options] : std::vector<std::pair<std::string, OptionValues>>{
           {"swizzle/wideColumnPad", {}}, {"swizzle/ldmatrix", {}}, {"swizzle/ldmatrixXor", {{"WITH_XOR", "0"}}}}) {
    const auto made = this->run(kernel, options);
    const Timeline timeline(*made, 0);
    for (std::uint32_t request = 0; request < timeline.of_warp(0).size(); ++request) {
      EXPECT_EQ(why_at(*made, timeline, 0, request).swizzle, std::nullopt) << kernel << ' ' << request;
    }
  }
}

TEST_F(TimelineTest, OfThePaddedTile) {
  const auto kernel = run("square/setRowReadCol", {{"IPAD", "1"}});
  EXPECT_EQ(Timeline(*kernel, 0).block_steps(), 32u * (1 + 1 + 4));
}

TEST_F(TimelineTest, OfABlockThatIsNotThere) {
  const auto kernel = run("square/setRowReadCol");
  const Timeline timeline(*kernel, 7);
  EXPECT_TRUE(timeline.empty());
  EXPECT_EQ(timeline.block_steps(), 0u);
}

TEST_F(TimelineTest, TheTileIsWhereTheKernelPutsIt) {
  for (const Kernel& kernel : Shipped::get().catalog.kernels) {
    if (!kernel.tile) continue;
    const auto made = run(kernel.id());
    ASSERT_TRUE(made->tile.has_value()) << kernel.id();
    // Every recorded shared access lies in the tile or in another of the kernel's arrays, except where the kernel is
    // there to show that one does not.
    const auto lies_elsewhere = [&](std::uint64_t address) {
      return std::ranges::any_of(simt::shared_arrays(*made->program), [&](const simt::SharedArray& array) {
        return array.name != kernel.tile->name && array.address != made->tile->base && address >= array.address &&
               address < array.address + array.bytes;
      });
    };
    const Timeline timeline(*made, 0);
    for (const TimelineRequest& request : timeline.requests()) {
      if (request.space != Space::shared || !made->faults.empty()) continue;
      const MemoryAccess access = made->trace.at(request.access);
      for_each_lane(access.active, [&](unsigned lane) {
        EXPECT_TRUE(made->tile->element_at(access.addresses[lane]) || lies_elsewhere(access.addresses[lane]))
            << kernel.id() << " lane " << lane << " address " << access.addresses[lane];
      });
    }
  }
}

TEST(TileGeometry, FindsElementsAndTheirPlaces) {
  TileGeometry tile;
  tile.rows = 4;
  tile.columns = 5;
  tile.padding = 1;
  tile.element_bytes = 8;
  tile.base = 64;
  for (std::uint64_t row = 0; row < 4; ++row) {
    for (std::uint64_t column = 0; column < 6; ++column) {
      const std::uint64_t address = tile.address(row, column);
      EXPECT_EQ(tile.element_at(address), (TileGeometry::Element{row, column}));
      EXPECT_EQ(tile.element_at(address + 7), (TileGeometry::Element{row, column}));
    }
  }
  EXPECT_EQ(tile.element_at(63), std::nullopt);
  EXPECT_EQ(tile.element_at(64 + 4 * 6 * 8), std::nullopt);
}

TEST_F(StepStateTest, ServesAConflictLaneByLane) {
  const auto kernel = run("square/setRowReadCol");
  const Timeline timeline(*kernel, 0);
  const std::uint32_t load = timeline.of_warp(3)[1];
  const StepState state = step_state(*kernel, timeline, load, 9);
  EXPECT_EQ(state.now, lane_bit(9));
  EXPECT_EQ(state.done, first_lanes(9));
  EXPECT_EQ(state.waiting, ~first_lanes(10));
  EXPECT_EQ(state.lane_state(9), LaneState::now);
  EXPECT_EQ(state.lane_state(0), LaneState::done);
  EXPECT_EQ(state.lane_state(31), LaneState::waiting);
  EXPECT_EQ(verdict_text(state.why).words.str(), "32-way conflict");
  EXPECT_EQ(state.quality(), RequestQuality::wasteful);
  EXPECT_EQ(verdict_text(state.why).detail.str(), "32 wavefronts · in one bank");
  // Beyond the end: the last.
  EXPECT_EQ(step_state(*kernel, timeline, load, 1000).step, 31u);
}

TEST_F(StepStateTest, NamesWhatIsFreeOfConflicts) {
  const auto kernel = run("square/setRowReadCol", {{"IPAD", "1"}});
  const Timeline timeline(*kernel, 0);
  const StepState load = step_state(*kernel, timeline, timeline.of_warp(0)[1], 0);
  EXPECT_EQ(load.now, kAllLanes);
  EXPECT_EQ(verdict_text(load.why).words.str(), "no conflict");
  EXPECT_EQ(verdict_text(load.why).detail.str(), "1 wavefront · 32 different banks");
  EXPECT_EQ(load.quality(), RequestQuality::good);
  const StepState store = step_state(*kernel, timeline, timeline.of_warp(0)[2], 1);
  EXPECT_EQ(verdict_text(store.why).words.str(), "coalesced");
  EXPECT_EQ(verdict_text(store.why).detail.str(), "4 sectors · 128 of 128 bytes used");
  EXPECT_EQ(store.now, LaneMask{0xff00});
  EXPECT_EQ(store.done, LaneMask{0xff});
}

/// Every step of every request of every lesson: lanes are waiting, now or done, never two of them, and none comes back.
TEST_F(StepStateTest, EveryLaneIsServedOnceInEveryKernel) {
  constexpr std::uint32_t kStride = kSanitized ? 37 : 7;
  for (const Kernel& kernel : some_kernels()) {
    for (const char* machine : {"cc9.0", "didactic5"}) {
      // A machine that was made up has no more than 48 KiB for a block.
      const auto shape = instantiate_shape(kernel, {});
      ASSERT_TRUE(shape);
      if (shape->dynamic_shared_bytes > find_machine(Shipped::get().machines, machine)->shared_bytes_per_block)
        continue;
      const auto made = run(kernel.id(), {}, machine);
      const Timeline timeline(*made, 0);
      for (std::uint32_t index = 0; index < timeline.requests().size(); index += kStride) {
        LaneMask before = 0;
        const std::uint32_t steps = timeline.requests()[index].steps;
        for (std::uint32_t step = 0; step < steps; ++step) {
          const StepState state = step_state(*made, timeline, index, step);
          ASSERT_EQ(state.steps, steps);
          EXPECT_EQ(state.now & state.done, 0u);
          EXPECT_EQ(state.now & state.waiting, 0u);
          EXPECT_EQ(state.done & state.waiting, 0u);
          EXPECT_EQ(state.now | state.done | state.waiting, addressing_lanes(state.access)) << kernel.id();
          EXPECT_EQ(before & ~state.done & ~state.now, 0u) << kernel.id();
          EXPECT_NE(state.now, 0u) << kernel.id() << " request " << index << " step " << step;
          before = state.done;
          if (step + 1 == steps) {
            EXPECT_EQ(state.waiting, 0u) << kernel.id();
          }
        }
      }
    }
  }
}

/// A run that holds one access, as an emulation would have recorded it.
KernelRun run_of(const TraceRecorder::AccessHeader& header, const std::array<std::uint64_t, kWarpSize>& addresses) {
  KernelRun run;
  run.machine = *find_machine(Shipped::get().machines, "cc9.0");
  run.instance.grid = {1, 1, 1};
  run.instance.block = {32, 1, 1};
  run.shared_bytes = 4096;
  TraceRecorder recorder;
  recorder.begin_block({0, 0, 0});
  std::array<std::byte, kWarpSize * 16> values{};
  for (std::size_t at = 0; at < values.size(); ++at) values[at] = static_cast<std::byte>(at);
  recorder.record(header, addresses.data(), values.data());
  run.trace = recorder.finish();
  return run;
}

TEST(StepState, WideLanesGoPhaseByPhase) {
  TraceRecorder::AccessHeader header;
  header.space = Space::shared;
  header.op = AccessOp::store;
  header.width = 16;
  header.active = kAllLanes;
  std::array<std::uint64_t, kWarpSize> addresses{};
  for (unsigned lane = 0; lane < kWarpSize; ++lane) addresses[lane] = std::uint64_t{lane} * 16;
  const KernelRun run = run_of(header, addresses);
  const Timeline timeline(run, 0);
  ASSERT_EQ(timeline.requests().size(), 1u);
  ASSERT_EQ(timeline.requests()[0].steps, 4u);
  SharedReplay replay(run, timeline);
  for (std::uint32_t step = 0; step < 4; ++step) {
    const StepState state = step_state(run, timeline, 0, step);
    EXPECT_EQ(state.phase, step);
    EXPECT_EQ(state.wavefront_of_phase, 0u);
    EXPECT_EQ(state.now, LaneMask{0xffu} << (8 * step));
    EXPECT_EQ(verdict_text(state.why).words.str(), "no conflict");
    EXPECT_EQ(verdict_text(state.why).detail.str(), "4 wavefronts · 4 phases");
    // What has been served is stored, the rest is not.
    const SharedContents& contents = replay.after(0, step + 1);
    for (std::size_t at = 0; at < 512; ++at) {
      EXPECT_EQ(contents.written[at] != 0, at < (step + 1) * 128u);
      if (contents.written[at] != 0) {
        EXPECT_EQ(contents.bytes[at], static_cast<std::byte>(at));
      }
    }
  }
}

TEST(StepState, AtomicsLeaveAValueThatIsNotKnown) {
  TraceRecorder::AccessHeader header;
  header.space = Space::shared;
  header.op = AccessOp::atomic;
  header.width = 4;
  header.active = 0xf;
  const KernelRun run = run_of(header, {});
  const Timeline timeline(run, 0);
  const StepState state = step_state(run, timeline, 0, 2);
  EXPECT_EQ(state.steps, 4u);
  EXPECT_EQ(verdict_text(state.why).words.str(), "4 lanes in turn");
  EXPECT_EQ(state.now, lane_bit(2));
  SharedReplay replay(run, timeline);
  EXPECT_EQ(replay.after(0, 0).written[0], 0u);
  EXPECT_EQ(replay.after(0, 1).written[0], 2u);
  EXPECT_EQ(replay.after(0, 1).written[4], 0u);
}

TEST(StepState, ABroadcastIsNamed) {
  TraceRecorder::AccessHeader header;
  header.space = Space::shared;
  header.active = kAllLanes;
  const KernelRun run = run_of(header, {});
  const StepState state = step_state(run, Timeline(run, 0), 0, 0);
  EXPECT_EQ(verdict_text(state.why).words.str(), "broadcast");
  EXPECT_EQ(verdict_text(state.why).detail.str(), "1 wavefront · 32 lanes, one word");
}

TEST_F(ReplayTest, EndsWithTheTileThatTheKernelStored) {
  const auto kernel = run("square/setRowReadCol", {{"IPAD", "1"}});
  const Timeline timeline(*kernel, 0);
  SharedReplay replay(*kernel, timeline);
  const SharedContents& contents = replay.after(95, 4);
  for (std::uint64_t row = 0; row < 32; ++row) {
    for (std::uint64_t column = 0; column < 33; ++column) {
      const std::uint64_t address = kernel->tile->address(row, column);
      EXPECT_EQ(contents.written[address], column < 32 ? 1 : 0);
      std::int32_t value = 0;
      std::memcpy(&value, contents.bytes.data() + address, 4);
      if (column < 32) {
        EXPECT_EQ(value, static_cast<std::int32_t>(row * 32 + column));
      }
    }
  }
}

/// The contents at any place, asked in any order, equal those of a replay from the start.
TEST_F(ReplayTest, AnyPlaceEqualsAReplayFromTheStart) {
  for (const char* id : {"square/setColReadCol", "rectangular/setRowReadColPad", "square/setRowReadColDyn"}) {
    const auto kernel = run(id);
    const Timeline timeline(*kernel, 0);
    SharedReplay wandering(*kernel, timeline);
    std::mt19937 random(7);
    for (int turn = 0; turn < (kSanitized ? 20 : 200); ++turn) {
      const auto request = static_cast<std::uint32_t>(random() % timeline.requests().size());
      const auto served = static_cast<std::uint32_t>(random() % (timeline.requests()[request].steps + 1));
      SharedReplay fresh(*kernel, timeline);
      for (std::uint32_t before = 0; before <= request; ++before) {
        const std::uint32_t last = before == request ? served : timeline.requests()[before].steps;
        for (std::uint32_t at = 0; at <= last; ++at) static_cast<void>(fresh.after(before, at));
      }
      const SharedContents& expected = fresh.after(request, served);
      const SharedContents& actual = wandering.after(request, served);
      ASSERT_EQ(actual.written, expected.written) << id << " request " << request << " after " << served;
      ASSERT_EQ(actual.bytes, expected.bytes) << id << " request " << request << " after " << served;
    }
  }
}

}  // namespace
}  // namespace bankloom::test
