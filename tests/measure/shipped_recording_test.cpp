// The shipped recordings as test data: what a GPU counted and put out for every kernel of the catalogue is what the
// emulator and the machine's rules give here and now.
//
// Small launches are emulated whole. Of large ones the counters are checked in a share of the blocks, the first row of
// the grid, for all blocks make the same accesses; the output is checked against the digest of what the kernel's rule
// says. Matrices of 16384 x 16384 are not made here: their counters are checked against those of smaller ones. All
// were compared whole when they were recorded. Under sanitizers a third of the measurements is checked.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <numeric>
#include <set>

#include "../base/sanitized.h"
#include "core/base/csv.h"
#include "core/catalog/element_type.h"
#include "core/measure/counters.h"
#include "core/measure/digest.h"
#include "core/measure/ladder.h"
#include "core/measure/record_catalog.h"
#include "core/measure/recording.h"
#include "core/ptx/parser.h"
#include "core/run/execute.h"
#include "core/wording/measurement.h"
#include "measure_fixture.h"

namespace bankloom::test {
namespace {

/// Bytes of buffers from which on a launch is large.
constexpr std::uint64_t kLargeBuffers = 2U << 20U;
/// Bytes of buffers up to which a share of a large launch is emulated.
constexpr std::uint64_t kMostShared = 256U << 20U;
/// Bytes of outputs up to which they are digested. Sanitizers make seconds of it.
constexpr std::uint64_t kMostDigested = kSanitized ? 0 : 64U << 20U;
/// Of how many recorded measurements one is checked.
constexpr std::size_t kEvery = kSanitized ? 6 : 1;
/// Blocks of a grid's first row that make a share at least.
constexpr std::uint32_t kShareOfRow = 8;

class ShippedRecordingTest : public MeasureTest, public testing::WithParamInterface<const char*> {
 protected:
  static std::uint64_t buffer_bytes(const KernelShape& instance) {
    return std::accumulate(instance.parameters.begin(), instance.parameters.end(), std::uint64_t{0},
                           [](std::uint64_t sum, const KernelShape::Parameter& buffer) {
                             return sum + (buffer.is_buffer ? buffer.count * element_bytes(buffer.element) : 0);
                           });
  }

  /// The digest of what the kernel's rule says. Of a ladder the rungs' is computed, which is one rule for all; of its
  /// copies and partial transposes it is only known that kernels of one rule must have the same, `recorded` or another.
  std::string expected_digest(const KernelShape& instance, const std::string& recorded) {
    const OutputSpec& spec = instance.kernel->output;
    std::string key = fmt::format("{} {} {} {} {}", spec.rule.text(), spec.divisor.text(), spec.defined.text(),
                                  instance.output_rows, instance.output_columns);
    for (const auto& [name, value] : instance.options) {
      if (spec.rule.uses(name)) key += fmt::format(" {}={}", name, value);
    }
    std::string& digest = digests_[key];
    if (!digest.empty()) return digest;
    const bool is_beside_rungs = has_ladder(catalog(), instance.kernel->lesson) && instance.kernel->fixes.empty();
    if (is_beside_rungs) {
      digest = recorded;
    } else {
      const auto output = expected_output(instance);
      digest = output ? sha256(*output) : output.error().message;
    }
    return digest;
  }

