// The labels of a tile's cells: of all cells or of none, all in one size, and none of them touching another.
#include "ui/tile_picture.h"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <map>
#include <set>

#include "../base/sanitized.h"
#include "core/analysis/request_cost.h"
#include "core/machine/machine_model.h"

namespace bankloom::ui {
namespace {

/// Of about the proportions of the window's digits, the air at a digit's sides included.
GlyphTable digits_like_the_fonts() {
  GlyphTable glyphs;
  for (char character = ' '; character <= '~'; ++character) {
    const bool is_narrow = character == ',' || character == '.' || character == '1';
    glyphs.set(character, {is_narrow ? 0.4f : 0.62f, 0.04f, 0.2f, is_narrow ? 0.36f : 0.58f, 0.93f, 0.1f, 0.2f, 0.3f,
                           0.4f, character != ' '});
  }
  return glyphs;
}

class TilePictureTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto machines = load_machines(std::filesystem::path(BANKLOOM_SOURCE_DIR) / "assets" / "machines");
    ASSERT_TRUE(machines) << machines.error().message;
    const auto found = find_machine(*machines, "cc9.0");
    ASSERT_TRUE(found);
    machine = *found;
    tile.name = "tile";
    tile.rows = 32;
    tile.columns = 32;
  }

  /// How it is drawn besides its labels and cells.
  struct Look {
    ThemeName theme = ThemeName::dark;
    Palette palette = Palette::wheel;
    std::uint32_t idle = 0;
    std::optional<unsigned> highlight{};
    float passage = 0;
  };
  /// Draws with cells of that size, every element stored, all lanes at column 3.
  void draw(CellLabel label, const CellSize& cell, float scale = 1) { draw(label, cell, scale, Look()); }
  void draw(CellLabel label, const CellSize& cell, float scale, const Look& look) {
    const TilePlacement placement(tile, machine);
    SharedContents shared;
    shared.bytes.resize(tile.base + tile.bytes());
    shared.written.assign(shared.bytes.size(), 1);
    for (std::uint32_t i = 0; i < tile.rows * tile.row_elements(); ++i) {
      std::memcpy(shared.bytes.data() + std::size_t{i} * 4, &i, 4);
    }
    StepState state;
    state.access.space = Space::shared;
    state.access.active = kAllLanes;
    for (unsigned lane = 0; lane < kWarpSize; ++lane) state.access.addresses[lane] = tile.address(lane, 3);
    state.cost = explain_request(machine, state.access);
    state.wavefront_of_phase = 9;
    state.idle = look.idle;
    TileMarks marks;
    marks.set(placement, &state, &state.cost);
    BankPalette palette;
    const Theme& theme = theme_of(look.theme);
    palette.load(theme, look.palette, machine.banks);
    TilePictureRequest request{placement, marks, theme, palette};
    request.state = &state;
    request.shared = &shared;
    request.label = label;
    request.room = {0, 0, 4000, 4000};
    request.logical_cell = request.physical_cell = cell;
    request.scale = scale;
    request.highlight = look.highlight;
    request.passage = look.passage;
    batch.clear();
    gfx::GridBatch beside;
    GridBuilder builder(batch, glyphs), axes(beside, glyphs);
    picture.draw(builder, axes, request);
    const Rect grid = picture.grid();
    cells.clear();
    for (const gfx::GridGlyph& glyph : batch.glyphs) {
      const float x = glyph.x + glyph.width / 2 - grid.x, y = glyph.y + glyph.height / 2 - grid.y;
      if (x < 0 || y < 0 || x >= grid.width || y >= grid.height) continue;
      cells[{static_cast<unsigned>(y / cell.height), static_cast<unsigned>(x / cell.width)}].push_back(glyph);
    }
  }

  MachineModel machine;
  TileGeometry tile;
  const GlyphTable glyphs = digits_like_the_fonts();
  gfx::GridBatch batch;
  TilePicture picture;
  std::map<std::pair<unsigned, unsigned>, std::vector<gfx::GridGlyph>> cells;  ///< by line and column
};

