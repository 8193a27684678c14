// Thumbnails: small pictures of a talk's scenes, drawn off screen one by one while the window is idle.
//
// It requests runs like the window, and measures nothing. A picture is kept while its scene is in the talk and the
// theme stays. Only for the thread with the current OpenGL context. A scene that cannot be shown or run has no picture.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "core/run/run_service.h"
#include "core/session/session.h"
#include "core/session/talk.h"
#include "gfx/gl_object.h"
#include "ui/frame_source.h"
#include "ui/panel.h"

namespace bankloom::ui {

class Thumbnails {
 public:
  /// The service must outlive it.
  Thumbnails(RunService& runs, std::filesystem::path shader_folder);

  /// Makes at most one missing picture; if its run is not done, a call after the service's next result makes it. True
  /// if a picture was made.
  bool work(const Talk& talk, const ViewSettings& view);
  /// OpenGL's name of the texture with a scene's picture; 0: none.
  [[nodiscard]] unsigned of(const Scene& scene) const;

 private:
  void make(const std::string& line, const Scene& scene, const ViewSettings& view);

  std::filesystem::path shader_folder_;
  Session session_;
  std::map<std::string, gfx::Texture> pictures_;  ///< by the scene's line; an empty texture if it cannot be drawn
  std::string asked_;                             ///< line of the scene that the session shows
  std::optional<std::pair<ThemeName, Palette>> theme_;
  std::optional<FrameSource> source_;  ///< shared, so that fonts and programs are loaded once
};

}  // namespace bankloom::ui
