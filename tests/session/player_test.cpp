// The player alone: runs come from the emulator, and nothing else of a session is there.
#include "core/session/player.h"

#include <gtest/gtest.h>

#include <algorithm>
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
  EXPECT_EQ(player.sequence().count(), 1u);
  EXPECT_FALSE(player.step(1));
  player.play(true);
  EXPECT_FALSE(player.playback().playing());
  EXPECT_EQ(player.shown().views()[0].run, nullptr);
}

TEST_F(PlayerTest, BeginsWhereItIsAskedToAlsoWhereTheRunsBeforeEndSooner) {
  const auto before = run("square/setRowReadRow"), after = run("square/setRowReadCol");
  const Position asked{4, 1, 20};
  Player player;
  player.begin(0, PlayScope::warp, Position{0, 1, 0});
  player.show({before, nullptr}, true);
  player.begin(0, PlayScope::warp, asked);
  // The other side's run is there first, and this side still shows the one before.
  player.show({before, before}, false);
  EXPECT_EQ(player.position(), (Position{4, 1, 0})) << "all there is";
  player.show({after, before}, true);
  EXPECT_EQ(player.position(), asked);
  // Not once somebody has moved.
  player.begin(0, PlayScope::warp, asked);
  player.show({before, nullptr}, false);
  player.step_request(1);
  player.show({after, nullptr}, true);
  EXPECT_EQ(player.position(), (Position{4, 2, 0}));
}

