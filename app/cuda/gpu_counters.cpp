#include "cuda/gpu_counters.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string_view>

#include "core/base/files.h"
#include "core/base/text_lines.h"

namespace bankloom {
namespace {

constexpr unsigned kOldestComputeMajor = 7;
/// More passes than any list of metrics needs: a profiler that never reports the last one is given up.
constexpr int kMostPasses = 1000;

/// A call of CUPTI's that failed, as an Error; rights that are missing have a sentence of their own.
Result<void> check_cupti(const CuptiLibrary& cupti, int code, const char* step) {
  if (code == cupti::kSuccess) return {};
  if (code == cupti::kErrorInsufficientPrivileges || code == cupti::kErrorVirtualizedInsufficientPrivileges) {
    return fail("{}", counters_privilege_sentence());
  }
  return fail("the GPU's counters cannot be read: CUPTI fails to {} ({})", step, cupti.name_of(code));
}

/// CUPTI's host side: which hardware counters the metrics need, and the metrics' values from them.
class MetricHost {
 public:
  explicit MetricHost(const CuptiLibrary& cupti, std::vector<const char*> metrics)
      : cupti_(cupti), metrics_(std::move(metrics)) {}
  ~MetricHost() {
    if (host_ == nullptr) return;
    auto block = cupti::block<cupti::HostObject>();
    block.host = host_;
    cupti_.host_deinitialize(&block);
  }
  MetricHost(const MetricHost&) = delete;
  MetricHost& operator=(const MetricHost&) = delete;
  MetricHost(MetricHost&&) = delete;
  MetricHost& operator=(MetricHost&&) = delete;

  Result<void> configure(int device, void* context) {
    auto chip = cupti::block<cupti::DeviceChip>();
    chip.device = static_cast<std::size_t>(device);
    if (auto named = check_cupti(cupti_, cupti_.device_chip(&chip), "name the chip"); !named) return named;
    auto available = cupti::block<cupti::CounterAvailability>();
    available.context = context;
    if (auto asked = check_cupti(cupti_, cupti_.counter_availability(&available), "list counters"); !asked) {
      return asked;
    }
    availability_.resize(available.bytes);
    available.image = availability_.data();
    if (auto asked = check_cupti(cupti_, cupti_.counter_availability(&available), "list counters"); !asked) {
      return asked;
    }
    auto made = cupti::block<cupti::HostInitialize>();
    made.profiler_type = cupti::kProfilerTypeRange;
    made.chip = chip.chip;
    made.availability = availability_.data();
    if (auto began = check_cupti(cupti_, cupti_.host_initialize(&made), "prepare metrics"); !began) return began;
    host_ = made.host;
    auto add = cupti::block<cupti::HostAddMetrics>();
    add.host = host_;
    add.metrics = metrics_.data();
    add.count = metrics_.size();
    if (auto added = check_cupti(cupti_, cupti_.host_add_metrics(&add), "take the metrics"); !added) return added;
    auto size = cupti::block<cupti::HostConfigSize>();
    size.host = host_;
    if (auto asked = check_cupti(cupti_, cupti_.host_config_size(&size), "plan the passes"); !asked) return asked;
    config_.resize(size.bytes);
    auto config = cupti::block<cupti::HostConfig>();
    config.host = host_;
    config.bytes = config_.size();
    config.image = config_.data();
    return check_cupti(cupti_, cupti_.host_config(&config), "plan the passes");
  }

