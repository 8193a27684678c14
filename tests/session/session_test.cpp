#include "core/session/session.h"
#include "core/wording/explanation_text.h"

#include <cmath>
#include <random>
#include <tuple>

#include "session_fixture.h"

namespace bankloom::test {
namespace {

using std::string;

class SessionModel : public SessionTest {
 protected:
  /// Everything that a view can see of the place, as a comparable value.
  struct Seen {
    Position position;
    std::array<std::tuple<std::uint32_t, LaneMask, LaneMask, LaneMask, std::uint64_t>, 2> states;
    std::array<std::vector<std::byte>, 2> shared;
    std::array<std::vector<std::uint8_t>, 2> written;
    friend bool operator==(const Seen&, const Seen&) = default;
  };

  /// At rest: what is on its way depends on where it comes from.
  Seen seen() {
    session.player().rest();
    Seen all;
    all.position = session.player().position();
    for (const Side side : {Side::a, Side::b}) {
      const auto at = static_cast<std::size_t>(side);
      const SideView& view = session.side(side);
      if (!view.state) continue;
      all.states[at] = {view.state->step, view.state->now, view.state->done, view.state->waiting,
                        view.wavefronts_so_far};
      all.shared[at] = view.shared->bytes;
      all.written[at] = view.shared->written;
    }
    return all;
  }
};

TEST_F(SessionModel, AnotherKernelBeginsAtTheEndOfItsCostliestRequest) {
  show("bankloom square/setRowReadCol");
  const std::pair<const char*, Position> kernels[] = {{"square/setColReadRow", {0, 0, 31}},
                                                      {"rectangular/setRowReadCol", {0, 1, 15}},
                                                      {"square/setRowReadCol", {0, 1, 31}}};
  for (const auto& [kernel, place] : kernels) {
    const auto changed = session.change(session.selection().with_kernel(Side::a, kernel));
    ASSERT_TRUE(changed.has_value()) << changed.error().message;
    session.finish();
    EXPECT_EQ(session.player().position(), place) << kernel;
    EXPECT_TRUE(session.side(Side::a).ended) << kernel;
    // Playing begins with the program all the same.
    session.player().play(true);
    EXPECT_EQ(session.player().step_index(), 0U) << kernel;
    session.player().play(false);
  }
  // In a comparison, too.
  ASSERT_TRUE(
      session.show(*scene_from_line("bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1")).has_value());
  session.finish();
  EXPECT_EQ(session.player().position(), (Position{0, 1, 31}));
}

TEST_F(SessionModel, BeginsWhereTwoKernelsDifferAndAtABroadcast) {
  const auto opens = [&](const char* scene) {
    EXPECT_TRUE(session.show(*scene_from_line(scene)).has_value());
    session.finish();
    return session.player().position();
  };
  // The write of 32 sectors, not what the tile stores without conflicts.
  static_cast<void>(opens("bankloom transpose/naiveWrite vs transpose/tilePad"));
  EXPECT_EQ(session.side(Side::a).state->access.space, Space::global);
  EXPECT_EQ(session.side(Side::a).state->cost.counts.sectors, 32U);
  static_cast<void>(opens("bankloom elements/broadcast"));
  EXPECT_EQ(session.side(Side::a).state->access.op, AccessOp::load);
}

TEST_F(SessionModel, ASceneKeptAtARequestsEndPlaysThatRequest) {
  ASSERT_TRUE(session.show(*scene_from_line("bankloom square/setRowReadCol at=0:1:31")).has_value());
  session.finish();
  session.player().play(true);
  EXPECT_EQ(session.player().position(), (Position{0, 1, 0}));
  session.player().play(false);
  // Once somebody has gone there, playing goes on.
  session.player().go_to({0, 1, 31});
  session.player().play(true);
  session.advance(3);
  EXPECT_EQ(session.player().position().request, 2U);
}

TEST_F(SessionModel, AKernelWithAFaultBeginsAtTheFault) {
  ASSERT_TRUE(session.show(*scene_from_line("bankloom rectangular/swappedIndices")).has_value());
  session.finish();
  ASSERT_TRUE(session.side(Side::a).state.has_value());
  EXPECT_TRUE(session.side(Side::a).state->fault.has_value());
}

TEST_F(SessionModel, FindsWhereThereIsMostToSee) {
  show("bankloom square/setRowReadCol");
  EXPECT_EQ(session.player().position(), (Position{0, 1, 31}));
  ASSERT_TRUE(session.side(Side::a).state.has_value());
  EXPECT_EQ(verdict_text(session.side(Side::a).state->why).words.str(), "32-way conflict");
  EXPECT_EQ(session.side(Side::a).wavefronts_so_far, 33u);
  EXPECT_EQ(session.player().sequence().count(), 37u);
  EXPECT_EQ(session.player().step_index(), 32u);
  EXPECT_EQ(warps_of(session.player().shown().views()), 32u);
}

TEST_F(SessionModel, OfEqualRequestsTheColumnIsShown) {
  show("bankloom square/setRowReadCol IPAD=1");
  EXPECT_EQ(session.player().position(), (Position{0, 1, 0}));
  show("bankloom square/setColReadRow IPAD=1");
  EXPECT_EQ(session.player().position(), (Position{0, 0, 0}));
}

TEST_F(SessionModel, SteppingForthAndBackVisitsTheSameStates) {
  for (const char* line : {"bankloom square/setRowReadCol BDIMX=16 BDIMY=16 scope=block",
                           "bankloom rectangular/setRowReadCol vs rectangular/setRowReadCol IPAD=2 scope=block",
                           "bankloom square/setColReadRow vs square/setRowReadRow at=5:0:0"}) {
    show(line);
    session.player().to_start();
    std::vector<Seen> states = {seen()};
    while (session.player().step(1)) states.push_back(seen());
    EXPECT_EQ(states.size(), session.player().sequence().count()) << line;
    for (std::size_t index = states.size() - 1; index-- > 0;) {
      ASSERT_TRUE(session.player().step(-1));
      ASSERT_EQ(seen(), states[index]) << line << " step " << index;
    }
    EXPECT_FALSE(session.player().step(-1));
    // Any state equals the one that a fresh session finds there.
    std::mt19937 random(3);
    for (int turn = 0; turn < 40; ++turn) {
      const std::size_t index = random() % states.size();
      session.player().go_to_step(index);
      EXPECT_EQ(session.player().step_index(), index);
      ASSERT_EQ(seen(), states[index]) << line << " step " << index;
      Session fresh(runs);
      ASSERT_TRUE(fresh.show(session.snapshot()).has_value());
      fresh.finish();
      EXPECT_EQ(fresh.side(Side::a).shared->bytes, states[index].shared[0]);
      EXPECT_EQ(fresh.player().step_index(), index);
    }
  }
}

TEST_F(SessionModel, StepsByRequestAndByWarp) {
  show("bankloom square/setRowReadCol at=0:0:0");
  EXPECT_FALSE(session.player().step_request(-1));
  EXPECT_TRUE(session.player().step_request(1));
  EXPECT_EQ(session.player().position(), (Position{0, 1, 0}));
  EXPECT_TRUE(session.player().step(5));
  EXPECT_TRUE(session.player().step_request(-1));
  EXPECT_EQ(session.player().position(), (Position{0, 1, 0}));
  EXPECT_TRUE(session.player().step_warp(1));
  EXPECT_EQ(session.player().position(), (Position{1, 1, 0}));
  session.player().go_to({1, 1, 31});
  EXPECT_TRUE(session.player().step_warp(1));
  EXPECT_EQ(session.player().position(), (Position{2, 1, 31}));
  EXPECT_TRUE(session.player().step_request(1));
  EXPECT_EQ(session.player().position(), (Position{2, 2, 0}));
  EXPECT_FALSE(session.player().step_request(1));
  session.player().go_to({31, 0, 0});
  EXPECT_FALSE(session.player().step_warp(1));
  EXPECT_TRUE(session.player().step_warp(-1));
  // Far beyond everything: the last place there is.
  session.player().go_to({1000, 1000, 1000});
  EXPECT_EQ(session.player().position(), (Position{31, 2, 3}));
  session.player().to_start();
  EXPECT_EQ(session.player().position(), (Position{31, 0, 0}));
  session.player().to_end();
  EXPECT_EQ(session.player().position(), (Position{31, 2, 3}));
}

TEST_F(SessionModel, ThroughTheBlockInTheOrderOfExecution) {
  show("bankloom square/setRowReadCol at=0:0:0 scope=block");
  EXPECT_EQ(session.player().sequence().count(), 32u * 37);
  EXPECT_TRUE(session.player().step(1));
  EXPECT_EQ(session.player().position(), (Position{1, 0, 0}));
  session.player().go_to_step(32);
  EXPECT_EQ(session.player().position(), (Position{0, 1, 0}));
  session.player().to_end();
  EXPECT_EQ(session.player().position(), (Position{31, 2, 3}));
  // The place stays when only the scope changes.
  session.player().set_scope(PlayScope::warp);
  EXPECT_EQ(session.player().position(), (Position{31, 2, 3}));
  EXPECT_EQ(session.player().step_index(), 36u);
}

TEST_F(SessionModel, ComparesOnOneClock) {
  show("bankloom square/setRowReadCol");
  session.change(session.selection().with_compare_toggled());
  session.finish();
  ASSERT_TRUE(session.comparing());
  EXPECT_EQ(session.options(Side::b).at("IPAD"), "1");
  const SideView& a = session.side(Side::a);
  const SideView& b = session.side(Side::b);
  session.player().go_to({0, 1, 0});
  EXPECT_EQ(a.state->now, lane_bit(0));
  EXPECT_EQ(b.state->now, kAllLanes);
  EXPECT_EQ(b.state->idle, 0u);
  session.player().go_to({0, 1, 9});
  EXPECT_EQ(a.state->now, lane_bit(9));
  EXPECT_EQ(a.state->idle, 0u);
  // Who is done is quiet.
  EXPECT_EQ(b.state->now, 0u);
  EXPECT_EQ(b.state->done, kAllLanes);
  EXPECT_EQ(b.state->idle, 9u);
  EXPECT_EQ(b.state->steps, 1u);
  EXPECT_EQ(a.wavefronts_so_far, 11u);
  EXPECT_EQ(b.wavefronts_so_far, 2u);
  session.player().go_to({0, 1, 31});
  EXPECT_EQ(a.wavefronts_so_far, 33u);
  EXPECT_EQ(b.wavefronts_so_far, 2u);
  session.change(session.selection().with_compare_toggled());
  EXPECT_FALSE(session.comparing());
  EXPECT_EQ(session.player().position(), (Position{0, 1, 31}));
  EXPECT_EQ(session.side(Side::b).run, nullptr);
}

TEST_F(SessionModel, ComparesWithoutPaddingToChooseOrWithFewerRequests) {
  // A side that has fewer requests stands at its end.
  show("bankloom declarations/volatileTwice vs square/setRowReadRow at=0:0:0");
  session.player().to_end();
  ASSERT_TRUE(session.side(Side::a).state && session.side(Side::b).state);
  for (const Kernel& kernel : some_kernels()) {
    show("bankloom " + kernel.id());
    session.change(session.selection().with_compare_toggled());
    session.finish();
    ASSERT_TRUE(session.comparing()) << kernel.id();
    EXPECT_NE(session.scene().a, *session.scene().b) << kernel.id();
    EXPECT_NE(session.side(Side::b).run, nullptr) << kernel.id();
  }
}

TEST_F(SessionModel, PaddingChangesAndKeepsThePlace) {
  show("bankloom square/setRowReadCol at=4:1:31");
  ASSERT_TRUE(session.change(session.selection().with_padding_changed(Side::a, 1)).has_value());
  session.finish();
  EXPECT_EQ(session.options(Side::a).at("IPAD"), "1");
  EXPECT_EQ(session.player().position(), (Position{4, 1, 0}));
  EXPECT_EQ(session.side(Side::a).run->tile->padding, 1u);
  ASSERT_TRUE(session.change(session.selection().with_padding_changed(Side::a, -1)).has_value());
  session.finish();
  // The end of the request again.
  EXPECT_EQ(session.player().position(), (Position{4, 1, 31}));
  for (const std::uint32_t step : {0U, 10U}) {
    session.player().go_to({4, 1, step});
    for (const int by : {1, -1}) {
      ASSERT_TRUE(session.change(session.selection().with_padding_changed(Side::a, by)).has_value());
      session.finish();
    }
    EXPECT_EQ(session.player().position(), (Position{4, 1, step})) << "as if nothing had been changed";
  }
  ASSERT_TRUE(session.change(session.selection().with_padding_changed(Side::a, -1)).has_value());
  EXPECT_EQ(session.options(Side::a).at("IPAD"), "0");
  ASSERT_TRUE(session.change(session.selection().with_padding_changed(Side::a, 1000)).has_value());
  EXPECT_EQ(session.options(Side::a).at("IPAD"), "33");
}

TEST_F(SessionModel, AnotherKernelBeginsWhereItIsAskedTo) {
  const auto follow = [&](const string& before, const string& line) {
    show(before);
    ASSERT_TRUE(session.show(*scene_from_line(line)).has_value());
    session.finish();
    EXPECT_EQ(session.player().position(), *scene_from_line(line)->position) << line << " after " << before;
  };
  const string all_at_once = "bankloom square/setRowReadRow", one_by_one = "bankloom square/setRowReadCol";
  // The runs before have fewer steps, warps, or stand at the end of a request.
  follow(all_at_once + " at=0:1:0", one_by_one + " at=4:1:20");
  follow(one_by_one + " at=0:1:31", one_by_one + " IPAD=2 at=0:1:0");
  follow(all_at_once + " at=0:1:0", one_by_one + " IPAD=32 at=0:1:0");
  follow(all_at_once + " BDIMX=8 BDIMY=8 at=1:0:0", one_by_one + " at=30:1:7");
  follow(all_at_once + " vs square/setRowReadRow IPAD=1 at=0:1:0", one_by_one + " vs square/setRowReadRow at=4:1:20");
}

TEST_F(SessionModel, TiedOptionsFollow) {
  show("bankloom square/setRowReadCol");
  ASSERT_TRUE(session.change(session.selection().with_option(Side::a, "BDIMX", "16")).has_value());
  EXPECT_EQ(session.options(Side::a).at("BDIMY"), "16");
  session.finish();
  EXPECT_EQ(session.side(Side::a).run->tile->rows, 16u);
  EXPECT_EQ(warps_of(session.player().shown().views()), 8u);
  session.change(session.selection().with_defaults(Side::a));
  EXPECT_EQ(session.options(Side::a).at("BDIMX"), "32");
}

TEST_F(SessionModel, RefusesWhatIsWrongAndKeepsWhatItHas) {
  show("bankloom square/setRowReadCol at=2:1:5");
  const Scene before = session.snapshot();
  const auto run_before = session.side(Side::a).run;
  for (const string line :
       {"square/nothing", "square/setRowReadCol IPAD=34", "square/setRowReadCol NOPE=1",
        "square/setRowReadCol BDIMX=16", "square/setRowReadCol machine=cc0.1", "square/setRowReadCol vs square/x"}) {
    const auto shown = session.show(*scene_from_line(line));
    ASSERT_FALSE(shown.has_value()) << line;
    EXPECT_FALSE(shown.error().message.empty());
  }
  EXPECT_FALSE(session.change(session.selection().with_option(Side::a, "IPAD", "x")).has_value());
  EXPECT_FALSE(session.change(session.selection().with_option(Side::a, "NOPE", "1")).has_value());
  EXPECT_FALSE(session.change(session.selection().with_machine("cc0.1")).has_value());
  EXPECT_FALSE(session.change(session.selection().with_kernel(Side::a, "nothing")).has_value());
  EXPECT_EQ(session.snapshot(), before);
  EXPECT_EQ(session.side(Side::a).run, run_before);
}

TEST_F(SessionModel, AFailedRunKeepsTheLastPicture) {
  show("bankloom square/setRowReadCol");
  const auto run_before = session.side(Side::a).run;
  // 64 x 64 threads are more than a block may have.
  ASSERT_TRUE(session.change(session.selection().with_option(Side::a, "BDIMX", "64")).has_value());
  session.finish();
  EXPECT_EQ(session.side(Side::a).run, run_before);
  ASSERT_NE(session.runs().side(Side::a).failure, nullptr);
  EXPECT_NE(session.runs().side(Side::a).failure->message.find("1024"), string::npos)
      << session.runs().side(Side::a).failure->message;
  ASSERT_TRUE(session.change(session.selection().with_option(Side::a, "BDIMX", "8")).has_value());
  session.finish();
  EXPECT_EQ(session.runs().side(Side::a).failure, nullptr);
  EXPECT_NE(session.side(Side::a).run, run_before);
}

TEST_F(SessionModel, AnotherKernelKeepsWhatItCan) {
  show("bankloom square/setRowReadCol BDIMX=16 BDIMY=16 IPAD=2");
  ASSERT_TRUE(session.change(session.selection().with_kernel(Side::a, "square/setColReadRow")).has_value());
  session.finish();
  EXPECT_EQ(session.options(Side::a).at("BDIMX"), "16");
  EXPECT_EQ(session.options(Side::a).at("IPAD"), "0") << "padding stays with the kernel that it was chosen for";
  ASSERT_TRUE(session.change(session.selection().with_kernel(Side::a, "declarations/volatileTwice")).has_value());
  session.finish();
  EXPECT_NE(session.side(Side::a).run, nullptr);
}

TEST_F(SessionModel, PlaysAtItsPaceAndStopsAtTheEnd) {
  ASSERT_TRUE(session.show(*scene_from_line("bankloom square/setRowReadCol")).has_value());
  session.finish();
  EXPECT_TRUE(std::isinf(session.player().playback().until_next_change()));
  session.player().set_speed(10);
  session.player().play(true);
  EXPECT_EQ(session.player().step_index(), 0u);
  EXPECT_FALSE(session.player().advance(0.05));
  EXPECT_NEAR(session.player().playback().until_next_change(), 0.05, 1e-9);
  EXPECT_TRUE(session.player().advance(0.06)) << "the end of the first request is seen";
  EXPECT_EQ(session.player().step_index(), 0u);
  EXPECT_FALSE(session.player().advance(0.01));
  EXPECT_NEAR(session.player().playback().until_next_change(), 1.48, 1e-9);
  EXPECT_TRUE(session.player().advance(1.5));
  EXPECT_EQ(session.player().step_index(), 1u);
  EXPECT_TRUE(session.player().advance(0.5));
  EXPECT_EQ(session.player().step_index(), 6u);
  EXPECT_TRUE(session.player().playback().playing());
  EXPECT_TRUE(session.player().advance(1e9));
  EXPECT_EQ(session.player().step_index(), 36u);
  EXPECT_FALSE(session.player().playback().playing());
  session.player().play(true);
  EXPECT_EQ(session.player().step_index(), 0u);
  session.player().play(false);
  session.player().go_to({0, 1, 3});
  session.player().play(true);
  EXPECT_EQ(session.player().position(), (Position{0, 1, 3}));
  session.player().set_speed(1e9);
  EXPECT_LE(session.player().playback().pace().speed(), 240);
}

TEST_F(SessionModel, OneSelectionForAllViews) {
  show("bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1 at=0:1:31");
  session.pointer().hover({.side = Side::a, .lane = 5});
  EXPECT_TRUE(session.end_frame());
  const Focus a = session.focus(Side::a);
  EXPECT_EQ(a.cell, (TileGeometry::Element{5, 0}));
  EXPECT_EQ(a.bank, 0u);
  const Focus b = session.focus(Side::b);
  EXPECT_EQ(b.side, Side::b);
  EXPECT_EQ(b.cell, (TileGeometry::Element{5, 0}));
  EXPECT_EQ(b.bank, 5u);
  session.pointer().hover({.side = Side::b, .cell = TileGeometry::Element{7, 0}});
  EXPECT_TRUE(session.end_frame());
  EXPECT_EQ(session.focus(Side::b).lane, 7u);
  EXPECT_EQ(session.focus(Side::b).bank, 7u);
  // Nothing hovered: the selected one.
  EXPECT_TRUE(session.end_frame());
  EXPECT_FALSE(session.end_frame());
  EXPECT_TRUE(session.focus(Side::a).empty());
  session.pointer().select({.side = Side::a, .request = session.side(Side::a).timeline->of_warp(3)[1]});
  EXPECT_EQ(session.focus(Side::a).line, 9u);
  EXPECT_EQ(session.focus(Side::b).request, session.side(Side::b).timeline->of_warp(3)[1]);
  session.pointer().clear_selection();
  EXPECT_TRUE(session.focus(Side::a).empty());
  // A cell that the other tile does not have.
  session.pointer().select({.side = Side::b, .cell = TileGeometry::Element{0, 32}});
  EXPECT_EQ(session.focus(Side::a).cell, std::nullopt);
}

TEST_F(SessionModel, WhatIsPointedAtHasItsRequestAndLine) {
  show("bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1 at=2:1:0");
  const auto request_of = [&](Side side, std::uint32_t warp, std::uint32_t in_warp) {
    return session.side(side).timeline->of_warp(warp)[in_warp];
  };
  // A lane and a cell that a lane touches: the present request.
  for (const Focus& pointed : {Focus{.lane = 5}, Focus{.cell = TileGeometry::Element{5, 2}}}) {
    session.pointer().hover(pointed);
    session.end_frame();
    for (const Side side : {Side::a, Side::b}) {
      EXPECT_EQ(session.focus(side).lane, 5u);
      EXPECT_EQ(session.focus(side).cell, (TileGeometry::Element{5, 2}));
      EXPECT_EQ(session.focus(side).request, request_of(side, 2, 1));
      EXPECT_EQ(session.focus(side).line, 9u);
    }
    EXPECT_EQ(session.pointer().pointed(), pointed);
  }
  // A cell that nobody touches has a bank and nothing else.
  session.pointer().hover({.cell = TileGeometry::Element{5, 3}});
  session.end_frame();
  EXPECT_EQ(session.focus(Side::b).bank, 8u);
  EXPECT_EQ(session.focus(Side::b).lane, std::nullopt);
  EXPECT_EQ(session.focus(Side::b).request, std::nullopt);
}

TEST_F(SessionModel, AnElementOfTheOutputLeadsToItsStore) {
  show("bankloom square/setRowReadCol at=2:2:0");
  const auto focus = [&](const Focus& pointed) {
    session.pointer().hover(pointed);
    session.end_frame();
    return session.focus(Side::a);
  };
  const auto store_of = [&](std::uint32_t warp) { return session.side(Side::a).timeline->of_warp(warp)[2]; };
  // out[idx] is stored by warp idx / 32, lane idx % 32; warp 2 is shown.
  const Focus own = focus({.output = 2 * 32 + 7});
  EXPECT_EQ(own.request, store_of(2));
  EXPECT_EQ(own.line, 9u);
  EXPECT_EQ(own.lane, 7u);
  const Focus other = focus({.output = 9 * 32 + 7});
  EXPECT_EQ(other.request, store_of(9));
  EXPECT_EQ(other.lane, std::nullopt) << "lane 7 of the warp that is shown did not store it";
  // And the other way round.
  EXPECT_EQ(focus({.lane = 30}).output, 2 * 32 + 30u);
  EXPECT_EQ(focus({.output = 99'999}).request, std::nullopt);
}

TEST_F(SessionModel, TheTableOfTheLesson) {
  show("bankloom square/setRowReadCol");
  for (const LessonRow& row : session.lesson_rows()) static_cast<void>(runs.wait(row.key));
  const auto rows = session.lesson_rows();
  ASSERT_EQ(rows.size(), 7u);
  // Each kernel at its own defaults where nothing was chosen.
  EXPECT_EQ(rows[5].kernel->name, "setRowReadColPad");
  EXPECT_EQ(rows[5].outcome->run->cost.shared_load.wavefronts, 32u);
  ASSERT_TRUE(session.change(session.selection().with_option(Side::a, "IPAD", "2")).has_value());
  for (const LessonRow& row : session.lesson_rows()) static_cast<void>(runs.wait(row.key));
  for (const LessonRow& row : session.lesson_rows()) {
    const bool is_shown = row.kernel == session.kernel(Side::a), is_padded = row.kernel->name.ends_with("Pad");
    EXPECT_EQ(row.outcome->run->tile->padding, is_shown ? 2u : is_padded ? 1u : 0u) << row.kernel->id();
  }
}

TEST_F(SessionModel, OnAnotherMachine) {
  show("bankloom square/setRowReadCol BDIMX=10 BDIMY=10 machine=didactic10 bank=9 at=0:1:0");
  EXPECT_EQ(session.side(Side::a).run->machine.banks, 10u);
  EXPECT_EQ(verdict_text(session.side(Side::a).state->why).words.str(), "10-way conflict");
  ASSERT_TRUE(session.change(session.selection().with_machine("didactic5")).has_value());
  session.finish();
  EXPECT_EQ(session.scene().bank, std::nullopt);
  EXPECT_EQ(session.side(Side::a).run->machine.banks, 5u);
}

TEST_F(SessionModel, BeforeAnythingIsShown) {
  EXPECT_EQ(session.kernel(Side::a), nullptr);
  EXPECT_TRUE(session.lesson_rows().empty());
  EXPECT_FALSE(session.update());
  EXPECT_EQ(session.player().sequence().count(), 1u);
  EXPECT_FALSE(session.player().step(1));
  EXPECT_FALSE(session.player().step_request(1));
  EXPECT_FALSE(session.player().step_warp(1));
  session.change(session.selection().with_compare_toggled());
  EXPECT_FALSE(session.comparing());
  session.player().play(true);
  EXPECT_FALSE(session.player().playback().playing());
  EXPECT_FALSE(session.change(session.selection().with_option(Side::a, "IPAD", "1")).has_value());
}

}  // namespace
}  // namespace bankloom::test
