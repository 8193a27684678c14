#include "cuda/gpu_timing.h"

#include <algorithm>
#include <limits>

#include "core/base/language.h"
#include "cuda/activity_records.h"

namespace bankloom {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::nanoseconds;

constexpr double kFullClock = 0.97;
constexpr unsigned kWarmUpReadings = 3;
constexpr nanoseconds kShortestWarmUp = std::chrono::milliseconds(50);
constexpr nanoseconds kLongestWarmUp = std::chrono::milliseconds(250);
constexpr double kBatchNanoseconds = 5e6;
constexpr unsigned kLargestBatch = 64;

/// Pairs of the driver's events.
class EventPairs {
 public:
  EventPairs(CudaCheck& check, unsigned count) : check_(check), events_(std::size_t{2} * count) {}
  ~EventPairs() {
    if (check_.is_spent()) return;
    for (CudaLibrary::Event event : events_) {
      if (event != nullptr) check_.cuda().destroy_event(event);
    }
  }
  EventPairs& operator=(EventPairs&&) = delete;

  Result<void> create() {
    for (CudaLibrary::Event& event : events_) {
      TRY(check_(check_.cuda().create_event(&event, CudaLibrary::kEventDefault), message("no event can be created")));
    }
    return {};
  }
  Result<void> record(std::size_t index) {
    return check_(check_.cuda().record_event(events_[index], nullptr), message("an event cannot be recorded"));
  }
  Result<double> elapsed_ns(std::size_t pair) {
    float milliseconds = 0;
    TRY(check_(check_.cuda().elapsed(&milliseconds, events_[2 * pair], events_[2 * pair + 1]),
               message("an event cannot be read")));
    return double{milliseconds} * 1e6;
  }

 private:
  CudaCheck& check_;
  std::vector<CudaLibrary::Event> events_;
};

/// One launch or copy: what precedes it and is not timed, and its start, neither of which waits.
struct Turn {
  std::function<Result<void>()> prepare, start;
};

Result<void> run_all(GpuProgram& program, const Turn& turn, unsigned times) {
  for (unsigned i = 0; i < times; ++i) {
    TRY(turn.prepare());
    TRY(turn.start());
  }
  return program.wait();
}

Result<std::vector<double>> run_with_events(GpuProgram& program, const Turn& turn, unsigned times) {
  EventPairs events(program.check(), times);
  TRY(events.create());
  for (unsigned i = 0; i < times; ++i) {
    TRY(turn.prepare());
    TRY(events.record(2 * i));
    TRY(turn.start());
    TRY(events.record(2 * i + 1));
  }
  TRY(program.wait());
  std::vector<double> durations;
  for (unsigned i = 0; i < times; ++i) {
    TRY(const auto duration, events.elapsed_ns(i));
    durations.push_back(duration);
  }
  return durations;
}

/// Two buffers for the device's own copy, the first filled with a kernel's data.
class CopyBuffers {
 public:
  explicit CopyBuffers(CudaCheck& check) : check_(check) {}
  ~CopyBuffers() {
    if (check_.is_spent()) return;
    for (const CudaLibrary::Pointer buffer : {from_, to_}) {
      if (buffer != 0) check_.cuda().free(buffer);
    }
  }
  CopyBuffers& operator=(CopyBuffers&&) = delete;

  Result<void> make(std::uint64_t bytes, const std::vector<std::byte>* data) {
    bytes_ = bytes;
    for (CudaLibrary::Pointer* buffer : {&from_, &to_}) {
      TRY(check_(check_.cuda().allocate(buffer, bytes_),
                 message("the GPU cannot allocate a buffer of {} bytes to copy", bytes_)));
    }
    for (std::uint64_t at = 0; data != nullptr && !data->empty() && at < bytes_; at += data->size()) {
      const std::size_t part = std::min<std::uint64_t>(data->size(), bytes_ - at);
      TRY(check_(check_.cuda().copy_to_device(from_ + at, data->data(), part),
                 message("the buffer to copy could not be filled")));
    }
    return {};
  }
  Result<void> copy() {
    return check_(check_.cuda().copy_on_device(to_, from_, bytes_, nullptr), message("the device's own copy failed"));
  }

 private:
  CudaCheck& check_;
  std::uint64_t bytes_ = 0;
  CudaLibrary::Pointer from_ = 0, to_ = 0;
};

/// Durations from the records; nothing if these are not one a launch, or not within the time of the launches. So a
/// CUPTI with another layout of records is noticed, not believed.
std::optional<std::vector<double>> durations_of(const std::vector<KernelActivity>& kernels, unsigned launches,
                                                std::uint64_t before, std::uint64_t after) {
  constexpr std::uint64_t kClockSkew = 100'000'000;
  if (kernels.size() != launches) return std::nullopt;
  std::vector<double> durations;
  for (const KernelActivity& kernel : kernels) {
    if (kernel.start + kClockSkew < before || kernel.end > after + kClockSkew || kernel.end <= kernel.start) {
      return std::nullopt;
    }
    durations.push_back(static_cast<double>(kernel.end - kernel.start));
  }
  return durations;
}

/// The launches that take about kBatchNanoseconds, by the duration of the last one.
unsigned batch_size(const std::vector<double>& durations) {
  const double last = durations.empty() ? 0 : durations.back();
  return static_cast<unsigned>(std::clamp(kBatchNanoseconds / std::max(last, 1.0), 1.0, double{kLargestBatch}));
}

/// Returns the highest clock that was read, MHz.
Result<unsigned> warm_up(const TimingSource& source, Clock::time_point begin) {
  unsigned highest = 0;
  unsigned steady = 0;
  unsigned launches = 1;
  const auto is_warm = [&] {
    const nanoseconds elapsed = source.now() - begin;
    return elapsed >= kLongestWarmUp || (elapsed >= kShortestWarmUp && steady >= kWarmUpReadings);
  };
  while (!is_warm()) {
    TRY(const auto durations, source.run(launches));
    launches = batch_size(durations);
    const unsigned clock = source.clock();
    steady = clock > highest ? 0 : steady + 1;
    highest = std::max(highest, clock);
  }
  return highest;
}

}  // namespace

