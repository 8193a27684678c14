// Copies and fills: who does them, what is refused, and what is told of it.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "program_client.h"

namespace bankloom::program {
namespace {

using protocol::CopyReply;
using protocol::Kind;
using test::Client;

enum Direction : int { kHostToHost, kHostToDevice, kDeviceToHost, kDeviceToDevice, kByPointers, kNone };
constexpr std::uint64_t kHeap = 0x5555'5555'4000;

class Copies : public testing::Test {
 protected:
  Client client;
  std::uint64_t device = client.allocate(256);
  std::uint64_t other = client.allocate(256);
  std::uint64_t managed = client.allocate(256, protocol::Memory::managed);
  std::uint64_t pinned = client.allocate(256, protocol::Memory::pinned);
};

TEST_F(Copies, TheProgramMovesWhatIsOnOneSideItsOwn) {
  const auto in = client.copy(device, kHeap, 16, kHostToDevice);
  EXPECT_EQ(in.error, kSuccess);
  EXPECT_EQ(in.as<CopyReply>().is_done, 0u);
  EXPECT_EQ(in.as<CopyReply>().to_device, 1u);
  EXPECT_EQ(in.as<CopyReply>().from_device, 0u);
  const auto out = client.copy(kHeap, device, 16, kByPointers);
  EXPECT_EQ(out.as<CopyReply>().from_device, 1u);
  const auto mapped = client.copy(managed, kHeap, 16, kHostToDevice);
  EXPECT_EQ(mapped.error, kSuccess);
  EXPECT_EQ(mapped.as<CopyReply>().to_device, 0u) << "managed memory is mapped in the program";
  const auto neither = client.copy(kHeap, kHeap + 64, 16, kHostToHost);
  EXPECT_EQ(neither.error, kSuccess);
  EXPECT_EQ(neither.as<CopyReply>().is_done, 0u);
}

TEST_F(Copies, TheDeviceMovesItsOwn) {
  ASSERT_EQ(client.fill(device, 0x11, 256), kSuccess);
  ASSERT_EQ(client.fill(device + 4, 0x22, 4), kSuccess);
  EXPECT_EQ(client.copy(other, device, 8, kDeviceToDevice).as<CopyReply>().is_done, 1u);
  EXPECT_EQ(client.words(other, 3), (std::vector<std::uint32_t>{0x11111111, 0x22222222, 0}));
  EXPECT_EQ(client.copy(pinned + 8, device, 8, kDeviceToHost).as<CopyReply>().is_done, 1u);
  EXPECT_EQ(client.words(pinned, 4), (std::vector<std::uint32_t>{0, 0, 0x11111111, 0x22222222}));
}

TEST_F(Copies, SlicesThatLieInEachOtherAreRefused) {
  protocol::Copy box;
  box.to = other;
  box.from = device;
  box.width = 4;
  box.depth = 0x7fff'ffff;
  EXPECT_EQ(client.ask(Kind::copy, box)->error, kInvalidValue) << "it would take hours";
  protocol::Fill fill;
  fill.to = device;
  fill.pitch = 4;
  fill.width = 4;
  fill.height = 2;
  fill.depth = 2;
  fill.slice = 7;
  EXPECT_EQ(client.ask(Kind::fill, fill)->error, kInvalidValue);
  fill.slice = 8;
  EXPECT_EQ(client.ask(Kind::fill, fill)->error, kSuccess);
}

TEST_F(Copies, RowsAreMovedRowByRow) {
  for (int row = 0; row < 4; ++row)
    client.fill(device + 16u * static_cast<unsigned>(row), static_cast<std::uint8_t>(row + 1), 16);
  protocol::Copy box;
  box.to = other;
  box.to_pitch = 8;
  box.to_slice = 16;
  box.from = device;
  box.from_pitch = 16;
  box.from_slice = 32;
  box.width = 4;
  box.height = 2;
  box.depth = 2;
  box.direction = kDeviceToDevice;
  ASSERT_EQ(client.ask(Kind::copy, box)->error, kSuccess);
  EXPECT_EQ(client.words(other, 8),
            (std::vector<std::uint32_t>{0x01010101, 0, 0x02020202, 0, 0x03030303, 0, 0x04040404, 0}));
  box.to_pitch = 3;  // less than a row
  EXPECT_EQ(client.ask(Kind::copy, box)->error, kInvalidPitch);
  box.to_pitch = 64;  // the last of 4 rows ends at 68 + 64 + 4, beyond nothing; with slices of 250 it does
  box.to_slice = 68;
  EXPECT_EQ(client.ask(Kind::copy, box)->error, kSuccess);
  box.to_slice = 250;
  EXPECT_EQ(client.ask(Kind::copy, box)->error, kInvalidValue);
}

// As seen on an H200 under CUDA 13.0.
TEST_F(Copies, WhatIsTheHostsIsNotTheDevices) {
  EXPECT_EQ(client.copy(device, kHeap, 16, kDeviceToHost).error, kInvalidValue);
  EXPECT_EQ(client.copy(kHeap, device, 16, kHostToDevice).error, kInvalidValue);
  EXPECT_EQ(client.copy(device, kHeap, 16, kDeviceToDevice).error, kInvalidValue);
  EXPECT_EQ(client.copy(kHeap, device, 16, kDeviceToDevice).error, kInvalidValue);
  EXPECT_EQ(client.copy(device, kHeap, 16, kNone).error, kInvalidMemcpyDirection);
  EXPECT_EQ(client.copy(device, kHeap, 16, -1).error, kInvalidMemcpyDirection);
  const ProgramRun run = client.runner.take_result();
  ASSERT_EQ(run.reports.size(), 1u);
  EXPECT_EQ(run.reports[0].kind, ReportKind::wrong_direction);
  EXPECT_EQ(run.reports[0].call, "cudaTest");
  EXPECT_EQ(run.reports[0].error, kInvalidValue);
  EXPECT_EQ(run.reports[0].count, 4u);
}

TEST_F(Copies, WhatIsTheDevicesIsCopiedWhateverItIsCalled) {
  EXPECT_EQ(client.copy(managed, pinned, 16, kHostToDevice).error, kSuccess);
  EXPECT_EQ(client.copy(managed, device, 16, kDeviceToHost).error, kSuccess);
  EXPECT_EQ(client.copy(pinned, device, 16, kDeviceToDevice).error, kSuccess);
  EXPECT_EQ(client.copy(kHeap, pinned, 16, kDeviceToHost).error, kSuccess);
  EXPECT_EQ(client.copy(device, other, 16, kHostToDevice).error, kSuccess);
  EXPECT_EQ(client.copy(device, kHeap, 16, kHostToHost).error, kSuccess);
  const ProgramRun run = client.runner.take_result();
  ASSERT_EQ(run.reports.size(), 1u);
  EXPECT_EQ(run.reports[0].kind, ReportKind::wrong_direction);
  EXPECT_EQ(run.reports[0].error, kSuccess);
  EXPECT_EQ(run.reports[0].count, 2u);
}

TEST_F(Copies, SizesMustFit) {
  EXPECT_EQ(client.copy(device + 200, kHeap, 57, kHostToDevice).error, kInvalidValue);
  EXPECT_EQ(client.copy(device + 200, kHeap, 56, kHostToDevice).error, kSuccess);
  EXPECT_EQ(client.copy(device + 256, kHeap, 1, kHostToDevice).error, kInvalidValue);
  EXPECT_EQ(client.fill(device, 1, 257), kInvalidValue);
  EXPECT_EQ(client.fill(device, 1, ~std::uint64_t{0}), kInvalidValue);
  EXPECT_EQ(client.fill(kHeap, 1, 1), kInvalidValue);
  EXPECT_EQ(client.copy(0, 0, 0, kHostToDevice).error, kSuccess);
  const ProgramRun run = client.runner.take_result();
  ASSERT_FALSE(run.reports.empty());
  EXPECT_EQ(run.reports[0].kind, ReportKind::wrong_size);
  EXPECT_EQ(run.reports[0].bytes, 57u);
  EXPECT_EQ(run.reports[0].limit, 56u);
}

TEST_F(Copies, WhatIsFreedIsTold) {
  ASSERT_EQ(client.free(device), kSuccess);
  EXPECT_EQ(client.copy(kHeap, device + 8, 4, kDeviceToHost).error, kInvalidValue);
  EXPECT_EQ(client.free(device), kInvalidValue);
  EXPECT_EQ(client.free(other, true), kInvalidValue) << "not by cudaFreeHost";
  EXPECT_EQ(client.free(pinned), kInvalidValue) << "not by cudaFree";
  EXPECT_EQ(client.free(pinned, true), kSuccess);
  const ProgramRun run = client.runner.take_result();
  ASSERT_EQ(run.reports.size(), 2u);
  EXPECT_EQ(run.reports[0].kind, ReportKind::use_after_free);
  EXPECT_EQ(run.reports[0].count, 2u);
  EXPECT_EQ(run.reports[1].kind, ReportKind::invalid_free);
}

}  // namespace
}  // namespace bankloom::program
