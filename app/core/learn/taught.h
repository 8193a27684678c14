// What a learner has been taught at a step: a picture shows no fact whose words are still to come.
#pragma once

#include <cstddef>
#include <vector>

#include "core/learn/lesson.h"
#include "core/session/facts.h"

namespace bankloom::learn {

/// Leaves out what a later step tells and no step has told until this one, itself included: warps, banks and what a
/// request takes of them, and sectors before a text links their term or a question asks for them, times before a
/// question asks whether conflicts cost any.
[[nodiscard]] Disclosure taught_at(const std::vector<Lesson>& lessons, std::size_t lesson, std::size_t step);

}  // namespace bankloom::learn
