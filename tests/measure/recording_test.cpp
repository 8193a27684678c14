#include "core/measure/recording.h"
#include "core/base/json.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "sample_recording.h"

namespace bankloom::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// A folder of its own, removed at the end.
class RecordingFiles : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }
  fs::path write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
    return folder_ / name;
  }
  /// The sample with one field set to another value.
  static std::string changed(const std::string& pointer, const std::string& value) {
    json object = json::parse(recording_to_json(sample_recording()));
    object[json::json_pointer(pointer)] = json::parse(value);
    return object.dump();
  }

  fs::path folder_ = fs::temp_directory_path() / ("bankloom_recording_test_" + std::to_string(getpid()));
};

TEST_F(RecordingFiles, ComeBackAsTheyWere) {
  const Recording before = sample_recording();
  const fs::path file = folder_ / "sample.json";
  ASSERT_TRUE(save_recording(before, file));
  EXPECT_FALSE(fs::exists(folder_ / "sample.json.part"));
  const auto after = load_recording(file);
  ASSERT_TRUE(after) << after.error().message;
  EXPECT_EQ(after->name, "sample");
  EXPECT_EQ(after->gpu.source(), "Test GPU, 2026-11-21");
  EXPECT_DOUBLE_EQ(after->observed_clock_mhz, 1975.5);
  ASSERT_EQ(after->kernels.size(), before.kernels.size());
  // Written again it is the same text: nothing was lost on the way.
  EXPECT_EQ(recording_to_json(*after), recording_to_json(before));
  const auto& reading = after->kernels[0].reading(ReadingKind::one_block).measurement;
  ASSERT_TRUE(reading && reading->spread && reading->confidence);
  EXPECT_DOUBLE_EQ(reading->value, 2.5);
  EXPECT_EQ(reading->samples, 61U);
  EXPECT_NEAR(reading->spread->lower_quartile, 2.5 * (1 - 15 / 10000.0), 1e-6);
  EXPECT_EQ(after->kernels[0].reading(ReadingKind::filled).missing,
            Reason(ReasonKind::uses_block_index, std::uint64_t{1}));
  EXPECT_EQ(after->kernels[0].twin, before.kernels[1].options);
  EXPECT_EQ(after->kernels[2].output.emulated, "8");
  ASSERT_TRUE(after->kernels[2].bandwidth);
  EXPECT_EQ(after->kernels[2].bandwidth->copied_bytes, 1'500'000U);
  EXPECT_EQ(after->kernels[2].bandwidth->copy.missing.text, "the GPU gives no buffer");
  EXPECT_FALSE(after->kernels[0].bandwidth);
  EXPECT_EQ(after->kernels[3].status, ReadingStatus::failed);
}

