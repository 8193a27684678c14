#include "ui/panels/pace_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/wording/numbers.h"
#include "core/wording/text.h"
#include "ui/layout/controls.h"

namespace bankloom::ui {

using namespace wording;
namespace {

/// Steps a second.
constexpr std::array kSpeeds{0.25, 0.5, 1.0, 2.0, 3.0, 6.0, 12.0, 30.0, 60.0, 120.0, 240.0};

}  // namespace

Box pace_list(Player& player) {
  const Pace& pace = player.playback().pace();
  std::vector<double> speeds(kSpeeds.begin(), kSpeeds.end());
  if (pace.is_chosen() && std::ranges::find(speeds, pace.speed()) == speeds.end()) {
    speeds.insert(std::ranges::upper_bound(speeds, pace.speed()), pace.speed());
  }
  const auto number = [](double speed) { return with_decimal_sign(fmt::format("{:.3g}", speed)); };
  std::vector<std::string> words{say("1–{pace} /s", "pace"_a = number(Pace().speed())).str()};
  for (const double speed : speeds) words.push_back(say("{pace} /s", "pace"_a = number(speed)).str());
  const auto chosen = pace.is_chosen() ? std::ranges::find(speeds, pace.speed()) - speeds.begin() + 1 : 0;
  const auto choose = [&player, speeds](int index) {
    player.set_speed(index == 0 ? std::nullopt : std::optional(speeds[static_cast<std::size_t>(index) - 1]));
  };
  return DropDown("speed", words, static_cast<int>(chosen), choose)
      .tooltip(
          "The pace of playing, in wavefronts or sectors a second. At first each request begins with one a second "
          "and then gets faster; a pace that you choose holds for all of them. It is for the eye only: it says "
          "nothing about how long one takes on a GPU.");
}

}  // namespace bankloom::ui
