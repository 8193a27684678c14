#include "ui/widgets/grid_builder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <vector>

#include "ui/widgets/bank_palette.h"
#include "ui/widgets/cell_labels.h"

namespace bankloom::ui {
namespace {

/// Every character half as wide as its size is high; digits reach from a fifth to nine tenths.
GlyphTable made_glyphs() {
  GlyphTable glyphs;
  for (char character = ' '; character <= '~'; ++character) {
    glyphs.set(character, {0.5f, 0.0f, 0.2f, 0.5f, 0.9f, 0.1f, 0.2f, 0.3f, 0.4f, character != ' '});
  }
  return glyphs;
}

std::string text_of(const ShortText& text) { return std::string(text.view()); }

TEST(GridBuilder, TextStaysWithinItsBoxOrIsLeftOut) {
  const GlyphTable glyphs = made_glyphs();
  const Rect box{100, 50, 22, 16};
  for (const std::string_view words : {"1", "12", "1023", "1234567890"}) {
    for (const float size : {8.0f, 12.0f, 40.0f}) {
      gfx::GridBatch batch;
      GridBuilder builder(batch, glyphs);
      const bool drawn = builder.text(words, box, size, 0xFFFFFFFF);
      EXPECT_EQ(batch.glyphs.size(), drawn ? words.size() : 0u);
      for (const gfx::GridGlyph& glyph : batch.glyphs) {
        EXPECT_GE(glyph.x, box.x - 0.05f);
        EXPECT_LE(glyph.x + glyph.width, box.right() + 0.05f);
        EXPECT_GE(glyph.y, box.y - 0.55f);  // the foot is rounded to a whole pixel
        EXPECT_LE(glyph.y + glyph.height, box.bottom() + 0.55f);
      }
    }
  }
  gfx::GridBatch batch;
  GridBuilder builder(batch, glyphs);
  EXPECT_TRUE(builder.text("12", box, 12, 1));
  EXPECT_FALSE(builder.text("123456", box, 12, 1));  // 36 pixels, 30.6 at its narrowest
  EXPECT_FALSE(builder.text("", box, 12, 1));
  EXPECT_FALSE(builder.text("1", box, 0, 1));
}

TEST(GridBuilder, ASlightlyTooLongTextIsSetNarrower) {
  const GlyphTable glyphs = made_glyphs();
  gfx::GridBatch batch;
  GridBuilder builder(batch, glyphs);
  ASSERT_TRUE(builder.text("1234", {0, 0, 22, 16}, 12, 1));  // 24 pixels into 22
  EXPECT_NEAR(batch.glyphs.back().x + batch.glyphs.back().width, 22, 0.01);
  EXPECT_NEAR(batch.glyphs.front().x, 0, 0.01);
}

TEST(GridBuilder, TextStandsWhereItIsToldTo) {
  const GlyphTable glyphs = made_glyphs();
  gfx::GridBatch batch;
  GridBuilder builder(batch, glyphs);
  const Rect box{10, 0, 100, 20};
  ASSERT_TRUE(builder.text("7", box, 10, 1, TextPlace::left));
  ASSERT_TRUE(builder.text("7", box, 10, 1, TextPlace::middle));
  ASSERT_TRUE(builder.text("7", box, 10, 1, TextPlace::right));
  EXPECT_FLOAT_EQ(batch.glyphs[0].x, 10);
  EXPECT_FLOAT_EQ(batch.glyphs[1].x, 57.5f);
  EXPECT_FLOAT_EQ(batch.glyphs[2].x, 105);
}

TEST(GridBuilder, WhatFitsIsDrawn) {
  const GlyphTable glyphs = made_glyphs();
  for (float width = 4; width < 60; width += 1.7f) {
    for (const std::string_view words : {"1", "31", "1023"}) {
      const float size = glyphs.fit(words, width, 14, 20);
      if (size == 0) continue;
      EXPECT_GE(size, kSmallestText);
      gfx::GridBatch batch;
      GridBuilder builder(batch, glyphs);
      EXPECT_TRUE(builder.text(words, {0, 0, width, 14}, size, 1)) << words << " in " << width;
    }
  }
  EXPECT_EQ(glyphs.fit("31", 4, 14, 20), 0);
  EXPECT_EQ(glyphs.fit("31", 100, 3, 20), 0);
}

TEST(GridBuilder, CellsWithoutExtentAreLeftOut) {
  const GlyphTable glyphs;
  gfx::GridBatch batch;
  GridBuilder builder(batch, glyphs);
  builder.cell({0, 0, 0, 5}, 1);
  builder.cell({0, 0, 5, std::nanf("")}, 1);
  EXPECT_TRUE(batch.cells.empty());
  builder.outline({10, 10, 5, 5}, 7, 2);
  ASSERT_EQ(batch.cells.size(), 1u);
  EXPECT_FLOAT_EQ(batch.cells[0].x, 8);
  EXPECT_FLOAT_EQ(batch.cells[0].width, 9);
}

TEST(CellLabels, LanesAreNamedAsShortAsNeeded) {
  EXPECT_EQ(text_of(lanes_text(0)), "");
  EXPECT_EQ(text_of(lanes_text(lane_bit(9))), "9");
  EXPECT_EQ(text_of(lanes_text(kAllLanes)), "0-31");
  EXPECT_EQ(text_of(lanes_text(0b11)), "0,1");
  EXPECT_EQ(text_of(lanes_text(0x00010001)), "0,16");
  EXPECT_EQ(text_of(lanes_text(0xF000000F)), "0-3,28-31");
  EXPECT_EQ(text_of(lanes_text(0x80000000)), "31");
  EXPECT_EQ(text_of(lanes_text(0x55555555)), "16 lanes");
  EXPECT_EQ(text_of(lanes_text(0x55555555, 5)), "x16");
}

TEST(CellLabels, ValuesAreReadByTheirType) {
  const auto text = [](ptx::Type type, auto value) {
    std::array<std::byte, sizeof value> bytes{};
    std::memcpy(bytes.data(), &value, sizeof value);
    return text_of(element_text(type, bytes));
  };
  EXPECT_EQ(text(ptx::Type::s32, std::int32_t{-5}), "-5");
  EXPECT_EQ(text(ptx::Type::u32, std::int32_t{-5}), "4294967291");
  EXPECT_EQ(text(ptx::Type::s8, std::int8_t{-1}), "-1");
  EXPECT_EQ(text(ptx::Type::u8, std::uint8_t{255}), "255");
  EXPECT_EQ(text(ptx::Type::s64, std::int64_t{-9000000000}), "-9000000000");
  EXPECT_EQ(text(ptx::Type::f32, 1.5f), "1.5");
  // As people write them: no exponent where the digits before the point are as short.
  EXPECT_EQ(text(ptx::Type::f32, 1152.0f), "1152");
  EXPECT_EQ(text(ptx::Type::f32, 1152.5f), "1152.5");
  EXPECT_EQ(text(ptx::Type::f32, -1152.5f), "-1152.5");
  EXPECT_EQ(text(ptx::Type::f32, 1234567.0f), "1234567");
  EXPECT_EQ(text(ptx::Type::f64, 1152.533203125), "1153");
  EXPECT_EQ(text(ptx::Type::f32, 3.14159f), "3.14");
  EXPECT_EQ(text(ptx::Type::f32, 12345678.0f), "12345678");
  EXPECT_EQ(text(ptx::Type::f64, 123456789.25), "1.23e+08");
  EXPECT_EQ(text(ptx::Type::f32, 0.00001234f), "1.23e-05");
  EXPECT_EQ(text(ptx::Type::f64, 0.25), "0.25");
  EXPECT_EQ(text_of(element_text(ptx::Type::b128, std::array<std::byte, 16>{})), "");
  EXPECT_EQ(text_of(place_text(3, 7)), "3,7");
  EXPECT_EQ(text_of(number_text(18446744073709551615u)), "18446744073709551615");
}

TEST(BankPalette, TextIsReadOnEveryCell) {
  using State = BankPalette::State;
  for (const ThemeName name : {ThemeName::dark, ThemeName::light, ThemeName::projector, ThemeName::paper}) {
    for (const Palette colours : {Palette::wheel, Palette::ordered}) {
      for (const unsigned banks : {5u, 16u, 32u}) {
        BankPalette palette;
        palette.load(theme_of(name), colours, banks);
        for (unsigned bank = 0; bank < banks; ++bank) {
          for (const State part :
               {State::resting, State::aside, State::waiting, State::now, State::done, State::faded}) {
            const BankPalette::Ink& ink = palette.ink(bank, part);
            EXPECT_GE(contrast(ink.fill, ink.text), 4.5)
                << kThemeNames[static_cast<std::size_t>(name)] << " "
                << kPaletteNames[static_cast<std::size_t>(colours)] << " bank " << bank;
            if (name != ThemeName::paper) continue;
            EXPECT_GE(contrast(grey_of(ink.fill), grey_of(ink.text)), 4.5)
                << kPaletteNames[static_cast<std::size_t>(colours)] << " bank " << bank;
          }
        }
      }
    }
  }
}

TEST(BankPalette, OnPaperStatesDifferInGreyWhateverTheBanks) {
  using State = BankPalette::State;
  BankPalette palette;
  palette.load(theme_of(ThemeName::paper), Palette::wheel, 32);
  const auto greys = [&](State part) {
    std::vector<unsigned> levels;
    for (unsigned bank = 0; bank < 32; ++bank) levels.push_back(grey_of(palette.ink(bank, part).fill) & 0xFF);
    return levels;
  };
  // From the lightest to the darkest.
  const std::array states{State::faded, State::waiting, State::done, State::now};
  for (std::size_t i = 0; i + 1 < states.size(); ++i) {
    EXPECT_GE(std::ranges::min(greys(states[i])), std::ranges::max(greys(states[i + 1])) + 8) << i;
  }
}

TEST(BankPalette, StatesDiffer) {
  using State = BankPalette::State;
  BankPalette palette;
  palette.load(theme_of(ThemeName::dark), Palette::wheel, 32);
  for (unsigned bank = 0; bank < 32; ++bank) {
    EXPECT_NE(palette.ink(bank, State::now).fill, palette.ink(bank, State::done).fill);
    EXPECT_NE(palette.ink(bank, State::done).fill, palette.ink(bank, State::waiting).fill);
    EXPECT_NE(palette.ink(bank, State::waiting).fill, palette.ink(bank, State::aside).fill);
    EXPECT_NE(palette.ink(bank, State::aside).fill, palette.ink(bank, State::faded).fill);
  }
}

}  // namespace
}  // namespace bankloom::ui
