#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <ostream>
#include <set>

#include "core/catalog/catalog.h"
#include "scratch_catalog.h"

namespace bankloom {
namespace {

using nlohmann::json;

TEST(LoadCatalog, TheShippedLessonsHaveTheirKernelsInOrder) {
  const auto catalog = load_catalog(BANKLOOM_SOURCE_DIR "/kernels");
  ASSERT_TRUE(catalog) << catalog.error().message;
  std::vector<std::string> lessons, kernels;
  for (const auto& lesson : catalog->lessons) lessons.push_back(lesson.name);
  for (const auto& kernel : catalog->kernels) kernels.push_back(kernel.id());
  ASSERT_GE(lessons.size(), 4u);
  lessons.resize(4);
  EXPECT_EQ(lessons, (std::vector<std::string>{"threads", "square", "barriers", "rectangular"}));
  const std::vector<std::string> first_lessons = {"threads/ownPlace",
                                                  "threads/warpAndLane",
                                                  "threads/firstOfRow",
                                                  "threads/upsideDown",
                                                  "threads/mirroredRows",
                                                  "threads/everyOther",
                                                  "threads/layers",
                                                  "threads/manyBlocks",
                                                  "square/setRowReadRow",
                                                  "square/setColReadCol",
                                                  "square/setColReadRow",
                                                  "square/setRowReadCol",
                                                  "square/setRowReadColDyn",
                                                  "square/setRowReadColPad",
                                                  "square/setRowReadColDynPad",
                                                  "barriers/missingBarrier",
                                                  "barriers/withBarrier",
                                                  "barriers/barrierInABranch",
                                                  "barriers/barrierForAll",
                                                  "barriers/twoPaths",
                                                  "barriers/tileAfterTile",
                                                  "barriers/oneWinner",
                                                  "rectangular/setRowReadRow",
                                                  "rectangular/setRowReadRow2",
                                                  "rectangular/setColReadCol",
                                                  "rectangular/setColReadCol2",
                                                  "rectangular/setRowReadCol",
                                                  "rectangular/setRowReadColDyn",
                                                  "rectangular/setRowReadColPad",
                                                  "rectangular/setRowReadColDynPad",
                                                  "rectangular/swappedIndices"};
  ASSERT_GE(kernels.size(), first_lessons.size());
  EXPECT_TRUE(std::equal(first_lessons.begin(), first_lessons.end(), kernels.begin()));
  EXPECT_TRUE(std::all_of(kernels.begin() + static_cast<std::ptrdiff_t>(first_lessons.size()),
                          kernels.begin() + static_cast<std::ptrdiff_t>(first_lessons.size()) + 6,
                          [](const std::string& id) { return id.starts_with("declarations/"); }));
}

TEST(LoadCatalog, ReadsEveryField) {
  ScratchCatalog scratch;
  scratch.kernel["constraints"] = json::parse(R"([{"expression": "ROWS < COLUMNS", "message": "wide"}])");
  scratch.kernel["expected_faults"] = json::parse(R"([{"kind": "race", "when": "ROWS > 1"}, {"kind": "trap"}])");
  scratch.kernel["output"]["defined"] = "col > 0";
  scratch.kernel["fixes"] = "Faster.";
  scratch.kernel["traffic"] = "2 * ROWS";
  scratch.kernel["gpu"] = json::parse(R"({"ROWS": 64, "WIDTH": "8"})");
  scratch.kernel["baseline"] = json::parse(R"({"kernel": "copy", "options": {"ROWS": "2 * ROWS"}})");
  scratch.kernel["swizzled"] =
      json::parse(R"({"kernel": "copy", "options": {"ROWS": "COLUMNS"}, "when": "ROWS == COLUMNS"})");
  scratch.kernel["parameters"][1]["columns"] = "COLUMNS";
  scratch.kernel["parameters"][1]["value"] = "row + col";
  const auto catalog = scratch.load();
  ASSERT_TRUE(catalog) << catalog.error().message;
  ASSERT_EQ(catalog->lessons.size(), 1u);
  EXPECT_EQ(catalog->lessons[0].name, "first");
  EXPECT_EQ(catalog->lessons[0].title, "First");
  EXPECT_EQ(catalog->lessons[0].order, 1);
  EXPECT_EQ(catalog->lessons[0].summary, "What comes first.");
  ASSERT_EQ(catalog->kernels.size(), 1u);
  const Kernel& kernel = catalog->kernels[0];
  EXPECT_EQ(kernel.id(), "first/copy");
  EXPECT_EQ(kernel.title, "Copy");
  EXPECT_EQ(kernel.summary, "Copies.");
  EXPECT_EQ(kernel.order, 3);
  EXPECT_EQ(kernel.entry, "copy");
  EXPECT_EQ(kernel.source, scratch.source);
  EXPECT_EQ(kernel.source_path.filename(), "kernel.cu");
  ASSERT_EQ(kernel.options.size(), 4u);
  EXPECT_EQ(kernel.options[1].name, "COLUMNS");
  EXPECT_EQ(kernel.options[1].type, OptionType::integer);
  EXPECT_EQ(kernel.options[1].default_value, "3");
  EXPECT_EQ(kernel.options[1].minimum, 0);
  EXPECT_EQ(kernel.options[1].maximum, 2000);
  EXPECT_EQ(kernel.options[1].meaning, "Columns.");
  EXPECT_TRUE(kernel.options[1].is_variable());
  EXPECT_EQ(kernel.options[2].values, (std::vector<std::string>{"int", "float"}));
  EXPECT_EQ(kernel.options[2].default_value, "int");
  EXPECT_FALSE(kernel.options[2].is_variable());
  EXPECT_EQ(kernel.options[3].values, (std::vector<std::string>{"4", "8"}));
  EXPECT_TRUE(kernel.options[3].is_variable());
  EXPECT_EQ(kernel.launch.grid[0].text(), "1");
  EXPECT_EQ(kernel.launch.grid[1].text(), "ROWS");
  EXPECT_EQ(kernel.launch.grid[2].text(), "1");
  EXPECT_EQ(kernel.launch.block[0].text(), "COLUMNS");
  EXPECT_EQ(kernel.launch.dynamic_shared_bytes.text(), "ROWS * WIDTH");
  ASSERT_EQ(kernel.parameters.size(), 3u);
  EXPECT_EQ(kernel.parameters[0].kind, ParameterKind::out);
  EXPECT_EQ(kernel.parameters[1].element, ptx::Type::s16);
  EXPECT_EQ(kernel.parameters[1].count.text(), "COLUMNS");
  EXPECT_EQ(kernel.parameters[1].columns.value().text(), "COLUMNS");
  EXPECT_EQ(kernel.parameters[1].value.text(), "row + col");
  EXPECT_EQ(kernel.parameters[2].element, ptx::Type::f32);
  EXPECT_EQ(kernel.output.parameter, "out");
  EXPECT_EQ(kernel.output.rule.text(), "100 * row + 10 * col + i");
  EXPECT_EQ(kernel.output.defined.text(), "col > 0");
  ASSERT_TRUE(kernel.tile);
  EXPECT_EQ(kernel.tile->padding.text(), "1");
  EXPECT_EQ(kernel.row_padding(), nullptr);
  EXPECT_EQ(kernel.tile->element, ptx::Type::f64);
  ASSERT_EQ(kernel.constraints.size(), 1u);
  EXPECT_EQ(kernel.constraints[0].message, "wide");
  ASSERT_EQ(kernel.expected_faults.size(), 2u);
  EXPECT_EQ(kernel.expected_faults[0].when.text(), "ROWS > 1");
  EXPECT_EQ(kernel.expected_faults[1].kind, simt::FaultKind::trap);
  EXPECT_EQ(kernel.expected_faults[1].when.text(), "1");
  EXPECT_EQ(kernel.fixes, "Faster.");
  EXPECT_EQ(kernel.traffic.value().text(), "2 * ROWS");
  EXPECT_EQ(kernel.gpu, (OptionValues{{"ROWS", "64"}, {"WIDTH", "8"}}));
  ASSERT_TRUE(kernel.baseline);
  EXPECT_EQ(kernel.baseline->kernel, "copy");
  ASSERT_EQ(kernel.baseline->options.size(), 1u);
  EXPECT_EQ(kernel.baseline->options.at("ROWS").text(), "2 * ROWS");
  ASSERT_TRUE(kernel.swizzled);
  EXPECT_EQ(kernel.swizzled->kernel, "copy");
  ASSERT_EQ(kernel.swizzled->options.size(), 1u);
  EXPECT_EQ(kernel.swizzled->options.at("ROWS").text(), "COLUMNS");
  EXPECT_EQ(kernel.swizzled->when.text(), "ROWS == COLUMNS");
}

TEST(LoadCatalog, AFormerNameFindsTheKernelAndIsNotShown) {
  ScratchCatalog scratch;
  scratch.kernel["formerly"] = {"old/copy", "older/duplicate"};
  const auto catalog = scratch.load();
  ASSERT_TRUE(catalog) << catalog.error().message;
  for (const char* const name : {"first/copy", "copy", "old/copy", "older/duplicate"}) {
    const auto found = find_kernel(*catalog, name);
    ASSERT_TRUE(found) << name << ": " << found.error().message;
    EXPECT_EQ((*found)->id(), "first/copy");
  }
  const auto unknown = find_kernel(*catalog, "old/cop");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().message.find("old/copy"), std::string::npos) << unknown.error().message;
}

TEST(LoadCatalog, AFormerNameIsOneKernelsAlone) {
  ScratchCatalog scratch;
  json kernel = scratch.kernel;
  kernel["formerly"] = {"first/copy"};
  scratch.write("first/twin/kernel.json", kernel.dump());
  scratch.write("first/twin/kernel.cu", scratch.source);
  EXPECT_EQ(scratch.write_and_load_error(),
            "first/twin/kernel.json: formerly: 'first/copy' is the name of another kernel");
  kernel["formerly"] = {"old/name"};
  scratch.write("first/twin/kernel.json", kernel.dump());
  scratch.kernel["formerly"] = {"old/name"};
  EXPECT_NE(scratch.write_and_load_error().find("formerly: 'old/name' is the name of another kernel"),
            std::string::npos);
}

TEST(LoadCatalog, TheShippedKernelsThatWereMovedAreFound) {
  const auto catalog = load_catalog(BANKLOOM_SOURCE_DIR "/kernels");
  ASSERT_TRUE(catalog) << catalog.error().message;
  for (const char* const name : {"missingBarrier", "withBarrier", "barrierInABranch", "barrierForAll"}) {
    const auto found = find_kernel(*catalog, std::string("mistakes/") + name);
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_EQ((*found)->id(), std::string("barriers/") + name);
  }
}

TEST(LoadCatalog, SortsByOrderThenName) {
  ScratchCatalog scratch;
  const auto add_kernel = [&](const std::string& lesson, const std::string& name, int order) {
    json kernel = scratch.kernel;
    kernel["lesson"] = lesson;
    kernel["order"] = order;
    scratch.write(lesson + "/" + name + "/kernel.json", kernel.dump());
    scratch.write(lesson + "/" + name + "/kernel.cu", scratch.source);
  };
  add_kernel("first", "alpha", 3);
  add_kernel("first", "zulu", 1);
  scratch.write("another/lesson.json", R"({"title": "A", "order": 2, "summary": "S."})");
  add_kernel("another", "beta", 0);
  scratch.write("zero/lesson.json", R"({"title": "Z", "order": 0, "summary": "S."})");
  const auto catalog = scratch.load();
  ASSERT_TRUE(catalog) << catalog.error().message;
  std::vector<std::string> names;
  for (const auto& lesson : catalog->lessons) names.push_back(lesson.name);
  for (const auto& kernel : catalog->kernels) names.push_back(kernel.id());
  EXPECT_EQ(names, (std::vector<std::string>{"zero", "first", "another", "first/zulu", "first/alpha", "first/copy",
                                             "another/beta"}));
}

TEST(LoadCatalog, LeavesHiddenAndStrayFilesAlone) {
  ScratchCatalog scratch;
  scratch.write(".git/config", "x");
  scratch.write("README.md", "x");
  scratch.write("first/.DS_Store", "x");
  scratch.write("first/.hidden/kernel.json", "x");
  scratch.write("first/notes.txt", "x");
  scratch.write("first/copy/kernel.cu~", "x");
  const auto catalog = scratch.load();
  ASSERT_TRUE(catalog) << catalog.error().message;
  EXPECT_EQ(catalog->kernels.size(), 1u);
}

TEST(LoadCatalog, MissingFilesAndFoldersAreNamed) {
  const auto missing = load_catalog("/nowhere/at/all");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().message.rfind("/nowhere/at/all: cannot be opened as a folder", 0), 0u);