  /// What the whole launch costs, from a share of its blocks; nothing where they may differ, or it would take too much
  /// memory. No counter depends on the values in memory.
  std::optional<KernelCost> cost_by_share(const KernelShape& instance) {
    const std::uint64_t bytes = buffer_bytes(instance);
    if (bytes > kMostShared) return std::nullopt;
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
    Launch launch;
    launch.name = instance.kernel->id();
    launch.config.grid = {instance.grid.x, 1, 1};
    if (instance.grid.y == 1) launch.config.grid.x = std::gcd(instance.grid.x, kShareOfRow);
    launch.config.block = instance.block;
    launch.config.dynamic_shared_bytes = instance.dynamic_shared_bytes;
    launch.config.record.enabled = false;
    std::uint64_t largest = 0;
    for (const auto& parameter : instance.parameters) {
      if (parameter.is_buffer) largest = std::max(largest, parameter.count * element_bytes(parameter.element));
    }
    const std::vector<std::byte> zeros(static_cast<std::size_t>(largest));
    for (const auto& parameter : instance.parameters) {
      const std::size_t size = parameter.is_buffer ? parameter.count * element_bytes(parameter.element) : 0;
      launch.arguments.push_back({parameter.name, parameter.is_buffer,
                                  parameter.is_buffer ? std::span<const std::byte>(zeros).first(size)
                                                      : std::span<const std::byte>(parameter.scalar)});
    }
    const std::uint64_t blocks = launch.config.grid.count();
    const auto executed = execute(**program, std::move(launch), *find_machine(machines(), "cc9.0"));
    if (!executed || !executed->figures.faults.empty()) return std::nullopt;
    KernelCost cost = executed->figures.cost;
    const std::uint64_t times = instance.grid.count() / blocks;
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
    const std::string what = readings.kernel + " (" + options_text(readings.options).str() + ")";
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
        EXPECT_EQ(expected_digest(*shape, readings.output.sha256), readings.output.sha256) << what;
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
        EXPECT_EQ(counter.modelled, (*cost).*rule.totals.*rule.field) << what << " " << rule.name;
        // What differs has a reason, and AllThatDiffersIsExplained looks at it.
        EXPECT_EQ(counter.equal(), !counter.why)
            << what << " " << rule.name << ": counted " << counter.value << ", modelled " << counter.modelled;
        ++counters;
      }
    }
  }
  EXPECT_GE(outputs, 1U);
  EXPECT_GE(counters, 12U);
}

/// By lesson, so that they can run side by side.
INSTANTIATE_TEST_SUITE_P(Lesson, ShippedRecordingTest,
                         testing::Values("square", "rectangular", "declarations", "machines", "elements", "coalescing",
                                         "transpose", "swizzle", "mistakes"),
                         [](const auto& lesson) { return std::string(lesson.param); });

/// A recorded counter by its name; nothing where it was not counted.
const CounterReading* find_counter(const KernelReadings& readings, const std::string& name) {
  const auto found = std::find_if(readings.counters.begin(), readings.counters.end(),
                                  [&](const CounterReading& counter) { return counter.name == name; });
  return found == readings.counters.end() ? nullptr : &*found;
}

TEST(ShippedRecording, AllThatDiffersIsExplained) {
  std::size_t counters = 0, joined = 0, in_the_pipe = 0;
  std::set<std::string> with_joined;
  for (const auto& readings : h200().kernels) {
    const std::string what = readings.kernel + " (" + options_text(readings.options).str() + "): ";
    for (const CounterReading& counter : readings.counters) {
      ++counters;
      if (counter.equal()) {
        EXPECT_FALSE(counter.why) << what << counter.name;
        continue;
      }
      const bool is_load = counter.name.starts_with("shared load");
      ASSERT_TRUE(is_load || counter.name.starts_with("shared store")) << what << counter.name;
      const std::string kind = is_load ? "shared load " : "shared store ";
      const CounterReading* const requests = find_counter(readings, kind + "requests");
      const CounterReading* const by_address = find_counter(readings, kind + "wavefronts by address");
      ASSERT_TRUE(requests != nullptr && by_address != nullptr) << what << counter.name;
      if (counter.why.kind == ReasonKind::accesses_joined) {
        EXPECT_LT(requests->value, static_cast<double>(requests->modelled)) << what;
        with_joined.insert(readings.kernel);
        ++joined;
      } else {
        EXPECT_EQ(counter.why.kind, ReasonKind::shared_pipe) << what << counter.name;
        EXPECT_TRUE(counter.metric.starts_with("l1tex__data_")) << what << counter.metric;
        EXPECT_TRUE(requests->equal() && by_address->equal()) << what;
        EXPECT_GT(counter.value, static_cast<double>(counter.modelled)) << what << counter.name;
        EXPECT_GT(readings.grid.count(), h200().gpu.multiprocessors) << what << "one block a multiprocessor";
        // Each wavefront too many is one bank conflict too many.
        const auto surplus = [&](const char* name) {
          const CounterReading* const one = find_counter(readings, kind + name);
          return one == nullptr ? -1 : one->value - static_cast<double>(one->modelled);
        };
        EXPECT_EQ(surplus("wavefronts"), surplus("bank conflicts")) << what;
        ++in_the_pipe;
      }
    }
  }
  EXPECT_GE(counters, 2500U);
  EXPECT_EQ(with_joined, (std::set<std::string>{"machines/fiveBanks", "machines/tenBanks", "machines/tenBanksPad"}));
  EXPECT_GE(joined, 20U);
  EXPECT_GE(in_the_pipe, 20U);
}

