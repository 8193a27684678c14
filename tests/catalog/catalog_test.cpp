// Looking up kernels and options, and instantiating a kernel.
#include "core/catalog/catalog.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "../base/sanitized.h"
#include "scratch_catalog.h"

namespace bankloom {
namespace {

using nlohmann::json;

const Catalog& shipped() {
  static const Catalog catalog = [] {
    auto loaded = load_catalog(BANKLOOM_SOURCE_DIR "/kernels");
    if (!loaded) throw std::runtime_error(loaded.error().message);
    return std::move(*loaded);
  }();
  return catalog;
}

template <class T>
std::string error_of(const Result<T>& result) {
  EXPECT_FALSE(result);
  return result ? "" : result.error().message;
}

template <class T>
std::vector<T> elements_of(const std::vector<std::byte>& bytes) {
  std::vector<T> result(bytes.size() / sizeof(T));
  std::memcpy(result.data(), bytes.data(), result.size() * sizeof(T));
  return result;
}

TEST(FindKernel, TakesWholeNamesAndUnambiguousBareOnes) {
  const auto whole = find_kernel(shipped(), "rectangular/setRowReadCol");
  ASSERT_TRUE(whole);
  EXPECT_EQ((*whole)->id(), "rectangular/setRowReadCol");
  const auto bare = find_kernel(shipped(), "swappedIndices");
  ASSERT_TRUE(bare);
  EXPECT_EQ((*bare)->id(), "rectangular/swappedIndices");
}

TEST(FindKernel, AmbiguousNamesListTheCandidates) {
  EXPECT_EQ(error_of(find_kernel(shipped(), "setRowReadCol")),
            "more than one lesson has a kernel 'setRowReadCol': say square/setRowReadCol or "
            "rectangular/setRowReadCol");
}

TEST(FindKernel, UnknownNamesAreOfferedTheNearest) {
  EXPECT_EQ(error_of(find_kernel(shipped(), "square/setRowReadKol")),
            "no kernel is called 'square/setRowReadKol'; did you mean square/setRowReadCol?");
  EXPECT_EQ(error_of(find_kernel(shipped(), "swapedIndices")),
            "no kernel is called 'swapedIndices'; did you mean rectangular/swappedIndices?");
  EXPECT_EQ(error_of(find_kernel(shipped(), "matmul")),
            "no kernel is called 'matmul'; 'bankloom list' shows all kernels");
  EXPECT_EQ(error_of(find_kernel(shipped(), "")), "no kernel is called ''; 'bankloom list' shows all kernels");
}

TEST(ResolveOptions, OverlaysTheDefaults) {
  const auto kernel = find_kernel(shipped(), "square/setRowReadCol");
  ASSERT_TRUE(kernel);
  const auto defaults = resolve_options(**kernel, {});
  ASSERT_TRUE(defaults);
  EXPECT_EQ(*defaults, (OptionValues{{"BDIMX", "32"}, {"BDIMY", "32"}, {"IPAD", "0"}}));
  const auto chosen = resolve_options(**kernel, {{"IPAD", "033"}, {"BDIMY", "1"}});
  ASSERT_TRUE(chosen);
  EXPECT_EQ(*chosen, (OptionValues{{"BDIMX", "32"}, {"BDIMY", "1"}, {"IPAD", "33"}}));
}

TEST(ResolveOptions, SaysWhatIsWrong) {
  const auto kernel = find_kernel(shipped(), "square/setRowReadCol");
  ASSERT_TRUE(kernel);
  const auto error = [&](const char* name, const char* value) {
    return error_of(resolve_options(**kernel, {{name, value}}));
  };
  EXPECT_EQ(error("IPAD", "34"), "option IPAD of square/setRowReadCol must be from 0 to 33, not 34");
  EXPECT_EQ(error("IPAD", "-1"), "option IPAD of square/setRowReadCol must be from 0 to 33, not -1");
  EXPECT_EQ(error("BDIMX", "0"), "option BDIMX of square/setRowReadCol must be from 1 to 64, not 0");
  for (const char* text : {"", "x", "1x", "1.0", " 1", "+1", "99999999999999999999"}) {
    EXPECT_EQ(error("IPAD", text),
              fmt::format("option IPAD of square/setRowReadCol must be a whole number from 0 to 33, not '{}'", text));
  }
  EXPECT_EQ(error("IPADD", "1"), "square/setRowReadCol has no option 'IPADD'; did you mean IPAD?");
  EXPECT_EQ(error("ELEMENT", "1"), "square/setRowReadCol has no option 'ELEMENT'; it has BDIMX, BDIMY, IPAD");
}

TEST(ResolveOptions, ChoicesTakeOneOfTheirValues) {
  const auto catalog = ScratchCatalog().load();
  ASSERT_TRUE(catalog);
  const Kernel& kernel = catalog->kernels.front();
  const auto chosen = resolve_options(kernel, {{"ELEMENT", "float"}, {"WIDTH", "8"}});
  ASSERT_TRUE(chosen);
  EXPECT_EQ(chosen->at("ELEMENT"), "float");
  EXPECT_EQ(error_of(resolve_options(kernel, {{"ELEMENT", "double"}})),
            "option ELEMENT of first/copy must be one of int, float, not 'double'");
}

TEST(Padding, IsTheOptionThatTheTileNamesOrWhatIsAddedToItsRows) {
  const auto names = [](const std::string& id) {
    const Kernel& kernel = **find_kernel(shipped(), id);
    const auto name = [](const Option* option) { return option == nullptr ? std::string() : option->name; };
    return std::pair(name(kernel.row_padding()), name(kernel.padding()));
  };
  EXPECT_EQ(names("square/setRowReadColPad"), std::pair(std::string("IPAD"), std::string("IPAD")));
  EXPECT_EQ(names("swizzle/ldmatrix"), std::pair(std::string("PAD"), std::string("PAD")));
  EXPECT_EQ(names("mistakes/paddingOfRows"), std::pair(std::string(), std::string("IPAD")));
}

TEST(Tile, HasTheElementsThatAnOptionMakesThem) {
  for (const auto& [id, real, whole] :
       {std::tuple{"elements/quadPerLane", "float4", "int4"}, std::tuple{"elements/pairPerLane", "float2", "int2"}}) {
    const Kernel& kernel = **find_kernel(shipped(), id);
    EXPECT_EQ(kernel.tile->element_at({{"ELEMENT", real}}), ptx::Type::f32) << id;
    EXPECT_EQ(kernel.tile->element_at({{"ELEMENT", whole}}), ptx::Type::s32) << id;
  }
}

TEST(Instantiate, EvaluatesLaunchBuffersAndTile) {
  const auto catalog = ScratchCatalog().load();
  ASSERT_TRUE(catalog);
  const auto instance = instantiate(catalog->kernels.front(), {{"WIDTH", "8"}});
  ASSERT_TRUE(instance) << instance.error().message;
  EXPECT_EQ(instance->kernel, &catalog->kernels.front());
  EXPECT_EQ(instance->options.at("ROWS"), "2");
  EXPECT_EQ(instance->grid, (Dim3{1, 2, 1}));
  EXPECT_EQ(instance->block, (Dim3{3, 1, 1}));
  EXPECT_EQ(instance->dynamic_shared_bytes, 16u);
  ASSERT_EQ(instance->parameters.size(), 3u);
  EXPECT_EQ(instance->parameters[0].name, "out");
  EXPECT_TRUE(instance->parameters[0].is_buffer);
  EXPECT_EQ(instance->bytes(0), std::vector<std::byte>(24));
  EXPECT_EQ(elements_of<std::int16_t>(instance->bytes(1)), (std::vector<std::int16_t>{10, 4, -2}));
  EXPECT_FALSE(instance->parameters[2].is_buffer);
  EXPECT_EQ(elements_of<float>(instance->bytes(2)), std::vector<float>{2.0F});
  EXPECT_EQ(instance->output_parameter, 0u);
  EXPECT_EQ(instance->output_rows, 2u);
  EXPECT_EQ(instance->output_columns, 3u);
  EXPECT_EQ(instance->tile_rows, 2u);
  EXPECT_EQ(instance->tile_columns, 3u);
  EXPECT_EQ(instance->tile_padding, 1u);
  EXPECT_TRUE(instance->expected_faults.empty());

  const auto expected = expected_output(*instance);
  ASSERT_TRUE(expected);
  EXPECT_EQ(elements_of<std::int32_t>(*expected), (std::vector<std::int32_t>{0, 11, 22, 103, 114, 125}));
}

TEST(Instantiate, FillsEveryElementType) {
  const std::vector<std::pair<std::string, std::vector<unsigned>>> cases = {
      {"i8", {0xfd}},
      {"i16", {0xfd, 0xff}},
      {"i32", {0xfd, 0xff, 0xff, 0xff}},
      {"i64", {0xfd, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}},
      {"f32", {0x00, 0x00, 0x40, 0xc0}},
      {"f64", {0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x08, 0xc0}},
  };
  for (const auto& [element, bytes] : cases) {
    ScratchCatalog scratch;
    scratch.kernel["parameters"][2]["element"] = element;
    scratch.kernel["parameters"][2]["value"] = -3;
    const auto catalog = scratch.load();
    ASSERT_TRUE(catalog) << catalog.error().message;
    const auto instance = instantiate(catalog->kernels.front(), {});
    ASSERT_TRUE(instance) << instance.error().message;
    std::vector<unsigned> made;
    for (const auto byte : instance->bytes(2)) made.push_back(std::to_integer<unsigned>(byte));
    EXPECT_EQ(made, bytes) << element;
  }
}

TEST(Instantiate, ValuesThatDoNotFitAreErrors) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"i8", "128"},    {"i8", "-129"},        {"u8", "-1"},          {"u8", "256"}, {"i16", "32768"},
      {"u16", "65536"}, {"i32", "2147483648"}, {"u32", "4294967296"}, {"u64", "-1"}, {"f32", "16777217"}};
  for (const auto& [element, value] : cases) {
    ScratchCatalog scratch;
    scratch.kernel["parameters"][2]["element"] = element;
    scratch.kernel["parameters"][2]["value"] = value;
    const auto catalog = scratch.load();
    ASSERT_TRUE(catalog) << catalog.error().message;
    EXPECT_EQ(error_of(instantiate(catalog->kernels.front(), {})),
              fmt::format("first/copy: parameter factor: {} does not fit in an element of type {}", value, element));
  }
}

