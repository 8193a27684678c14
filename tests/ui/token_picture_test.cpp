// The lanes as tokens in the window's pictures: that none of them jumps, vanishes or appears on its way, from global
// memory to the tile and back; what they carry; what waits behind a gate.
#include <array>
#include <cmath>
#include <map>

#include "../base/sanitized.h"
#include "ui_test.h"

namespace bankloom::test {
namespace {

using Mark = ui::Probe::Mark;

float middle_x(const ui::Rect& box) { return box.x + box.width / 2; }
float middle_y(const ui::Rect& box) { return box.y + box.height / 2; }
float distance(const ui::Rect& a, const ui::Rect& b) {
  return std::hypot(middle_x(a) - middle_x(b), middle_y(a) - middle_y(b));
}

class TokenPictureTest : public UiTest {
 protected:
  [[nodiscard]] bool sees_pixels() const override { return false; }
  [[nodiscard]] bool still() const override { return true; }

  void draw(const std::string& scene, int width, int height, ui::FocusView focus = ui::FocusView::off) {
    show(scene);
    resize(width, height);
    view_.focus = focus;
    frames(3, 1);
  }
  void pass(double seconds) {
    session.player().advance(seconds);
    frame(seconds);
  }
  /// The same of the time in which something moves: the ends of requests, at which the picture stands still, are over
  /// at once.
  void pass_moving(double seconds) {
    Player& player = session.player();
    for (double left = seconds; player.playback().playing() && left > 0;) {
      const double part = std::min(left, player.playback().until_next_change());
      player.advance(part);
      left -= part;
      if (!player.playback().moving()) player.advance(player.playback().until_next_change() + 1e-9);
    }
    frame(seconds);
  }
  [[nodiscard]] std::vector<Mark> marks(Mark::Kind kind, const std::string& panel = "banks") const {
    std::vector<Mark> found;
    for (const Mark& mark : ui_->probe().marks()) {
      if (mark.kind == kind && mark.panel == panel) found.push_back(mark);
    }
    return found;
  }
  /// Where each lane is: its token, or its place at the foot.
  struct Place {
    ui::Rect box;
    bool is_token = false, is_leaving = false;  ///< leaving: on its way into the tile
  };
  [[nodiscard]] std::array<Place, kWarpSize> lanes(const std::string& panel = "banks") const {
    std::array<Place, kWarpSize> places{};
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      for (const Mark& mark : ui_->probe().marks()) {
        const bool is_above = mark.panel == "above";  // on its way into the tile
        if (mark.kind == Mark::Kind::gate || mark.kind == Mark::Kind::value) continue;
        if ((mark.panel != panel && !is_above) || !has_lane(mark.lanes, lane)) continue;
        if (mark.kind == Mark::Kind::token || !places[lane].is_token)
          places[lane] = {mark.rect, mark.kind == Mark::Kind::token, is_above};
      }
    }
    return places;
  }
  void check_run(const std::string& scene, int width, int height, ui::FocusView focus);
};

/// Plays all of a warp at 6 steps a second, in frames 16 ms apart.
void TokenPictureTest::check_run(const std::string& scene, int width, int height, ui::FocusView focus) {
  draw(scene, width, height, focus);
  const double half_step = 1.0 / 12, frame_seconds = 0.016;
  const auto begin = [&] {
    session.player().to_start();
    session.player().rest();
    session.player().set_speed(6);
    session.player().play(true);
    frame(0.001);
  };
  // Where all are at rest, every half step; between two of these moments each token has one way.
  begin();
  struct Way {
    float length = 0;
    ui::Rect start, end;  ///< end: of a token that is gone then, in its cell or its sector
  };
  std::vector<std::array<Way, kWarpSize>> ways;
  const auto halves = 2 * session.player().sequence().count();
  for (std::uint64_t half = 0; half < halves; ++half) {
    const auto from = lanes();
    pass_moving(half_step - 0.0005);
    const auto to = lanes();
    ways.emplace_back();
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      ways.back()[lane] = {distance(from[lane].box, to[lane].box), from[lane].box, to[lane].box};
    }
    pass_moving(0.0005);
  }
  begin();
  auto before = lanes();
  int moved = 0, landed = 0;
  for (double time = 0; time + frame_seconds < static_cast<double>(halves) * half_step; time += frame_seconds) {
    pass_moving(frame_seconds);
    ASSERT_TRUE(session.player().playback().moving());
    const auto now = lanes();
    const auto first = static_cast<std::size_t>(time / half_step);
    const auto last = static_cast<std::size_t>((time + frame_seconds) / half_step);
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      float way = 0;
      for (std::size_t half = first; half <= last && half < ways.size(); ++half) {
        way = std::max(way, ways[half][lane].length);
      }
      // What is stored ends where it is stored, and its lane is free: for the next request, which may have begun.
      const bool lands =
          before[lane].is_token && (!now[lane].is_token || (before[lane].is_leaving && !now[lane].is_leaving));
      const float covered = distance(before[lane].box, lands ? ways[first][lane].end : now[lane].box);
      if (lands && now[lane].is_token && last > first && last < ways.size()) {
        const Way& next = ways[last][lane];
        ASSERT_LE(distance(next.start, now[lane].box), next.length / 3 + 2) << scene << ", lane " << lane;
      }
      moved += covered > 1 ? 1 : 0;
      landed += lands && before[lane].is_leaving ? 1 : 0;
      ASSERT_LE(covered, way / 3 + 2) << scene << ", lane " << lane << " at " << time << " s";
    }
    before = now;
  }
  EXPECT_GT(moved, 300) << scene;
  EXPECT_GE(landed, 32) << scene;
}

