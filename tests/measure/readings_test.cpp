#include "core/measure/readings.h"

#include <algorithm>

#include "core/measure/counters.h"
#include "core/wording/measurement.h"
#include "measure_fixture.h"

namespace bankloom::test {
namespace {

using namespace std::chrono_literals;

class ReadingsTest : public MeasureTest {
 protected:
  Measurer open() {
    auto measurer = Measurer::open(device, compiler(), 0, 2s);
    if (!measurer) throw std::runtime_error(reason_text(measurer.error()));
    return std::move(*measurer);
  }
  /// Counters as the model has them.
  void script_counters(const KernelRun& run) {
    for (const auto& rule : counter_rules()) {
      device.counters[rule.metric] = static_cast<double>(run.cost.*rule.totals.*rule.field);
    }
  }
};

TEST_F(ReadingsTest, ThreeReadingsOutputAndCounters) {
  const auto made = run("square/setRowReadCol");
  script_counters(*made);
  Measurer measurer = open();
  EXPECT_EQ(measurer.gpu().name, "Test GPU");
  EXPECT_EQ(measurer.gpu().compute_capability, "9.0");
  EXPECT_EQ(measurer.machine_name(machines()), "cc9.0");
  EXPECT_EQ(measurer.architecture(), "compute_90");
  const KernelReadings readings = measurer.measure(*made);
  EXPECT_EQ(readings.status, ReadingStatus::measured) << reason_text(readings.problem).str();

  // 1024 wavefronts of loads and 32 of stores, by the fake's script.
  const auto& one = readings.reading(ReadingKind::one_block).measurement;
  ASSERT_TRUE(one);
  EXPECT_DOUBLE_EQ(one->value, FakeDevice::nanoseconds(1056, 1) / 1000);
  EXPECT_EQ(one->unit, "us");
  EXPECT_EQ(one->how, "a script");
  EXPECT_EQ(one->samples, 61U);
  EXPECT_EQ(one->dropped, 2U);
  EXPECT_EQ(one->provenance, Provenance::measured_here);

  // 1,024 threads a block: two blocks on each of 132 multiprocessors, four waves.
  const auto& filled = readings.reading(ReadingKind::filled).measurement;
  ASSERT_TRUE(filled);
  EXPECT_EQ(readings.filled_blocks, 132U * 2 * 4);
  EXPECT_NEAR(filled->value, FakeDevice::nanoseconds(1056, 1056) / 1056, 1e-9);
  EXPECT_EQ(filled->unit, "ns per block");

  const auto& cycles = readings.reading(ReadingKind::cycles).measurement;
  ASSERT_TRUE(cycles);
  EXPECT_DOUBLE_EQ(cycles->value, FakeDevice::cycles(32));
  ASSERT_EQ(readings.timed_accesses.size(), 2U);
  EXPECT_EQ(readings.timed_accesses[0].op, AccessOp::load);
  EXPECT_EQ(readings.timed_accesses[0].wavefronts, 32U);
  EXPECT_EQ(readings.timed_accesses[0].line, 9U);
  ASSERT_TRUE(readings.timed_accesses[0].empty_harness);
  EXPECT_EQ(readings.timed_accesses[1].op, AccessOp::store);
  EXPECT_EQ(readings.timed_accesses[1].wavefronts, 1U);

  EXPECT_EQ(readings.counters.size(), counter_rules().size() - 2) << "without those of atomics";
  for (const auto& counter : readings.counters) EXPECT_TRUE(counter.equal()) << counter.name;
  EXPECT_TRUE(readings.output.equal()) << reason_text(readings.output.missing).str();
  EXPECT_EQ(readings.output.sha256.size(), 64U);
  EXPECT_EQ(readings.ptx_sha256.size(), 64U);
}

TEST_F(ReadingsTest, TheTwinIsTimedAtTheSameAccess) {
  // The store collides; in the twin load and store cost the same, and the load would come first.
  const auto made = run("square/setColReadRow");
  script_counters(*made);
  Measurer measurer = open();
  const KernelMeasurement result = measure_with_twin(measurer, *made, maker("square/setColReadRow"));
  ASSERT_TRUE(result.twin);
  EXPECT_EQ(result.own.twin->at("IPAD"), "1");
  EXPECT_EQ(result.own.timed_accesses.front().op, AccessOp::store);
  EXPECT_EQ(result.twin->timed_accesses.front().op, AccessOp::store);
  EXPECT_EQ(result.twin->timed_accesses.front().wavefronts, 1U);
  const auto& cycles = result.comparison(ReadingKind::cycles);
  ASSERT_TRUE(cycles);
  EXPECT_DOUBLE_EQ(cycles->difference, FakeDevice::cycles(32) - FakeDevice::cycles(1));
  EXPECT_EQ(cycles->verdict, Verdict::costs);
  const auto& one = result.comparison(ReadingKind::one_block);
  ASSERT_TRUE(one);
  EXPECT_EQ(one->verdict, Verdict::costs);
  EXPECT_NEAR(one->ratio, FakeDevice::nanoseconds(1056, 1) / FakeDevice::nanoseconds(64, 1), 1e-9);
  ASSERT_TRUE(result.empty_kernel);
  EXPECT_DOUBLE_EQ(result.empty_kernel->value, 1.5);
}

TEST_F(ReadingsTest, ADifferentOutputIsLocated) {
  device.flips_a_bit = true;
  Measurer measurer = open();
  const KernelReadings readings = measurer.measure(*run("square/setRowReadCol"));
  EXPECT_EQ(readings.status, ReadingStatus::measured);
  EXPECT_TRUE(readings.output.compared);
  EXPECT_FALSE(readings.output.equal());
  EXPECT_TRUE(readings.output.wrong());
  EXPECT_EQ(readings.output.different, 1U);
  EXPECT_EQ(readings.output.row, 0U);
  EXPECT_EQ(readings.output.column, 1U);
  EXPECT_EQ(readings.output.emulated, "32");
  EXPECT_EQ(readings.output.gpu, "33");
}

TEST_F(ReadingsTest, ADifferentCounterIsMarked) {
  const auto made = run("square/setRowReadRow");
  script_counters(*made);
  device.counter_offset = 1;
  Measurer measurer = open();
  const KernelReadings readings = measurer.measure(*made);
  ASSERT_FALSE(readings.counters.empty());
  for (const auto& counter : readings.counters) EXPECT_FALSE(counter.equal());
}

TEST_F(ReadingsTest, WithoutPermissionForCountersTheDevicesSentence) {
  device.infos[0].no_counters = "the driver allows counters to administrators alone";
  Measurer measurer = open();
  const KernelReadings readings = measurer.measure(*run("square/setRowReadRow"));
  EXPECT_TRUE(readings.counters.empty());
  EXPECT_EQ(readings.no_counters.text, "the driver allows counters to administrators alone");
  EXPECT_EQ(readings.status, ReadingStatus::measured);
  for (const auto& call : device.calls()) EXPECT_EQ(call.find("count"), std::string::npos);
  device.infos[0].no_counters.clear();
  device.fail_count = "the counters are in use by another program";
  EXPECT_EQ(open().measure(*run("square/setRowReadRow")).no_counters.text, device.fail_count);
}

TEST_F(ReadingsTest, AKernelThatTheGpuCannotRunFailsWithItsSentence) {
  device.fail_launch = "the GPU has no memory left";
  const KernelReadings readings = open().measure(*run("square/setRowReadRow"));
  EXPECT_EQ(readings.status, ReadingStatus::failed);
  EXPECT_EQ(readings.problem.text, device.fail_launch);
  EXPECT_EQ(readings.output.missing.text, device.fail_launch);
  for (const auto& reading : readings.readings) EXPECT_EQ(reading.missing.text, device.fail_launch);
  EXPECT_EQ(device.calls().size(), 1U) << "nothing is tried after that";
  device.fail_launch.clear();
  device.fail_time = "the worker died";
  const KernelReadings untimed = open().measure(*run("square/setRowReadRow"));
  EXPECT_EQ(untimed.status, ReadingStatus::failed);
  EXPECT_TRUE(untimed.output.equal());
  EXPECT_FALSE(untimed.broke);
}

TEST_F(ReadingsTest, AKernelThatDoesNotEndWhenItIsLaunchedAgainIsNotTriedFurther) {
  device.fail_time = "the launches did not end";
  device.breaks = true;
  const KernelReadings readings = open().measure(*run("square/setRowReadRow"));
  EXPECT_EQ(readings.status, ReadingStatus::failed);
  EXPECT_TRUE(readings.broke);
  EXPECT_TRUE(readings.output.equal()) << "the first launch was right";
  EXPECT_EQ(readings.problem, Reason(ReasonKind::not_repeatable, device.fail_time));
  const auto calls = device.calls();
  EXPECT_EQ(std::count_if(calls.begin(), calls.end(), [](const std::string& call) { return call.starts_with("time"); }),
            1);
}

TEST_F(ReadingsTest, AKernelWithAFaultIsLaunchedOnceIfAtAllAndNotTimed) {
  const auto faulty = run("rectangular/swappedIndices");
  ASSERT_FALSE(faulty->faults.empty());
  const KernelReadings unasked = open().measure(*faulty);
  EXPECT_EQ(unasked.status, ReadingStatus::faulty);
  EXPECT_EQ(unasked.output.missing, Reason(ReasonKind::not_launched));
  EXPECT_EQ(unasked.problem.kind, ReasonKind::faulty);
  EXPECT_TRUE(device.calls().empty());
  MeasureHooks insisting;
  insisting.launch_faulty = true;
  const KernelReadings readings = open().measure(*faulty, insisting);
  EXPECT_EQ(readings.status, ReadingStatus::faulty);
  EXPECT_EQ(readings.problem.kind, ReasonKind::faulty_launched);
  EXPECT_EQ(readings.problem.faults, std::vector{simt::FaultKind::out_of_bounds});
  EXPECT_EQ(device.calls().size(), 1U);
  EXPECT_FALSE(readings.reading(ReadingKind::one_block).measurement);
}

/// A run to be changed: all but the trace, of which there is only one.
KernelRun without_trace(const KernelRun& run) {
  KernelRun copy;
  static_cast<RunSummary&>(copy) = run;
  copy.inputs = run.inputs;
  copy.output = run.output;
  return copy;
}

TEST_F(ReadingsTest, AKernelThatMovesMuchDataHasABandwidthBesideTheDevicesCopy) {
  const auto small = run("square/setRowReadRow");
  ASSERT_TRUE(small);
  auto measurer = Measurer::open(device, compiler(), 0);
  ASSERT_TRUE(measurer);
  EXPECT_FALSE(measurer->measure(*small).bandwidth) << "4 KiB say nothing about a bandwidth";
  EXPECT_EQ(global_bytes(*small).read, 0U);
  EXPECT_EQ(global_bytes(*small).written, 4096U);

  // The same kernel as if it wrote 2 MiB.
  KernelRun large = without_trace(*small);
  for (AccessSummary& access : large.cost.accesses) {
    if (access.space == Space::global) access.bytes_asked = 2U << 20U;
  }
  const KernelReadings readings = measurer->measure(large);
  ASSERT_TRUE(readings.bandwidth);
  const Bandwidth& bandwidth = *readings.bandwidth;
  EXPECT_EQ(bandwidth.bytes_read, 0U);
  EXPECT_EQ(bandwidth.bytes_written, 2U << 20U);
  EXPECT_EQ(bandwidth.copied_bytes, 1U << 20U);
  ASSERT_TRUE(bandwidth.kernel.measurement && bandwidth.copy.measurement);
  EXPECT_NEAR(bandwidth.kernel.measurement->value, 3, 1e-3);
  EXPECT_NEAR(bandwidth.copy.measurement->value, 4, 1e-3);
  EXPECT_EQ(bandwidth.kernel.measurement->unit, "GB/s");
  EXPECT_NEAR(bandwidth.of_copy().value_or(0), 0.75, 1e-3);
  EXPECT_EQ(bandwidth_text(bandwidth).str(),
            "3.00 GB/s read and written, 75 % of the 4.00 GB/s of the device's own copy.");
  const auto calls = device.calls();
  EXPECT_EQ(std::count(calls.begin(), calls.end(), "copy setRowReadRow 1"), 1);

  device.fail_copy = "the GPU cannot allocate a buffer of 1048576 bytes to copy";
  const KernelReadings without = measurer->measure(large);
  ASSERT_TRUE(without.bandwidth);
  EXPECT_EQ(without.bandwidth->copy.missing.text, device.fail_copy);
  EXPECT_FALSE(without.bandwidth->of_copy());
  EXPECT_TRUE(without.reading(ReadingKind::one_block).measurement) << "the duration is there all the same";
}

TEST_F(ReadingsTest, TheBytesOfTheLanesAreTheTrafficThatTheCatalogueStates) {
  std::size_t with_traffic = 0;
  for (const Kernel& kernel : catalog().kernels) {
    if (!kernel.traffic) continue;
    ++with_traffic;
    const auto made = run(kernel.id());
    ASSERT_TRUE(made) << kernel.id();
    const auto stated = evaluate(*kernel.traffic, made->instance.options);
    ASSERT_TRUE(stated) << stated.error().message;
    if (kernel.operations) {
      // What must be moved at least: such kernels are there to show who fetches it again.
      EXPECT_GE(global_bytes(*made).sum(), static_cast<std::uint64_t>(*stated)) << kernel.id();
    } else {
      EXPECT_EQ(global_bytes(*made).sum(), static_cast<std::uint64_t>(*stated)) << kernel.id();
    }
  }
  EXPECT_GE(with_traffic, 15U);
}

TEST_F(ReadingsTest, ALaunchThatFillsTheGpuIsNotFilledAgain) {
  KernelRun large = without_trace(*run("square/setRowReadRow"));
  large.instance.grid = {128, 128, 1};
  const auto grid = filled_grid(large, 132);
  ASSERT_FALSE(grid);
  EXPECT_EQ(grid.error(), Reason(ReasonKind::fills_gpu, std::uint64_t{16384}));
}

TEST_F(ReadingsTest, InputsAreNotAskedBack) {
  KernelRun changed = without_trace(*run("square/setRowReadRow"));
  Kernel kernel = *changed.kernel;
  kernel.parameters[0].kind = ParameterKind::in;
  changed.kernel = std::make_shared<Kernel>(kernel);
  EXPECT_FALSE(launch_of(changed).arguments[0].is_returned);
  EXPECT_TRUE(launch_of(*run("square/setRowReadRow")).arguments[0].is_returned);
}

TEST_F(ReadingsTest, AHangEndsAtTheDeadline) {
  device.hangs = true;
  auto measurer = Measurer::open(device, compiler(), 0, 20ms);
  ASSERT_TRUE(measurer);
  const KernelReadings readings = measurer->measure(*run("square/setRowReadRow"));
  EXPECT_EQ(readings.status, ReadingStatus::failed);
  EXPECT_NE(readings.problem.text.find("did not end within 20 ms"), std::string::npos);
}

TEST_F(ReadingsTest, StopsBetweenTwoCalls) {
  int steps = 0;
  MeasureHooks hooks;
  hooks.progress = [&](const MeasureProgress&) { ++steps; };
  hooks.stop = [&] { return steps >= 2; };
  const KernelReadings readings = open().measure(*run("square/setRowReadRow"), hooks);
  EXPECT_EQ(device.calls().size(), 2U);
  EXPECT_TRUE(readings.reading(ReadingKind::one_block).measurement);
  EXPECT_EQ(readings.reading(ReadingKind::filled).missing, Reason(ReasonKind::interrupted));
  EXPECT_EQ(readings.no_counters, Reason(ReasonKind::interrupted));
}

TEST_F(ReadingsTest, OpenNamesTheGpusThereAre) {
  const auto wrong = Measurer::open(device, compiler(), 3);
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().text, "there is no GPU 3; there is 0 (Test GPU)");
  device.infos.clear();
  EXPECT_EQ(Measurer::open(device, compiler(), 0).error(), Reason(ReasonKind::no_gpu));
  device.no_devices = "there is no driver";
  EXPECT_EQ(Measurer::open(device, compiler(), 0).error(), Reason(ReasonKind::no_gpu, "there is no driver"));
}

TEST_F(ReadingsTest, AnUnknownArchitectureIsCompiledForTheDefault) {
  device.infos[0].newest_ptx = "compute_999";
  device.infos[0].compute_major = 99;
  const Measurer measurer = open();
  EXPECT_EQ(measurer.architecture(), kDefaultArchitecture);
  EXPECT_EQ(measurer.machine_name(machines()), kDefaultMachine);
}

TEST_F(ReadingsTest, FillingAGpuNeedsAKernelThatDoesNotAskForItsBlock) {
  const auto made = run("square/setRowReadRow");
  const auto grid = filled_grid(*made, 10);
  ASSERT_TRUE(grid);
  EXPECT_EQ(grid->count(), 10U * 2 * kFilledWaves);
  KernelRun asks = KernelRun{};
  asks.instance = made->instance;
  asks.machine = made->machine;
  auto compiled = std::make_shared<CompileResult>(*made->compiled);
  compiled->ptx += "// mov.u32 %r1, %ctaid.x;\n";
  asks.compiled = compiled;
  EXPECT_FALSE(filled_grid(asks, 10));
  asks.instance.grid = {20, 1, 1};
  EXPECT_FALSE(filled_grid(asks, 10)) << "its own launch fills the GPU";
}

TEST(ResidentBlocks, AreLimitedByThreadsBlocksAndSharedMemory) {
  MachineModel machine;
  machine.shared_bytes_per_sm = 233'472;
  machine.shared_reserved_per_block = 1024;
  EXPECT_EQ(resident_blocks(machine, {32, 32, 1}, 4096), 2U);
  EXPECT_EQ(resident_blocks(machine, {32, 1, 1}, 0), 32U);
  EXPECT_EQ(resident_blocks(machine, {256, 1, 1}, 48 * 1024), 4U);
  EXPECT_EQ(resident_blocks(machine, {256, 1, 1}, 400'000), 1U);
}

TEST(Counters, MatricesAreNotAskedForAsPlainInstructions) {
  KernelCost cost;
  const std::size_t all = counter_metrics(cost).size();
  EXPECT_GE(all, counter_rules().size());
  AccessSummary access;
  access.op = AccessOp::ldmatrix;
  access.matrices = 4;
  cost.accesses.push_back(access);
  EXPECT_EQ(counter_metrics(cost).size(), all - 4);
}

/// A kernel of 10 loads of 4 bytes by 10 lanes, each a wavefront, and as many stores.
KernelCost ten_loads() {
  KernelCost cost;
  for (SpaceTotals* totals : {&cost.shared_load, &cost.shared_store}) {
    totals->requests = totals->wavefronts = 10;
  }
  AccessSummary access;
  access.bytes_asked = 400;
  cost.accesses.push_back(access);
  access.op = AccessOp::store;
  cost.accesses.push_back(access);
  return cost;
}

GpuCounters as_modelled(const KernelCost& cost) {
  GpuCounters counters;
  for (const auto& rule : counter_rules()) {
    counters.values[rule.metric] = static_cast<double>(cost.*rule.totals.*rule.field);
  }
  for (const char* op : {"ld", "st"}) {
    counters.values[fmt::format("smsp__sass_data_bytes_mem_shared_op_{}.sum", op)] = 400;
  }
  return counters;
}

using Named = std::map<std::string, ReasonKind>;

/// Names of the counters that differ, with the reason.
Named differences(const KernelCost& cost, const GpuCounters& counters) {
  Named list;
  for (const auto& reading : counter_readings(cost, counters)) {
    if (reading.equal()) {
      EXPECT_FALSE(reading.why) << reading.name;
    } else {
      list[reading.name] = reading.why.kind;
    }
  }
  return list;
}

TEST(Counters, ThoseOfStoresStandFirst) {
  const KernelCost cost = ten_loads();
  std::vector<CounterReading> readings = counter_readings(cost, as_modelled(cost));
  const auto is_of_stores = [](const CounterReading& one) {
    return one.metric == "smsp__sass_inst_executed_op_shared_st.sum";
  };
  ASSERT_FALSE(readings.empty());
  EXPECT_TRUE(is_of_stores(readings.front())) << readings.front().name;
  std::reverse(readings.begin(), readings.end());
  readings.push_back({"of another program", "x__y.sum", 1, 1, {}});
  sort_counters(readings);
  EXPECT_EQ(readings.front().name, "of another program");
  EXPECT_TRUE(is_of_stores(readings[1])) << readings[1].name;
}

TEST(Counters, FewerRequestsForAsManyBytesWereJoined) {
  const KernelCost cost = ten_loads();
  GpuCounters counters = as_modelled(cost);
  EXPECT_TRUE(differences(cost, counters).empty());
  for (const char* metric :
       {"smsp__sass_inst_executed_op_shared_ld.sum", "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
        "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"}) {
    counters.values[metric] = 5;
  }
  EXPECT_EQ(differences(cost, counters), (Named{{"shared load requests", ReasonKind::accesses_joined},
                                                {"shared load wavefronts by address", ReasonKind::accesses_joined},
                                                {"shared load wavefronts", ReasonKind::accesses_joined}}));
  // Other bytes, or nobody counted them: that is no reason that is known.
  counters.values["smsp__sass_data_bytes_mem_shared_op_ld.sum"] = 200;
  EXPECT_EQ(differences(cost, counters)["shared load requests"], ReasonKind::none);
  counters.values.erase("smsp__sass_data_bytes_mem_shared_op_ld.sum");
  EXPECT_EQ(differences(cost, counters)["shared load requests"], ReasonKind::none);
}

// atomicAdd of float by 32 lanes to 8 words of 8 banks: 4 rounds of loads, and 8 wavefronts of swaps. Beside it a plain
// load and a plain store of one wavefront each. Counted so on an H200.
TEST(Counters, TheLoadsOfAnUpdateLoopAreCountedAsLoads) {
  KernelCost cost;
  cost.shared_load.requests = cost.shared_load.wavefronts = 1;
  cost.shared_store.requests = cost.shared_store.wavefronts = 1;
  cost.shared_atomic.requests = 1;
  cost.shared_atomic.wavefronts = 12;
  cost.shared_atomic.load_wavefronts = 4;
  AccessSummary loop;
  loop.op = AccessOp::atomic;
  loop.load_wavefronts = 4;
  cost.accesses.push_back(loop);
  GpuCounters counters;
  counters.values = {{"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", 5},
                     {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", 0},
                     {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum", 8},
                     {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum", 0}};
  EXPECT_TRUE(differences(cost, counters).empty());
  EXPECT_EQ(counter_readings(cost, counters).size(), 4U);
  // How many instructions a loop's loads are depends on its rounds: these two are not asked for.
  const auto metrics = counter_metrics(cost);
  for (const char* metric : {"smsp__sass_inst_executed_op_shared_ld.sum",
                             "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"}) {
    EXPECT_EQ(std::ranges::count(metrics, std::string(metric)), 0) << metric;
  }
  counters.values["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"] = 1;
  EXPECT_EQ(differences(cost, counters), (Named{{"shared load wavefronts", ReasonKind::none}}));
}

TEST(Counters, MoreAtomicWavefrontsWithAsManyMoreConflictsAreOfTheSharedPipe) {
  KernelCost cost;
  cost.shared_atomic.requests = 4;
  cost.shared_atomic.wavefronts = 10;
  cost.shared_atomic.bank_conflicts = 6;
  GpuCounters counters = as_modelled(cost);
  EXPECT_TRUE(differences(cost, counters).empty());
  counters.values["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum"] = 13;
  EXPECT_EQ(differences(cost, counters), (Named{{"shared atomic wavefronts", ReasonKind::none}}));
  counters.values["l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum"] = 9;
  EXPECT_EQ(differences(cost, counters), (Named{{"shared atomic wavefronts", ReasonKind::atomic_pipe},
                                                {"shared atomic bank conflicts", ReasonKind::atomic_pipe}}));
  counters.values["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum"] = 8;
  counters.values["l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum"] = 4;
  EXPECT_EQ(differences(cost, counters), (Named{{"shared atomic wavefronts", ReasonKind::none},
                                                {"shared atomic bank conflicts", ReasonKind::none}}));
}

TEST(Counters, MoreInThePipeThanByAddressIsWhatBlocksTakeFromEachOther) {
  const KernelCost cost = ten_loads();
  GpuCounters counters = as_modelled(cost);
  counters.values["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"] = 13;
  counters.values["l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"] = 3;
  EXPECT_EQ(differences(cost, counters), (Named{{"shared store wavefronts", ReasonKind::shared_pipe},
                                                {"shared store bank conflicts", ReasonKind::shared_pipe}}));
  // Fewer than modelled is something else, and so it is where those by address are not as modelled either, or missing.
  GpuCounters fewer = counters;
  fewer.values["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"] = 9;
  EXPECT_EQ(differences(cost, fewer)["shared store wavefronts"], ReasonKind::none);
  GpuCounters other = counters;
  other.values["smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum"] = 11;
  EXPECT_EQ(differences(cost, other)["shared store wavefronts"], ReasonKind::none);
  other.values.erase("smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum");
  EXPECT_EQ(differences(cost, other)["shared store wavefronts"], ReasonKind::none);
}

}  // namespace
}  // namespace bankloom::test
