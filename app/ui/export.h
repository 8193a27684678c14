// Export: pictures of the window or of one view, drawn off screen into a picture of exactly the size asked for.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/session/session.h"
#include "gfx/image.h"
#include "gfx/png.h"
#include "ui/panel.h"

namespace bankloom::ui {

/// Limits of a picture, in pixels a side, and of its scale.
inline constexpr int kLeastPictureSide = 64, kLargestPictureSide = 8192;
inline constexpr int kLeastPictureScale = 1, kLargestPictureScale = 4;

struct PictureOptions {
  int width = 1600, height = 900;  ///< of the picture, in pixels
  float display_scale = 1;         ///< pixels per unit at text scale 1
  ViewSettings view;
  std::string panel;                ///< id of the only panel to draw; empty: the whole window
  bool caption = true;              ///< kernel, options, machine and provenance at the foot
  AdviceService* advice = nullptr;  ///< null: no layouts are tried
  Measures* measures = nullptr;     ///< measured times; null: none are shown. Nothing is measured for a picture
};

struct Picture {
  gfx::Image image;
  gfx::PngTexts texts;  ///< title, description, software, and the scene's line
};

/// The ids that `panel` takes.
[[nodiscard]] std::vector<std::string> picture_views();
/// Refuses sizes and scales outside of the limits, and unknown panels, in one sentence.
[[nodiscard]] Result<void> check_picture(const PictureOptions& options);

/// Draws the session as it stands, after waiting for what is chosen. Needs a current OpenGL context; binds framebuffer
/// 0 at the end. Errors: those of check_picture(), a size that the driver refuses, a kernel that has no run (its
/// failure's sentence).
[[nodiscard]] Result<Picture> render_picture(Session& session, const std::filesystem::path& shader_folder,
                                             const PictureOptions& options);

/// Lines that say what a picture shows: kernel, options and machine; then where its figures come from, measured times
/// too where there are any.
[[nodiscard]] std::vector<std::string> caption_of(const Session& session, Measures* measures = nullptr);

/// A name without folder that explains itself: "bankloom-square-setRowReadCol-IPAD0-warp0-step9.png".
[[nodiscard]] std::string picture_name(const Session& session, std::string_view panel);
/// The path itself, or with -2, -3 ... before its extension where a file is there already.
[[nodiscard]] std::filesystem::path free_path(const std::filesystem::path& path);

/// Writes into a folder under the session's picture_name(), overwriting nothing; returns the path. Errors: a folder
/// that does not exist or cannot be written.
[[nodiscard]] Result<std::filesystem::path> save_picture(const Picture& picture, const Session& session,
                                                         std::string_view panel, const std::filesystem::path& folder);

}  // namespace bankloom::ui