TEST_F(TokenPictureTest, NoLaneJumpsFromGlobalMemoryToTheTileAndBack) {
  check_run("bankloom transpose/tile at=0:0:0", 1600, 900, ui::FocusView::off);
  if (kSanitized) return;
  check_run("bankloom transpose/tilePad at=0:0:0", 1280, 720, ui::FocusView::on);
}

TEST_F(TokenPictureTest, TheLanesStayWhereTheyAreFromRequestToRequest) {
  for (const auto& [width, height] : {std::pair{1024, 640}, std::pair{1600, 900}, std::pair{1920, 1080}}) {
    for (const ui::FocusView focus : {ui::FocusView::off, ui::FocusView::on}) {
      draw("bankloom transpose/tile vs transpose/tilePad at=0:0:0", width, height, focus);
      for (const std::string panel : {"banks/a", "banks/b"}) {
        session.player().go_to({0, 0, 0});
        frames(2);
        const auto homes = marks(Mark::Kind::home, panel);
        ASSERT_EQ(homes.size(), kWarpSize) << width;
        for (const std::uint32_t request : {1U, 2U, 3U}) {
          session.player().go_to({0, request, 0});
          frames(2);
          const auto others = marks(Mark::Kind::home, panel);
          ASSERT_EQ(others.size(), kWarpSize) << width << ", request " << request;
          for (unsigned lane = 0; lane < kWarpSize; ++lane) {
            EXPECT_EQ(homes[lane].rect.x, others[lane].rect.x) << width << ", request " << request;
            EXPECT_EQ(homes[lane].rect.y, others[lane].rect.y) << width << ", request " << request;
            EXPECT_EQ(homes[lane].rect.height, others[lane].rect.height) << width << ", request " << request;
          }
        }
      }
    }
  }
}