TEST(Instantiate, TooManyThreadsNameTheOptionsToChange) {
  const auto kernel = find_kernel(shipped(), "rectangular/setRowReadCol");
  ASSERT_TRUE(kernel);
  EXPECT_EQ(error_of(instantiate(**kernel, {{"BDIMX", "64"}, {"BDIMY", "17"}})),
            "rectangular/setRowReadCol: a block may have 1024 threads at most, not 64 x 17 x 1 = 1088; lower BDIMX or "
            "BDIMY");
  EXPECT_TRUE(instantiate(**kernel, {{"BDIMX", "64"}, {"BDIMY", "16"}}));
}

TEST(Instantiate, ConstraintsSpeak) {
  const auto kernel = find_kernel(shipped(), "square/setRowReadCol");
  ASSERT_TRUE(kernel);
  EXPECT_EQ(error_of(instantiate(**kernel, {{"BDIMX", "16"}})),
            "square/setRowReadCol: the tile is square: give BDIMX and BDIMY the same value");
  EXPECT_TRUE(instantiate(**kernel, {{"BDIMX", "16"}, {"BDIMY", "16"}}));
}

TEST(Instantiate, ChecksItsOptionsAsResolveOptionsDoes) {
  const auto kernel = find_kernel(shipped(), "square/setRowReadCol");
  ASSERT_TRUE(kernel);
  EXPECT_EQ(error_of(instantiate(**kernel, {{"IPAD", "34"}})),
            "option IPAD of square/setRowReadCol must be from 0 to 33, not 34");
}

