// Where figures stand where nobody chose a place, and what they hide.
#include "ui/figure_scene.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "../session/session_fixture.h"

namespace bankloom::test {
namespace {

using ui::FigureScene, ui::set_figure_scene;

class FigureSceneTest : public SessionTest {
 protected:
  [[nodiscard]] const StepState& state() const { return *session.side(Side::a).state; }
  void refuses(FigureScene figure, bool is_placed, const std::string& words) {
    const auto set = set_figure_scene(figure, is_placed, session);
    ASSERT_FALSE(set.has_value());
    EXPECT_NE(set.error().message.find(words), std::string::npos) << set.error().message;
  }
};

TEST_F(FigureSceneTest, AnAnswerIsTheWholeRequestAndAChosenStepStays) {
  show("bankloom square/setRowReadCol");
  ASSERT_TRUE(set_figure_scene(FigureScene::answer, false, session));
  EXPECT_EQ(state().access.op, AccessOp::load);
  EXPECT_EQ(state().step, 31U) << "as other pictures";
  session.player().step(-4);
  ASSERT_TRUE(set_figure_scene(FigureScene::answer, true, session));
  EXPECT_EQ(state().step, 27U) << "as chosen";
}

TEST_F(FigureSceneTest, SectorsAreThoseOfTheMostExpensiveGlobalRequest) {
  const auto most = [&] {
    std::uint32_t steps = 0;
    const auto& timeline = *session.side(Side::a).timeline;
    for (const std::uint32_t index : timeline.of_warp(0)) {
      const TimelineRequest& request = timeline.requests()[index];
      if (request.space == Space::global) steps = std::max(steps, request.steps);
    }
    return steps;
  };
  for (const char* scene : {"bankloom transpose/naiveRead", "bankloom transpose/tile"}) {
    show(scene);
    ASSERT_TRUE(set_figure_scene(FigureScene::sectors, false, session));
    EXPECT_EQ(state().access.space, Space::global);
    EXPECT_EQ(state().steps, most()) << scene;
    EXPECT_EQ(state().cost.counts.sectors, state().steps) << scene;
  }
  show("bankloom transpose/tile at=0:1:0");
  ASSERT_EQ(state().access.space, Space::shared);
  refuses(FigureScene::sectors, true, "not access global memory");
}

TEST_F(FigureSceneTest, AMatrixTakesItsWayInABlockOffTheDiagonal) {
  show("bankloom transpose/tile");
  ASSERT_TRUE(set_figure_scene(FigureScene::way, false, session));
  EXPECT_EQ(session.side(Side::a).timeline->block(), 1U);
  ASSERT_TRUE(session.set_block(6));
  ASSERT_TRUE(set_figure_scene(FigureScene::way, true, session));
  EXPECT_EQ(session.side(Side::a).timeline->block(), 6U) << "as chosen";
  for (const char* scene : {"bankloom square/setRowReadCol", "bankloom transpose/copy"}) {
    show(scene);
    refuses(FigureScene::way, false, "does not move a matrix from global memory through shared memory");
  }
}

TEST_F(FigureSceneTest, ALadderNeedsCopyKernels) {
  show("bankloom transpose/tile");
  EXPECT_TRUE(set_figure_scene(FigureScene::ladder, false, session));
  show("bankloom square/setRowReadCol");
  refuses(FigureScene::ladder, false, "there is no ladder");
}

TEST_F(FigureSceneTest, AFigurePutsBackWhatItChanges) {
  for (const auto& [scene, figure] : {std::pair{"bankloom square/setRowReadCol at=0:1:9", FigureScene::question},
                                      {"bankloom transpose/tile at=0:0:2", FigureScene::way},
                                      {"bankloom transpose/tile at=0:1:0", FigureScene::sectors}}) {
    show(scene);
    const auto before = session.snapshot();
    const auto* const cost = session.side(Side::a).facts().request_cost();
    {
      const ui::FigurePlace place(session);
      ASSERT_TRUE(set_figure_scene(figure, false, session)) << scene;
      EXPECT_NE(session.snapshot(), before) << scene;
    }
    EXPECT_EQ(session.snapshot(), before) << scene;
    EXPECT_EQ(session.side(Side::a).facts().request_cost() == nullptr, cost == nullptr) << scene;
  }
}

TEST_F(FigureSceneTest, AQuestionHidesWhatItAsksFor) {
  show("bankloom square/setRowReadCol");
  ASSERT_TRUE(set_figure_scene(FigureScene::answer, false, session));
  EXPECT_NE(session.side(Side::a).facts().request_cost(), nullptr);
  EXPECT_EQ(state().step, 31U);
  ASSERT_TRUE(set_figure_scene(FigureScene::question, true, session));
  const Facts facts = session.side(Side::a).facts();
  EXPECT_EQ(facts.request_cost(), nullptr);
  EXPECT_EQ(facts.kernel_cost(), nullptr);
  EXPECT_FALSE(facts.shows(FactKind::time));
  EXPECT_EQ(state().step, 0U) << "the scene in the file does not tell how many steps there are";
  EXPECT_EQ(session.side(Side::a).state->access.op, AccessOp::load);
}

}  // namespace
}  // namespace bankloom::test
