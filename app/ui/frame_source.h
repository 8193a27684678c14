// FrameSource: pictures of a session, drawn off screen in exactly the requested size. Each is a function of the
// session, the view and a time alone; a film is a list of times. One exception, as in the window: a panel too small for
// its text stays where the picture before had scrolled it while the lit line is in sight.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/session/session.h"
#include "gfx/framebuffer.h"
#include "gfx/image.h"
#include "gfx/png.h"
#include "ui/painter/painter.h"
#include "ui/panel.h"
#include "ui/ui.h"

namespace bankloom::ui {

/// Limits of a picture, in pixels a side, and of its scale.
inline constexpr int kLeastPictureSide = 64, kLargestPictureSide = 8192;
inline constexpr int kLeastPictureScale = 1, kLargestPictureScale = 4;

struct PictureOptions {
  int width = 1600, height = 900;  ///< of the picture, in pixels
  float display_scale = 1;         ///< pixels per unit at text scale 1
  ViewSettings view;
  std::string panel;         ///< the only panels to draw, below each other: "tile+banks"; empty: the window
  bool keeps_scale = false;  ///< views alone are not made smaller where they have little room
  bool fits_height = false;  ///< views alone end where their contents do; `height` is the most
  bool caption = true;  ///< at the foot; on paper (keeps_scale) the origin of the figures stands there without, too
  std::optional<std::string> title = {};  ///< the caption's first line or lines, instead of kernel and options
  bool moves = false;                     ///< a film, whose caption names no place
  AdviceService* advice = nullptr;        ///< null: no layouts are tried
  Programs* programs = nullptr;           ///< the state of a learner's program; null: none
  Measures* measures = nullptr;           ///< measured times; null: none are shown. Nothing is measured for a picture
};

/// The values for `panel`.
[[nodiscard]] std::vector<std::string> picture_views();
/// The one that is not a panel.
inline constexpr std::string_view kFocusView = "focus";
/// Refuses sizes and scales outside the limits, and unknown panels, in one sentence.
[[nodiscard]] Result<void> check_picture(const PictureOptions& options);

/// Files of shapes and text. SVG has text as text, or as outlines.
enum class VectorFormat : std::uint8_t { svg, svg_outlines, pdf };

class FrameSource {
 public:
  /// Waits for the chosen run, and for what is shown with it: the lesson's other kernels, and advice. Needs a current
  /// OpenGL context during its life; the session must outlive it. Errors: those of check_picture(), a size that the
  /// driver refuses, a kernel without a run (its failure's sentence).
  [[nodiscard]] static Result<FrameSource> create(Session& session, const std::filesystem::path& shader_folder,
                                                  const PictureOptions& options);

  /// Shows the session's new choice in the same size and panel. Errors: a kernel without a run.
  [[nodiscard]] Result<void> look(const ViewSettings& view);

  [[nodiscard]] gfx::PixelSize size() const { return request_.size; }

  /// The session's present state, all motion at its end and nothing pointed at. Binds framebuffer 0 at the end, as at()
  /// does.
  [[nodiscard]] gfx::Image still();
  /// still() as a file of shapes and text with these texts, see SvgPainter and CairoPainter.
  [[nodiscard]] Result<std::string> vectors(VectorFormat format, const gfx::PngTexts& texts);
  /// The session after so many seconds of playback from its present state, which does not change.
  [[nodiscard]] gfx::Image at(double seconds);

 private:
  class Kept;
  FrameSource(Session& session, gfx::Framebuffer framebuffer, std::unique_ptr<Ui> ui, const PictureOptions& options);
  [[nodiscard]] gfx::Image draw(MotionSetting motion);
  /// Draws once more, by another painter; what the fonts and windows are must be known from draw().
  void paint(Painter& painter);
  Result<void> fit_height();

  Session* session_;
  gfx::Framebuffer framebuffer_;
  std::unique_ptr<Ui> ui_;
  ViewSettings view_;
  FrameRequest request_;
  bool composes_ = false;  ///< only what changed is drawn
};

}  // namespace bankloom::ui