TEST(Instantiate, ShapesThatCannotBeAreErrors) {
  const auto error = [](const char* pointer, const char* value, const OptionValues& options = {}) {
    ScratchCatalog scratch;
    scratch.kernel[json::json_pointer(pointer)] = value;
    const auto catalog = scratch.load();
    EXPECT_TRUE(catalog) << catalog.error().message;
    return catalog ? error_of(instantiate(catalog->kernels.front(), options)) : "";
  };
  EXPECT_EQ(error("/title", "Copy", {{"COLUMNS", "0"}}),
            "first/copy: block.x = COLUMNS is 0, but must be from 1 to 1024; change COLUMNS");
  EXPECT_EQ(error("/title", "Copy", {{"COLUMNS", "1025"}}),
            "first/copy: block.x = COLUMNS is 1025, but must be from 1 to 1024; change COLUMNS");
  EXPECT_EQ(error("/launch/grid/1", "70000"), "first/copy: grid.y = 70000 is 70000, but must be from 1 to 65535");
  EXPECT_EQ(error("/launch/dynamic_shared_bytes", "0 - ROWS"),
            "first/copy: dynamic_shared_bytes = 0 - ROWS is -2, but must be from 0 to 4294967295; change ROWS");
  EXPECT_EQ(error("/launch/dynamic_shared_bytes", "1 / (ROWS - 2)"),
            "first/copy: dynamic_shared_bytes: expression '1 / (ROWS - 2)': division by zero");
  EXPECT_EQ(error("/parameters/1/count", "1 << 40"),
            "first/copy: the count of parameter in = 1 << 40 is 1099511627776, but must be from 1 to 268435456");
  EXPECT_EQ(error("/parameters/1/value", "1 / (i - 1)"),
            "first/copy: parameter in: expression '1 / (i - 1)': division by zero");
  EXPECT_EQ(error("/output/rows", "ROWS + 1"),
            "first/copy: the output of 3 rows and 3 columns is not as large as parameter out, which has 6 elements");
  EXPECT_EQ(error("/tile/padding", "0 - 1"), "first/copy: tile.padding = 0 - 1 is -1, but must be from 0 to 268435456");
}

