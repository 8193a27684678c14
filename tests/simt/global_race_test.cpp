// Races between the threads of a block in global memory: found where they are, and only there. What both memories have
// in common is tested in race_test.cpp.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "core/simt/touched_pages.h"
#include "kernel_run.h"

namespace bankloom::simt::test {
namespace {

/// Runs a kernel on a buffer of `words` words; %at is the thread's own word, %far that of the thread half a block on.
KernelRun run_global(const std::string& body, std::uint32_t threads, std::uint32_t blocks = 1,
                     std::size_t words = 4096) {
  KernelRun run(module_text(".file 1 \"k.cu\"\n.shared .align 4 .b8 guarded[4];\n" + kernel_text(R"(
    .reg .b32 %n;
    .reg .b64 %far;
    mov.u32 %n, %ntid.x;
    shr.u32 %r61, %n, 1;
    add.u32 %r60, %t, %r61;
    rem.u32 %r60, %r60, %n;
    mad.wide.u32 %far, %r60, 4, %out;
)" + body)));
  run.out<std::uint32_t>(words);
  run.config.block = {threads, 1, 1};
  run.config.grid = {blocks, 1, 1};
  run.run();
  return run;
}

std::vector<std::string> global_faults(const std::string& body, std::uint32_t threads, std::uint32_t blocks = 1) {
  return run_global(body, threads, blocks).fault_kinds();
}

const std::vector<std::string> kNoFault;

TEST(GlobalRaces, ReadOfWhatAnotherWarpWrites) {
  KernelRun run = run_global(R"(
    .loc 1 5 1
    st.global.u32 [%at], %t;
    .loc 1 6 1
    ld.global.u32 %r1, [%far];
    ret;)",
                             64);
  ASSERT_EQ(run.fault_kinds(), (std::vector<std::string>{"race", "race"}));
  const Fault& write = run.result.faults[0];
  EXPECT_EQ(write.source_line, 5u);
  EXPECT_EQ(write.thread, (Dim3{32, 0, 0}));
  EXPECT_EQ(write.count, 32u);
  EXPECT_EQ(write.space, Space::global);
  EXPECT_NE(fault_text(write).str().find("writes 4 bytes at global address 0x"), std::string::npos)
      << fault_text(write).str();
  EXPECT_NE(fault_text(write).str().find("(byte 128 of buffer '"), std::string::npos) << fault_text(write).str();
  EXPECT_NE(
      fault_text(write).str().find("which thread (0,0,0) reads in line 6, with no __syncthreads() between the two"),
      std::string::npos)
      << fault_text(write).str();
  EXPECT_NE(fault_text(run.result.faults[1]).str().find("which thread (0,0,0) wrote in line 5"), std::string::npos);
}

TEST(GlobalRaces, NoneAcrossABarrierNorBetweenBlocks) {
  EXPECT_EQ(global_faults("st.global.u32 [%at], %t;\n bar.sync 0;\n ld.global.u32 %r1, [%far];\n ret;", 256), kNoFault);
  // All blocks write the same words: their order is another check's.
  EXPECT_EQ(global_faults("st.global.u32 [%at], %t;\n bar.sync 0;\n ld.global.u32 %r1, [%far];\n ret;", 256, 3),
            kNoFault);
  EXPECT_EQ(global_faults("ld.global.u32 %r1, [%at];\n add.u32 %r1, %r1, 1;\n st.global.u32 [%at], %r1;\n"
                          "ld.global.u32 %r2, [%at];\n ret;",
                          96, 2),
            kNoFault)
      << "a thread's own word";
}

TEST(GlobalRaces, StoresOfOneValueAreNone) {
  EXPECT_EQ(global_faults("st.global.u32 [%out], 7;\n ret;", 128), kNoFault) << "all write the same";
  EXPECT_NE(global_faults("st.global.u32 [%out], %t;\n ret;", 32), kNoFault) << "lanes that write other values";
  EXPECT_NE(global_faults("shr.u32 %r1, %t, 5;\n st.global.u32 [%out], %r1;\n ret;", 64), kNoFault)
      << "warps that write other values";
}

TEST(GlobalRaces, AtomicsAreNone) {
  EXPECT_EQ(global_faults("atom.global.add.u32 %r1, [%out], 1;\n red.global.add.u32 [%out+4], 2;\n ret;", 128),
            kNoFault);
  EXPECT_NE(global_faults("atom.global.add.u32 %r1, [%out], 1;\n ld.global.u32 %r2, [%out];\n ret;", 128), kNoFault);
}

TEST(GlobalRaces, ALockOrdersWhatItGuardsInBothMemories) {
  const auto guarded = [](const std::string& take, const std::string& give) {
    return R"(
    setp.eq.u32 %p3, %t, 0;
    @%p3 st.shared.u32 [guarded], 0;
    bar.sync 0;
    and.b32 %r10, %t, 31;
    setp.ne.u32 %p1, %r10, 0;
    @%p1 ret;
  TAKE:
)" + take + R"(
    membar.gl;
    ld.global.u32 %r2, [%out];
    add.u32 %r2, %r2, 1;
    st.global.u32 [%out], %r2;
    ld.shared.u32 %r2, [guarded];
    add.u32 %r2, %r2, 1;
    st.shared.u32 [guarded], %r2;
    membar.gl;
)" + give + "\n ret;";
  };
  const std::string take = "atom.global.cas.b32 %r1, [%out+64], 0, 1;\n setp.ne.u32 %p2, %r1, 0;\n @%p2 bra TAKE;";
  const std::string give = "atom.global.exch.b32 %r3, [%out+64], 0;";
  EXPECT_EQ(global_faults(guarded(take, give), 256), kNoFault);
  EXPECT_NE(global_faults(guarded("", ""), 256), kNoFault);
}

TEST(GlobalRaces, ALoadThatACasComparesIsNone) {
  // The loop that makes an atomic function of a cas, here an addition: the first load is plain, and the cas finds out
  // whether its value is old. %r2 is loaded, moved, and compared.
  const auto adds = [](const std::string& compared, const std::string& behind) {
    return R"(
    ld.global.u32 %r2, [%out];
    mov.u32 %r3, %r2;
  AGAIN:
    add.u32 %r4, %r3, %t;
    atom.global.cas.b32 %r5, [%out], )" +
           compared + R"(, %r4;
    setp.ne.u32 %p1, %r5, %r3;
    mov.u32 %r3, %r5;
    @%p1 bra AGAIN;
)" + behind +
           "\n ret;";
  };
  KernelRun run = run_global(adds("%r3", ""), 96);
  run.expect_no_faults();
  EXPECT_EQ(run.values<std::uint32_t>(0)[0], 95u * 96 / 2);
  // What is loaded beside it, and what another thread stores plainly, is a race as ever.
  EXPECT_NE(global_faults(adds("%r3", "ld.global.u32 %r6, [%out];"), 96), kNoFault);
  EXPECT_NE(global_faults(adds("%r3", "st.global.u32 [%out], %t;"), 96), kNoFault);
  // A load of another value than the one that is compared.
  EXPECT_NE(global_faults("ld.global.u32 %r2, [%out];\n atom.global.cas.b32 %r5, [%out], %t, %r2;\n ret;", 96),
            kNoFault);
}

