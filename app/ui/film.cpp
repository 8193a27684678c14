#include "ui/film.h"

#include <algorithm>
#include <cmath>

#include "core/base/language.h"
#include "ui/result_card.h"

namespace bankloom::ui {
namespace {

/// Keeps a moment on its side of a step's boundary, which sums of seconds miss by their rounding.
constexpr double kInside = 1e-6;
/// Seconds for which the warps that threads walk into stand at a film's end.
constexpr double kSeenWarps = 1;

/// Seconds until a player that is playing reaches a step of its sequence.
double play_to(Player& player, std::uint64_t step) {
  double seconds = 0;
  while (player.step_index() < step && player.playback().playing()) {
    const double passed = player.playback().until_next_change() + kInside / 1000;
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
  for (PaddingSlide& slide : session.slides()) slide.rest();
  Player played = player;
  played.set_motion(true);
  played.play(true);
  FilmSpan span;
  span.from = play_to(played, first);
  const double begin = span.from + play_to(played, last);
  const StepPlace place = played.sequence().cursor(played.position()).place();
  const Pace& pace = played.playback().pace();
  span.to = begin + pace.seconds(place) + pace.seconds_after(place) - kInside;
  if (last + 1 == steps && result_of(session, nullptr)) span.to += kResultSeconds;
  // A film of threads ends where they are warps, and is seen to.
  if (session.scene().subject == Subject::threads) span.to = std::max(span.to, WalkClock::kSeconds + kSeenWarps);
  return span;
}

Result<FilmOptions> film_of_steps(Session& session, const FilmRequest& request) {
  const double pace = request.pace.value_or(Pace().speed());
  const bool is_known = pace >= Pace::kSlowest && pace <= Pace::kFastest;
  if (!is_known) {
    return fail("a film plays {} to {} wavefronts and sectors per second, not {}", Pace::kSlowest, Pace::kFastest,
                pace);
  }
  session.player().set_speed(request.pace);
  const auto steps = static_cast<std::int64_t>(session.player().sequence().count());
  const std::int64_t first = request.from.value_or(0), last = request.to.value_or(steps - 1);
  if (first < 0 || (request.to && last < 0)) return fail("steps are counted from 0");
  TRY(const auto span, span_of_steps(session, static_cast<std::uint64_t>(first),
                                     static_cast<std::uint64_t>(std::max<std::int64_t>(last, 0))));
  return FilmOptions{span, request.frames_per_second};
}

double FilmTimes::of(std::size_t picture) const {
  return std::min(to, from + static_cast<double>(picture) / rate.value());
}

Result<FilmTimes> film_times(const FilmOptions& options) {
  const auto [from, to] = options.span;
  // No comparison holds of what is no number.
  const bool has_rate = options.frames_per_second >= kLeastFilmRate && options.frames_per_second <= kLargestFilmRate;
  if (!has_rate) {
    return fail("a film has {} to {} frames per second, not {}", kLeastFilmRate, kLargestFilmRate,
                options.frames_per_second);
  }
  const bool is_span = from >= 0 && to >= from;
  if (!is_span) return fail("a film cannot go from second {} to second {}", from, to);
  FilmTimes times{from, to, gfx::frame_rate_of(options.frames_per_second), 1};
  // A last step's end that a picture meets but for rounding needs no other.
  const double more = std::ceil((to - from) * times.rate.value() - 1e-3);
  if (!(more < static_cast<double>(kMostFilmPictures))) {
    return fail("a film of {:.0f} seconds has too many frames; use fewer per second, or a shorter time", to - from);
  }
  times.pictures += static_cast<std::size_t>(std::max(more, 0.0));
  return times;
}

Result<Film> Film::create(FrameSource& source, const FilmOptions& options, const std::filesystem::path& file,
                          const gfx::PngTexts& texts) {
  TRY(const auto times, film_times(options));
  TRY(auto made, make_film_file(file, {source.size(), times.rate, texts}));
  return Film(source, times, std::move(made));
}

Result<void> Film::draw_next() {
  TRY(file_->add(source_->at(times_.of(done_))));
  ++done_;
  return complete() ? file_->finish() : Result<void>();
}

Result<void> write_film(FrameSource& source, const FilmOptions& options, const std::filesystem::path& file,
                        const gfx::PngTexts& texts, const FilmProgress& progress, const std::stop_token& stop) {
  TRY(auto film, Film::create(source, options, file, texts));
  while (!film.complete()) {
    if (stop.stop_requested()) return fail_with(Error{message("the film was cancelled"), ErrorCode::cancelled});
    TRY(film.draw_next());
    if (progress) progress(film.done(), film.times().pictures);
  }
  return {};
}

}  // namespace bankloom::ui
