#include "cuda/worker_protocol.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <random>
#include <thread>

#include "cuda/worker_process.h"

namespace bankloom::worker {
namespace {

using namespace std::chrono_literals;
using nlohmann::json;

struct Pipe {
  FileHandle read;
  FileHandle write;
};

Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) std::abort();
  return {FileHandle(ends[0]), FileHandle(ends[1])};
}

Patience for_at_most(std::chrono::milliseconds time) { return {Clock::now() + time, -1}; }

TEST(WorkerProtocol, AFrameIsMagicVersionLengthCborAndAnEnd) {
  const auto frame = make_frame({{"a", 1}});
  // RFC 8949: a1 is a map of one pair, 61 61 the text "a", 01 the number.
  const std::vector<std::uint8_t> expected{'B', 'K', 'L', 'M', 5, 0, 0, 0, 4, 0, 0, 0, 0xa1, 0x61, 0x61, 0x01, '\n'};
  EXPECT_EQ(frame, expected);
}

TEST(WorkerProtocol, MessagesArriveAsTheyWereSent) {
  const Pipe pipe = make_pipe();
  const json message{{"text", "x"}, {"bytes", json::binary({0, 255, 1})}, {"list", {1, -2, 2.5}}};
  ASSERT_EQ(send_message(pipe.write.get(), message, for_at_most(10s)), Outcome::done);
  const Transfer got = receive_message(pipe.read.get(), for_at_most(10s));
  ASSERT_EQ(got.outcome, Outcome::done);
  EXPECT_EQ(got.message, message);
}

TEST(WorkerProtocol, AMessageLargerThanThePipePasses) {
  const Pipe pipe = make_pipe();
  const json message{{"bytes", json::binary(std::vector<std::uint8_t>(std::size_t{3} << 20, 7))}};
  Outcome sent = Outcome::garbage;
  std::thread sender([&] { sent = send_message(pipe.write.get(), message, for_at_most(20s)); });
  const Transfer got = receive_message(pipe.read.get(), for_at_most(20s));
  sender.join();
  EXPECT_EQ(sent, Outcome::done);
  EXPECT_EQ(got.message, message);
}

TEST(WorkerProtocol, LongBuffersAreAttachedAndComeBackInTheirPlaces) {
  const std::size_t length = std::size_t{1} << 20;
  const json message{{"list", {json::binary(std::vector<std::uint8_t>(length, 1)), json::binary({2})}},
                     {"other", {{"bytes", json::binary(std::vector<std::uint8_t>(length, 3))}}}};
  const auto frame = make_frame(message);
  // Payload and attachments: nothing of the buffers stands in the payload.
  EXPECT_LT(frame[8] + 256U * frame[9], 200U);
  EXPECT_GT(frame.size(), 2 * length);
  EXPECT_LT(frame.size(), 2 * length + 200);
  const Pipe pipe = make_pipe();
  std::thread sender([&] { EXPECT_EQ(send_message(pipe.write.get(), message, for_at_most(20s)), Outcome::done); });
  const Transfer got = receive_message(pipe.read.get(), for_at_most(20s));
  sender.join();
  ASSERT_EQ(got.outcome, Outcome::done) << got.detail;
  EXPECT_EQ(got.message, message);
}

