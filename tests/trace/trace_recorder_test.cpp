// What goes into a TraceRecorder comes out of the Trace, whatever form the addresses are packed in.
#include "core/trace/trace_recorder.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <random>
#include <vector>

#include "core/trace/chunk_pool.h"

namespace bankloom {
namespace {

struct Input {
  Dim3 block;
  TraceRecorder::AccessHeader header;
  std::array<std::uint64_t, kWarpSize> addresses{};
  std::array<std::byte, kWarpSize * 16> values{};
};

Input make_input(std::mt19937_64& random, unsigned pattern) {
  Input input;
  input.header.warp = static_cast<std::uint32_t>(random() % 32);
  input.header.source_line = static_cast<std::uint32_t>(random() % 100);
  input.header.ptx_line = static_cast<std::uint32_t>(random() % 1000);
  input.header.instruction = static_cast<std::uint32_t>(random());
  input.header.space = random() % 2 == 0 ? Space::shared : Space::global;
  input.header.op = static_cast<AccessOp>(random() % 6);
  input.header.width = static_cast<std::uint8_t>(1U << random() % 5);
  input.header.matrices = static_cast<std::uint8_t>(random() % 3);
  input.header.is_volatile = random() % 2 == 0;
  const std::array<LaneMask, 5> masks = {kAllLanes, static_cast<LaneMask>(random()), 0x0000ffff, 0x80000001, 0};
  input.header.active = masks[random() % masks.size()];
  const std::uint64_t base = random() >> (random() % 64);
  const std::uint64_t stride = random() % 2 == 0 ? random() % 256 : random();
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    switch (pattern) {
      case 0:
        input.addresses[lane] = base + lane * stride;
        break;  // affine
      case 1:
        input.addresses[lane] = base + random() % 65536;
        break;  // near each other
      case 2:
        input.addresses[lane] = base + (random() % 3 << 31);
        break;  // around the limit of 32 bits
      case 3:
        input.addresses[lane] = random();
        break;  // anywhere
      default:
        input.addresses[lane] = has_lane(input.header.active, lane) ? base + lane * stride : random();
        break;
    }
  }
  for (std::byte& value : input.values) value = static_cast<std::byte>(random());
  return input;
}

void expect_same(const MemoryAccess& access, const Input& input, std::uint32_t order) {
  EXPECT_EQ(access.block, input.block);
  EXPECT_EQ(access.warp, input.header.warp);
  EXPECT_EQ(access.order, order);
  EXPECT_EQ(access.source_line, input.header.source_line);
  EXPECT_EQ(access.ptx_line, input.header.ptx_line);
  EXPECT_EQ(access.instruction, input.header.instruction);
  EXPECT_EQ(access.space, input.header.space);
  EXPECT_EQ(access.op, input.header.op);
  EXPECT_EQ(access.width, input.header.width);
  EXPECT_EQ(access.matrices, input.header.matrices);
  EXPECT_EQ(access.is_volatile, input.header.is_volatile);
  EXPECT_EQ(access.active, input.header.active);
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    const std::uint64_t expected = has_lane(input.header.active, lane) ? input.addresses[lane] : 0;
    EXPECT_EQ(access.addresses[lane], expected) << "lane " << lane;
  }
  EXPECT_EQ(std::memcmp(access.values.data(), input.values.data(), kWarpSize * std::size_t{input.header.width}), 0);
}

TEST(TraceRecorder, ReturnsWhatWasRecordedInEveryForm) {
  std::mt19937_64 random(20240917);
  TraceRecorder recorder;
  std::vector<Input> inputs;
  std::vector<std::uint32_t> orders;
  constexpr unsigned blocks = 40;
  constexpr unsigned accesses = 250;
  for (unsigned block = 0; block < blocks; ++block) {
    const Dim3 index{block % 7, block / 7, block % 2};
    recorder.begin_block(index);
    for (unsigned order = 0; order < accesses; ++order) {
      inputs.push_back(make_input(random, static_cast<unsigned>(random() % 5)));
      inputs.back().block = index;
      orders.push_back(order);
      recorder.record(inputs.back().header, inputs.back().addresses.data(), inputs.back().values.data());
    }
  }
  EXPECT_EQ(recorder.size(), inputs.size());
  const Trace trace = recorder.finish();
  ASSERT_EQ(trace.size(), inputs.size());
  EXPECT_FALSE(trace.clipped());
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    expect_same(trace.at(i), inputs[i], orders[i]);
    if (::testing::Test::HasFailure()) FAIL() << "access " << i;
  }
}

