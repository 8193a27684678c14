// The window by keyboard alone: Tab comes to every control of every panel, keys act on the one that has the focus, and
// it is seen.
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "core/base/result.h"
#include "ui/actions.h"
#include "ui/theme.h"
#include "ui_test.h"

namespace bankloom::test {
namespace {

using ui::Key;
using ui::KeyPress;
using ui::Probe;

class KeyboardTest : public UiTest {
 protected:
  [[nodiscard]] bool sees_pixels() const override { return false; }

  void press(KeyPress key) {
    ui_->press(key);
    frames(2);
  }
  /// A place that tells controls apart: its panel and where it begins, which scrolling changes.
  static std::string name_of(const Probe::Item& item) { return item.panel + ": " + item.what; }

  /// The control of the probe that has the focus; null where none has.
  const Probe::Item* focused() {
    const ui::KeyboardFocus::Stop* stop = ui_->focus().stop();
    if (stop == nullptr) return nullptr;
    for (const Probe::Item& item : ui_->probe().items()) {
      const bool same = std::abs(item.x - stop->rect.x) < 1 && std::abs(item.y - stop->rect.y) < 1 &&
                        std::abs(item.width - stop->rect.width) < 1 && std::abs(item.height - stop->rect.height) < 1;
      if (item.control && same && item.panel == stop->panel) return &item;
    }
    return nullptr;
  }

  /// Every enabled control of the present frame, and how often each name is there.
  std::map<std::string, int> controls(const std::string& panel = {}) {
    std::map<std::string, int> found;
    for (const Probe::Item& item : ui_->probe().items()) {
      if (item.control && item.enabled && (panel.empty() || item.panel == panel)) ++found[name_of(item)];
    }
    return found;
  }

  /// Goes round once with Tab or Shift+Tab, and checks that each control was come to once, and seen.
  void walk(const std::string& what, bool back, const std::string& panel = {}) {
    SCOPED_TRACE(what + (back ? ", backwards" : ", forwards"));
    press({Key::escape});
    const auto is_there = [&] {
      return panel.empty() || (ui_->focus().stop() != nullptr && ui_->focus().stop()->panel == panel);
    };
    for (int turn = 0; turn < 20 && !is_there(); ++turn) press({Key::tab, false, true});
    ASSERT_TRUE(is_there());
    if (back && !panel.empty()) press({Key::tab, false, true});
    std::map<std::string, int> wanted = controls(panel), visited;
    const std::size_t all =
        std::accumulate(wanted.begin(), wanted.end(), std::size_t{0},
                        [](std::size_t sum, const auto& one) { return sum + static_cast<std::size_t>(one.second); });
    ASSERT_GT(all, 0u);
    for (std::size_t i = 0; i < all; ++i) {
      if (panel.empty() || back || i > 0) press({Key::tab, back});
      const Probe::Item* item = focused();
      ASSERT_NE(item, nullptr) << "after " << i << " of " << all;
      ++visited[name_of(*item)];
      const auto frame = std::find_if(ui_->probe().items().begin(), ui_->probe().items().end(),
                                      [](const Probe::Item& one) { return one.panel == "focus"; });
      EXPECT_NE(frame, ui_->probe().items().end()) << name_of(*item) << " is not seen to have the focus";
    }
    for (const auto& [name, times] : wanted) EXPECT_EQ(visited[name], times) << name;
    for (const auto& [name, times] : visited) EXPECT_TRUE(wanted.contains(name)) << name << " is no control";
  }
};

TEST_F(KeyboardTest, TabComesToEveryControl) {
  auto setup = measure_setup();
  setup.recordings = load_recordings({BANKLOOM_SOURCE_DIR "/assets/recordings"});
  use_measures(std::move(setup));
  show("bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1 at=0:1:9");
  for (const std::string tab : {"results", "output", "chart", "machines", "advice"}) {
    view_.tab = tab;
    frames(3);
    const bool is_first = tab == "results";
    walk("the tab " + tab, tab == "output" || tab == "chart", is_first ? "" : tab);
  }
}

TEST_F(KeyboardTest, TabComesToEveryControlInASmallWindow) {
  resize(1024, 640);
  show("bankloom square/setRowReadCol");
  walk("small", false);
  walk("small", true);
}

}  // namespace
}  // namespace bankloom::test