TEST_F(TilePictureTest, AllCellsHaveTheirLabelInOneSizeOrNoneHas) {
  bool any = false, none = false;
  for (const CellLabel label : {CellLabel::bank, CellLabel::value, CellLabel::word, CellLabel::place}) {
    for (float width = 5; width <= 44; width += test::kSanitized ? 2.8f : 0.7f) {
      for (const float height : {8.0f, 11.7f, 14.7f, 24.0f}) {
        draw(label, {width, height});
        const bool has_labels = !cells.empty();
        EXPECT_EQ(has_labels, !picture.labels_left_out()) << width << " x " << height;
        EXPECT_TRUE(cells.empty() || cells.size() == 32 * 32)
            << cells.size() << " of 1,024 at " << width << " x " << height;
        std::set<int> heights;  // in hundredths; where lanes stand above labels, those of one cell are smaller
        for (const auto& [place, own] : cells) {
          for (const gfx::GridGlyph& glyph : own) heights.insert(static_cast<int>(std::lround(glyph.height * 100)));
        }
        EXPECT_LE(heights.size(), height >= 24 && width >= 24 ? 2U : 1U) << width << " x " << height;
        (has_labels ? any : none) = true;
      }
    }
  }
  EXPECT_TRUE(any && none) << "both are seen";
}

TEST_F(TilePictureTest, EveryNumberIsReadOnItsCellInEveryThemeAndState) {
  tile.padding = 1;
  bool any = false;
  for (const ThemeName theme : {ThemeName::dark, ThemeName::light, ThemeName::projector, ThemeName::paper}) {
    for (const Palette palette : {Palette::wheel, Palette::ordered}) {
      for (const CellLabel label : {CellLabel::bank, CellLabel::value, CellLabel::place, CellLabel::lane}) {
        for (const float size : {18.0f, 40.0f}) {
          for (const Look& look : {Look{theme, palette}, Look{theme, palette, 31}, Look{theme, palette, 0, 5},
                                   Look{theme, palette, 0, {}, 1}}) {
            draw(label, {size, size}, 1, look);
            std::size_t looked_at = 0;
            for (const auto& [place, own] : cells) {
              for (const gfx::GridGlyph& glyph : own) {
                // What lies below it: the cell that was filled there last.
                const float x = glyph.x + glyph.width / 2, y = glyph.y + glyph.height / 2;
                const gfx::GridCell* below = nullptr;
                for (const gfx::GridCell& cell : batch.cells) {
                  const bool is_there =
                      x >= cell.x && y >= cell.y && x < cell.x + cell.width && y < cell.y + cell.height;
                  if (is_there && cell.fill >> 24 == 255) below = &cell;
                }
                ASSERT_NE(below, nullptr);
                ASSERT_GE(contrast(glyph.colour, below->fill), 4.5)
                    << kThemeNames[static_cast<std::size_t>(theme)] << ", line " << place.first << ", column "
                    << place.second << ", idle " << look.idle;
                ++looked_at;
              }
            }
            EXPECT_TRUE(looked_at > 30 || picture.labels_left_out());
            any = any || looked_at > 30;
          }
        }
      }
    }
  }
  EXPECT_TRUE(any);
}

TEST_F(TilePictureTest, CellsThatAreServedNowStandOutFromTheOthers) {
  for (const ThemeName name : {ThemeName::dark, ThemeName::light, ThemeName::projector, ThemeName::paper}) {
    BankPalette palette;
    palette.load(theme_of(name), Palette::wheel, 32);
    for (unsigned bank = 0; bank < 32; ++bank) {
      const auto& now = palette.ink(bank, BankPalette::State::now);
      for (const auto part : {BankPalette::State::waiting, BankPalette::State::done, BankPalette::State::aside}) {
        EXPECT_GE(contrast(now.fill, palette.ink(bank, part).fill), 1.5)
            << kThemeNames[static_cast<std::size_t>(name)] << " bank " << bank;
      }
      EXPECT_GE(contrast(now.fill, now.text), 5.5) << kThemeNames[static_cast<std::size_t>(name)] << " bank " << bank;
    }
  }
}

