#include "core/report/measure_report.h"

#include <gtest/gtest.h>

#include "../measure/sample_recording.h"
#include "core/base/csv.h"

namespace bankloom::test {
namespace {

using report::to_csv;
using report::to_json;
using report::to_text;

using nlohmann::ordered_json;

KernelMeasurement sample(std::size_t index = 0) {
  static const Recording recording = sample_recording();
  auto found = recorded_measurement({&recording}, "square/setRowReadCol", recording.kernels[index].options, "source");
  PublishedFigure figure;
  figure.machine = "cc3.x-8byte";
  figure.measurement.name = "shared load transactions per request";
  figure.measurement.value = 16;
  figure.measurement.unit = "transactions per request";
  figure.measurement.provenance = Provenance::published;
  figure.measurement.source = "a book";
  found->published.push_back(figure);
  return *found;
}

TEST(MeasureReport, TextSaysWhereEverythingComesFrom) {
  const std::string text = to_text(sample(), {false, 300});
  for (const char* part : {"square/setRowReadCol: BDIMX = 32, BDIMY = 32, IPAD = 0",
                           "recorded on Test GPU, 2026-11-21",
                           "driver 1.2.3",
                           "Conflict-free twin: BDIMX = 32, BDIMY = 32, IPAD = 1",
                           "one launch",
                           "2.50",
                           "1.75",
                           "+0.750",
                           "43 % longer",
                           "cycles per request",
                           "113",
                           "51.2",
                           "load of line 9, 32 wavefronts (modelled), 32 in the twin",
                           "The timing loop alone, without the access: 4.00 cycles per request",
                           "No reading 'full GPU': the kernel uses",
                           "A kernel that does nothing takes 1.25 µs",
                           "shared load wavefronts",
                           "equal",
                           "DIFFERENT",
                           "Why shared load requests differs: somebody else counted too.",
                           "bit for bit",
                           "published: a book"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
}

TEST(MeasureReport, TextShowsADifferentOutput) {
  const std::string text = to_text(sample(2), {false, 200});
  EXPECT_NE(text.find("3 elements, first at row 4, column 5: GPU 7, emulator 8: one of the two is wrong."),
            std::string::npos)
      << text;
}

/// Every object that has a value has a provenance and a source; counts them.
void expect_provenance(const ordered_json& node, std::size_t& numbers) {
  if (node.is_object() && node.contains("value")) {
    ++numbers;
    ASSERT_TRUE(node.contains("provenance")) << node;
    ASSERT_TRUE(node.contains("source")) << node;
    EXPECT_FALSE(node["source"].get<std::string>().empty()) << node;
  }
  if (!node.is_structured()) return;
  for (const auto& child : node) expect_provenance(child, numbers);
}

TEST(MeasureReport, EveryNumberInJsonHasProvenanceAndSource) {
  const ordered_json object = to_json(sample());
  std::size_t numbers = 0;
  expect_provenance(object, numbers);
  EXPECT_GE(numbers, 12U);
  EXPECT_EQ(object["provenance"], "recorded");
  EXPECT_EQ(object["measurements"][0]["value"], 2.5);
  EXPECT_EQ(object["measurements"][0]["provenance"], "recorded");
  EXPECT_EQ(object["comparisons"][0]["sentence"], "43 % longer");
  EXPECT_EQ(object["comparisons"][0]["provenance"], "recorded");
  EXPECT_EQ(object["counters"][0]["modelled"]["provenance"], "modelled");
  EXPECT_EQ(object["counters"][0]["equal"], true);
  EXPECT_EQ(object["counters"][1]["equal"], false);
  EXPECT_EQ(object["output"]["equal"], true);
  EXPECT_EQ(object["published"][0]["provenance"], "published");
  EXPECT_EQ(object["missing"][0]["reading"], "filled");
}

TEST(MeasureReport, EveryRowOfTheCsvHasProvenanceAndSource) {
  const std::string text = to_csv(sample());
  std::size_t rows = 0;
  std::string header;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    const std::string line = text.substr(at, end - at);
    at = end + 1;
    if (header.empty()) {
      header = line;
      EXPECT_TRUE(header.starts_with("kernel,options,reading,of,name,value,unit,provenance,source,how")) << header;
      continue;
    }
    ++rows;
    EXPECT_TRUE(line.find(",recorded,\"Test GPU, 2026-11-21\",") != std::string::npos ||
                line.find(",modelled,cc9.0,") != std::string::npos ||
                line.find(",published,a book,") != std::string::npos)
        << line;
  }
  EXPECT_GE(rows, 14U);
}

TEST(MeasureReport, AFailureIsSaid) {
  KernelReadings failed = sample_recording().kernels[3];
  const auto result =
      make_kernel_measurement(Provenance::measured_here, sample_recording().gpu, failed, std::nullopt, std::nullopt);
  const std::string text = to_text(result, {false, 120});
  EXPECT_NE(text.find("failed: the GPU has no memory left."), std::string::npos) << text;
  EXPECT_NE(text.find("was not compared with the emulator's: the GPU has no memory left."), std::string::npos) << text;
}

}  // namespace
}  // namespace bankloom::test
