// The layout at many sizes and scales: nothing overlaps, nothing lies outside, nothing is too small to be used.
#include "ui/layout.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace bankloom::ui {
namespace {

struct Named {
  std::string name;
  Rect rect;
};

std::vector<Named> shown_of(const Layout& layout) {
  std::vector<Named> all{{"top", layout.top},
                         {"choice", layout.choice},
                         {"tile a", layout.tile[0]},
                         {"tile b", layout.tile[1]},
                         {"banks a", layout.banks[0]},
                         {"banks b", layout.banks[1]},
                         {"code", layout.code},
                         {"explanation", layout.explanation},
                         {"timeline", layout.timeline},
                         {"details", layout.details},
                         {"sentence", layout.sentence},
                         {"headline a", layout.headline[0]},
                         {"headline b", layout.headline[1]}};
  std::erase_if(all, [](const Named& named) { return named.rect.empty(); });
  return all;
}

void expect_sound(const LayoutRequest& request) {
  const Layout layout = compute_layout(request);
  const std::string where = std::to_string(request.width) + " x " + std::to_string(request.height) + " at " +
                            std::to_string(request.scale) + (request.comparing ? " comparing" : "") +
                            (request.bank_view == BankView::card ? " card" : "");
  const auto shown = shown_of(layout);
  double area = 0;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const Rect& a = shown[i].rect;
    EXPECT_GE(a.x, 0) << where << shown[i].name;
    EXPECT_GE(a.y, 0) << where << shown[i].name;
    EXPECT_LE(a.right(), request.width) << where << shown[i].name;
    EXPECT_LE(a.bottom(), request.height) << where << shown[i].name;
    for (const float edge : {a.x, a.y, a.width, a.height}) EXPECT_EQ(edge, std::round(edge)) << where << shown[i].name;
    area += static_cast<double>(a.width) * a.height;
    for (std::size_t j = i + 1; j < shown.size(); ++j) {
      const Rect& b = shown[j].rect;
      const bool apart = a.right() <= b.x || b.right() <= a.x || a.bottom() <= b.y || b.bottom() <= a.y;
      EXPECT_TRUE(apart) << where << ": " << shown[i].name << " and " << shown[j].name;
    }
  }
  EXPECT_EQ(area, static_cast<double>(request.width) * request.height)
      << where << ": a part of the window is left over";
}

void expect_room(const LayoutRequest& request) {
  const Layout layout = compute_layout(request);
  const auto at_least = [&](const Rect& rect, float width, float height, const char* name) {
    EXPECT_GE(rect.width, std::floor(width * layout.scale)) << name << ' ' << request.width << ' ' << request.scale;
    EXPECT_GE(rect.height, std::floor(height * layout.scale)) << name << ' ' << request.height << ' ' << request.scale;
  };
  at_least(layout.top, 1024, 44, "top");
  at_least(layout.choice, 190, 580, "choice");
  at_least(layout.code, 270, 200, "code");
  at_least(layout.explanation, 270, 200, "explanation");
  at_least(layout.timeline, 480, 150, "timeline");
  at_least(layout.details, 300, 150, "details");
  for (std::size_t side = 0; side < (request.comparing ? 2u : 1u); ++side) {
    if (!layout.tile[side].empty()) at_least(layout.tile[side], layout.bank_card ? 200 : 250, 170, "tile");
    at_least(layout.banks[side], 200, 120, "banks");
  }
}

TEST(Layout, FillsTheWindowWithoutOverlapsAtAllSizes) {
  for (const float width : {320.0f, 640.0f, 1024.0f, 1280.0f, 1365.0f, 1600.0f, 1920.0f, 2561.0f, 3840.0f, 7680.0f}) {
    for (const float height : {200.0f, 400.0f, 640.0f, 719.0f, 900.0f, 1080.0f, 2160.0f, 4320.0f}) {
      for (const float scale : {0.5f, 0.75f, 1.0f, 1.15f, 1.5f, 2.0f, 3.0f, 7.5f}) {
        for (const bool comparing : {false, true}) {
          for (const BankView view : {BankView::automatic, BankView::chart, BankView::card}) {
            expect_sound({width, height, scale, comparing, view});
          }
          for (const FocusView focus : {FocusView::on, FocusView::code, FocusView::timeline, FocusView::all}) {
            LayoutRequest request{width, height, scale, comparing};
            request.focus = focus;
            for (const BankView view : {BankView::chart, BankView::card}) {
              request.bank_view = view;
              expect_sound(request);
            }
          }
        }
      }
    }
  }
}

