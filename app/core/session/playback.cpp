#include "core/session/playback.h"

#include <algorithm>
#include <limits>

namespace bankloom {
namespace {

/// The clock's offset from a step at which all tokens are home: half a step, but for rounding.
constexpr double kHome = 0.5 - 1e-6;

}  // namespace

void Playback::start() {
  if (glide_.offset == 0 && place_.step == 0) glide_.offset = -0.5;
  const bool was_over = step_is_over() && place_.is_last();
  playing_ = true;
  elapsed_ = was_over ? whole_step() : is_smooth() ? (glide_.offset + 0.5) * serving() : 0;
  if (!is_smooth()) glide_ = {};
}

void Playback::stop() {
  if (!playing_) return;
  playing_ = false;
  glide_.target = glide_.offset;
}

void Playback::set_pace(const Pace& pace) {
  const double before = serving();
  pace_ = pace;
  elapsed_ = elapsed_ < before ? elapsed_ / before * serving() : elapsed_ - before + serving();
}

double Playback::until_next_change() const {
  if (!playing_) return std::numeric_limits<double>::infinity();
  return std::max(0.0, (elapsed_ < serving() ? serving() : whole_step()) - elapsed_);
}

bool Playback::step_is_over() const {
  if (playing_) return elapsed_ >= serving() * (0.5 + kHome);
  return glide_.offset >= kHome || (glide_.offset == 0 && glide_.target == 0);
}

void Playback::advance(double seconds, StepSequence::Cursor& cursor, std::uint64_t last) {
  if (!playing_) {
    glide_.offset += std::clamp(glide_.target - glide_.offset, -seconds * glide_.pace, seconds * glide_.pace);
    return;
  }
  elapsed_ += seconds;
  for (double whole = whole_step(); elapsed_ >= whole; whole = whole_step()) {
    playing_ = cursor.index() < last && cursor.next();
    if (!playing_) break;
    elapsed_ -= whole;
    place_ = cursor.place();
  }
  const double offset = !is_smooth() ? 0 : playing_ ? std::min(elapsed_ / serving(), 1.0) - 0.5 : 0.5;
  glide_ = {offset, offset, pace_.speed(), glide_.left};
  if (glide_.offset >= -0.5) glide_.left.reset();
}

}  // namespace bankloom
