// What is read of host code by its words.
#include "core/own/host_text.h"

#include <gtest/gtest.h>

namespace bankloom::own {
namespace {

TEST(HostText, ALaunchIsFoundByItsLine) {
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

TEST(HostText, IsADefinition) {
  EXPECT_TRUE(has_main("__global__ void k() {}\nint main() { k<<<1, 1>>>(); }"));
  EXPECT_TRUE(has_main("int main(int argc, char **argv)\n{\n}"));
  EXPECT_TRUE(has_main("auto main(int argc, char* argv[]) -> int { return 0; }"));
  EXPECT_TRUE(has_main("extern \"C\" {\nint main(void) try { } catch (...) { }\n}"));
  EXPECT_FALSE(has_main("__global__ void k(float* out) { out[0] = 1; }"));
  EXPECT_FALSE(has_main("// int main() { }\n/* int main() { } */"));
  EXPECT_FALSE(has_main("const char* text = \"int main() {}\";"));
  EXPECT_FALSE(has_main("#define M int main() {}\n"));
  EXPECT_FALSE(has_main("int main();"));
  EXPECT_FALSE(has_main("int x = main(2); int domain() {}"));
  EXPECT_FALSE(has_main("int main("));
}

}  // namespace
}  // namespace bankloom::own
