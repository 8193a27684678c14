// Thumbnails: small pictures of a talk's scenes, drawn off screen one after the other while the window is idle.
//
// Runs are asked for as the window's own; nothing is measured. A picture is kept as long as its scene is in the talk
// and the theme stays. Not thread-safe: on the thread whose OpenGL context is current. Not supported: scenes that
// cannot be shown or have no run have no picture.
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
#include "gfx/image.h"
#include "ui/frame_source.h"
#include "ui/panel.h"

namespace bankloom::ui {

class Thumbnails {
 public:
  /// The service must outlive it.
  Thumbnails(RunService& runs, std::filesystem::path shader_folder);

  /// Makes at most one picture that is missing; where its run is not there yet, it comes at a later call, after the
  /// service has said that something was done. True where one was made.
  bool work(const Talk& talk, const ViewSettings& view);
  /// OpenGL's name of the texture of a scene's picture; 0: there is none.
  [[nodiscard]] unsigned of(const Scene& scene) const;

 private:
  void make(const std::string& line, const Scene& scene, const ViewSettings& view);

  std::filesystem::path shader_folder_;
  Session session_;
  std::map<std::string, gfx::Texture> pictures_;  ///< by the scene's line; without a name: it cannot be drawn
  std::string asked_;                             ///< line of the scene that the session shows
  std::optional<std::pair<ThemeName, Palette>> looks_;
  std::optional<FrameSource> source_;  ///< of all of them: its fonts and programs are made once
};

}  // namespace bankloom::ui
