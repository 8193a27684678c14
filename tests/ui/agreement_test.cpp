// The list of kernels, the tile's header, the table and the timeline: whatever is chosen, they show the numbers of one
// run, the one that is chosen.
#include <random>

#include "core/wording/picture_text.h"
#include "core/wording/run_text.h"
#include "ui_test.h"

namespace bankloom::test {
namespace {

using namespace wording;

class AgreementTest : public UiTest {
 protected:
  [[nodiscard]] bool sees_pixels() const override { return false; }

  /// What stands in a row of a panel, from its control on; empty where there is no such row.
  std::string row(const std::string& panel, const std::string& control) {
    const auto& items = ui_->probe().items();
    const auto found = std::find_if(items.begin(), items.end(), [&](const ui::Probe::Item& item) {
      return item.panel == panel && item.what == control && item.control;
    });
    if (found == items.end()) return {};
    std::string words;
    for (const auto& item : items) {
      const float middle = item.y + item.height / 2;
      if (item.panel == panel && !item.control && middle > found->y && middle < found->y + found->height &&
          item.x >= found->x) {
        words += item.what + " | ";
      }
    }
    return words;
  }

  /// The run of a side's choice, made for itself.
  std::shared_ptr<const KernelRun> chosen_run(Side side) {
    return run(session.kernel(side)->id(), session.options(side), session.scene().machine);
  }

  void settle() {
    session.finish_lesson(std::chrono::seconds(60));
    frames(3);
  }

  /// Everything that is shown of a side against the run of its choice.
  void check(Side side, Side edited) {
    const auto made = chosen_run(side);
    ASSERT_NE(made, nullptr);
    const RunFigures figures = run_figures(made->cost);
    const bool comparing = session.comparing();
    const std::string name = session.kernel(side)->name, letter = side == Side::a ? "A" : "B";
    if (side == edited) {
      EXPECT_NE(row("choice", name).find(store_and_load_text(figures).str()), std::string::npos)
          << letter << ", list: " << row("choice", name);
    }
    const std::string tile = all_of(comparing ? "tile/" + std::string(side == Side::a ? "a" : "b") : "tile");
    if (!figures.sectors && figures.load.any() && figures.store.any()) {
      EXPECT_NE(tile.find("store  | " + ratio_text(figures.store).str()), std::string::npos) << letter << ": " << tile;
      EXPECT_NE(tile.find("load  | " + ratio_text(figures.load).str()), std::string::npos) << letter << ": " << tile;
    }
    const Case unit{figures.sectors ? 1U : 0U};
    const Text store = say("{ratio}{unit:| sectors}", "ratio"_a = ratio_text(figures.store), "unit"_a = unit);
    const Text load = say("{ratio}{unit:| sectors}", "ratio"_a = ratio_text(figures.load), "unit"_a = unit);
    const bool is_second = side == Side::b && !row("results", session.kernel(side)->id() + " B").empty();
    const std::string table = row("results", session.kernel(side)->id() + (is_second ? " B" : ""));
    EXPECT_NE(table.find(store.str() + " | " + load.str()), std::string::npos) << letter << ", table: " << table;
    // Of two kernels the text of A is shown; those of the other lessons are seen whole.
    for (const auto& [line, beside] : line_figures(made->cost)) {
      if (side != Side::a || session.kernel(side)->lesson == "transpose") break;
      for (const Ratio& ratio : beside.margin()) {
        EXPECT_TRUE(shows("code", ratio_text(ratio).str())) << "line " << line << ": " << all_of("code");
      }
    }
    const Timeline timeline(*made, 0);
    const StepState& state = *session.side(side).state;
    const TimelineRequest& request = timeline.requests()[timeline.of_warp(state.request.warp)[state.request.in_warp]];
    EXPECT_EQ(state.steps, request.steps) << letter;
    const std::string place =
        comparing ? places_text(*session.side(Side::a).state, *session.side(Side::b).state) : place_text(state);
    EXPECT_TRUE(shows("timeline", place)) << letter << ": " << all_of("timeline");
  }
};

TEST_F(AgreementTest, ChoosesAtRandomAndShowsTheSameRunEverywhere) {
  resize(1920, 1400);
  view_.tab = "results";
  std::mt19937 random(16);
  const auto below = [&](std::size_t end) { return std::uniform_int_distribution<std::size_t>(0, end - 1)(random); };
  for (const char* const lesson : {"square/setRowReadCol", "rectangular/setRowReadColPad", "transpose/tile"}) {
    show("bankloom " + std::string(lesson));
    settle();
    Side edited = Side::a;
    for (int turn = 0; turn < (kSanitized ? 4 : 16); ++turn) {
      switch (below(5)) {
        case 0:
          static_cast<void>(session.change(session.selection().with_compare_toggled()));
          if (!session.comparing()) edited = Side::a;
          settle();
          break;
        case 1:
          if (session.comparing()) {
            edited = below(2) == 0 ? Side::a : Side::b;
            click(edited == Side::a ? "choose for A" : "choose for B", "choice");
          }
          break;
        case 2: {
          const Side side = session.comparing() && below(2) == 0 ? Side::b : Side::a;
          static_cast<void>(session.change(session.selection().with_padding_changed(side, below(2) == 0 ? 1 : -1)));
          break;
        }
        default: {
          const auto& kernels = session.selection().lesson();
          const Kernel& next = *kernels[below(kernels.size())].kernel;
          const std::string promised = row("choice", next.name);
          EXPECT_FALSE(promised.empty()) << all_of("choice");
          click(next.name, "choice");
          settle();
          ASSERT_EQ(session.kernel(edited), &next);
          EXPECT_EQ(row("choice", next.name), promised) << "the list said another kernel's numbers";
        }
      }
      settle();
      for (const Side side : kSides) {
        if (side == Side::b && !session.comparing()) continue;
        SCOPED_TRACE(scene_to_line(session.snapshot()) + ", turn " + std::to_string(turn));
        check(side, edited);
        if (HasFatalFailure() || HasNonfatalFailure()) return;
      }
    }
  }
}

}  // namespace
}  // namespace bankloom::test
