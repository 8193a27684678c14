// Calls of device functions: parameters and results of all kinds, recursion, divergence in and around calls.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "calls.h"

namespace bankloom::simt::test {
namespace {

TEST(Calls, ParametersInMemory) {
  EXPECT_EQ(run_with_functions(R"(
.func (.param .b32 r) combine(.param .b32 a, .param .b64 b, .param .b16 c)
{
  .reg .b32 %x<4>;
  .reg .b64 %y;
  .reg .b16 %z;
  ld.param.u32 %x0, [a];
  ld.param.u64 %y, [b];
  ld.param.u16 %z, [c];
  cvt.u32.u64 %x1, %y;
  cvt.u32.u16 %x2, %z;
  mad.lo.u32 %x3, %x0, 1000, %x1;
  mad.lo.u32 %x3, %x2, 7, %x3;
  st.param.b32 [r], %x3;
  ret;
})",
                               R"(
    cvt.u64.u32 %d1, %t;
    cvt.u16.u32 %h1, %t;
    add.u16 %h1, %h1, 3;
    {
      .param .b32 a; .param .b64 b; .param .b16 c; .param .b32 r;
      st.param.b32 [a], %t;
      st.param.b64 [b], %d1;
      st.param.b16 [c], %h1;
      call.uni (r), combine, (a, b, c);
      ld.param.b32 %r1, [r];
    }
    st.global.u32 [%at], %r1;
    ret;)",
                               32),
            words_of(32, [](std::uint32_t t) { return t * 1000 + t + (t + 3) * 7; }));
}

TEST(Calls, ParametersInRegisters) {
  EXPECT_EQ(run_with_functions(R"(
.func (.reg .u32 q, .reg .u32 r) divide(.reg .u32 a, .reg .u32 b)
{
  div.u32 q, a, b;
  rem.u32 r, a, b;
  ret;
})",
                               R"(
    call (%r1, %r2), divide, (%t, 7);
    mad.lo.u32 %r1, %r1, 100, %r2;
    st.global.u32 [%at], %r1;
    ret;)",
                               32),
            words_of(32, [](std::uint32_t t) { return t / 7 * 100 + t % 7; }));
}

TEST(Calls, StructuresAndArraysByValue) {
  // struct { u32 a[5]; u8 b; f64 c; } in and the same out, with the array reversed and the others changed.
  EXPECT_EQ(run_with_functions(R"(
.func (.param .align 8 .b8 out[32]) reverse(.param .align 8 .b8 in[32])
{
  .reg .b32 %a<8>;
  .reg .b16 %b;
  .reg .f64 %c;
  ld.param.v2.u32 {%a0, %a1}, [in];
  ld.param.v2.u32 {%a2, %a3}, [in+8];
  ld.param.u32 %a4, [in+16];
  ld.param.u8 %b, [in+20];
  ld.param.f64 %c, [in+24];
  add.u16 %b, %b, 1;
  add.f64 %c, %c, %c;
  st.param.v4.b32 [out], {%a4, %a3, %a2, %a1};
  st.param.b32 [out+16], %a0;
  st.param.b8 [out+20], %b;
  st.param.f64 [out+24], %c;
  ret;
})",
                               R"(
    mad.wide.u32 %d1, %t, 24, %at;
    add.u64 %at, %d1, 0;
    add.u32 %r1, %t, 1;
    add.u32 %r2, %t, 2;
    add.u32 %r3, %t, 3;
    add.u32 %r4, %t, 4;
    cvt.u16.u32 %h1, %t;
    cvt.rn.f64.u32 %e1, %t;
    {
      .param .align 8 .b8 in[32];
      .param .align 8 .b8 out[32];
      st.param.b32 [in], %t;
      st.param.b32 [in+4], %r1;
      st.param.v2.b32 [in+8], {%r2, %r3};
      st.param.b32 [in+16], %r4;
      st.param.b8 [in+20], %h1;
      st.param.f64 [in+24], %e1;
      call.uni (out), reverse, (in);
      ld.param.v4.b32 {%r5, %r6, %r7, %r8}, [out];
      ld.param.b32 %r9, [out+16];
      ld.param.b8 %h2, [out+20];
      ld.param.f64 %e2, [out+24];
    }
    cvt.u32.u16 %r10, %h2;
    cvt.rni.u32.f64 %r11, %e2;
    st.global.u32 [%at], %r5;
    st.global.u32 [%at+4], %r6;
    st.global.u32 [%at+8], %r7;
    st.global.u32 [%at+12], %r8;
    st.global.u32 [%at+16], %r9;
    st.global.u32 [%at+20], %r10;
    st.global.u32 [%at+24], %r11;
    ret;)",
                               32 * 7),
            words_of(32 * 7, [](std::uint32_t i) {
              const std::uint32_t t = i / 7, field = i % 7;
              return field < 5 ? t + 4 - field : field == 5 ? t + 1 : 2 * t;
            }));
}

