// atom and red: every operation and type, lanes that meet at one address, matrices and asynchronous copies.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "core/simt/atomics.h"
#include "kernel_run.h"

namespace bankloom::simt::test {
namespace {

struct Case {
  std::string op, type;
  unsigned bits;
  std::function<std::uint64_t(std::uint64_t old, std::uint64_t b)> expected;
};

std::vector<Case> integer_cases() {
  std::vector<Case> cases;
  for (const unsigned bits : {32u, 64u}) {
    const std::string b = "b" + std::to_string(bits), u = "u" + std::to_string(bits), s = "s" + std::to_string(bits);
    cases.push_back({"and", b, bits, [](auto x, auto y) { return x & y; }});
    cases.push_back({"or", b, bits, [](auto x, auto y) { return x | y; }});
    cases.push_back({"xor", b, bits, [](auto x, auto y) { return x ^ y; }});
    cases.push_back({"exch", b, bits, [](auto, auto y) { return y; }});
    cases.push_back({"add", u, bits, [](auto x, auto y) { return x + y; }});
    cases.push_back({"min", u, bits, [](auto x, auto y) { return std::min(x, y); }});
    cases.push_back({"max", u, bits, [](auto x, auto y) { return std::max(x, y); }});
    const auto is_less = [bits](std::uint64_t x, std::uint64_t y) {
      const unsigned shift = 64 - bits;
      return static_cast<std::int64_t>(x << shift) < static_cast<std::int64_t>(y << shift);
    };
    cases.push_back({"add", s, bits, [](auto x, auto y) { return x + y; }});
    cases.push_back({"min", s, bits, [is_less](auto x, auto y) { return is_less(x, y) ? x : y; }});
    cases.push_back({"max", s, bits, [is_less](auto x, auto y) { return is_less(x, y) ? y : x; }});
  }
  cases.push_back({"inc", "u32", 32, [](auto x, auto y) { return x >= y ? 0 : x + 1; }});
  cases.push_back({"dec", "u32", 32, [](auto x, auto y) { return x == 0 || x > y ? y : x - 1; }});
  std::erase_if(cases, [](const Case& c) { return c.op == "add" && c.type == "s64"; });  // not in every version
  return cases;
}

std::uint64_t operand(std::uint32_t t, unsigned bits) {
  const std::uint64_t value = (t + 1) * 0x9e3779b97f4a7c15ULL;
  return bits == 64 ? value : value >> 32;
}

// All lanes of two warps meet at one address: what each sees and what is left, in lane order, the first warp first.
TEST(Atomics, ContendedIntegersInSharedGlobalAndGenericMemory) {
  for (const Case& c : integer_cases()) {
    for (const std::string space : {".shared", ".global", ""}) {
      const bool wide = c.bits == 64;
      const std::string reg = wide ? "%d" : "%r", type = wide ? "u64" : "u32";
      // The same once more without the old value.
      const std::string again = c.op == "exch" ? fmt::format("atom{}.exch.{} _,", space, c.type)
                                               : fmt::format("red{}.{}.{}", space, c.op, c.type);
      const std::string body =
          fmt::format(R"(
    ld.param.u64 %d1, [p1];
    mad.wide.u32 %d2, %t, 8, %d1;
    ld.global.{type} {reg}20, [%d2];
    mov.u64 %d3, {place};
    mov.{type} {reg}22, 100;
    setp.ne.u32 %p1, %t, 0;
    @!%p1 st{space}.{type} [%d3], {reg}22;
    bar.sync 0;
    atom{space}.{op}.{operation_type} {reg}21, [%d3], {reg}20;
    st.global.{type} [%d2], {reg}21;
    bar.sync 0;
    {again} [%d3], {reg}20;
    bar.sync 0;
    ld{space}.{type} {reg}23, [%d3];
    bar.sync 0;
    st.global.{type} [%out], {reg}23;
    ret;)",
                      fmt::arg("type", type), fmt::arg("reg", reg), fmt::arg("space", space), fmt::arg("op", c.op),
                      fmt::arg("operation_type", c.type), fmt::arg("place", space == ".shared" ? "s" : "%out"),
                      fmt::arg("again", again));
      KernelRun run(module_text(".shared .align 8 .b8 s[8];\n" + kernel_text(body, 2)));
      const std::size_t out = run.out<std::uint64_t>(1);
      std::vector<std::uint64_t> operands;
      for (std::uint32_t t = 0; t < 40; ++t) operands.push_back(operand(t, c.bits));
      const std::size_t olds = run.in(operands);
      run.config.block = {40, 1, 1};
      run.run().expect_no_faults();
      const std::uint64_t mask = wide ? ~0ULL : 0xffffffffULL;
      std::uint64_t memory = 100;
      std::vector<std::uint64_t> expected;
      for (std::uint32_t t = 0; t < 40; ++t) {
        expected.push_back(memory | (operands[t] & ~mask));
        memory = c.expected(memory, operands[t]) & mask;
      }
      for (std::uint32_t t = 0; t < 40; ++t) memory = c.expected(memory, operands[t]) & mask;
      EXPECT_EQ(run.values<std::uint64_t>(olds), expected) << space << c.op << c.type;
      EXPECT_EQ(run.values<std::uint64_t>(out)[0] & mask, memory) << space << c.op << c.type;
    }
  }
}

TEST(Atomics, CompareAndSwapOfAllWidths) {
  KernelRun run(module_text(kernel_text(R"(
    .reg .b128 %q<4>;
    // Lane t replaces t by t + 1: one after the other they all succeed.
    add.u32 %r1, %t, 1;
    atom.global.cas.b32 %r2, [%out], %t, %r1;
    cvt.u64.u32 %d1, %t;
    cvt.u64.u32 %d2, %r1;
    atom.global.cas.b64 %d3, [%out+8], %d1, %d2;
    cvt.u16.u32 %h1, %t;
    cvt.u16.u32 %h2, %r1;
    atom.global.cas.b16 %h3, [%out+4], %h1, %h2;
    mov.b128 %q1, {%d1, %d1};
    mov.b128 %q2, {%d2, %d2};
    atom.global.cas.b128 %q3, [%out+16], %q1, %q2;
    mov.b128 {%d4, %d5}, %q3;
    atom.global.exch.b128 %q3, [%out+32], %q2;
    mov.b128 {%d6, %d7}, %q3;
    // Only lane 5 finds what it looks for.
    atom.global.cas.b32 %r3, [%out+48], 9, 10;
    setp.eq.u32 %p1, %r2, %t;
    setp.eq.and.u64 %p1, %d3, %d1, %p1;
    setp.eq.and.u16 %p1, %h3, %h1, %p1;
    setp.eq.and.u64 %p1, %d4, %d1, %p1;
    setp.eq.and.u64 %p1, %d5, %d1, %p1;
    setp.eq.and.u64 %p1, %d6, %d1, %p1;
    @!%p1 trap;
    ret;)")));
  const std::size_t out = run.in(Words(16));
  run.run().expect_no_faults();
  EXPECT_EQ(run.values<std::uint32_t>(out), (Words{32, 32, 32, 0, 32, 0, 32, 0, 32, 0, 32, 0, 0, 0, 0, 0}));
}

TEST(Atomics, FloatAdditionFlushesInGlobalMemoryOnly) {
  // 2^-140 is subnormal: added to 0 it is kept in shared memory and becomes 0 in global memory.
  KernelRun run(module_text(".shared .align 8 .b8 s[8];\n" + kernel_text(R"(
    mov.u64 %d1, 0;
    st.shared.u64 [s], %d1;
    bar.warp.sync 0xffffffff;
    mov.b32 %f1, 512;                       // 2^-140
    atom.shared.add.f32 %f2, [s], %f1;
    atom.global.add.f32 %f2, [%out], %f1;
    red.global.add.f32 [%out+4], 0f3F800000;
    atom.global.add.f64 %e1, [%out+8], 0d3FE0000000000000;
    mov.b64 %e2, 1;                         // the smallest subnormal
    red.global.add.f64 [%out+16], %e2;
    bar.warp.sync 0xffffffff;
    ld.shared.f32 %f3, [s];
    st.global.f32 [%out+24], %f3;
    ret;)")));
  const std::size_t out = run.in(std::vector<std::uint64_t>(4));
  run.run().expect_no_faults();
  const auto words = run.values<std::uint32_t>(out);
  EXPECT_EQ(words[0], 0u);
  EXPECT_EQ(std::bit_cast<float>(words[1]), 32.0F);
  EXPECT_EQ(run.values<double>(out)[1], 16.0);
  EXPECT_EQ(run.values<std::uint64_t>(out)[2], 32u);
  EXPECT_EQ(words[6], 32u * 512);
}

TEST(Atomics, HalvesKeepSubnormalsAndRoundEachSum) {
  KernelRun run(module_text(kernel_text(R"(
    mov.b16 %h1, 0x0001;                    // 2^-24, subnormal
    atom.global.add.noftz.f16 %h2, [%out], %h1;
    mov.b32 %r1, 0x3c004000;                // {2, 1}
    atom.global.add.noftz.f16x2 %r2, [%out+4], %r1;
    mov.b16 %h3, 0x3f80;                    // 1 in bf16
    red.global.add.noftz.bf16 [%out+8], %h3;
    mov.b32 %r3, 0x3f80bf80;                // {-1, 1} in bf16
    red.global.add.noftz.bf16x2 [%out+12], %r3;
    mov.b16 %h4, 0x3c00;                    // 1: added to 2048 it is lost every time
    red.global.add.noftz.f16 [%out+16], %h4;
    ret;)")));
  const std::size_t out = run.in(Words{0, 0, 0, 0, 0x6800});
  run.run().expect_no_faults();
  EXPECT_EQ(run.values<std::uint32_t>(out), (Words{32, 0x50005400, 0x4200, 0x4200c200, 0x6800}));
}

TEST(Atomics, Vectors) {
  KernelRun run(module_text(kernel_text(R"(
    mov.f32 %f1, 0f3F800000;
    mov.f32 %f2, 0f40000000;
    red.global.add.v2.f32 [%out], {%f1, %f2};
    atom.global.add.v4.f32 {%f3, _, _, %f6}, [%out+16], {%f1, %f2, %f1, %f2};
    mov.b16 %h1, 0x3c00;
    mov.b16 %h2, 0x4000;
    red.global.add.noftz.v2.f16 [%out+8], {%h1, %h2};
    cvt.rn.f16.u32 %h3, %t;
    red.global.max.noftz.v2.f16 [%out+12], {%h3, %h1};
    mov.b32 %r1, 0x3f803f80;
    red.global.add.noftz.v4.bf16x2 [%out+32], {%r1, %r1, %r1, %r1};
    mul.f32 %f6, %f6, 0f42C80000;
    add.f32 %f6, %f6, %f3;
    cvt.rni.u32.f32 %r2, %f6;
    st.global.u32 [%at+48], %r2;
    ret;)")));
  const std::size_t out = run.out<std::uint32_t>(12 + 32);
  run.run().expect_no_faults();
  const auto words = run.values<std::uint32_t>(out);
  const std::uint32_t f32_32 = 0x42000000, f32_64 = 0x42800000;
  EXPECT_EQ(Words(words.begin(), words.begin() + 12),
            (Words{f32_32, f32_64, 0x54005000, 0x3c004fc0, f32_32, f32_64, f32_32, f32_64, 0x42004200, 0x42004200,
                   0x42004200, 0x42004200}));
  EXPECT_EQ(Words(words.begin() + 12, words.end()), words_of(32, [](std::uint32_t t) { return 200 * t + t; }))
      << "each lane sees what the lanes before it left";
}

TEST(Atomics, RecordWhatMemoryHeld) {
  KernelRun run(module_text(kernel_text(R"(
    atom.global.add.u32 %r1, [%out], 3;
    red.global.add.u32 [%out], 1;
    ret;)")));
  run.in(Words{10});
  run.run().expect_no_faults();
  ASSERT_EQ(run.result.trace.size(), 2u);
  const MemoryAccess atom = run.result.trace.at(0), red = run.result.trace.at(1);
  EXPECT_EQ(atom.op, AccessOp::atomic);
  EXPECT_EQ(red.op, AccessOp::reduction);
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    std::uint32_t old = 0;
    std::memcpy(&old, atom.values.data() + 4 * lane, 4);
    EXPECT_EQ(old, 10 + 3 * lane);
  }
}

TEST(Atomics, OrderOfBlocksIsThatOfTheirIndex) {
  const Words ticket = run_words(R"(
    atom.global.add.u32 %r1, [%out], 1;
    mov.u32 %r2, %ctaid.x;
    mad.lo.u32 %r3, %r2, 32, %t;
    mad.wide.u32 %d1, %r3, 4, %out;
    st.global.u32 [%d1+4], %r1;
    ret;)",
                                 1 + 32 * 20, {32, 1, 1}, {20, 1, 1});
  EXPECT_EQ(ticket[0], 640u);
  EXPECT_EQ(Words(ticket.begin() + 1, ticket.end()), words_of(640, [](std::uint32_t i) { return i; }));
}

// Shared memory filled with 16-bit numbers, element i holding i.
constexpr const char* kFillMatrix = R"(
    .shared .align 16 .b8 s[1024];
    mov.u32 %r50, s;
    mov.u32 %r51, 0;
  FILL:
    mad.lo.u32 %r52, %r51, 32, %t;
    cvt.u16.u32 %h1, %r52;
    mad.lo.u32 %r53, %r52, 2, %r50;
    st.shared.u16 [%r53], %h1;
    add.u32 %r51, %r51, 1;
    setp.lt.u32 %p1, %r51, 16;
    @%p1 bra FILL;
    bar.warp.sync 0xffffffff;
)";

TEST(Matrices, FragmentsOfLdmatrix) {
  // Row r of matrix m lies at 16 bytes times (8 m + r), in reverse order of lanes for the test's sake.
  for (const unsigned count : {1u, 2u, 4u}) {
    for (const bool transpose : {false, true}) {
      const std::string list = count == 1 ? "{%r1}" : count == 2 ? "{%r1, %r2}" : "{%r1, %r2, %r3, %r4}";
      const Words result = run_words(std::string(kFillMatrix) + R"(
    mov.u32 %r10, 31;
    sub.u32 %r10, %r10, %t;
    mad.lo.u32 %r11, %r10, 16, %r50;
    ldmatrix.sync.aligned.m8n8.x)" + std::to_string(count) +
                                         (transpose ? ".trans" : "") + ".shared.b16 " + list + R"(, [%r11];
    mad.wide.u32 %d1, %t, 12, %at;
    st.global.u32 [%d1], %r1;
    st.global.u32 [%d1+4], %r2;
    st.global.u32 [%d1+8], %r3;
    st.global.u32 [%d1+12], %r4;
    ret;)",
                                     32 * 4);
      EXPECT_EQ(result, words_of(32 * 4,
                                 [&](std::uint32_t i) {
                                   const std::uint32_t lane = i / 4, matrix = i % 4;
                                   if (matrix >= count) return 0u;
                                   const auto element = [&](std::uint32_t row, std::uint32_t column) {
                                     return (31 - (8 * matrix + row)) * 8 + column;
                                   };
                                   const std::uint32_t a = lane / 4, b = lane % 4 * 2;
                                   const std::uint32_t low = transpose ? element(b, a) : element(a, b);
                                   const std::uint32_t high = transpose ? element(b + 1, a) : element(a, b + 1);
                                   return low | high << 16;
                                 }))
          << "x" << count << (transpose ? ".trans" : "");
    }
  }
}

TEST(Matrices, FragmentsOfStmatrixAreThoseOfLdmatrix) {
  for (const std::string trans : {"", ".trans"}) {
    const Words result = run_words(std::string(kFillMatrix) + R"(
    mad.lo.u32 %r11, %t, 16, %r50;
    ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%r1, %r2, %r3, %r4}, [%r11];
    stmatrix.sync.aligned.m8n8.x4)" + trans +
                                       R"(.shared.b16 [%r11+512], {%r1, %r2, %r3, %r4};
    ld.shared.v4.b32 {%r1, %r2, %r3, %r4}, [%r11+512];
    mad.wide.u32 %d1, %t, 12, %at;
    st.global.v4.b32 [%d1], {%r1, %r2, %r3, %r4};
    ret;)",
                                   32 * 4);
    EXPECT_EQ(result, words_of(32 * 4,
                               [&](std::uint32_t i) {
                                 const std::uint32_t matrix = i / 32, row = i / 4 % 8, column = i % 4 * 2;
                                 const auto element = [&](std::uint32_t r, std::uint32_t c) {
                                   return matrix * 64 + r * 8 + c;
                                 };
                                 return trans.empty() ? element(column, row) | element(column + 1, row) << 16
                                                      : element(row, column) | element(row, column + 1) << 16;
                               }))
        << trans;
  }
}

TEST(Matrices, RecordTheRowsAndReportThoseThatAreNotThere) {
  KernelRun run(module_text(kernel_text(std::string(kFillMatrix) + R"(
    mov.u32 %r1, 5;
    mad.lo.u32 %r11, %t, 16, %r50;
    setp.eq.u32 %p2, %t, 3;
    @%p2 mov.u32 %r11, 5000;
    ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r1}, [%r11];
    st.global.u32 [%at], %r1;
    mov.u32 %r2, 9;
    ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r2, %r3}, [%r11+1];
    st.global.u32 [%at+128], %r2;
    ret;)")));
  const std::size_t out = run.out<std::uint32_t>(64);
  run.run();
  EXPECT_EQ(run.fault_kinds(), (std::vector<std::string>{"out_of_bounds", "misaligned", "out_of_bounds"}));
  const auto result = run.values<std::uint32_t>(out);
  EXPECT_EQ(Words(result.begin(), result.begin() + 32), words_of(32, [](std::uint32_t lane) {
              const std::uint32_t first = lane / 4 * 8 + lane % 4 * 2;
              return lane / 4 == 3 ? 0 : first | (first + 1) << 16;
            }));
  EXPECT_EQ(Words(result.begin() + 32, result.end()), Words(32, 0)) << "no row can be read: all lanes get zeros";
  const MemoryAccess access = run.result.trace.at(16);
  EXPECT_EQ(access.op, AccessOp::ldmatrix);
  EXPECT_EQ(access.matrices, 1u);
  EXPECT_EQ(access.width, 16u);
  EXPECT_EQ(access.active, 0xf7u);
  EXPECT_EQ(access.addresses[7], 7u * 16);
}

TEST(AsyncCopy, AllSizesZeroFillAndIgnoredSources) {
  KernelRun run(module_text(".shared .align 16 .b8 s[2560];\n" + kernel_text(R"(
    ld.param.u64 %d1, [p1];
    mad.wide.u32 %d2, %t, 16, %d1;
    mov.u32 %r1, s;
    mad.lo.u32 %r1, %t, 16, %r1;
    mov.u32 %r9, 0xeeeeeeee;
    st.shared.v4.u32 [%r1], {%r9, %r9, %r9, %r9};
    st.shared.v4.u32 [%r1+512], {%r9, %r9, %r9, %r9};
    st.shared.v4.u32 [%r1+1024], {%r9, %r9, %r9, %r9};
    st.shared.v4.u32 [%r1+1536], {%r9, %r9, %r9, %r9};
    cp.async.cg.shared.global [%r1], [%d2], 16;
    cp.async.ca.shared.global [%r1+512], [%d2+4], 4;
    cp.async.ca.shared.global [%r1+520], [%d2+8], 8;
    cp.async.commit_group;
    and.b32 %r2, %t, 15;
    cp.async.cg.shared.global [%r1+1024], [%d2], 16, %r2;
    setp.lt.u32 %p1, %t, 9;
    cp.async.ca.shared.global [%r1+1536], [%d2], 16, %p1;
    cp.async.commit_group;
    cp.async.wait_group 1;
    cp.async.wait_group 0;
    cp.async.wait_all;
    bar.sync 0;
    ld.shared.v4.u32 {%r10, %r11, %r12, %r13}, [%r1];
    ld.shared.v4.u32 {%r14, %r15, %r16, %r17}, [%r1+512];
    ld.shared.v4.u32 {%r18, %r19, %r20, %r21}, [%r1+1024];
    ld.shared.v4.u32 {%r22, %r23, %r24, %r25}, [%r1+1536];
    mad.wide.u32 %d3, %t, 60, %at;
    st.global.v4.u32 [%d3], {%r10, %r11, %r12, %r13};
    st.global.v4.u32 [%d3+16], {%r14, %r15, %r16, %r17};
    st.global.v4.u32 [%d3+32], {%r18, %r19, %r20, %r21};
    st.global.v4.u32 [%d3+48], {%r22, %r23, %r24, %r25};
    ret;)",
                                                                             2)));
  const std::size_t out = run.out<std::uint32_t>(32 * 16);
  std::vector<std::uint8_t> source(32 * 16);
  for (std::size_t i = 0; i < source.size(); ++i) source[i] = static_cast<std::uint8_t>(i * 7 + i / 256 + 1);
  run.in(source);
  run.run().expect_no_faults();
  const auto word = [&](std::uint32_t t, std::uint32_t w, std::uint32_t valid) {
    std::uint32_t value = 0;
    for (std::uint32_t b = 0; b < 4; ++b) {
      if (4 * w + b < valid) value |= std::uint32_t{source[16 * t + 4 * w + b]} << (8 * b);
    }
    return value;
  };
  EXPECT_EQ(run.values<std::uint32_t>(out), words_of(32 * 16, [&](std::uint32_t i) {
              const std::uint32_t t = i / 16, part = i / 4 % 4, w = i % 4;
              switch (part) {
                case 0:
                  return word(t, w, 16);
                case 1:
                  return w == 0 ? word(t, 1, 16) : w == 1 ? 0xeeeeeeee : word(t, w, 16);
                case 2:
                  return word(t, w, t % 16);
                default:
                  return t < 9 ? 0 : word(t, w, 16);
              }
            }));
  // Both halves of a copy are recorded: the read of global and the write of shared memory.
  std::vector<MemoryAccess> copies;
  for (std::size_t i = 4; i < 14; ++i) copies.push_back(run.result.trace.at(i));
  EXPECT_EQ(copies[0].space, Space::global);
  EXPECT_EQ(copies[0].op, AccessOp::load);
  EXPECT_EQ(copies[1].space, Space::shared);
  EXPECT_EQ(copies[1].op, AccessOp::store);
  EXPECT_EQ(copies[2].width, 4u);
  EXPECT_EQ(copies[6].active, 0xfffefffeu) << "lanes that read no byte do not read";
  EXPECT_EQ(copies[7].active, kAllLanes);
  EXPECT_EQ(copies[8].active, 0xfffffe00u);
}

TEST(AsyncCopy, ReadsNoMoreThanItIsToldTo) {
  // The last thread's source has 6 bytes left of the buffer; what is beyond is not read.
  KernelRun run(module_text(".shared .align 16 .b8 s[64];\n" + kernel_text(R"(
    ld.param.u64 %d1, [p1];
    mad.wide.u32 %d1, %t, 16, %d1;
    mov.u32 %r1, s;
    mad.lo.u32 %r1, %t, 16, %r1;
    setp.eq.u32 %p1, %t, 1;
    selp.u32 %r2, 6, 16, %p1;
    cp.async.cg.shared.global [%r1], [%d1], 16, %r2;
    cp.async.wait_all;
    ld.shared.v4.u32 {%r3, %r4, %r5, %r6}, [%r1];
    mad.wide.u32 %d2, %t, 12, %at;
    st.global.v4.u32 [%d2], {%r3, %r4, %r5, %r6};
    ret;)",
                                                                           2)));
  const std::size_t out = run.out<std::uint32_t>(8);
  run.in(std::vector<std::uint8_t>(22, 0x11));
  run.config.block = {2, 1, 1};
  run.run().expect_no_faults();
  const std::uint32_t full = 0x11111111;
  EXPECT_EQ(run.values<std::uint32_t>(out), (Words{full, full, full, full, full, 0x1111, 0, 0}));
}

TEST(AsyncCopy, FaultsLeaveTheOthersAlone) {
  KernelRun run(module_text(".shared .align 16 .b8 s[96];\n" + kernel_text(R"(
    ld.param.u64 %d1, [p1];
    mad.wide.u32 %d1, %t, 16, %d1;
    mov.u32 %r1, s;
    mad.lo.u32 %r1, %t, 16, %r1;
    cp.async.cg.shared.global [%r1], [%d1], 16;
    cp.async.wait_all;
    setp.ge.u32 %p1, %t, 6;
    @%p1 exit;
    ld.shared.u32 %r3, [%r1];
    st.global.u32 [%at], %r3;
    ret;)",
                                                                           2)));
  const std::size_t out = run.out<std::uint32_t>(6);
  run.in(std::vector<std::uint8_t>(16 * 5, 0x22));
  run.config.block = {8, 1, 1};
  run.run();
  EXPECT_EQ(run.fault_kinds(), (std::vector<std::string>{"out_of_bounds", "uninitialized_read"}));
  EXPECT_EQ(run.result.faults[0].count, 3u) << "5 ... 7 read beyond the buffer";
  EXPECT_EQ(run.values<std::uint32_t>(out), words_of(6, [](std::uint32_t t) { return t < 5 ? 0x22222222 : 0; }));
}

