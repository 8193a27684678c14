#include "core/wording/barrier_text.h"

#include <string>
#include <vector>

namespace bankloom {
namespace {

using namespace wording;

/// "0-3, 8": the numbers of a set's members; empty where these are too many ranges to read.
std::string ranges_of(LaneMask set) {
  constexpr std::size_t kMost = 4;
  std::string words;
  std::size_t count = 0;
  for (LaneMask rest = set; rest != 0; ++count) {
    const unsigned first = first_lane(rest);
    unsigned end = first;
    while (end < kWarpSize && has_lane(rest, end)) rest &= ~lane_bit(end++);
    if (!words.empty()) words += ", ";
    words += end == first + 1 ? fmt::format("{}", first) : fmt::format("{}-{}", first, end - 1);
  }
  return count > kMost ? std::string() : words;
}

/// A word in lower case within a sentence, capitalised at its start.
enum class Letter : std::uint8_t { small, capital };

/// What a set has: with a count, and before its members' numbers.
struct SetWords {
  std::string_view counted, small, capital;
};
constexpr SetWords kLanes{"# lane|# lanes", "lane|lanes", "Lane|Lanes"},
    kWarps{"# warp|# warps", "warp|warps", "Warp|Warps"};

Text set_text(LaneMask set, const SetWords& words, Letter letter) {
  const unsigned count = lane_count(set);
  const std::string numbers = ranges_of(set);
  if (numbers.empty()) return plural(count, words.counted);
  return say("{names} {numbers}", "names"_a = plural(count, letter == Letter::capital ? words.capital : words.small),
             "numbers"_a = numbers);
}

/// As in CUDA C++, or by its number where it is not the barrier of the whole block.
Text name_of_barrier(std::uint32_t number, std::uint32_t expected) {
  return number == 0 && expected == 0 ? Text("__syncthreads()") : say("barrier {number}", "number"_a = number);
}

/// "__syncthreads() in line 7".
Text place_of_barrier(std::uint32_t number, std::uint32_t expected, std::uint32_t line) {
  const Text name = name_of_barrier(number, expected);
  return line == 0 ? name : say("{name} in line {line}", "name"_a = name, "line"_a = line);
}

}  // namespace

Text barrier_text(const Timeline& timeline, const TimelineBarrier& barrier) {
  LaneMask whole = 0, parted = 0;
  std::uint32_t line = 0;
  for (const TimelineBarrier::Arrival& arrival : barrier.arrivals) {
    const bool is_whole = barrier.lanes_of(arrival.warp) == timeline.lanes_of(arrival.warp);
    (is_whole ? whole : parted) |= lane_bit(arrival.warp);
    if (line == 0) line = arrival.source_line;
  }
  const LaneMask absent = barrier.expected != 0 ? 0 : first_lanes(timeline.warps()) & ~whole & ~parted;
  const Text name = name_of_barrier(barrier.number, barrier.expected);
  std::vector<Text> lines{line == 0 ? name : say("{name}, line {line}", "name"_a = name, "line"_a = line)};
  if (whole != 0) {
    lines.push_back(say("{warps} {count:waits|wait} here until all have arrived",
                        "warps"_a = set_text(whole, kWarps, Letter::capital), "count"_a = Count{lane_count(whole)}));
  }
  if (parted != 0) {
    lines.push_back(say("Only some lanes of {warps} arrive here", "warps"_a = set_text(parted, kWarps, Letter::small)));
  }
  if (absent != 0) {
    lines.push_back(say("{warps} never {count:arrives|arrive} here",
                        "warps"_a = set_text(absent, kWarps, Letter::capital), "count"_a = Count{lane_count(absent)}));
  }
  if (!barrier.opened) lines.push_back(say("The block ends while they wait"));
  if (timeline.has_more_barriers() && &barrier == &timeline.barriers().back()) lines.push_back(more_barriers_text());
  return lines_text(lines);
}

Text more_barriers_text() {
  return say("The block has more barriers: {count} arrivals of each block are recorded",
             "count"_a = Count{kMostBarrierArrivals});
}

Wordings more_barriers_wordings() {
  return {more_barriers_text(), say("more barriers than are recorded"), say("not recorded"), ""};
}

Text arrival_text(const Timeline& timeline, const TimelineBarrier& barrier, const TimelineBarrier::Arrival& arrival) {
  const Text place = place_of_barrier(barrier.number, barrier.expected, arrival.source_line);
  const LaneMask all = timeline.lanes_of(arrival.warp), never = all & ~barrier.lanes_of(arrival.warp);
  if (arrival.lanes == all) return say("Warp {warp} waits at {place}", "warp"_a = arrival.warp, "place"_a = place);
  Text here = say("{lanes} of warp {warp} {count:waits|wait} at {place}",
                  "lanes"_a = set_text(arrival.lanes, kLanes, Letter::capital), "warp"_a = arrival.warp,
                  "count"_a = Count{lane_count(arrival.lanes)}, "place"_a = place);
  if (never == 0) return here;
  return lines_text(
      {here, say("{lanes} never {count:arrives|arrive} there", "lanes"_a = set_text(never, kLanes, Letter::capital),
                 "count"_a = Count{lane_count(never)})});
}

Text wait_text(const BarrierWait& wait) {
  const Text place = place_of_barrier(wait.number, wait.expected, wait.source_line);
  if (wait.part) {
    const BarrierWait::Part& part = *wait.part;
    const Text lanes = set_text(part.waiting, kLanes, Letter::capital);
    const Count count{lane_count(part.waiting)}, missing{lane_count(part.never)};
    return part.never != 0 ? say("{lanes} of warp {warp} {count:waits|wait} at {place}, and {never} never "
                                 "{missing:arrives|arrive} there.",
                                 "lanes"_a = lanes, "warp"_a = part.warp, "count"_a = count, "place"_a = place,
                                 "never"_a = set_text(part.never, kLanes, Letter::small), "missing"_a = missing)
                           : say("{lanes} of warp {warp} {count:waits|wait} at {place} for {later}.", "lanes"_a = lanes,
                                 "warp"_a = part.warp, "count"_a = count, "place"_a = place,
                                 "later"_a = set_text(part.later, kLanes, Letter::small));
  }
  const Text warps = set_text(wait.waiting, kWarps, Letter::capital);
  const Count count{lane_count(wait.waiting)}, missing{lane_count(wait.never)};
  if (wait.later != 0) {
    return say("{warps} {count:waits|wait} at {place} for {later}.", "warps"_a = warps, "count"_a = count,
               "place"_a = place, "later"_a = set_text(wait.later, kWarps, Letter::small));
  }
  if (wait.never != 0) {
    return say("{warps} {count:waits|wait} at {place}, and {never} never {missing:arrives|arrive} there.",
               "warps"_a = warps, "count"_a = count, "place"_a = place,
               "never"_a = set_text(wait.never, kWarps, Letter::small), "missing"_a = missing);
  }
  return say("{warps} {count:waits|wait} at {place}.", "warps"_a = warps, "count"_a = count, "place"_a = place);
}

}  // namespace bankloom
