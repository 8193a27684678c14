// The sentences that students read, word for word, for the accesses of the lessons.
#include "core/wording/explanation_text.h"

#include <gtest/gtest.h>

#include <random>

#include "../analysis/accesses.h"
#include "../analysis/random_access.h"

namespace bankloom {
namespace {

using test::access_at;
using test::load_at;
using test::rows_at;
using test::store_at;

std::string sentence(const MemoryAccess& access, const std::string& name = "cc9.0") {
  const MachineModel machine = test::machine(name);
  return explanation_text(explain_why(machine, access, explain_request(machine, access))).str();
}
ExplanationKind kind(const MemoryAccess& access) {
  const MachineModel machine = test::machine("cc9.0");
  return explain_why(machine, access, explain_request(machine, access)).kind;
}

TEST(Sentence, RowsAndColumnsOfATile) {
  EXPECT_EQ(sentence(load_at(4, [](unsigned l) { return 4 * l; })),
            "1 wavefront, no bank conflict: all 32 lanes read 32 consecutive words, each in a different bank.");
  EXPECT_EQ(sentence(load_at(4, [](unsigned l) { return 128 * l; })),
            "32 wavefronts (32-way bank conflict): all 32 lanes read 32 different words of bank 0, one per wavefront. "
            "Neighbouring lanes are 32 words apart, a multiple of the 32 banks.");
  EXPECT_EQ(sentence(store_at(4, [](unsigned l) { return 132 * l; })),
            "1 wavefront, no bank conflict: all 32 lanes write 32 words, each in a different bank. Neighbouring "
            "lanes are 33 words apart, and 33 mod 32 = 1, so each lane's word lies 1 bank after the previous lane's.");
  EXPECT_EQ(sentence(store_at(4, [](unsigned l) { return 8 * l; })),
            "2 wavefronts (2-way bank conflict): all 32 lanes write 32 different words in only 16 of the 32 banks, 2 "
            "in each. Neighbouring lanes are 2 words apart; the greatest common divisor of that and the 32 banks is "
            "2.");
  EXPECT_EQ(sentence(load_at(4, [](unsigned l) { return 4 * (l % 16 * 32 + l / 16); })),
            "16 wavefronts (16-way bank conflict): all 32 lanes read 32 different words in only 2 of the 32 banks, 16 "
            "in each. In each group of 16 lanes, neighbouring lanes are 32 words apart, a multiple of the 32 banks.");
  EXPECT_EQ(sentence(load_at(4, [](unsigned l) { return 4 * (l % 16 * 33 + l / 16); })),
            "2 wavefronts (2-way bank conflict): bank 1 has to serve 2 different words (lanes 1 and 16), and so do 14 "
            "other banks. In each group of 16 lanes, neighbouring lanes are 33 words apart.");
}

TEST(Sentence, WhatCausesTheCostStandsAlone) {
  const MachineModel machine = test::machine("cc9.0");
  const auto reason = [&](const MemoryAccess& access) {
    return layout_reason_text(explain_why(machine, access, explain_request(machine, access))).str();
  };
  EXPECT_EQ(reason(load_at(4, [](unsigned l) { return 128 * l; })),
            "Neighbouring lanes are 32 words apart, a multiple of the 32 banks.");
  EXPECT_EQ(reason(store_at(4, [](unsigned l) { return 132 * l; })),
            "Neighbouring lanes are 33 words apart, and 33 mod 32 = 1, so each lane's word lies 1 bank after the "
            "previous lane's.");
  EXPECT_EQ(reason(load_at(4, [](unsigned l) { return 4 * l; })), "") << "consecutive words say it all";
  EXPECT_EQ(reason(load_at(4, [](unsigned) { return 12; })), "");
}

TEST(Sentence, LanesThatShareWords) {
  EXPECT_EQ(sentence(load_at(4, [](unsigned) { return 12; })),
            "1 wavefront, no bank conflict: all 32 lanes read from the same word of bank 3, which is fetched once and "
            "broadcast.");
  EXPECT_EQ(sentence(store_at(
                1, [](unsigned l) { return l; }, 0xf)),
            "1 wavefront, no bank conflict: 4 lanes write to the same word of bank 0 in one pass.");
  EXPECT_EQ(sentence(load_at(1, [](unsigned l) { return l; })),
            "1 wavefront, no bank conflict: all 32 lanes read 8 words, each in a different bank; lanes with the same "
            "word share it.");
  EXPECT_EQ(sentence(load_at(4, [](unsigned l) { return l / 4 * 132; })),
            "1 wavefront, no bank conflict: all 32 lanes read 8 words, each in a different bank; lanes with the same "
            "word share it.");
}

TEST(Sentence, WideAccesses) {
  EXPECT_EQ(sentence(load_at(16, [](unsigned l) { return 16 * l; })),
            "4 wavefronts, no bank conflict: no bank serves more than one word in a phase. A request of 16 bytes per "
            "lane is served in 4 phases of 8 lanes.");
  EXPECT_EQ(sentence(store_at(8, [](unsigned l) { return 256 * l; })),
            "32 wavefronts, 30 more than without bank conflicts: in each phase a bank has to serve 16 different words. "
            "A request of 8 bytes per lane is served in 2 phases of 16 lanes. Neighbouring lanes are 256 bytes apart.");
  EXPECT_EQ(sentence(load_at(16, [](unsigned l) { return l / 2 * 16; })),
            "2 wavefronts, no bank conflict: no bank serves more than one word in a phase. Pairs of lanes have the "
            "same address, so a phase serves 16 lanes instead of 8, and there are 2 phases.");
  EXPECT_EQ(sentence(load_at(8, [](unsigned l) { return l / 2 * 8; })),
            "1 wavefront, no bank conflict: all 32 lanes read 32 words, each in a different bank; lanes with the same "
            "word share it. Pairs of lanes have the same address, so one phase serves all lanes.");
  EXPECT_EQ(
      sentence(store_at(
          16, [](unsigned l) { return l < 8 ? 128 * l : 16 * l; }, 0x00ff00ff)),
      "9 wavefronts, 7 more than without bank conflicts: in the worst phase (lanes 0-7) a bank has to serve 8 "
      "different words. A request of 16 bytes per lane is served in phases of 8 lanes, of which 2 have active lanes.");
}

TEST(Sentence, MatrixRows) {
  EXPECT_EQ(sentence(rows_at(4, [](unsigned l) { return 16 * l; })),
            "4 wavefronts, no bank conflict: no bank serves more than one word in a phase. The instruction ldmatrix.x4 "
            "reads 32 rows of 16 bytes in 4 phases.");
  EXPECT_EQ(sentence(rows_at(1, [](unsigned l) { return 128 * l; })),
            "8 wavefronts (8-way bank conflict): bank 0 has to serve 8 different words (lanes 0-7), and so do 3 other "
            "banks. The instruction ldmatrix.x1 reads 8 rows of 16 bytes. Neighbouring rows are 128 bytes apart.");
}

TEST(Sentence, Atomics) {
  const auto update = [](auto address, LaneMask active = kAllLanes) {
    return sentence(access_at(Space::shared, AccessOp::reduction, 4, active, address));
  };
  const std::string form =
      " ptxas writes an atomic instruction (ATOMS) that serves the lanes of a bank one after another (measured on an "
      "H200). ptxas merges lanes only where it can tell that all of them have the same address, and, from compute "
      "capability 8.0 on, where the constant 1 is added to an unsigned int and the result is not used.";
  EXPECT_EQ(update([](unsigned) { return 0; }),
            "32 wavefronts: all 32 lanes update the same word of bank 0, and atomic updates in one bank are done one "
            "lane after another." +
                form);
  EXPECT_EQ(update([](unsigned l) { return 4 * l; }),
            "1 wavefront, no bank conflict: all 32 lanes update words of 32 different banks." + form);
  EXPECT_EQ(update([](unsigned l) { return 4 * (l % 3); }, 0x7f),
            "3 wavefronts: lanes 0, 3 and 6 update words of bank 0, more than of any other bank, and atomic updates in "
            "one bank are done one lane after another." +
                form);
}

TEST(Sentence, WhatPtxasWritesForAnAtomic) {
  const auto update = [](AccessOp op, const std::string& machine = "cc9.0") {
    return sentence(access_at(Space::shared, op, 4, kAllLanes, [](unsigned) { return 0; }), machine);
  };
  EXPECT_EQ(
      update(AccessOp::merged),
      "1 wavefront, no bank conflict: all 32 lanes update the same word of bank 0 in one pass. ptxas can tell that "
      "all lanes have the same address, so it has their values put together first: one instruction (ATOMS) then "
      "updates the word once for all of them.");
  EXPECT_EQ(update(AccessOp::increment, "cc7.0"),
            "32 wavefronts: all 32 lanes update the same word of bank 0, and atomic updates in one bank are done one "
            "lane after another. The constant 1 is added and the result is not used, but only from compute capability "
            "8.0 on does ptxas write an increment that merges lanes; here it writes a plain atomic instruction "
            "(ATOMS.ADD).");
  EXPECT_EQ(
      update(AccessOp::increment),
      "1 wavefront, no bank conflict: all 32 lanes update the same word of bank 0 in one pass. The constant 1 is "
      "added and the result is not used, so ptxas writes an increment (ATOMS.POPC.INC), which counts the lanes of "
      "each word and adds them together (measured on an H200).");
  EXPECT_EQ(update(AccessOp::compare_swap),
            "64 wavefronts: all 32 lanes update the same word of bank 0, and atomic updates in one bank are done one "
            "lane after another. A compare-and-swap (ATOMS.CAS) takes two wavefronts for each lane of a bank (measured "
            "on an H200).");
  EXPECT_EQ(
      update(AccessOp::update_loop),
      "96 wavefronts in 32 rounds: there is no instruction for this operation on shared memory, so it is a loop. In "
      "each round the lanes that are left load their words, and then the lowest lane of each bank swaps its word; "
      "bank 0 is asked by lanes 0-31. ptxas writes a load and ATOMS.CAST.SPIN, 2 wavefronts a phase (measured on "
      "an H200).");
}

TEST(Sentence, FewLanes) {
  EXPECT_EQ(sentence(load_at(
                8, [](unsigned l) { return 8 * l; }, 0x20)),
            "1 wavefront, no bank conflict: only lane 5 is active.");
  EXPECT_EQ(sentence(load_at(
                4, [](unsigned l) { return 4 * l; }, 0)),
            "No lane is active, so nothing is accessed.");
  EXPECT_EQ(sentence(load_at(
                4, [](unsigned l) { return 128 * l; }, 0xffff)),
            "16 wavefronts (16-way bank conflict): 16 lanes read 16 different words of bank 0, one per wavefront. "
            "Neighbouring lanes are 32 words apart, a multiple of the 32 banks.");
}

TEST(Sentence, OtherMachines) {
  const auto column = load_at(4, [](unsigned l) { return 128 * l; });
  EXPECT_EQ(sentence(column, "cc3.x-8byte"),
            "16 wavefronts (16-way bank conflict): all 32 lanes read 32 different words in only 2 of the 32 banks, "
            "16 in each. Neighbouring lanes are 16 words apart; the greatest common divisor of that and the 32 banks "
            "is 16. A word of these banks has 8 bytes.");
  EXPECT_EQ(sentence(column, "cc3.x-4byte"),
            "16 wavefronts (16-way bank conflict): bank 0 has to serve 16 words one after another (lanes 0-31). "
            "Neighbouring lanes are 32 words apart.");
  EXPECT_EQ(
      sentence(column, "cc1.x"),
      "32 wavefronts, 30 more than without bank conflicts: in each request a bank has to serve 16 different words. "
      "This machine serves 16 lanes at a time, so the warp makes 2 requests. Neighbouring lanes are 32 words apart.");
}

TEST(Sentence, GlobalMemory) {
  const auto load = [](unsigned width, auto address, LaneMask active = kAllLanes) {
    return sentence(access_at(Space::global, AccessOp::load, width, active, address));
  };
  EXPECT_EQ(load(4, [](unsigned l) { return 4 * l; }),
            "4 sectors of 32 bytes, 100 % of them used: all 32 lanes read 128 consecutive bytes.");
  EXPECT_EQ(load(4, [](unsigned l) { return 4 * l + 4; }),
            "5 sectors of 32 bytes, 80 % of them used: all 32 lanes read 128 consecutive bytes, which begin within a "
            "sector.");
  EXPECT_EQ(load(4, [](unsigned l) { return 128 * l; }),
            "32 sectors of 32 bytes, 12.5 % of them used: all 32 lanes read, each in a sector of its own. Neighbouring "
            "lanes are 128 bytes apart.");
  EXPECT_EQ(load(4, [](unsigned l) { return 8 * l; }),
            "8 sectors of 32 bytes, 50 % of them used: all 32 lanes read bytes with gaps between them. Neighbouring "
            "lanes are 8 bytes apart.");
  EXPECT_EQ(
      load(4, [](unsigned l) { return l / 8 * 4096 + l % 8 * 4; }),
      "4 sectors of 32 bytes, 100 % of them used: all 32 lanes read 128 bytes, whole sectors in different places.");
  EXPECT_EQ(load(4, [](unsigned) { return 8; }),
            "1 sector of 32 bytes, 12.5 % of them used: all 32 lanes read the same 4 bytes.");
  EXPECT_EQ(load(
                16, [](unsigned) { return 32; }, 1),
            "1 sector of 32 bytes, 50 % of them used: only lane 0 is active, and it reads 16 bytes.");
}

TEST(Sentence, KindsOfExplanations) {
  EXPECT_EQ(kind(load_at(4, [](unsigned l) { return 4 * l; })), ExplanationKind::conflict_free);
  EXPECT_EQ(kind(load_at(4, [](unsigned l) { return 128 * l; })), ExplanationKind::conflict);
  EXPECT_EQ(kind(load_at(4, [](unsigned) { return 4; })), ExplanationKind::broadcast);
  EXPECT_EQ(kind(load_at(4, [](unsigned l) { return l / 2 * 4; })), ExplanationKind::multicast);
  EXPECT_EQ(kind(load_at(
                4, [](unsigned l) { return l; }, 0)),
            ExplanationKind::no_lane);
  EXPECT_EQ(kind(access_at(Space::shared, AccessOp::atomic, 4, kAllLanes, [](unsigned) { return 0; })),
            ExplanationKind::serialized);
  EXPECT_EQ(kind(access_at(Space::global, AccessOp::load, 4, kAllLanes, [](unsigned l) { return 4 * l; })),
            ExplanationKind::contiguous);
  EXPECT_EQ(kind(access_at(Space::global, AccessOp::load, 4, kAllLanes, [](unsigned l) { return 8 * l; })),
            ExplanationKind::scattered);
  EXPECT_EQ(kind(access_at(Space::local, AccessOp::load, 4, kAllLanes, [](unsigned l) { return 8 * l; })),
            ExplanationKind::not_modelled);
}

TEST(Sentence, StrideIsFoundAlsoAcrossInactiveLanes) {
  const MachineModel machine = test::machine("cc9.0");
  const auto why = [&](const MemoryAccess& access) {
    return explain_why(machine, access, explain_request(machine, access));
  };
  const auto whole = why(load_at(
                             4, [](unsigned l) { return 128 * l; }, 0x00ff0ff1))
                         .stride;
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->bytes, 128);
  EXPECT_EQ(whole->lanes, 32U);
  const auto falling = why(load_at(4, [](unsigned l) { return 4000 - 8 * l; })).stride;
  ASSERT_TRUE(falling);
  EXPECT_EQ(falling->bytes, -8);
  const auto groups = why(load_at(4, [](unsigned l) { return l % 8 * 64 + l / 8 * 4; })).stride;
  ASSERT_TRUE(groups);
  EXPECT_EQ(groups->bytes, 64);
  EXPECT_EQ(groups->lanes, 8U);
  EXPECT_FALSE(why(load_at(4, [](unsigned l) { return l * l * 4; })).stride);
}

TEST(Sentence, StatesTheCostOfAnyAccess) {
  std::mt19937_64 random(48);
  for (const MachineModel& machine : test::tried_machines()) {
    for (unsigned i = 0; i < 100; ++i) {
      const MemoryAccess access = test::random_access(random);
      const RequestCost cost = explain_request(machine, access);
      const Explanation why = explain_why(machine, access, cost);
      const std::string words = explanation_text(why).str();
      EXPECT_TRUE(words.ends_with('.')) << words;
      for (const char* wrong : {"  ", "\n", "{", "|", "#", " 1 wavefronts", " 1 sectors", " 1 words"}) {
        EXPECT_EQ(words.find(wrong), std::string::npos) << words;
      }
      if (addressing_lanes(access) == 0) continue;
      if (why.kind == ExplanationKind::looped) {
        EXPECT_EQ(quality_of(why) == RequestQuality::good, cost.counts.phases == 1);
        continue;
      }
      const bool is_global = access.space == Space::global;
      const unsigned number = is_global ? cost.counts.sectors : cost.counts.wavefronts;
      const std::string noun = is_global ? "sector" : "wavefront";
      EXPECT_TRUE(words.starts_with(std::to_string(number) + " " + noun + (number == 1 ? "" : "s"))) << words;
      EXPECT_EQ(words.find("no bank conflict") != std::string::npos, !is_global && cost.counts.bank_conflicts == 0)
          << words;
      EXPECT_EQ(
          quality_of(why) == RequestQuality::good,
          is_global ? why.bytes_used == cost.counts.sectors * machine.sector_bytes : cost.counts.bank_conflicts == 0)
          << words;
    }
  }
}

}  // namespace
}  // namespace bankloom
