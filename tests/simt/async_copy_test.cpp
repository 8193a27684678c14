// What asynchronous copies have not finished: who reads it before the copying thread has waited is told so.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/simt/async_copies.h"
#include "kernel_run.h"

namespace bankloom::simt::test {
namespace {

/// Each thread of a block of 64 copies the word of its own from p1 to `s`; then `body`, with %own, %next and %far (32
/// threads away) as places in `s`, the word read being %r1.
KernelRun copy_run(const std::string& body) {
  KernelRun run(module_text(".file 1 \"k.cu\"\n.shared .align 16 .b8 s[512];\n" + kernel_text(R"(
    .reg .b32 %own, %far;
    mov.u32 %own, s;
    mov.u32 %far, %own;
    mad.lo.u32 %own, %t, 4, %own;
    xor.b32 %r60, %t, 32;
    mad.lo.u32 %far, %r60, 4, %far;
    ld.param.u64 %d1, [p1];
    mad.wide.u32 %d1, %t, 4, %d1;
    .loc 1 5 1
    cp.async.ca.shared.global [%own], [%d1], 4;
    .loc 1 6 1
)" + body + R"(
    .loc 1 9 1
    st.global.u32 [%at], %r1;
    ret;)",
                                                                                              2)));
  run.out<std::uint32_t>(64);
  run.in(words_of(64, [](std::uint32_t i) { return 100 + i; }));
  run.config.block = {64, 1, 1};
  run.run();
  return run;
}

TEST(AsyncCopy, ReadBeforeItsWait) {
  KernelRun run = copy_run("cp.async.commit_group;\n .loc 1 7 1\n ld.shared.u32 %r1, [%own];");
  ASSERT_EQ(run.fault_kinds(), Kinds{"race"});
  const Fault& fault = run.result.faults[0];
  EXPECT_EQ(fault.source_line, 7u);
  EXPECT_EQ(fault.thread, (Dim3{0, 0, 0}));
  EXPECT_EQ(fault.count, 64u);
  EXPECT_EQ(fault_text(fault).str(),
            "thread (0,0,0) of block (0,0,0) reads 4 bytes at shared address 0 (byte 0 of 's'), which its cp.async in "
            "line 5 may still be copying; it has to wait for it first (cp.async.wait_group or wait_all, in CUDA C++ "
            "__pipeline_wait_prior())");
}

TEST(AsyncCopy, ABarrierIsNoWait) {
  KernelRun run = copy_run("cp.async.commit_group;\n bar.sync 0;\n .loc 1 7 1\n ld.shared.u32 %r1, [%far];");
  ASSERT_EQ(run.fault_kinds(), Kinds{"race"});
  const Fault& fault = run.result.faults[0];
  EXPECT_EQ(fault.source_line, 7u);
  EXPECT_EQ(fault.count, 64u);
  EXPECT_NE(fault_text(fault).str().find(
                "which the cp.async of thread (32,0,0) in line 5 may still be copying; that thread has"),
            std::string::npos)
      << fault_text(fault).str();
}

TEST(AsyncCopy, WaitedForAndBehindABarrier) {
  for (const std::string wait : {"cp.async.commit_group;\n cp.async.wait_group 0;", "cp.async.wait_all;",
                                 "cp.async.commit_group;\n cp.async.wait_all;"}) {
    KernelRun run = copy_run(wait + "\n bar.sync 0;\n ld.shared.u32 %r1, [%far];");
    run.expect_no_faults();
    EXPECT_EQ(run.values<std::uint32_t>(0), words_of(64, [](std::uint32_t i) { return 100 + (i ^ 32u); })) << wait;
  }
}

TEST(AsyncCopy, WhatIsNotCommittedIsInNoGroup) {
  EXPECT_EQ(copy_run("cp.async.wait_group 0;\n ld.shared.u32 %r1, [%own];").fault_kinds(), Kinds{"race"});
}

TEST(AsyncCopy, TheLatestGroupsMayBeLeft) {
  // A second group, to the words behind, is still under way when the first one is waited for.
  const std::string second =
      "cp.async.commit_group;\n cp.async.ca.shared.global [%own+256], [%d1], 4;\n"
      "cp.async.commit_group;\n cp.async.wait_group 1;\n";
  copy_run(second + "ld.shared.u32 %r1, [%own];").expect_no_faults();
  EXPECT_EQ(copy_run(second + ".loc 1 7 1\n ld.shared.u32 %r1, [%own+256];").fault_kinds(), Kinds{"race"});
  copy_run(second + "cp.async.wait_group 0;\n ld.shared.u32 %r1, [%own+256];").expect_no_faults();
}

TEST(AsyncCopy, EachThreadWaitsForItsOwn) {
  // Warp 1 waits, warp 0 does not.
  KernelRun run = copy_run(
      "cp.async.commit_group;\n setp.lt.u32 %p1, %t, 32;\n @%p1 bra OVER;\n cp.async.wait_group 0;\nOVER:\n bar.sync "
      "0;\n .loc 1 7 1\n ld.shared.u32 %r1, [%far];");
  ASSERT_EQ(run.fault_kinds(), Kinds{"race"});
  EXPECT_EQ(run.result.faults[0].count, 32u);
  EXPECT_EQ(run.result.faults[0].thread, (Dim3{32, 0, 0}));
}

TEST(AsyncCopies, ALaterCopyToThePlaceIsStillUnderWay) {
  AsyncCopies copies;
  copies.begin_block(64);
  copies.issue(3, 10, 16, 16);
  copies.commit(3);
  copies.issue(3, 11, 16, 4);
  copies.commit(3);
  copies.wait_group(3, 1);
  ASSERT_NE(copies.find(16, 4), nullptr);
  EXPECT_EQ(copies.find(16, 4)->line, 11u);
  EXPECT_EQ(copies.find(20, 8), nullptr);
  copies.wait_group(3, 0);
  EXPECT_FALSE(copies.any());
  copies.issue(3, 12, 0, 8);
  copies.begin_block(64);
  EXPECT_FALSE(copies.any());
  EXPECT_EQ(copies.find(0, 4), nullptr);
}

TEST(EndlessLoop, ThatWritesEndsWithTheAccesses) {
  KernelRun run(module_text(".file 1 \"k.cu\"\n" + kernel_text(R"(
    mov.u32 %r1, 0;
L:
    .loc 1 4 1
    add.u32 %r1, %r1, 1;
    st.global.u32 [%at], %r1;
    bra L;)")));
  run.out<std::uint32_t>(32);
  run.config.access_budget = 5'000;
  run.config.record.enabled = false;
  run.run();
  ASSERT_EQ(run.fault_kinds(), Kinds{"endless_loop"});
  EXPECT_EQ(run.result.faults[0].source_line, 4u);
  EXPECT_EQ(fault_text(run.result.faults[0]).str(),
            "block (0,0,0) did not end within 5000 accesses to memory: thread (0,0,0) is still in the loop at line 4");
}

}  // namespace
}  // namespace bankloom::simt::test
