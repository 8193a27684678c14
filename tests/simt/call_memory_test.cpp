// What calls do with a thread's memory: local arrays of every activation, addresses of parameters, the stack and its
// end.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "calls.h"

#include "core/wording/fault_text.h"

namespace bankloom::simt::test {
namespace {

TEST(Calls, EveryActivationHasItsOwnLocalMemory) {
  // Each call fills an array of its own, calls itself, and finds the array as it was.
  EXPECT_EQ(run_with_functions(R"(
.func (.reg .u32 sum) nest(.reg .u32 depth, .reg .u32 tag)
{
  .local .align 4 .b8 mine[16];
  .reg .pred %p;
  .reg .u32 %x<4>;
  .reg .b64 %a;
  mov.u64 %a, mine;
  st.local.u32 [%a], tag;
  st.local.u32 [mine+4], depth;
  mov.u32 %x1, 0;
  setp.eq.u32 %p, depth, 0;
  @%p bra BOTTOM;
  sub.u32 %x2, depth, 1;
  add.u32 %x3, tag, 100;
  call (%x1), nest, (%x2, %x3);
BOTTOM:
  ld.local.u32 %x2, [mine];
  ld.local.u32 %x3, [%a+4];
  mad.lo.u32 %x2, %x3, 10000, %x2;
  add.u32 sum, %x1, %x2;
  ret;
})",
                               R"(
    .local .align 4 .b8 own[8];
    st.local.u32 [own+4], 777;
    and.b32 %r1, %t, 3;
    call (%r2), nest, (%r1, %t);
    ld.local.u32 %r3, [own+4];
    add.u32 %r2, %r2, %r3;
    st.global.u32 [%at], %r2;
    ret;)",
                               32),
            words_of(32, [](std::uint32_t t) {
              std::uint32_t sum = 777;
              for (std::uint32_t level = 0; level <= t % 4; ++level) {
                sum += (t % 4 - level) * 10000 + t + 100 * level;
              }
              return sum;
            }));
}

TEST(Calls, GenericPointersToLocalMemoryOfTheCaller) {
  EXPECT_EQ(run_with_functions(R"(
.func put(.param .b64 where, .param .b32 value)
{
  .reg .b64 %a;
  .reg .b32 %v;
  ld.param.u64 %a, [where];
  ld.param.u32 %v, [value];
  st.u32 [%a], %v;
  ret;
}
.func (.reg .u32 sum) fill(.reg .u32 n)
{
  .local .align 16 .b8 mine[64];
  .reg .b64 %a<3>;
  .reg .b32 %x<3>;
  .reg .pred %p;
  cvta.local.u64 %a0, mine;
  mov.u32 %x0, 0;
TURN:
  mad.wide.u32 %a1, %x0, 4, %a0;
  mul.lo.u32 %x1, %x0, n;
  {
    .param .b64 where; .param .b32 value;
    st.param.b64 [where], %a1;
    st.param.b32 [value], %x1;
    call put, (where, value);
  }
  add.u32 %x0, %x0, 1;
  setp.lt.u32 %p, %x0, 16;
  @%p bra TURN;
  cvta.to.local.u64 %a2, %a0;
  ld.local.u32 sum, [%a2+60];
  ld.local.u32 %x1, [mine+4];
  mad.lo.u32 sum, %x1, 1000, sum;
  ret;
})",
                               R"(
    call (%r1), fill, (%t);
    st.global.u32 [%at], %r1;
    ret;)",
                               32),
            words_of(32, [](std::uint32_t t) { return t * 1000 + 15 * t; }));
}

