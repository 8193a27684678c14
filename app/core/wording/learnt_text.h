// The end of a lesson in words.
#pragma once

#include <cstdint>

#include "core/run/kernel_run.h"
#include "core/wording/text.h"

namespace bankloom {

/// "setRowReadCol, IPAD = 1": a kernel and its options that are not the usual ones.
[[nodiscard]] Text learnt_kernel_text(const KernelRun& run);
/// "32 wavefronts", "4 sectors".
[[nodiscard]] Text learnt_count_text(double number, bool is_shared);
/// "3 of 8": steps and exercises that are done.
[[nodiscard]] Text done_text(std::size_t done, std::size_t all);
/// "5 of 6 questions right at the first try".
[[nodiscard]] Text score_text(std::size_t at_once, std::size_t questions);

}  // namespace bankloom
