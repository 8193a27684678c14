// Films: the pictures of a FrameSource at one moment after the other, and the files that they become.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>

#include "core/base/result.h"
#include "core/session/session.h"
#include "gfx/frame_rate.h"
#include "gfx/image.h"
#include "gfx/png.h"
#include "ui/frame_source.h"

namespace bankloom::ui {

/// Of pictures a second; and most pictures of a film, an hour at 25 a second.
inline constexpr double kLeastFilmRate = 0.1, kLargestFilmRate = 60;
inline constexpr std::size_t kMostFilmPictures = 90'000;

/// A part of playing, in seconds from the session's present state.
struct FilmSpan {
  double from = 0, to = 0;
};

/// The part in which steps are played, the first and the last included: it begins with the lanes of the first and ends
/// when all tokens of the last are home. Pauses at a difference between them are part of it. Sends the player to the
/// beginning of its sequence (the selected warp's, or the block's), from which the times count. Errors: nothing to
/// play, a step that there is not, the last before the first.
[[nodiscard]] Result<FilmSpan> span_of_steps(Session& session, std::uint64_t first, std::uint64_t last);

struct FilmOptions {
  FilmSpan span = {};
  double frames_per_second = 25;  ///< rounded to a thousandth
};

/// Picture k is FrameSource::at(from + k / frames_per_second), the last at(to).
struct FilmTimes {
  double from = 0, to = 0;
  gfx::FrameRate rate = {};
  std::size_t pictures = 1;
  [[nodiscard]] double of(std::size_t picture) const;
};
/// Errors: a rate outside the limits, times below 0 or in the wrong order, too many pictures.
[[nodiscard]] Result<FilmTimes> film_times(const FilmOptions& options);

/// Takes a picture and its number.
using FilmSink = std::function<Result<void>(gfx::Image picture, std::size_t index)>;
/// Is told after each picture how many there are, and of how many.
using FilmProgress = std::function<void(std::size_t done, std::size_t all)>;

/// Draws the pictures in order. Errors: those of film_times() and of the sink, which end it; cancelled.
[[nodiscard]] Result<void> draw_film(FrameSource& source, const FilmOptions& options, const FilmSink& sink,
                                     const FilmProgress& progress = {}, const std::stop_token& stop = {});

/// Draws a film to a file (film_file.h says which). Nothing is left of a film that fails or is cancelled. Errors: those
/// of draw_film() and of make_film_file().
[[nodiscard]] Result<void> write_film(FrameSource& source, const FilmOptions& options,
                                      const std::filesystem::path& path, const gfx::PngTexts& texts = {},
                                      const FilmProgress& progress = {}, const std::stop_token& stop = {});

}  // namespace bankloom::ui