TEST(ApplyAtomic, FloatEdges) {
  const auto add = [](float a, float b, Space space) {
    const AtomicValue sum = apply_atomic(AtomicOp::add, ptx::Type::f32, space, {std::bit_cast<std::uint32_t>(a), 0},
                                         {std::bit_cast<std::uint32_t>(b), 0}, {});
    return std::bit_cast<float>(static_cast<std::uint32_t>(sum.low));
  };
  const float tiny = std::numeric_limits<float>::denorm_min(), least = std::numeric_limits<float>::min();
  EXPECT_EQ(add(1, 2, Space::global), 3);
  EXPECT_EQ(add(tiny, tiny, Space::shared), 2 * tiny);
  EXPECT_EQ(add(tiny, least, Space::global), least) << "a subnormal operand counts as 0";
  EXPECT_EQ(add(least, -1.5F * least, Space::global), 0) << "and so does a subnormal sum";
  EXPECT_TRUE(std::signbit(add(least, -1.5F * least, Space::global)));
  EXPECT_EQ(add(least, -1.5F * least, Space::shared), -0.5F * least);
  EXPECT_EQ(add(std::numeric_limits<float>::max(), std::numeric_limits<float>::max(), Space::global),
            std::numeric_limits<float>::infinity());
}

// What an H200 gives where a NaN takes part: one NaN for f32 and the halves, the operand as it is for f64.
TEST(ApplyAtomic, NaNs) {
  const auto add = [](ptx::Type type, std::uint64_t a, std::uint64_t b) {
    return apply_atomic(AtomicOp::add, type, Space::global, {a, 0}, {b, 0}, {}).low;
  };
  EXPECT_EQ(add(ptx::Type::f32, 0x3f800000, 0x7f812345), 0x7fffffffu);
  EXPECT_EQ(add(ptx::Type::f32, 0x3f800000, 0xffc12345), 0x7fffffffu);
  EXPECT_EQ(add(ptx::Type::f64, 0, 0x7ff0000000012345), 0x7ff0000000012345u);
  EXPECT_EQ(add(ptx::Type::f64, 0xfff8000000004444, 0x3ff0000000000000), 0xfff8000000004444u);
  EXPECT_EQ(add(ptx::Type::f16, 0x7c01, 0x3c00), 0x7fffu);
  EXPECT_EQ(add(ptx::Type::bf16, 0x7f81, 0x3f80), 0x7fffu);
}

