#include "cuda/gpu_timing.h"

#include <algorithm>

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

/// Events of the driver, destroyed with it.
class EventPairs {
 public:
  EventPairs(CudaCheck& check, unsigned count) : check_(check), events_(std::size_t{2} * count) {}
  ~EventPairs() {
    if (check_.is_spent()) return;
    for (CudaLibrary::Event event : events_) {
      if (event != nullptr) check_.cuda().destroy_event(event);
    }
  }
  EventPairs(const EventPairs&) = delete;
  EventPairs& operator=(const EventPairs&) = delete;
  EventPairs(EventPairs&&) = delete;
  EventPairs& operator=(EventPairs&&) = delete;

  Result<void> create() {
    for (CudaLibrary::Event& event : events_) {
      if (auto made = check_(check_.cuda().create_event(&event, CudaLibrary::kEventDefault), "no event can be made");
          !made) {
        return made;
      }
    }
    return {};
  }
  Result<void> record(std::size_t index) {
    return check_(check_.cuda().record_event(events_[index], nullptr), "an event cannot be recorded");
  }
  Result<double> elapsed_ns(std::size_t pair) {
    float milliseconds = 0;
    if (auto read = check_(check_.cuda().elapsed(&milliseconds, events_[2 * pair], events_[2 * pair + 1]),
                           "an event cannot be read");
        !read) {
      return fail_with(read.error());
    }
    return double{milliseconds} * 1e6;
  }

 private:
  CudaCheck& check_;
  std::vector<CudaLibrary::Event> events_;
};

Result<void> launch_all(GpuProgram& program, unsigned launches) {
  for (unsigned i = 0; i < launches; ++i) {
    if (auto launched = program.launch(); !launched) return launched;
  }
  return program.wait();
}

Result<std::vector<double>> run_with_events(GpuProgram& program, unsigned launches) {
  EventPairs events(program.check(), launches);
  if (auto made = events.create(); !made) return fail_with(made.error());
  for (unsigned i = 0; i < launches; ++i) {
    if (auto before = events.record(2 * i); !before) return fail_with(before.error());
    if (auto launched = program.launch(); !launched) return fail_with(launched.error());
    if (auto after = events.record(2 * i + 1); !after) return fail_with(after.error());
  }
  if (auto waited = program.wait(); !waited) return fail_with(waited.error());
  std::vector<double> durations;
  for (unsigned i = 0; i < launches; ++i) {
    const auto duration = events.elapsed_ns(i);
    if (!duration) return fail_with(duration.error());
    durations.push_back(*duration);
  }
  return durations;
}

/// Durations by the records; nothing where they make no sense: not one a launch, or outside the time in which the
/// launches ran. So a CUPTI whose records are laid out otherwise is noticed instead of believed.
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

/// As many launches as take about kBatchNanoseconds, by the last one's duration.
unsigned batch_size(const std::vector<double>& durations) {
  const double last = durations.empty() ? 0 : durations.back();
  return static_cast<unsigned>(std::clamp(kBatchNanoseconds / std::max(last, 1.0), 1.0, double{kLargestBatch}));
}

/// Returns the highest reading of the clock.
Result<unsigned> warm_up(const TimingSource& source, Clock::time_point begin) {
  unsigned highest = 0;
  unsigned steady = 0;
  unsigned launches = 1;
  const auto is_warm = [&] {
    const nanoseconds elapsed = source.now() - begin;
    return elapsed >= kLongestWarmUp || (elapsed >= kShortestWarmUp && steady >= kWarmUpReadings);
  };
  while (!is_warm()) {
    const auto durations = source.run(launches);
    if (!durations) return fail_with(durations.error());
    launches = batch_size(*durations);
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

Result<GpuSamples> sample_durations(const TimingSource& source, const StabilityRule& rule) {
  const auto highest = warm_up(source, source.now());
  if (!highest) return fail_with(highest.error());
  std::vector<TimedBatch> batches;
  unsigned launches = 1;
  std::size_t taken = 0;
  std::size_t next_look = rule.minimum_samples;
  const auto begin = source.now();
  for (;;) {
    const unsigned before = source.clock();
    auto durations = source.run(launches);
    if (!durations) return fail_with(durations.error());
    taken += durations->size();
    launches = batch_size(*durations);
    batches.push_back({std::move(*durations), std::min(before, source.clock())});
    const nanoseconds elapsed = source.now() - begin;
    // A look sorts all samples: between two of them their number grows by a quarter, so that looking stays cheap.
    if (elapsed < rule.limit && taken < next_look) continue;
    next_look = taken + std::max<std::size_t>(taken / 4, 1);
    GpuSamples samples = keep_at_full_clock(batches, *highest);
    if (samples.nanoseconds.empty() && elapsed >= rule.limit) samples = keep_at_full_clock(batches, 0);
    if (is_enough(samples.nanoseconds, elapsed, rule)) {
      if (samples.nanoseconds.empty()) return fail("no launch ended within the time: measure again with more of it");
      return samples;
    }
  }
}

Result<GpuSamples> time_program(GpuProgram& program, const CuptiLibrary* cupti, const NvmlLibrary* nvml,
                                NvmlLibrary::Device device, std::chrono::milliseconds deadline) {
  if (auto ran = launch_all(program, 1); !ran) return fail_with(ran.error());
  TimingSource source;
  source.clock = [&] { return nvml != nullptr ? nvml->clock_of(device) : 0U; };
  source.now = [] { return Clock::now(); };
  StabilityRule rule;
  if (deadline.count() > 0) rule.limit = std::min<nanoseconds>(rule.limit, deadline / 2);

  if (cupti != nullptr) {
    auto recorder = ActivityRecorder::start(*cupti);
    bool makes_sense = recorder.has_value();
    source.run = [&](unsigned launches) -> Result<std::vector<double>> {
      std::uint64_t before = 0;
      std::uint64_t after = 0;
      cupti->timestamp(&before);
      if (auto ran = launch_all(program, launches); !ran) return fail_with(ran.error());
      cupti->timestamp(&after);
      auto durations = durations_of(recorder->take(), launches, before, after);
      makes_sense = durations.has_value();
      if (!durations) return fail("CUPTI's records make no sense");
      return std::move(*durations);
    };
    if (makes_sense) {
      auto samples = sample_durations(source, rule);
      if (samples) samples->how = "CUPTI activity records";
      if (samples || makes_sense) return samples;
    }
  }
  source.run = [&](unsigned launches) { return run_with_events(program, launches); };
  auto samples = sample_durations(source, rule);
  if (samples) samples->how = "CUDA events";
  return samples;
}

}  // namespace bankloom
