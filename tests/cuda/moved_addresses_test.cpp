// Addresses of captured memory, as they are on the device.
#include <gtest/gtest.h>

#include <cstring>

#include "cuda/gpu_program.h"

namespace bankloom {
namespace {

std::vector<std::byte> bytes_of(const std::vector<std::uint64_t>& words) {
  std::vector<std::byte> bytes(words.size() * sizeof(std::uint64_t));
  std::memcpy(bytes.data(), words.data(), bytes.size());
  return bytes;
}

TEST(MovedAddresses, ThoseOfARangeMoveWithIt) {
  const std::vector<MovedRange> ranges{{0x2000, 0x100, 0x70000}, {0x2100, 0x10, 0x90000}};
  const auto moved = with_moved_addresses(bytes_of({0x2000, 7, 0x20ff, 0x2100, 0x2110, 0x1fff}), ranges);
  ASSERT_TRUE(moved);
  // The end of the first range is the beginning of the second; the end of the second is its own.
  EXPECT_EQ(*moved, bytes_of({0x70000, 7, 0x700ff, 0x90000, 0x90010, 0x1fff}));
}

TEST(MovedAddresses, BytesWithoutOneStayAsTheyAre) {
  const std::vector<MovedRange> ranges{{0x2000, 0x100, 0x70000}};
  EXPECT_FALSE(with_moved_addresses(bytes_of({1, 2, 3}), ranges));
  auto odd = bytes_of({0, 0x2000, 0});
  odd.erase(odd.begin(), odd.begin() + 4);
  EXPECT_FALSE(with_moved_addresses(odd, ranges)) << "no pointer lies there";
  EXPECT_FALSE(with_moved_addresses(std::vector<std::byte>(7), ranges));
}

}  // namespace
}  // namespace bankloom