TEST(Calls, WithoutParameters) {
  EXPECT_EQ(run_with_functions(R"(
.global .align 4 .u32 counter = 41;
.func bump()
{
  .reg .b32 %x;
  ld.global.u32 %x, [counter];
  add.u32 %x, %x, 1;
  st.global.u32 [counter], %x;
  ret;
})",
                               R"(
    call bump;
    call bump, ();
    ld.global.u32 %r1, [counter];
    st.global.u32 [%at], %r1;
    ret;)",
                               1, {1, 1, 1}),
            Words{43});
}

constexpr const char* kFibonacci = R"(
.func (.param .b32 r) fib(.param .b32 n)
{
  .reg .pred %p;
  .reg .b32 %n<6>;
  ld.param.u32 %n0, [n];
  setp.lt.u32 %p, %n0, 2;
  @%p bra SMALL;
  sub.u32 %n1, %n0, 1;
  sub.u32 %n2, %n0, 2;
  {
    .param .b32 a; .param .b32 b;
    st.param.b32 [a], %n1;
    call.uni (b), fib, (a);
    ld.param.b32 %n3, [b];
  }
  {
    .param .b32 a; .param .b32 b;
    st.param.b32 [a], %n2;
    call.uni (b), fib, (a);
    ld.param.b32 %n4, [b];
  }
  add.u32 %n5, %n3, %n4;
  st.param.b32 [r], %n5;
  ret;
SMALL:
  st.param.b32 [r], %n0;
  ret;
})";

constexpr const char* kCallFibonacci = R"(
    and.b32 %r1, %t, 15;
    {
      .param .b32 a; .param .b32 b;
      st.param.b32 [a], %r1;
      call.uni (b), fib, (a);
      ld.param.b32 %r2, [b];
    }
    st.global.u32 [%at], %r2;
    ret;)";

TEST(Calls, RecursionToAnotherDepthInEachLane) {
  EXPECT_EQ(run_with_functions(kFibonacci, kCallFibonacci, 64, {64, 1, 1}), words_of(64, [](std::uint32_t t) {
              std::uint32_t a = 0, b = 1;
              for (std::uint32_t i = 0; i < t % 16; ++i) {
                const std::uint32_t next = a + b;
                a = b;
                b = next;
              }
              return a;
            }));
}

std::uint32_t ackermann(std::uint32_t m, std::uint32_t n) {
  if (m == 0) return n + 1;
  return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

TEST(Calls, AckermannWithRegisterParameters) {
  EXPECT_EQ(run_with_functions(R"(
.func (.reg .u32 r) ackermann(.reg .u32 m, .reg .u32 n)
{
  .reg .pred %p<2>;
  .reg .u32 %x, %y;
  setp.eq.u32 %p0, m, 0;
  @%p0 bra ZERO_M;
  setp.eq.u32 %p1, n, 0;
  sub.u32 %x, m, 1;
  @%p1 bra ZERO_N;
  sub.u32 %y, n, 1;
  call (%y), ackermann, (m, %y);
  call (r), ackermann, (%x, %y);
  ret;
ZERO_N:
  call (r), ackermann, (%x, 1);
  ret;
ZERO_M:
  add.u32 r, n, 1;
  ret;
})",
                               R"(
    shr.u32 %r1, %t, 3;
    and.b32 %r2, %t, 7;
    call (%r3), ackermann, (%r1, %r2);
    st.global.u32 [%at], %r3;
    ret;)",
                               24, {24, 1, 1}),
            words_of(24, [](std::uint32_t t) { return ackermann(t / 8, t % 8); }));
}

