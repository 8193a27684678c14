// Whether what is pointed at in one view is lit in all the others: for each pair of views, with a real mouse.
#include <array>
#include <cmath>
#include <cstring>
#include <functional>

#include "ui_test.h"

namespace bankloom::test {
namespace {

/// What the views look like where they stand, by their slots.
enum class View { tile, banks, code, explanation, timeline, details };
constexpr std::array kViews{View::tile, View::banks, View::code, View::explanation, View::timeline, View::details};
constexpr std::array<const char*, 6> kNames{"tile", "banks", "code", "explanation", "timeline", "details"};

ui::Slot slot_of(View view) {
  constexpr std::array kSlots{ui::Slot::tile,        ui::Slot::banks,    ui::Slot::code,
                              ui::Slot::explanation, ui::Slot::timeline, ui::Slot::details};
  return kSlots[static_cast<std::size_t>(view)];
}

struct Seen {
  std::array<std::vector<std::uint8_t>, kViews.size()> pixels;
};

class LinksTest : public UiTest {
 protected:
  void open(const std::string& scene, ui::BankView banks, const std::string& tab = "results") {
    show(scene);
    view_.bank_view = banks;
    view_.tab = tab;
    point_away();
    frames(4, 0.01);
    nothing_ = look();
  }

  Seen look(std::size_t side = 0) {
    const gfx::Image image = target_->read();
    Seen seen;
    for (const View view : kViews) {
      const ui::Rect rect = ui_->layout().of(slot_of(view), side);
      auto& pixels = seen.pixels[static_cast<std::size_t>(view)];
      for (auto y = static_cast<unsigned>(rect.y); y < static_cast<unsigned>(rect.bottom()); ++y) {
        const auto* row = &image.rgba[(std::size_t{y} * image.width + static_cast<unsigned>(rect.x)) * 4];
        pixels.insert(pixels.end(), row, row + static_cast<std::size_t>(rect.width) * 4);
      }
    }
    return seen;
  }

  struct Place {
    float x = 0, y = 0;  ///< as parts of the item's width and height
  };
  /// Points along a line through an item, from one end to the other.
  static std::vector<Place> across(Place from, Place to) {
    constexpr int kPoints = 150;
    std::vector<Place> places;
    for (int i = 0; i <= kPoints; ++i) {
      const float t = static_cast<float>(i) / kPoints;
      places.push_back({from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * t});
    }
    return places;
  }

  /// Points at places of an item until the session has this under the mouse; quickly, so that no tooltip comes.
  void hover(const std::string& panel, const std::string& item, const std::vector<Place>& places,
             const std::function<bool(const Focus&)>& is_wanted) {
    point_away();
    frames(2, 0.01);
    const auto found = find(item, panel);
    ASSERT_TRUE(found.has_value());
    for (const Place& place : places) {
      const float x = found->x + place.x * found->width, y = found->y + place.y * found->height;
      point_at(x, y);
      frames(2, 0.001);
      if (!is_wanted(session.pointer().hovered())) continue;
      // Leaves and comes back, so that the time for a tooltip begins anew.
      point_away();
      frames(2, 0.001);
      point_at(x, y);
      frames(3, 0.001);
      ASSERT_TRUE(ui_->probe().tooltips().empty());
      return;
    }
    FAIL() << "nothing of the kind lies under the mouse in " << panel << " '" << item << "'";
  }

  /// Pixels of a view that differ.
  static std::size_t changed(const Seen& a, const Seen& b, View view) {
    const auto& x = a.pixels[static_cast<std::size_t>(view)];
    const auto& y = b.pixels[static_cast<std::size_t>(view)];
    EXPECT_EQ(x.size(), y.size());
    std::size_t count = 0;
    for (std::size_t i = 0; i + 3 < std::min(x.size(), y.size()); i += 4) {
      if (std::memcmp(&x[i], &y[i], 3) != 0) ++count;
    }
    return count;
  }

  /// Points at two things of a kind: these views must be lit, each otherwise for the one than for the other.
  void expect_lit(const std::string& what, const std::function<void()>& first, const std::function<void()>& second,
                  std::initializer_list<View> views) {
    first();
    const Seen one = look();
    second();
    const Seen other = look();
    for (const View view : views) {
      const char* name = kNames[static_cast<std::size_t>(view)];
      EXPECT_GE(changed(nothing_, one, view), kLeast) << what << " is not lit in the view " << name;
      EXPECT_GE(changed(nothing_, other, view), kLeast) << what << " (the other) is not lit in the view " << name;
      EXPECT_GE(changed(one, other, view), kLeast) << what << " of another number looks the same in the view " << name;
    }
  }

