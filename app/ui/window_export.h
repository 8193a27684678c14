// What the window exports: a picture or a table at once, and a film some pictures at a time, so that the window stays
// alive. The rules are those of `bankloom export`.
#pragma once

#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "core/base/result.h"
#include "core/session/session.h"
#include "ui/export_request.h"
#include "ui/film.h"

namespace bankloom::ui {

/// The picture that is asked for, from that of the whole window. Errors: no such figure, one that needs B.
[[nodiscard]] Result<PictureOptions> export_options(const ExportRequest& request, const Session& session,
                                                    PictureOptions window);

/// A film of what the window shows. The window keeps its own place in the kernel.
class WindowFilm {
 public:
  /// The session must outlive it. Errors: those of film_of_steps(), FrameSource and Film.
  [[nodiscard]] static Result<std::unique_ptr<WindowFilm>> begin(Session& session,
                                                                 const std::filesystem::path& shader_folder,
                                                                 PictureOptions options, const ExportRequest& request);
  WindowFilm(const WindowFilm&) = delete;
  WindowFilm& operator=(const WindowFilm&) = delete;

  /// Draws pictures for a moment, at least one. Errors: those of Film; the session shows something else by now.
  [[nodiscard]] Result<void> work();
  [[nodiscard]] const Film& film() const { return *film_; }
  [[nodiscard]] const std::filesystem::path& file() const { return file_; }

 private:
  WindowFilm(Session& session, FrameSource source, std::filesystem::path file)
      : session_(&session), source_(std::move(source)), file_(std::move(file)), player_(session.player()) {}
  [[nodiscard]] std::array<std::shared_ptr<const KernelRun>, 2> runs() const {
    return {session_->side(Side::a).run, session_->side(Side::b).run};
  }

  Session* session_;
  FrameSource source_;
  std::filesystem::path file_;
  std::optional<Film> film_;  ///< empty only in begin()
  Player player_;             ///< the film's, while the session has the window's
  std::array<std::shared_ptr<const KernelRun>, 2> runs_;
};

}  // namespace bankloom::ui