/// The cost of one load by the first `lanes` lanes, each `stride` bytes behind the one before.
RequestCounts load_cost(const MachineModel& machine, unsigned lanes, unsigned stride, unsigned width, unsigned offset) {
  MemoryAccess access;
  access.space = Space::shared;
  access.op = AccessOp::load;
  access.width = static_cast<std::uint8_t>(width);
  access.active = (LaneMask{1} << lanes) - 1;
  for (unsigned lane = 0; lane < lanes; ++lane) access.addresses[lane] = lane * stride + offset;
  return count_request(machine, access);
}

/// A column of a tile is read in rows of neighbouring elements, one after the other. Where rows begin at multiples of
/// 8 or 16 bytes, the assembler reads two or four of them at once (LDS.64, LDS.128): what was counted is what the model
/// says of those.
TEST(ShippedRecording, JoinedLoadsAreAsTheModelHasThem) {
  const auto machines = load_machines(BANKLOOM_SOURCE_DIR "/assets/machines");
  ASSERT_TRUE(machines);
  const auto machine = find_machine(*machines, "cc9.0");
  ASSERT_TRUE(machine);
  std::size_t compared = 0;
  for (const auto& readings : h200().kernels) {
    const bool is_five = readings.kernel == "machines/fiveBanks";
    if (!is_five && !readings.kernel.starts_with("machines/tenBanks")) continue;
    const unsigned side = static_cast<unsigned>(std::stoul(readings.options.at("BDIMX")));
    const unsigned stride = 4 * (side + static_cast<unsigned>(std::stoul(readings.options.at("IPAD"))));
    std::uint64_t requests = 0, wavefronts = 0, conflicts = 0;
    const unsigned widest = stride % 16 == 0 ? 16 : stride % 8 == 0 ? 8 : 4;
    for (unsigned offset = 0; offset < 4 * side;) {
      unsigned width = widest;
      while (offset + width > 4 * side) width /= 2;
      const auto cost = load_cost(*machine, side, stride, width, offset);
      ++requests;
      wavefronts += cost.wavefronts;
      conflicts += cost.bank_conflicts;
      offset += width;
    }
    const std::string what = readings.kernel + " (" + options_text(readings.options).str() + ")";
    for (const auto& [name, expected] :
         {std::pair{"requests", requests}, std::pair{"wavefronts by address", wavefronts},
          std::pair{"wavefronts", wavefronts}, std::pair{"bank conflicts", conflicts}}) {
      const CounterReading* const counter = find_counter(readings, std::string("shared load ") + name);
      ASSERT_NE(counter, nullptr) << what << name;
      EXPECT_EQ(counter->value, static_cast<double>(expected)) << what << ": " << name;
      ++compared;
    }
  }
  EXPECT_GE(compared, 40U);
}

/// The experiment behind "share the data pipe": Nsight Compute on an H200 of 132 multiprocessors, an instruction of
/// each kind for each of a block's 1,024 elements of 4 bytes, with and without global memory. `kernel`: one element a
/// thread, or four. `one_at_a_time`: shared memory for one block a multiprocessor.
TEST(SharedPipe, OnAnH200OnlyItsCountersDependOnHowManyBlocksMeet) {
  std::ifstream file(BANKLOOM_SOURCE_DIR "/tests/hardware/shared_pipe_h200.csv");
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const auto table = parse_csv(text, "shared_pipe_h200.csv");
  ASSERT_TRUE(table) << table.error().message;
  std::size_t with_surplus = 0;
  for (const CsvRow& row : table->rows) {
    const auto value = [&](const std::string& column) { return std::stoull(row.cells.at(*table->column(column))); };
    const std::uint64_t requests = 32 * value("blocks");
    const std::uint64_t conflicting = value("column") == 1 && value("padded") == 0 ? 32 : 1;
    const bool alone = value("one_at_a_time") == 1 || value("blocks") <= 132;
    for (const std::string op : {"ld", "st"}) {
      const std::uint64_t wavefronts = op == "ld" ? requests * conflicting : requests;
      EXPECT_EQ(value(op + "_requests"), requests) << "line " << row.line;
      EXPECT_EQ(value(op + "_by_address"), wavefronts) << "line " << row.line;
      ASSERT_GE(value(op + "_wavefronts"), wavefronts) << "line " << row.line;
      const std::uint64_t surplus = value(op + "_wavefronts") - wavefronts;
      EXPECT_LE(surplus, wavefronts / 10) << "line " << row.line;
      if (alone || (op == "st" && value("global_loads") == 0)) {
        EXPECT_EQ(surplus, 0U) << "line " << row.line;
        EXPECT_EQ(value(op + "_bank_conflicts"), wavefronts - requests) << "line " << row.line;
      }
      if (surplus != 0) ++with_surplus;
    }
  }
  EXPECT_EQ(table->rows.size(), 61U);
  EXPECT_GE(with_surplus, 20U);
}

