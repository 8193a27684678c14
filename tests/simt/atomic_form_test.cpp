// Which operation an atomic on shared memory comes to, as ptxas compiles it: an increment, a loop, one lane for all.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "kernel_run.h"

namespace bankloom::simt::test {
namespace {

/// The operations that the atomics on shared memory came to. Before `body`: %a = the address of tile[%t mod 8], %u =
/// that of tile[p1] of the launch, %w = a number of each lane, %m = one for all.
std::vector<AccessOp> shared_forms(const std::string& body, const std::string& functions = "") {
  KernelRun run(module_text(functions + kernel_text(R"(
    .shared .align 8 .b8 tile[256];
    .reg .b32 %a, %u, %w, %m;
    mov.u32 %r20, tile;
    mad.lo.u32 %r22, %t, 8, %r20;
    st.shared.u64 [%r22], 0;
    bar.sync 0;
    and.b32 %r21, %t, 7;
    mad.lo.u32 %a, %r21, 4, %r20;
    ld.param.u64 %d21, [p1];
    cvt.u32.u64 %m, %d21;
    mad.lo.u32 %u, %m, 4, %r20;
    ld.global.u32 %w, [%at];
)" + body + "\nret;",
                                                    2)));
  run.out<std::uint32_t>(32);
  run.scalar(std::uint64_t{2});
  run.run().expect_no_faults();
  std::vector<AccessOp> forms;
  for (std::size_t i = 0; i < run.result.trace.size(); ++i) {
    const MemoryAccess access = run.result.trace.at(i);
    if (access.space == Space::shared && is_atomic(access.op)) forms.push_back(access.op);
  }
  return forms;
}

TEST(Atomics, AreWhatPtxasWrites) {
  using enum AccessOp;
  EXPECT_EQ(shared_forms("atom.shared.add.u32 %r1, [%a], 1;"), std::vector{increment});
  EXPECT_EQ(shared_forms("red.shared.add.u32 [%a], 1;"), std::vector{increment});
  EXPECT_EQ(shared_forms("red.shared.inc.u32 [%a], 0xffffffff;"), std::vector{increment});
  EXPECT_EQ(shared_forms("red.shared.inc.u32 [%a], -1;"), std::vector{increment});
  EXPECT_EQ(shared_forms("red.shared.inc.u32 [%a], 1;"), std::vector{reduction});
  EXPECT_EQ(shared_forms("atom.shared.add.u32 %r1, [%a], 1; st.global.u32 [%at], %r1;"), std::vector{atomic})
      << "the result is used";
  EXPECT_EQ(shared_forms("atom.shared.add.u32 %r1, [%a], -1;"), std::vector{atomic});
  EXPECT_EQ(shared_forms("red.shared.add.s32 [%a], 1;"), std::vector{reduction});
  EXPECT_EQ(shared_forms("mov.u32 %r2, 1; red.shared.add.u32 [%a], %r2;"), std::vector{increment});
  EXPECT_EQ(shared_forms("red.shared.min.u32 [%a], %w;"), std::vector{reduction});
  EXPECT_EQ(shared_forms("atom.shared.cas.b32 %r1, [tile], 0, 1;"), std::vector{compare_swap});
  EXPECT_EQ(shared_forms("red.shared.add.f32 [tile], 0f3f800000;"), std::vector{update_loop});
  EXPECT_EQ(shared_forms("red.shared.add.u64 [tile], 1;"), std::vector{update_loop});
  EXPECT_EQ(shared_forms("atom.shared.exch.b64 %d1, [tile], 1;"), std::vector{atomic});
  EXPECT_EQ(shared_forms("cvta.shared.u64 %d1, tile; red.add.f32 [%d1], 0f3f800000;"),
            std::vector{generic_update_loop});
  EXPECT_EQ(shared_forms("cvta.shared.u64 %d1, tile; cvt.u64.u32 %d2, %r21; mad.lo.u64 %d1, %d2, 4, %d1;"
                         "red.add.u32 [%d1], 1;"),
            std::vector{reduction});
}

TEST(Atomics, LanesOfOneAddressAreMerged) {
  using enum AccessOp;
  for (const char* const update : {"add.u32", "add.s32", "min.u32", "max.s32", "and.b32", "or.b32", "xor.b32"}) {
    EXPECT_EQ(shared_forms("red.shared." + std::string(update) + " [%u], %w;"), std::vector{merged}) << update;
    EXPECT_EQ(shared_forms("@%p1 bra over; red.shared." + std::string(update) + " [tile+20], %m; over:"),
              std::vector{merged})
        << update;
  }
  EXPECT_EQ(shared_forms("red.shared.add.u32 [tile], 1;"), std::vector{merged});
  EXPECT_EQ(shared_forms("red.shared.inc.u32 [%u], 0xffffffff;"), std::vector{merged});
  EXPECT_EQ(shared_forms("cvta.shared.u64 %d1, tile; red.or.b32 [%d1], %w;"), std::vector{merged});
  EXPECT_EQ(shared_forms("setp.lt.u32 %p1, %t, 7; @%p1 red.shared.or.b32 [%u], %w;"), std::vector{merged});
  for (const char* const update : {"inc.u32", "dec.u32", "exch.b32"}) {
    EXPECT_EQ(shared_forms("atom.shared." + std::string(update) + " %r1, [%u], %w;"), std::vector{atomic}) << update;
  }
}

TEST(Atomics, OfResultsThatAreUsedOnlySumsAreMerged) {
  using enum AccessOp;
  const auto used = [](const std::string& update) { return shared_forms(update + " st.global.u32 [%at], %r1;"); };
  EXPECT_EQ(used("atom.shared.min.u32 %r1, [%u], %w;"), std::vector{atomic});
  EXPECT_EQ(used("atom.shared.or.b32 %r1, [%u], %m;"), std::vector{atomic});
  EXPECT_EQ(used("atom.shared.add.u32 %r1, [%u], %m;"), std::vector{merged});
  EXPECT_EQ(used("atom.shared.add.u32 %r1, [%u], %w;"), std::vector{merged});
  EXPECT_EQ(used("atom.shared.inc.u32 %r1, [%u], -1;"), std::vector{merged});
  const std::string few = "setp.lt.u32 %p1, %t, 7; @%p1 atom.shared.add.u32 %r1, ";
  EXPECT_EQ(used(few + "[%u], 3;"), std::vector{merged});
  EXPECT_EQ(used(few + "[%u], %w;"), std::vector{atomic}) << "different values of part of a warp";
}

TEST(Atomics, AddressesThatPtxasKnowsToBeOne) {
  using enum AccessOp;
  // %r1 is the index of a word.
  const auto at = [](const std::string& index, const std::string& functions = "") {
    return shared_forms(index + " and.b32 %r1, %r1, 31; mad.lo.u32 %r2, %r1, 4, %r20; red.shared.or.b32 [%r2], %w;",
                        functions);
  };
  EXPECT_EQ(at("mov.u32 %r1, %ctaid.x;"), std::vector{merged});
  EXPECT_EQ(at("mov.u32 %r1, %ntid.x;"), std::vector{merged});
  EXPECT_EQ(at("ld.global.u32 %r1, [%out];"), std::vector{merged});
  EXPECT_EQ(at("ld.shared.u32 %r1, [tile];"), std::vector{merged});
  EXPECT_EQ(at("mov.u32 %r1, 3; setp.eq.u32 %p1, %m, 2; @%p1 mov.u32 %r1, 5;"), std::vector{merged});
  EXPECT_EQ(at("setp.eq.u32 %p1, %t, 40; @%p1 st.global.u32 [%at], 1; mov.u32 %r1, 3;"), std::vector{merged});

  EXPECT_EQ(at("shr.u32 %r1, %t, 5;"), std::vector{reduction});
  EXPECT_EQ(at("mov.u32 %r1, %tid.y;"), std::vector{reduction});
  EXPECT_EQ(at("mov.u32 %r1, %warpid;"), std::vector{reduction});
  EXPECT_EQ(at("ld.global.u32 %r1, [%at];"), std::vector{reduction});
  EXPECT_EQ(at(".local .align 4 .b8 own[4]; st.local.u32 [own], %t; ld.local.u32 %r1, [own];"), std::vector{reduction});
  EXPECT_EQ(at("atom.global.exch.b32 %r1, [%out], 0;"), std::vector{reduction});
  EXPECT_EQ(at("shfl.sync.up.b32 %r1, %m, 1, 0, -1;"), std::vector{reduction});
  EXPECT_EQ(at("setp.eq.u32 %p1, %w, 1; selp.u32 %r1, 3, 5, %p1;"), std::vector{reduction});
  EXPECT_EQ(at("mov.u32 %r1, 3; setp.eq.u32 %p1, %w, 1; @%p1 mov.u32 %r1, 5;"), std::vector{reduction});
  EXPECT_EQ(at("mov.u32 %r1, 3; setp.eq.u32 %p1, %w, 0; @%p1 bra over; mov.u32 %r1, 5; over:"), std::vector{reduction});
  EXPECT_EQ(at("div.u32 %r1, %m, 3;"), std::vector{merged});
  EXPECT_EQ(at("cvt.u64.u32 %d1, %m; rem.u64 %d1, %d1, %d21; cvt.u32.u64 %r1, %d1;"), std::vector{reduction});
  EXPECT_EQ(at("cvt.rn.f32.u32 %f1, %m; sqrt.approx.f32 %f1, %f1; cvt.rzi.u32.f32 %r1, %f1;"), std::vector{merged});
  EXPECT_EQ(at("cvt.rn.f32.u32 %f1, %m; sqrt.rn.f32 %f1, %f1; cvt.rzi.u32.f32 %r1, %f1;"), std::vector{reduction});
  EXPECT_EQ(at("add.cc.u32 %r3, %w, %w; addc.u32 %r1, 0, 0;"), std::vector{reduction});
  const std::string one = ".func (.reg .b32 %o) one (.reg .b32 %i) { mov.b32 %o, %i; ret; }\n";
  EXPECT_EQ(at("call (%r1), one, (%m);", one), std::vector{reduction});
}

TEST(Atomics, AddressesOfLoops) {
  using enum AccessOp;
  const std::string update = "red.shared.or.b32 [%r2], %w; add.u32 %r2, %r2, 4; add.u32 %r1, %r1, 1;";
  const std::string loop = "again: " + update + " setp.lt.u32 %p2, %r1, %m; @%p2 bra again;";
  const std::string begin = "mov.u32 %r1, 0; mov.u32 %r2, tile;";
  const std::vector twice = {merged, merged};
  EXPECT_EQ(shared_forms(begin + loop), twice);
  const std::string few = "setp.ge.u32 %p1, %t, 7;";
  EXPECT_EQ(shared_forms(few + "@%p1 bra over;" + begin + loop + "over: st.global.u32 [%at], 1;"), twice);
  EXPECT_EQ(shared_forms(few + begin + "@%p1 bra over;" + loop + "over:"), twice) << "the other lanes exit";
  EXPECT_EQ(shared_forms(few + begin + "@%p1 bra over;" + loop + "over: st.global.u32 [%at], %r1;"),
            (std::vector{reduction, reduction}));
  // Lanes leave the loop at different times, in principle.
  EXPECT_EQ(shared_forms(begin + "again: " + update + " setp.lt.u32 %p2, %r1, %w; @%p2 bra again;"),
            std::vector{reduction});
  EXPECT_EQ(shared_forms(begin + "again: setp.gt.u32 %p2, %r1, %w; @%p2 bra over; " + update + " bra again; over:"),
            std::vector{reduction});
  EXPECT_EQ(shared_forms(begin + "again: setp.gt.u32 %p1, %w, %r1; @%p1 bra over; red.shared.or.b32 [%r2], %w; over: "
                                 "add.u32 %r2, %r2, 4; add.u32 %r1, %r1, 1; setp.lt.u32 %p2, %r1, %m; @%p2 bra again;"),
            twice);
}

}  // namespace
}  // namespace bankloom::simt::test
