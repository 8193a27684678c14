#include "cuda/activity_records.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <utility>

namespace bankloom {
namespace {

constexpr std::size_t kBufferBytes = 1U << 20;

/// Filled by the callbacks, which may run in a thread of CUPTI's.
struct Shared {
  std::mutex mutex;
  const CuptiLibrary* cupti = nullptr;
  std::vector<KernelActivity> kernels;
};

Shared& shared() {
  // Never destroyed: CUPTI may call back while the process ends.
  static auto* const instance = new Shared;
  return *instance;
}

void request_buffer(std::uint8_t** buffer, std::size_t* bytes, std::size_t* record_limit) {
  // CUPTI requires an alignment of 8; malloc gives 16. Without memory CUPTI drops records, and take() returns fewer.
  *buffer = static_cast<std::uint8_t*>(std::malloc(kBufferBytes));
  *bytes = *buffer != nullptr ? kBufferBytes : 0;
  *record_limit = 0;
}

void complete_buffer(void* /*context*/, std::uint32_t /*stream*/, std::uint8_t* buffer, std::size_t /*bytes*/,
                     std::size_t valid_bytes) {
  Shared& state = shared();
  {
    const std::scoped_lock lock(state.mutex);
    void* record = nullptr;
    while (state.cupti != nullptr && valid_bytes > 0 &&
           state.cupti->next_record(buffer, valid_bytes, &record) == cupti::kSuccess) {
      const auto add = [&](auto head) {
        std::memcpy(&head, record, sizeof head);
        state.kernels.push_back({head.start, head.end});
      };
      std::uint32_t kind = 0;
      std::memcpy(&kind, record, sizeof kind);
      if (kind == cupti::kActivityConcurrentKernel) add(cupti::KernelRecordHead{});
      if (kind == cupti::kActivityMemcpy) add(cupti::CopyRecordHead{});
    }
  }
  std::free(buffer);
}

}  // namespace

Result<ActivityRecorder> ActivityRecorder::start(const CuptiLibrary& cupti, bool with_copies) {
  Shared& state = shared();
  {
    const std::scoped_lock lock(state.mutex);
    state.cupti = &cupti;
    state.kernels.clear();
  }
  int code = cupti.register_callbacks(request_buffer, complete_buffer);
  if (code == cupti::kSuccess) code = cupti.enable(cupti::kActivityConcurrentKernel);
  if (code != cupti::kSuccess) return fail("CUPTI records no kernels ({})", cupti.name_of(code));
  ActivityRecorder recorder(cupti, with_copies);
  if (!with_copies) return recorder;
  code = cupti.enable(cupti::kActivityMemcpy);
  if (code != cupti::kSuccess) return fail("CUPTI records no copies ({})", cupti.name_of(code));
  return recorder;
}

ActivityRecorder::~ActivityRecorder() {
  if (cupti_ == nullptr) return;
  cupti_->disable(cupti::kActivityConcurrentKernel);
  if (with_copies_) cupti_->disable(cupti::kActivityMemcpy);
  cupti_->flush(cupti::kFlushForced);
}

ActivityRecorder::ActivityRecorder(ActivityRecorder&& other) noexcept
    : cupti_(std::exchange(other.cupti_, nullptr)), with_copies_(other.with_copies_) {}

std::vector<KernelActivity> ActivityRecorder::take() {
  cupti_->flush(cupti::kFlushForced);
  Shared& state = shared();
  const std::scoped_lock lock(state.mutex);
  std::vector<KernelActivity> kernels = std::exchange(state.kernels, {});
  std::ranges::sort(kernels, {}, &KernelActivity::start);
  return kernels;
}

}  // namespace bankloom
