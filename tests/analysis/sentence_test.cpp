// The sentences that students read, word for word, for the accesses of the lessons.
#include <gtest/gtest.h>

#include "accesses.h"
#include "core/analysis/explanation.h"

namespace bankloom {
namespace {

using test::access_at;
using test::load_at;
using test::rows_at;
using test::store_at;

std::string sentence(const MemoryAccess& access, const std::string& name = "cc9.0") {
  const MachineModel machine = test::machine(name);
  return explain_sentence(machine, access, explain_request(machine, access));
}
ExplanationKind kind(const MemoryAccess& access) {
  const MachineModel machine = test::machine("cc9.0");
  return explain_why(machine, access, explain_request(machine, access)).kind;
}

TEST(Sentence, RowsAndColumnsOfATile) {
  EXPECT_EQ(sentence(load_at(4, [](unsigned l) { return 4 * l; })),
            "All 32 lanes read 32 consecutive words, each in a bank of its own: 1 wavefront, no conflict.");
  EXPECT_EQ(
      sentence(load_at(4, [](unsigned l) { return 128 * l; })),
      "Neighbouring lanes are 32 words apart, a multiple of the 32 banks, so all 32 lanes read different words of "
      "bank 0, one word per wavefront: 32 wavefronts (32-way conflict).");
  EXPECT_EQ(
      sentence(store_at(4, [](unsigned l) { return 132 * l; })),
      "Neighbouring lanes are 33 words apart, which is 1 bank further on (33 modulo 32), so all 32 lanes write 32 "
      "different words, each in a bank of its own: 1 wavefront, no conflict.");
  EXPECT_EQ(
      sentence(store_at(4, [](unsigned l) { return 8 * l; })),
      "Neighbouring lanes are 2 words apart, which shares the factor 2 with the 32 banks, so all 32 lanes write 32 "
      "different words that lie in only 16 of the 32 banks, 2 in each: 2 wavefronts (2-way conflict).");
  EXPECT_EQ(sentence(load_at(4, [](unsigned l) { return 4 * (l % 16 * 32 + l / 16); })),
            "Within each 16 lanes neighbours are 32 words apart, a multiple of the 32 banks, so all 32 lanes read 32 "
            "different words that lie in only 2 of the 32 banks, 16 in each: 16 wavefronts (16-way conflict).");
  EXPECT_EQ(sentence(load_at(4, [](unsigned l) { return 4 * (l % 16 * 33 + l / 16); })),
            "Within each 16 lanes neighbours are 33 words apart; bank 1 is asked for 2 different words (by lanes 1 and "
            "16), as are 14 other banks: 2 wavefronts (2-way conflict).");
}

TEST(Sentence, LanesThatShareWords) {
  EXPECT_EQ(
      sentence(load_at(4, [](unsigned) { return 12; })),
      "All 32 lanes read the same word of bank 3, which is fetched once and broadcast: 1 wavefront, no conflict.");
  EXPECT_EQ(sentence(store_at(
                1, [](unsigned l) { return l; }, 0xf)),
            "4 lanes write to the same word of bank 0, which takes one pass for all: 1 wavefront, no conflict.");
  EXPECT_EQ(sentence(load_at(1, [](unsigned l) { return l; })),
            "All 32 lanes read 8 consecutive words, each in a bank of its own, and lanes at the same word share it: 1 "
            "wavefront, no conflict.");
  EXPECT_EQ(
      sentence(load_at(4, [](unsigned l) { return l / 4 * 132; })),
      "All 32 lanes read only 8 different words, each in a bank of its own, and lanes at the same word share it: 1 "
      "wavefront, no conflict.");
}

TEST(Sentence, WideAccesses) {
  EXPECT_EQ(sentence(load_at(16, [](unsigned l) { return 16 * l; })),
            "16 bytes per lane are served in 4 phases of 8 lanes, and in no phase is a bank asked for more than one "
            "word: 4 wavefronts, no conflict.");
  EXPECT_EQ(sentence(store_at(8, [](unsigned l) { return 256 * l; })),
            "8 bytes per lane are served in 2 phases of 16 lanes; neighbouring lanes are 256 bytes apart, and in each "
            "phase a bank is asked for 16 different words: 32 wavefronts, 30 more than without conflict.");
  EXPECT_EQ(
      sentence(load_at(16, [](unsigned l) { return l / 2 * 16; })),
      "No pair of lanes asks for two addresses, so 16 lanes instead of 8 are served together, in 2 phases, and in "
      "no phase is a bank asked for more than one word: 2 wavefronts, no conflict.");
  EXPECT_EQ(
      sentence(load_at(8, [](unsigned l) { return l / 2 * 8; })),
      "No pair of lanes asks for two addresses, so all are served at once; all 32 lanes read 32 consecutive words, "
      "each in a bank of its own, and lanes at the same word share it: 1 wavefront, no conflict.");
  EXPECT_EQ(sentence(store_at(
                16, [](unsigned l) { return l < 8 ? 128 * l : 16 * l; }, 0x00ff00ff)),
            "16 bytes per lane are served in phases of 8 lanes, 2 of which have active lanes, and in the worst phase "
            "(lanes 0-7) a bank is asked for 8 different words: 9 wavefronts, 7 more than without conflict.");
}

TEST(Sentence, MatrixRows) {
  EXPECT_EQ(sentence(rows_at(4, [](unsigned l) { return 16 * l; })),
            "ldmatrix.x4 reads 32 rows of 16 bytes, in 4 phases, and in no phase is a bank asked for more than one "
            "word: 4 wavefronts, no conflict.");
  EXPECT_EQ(sentence(rows_at(1, [](unsigned l) { return 128 * l; })),
            "ldmatrix.x1 reads 8 rows of 16 bytes; neighbouring rows are 128 bytes apart, and bank 0 is asked for 8 "
            "different words (by lanes 0-7), as are 3 other banks: 8 wavefronts (8-way conflict).");
}

TEST(Sentence, Atomics) {
  const auto update = [](auto address, LaneMask active = kAllLanes) {
    return sentence(access_at(Space::shared, AccessOp::reduction, 4, active, address));
  };
  EXPECT_EQ(update([](unsigned) { return 0; }),
            "All 32 lanes update the same word of bank 0, and updates in one bank are done one lane after another: 32 "
            "wavefronts.");
  EXPECT_EQ(update([](unsigned l) { return 4 * l; }),
            "All 32 lanes update words of 32 different banks: 1 wavefront, no conflict.");
  EXPECT_EQ(update([](unsigned l) { return 4 * (l % 3); }, 0x7f),
            "Bank 0 is updated by lanes 0, 3 and 6, and updates in one bank are done one lane after another: 3 "
            "wavefronts.");
}

TEST(Sentence, FewLanes) {
  EXPECT_EQ(sentence(load_at(
                8, [](unsigned l) { return 8 * l; }, 0x20)),
            "Only lane 5 is active, so nothing can collide: 1 wavefront, no conflict.");
  EXPECT_EQ(sentence(load_at(
                4, [](unsigned l) { return 4 * l; }, 0)),
            "No lane is active, so nothing is asked of the memory.");
  EXPECT_EQ(
      sentence(load_at(
          4, [](unsigned l) { return 128 * l; }, 0xffff)),
      "Neighbouring lanes are 32 words apart, a multiple of the 32 banks, so 16 lanes read different words of bank "
      "0, one word per wavefront: 16 wavefronts (16-way conflict).");
}

TEST(Sentence, OtherMachines) {
  const auto column = load_at(4, [](unsigned l) { return 128 * l; });
  EXPECT_EQ(
      sentence(column, "cc3.x-8byte"),
      "In words of 8 bytes, neighbouring lanes are 16 words apart, which shares the factor 16 with the 32 banks, so "
      "all 32 lanes read 32 different words that lie in only 2 of the 32 banks, 16 in each: 16 wavefronts (16-way "
      "conflict).");
  EXPECT_EQ(
      sentence(column, "cc3.x-4byte"),
      "Neighbouring lanes are 32 words apart; bank 0 is asked for 16 words that cannot be served together (by lanes "
      "0-31): 16 wavefronts (16-way conflict).");
  EXPECT_EQ(
      sentence(column, "cc1.x"),
      "This machine serves 16 lanes at a time, which makes 2 requests; neighbouring lanes are 32 words apart, and "
      "in each request a bank is asked for 16 different words: 32 wavefronts, 30 more than without conflict.");
}

TEST(Sentence, GlobalMemory) {
  const auto load = [](unsigned width, auto address, LaneMask active = kAllLanes) {
    return sentence(access_at(Space::global, AccessOp::load, width, active, address));
  };
  EXPECT_EQ(load(4, [](unsigned l) { return 4 * l; }),
            "All 32 lanes read 128 consecutive bytes: 4 sectors of 32 bytes, all of them used.");
  EXPECT_EQ(load(4, [](unsigned l) { return 4 * l + 4; }),
            "All 32 lanes read 128 consecutive bytes, which do not begin where a sector begins: 5 sectors of 32 bytes, "
            "80 % of their bytes used.");
  EXPECT_EQ(
      load(4, [](unsigned l) { return 128 * l; }),
      "Neighbouring lanes are 128 bytes apart, so all 32 lanes read a sector each: 32 sectors of 32 bytes, 12.5 % "
      "of their bytes used.");
  EXPECT_EQ(load(4, [](unsigned l) { return 8 * l; }),
            "Neighbouring lanes are 8 bytes apart, so all 32 lanes read bytes with gaps between them: 8 sectors of 32 "
            "bytes, 50 % of their bytes used.");
  EXPECT_EQ(load(4, [](unsigned) { return 8; }),
            "All 32 lanes read the same 4 bytes: 1 sector of 32 bytes, 12.5 % of its bytes used.");
  EXPECT_EQ(load(
                16, [](unsigned) { return 32; }, 1),
            "Only lane 0 is active and reads 16 bytes: 1 sector of 32 bytes, 50 % of its bytes used.");
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

}  // namespace
}  // namespace bankloom
