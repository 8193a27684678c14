// The shipped recordings as test data: what a GPU counted and put out for every kernel of the catalogue is what the
// emulator and the machine's rules give here and now.
//
// Small launches are emulated whole. Of large ones the counters are checked in a share of the blocks, the first row of
// the grid, which all do the same as many accesses; the output is checked against the digest of what the kernel's rule
// says. All were compared whole when they were recorded.
#include <gtest/gtest.h>

#include <numeric>

#include "core/analysis/grid_counter.h"
#include "core/base/free_memory.h"
#include "core/catalog/element_type.h"
#include "core/measure/counters.h"
#include "core/measure/digest.h"
#include "core/measure/recording.h"
#include "core/ptx/parser.h"
#include "measure_fixture.h"

namespace bankloom::test {
namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr bool kIsSanitized = true;
#elif defined(__has_feature)
constexpr bool kIsSanitized = __has_feature(address_sanitizer) != 0;
#else
constexpr bool kIsSanitized = false;
#endif

/// Bytes of buffers from which on a launch is large.
constexpr std::uint64_t kLargeBuffers = 2U << 20U;
/// Bytes of buffers up to which a share of a large launch is emulated, and of outputs up to which they are digested:
/// sanitizers make of every byte two and of every second ten, so there less is checked.
constexpr std::uint64_t kMostShared = kIsSanitized ? 256U << 20U : 4ULL << 30U;
constexpr std::uint64_t kMostDigested = kIsSanitized ? 0 : 64U << 20U;
/// Of how many recorded measurements one is checked.
constexpr std::size_t kEvery = kIsSanitized ? 3 : 1;
/// Blocks of a grid's first row that make a share at least.
constexpr std::uint32_t kShareOfRow = 8;

class ShippedRecordingTest : public MeasureTest, public testing::WithParamInterface<const char*> {
 protected:
  static std::uint64_t buffer_bytes(const KernelInstance& instance) {
    return std::accumulate(instance.parameters.begin(), instance.parameters.end(), std::uint64_t{0},
                           [](std::uint64_t sum, const KernelInstance::Buffer& buffer) {
                             return sum + (buffer.is_buffer ? buffer.count * element_bytes(buffer.element) : 0);
                           });
  }

  /// The digest of what the kernel's rule says, of the outputs that depend on nothing else.
  std::string expected_digest(const KernelInstance& instance) {
    const OutputSpec& spec = instance.kernel->output;
    std::string key = fmt::format("{} {} {} {} {}", spec.rule, spec.divisor, spec.defined, instance.output_rows,
                                  instance.output_columns);
    for (const auto& [name, value] : instance.options) {
      if (spec.rule.find(name) != std::string::npos) key += fmt::format(" {}={}", name, value);
    }
    std::string& digest = digests_[key];
    if (digest.empty()) {
      const auto output = expected_output(instance);
      digest = output ? sha256(*output) : output.error().message;
    }
    return digest;
  }

  /// What the whole launch costs, from a share of its blocks; nothing where they may differ, or memory is short. No
  /// counter depends on the values in memory.
  std::optional<KernelCost> cost_by_share(const KernelInstance& instance) {
    const std::uint64_t bytes = buffer_bytes(instance);
    if (bytes > kMostShared || bytes > free_memory().value_or(0) / 2) return std::nullopt;
    CompileRequest request;
    request.name = instance.kernel->source_path.string();
    request.text = instance.kernel->source;
    request.definitions.assign(instance.options.begin(), instance.options.end());
    const auto compiled = compiler().compile(request);
    if (!compiled || (*compiled)->ptx.find("%nctaid") != std::string::npos) return std::nullopt;
    auto module = ptx::parse((*compiled)->ptx);
    if (!module) return std::nullopt;
    const auto program = simt::decode(std::move(*module), instance.kernel->entry);
    if (!program) return std::nullopt;
    simt::GlobalMemory memory;
    simt::LaunchConfig config;
    config.grid = {instance.grid.x, 1, 1};
    if (instance.grid.y == 1) config.grid.x = std::gcd(instance.grid.x, kShareOfRow);
    config.block = instance.block;
    config.dynamic_shared_bytes = instance.dynamic_shared_bytes;
    config.record.enabled = false;
    for (const auto& parameter : instance.parameters) {
      simt::KernelArgument argument{parameter.is_buffer, 0, parameter.bytes};
      if (parameter.is_buffer) {
        argument.buffer =
            memory.add(parameter.name, std::vector<std::byte>(parameter.count * element_bytes(parameter.element)));
      }
      config.arguments.push_back(std::move(argument));
    }
    const auto machine = find_machine(machines(), "cc9.0");
    GridCounter counter(*machine);
    config.observer = &counter;
    const auto result = simt::run(**program, memory, config);
    if (!result || !result->faults.empty()) return std::nullopt;
    KernelCost cost = counter.cost(result->trace);
    const std::uint64_t times = instance.grid.count() / config.grid.count();
    for (SpaceTotals* totals : {&cost.shared_load, &cost.shared_store, &cost.global_load, &cost.global_store}) {
      for (std::uint64_t SpaceTotals::*field :
           {&SpaceTotals::requests, &SpaceTotals::wavefronts, &SpaceTotals::bank_conflicts, &SpaceTotals::sectors}) {
        totals->*field *= times;
      }
    }
    return cost;
  }