TEST(WorkerProtocol, AttachmentsThatDoNotFitAreGarbage) {
  const json one = {{"attachment", 0}};
  const json cases[] = {
      {{"a", one}},                                                       // none is attached
      {{"attachments", 1}, {"a", one}},                                   // no list
      {{"attachments", {-1}}, {"a", one}},                                // no length
      {{"attachments", {kLongestPayload, kLongestPayload}}, {"a", one}},  // longer than any
      {{"attachments", {1}}, {"a", one}, {"b", one}},                     // one in two places
      {{"attachments", {1}}, {"a", {{"attachment", 1}}}},                 // another
      {{"attachments", {1}}, {"a", {{"attachment", 0}, {"more", 1}}}},    // with something beside it
      {{"attachments", {1}}, {"a", {{"attachment", "text"}}}},            // no index
  };
  for (const json& message : cases) {
    auto frame = make_frame(message);
    frame.insert(frame.end() - 1, 7);
    Pipe pipe = make_pipe();
    ASSERT_EQ(::write(pipe.write.get(), frame.data(), frame.size()), static_cast<ssize_t>(frame.size()));
    const Transfer got = receive_message(pipe.read.get(), for_at_most(10s));
    EXPECT_EQ(got.outcome, Outcome::garbage) << message;
    EXPECT_FALSE(got.detail.empty());
  }
  Pipe pipe = make_pipe();
  const auto frame = make_frame({{"attachments", {100}}, {"a", one}});
  ASSERT_EQ(::write(pipe.write.get(), frame.data(), frame.size()), static_cast<ssize_t>(frame.size()));
  pipe.write.reset();
  EXPECT_EQ(receive_message(pipe.read.get(), for_at_most(10s)).outcome, Outcome::closed) << "promised, never sent";
}

TEST(WorkerProtocol, NothingArrivingEndsWithTheDeadline) {
  const Pipe pipe = make_pipe();
  EXPECT_EQ(receive_message(pipe.read.get(), for_at_most(30ms)).outcome, Outcome::late);
}

TEST(WorkerProtocol, AFullPipeEndsWithTheDeadline) {
  const Pipe pipe = make_pipe();
  const json message{{"bytes", json::binary(std::vector<std::uint8_t>(std::size_t{3} << 20, 7))}};
  EXPECT_EQ(send_message(pipe.write.get(), message, for_at_most(30ms)), Outcome::late);
}

TEST(WorkerProtocol, AClosedEndIsNoticedOnBothSides) {
  Pipe pipe = make_pipe();
  pipe.read.reset();
  EXPECT_EQ(send_message(pipe.write.get(), {{"a", 1}}, for_at_most(10s)), Outcome::closed);
  Pipe other = make_pipe();
  other.write.reset();
  EXPECT_EQ(receive_message(other.read.get(), for_at_most(10s)).outcome, Outcome::closed);
}

TEST(WorkerProtocol, EveryTruncationIsAClosedPipe) {
  const auto frame = make_frame({{"ok", true}, {"list", {1, 2, 3}}});
  for (std::size_t length = 0; length < frame.size(); ++length) {
    Pipe pipe = make_pipe();
    ASSERT_EQ(::write(pipe.write.get(), frame.data(), length), static_cast<ssize_t>(length));
    pipe.write.reset();
    EXPECT_EQ(receive_message(pipe.read.get(), for_at_most(10s)).outcome, Outcome::closed) << length;
  }
}

TEST(WorkerProtocol, EveryFlippedBitIsAMessageOrASentence) {
  // Bits of the payload may make another message; none may crash or hang.
  const auto frame = make_frame(to_message(GpuCopySamples{{{1, 2, 3}, 4, "CUDA events", 5}, {}}));
  for (std::size_t bit = 0; bit < frame.size() * 8; ++bit) {
    auto changed = frame;
    changed[bit / 8] = static_cast<std::uint8_t>(changed[bit / 8] ^ (1U << bit % 8));
    Pipe pipe = make_pipe();
    ASSERT_EQ(::write(pipe.write.get(), changed.data(), changed.size()), static_cast<ssize_t>(changed.size()));
    pipe.write.reset();
    const Transfer got = receive_message(pipe.read.get(), for_at_most(10s));
    if (bit < 64 || bit / 8 == frame.size() - 1) {
      EXPECT_EQ(got.outcome, Outcome::garbage) << bit;
    }
    if (got.outcome == Outcome::done) (void)copy_samples_of(got.message);
    if (got.outcome == Outcome::garbage) {
      EXPECT_FALSE(got.detail.empty());
    }
  }
}