  Result<GpuCounters> evaluate(const std::vector<std::uint8_t>& data) {
    auto info = cupti::block<cupti::RangeDataInfo>();
    info.data = data.data();
    info.data_bytes = data.size();
    TRY(check_cupti(cupti_, cupti_.range_data_info(&info), "find the counts"));
    if (info.ranges != 1)
      return fail("the GPU's counters cannot be read: {} launches were counted, not 1", info.ranges);
    std::vector<double> values(metrics_.size());
    auto evaluate = cupti::block<cupti::HostEvaluate>();
    evaluate.host = host_;
    evaluate.data = data.data();
    evaluate.data_bytes = data.size();
    evaluate.range = 0;
    evaluate.metrics = metrics_.data();
    evaluate.count = metrics_.size();
    evaluate.values = values.data();
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

/// CUPTI's range profiler on the current context, switched off with its scope.
class RangeProfiler {
 public:
  RangeProfiler(const CuptiLibrary& cupti, CudaCheck& check) : cupti_(cupti), check_(check) {}
  ~RangeProfiler() {
    if (range_ == nullptr || check_.is_spent()) return;
    auto disable = cupti::block<cupti::RangeObject>();
    disable.range = range_;
    cupti_.range_disable(&disable);
  }
  RangeProfiler(const RangeProfiler&) = delete;
  RangeProfiler& operator=(const RangeProfiler&) = delete;
  RangeProfiler(RangeProfiler&&) = delete;
  RangeProfiler& operator=(RangeProfiler&&) = delete;

  Result<void> enable(void* context, MetricHost& host) {
    auto enable = cupti::block<cupti::RangeEnable>();
    enable.context = context;
    if (auto enabled = check_cupti(cupti_, cupti_.range_enable(&enable), "reserve the counters"); !enabled) {
      return enabled;
    }
    range_ = enable.range;
    auto size = cupti::block<cupti::RangeDataSize>();
    size.range = range_;
    size.metrics = host.metrics().data();
    size.count = host.metrics().size();
    size.ranges = 1;
    size.nodes = 1;
    if (auto asked = check_cupti(cupti_, cupti_.range_data_size(&size), "size the counts"); !asked) return asked;
    data_.resize(size.bytes);
    auto initialize = cupti::block<cupti::RangeDataInitialize>();
    initialize.range = range_;
    initialize.bytes = data_.size();
    initialize.data = data_.data();
    if (auto done = check_cupti(cupti_, cupti_.range_data_initialize(&initialize), "prepare the counts"); !done) {
      return done;
    }
    auto config = cupti::block<cupti::RangeConfig>();
    config.range = range_;
    config.config = host.config().data();
    config.config_bytes = host.config().size();
    config.data = data_.data();
    config.data_bytes = data_.size();
    config.range_mode = cupti::kAutoRange;
    config.replay_mode = cupti::kUserReplay;
    config.ranges_per_pass = 1;
    config.nesting_levels = 1;
    config.lowest_level = 1;
    config.pass = 0;
    return check_cupti(cupti_, cupti_.range_config(&config), "set the counters up");
  }

  /// Launches once for each pass, the buffers as at the start.
  Result<void> run(GpuProgram& program) {
    for (int pass = 0; pass < kMostPasses; ++pass) {
      if (auto reset = program.upload(); !reset) return reset;
      auto start = cupti::block<cupti::RangeObject>();
      start.range = range_;
      if (auto started = check_cupti(cupti_, cupti_.range_start(&start), "start counting"); !started) return started;
      auto launched = program.launch();
      auto waited = launched ? program.wait() : Result<void>{};
      auto stop = cupti::block<cupti::RangeStop>();
      stop.range = range_;
      const int stopped = check_.is_spent() ? cupti::kSuccess : cupti_.range_stop(&stop);
      if (!launched) return launched;
      if (!waited) return waited;
      if (auto checked = check_cupti(cupti_, stopped, "stop counting"); !checked) return checked;
      if (stop.all_passes != 0) return decode();
    }
    return fail("the GPU's counters cannot be read: CUPTI asks for more than {} passes", kMostPasses);
  }

  [[nodiscard]] const std::vector<std::uint8_t>& data() const { return data_; }

 private:
  Result<void> decode() {
    auto decode = cupti::block<cupti::RangeDecode>();
    decode.range = range_;
    if (auto done = check_cupti(cupti_, cupti_.range_decode(&decode), "read the counts"); !done) return done;
    if (decode.dropped != 0) return fail("the GPU's counters cannot be read: {} counts were lost", decode.dropped);
    return {};
  }

  const CuptiLibrary& cupti_;
  CudaCheck& check_;
  cupti::Object range_ = nullptr;
  std::vector<std::uint8_t> data_;
};

/// True where the driver lets administrators alone count, and this process is none (/proc/driver/nvidia/params;
/// capability CAP_SYS_ADMIN in /proc/self/status). False where either is not told: then trying says it.
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
  return "only administrators may read the GPU's counters on this machine: run as root, or have the administrator put "
         "\"options nvidia NVreg_RestrictProfilingToAdminUsers=0\" into a file below /etc/modprobe.d and restart the "
         "machine";
}

std::string counters_obstacle(const Result<CuptiLibrary>& cupti, unsigned compute_major) {
  if (!cupti) return cupti.error().message;
  if (!cupti->has_range_profiler) {
    return fmt::format(
        "counters need the CUPTI of CUDA 12.6 or later, and {} is older: install a newer toolkit or set "
        "BANKLOOM_CUPTI",
        cupti->path);
  }
  if (compute_major < kOldestComputeMajor) return "counters need a GPU of compute capability 7.0 or later";
  if (lacks_privilege()) return counters_privilege_sentence();
  return {};
}

Result<GpuCounters> count_program(GpuProgram& program, const CuptiLibrary& cupti, int device, void* context,
                                  const std::vector<std::string>& metrics) {
  if (metrics.empty()) return fail("no counter is named: name at least one metric");
  auto initialize = cupti::block<cupti::ProfilerInitialize>();
  TRY(check_cupti(cupti, cupti.profiler_initialize(&initialize), "start its profiler"));
  auto chip = cupti::block<cupti::DeviceChip>();
  chip.device = static_cast<std::size_t>(device);
  TRY(check_cupti(cupti, cupti.device_chip(&chip), "name the chip"));
  const auto unknown = unknown_metrics(cupti, chip.chip, metrics);
  std::vector<const char*> names;
  for (const std::string& metric : metrics) {
    if (unknown && std::find(unknown->begin(), unknown->end(), metric) != unknown->end()) continue;
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
