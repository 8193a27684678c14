// printf and assert as the CUDA compiler calls them: vprintf(format, arguments in local memory), __assertfail.
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "core/simt/block_runner.h"
#include "kernel_run.h"

namespace bankloom::simt::test {
namespace {

// A string as a .global array.
std::string text_variable(const std::string& name, const std::string& text) {
  std::string numbers;
  for (const char c : text) numbers += std::to_string(static_cast<unsigned char>(c)) + ", ";
  return ".global .align 1 .b8 " + name + "[" + std::to_string(text.size() + 1) + "] = {" + numbers + "0};\n";
}

constexpr const char* kDeclaration =
    ".extern .func (.param .b32 status) vprintf(.param .b64 format, .param .b64 list);\n";

// Prints `format` with what `stores` puts into the argument list, which lies at local memory `list`; %r40 = the result.
std::string print_text(const std::string& stores, const std::string& format = "format") {
  return stores + R"(
    mov.u64 %d40, )" +
         format + R"(;
    cvta.global.u64 %d41, %d40;
    cvta.local.u64 %d42, list;
    {
      .param .b64 a; .param .b64 b; .param .b32 status;
      st.param.b64 [a], %d41;
      st.param.b64 [b], %d42;
      call.uni (status), vprintf, (a, b);
      ld.param.b32 %r40, [status];
    }
)";
}

std::string printing_module(const std::string& format, const std::string& body) {
  return module_text(kDeclaration + text_variable("format", format) +
                     kernel_text("    .local .align 8 .b8 list[256];\n" + body));
}

// What one thread prints with 64-bit argument slots: (bytes, bits) for each argument.
struct Argument {
  unsigned bytes;
  std::uint64_t bits;
};
Argument int_of(std::int64_t value) { return {4, static_cast<std::uint32_t>(value)}; }
Argument long_of(std::int64_t value) { return {8, static_cast<std::uint64_t>(value)}; }
Argument double_of(double value) { return {8, std::bit_cast<std::uint64_t>(value)}; }

std::string printed(const std::string& format, const std::vector<Argument>& arguments) {
  std::string stores;
  unsigned offset = 0;
  for (const Argument& argument : arguments) {
    offset = (offset + argument.bytes - 1) / argument.bytes * argument.bytes;
    stores += "    mov.b64 %d1, " + std::to_string(argument.bits) + ";\n    st.local.b" +
              std::to_string(8 * argument.bytes) + " [list+" + std::to_string(offset) + "], %d1;\n";
    offset += argument.bytes;
  }
  KernelRun run(printing_module(format, print_text(stores) + "    st.global.u32 [%out], %r40;\n    ret;"));
  const std::size_t out = run.out<std::uint32_t>(1);
  run.config.block = {1, 1, 1};
  run.run().expect_no_faults();
  EXPECT_EQ(run.values<std::uint32_t>(out)[0], arguments.size()) << "printf returns the number of its arguments";
  return run.result.printed;
}