TEST(Layout, EveryPanelHasRoomFromTheSmallestToTheLargestWindow) {
  for (const auto& [width, height] : std::vector<std::pair<float, float>>{
           {1024, 640}, {1280, 720}, {1600, 900}, {1920, 1080}, {1024, 2160}, {3840, 640}, {3840, 2160}}) {
    for (const float scale : {1.0f, 1.5f, 2.0f, 3.0f}) {
      for (const bool comparing : {false, true}) {
        for (const BankView view : {BankView::automatic, BankView::chart, BankView::card}) {
          expect_room({width, height, scale, comparing, view});
        }
      }
    }
  }
}

TEST(Layout, TheScaleIsTheOneWishedWhereItFits) {
  EXPECT_FLOAT_EQ(compute_layout({1600, 900, 1, false}).scale, 1);
  EXPECT_FLOAT_EQ(compute_layout({3840, 2160, 3, false}).scale, 3);
  // 1280 pixels hold 1024 units at 1.25.
  EXPECT_FLOAT_EQ(compute_layout({1280, 2000, 3, false}).scale, 1.25f);
  EXPECT_FLOAT_EQ(compute_layout({10, 10, 1, false}).scale, kLeastScale);
}

TEST(Layout, TheLargeCardTakesTheTilesPlace) {
  const Layout small = compute_layout({1024, 640, 1, true, BankView::card});
  EXPECT_TRUE(small.tile[0].empty());
  EXPECT_TRUE(small.tile[1].empty());
  EXPECT_FALSE(small.banks[1].empty());
  // It does not come by itself.
  EXPECT_FALSE(compute_layout({1024, 640, 1, false}).bank_card);
  EXPECT_FALSE(compute_layout({1920, 1080, 1, false}).bank_card);
  // Where there is room the tile stands beside it.
  const Layout wide = compute_layout({1920, 1080, 1, false, BankView::card});
  EXPECT_FALSE(wide.tile[0].empty());
  EXPECT_EQ(wide.tile[0].height, wide.banks[0].height);
}

TEST(Layout, TheTileStandsAboveItsBanksWhichHaveThreeTenthsOfTheHeight) {
  for (const auto& [width, height] : std::vector<std::pair<float, float>>{
           {1024, 640}, {1280, 720}, {1366, 768}, {1600, 900}, {1920, 1080}, {2560, 1440}, {1024, 2160}}) {
    for (const bool comparing : {false, true}) {
      for (const FocusView focus : {FocusView::off, FocusView::on, FocusView::timeline}) {
        for (const float aspect : {1.0f / 32, 0.5f, 1.0f, 4.0f}) {
          LayoutRequest request{width, height, 1, comparing};
          request.focus = focus;
          request.tile_aspect = aspect;
          const Layout layout = compute_layout(request);
          const std::string where = std::to_string(width) + ' ' + std::to_string(comparing) + ' ' +
                                    std::to_string(static_cast<int>(focus)) + ' ' + std::to_string(aspect);
          // A window so low has them beside each other.
          if (height < 720 && !comparing && focus == FocusView::off) continue;
          for (std::size_t side = 0; side < (comparing ? 2U : 1U); ++side) {
            const Rect &head = layout.headline[side], &tile = layout.tile[side], &banks = layout.banks[side];
            EXPECT_EQ(tile.x, banks.x) << where;
            EXPECT_EQ(tile.width, banks.width) << where;
            EXPECT_EQ(tile.y, head.bottom()) << where;
            EXPECT_EQ(banks.y, tile.bottom()) << where;
            const float middle = banks.bottom() - head.y;
            EXPECT_GE(banks.height - 72 * layout.scale, 0.3f * middle - 1) << where;
          }
        }
      }
    }
  }
}

TEST(Layout, TheCellsOfATileOf32RowsAreReadable) {
  // 22 pixels wide and 9 high, without the margins and the axes.
  const Layout layout = compute_layout({1600, 900, 1});
  EXPECT_GE(layout.tile[0].width - 64, 32 * 22);
  EXPECT_GE(layout.tile[0].height - 75, 32 * 9);
}

TEST(Layout, WhatIsSaidOfFaultsHasRoomBesideTheText) {
  for (const bool comparing : {false, true}) {
    LayoutRequest request{1600, 900, 1, comparing};
    request.code_lines = 20;
    const float without = compute_layout(request).code.height;
    request.code_notes = 8;
    expect_sound(request);
    const Layout layout = compute_layout(request);
    EXPECT_GT(layout.code.height, without + 50) << comparing;
    EXPECT_GE(layout.explanation.height, 200) << comparing;
  }
}

