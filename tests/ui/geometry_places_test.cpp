// Whether things stand where they are looked for: beside each other, and at one place while it plays.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <span>
#include <vector>

#include "../base/sanitized.h"
#include "core/base/language.h"
#include "geometry.h"

namespace bankloom::test {
namespace {

TEST_F(GeometryTest, TheLanesHaveTheirNameBesideThem) {
  for (const char* scene : {kScenes[0], kScenes[1]}) {
    show(scene);
    for (const Size& size : std::span(kSizes).subspan(1, 3)) {
      draw(size, {});
      EXPECT_TRUE(std::ranges::any_of(ui_->probe().marks(),
                                      [&](const ui::Probe::Mark& mark) {
                                        return mark.kind == ui::Probe::Mark::Kind::name &&
                                               mark.words == translated("lanes");
                                      }))
          << scene << ", " << name_of(size);
    }
  }
}

TEST_F(GeometryTest, WhatIsComparedStandsAtOneHeightAndIsEquallyLarge) {
  for (const char* scene :
       {"bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1 at=0:1:9",
        "bankloom square/setRowReadColPad vs square/setRowReadColPad IPAD=0 at=0:1:27",
        "bankloom square/setRowReadCol BDIMX=8 BDIMY=8 vs square/setRowReadCol at=0:1:3",
        "bankloom transpose/tile vs transpose/tilePad at=0:2:9", "bankloom swizzle/ldmatrix vs swizzle/ldmatrixXor",
        "bankloom elements/quadPerLane vs elements/broadcast at=0:0:0"}) {
    show(scene);
    for (const Size& size : kLectureSizes) {
      if ((kSanitized && &size != &kLectureSizes[0]) || leaves_out(size)) continue;
      for (const ui::BankView banks : {ui::BankView::automatic, ui::BankView::card}) {
        ui::ViewSettings view;
        view.bank_view = banks;
        draw(size, view);
        for (const std::string what : {"banks", "cells", "sectors"}) {
          std::vector<ui::Probe::Item> both;
          for (const auto& item : ui_->probe().items()) {
            if (item.what == what && (item.panel.ends_with("/a") || item.panel.ends_with("/b"))) both.push_back(item);
          }
          if (both.size() != 2) continue;
          EXPECT_EQ(both[0].y, both[1].y) << scene << ", " << name_of(size) << ", " << what;
          // Tiles of other shapes have other extents, and cards a row a lane; charts are alike, so that bars compare.
          if (what == "cells" || banks == ui::BankView::card) continue;
          EXPECT_EQ(both[0].height, both[1].height) << scene << ", " << name_of(size) << ", " << what;
          EXPECT_NEAR(both[0].width, both[1].width, 2) << scene << ", " << name_of(size) << ", " << what;
        }
      }
    }
  }
}

/// Where everything of a frame lies that must not move while it plays: the panels, every control, and words that stay
/// the same and stand once in their panel; but not what scrolls along with the current line, and not within sentences,
/// which are as long as they are.
std::map<std::string, std::string> places_of(const ui::Ui& ui, const std::vector<ui::Probe::Item>& items) {
  std::map<std::string, std::string> places;
  std::set<std::string> twice;
  for (const auto& item : items) {
    const bool is_told = item.panel == "explanation" || item.panel == "sentence" || item.what.size() < 3;
    if (item.scrolls || (is_told && !item.control)) continue;
    const std::string name = item.panel + ": " + item.what;
    if (!places.emplace(name, text_of(item)).second && !item.control) twice.insert(name);
  }
  for (const std::string& name : twice) places.erase(name);
  for (const ui::Slot slot :
       {ui::Slot::top, ui::Slot::choice, ui::Slot::headline, ui::Slot::tile, ui::Slot::banks, ui::Slot::code,
        ui::Slot::explanation, ui::Slot::timeline, ui::Slot::sentence, ui::Slot::details}) {
    for (const std::size_t side : {0u, 1u}) {
      const ui::Rect& rect = ui.layout().of(slot, side);
      places[fmt::format("slot {} {}", static_cast<int>(slot), side)] =
          fmt::format("{} {} {} {}", rect.x, rect.y, rect.width, rect.height);
    }
  }
  return places;
}

TEST_F(GeometryTest, NothingChangesItsPlaceWhileItPlays) {
  for (const char* scene : {"bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1 at=0:0:0",
                            "bankloom elements/quadPerLane vs elements/broadcast at=0:0:0",
                            "bankloom square/setRowReadCol at=0:0:0", "bankloom transpose/tile at=0:0:0"}) {
    if (kSanitized && std::string_view(scene).find(" vs ") != std::string_view::npos) continue;
    for (const Size& size : std::span(kSizes).subspan(1, 2)) {
      for (const ui::FocusView focus : {ui::FocusView::off, ui::FocusView::on, ui::FocusView::all}) {
        if (kSanitized && (focus != ui::FocusView::off || &size != &kSizes[1])) continue;
        if (language() != kEnglish && focus != ui::FocusView::off) continue;
        show(scene);
        // The table's columns are as wide as its figures, which come when the other kernels have been executed.
        session.finish_lesson(std::chrono::seconds(60));
        ui::ViewSettings view;
        view.focus = focus;
        draw(size, view);
        const auto first = places_of(*ui_, ui_->probe().items());
        ASSERT_GT(first.size(), focus == ui::FocusView::off ? 60U : 20U);
        std::set<std::string> moved;
        while (session.player().step(1)) {
          frames(2, 1);
          for (const auto& [name, place] : places_of(*ui_, ui_->probe().items())) {
            const auto before = first.find(name);
            if (before == first.end() || place == before->second || !moved.insert(name).second) continue;
            ADD_FAILURE() << name_of(size) << " " << scene << ", focus " << static_cast<int>(focus) << ": " << place
                          << ", at first " << before->second;
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace bankloom::test