TEST(WorkerProtocol, RandomPayloadsAreRefusedOrRead) {
  std::mt19937 random(7);
  for (int i = 0; i < 20000; ++i) {
    std::vector<std::uint8_t> payload(random() % 40);
    for (auto& byte : payload) byte = static_cast<std::uint8_t>(random());
    const auto message = parse_payload(payload);
    if (message) {
      (void)launch_of(*message);
      (void)devices_of(*message);
      (void)output_of(*message);
      (void)counters_of(*message);
    }
  }
}

TEST(WorkerProtocol, NestingBeyondTheLimitIsRefusedAndNoStackIsLost) {
  const auto nested = [](int levels) {
    json message = 1;
    for (int i = 0; i < levels; ++i) message = json::array({std::move(message)});
    return json::to_cbor({{"a", std::move(message)}});
  };
  EXPECT_TRUE(parse_payload(nested(kDeepestNesting - 1)));
  EXPECT_FALSE(parse_payload(nested(kDeepestNesting)));
  EXPECT_FALSE(parse_payload(std::vector<std::uint8_t>(std::size_t{8} << 20, 0x81)));
}

TEST(WorkerProtocol, ALaunchComesBackAsItWas) {
  GpuLaunch launch;
  launch.ptx = std::string("text with \xff bytes that are no UTF-8");
  launch.entry = "name";
  launch.grid = {4294967295U, 2, 3};
  launch.block = {4, 5, 6};
  launch.dynamic_shared_bytes = 232448;
  launch.arguments = {{true, {std::byte{1}}}, {false, {}}, {true, {}}};
  launch.arguments[2].address = 0x2000'0000'0000;
  launch.arguments[2].variable = "table";
  launch.arguments[2].is_parameter = false;
  launch.restores = true;
  const auto back = launch_of(to_message(launch));
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(back->ptx, launch.ptx);
  EXPECT_EQ(back->entry, launch.entry);
  EXPECT_EQ(back->grid, launch.grid);
  EXPECT_EQ(back->block, launch.block);
  EXPECT_EQ(back->dynamic_shared_bytes, launch.dynamic_shared_bytes);
  ASSERT_EQ(back->arguments.size(), 3U);
  EXPECT_TRUE(back->arguments[0].is_buffer);
  EXPECT_EQ(back->arguments[0].bytes, launch.arguments[0].bytes);
  EXPECT_FALSE(back->arguments[1].is_buffer);
  EXPECT_EQ(back->arguments[0].address, 0U);
  EXPECT_TRUE(back->arguments[0].is_parameter);
  EXPECT_EQ(back->arguments[2].address, launch.arguments[2].address);
  EXPECT_EQ(back->arguments[2].variable, "table");
  EXPECT_FALSE(back->arguments[2].is_parameter);
  EXPECT_TRUE(back->restores);
}

TEST(WorkerProtocol, BuffersOfZerosTravelAsTheirLength) {
  GpuLaunch launch;
  launch.arguments = {{true, std::vector<std::byte>(1U << 20U), false}, {true, std::vector<std::byte>(4095)}};
  launch.arguments[1].bytes.push_back(std::byte{1});
  const json message = to_message(launch);
  EXPECT_LT(make_frame(message).size(), 6000U);
  const auto back = launch_of(message);
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(back->arguments[0].bytes, launch.arguments[0].bytes);
  EXPECT_FALSE(back->arguments[0].is_returned);
  EXPECT_EQ(back->arguments[1].bytes, launch.arguments[1].bytes);
  EXPECT_TRUE(back->arguments[1].is_returned);
  json endless = message;
  endless["arguments"][0]["zeros"] = std::uint64_t{1} << 40U;
  EXPECT_FALSE(launch_of(endless)) << "a length that is only promised takes no memory";
}

TEST(WorkerProtocol, FieldsThatAreMissingAreASentence) {
  const json message = to_message(GpuLaunch{});
  for (const auto& [name, value] : message.items()) {
    json less = message;
    less.erase(name);
    EXPECT_FALSE(launch_of(less)) << name;
    json other = message;
    other[name] = nullptr;
    EXPECT_FALSE(launch_of(other)) << name;
  }
}

}  // namespace
}  // namespace bankloom::worker