TEST(Instantiate, ExpectedFaultsFollowTheOptions) {
  const auto kernel = find_kernel(shipped(), "rectangular/swappedIndices");
  ASSERT_TRUE(kernel);
  const auto wide = instantiate(**kernel, {});
  ASSERT_TRUE(wide);
  EXPECT_EQ(wide->expected_faults, std::set{simt::FaultKind::out_of_bounds});
  const auto square = instantiate(**kernel, {{"BDIMX", "16"}});
  ASSERT_TRUE(square);
  EXPECT_TRUE(square->expected_faults.empty());
}

TEST(Instantiate, ShapesAloneHaveNoContents) {
  const auto catalog = ScratchCatalog().load();
  ASSERT_TRUE(catalog);
  const auto shape = instantiate_shape(catalog->kernels.front(), {});
  ASSERT_TRUE(shape) << shape.error().message;
  EXPECT_EQ(shape->grid, (Dim3{1, 2, 1}));
  EXPECT_EQ(shape->output_columns, 3u);
  EXPECT_EQ(shape->parameters[0].count, 6u);
  EXPECT_FALSE(shape->traffic_bytes);
}

TEST(Instantiate, MatricesHaveRowsAndColumns) {
  ScratchCatalog scratch;
  scratch.kernel["parameters"][1]["count"] = "2 * COLUMNS";
  scratch.kernel["parameters"][1]["columns"] = "COLUMNS";
  scratch.kernel["parameters"][1]["value"] = "10 * row + col";
  scratch.kernel["traffic"] = "ROWS * COLUMNS * 4";
  auto catalog = scratch.load();
  ASSERT_TRUE(catalog) << catalog.error().message;
  const auto instance = instantiate(catalog->kernels.front(), {});
  ASSERT_TRUE(instance) << instance.error().message;
  EXPECT_EQ(instance->parameters[1].columns, 3u);
  EXPECT_EQ(instance->traffic_bytes, 24u);
  EXPECT_EQ(elements_of<std::int16_t>(instance->bytes(1)), (std::vector<std::int16_t>{0, 1, 2, 10, 11, 12}));
  scratch.kernel["parameters"][1]["columns"] = "COLUMNS + 1";
  catalog = scratch.load();
  ASSERT_TRUE(catalog);
  EXPECT_EQ(error_of(instantiate(catalog->kernels.front(), {})),
            "first/copy: parameter in of 6 elements does not divide into whole rows of 4 columns");
}