TEST_F(RecordingFiles, ErrorsNameFileAndField) {
  const std::pair<std::pair<const char*, const char*>, const char*> cases[] = {
      {{"/format", "\"something\""}, "format"},
      {{"/gpu", "3"}, "gpu: must be an object"},
      {{"/gpu/multiprocessors", "-1"}, "gpu.multiprocessors"},
      {{"/kernels", "{}"}, "kernels: must be a list"},
      {{"/kernels/1", "7"}, "kernels[1]"},
      {{"/kernels/1/kernel", "7"}, "kernels[1].kernel: must be a text"},
      {{"/kernels/1/options/IPAD", "7"}, "kernels[1].options.IPAD: must be a text"},
      {{"/kernels/1/status", "\"good\""}, "kernels[1].status"},
      {{"/kernels/1/block", "[1, 2]"}, "kernels[1].block"},
      {{"/kernels/1/block", "[1, 2, 0.5]"}, "kernels[1].block"},
      {{"/kernels/1/readings/filled", "{}"}, "kernels[1].readings.filled"},
      {{"/kernels/1/readings/one_block/value", "\"1\""}, "kernels[1].readings.one_block.value: must be a number"},
      {{"/kernels/1/readings/one_block/confidence", "[1]"}, "kernels[1].readings.one_block.confidence"},
      {{"/kernels/1/readings/one_block/value", "-5"}, "kernels[1].readings.one_block.value: must be more than 0"},
      {{"/kernels/1/readings/one_block/samples", "0"}, "kernels[1].readings.one_block.samples: must be more than 0"},
      {{"/kernels/1/readings/one_block/lower_quartile", "9"}, "kernels[1].readings.one_block.minimum: must be at most"},
      {{"/kernels/1/readings/one_block/upper_quartile", "1"}, "kernels[1].readings.one_block.minimum: must be at most"},
      {{"/kernels/1/readings/one_block/confidence", "[2, 1]"}, "kernels[1].readings.one_block.confidence: must be two"},
      {{"/kernels/1/readings/one_block/unit", "\"ns\""}, "kernels[1].readings.one_block.unit: must be \"us\""},
      {{"/date", "\"yesterday\""}, "date: must be a day"},
      {{"/date", "\"2026-13-01\""}, "date: must be a day"},
      {{"/kernels/1/timed_accesses/0/active", "\"0xgg\""}, "kernels[1].timed_accesses[0].active"},
      {{"/kernels/1/counters/0/modelled", "-3"}, "kernels[1].counters[0].modelled"},
      {{"/kernels/1/output/compared", "1"}, "kernels[1].output.compared"},
      {{"/kernels/2/output/first", "null"}, "kernels[2].output.first"},
  };
  for (const auto& [change, words] : cases) {
    const auto refused = parse_recording(changed(change.first, change.second), "folder/x.json");
    ASSERT_FALSE(refused) << change.first;
    EXPECT_NE(refused.error().message.find("folder/x.json"), std::string::npos) << refused.error().message;
    EXPECT_NE(refused.error().message.find(words), std::string::npos) << refused.error().message;
  }
  json object = json::parse(recording_to_json(sample_recording()));
  object["kernels"][0].erase("ptx_sha256");
  const auto refused = parse_recording(object.dump(), "x.json");
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("kernels[0].ptx_sha256: is missing"), std::string::npos)
      << refused.error().message;
}

TEST_F(RecordingFiles, WhatIsNoRecordingIsRefused) {
  for (const char* text : {"", "{", "[]", "3", "{}", "\"x\"", "{\"format\": 1}", "\xff\xfe"}) {
    EXPECT_FALSE(parse_recording(text, "x.json")) << text;
  }
  EXPECT_FALSE(load_recording(folder_ / "nothing.json"));
  EXPECT_FALSE(load_recording(folder_));
  // Cut anywhere, the text is refused and nothing is read past its end.
  const std::string whole = recording_to_json(sample_recording());
  for (std::size_t length = 0; length + 2 < whole.size(); length += 97) {
    EXPECT_FALSE(parse_recording(std::string_view(whole).substr(0, length), "x.json")) << length;
  }
}

TEST_F(RecordingFiles, AFileThatCannotBeWrittenLeavesNothing) {
  const auto refused = save_recording(sample_recording(), folder_ / "nowhere" / "x.json");
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("nowhere"), std::string::npos);
  fs::create_directories(folder_ / "taken.json" / "inside");
  EXPECT_FALSE(save_recording(sample_recording(), folder_ / "taken.json"));
  EXPECT_FALSE(fs::exists(folder_ / "taken.json.part"));
}

