// Subject: what a question asks about, and what an answer names, as places of the picture.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/learn/question.h"
#include "core/session/pointer.h"

namespace bankloom::learn {

/// What a question asks about, for all views: from the question on the line, and the lane or the cell that it names.
/// Once it is told also the thread's lane, and the bank that the answer is about: that of the conflict.
[[nodiscard]] Focus subject_of(const Asked& asked, bool is_told);
/// The request that is shown once it is told, by index in requests(): of the requests of the line that of the thread,
/// or one that accesses the cell; else the place's.
[[nodiscard]] std::uint32_t told_request(const Asked& asked);

/// What an answer names in the picture.
struct AnswerPlaces {
  std::vector<std::uint64_t> cells = {};  ///< row * elements of a row + column
  LaneMask lanes = 0;
  std::optional<unsigned> bank = {};  ///< that the machine has
  [[nodiscard]] bool empty() const { return cells.empty() && lanes == 0 && !bank; }
};
[[nodiscard]] AnswerPlaces places_of(const Asked& asked, const Answer& answer);
/// The part of an answer that does not belong to the right one.
[[nodiscard]] Answer wrong_part(const Asked& asked, const Answer& answer);

}  // namespace bankloom::learn