TEST_F(TokenPictureTest, LanesStandBelowTheBanksOfTheirNumbers) {
  for (const char* scene :
       {"bankloom machines/fiveBanks machine=didactic5 at=0:0:0",
        "bankloom machines/tenBanks machine=didactic10 at=0:0:0", "bankloom square/setRowReadCol at=0:0:0"}) {
    draw(scene, 1600, 900);
    const auto homes = marks(Mark::Kind::home);
    auto tokens = marks(Mark::Kind::served);
    if (tokens.empty()) tokens = marks(Mark::Kind::token);
    ASSERT_FALSE(tokens.empty()) << scene;
    ASSERT_EQ(homes.size(), tokens.size()) << scene;
    for (const Mark& token : tokens) {
      const unsigned lane = first_lane(token.lanes);
      EXPECT_NEAR(middle_x(homes.at(lane).rect), middle_x(token.rect), 1) << scene << ", lane " << lane;
    }
  }
}

TEST_F(TokenPictureTest, AColumnOfTheTileStandsOnItsBank) {
  for (const auto& [width, height] : {std::pair{1280, 720}, std::pair{1600, 900}, std::pair{1920, 1080}}) {
    for (const auto& [scene, columns] :
         {std::pair{"bankloom square/setRowReadCol at=0:0:0", 32U},
          std::pair{"bankloom square/setRowReadCol IPAD=1 at=0:0:0", 33U},
          std::pair{"bankloom square/setRowReadCol vs square/setRowReadCol IPAD=3 at=0:0:0", 32U},
          std::pair{"bankloom square/setRowReadCol layout=physical at=0:0:0", 32U}}) {
      for (const ui::FocusView focus : {ui::FocusView::off, ui::FocusView::on}) {
        draw(scene, width, height, focus);
        const std::string side = session.comparing() ? "/a" : "";
        const auto cells = find("cells", "tile" + side);
        ASSERT_TRUE(cells) << scene;
        const auto words = marks(Mark::Kind::served, "banks" + side);
        ASSERT_EQ(words.size(), 32U) << scene << ' ' << width;
        const float pitch = cells->width / static_cast<float>(columns);
        for (const Mark& word : words) {
          const float column = cells->x + static_cast<float>(first_lane(word.lanes)) * pitch;
          EXPECT_NEAR(word.rect.x, column, 1.5f) << scene << ' ' << width;
        }
        if (width == 1600 && !session.comparing() && focus == ui::FocusView::off) EXPECT_GE(pitch, 22);
      }
    }
  }
}

TEST_F(TokenPictureTest, AtItsEndARequestStandsAtItsBanksOnceMore) {
  const auto says = [&](const std::string& words, const std::string& panel = "banks") { return shows(panel, words); };
  // One above the other, as they were served, from the first one at the foot.
  draw("bankloom square/setRowReadCol at=0:1:31", 1600, 900);
  auto words = marks(Mark::Kind::served);
  ASSERT_EQ(words.size(), 32U);
  EXPECT_TRUE(marks(Mark::Kind::token).empty());
  for (std::size_t i = 1; i < words.size(); ++i) {
    EXPECT_EQ(words[i].rect.x, words[0].rect.x);
    EXPECT_LT(words[i].rect.bottom(), words[i - 1].rect.y + 1) << i;
  }
  EXPECT_TRUE(says("32 words in one bank:"));
  EXPECT_TRUE(says("32 wavefronts, 31 of them conflicts"));
  const float lanes = marks(Mark::Kind::home).at(0).rect.y;
  EXPECT_LT(words[0].rect.bottom(), lanes);
  EXPECT_GT(words[0].rect.bottom(), lanes - 30);
  // The step before is on its way.
  session.player().go_to({0, 1, 30});
  session.player().rest();
  frames(2);
  EXPECT_TRUE(marks(Mark::Kind::served).empty());
  EXPECT_FALSE(says("32 words in one bank:"));
  // A side that is done keeps its picture while the other goes on.
  draw("bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1 at=0:1:12", 1600, 900);
  EXPECT_TRUE(marks(Mark::Kind::served, "banks/a").empty());
  words = marks(Mark::Kind::served, "banks/b");
  ASSERT_EQ(words.size(), 32U);
  for (const Mark& word : words) EXPECT_EQ(word.rect.y, words[0].rect.y);
  EXPECT_TRUE(says("one word in each bank:", "banks/b"));
  EXPECT_TRUE(says("1 wavefront", "banks/b"));
  // Of several phases each has its rows.
  draw("bankloom elements/quadPerLane at=0:1:3", 1600, 900);
  words = marks(Mark::Kind::served);
  EXPECT_EQ(words.size(), 32U);
  EXPECT_TRUE(says("4 phases of one word in each bank:"));
  EXPECT_TRUE(says("4 wavefronts"));
  draw("bankloom elements/broadcast at=0:2:0", 1600, 900);
  EXPECT_TRUE(says("one word for 32 lanes:"));
}