TEST(TraceRecorder, StartsAnewAfterFinish) {
  std::mt19937_64 random(1);
  TraceRecorder recorder;
  const Input input = make_input(random, 1);
  recorder.begin_block({0, 0, 0});
  recorder.record(input.header, input.addresses.data(), input.values.data());
  recorder.clip();
  const Trace first = recorder.finish();
  EXPECT_EQ(first.size(), 1U);
  EXPECT_EQ(first.clipped_accesses(), 1U);
  EXPECT_EQ(recorder.size(), 0U);
  const Trace second = recorder.finish();
  EXPECT_TRUE(second.empty());
  EXPECT_FALSE(second.clipped());
}

TEST(TraceRecorder, ClippedAccessesAreCountedAndKeepTheirPlaceInTheOrder) {
  std::mt19937_64 random(2);
  TraceRecorder recorder;
  const Input input = make_input(random, 0);
  recorder.begin_block({3, 0, 0});
  recorder.clip();
  recorder.record(input.header, input.addresses.data(), input.values.data());
  recorder.clip(10);
  const Trace trace = recorder.finish();
  ASSERT_EQ(trace.size(), 1U);
  EXPECT_EQ(trace.at(0).order, 1U);
  EXPECT_TRUE(trace.clipped());
  EXPECT_EQ(trace.clipped_accesses(), 11U);
}

TEST(TraceRecorder, MergeJoinsInTheGivenOrder) {
  std::mt19937_64 random(3);
  std::vector<Trace> traces;
  std::vector<Input> inputs;
  std::vector<std::uint32_t> orders;
  for (const unsigned count : {3U, 0U, 2000U, 1U}) {
    TraceRecorder recorder;
    recorder.begin_block({count, 1, 2});
    for (unsigned i = 0; i < count; ++i) {
      inputs.push_back(make_input(random, i % 4));
      inputs.back().block = {count, 1, 2};
      orders.push_back(i);
      recorder.record(inputs.back().header, inputs.back().addresses.data(), inputs.back().values.data());
    }
    recorder.clip();
    traces.push_back(recorder.finish());
  }
  const Trace merged = TraceRecorder::merge(std::move(traces));
  ASSERT_EQ(merged.size(), inputs.size());
  EXPECT_EQ(merged.clipped_accesses(), 4U);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    expect_same(merged.at(i), inputs[i], orders[i]);
    if (::testing::Test::HasFailure()) FAIL() << "access " << i;
  }
}

TEST(TraceRecorder, ReadLeavesValuesAloneWhereTheyAreNotAskedFor) {
  std::mt19937_64 random(4);
  TraceRecorder recorder;
  const Input input = make_input(random, 0);
  recorder.begin_block({0, 0, 0});
  recorder.record(input.header, input.addresses.data(), input.values.data());
  const Trace trace = recorder.finish();
  MemoryAccess access;
  access.values.fill(std::byte{0x5a});
  trace.read(0, access, false);
  EXPECT_EQ(access.warp, input.header.warp);
  for (const std::byte value : access.values) EXPECT_EQ(value, std::byte{0x5a});
}

TEST(TraceRecorder, WhatFollowsAPatternTakesFewBytes) {
  TraceRecorder recorder;
  Input input;
  input.header.width = 4;
  input.header.active = kAllLanes;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    input.addresses[lane] = 0x7f0000000000 + lane * std::uint64_t{128};
    const std::uint32_t value = 1000 + lane;
    std::memcpy(&input.values[lane * sizeof value], &value, sizeof value);
  }
  for (unsigned block = 0; block < 4; ++block) {
    recorder.begin_block({block, 0, 0});
    for (unsigned i = 0; i < 1000; ++i) recorder.record(input.header, input.addresses.data(), input.values.data());
  }
  const Trace trace = recorder.finish();
  EXPECT_LE(trace.record_bytes(), trace.size() * 40);
  EXPECT_LE(trace.bytes(), trace.record_bytes() + 2 * kTraceChunkBytes);
  expect_same(
      trace.at(1003),
      [&] {
        input.block = {1, 0, 0};
        return input;
      }(),
      3);
}

