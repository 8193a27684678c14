#include "core/wording/numbers.h"

#include <cmath>
#include <vector>

#include "core/base/language.h"

namespace bankloom {

using namespace wording;

Text ratio_text(double ratio) {
  const double tenths = std::round(ratio * 10) / 10;
  return figure_text(ratio, std::abs(ratio - tenths) < 0.005 ? 1 : 2);
}

Text percent_text(double part) {
  const double tenths = std::round(part * 1000) / 10;
  return say("{part} %", "part"_a = figure_text(tenths, tenths == std::round(tenths) ? 0 : 1));
}

Text plain_number_text(double value) {
  const double size = std::abs(value);
  if (size < 1e15 && value == std::round(value)) {
    return say("{sign:|-}{number}", "sign"_a = Case{value < 0 ? 1U : 0U},
               "number"_a = Count{static_cast<std::uint64_t>(size)});
  }
  // From a million on six digits would need an exponent.
  return Text(
      with_decimal_sign(size >= 1e5 && size < 1e15 ? fmt::format("{:.1f}", value) : fmt::format("{:g}", value)));
}

int figure_decimals(double value) {
  const double size = std::abs(value);
  if (size == 0 || size >= 100) return 0;
  return size >= 10 ? 1 : size >= 1 ? 2 : 3;
}

Text figure_text(double value) { return figure_text(value, figure_decimals(value)); }

Text figure_text(double value, int decimals) {
  return Text(with_decimal_sign(fmt::format("{:.{}f}", value, decimals)));
}

Text bytes_text(std::uint64_t bytes) { return plural(bytes, "# byte|# bytes"); }

Text extent_text(const Dim3& extent, std::string_view times) {
  if (extent.z != 1) return Text(fmt::format("{} {} {} {} {}", extent.x, times, extent.y, times, extent.z));
  if (extent.y != 1) return Text(fmt::format("{} {} {}", extent.x, times, extent.y));
  return Text(std::to_string(extent.x));
}

Text lanes_text(LaneMask lanes) {
  if (lanes == kAllLanes) return say("all {lanes} lanes", "lanes"_a = kWarpSize);
  if (lane_count(lanes) == 1) return say("lane {lane}", "lane"_a = first_lane(lanes));
  return plural(lane_count(lanes), "# lane|# lanes");
}

Text named_lanes_text(LaneMask lanes) {
  std::vector<unsigned> all;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) all.push_back(first_lane(rest));
  if (all.size() < 2) return lanes_text(lanes);
  if (all.size() > 2 && all.back() - all.front() + 1 == all.size()) {
    return say("lanes {first}-{last}", "first"_a = all.front(), "last"_a = all.back());
  }
  switch (all.size()) {
    case 2:
      return say("lanes {a} and {b}", "a"_a = all[0], "b"_a = all[1]);
    case 3:
      return say("lanes {a}, {b} and {c}", "a"_a = all[0], "b"_a = all[1], "c"_a = all[2]);
    case 4:
      return say("lanes {a}, {b}, {c} and {d}", "a"_a = all[0], "b"_a = all[1], "c"_a = all[2], "d"_a = all[3]);
    default:
      return lanes_text(lanes);
  }
}

}  // namespace bankloom
