#include "cuda/gpu_counters.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string_view>

#include "core/base/files.h"
#include "core/base/language.h"
#include "core/base/text_lines.h"

namespace bankloom {
namespace {

constexpr unsigned kOldestComputeMajor = 7;
/// More passes than any list of metrics needs, so that a profiler that never reports the last one does not block.
constexpr int kMostPasses = 1000;

/// The Error of a call of CUPTI that failed; a missing permission has a sentence of its own.
Result<void> check_cupti(const CuptiLibrary& cupti, int code, const char* step) {
  if (code == cupti::kSuccess) return {};
  if (code == cupti::kErrorInsufficientPrivileges || code == cupti::kErrorVirtualizedInsufficientPrivileges) {
    return fail("{}", counters_privilege_sentence());
  }
  return fail("the GPU's counters cannot be read: CUPTI fails to {} ({})", step, cupti.name_of(code));
}

/// CUPTI's host side: it knows which hardware counters the metrics need, and computes the metrics from them.
class MetricHost {
 public:
  explicit MetricHost(const CuptiLibrary& cupti, std::vector<const char*> metrics)
      : cupti_(cupti), metrics_(std::move(metrics)) {}
  ~MetricHost() {
    if (host_ == nullptr) return;
    cupti::HostObject block{.host = host_};
    cupti_.host_deinitialize(&block);
  }
  MetricHost& operator=(MetricHost&&) = delete;

  Result<void> configure(int device, void* context) {
    cupti::DeviceChip chip{.device = static_cast<std::size_t>(device)};
    TRY(check_cupti(cupti_, cupti_.device_chip(&chip), "name the chip"));
    cupti::CounterAvailability available{.context = context};
    TRY(check_cupti(cupti_, cupti_.counter_availability(&available), "list counters"));
    availability_.resize(available.bytes);
    available.image = availability_.data();
    TRY(check_cupti(cupti_, cupti_.counter_availability(&available), "list counters"));
    cupti::HostInitialize made{
        .profiler_type = cupti::kProfilerTypeRange, .chip = chip.chip, .availability = availability_.data()};
    TRY(check_cupti(cupti_, cupti_.host_initialize(&made), "prepare metrics"));
    host_ = made.host;
    cupti::HostAddMetrics add{.host = host_, .metrics = metrics_.data(), .count = metrics_.size()};
    TRY(check_cupti(cupti_, cupti_.host_add_metrics(&add), "take the metrics"));
    cupti::HostConfigSize size{.host = host_};
    TRY(check_cupti(cupti_, cupti_.host_config_size(&size), "plan the passes"));
    config_.resize(size.bytes);
    cupti::HostConfig config{.host = host_, .bytes = config_.size(), .image = config_.data()};
    return check_cupti(cupti_, cupti_.host_config(&config), "plan the passes");
  }

  Result<GpuCounters> evaluate(const std::vector<std::uint8_t>& data) {
    cupti::RangeDataInfo info{.data = data.data(), .data_bytes = data.size()};
    TRY(check_cupti(cupti_, cupti_.range_data_info(&info), "find the counts"));
    if (info.ranges != 1)
      return fail("the GPU's counters cannot be read: {} launches were counted, not 1", info.ranges);
    std::vector<double> values(metrics_.size());
    cupti::HostEvaluate evaluate{.host = host_,
                                 .data = data.data(),
                                 .data_bytes = data.size(),
                                 .metrics = metrics_.data(),
                                 .count = metrics_.size(),
                                 .values = values.data()};
    TRY(check_cupti(cupti_, cupti_.host_evaluate(&evaluate), "add up the counts"));
    GpuCounters counters;
    for (std::size_t i = 0; i < metrics_.size(); ++i) counters.values[metrics_[i]] = values[i];
    return counters;
  }

  std::vector<const char*>& metrics() { return metrics_; }
  [[nodiscard]] const std::vector<std::uint8_t>& config() const { return config_; }

 private:
  const CuptiLibrary& cupti_;
  std::vector<const char*> metrics_;
  std::vector<std::uint8_t> availability_;
  std::vector<std::uint8_t> config_;
  cupti::Object host_ = nullptr;
};

/// CUPTI's range profiler on the current context; disabled at the end of its scope.
class RangeProfiler {
 public:
  RangeProfiler(const CuptiLibrary& cupti, CudaCheck& check) : cupti_(cupti), check_(check) {}
  ~RangeProfiler() {
    if (range_ == nullptr || check_.is_spent()) return;
    cupti::RangeObject disable{.range = range_};
    cupti_.range_disable(&disable);
  }
  RangeProfiler& operator=(RangeProfiler&&) = delete;

  Result<void> enable(void* context, MetricHost& host) {
    cupti::RangeEnable enable{.context = context};
    TRY(check_cupti(cupti_, cupti_.range_enable(&enable), "reserve the counters"));
    range_ = enable.range;
    cupti::RangeDataSize size{
        .range = range_, .metrics = host.metrics().data(), .count = host.metrics().size(), .ranges = 1, .nodes = 1};
    TRY(check_cupti(cupti_, cupti_.range_data_size(&size), "size the counts"));
    data_.resize(size.bytes);
    cupti::RangeDataInitialize initialize{.range = range_, .bytes = data_.size(), .data = data_.data()};
    TRY(check_cupti(cupti_, cupti_.range_data_initialize(&initialize), "prepare the counts"));
    cupti::RangeConfig config{.range = range_,
                              .config_bytes = host.config().size(),
                              .config = host.config().data(),
                              .data_bytes = data_.size(),
                              .data = data_.data(),
                              .range_mode = cupti::kAutoRange,
                              .replay_mode = cupti::kUserReplay,
                              .ranges_per_pass = 1,
                              .nesting_levels = 1,
                              .lowest_level = 1};
    return check_cupti(cupti_, cupti_.range_config(&config), "set the counters up");
  }