TEST(FindBaseline, SetsTheOptionsThere) {
  ScratchCatalog scratch;
  scratch.kernel["baseline"] = json::parse(R"({"kernel": "copy", "options": {"ROWS": "2 * ROWS"}})");
  const auto catalog = scratch.load();
  ASSERT_TRUE(catalog) << catalog.error().message;
  const Kernel& kernel = catalog->kernels.front();
  const auto baseline = find_baseline(*catalog, kernel, {{"ROWS", "5"}});
  ASSERT_TRUE(baseline) << baseline.error().message;
  EXPECT_EQ(baseline->first, &kernel);
  EXPECT_EQ(baseline->second.at("ROWS"), "10");
  EXPECT_EQ(baseline->second.at("COLUMNS"), "3");
  EXPECT_EQ(error_of(find_baseline(*catalog, kernel, {{"ROWS", "60"}})),
            "option ROWS of first/copy must be from 1 to 100, not 120");
  const auto none = find_kernel(shipped(), "square/setRowReadRow");
  ASSERT_TRUE(none);
  const auto without = find_baseline(shipped(), **none, {});
  ASSERT_TRUE(without);
  EXPECT_EQ(without->first, nullptr);
}

TEST(FindSwizzled, NamesAnotherKernelOrAnOptionWhereItDoesTheSame) {
  const auto at = [](const char* id, const OptionValues& options) {
    const auto kernel = find_kernel(shipped(), id);
    EXPECT_TRUE(kernel) << id;
    const auto found = find_swizzled(shipped(), **kernel, options);
    if (!found) return std::string("none");
    std::string text = found->first->id();
    for (const auto& [name, value] : found->second) text.append(" ").append(name).append("=").append(value);
    return text;
  };
  EXPECT_EQ(at("transpose/tile", {{"N", "64"}, {"IPAD", "3"}}), "transpose/tileSwizzle N=64 TILE=32");
  EXPECT_EQ(at("transpose/tile", {{"BDIMX", "16"}, {"BDIMY", "16"}}), "transpose/tileSwizzle N=128 TILE=16");
  EXPECT_EQ(at("transpose/tile", {{"BDIMY", "16"}}), "none");
  // tileSwizzle has no tiles of 4 x 4.
  EXPECT_EQ(at("transpose/tile", {{"BDIMX", "4"}, {"BDIMY", "4"}}), "none");
  EXPECT_EQ(at("transpose/tileRows", {{"ROWS", "4"}, {"IPAD", "1"}}),
            "transpose/tileRows IPAD=0 N=128 ROWS=4 SWIZZLE=1 TILE=32");
  EXPECT_EQ(at("square/setRowReadCol", {}), "none");
}

TEST(ExpectedOutput, IsDividedAndRounded) {
  ScratchCatalog scratch;
  scratch.kernel["parameters"][0]["element"] = "f32";
  scratch.kernel["output"]["rule"] = "10 * col + row";
  scratch.kernel["output"]["divisor"] = 10;
  const auto catalog = scratch.load();
  ASSERT_TRUE(catalog) << catalog.error().message;
  const auto instance = instantiate(catalog->kernels.front(), {});
  ASSERT_TRUE(instance);
  const auto expected = expected_output(*instance);
  ASSERT_TRUE(expected) << expected.error().message;
  EXPECT_EQ(elements_of<float>(*expected), (std::vector<float>{0.0F, 1.0F, 2.0F, 0.1F, 1.1F, 2.1F}));
}

