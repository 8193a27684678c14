#include "geometry.h"

#include <algorithm>
#include <set>

#include "core/base/language.h"

namespace bankloom::test {

bool leaves_out(const Size& size) { return language() != kEnglish && size.width > 1920; }

std::string name_of(const Size& size) {
  return fmt::format("{} x {} at scale {} and text scale {}", size.width, size.height, size.display_scale,
                     size.text_scale);
}

bool overlap(const ui::Probe::Item& a, const ui::Probe::Item& b) {
  // A pixel of rounding is no overlap.
  constexpr float kRounding = 1.5f;
  const float across = std::min(a.x + a.width, b.x + b.width) - std::max(a.x, b.x);
  const float down = std::min(a.y + a.height, b.y + b.height) - std::max(a.y, b.y);
  return across > kRounding && down > kRounding;
}

bool contains(const ui::Probe::Item& outer, const ui::Probe::Item& inner) {
  constexpr float kRounding = 1.5f;
  return outer.x <= inner.x + kRounding && outer.y <= inner.y + kRounding &&
         outer.x + outer.width >= inner.x + inner.width - kRounding &&
         outer.y + outer.height >= inner.y + inner.height - kRounding;
}

bool is_cut(const ui::Probe::Item& item) {
  constexpr float kRounding = 1.5f;
  return item.x < item.clip_x - kRounding || item.y < item.clip_y - kRounding ||
         item.x + item.width > item.clip_x + item.clip_width + kRounding ||
         item.y + item.height > item.clip_y + item.clip_height + kRounding;
}

bool is_cut_across(const ui::Probe::Item& item) {
  constexpr float kRounding = 1.5f;
  return !item.scrolls_across && item.y + item.height > item.clip_y && item.y < item.clip_y + item.clip_height &&
         (item.x < item.clip_x - kRounding || item.x + item.width > item.clip_x + item.clip_width + kRounding);
}

std::string text_of(const ui::Probe::Item& item) {
  return fmt::format("{} '{}' ({:.0f}, {:.0f}, {:.0f} x {:.0f})", item.panel, item.what, item.x, item.y, item.width,
                     item.height);
}

void GeometryTest::SetUp() {
  UiTest::SetUp();
  if (IsSkipped()) return;
  // With the figures of the shipped recording, where there are any.
  MeasureService::Setup measure = measure_setup();
  measure.recordings = load_recordings({BANKLOOM_SOURCE_DIR "/assets/recordings"});
  ASSERT_FALSE(measure.recordings.list.empty());
  use_measures(std::move(measure));
}

void GeometryTest::draw(const Size& size, const ui::ViewSettings& settings) {
  resize(size.width, size.height);
  display_scale_ = size.display_scale;
  view_ = settings;
  view_.text_scale = size.text_scale;
  // Some sizes are known only after a frame.
  frames(3, 1);
}

void GeometryTest::check(const std::string& what, std::size_t least_panels, std::string_view panel) {
  auto items = ui_->probe().items();
  if (!panel.empty()) std::erase_if(items, [&](const ui::Probe::Item& item) { return item.panel != panel; });
  std::set<std::string> panels;
  unsigned wrong = 0;
  for (const auto& item : items) {
    panels.insert(item.panel);
    // What is to be seen at a glance must not have to be scrolled to.
    const bool must_show = item.panel.starts_with("tile") || item.panel.starts_with("banks") || item.panel == "top";
    if ((is_cut_across(item) || ((!item.scrolls || must_show) && is_cut(item))) && ++wrong < 6) {
      ADD_FAILURE() << what << ": cut: " << text_of(item)
                    << fmt::format(", seen ({:.0f}, {:.0f}, {:.0f} x {:.0f})", item.clip_x, item.clip_y,
                                   item.clip_width, item.clip_height);
    }
  }
  for (std::size_t i = 0; i < items.size(); ++i) {
    for (std::size_t j = i + 1; j < items.size(); ++j) {
      const auto& a = items[i];
      const auto& b = items[j];
      // What has scrolled out of sight lies under its neighbours.
      if (a.scrolls != b.scrolls || (a.scrolls && (is_cut(a) || is_cut(b)))) continue;
      if (!overlap(a, b) || contains(a, b) || contains(b, a)) continue;
      if (++wrong < 12) ADD_FAILURE() << what << ": overlap: " << text_of(a) << " and " << text_of(b);
    }
  }
  EXPECT_GE(panels.size(), least_panels) << what << ": too few panels took note of what they drew";
}

}  // namespace bankloom::test