TEST(ShippedRecording, HoldsAllThatIsPlanned) {
  const auto catalog = load_catalog(BANKLOOM_SOURCE_DIR "/kernels");
  ASSERT_TRUE(catalog);
  // Kernels came later, and in a time when another GPU was there.
  Recordings all = load_recordings({BANKLOOM_SOURCE_DIR "/assets/recordings"});
  ASSERT_TRUE(all.problems.empty());
  use_present_names(all, *catalog);
  for (const RecordItem& item : plan_recording(*catalog)) {
    EXPECT_EQ(std::ranges::count_if(all.list,
                                    [&](const Recording& recording) {
                                      return find_readings(recording, item.kernel->id(), item.options) != nullptr;
                                    }),
              1)
        << item.kernel->id() << " (" << options_text(item.options).str() << ")";
  }
}

TEST(ShippedRecording, FillsTheLadder) {
  const auto catalog = load_catalog(BANKLOOM_SOURCE_DIR "/kernels");
  ASSERT_TRUE(catalog);
  const LadderSource source = [](const Kernel& kernel, const OptionValues& options) {
    return recorded_measurement({&h200()}, kernel.id(), options, kernel.source).map([](KernelMeasurement&& found) {
      return std::make_shared<const KernelMeasurement>(std::move(found));
    });
  };
  const Ladder ladder = make_ladder(*catalog, "transpose", source, {});
  EXPECT_EQ(ladder.origin(), (Origin{Provenance::recorded, h200().gpu.source()}));
  std::size_t large = 0;
  for (const LadderRow& row : ladder.rows) {
    EXPECT_FALSE(row.no_time || row.no_bandwidth || row.no_of_copy) << row.entry.kernel->id();
    if (!row.entry.is_large) continue;
    ++large;
    // 16 times as many elements, and so it is with all that is counted.
    const auto* const smaller =
        find_readings(h200(), row.entry.kernel->id(), *resolve_options(*row.entry.kernel, row.entry.kernel->gpu));
    ASSERT_NE(smaller, nullptr);
    ASSERT_EQ(smaller->counters.size(), row.measured->own.counters.size());
    for (std::size_t i = 0; i < smaller->counters.size(); ++i) {
      EXPECT_EQ(16 * smaller->counters[i].modelled, row.measured->own.counters[i].modelled)
          << smaller->counters[i].name;
    }
  }
  EXPECT_EQ(large, 2U) << "the last rung and its copy at 16384";
  EXPECT_GE(ladder.rows.size(), 14U);
}

TEST(ShippedRecording, OnAnH200EveryFurtherWavefrontTakesTwoCycles) {
  std::map<std::pair<AccessOp, unsigned>, double> by_wavefronts;
  for (const auto& readings : h200().kernels) {
    for (const auto& access : readings.timed_accesses) {
      // Wide elements have a latency of their own.
      if (!access.cycles.measurement || access.width != 4) continue;
      by_wavefronts[{access.op, access.wavefronts}] = access.cycles.measurement->value;
    }
  }
  for (const auto& [access, cycles] : by_wavefronts) {
    EXPECT_NEAR(cycles - by_wavefronts.at({access.first, 1}), 2.0 * (access.second - 1), 0.1)
        << access_op_name(access.first) << " of " << access.second << " wavefronts";
  }
  EXPECT_GE(by_wavefronts.size(), 10U);
}

TEST(ShippedRecording, ConflictsCostOnAnH200AndItSays) {
  const auto* const readings =
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