  /// Launches once for each pass, with the buffers as at the start.
  Result<void> run(GpuProgram& program) {
    for (int pass = 0; pass < kMostPasses; ++pass) {
      TRY(program.upload());
      cupti::RangeObject start{.range = range_};
      TRY(check_cupti(cupti_, cupti_.range_start(&start), "start counting"));
      auto launched = program.launch();
      auto waited = launched ? program.wait() : Result<void>{};
      cupti::RangeStop stop{.range = range_};
      const int stopped = check_.is_spent() ? cupti::kSuccess : cupti_.range_stop(&stop);
      TRY(launched);
      TRY(waited);
      TRY(check_cupti(cupti_, stopped, "stop counting"));
      if (stop.all_passes != 0) return decode();
    }
    return fail("the GPU's counters cannot be read: CUPTI asks for more than {} passes", kMostPasses);
  }

  [[nodiscard]] const std::vector<std::uint8_t>& data() const { return data_; }

 private:
  Result<void> decode() {
    cupti::RangeDecode decode{.range = range_};
    TRY(check_cupti(cupti_, cupti_.range_decode(&decode), "read the counts"));
    if (decode.dropped != 0) return fail("the GPU's counters cannot be read: {} counts were lost", decode.dropped);
    return {};
  }

  const CuptiLibrary& cupti_;
  CudaCheck& check_;
  cupti::Object range_ = nullptr;
  std::vector<std::uint8_t> data_;
};

/// True if the driver allows counters to administrators only (/proc/driver/nvidia/params) and this process is none
/// (capability CAP_SYS_ADMIN in /proc/self/status). False if either is unknown: then CUPTI itself refuses.
bool lacks_privilege() {
  bool admin_only = false;
  for (const std::string& line : split_lines(read_file("/proc/driver/nvidia/params").value_or(""))) {
    if (line.starts_with("RmProfilingAdminOnly:") && line.ends_with(" 1")) admin_only = true;
  }
  if (!admin_only) return false;
  constexpr std::string_view kLabel = "CapEff:\t";
  constexpr unsigned kSysAdmin = 21;
  for (const std::string& line : split_lines(read_file("/proc/self/status").value_or(""))) {
    if (!line.starts_with(kLabel)) continue;
    std::uint64_t capabilities = 0;
    const char* digits = line.data() + kLabel.size();
    if (std::from_chars(digits, line.data() + line.size(), capabilities, 16).ec != std::errc()) return false;
    return (capabilities >> kSysAdmin & 1U) == 0;
  }
  return false;
}

}  // namespace

std::string counters_privilege_sentence() {
  return message(
      "only administrators may read the GPU's counters on this machine: run as root, or have the administrator put "
      "\"options nvidia NVreg_RestrictProfilingToAdminUsers=0\" into a file below /etc/modprobe.d and restart the "
      "machine");
}

std::string counters_obstacle(const Result<CuptiLibrary>& cupti, unsigned compute_major) {
  if (!cupti) return cupti.error().message;
  if (!cupti->has_range_profiler()) {
    return message(
        "counters need the CUPTI of CUDA 12.6 or later, and {} is older: install a newer toolkit or set "
        "BANKLOOM_CUPTI",
        cupti->path);
  }
  if (compute_major < kOldestComputeMajor) return message("counters need a GPU of compute capability 7.0 or later");
  if (lacks_privilege()) return counters_privilege_sentence();
  return {};
}

Result<GpuCounters> count_program(GpuProgram& program, const CuptiLibrary& cupti, int device, void* context,
                                  const std::vector<std::string>& metrics) {
  if (metrics.empty()) return fail("no counter is named: name at least one metric");
  cupti::ProfilerInitialize initialize;
  TRY(check_cupti(cupti, cupti.profiler_initialize(&initialize), "start its profiler"));
  cupti::DeviceChip chip{.device = static_cast<std::size_t>(device)};
  TRY(check_cupti(cupti, cupti.device_chip(&chip), "name the chip"));
  const auto unknown = unknown_metrics(cupti, chip.chip, metrics);
  std::vector<const char*> names;
  for (const std::string& metric : metrics) {
    if (unknown && std::ranges::find(*unknown, metric) != unknown->end()) continue;
    names.push_back(metric.c_str());
  }
  if (names.empty()) return fail("this GPU ({}) has no counter '{}'", chip.chip, metrics.front());
  MetricHost host(cupti, std::move(names));
  TRY(host.configure(device, context));
  RangeProfiler profiler(cupti, program.check());
  TRY(profiler.enable(context, host));
  TRY(profiler.run(program));
  return host.evaluate(profiler.data());
}

}  // namespace bankloom
