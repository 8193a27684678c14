// The player alone: runs come from the emulator, and nothing else of a session is there.
#include "core/session/player.h"

#include <gtest/gtest.h>

#include <cmath>

#include "session_fixture.h"

namespace bankloom::test {
namespace {

class PlayerTest : public SessionTest {
 protected:
  /// Shows kernels, the second one may be empty, and goes to the first step.
  void play_runs(const OptionValues& a, std::optional<OptionValues> b = std::nullopt) {
    runs_shown = {run("square/setRowReadCol", a), b ? run("square/setRowReadCol", *b) : nullptr};
    player.begin(0, PlayScope::warp, Position{});
    player.show(runs_shown, true);
  }
  std::array<std::shared_ptr<const KernelRun>, 2> runs_shown;
  Player player;
};

TEST_F(PlayerTest, NothingIsThereAtFirst) {
  EXPECT_EQ(player.step_count(), 1u);
  EXPECT_FALSE(player.step(1));
  player.play(true);
  EXPECT_FALSE(player.playing());
  EXPECT_EQ(player.sides()[0].run, nullptr);
}

TEST_F(PlayerTest, SteppingAndGoingToAStepStopPlaying) {
  play_runs({});
  const auto stops = [&](auto&& move) {
    player.play(true);
    EXPECT_TRUE(player.playing());
    move();
    return !player.playing();
  };
  EXPECT_TRUE(stops([&] { player.step(1); }));
  EXPECT_TRUE(stops([&] { player.step(-1); }));
  EXPECT_TRUE(stops([&] { player.step_request(1); }));
  EXPECT_TRUE(stops([&] { player.to_end(); }));
  EXPECT_TRUE(stops([&] { player.to_start(); }));
  EXPECT_TRUE(stops([&] { player.go_to_step(5); }));
  EXPECT_TRUE(stops([&] { player.go_to_request(Side::a, 3); }));
  // Another warp is watched on.
  EXPECT_FALSE(stops([&] { player.step_warp(1); }));
  EXPECT_FALSE(stops([&] { player.advance(0.01); }));
}

TEST_F(PlayerTest, MotionIsOfStepsForwardAlone) {
  play_runs({});
  const auto at_rest = [&] { return std::isinf(player.motion().seconds) && player.motion().steps == 0; };
  EXPECT_TRUE(at_rest());
  player.go_to({0, 1, 4});
  EXPECT_TRUE(at_rest()) << "a jump";
  player.step(1);
  EXPECT_EQ(player.motion().seconds, 0);
  EXPECT_EQ(player.motion().steps, 1u);
  player.advance(0.25);
  EXPECT_DOUBLE_EQ(player.motion().seconds, 0.25) << "time passes, whether it plays or not";
  player.step(1);
  EXPECT_EQ(player.motion().seconds, 0);
  EXPECT_EQ(player.motion().steps, 1u) << "made by hand, each stands by itself";
  player.step(-1);
  EXPECT_TRUE(at_rest()) << "back";
  player.step_request(1);
  EXPECT_EQ(player.motion().steps, 1u) << "to the first step of the next request";
  player.rest();
  EXPECT_TRUE(at_rest());
}

TEST_F(PlayerTest, MotionWhilePlayingIsAFunctionOfTheTimeAlone) {
  play_runs({});
  player.go_to({0, 1, 0});
  player.set_speed(4);
  player.play(true);
  EXPECT_EQ(player.motion().steps, 1u);
  Player in_one = player;
  EXPECT_TRUE(in_one.advance(1.3));
  for (int frame = 0; frame < 130; ++frame) player.advance(0.01);
  for (const Player* each : {&player, &in_one}) {
    EXPECT_EQ(each->position(), (Position{0, 1, 5}));
    EXPECT_EQ(each->motion().steps, 6u);
    EXPECT_NEAR(each->motion().seconds, 0.05, 1e-9);
  }
}

TEST_F(PlayerTest, TheLongerRequestIsTheClock) {
  play_runs({{"IPAD", "1"}}, OptionValues{});
  EXPECT_EQ(player.step_count(), 37u);
  player.go_to({0, 1, 31});
  EXPECT_EQ(player.sides()[0].state->step, 0u);
  EXPECT_EQ(player.sides()[1].state->step, 31u);
  // Without B the end of the request is looked at still.
  player.drop(Side::b);
  EXPECT_EQ(player.position(), (Position{0, 1, 0}));
  EXPECT_EQ(player.step_count(), 6u);
  EXPECT_EQ(player.sides()[1].run, nullptr);
  player.show({run("square/setRowReadCol"), nullptr}, true);
  EXPECT_EQ(player.position(), (Position{0, 1, 31}));
}

TEST_F(PlayerTest, FindsThePlaceOnceAllRunsAreThere) {
  const auto kernel = run("square/setRowReadCol");
  player.begin(0, PlayScope::warp, std::nullopt);
  player.show({kernel, nullptr}, false);
  EXPECT_EQ(player.position(), (Position{0, 0, 0}));
  player.show({kernel, nullptr}, true);
  EXPECT_EQ(player.position(), (Position{0, 1, 31}));
}

TEST_F(PlayerTest, ABlockThatIsNotThereIsRefused) {
  play_runs({});
  EXPECT_FALSE(player.set_block(7).has_value());
  EXPECT_EQ(player.block(), 0u);
}

}  // namespace
}  // namespace bankloom::test