GpuSamples keep_at_full_clock(std::span<const TimedBatch> batches, unsigned highest_mhz) {
  unsigned highest = highest_mhz;
  for (const TimedBatch& batch : batches) highest = std::max(highest, batch.clock_mhz);
  GpuSamples samples;
  std::vector<unsigned> clocks;
  for (const TimedBatch& batch : batches) {
    if (batch.clock_mhz < kFullClock * highest) {
      samples.dropped += static_cast<std::uint32_t>(batch.nanoseconds.size());
      continue;
    }
    samples.nanoseconds.insert(samples.nanoseconds.end(), batch.nanoseconds.begin(), batch.nanoseconds.end());
    clocks.push_back(batch.clock_mhz);
  }
  if (!clocks.empty()) {
    const auto middle = clocks.begin() + static_cast<std::ptrdiff_t>(clocks.size() / 2);
    std::nth_element(clocks.begin(), middle, clocks.end());
    samples.clock_mhz = *middle;
  }
  return samples;
}

Result<GpuCopySamples> sample_durations(const TimingSource& source, const StabilityRule& rule) {
  struct Series {
    const std::function<Result<std::vector<double>>(unsigned)>* run;
    GpuSamples* samples;
    std::vector<TimedBatch> batches{};
    unsigned launches = 1;
    std::size_t taken = 0;
  };
  GpuCopySamples samples;
  std::vector<Series> all{{&source.run, &samples.kernel}};
  if (source.run_copy) all.push_back({&source.run_copy, &samples.copy});
  TRY(const auto highest, warm_up(source, source.now()));
  StabilityRule each = rule;
  each.limit = rule.limit * static_cast<int>(all.size());
  std::size_t next_look = rule.minimum_samples;
  const auto begin = source.now();
  for (;;) {
    std::size_t fewest = std::numeric_limits<std::size_t>::max();
    for (Series& series : all) {
      const unsigned before = source.clock();
      TRY(auto durations, (*series.run)(series.launches));
      series.taken += durations.size();
      fewest = std::min(fewest, series.taken);
      series.launches = batch_size(durations);
      series.batches.push_back({std::move(durations), std::min(before, source.clock())});
    }
    const nanoseconds elapsed = source.now() - begin;
    // Each look sorts all samples: their number grows by a quarter from look to look, so that looking stays cheap.
    if (elapsed < each.limit && fewest < next_look) continue;
    next_look = fewest + std::max<std::size_t>(fewest / 4, 1);
    bool enough = true;
    for (const Series& series : all) {
      *series.samples = keep_at_full_clock(series.batches, highest);
      if (series.samples->nanoseconds.empty() && elapsed >= each.limit) {
        *series.samples = keep_at_full_clock(series.batches, 0);
      }
      enough = enough && is_enough(series.samples->nanoseconds, elapsed, each);
    }
    if (!enough) continue;
    for (const Series& series : all) {
      if (series.samples->nanoseconds.empty()) {
        return fail("no launch finished in time: measure again with a longer limit");
      }
    }
    return samples;
  }
}

Result<GpuCopySamples> time_with_copy(GpuProgram& program, std::uint64_t bytes, const CuptiLibrary* cupti,
                                      const NvmlLibrary* nvml, NvmlLibrary::Device device,
                                      std::chrono::milliseconds deadline) {
  CopyBuffers copies(program.check());
  const bool has_copies = bytes != 0;
  if (has_copies) {
    TRY(copies.make(bytes, program.largest_buffer()));
  }
  const Turn launch{[&program] { return program.prepare(); }, [&program] { return program.launch(); }};
  const Turn copy{[] { return Result<void>(); }, [&copies] { return copies.copy(); }};
  TRY(run_all(program, launch, 1));
  TimingSource source;
  source.clock = [&] { return nvml != nullptr ? nvml->clock_of(device) : 0U; };
  source.now = [] { return Clock::now(); };
  StabilityRule rule;
  if (deadline.count() > 0) rule.limit = std::min<nanoseconds>(rule.limit, deadline / (has_copies ? 4 : 2));
  const auto sampled = [&](const char* how, const auto& run) {
    source.run = [&](unsigned times) { return run(launch, times); };
    if (has_copies) source.run_copy = [&](unsigned times) { return run(copy, times); };
    auto samples = sample_durations(source, rule);
    if (samples) samples->kernel.how = how;
    if (samples && has_copies) samples->copy.how = how;
    return samples;
  };

  if (cupti != nullptr) {
    auto recorder = ActivityRecorder::start(*cupti, has_copies);
    bool makes_sense = recorder.has_value();
    if (makes_sense) {
      auto samples = sampled(kFromCupti, [&](const Turn& turn, unsigned times) -> Result<std::vector<double>> {
        std::uint64_t before = 0;
        std::uint64_t after = 0;
        cupti->timestamp(&before);
        TRY(run_all(program, turn, times));
        cupti->timestamp(&after);
        auto durations = durations_of(recorder->take(), times, before, after);
        makes_sense = durations.has_value();
        if (!durations) return fail("CUPTI's records make no sense");
        return std::move(*durations);
      });
      if (samples || makes_sense) return samples;
    }
  }
  return sampled(kFromEvents, [&](const Turn& turn, unsigned times) { return run_with_events(program, turn, times); });
}

}  // namespace bankloom
