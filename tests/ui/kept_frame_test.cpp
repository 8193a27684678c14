// What is drawn anew of a frame: enough, and not much more.
#include <chrono>
#include <cmath>
#include <limits>
#include <random>
#include <set>
#include <thread>

#include "../base/sanitized.h"
#include "ui/damage.h"
#include "ui/sequence_difference.h"
#include "ui_test.h"

namespace bankloom::test {
namespace {

using ui::Damage;
using ui::Rect;

bool covers(const std::vector<Rect>& rects, float x, float y) {
  return std::any_of(rects.begin(), rects.end(), [x, y](const Rect& rect) {
    return x >= rect.x && x < rect.right() && y >= rect.y && y < rect.bottom();
  });
}

TEST(DamageTest, CoversWhatIsMarkedWithinItsArea) {
  const Rect area{10, 20, 333, 217};
  std::mt19937 random(7);
  std::uniform_real_distribution<float> x(-20, 380), y(-20, 260), size(0, 60);
  for (int turn = 0; turn < 40; ++turn) {
    Damage damage(area);
    EXPECT_TRUE(damage.empty());
    EXPECT_TRUE(damage.rects(4).empty());
    std::vector<Rect> marked;
    for (int i = 0; i < 1 + turn % 40; ++i) {
      const Rect rect{x(random), y(random), size(random), size(random)};
      marked.push_back(rect);
      damage.add(rect.x, rect.y, rect.right(), rect.bottom());
    }
    const std::size_t most = 1 + static_cast<std::size_t>(turn % 7);
    const auto rects = damage.rects(most);
    EXPECT_LE(rects.size(), most);
    for (const Rect& rect : rects) {
      EXPECT_FALSE(rect.empty());
      EXPECT_GE(rect.x, area.x);
      EXPECT_GE(rect.y, area.y);
      EXPECT_LE(rect.right(), area.right());
      EXPECT_LE(rect.bottom(), area.bottom());
    }
    // Pixels of the marked rectangles, the one around them included.
    for (const Rect& rect : marked) {
      for (float py = std::floor(rect.y) - 0.5f; py < rect.bottom() + 1; py += 1) {
        for (float px = std::floor(rect.x) - 0.5f; px < rect.right() + 1; px += 1) {
          const bool inside = px > area.x && px < area.right() && py > area.y && py < area.bottom();
          ASSERT_TRUE(!inside || covers(rects, px, py)) << turn << ": " << px << ", " << py;
        }
      }
    }
  }
}

TEST(DamageTest, TwoFarMarksAreTwoSmallRectangles) {
  Damage damage({0, 0, 1600, 900});
  damage.add(100, 100, 110, 110);
  damage.add(1500, 800, 1510, 810);
  EXPECT_EQ(damage.rects(6).size(), 2u);
  EXPECT_LT(damage.share(), 0.001f);
  EXPECT_EQ(damage.rects(1).size(), 1u);
  damage.add(std::numeric_limits<float>::quiet_NaN(), 0, 1, 1);
  EXPECT_FLOAT_EQ(damage.share(), 1);
}

TEST(SequenceDifference, LeavesOutOnlyPartnersInOrder) {
  std::mt19937 random(11);
  for (int turn = 0; turn < 500; ++turn) {
    std::vector<int> before(random() % 60), now;
    for (int& value : before) value = static_cast<int>(random() % 20);
    for (const int value : before) {
      const auto chance = random() % 10;
      if (chance == 0) continue;
      if (chance == 1) now.push_back(static_cast<int>(random() % 20));
      now.push_back(chance == 2 ? 99 : value);
    }
    std::set<std::size_t> old_ones, new_ones;
    ui::compare_sequences(
        before.size(), now.size(), [&](std::size_t i, std::size_t k) { return before[i] == now[k]; },
        [&](std::size_t i) { EXPECT_TRUE(old_ones.insert(i).second); },
        [&](std::size_t k) { EXPECT_TRUE(new_ones.insert(k).second); });
    std::vector<int> left, right;
    for (std::size_t i = 0; i < before.size(); ++i) {
      if (!old_ones.contains(i)) left.push_back(before[i]);
    }
    for (std::size_t k = 0; k < now.size(); ++k) {
      if (!new_ones.contains(k)) right.push_back(now[k]);
    }
    ASSERT_EQ(left, right);
  }
}

TEST(SequenceDifference, OneChangeOneInsertionOneRemoval) {
  const std::string before = "abcdefghijklmnop", now = "abXdefghhijklmop";
  std::string old_ones, new_ones;
  ui::compare_sequences(
      before.size(), now.size(), [&](std::size_t i, std::size_t k) { return before[i] == now[k]; },
      [&](std::size_t i) { old_ones += before[i]; }, [&](std::size_t k) { new_ones += now[k]; });
  EXPECT_EQ(old_ones, "cn");
  EXPECT_EQ(new_ones, "Xh");
}

TEST(SequenceDifference, ManyDifferencesEndSoon) {
  std::size_t compared = 0, left = 0;
  constexpr std::size_t kCount = 200'000;
  ui::compare_sequences(
      kCount, kCount, [&](std::size_t, std::size_t) { return ++compared, false; }, [&](std::size_t) { ++left; },
      [&](std::size_t) { ++left; });
  EXPECT_EQ(left, 2 * kCount);
  EXPECT_LT(compared, 2 * kCount);
}

class KeptFrameTest : public UiTest {
 protected:
  /// Draws a frame, and the same once more from nothing: no pixel may differ.
  void expect_whole(const std::string& where) {
    frame(0.02);
    const gfx::Image kept = target_->read();
    target_->bind();
    ui_->draw_anew();
    const gfx::Image whole = target_->read();
    std::size_t wrong = 0;
    std::size_t first = 0;
    for (std::size_t i = 0; i + 3 < whole.rgba.size(); i += 4) {
      if (std::memcmp(&whole.rgba[i], &kept.rgba[i], 3) == 0) continue;
      if (wrong++ == 0) first = i / 4;
    }
    const auto width = static_cast<std::size_t>(target_->size().width);
    ASSERT_EQ(wrong, 0u) << where << ", first at " << first % width << ", " << first / width;
  }
};

TEST_F(KeptFrameTest, EveryStepOfAComparisonIsAsIfDrawnWhole) {
  resize(1280, 720);
  show("bankloom square/setRowReadCol IPAD=0 vs square/setRowReadCol IPAD=1");
  frames(4);
  session.player().to_start();
  expect_whole("at the start");
  const int steps = kSanitized ? 6 : 40;
  for (int i = 0; i < steps; ++i) {
    if (!session.player().step(1)) session.player().to_start();
    expect_whole("after step " + std::to_string(i));
    if (HasFatalFailure()) return;
  }
}

TEST_F(KeptFrameTest, WhatTheMouseAndTheOptionsChangeIsAsIfDrawnWhole) {
  resize(1600, 900);
  show("bankloom transpose/tile");
  frames(4);
  std::mt19937 random(3);
  const int turns = kSanitized ? 4 : 30;
  for (int i = 0; i < turns; ++i) {
    point_at(static_cast<float>(random() % 1600), static_cast<float>(random() % 900));
    expect_whole("with the mouse elsewhere, turn " + std::to_string(i));
    if (HasFatalFailure()) return;
    if (i % 5 == 0) session.player().step(1 + static_cast<int>(random() % 7));
  }
  point_away();
  for (const char* line : {"bankloom transpose/tilePad", "bankloom transpose/tilePad machine=didactic10",
                           "bankloom square/setRowReadCol IPAD=1"}) {
    show(line);
    frames(3);
    expect_whole(line);
    if (HasFatalFailure() || kSanitized) return;
  }
}

TEST_F(KeptFrameTest, AStepDrawsAPartOfTheWindow) {
  show("bankloom square/setRowReadCol IPAD=0");
  frames(4);
  session.player().to_start();
  frames(2);
  // Once the table's kernels are executed in the background nothing moves, and nothing is drawn.
  for (int i = 0; i < 500; ++i) {
    frame(1e-6);
    if (ui_->drawn_pixels() == 0) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_EQ(ui_->drawn_pixels(), 0);
  session.player().step(1);
  frame(1e-6);
  EXPECT_GT(ui_->drawn_pixels(), 0);
  EXPECT_LT(ui_->drawn_pixels(), 0.5 * 1600 * 900);
}

}  // namespace
}  // namespace bankloom::test