TEST(GlobalRaces, LanesThatAddToOneWordLoseAllChangesButOne) {
  // bins[t % 4] += 1 by one warp: every lane reads 0 and writes 1.
  const auto adds = [](const std::string& change, const std::string& between, const std::string& kind) {
    return "and.b32 %r1, %t, 3;\n mad.wide.u32 %d1, %r1, 4, %out;\n ld" + kind + ".global.u32 %r2, [%d1];\n" + change +
           between + "st" + kind + ".global.u32 [%d1], %r3;\n ret;";
  };
  const std::string add = "add.u32 %r3, %r2, 1;\n";
  KernelRun lost = run_global(adds(add, "", ""), 32);
  ASSERT_EQ(lost.fault_kinds(), (std::vector<std::string>{"race"}));
  EXPECT_EQ(lost.result.faults[0].count, 28u) << "the first lane at each word has nobody before it";
  EXPECT_NE(fault_text(lost.result.faults[0]).str().find("one of the two changes is lost; atomicAdd()"),
            std::string::npos)
      << fault_text(lost.result.faults[0]).str();
  EXPECT_NE(global_faults(adds("mov.u32 %r4, %r2;\n xor.b32 %r3, %r4, 5;\n", "", ""), 32), kNoFault);
  // Each lane at a word of its own; a mark that all leave; a value from elsewhere.
  EXPECT_EQ(global_faults("ld.global.u32 %r2, [%at];\n add.u32 %r3, %r2, 1;\n st.global.u32 [%at], %r3;\n ret;", 32),
            kNoFault);
  EXPECT_EQ(global_faults(adds("or.b32 %r3, %r2, 1;\n", "", ""), 32), kNoFault);
  EXPECT_EQ(global_faults(adds("max.u32 %r3, %r2, 1;\n", "", ""), 32), kNoFault);
  EXPECT_EQ(global_faults(adds("mov.u32 %r3, 1;\n", "", ""), 32), kNoFault);
  // A warp that means to write one value together: it meets in between, or says so.
  EXPECT_EQ(global_faults(adds(add, "bar.warp.sync 0xffffffff;\n", ""), 32), kNoFault);
  EXPECT_EQ(global_faults(adds(add, "", ".volatile"), 32), kNoFault);
}

