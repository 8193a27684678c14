#include "cuda/gpu_timing.h"

#include <algorithm>
#include <limits>

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
    TRY(check_(check_.cuda().elapsed(&milliseconds, events_[2 * pair], events_[2 * pair + 1]),
               "an event cannot be read"));
    return double{milliseconds} * 1e6;
  }

 private:
  CudaCheck& check_;
  std::vector<CudaLibrary::Event> events_;
};

/// Starts something once, without waiting for it: a kernel or a copy.
/// One turn of what is timed: what comes before it and does not count, and itself.
struct Turn {
  std::function<Result<void>()> prepare, start;
};

Result<void> run_all(GpuProgram& program, const Turn& turn, unsigned times) {
  for (unsigned i = 0; i < times; ++i) {
    if (auto prepared = turn.prepare(); !prepared) return prepared;
    if (auto started = turn.start(); !started) return started;
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

/// Two buffers on the device, the first filled with a kernel's data, for the device's own copy.
class CopyBuffers {
 public:
  explicit CopyBuffers(CudaCheck& check) : check_(check) {}
  ~CopyBuffers() {
    if (check_.is_spent()) return;
    for (const CudaLibrary::Pointer buffer : {from_, to_}) {
      if (buffer != 0) check_.cuda().free(buffer);
    }
  }
  CopyBuffers(const CopyBuffers&) = delete;
  CopyBuffers& operator=(const CopyBuffers&) = delete;
  CopyBuffers(CopyBuffers&&) = delete;
  CopyBuffers& operator=(CopyBuffers&&) = delete;

  Result<void> make(std::uint64_t bytes, const std::vector<std::byte>* data) {
    bytes_ = bytes;
    for (CudaLibrary::Pointer* buffer : {&from_, &to_}) {
      if (auto got = check_(check_.cuda().allocate(buffer, bytes_),
                            fmt::format("the GPU gives no buffer of {} bytes to copy", bytes_));
          !got) {
        return got;
      }
    }
    for (std::uint64_t at = 0; data != nullptr && !data->empty() && at < bytes_; at += data->size()) {
      const std::size_t part = std::min<std::uint64_t>(data->size(), bytes_ - at);
      if (auto filled = check_(check_.cuda().copy_to_device(from_ + at, data->data(), part),
                               "the buffer to copy could not be filled");
          !filled) {
        return filled;
      }
    }
    return {};
  }
  Result<void> copy() {
    return check_(check_.cuda().copy_on_device(to_, from_, bytes_, nullptr), "the device's own copy failed");
  }

 private:
  CudaCheck& check_;
  std::uint64_t bytes_ = 0;
  CudaLibrary::Pointer from_ = 0, to_ = 0;
};

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

namespace {

/// Samples of the launches, and of the copies where the source has some: the batches of both take turns.
Result<std::vector<GpuSamples>> sample_all(const TimingSource& source, const StabilityRule& rule) {
  struct Series {
    const std::function<Result<std::vector<double>>(unsigned)>* run = nullptr;
    std::vector<TimedBatch> batches;
    unsigned launches = 1;
    std::size_t taken = 0;
  };
  std::vector<Series> all(1);
  all.front().run = &source.run;
  if (source.run_copy) {
    all.emplace_back();
    all.back().run = &source.run_copy;
  }
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
    // A look sorts all samples: between two of them their number grows by a quarter, so that looking stays cheap.
    if (elapsed < each.limit && fewest < next_look) continue;
    next_look = fewest + std::max<std::size_t>(fewest / 4, 1);
    std::vector<GpuSamples> samples;
    bool enough = true;
    for (const Series& series : all) {
      samples.push_back(keep_at_full_clock(series.batches, highest));
      if (samples.back().nanoseconds.empty() && elapsed >= each.limit) {
        samples.back() = keep_at_full_clock(series.batches, 0);
      }
      enough = enough && is_enough(samples.back().nanoseconds, elapsed, each);
    }
    if (!enough) continue;
    for (const GpuSamples& series : samples) {
      if (series.nanoseconds.empty()) return fail("no launch ended within the time: measure again with more of it");
    }
    return samples;
  }
}

/// What is timed: the program, and copies where there are buffers for them.
Result<std::vector<GpuSamples>> time_all(GpuProgram& program, CopyBuffers* copies, const CuptiLibrary* cupti,
                                         const NvmlLibrary* nvml, NvmlLibrary::Device device,
                                         std::chrono::milliseconds deadline) {
  const Turn launch{[&program] { return program.prepare(); }, [&program] { return program.launch(); }};
  const Turn copy{[] { return Result<void>(); }, [copies] { return copies->copy(); }};
  TRY(run_all(program, launch, 1));
  TimingSource source;
  source.clock = [&] { return nvml != nullptr ? nvml->clock_of(device) : 0U; };
  source.now = [] { return Clock::now(); };
  StabilityRule rule;
  const int series = copies != nullptr ? 2 : 1;
  if (deadline.count() > 0) rule.limit = std::min<nanoseconds>(rule.limit, deadline / (2 * series));
  const auto sampled = [&](const char* how) {
    auto samples = sample_all(source, rule);
    if (samples) {
      for (GpuSamples& one : *samples) one.how = how;
    }
    return samples;
  };

  if (cupti != nullptr) {
    auto recorder = ActivityRecorder::start(*cupti, copies != nullptr);
    bool makes_sense = recorder.has_value();
    const auto by_records = [&](const Turn& turn) {
      return [&, turn](unsigned times) -> Result<std::vector<double>> {
        std::uint64_t before = 0;
        std::uint64_t after = 0;
        cupti->timestamp(&before);
        TRY(run_all(program, turn, times));
        cupti->timestamp(&after);
        auto durations = durations_of(recorder->take(), times, before, after);
        makes_sense = durations.has_value();
        if (!durations) return fail("CUPTI's records make no sense");
        return std::move(*durations);
      };
    };
    if (makes_sense) {
      source.run = by_records(launch);
      if (copies != nullptr) source.run_copy = by_records(copy);
      auto samples = sampled(kFromCupti);
      if (samples || makes_sense) return samples;
    }
  }
  source.run = [&](unsigned times) { return run_with_events(program, launch, times); };
  if (copies != nullptr) source.run_copy = [&](unsigned times) { return run_with_events(program, copy, times); };
  return sampled(kFromEvents);
}

}  // namespace

Result<GpuSamples> sample_durations(const TimingSource& source, const StabilityRule& rule) {
  TimingSource launches = source;
  launches.run_copy = nullptr;
  TRY(auto samples, sample_all(launches, rule));
  return std::move(samples.front());
}

Result<GpuCopySamples> sample_in_turns(const TimingSource& source, const StabilityRule& rule) {
  TRY(auto samples, sample_all(source, rule));
  return GpuCopySamples{std::move(samples.front()), std::move(samples.back())};
}

Result<GpuCopySamples> time_with_copy(GpuProgram& program, std::uint64_t bytes, const CuptiLibrary* cupti,
                                      const NvmlLibrary* nvml, NvmlLibrary::Device device,
                                      std::chrono::milliseconds deadline) {
  std::optional<CopyBuffers> copies;
  if (bytes != 0) {
    copies.emplace(program.check());
    TRY(copies->make(bytes, program.largest_buffer()));
  }
  TRY(auto samples, time_all(program, copies ? &*copies : nullptr, cupti, nvml, device, deadline));
  return GpuCopySamples{std::move(samples.front()), copies ? std::move(samples.back()) : GpuSamples()};
}

}  // namespace bankloom
