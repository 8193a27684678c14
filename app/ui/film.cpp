#include "ui/film.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/film_file.h"

namespace bankloom::ui {
namespace {

/// Keeps a moment on its side of a step's boundary, which sums of seconds miss by their rounding.
constexpr double kInside = 1e-6;

/// Seconds until a player that is playing reaches a step of its sequence.
double play_to(Player& player, std::uint64_t step) {
  double seconds = 0;
  while (player.step_index() < step && player.playback().playing()) {
    const double passed = player.playback().until_next_step() + kInside / 1000;
    player.advance(passed);
    seconds += passed;
  }
  return seconds;
}

}  // namespace

Result<FilmSpan> span_of_steps(Session& session, std::uint64_t first, std::uint64_t last) {
  Player& player = session.player();
  if (player.sequence().empty()) return fail("there is nothing to play: the kernel accesses no memory");
  const std::uint64_t steps = player.sequence().count();
  if (first > last) return fail("a film cannot go from step {} to step {}: it plays forwards", first, last);
  if (last >= steps) return fail("there is no step {}: there are {}, numbered from 0 to {}", last, steps, steps - 1);
  player.go_to_step(0);
  player.rest();
  Player played = player;
  played.set_motion(true);
  played.play(true);
  FilmSpan span;
  span.from = play_to(played, first);
  const double begin = span.from + play_to(played, last);
  span.to = begin + 1 / played.playback().speed() - kInside;
  return span;
}

double FilmTimes::of(std::size_t picture) const {
  return std::min(to, from + static_cast<double>(picture) / rate.value());
}

Result<FilmTimes> film_times(const FilmOptions& options) {
  const auto [from, to] = options.span;
  // No comparison holds of what is no number.
  const bool has_rate = options.frames_per_second >= kLeastFilmRate && options.frames_per_second <= kLargestFilmRate;
  if (!has_rate) {
    return fail("a film has {} to {} pictures a second, not {}", kLeastFilmRate, kLargestFilmRate,
                options.frames_per_second);
  }
  const bool is_span = from >= 0 && to >= from;
  if (!is_span) return fail("a film cannot go from second {} to second {}", from, to);
  FilmTimes times{from, to, gfx::frame_rate_of(options.frames_per_second), 1};
  // A last step's end that a picture meets but for rounding needs no other.
  const double more = std::ceil((to - from) * times.rate.value() - 1e-3);
  if (!(more < static_cast<double>(kMostFilmPictures))) {
    return fail("a film of {:.0f} seconds has too many pictures; give it fewer a second, or a shorter time", to - from);
  }
  times.pictures += static_cast<std::size_t>(std::max(more, 0.0));
  return times;
}

Result<void> draw_film(FrameSource& source, const FilmOptions& options, const FilmSink& sink,
                       const FilmProgress& progress, const std::stop_token& stop) {
  TRY(const auto times, film_times(options));
  for (std::size_t picture = 0; picture < times.pictures; ++picture) {
    if (stop.stop_requested()) return fail_with(Error{"the film was cancelled", ErrorCode::cancelled});
    TRY(sink(source.at(times.of(picture)), picture));
    if (progress) progress(picture + 1, times.pictures);
  }
  return {};
}

Result<void> write_film(FrameSource& source, const FilmOptions& options, const std::filesystem::path& path,
                        const gfx::PngTexts& texts, const FilmProgress& progress, const std::stop_token& stop) {
  TRY(const auto times, film_times(options));
  TRY(const auto file, make_film_file(path, {source.size(), times.rate, texts}));
  const auto add = [&file](gfx::Image picture, std::size_t) { return file->add(std::move(picture)); };
  TRY(draw_film(source, options, add, progress, stop));
  return file->finish();
}

}  // namespace bankloom::ui