  ScratchCatalog scratch;
  EXPECT_EQ(scratch.write_and_load_error(), "");
  scratch.remove("first/copy/kernel.cu");
  EXPECT_EQ(scratch.load_error(), "there is no file 'first/copy/kernel.cu'");
  scratch.write("first/copy/kernel.cu", scratch.source);
  scratch.remove("first/copy/kernel.json");
  EXPECT_EQ(scratch.load_error(), "there is no file 'first/copy/kernel.json'");
  scratch.remove("first/lesson.json");
  EXPECT_EQ(scratch.load_error(), "there is no file 'first/lesson.json'");
}

TEST(LoadCatalog, EmptyFoldersArePassedOver) {
  const ScratchCatalog scratch;
  ASSERT_TRUE(scratch.load());
  scratch.write("first/renamed/old.txt", "");
  scratch.write("former/old.txt", "");
  EXPECT_EQ(scratch.load_error(), "there is no file 'former/lesson.json'");
  scratch.remove("former/old.txt");
  EXPECT_EQ(scratch.load_error(), "there is no file 'first/renamed/kernel.json'");
  scratch.remove("first/renamed/old.txt");
  EXPECT_EQ(scratch.load_error(), "");
}

TEST(LoadCatalog, BrokenJsonIsLocated) {
  ScratchCatalog scratch;
  ASSERT_TRUE(scratch.load());
  scratch.write("first/copy/kernel.json", "{\n  \"title\": \"x\",\n  \"order\" 3\n}");
  EXPECT_EQ(scratch.load_error(),
            "first/copy/kernel.json: line 3, column 11: is not valid JSON: unexpected number literal; expected ':'");
  scratch.write("first/copy/kernel.json", "");
  EXPECT_EQ(scratch.load_error(), "first/copy/kernel.json: line 1, column 1: is not valid JSON: the text is empty");
  scratch.write("first/copy/kernel.json", "[1]");
  EXPECT_EQ(scratch.load_error(), "first/copy/kernel.json: must hold one JSON object");
  scratch.write("first/copy/kernel.json", R"({"title": "x", "order": 1, "title": "y"})");
  EXPECT_EQ(scratch.load_error(), "first/copy/kernel.json: title: is given twice");
  scratch.write("first/lesson.json", "{");
  EXPECT_EQ(scratch.load_error(),
            "first/lesson.json: line 1, column 2: is not valid JSON: unexpected end of input; expected string literal");
}