TEST_F(TokenPictureTest, QueuesAreDrawnHoweverLowTheirRoomIs) {
  const auto served = [this](const std::string& panel) {
    const float lanes = marks(Mark::Kind::home, panel).at(0).rect.y;
    const auto tokens = marks(Mark::Kind::token, panel);
    return std::count_if(tokens.begin(), tokens.end(), [&](const Mark& token) { return token.rect.bottom() < lanes; });
  };
  draw("bankloom swizzle/ldmatrix at=0:1:2", 1024, 640);
  EXPECT_EQ(served("banks"), 8) << "of the phase that is served";
  draw("bankloom swizzle/ldmatrix vs swizzle/ldmatrixXor at=0:1:2", 1280, 720);
  for (const char* panel : {"banks/a", "banks/b"}) EXPECT_EQ(served(panel), 8) << panel;
}

TEST_F(TokenPictureTest, AServedTokenCarriesItsValueOn) {
  draw("bankloom square/setRowReadCol at=0:1:6", 1600, 900);
  const auto carried = [&] {
    for (const std::string panel : {"banks", "above"}) {
      for (const Mark& mark : marks(Mark::Kind::token, panel)) {
        if (!mark.words.empty()) return std::pair{mark.lanes, mark.words};
      }
    }
    return std::pair{LaneMask{0}, std::string()};
  };
  EXPECT_EQ(carried(), (std::pair{lane_bit(6), std::string("tile[6][0] = 192")}));
  // Back to its lane with it.
  const auto served = lanes()[6].box;
  session.player().step(1);
  pass(0.08);
  const auto flying = lanes()[6];
  EXPECT_TRUE(flying.is_token);
  EXPECT_GT(flying.box.y, served.y + 5);
  EXPECT_EQ(carried().second, "tile[6][0] = 192");
  pass(1);
  EXPECT_FALSE(lanes()[6].is_token) << "home";
  EXPECT_EQ(carried().second, "tile[7][0] = 224");
  // A store goes into its cell.
  draw("bankloom square/setColReadRow", 1600, 900);
  session.player().go_to({0, 0, 6});
  frames(2);
  EXPECT_EQ(carried(), (std::pair{lane_bit(6), std::string("tile[6][0] = 6")}));
  session.player().step(1);
  pass(0.12);
  EXPECT_EQ(carried().second, "tile[6][0] = 6") << "on its way";
  const auto cells = find("cells", "tile");
  ASSERT_TRUE(cells);
  const auto into = lanes()[6].box;
  EXPECT_TRUE(middle_x(into) < cells->x + cells->width) << "it leaves the banks for the tile";
}

TEST_F(TokenPictureTest, LabelsOfNeighboursDoNotMeet) {
  std::size_t most = 0;
  for (const auto& [width, height] : {std::pair{1024, 640}, std::pair{1280, 720}, std::pair{1600, 900}}) {
    draw("bankloom square/setRowReadCol BDIMX=16 BDIMY=16 at=0:1:6", width, height);
    const std::vector<Mark> labels = marks(Mark::Kind::label, "banks");
    most = std::max(most, labels.size());
    for (std::size_t i = 1; i < labels.size(); ++i) {
      for (std::size_t k = 0; k < i; ++k) {
        EXPECT_FALSE(labels[i].rect.intersects(labels[k].rect)) << width << ": " << labels[i].words << labels[k].words;
      }
    }
  }
  EXPECT_GE(most, 2U) << "where there is room, more than one is labelled";
}

