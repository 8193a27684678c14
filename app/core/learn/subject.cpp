#include "core/learn/subject.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/learn/mistakes.h"

namespace bankloom::learn {
namespace {

/// The warp and the lane of the thread that is asked about.
std::optional<std::pair<std::uint32_t, unsigned>> thread_place(const Asked& asked) {
  if (!asked.question.thread) return std::nullopt;
  const auto& [x, y, z] = *asked.question.thread;
  const Dim3& block = asked.at.run->instance.block;
  const std::uint64_t index = (std::uint64_t{z} * block.y + y) * block.x + x;
  return std::pair(static_cast<std::uint32_t>(index / kWarpSize), static_cast<unsigned>(index % kWarpSize));
}

/// The bank of a conflict that is asked about, once it is told.
std::optional<unsigned> told_bank(const Asked& asked, const MemoryAccess& access) {
  const Question& question = asked.question;
  if (access.space != Space::shared || question.kind == QuestionKind::cells) return std::nullopt;
  if (question.kind == QuestionKind::lanes) {
    if (asked.right.empty()) return std::nullopt;
    return static_cast<unsigned>(
        bank_of(asked.at.run->machine, access.addresses[static_cast<unsigned>(asked.right.front())]));
  }
  const auto conflicts = asked.numbers.find("conflicts"), bank = asked.numbers.find("bank");
  if (conflicts == asked.numbers.end() || bank == asked.numbers.end() || conflicts->second == 0) return std::nullopt;
  return static_cast<unsigned>(bank->second);
}

}  // namespace

std::uint32_t told_request(const Asked& asked) {
  const auto thread = thread_place(asked);
  const auto& cell = asked.question.cell;
  if (!thread && !cell) return asked.at.request;
  const auto fits = [&](std::uint32_t index) {
    const TimelineRequest& request = asked.at.timeline->requests()[index];
    if (thread) return request.warp == thread->first;
    const MemoryAccess access = asked.at.run->trace.at(request.access);
    const std::uint64_t first = asked.at.run->tile->address(cell->first, cell->second);
    bool touches = false;
    for_each_lane(addressing_lanes(access), [&](unsigned lane) {
      touches = touches || (access.addresses[lane] < first + asked.at.run->tile->element_bytes &&
                            first < access.addresses[lane] + access.width);
    });
    return access.space == Space::shared && touches;
  };
  if (fits(asked.at.request)) return asked.at.request;
  const std::vector<std::uint32_t> requests = asked.at.of_line();
  const auto found = std::find_if(requests.begin(), requests.end(), fits);
  return found == requests.end() ? asked.at.request : *found;
}

Focus subject_of(const Asked& asked, bool is_told) {
  const Question& question = asked.question;
  Focus focus;
  if (asked.at.at().source_line != 0) focus.line = question.source_line.value_or(asked.at.at().source_line);
  if (question.cell) {
    focus.cell = TileGeometry::Element{question.cell->first, question.cell->second};
    return focus;
  }
  focus.lane = question.lane;
  if (question.lane || is_told) focus.request = told_request(asked);
  if (!is_told || question.lane) return focus;
  if (const auto thread = thread_place(asked)) {
    focus.lane = thread->second;
  } else {
    focus.bank = told_bank(asked, asked.at.access());
  }
  return focus;
}

AnswerPlaces places_of(const Asked& asked, const Answer& answer) {
  AnswerPlaces places;
  switch (asked.question.kind) {
    case QuestionKind::cells:
      places.cells = {answer.begin(), answer.end()};
      break;
    case QuestionKind::lanes:
      for (const double lane : answer) places.lanes |= lane_bit(static_cast<unsigned>(lane));
      break;
    case QuestionKind::bank:
      if (!answer.empty() && answer.front() < asked.at.run->machine.banks)
        places.bank = static_cast<unsigned>(answer.front());
      break;
    default:
      break;
  }
  return places;
}

Answer wrong_part(const Asked& asked, const Answer& answer) {
  Answer wrong;
  std::set_difference(answer.begin(), answer.end(), asked.right.begin(), asked.right.end(), std::back_inserter(wrong));
  return wrong;
}

}  // namespace bankloom::learn
