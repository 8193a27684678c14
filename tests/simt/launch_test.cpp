// Launches that cannot be made, and what is recorded of those that can.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "kernel_run.h"

namespace bankloom::simt::test {
namespace {

constexpr const char* kStore = "    st.global.u32 [%at], %t;\n    ret;";

KernelRun simple() {
  KernelRun run(module_text(kernel_text(kStore)));
  run.out<std::uint32_t>(2048);
  return run;
}

void expect_error(KernelRun& run, const std::string& part) {
  const std::string error = run.launch_error();
  EXPECT_NE(error.find(part), std::string::npos) << "'" << error << "' does not say '" << part << "'";
  EXPECT_EQ(error.find('\n'), std::string::npos) << "one sentence";
}

TEST(LaunchErrors, Extents) {
  for (const Dim3 block : {Dim3{0, 1, 1}, Dim3{1, 0, 1}, Dim3{1, 1, 0}}) {
    KernelRun run = simple();
    run.config.block = block;
    expect_error(run, "is empty");
    run.config.block = {1, 1, 1};
    run.config.grid = block;
    expect_error(run, "is empty");
  }
  KernelRun run = simple();
  run.config.block = {1025, 1, 1};
  expect_error(run, "at most 1024 threads");
  run.config.block = {64, 32, 1};
  expect_error(run, "has 2048 threads, but a block can have 1024");
  run.config.block = {1, 1, 65};
  expect_error(run, "1 x 1 x 65");
  run.config.block = {0xffffffff, 0xffffffff, 0xffffffff};
  expect_error(run, "larger than a block can be");
  run.config.block = {1, 1, 1};
  run.config.grid = {1, 65536, 1};
  expect_error(run, "a grid of 1 x 65536 x 1");
  run.config.grid = {0xffffffff, 0xffffffff, 0xffffffff};
  expect_error(run, "is larger than");
  run.config.grid = {1, 1, 1};
  run.config.block = {1024, 1, 1};
  EXPECT_EQ(run.launch_error(), "");
}

TEST(LaunchErrors, SharedMemory) {
  KernelRun run(module_text(".shared .align 4 .b8 s[1000];\n.extern .shared .align 16 .b8 tail[];\n" +
                            kernel_text("    st.shared.u32 [s], %t;\n    st.shared.u32 [tail], %t;\n    ret;")));
  run.out<std::uint32_t>(1);
  run.config.block = {1, 1, 1};
  run.config.dynamic_shared_bytes = 232'448 - 1008;
  EXPECT_EQ(run.launch_error(), "");
  run.config.dynamic_shared_bytes += 1;
  expect_error(run, "the block needs 232449 bytes of shared memory");
  run.config.dynamic_shared_bytes = 0xffffffff;
  expect_error(run, "(1000 static, 4294967295 dynamic)");
  run.config.dynamic_shared_bytes = 100;
  run.config.max_shared_bytes = 1024;
  expect_error(run, "the machine gives a block 1024");
}

TEST(LaunchErrors, Registers) {
  KernelRun run(module_text(kernel_text("    .reg .b64 %many<300000>;\n    mov.u64 %many299999, 7;\n    ret;")));
  run.out<std::uint32_t>(1);
  run.config.block = {1024, 1, 1};
  expect_error(run, "the registers and local arrays of 1024 threads take 2344 MiB, but at most 2048 MiB");
  run.config.block = {32, 1, 1};
  EXPECT_EQ(run.launch_error(), "");
  run.config.is_cooperative = true;
  run.config.grid = {100, 1, 1};
  expect_error(run, "of 3200 threads take");
}

TEST(LaunchErrors, Arguments) {
  KernelRun run(module_text(".visible .entry k(.param .u64 a, .param .u32 b)\n{\n  ret;\n}\n"));
  expect_error(run, "has 2 parameters, but 0 arguments are given");
  run.out<std::uint32_t>(1);
  run.scalar(std::uint64_t{5});
  expect_error(run, "parameter 1 of kernel 'k' has 4 bytes, but the argument given has 8");
  run.config.arguments[1].bytes.resize(4);
  EXPECT_EQ(run.launch_error(), "");
  run.config.arguments[1] = run.config.arguments[0];
  expect_error(run, "is a buffer, whose address has 8");
  run.config.arguments[1].is_buffer = false;
  run.config.arguments[1].bytes.resize(4);
  run.config.arguments[0].buffer = 7;
  expect_error(run, "is buffer 7, but there are 1");
  run.config.arguments.push_back(run.config.arguments[1]);
  expect_error(run, "3 arguments");
}

TEST(LaunchErrors, DeclaredBlocks) {
  KernelRun most(module_text(".visible .entry k()\n.maxntid 64, 2, 1\n{\n  ret;\n}\n"));
  most.config.block = {128, 1, 1};
  EXPECT_EQ(most.launch_error(), "");
  most.config.block = {129, 1, 1};
  expect_error(most, "at most 128 threads, not 129");
  KernelRun exact(module_text(".visible .entry k()\n.reqntid 16, 4\n{\n  ret;\n}\n"));
  exact.config.block = {16, 4, 1};
  EXPECT_EQ(exact.launch_error(), "");
  exact.config.block = {64, 1, 1};
  expect_error(exact, "declared for blocks of 16 x 4 x 1 threads only");
}

TEST(Launch, WithoutParametersOrInstructions) {
  KernelRun run(module_text(".visible .entry k()\n{\n}\n"));
  run.config.block = {33, 1, 1};
  run.run().expect_no_faults();
  EXPECT_TRUE(run.result.trace.empty());
  EXPECT_EQ(run.result.statistics.warp_instructions, 2u) << "the return at the end";
}

TEST(Launch, LeavesBuffersThatItDoesNotWriteAlone) {
  KernelRun run = simple();
  const std::size_t other = run.memory.add("other", std::vector<std::byte>(64, std::byte{7}));
  run.run().expect_no_faults();
  EXPECT_EQ(run.memory.buffer(other).bytes, std::vector<std::byte>(64, std::byte{7}));
}

// Three accesses a block and warp.
KernelRun recorded(std::uint32_t blocks) {
  KernelRun run(module_text(kernel_text(R"(
    ld.global.u32 %r1, [%at];
    st.global.u32 [%at+4096], %r1;
    st.global.u32 [%at+4096], %t;
    ret;)")));
  run.out<std::uint32_t>(2048);
  run.config.block = {64, 1, 1};
  run.config.grid = {blocks, 1, 1};
  return run;
}

TEST(Recording, CanBeOff) {
  KernelRun run = recorded(3);
  run.config.record.enabled = false;
  run.run().expect_no_faults();
  EXPECT_TRUE(run.result.trace.empty());
  EXPECT_FALSE(run.result.trace.clipped());
}

TEST(Recording, OfChosenBlocksCountsTheOthers) {
  for (const unsigned threads : {1u, 4u}) {
    KernelRun run = recorded(10);
    run.config.record.first_block = 3;
    run.config.record.block_count = 2;
    run.config.threads = threads;
    run.run().expect_no_faults();
    ASSERT_EQ(run.result.trace.size(), 2u * 6);
    EXPECT_EQ(run.result.trace.at(0).block, (Dim3{3, 0, 0}));
    EXPECT_EQ(run.result.trace.at(11).block, (Dim3{4, 0, 0}));
    EXPECT_EQ(run.result.trace.at(11).order, 5u);
    EXPECT_TRUE(run.result.trace.clipped());
    EXPECT_EQ(run.result.trace.clipped_accesses(), 8u * 6);
  }
}

TEST(Recording, BlocksBeyondTheGridAreNone) {
  KernelRun run = recorded(2);
  run.config.record.first_block = 2;
  run.run().expect_no_faults();
  EXPECT_TRUE(run.result.trace.empty());
  EXPECT_EQ(run.result.trace.clipped_accesses(), 12u);
}

TEST(Recording, KeepsNoMoreThanTheLimit) {
  for (const std::uint64_t limit : {0u, 1u, 6u, 20u, 59u, 60u, 61u}) {
    for (const unsigned threads : {1u, 2u, 5u}) {
      KernelRun run = recorded(10);
      run.config.record.max_accesses = limit;
      run.config.threads = threads;
      run.run().expect_no_faults();
      const std::uint64_t kept = std::min<std::uint64_t>(limit, 60);
      ASSERT_EQ(run.result.trace.size(), kept);
      EXPECT_EQ(run.result.trace.clipped_accesses(), 60 - kept);
      for (std::size_t i = 0; i < kept; ++i) {
        const MemoryAccess access = run.result.trace.at(i);
        EXPECT_EQ(access.block.x, i / 6);
        EXPECT_EQ(access.order, i % 6);
      }
    }
  }
}

}  // namespace
}  // namespace bankloom::simt::test