TEST(Printf, Integers) {
  EXPECT_EQ(
      printed("%d|%i|%u|%x|%X|%o", {int_of(-5), int_of(7), int_of(-1), int_of(0xbeef), int_of(0xbeef), int_of(8)}),
      "-5|7|4294967295|beef|BEEF|10");
  EXPECT_EQ(printed("%ld %lu %llx %lld", {long_of(-5'000'000'000), long_of(-1), long_of(0x123456789abc), long_of(-1)}),
            "-5000000000 18446744073709551615 123456789abc -1");
  EXPECT_EQ(printed("%hd %hu %hhd %hhu", {int_of(0x18000), int_of(-1), int_of(200), int_of(0x1ff)}),
            "-32768 65535 -56 255");
}

TEST(Printf, FlagsWidthAndPrecision) {
  EXPECT_EQ(printed("[%5d][%-5d][%05d][%+d][% d][%#x][%.3d]",
                    {int_of(42), int_of(42), int_of(42), int_of(42), int_of(42), int_of(42), int_of(42)}),
            "[   42][42   ][00042][+42][ 42][0x2a][042]");
  EXPECT_EQ(printed("[%*d][%-*d][%.*f][%.*f]", {int_of(6), int_of(1), int_of(4), int_of(2), int_of(1), double_of(2.25),
                                                int_of(-1), double_of(0.5)}),
            "[     1][2   ][2.2][0.500000]");
  EXPECT_EQ(printed("[%*d]", {int_of(-4), int_of(3)}), "[3   ]");
}

TEST(Printf, FloatingPointValues) {
  EXPECT_EQ(printed("%f %.2f %e %g %G %8.3f|", {double_of(1.5), double_of(-0.125), double_of(12345.678),
                                                double_of(1e-10), double_of(1e20), double_of(3.14159)}),
            "1.500000 -0.12 1.234568e+04 1e-10 1E+20    3.142|");
  EXPECT_EQ(printed("%f %F %a", {double_of(-std::numeric_limits<double>::infinity()),
                                 double_of(std::numeric_limits<double>::infinity()), double_of(1.0)}),
            "-inf INF 0x1p+0");
}

TEST(Printf, MixedSizesAreAlignedEachToItsOwn) {
  EXPECT_EQ(printed("%d %lld %d %f %c", {int_of(1), long_of(2), int_of(3), double_of(4), int_of('x')}),
            "1 2 3 4.000000 x");
}

TEST(Printf, CharactersPercentAndUnknownConversions) {
  EXPECT_EQ(printed("%c%c%%%c\n", {int_of('a'), int_of('b'), int_of('c')}), "ab%c\n");
  EXPECT_EQ(printed("%c|", {int_of(0)}), std::string("\0|", 2));
  EXPECT_EQ(printed("100%", {}), "100%");
  EXPECT_EQ(printed("%q%5k.", {}), "%q%5k.");
  EXPECT_EQ(printed("%p", {long_of(0x1234)}), "0x1234");
  EXPECT_EQ(printed("", {}), "");
}

TEST(Printf, StringsFromGlobalConstantAndLocalMemory) {
  KernelRun run(module_text(kDeclaration + text_variable("format", "<%s> <%s> <%6s> <%.2s> <%s>\n") +
                            text_variable("word", "hello") + ".const .align 1 .b8 two[3] = {110, 111, 0};\n" +
                            kernel_text("    .local .align 8 .b8 list[64];\n    .local .align 1 .b8 mine[4];\n" +
                                        print_text(R"(
    mov.u16 %h1, 65;
    cvt.u16.u32 %h2, %t;
    add.u16 %h1, %h1, %h2;
    st.local.u8 [mine], %h1;
    st.local.u8 [mine+1], 0;
    cvta.global.u64 %d1, word;
    cvta.const.u64 %d2, two;
    cvta.local.u64 %d3, mine;
    st.local.u64 [list], %d1;
    st.local.u64 [list+8], %d2;
    st.local.u64 [list+16], %d3;
    st.local.u64 [list+24], %d1;
    st.local.u64 [list+32], 0;)") + "    ret;")));
  run.out<std::uint32_t>(1);
  run.config.block = {2, 1, 1};
  run.run().expect_no_faults();
  EXPECT_EQ(run.result.printed, "<hello> <no> <     A> <he> <(null)>\n<hello> <no> <     B> <he> <(null)>\n");
}

TEST(Printf, ThreadsPrintInOrderWarpByWarp) {
  KernelRun run(printing_module("%d.%d ", R"(
    mov.u32 %r1, %ctaid.x;
    and.b32 %r2, %t, 7;
    setp.ne.u32 %p1, %r2, 3;
    @%p1 bra END;)" + print_text("    st.local.u32 [list], %r1;\n    st.local.u32 [list+4], %t;\n") +
                                              "  END:\n    ret;"));
  run.out<std::uint32_t>(1);
  run.config.block = {40, 1, 1};
  run.config.grid = {2, 1, 1};
  run.run().expect_no_faults();
  EXPECT_EQ(run.result.printed, "0.3 0.11 0.19 0.27 0.35 1.3 1.11 1.19 1.27 1.35 ");
}

TEST(Printf, FromADeviceFunctionAndUnderAGuard) {
  KernelRun run(module_text(kDeclaration + text_variable("format", "%u;") +
                            ".func show(.reg .u32 n)\n{\n  .local .align 8 .b8 list[8];\n  .reg .b64 %d<2>;\n"
                            "  .reg .pred %p;\n  st.local.u32 [list], n;\n  cvta.global.u64 %d0, format;\n"
                            "  cvta.local.u64 %d1, list;\n  setp.gt.u32 %p, n, 90;\n"
                            "  { .param .b64 a; .param .b64 b; .param .b32 s;\n  st.param.b64 [a], %d0;\n"
                            "  st.param.b64 [b], %d1;\n  @!%p call (s), vprintf, (a, b);\n  }\n  ret;\n}\n" +
                            kernel_text("    .local .align 8 .b8 mine[16];\n    st.local.u32 [mine], 1;\n"
                                        "    mul.lo.u32 %r1, %t, 30;\n    call show, (%r1);\n    ret;")));
  run.out<std::uint32_t>(1);
  run.config.block = {5, 1, 1};
  run.run().expect_no_faults();
  EXPECT_EQ(run.result.printed, "0;30;60;90;");
}

TEST(Printf, EndsWhereItsBufferIsFull) {
  KernelRun run(printing_module("0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcde\n", R"(
    mov.u32 %r1, 0;
  TURN:)" + print_text("") + R"(
    add.u32 %r1, %r1, 1;
    setp.lt.u32 %p1, %r1, 600;
    @%p1 bra TURN;
    st.global.u32 [%at], %r40;
    ret;)"));
  run.out<std::uint32_t>(32);
  run.run().expect_no_faults();
  EXPECT_EQ(run.result.printed.size(), kMaxPrinted);
}

TEST(Printf, OfNoFormat) {
  KernelRun run(module_text(kDeclaration + kernel_text(R"(
    {
      .param .b64 a; .param .b64 b; .param .b32 status;
      st.param.b64 [a], 0;
      st.param.b64 [b], 0;
      call.uni (status), vprintf, (a, b);
      ld.param.b32 %r1, [status];
    }
    st.global.u32 [%at], %r1;
    ret;)")));
  const std::size_t out = run.out<std::uint32_t>(32);
  run.run().expect_no_faults();
  EXPECT_EQ(run.values<std::uint32_t>(out), std::vector<std::uint32_t>(32, 0xffffffff));
}

TEST(Assert, ThatFailsEndsTheLaunchWithItsText) {
  KernelRun run(module_text(
      ".file 1 \"k.cu\"\n.extern .func __assertfail(.param .b64 m, .param .b64 f, .param .b32 l, .param .b64 n, "
      ".param .b64 c) .noreturn;\n" +
      text_variable("message", "i < 20") + kernel_text(R"(
    setp.lt.u32 %p1, %t, 20;
    @%p1 bra FINE;
    .loc 1 6 1
    cvta.global.u64 %d1, message;
    {
      .param .b64 m; .param .b64 f; .param .b32 l; .param .b64 n; .param .b64 c;
      st.param.b64 [m], %d1;
      st.param.b64 [f], %d1;
      st.param.b32 [l], 6;
      st.param.b64 [n], %d1;
      st.param.b64 [c], 1;
      call.uni __assertfail, (m, f, l, n, c);
    }
  FINE:
    st.global.u32 [%at], 1;
    ret;)")));
  run.out<std::uint32_t>(32);
  run.config.grid = {2, 1, 1};
  run.run();
  ASSERT_EQ(run.fault_kinds(), std::vector<std::string>{"trap"});
  const Fault& fault = run.result.faults[0];
  EXPECT_EQ(fault.source_line, 6u);
  EXPECT_EQ(fault.thread, (Dim3{20, 0, 0}));
  EXPECT_EQ(fault.count, 12u);
  EXPECT_NE(fault_text(fault).str().find("'i < 20'"), std::string::npos) << fault_text(fault).str();
  EXPECT_EQ(run.result.statistics.blocks, 1u);
}

}  // namespace
}  // namespace bankloom::simt::test