TEST(Calls, MutualRecursion) {
  EXPECT_EQ(run_with_functions(R"(
.func (.reg .u32 r) is_odd(.reg .u32 n);
.func (.reg .u32 r) is_even(.reg .u32 n)
{
  .reg .pred %p;
  .reg .u32 %x;
  mov.u32 r, 1;
  setp.eq.u32 %p, n, 0;
  @%p ret;
  sub.u32 %x, n, 1;
  call (r), is_odd, (%x);
  ret;
}
.func (.reg .u32 r) is_odd(.reg .u32 n)
{
  .reg .pred %p;
  .reg .u32 %x;
  mov.u32 r, 0;
  setp.eq.u32 %p, n, 0;
  @%p ret;
  sub.u32 %x, n, 1;
  call (r), is_even, (%x);
  ret;
})",
                               R"(
    call (%r1), is_even, (%t);
    call (%r2), is_odd, (%t);
    mad.lo.u32 %r1, %r1, 10, %r2;
    st.global.u32 [%at], %r1;
    ret;)",
                               32),
            words_of(32, [](std::uint32_t t) { return t % 2 == 0 ? 10 : 1; }));
}

constexpr const char* kOperations = R"(
.func (.param .b32 r) twice(.param .b32 a)
{
  .reg .b32 %x;
  ld.param.u32 %x, [a];
  add.u32 %x, %x, %x;
  st.param.b32 [r], %x;
  ret;
}
.func (.param .b32 r) square(.param .b32 a)
{
  .reg .b32 %x;
  ld.param.u32 %x, [a];
  mul.lo.u32 %x, %x, %x;
  st.param.b32 [r], %x;
  ret;
}
.func (.param .b32 r) negate(.param .b32 a)
{
  .reg .b32 %x;
  ld.param.u32 %x, [a];
  neg.s32 %x, %x;
  st.param.b32 [r], %x;
  ret;
})";

TEST(Calls, IndirectThroughATableInGlobalMemory) {
  KernelRun run(with_functions(std::string(kOperations) + "\n.global .align 8 .u64 table[3] = {twice, square, negate};",
                               R"(
    prototype: .callprototype (.param .b32 _) _ (.param .b32 _);
    rem.u32 %r1, %t, 3;
    mov.u64 %d1, table;
    mad.wide.u32 %d1, %r1, 8, %d1;
    ld.global.u64 %d2, [%d1];
    {
      .param .b32 a; .param .b32 r;
      st.param.b32 [a], %t;
      call (r), %d2, (a), prototype;
      ld.param.b32 %r2, [r];
    }
    st.global.u32 [%at], %r2;
    ret;)"));
  const std::size_t out = run.out<std::uint32_t>(32);
  run.run().expect_no_faults();
  EXPECT_EQ(run.values<std::uint32_t>(out), words_of(32, [](std::uint32_t t) {
              return t % 3 == 0 ? 2 * t : t % 3 == 1 ? t * t : 0u - t;
            }));
}

TEST(Calls, IndirectThroughSelectedAddressWithTargets) {
  EXPECT_EQ(run_with_functions(kOperations, R"(
    targets: .calltargets twice, negate;
    mov.u64 %d1, twice;
    mov.u64 %d2, negate;
    setp.lt.u32 %p1, %t, 5;
    selp.b64 %d3, %d1, %d2, %p1;
    {
      .param .b32 a; .param .b32 r;
      st.param.b32 [a], %t;
      call (r), %d3, (a), targets;
      ld.param.b32 %r2, [r];
    }
    st.global.u32 [%at], %r2;
    ret;)",
                               32),
            words_of(32, [](std::uint32_t t) { return t < 5 ? 2 * t : 0u - t; }));
}