TEST(LoadCatalog, LessonFieldsAreChecked) {
  const std::vector<std::pair<std::function<void(json&)>, std::string>> cases = {
      {[](json& lesson) { lesson.erase("title"); }, "title: is missing"},
      {[](json& lesson) { lesson["title"] = 3; }, "title: must be a text that is not empty, found 3"},
      {[](json& lesson) { lesson["summary"] = ""; }, "summary: must be a text that is not empty, found \"\""},
      {[](json& lesson) { lesson["order"] = "1"; }, "order: must be a whole number from 0 to 2147483647, found \"1\""},
      {[](json& lesson) { lesson["order"] = -1; }, "order: must be a whole number from 0 to 2147483647, found -1"},
      {[](json& lesson) { lesson["sumary"] = "x"; }, "sumary: is not a known field; did you mean summary?"},
      {[](json& lesson) { lesson["author"] = "x"; }, "author: is not a known field"},
  };
  for (const auto& [spoil, expected] : cases) {
    ScratchCatalog scratch;
    spoil(scratch.lesson);
    EXPECT_EQ(scratch.write_and_load_error(), "first/lesson.json: " + expected);
  }
}

struct SpoiltField {
  const char* pointer;   ///< JSON pointer of the field
  const char* value;     ///< its wrong value as JSON; nullptr: the field is removed
  const char* expected;  ///< the error behind "first/copy/kernel.json: "
};

