// The sides' runs alone, without anything that shows them.
#include "core/session/runs.h"

#include <gtest/gtest.h>

#include "session_fixture.h"

namespace bankloom::test {
namespace {

class RunsTest : public SessionTest {
 protected:
  /// Asks for these and takes over what came of them.
  void make(std::array<std::optional<RunKey>, 2> keys) {
    made.ask(std::move(keys), {});
    made.wait();
    EXPECT_TRUE(made.update());
  }
  static RunKey key(const OptionValues& options) { return {"square/setRowReadCol", options}; }
  Runs made{runs};
};

TEST_F(RunsTest, ASideKeepsItsLastRunWhereTheNextFails) {
  EXPECT_FALSE(made.update());
  EXPECT_EQ(made.outcome(Side::a), nullptr);
  make({key({}), std::nullopt});
  const auto first = made.side(Side::a).run;
  ASSERT_NE(first, nullptr);
  EXPECT_FALSE(made.pending());
  // 64 x 64 threads are more than a block may have.
  make({key({{"BDIMX", "64"}, {"BDIMY", "64"}}), std::nullopt});
  EXPECT_EQ(made.side(Side::a).run, first);
  EXPECT_NE(made.side(Side::a).failure, nullptr);
  EXPECT_EQ(made.outcome(Side::a)->run, nullptr);
  make({key({}), std::nullopt});
  EXPECT_EQ(made.side(Side::a).failure, nullptr);
}

TEST_F(RunsTest, ASideThatIsNotAskedForIsForgotten) {
  make({key({}), key({{"IPAD", "1"}})});
  EXPECT_NE(made.side(Side::b).run, nullptr);
  make({key({}), std::nullopt});
  EXPECT_EQ(made.side(Side::b).run, nullptr);
  EXPECT_FALSE(made.awaits(key({})));
}

TEST_F(RunsTest, RowsOfALessonComeOneByOne) {
  const std::vector<Selection::LessonKernel> lesson{{nullptr, key({{"IPAD", "3"}})}, {nullptr, key({{"IPAD", "4"}})}};
  made.wait_for_rows(lesson, std::chrono::seconds(60));
  const auto rows = made.rows(lesson);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[1].outcome->run->tile->padding, 4u);
  EXPECT_EQ(made.side(Side::a).run, nullptr) << "a row is on no side";
}

}  // namespace
}  // namespace bankloom::test