TEST(Layout, TheEditorHasRoomFor80ColumnsAndTheTileStays) {
  for (const bool comparing : {false, true}) {
    LayoutRequest request{1600, 900, 1, comparing};
    const Layout without = compute_layout(request);
    request.editor = EditorRoom::wide;
    const Layout wide = compute_layout(request);
    EXPECT_GE(wide.code.width, 640) << "80 characters of 6.2 units, numbers, figures, margins";
    EXPECT_GE(wide.explanation.height, 140) << "what happens stays in sight while it is typed";
    EXPECT_EQ(wide.explanation.width, wide.code.width);
    EXPECT_EQ(wide.code.height + wide.explanation.height, without.code.height + without.explanation.height);
    EXPECT_GE(wide.tile[0].width, 276);
    EXPECT_EQ(wide.timeline.width, without.timeline.width);
    request.editor = EditorRoom::narrow;
    const Layout narrow = compute_layout(request);
    EXPECT_EQ(narrow.code.width, without.code.width);
    EXPECT_GE(narrow.code.height, without.code.height);
    EXPECT_FALSE(narrow.explanation.empty());
  }
  // In the smallest window the tile keeps its room, and the editor what it had.
  LayoutRequest small{1024, 640, 1};
  small.editor = EditorRoom::wide;
  EXPECT_GE(compute_layout(small).tile[0].width, 275);
  EXPECT_GE(compute_layout(small).code.height, 290);
  EXPECT_GE(compute_layout(small).explanation.height, 140);
}

/// Wishes for the panels at the edges, by EdgePanel.
LayoutRequest with_edges(float width, float height, PanelExtent left, PanelExtent right, PanelExtent lower) {
  LayoutRequest request{width, height, 1};
  request.edges = {left, right, lower};
  return request;
}

TEST(Layout, PanelsAreHiddenAndAsLargeAsTheyWereDragged) {
  const Layout usual = compute_layout({1600, 900, 1});
  for (unsigned hidden = 0; hidden < 8; ++hidden) {
    const auto edge = [&](unsigned bit) { return PanelExtent{0, (hidden >> bit & 1u) != 0}; };
    for (const auto& [width, height] : std::vector<std::pair<float, float>>{{1024, 640}, {1600, 900}, {3840, 2160}}) {
      for (const bool comparing : {false, true}) {
        LayoutRequest request = with_edges(width, height, edge(0), edge(1), edge(2));
        request.comparing = comparing;
        expect_sound(request);
        const Layout layout = compute_layout(request);
        EXPECT_EQ(layout.choice.empty(), edge(0).is_hidden);
        EXPECT_EQ(layout.code.empty() && layout.explanation.empty(), edge(1).is_hidden);
        EXPECT_EQ(layout.timeline.empty() && layout.details.empty(), edge(2).is_hidden);
        EXPECT_GE(layout.tile[0].width * layout.tile[0].height, 0.75f * 250 * 250);
      }
    }
  }
  const Layout dragged = compute_layout(with_edges(1600, 900, {350, false}, {300, false}, {250, false}));
  EXPECT_EQ(dragged.choice.width, 350);
  EXPECT_EQ(dragged.code.width, 300);
  EXPECT_EQ(dragged.timeline.height, 250);
  EXPECT_GT(compute_layout(with_edges(1600, 900, {0, true}, {}, {})).tile[0].width, usual.tile[0].width);
}

TEST(Layout, ASizeThatHasNoRoomIsBoundedAndComesBack) {
  for (const bool comparing : {false, true}) {
    for (const float units : {50.0f, 700.0f, 3000.0f}) {
      LayoutRequest request = with_edges(1024, 640, {units, false}, {units, false}, {units, false});
      request.comparing = comparing;
      expect_sound(request);
      expect_room(request);
    }
  }
  const LayoutRequest large = with_edges(1920, 1080, {420, false}, {700, false}, {380, false});
  const Layout before = compute_layout(large);
  LayoutRequest small = large;
  small.width = 1024;
  small.height = 640;
  EXPECT_LT(compute_layout(small).code.width, before.code.width);
  EXPECT_EQ(compute_layout(large).code.width, 700);
  EXPECT_EQ(compute_layout(large).choice.width, 420);
}

