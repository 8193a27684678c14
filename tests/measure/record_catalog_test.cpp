#include "core/measure/record_catalog.h"

#include <new>
#include <set>

#include "core/measure/counters.h"
#include "core/wording/measurement.h"

#include "measure_fixture.h"

namespace bankloom::test {
namespace {

using RecordCatalogTest = MeasureTest;

/// What failed, as the command says it.
std::vector<std::string> failures(const RecordedCatalog& result) {
  std::vector<std::string> list;
  for (const std::size_t index : result.measured) {
    for (const Text& text : failure_texts(result.recording.kernels[index])) list.push_back(text);
  }
  return list;
}

TEST_F(RecordCatalogTest, PlansDefaultsAndPaddingsZeroToFour) {
  const auto plan = plan_recording(catalog());
  std::set<std::string> kernels, paddings, sized_for_a_gpu, largest;
  for (const auto& item : plan) {
    kernels.insert(item.kernel->id());
    if (item.kernel->id() == "square/setRowReadColPad") paddings.insert(item.options.at("IPAD"));
    if (item.options.contains("N") && item.options.at("N") == "4096") sized_for_a_gpu.insert(item.kernel->id());
    if (item.kernel->lesson == "transpose" && item.options.at("N") == "16384") largest.insert(item.kernel->name);
    EXPECT_TRUE(instantiate_shape(*item.kernel, item.options)) << item.kernel->id();
  }
  for (const Kernel& kernel : catalog().kernels) {
    if (kernel.lesson != "transpose") continue;
    EXPECT_TRUE(sized_for_a_gpu.contains(kernel.id())) << kernel.id();
  }
  EXPECT_EQ(largest, (std::set<std::string>{"copyVector", "vector"})) << "the last rung and its baseline";
  EXPECT_EQ(kernels.size(), catalog().kernels.size()) << "every kernel";
  EXPECT_EQ(paddings, (std::set<std::string>{"0", "1", "2", "3", "4"}));
  for (std::size_t i = 0; i < plan.size(); ++i) {
    for (std::size_t k = i + 1; k < plan.size(); ++k) EXPECT_FALSE(plan[i] == plan[k]) << plan[i].kernel->id();
  }
}

/// Kernels by name, at their defaults.
std::vector<RecordItem> items(const Catalog& catalog, const std::vector<std::string>& names) {
  std::vector<RecordItem> plan;
  for (const auto& name : names) {
    const auto kernel = find_kernel(catalog, name);
    if (kernel) plan.push_back({*kernel, *resolve_options(**kernel, {})});
  }
  return plan;
}

TEST_F(RecordCatalogTest, RecordsTheTwinsThatAreNotPlanned) {
  auto measurer = Measurer::open(device, compiler(), 0);
  ASSERT_TRUE(measurer);
  std::vector<MeasureProgress> steps;
  MeasureHooks hooks;
  hooks.progress = [&](const MeasureProgress& step) { steps.push_back(step); };
  const auto result = record_catalog(*measurer, items(catalog(), {"square/setRowReadCol", "square/setRowReadRow"}),
                                     *find_machine(machines(), "cc9.0"), compiler(), hooks);
  EXPECT_TRUE(failures(result).empty()) << failures(result).front();
  EXPECT_FALSE(result.interrupted);
  ASSERT_EQ(result.recording.kernels.size(), 3U);
  EXPECT_EQ(result.recording.kernels[2].options.at("IPAD"), "1");
  EXPECT_EQ(result.recording.kernels[0].twin, result.recording.kernels[2].options);
  EXPECT_TRUE(result.recording.kernels[1].no_twin);
  ASSERT_TRUE(result.recording.empty_kernel);
  EXPECT_DOUBLE_EQ(result.recording.empty_kernel->value, 1.5);
  EXPECT_DOUBLE_EQ(result.recording.observed_clock_mhz, 1980);
  EXPECT_EQ(result.recording.durations, "a script");
  ASSERT_FALSE(steps.empty());
  EXPECT_EQ(steps.front().kernel, "square/setRowReadCol");
  EXPECT_EQ(steps.front().item, 1U);
  EXPECT_EQ(steps.front().items, 2U);
  // What it wrote can be read and looked up with its twin.
  const auto read = parse_recording(recording_to_json(result.recording), "x.json");
  ASSERT_TRUE(read) << read.error().message;
  const auto found = recorded_measurement({&*read}, "square/setRowReadCol", read->kernels[0].options,
                                          (*find_kernel(catalog(), "square/setRowReadCol"))->source);
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->notes.empty());
  EXPECT_EQ(found->comparison(ReadingKind::cycles)->verdict, Verdict::costs);
}

TEST_F(RecordCatalogTest, FailuresAreRecordedAndTold) {
  device.fail_launch = "the GPU has no memory left";
  auto measurer = Measurer::open(device, compiler(), 0);
  const auto result = record_catalog(*measurer, items(catalog(), {"square/setRowReadRow", "square/setColReadRow"}),
                                     *find_machine(machines(), "cc9.0"), compiler());
  EXPECT_GE(failures(result).size(), 2U);
  ASSERT_GE(result.recording.kernels.size(), 2U);
  EXPECT_EQ(result.recording.kernels[0].status, ReadingStatus::failed);
  EXPECT_NE(failures(result)[0].find(device.fail_launch), std::string::npos);
  EXPECT_TRUE(parse_recording(recording_to_json(result.recording), "x.json"));
}

/// A device for which one kernel is too much.
class ExhaustedDevice : public FakeDevice {
 public:
  Result<GpuOutput> launch(const GpuLaunch& launch, std::chrono::milliseconds deadline) override {
    if (launch.entry == "setRowReadRow") throw std::bad_alloc();
    return FakeDevice::launch(launch, deadline);
  }
};

TEST_F(RecordCatalogTest, AKernelThatEndsInAnExceptionIsRecordedAsFailedAndTheRestGoesOn) {
  ExhaustedDevice exhausted;
  auto measurer = Measurer::open(exhausted, compiler(), 0);
  ASSERT_TRUE(measurer);
  std::vector<std::size_t> lengths;
  const auto result = record_catalog(*measurer, items(catalog(), {"square/setRowReadRow", "square/setRowReadColPad"}),
                                     *find_machine(machines(), "cc9.0"), compiler(), {},
                                     [&](const Recording& so_far) { lengths.push_back(so_far.kernels.size()); });
  EXPECT_EQ(lengths, (std::vector<std::size_t>{1, 2})) << "told after each kernel";
  ASSERT_EQ(result.recording.kernels.size(), 2U);
  EXPECT_EQ(result.recording.kernels[0].status, ReadingStatus::failed);
  EXPECT_EQ(result.recording.kernels[0].problem, Reason(ReasonKind::internal_error, "std::bad_alloc"));
  EXPECT_EQ(result.recording.kernels[1].status, ReadingStatus::measured);
  EXPECT_EQ(failures(result).size(), 1U);
  EXPECT_TRUE(parse_recording(recording_to_json(result.recording), "x.json"));
}

TEST_F(RecordCatalogTest, WrongOutputsAndCountersAreTold) {
  device.flips_a_bit = true;
  for (const auto& metric : counter_metrics({})) device.counters[metric] = 12345;
  auto measurer = Measurer::open(device, compiler(), 0);
  const auto result = record_catalog(*measurer, items(catalog(), {"square/setRowReadRow"}),
                                     *find_machine(machines(), "cc9.0"), compiler());
  ASSERT_EQ(failures(result).size(), 1U);
  EXPECT_NE(failures(result)[0].find("first [0][1]"), std::string::npos) << failures(result)[0];
  EXPECT_EQ(difference_texts(result.recording.kernels[0]).size(), counter_rules().size() - 2) << "without atomics";
}

TEST_F(RecordCatalogTest, AFaultThatAKernelIsThereToShowIsNoFailure) {
  auto measurer = Measurer::open(device, compiler(), 0);
  const auto result = record_catalog(*measurer, items(catalog(), {"rectangular/swappedIndices"}),
                                     *find_machine(machines(), "cc9.0"), compiler());
  EXPECT_TRUE(failures(result).empty()) << failures(result).front();
  EXPECT_EQ(result.recording.kernels.at(0).status, ReadingStatus::faulty);
}

TEST_F(RecordCatalogTest, GoesOnWithAnEarlierRecordingOfTheSameGpu) {
  auto measurer = Measurer::open(device, compiler(), 0);
  const auto machine = *find_machine(machines(), "cc9.0");
  const auto first = record_catalog(*measurer, items(catalog(), {"square/setRowReadCol"}), machine, compiler());
  ASSERT_EQ(first.recording.kernels.size(), 2U) << "the kernel and its twin";
  const std::size_t calls = device.calls().size();
  const auto same = record_catalog(*measurer, items(catalog(), {"square/setRowReadCol"}), machine, compiler(), {}, {},
                                   &first.recording);
  EXPECT_EQ(device.calls().size(), calls) << "nothing is measured again";
  EXPECT_EQ(recording_to_json(same.recording), recording_to_json(first.recording));
  const auto more = record_catalog(*measurer, items(catalog(), {"square/setRowReadCol", "square/setRowReadRow"}),
                                   machine, compiler(), {}, {}, &first.recording);
  EXPECT_EQ(more.recording.kernels.size(), 3U);
  EXPECT_GT(device.calls().size(), calls);
  // A text that was changed since is measured again.
  Recording changed = first.recording;
  changed.kernels[0].source_sha256 = "0";
  const auto anew =
      record_catalog(*measurer, items(catalog(), {"square/setRowReadCol"}), machine, compiler(), {}, {}, &changed);
  EXPECT_NE(anew.recording.kernels[0].source_sha256, "0");

  EXPECT_EQ(why_not_continued(first.recording, measurer->gpu()), "");
  MeasuringGpu other = measurer->gpu();
  other.driver = "1.2";
  EXPECT_NE(why_not_continued(first.recording, other).find("driver"), std::string::npos);
  other = measurer->gpu();
  other.date = "1999-01-01";
  EXPECT_NE(why_not_continued(first.recording, other).find("1999-01-01"), std::string::npos);
}

TEST_F(RecordCatalogTest, StopsWhenAsked) {
  auto measurer = Measurer::open(device, compiler(), 0);
  int steps = 0;
  MeasureHooks hooks;
  hooks.progress = [&](const MeasureProgress&) { ++steps; };
  hooks.stop = [&] { return steps >= 3; };
  const auto result =
      record_catalog(*measurer, plan_recording(catalog()), *find_machine(machines(), "cc9.0"), compiler(), hooks);
  EXPECT_TRUE(result.interrupted);
  EXPECT_LE(result.recording.kernels.size(), 1U);
}

}  // namespace
}  // namespace bankloom::test
