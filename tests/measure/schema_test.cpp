// The schemas of recordings and published figures: shipped files and what the program writes satisfy them, and what the
// readers refuse they refuse too.
#include <gtest/gtest.h>

#include <filesystem>

#include "../schema/complaint.h"
#include "core/base/json_record.h"
#include "core/catalog/catalog.h"
#include "core/measure/published.h"
#include "sample_recording.h"

namespace bankloom::test {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

std::vector<fs::path> files(const char* folder) {
  std::vector<fs::path> found;
  std::error_code error;
  for (fs::directory_iterator it(fs::path(BANKLOOM_SOURCE_DIR "/assets") / folder, error), end; it != end; ++it) {
    if (it->path().extension() == ".json") found.push_back(it->path());
  }
  return found;
}

TEST(RecordingSchema, EveryShippedRecordingSatisfiesItAndIsRead) {
  for (const auto& file : files("recordings")) {
    EXPECT_EQ(complaint("recording.schema.json", read_json(file)), "") << file;
    const auto recording = load_recording(file);
    EXPECT_TRUE(recording) << recording.error().message;
  }
}

TEST(RecordingSchema, DescribesTheFieldsThatTheReaderAsksFor) {
  const AskedFields asked;
  ASSERT_TRUE(parse_recording(recording_to_json(sample_recording()), "x.json"));
  for (const auto& file : files("recordings")) EXPECT_TRUE(load_recording(file)) << file;
  EXPECT_EQ(difference(asked.names, {"recording.schema.json"}), "");
}

TEST(RecordingSchema, TakesWhatTheProgramWrites) {
  EXPECT_EQ(complaint("recording.schema.json", json::parse(recording_to_json(sample_recording()))), "");
}

TEST(RecordingSchema, RefusesWhatTheReaderRefuses) {
  const std::pair<const char*, const char*> wrong[] = {
      {"/format", "\"something\""},
      {"/gpu/multiprocessors", "-1"},
      {"/kernels", "{}"},
      {"/kernels/1/kernel", "7"},
      {"/kernels/1/options/IPAD", "7"},
      {"/kernels/1/status", "\"good\""},
      {"/kernels/1/block", "[1, 2]"},
      {"/kernels/1/readings/filled", "{}"},
      {"/kernels/1/readings/one_block/value", "\"1\""},
      {"/kernels/1/readings/one_block/confidence", "[1]"},
      {"/kernels/1/timed_accesses/0/active", "\"0xgg\""},
      {"/kernels/1/counters/0/modelled", "-3"},
      {"/kernels/1/output/compared", "1"},
  };
  for (const auto& [pointer, value] : wrong) {
    json object = json::parse(recording_to_json(sample_recording()));
    object[json::json_pointer(pointer)] = json::parse(value);
    EXPECT_FALSE(parse_recording(object.dump(), "x.json")) << pointer;
    EXPECT_NE(complaint("recording.schema.json", object), "") << pointer;
  }
}

TEST(PublishedSchema, DescribesTheFieldsThatTheReaderAsksFor) {
  const AskedFields asked;
  ASSERT_TRUE(load_published(BANKLOOM_SOURCE_DIR "/assets/published"));
  EXPECT_EQ(difference(asked.names, {"published.schema.json"}), "");
}

TEST(PublishedSchema, EveryShippedFileSatisfiesItAndNamesRealKernels) {
  const auto catalog = load_catalog(BANKLOOM_SOURCE_DIR "/kernels");
  ASSERT_TRUE(catalog);
  ASSERT_FALSE(files("published").empty());
  for (const auto& file : files("published")) {
    EXPECT_EQ(complaint("published.schema.json", read_json(file)), "") << file;
  }
  const auto figures = load_published(BANKLOOM_SOURCE_DIR "/assets/published");
  ASSERT_TRUE(figures) << figures.error().message;
  for (const auto& figure : *figures) {
    const auto kernel = find_kernel(*catalog, figure.kernel);
    ASSERT_TRUE(kernel) << kernel.error().message;
    const auto options = resolve_options(**kernel, figure.options);
    ASSERT_TRUE(options) << options.error().message;
    EXPECT_EQ(*options, figure.options) << "all options are given";
  }
}

}  // namespace
}  // namespace bankloom::test
