// What a kernel does wrong: where it is found, what it is called, and what becomes of the access.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "core/simt/address_space.h"
#include "kernel_run.h"

namespace bankloom::simt::test {
namespace {

TEST(Faults, OutOfBoundsInGlobalMemory) {
  KernelRun run(module_text(".file 1 \"k.cu\"\n" + kernel_text(R"(
    .loc 1 3 1
    ld.global.u32 %r1, [%at];
    .loc 1 4 1
    add.u32 %r1, %r1, 1;
    st.global.u32 [%at], %r1;
    ld.param.u64 %d1, [p1];
    mad.wide.u32 %d1, %t, 4, %d1;
    st.global.u32 [%d1], %r1;
    ret;)",
                                                               2)));
  const std::size_t out = run.in(Words(20, 5));
  const std::size_t copy = run.in(Words(40, 77));
  run.config.block = {40, 1, 1};
  run.run();
  ASSERT_EQ(run.fault_kinds(), (Kinds{"out_of_bounds", "out_of_bounds"}));
  const Fault& load = run.result.faults[0];
  EXPECT_EQ(load.source_line, 3u);
  EXPECT_EQ(load.block, (Dim3{0, 0, 0}));
  EXPECT_EQ(load.thread, (Dim3{20, 0, 0}));
  EXPECT_EQ(load.count, 20u);
  EXPECT_TRUE(load.has_address);
  EXPECT_EQ(load.space, Space::global);
  EXPECT_EQ(load.address, run.memory.buffer(out).address + 80);
  EXPECT_NE(fault_text(load).str().find("reads 4 bytes"), std::string::npos) << fault_text(load).str();
  EXPECT_NE(fault_text(load).str().find("'argument 0', which has 80 bytes"), std::string::npos)
      << fault_text(load).str();
  EXPECT_EQ(run.result.faults[1].source_line, 4u);
  EXPECT_NE(fault_text(run.result.faults[1]).str().find("writes"), std::string::npos);
  // The good lanes did their work; what faulted read as 0.
  EXPECT_EQ(run.values<std::uint32_t>(out), Words(20, 6));
  EXPECT_EQ(run.values<std::uint32_t>(copy), words_of(40, [](std::uint32_t t) { return t < 20 ? 6 : 1; }));
  // An access that faulted is no access.
  const std::vector<MemoryAccess> accesses = accesses_of(run.result);
  ASSERT_EQ(accesses.size(), 4u);
  EXPECT_EQ(accesses[0].active, 0xfffffu);
  EXPECT_EQ(accesses[3].warp, 1u);
}

TEST(Faults, OutOfBoundsInTheOtherSpaces) {
  KernelRun run(module_text(".file 1 \"k.cu\"\n.shared .align 4 .b8 s[64];\n.const .align 4 .u32 c;\n" + kernel_text(R"(
    .local .align 4 .b8 l[20];
    mov.u32 %r9, 1;
    .loc 1 1 1
    ld.shared.u32 %r1, [s+64];
    .loc 1 2 1
    ld.local.u32 %r2, [l+20];
    .loc 1 3 1
    ld.const.u32 %r3, [c+4];
    .loc 1 4 1
    mov.u64 %d1, 0;
    ld.u32 %r4, [%d1];
    .loc 1 5 1
    st.shared.v4.u32 [s+56], {%r9, %r9, %r9, %r9};
    .loc 1 6 1
    atom.shared.add.u32 %r5, [s+1000], 1;
    .loc 1 7 1
    cvta.const.u64 %d2, c;
    st.u32 [%d2], %r9;
    .loc 1 8 1
    mov.b64 %d3, p0;
    ld.param.u32 %r6, [%d3+8];
    add.u32 %r1, %r1, %r2;
    add.u32 %r1, %r1, %r3;
    add.u32 %r1, %r1, %r4;
    add.u32 %r1, %r1, %r5;
    add.u32 %r1, %r1, %r6;
    st.global.u32 [%at], %r1;
    ret;)")));
  const std::size_t out = run.in(Words(2, 5));
  run.config.block = {2, 1, 1};
  run.run();
  EXPECT_EQ(run.fault_kinds(), Kinds(8, "out_of_bounds"));
  std::vector<Space> spaces;
  for (const Fault& fault : run.result.faults) {
    spaces.push_back(fault.space);
    EXPECT_EQ(fault.count, 2u);
    EXPECT_EQ(fault.source_line, spaces.size());
  }
  using enum Space;
  EXPECT_EQ(spaces, (std::vector<Space>{shared, local, constant, global, shared, shared, constant, param}));
  EXPECT_EQ(run.result.faults[0].address, 64u);
  EXPECT_NE(fault_text(run.result.faults[0]).str().find("the block has 64 bytes of shared memory"), std::string::npos);
  EXPECT_NE(fault_text(run.result.faults[1]).str().find("20 bytes of local memory"), std::string::npos)
      << fault_text(run.result.faults[1]).str();
  EXPECT_EQ(run.values<std::uint32_t>(out), (Words{0, 0}));
}

TEST(Faults, Misaligned) {
  KernelRun run(module_text(".shared .align 16 .b8 s[64];\n" + kernel_text(R"(
    .local .align 16 .b8 l[32];
    ld.global.u32 %r1, [%out+2];
    mov.u32 %r9, 7;
    st.shared.v2.u32 [s+4], {%r9, %r9};
    ld.local.u64 %d1, [l+4];
    atom.global.add.u32 %r2, [%out+6], 1;
    mov.u32 %r3, s;
    add.u32 %r3, %r3, %t;
    st.shared.u16 [%r3], %r9;
    ld.shared.u32 %r4, [s];
    add.u32 %r4, %r4, %r1;
    add.u32 %r4, %r4, %r2;
    st.global.u32 [%out+8], %r4;
    ret;)")));
  const std::size_t out = run.in(Words(3, 5));
  run.config.block = {4, 1, 1};
  run.run();
  EXPECT_EQ(run.fault_kinds(), Kinds(5, "misaligned"));
  EXPECT_EQ(run.result.faults[4].count, 2u) << "two of the four addresses are odd";
  EXPECT_EQ(run.result.faults[4].thread, (Dim3{1, 0, 0}));
  EXPECT_NE(fault_text(run.result.faults[1]).str().find("not a multiple of 8"), std::string::npos);
  EXPECT_EQ(run.values<std::uint32_t>(out)[2], 0x00070007u);
}

TEST(Faults, OneEntryForAKindAndLine) {
  KernelRun run(module_text(".file 1 \"k.cu\"\n" + kernel_text(R"(
    mov.u32 %r1, 0;
  TURN:
    .loc 1 9 1
    mad.wide.u32 %d1, %r1, 64, %at;
    st.global.u32 [%d1], %t;
    .loc 1 10 1
    add.u32 %r1, %r1, 1;
    setp.lt.u32 %p1, %r1, 10;
    @%p1 bra TURN;
    ret;)")));
  run.out<std::uint32_t>(1);
  run.config.grid = {3, 1, 1};
  run.run();
  ASSERT_EQ(run.fault_kinds(), Kinds{"out_of_bounds"});
  EXPECT_EQ(run.result.faults[0].count, 3u * (31 + 9 * 32));
}

TEST(Faults, OneEntryForALineThatBecameSeveralInstructions) {
  // As an unrolled loop does; and a made-up line 0 belongs to the line before.
  KernelRun run(module_text(".file 1 \"k.cu\"\n" + kernel_text(R"(
    .loc 1 9 1
    st.global.u32 [%at+4096], %t;
    st.global.u32 [%at+8192], %t;
    .loc 1 0 1
    st.global.u32 [%at+16384], %t;
    .loc 1 10 1
    st.global.u32 [%at+4096], %t;
    ret;)")));
  run.out<std::uint32_t>(32);
  run.run();
  ASSERT_EQ(run.fault_kinds(), (Kinds{"out_of_bounds", "out_of_bounds"}));
  EXPECT_EQ(run.result.faults[0].source_line, 9u);
  EXPECT_EQ(run.result.faults[0].count, 3u * 32);
  EXPECT_EQ(run.result.faults[1].source_line, 10u);
  EXPECT_EQ(run.result.faults[1].count, 32u);
}

TEST(Faults, DivisionByZero) {
  KernelRun run(module_text(kernel_text(R"(
    sub.u32 %r1, %t, 3;
    div.u32 %r2, 100, %r1;
    st.global.u32 [%at], %r2;
    ret;)")));
  run.out<std::uint32_t>(32);
  run.run();
  ASSERT_EQ(run.fault_kinds(), Kinds{"division_by_zero"});
  EXPECT_EQ(run.result.faults[0].thread, (Dim3{3, 0, 0}));
  EXPECT_EQ(run.result.faults[0].count, 1u);
}

TEST(Faults, TrapEndsTheLaunch) {
  KernelRun run(module_text(kernel_text(R"(
    mov.u32 %r1, %ctaid.x;
    mad.wide.u32 %d1, %r1, 4, %out;
    st.global.u32 [%d1], 1;
    setp.eq.u32 %p1, %r1, 2;
    setp.eq.and.u32 %p1, %t, 7, %p1;
    @%p1 trap;
    st.global.u32 [%d1], 2;
    ret;)")));
  const std::size_t out = run.out<std::uint32_t>(5);
  run.config.grid = {5, 1, 1};
  run.run();
  ASSERT_EQ(run.fault_kinds(), Kinds{"trap"});
  EXPECT_EQ(run.result.faults[0].block, (Dim3{2, 0, 0}));
  EXPECT_EQ(run.result.faults[0].thread, (Dim3{7, 0, 0}));
  EXPECT_EQ(run.values<std::uint32_t>(out), (Words{2, 2, 1, 0, 0}));
  EXPECT_EQ(run.result.statistics.blocks, 3u);
}

}  // namespace
}  // namespace bankloom::simt::test
