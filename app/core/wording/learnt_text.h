// The end of a lesson in words.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/run/kernel_run.h"
#include "core/wording/text.h"

namespace bankloom {

/// "setRowReadCol, IPAD = 1": a kernel and its options that are not the usual ones.
[[nodiscard]] Text learnt_kernel_text(const KernelRun& run);
/// "32 wavefronts", "4 sectors".
[[nodiscard]] Text learnt_count_text(double number, bool is_shared);
/// How a learner sees the numbers of a run on a GPU.
struct OwnGpuText {
  Text counts;          ///< what all accesses of one kind take in the launch
  std::string profile;  ///< Nsight Compute's command line that counts it
  Text faults;
  std::string check;  ///< compute-sanitizer's command line
};
/// Of the accesses of this kind, as an H200 counts them; nothing on a machine of which that is not known to hold.
[[nodiscard]] std::optional<OwnGpuText> own_gpu_text(const KernelRun& run, Space space, AccessOp op);
/// "3 of 8": steps and exercises that are done.
[[nodiscard]] Text done_text(std::size_t done, std::size_t all);
/// "5 of 6 questions right at the first try".
[[nodiscard]] Text score_text(std::size_t at_once, std::size_t questions);

}  // namespace bankloom