TEST_F(TokenPictureTest, AWordThatIsReadComesFromItsCell) {
  draw("bankloom square/setRowReadCol at=0:1:6", 1600, 900);
  const auto values = [&] {
    std::vector<Mark> found;
    for (const Mark& mark : marks(Mark::Kind::value, "above")) {
      if (mark.words.empty()) found.push_back(mark);
    }
    return found;
  };
  EXPECT_TRUE(values().empty()) << "at rest";
  const auto cells = find("cells", "tile");
  ASSERT_TRUE(cells);
  const float across = cells->width / 32, down = cells->height / 32;
  const ui::Rect cell{cells->x, cells->y + 7 * down, across, down};
  session.player().set_speed(6);
  session.player().play(true);
  // What was served is on its way home before the next word comes.
  pass(0.04);
  EXPECT_TRUE(values().empty());
  EXPECT_TRUE(lanes()[6].is_token);
  pass(0.045);
  std::vector<ui::Rect> way;
  while (way.size() < 20) {
    const auto now = values();
    if (now.empty() && !way.empty()) break;
    for (const Mark& mark : now) {
      EXPECT_EQ(mark.lanes, lane_bit(7));
      way.push_back(mark.rect);
    }
    pass(0.008);
  }
  ASSERT_GE(way.size(), 5U);
  // It ends where its token is served.
  session.player().play(false);
  session.player().rest();
  frame(0.01);
  const ui::Rect served = lanes()[7].box;
  const float all = distance(cell, served);
  EXPECT_LT(distance(way.front(), cell), all / 3);
  EXPECT_LT(distance(way.back(), served), all / 3);
  for (std::size_t i = 1; i < way.size(); ++i) EXPECT_LT(distance(way[i - 1], way[i]), all / 3);
  // Lanes at one word fetch it once, and the parts of a quad are one.
  for (const auto& [scene, count, mask] : {std::tuple{"bankloom elements/broadcast at=0:2:0", 1U, kAllLanes},
                                           std::tuple{"bankloom elements/quadPerLane at=0:1:0", 8U, LaneMask{1}}}) {
    draw(scene, 1600, 900);
    session.player().play(true);
    pass(0.04);
    ASSERT_EQ(values().size(), count) << scene;
    EXPECT_EQ(values()[0].lanes, mask) << scene;
  }
}

TEST_F(TokenPictureTest, WhatAnAtomicOperationMakesOfAWordGoesBackIntoItsCell) {
  draw("bankloom swizzle/weightedHistogram", 1600, 900);
  const auto& requests = session.side(Side::a).timeline->requests();
  const auto found = std::find_if(requests.begin(), requests.end(),
                                  [](const TimelineRequest& request) { return is_atomic(request.op); });
  ASSERT_NE(found, requests.end());
  session.player().go_to({found->warp, found->in_warp, 3});
  session.player().rest();
  frames(2);
  session.player().set_speed(6);
  session.player().play(true);
  pass(0.02);
  const auto cells = find("cells", "tile");
  ASSERT_TRUE(cells);
  const auto way = [&] {
    float sum = 0;
    std::size_t count = 0;
    for (const Mark& mark : ui_->probe().marks()) {
      if (mark.panel != "above" || !mark.words.empty()) continue;
      sum += distance(mark.rect, {cells->x, cells->y, 4 * cells->width / 32, cells->height});
      ++count;
    }
    EXPECT_EQ(count, 4U) << "one for each bank";
    return sum / static_cast<float>(std::max<std::size_t>(count, 1));
  };
  const float before = way();
  pass(0.04);
  EXPECT_LT(way(), before / 2) << "to the tile";
}

