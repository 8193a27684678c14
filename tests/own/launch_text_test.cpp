// The text of a launch, found by the line that the host's code has for it.
#include "core/own/launch_text.h"

#include <gtest/gtest.h>

namespace bankloom::own {
namespace {

TEST(LaunchText, IsFoundByItsLine) {
  const std::string text = R"(#define RUN(k) k<<<1, 1>>>(0)
int main() {
  // first<<<1, 1>>>(a)
  if (x < y) first<<<grid, dim3(32, 8)>>>(d_out, d_in + RADIUS);
  else ns::second<float, (N > 1)><<<N >> 1,
       block, bytes>>>(
      out, f(1, 2));
  RUN(third);
}
)";
  EXPECT_EQ(launch_text_at(text, 4), "first<<<grid, dim3(32, 8)>>>(d_out, d_in + RADIUS)");
  const std::string second = "ns::second<float, (N > 1)><<<N >> 1,\n       block, bytes>>>(\n      out, f(1, 2))";
  for (const unsigned line : {5u, 6u, 7u}) EXPECT_EQ(launch_text_at(text, line), second) << line;
  EXPECT_EQ(launch_text_at(text, 3), "");
  EXPECT_EQ(launch_text_at(text, 8), "");
  EXPECT_EQ(launch_text_at("a<<<1", 1), "");
  EXPECT_EQ(launch_text_at("a<<<1>>>(", 1), "a<<<1>>>(");
  EXPECT_EQ(launch_text_at("<<<>>>()", 1), "");
}

}  // namespace
}  // namespace bankloom::own