TEST_F(PlayerTest, SteppingAndGoingToAStepStopPlaying) {
  play_runs({});
  const auto stops = [&](auto&& move) {
    player.play(true);
    EXPECT_TRUE(player.playback().playing());
    move();
    return !player.playback().playing();
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

TEST_F(PlayerTest, MotionWhilePlayingIsAFunctionOfTheTimeAlone) {
  play_runs({});
  player.go_to({0, 1, 7});
  player.go_to({0, 1, 0});
  player.set_speed(4);
  player.play(true);
  Player in_one = player;
  EXPECT_TRUE(in_one.advance(1.3));
  for (int frame = 0; frame < 130; ++frame) player.advance(0.01);
  for (const Player* each : {&player, &in_one}) {
    EXPECT_EQ(each->position(), (Position{0, 1, 5}));
    EXPECT_NEAR(each->clock(), 4.7, 1e-9);
  }
}

TEST_F(PlayerTest, RequestsBeginSlowlyWhereverFramesFall) {
  play_runs({}, OptionValues{{"IPAD", "1"}});
  player.play(true);
  const Player start = player;
  for (int frame = 1; frame <= 1200; ++frame) {
    player.advance(0.01);
    if (frame % 37 != 0) continue;
    Player in_one = start;
    in_one.advance(frame * 0.01);
    ASSERT_EQ(player.position(), in_one.position()) << frame;
    ASSERT_NEAR(player.clock(), in_one.clock(), 1e-6) << frame;
    ASSERT_EQ(player.shown().views()[0].ended, in_one.shown().views()[0].ended) << frame;
  }
}

TEST_F(PlayerTest, AtMostOneASecondForThreeWavefrontsAndThenFaster) {
  play_runs({});
  player.play(true);
  const auto at = [&](double seconds) {
    Player later = player;
    later.advance(seconds);
    return later;
  };
  // A second for the only step of the store, and one and a half for its end.
  EXPECT_EQ(at(0.99).position(), (Position{0, 0, 0}));
  EXPECT_FALSE(at(0.99).shown().views()[0].ended);
  EXPECT_TRUE(at(1.01).shown().views()[0].ended);
  EXPECT_TRUE(at(2.49).shown().views()[0].ended);
  EXPECT_FALSE(at(2.49).playback().moving()) << "nothing is drawn while it is looked at";
  EXPECT_NEAR(at(1.01).playback().until_next_change(), 1.49, 1e-9);
  // Then the 32 of the load: 1, 1, 1, 2/3, 4/9 ... seconds, down to a sixth.
  EXPECT_EQ(at(2.51).position(), (Position{0, 1, 0}));
  EXPECT_EQ(at(5.49).position(), (Position{0, 1, 2}));
  EXPECT_EQ(at(5.51).position(), (Position{0, 1, 3}));
  EXPECT_EQ(at(5.5 + 0.66).position(), (Position{0, 1, 3}));
  EXPECT_EQ(at(5.5 + 0.67).position(), (Position{0, 1, 4}));
  const double fast = 5.5 + 2 / 3.0 + 4 / 9.0 + 8 / 27.0 + 16 / 81.0;
  EXPECT_EQ(at(fast + 0.01).position(), (Position{0, 1, 7}));
  EXPECT_EQ(at(fast + 10 / 6.0 + 0.01).position(), (Position{0, 1, 17})) << "six a second";
  EXPECT_EQ(at(fast + 25 / 6.0 - 0.01).position(), (Position{0, 1, 31}));
  EXPECT_TRUE(at(fast + 25 / 6.0 + 0.01).shown().views()[0].ended);
  EXPECT_EQ(at(fast + 25 / 6.0 + 1.51).position(), (Position{0, 2, 0}));
  // A pace that was chosen holds for all of them.
  player.set_speed(6);
  EXPECT_EQ(at(1 / 6.0 + 1.51).position(), (Position{0, 1, 0}));
  EXPECT_EQ(at(1 / 6.0 + 1.51 + 10 / 6.0).position(), (Position{0, 1, 10}));
  player.set_speed(std::nullopt);
  EXPECT_EQ(at(2.49).position(), (Position{0, 0, 0}));
}

TEST(Pace, IsSlowWhereOneSideIsDoneAndTheOtherGoesOn) {
  const Pace pace;
  const auto seconds = [&](std::uint32_t step) { return pace.seconds({step, 32, 16}); };
  for (const std::uint32_t step : {0U, 1U, 2U, 15U, 16U}) EXPECT_DOUBLE_EQ(seconds(step), 1) << step;
  EXPECT_DOUBLE_EQ(seconds(9), 1 / 6.0);
  EXPECT_DOUBLE_EQ(seconds(14), 1 / 1.5);
  EXPECT_DOUBLE_EQ(seconds(17), 1 / 1.5);
  EXPECT_DOUBLE_EQ(seconds(31), 1 / 6.0);
  EXPECT_DOUBLE_EQ(pace.seconds({15, 32}), 1 / 6.0) << "of one alone";
  Pace chosen;
  chosen.choose(12);
  for (std::uint32_t step = 0; step < 32; ++step) EXPECT_DOUBLE_EQ(chosen.seconds({step, 32, 16}), 1 / 12.0);
  EXPECT_DOUBLE_EQ(chosen.seconds_after({31, 32}), 1.5);
  EXPECT_DOUBLE_EQ(chosen.seconds_after({30, 32}), 0);
  chosen.choose(60);
  EXPECT_DOUBLE_EQ(chosen.seconds_after({31, 32}), 0) << "where nothing moves, nothing is waited for";
  chosen.choose(1e9);
  EXPECT_DOUBLE_EQ(chosen.speed(), 240);
}

TEST(Pace, SlowerIsNeverFasterAnywhere) {
  for (const std::uint32_t steps : {1U, 2U, 4U, 8U, 32U}) {
    const Pace before;
    Pace after;
    after.choose(before.slower(steps));
    double whole = 0;
    for (std::uint32_t step = 0; step < steps; ++step) {
      EXPECT_GE(after.seconds({step, steps}), before.seconds({step, steps})) << step << " of " << steps;
      whole += before.seconds({step, steps});
    }
    EXPECT_GE(steps * after.seconds({0, steps}), 1.99 * whole) << steps;
  }
  Pace chosen;
  chosen.choose(6);
  EXPECT_DOUBLE_EQ(chosen.slower(32), 3);
  chosen.choose(0.3);
  EXPECT_DOUBLE_EQ(chosen.slower(32), 0.25) << "the slowest there is";
}

TEST_F(PlayerTest, SlowerAndAgainAlsoAtTheEnd) {
  play_runs({});
  player.to_end();
  player.slow_down();
  EXPECT_TRUE(player.playback().pace().is_chosen());
  player.play_request();
  EXPECT_EQ(player.position(), (Position{0, 2, 0})) << "this request, not all from the first on";
  EXPECT_DOUBLE_EQ(player.clock(), -0.5);
  EXPECT_TRUE(player.playback().playing());
  for (int second = 0; second < 100 && player.playback().playing(); ++second) player.advance(1);
  EXPECT_EQ(player.step_index() + 1, player.sequence().count());
  EXPECT_FALSE(player.played_out()) << "one request is not all";
  // In the middle of one, too.
  player.go_to({0, 1, 20});
  player.play(true);
  player.play_request();
  EXPECT_EQ(player.position(), (Position{0, 1, 0}));
}

TEST_F(PlayerTest, PlayingCanBeToldToEndWithItsRequest) {
  play_runs({});
  player.go_to({0, 1, 0});
  player.play(true);
  // Told again in each frame, it goes on all the same.
  for (int frame = 0; frame < 2000 && player.playback().playing(); ++frame) {
    player.stop_after_request();
    player.advance(0.04);
  }
  EXPECT_EQ(player.position(), (Position{0, 1, 31}));
}

TEST_F(PlayerTest, PlayedOutUntilSomethingIsDone) {
  play_runs({}, OptionValues{{"IPAD", "1"}});
  player.set_speed(12);
  const auto play_out = [&] {
    player.play(true);
    EXPECT_FALSE(player.played_out());
    player.advance(1000);
    EXPECT_FALSE(player.playback().playing());
    EXPECT_TRUE(player.played_out());
    EXPECT_TRUE(player.shown().views()[0].ended);
  };
  play_out();
  player.step(1);
  EXPECT_FALSE(player.played_out()) << "a step, though there is none more";
  play_out();
  player.step(-1);
  EXPECT_FALSE(player.played_out());
  player.to_end();
  EXPECT_FALSE(player.played_out()) << "at rest on the last step nothing was played";
  play_out();
  player.forget_played_out();
  EXPECT_FALSE(player.played_out());
  // Its last request is looked at before.
  player.play(true);
  const double all = [&] {
    Player copy = player;
    double seconds = 0;
    while (copy.playback().playing()) {
      copy.advance(0.01);
      seconds += 0.01;
    }
    return seconds;
  }();
  player.advance(all - 0.1);
  EXPECT_TRUE(player.shown().views()[0].ended);
  EXPECT_FALSE(player.played_out());
}

TEST_F(PlayerTest, TheLargestDifferenceIsTheResult) {
  play_runs({}, OptionValues{{"IPAD", "1"}});
  const auto found = largest_difference(player.shown().views(), 0);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->space, Space::shared);
  EXPECT_EQ(found->transactions, (std::array<std::uint32_t, 2>{32, 1}));
  play_runs({}, OptionValues{});
  EXPECT_FALSE(largest_difference(player.shown().views(), 0));
  play_runs({});
  EXPECT_FALSE(largest_difference(player.shown().views(), 0)) << "of one alone";
}

TEST_F(PlayerTest, TheClockPlaysFromHalfAStepBeforeToHalfAStepAfter) {
  play_runs({});
  player.go_to({0, 1, 7});
  player.go_to({0, 1, 0});
  EXPECT_EQ(player.clock(), 0) << "a jump is at rest";
  EXPECT_FALSE(player.playback().moving());
  player.set_speed(4);
  player.play(true);
  EXPECT_TRUE(player.playback().moving());
  EXPECT_DOUBLE_EQ(player.clock(), -0.5) << "all of the request is seen";
  double before = player.clock();
  for (int frame = 0; frame < 300; ++frame) {
    const Position place = player.position();
    player.advance(0.004);
    if (player.position().request == place.request) {
      EXPECT_NEAR(player.clock() - before, 0.016, 1e-9);
    }
    before = player.clock();
  }
  EXPECT_NEAR(player.clock(), 4.3, 1e-6) << "0.05 seconds before the 5th step's end";
  player.play(false);
  EXPECT_FALSE(player.playback().moving()) << "a pause is a look at what is on its way";
  EXPECT_NEAR(player.clock(), 4.3, 1e-6);
  player.play(true);
  EXPECT_NEAR(player.clock(), 4.3, 1e-6) << "and goes on from there";
  player.rest();
  EXPECT_EQ(player.clock(), 4);
}

TEST_F(PlayerTest, StepsByHandMoveForwardAndBack) {
  play_runs({});
  player.go_to({0, 1, 4});
  player.step(1);
  EXPECT_DOUBLE_EQ(player.clock(), 4);
  EXPECT_TRUE(player.playback().moving());
  player.advance(0.1);
  EXPECT_GT(player.clock(), 4);
  EXPECT_LT(player.clock(), 5);
  player.advance(1);
  EXPECT_DOUBLE_EQ(player.clock(), 5);
  EXPECT_FALSE(player.playback().moving());
  player.step(-1);
  EXPECT_DOUBLE_EQ(player.clock(), 5);
  player.advance(1);
  EXPECT_DOUBLE_EQ(player.clock(), 4);
  // Quick steps do not jump either.
  player.step(1);
  player.advance(0.1);
  const double on_the_way = 5 + player.clock();
  player.step(1);
  EXPECT_DOUBLE_EQ(5 + player.clock(), on_the_way);
  player.advance(0.34);
  EXPECT_DOUBLE_EQ(player.clock(), 6);
}

TEST_F(PlayerTest, AStepIntoTheNextRequestBeginsAtTheEndOfTheOneBefore) {
  play_runs({}, OptionValues{{"IPAD", "1"}});
  const SideView& view = player.shown().views()[0];
  player.go_to({0, 1, 30});
  player.rest();
  player.set_speed(4);
  player.play(true);
  player.advance(0.3);
  player.play(false);
  EXPECT_NEAR(view.clock, 31.2, 1e-9) << "paused on its way home";
  player.step(1);
  EXPECT_EQ(player.position(), (Position{0, 2, 0}));
  EXPECT_NEAR(player.clock(), -0.8, 1e-9) << "as it was";
  for (const SideView& side : player.shown().views()) EXPECT_EQ(side.seen().request.in_warp, 1u);
  EXPECT_EQ(view.state->request.in_warp, 2u);
  EXPECT_NEAR(view.clock, 31.2, 1e-9);
  EXPECT_DOUBLE_EQ(player.shown().views()[1].clock, 1) << "B was done long before";
  player.advance(0.05);
  EXPECT_GT(view.clock, 31.3);
  player.advance(0.1);
  EXPECT_EQ(view.seen().request.in_warp, 2u);
  EXPECT_GT(view.clock, -0.5);
  EXPECT_LT(view.clock, 0);
  player.advance(1);
  EXPECT_DOUBLE_EQ(player.clock(), 0);
  player.step(-1);
  EXPECT_EQ(player.position(), (Position{0, 1, 31}));
  EXPECT_DOUBLE_EQ(view.clock, 0);
  EXPECT_EQ(view.seen().request.in_warp, 2u);
  player.advance(1);
  EXPECT_EQ(view.seen().request.in_warp, 1u);
  EXPECT_DOUBLE_EQ(view.clock, 31.5) << "home";
  // From the middle of a request the next one begins at its lanes.
  player.go_to({0, 1, 7});
  player.step_request(1);
  EXPECT_DOUBLE_EQ(player.clock(), -0.5);
  EXPECT_EQ(view.seen().request.in_warp, 2u);
}

TEST_F(PlayerTest, ARequestHasEndedOnceItsTokensAreHomeAndAtRestOnItsLastStep) {
  play_runs({}, OptionValues{{"IPAD", "1"}});
  const SideView &a = player.shown().views()[0], &b = player.shown().views()[1];
  player.go_to({0, 1, 0});
  player.rest();
  EXPECT_FALSE(a.ended);
  EXPECT_TRUE(b.ended) << "its only step";
  player.go_to({0, 1, 30});
  EXPECT_FALSE(a.ended);
  EXPECT_TRUE(b.ended) << "done while the other continues";
  player.step(1);
  EXPECT_FALSE(a.ended) << "on its way";
  player.advance(0.35);
  EXPECT_EQ(a.seen().step, 31u);
  EXPECT_FALSE(a.ended) << "the last ones are served";
  player.advance(1);
  EXPECT_TRUE(a.ended);
  EXPECT_DOUBLE_EQ(a.clock, 31.5) << "they went home";
  // Left forwards, the next request begins at once; come back to, it is as it was left.
  player.step(1);
  EXPECT_EQ(a.seen().request.in_warp, 2u);
  EXPECT_FALSE(a.ended);
  player.advance(1);
  player.step(-1);
  player.advance(1);
  EXPECT_EQ(a.seen().request.in_warp, 1u);
  EXPECT_TRUE(a.ended);
  player.step(-1);
  player.advance(0.3);
  EXPECT_FALSE(a.ended);
  // Without a way there, and without motion.
  player.go_to({0, 1, 5});
  player.go_to({0, 1, 31});
  EXPECT_TRUE(a.ended);
  player.to_end();
  EXPECT_TRUE(a.ended);
  player.set_motion(false);
  player.go_to({0, 1, 30});
  player.step(1);
  EXPECT_TRUE(a.ended);
}

TEST_F(PlayerTest, WhilePlayingARequestEndsHalfAStepAfterItsLastWavefront) {
  play_runs({});
  const SideView& view = player.shown().views()[0];
  player.go_to({0, 1, 30});
  player.play(true);
  bool was_served = false;
  while (player.position().request == 1) {
    EXPECT_EQ(view.ended, view.clock >= 31.5 - 1e-6) << view.clock;
    if (view.clock > 31) {
      was_served = true;
      Player paused = player;
      paused.play(false);
      EXPECT_EQ(paused.shown().views()[0].ended, view.ended) << "a pause does not end it";
    }
    player.advance(0.01);
  }
  EXPECT_TRUE(was_served);
  EXPECT_FALSE(view.ended && view.seen().steps > 1) << "the next one begins";
}

TEST_F(PlayerTest, ASideWithFewerRequestsStaysAtTheEndOfItsLastOne) {
  runs_shown = {run("square/setRowReadCol"), run("square/setRowReadColDyn")};
  const auto short_run = run("square/setRowReadRow");
  player.begin(0, PlayScope::warp, Position{});
  player.show({runs_shown[0], short_run}, true);
  const std::uint32_t requests = requests_of(player.shown().views(), 0);
  player.go_to({0, requests - 1, 0});
  for (const SideView& view : player.shown().views()) {
    EXPECT_EQ(view.ended, view.state->idle != 0 || view.state->steps == 1);
  }
}

TEST_F(PlayerTest, AStoreIsInTheTileOnceItsTokenHasLanded) {
  runs_shown = {run("square/setColReadRow"), nullptr};
  player.begin(0, PlayScope::warp, Position{});
  player.show(runs_shown, true);
  const auto written = [&] {
    const auto& bytes = player.shown().views()[0].shared->written;
    return std::count(bytes.begin(), bytes.end(), 1) / 4;
  };
  ASSERT_EQ(player.shown().views()[0].state->request.op, AccessOp::store);
  ASSERT_EQ(player.shown().views()[0].state->steps, 32u);
  player.go_to({0, 0, 6});
  EXPECT_EQ(written(), 6) << "the seventh is served";
  player.step(1);
  EXPECT_EQ(written(), 6);
  player.advance(0.1);
  EXPECT_EQ(written(), 6) << "on its way";
  player.advance(0.1);
  EXPECT_EQ(written(), 7);
  player.advance(1);
  player.step(-1);
  player.advance(0.1);
  EXPECT_EQ(written(), 7);
  player.advance(0.1);
  EXPECT_EQ(written(), 6) << "taken out again";
  player.go_to({0, 0, 30});
  player.step(1);
  player.advance(0.3);
  EXPECT_EQ(written(), 31) << "the last one is on its way home";
  player.advance(1);
  EXPECT_EQ(written(), 32) << "the request has ended";
  player.step(1);
  EXPECT_EQ(written(), 1024) << "all of it, and what the other warps stored before the barrier";
}

TEST_F(PlayerTest, WithoutMotionEverythingElseIsTheSame) {
  runs_shown = {run("square/setColReadRow"), nullptr};
  player.begin(0, PlayScope::warp, Position{});
  player.show(runs_shown, true);
  const auto written = [&] {
    const auto& bytes = player.shown().views()[0].shared->written;
    return std::count(bytes.begin(), bytes.end(), 1) / 4;
  };
  player.go_to({0, 0, 6});
  player.set_motion(false);
  EXPECT_EQ(written(), 7) << "at once";
  player.step(1);
  EXPECT_FALSE(player.playback().moving());
  EXPECT_DOUBLE_EQ(player.clock(), 7);
  EXPECT_EQ(written(), 8);
  player.set_speed(4);
  player.play(true);
  EXPECT_TRUE(player.playback().playing());
  EXPECT_FALSE(player.playback().moving());
  EXPECT_DOUBLE_EQ(player.playback().until_next_change(), 0.25);
  player.advance(0.2);
  EXPECT_DOUBLE_EQ(player.clock(), 7);
  EXPECT_TRUE(player.advance(0.1));
  EXPECT_DOUBLE_EQ(player.clock(), 8);
  EXPECT_EQ(written(), 9);
}

TEST_F(PlayerTest, AboveThirtyStepsASecondNothingMoves) {
  play_runs({});
  player.set_speed(60);
  player.play(true);
  for (int frame = 0; frame < 20; ++frame) {
    player.advance(0.016);
    EXPECT_EQ(player.clock(), player.position().step);
  }
}

TEST_F(PlayerTest, TheEndIsSeenToItsEnd) {
  play_runs({});
  player.set_speed(20);
  player.play(true);
  for (int frame = 0; frame < 1000 && player.playback().playing(); ++frame) player.advance(0.01);
  EXPECT_FALSE(player.playback().playing());
  EXPECT_FALSE(player.playback().moving());
  EXPECT_DOUBLE_EQ(player.clock(), player.position().step + 0.5);
}

TEST_F(PlayerTest, PlaysARequestAndStaysAtItsEnd) {
  play_runs({{"IPAD", "1"}}, OptionValues{});
  const auto play_out = [&] {
    for (int frame = 0; frame < 2000 && player.playback().playing(); ++frame) player.advance(0.01);
    player.advance(1);
  };
  player.go_to({0, 1, 0});
  player.play_request();
  EXPECT_TRUE(player.playback().playing());
  play_out();
  EXPECT_FALSE(player.playback().playing());
  EXPECT_EQ(player.position(), (Position{0, 1, 31}));
  EXPECT_DOUBLE_EQ(player.clock(), 31.5) << "all tokens are home";
  // Playing goes on from there, and to the very end.
  player.play(true);
  play_out();
  EXPECT_EQ(player.step_index() + 1, player.sequence().count());
}

TEST_F(PlayerTest, TheLongerRequestIsTheClock) {
  play_runs({{"IPAD", "1"}}, OptionValues{});
  EXPECT_EQ(player.sequence().count(), 37u);
  player.go_to({0, 1, 31});
  EXPECT_EQ(player.shown().views()[0].state->step, 0u);
  EXPECT_EQ(player.shown().views()[1].state->step, 31u);
  // Without B the end of the request is looked at still.
  player.drop(Side::b);
  EXPECT_EQ(player.position(), (Position{0, 1, 0}));
  EXPECT_EQ(player.sequence().count(), 6u);
  EXPECT_EQ(player.shown().views()[1].run, nullptr);
  player.show({run("square/setRowReadCol"), nullptr}, true);
  EXPECT_EQ(player.position(), (Position{0, 1, 31}));
}

TEST_F(PlayerTest, TheEndIsSeenBeforeTheNextRequest) {
  play_runs({}, OptionValues{{"IPAD", "1"}});
  player.go_to({0, 1, 30});
  player.set_speed(6);
  player.play(true);
  Player in_one = player;
  // Two steps to the end of the 32, of which B needed one; then the clock stands, and what both have taken with it.
  for (int frame = 0; frame < 80; ++frame) player.advance(0.02);
  EXPECT_EQ(player.position(), (Position{0, 1, 31}));
  EXPECT_DOUBLE_EQ(player.clock(), 31.5) << "all lanes are home";
  EXPECT_EQ(player.shown().views()[1].state->idle, 31u);
  EXPECT_TRUE(player.playback().playing());
  for (int frame = 0; frame < 10; ++frame) player.advance(0.02);
  EXPECT_EQ(player.position(), (Position{0, 2, 0})) << "and it goes on by itself";
  EXPECT_TRUE(in_one.advance(1.8));
  EXPECT_EQ(in_one.position(), player.position());
  EXPECT_NEAR(in_one.clock(), player.clock(), 1e-6);
  // One that was looked at already is not looked at again.
  player.play(false);
  player.drop(Side::b);
  player.go_to({0, 1, 31});
  player.rest();
  player.play(true);
  player.advance(0.01);
  EXPECT_EQ(player.position(), (Position{0, 2, 0}));
}

TEST_F(PlayerTest, FindsThePlaceOnceAllRunsAreThere) {
  const auto kernel = run("square/setRowReadCol");
  player.begin(0, PlayScope::warp, std::nullopt);
  player.show({kernel, nullptr}, true);
  player.go_to({3, 1, 7});
  player.find_place();
  player.show({kernel, nullptr}, false);
  EXPECT_EQ(player.position(), (Position{3, 1, 7}));
  player.show({kernel, nullptr}, true);
  EXPECT_EQ(player.position(), (Position{3, 1, 31})) << "what costs most of this warp";
}

TEST_F(PlayerTest, APlaceThatWasAskedForIsNotMovedToTheEndOfTheRequest) {
  play_runs({});
  // The first request of what was shown before has one step, this one 32.
  player.begin(0, PlayScope::warp, Position{0, 0, 6});
  player.show({run("square/setColReadRow"), nullptr}, true);
  EXPECT_EQ(player.position(), (Position{0, 0, 6}));
}

TEST_F(PlayerTest, ABlockThatIsNotThereIsRefused) {
  play_runs({});
  EXPECT_FALSE(player.set_block(7).has_value());
  EXPECT_EQ(player.shown().block(), 0u);
}

}  // namespace
}  // namespace bankloom::test
