// Loads and stores in every state space: values, widths, addresses as they are recorded.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "core/simt/address_space.h"
#include "kernel_run.h"

namespace bankloom::simt::test {
namespace {

std::uint64_t value_of(const MemoryAccess& access, unsigned lane) {
  std::uint64_t value = 0;
  std::memcpy(&value, access.values.data() + std::size_t{lane} * access.width, std::min<std::size_t>(access.width, 8));
  return value;
}

TEST(Record, SaysWhoWhatAndWhere) {
  KernelRun run(module_text(".file 1 \"k.cu\"\n.shared .align 4 .b8 s[512];\n" + kernel_text(R"(
    .loc 1 4 1
    mov.u32 %r1, %ctaid.x;
    mov.u32 %r2, s;
    mad.lo.u32 %r2, %t, 8, %r2;
    add.u32 %r3, %t, 1000;
    setp.lt.u32 %p1, %t, 6;
    .loc 1 5 1
    @%p1 st.shared.u32 [%r2+4], %r3;
    .loc 1 6 1
    ld.volatile.shared.u32 %r4, [%r2+4];
    .loc 1 7 1
    st.global.u32 [%at], %r4;
    ret;)")));
  const std::size_t out = run.out<std::uint32_t>(40);
  run.config.block = {40, 1, 1};
  run.config.grid = {2, 1, 1};
  run.run();
  EXPECT_EQ(run.fault_kinds(), std::vector<std::string>{"uninitialized_read"}) << "six words are written, 40 are read";
  const std::vector<MemoryAccess> accesses = accesses_of(run.result);
  // Of the second warp, which no lane below 6 is in, the guarded store is no access.
  ASSERT_EQ(accesses.size(), 2u * 5);
  const MemoryAccess& store = accesses[0];
  EXPECT_EQ(store.block, (Dim3{0, 0, 0}));
  EXPECT_EQ(store.warp, 0u);
  EXPECT_EQ(store.order, 0u);
  EXPECT_EQ(store.source_line, 5u);
  EXPECT_EQ(store.space, Space::shared);
  EXPECT_EQ(store.op, AccessOp::store);
  EXPECT_EQ(store.width, 4u);
  EXPECT_EQ(store.matrices, 0u);
  EXPECT_FALSE(store.is_volatile);
  EXPECT_EQ(store.active, 0x3fu);
  for (unsigned lane = 0; lane < 6; ++lane) {
    EXPECT_EQ(store.addresses[lane], 8u * lane + 4);
    EXPECT_EQ(value_of(store, lane), 1000u + lane);
  }
  const MemoryAccess& load = accesses[1];
  EXPECT_EQ(load.source_line, 6u);
  EXPECT_EQ(load.op, AccessOp::load);
  EXPECT_TRUE(load.is_volatile);
  EXPECT_EQ(load.active, kAllLanes);
  EXPECT_EQ(value_of(load, 5), 1005u);
  EXPECT_EQ(value_of(load, 6), 0u);
  const MemoryAccess& last = accesses[9];
  EXPECT_EQ(last.block, (Dim3{1, 0, 0}));
  EXPECT_EQ(last.warp, 1u);
  EXPECT_EQ(last.order, 4u);
  EXPECT_EQ(last.space, Space::global);
  EXPECT_EQ(last.active, 0xffu);
  EXPECT_EQ(last.addresses[0], run.memory.buffer(out).address + 4 * 32);
  EXPECT_GT(last.ptx_line, load.ptx_line);
  EXPECT_GT(last.instruction, load.instruction);
}

TEST(Widths, SubWordValuesAreCutAndExtended) {
  // Registers wider than the type: stores cut, loads extend with the sign of the type.
  KernelRun run(module_text(kernel_text(R"(
    mad.lo.u32 %r1, %t, 0x01030507, 0xfedcba98;
    ld.param.u64 %d1, [p1];
    mad.wide.u32 %d1, %t, 8, %d1;
    st.global.u8 [%d1], %r1;
    cvt.u16.u32 %h1, %r1;
    st.global.b8 [%d1+1], %h1;
    st.global.u16 [%d1+2], %r1;
    st.global.b16 [%d1+4], %h1;
    cvt.u64.u32 %d2, %r1;
    st.global.s8 [%d1+6], %d2;
    st.global.s8 [%d1+7], %r1;
    ld.global.s8 %r2, [%d1];
    ld.global.u8 %r3, [%d1+1];
    ld.global.s16 %r4, [%d1+2];
    ld.global.u16 %r5, [%d1+4];
    ld.global.s8 %h2, [%d1+6];
    cvt.s32.s16 %r6, %h2;
    ld.global.s8 %d3, [%d1+7];
    shr.s64 %d3, %d3, 4;
    cvt.u32.s64 %r7, %d3;
    ld.global.s32 %d4, [%d1];
    shr.s64 %d4, %d4, 32;
    cvt.u32.u64 %r8, %d4;
    ld.global.u32 %d5, [%d1];
    shr.u64 %d5, %d5, 32;
    cvt.u32.u64 %r9, %d5;
    mad.wide.u32 %d6, %t, 28, %at;
    st.global.v4.b32 [%d6], {%r2, %r3, %r4, %r5};
    st.global.v4.b32 [%d6+16], {%r6, %r7, %r8, %r9};
    ret;)",
                                        2)));
  const std::size_t out = run.out<std::uint32_t>(32 * 8);
  const std::size_t raw = run.out<std::uint8_t>(32 * 8);
  run.run().expect_no_faults();
  const auto bytes = run.values<std::uint8_t>(raw);
  const auto result = run.values<std::uint32_t>(out);
  for (std::uint32_t t = 0; t < 32; ++t) {
    const std::uint32_t value = t * 0x01030507u + 0xfedcba98u;
    const auto low = static_cast<std::uint8_t>(value), second = static_cast<std::uint8_t>(value >> 8);
    const std::vector<std::uint8_t> expected{low, low, low, second, low, second, low, low};
    EXPECT_EQ(std::vector<std::uint8_t>(bytes.begin() + 8 * t, bytes.begin() + 8 * t + 8), expected);
    const std::int32_t s8 = low < 128 ? low : low - 256;
    const auto s16 = static_cast<std::int32_t>(static_cast<std::int16_t>(value));
    const std::uint32_t first_word = low | std::uint32_t{low} << 8 | (value & 0xffff) << 16;
    const Words words{static_cast<std::uint32_t>(s8),
                      low,
                      static_cast<std::uint32_t>(s16),
                      value & 0xffff,
                      static_cast<std::uint32_t>(s8),
                      static_cast<std::uint32_t>(s8 >> 4),
                      (first_word >> 31) != 0 ? 0xffffffffu : 0,
                      0};
    EXPECT_EQ(Words(result.begin() + 8 * t, result.begin() + 8 * t + 8), words) << t;
  }
}

TEST(Widths, VectorsOfAllShapes) {
  KernelRun run(module_text(kernel_text(R"(
    ld.param.u64 %d1, [p1];
    mad.wide.u32 %d1, %t, 16, %d1;
    ld.global.v4.u8 {%h1, %h2, %h3, %h4}, [%d1];
    ld.global.v2.u8 {%h5, _}, [%d1+4];
    ld.global.v4.s16 {%r1, _, _, %r2}, [%d1+8];
    ld.global.v2.b64 {%d2, %d3}, [%d1];
    ld.global.v4.f32 {%f1, _, %f3, _}, [%d1];
    cvt.u32.u16 %r3, %h1;  cvt.u32.u16 %r4, %h2;  cvt.u32.u16 %r5, %h3;  cvt.u32.u16 %r6, %h4;
    cvt.u32.u16 %r7, %h5;
    shr.u64 %d2, %d2, 32;  cvt.u32.u64 %r8, %d2;
    cvt.u32.u64 %r9, %d3;
    mov.b32 %r10, %f1;  mov.b32 %r11, %f3;
    mad.wide.u32 %d4, %t, 60, %at;
    st.global.v4.u32 [%d4], {%r1, %r2, %r3, %r4};
    st.global.v2.u32 [%d4+16], {%r5, %r6};
    st.global.v2.f32 [%d4+24], {%f1, %f3};
    st.global.v2.u32 [%d4+32], {%r7, %r8};
    st.global.v4.u16 [%d4+40], {%h1, %h2, %h3, %h4};
    st.global.v4.u8 [%d4+48], {%h4, %h3, %h2, %h1};
    st.global.u32 [%d4+52], %r9;
    st.global.v2.b32 [%d4+56], {%r10, 7};
    ret;)",
                                        2)));
  std::vector<std::uint8_t> in(32 * 16);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<std::uint8_t>(i * 37 + i / 16 * 11);
  const std::size_t out = run.out<std::uint32_t>(32 * 16);
  run.in(in);
  run.run().expect_no_faults();
  const auto result = run.values<std::uint32_t>(out);
  for (std::uint32_t t = 0; t < 32; ++t) {
    const std::uint8_t* b = in.data() + 16 * t;
    const auto half = [&](unsigned at) { return static_cast<std::uint32_t>(b[at] | b[at + 1] << 8); };
    const auto word = [&](unsigned at) { return half(at) | half(at + 2) << 16; };
    const auto extended = [&](unsigned at) {
      return static_cast<std::uint32_t>(static_cast<std::int32_t>(static_cast<std::int16_t>(half(at))));
    };
    const Words expected{extended(8),
                         extended(14),
                         b[0],
                         b[1],
                         b[2],
                         b[3],
                         word(0),
                         word(8),
                         b[4],
                         word(4),
                         b[0] | std::uint32_t{b[1]} << 16,
                         b[2] | std::uint32_t{b[3]} << 16,
                         b[3] | std::uint32_t{b[2]} << 8 | std::uint32_t{b[1]} << 16 | std::uint32_t{b[0]} << 24,
                         word(8),
                         word(0),
                         7};
    EXPECT_EQ(Words(result.begin() + 16 * t, result.begin() + 16 * t + 16), expected) << t;
  }
  // Widths in the record are those of the whole vector.
  std::vector<unsigned> widths;
  for (const MemoryAccess& access : accesses_of(run.result)) widths.push_back(access.width);
  EXPECT_EQ(widths, (std::vector<unsigned>{4, 2, 8, 16, 16, 16, 8, 8, 8, 8, 4, 4, 8}));
}

TEST(Widths, OneHundredTwentyEightBits) {
  EXPECT_EQ(run_words(R"(
    .reg .b128 %q<3>;
    cvt.u64.u32 %d1, %t;
    add.u64 %d2, %d1, 500;
    mov.b128 %q1, {%d1, %d2};
    mad.wide.u32 %d3, %t, 12, %at;
    st.global.b128 [%d3], %q1;
    ld.global.b128 %q2, [%d3];
    mov.b128 {%d4, %d5}, %q2;
    st.global.v2.u64 [%d3], {%d5, %d4};
    ret;)",
                      32 * 4),
            words_of(32 * 4, [](std::uint32_t i) { return i % 4 == 0   ? i / 4 + 500
                                                          : i % 4 == 2 ? i / 4
                                                                       : 0; }));
}

TEST(Generic, AddressesOfEverySpaceAreResolved) {
  KernelRun run(module_text(
      ".global .align 4 .u32 g = 11;\n.const .align 4 .u32 c = 22;\n.shared .align 4 .b8 s[256];\n" + kernel_text(R"(
    .local .align 4 .b8 l[8];
    cvta.global.u64 %d1, g;
    cvta.const.u64 %d2, c;
    cvta.shared.u64 %d3, s;
    cvta.local.u64 %d4, l;
    mov.u32 %r1, 33;
    mov.u32 %r2, 44;
    st.u32 [%d3+8], %r1;
    st.u32 [%d4+4], %t;
    ld.u32 %r3, [%d1];
    ld.u32 %r4, [%d2];
    ld.shared.u32 %r5, [s+8];
    ld.local.u32 %r6, [l+4];
    cvta.to.shared.u64 %d5, %d3;
    ld.shared.u32 %r7, [%d5+8];
    cvta.to.local.u64 %d6, %d4;
    ld.local.u32 %r8, [%d6+4];
    cvta.to.global.u64 %d7, %d1;
    ld.global.u32 %r9, [%d7];
    cvta.to.const.u64 %d8, %d2;
    ld.const.u32 %r10, [%d8];
    isspacep.global %p1, %d1;  isspacep.shared %p2, %d3;  isspacep.local %p3, %d4;  isspacep.const %p4, %d2;
    isspacep.global %p5, %d3;  isspacep.shared %p6, %d1;  isspacep.local %p7, %d3;  isspacep.shared %p8, %d4;
    mov.u32 %r11, 0;
    @%p1 add.u32 %r11, %r11, 1;
    @%p2 add.u32 %r11, %r11, 2;
    @%p3 add.u32 %r11, %r11, 4;
    @%p4 add.u32 %r11, %r11, 8;
    @%p5 add.u32 %r11, %r11, 16;
    @%p6 add.u32 %r11, %r11, 32;
    @%p7 add.u32 %r11, %r11, 64;
    @%p8 add.u32 %r11, %r11, 128;
    add.u32 %r3, %r3, %r9;
    add.u32 %r4, %r4, %r10;
    add.u32 %r5, %r5, %r7;
    add.u32 %r6, %r6, %r8;
    mad.wide.u32 %d9, %t, 16, %at;
    st.global.u32 [%d9], %r3;
    st.global.u32 [%d9+4], %r4;
    st.global.u32 [%d9+8], %r5;
    st.global.u32 [%d9+12], %r6;
    st.u32 [%d9+16], %r11;
    ret;)")));
  const std::size_t out = run.out<std::uint32_t>(32 * 5);
  run.run().expect_no_faults();
  EXPECT_EQ(run.values<std::uint32_t>(out), words_of(32 * 5, [](std::uint32_t i) {
              const std::uint32_t expected[] = {22, 44, 66, 2 * (i / 5), 15};
              return expected[i % 5];
            }));
  std::vector<Space> spaces;
  const std::vector<MemoryAccess> accesses = accesses_of(run.result);
  spaces.reserve(accesses.size());
  for (const MemoryAccess& access : accesses) spaces.push_back(access.space);
  using enum Space;
  EXPECT_EQ(spaces, (std::vector<Space>{shared, local, global, constant, shared, local, shared, local, global, constant,
                                        global, global, global, global, global}));
  EXPECT_EQ(accesses[0].addresses[3], 8u) << "within shared memory";
  EXPECT_EQ(accesses[1].addresses[3], 4u) << "within the thread's local memory";
}

TEST(Generic, LanesInDifferentSpacesAreRequestsOfTheirOwn) {
  KernelRun run(module_text(".shared .align 4 .b8 s[256];\n" + kernel_text(R"(
    mov.u32 %r1, s;
    mad.lo.u32 %r1, %t, 4, %r1;
    add.u32 %r2, %t, 500;
    st.shared.u32 [%r1], %r2;
    cvt.u64.u32 %d1, %r1;
    cvta.shared.u64 %d1, %d1;
    setp.lt.u32 %p1, %t, 5;
    selp.b64 %d2, %at, %d1, %p1;
    ld.u32 %r3, [%d2];
    st.global.u32 [%at], %r3;
    ret;)")));
  const std::size_t out = run.in(Words(32, 9));
  run.run().expect_no_faults();
  EXPECT_EQ(run.values<std::uint32_t>(out), words_of(32, [](std::uint32_t t) { return t < 5 ? 9 : 500 + t; }));
  const std::vector<MemoryAccess> accesses = accesses_of(run.result);
  ASSERT_EQ(accesses.size(), 4u);
  EXPECT_EQ(accesses[1].space, Space::global);
  EXPECT_EQ(accesses[1].active, 0x1fu);
  EXPECT_EQ(accesses[2].space, Space::shared);
  EXPECT_EQ(accesses[2].active, 0xffffffe0u);
  EXPECT_EQ(value_of(accesses[2], 31), 531u);
}

TEST(Variables, InitialValuesAndAddressesInThem) {
  KernelRun run(module_text(R"(
.global .align 4 .u32 numbers[4] = {1, 2, 0x30, 0U};
.global .align 8 .f64 half = 0d3FE0000000000000;
.global .align 1 .b8 text[6] = {104, 101, 108, 108, 111, 0};
.const .align 4 .s32 table[3] = {-1, -2};
.global .align 8 .u64 pointers[3] = {numbers, numbers+8, generic(text)};
.const .align 8 .u64 direct = half;
)" + kernel_text(R"(
    ld.global.u32 %r1, [numbers+8];
    ld.global.f64 %e1, [half];
    cvt.rn.f32.f64 %f1, %e1;
    mov.b32 %r2, %f1;
    ld.global.u8 %r3, [text+4];
    ld.const.u32 %r4, [table+4];
    ld.const.u32 %r5, [table+8];
    ld.global.u64 %d1, [pointers+8];
    ld.global.u32 %r6, [%d1];
    ld.global.u64 %d2, [pointers+16];
    ld.u8 %r7, [%d2+1];
    ld.const.u64 %d3, [direct];
    ld.global.f64 %e2, [%d3];
    add.f64 %e2, %e2, 0d3FF0000000000000;
    cvt.rn.f32.f64 %f2, %e2;
    mov.b32 %r8, %f2;
    mov.u64 %d4, numbers;
    ld.global.u64 %d5, [pointers];
    setp.eq.u64 %p1, %d4, %d5;
    selp.u32 %r9, 1, 0, %p1;
    st.global.v4.u32 [%out], {%r1, %r2, %r3, %r4};
    st.global.v4.u32 [%out+16], {%r5, %r6, %r7, %r8};
    st.global.u32 [%out+32], %r9;
    st.global.u32 [numbers], 99;
    ret;)")));
  const std::size_t out = run.out<std::uint32_t>(9);
  run.config.block = {1, 1, 1};
  const Words expected{0x30, 0x3f000000, 'o', static_cast<std::uint32_t>(-2), 0, 0x30, 'e', 0x3fc00000, 1};
  for (int launch = 0; launch < 2; ++launch) {
    run.run().expect_no_faults();
    EXPECT_EQ(run.values<std::uint32_t>(out), expected) << "every launch starts with the initial values";
  }
}

TEST(Shared, SeveralStaticArraysAndTheDynamicOneBehindThem) {
  KernelRun run(module_text(R"(
.shared .align 1 .b8 bytes[3];
.shared .align 8 .f64 doubles[2];
.extern .shared .align 16 .b8 tail[];
.shared .align 4 .u32 one;
)" + kernel_text(R"(
    .shared .align 4 .b8 inside[8];
    mov.u32 %r1, bytes;
    mov.u32 %r2, doubles;
    mov.u32 %r3, one;
    mov.u32 %r4, inside;
    mov.u32 %r5, tail;
    st.shared.u32 [one], 5;
    st.shared.u32 [inside+4], 6;
    st.shared.u32 [tail+12], 7;
    ld.shared.u32 %r6, [one];
    ld.shared.u32 %r7, [inside+4];
    ld.shared.u32 %r8, [%r5+12];
    st.shared.u8 [bytes+2], 1;
    st.shared.f64 [doubles+8], 0d3FF0000000000000;
    st.global.v4.u32 [%out], {%r1, %r2, %r3, %r4};
    st.global.v4.u32 [%out+16], {%r5, %r6, %r7, %r8};
    ret;)")));
  const std::size_t out = run.out<std::uint32_t>(8);
  run.config.block = {1, 1, 1};
  run.config.dynamic_shared_bytes = 16;
  run.run().expect_no_faults();
  const auto result = run.values<std::uint32_t>(out);
  EXPECT_EQ(Words(result.begin() + 5, result.end()), (Words{5, 6, 7}));
  // Those declared in the function first, each aligned, behind the 1,024 bytes that the system keeps, as on an H200.
  EXPECT_EQ(Words(result.begin(), result.begin() + 5), (Words{1032, 1040, 1056, 1024, 1072}));
}

TEST(Shared, AddressesBeginBehindWhatTheMachineReserves) {
  for (const std::uint32_t reserved : {1024U, 0U}) {
    KernelRun run(module_text(R"(
.shared .align 1 .b8 small[3];
.shared .align 2048 .b8 large[256];
)" + kernel_text(R"(
    mov.u32 %r1, small;
    mov.u32 %r2, large;
    mov.u32 %r3, %reserved_smem_offset_end;
    cvta.shared.u64 %d1, large;
    cvta.to.shared.u64 %d2, %d1;
    st.shared.u32 [large+4], 5;
    ld.shared.u32 %r4, [%r2+4];
    ld.u32 %r5, [%d1+4];
    ld.shared.u32 %r6, [%d2+4];
    st.global.v2.u32 [%out], {%r1, %r2};
    st.global.v4.u32 [%out+16], {%r3, %r4, %r5, %r6};
    ret;)")));
    const std::size_t out = run.out<std::uint32_t>(8);
    run.config.block = {1, 1, 1};
    run.config.shared_reserved_bytes = reserved;
    run.run().expect_no_faults();
    // Alignment counts from the block's own first byte, on an H200 at 1024: it has the arrays at 1024 and 3072.
    EXPECT_EQ(run.values<std::uint32_t>(out), (Words{reserved, reserved + 2048, 0, 0, reserved, 5, 5, 5}));
    const std::vector<MemoryAccess> accesses = accesses_of(run.result);
    ASSERT_EQ(accesses.size(), 6u);
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_EQ(accesses[i].space, Space::shared) << i;
      EXPECT_EQ(accesses[i].addresses[0], 2052u) << "within the block's own shared memory";
    }
  }
}

TEST(Shared, WhoExchangesBuffersByABitOfTheAddressLeavesThem) {
  // 8 KiB are at the address with the bit 0x2000 changed where the two buffers begin at a multiple of 16 KiB only.
  const std::string text = module_text(".shared .align 16 .b8 s[16384];\n" + kernel_text(R"(
    mov.u32 %r1, s;
    add.u32 %r1, %r1, 0x1c00;
    mad.lo.u32 %r1, %t, 4, %r1;
    st.shared.u32 [%r1], %t;
    xor.b32 %r1, %r1, 0x2000;
    st.shared.u32 [%r1], %t;
    ret;)"));
  for (const std::uint32_t reserved : {1024U, 0U}) {
    KernelRun run(text);
    run.out<std::uint32_t>(1);
    run.config.shared_reserved_bytes = reserved;
    run.run();
    EXPECT_EQ(run.fault_kinds(), reserved == 0 ? Kinds() : Kinds{"out_of_bounds"});
    if (reserved == 0) continue;
    const Fault& fault = run.result.faults.at(0);
    EXPECT_EQ(fault.count, 32u);
    EXPECT_NE(fault_text(fault).str().find("4 bytes at shared address -1024"), std::string::npos)
        << fault_text(fault).str();
  }
}

TEST(Shared, EveryBlockHasItsOwnAndStartsWithZeros) {
  KernelRun run(module_text(".shared .align 4 .u32 s;\n" + kernel_text(R"(
    mov.u32 %r1, %ctaid.x;
    ld.shared.u32 %r2, [s];
    add.u32 %r2, %r2, %r1;
    st.shared.u32 [s], %r2;
    ld.shared.u32 %r2, [s];
    mad.wide.u32 %d1, %r1, 4, %out;
    st.global.u32 [%d1], %r2;
    ret;)")));
  const std::size_t out = run.out<std::uint32_t>(5);
  run.config.block = {1, 1, 1};
  run.config.grid = {5, 1, 1};
  run.run();
  EXPECT_EQ(run.fault_kinds(), std::vector<std::string>{"uninitialized_read"}) << "a GPU promises no zeros";
  EXPECT_EQ(run.values<std::uint32_t>(out), (Words{0, 1, 2, 3, 4}));
}

TEST(Local, EveryThreadHasItsOwn) {
  EXPECT_EQ(run_words(R"(
    .local .align 16 .b8 mine[64];
    mov.u64 %d1, mine;
    mov.u32 %r1, 0;
  FILL:
    mad.wide.u32 %d2, %r1, 4, %d1;
    mad.lo.u32 %r2, %t, 16, %r1;
    st.local.u32 [%d2], %r2;
    add.u32 %r1, %r1, 1;
    setp.lt.u32 %p1, %r1, 16;
    @%p1 bra FILL;
    and.b32 %r3, %t, 15;         // another element in each thread
    mad.wide.u32 %d2, %r3, 4, %d1;
    ld.local.u32 %r4, [%d2];
    ld.local.v2.u32 {%r5, %r6}, [mine+56];
    mad.lo.u32 %r4, %r6, 1000, %r4;
    st.global.u32 [%at], %r4;
    ret;)",
                      64, {64, 1, 1}),
            words_of(64, [](std::uint32_t t) { return (16 * t + 15) * 1000 + 16 * t + t % 16; }));
}

TEST(Parameters, ScalarsStructuresAndVectors) {
  const std::string text = module_text(R"(
.visible .entry k(.param .u64 out, .param .u8 a, .param .s16 b, .param .align 8 .b8 c[24], .param .f32 d)
{
)" + registers_text() + R"(
    ld.param.u64 %d1, [out];
    ld.param.u8 %r1, [a];
    ld.param.s16 %r2, [b];
    ld.param.v2.u32 {%r3, %r4}, [c];
    ld.param.u16 %h1, [c+10];
    cvt.u32.u16 %r5, %h1;
    ld.param.f32 %f1, [d];
    mov.b32 %r6, %f1;
    // An element of the structure that is chosen at run time.
    mov.u32 %r7, %tid.x;
    mov.b64 %d2, c;
    mad.wide.u32 %d2, %r7, 4, %d2;
    ld.param.u32 %r8, [%d2];
    cvta.param.u64 %d3, %d2;
    ld.u32 %r9, [%d3];
    isspacep.param %p1, %d3;
    @!%p1 trap;
    mad.wide.u32 %d1, %r7, 32, %d1;
    st.global.v4.u32 [%d1], {%r1, %r2, %r3, %r4};
    st.global.v4.u32 [%d1+16], {%r5, %r6, %r8, %r9};
    ret;
})");
  KernelRun run(text);
  const std::size_t out = run.out<std::uint32_t>(6 * 8);
  run.scalar(std::uint8_t{200});
  run.scalar(std::int16_t{-3});
  run.scalar(std::array<std::uint32_t, 6>{10, 20, 0x12345678, 40, 50, 60});
  run.scalar(1.5F);
  run.config.block = {6, 1, 1};
  run.run().expect_no_faults();
  EXPECT_EQ(run.values<std::uint32_t>(out), words_of(48, [](std::uint32_t i) {
              const std::uint32_t elements[] = {10, 20, 0x12345678, 40, 50, 60};
              const std::uint32_t expected[] = {
                  200, 0xfffffffd, 10, 20, 0x1234, 0x3fc00000, elements[i / 8], elements[i / 8]};
              return expected[i % 8];
            }));
}

TEST(Registers, StartAsZeroInEveryBlock) {
  EXPECT_EQ(run_words(R"(
    mov.u32 %r1, %ctaid.x;
    setp.ne.u32 %p2, %r1, 0;
    @%p1 add.u32 %r2, %r2, 1000;    // neither %p1 nor %r2 was written yet
    add.u32 %r2, %r2, 1;
    @%p2 bra READ;
    mov.u32 %r3, 77;
  READ:
    add.u32 %r2, %r2, %r3;
    setp.eq.u32 %p1, %r1, %r1;
    mad.wide.u32 %d1, %r1, 4, %out;
    st.global.u32 [%d1], %r2;
    ret;)",
                      3, {1, 1, 1}, {3, 1, 1}),
            (Words{78, 1, 1}));
}

TEST(Unsupported, IsNamed) {
  const auto expect_error = [](const std::string& body, const std::string& part) {
    const std::string error = decode_error(module_text(kernel_text(body)));
    EXPECT_NE(error.find(part), std::string::npos) << error;
  };
  expect_error("  ld.global.v4.u64 {%d1, %d2, %d3, %d4}, [%out];\n  ret;", "ld.global.v4.u64");
  expect_error("  ld.global.v2.u32 {%r1, %r2, %r3}, [%out];\n  ret;", "ld.global.v2.u32");
  EXPECT_NE(decode_error(module_text(".extern .global .u32 elsewhere;\n" +
                                     kernel_text("  ld.global.u32 %r1, [elsewhere];\n  ret;")))
                .find("elsewhere"),
            std::string::npos);
  EXPECT_NE(decode_error(module_text(kernel_text("  ret;")), "other").find("choose one of k"), std::string::npos);
}

}  // namespace
}  // namespace bankloom::simt::test