std::ostream& operator<<(std::ostream& stream, const SpoiltField& field) {
  return stream << field.pointer << " = " << (field.value == nullptr ? "nothing" : field.value);
}

class KernelFields : public testing::TestWithParam<SpoiltField> {};

TEST_P(KernelFields, AreChecked) {
  ScratchCatalog scratch;
  const json::json_pointer pointer(GetParam().pointer);
  if (GetParam().value == nullptr) {
    scratch.kernel[pointer.parent_pointer()].erase(pointer.back());
  } else {
    scratch.kernel[pointer] = json::parse(GetParam().value);
  }
  EXPECT_EQ(scratch.write_and_load_error(), std::string("first/copy/kernel.json: ") + GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    Top, KernelFields,
    testing::Values(SpoiltField{"/title", nullptr, "title: is missing"},
                    SpoiltField{"/title", "7", "title: must be a text that is not empty, found 7"},
                    SpoiltField{"/title", R"("")", "title: must be a text that is not empty, found \"\""},
                    SpoiltField{"/summary", nullptr, "summary: is missing"},
                    SpoiltField{"/lesson", nullptr, "lesson: is missing"},
                    SpoiltField{"/lesson", R"("second")", "lesson: must be 'first', as its folder"},
                    SpoiltField{"/order", nullptr, "order: is missing"},
                    SpoiltField{"/order", "1.5", "order: must be a whole number from 0 to 2147483647, found 1.5"},
                    SpoiltField{"/order", "-2", "order: must be a whole number from 0 to 2147483647, found -2"},
                    SpoiltField{"/order", "18446744073709551615",
                                "order: must be a whole number from 0 to 2147483647, found 18446744073709551615"},
                    SpoiltField{"/entry", nullptr, "entry: is missing"},
                    SpoiltField{"/entry", R"("cop")", "entry: is 'cop', a function that kernel.cu does not have"},
                    SpoiltField{"/entry", R"("out")", "entry: is 'out', a function that kernel.cu does not have"},
                    SpoiltField{"/entry", R"("co py")", "entry: must be a C identifier"},
                    SpoiltField{"/options", nullptr, "options: is missing"},
                    SpoiltField{"/options", "{}", "options: must be a list, found object"},
                    SpoiltField{"/option", "[]", "option: is not a known field; did you mean options?"},
                    SpoiltField{"/launch", nullptr, "launch: is missing"},
                    SpoiltField{"/launch", "[]", "launch: must be an object"},
                    SpoiltField{"/parameters", nullptr, "parameters: is missing"},
                    SpoiltField{"/output", nullptr, "output: is missing"},
                    SpoiltField{"/tile", "3", "tile: must be an object"},
                    SpoiltField{"/constraints", "{}", "constraints: must be a list, found object"},
                    SpoiltField{"/expected_faults", R"("race")", "expected_faults: must be a list, found \"race\""}));

INSTANTIATE_TEST_SUITE_P(
    Options, KernelFields,
    testing::Values(
        SpoiltField{"/options/2", "5", "options[2]: must be an object"},
        SpoiltField{"/options/0/name", nullptr, "options[0].name: is missing"},
        SpoiltField{"/options/0/name", R"("2D")", "options[0].name: must be a C identifier"},
        SpoiltField{"/options/0/name", R"("row")", "options[0].name: is a name that expressions need themselves"},
        SpoiltField{"/options/1/name", R"("ROWS")", "options[1].name: 'ROWS' is given twice"},
        SpoiltField{"/options/0/type", nullptr, "options[0].type: is missing"},
        SpoiltField{"/options/0/type", R"("integer")",
                    "options[0].type: must be one of int, choice, found \"integer\""},
        SpoiltField{"/options/0/meaning", nullptr, "options[0].meaning: is missing"},
        SpoiltField{"/options/1/min", nullptr, "options[1].min: is missing"},
        SpoiltField{"/options/1/min", R"("0")",
                    "options[1].min: must be a whole number from -9007199254740991 to 9007199254740991, found \"0\""},
        SpoiltField{"/options/1/max", "-1", "options[1].max: must not be less than min"},
        SpoiltField{"/options/1/default", nullptr, "options[1].default: is missing"},
        SpoiltField{"/options/1/default", "2001",
                    "options[1].default: must be a whole number from 0 to 2000, found 2001"},
        SpoiltField{"/options/1/default", "-1", "options[1].default: must be a whole number from 0 to 2000, found -1"},
        SpoiltField{"/options/1/values", "[1]", "options[1].values: is not a known field"},
        SpoiltField{"/options/1/maximum", "9", "options[1].maximum: is not a known field"},
        SpoiltField{"/options/2/values", nullptr, "options[2].values: is missing"},
        SpoiltField{"/options/2/values", R"("int")", "options[2].values: must be a list, found \"int\""},
        SpoiltField{"/options/2/values", "[]", "options[2].values: must not be empty"},
        SpoiltField{"/options/2/values", R"(["int", "int"])", "options[2].values: must not give a value twice"},
        SpoiltField{"/options/2/values/1", "1.5", "options[2].values[1]: must be a text or a whole number, found 1.5"},
        SpoiltField{"/options/2/default", R"("double")", "options[2].default: must be one of values"},
        SpoiltField{"/options/2/default", "true", "options[2].default: must be a text or a whole number, found true"}));

INSTANTIATE_TEST_SUITE_P(
    Launch, KernelFields,
    testing::Values(
        SpoiltField{"/launch/grid", nullptr, "launch.grid: is missing"},
        SpoiltField{"/launch/grid", "1", "launch.grid: must be a list, found 1"},
        SpoiltField{"/launch/grid", "[]", "launch.grid: must have one to three expressions"},
        SpoiltField{"/launch/block", "[1, 1, 1, 1]", "launch.block: must have one to three expressions"},
        SpoiltField{"/launch/block/0", R"("ROW")",
                    "launch.block[0]: expression 'ROW': unknown variable 'ROW'; did you mean ROWS?"},
        SpoiltField{"/launch/block/0", R"("ELEMENT")",
                    "launch.block[0]: expression 'ELEMENT': unknown variable 'ELEMENT'"},
        SpoiltField{"/launch/block/0", R"("ROWS +")", "launch.block[0]: expression 'ROWS +': syntax error at column 7"},
        SpoiltField{"/launch/block/0", "null", "launch.block[0]: must be a text or a whole number, found null"},
        SpoiltField{"/launch/dynamic_shared_bytes", R"("")", "launch.dynamic_shared_bytes: an expression is empty"},
        SpoiltField{"/launch/threads", "1", "launch.threads: is not a known field"}));

INSTANTIATE_TEST_SUITE_P(
    Parameters, KernelFields,
    testing::Values(SpoiltField{"/parameters/0", R"("out")", "parameters[0]: must be an object"},
                    SpoiltField{"/parameters/1/name", R"("out")", "parameters[1].name: 'out' is given twice"},
                    SpoiltField{"/parameters/0/kind", R"("output")",
                                "parameters[0].kind: must be one of in, out, inout, scalar, found \"output\""},
                    SpoiltField{"/parameters/0/element", R"("int")",
                                "parameters[0].element: must be one of i8, u8, i16, u16, i32, u32, i64, u64, f32, f64"},
                    SpoiltField{"/parameters/0/count", nullptr, "parameters[0].count: is missing"},
                    SpoiltField{"/parameters/0/value", "0", "parameters[0].value: is not a known field"},
                    SpoiltField{"/parameters/1/value", nullptr, "parameters[1].value: is missing"},
                    SpoiltField{"/parameters/1/value", R"("row")",
                                "parameters[1].value: expression 'row': unknown variable 'row'; did you mean ROWS?"},
                    SpoiltField{"/parameters/2/value", R"("i")",
                                "parameters[2].value: expression 'i': unknown variable 'i'"},
                    SpoiltField{"/parameters/2/count", "1", "parameters[2].count: is not a known field"}));

INSTANTIATE_TEST_SUITE_P(
    Rest, KernelFields,
    testing::Values(
        SpoiltField{"/output/parameter", R"("result")",
                    "output.parameter: is 'result', which is not one of the parameters"},
        SpoiltField{"/output/parameter", R"("in")", "output.parameter: is 'in', which is not an out or inout buffer"},
        SpoiltField{"/output/rows", nullptr, "output.rows: is missing"},
        SpoiltField{"/output/columns", R"("col")", "output.columns: expression 'col': unknown variable 'col'"},
        SpoiltField{"/output/rule", nullptr, "output.rule: is missing"},
        SpoiltField{"/output/rule", R"("row * width")",
                    "output.rule: expression 'row * width': unknown variable 'width'; did you mean WIDTH?"},
        SpoiltField{"/output/defined", R"("col <")", "output.defined: expression 'col <': syntax error at column 6"},
        SpoiltField{"/output/cols", "1", "output.cols: is not a known field"},
        SpoiltField{"/tile/name", nullptr, "tile.name: is missing"},
        SpoiltField{"/tile/rows", nullptr, "tile.rows: is missing"},
        SpoiltField{"/tile/padding", R"("PAD")", "tile.padding: expression 'PAD': unknown variable 'PAD'"},
        SpoiltField{"/tile/padding", R"("ROWS + COLUMNS")",
                    "tile.padding: names ROWS, COLUMNS; one option pads a tile"},
        SpoiltField{"/tile/padding", R"("WIDTH")", "tile.padding: names WIDTH, which is not an int"},
        SpoiltField{"/tile/element", nullptr, "tile.element: is missing"},
        SpoiltField{"/tile/width", "1", "tile.width: is not a known field"},
        SpoiltField{"/tile/elements", R"([{"option": "ELEMENT", "value": "double", "element": "f32"}])",
                    "tile.elements[0].value: must be a value of the option ELEMENT"},
        SpoiltField{"/tile/elements", R"([{"option": "ELEMENT", "value": "float", "element": "i16"}])",
                    "tile.elements[0].element: must have as many bytes as the tile's element"},
        SpoiltField{"/constraints", R"([{"message": "x"}])", "constraints[0].expression: is missing"},
        SpoiltField{"/constraints", R"([{"expression": "1"}])", "constraints[0].message: is missing"},
        SpoiltField{"/expected_faults", R"([{"kind": "crash"}])",
                    "expected_faults[0].kind: must be one of out_of_bounds, misaligned, uninitialized_read, race, "
                    "divergent_barrier, deadlock, endless_loop, trap, division_by_zero, stack_overflow, "
                    "order_dependent, found \"crash\""},
        SpoiltField{"/expected_faults", R"([{"kind": "race", "if": "1"}])",
                    "expected_faults[0].if: is not a known "
                    "field"},
        SpoiltField{"/output/divisor", "10", "output.divisor: needs an output of f32 or f64 elements"},
        SpoiltField{"/fixes", "1", "fixes: must be a text that is not empty, found 1"},
        SpoiltField{"/traffic", R"("2 * N")", "traffic: expression '2 * N': unknown variable 'N'"},
        SpoiltField{"/gpu", "[]", "gpu: must be an object"},
        SpoiltField{"/gpu", R"({"ROW": 3})", "gpu.ROW: first/copy has no option 'ROW'; did you mean ROWS?"},
        SpoiltField{"/gpu", R"({"ROWS": 101})", "gpu.ROWS: option ROWS of first/copy must be from 1 to 100, not 101"},
        SpoiltField{"/baseline", R"({"options": {}})", "baseline.kernel: is missing"},
        SpoiltField{"/baseline", R"({"kernel": "copi"})",
                    "baseline.kernel: no kernel is called 'first/copi'; did you mean first/copy?"},
        SpoiltField{"/baseline", R"({"kernel": "copy", "options": {"DEPTH": 1}})",
                    "baseline.options.DEPTH: is not an option of first/copy"},
        SpoiltField{"/baseline", R"({"kernel": "copy", "options": {"ROWS": "HEIGHT"}})",
                    "baseline.options.ROWS: expression 'HEIGHT': unknown variable 'HEIGHT'"},
        SpoiltField{"/swizzled", "{}", "swizzled.kernel: or options must be given"},
        SpoiltField{"/swizzled", R"({"kernel": "copi"})",
                    "swizzled.kernel: no kernel is called 'first/copi'; did you mean first/copy?"},
        SpoiltField{"/swizzled", R"({"options": {"DEPTH": 1}})",
                    "swizzled.options.DEPTH: is not an option of "
                    "first/copy"},
        SpoiltField{"/swizzled", R"({"kernel": "copy", "when": "HEIGHT"})",
                    "swizzled.when: expression 'HEIGHT': unknown variable 'HEIGHT'"},
        SpoiltField{"/parameters/2/columns", "1", "parameters[2].columns: is not a known field"}));

}  // namespace
}  // namespace bankloom
