// The arithmetic of addresses as it is told to learners, word for word, and against the machine's own rule.
#include "core/wording/address_breakdown.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "core/base/language.h"

namespace bankloom {
namespace {

MachineModel machine(const std::string& name) {
  auto models = load_machines(std::filesystem::path(BANKLOOM_SOURCE_DIR) / "assets" / "machines");
  EXPECT_TRUE(models) << (models ? "" : models.error().message);
  auto model = find_machine(*models, name);
  EXPECT_TRUE(model) << (model ? "" : model.error().message);
  return *model;
}

TileGeometry tile(std::uint64_t columns, std::uint64_t padding, unsigned element_bytes = 4, std::uint64_t base = 0) {
  TileGeometry geometry;
  geometry.name = "tile";
  geometry.rows = 32;
  geometry.columns = columns;
  geometry.padding = padding;
  geometry.element_bytes = element_bytes;
  geometry.base = base;
  return geometry;
}

using Lines = std::vector<std::string>;
Lines lines(const AddressBreakdown& breakdown) {
  Lines text = {breakdown.title};
  for (const TonedLine& step : breakdown.steps) text.push_back(breakdown_text(step));
  if (breakdown.bits) text.push_back(breakdown_text(*breakdown.bits));
  return text;
}

TEST(AddressBreakdown, AnElementOfASwizzledTileSaysWhichOneItIs) {
  const Lines told = lines(cell_breakdown(machine("cc9.0"), tile(32, 0), {9, 12}, TileSwizzle{}));
  EXPECT_EQ(told[1], "element (y, x) = (9, 5): column = y ^ x = 12");
  EXPECT_EQ(told[2], "01001 ^ 00101 = 01100");
  EXPECT_EQ(told[3], "word = 9 × 32 + 12 = 300");
}

TEST(AddressBreakdown, APieceOfASwizzledTileSaysWhichOneItIs) {
  // Row 9 lies with rows 8 to 11, which are turned by 2: int4 5 of it lies in column 5 ^ 2 = 7, words 28 to 31.
  const Lines told = lines(cell_breakdown(machine("cc9.0"), tile(32, 0), {9, 30}, TileSwizzle{16, 4, 0}));
  EXPECT_EQ(told[1], "piece (y, p) = (9, 5): column = p ^ (y / 4) = 7");
  EXPECT_EQ(told[2], "010 ^ 101 = 111");
  EXPECT_EQ(told[3], "word = 9 × 32 + 30 = 318");
  const Lines in_turn = lines(cell_breakdown(machine("cc9.0"), tile(64, 0, 2), {11, 9}, TileSwizzle{16, 1, 8}));
  EXPECT_EQ(in_turn[1], "piece (y, p) = (11, 2): column = p ^ (y mod 8) = 1");
  EXPECT_EQ(in_turn[2], "011 ^ 010 = 001");
}

TEST(AddressBreakdown, AWordOfATileWithoutPadding) {
  const AddressBreakdown breakdown = cell_breakdown(machine("cc9.0"), tile(32, 0), {9, 0});
  EXPECT_EQ(lines(breakdown), (Lines{"tile[9][0]", "word = 9 × 32 + 0 = 288", "bank = 288 mod 32 = 0",
                                     "byte 1152 = 0000 1001 | 00000 | 00"}));
  EXPECT_EQ(breakdown_text(*breakdown.legend), "row in bank · bank · byte");
  EXPECT_EQ(breakdown.first_bank, 0u);
}

TEST(AddressBreakdown, AValueKeepsItsToneWhereAnotherLanguageHasIt) {
  ASSERT_TRUE(set_language("zh_CN", std::filesystem::path(BANKLOOM_SOURCE_DIR) / kLanguageFolder).has_value());
  const AddressBreakdown breakdown = cell_breakdown(machine("cc9.0"), tile(64, 0, 2), {9, 3});
  ASSERT_TRUE(set_language(kEnglish, {}).has_value());
  const auto& steps = breakdown.steps;
  ASSERT_GE(steps.size(), 5u);
  EXPECT_EQ(steps[3], (TonedLine{{"存储体 = "},
                                 {"289", TextTone::plain, false, Stands::word},
                                 {" mod 32 = "},
                                 {"1", TextTone::bank, false, Stands::bank}}));
  EXPECT_EQ(steps[4], (TonedLine{{"字节"}, {"2和3", TextTone::byte}, {"（字共4字节）"}}));
}

TEST(AddressBreakdown, ItsNumbersSayWhereTheyStand) {
  const AddressBreakdown told = cell_breakdown(machine("cc9.0"), tile(16, 0), {3, 5});
  const auto number = [](const char* text, Stands stands) { return TonedText{text, TextTone::plain, false, stands}; };
  EXPECT_EQ(told.steps[0], (TonedLine{{"word = "},
                                      number("3", Stands::row),
                                      {" × 16 + "},
                                      number("5", Stands::column),
                                      {" = "},
                                      number("53", Stands::word)}));
  EXPECT_EQ(told.element, (TileGeometry::Element{3, 5}));
  EXPECT_EQ(told.first_bank, 21U);
  EXPECT_EQ(told.lane, std::nullopt);
}

TEST(AddressBreakdown, PaddingMovesTheBank) {
  EXPECT_EQ(lines(cell_breakdown(machine("cc9.0"), tile(32, 1), {9, 3})),
            (Lines{"tile[9][3]", "word = 9 × (32 + 1) + 3 = 300", "bank = 300 mod 32 = 12",
                   "byte 1200 = 0000 1001 | 01100 | 00"}));
  EXPECT_EQ(cell_breakdown(machine("cc9.0"), tile(32, 1), {9, 32}).title, "tile[9][32] · padding");
}

TEST(AddressBreakdown, ATileThatDoesNotBeginAtZero) {
  EXPECT_EQ(lines(cell_breakdown(machine("cc9.0"), tile(32, 0, 4, 64), {1, 2})),
            (Lines{"tile[1][2]", "element = 1 × 32 + 2 = 34", "byte = 64 + 34 × 4 = 200", "word = 200 / 4 = 50",
                   "bank = 50 mod 32 = 18", "byte 200 = 0000 0001 | 10010 | 00"}));
}

TEST(AddressBreakdown, ElementsSmallerThanAWord) {
  EXPECT_EQ(lines(cell_breakdown(machine("cc9.0"), tile(32, 4, 1), {1, 2})),
            (Lines{"tile[1][2]", "element = 1 × (32 + 4) + 2 = 38", "byte = 38 × 1 = 38", "word = 38 / 4 = 9",
                   "bank = 9 mod 32 = 9", "byte 2 of the word's 4", "byte 38 = 0000 0000 | 01001 | 10"}));
  EXPECT_EQ(lines(cell_breakdown(machine("cc9.0"), tile(32, 0, 2), {0, 3}))[5], "bytes 2 and 3 of the word's 4");
}

TEST(AddressBreakdown, ElementsOfSeveralWords) {
  EXPECT_EQ(
      lines(cell_breakdown(machine("cc9.0"), tile(32, 0, 8), {0, 5})),
      (Lines{"tile[0][5]", "element = 0 × 32 + 5 = 5", "byte = 5 × 8 = 40", "words = 40 / 4 to 47 / 4 = 10 and 11",
             "banks = 10 and 11 mod 32 = 10 and 11", "byte 40 = 0000 0000 | 01010 | 00"}));
  EXPECT_EQ(lines(cell_breakdown(machine("cc9.0"), tile(32, 0, 16), {1, 0}))[4], "banks = 128 to 131 mod 32 = 0 to 3");
}

TEST(AddressBreakdown, BanksThatBeginAgainWithinAnElement) {
  EXPECT_EQ(lines(cell_breakdown(machine("cc9.0"), tile(32, 0, 16, 120), {0, 0}))[4],
            "banks = 30 to 33 mod 32 = 30, 31, 0 and 1");
}

TEST(AddressBreakdown, BanksOfEightBytes) {
  EXPECT_EQ(lines(cell_breakdown(machine("cc3.x-8byte"), tile(32, 1, 4), {1, 2})),
            (Lines{"tile[1][2]", "element = 1 × (32 + 1) + 2 = 35", "byte = 35 × 4 = 140", "word = 140 / 8 = 17",
                   "bank = 17 mod 32 = 17", "bytes 4 to 7 of the word's 8", "byte 140 = 0000 0000 | 10001 | 100"}));
  EXPECT_EQ(lines(cell_breakdown(machine("cc3.x-8byte"), tile(32, 1, 8), {1, 2}))[1], "word = 1 × (32 + 1) + 2 = 35");
}

TEST(AddressBreakdown, BanksThatAreNoPowerOfTwoAreDivided) {
  const AddressBreakdown breakdown = cell_breakdown(machine("didactic:10"), tile(10, 1), {4, 3});
  EXPECT_EQ(lines(breakdown), (Lines{"tile[4][3]", "word = 4 × (10 + 1) + 3 = 47", "bank = 47 mod 10 = 7",
                                     "47 = 4 × 10 + 7: row in bank and bank"}));
  EXPECT_FALSE(breakdown.bits);
  EXPECT_FALSE(breakdown.legend);
}

TEST(AddressBreakdown, OneBankHasNoDigits) {
  EXPECT_EQ(lines(cell_breakdown(machine("didactic:1"), tile(4, 0), {1, 1})),
            (Lines{"tile[1][1]", "word = 1 × 4 + 1 = 5", "bank = 5 mod 1 = 0", "byte 20 = 0000 0101 | 00"}));
}

TEST(AddressBreakdown, TheLaneOfAnAccess) {
  const MachineModel hopper = machine("cc9.0");
  const TileGeometry geometry = tile(32, 0);
  EXPECT_EQ(lines(lane_breakdown(hopper, &geometry, Space::shared, 9, 1152, 4)),
            (Lines{"lane 9 · tile[9][0]", "word = 9 × 32 + 0 = 288", "bank = 288 mod 32 = 0",
                   "byte 1152 = 0000 1001 | 00000 | 00"}));
  // Outside of the tile, and without one.
  EXPECT_EQ(lines(lane_breakdown(hopper, &geometry, Space::shared, 0, 4096, 4)),
            (Lines{"lane 0 · shared byte 4096", "word = 4096 / 4 = 1024", "bank = 1024 mod 32 = 0",
                   "byte 4096 = 0010 0000 | 00000 | 00"}));
  EXPECT_EQ(lines(lane_breakdown(hopper, nullptr, Space::shared, 3, 6, 1)),
            (Lines{"lane 3 · shared byte 6", "word = 6 / 4 = 1", "bank = 1 mod 32 = 1", "byte 2 of the word's 4",
                   "byte 6 = 0000 0000 | 00001 | 10"}));
  // Four elements at once.
  EXPECT_EQ(lines(lane_breakdown(hopper, &geometry, Space::shared, 1, 16, 16)),
            (Lines{"lane 1 · tile[0][4]", "word = 0 × 32 + 4 = 4", "words = 16 / 4 to 31 / 4 = 4 to 7",
                   "banks = 4 to 7 mod 32 = 4 to 7", "byte 16 = 0000 0000 | 00100 | 00"}));
}

TEST(AddressBreakdown, GlobalMemoryHasLinesAndSectors) {
  const MachineModel hopper = machine("cc9.0");
  EXPECT_EQ(lines(lane_breakdown(hopper, nullptr, Space::global, 8, 0x10000 + 0xa8, 4)),
            (Lines{"lane 8 · global 0x100a8", "sector = 65704 / 32 = 2053",
                   "line = 65704 / 128 = 513, sector 1 of its 4", "last 16 bits of 0x100a8 = 0000 0001 | 01 | 01000"}));
  // Where the buffer is known, and begins with a line, counting begins with it.
  constexpr std::uint64_t kBuffer = 0x7f0000025000;
  EXPECT_EQ(
      lines(lane_breakdown(hopper, nullptr, Space::global, 8, kBuffer + 0xa8, 4, GlobalElement{"in", 42, 4, kBuffer})),
      (Lines{"lane 8 · in[42]", "byte = 42 × 4 = 168 of in", "sector = 168 / 32 = 5",
             "line = 168 / 128 = 1, sector 1 of its 4", "byte 168 = 0000 0001 | 01 | 01000"}));
  EXPECT_EQ(lines(lane_breakdown(hopper, nullptr, Space::global, 8, kBuffer + 0xaa, 1,
                                 GlobalElement{"in", 42, 4, kBuffer}))[1],
            "byte = 42 × 4 + 2 = 170 of in");
  EXPECT_EQ(lines(lane_breakdown(hopper, nullptr, Space::global, 8, 0xa8, 4, GlobalElement{"in", 26, 4, 0x40}))[0],
            "lane 8 · global 0xa8");
  EXPECT_EQ(lines(lane_breakdown(hopper, nullptr, Space::local, 8, 12, 4)), (Lines{"lane 8 · local memory, byte 12"}));
}

/// The last number of a line.
std::uint64_t result(const std::string& line) { return std::stoull(line.substr(line.rfind(' ') + 1)); }

TEST(AddressBreakdown, AgreesWithTheMachinesRuleEverywhere) {
  for (const char* name : {"cc9.0", "cc1.x", "cc3.x-8byte", "didactic:7", "didactic:16"}) {
    const MachineModel model = machine(name);
    for (const unsigned element_bytes : {1u, 2u, 4u}) {
      for (const std::uint64_t padding : {0u, 1u, 3u}) {
        for (const std::uint64_t base : {0u, 16u}) {
          const TileGeometry geometry = tile(24, padding, element_bytes, base);
          for (std::uint64_t row = 0; row < geometry.rows; row += 5) {
            for (std::uint64_t column = 0; column < geometry.row_elements(); column += 7) {
              const std::uint64_t address = base + (row * (24 + padding) + column) * element_bytes;
              const std::uint64_t bank = address / model.bank_bytes % model.banks;
              const AddressBreakdown breakdown = cell_breakdown(model, geometry, {row, column});
              EXPECT_EQ(breakdown.first_bank, bank);
              const auto told = std::find_if(breakdown.steps.begin(), breakdown.steps.end(), [](const TonedLine& line) {
                return breakdown_text(line).starts_with("bank = ");
              });
              ASSERT_NE(told, breakdown.steps.end());
              EXPECT_EQ(result(breakdown_text(*told)), bank);
              if (breakdown.bits) {
                std::string digits;
                for (const TonedText& part : *breakdown.bits) {
                  if (part.bits) digits += part.text;
                }
                std::erase(digits, ' ');
                EXPECT_EQ(std::stoull(digits, nullptr, 2), address);
              }
            }
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace bankloom