TEST(GlobalRaces, WideAndNarrowAccesses) {
  EXPECT_EQ(global_faults("cvt.u64.u32 %d1, %t;\n add.u64 %d1, %out, %d1;\n st.global.u8 [%d1], %t;\n ret;", 128),
            kNoFault)
      << "bytes of a word are apart";
  EXPECT_NE(global_faults("st.global.v4.u32 [%out], {%t, %t, %t, %t};\n ret;", 64), kNoFault);
  EXPECT_EQ(global_faults("mad.wide.u32 %d1, %t, 16, %out;\n st.global.v4.u32 [%d1], {%t, %t, %t, %t};\n ret;", 256),
            kNoFault);
  // Every fifth word: 640 bytes a row of lanes, across pages.
  EXPECT_EQ(global_faults("mul.lo.u32 %r1, %t, 20;\n cvt.u64.u32 %d1, %r1;\n add.u64 %d1, %out, %d1;\n"
                          "st.global.u32 [%d1], %t;\n ld.global.u32 %r2, [%d1];\n ret;",
                          512),
            kNoFault);
}

TEST(GlobalRaces, BeyondWhatIsWatchedNothingIsSaidButThat) {
  // Thread t of 64 walks over 12 MiB in rows of 64 words; then both warps write one word. Where single bytes are
  // reached, 8 MiB are watched.
  const std::string walk = R"(
    mov.u32 %r1, 0;
    mov.u64 %d1, %at;
  TURN:
    ld.global.u32 %r2, [%d1];
    add.u64 %d1, %d1, 256;
    add.u32 %r1, %r1, 1;
    setp.lt.u32 %p1, %r1, 49152;
    @%p1 bra TURN;
    shr.u32 %r3, %t, 5;
    st.global.u32 [%out+)";
  const auto run = [&](const std::string& before, const std::string& byte) {
    return run_global(before + walk + byte + "], %r3;\n ret;", 64, 1, std::size_t{3} << 20u);
  };
  const std::vector<std::string> race{"race"};
  KernelRun in_words = run("", "12582908");
  EXPECT_EQ(in_words.fault_kinds(), (std::vector<std::string>{"race", "race"})) << "the second warp reads it, too";
  EXPECT_EQ(in_words.result.statistics.blocks_watched_in_part, 0u);
  const std::string byte = "ld.global.u8 %r2, [%out];\n";
  KernelRun near = run(byte, "0");
  EXPECT_EQ(near.fault_kinds(), race);
  EXPECT_EQ(near.result.statistics.blocks_watched_in_part, 1u);
  KernelRun far = run(byte, "12582908");
  EXPECT_EQ(far.fault_kinds(), kNoFault);
  EXPECT_EQ(far.result.statistics.blocks_watched_in_part, 1u);
}

TEST(GlobalRaces, BytesReachedLateInMuchMemory) {
  // The records of words become records of bytes, of which fewer are kept, by the access that is noted.
  const std::string walk = R"(
    mov.u32 %r1, 0;
    mov.u64 %d1, %at;
  TURN:
    ld.global.u32 %r2, [%d1];
    add.u64 %d1, %d1, 256;
    add.u32 %r1, %r1, 1;
    setp.lt.u32 %p1, %r1, 49152;
    @%p1 bra TURN;
    st.global.u8 [%out+)";
  const auto kinds = [&](const std::string& byte) {
    return run_global(walk + byte + "], %t;\n ret;", 64, 1, std::size_t{3} << 20u).fault_kinds();
  };
  EXPECT_EQ(kinds("12582911"), kNoFault);
  EXPECT_EQ(kinds("3"), (std::vector<std::string>{"race"}));
}

/// As run_global(), on two buffers: lanes below 16 have their word in the first one, the others in the second one.
KernelRun run_in_two_buffers(const std::string& body, std::uint32_t threads) {
  KernelRun run(module_text(".file 1 \"k.cu\"\n" + kernel_text(R"(
    .reg .b64 %second, %mine, %first;
    .reg .pred %high;
    ld.param.u64 %second, [p1];
    and.b32 %r60, %t, 16;
    setp.ne.u32 %high, %r60, 0;
    selp.b64 %first, %second, %out, %high;
    mad.wide.u32 %mine, %t, 4, %first;
)" + body,
                                                               2)));
  run.out<std::uint32_t>(256);
  run.out<std::uint32_t>(256);
  run.config.block = {threads, 1, 1};
  run.run();
  return run;
}

