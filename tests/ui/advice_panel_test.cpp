// The advice: what is found is applied by a click, to options or to a text of one's own.
#include "ui_test.h"

namespace bankloom::test {
namespace {

class AdvicePanelTest : public UiTest {};

TEST_F(AdvicePanelTest, AdviceIsAppliedByOneClick) {
  resize(1920, 1400);
  show("bankloom square/setRowReadCol");
  open_tab("advice");
  draw_until("advice", "IPAD = 1");
  EXPECT_TRUE(shows("advice", "4,224 (+128)")) << "bytes with the padding: " << all_of("advice");
  click("apply", "advice");
  EXPECT_EQ(session.options(Side::a).at("IPAD"), "1");
  session.finish();
  draw_until("advice", "is the smallest padding");
}

TEST_F(AdvicePanelTest, AdviceCanBeShownBesideTheKernel) {
  resize(1920, 1400);
  show("bankloom square/setRowReadCol");
  open_tab("advice");
  draw_until("advice", "IPAD = 1");
  click("compare with the original", "advice");
  ASSERT_TRUE(session.comparing());
  EXPECT_EQ(session.options(Side::a).at("IPAD"), "0");
  EXPECT_EQ(session.options(Side::b).at("IPAD"), "1");
}

/// A text of one's own without an option for padding.
class OwnAdviceTest : public UiTest {
 protected:
  void SetUp() override {
    UiTest::SetUp();
    if (IsSkipped()) return;
    resize(1920, 1400);
    show("bankloom square/setRowReadCol");
  }
  void open_text(const std::string& declaration) {
    const std::string bytes = declaration.starts_with("extern") ? ", 4096" : "";
    write("turn.cu", "// launch: turn<<<1, dim3(32, 32)" + bytes + ">>>(out)\n__global__ void turn(int *out)\n{\n    " +
                         declaration +
                         "\n    tile[threadIdx.y][threadIdx.x] = threadIdx.x;\n    __syncthreads();\n"
                         "    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];\n}\n");
    ASSERT_TRUE(ui_->workbench().open_file(session, Side::a, file_));
    session.finish();
    open_tab("advice");
  }
  [[nodiscard]] std::uint64_t conflicts(Side side) const {
    const auto& run = session.side(side).run;
    return run ? run->cost.shared_load.bank_conflicts + run->cost.shared_store.bank_conflicts : 999;
  }
  std::filesystem::path file_ = folder_ / "turn.cu";
};

TEST_F(OwnAdviceTest, APaddingIsWrittenIntoTheTextAndTakenBack) {
  open_text("__shared__ int tile[32][32];");
  draw_until("advice", "1 element at the end of a row");
  EXPECT_EQ(conflicts(Side::a), 32u * 31);
  const std::string before = ui_->workbench().document(session, Side::a)->source.text;
  click("apply", "advice");
  session.finish();
  frames(3);
  const ui::Document* document = ui_->workbench().document(session, Side::a);
  ASSERT_NE(document, nullptr);
  EXPECT_NE(document->source.text.find("tile[32][32 + 1];"), std::string::npos) << document->source.text;
  EXPECT_EQ(document->source.path, file_.string());
  EXPECT_TRUE(document->is_unsaved()) << "the file is as it was";
  EXPECT_EQ(conflicts(Side::a), 0u);
  EXPECT_TRUE(ui_->workbench().is_open());
  ui_->press({ui::Key::z, false, true});
  frames(3);
  EXPECT_EQ(ui_->workbench().document(session, Side::a)->source.text, before);
}

TEST_F(OwnAdviceTest, TheChangedTextStandsBesideTheOriginal) {
  open_text("__shared__ int tile[32][32];");
  draw_until("advice", "1 element at the end of a row");
  click("compare with the original", "advice");
  session.finish();
  frames(3);
  ASSERT_TRUE(session.comparing());
  ASSERT_NE(session.selection().own(Side::a), nullptr);
  ASSERT_NE(session.selection().own(Side::b), nullptr);
  EXPECT_NE(session.selection().own(Side::b)->text.find("[32 + 1]"), std::string::npos);
  EXPECT_EQ(conflicts(Side::a), 32u * 31) << "A is the kernel as it is";
  EXPECT_EQ(conflicts(Side::b), 0u);
}

TEST_F(OwnAdviceTest, WhereTheTextCannotBeChangedTheReasonStandsThere) {
  open_text("extern __shared__ int flat[]; int (*tile)[32] = (int (*)[32])flat;");
  draw_until("advice", "1 element at the end of a row");
  EXPECT_FALSE(shows("advice", "apply")) << all_of("advice");
  EXPECT_TRUE(shows("advice", "declared without rows")) << all_of("advice");
}

TEST_F(OwnAdviceTest, TheReasonTakesNoRoomFromTheFigures) {
  open_text("extern __shared__ int flat[]; int (*tile)[32] = (int (*)[32])flat;");
  resize(1024, 640);
  draw_until("advice", "bytes/block");
  for (const char* whole : {"unchanged", "conflicts", "4,096", "992"}) {
    EXPECT_TRUE(shows("advice", whole)) << whole << ": " << all_of("advice");
  }
  for (const auto& item : ui_->probe().items()) {
    EXPECT_FALSE(item.panel == "advice" && item.what.find("…") != std::string::npos) << item.what;
  }
}

}  // namespace
}  // namespace bankloom::test