TEST_F(RecordingFiles, AreLoadedFromFoldersTheNewestFirst) {
  Recording old = sample_recording();
  old.gpu.date = "2020-01-01";
  const fs::path own = folder_ / "own";
  fs::create_directories(own);
  ASSERT_TRUE(save_recording(old, folder_ / "a_old.json"));
  ASSERT_TRUE(save_recording(sample_recording(), folder_ / "b_new.json"));
  old.gpu.date = "2021-01-01";
  ASSERT_TRUE(save_recording(old, own / "a_old.json"));
  write("broken.json", "{");
  write("notes.txt", "no recording");
  const Recordings all = load_recordings({own, folder_, folder_ / "not there"});
  ASSERT_EQ(all.list.size(), 2U);
  EXPECT_EQ(all.list[0].name, "b_new");
  EXPECT_EQ(all.list[1].gpu.date, "2021-01-01") << "the earlier folder's of two of one name";
  ASSERT_EQ(all.problems.size(), 1U);
  EXPECT_NE(all.problems[0].message.find("broken.json"), std::string::npos);
  EXPECT_TRUE(find_recording(all, "a_old"));
  const auto unknown = find_recording(all, "h200");
  ASSERT_FALSE(unknown);
  EXPECT_NE(unknown.error().message.find("'b_new' (Test GPU, 2026-11-21)"), std::string::npos)
      << unknown.error().message;
}

TEST(RecordedMeasurement, IsFoundUnderTheKernelsPresentName) {
  Recordings all;
  all.list.push_back(sample_recording());
  all.list[0].kernels[0].kernel = "mistakes/withBarrier";
  const auto catalog = load_catalog(BANKLOOM_SOURCE_DIR "/kernels");
  ASSERT_TRUE(catalog) << catalog.error().message;
  use_present_names(all, *catalog);
  EXPECT_EQ(all.list[0].kernels[0].kernel, "barriers/withBarrier");
  EXPECT_EQ(all.list[0].kernels[1].kernel, sample_recording().kernels[1].kernel) << "the others stay";
}

TEST(RecordedMeasurement, HasTheTwinAndTheOrigin) {
  const Recording recording = sample_recording();
  const auto found = recorded_measurement({&recording}, "square/setRowReadCol", recording.kernels[0].options, "source");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->provenance, Provenance::recorded);
  EXPECT_EQ(found->own.reading(ReadingKind::one_block).measurement->source, "Test GPU, 2026-11-21");
  ASSERT_TRUE(found->twin);
  EXPECT_EQ(found->comparison(ReadingKind::one_block)->verdict, Verdict::costs);
  EXPECT_NEAR(found->comparison(ReadingKind::one_block)->ratio, 1.43, 0.01);
  EXPECT_NEAR(found->comparison(ReadingKind::cycles)->difference, 62, 1e-9);
  EXPECT_TRUE(found->notes.empty());
  const auto other =
      recorded_measurement({&recording}, "square/setRowReadCol", recording.kernels[0].options, "changed");
  ASSERT_TRUE(other);
  ASSERT_EQ(other->notes.size(), 1U);
  EXPECT_EQ(other->notes[0], MeasurementNote::other_source);
}

TEST(RecordedMeasurement, TakesTheFirstThatFitsAndSaysWhatIsMissing) {
  Recording first = sample_recording();
  first.gpu.name = "First";
  first.kernels.erase(first.kernels.begin() + 1);
  const Recording second = sample_recording();
  const auto options = [](const char* padding) { return sample_readings(padding, 1, 1).options; };
  const auto at_one = recorded_measurement({&first, &second}, "square/setRowReadCol", options("1"), "source");
  ASSERT_TRUE(at_one);
  EXPECT_EQ(at_one->gpu.name, "Test GPU");
  const auto at_zero = recorded_measurement({&first, &second}, "square/setRowReadCol", options("0"), "source");
  ASSERT_TRUE(at_zero);
  EXPECT_EQ(at_zero->gpu.name, "First");
  EXPECT_FALSE(at_zero->twin);
  EXPECT_EQ(at_zero->notes.size(), 1U) << "the twin is not in this recording";
  EXPECT_EQ(recorded_measurement({&first}, "square/setRowReadCol", options("9"), "").error().options.at("IPAD"), "9");
  EXPECT_EQ(recorded_measurement({&first}, "square/x", {}, "").error().kernel, "square/x");
  EXPECT_EQ(recorded_measurement({}, "square/x", {}, "").error(), Reason(ReasonKind::no_recording));
}

}  // namespace
}  // namespace bankloom::test