TEST(Calls, OfNoFunctionIsAFault) {
  KernelRun run(with_functions(kOperations, R"(
    prototype: .callprototype (.param .b32 _) _ (.param .b32 _);
    mov.u64 %d1, 12345;
    {
      .param .b32 a; .param .b32 r;
      st.param.b32 [a], %t;
      call (r), %d1, (a), prototype;
    }
    ret;)"));
  run.out<std::uint32_t>(1);
  run.run();
  EXPECT_EQ(run.fault_kinds(), std::vector<std::string>{"trap"});
}

TEST(Calls, GuardedAndInADivergentBranch) {
  EXPECT_EQ(run_with_functions(kOperations, R"(
    .param .b32 a; .param .b32 r;
    mov.u32 %r1, 1;
    setp.lt.u32 %p1, %t, 9;
    st.param.b32 [a], %t;
    @%p1 call (r), square, (a);
    ld.param.b32 %r2, [r];
    @%p1 mov.u32 %r1, %r2;
    setp.gt.u32 %p2, %t, 20;
    @!%p2 bra JOIN;
    st.param.b32 [a], %t;
    call (r), twice, (a);
    ld.param.b32 %r1, [r];
  JOIN:
    st.global.u32 [%at], %r1;
    ret;)",
                               32),
            words_of(32, [](std::uint32_t t) { return t < 9    ? t * t
                                                      : t > 20 ? 2 * t
                                                               : 1; }));
}

TEST(Calls, LanesReturnEarlyAndWaitForTheOthers) {
  KernelRun run(with_functions(R"(
.func (.reg .u32 r) steps(.reg .u32 n)
{
  .reg .pred %p;
  .reg .u32 %i;
  mov.u32 %i, 0;
  mov.u32 r, 0;
TURN:
  setp.ge.u32 %p, %i, n;
  @%p ret;
  add.u32 r, r, %i;
  add.u32 %i, %i, 1;
  bra TURN;
})",
                               R"(
    call (%r1), steps, (%t);
    activemask.b32 %r2;
    setp.ne.u32 %p1, %r2, 0xffffffff;
    @%p1 trap;
    st.global.u32 [%at], %r1;
    ret;)"));
  const std::size_t out = run.out<std::uint32_t>(32);
  run.run().expect_no_faults();
  EXPECT_EQ(run.values<std::uint32_t>(out), words_of(32, [](std::uint32_t t) { return t == 0 ? 0 : t * (t - 1) / 2; }));
}

TEST(Calls, RegistersOfDeepCallsHaveALimit) {
  KernelRun run(with_functions(R"(
.func deep(.reg .u32 n)
{
  .reg .b64 %many<60000>;
  mov.u64 %many59999, 7;
  call deep, (n);
  ret;
})",
                               R"(
    call deep, (%t);
    ret;)"));
  run.out<std::uint32_t>(1);
  run.config.block = {1024, 1, 1};
  run.config.threads = 1;
  run.run();
  EXPECT_EQ(run.fault_kinds(), (Kinds{"stack_overflow"}));
}

TEST(Calls, ExitFromAFunctionEndsTheThread) {
  EXPECT_EQ(run_with_functions(R"(
.func leave(.reg .u32 n)
{
  .reg .pred %p;
  setp.gt.u32 %p, n, 9;
  @%p exit;
  ret;
})",
                               R"(
    st.global.u32 [%at], 1;
    call leave, (%t);
    st.global.u32 [%at], 2;
    ret;)",
                               32),
            words_of(32, [](std::uint32_t t) { return t > 9 ? 1 : 2; }));
}

TEST(Calls, ResultThatNobodyWants) {
  EXPECT_EQ(run_with_functions(kOperations, R"(
    .param .b32 a;
    st.param.b32 [a], %t;
    call (_), square, (a);
    st.global.u32 [%at], %t;
    ret;)",
                               32),
            words_of(32, [](std::uint32_t t) { return t; }));
}

}  // namespace
}  // namespace bankloom::simt::test
