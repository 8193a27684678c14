// Which elements of two sequences have no equal partner in the other, partners being in the same order in both.
#pragma once

#include <cstddef>

namespace bankloom::ui {

/// Walks over `before` and `now` elements. `same(i, k)` tells whether element i of the one equals element k of the
/// other; `old_one(i)` and `new_one(k)` are told all that are left without a partner. Not the fewest possible: where
/// the two part ways, the next 256 elements are looked through for the nearest place where they meet again, and after
/// some hundred thousand comparisons in vain all that follows is taken for different.
template <class Same, class OldOne, class NewOne>
void compare_sequences(std::size_t before, std::size_t now, const Same& same, const OldOne& old_one,
                       const NewOne& new_one) {
  constexpr std::size_t kReach = 256;
  std::size_t budget = 100'000;
  std::size_t i = 0, k = 0;
  while (i < before && k < now) {
    if (same(i, k)) {
      ++i, ++k;
      continue;
    }
    std::size_t skip_old = 0, skip_new = 0;
    for (std::size_t step = 1; step <= kReach && budget >= 3; ++step, budget -= 3) {
      const bool more_old = i + step < before, more_new = k + step < now;
      if (!more_old && !more_new) break;
      if (more_old && more_new && same(i + step, k + step)) {
        skip_old = skip_new = step;
      } else if (more_new && same(i, k + step)) {
        skip_new = step;
      } else if (more_old && same(i + step, k)) {
        skip_old = step;
      } else {
        continue;
      }
      break;
    }
    if (skip_old == 0 && skip_new == 0) {
      if (budget < 3) break;
      skip_old = skip_new = 1;
    }
    for (; skip_old > 0; --skip_old) old_one(i++);
    for (; skip_new > 0; --skip_new) new_one(k++);
  }
  while (i < before) old_one(i++);
  while (k < now) new_one(k++);
}

}  // namespace bankloom::ui
