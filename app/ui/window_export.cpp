#include "ui/window_export.h"

#include <chrono>
#include <string>
#include <utility>

#include "ui/export.h"
#include "ui/paper_figures.h"
#include "ui/view_options.h"

namespace bankloom::ui {
namespace {

/// How long the window waits for pictures of a film between two of its frames.
constexpr std::chrono::milliseconds kFilmSlice{60};

/// Gives the session another player for a scope.
class PlayerInPlace {
 public:
  PlayerInPlace(Session& session, Player& player) : session_(session), player_(player) {
    std::swap(session_.player(), player_);
  }
  ~PlayerInPlace() { std::swap(session_.player(), player_); }
  PlayerInPlace(const PlayerInPlace&) = delete;
  PlayerInPlace& operator=(const PlayerInPlace&) = delete;

 private:
  Session& session_;
  Player& player_;
};

}  // namespace

Result<PictureOptions> export_options(const ExportRequest& request, const Session& session, PictureOptions window) {
  if (request.figure.empty()) {
    window.width *= request.scale;
    window.height *= request.scale;
    window.display_scale *= static_cast<float>(request.scale);
    window.panel = request.view;
    return window;
  }
  TRY(const auto* const figure, find_paper_figure(request.figure));
  if (figure->compares && !session.comparing()) {
    return fail("the figure '{}' needs B: compare with a second kernel or padding (C) first", figure->name);
  }
  window.panel = figure->views;
  window.fits_height = figure->fits;
  ViewFlags looks;
  for (const auto& [flag, value] : figure->looks) looks[std::string(flag)] = value;
  TRY(set_flags(looks, window.view));
  TRY(set_paper_size(figure->width, figure->height, kUsualDotsPerInch, window));
  return window;
}

Result<std::unique_ptr<WindowFilm>> WindowFilm::begin(Session& session, const std::filesystem::path& shader_folder,
                                                      PictureOptions options, const ExportRequest& request) {
  options.moves = true;
  session.player().play(false);
  std::unique_ptr<WindowFilm> made;
  Player player = session.player();
  {
    const PlayerInPlace of_film(session, player);
    TRY(const auto film, film_of_steps(session, request.film));
    TRY(auto source, FrameSource::create(session, shader_folder, options));
    made.reset(new WindowFilm(session, std::move(source), request.file));
    TRY(made->film_, Film::create(made->source_, film, request.file, picture_texts(session, options)));
    made->runs_ = made->runs();
  }
  made->player_ = std::move(player);
  return made;
}

Result<void> WindowFilm::work() {
  if (runs() != runs_) return fail("the kernel that it shows has changed");
  const PlayerInPlace of_film(*session_, player_);
  const auto end = std::chrono::steady_clock::now() + kFilmSlice;
  do {
    TRY(film_->draw_next());
  } while (!film_->complete() && std::chrono::steady_clock::now() < end);
  return {};
}

}  // namespace bankloom::ui
