// Whole grids: how far a run is, runs that are ended, and memory that is put back where blocks turn out to share it.
#include <gtest/gtest.h>
#include <pthread.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "core/simt/block_sharing.h"
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

TEST(Threads, OneIsEnoughWhereThereAreNoMore) {
  pthread_attr_t usual{}, huge{};
  ASSERT_EQ(pthread_getattr_default_np(&usual), 0);
  ASSERT_EQ(pthread_attr_init(&huge), 0);
  // No memory for their stacks, as after some ten thousand mappings.
  ASSERT_EQ(pthread_attr_setstacksize(&huge, std::size_t{1} << 46U), 0);
  ASSERT_EQ(pthread_setattr_default_np(&huge), 0);
  KernelRun run(own_word("    st.global.u32 [%own], %g;\n    ret;"));
  run.out<std::uint32_t>(32 * 500);
  run.config.grid = {500, 1, 1};
  run.config.threads = 4;
  run.run().expect_no_faults();
  ASSERT_EQ(pthread_setattr_default_np(&usual), 0);
  EXPECT_EQ(run.values<std::uint32_t>(0).back(), 500U * 32 - 1);
}

TEST(Threads, AreFewerWhereEachNeedsManyRegisters) {
  CountingObserver observer;
  // A block of 1,024 threads has 600 MiB of them.
  KernelRun run(own_word("    .reg .b64 %many<75000>;\n    mov.u64 %many74999, 7;\n    ret;"));
  run.out<std::uint32_t>(32);
  run.config.block = {1024, 1, 1};
  run.config.grid = {8, 1, 1};
  run.config.threads = 8;
  run.config.observer = &observer;
  run.run().expect_no_faults();
  EXPECT_LE(observer.made, 3U);
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

/// What two threads touch of a buffer, as sets of bytes and as BlockSharing notes it.
class SharingCase {
 public:
  static constexpr std::size_t kBytes = std::size_t{1} << 14u;

  SharingCase(unsigned seed, unsigned unit_bytes) : random_(seed), least_shift_(unit_bytes / 2) {
    for (auto& thread : touched_) thread.fill(std::vector<bool>(kBytes));
    for (int t = 0; t < 2; ++t) sharing_.push_back(std::make_unique<BlockSharing>(backup_, unit_bytes));
  }
  /// A walk of a warp along a column, a row, or lanes here and there, by one of the threads within its half, which
  /// reaches `beyond` bytes into the other one's.
  void touch(unsigned thread, std::size_t beyond) {
    const unsigned width = 1u << (least_shift_ + below(5 - least_shift_));
    const bool write = below(2) == 0;
    const std::size_t half = kBytes / 2, room = half + beyond, begin = thread == 0 ? 0 : half - beyond;
    const auto aligned = [&](std::size_t at) { return (begin + at + width - 1) / width * width; };
    std::array<std::uint64_t, kWarpSize> at{};
    const std::size_t shape = below(3);
    if (shape == 0) {
      const std::size_t stride = 64 * (1 + below(2)), steps = 1 + below(40);
      const std::size_t extent = 31 * stride + steps * width, first = aligned(below(room - extent - width));
      for (std::size_t step = 0; step < steps; ++step) {
        for (std::size_t lane = 0; lane < kWarpSize; ++lane) at[lane] = first + lane * stride + step * width;
        note(thread, at, kAllLanes, width, write);
      }
    } else if (shape == 1) {
      const std::size_t first = aligned(below(room - (kWarpSize + 1) * width));
      for (std::size_t lane = 0; lane < kWarpSize; ++lane) at[lane] = first + lane * width;
      mark(thread, at, kAllLanes, width, write);
      sharing_[thread]->add_row(buffer(), buffer().address + first, width, write);
    } else {
      for (std::uint64_t& place : at) place = aligned(below(room - 2 * width));
      note(thread, at, below(2) == 0 ? kAllLanes : static_cast<LaneMask>(random_()), width, write);
    }
  }
  void finish() {
    for (const auto& sharing : sharing_) sharing->finish();
  }
  [[nodiscard]] bool expected() const {
    for (std::size_t b = 0; b < kBytes; ++b) {
      const bool first = touched_[0][0][b] || touched_[0][1][b], second = touched_[1][0][b] || touched_[1][1][b];
      if ((touched_[0][1][b] && second) || (touched_[1][1][b] && first)) return true;
    }
    return false;
  }
  [[nodiscard]] bool found(std::size_t parts) const {
    bool any = false;
    for (std::size_t part = 0; part < parts; ++part) any |= BlockSharing::conflict(sharing_, part, parts);
    return any;
  }

 private:
  std::size_t below(std::size_t limit) { return random_() % limit; }
  Buffer& buffer() { return memory_.buffer(0); }
  void note(unsigned thread, std::array<std::uint64_t, kWarpSize> at, LaneMask exec, unsigned width, bool write) {
    mark(thread, at, exec, width, write);
    for (std::uint64_t& place : at) place += buffer().address;
    sharing_[thread]->add(buffer(), at.data(), exec, width, write);
  }
  void mark(unsigned thread, const std::array<std::uint64_t, kWarpSize>& at, LaneMask exec, unsigned width,
            bool write) {
    for_each_lane(exec, [&](unsigned lane) {
      for (unsigned b = 0; b < width; ++b) touched_[thread][write ? 1 : 0][at[lane] + b] = true;
    });
  }

  std::mt19937 random_;
  unsigned least_shift_ = 0;  ///< of the widths
  GlobalMemory memory_ = [] {
    GlobalMemory memory;
    memory.add("a", std::vector<std::byte>(kBytes));
    return memory;
  }();
  PageBackup backup_{memory_};
  std::vector<std::unique_ptr<BlockSharing>> sharing_;
  std::array<std::array<std::vector<bool>, 2>, 2> touched_;  ///< by thread: bytes read, bytes written
};

TEST(Sharing, IsFoundWhereAByteIsSharedAndNowhereElse) {
  unsigned shared = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    SharingCase sharing(seed, 1U << seed % 3);
    for (unsigned i = 0; i < 12; ++i) sharing.touch(i % 2, seed % 3 == 0 ? 0 : 16 * (seed % 64));
    sharing.finish();
    const bool expected = sharing.expected();
    shared += expected ? 1 : 0;
    EXPECT_EQ(sharing.found(1), expected) << seed;
    EXPECT_EQ(sharing.found(3), expected) << seed;
  }
  EXPECT_GT(shared, 20U);
  EXPECT_LT(shared, 180U) << "cases of both kinds";
}

}  // namespace
}  // namespace bankloom::simt::test