  std::map<std::string, std::string> digests_;
};

const Recording& h200() {
  static const Recordings all = load_recordings({BANKLOOM_SOURCE_DIR "/assets/recordings"});
  static const Recording nothing;
  const auto found = find_recording(all, "h200");
  return found ? **found : nothing;
}

TEST_P(ShippedRecordingTest, TheH200CountedAndPutOutWhatIsComputedHere) {
  std::size_t counters = 0, outputs = 0, place = 0;
  for (const auto& readings : h200().kernels) {
    const std::string what = readings.kernel + " (" + options_text(readings.options) + ")";
    const auto kernel = find_kernel(catalog(), readings.kernel);
    // A kernel that was taken away or rewritten since is not what was measured.
    if (!kernel || sha256((*kernel)->source) != readings.source_sha256) continue;
    if ((*kernel)->lesson != GetParam() || readings.status != ReadingStatus::measured) continue;
    if (place++ % kEvery != 0) continue;
    const auto shape = instantiate_shape(**kernel, readings.options);
    ASSERT_TRUE(shape) << what << ": " << shape.error().message;
    EXPECT_TRUE(readings.output.equal()) << what << ": the GPU's output is not the emulator's";
    std::optional<KernelCost> cost;
    if (buffer_bytes(*shape) >= kLargeBuffers) {
      const auto& output = shape->parameters[shape->output_parameter];
      if (output.count * element_bytes(output.element) <= kMostDigested) {
        EXPECT_EQ(expected_digest(*shape), readings.output.sha256) << what;
        ++outputs;
      }
      cost = cost_by_share(*shape);
    } else {
      const auto made = run(readings.kernel, readings.options);
      ASSERT_NE(made, nullptr) << what;
      EXPECT_EQ(sha256(made->output), readings.output.sha256) << what;
      ++outputs;
      cost = made->cost;
    }
    if (!cost) continue;
    for (const auto& rule : counter_rules()) {
      for (const auto& counter : readings.counters) {
        if (counter.metric != rule.metric) continue;
        EXPECT_EQ(counter.value, static_cast<double>((*cost).*rule.totals.*rule.field)) << what << " " << rule.name;
        ++counters;
      }
    }
  }
  EXPECT_GE(outputs, 1U);
  EXPECT_GE(counters, 8U);
}

/// By lesson, so that they can run side by side.
INSTANTIATE_TEST_SUITE_P(Lesson, ShippedRecordingTest, testing::Values("square", "rectangular", "declarations"),
                         [](const auto& lesson) { return std::string(lesson.param); });

TEST(ShippedRecording, OnAnH200EveryFurtherWavefrontTakesTwoCycles) {
  std::map<std::pair<std::string, unsigned>, double> by_wavefronts;
  for (const auto& readings : h200().kernels) {
    for (const auto& access : readings.timed_accesses) {
      // Wide elements have a latency of their own.
      if (!access.cycles.measurement || access.width != 4) continue;
      by_wavefronts[{access.op, access.wavefronts}] = access.cycles.measurement->value;
    }
  }
  for (const auto& [access, cycles] : by_wavefronts) {
    EXPECT_NEAR(cycles - by_wavefronts.at({access.first, 1}), 2.0 * (access.second - 1), 0.1)
        << access.first << " of " << access.second << " wavefronts";
  }
  EXPECT_GE(by_wavefronts.size(), 10U);
}

TEST(ShippedRecording, ConflictsCostOnAnH200AndItSays) {
  const auto readings =
      find_readings(h200(), "square/setRowReadCol", {{"BDIMX", "32"}, {"BDIMY", "32"}, {"IPAD", "0"}});
  ASSERT_NE(readings, nullptr);
  const auto found = recorded_measurement({&h200()}, readings->kernel, readings->options, "");
  ASSERT_TRUE(found);
  for (const ReadingKind kind : kReadingKinds) {
    ASSERT_TRUE(found->comparison(kind)) << reading_key(kind);
    EXPECT_EQ(found->comparison(kind)->verdict, Verdict::costs) << reading_key(kind);
  }
}

}  // namespace
}  // namespace bankloom::test