TEST(Calls, AddressOfAParameterAndOfAResult) {
  EXPECT_EQ(run_with_functions(R"(
.func (.param .align 4 .b8 r[8]) pick(.param .align 4 .b8 values[16], .param .b32 index)
{
  .reg .b64 %a<3>;
  .reg .b32 %x<3>;
  ld.param.u32 %x0, [index];
  mov.b64 %a0, values;
  mad.wide.u32 %a1, %x0, 4, %a0;
  ld.local.u32 %x1, [%a1];
  st.local.u32 [%a0], 99;
  ld.param.u32 %x2, [values];
  mov.b64 %a2, r;
  st.local.u32 [%a2], %x1;
  st.param.b32 [r+4], %x2;
  ret;
})",
                               R"(
    and.b32 %r1, %t, 3;
    {
      .param .align 4 .b8 v[16]; .param .b32 i; .param .align 4 .b8 r[8];
      add.u32 %r2, %t, 10;
      add.u32 %r3, %t, 20;
      add.u32 %r4, %t, 30;
      st.param.v4.b32 [v], {%t, %r2, %r3, %r4};
      st.param.b32 [i], %r1;
      call (r), pick, (v, i);
      ld.param.v2.b32 {%r5, %r6}, [r];
    }
    mad.lo.u32 %r5, %r6, 1000, %r5;
    st.global.u32 [%at], %r5;
    ret;)",
                               32),
            words_of(32, [](std::uint32_t t) { return 99000 + t + 10 * (t % 4); }));
}

TEST(Calls, AllocatedStackMemory) {
  EXPECT_EQ(run_with_functions(R"(
.func (.reg .u32 last) fill(.reg .u32 n)
{
  .reg .b64 %a<4>;
  .reg .u32 %x;
  stacksave.u64 %a0;
  alloca.u64 %a1, 64, 16;
  st.local.u32 [%a1], n;
  alloca.u64 %a2, 32;
  st.local.u32 [%a2+28], 1;
  ld.local.u32 last, [%a1];
  stackrestore.u64 %a0;
  alloca.u64 %a3, 64, 16;
  sub.u64 %a3, %a3, %a1;
  cvt.u32.u64 %x, %a3;
  mad.lo.u32 last, %x, 1000, last;
  ret;
})",
                               R"(
    call (%r1), fill, (%t);
    st.global.u32 [%at], %r1;
    ret;)",
                               32),
            words_of(32, [](std::uint32_t t) { return t; }));
}

TEST(Calls, EndlessRecursionIsAFault) {
  for (const char* local : {"", "  .local .align 4 .b8 mine[4096];\n  st.local.u32 [mine], n;\n"}) {
    KernelRun run(with_functions(std::string(".func (.reg .u32 r) down(.reg .u32 n)\n{\n  .reg .u32 %x;\n") + local +
                                     "  add.u32 %x, n, 1;\n  call (r), down, (%x);\n  ret;\n}",
                                 "  call (%r1), down, (%t);\n  st.global.u32 [%at], %r1;\n  ret;"));
    run.out<std::uint32_t>(64);
    run.config.block = {64, 1, 1};
    run.run();
    ASSERT_EQ(run.fault_kinds(), std::vector<std::string>{"stack_overflow"});
    EXPECT_EQ(run.result.faults[0].count, 32u);
    EXPECT_NE(fault_text(run.result.faults[0]).str().find("'down'"), std::string::npos)
        << fault_text(run.result.faults[0]).str();
  }
}

TEST(Calls, DeepRecursionThatEndsIsNone) {
  EXPECT_EQ(run_with_functions(R"(
.func (.reg .u32 r) down(.reg .u32 n)
{
  .reg .pred %p;
  .reg .u32 %x;
  mov.u32 r, 0;
  setp.eq.u32 %p, n, 0;
  @%p ret;
  sub.u32 %x, n, 1;
  call (r), down, (%x);
  add.u32 r, r, 2;
  ret;
})",
                               R"(
    mad.lo.u32 %r1, %t, 20, 800;
    call (%r2), down, (%r1);
    st.global.u32 [%at], %r2;
    ret;)",
                               32),
            words_of(32, [](std::uint32_t t) { return 2 * (20 * t + 800); }));
}

TEST(Calls, WhatCannotBeCalledIsNamed) {
  const std::string missing =
      decode_error(module_text(".extern .func missing();\n" + kernel_text("  call missing;\n  ret;")));
  EXPECT_NE(missing.find("'missing' is called but has no body"), std::string::npos) << missing;
  const std::string entry =
      decode_error(module_text(".visible .entry other()\n{\n  ret;\n}\n" + kernel_text("  call other;\n  ret;")));
  EXPECT_NE(entry.find("other"), std::string::npos) << entry;
  EXPECT_NE(entry.find("kernel"), std::string::npos) << entry;
}

}  // namespace
}  // namespace bankloom::simt::test