TEST(GlobalRaces, LanesInSeveralBuffers) {
  EXPECT_EQ(run_in_two_buffers("st.global.u32 [%mine], %t;\n ld.global.u32 %r1, [%mine];\n ret;", 64).fault_kinds(),
            kNoFault);
  // Every thread stores to the first word of its buffer: of either, lanes of one warp and two warps.
  const auto stores = run_in_two_buffers("st.global.u32 [%first], %t;\n ret;", 64);
  ASSERT_EQ(stores.fault_kinds(), (std::vector<std::string>{"race"}));
  EXPECT_GT(stores.result.faults[0].count, 60u);
  EXPECT_EQ(run_in_two_buffers("st.global.u32 [%first], 5;\n ret;", 64).fault_kinds(), kNoFault) << "the same value";
  const auto read = run_in_two_buffers(
      "st.global.u32 [%mine], %t;\n ld.global.u32 %r1, [%first+4];\n ld.global.u32 %r2, [%second+64];\n ret;", 64);
  EXPECT_FALSE(read.fault_kinds().empty());
  const auto atomics = run_in_two_buffers("red.global.add.u32 [%first], 1;\n ret;", 64);
  EXPECT_EQ(atomics.fault_kinds(), kNoFault);
  const auto mixed = run_in_two_buffers("red.global.add.u32 [%first], 1;\n st.global.u32 [%first], %t;\n ret;", 64);
  EXPECT_EQ(mixed.fault_kinds(), (std::vector<std::string>{"race", "race"}));
}

TEST(GlobalRaces, WhatAnAsynchronousCopyReads) {
  const auto faults = [](const std::string& copy, const std::string& place) {
    KernelRun run(module_text(".file 1 \"k.cu\"\n.shared .align 16 .b8 tile[2048];\n" + kernel_text(R"(
    .reg .b32 %to;
    .reg .b64 %from;
    mov.u32 %to, tile;
    mad.lo.u32 %to, %t, 16, %to;
    mad.wide.u32 %from, %t, 16, %out;
    .loc 1 5 1
    )" + copy + R"(
    cp.async.wait_all;
    .loc 1 6 1
    st.global.u8 [%out+)" + place + R"(], %t;
    ret;)")));
    run.out<std::uint32_t>(4096);
    run.config.block = {64, 1, 1};
    run.run();
    std::vector<std::string> lines;
    for (const Fault& fault : run.result.faults) {
      lines.push_back(fmt::format("{} {}", fault_kind_name(fault.kind), fault.source_line));
    }
    return lines;
  };
  const std::vector<std::string> both{"race 6", "race 5"}, store{"race 6"};
  const std::string whole = "cp.async.ca.shared.global [%to], [%from], 16;";
  EXPECT_EQ(faults(whole, "1023"), both) << "the last byte that is read";
  EXPECT_EQ(faults(whole, "1024"), store) << "behind it: the stores alone";
  // A part of it: the words, then the bytes, that are read.
  EXPECT_EQ(faults("cp.async.ca.shared.global [%to], [%from], 16, 8;", "1015"), both);
  EXPECT_EQ(faults("cp.async.ca.shared.global [%to], [%from], 16, 8;", "1016"), store);
  EXPECT_EQ(faults("cp.async.ca.shared.global [%to], [%from], 16, 7;", "1014"), both);
  EXPECT_EQ(faults("cp.async.ca.shared.global [%to], [%from], 16, 7;", "1015"), store);
  EXPECT_EQ(faults("cp.async.ca.shared.global [%to], [%from], 16, 0;", "0"), store);
}

TEST(TouchedPagesTest, NumbersPagesOfTheBlockInTheirOrder) {
  TouchedPages pages;
  for (int block = 0; block < 3; ++block) {
    pages.begin_block();
    for (std::uint64_t i = 0; i < TouchedPages::kMostPages; ++i) {
      const std::uint64_t address = (i * 7919 % 262147) * TouchedPages::kPageBytes + i % TouchedPages::kPageBytes;
      ASSERT_EQ(pages.number_of(address), std::optional<std::size_t>(i));
    }
    EXPECT_EQ(pages.number_of(std::uint64_t{1} << 40u), std::nullopt);
    EXPECT_EQ(pages.number_of(5), std::optional<std::size_t>(0)) << "known ones stay known";
  }
}

}  // namespace
}  // namespace bankloom::simt::test
