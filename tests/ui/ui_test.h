// UiTest: the window's drawing without a window, fed with a mouse, for tests that look at what it drew.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "../base/scratch_folder.h"
#include "../session/session_fixture.h"
#include "core/advice/advice_service.h"
#include "gfx/framebuffer.h"
#include "gfx/offscreen.h"
#include "ui/measures.h"
#include "ui/ui.h"

namespace bankloom::test {

/// Skips where nothing can be compiled or drawn.
class UiTest : public SessionTest {
 protected:
  void SetUp() override;
  void TearDown() override;

  /// The drawing itself; `still`: as for pictures, without mouse and overlays.
  [[nodiscard]] virtual bool still() const { return false; }
  /// Whether the test looks at pixels. Where it asks only what was drawn where, nothing is rasterised, which on a
  /// processor takes most of a frame.
  [[nodiscard]] virtual bool sees_pixels() const { return true; }
  /// What measuring needs but a device and recordings.
  [[nodiscard]] static MeasureService::Setup measure_setup();
  void use_measures(MeasureService::Setup setup);

  void resize(int width, int height);
  /// Draws one frame, `seconds` after the last.
  void frame(double seconds = 0.1);
  void frames(int count, double seconds = 0.1) {
    for (int i = 0; i < count; ++i) frame(seconds);
  }
  /// The mouse for the frames that follow, as the window system would tell it.
  void point_at(float x, float y, bool pressed = false);
  void point_away() { point_at(-100, -100); }
  /// Presses the mouse in the middle of the first item of that name, and takes it away.
  void click(const std::string& what, const std::string& panel);
  /// The last of several of one name.
  void click_last(const std::string& what, const std::string& panel);
  void click(const ui::Probe::Item& item);

  /// Opens a tab of the details by its id.
  void open_tab(const std::string& id);
  /// Draws until a panel shows these words.
  void draw_until(const std::string& panel, const std::string& words);
  /// Whether a panel drew words that hold these, and all that it drew.
  bool shows(const std::string& panel, const std::string& words);
  std::string all_of(const std::string& panel);
  /// The first item of that name; a failed expectation and nothing where there is none.
  std::optional<ui::Probe::Item> find(const std::string& what, const std::string& panel);

  /// Writes a file into the test's folder and returns where it is.
  // NOLINTNEXTLINE(modernize-use-nodiscard): many tests know where it is
  std::filesystem::path write(const std::string& name, const std::string& content) const {
    return scratch_.write(name, content);
  }

  ScratchFolder scratch_;
  const std::filesystem::path& folder_ = scratch_.path();
  std::unique_ptr<gfx::OffscreenContext> context_;
  std::unique_ptr<ui::Ui> ui_;
  std::optional<gfx::Framebuffer> target_;
  ui::ViewSettings view_;
  float display_scale_ = 1;
  bool holds_last_ = false;  ///< `target_` holds the last frame
  std::unique_ptr<ui::Measures> measures_;
  std::unique_ptr<AdviceService> advice_;
};

}  // namespace bankloom::test