TEST(Layout, ASplitterSaysWhatAPanelBecomesThatIsDraggedThere) {
  const Layout layout = compute_layout({1600, 900, 1});
  ASSERT_EQ(layout.splitters.size(), 3u);
  for (const Splitter& splitter : layout.splitters) {
    EXPECT_FALSE(splitter.rect.empty());
    EXPECT_EQ(splitter.extent_at(splitter.at).units, std::round(splitter.at));
    EXPECT_EQ(splitter.extent_at(10000).units, std::round(splitter.most));
    EXPECT_EQ(splitter.extent_at(splitter.least * 0.7f), (PanelExtent{std::round(splitter.least), false}));
    EXPECT_TRUE(splitter.extent_at(splitter.least * 0.4f).is_hidden);
    // It takes what it says.
    LayoutRequest request{1600, 900, 1};
    request.edges[static_cast<std::size_t>(splitter.panel)] = splitter.extent_at(splitter.most);
    const Layout dragged = compute_layout(request);
    EXPECT_NEAR(dragged.splitters[static_cast<std::size_t>(splitter.panel)].at, splitter.most, 1);
    // Hidden, it stays at the window's edge.
    request.edges[static_cast<std::size_t>(splitter.panel)] = {0, true};
    const Splitter hidden = compute_layout(request).splitters[static_cast<std::size_t>(splitter.panel)];
    EXPECT_EQ(hidden.at, 0);
    EXPECT_FALSE(hidden.rect.empty());
  }
  LayoutRequest focus{1600, 900, 1};
  focus.focus = FocusView::on;
  EXPECT_TRUE(compute_layout(focus).splitters.empty());
}

TEST(Layout, LargerTextTakesNoRoomFromTheTiles) {
  for (const auto& [width, height] : std::vector<std::pair<float, float>>{
           {1280, 720}, {1366, 768}, {1600, 900}, {1920, 1080}, {2560, 1440}, {3840, 2160}}) {
    for (const bool comparing : {false, true}) {
      LayoutRequest request{width, height, 1, comparing};
      const Layout before = compute_layout(request);
      for (float text = 1; text <= 2.5f; text += 0.05f) {
        request.scale = request.text_scale = text;
        const Layout layout = compute_layout(request);
        // The units of text around the cells are larger; the pixels of the cells are not fewer.
        const float grown = layout.scale - 1;
        EXPECT_GE(layout.tile[0].width, before.tile[0].width + 64 * grown - 2)
            << width << ' ' << comparing << ' ' << text;
        EXPECT_GE(layout.tile[0].height, before.tile[0].height + 75 * grown - 2)
            << width << ' ' << comparing << ' ' << text;
      }
    }
  }
  // A panel that is hidden makes room.
  LayoutRequest request{1600, 900, 1, true};
  request.text_scale = request.scale = 1.3f;
  EXPECT_LT(compute_layout(request).scale, 1.3f);
  request.edges[static_cast<std::size_t>(EdgePanel::lower)].is_hidden = true;
  EXPECT_FLOAT_EQ(compute_layout(request).scale, 1.3f);
}

TEST(PanelExtent, GoesBothWaysAsWords) {
  for (const PanelExtent& extent :
       {PanelExtent{}, PanelExtent{240, false}, PanelExtent{0, true}, PanelExtent{240, true}}) {
    const auto back = extent_of("left", panel_extent_text(extent));
    ASSERT_TRUE(back.has_value()) << panel_extent_text(extent);
    EXPECT_EQ(*back, extent) << panel_extent_text(extent);
  }
  EXPECT_EQ(panel_extent_text({240, true}), "hidden:240");
  for (const char* wrong : {"", "wide", "12", "-300", "99999", "hidden:", "hidden240", "240px", "nan"}) {
    const auto extent = extent_of("left", wrong);
    ASSERT_FALSE(extent.has_value()) << wrong;
    EXPECT_NE(extent.error().message.find("'" + std::string(wrong) + "'"), std::string::npos) << extent.error().message;
  }
}

TEST(Layout, ATileOfFewLinesStandsAboveTheBanksThatTakeItsRoom) {
  for (const bool comparing : {false, true}) {
    LayoutRequest request{1600, 900, 1, comparing};
    const Layout square = compute_layout(request);
    request.tile_aspect = 1.0f / 32;
    expect_sound(request);
    const Layout flat = compute_layout(request);
    EXPECT_EQ(flat.tile[0].width, flat.banks[0].width);
    EXPECT_EQ(flat.banks[0].y, flat.tile[0].bottom());
    EXPECT_LT(flat.tile[0].height, 160);
    EXPECT_GE(flat.tile[0].height, 100) << "the header, and cells that are higher than wide";
    EXPECT_GT(flat.banks[0].height, 1.2f * square.banks[0].height);
    // What is said of faults has a line above it.
    request.code_notes = 2;
    EXPECT_EQ(compute_layout(request).tile[0].height, flat.tile[0].height + 21);
    request.code_notes = 0;
    // One of some lines leaves the banks more than half.
    request.tile_aspect = 4.0f / 32;
    EXPECT_GT(compute_layout(request).tile[0].height, flat.tile[0].height);
    EXPECT_GT(compute_layout(request).banks[0].height, compute_layout(request).tile[0].height);
    // One of 16 lines stays where it was: its cells become higher.
    request.tile_aspect = 0.5f;
    EXPECT_EQ(compute_layout(request).tile[0].width, square.tile[0].width);
    EXPECT_EQ(compute_layout(request).tile[0].height, square.tile[0].height);
  }
}

