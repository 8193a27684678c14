// Every kernel of the catalogue, compiled and emulated: output, faults, and the counters that hardware gives.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>

#include "../base/sanitized.h"
#include "core/base/csv.h"
#include "core/catalog/element_type.h"
#include "core/wording/fault_text.h"
#include "kernel_run.h"
#include "scratch_catalog.h"

namespace bankloom {
namespace {

class Kernels : public testing::Test {
 protected:
  void SetUp() override {
    if (const auto& reason = Workbench::get().missing_compiler(); !reason.empty()) GTEST_SKIP() << reason;
  }

  [[nodiscard]] static KernelCost cost(const std::string& id, const OptionValues& options,
                                       const std::string& machine = "cc9.0") {
    const auto run = Workbench::get().run(id, options);
    EXPECT_TRUE(run) << id << ": " << (run ? "" : run.error().message);
    return run ? summarize(Workbench::get().machine(machine), (*run)->trace) : KernelCost{};
  }
};

std::string describe(const KernelShape& instance) {
  std::string text = instance.kernel->id();
  for (const auto& [name, value] : instance.options) text.append(" ").append(name).append("=").append(value);
  return text;
}

/// Smallest, half, default and largest value of an option, or all values of a choice; each once.
std::vector<std::string> corner_values(const Option& option) {
  if (option.type == OptionType::choice) return option.values;
  const auto standard = std::stoll(option.default_value);
  std::vector<std::string> values;
  for (const auto value : std::set<std::int64_t>{option.minimum, std::max<std::int64_t>(standard / 2, option.minimum),
                                                 standard, option.maximum}) {
    values.push_back(std::to_string(value));
  }
  return values;
}

/// Every combination of the options' corner values in which at most two are not at their default. Under the sanitizers,
/// which look for other mistakes, at most one.
std::vector<OptionValues> corners(const Kernel& kernel) {
  std::vector<OptionValues> result = {{}};
  const auto too_many = [&](const OptionValues& values) {
    const auto changed = std::count_if(kernel.options.begin(), kernel.options.end(), [&](const Option& option) {
      return values.contains(option.name) && values.at(option.name) != option.default_value;
    });
    return changed > (test::kSanitized ? 1 : 2);
  };
  for (const auto& option : kernel.options) {
    std::vector<OptionValues> longer;
    for (const auto& values : result) {
      for (const auto& value : corner_values(option)) {
        longer.push_back(values);
        longer.back()[option.name] = value;
        if (too_many(longer.back())) longer.pop_back();
      }
    }
    result = std::move(longer);
  }
  return result;
}

/// Threads, or elements of buffers, which some threads walk over: whichever are more.
std::uint64_t size_of(const KernelShape& instance) {
  std::uint64_t elements = 0;
  for (const auto& parameter : instance.parameters) elements += parameter.count;
  return std::max(instance.grid.count() * instance.block.count(), elements);
}

/// Sizes up to these are emulated here, larger ones only where a kernel is as large at its defaults; and what it may be
/// at its defaults, to be a live control.
constexpr std::uint64_t kMostAtCorners = std::uint64_t{1} << 15, kMostAtDefaults = std::uint64_t{1} << 18;

std::string messages_of(const std::vector<simt::Fault>& faults) {
  std::string text;
  for (const auto& fault : faults) text += fault_text(fault).str() + "\n";
  return text;
}

void expect_as_the_rule_says(const KernelInstance& instance) {
  SCOPED_TRACE(describe(instance));
  const auto run = Workbench::get().run(instance.kernel->id(), instance.options);
  ASSERT_TRUE(run) << run.error().message;
  // Exactly those that the kernel is there to show, in the lines that it names; mostly none.
  std::set<std::pair<simt::FaultKind, int>> faults;
  for (const auto& fault : (*run)->faults) {
    const bool any_line = instance.fault_lines.contains({fault.kind, 0});
    faults.emplace(fault.kind, any_line ? 0 : static_cast<int>(fault.source_line));
  }
  EXPECT_EQ(faults, instance.fault_lines) << messages_of((*run)->faults);

  const auto expected = expected_output(instance);
  ASSERT_TRUE(expected) << expected.error().message;
  const auto defined = expected_output_defined(instance);
  ASSERT_TRUE(defined) << defined.error().message;
  ASSERT_EQ((*run)->output.size(), expected->size());
  const auto width = element_bytes(instance.parameters[instance.output_parameter].element);
  for (std::size_t i = 0; i < defined->size(); ++i) {
    if (!(*defined)[i]) continue;
    const auto first = static_cast<std::ptrdiff_t>(i * width);
    ASSERT_TRUE(std::equal(expected->begin() + first, expected->begin() + first + static_cast<std::ptrdiff_t>(width),
                           (*run)->output.begin() + first))
        << "the first wrong element is row " << i / instance.output_columns << ", column "
        << i % instance.output_columns;
  }
}

/// The kernels in turns, so that the shares can run beside each other.
constexpr std::size_t kShares = 8;
class KernelShares : public testing::TestWithParam<std::size_t> {
 protected:
  void SetUp() override {
    if (const auto& reason = Workbench::get().missing_compiler(); !reason.empty()) GTEST_SKIP() << reason;
  }
};

TEST_P(KernelShares, GiveTheOutputOfTheirRuleAtTheDefaultsAndAtTheCornersOfTheirOptions) {
  const auto& kernels = Workbench::get().catalog().kernels;
  for (std::size_t index = GetParam(); index < kernels.size(); index += kShares) {
    const Kernel& kernel = kernels[index];
    std::size_t runs = 0;
    const auto all = corners(kernel);
    const auto standard = instantiate_shape(kernel, {});
    ASSERT_TRUE(standard) << standard.error().message;
    EXPECT_LE(size_of(*standard), kMostAtDefaults) << kernel.id() << " is too large to be emulated at once";
    for (const auto& options : all) {
      const auto shape = instantiate_shape(kernel, options);
      // A block that is too large, shapes that the kernel says it cannot take, and sizes for a GPU.
      if (!shape || size_of(*shape) > std::max(kMostAtCorners, size_of(*standard))) continue;
      const auto instance = instantiate(kernel, options);
      ASSERT_TRUE(instance) << instance.error().message;
      expect_as_the_rule_says(*instance);
      ++runs;
    }
    EXPECT_GE(runs, std::min<std::size_t>(test::kSanitized ? 2 : 3, all.size()))
        << kernel.id() << " runs at hardly any corner";
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, KernelShares, testing::Range(std::size_t{0}, kShares));

TEST(Catalogue, SizesForAGpuAreRightToo) {
  for (const auto& kernel : Workbench::get().catalog().kernels) {
    const auto shape = instantiate_shape(kernel, kernel.gpu);
    EXPECT_TRUE(shape) << shape.error().message;
  }
}

TEST_F(Kernels, SwappedIndicesAreReportedWhereTheTileEnds) {
  const auto kernel = find_kernel(Workbench::get().catalog(), "rectangular/swappedIndices");
  ASSERT_TRUE(kernel);
  const auto run = Workbench::get().run("rectangular/swappedIndices", {});
  ASSERT_TRUE(run) << run.error().message;
  ASSERT_EQ((*run)->faults.size(), 1u);
  const auto& fault = (*run)->faults.front();
  EXPECT_EQ(fault.kind, simt::FaultKind::out_of_bounds);
  EXPECT_EQ(fault.space, Space::shared);
  // The line of the load, counted in the text itself.
  const auto& source = (*kernel)->source;
  const auto load = source.find("out[idx] = tile[threadIdx.x][threadIdx.y]");
  ASSERT_NE(load, std::string::npos);
  EXPECT_EQ(fault.source_line,
            1 + std::count(source.begin(), source.begin() + static_cast<std::ptrdiff_t>(load), '\n'));
  // Row 16 of a tile of 16 rows is the first that is not there: threads 16 to 31 of each of the 16 rows of threads.
  // Which warp meets it first is the emulator's affair.
  EXPECT_EQ(fault.thread.x, 16u);
  EXPECT_TRUE(fault.has_address);
  EXPECT_EQ(fault.address, (16u * 32u + fault.thread.y) * 4u);
  EXPECT_EQ(fault.count, 16u * 16u);
}

TEST_F(Kernels, VolatileKeepsBothLoads) {
  const auto plain = cost("declarations/plainTwice", {});
  const auto twice = cost("declarations/volatileTwice", {});
  EXPECT_EQ(plain.shared_load.requests, 16u);
  EXPECT_EQ(twice.shared_load.requests, 32u);
  EXPECT_EQ(plain.shared_store.requests, 16u);
  EXPECT_EQ(twice.shared_store.requests, 16u);
}

TEST_F(Kernels, DeclarationsDoNotChangeTheAccesses) {
  for (const char* id : {"declarations/staticInside", "declarations/staticFileScope", "declarations/dynamicExtern"}) {
    SCOPED_TRACE(id);
    const auto sums = cost(id, {});
    EXPECT_EQ(sums.shared_load.requests, 16u);
    EXPECT_EQ(sums.shared_load.wavefronts, 16u);
    EXPECT_EQ(sums.shared_store.requests, 16u);
    EXPECT_EQ(sums.shared_store.wavefronts, 16u);
    EXPECT_EQ(sums.global_store.sectors, 64u);
  }
}

/// The counters of one launch, in the order of the columns of kernels_h200.csv.
std::vector<std::uint64_t> counters(const KernelCost& cost) {
  return {cost.shared_load.wavefronts,  cost.shared_load.requests,  cost.shared_load.bank_conflicts,
          cost.shared_store.wavefronts, cost.shared_store.requests, cost.shared_store.bank_conflicts,
          cost.global_store.sectors,    cost.global_store.requests};
}

TEST_F(Kernels, HaveTheCountersOfTheH200) {
  std::ifstream file(BANKLOOM_SOURCE_DIR "/tests/hardware/kernels_h200.csv");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto table = parse_csv(text, "kernels_h200.csv");
  ASSERT_TRUE(table) << table.error().message;
  ASSERT_EQ(table->header, (std::vector<std::string>{"kernel", "bdimx", "bdimy", "pad", "load_wavefronts",
                                                     "load_requests", "load_bank_conflicts", "store_wavefronts",
                                                     "store_requests", "store_bank_conflicts", "global_store_sectors",
                                                     "global_store_requests", "kernel_ns_one_launch"}));
  unsigned square_rows = 0;
  for (const auto& row : table->rows) {
    SCOPED_TRACE(row.line);
    const std::string& name = row.cells[0];
    std::vector<std::uint64_t> numbers;
    for (auto cell = row.cells.begin() + 1; cell != row.cells.end(); ++cell) numbers.push_back(std::stoull(*cell));
    const OptionValues options = {{"BDIMX", std::to_string(numbers[0])},
                                  {"BDIMY", std::to_string(numbers[1])},
                                  {"IPAD", std::to_string(numbers[2])}};
    const std::vector<std::uint64_t> measured(numbers.begin() + 3, numbers.begin() + 11);
    EXPECT_EQ(counters(cost("rectangular/" + name, options)), measured);
    if (name == "setRowReadColDyn") {
      EXPECT_EQ(counters(cost("rectangular/setRowReadColDynPad", options)), measured);
    }
    if (name == "setRowReadCol") {
      EXPECT_EQ(counters(cost("rectangular/setRowReadColPad", options)), measured);
    }
    // The square lesson's kernels make the same accesses where the tile is square.
    const bool in_square = find_kernel(Workbench::get().catalog(), "square/" + name).has_value();
    if (in_square && numbers[0] == numbers[1]) {
      ++square_rows;
      EXPECT_EQ(counters(cost("square/" + name, options)), measured);
      if (name == "setRowReadColDyn") {
        EXPECT_EQ(counters(cost("square/setRowReadColDynPad", options)), measured);
      }
      if (name == "setRowReadCol") {
        EXPECT_EQ(counters(cost("square/setRowReadColPad", options)), measured);
      }
    }
  }
  EXPECT_EQ(table->rows.size(), 72u);
  EXPECT_EQ(square_rows, 32u);
}

TEST_F(Kernels, ColumnInRowOutIsTheMirrorOfRowInColumnOut) {
  for (const char* padding : {"0", "1", "2", "4", "33"}) {
    const auto there = cost("square/setRowReadCol", {{"IPAD", padding}});
    const auto back = cost("square/setColReadRow", {{"IPAD", padding}});
    EXPECT_EQ(there.shared_load.wavefronts, back.shared_store.wavefronts);
    EXPECT_EQ(there.shared_store.wavefronts, back.shared_load.wavefronts);
  }
}

struct PublishedCount {
  const char* id;
  OptionValues options;
  double load, store;  ///< transactions per request
};

/// What nvprof gave on a Tesla K40 (Professional CUDA C Programming, chapter 5).
const std::vector<PublishedCount>& published_k40_counts() {
  static const std::vector<PublishedCount> counts = {
      {"square/setRowReadRow", {}, 1, 1},
      {"square/setColReadCol", {}, 16, 16},
      {"square/setRowReadCol", {}, 16, 1},
      {"square/setRowReadColDyn", {}, 16, 1},
      {"square/setRowReadColPad", {}, 1, 1},
      {"square/setRowReadColDynPad", {}, 1, 1},
      {"rectangular/setRowReadRow", {}, 1, 1},
      {"rectangular/setColReadCol", {}, 8, 8},
      {"rectangular/setRowReadCol", {}, 8, 1},
      {"rectangular/setRowReadColDyn", {}, 8, 1},
      {"rectangular/setRowReadColPad", {{"IPAD", "2"}}, 1, 1},
      {"rectangular/setRowReadColDynPad", {{"IPAD", "2"}}, 1, 1},
      {"rectangular/setRowReadColPad", {{"IPAD", "1"}}, 2, 1},
      {"rectangular/setRowReadColDynPad", {{"IPAD", "1"}}, 2, 1},
  };
  return counts;
}

double per_request(const SpaceTotals& totals) {
  return static_cast<double>(totals.wavefronts) / static_cast<double>(totals.requests);
}

TEST_F(Kernels, HaveThePublishedCountsOfTheK40InFourByteMode) {
  for (const auto& count : published_k40_counts()) {
    SCOPED_TRACE(count.id);
    const auto sums = cost(count.id, count.options, "cc3.x-4byte");
    EXPECT_EQ(per_request(sums.shared_load), count.load);
    EXPECT_EQ(per_request(sums.shared_store), count.store);
  }
}

TEST_F(Kernels, HaveThePublishedCountsOfTheK40InEightByteMode) {
  for (const auto& count : published_k40_counts()) {
    SCOPED_TRACE(count.id);
    const auto sums = cost(count.id, count.options, "cc3.x-8byte");
    // The square tile padded by one is the exception. A row is 16.5 words of 8 bytes there; in the odd columns lanes 0
    // and 31 ask bank 0 for its words 0 and 512 (and so on), which by the published rule are two passes. The published
    // 1 is what 4-byte mode gives.
    const bool odd_pitch = std::string_view(count.id).starts_with("square/") && count.load == 1 &&
                           std::string(count.id) != "square/setRowReadRow";
    EXPECT_EQ(per_request(sums.shared_load), odd_pitch ? 1.5 : count.load);
    EXPECT_EQ(per_request(sums.shared_store), count.store);
  }
}

}  // namespace
}  // namespace bankloom