TEST_F(TilePictureTest, DigitsNeverTouch) {
  for (const CellLabel label :
       {CellLabel::bank, CellLabel::value, CellLabel::word, CellLabel::place, CellLabel::lane}) {
    for (float width = 5; width <= 44; width += test::kSanitized ? 1.4f : 0.35f) {
      draw(label, {width, 14.7f});
      for (unsigned line = 0; line < 32; ++line) {
        std::vector<const gfx::GridGlyph*> row;
        for (unsigned column = 0; column < 32; ++column) {
          for (const gfx::GridGlyph& glyph : cells[{line, column}]) row.push_back(&glyph);
        }
        std::sort(row.begin(), row.end(), [](const auto* a, const auto* b) { return a->x < b->x; });
        for (std::size_t i = 1; i < row.size(); ++i) {
          ASSERT_GT(row[i]->x, row[i - 1]->x + row[i - 1]->width) << "cells of " << width << ", line " << line;
        }
        // Numbers of neighbouring cells are set apart by more than the digits of one.
        for (unsigned column = 1; column < 32; ++column) {
          const auto &a = cells[{line, column - 1}], &b = cells[{line, column}];
          if (a.empty() || b.empty()) continue;
          ASSERT_GE(b.front().x - (a.back().x + a.back().width), 1.5f) << "cells of " << width << ", line " << line;
        }
      }
    }
  }
}

TEST_F(TilePictureTest, LargeCellsHaveLargeNumbers) {
  const auto height_in = [&](const CellSize& cell) {
    draw(CellLabel::bank, cell);
    const auto& digits = cells[{5, 5}];
    return digits.empty() ? 0 : digits.front().height;
  };
  const float usual = height_in({20, 20});
  EXPECT_GT(usual, 5);
  EXPECT_LE(usual, 14);
  EXPECT_GT(height_in({46, 36}), 36 * 0.35f);
  EXPECT_GT(height_in({24, 50}), usual) << "as large as the cells' width allows";
}

TEST_F(TilePictureTest, VeryLargeCellsHaveSharpNumbersAndLinesRoundThem) {
  draw(CellLabel::bank, {300, 200});
  for (const gfx::GridGlyph& glyph : cells[{5, 5}]) EXPECT_LE(glyph.height, 40 * 0.73f + 0.1f);
  const Colour line = theme_of(ThemeName::dark).now_border;
  const auto served = std::find_if(batch.cells.begin(), batch.cells.end(),
                                   [&](const gfx::GridCell& cell) { return cell.border == line; });
  ASSERT_NE(served, batch.cells.end());
  const auto cell = std::find_if(batch.cells.begin(), batch.cells.end(), [&](const gfx::GridCell& one) {
    return one.x == served->x + 1 && one.y == served->y + 1 && one.fill != 0;
  });
  ASSERT_NE(cell, batch.cells.end());
  EXPECT_EQ(served->radius, cell->radius + 1) << "no corner of the cell shows beyond the line";
}

TEST_F(TilePictureTest, PaddingHasItsNumbersInAllLinesOrInNone) {
  tile.padding = 1;
  bool any = false, none = false;
  for (float side = 13; side < 22; side += 0.1f) {
    draw(CellLabel::bank, {side, side});
    unsigned numbered = 0;
    for (unsigned line = 0; line < 32; ++line) numbered += cells.contains({line, 32}) ? 1 : 0;
    EXPECT_TRUE(numbered == 0 || numbered == 32) << numbered << " lines with cells of " << side;
    any = any || numbered == 32;
    none = none || numbered == 0;
  }
  EXPECT_TRUE(any);
  EXPECT_TRUE(none);
}

}  // namespace
}  // namespace bankloom::ui
