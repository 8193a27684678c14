// 32 words come back from every form, and patterns take the bytes that they are worth.
#include "core/trace/packed_words.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace bankloom::packed {
namespace {

/// Writes and reads the words, checks that they came back and nothing beyond was touched; the bytes they took.
std::size_t bytes_of(const Words& words) {
  std::vector<std::byte> room(kLargestWords + 8, std::byte{0xa5});
  const std::byte* const end = write_words(words, room.data());
  Words back{};
  EXPECT_EQ(read_words(room.data(), back), end);
  EXPECT_EQ(back, words);
  const auto bytes = static_cast<std::size_t>(end - room.data());
  EXPECT_LE(bytes, kLargestWords);
  for (std::size_t at = bytes; at < room.size(); ++at) EXPECT_EQ(room[at], std::byte{0xa5}) << at;
  return bytes;
}

template <typename Make>
Words words_of(const Make& make) {
  Words words;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) words[lane] = make(lane);
  return words;
}

std::uint32_t bits_of(float value) { return std::bit_cast<std::uint32_t>(value); }

TEST(PackedWords, ALineTakesItsBaseAndStride) {
  EXPECT_EQ(bytes_of(words_of([](unsigned) { return 0U; })), 9u);
  EXPECT_EQ(bytes_of(words_of([](unsigned lane) { return 7 + 132 * lane; })), 9u);
  EXPECT_EQ(bytes_of(words_of([](unsigned lane) { return 3 - lane; })), 9u) << "modulo 2^32";
  EXPECT_EQ(bytes_of(words_of([](unsigned lane) { return 0x90000000U * lane; })), 9u);
}

TEST(PackedWords, ALineOfFloatsDoesToo) {
  EXPECT_EQ(bytes_of(words_of([](unsigned lane) { return bits_of(static_cast<float>(lane)); })), 9u);
  EXPECT_EQ(bytes_of(words_of([](unsigned lane) { return bits_of(1000.5F - 3.25F * static_cast<float>(lane)); })), 9u);
}

TEST(PackedWords, FloatsThatAreNoNumbersComeBackBitForBit) {
  const float infinity = std::numeric_limits<float>::infinity();
  for (const std::uint32_t odd : {0x7fc00001U, 0xffc12345U, 0x7f800001U, 0x80000000U, 1U, bits_of(infinity)}) {
    for (unsigned place = 0; place < kWarpSize; ++place) {
      bytes_of(words_of([&](unsigned lane) { return lane == place ? odd : bits_of(static_cast<float>(lane)); }));
      bytes_of(words_of([&](unsigned lane) { return lane <= place ? odd : odd + lane; }));
    }
  }
}

TEST(PackedWords, FewNeighbouringBitsThatDifferAreKeptAlone) {
  EXPECT_EQ(bytes_of(words_of([](unsigned lane) { return 0x12340000U | (lane ^ 5U) << 2U; })), 37u) << "a swizzle";
  EXPECT_EQ(bytes_of(words_of([](unsigned lane) { return 0xff0000ffU | (lane * lane % 251) << 16U; })), 37u);
  EXPECT_EQ(bytes_of(words_of([](unsigned lane) { return (lane * lane * 97 % 65521) << 13U; })), 69u);
  EXPECT_EQ(bytes_of(words_of([](unsigned lane) { return lane == 9 ? 0x80000000U : 0U; })), 37u) << "the highest bit";
  EXPECT_EQ(bytes_of(words_of([](unsigned lane) { return lane == 9 ? 0x80000001U : 0U; })), kLargestWords);
}

TEST(PackedWords, AnyWordsComeBack) {
  std::mt19937 random(20261124);
  for (unsigned turn = 0; turn < 20'000; ++turn) {
    const std::uint32_t mask = static_cast<std::uint32_t>(random()) >> random() % 32 << random() % 32;
    const auto base = static_cast<std::uint32_t>(random());
    const auto stride = static_cast<std::uint32_t>(random()) >> random() % 32;
    bytes_of(words_of(
        [&](unsigned lane) { return (base + lane * stride) ^ (static_cast<std::uint32_t>(random()) & mask); }));
    if (HasFailure()) FAIL() << "turn " << turn;
  }
}

}  // namespace
}  // namespace bankloom::packed