  // Functions that point at something; tiles are of 32 x 32.
  std::function<void()> cell(std::uint64_t row, std::uint64_t column, const std::string& panel = "tile") {
    const Place middle{(static_cast<float>(column) + 0.5f) / 32, (static_cast<float>(row) + 0.5f) / 32};
    return [this, row, column, middle, panel] {
      hover(panel, "cells", {middle}, [&](const Focus& focus) {
        return focus.cell == TileGeometry::Element{row, column};
      });
    };
  }
  std::function<void()> bank(unsigned wanted) {
    const float x = (static_cast<float>(wanted) + 0.5f) / 32;
    return [this, wanted, x] {
      // In the card a lane's row is the lane's; its foot is the bank's.
      hover("banks", "banks", {{x, 0.5f}, {x, 0.99f}},
            [&](const Focus& focus) { return focus.bank == wanted && !focus.lane; });
    };
  }
  std::function<void()> lane(unsigned wanted) {
    return [this, wanted] {
      hover("banks", "banks", across({0.95f, 0}, {0.95f, 1}), [&](const Focus& focus) { return focus.lane == wanted; });
    };
  }
  std::function<void()> request(const std::string& warp, std::uint32_t in_warp) {
    return [this, warp, in_warp] {
      hover("timeline", warp, across({0, 0.5f}, {1, 0.5f}), [&](const Focus& focus) {
        return focus.request && session.side(Side::a).timeline->requests()[*focus.request].in_warp == in_warp;
      });
    };
  }
  std::function<void()> line(const std::string& text) {
    return [this, text] {
      hover("code", text, {{0.5f, 0.5f}}, [](const Focus& focus) { return focus.line.has_value(); });
    };
  }
  std::function<void()> element(std::uint64_t row, std::uint64_t column) {
    return [this, row, column] {
      const auto pane = find("output map", "output");
      ASSERT_TRUE(pane.has_value());
      // The whole matrix fits into the pane, in squares of whole pixels where that makes them hardly smaller.
      float side = std::min(pane->width, pane->height) / 32;
      if (std::floor(side) >= 0.9f * side) side = std::floor(side);
      const Place middle{(static_cast<float>(column) + 0.5f) * side / pane->width,
                         (static_cast<float>(row) + 0.5f) * side / pane->height};
      hover("output", "output map", {middle}, [&](const Focus& focus) { return focus.output == row * 32 + column; });
    };
  }

