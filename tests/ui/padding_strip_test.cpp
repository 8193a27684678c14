// The strip "wavefronts by IPAD" and the digits of the focus view: each sets the padding, and the rows slide.
#include <chrono>

#include "ui/actions.h"
#include "ui/panels/padding_strip.h"
#include "ui_test.h"

namespace bankloom::test {
namespace {

using ui::Key;

class PaddingStripTest : public UiTest {
 protected:
  [[nodiscard]] bool sees_pixels() const override { return false; }
  void SetUp() override {
    UiTest::SetUp();
    if (IsSkipped()) return;
    resize(1600, 900);
    show("bankloom square/setRowReadCol at=0:1:0");
    session.finish_paddings(std::chrono::minutes(2));
    frames(3);
  }
  /// The mouse over the bar of a padding.
  void point_at_padding(unsigned padding, bool pressed) {
    const auto strip = find("padding strip", panel_);
    ASSERT_TRUE(strip);
    point_at(strip->x + strip->width * (static_cast<float>(padding) + 0.5F) / 34, strip->y + strip->height / 2,
             pressed);
    frame(0.02);
  }
  void press(Key key) {
    ui_->press({key});
    frame(0.02);
    session.finish();
    frame(0.02);
  }
  std::string padding(Side side) { return session.options(side).at("IPAD"); }
  std::string panel_ = "choice";
};

TEST_F(PaddingStripTest, IsClickedAndDraggedAndTheRowsSlideToEach) {
  EXPECT_TRUE(shows("choice", "wavefronts by IPAD")) << all_of("choice");
  point_at_padding(8, false);
  point_at_padding(8, true);
  session.finish();
  EXPECT_EQ(padding(Side::a), "8");
  EXPECT_TRUE(session.slide(Side::a).moving());
  session.advance(1);
  point_at_padding(33, true);
  session.finish();
  EXPECT_EQ(padding(Side::a), "33") << "dragged";
  EXPECT_TRUE(session.slide(Side::a).moving());
  point_at_padding(33, false);
  point_at_padding(2, false);
  EXPECT_EQ(padding(Side::a), "33") << "no longer dragged";
}

TEST_F(PaddingStripTest, TheStacksComeWhenTheRowsAreThereOnTheSameAxis) {
  const auto marks = [&](ui::Probe::Mark::Kind kind) {
    return std::ranges::count_if(ui_->probe().marks(), [&](const auto& mark) {
      return mark.kind == kind && std::string_view(mark.panel) == "banks";
    });
  };
  const auto height = [&] {
    for (const auto& mark : ui_->probe().marks()) {
      if (mark.kind == ui::Probe::Mark::Kind::served && std::string_view(mark.panel) == "banks")
        return mark.rect.height;
    }
    return 0.0F;
  };
  session.player().go_to_step(32);
  session.player().rest();
  frames(3);
  using Kind = ui::Probe::Mark::Kind;
  ASSERT_EQ(marks(Kind::served), 32) << "the end of the load";
  const float before = height();
  press(Key::p);
  ASSERT_TRUE(session.slide(Side::a).moving());
  EXPECT_EQ(marks(Kind::served), 0);
  EXPECT_EQ(marks(Kind::token), 0) << "nothing is told while the rows move";
  session.advance(1);
  frames(3);
  EXPECT_EQ(marks(Kind::served), 32);
  EXPECT_EQ(height(), before) << "of a wavefront";
}

TEST_F(PaddingStripTest, IsHiddenByAQuestionAboutTheCosts) {
  Disclosure hides;
  hides.hide(FactKind::kernel_cost);
  session.disclose(hides);
  frames(2);
  EXPECT_FALSE(shows("choice", "wavefronts by IPAD"));
}

TEST_F(PaddingStripTest, DigitsOfTheFocusViewSetThePaddingOfBInAComparison) {
  press(Key::three);
  EXPECT_EQ(padding(Side::a), "0") << "outside of it they set nothing";
  view_.focus = ui::FocusView::on;
  frames(3);
  EXPECT_TRUE(shows("sentence", "wavefronts by IPAD")) << all_of("sentence");
  press(Key::three);
  EXPECT_EQ(padding(Side::a), "3");
  EXPECT_TRUE(session.slide(Side::a).moving());
  press(Key::zero);
  EXPECT_EQ(padding(Side::a), "0");
  show("bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1 at=0:1:0");
  press(Key::four);
  EXPECT_EQ(padding(Side::a), "0");
  EXPECT_EQ(padding(Side::b), "4");
  panel_ = "sentence";
  session.finish_paddings(std::chrono::minutes(2));
  frames(2);
  point_at_padding(16, false);
  point_at_padding(16, true);
  session.finish();
  EXPECT_EQ(padding(Side::a), "0");
  EXPECT_EQ(padding(Side::b), "16");
}

TEST_F(PaddingStripTest, IsThereForATextOfOnesOwn) {
  const Kernel& kernel = *session.kernel(Side::a);
  OwnSource own;
  own.text = kernel.source + "\n";
  own.base = kernel.id();
  ASSERT_TRUE(session.change(session.selection().with_text(Side::a, own)).has_value());
  session.finish();
  session.finish_paddings(std::chrono::minutes(2));
  frames(2);
  EXPECT_TRUE(shows("choice", "wavefronts by IPAD")) << all_of("choice");
  const auto& costs = session.padding_costs(Side::a);
  ASSERT_EQ(costs.size(), 34U);
  EXPECT_EQ(costs[0].wavefronts, 32);
  EXPECT_EQ(costs[8].wavefronts, 8);
}

}  // namespace
}  // namespace bankloom::test