TEST_F(TokenPictureTest, LanesThatChangePlacesDoNotHideEachOther) {
  draw("bankloom swizzle/columnXor at=5:1:0", 1600, 900);
  session.player().set_speed(6);
  session.player().play(true);
  for (int i = 0; i < 14; ++i) {
    pass(0.012);
    const auto tokens = marks(Mark::Kind::token);
    for (std::size_t a = 0; a < tokens.size(); ++a) {
      for (std::size_t b = a + 1; b < tokens.size(); ++b) {
        EXPECT_GT(distance(tokens[a].rect, tokens[b].rect), 0.2f * tokens[a].rect.height)
            << tokens[a].lanes << " and " << tokens[b].lanes << " at " << i * 0.012 << " s";
      }
    }
  }
}

TEST_F(TokenPictureTest, LanesOfALaterPhaseWaitBehindAGate) {
  draw("bankloom elements/quadPerLane at=0:0:1", 1600, 900);
  const auto gates = marks(Mark::Kind::gate);
  ASSERT_EQ(gates.size(), 2U);
  EXPECT_EQ(gates[0].words, "phase 3 of 4");
  EXPECT_EQ(gates[0].lanes, 0x00ff0000U);
  EXPECT_EQ(gates[1].words, "phase 4 of 4");
  const auto homes = marks(Mark::Kind::home);
  for (unsigned lane = 16; lane < 32; ++lane) {
    EXPECT_EQ(distance(lanes()[lane].box, homes[lane].rect), 0) << "in line at its lane";
    EXPECT_TRUE(lanes()[lane].is_token);
  }
  // A row of 16 bytes is one token over four banks.
  const auto served = marks(Mark::Kind::token);
  const auto eight = std::find_if(served.begin(), served.end(), [](const Mark& mark) { return mark.lanes == 0x100U; });
  ASSERT_NE(eight, served.end());
  EXPECT_GT(eight->rect.width, 3.5f * homes[8].rect.width);
  session.player().go_to({0, 0, 3});
  frames(2);
  EXPECT_TRUE(marks(Mark::Kind::gate).empty());
}

TEST_F(TokenPictureTest, RowsOfMatricesAreTokensOfTheLanesThatGiveTheirAddresses) {
  draw("bankloom swizzle/ldmatrix", 1600, 900);
  const auto& state = *session.side(Side::a).state;
  ASSERT_EQ(state.access.op, AccessOp::ldmatrix);
  session.player().go_to({state.request.warp, state.request.in_warp, 0});
  frames(2);
  LaneMask seen = 0;
  for (const Mark& mark : marks(Mark::Kind::token)) {
    EXPECT_EQ(lane_count(mark.lanes), 1U);
    seen |= mark.lanes;
  }
  EXPECT_EQ(seen, addressing_lanes(state.access));
}

TEST_F(TokenPictureTest, WithoutMotionNothingIsOnItsWay) {
  draw("bankloom square/setRowReadCol at=0:1:6", 1600, 900);
  view_.motion = ui::MotionSetting::off;
  const auto all_rest = [&] {
    frame(0.01);
    const auto first = lanes();
    pass(0.05);
    const auto second = lanes();
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      if (distance(first[lane].box, second[lane].box) > 0) return false;
    }
    return true;
  };
  session.player().step(1);
  EXPECT_TRUE(all_rest());
  EXPECT_EQ(session.player().position().step, 7U);
  session.player().set_speed(4);
  session.player().play(true);
  pass(0.01);
  EXPECT_TRUE(all_rest());
  EXPECT_TRUE(session.player().playback().playing());
  view_.motion = ui::MotionSetting::on;
  frame(0.01);
  session.player().step(1);
  EXPECT_FALSE(all_rest());
  view_.motion = ui::MotionSetting::desktop;
  ui_->services.desktop_motion = false;
  frame(0.01);
  session.player().step(1);
  EXPECT_TRUE(all_rest());
}

}  // namespace
}  // namespace bankloom::test
