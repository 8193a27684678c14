// Films: the pictures of a FrameSource at one moment after the other, and the files that they become.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <utility>

#include "core/base/result.h"
#include "core/session/session.h"
#include "gfx/frame_rate.h"
#include "gfx/png.h"
#include "ui/export_request.h"
#include "ui/film_file.h"
#include "ui/frame_source.h"

namespace bankloom::ui {

/// Of pictures a second; and most pictures of a film, an hour at 25 a second.
inline constexpr double kLeastFilmRate = 0.1, kLargestFilmRate = 60;
inline constexpr std::size_t kMostFilmPictures = 90'000;

/// A part of playing, in seconds from the session's present state.
struct FilmSpan {
  double from = 0, to = 0;
};

/// How long a film shows the result of a comparison that it plays to the end.
inline constexpr double kResultSeconds = 2.5;

/// The part in which steps are played, the first and the last included: it begins with the lanes of the first and ends
/// when all tokens of the last are home. The ends of their requests are part of it, and the result. Sends the player to
/// the beginning of its sequence (the selected warp's, or the block's), from which the times count. Errors: nothing to
/// play, a step that there is not, the last before the first.
[[nodiscard]] Result<FilmSpan> span_of_steps(Session& session, std::uint64_t first, std::uint64_t last);

struct FilmOptions {
  FilmSpan span = {};
  double frames_per_second = 25;  ///< rounded to a thousandth
};

/// The film's times, with the session's player at its beginning and at that pace. Errors: those of span_of_steps(); a
/// pace outside of Pace's.
[[nodiscard]] Result<FilmOptions> film_of_steps(Session& session, const FilmRequest& request);

/// Picture k is FrameSource::at(from + k / frames_per_second), the last at(to).
struct FilmTimes {
  double from = 0, to = 0;
  gfx::FrameRate rate = {};
  std::size_t pictures = 1;
  [[nodiscard]] double of(std::size_t picture) const;
};
/// Errors: a rate outside the limits, times below 0 or in the wrong order, too many pictures.
[[nodiscard]] Result<FilmTimes> film_times(const FilmOptions& options);

/// A film in the making: a picture at a time, so that who makes it can do other things between. Nothing is left of one
/// that fails or is given up.
class Film {
 public:
  /// `file`: film_file.h says which. The source must outlive it. Errors: those of film_times() and make_film_file().
  [[nodiscard]] static Result<Film> create(FrameSource& source, const FilmOptions& options,
                                           const std::filesystem::path& file, const gfx::PngTexts& texts = {});
  /// Draws the next picture; after the last one the file is complete. Errors: no room, ffmpeg's last words.
  [[nodiscard]] Result<void> draw_next();
  [[nodiscard]] bool complete() const { return done_ == times_.pictures; }
  [[nodiscard]] std::size_t done() const { return done_; }
  [[nodiscard]] const FilmTimes& times() const { return times_; }

 private:
  Film(FrameSource& source, const FilmTimes& times, std::unique_ptr<FilmFile> file)
      : source_(&source), times_(times), file_(std::move(file)) {}

  FrameSource* source_;
  FilmTimes times_;
  std::unique_ptr<FilmFile> file_;
  std::size_t done_ = 0;
};

/// Is told after each picture how many there are, and of how many.
using FilmProgress = std::function<void(std::size_t done, std::size_t all)>;
/// The whole film. Errors: those of Film; cancelled.
[[nodiscard]] Result<void> write_film(FrameSource& source, const FilmOptions& options,
                                      const std::filesystem::path& file, const gfx::PngTexts& texts = {},
                                      const FilmProgress& progress = {}, const std::stop_token& stop = {});

}  // namespace bankloom::ui
