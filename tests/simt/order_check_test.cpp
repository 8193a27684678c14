// Results that depend on the order in which warps and blocks run.
#include "core/simt/order_check.h"
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "kernel_run.h"

namespace bankloom::simt::test {
namespace {

/// Runs kernel_text(body) with a buffer of `words` zeros, in order and in reverse.
struct OrderRun {
  OrderRun(const std::string& body, std::size_t words, Dim3 block, Dim3 grid = {1, 1, 1})
      : program(decode(*ptx::parse(module_text(".file 1 \"k.cu\"\n" + kernel_text(body))), "k")) {
    if (!program) {
      ADD_FAILURE() << program.error().message;
      return;
    }
    config.block = block;
    config.grid = grid;
    KernelArgument argument;
    argument.is_buffer = true;
    argument.buffer = before.add("out", std::vector<std::byte>(words * 4));
    config.arguments.push_back(argument);
    after = before;
    auto done = run(**program, after, config);
    if (!done) {
      ADD_FAILURE() << done.error().message;
      return;
    }
    result = std::move(*done);
    can_be_checked = order_can_be_checked(config, result);
    faults = check_order(**program, config, before, after);
  }
  Result<std::shared_ptr<const Program>> program;
  LaunchConfig config;
  GlobalMemory before, after;
  RunResult result;
  bool can_be_checked = false;
  std::vector<Fault> faults;
};

TEST(Order, WhoWritesLast) {
  const OrderRun run(R"(
    .loc 1 3 1
    st.global.u32 [%at], %t;
    shr.u32 %r1, %t, 5;
    .loc 1 5 1
    st.global.u32 [%out+4], %r1;
    ret;)",
                     96, {96, 1, 1});
  EXPECT_TRUE(run.can_be_checked);
  ASSERT_EQ(run.faults.size(), 1u);
  const Fault& fault = run.faults.front();
  EXPECT_EQ(fault_kind_name(fault.kind), "order_dependent");
  EXPECT_EQ(fault.source_line, 5u);
  EXPECT_EQ(fault.thread, (Dim3{95, 0, 0})) << "warp 2 is the last one of the run in order";
  EXPECT_EQ(fault.address, run.before.buffer(0).address + 4);
  EXPECT_NE(fault_text(fault).str().find("1 byte of the results depends on the order"), std::string::npos)
      << fault_text(fault).str();
}

TEST(Order, OfBlocks) {
  const OrderRun run("mov.u32 %r1, %ctaid.x;\n st.global.u32 [%out], %r1;\n ret;", 1, {1, 1, 1}, {3, 1, 1});
  ASSERT_EQ(run.faults.size(), 1u);
  EXPECT_EQ(run.faults.front().block, (Dim3{2, 0, 0}));
}

TEST(Order, OfTheNumbersThatAtomicsHandOut) {
  const OrderRun run(
      "atom.global.add.u32 %r1, [%out], 1;\n mad.wide.u32 %d1, %t, 4, %out;\n"
      "st.global.u32 [%d1+4], %r1;\n ret;",
      65, {64, 1, 1});
  ASSERT_EQ(run.faults.size(), 1u);
}

TEST(Order, DoesNotMatter) {
  for (const char* body : {"st.global.u32 [%at], %t;\n ret;", "red.global.add.u32 [%out], %t;\n ret;",
                           "st.global.u32 [%out], 5;\n ret;"}) {
    const OrderRun run(body, 256, {256, 1, 1});
    EXPECT_TRUE(run.can_be_checked);
    EXPECT_TRUE(run.faults.empty()) << body << ": " << fault_text(run.faults.front()).str();
  }
}

TEST(Order, OfOneWarpIsNone) {
  const OrderRun run("st.global.u32 [%at], %t;\n ret;", 32, {32, 1, 1});
  EXPECT_FALSE(run.can_be_checked);
}

TEST(Order, BarriersHoldInReverseToo) {
  const OrderRun run(R"(
    .shared .align 4 .b8 s[1024];
    mov.u32 %r1, s;
    mad.lo.u32 %r2, %t, 4, %r1;
    st.shared.u32 [%r2], %t;
    bar.sync 0;
    xor.b32 %r3, %t, 255;
    mad.lo.u32 %r3, %r3, 4, %r1;
    ld.shared.u32 %r4, [%r3];
    st.global.u32 [%at], %r4;
    ret;)",
                     256, {256, 1, 1});
  EXPECT_TRUE(run.result.faults.empty());
  EXPECT_TRUE(run.faults.empty());
}

}  // namespace
}  // namespace bankloom::simt::test
