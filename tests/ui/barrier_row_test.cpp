// The warps of a block at a barrier, as they come to its wall while the block is played, and those that never come.
#include "ui/panels/barrier_row.h"

#include "ui_test.h"

namespace bankloom::test {
namespace {

using Mark = ui::Probe::Mark;

class BarrierRowTest : public UiTest {
 protected:
  [[nodiscard]] bool sees_pixels() const override { return false; }
  [[nodiscard]] bool still() const override { return true; }

  void draw(const std::string& scene) {
    show(scene);
    resize(1600, 900);
    session.player().rest();
    frames(2);
  }
  /// Goes on to the request with an index in the order of the block.
  void go_to(std::uint32_t request) {
    session.player().go_to_request(Side::a, request);
    session.player().rest();
    frames(2);
  }
  [[nodiscard]] std::vector<Mark> warps() const {
    std::vector<Mark> found;
    for (const Mark& mark : ui_->probe().marks()) {
      if (mark.kind == Mark::Kind::warp) found.push_back(mark);
    }
    return found;
  }
  [[nodiscard]] std::size_t count(const std::string& state) const {
    const auto all = warps();
    return static_cast<std::size_t>(
        std::count_if(all.begin(), all.end(), [&](const Mark& mark) { return mark.words == state; }));
  }
};

TEST_F(BarrierRowTest, WarpsComeToTheWallOneAfterAnotherAndGoOnTogether) {
  draw("bankloom barriers/withBarrier scope=block at=0:0:0");
  ASSERT_EQ(warps().size(), 32U);
  EXPECT_EQ(count("waits"), 0U);
  const float up = warps()[0].rect.y;
  go_to(5);
  EXPECT_EQ(count("waits"), 5U);
  EXPECT_EQ(count(""), 27U);
  EXPECT_GT(warps()[4].rect.y, up) << "down at the wall";
  EXPECT_EQ(warps()[5].rect.y, up) << "it makes its request";
  // The sixth is on its way down while the next request begins.
  session.player().set_speed(6);
  session.player().play(true);
  session.player().advance(1.0 / 6 + Pace::kEnd + 0.04);
  frame(0.01);
  EXPECT_EQ(count("waits"), 6U);
  EXPECT_GT(warps()[5].rect.y, up);
  EXPECT_LT(warps()[5].rect.y, warps()[4].rect.y);
  session.player().play(false);
  go_to(31);
  EXPECT_EQ(count("waits"), 31U);
  go_to(32);
  EXPECT_EQ(count("waits"), 0U) << "it is open";
  EXPECT_EQ(warps()[0].rect.y, up);
}

TEST_F(BarrierRowTest, WhoNeverComesIsSeenMissing) {
  draw("bankloom barriers/barrierInABranch scope=block at=0:0:0");
  ASSERT_EQ(warps().size(), 32U);
  EXPECT_EQ(count("some"), 32U) << "half of each warp passes by";
  draw("bankloom barriers/barrierForAll scope=block at=0:0:0");
  EXPECT_EQ(count("some"), 0U);
  // The row is there as long as the kernel is played as a block, and only then.
  draw("bankloom barriers/barrierForAll at=0:0:0");
  EXPECT_TRUE(warps().empty());
  draw("bankloom barriers/missingBarrier scope=block at=0:0:0");
  EXPECT_TRUE(warps().empty());
}

}  // namespace
}  // namespace bankloom::test