// Smallest and largest of halves, as an H200 gives them: -0 is less than 0, a NaN gives way to a number.
TEST(ApplyAtomic, ExtremesOfHalves) {
  const std::uint16_t values[] = {0x7e01, 0x3c00, 0x8000, 0x0000, 0x7c01, 0xfc00, 0x0001, 0x8001};
  const std::uint16_t smallest[8][8] = {{0x7fff, 0x3c00, 0x8000, 0x0000, 0x7fff, 0xfc00, 0x0001, 0x8001},
                                        {0x3c00, 0x3c00, 0x8000, 0x0000, 0x3c00, 0xfc00, 0x0001, 0x8001},
                                        {0x8000, 0x8000, 0x8000, 0x8000, 0x8000, 0xfc00, 0x8000, 0x8001},
                                        {0x0000, 0x0000, 0x8000, 0x0000, 0x0000, 0xfc00, 0x0000, 0x8001},
                                        {0x7fff, 0x3c00, 0x8000, 0x0000, 0x7fff, 0xfc00, 0x0001, 0x8001},
                                        {0xfc00, 0xfc00, 0xfc00, 0xfc00, 0xfc00, 0xfc00, 0xfc00, 0xfc00},
                                        {0x0001, 0x0001, 0x8000, 0x0000, 0x0001, 0xfc00, 0x0001, 0x8001},
                                        {0x8001, 0x8001, 0x8001, 0x8001, 0x8001, 0xfc00, 0x8001, 0x8001}};
  const std::uint16_t largest[8][8] = {{0x7fff, 0x3c00, 0x8000, 0x0000, 0x7fff, 0xfc00, 0x0001, 0x8001},
                                       {0x3c00, 0x3c00, 0x3c00, 0x3c00, 0x3c00, 0x3c00, 0x3c00, 0x3c00},
                                       {0x8000, 0x3c00, 0x8000, 0x0000, 0x8000, 0x8000, 0x0001, 0x8000},
                                       {0x0000, 0x3c00, 0x0000, 0x0000, 0x0000, 0x0000, 0x0001, 0x0000},
                                       {0x7fff, 0x3c00, 0x8000, 0x0000, 0x7fff, 0xfc00, 0x0001, 0x8001},
                                       {0xfc00, 0x3c00, 0x8000, 0x0000, 0xfc00, 0xfc00, 0x0001, 0x8001},
                                       {0x0001, 0x3c00, 0x0001, 0x0001, 0x0001, 0x0001, 0x0001, 0x0001},
                                       {0x8001, 0x3c00, 0x8000, 0x0000, 0x8001, 0x8001, 0x0001, 0x8001}};
  for (std::size_t i = 0; i < 8; ++i) {
    for (std::size_t j = 0; j < 8; ++j) {
      const AtomicValue old{values[i], 0}, b{values[j], 0};
      EXPECT_EQ(apply_atomic(AtomicOp::min, ptx::Type::f16, Space::global, old, b, {}).low, smallest[i][j]);
      EXPECT_EQ(apply_atomic(AtomicOp::max, ptx::Type::f16, Space::global, old, b, {}).low, largest[i][j]);
    }
  }
}

}  // namespace
}  // namespace bankloom::simt::test
