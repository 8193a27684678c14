// Whole grids: how far a run is, runs that are ended, and memory that is put back where blocks turn out to share it.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "core/simt/page_backup.h"
#include "kernel_run.h"

namespace bankloom::simt::test {
namespace {

using namespace std::chrono_literals;

/// Counts the sinks that it is given and gets back, and the accesses that those saw.
class CountingObserver final : public AccessObserver {
 public:
  class Sink final : public AccessSink {
   public:
    void begin_block(std::uint64_t linear, const Dim3& block) override {
      EXPECT_TRUE(blocks.empty() || linear > blocks.back()) << "blocks of a thread ascend";
      blocks.push_back(linear);
      last = block;
    }
    void access(const AccessHeader& header, const std::uint64_t* addresses) override {
      EXPECT_NE(header.active, 0U);
      sum += addresses[first_lane(header.active)] + header.warp;
      ++accesses;
    }
    std::vector<std::uint64_t> blocks;
    Dim3 last;
    std::uint64_t accesses = 0, sum = 0;
  };
  [[nodiscard]] std::unique_ptr<AccessSink> make_sink() override {
    ++made;
    return std::make_unique<Sink>();
  }
  void take(std::unique_ptr<AccessSink> sink) override {
    const auto& one = static_cast<const Sink&>(*sink);
    ++taken;
    blocks += one.blocks.size();
    accesses += one.accesses;
    sum += one.sum;
  }
  std::size_t made = 0, taken = 0, blocks = 0;
  std::uint64_t accesses = 0, sum = 0;
};

std::string own_word(const std::string& body) {
  return module_text(
      kernel_text("    .reg .b32 %g;\n    .reg .b64 %own;\n    mov.u32 %r1, %ctaid.x;\n    mov.u32 %r2, %ntid.x;\n"
                  "    mad.lo.u32 %g, %r1, %r2, %t;\n    mad.wide.u32 %own, %g, 4, %out;\n" +
                  body));
}

TEST(Observers, SeeEveryAccessOfEveryBlockOnAnyThreads) {
  CountingObserver first;
  for (const unsigned threads : {1U, 2U, 3U, 8U}) {
    KernelRun run(own_word("    ld.global.u32 %r3, [%own];\n    st.global.u32 [%own], %r3;\n    ret;"));
    run.out<std::uint32_t>(64 * 300);
    run.config.block = {64, 1, 1};
    run.config.grid = {300, 1, 1};
    run.config.threads = threads;
    // Nothing, or some blocks, recorded: the observer sees all.
    run.config.record.enabled = threads != 2;
    run.config.record.block_count = 5;
    run.config.record.max_accesses = 3;
    CountingObserver observer;
    run.config.observer = &observer;
    run.run().expect_no_faults();
    EXPECT_EQ(observer.made, threads);
    EXPECT_EQ(observer.taken, threads);
    EXPECT_EQ(observer.blocks, 300U);
    EXPECT_EQ(observer.accesses, 300U * 2 * 2);
    EXPECT_EQ(run.result.trace.size(), threads == 2 ? 0U : 3U);
    if (threads == 1) {
      first.sum = observer.sum;
    } else {
      EXPECT_EQ(observer.sum, first.sum);
    }
  }
}

TEST(Progress, CountsBlocks) {
  for (const unsigned threads : {1U, 3U}) {
    KernelRun run(own_word("    st.global.u32 [%own], %g;\n    ret;"));
    run.out<std::uint32_t>(32 * 500);
    run.config.grid = {500, 1, 1};
    run.config.threads = threads;
    RunControl control;
    EXPECT_EQ(control.blocks(), 0U);
    run.config.control = &control;
    run.run().expect_no_faults();
    EXPECT_EQ(control.blocks(), 500U);
    EXPECT_EQ(control.blocks_done(), 500U);
    EXPECT_FALSE(control.cancelled());
  }
}

TEST(Progress, StartsAnewWhereBlocksMustRunInOrder) {
  KernelRun run(own_word("    st.global.u32 [%at], %g;\n    ret;"));
  run.out<std::uint32_t>(32);
  run.config.grid = {100, 1, 1};
  run.config.threads = 4;
  RunControl control;
  run.config.control = &control;
  CountingObserver observer;
  run.config.observer = &observer;
  run.run().expect_no_faults();
  EXPECT_EQ(control.blocks_done(), 100U);
  EXPECT_EQ(observer.blocks, 100U);
  // One for each thread; the run in order had another, unless a single thread came to run all blocks.
  const bool in_order = observer.made == 5;
  EXPECT_TRUE(in_order || observer.made == 4) << observer.made;
  EXPECT_EQ(observer.taken, in_order ? 1U : 4U);
  EXPECT_EQ(run.values<std::uint32_t>(0).back(), 100U * 32 - 1) << "the last block's";
}

TEST(Cancelling, BeforeTheStart) {
  KernelRun run(own_word("    st.global.u32 [%own], %g;\n    ret;"));
  run.out<std::uint32_t>(32 * 500);
  run.config.grid = {500, 1, 1};
  run.config.threads = 2;
  RunControl control;
  control.cancel();
  run.config.control = &control;
  EXPECT_EQ(run.launch_error(), "the run was cancelled after 0 of 500 blocks, so there is no result");
  EXPECT_TRUE(control.cancelled());
}

/// Cancels a run from outside once it is under way; returns how long it took to end.
std::chrono::duration<double> cancel_under_way(const std::string& body, unsigned threads, std::uint32_t blocks,
                                               bool between_blocks) {
  KernelRun run(own_word(body));
  run.out<std::uint32_t>(1024 * 64);
  run.config.block = {1024, 1, 1};
  run.config.grid = {blocks, 1, 1};
  run.config.threads = threads;
  run.config.instruction_budget = ~std::uint64_t{0};
  RunControl control;
  CountingObserver observer;
  run.config.control = &control;
  run.config.observer = &observer;
  std::atomic<std::int64_t> asked = 0;
  std::thread watcher([&] {
    while (control.blocks() == 0 || (between_blocks && control.blocks_done() < 20)) std::this_thread::sleep_for(1ms);
    std::this_thread::sleep_for(20ms);
    asked = std::chrono::steady_clock::now().time_since_epoch().count();
    control.cancel();
  });
  const std::string error = run.launch_error();
  const std::int64_t ended = std::chrono::steady_clock::now().time_since_epoch().count();
  watcher.join();
  EXPECT_NE(error.find("the run was cancelled after "), std::string::npos) << error;
  EXPECT_TRUE(control.cancelled());
  EXPECT_LT(control.blocks_done(), control.blocks());
  EXPECT_EQ(observer.taken, 0U);
  return std::chrono::steady_clock::duration(ended - asked.load());
}

// A run ends within about 10 ms on a machine with nothing else to do; a tested one may be busy, or run sanitized.
constexpr std::chrono::duration<double> kSoon = 1s;

TEST(Cancelling, AGridUnderWay) {
  const std::string body = "    st.global.u32 [%out], %t;\n    ret;";
  for (const unsigned threads : {1U, 2U, 4U}) EXPECT_LT(cancel_under_way(body, threads, 2'000'000'000, true), kSoon);
}

TEST(Cancelling, ABlockThatDoesNotEnd) {
  const std::string body = "  TURN:\n    add.u32 %r3, %r3, 1;\n    bra TURN;";
  for (const unsigned threads : {1U, 2U}) EXPECT_LT(cancel_under_way(body, threads, 64, false), kSoon);
}

TEST(Cancelling, ABlockOfBarriersThatDoesNotEnd) {
  const std::string body = "  TURN:\n    add.u32 %r3, %r3, 1;\n    bar.sync 0;\n    bra TURN;";
  EXPECT_LT(cancel_under_way(body, 2, 64, false), kSoon);
}

TEST(PageBackups, PutBackWhatWasThere) {
  GlobalMemory memory;
  std::vector<std::byte> bytes(3 * PageBackup::kPageBytes + 100);
  for (std::size_t i = 0; i < PageBackup::kPageBytes + 7; ++i) bytes[i] = static_cast<std::byte>(i * 7 + 1);
  bytes.back() = std::byte{9};
  const std::vector<std::byte> before = bytes;
  memory.add("a", std::vector<std::byte>(1));
  memory.add("b", bytes);
  PageBackup backup(memory);
  EXPECT_EQ(backup.of(Buffer{}), nullptr);
  PageBackup::Pages* const pages = backup.of(memory.buffer(1));
  ASSERT_NE(pages, nullptr);
  for (const std::size_t page : {0U, 1U, 2U, 3U, 1U}) pages->keep(page);
  BufferBytes& now = memory.buffer(1).bytes;
  std::fill(now.begin(), now.end(), std::byte{0x55});
  pages->keep(2);
  backup.restore();
  EXPECT_EQ(now, before);
  // A page that was never written is left alone.
  PageBackup::Pages* const first = backup.of(memory.buffer(0));
  ASSERT_NE(first, nullptr);
  memory.buffer(0).bytes[0] = std::byte{3};
  backup.restore();
  EXPECT_EQ(memory.buffer(0).bytes[0], std::byte{3});
}

TEST(PageBackups, KeepAPageOnceForManyThreads) {
  GlobalMemory memory;
  memory.add("a", std::vector<std::byte>(64 * PageBackup::kPageBytes, std::byte{7}));
  PageBackup backup(memory);
  Buffer& buffer = memory.buffer(0);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (std::size_t page = 0; page < 64; ++page) {
        backup.of(buffer)->keep(page);
        buffer.bytes[page * PageBackup::kPageBytes + t] = std::byte{1};
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  backup.restore();
  EXPECT_EQ(buffer.bytes, std::vector<std::byte>(64 * PageBackup::kPageBytes, std::byte{7}));
}

TEST(PageBackups, BlocksThatShareLeaveWhatARunInOrderLeaves) {
  // Every block adds to what the others wrote, over several pages that hold something before.
  const std::string body = R"(
    rem.u32 %r3, %g, 3000;
    mad.wide.u32 %d1, %r3, 4, %out;
    ld.global.u32 %r4, [%d1];
    mad.lo.u32 %r4, %r4, 3, %g;
    st.global.u32 [%d1], %r4;
    ret;)";
  std::vector<std::uint32_t> expected;
  for (const unsigned threads : {1U, 2U, 6U}) {
    KernelRun run(own_word(body));
    const std::size_t out = run.in(words_of(3000, [](std::uint32_t i) { return i < 1500 ? i + 5 : 0; }));
    run.config.block = {96, 1, 1};
    run.config.grid = {200, 1, 1};
    run.config.threads = threads;
    run.run().expect_no_faults();
    if (threads == 1) expected = run.values<std::uint32_t>(out);
    EXPECT_EQ(run.values<std::uint32_t>(out), expected) << threads;
  }
}

}  // namespace
}  // namespace bankloom::simt::test
