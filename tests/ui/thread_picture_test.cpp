// Where the threads of a block are while they walk into their warps.
#include "ui/panels/thread_picture.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/lane_mask.h"
#include "ui/layout.h"

namespace bankloom::test {
namespace {

using ui::Rect;
using ui::ThreadPicture;

constexpr Rect kThreadRoom{100, 50, 800, 700};

bool holds_token(const Rect& room, const ThreadPicture::Token& token) {
  const float r = token.radius;
  return token.middle.x - r >= room.x && token.middle.x + r <= room.right() && token.middle.y - r >= room.y &&
         token.middle.y + r <= room.bottom();
}

TEST(ThreadPicture, BeginsInTheBlockAndEndsAtTheLanes) {
  const Dim3 block{16, 4, 1};
  const ThreadPicture picture(block, kThreadRoom, 1);
  EXPECT_EQ(picture.warps(), 2U);
  for (std::uint64_t thread = 0; thread < block.count(); ++thread) {
    const auto x = static_cast<float>(thread % 16), y = static_cast<float>(thread / 16);
    const ThreadPicture::Token home = picture.at(thread, 0);
    EXPECT_FLOAT_EQ(home.middle.x - picture.at(0, 0).middle.x, x * picture.block_pitch());
    EXPECT_FLOAT_EQ(home.middle.y - picture.at(0, 0).middle.y, y * picture.block_pitch());
    EXPECT_EQ(home.walked, 0);
    const ThreadPicture::Token place = picture.at(thread, 1);
    const ImVec2 lane = picture.lane(thread / 32, static_cast<unsigned>(thread % 32));
    EXPECT_FLOAT_EQ(place.middle.x, lane.x);
    EXPECT_FLOAT_EQ(place.middle.y, lane.y);
    EXPECT_EQ(place.walked, 1);
  }
  EXPECT_GT(picture.at(32, 1).middle.y, picture.at(31, 1).middle.y) << "thread 32 begins the next warp";
  EXPECT_FLOAT_EQ(picture.at(32, 1).middle.x, picture.at(0, 1).middle.x) << "at lane 0";
}

TEST(ThreadPicture, ThreadsSetOutInTheOrderOfTheirIndex) {
  const Dim3 block{8, 8, 1};
  const ThreadPicture picture(block, kThreadRoom, 1);
  for (const double part : {0.1, 0.3, 0.5, 0.8}) {
    for (std::uint64_t thread = 1; thread < block.count(); ++thread) {
      EXPECT_LE(picture.at(thread, part).walked, picture.at(thread - 1, part).walked) << part << ", " << thread;
    }
  }
  EXPECT_EQ(picture.at(0, 0.5).walked, 1) << "the first is there";
  EXPECT_EQ(picture.at(63, 0.5).walked, 0) << "when the last has not left";
  // Half way it is between its places.
  const float walked = picture.at(0, 0.2).walked;
  EXPECT_FLOAT_EQ(walked, 0.5F);
  EXPECT_FLOAT_EQ(picture.at(0, 0.2).middle.y, (picture.at(0, 0).middle.y + picture.at(0, 1).middle.y) / 2);
}

TEST(ThreadPicture, HasRoomForAllBlocks) {
  for (const Dim3 block : {Dim3{4, 4, 1}, Dim3{16, 4, 1}, Dim3{10, 4, 1}, Dim3{32, 32, 1}, Dim3{8, 4, 2}, Dim3{4, 4, 8},
                           Dim3{1024, 1, 1}, Dim3{1, 64, 1}, Dim3{12, 8, 1}}) {
    for (const Rect room : {Rect{0, 0, 610, 560}, kThreadRoom, Rect{0, 0, 1250, 500}, Rect{10, 10, 1900, 1500}}) {
      const ThreadPicture picture(block, room, 1);
      for (std::uint64_t thread = 0; thread < block.count(); ++thread) {
        EXPECT_TRUE(holds_token(room, picture.at(thread, 0))) << block.x << " x " << block.y << ", " << thread;
        EXPECT_TRUE(holds_token(room, picture.at(thread, 1))) << block.x << " x " << block.y << ", " << thread;
      }
      // The block stands above its warps, and neither covers the other.
      const Rect last = picture.slab(block.z - 1);
      EXPECT_LE(last.bottom(), picture.warp_name(0).y + 1) << block.x << " x " << block.y << " x " << block.z;
    }
  }
}

TEST(ThreadPicture, SlabsOfAThirdDimensionStandApart) {
  const ThreadPicture picture({8, 4, 2}, kThreadRoom, 1);
  const Rect first = picture.slab(0), second = picture.slab(1);
  EXPECT_TRUE(second.x >= first.right() || second.y >= first.bottom());
  // Thread (3, 2, 1): x fastest, then y, then z.
  const std::uint64_t thread = (1 * 4 + 2) * 8 + 3;
  EXPECT_FLOAT_EQ(picture.at(thread, 0).middle.x, second.x + 3.5F * picture.block_pitch());
  EXPECT_FLOAT_EQ(picture.at(thread, 0).middle.y, second.y + 2.5F * picture.block_pitch());
  EXPECT_FLOAT_EQ(picture.at(thread, 1).middle.x, picture.lane(1, 19).x) << "index 51";
}

TEST(ThreadPicture, FindsTheThreadAtAPoint) {
  const ThreadPicture picture({16, 4, 1}, kThreadRoom, 1);
  EXPECT_EQ(picture.thread_at(picture.at(25, 0).middle, 0), 25U);
  EXPECT_EQ(picture.thread_at(picture.at(25, 1).middle, 1), 25U);
  EXPECT_EQ(picture.thread_at(picture.at(25, 1).middle, 0), std::nullopt) << "it has not come there";
  EXPECT_EQ(picture.thread_at({0, 0}, 1), std::nullopt);
}

TEST(ThreadsLayout, GivesTheRoomOfMemoryToTheThreads) {
  for (const auto& [width, height] : {std::pair{1280.0F, 720.0F}, {1600.0F, 900.0F}, {1920.0F, 1080.0F}}) {
    ui::LayoutRequest request{.width = width, .height = height};
    const ui::Layout usual = ui::compute_layout(request);
    EXPECT_TRUE(usual.threads.empty());
    request.shows_threads = true;
    request.edges[static_cast<std::size_t>(ui::EdgePanel::lower)].is_hidden = true;
    const ui::Layout layout = ui::compute_layout(request);
    EXPECT_TRUE(layout.tile[0].empty() && layout.banks[0].empty() && layout.timeline.empty());
    EXPECT_EQ(layout.threads.x, layout.choice.right());
    EXPECT_EQ(layout.threads.right(), layout.code.x);
    EXPECT_EQ(layout.threads.bottom(), height) << "down to the foot";
    request.focus = ui::FocusView::on;
    const ui::Layout focus = ui::compute_layout(request);
    EXPECT_EQ(focus.threads.width, width);
    EXPECT_EQ(focus.threads.bottom(), focus.sentence.y);
    EXPECT_TRUE(focus.headline[0].empty());
  }
}

TEST(ThreadsLayout, WithoutDetailsTheTimelineIsWideAndTheTileStays) {
  ui::LayoutRequest request{.width = 1600, .height = 900};
  const ui::Layout usual = ui::compute_layout(request);
  request.has_details = false;
  const ui::Layout layout = ui::compute_layout(request);
  EXPECT_TRUE(layout.details.empty());
  EXPECT_EQ(layout.timeline.right(), 1600);
  EXPECT_EQ(layout.tile[0].width, usual.tile[0].width);
  EXPECT_EQ(layout.tile[0].height, usual.tile[0].height);
}

}  // namespace
}  // namespace bankloom::test