  /// A border of a few pixels is the least that lights anything.
  static constexpr std::size_t kLeast = 8;
  Seen nothing_;
};

constexpr const char* kConflict = "bankloom square/setRowReadCol at=0:1:9";
constexpr const char* kStoreLine = "    tile[threadIdx.y][threadIdx.x] = idx;";
constexpr const char* kLoadLine = "    out[idx] = tile[threadIdx.x][threadIdx.y];";

TEST_F(LinksTest, ACellLightsItsBankItsLaneAndTheRequest) {
  open(kConflict, ui::BankView::chart);
  // Cells that a lane touches: the lane's words in the chart, its address in the explanation, the present request.
  expect_lit("a cell with a lane", cell(5, 0), cell(11, 0), {View::tile, View::banks, View::explanation});
  cell(5, 0)();
  EXPECT_GE(changed(nothing_, look(), View::timeline), kLeast) << "the request that touches the cell";
  // Cells that no lane touches have a bank all the same.
  expect_lit("a cell", cell(5, 7), cell(5, 20), {View::tile, View::banks, View::explanation});
  open(kConflict, ui::BankView::card);
  expect_lit("a cell with a lane", cell(5, 0), cell(11, 0), {View::tile, View::banks, View::explanation});
  expect_lit("a cell", cell(5, 7), cell(5, 20), {View::tile, View::banks, View::explanation});
}

TEST_F(LinksTest, ABankLightsItsCells) {
  open(kConflict, ui::BankView::chart);
  expect_lit("a bank of the chart", bank(3), bank(17), {View::tile, View::banks});
  open(kConflict, ui::BankView::card);
  expect_lit("a bank of the card", bank(3), bank(17), {View::tile, View::banks});
}

TEST_F(LinksTest, ALaneLightsItsCellItsAddressAndTheRequest) {
  open("bankloom square/setRowReadCol IPAD=1 at=0:1:0", ui::BankView::card);
  expect_lit("a lane", lane(4), lane(25), {View::tile, View::banks, View::explanation});
  lane(4)();
  EXPECT_GE(changed(nothing_, look(), View::timeline), kLeast) << "the request that the lane takes part in";
}

TEST_F(LinksTest, TheSentenceShowsHowFarNeighbouringLanesAreApart) {
  open(kConflict, ui::BankView::chart);
  frames(2, 0.01);
  EXPECT_FALSE(shows("above", "32 words apart"));
  std::optional<ui::Probe::Item> sentence;
  for (const auto& item : ui_->probe().items()) {
    if (item.panel == "explanation" && item.what.starts_with("32 wavefronts")) sentence = item;
  }
  ASSERT_TRUE(sentence) << all_of("explanation");
  point_at(sentence->x + sentence->width / 2, sentence->y + 4);
  frames(2, 0.01);
  EXPECT_TRUE(shows("above", "32 words apart")) << all_of("above");
}

TEST_F(LinksTest, ALineLightsItsRequestsAndWhatTheyTouch) {
  open(kConflict, ui::BankView::chart);
  expect_lit("a line", line(kStoreLine), line(kLoadLine), {View::tile, View::timeline});
  line(kStoreLine)();
  EXPECT_GE(changed(nothing_, look(), View::code), kLeast) << "the line itself";
}

TEST_F(LinksTest, ARequestLightsItsLineAndWhatItTouches) {
  open("bankloom square/setRowReadCol at=0:2:0", ui::BankView::chart);
  // Request 0 stores a row, request 1 loads a column.
  expect_lit("a request", request("warp 2", 0), request("warp 2", 1), {View::tile, View::timeline});
  request("warp 2", 0)();
  EXPECT_GE(changed(nothing_, look(), View::code), kLeast) << "the request's line";
}

TEST_F(LinksTest, AnElementOfTheOutputLightsItsStore) {
  open("bankloom square/setRowReadCol at=0:2:0", ui::BankView::chart, "output");
  // Stored by warp 0, whose store is shown, lanes 6 and 20.
  expect_lit("an element", element(0, 6), element(0, 20), {View::banks, View::explanation, View::details});
  // Stored by other warps.
  expect_lit("an element of another warp", element(2, 0), element(3, 0), {View::timeline, View::details});
}

TEST_F(LinksTest, ASectorLightsItsLaneAndItsElement) {
  open("bankloom square/setRowReadCol at=0:2:0", ui::BankView::chart, "output");
  const auto sector = [&](unsigned first_lane) -> std::function<void()> {
    return [this, first_lane] {
      hover("banks", "sectors", across({0, 0.1f}, {1, 0.1f}),
            [&](const Focus& focus) { return focus.lane == first_lane; });
    };
  };
  expect_lit("a sector", sector(8), sector(16), {View::banks, View::explanation, View::details});
}

TEST_F(LinksTest, WhatIsPointedAtInAIsLitInB) {
  show("bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1 at=0:1:9");
  view_.bank_view = ui::BankView::chart;
  point_away();
  frames(4, 0.01);
  const Seen before = look(1);
  cell(5, 0, "tile/a")();
  const Seen after = look(1);
  EXPECT_GE(changed(before, after, View::tile), kLeast);
  EXPECT_GE(changed(before, after, View::banks), kLeast);
}

TEST_F(LinksTest, WhatIsSelectedStaysLit) {
  open(kConflict, ui::BankView::chart);
  cell(5, 0)();
  const ImVec2 place = [&] {
    const ui::ContextScope scope(ui_->context());
    return ImGui::GetIO().MousePos;
  }();
  point_at(place.x, place.y, true);
  frames(2, 0.001);
  point_at(place.x, place.y);
  frames(2, 0.001);
  EXPECT_EQ(session.pointer().selected().cell, (TileGeometry::Element{5, 0}));
  point_away();
  frames(3, 0.01);
  const Seen seen = look();
  for (const View view : {View::tile, View::banks, View::explanation, View::timeline}) {
    EXPECT_GE(changed(nothing_, seen, view), kLeast) << kNames[static_cast<std::size_t>(view)];
  }
}

}  // namespace
}  // namespace bankloom::test