TEST(Layout, WhatTheCellsOfATileCannotFillIsTheBanks) {
  LayoutRequest request{1024, 640, 1, true};
  const Layout usual = compute_layout(request);
  request.edges[static_cast<std::size_t>(EdgePanel::lower)].is_hidden = true;
  expect_sound(request);
  const Layout layout = compute_layout(request);
  EXPECT_GT(layout.tile[0].height, usual.tile[0].height);
  // Cells are 1.25 times as high as wide at most; the head, the axis.
  EXPECT_LE(layout.tile[0].height, 78 + 1.25f * (layout.tile[0].width - 48));
  EXPECT_GT(layout.banks[0].height, usual.banks[0].height + 40);
}

TEST(Layout, ATileOfFewLinesStandsAboveTheBanksInTheFocusViewToo) {
  LayoutRequest request{1920, 1080, 1};
  request.focus = FocusView::on;
  request.tile_aspect = 1.0f / 32;
  expect_sound(request);
  const Layout flat = compute_layout(request);
  EXPECT_EQ(flat.tile[0].width, 1920);
  EXPECT_EQ(flat.banks[0].width, 1920);
  EXPECT_GT(flat.banks[0].height, 2 * flat.tile[0].height);
}

TEST(Layout, TilesOfFewLinesAreEquallyHighWhateverTheWidthOfTheWindow) {
  for (const FocusView focus : {FocusView::off, FocusView::on}) {
    for (float width = 1280; width < 1340; ++width) {
      LayoutRequest request{width, 800, 1, true};
      request.focus = focus;
      request.tile_aspect = 1.0f / 8;
      expect_sound(request);
      const Layout layout = compute_layout(request);
      EXPECT_EQ(layout.tile[0].height, layout.tile[1].height) << width;
      EXPECT_EQ(layout.banks[0].y, layout.banks[1].y) << width;
    }
  }
}

TEST(Layout, ManyLinesOfGlobalMemoryHaveHalfOfTheHeightBelowTheMatrices) {
  for (const FocusView focus : {FocusView::off, FocusView::on}) {
    LayoutRequest request{1600, 900, 1, true};
    request.focus = focus;
    const float below_tiles = compute_layout(request).banks[0].height;
    request.touched_lines = 32;
    expect_sound(request);
    const Layout layout = compute_layout(request);
    EXPECT_GT(layout.banks[0].height, below_tiles + 25);
    EXPECT_NEAR(layout.banks[0].height, layout.tile[0].height, 1);
    EXPECT_EQ(layout.banks[0].y, layout.banks[1].y);
  }
}

TEST(Layout, FewLinesOfGlobalMemoryStandBelowTheMatricesAsWideAsBoth) {
  for (const FocusView focus : {FocusView::off, FocusView::on}) {
    LayoutRequest request{1600, 900, 1};
    request.focus = focus;
    request.touched_lines = 1;
    expect_sound(request);
    const Layout one = compute_layout(request);
    EXPECT_EQ(one.banks[0].width, one.tile[0].width);
    EXPECT_EQ(one.banks[0].y, one.tile[0].bottom());
    EXPECT_GE(one.tile[0].height, 210);
    EXPECT_GE(one.banks[0].height, 330);
    if (focus == FocusView::off) {
      request.touched_lines = 2;
      EXPECT_EQ(compute_layout(request).banks[0].height, one.banks[0].height + 74);
    }
    // As many as a column touches have half of the height.
    request.touched_lines = 32;
    EXPECT_NEAR(compute_layout(request).banks[0].height, compute_layout(request).tile[0].height, 1);
    // Nor does a card take the matrices' place.
    request.touched_lines = 1;
    request.bank_view = BankView::card;
    EXPECT_FALSE(compute_layout(request).tile[0].empty());
    request.bank_view = BankView::automatic;
    // Nor do they leave the matrices too little.
    request.touched_lines = 1;
    request.height = 640;
    if (focus == FocusView::off) EXPECT_GE(compute_layout(request).tile[0].height, 170);
  }
}

}  // namespace
}  // namespace bankloom::ui