TEST(ExpectedOutput, OfAWholeTransposeIsThere) {
  const auto kernel = find_kernel(shipped(), "transpose/tilePad");
  ASSERT_TRUE(kernel) << kernel.error().message;
  OptionValues options = (*kernel)->gpu;
  ASSERT_EQ(options.at("N"), "4096");
  const std::size_t side = test::kSanitized ? 512 : 4096;
  options.at("N") = std::to_string(side);
  const auto instance = instantiate(**kernel, options);
  ASSERT_TRUE(instance) << instance.error().message;
  EXPECT_EQ(instance->traffic_bytes, 2u * side * side * 4u);
  const auto expected = expected_output(*instance);
  ASSERT_TRUE(expected) << expected.error().message;
  const auto in = elements_of<float>(instance->bytes(1));
  const auto out = elements_of<float>(*expected);
  ASSERT_EQ(out.size(), side * side);
  std::size_t different = 0;
  for (std::size_t row = 0; row < side; ++row) {
    for (std::size_t col = 0; col < side; ++col) different += out[row * side + col] != in[col * side + row] ? 1U : 0U;
  }
  EXPECT_EQ(different, 0u);
}

TEST(ExpectedOutput, FillingAndCheckingEndWhenAskedTo) {
  const auto kernel = find_kernel(shipped(), "transpose/tile");
  ASSERT_TRUE(kernel);
  std::atomic<int> asked = 0;
  const auto soon = [&asked] { return ++asked > 3; };
  const auto instance = instantiate(**kernel, {{"N", "4096"}}, soon);
  ASSERT_FALSE(instance);
  EXPECT_NE(instance.error().message.find("was cancelled"), std::string::npos) << instance.error().message;
  // Of 4,096 rows each thread has begun a few.
  EXPECT_LE(asked, 200);

  const auto whole = instantiate(**kernel, {{"N", "1024"}}, [] { return false; });
  ASSERT_TRUE(whole) << whole.error().message;
  asked = 0;
  const auto expected = expected_output(*whole, soon);
  ASSERT_FALSE(expected);
  EXPECT_NE(expected.error().message.find("was cancelled"), std::string::npos) << expected.error().message;
}

TEST(ExpectedOutput, IsZeroWhereTheRuleIsNotDefined) {
  ScratchCatalog scratch;
  scratch.kernel["output"]["defined"] = "col != 1";
  scratch.kernel["output"]["rule"] = "12 / (col - 1) + row";
  const auto catalog = scratch.load();
  ASSERT_TRUE(catalog);
  const auto instance = instantiate(catalog->kernels.front(), {});
  ASSERT_TRUE(instance);
  const auto defined = expected_output_defined(*instance);
  ASSERT_TRUE(defined);
  EXPECT_EQ(*defined, (std::vector<bool>{true, false, true, true, false, true}));
  const auto expected = expected_output(*instance);
  ASSERT_TRUE(expected) << expected.error().message;
  EXPECT_EQ(elements_of<std::int32_t>(*expected), (std::vector<std::int32_t>{-12, 0, 12, -11, 0, 13}));
}

TEST(ExpectedOutput, ErrorsNameTheElement) {
  const auto error = [](const char* rule) {
    ScratchCatalog scratch;
    scratch.kernel["output"]["rule"] = rule;
    const auto catalog = scratch.load();
    EXPECT_TRUE(catalog);
    const auto instance = instantiate(catalog->kernels.front(), {});
    EXPECT_TRUE(instance);
    return error_of(expected_output(*instance));
  };
  EXPECT_EQ(error("1 / (4 - i)"), "first/copy: output element 4: expression '1 / (4 - i)': division by zero");
  EXPECT_EQ(error("i << 31"), "first/copy: output element 1: 2147483648 does not fit in an element of type i32");
}

}  // namespace
}  // namespace bankloom
