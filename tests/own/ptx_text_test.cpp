// PTX as an own text: launched as its comments say, or refused with what to write.
#include "core/own/ptx_text.h"

#include <gtest/gtest.h>

#include <cstring>

#include "own_fixture.h"

namespace bankloom {
namespace {

const std::string kKernels = R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry first(.param .u32 n) { ret; }
.visible .entry turn(.param .u64 out, .param .u32 n) {
  .reg .b32 %r<2>;
  .reg .b64 %d<2>;
  ld.param.u64 %d0, [out];
  mov.u32 %r0, %tid.x;
  st.global.u32 [%d0], %r0;
  ret;
}
)";

Result<std::shared_ptr<const CapturedLaunch>> launch_of(const std::string& line) {
  OwnSource source;
  source.path = "/home/ada/turn.ptx";
  source.text = line + "\n" + kKernels;
  return launch_of_ptx(source);
}

std::string error_of(const std::string& line) {
  const auto launch = launch_of(line);
  return launch ? std::string() : launch.error().message;
}

TEST(PtxText, IsLaunchedAsItsCommentSays) {
  const auto made = launch_of("// launch: turn<<<dim3(2, 3), 8 * 4, 256>>>(out:f32:64 i32:7)");
  ASSERT_TRUE(made.has_value()) << made.error().message;
  const CapturedLaunch& launch = **made;
  EXPECT_EQ(launch.entry, "turn");
  EXPECT_EQ(launch.grid, (Dim3{2, 3, 1}));
  EXPECT_EQ(launch.block, (Dim3{32, 1, 1}));
  EXPECT_EQ(launch.dynamic_shared, 256u);
  ASSERT_EQ(launch.memory.size(), 1u);
  EXPECT_EQ(launch.memory[0].contents->size(), 256u);
  ASSERT_EQ(launch.parameters.size(), 12u);
  std::uint64_t out = 0;
  std::uint32_t n = 0;
  std::memcpy(&out, launch.parameters.data(), sizeof out);
  std::memcpy(&n, launch.parameters.data() + 8, sizeof n);
  EXPECT_EQ(out, launch.memory[0].address);
  EXPECT_EQ(n, 7u);
  // The lines are the text's: the comment is its first.
  const auto* entry = launch.module->find("turn");
  ASSERT_NE(entry, nullptr);
  EXPECT_EQ(entry->body.front().source_line, 9u);
}

TEST(PtxText, WithoutALineSaysWhatToWrite) {
  const std::string error = error_of("// turns");
  EXPECT_NE(error.find("its kernels are first, turn"), std::string::npos) << error;
  EXPECT_NE(error.find("// launch: turn<<<1, 32>>>(inout:f32:1,2,3 u32:1)"), std::string::npos) << error;
}

TEST(PtxText, WhatItSaysMustFit) {
  EXPECT_NE(error_of("// launch: trun<<<1, 32>>>(out:f32:64 i32:7)").find("turn"), std::string::npos);
  EXPECT_NE(error_of("// launch: turn<<<1, 32>>>(out:f32:64)").find("gives 1 arguments"), std::string::npos);
  EXPECT_NE(error_of("// launch: turn<<<1, 32>>>(out:f32:64 f64:7)").find("has 8 bytes"), std::string::npos);
  EXPECT_NE(error_of("// launch: turn<<<1, n>>>(out:f32:64 i32:7)").find("'n'"), std::string::npos);
  EXPECT_NE(error_of("// launch: turn<<<0, 32>>>(out:f32:64 i32:7)").find("'0'"), std::string::npos);
  EXPECT_NE(error_of("// launch: turn<<<1, 32>>>(out:f99:64 i32:7)"), "");
}

class PtxTile : public test::OwnTest {};

TEST_F(PtxTile, IsDrawnAsThePtxDeclaresIt) {
  OwnSource source;
  source.path = "/home/ada/column.ptx";
  source.text = R"(// launch: column<<<1, 32>>>(out:f32:32)
// sums: f32[8][4]
.version 8.0
.target sm_90
.address_size 64
.visible .entry column(.param .u64 sums) {
  .reg .b32 %r<3>;
  .reg .b64 %d<1>;
  .shared .align 4 .f32 tile[32][33];
  ld.param.u64 %d0, [sums];
  mov.u32 %r0, %tid.x;
  mov.u32 %r1, tile;
  mad.lo.u32 %r1, %r0, 132, %r1;
  st.shared.u32 [%r1], %r0;
  mad.wide.u32 %d0, %r0, 4, %d0;
  st.global.u32 [%d0], %r0;
  ret;
}
)";
  const auto made = run(source);
  ASSERT_NE(made, nullptr);
  ASSERT_TRUE(made->tile.has_value());
  EXPECT_EQ(made->tile->name, "tile");
  EXPECT_EQ(made->tile->rows, 32u);
  EXPECT_EQ(made->tile->row_elements(), 33u);
  EXPECT_EQ(made->tile->element_bytes, 4u);
  EXPECT_EQ(made->output_name, "sums");
  EXPECT_EQ(made->output_rows, 8u);
  EXPECT_EQ(made->output_columns, 4u);
}

}  // namespace
}  // namespace bankloom