TEST(TraceRecorder, ChunksOfAnEndedTraceServeTheNext) {
  const auto record_many = [] {
    TraceRecorder recorder;
    recorder.begin_block({0, 0, 0});
    std::mt19937_64 random(5);
    Input input = make_input(random, 3);
    input.header.width = 16;
    input.header.active = kAllLanes;
    for (unsigned i = 0; i < 3000; ++i) {
      recorder.record(input.header, input.addresses.data(), input.values.data());
    }
    return recorder.finish();
  };
  { const Trace trace = record_many(); }
  const std::size_t pooled = pooled_trace_chunks();
  EXPECT_GE(pooled, 3000U * 768U / kTraceChunkBytes) << "addresses and values without a pattern";
  const Trace trace = record_many();
  EXPECT_LT(pooled_trace_chunks(), pooled);
}

BarrierMeeting meeting_of(std::uint32_t number, std::size_t arrivals) {
  BarrierMeeting meeting;
  meeting.number = number;
  meeting.opened = true;
  meeting.arrivals.resize(arrivals);
  for (std::size_t at = 0; at < arrivals; ++at) meeting.arrivals[at].warp = static_cast<std::uint32_t>(at % 32);
  return meeting;
}

TEST(TraceMeetings, StandInTheOrderOfBlocksAlsoWhenTracesAreJoined) {
  std::vector<Trace> traces;
  for (std::uint32_t block = 0; block < 3; ++block) {
    TraceRecorder recorder;
    recorder.begin_block({block, 0, 0});
    recorder.add_meeting(meeting_of(block, 2));
    recorder.add_meeting(meeting_of(7, 1));
    traces.push_back(recorder.finish());
    EXPECT_TRUE(recorder.finish().meetings().empty()) << "it starts anew";
  }
  const std::size_t bytes = traces[0].bytes() + traces[1].bytes() + traces[2].bytes();
  const Trace all = TraceRecorder::merge(std::move(traces));
  ASSERT_EQ(all.meetings().size(), 6u);
  for (std::uint32_t at = 0; at < 6; ++at) {
    EXPECT_EQ(all.meetings()[at].block, (Dim3{at / 2, 0, 0}));
    EXPECT_EQ(all.meetings()[at].number, at % 2 == 0 ? at / 2 : 7u);
    EXPECT_EQ(all.meetings()[at].arrivals.size(), at % 2 == 0 ? 2u : 1u);
  }
  EXPECT_EQ(all.clipped_meetings(), 0u);
  EXPECT_EQ(all.bytes(), bytes);
  EXPECT_GE(bytes, 9 * sizeof(BarrierArrival));
}

TEST(TraceMeetings, OfABlockWithVeryManyTheFirstAreKept) {
  TraceRecorder recorder;
  recorder.begin_block({0, 0, 0});
  for (std::uint32_t turn = 0; turn < kMostBarrierArrivals / 32 + 5; ++turn) recorder.add_meeting(meeting_of(0, 32));
  recorder.begin_block({1, 0, 0});
  recorder.add_meeting(meeting_of(0, 32));
  const Trace trace = recorder.finish();
  EXPECT_EQ(trace.meetings().size(), kMostBarrierArrivals / 32 + 1);
  EXPECT_EQ(trace.clipped_meetings(), 5u);
  for (std::size_t at = 0; at < trace.meetings().size(); ++at) {
    EXPECT_EQ(trace.meetings()[at].has_more, at + 2 == trace.meetings().size()) << at;
  }
  EXPECT_EQ(trace.meetings().back().block, (Dim3{1, 0, 0})) << "the next block has room of its own";
}

}  // namespace
}  // namespace bankloom
