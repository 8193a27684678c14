#include "core/report/run_report.h"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>

#include "core/base/csv.h"
#include "core/base/language.h"

namespace bankloom::report {
namespace {

using nlohmann::ordered_json;

std::vector<std::byte> int_bytes(const std::vector<std::int32_t>& values) {
  std::vector<std::byte> bytes(values.size() * 4);
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

AccessSummary summary(std::uint32_t line, Space space, AccessOp op) {
  AccessSummary access;
  access.source_line = line;
  access.space = space;
  access.op = op;
  access.requests = 32;
  if (space == Space::shared) {
    access.wavefronts = 1024;
    access.bank_conflicts = 992;
    access.phases = 32;
  } else if (space == Space::global) {
    access.sectors = 128;
  }
  access.why.kind = ExplanationKind::not_modelled;
  access.why.space = space;
  return access;
}

/// Sets the output, `expected` being what the rule says.
void set_output(KernelRun& run, std::uint64_t rows, std::uint64_t columns, const std::vector<std::int32_t>& values,
                const std::vector<std::int32_t>& expected) {
  run.output_rows = rows;
  run.output_columns = columns;
  run.output = int_bytes(values);
  run.expected = int_bytes(expected);
  run.defined.assign(values.size(), true);
  compare_output(run);
}

KernelRun sample(const std::string& name = "sample") {
  Kernel kernel;
  kernel.lesson = "square";
  kernel.name = name;
  kernel.title = "A sample";
  kernel.options = {{"BDIMX", OptionType::integer, "2", 1, 32, {}, ""},
                    {"ORDER", OptionType::choice, "rows", 0, 0, {"rows"}, ""}};
  KernelRun run;
  run.kernel = std::make_shared<const Kernel>(kernel);
  run.compiled = std::make_shared<const CompileResult>();
  run.instance.kernel = run.kernel.get();
  run.instance.options = {{"BDIMX", "2"}, {"ORDER", "rows"}};
  run.machine.name = "cc9.0";
  run.machine.title = "Hopper";
  run.block = {2, 2, 1};
  run.shared_bytes = 4096;
  run.source_lines = {"first", "  tile[i] = 1;", "  out[i] = tile[j];"};
  run.cost.accesses = {summary(2, Space::shared, AccessOp::store), summary(3, Space::shared, AccessOp::load),
                       summary(3, Space::global, AccessOp::store)};
  run.cost.shared_store = {32, 1024, 992, 0};
  run.cost.shared_load = {32, 1024, 992, 0};
  run.cost.global_store = {32, 0, 0, 128};
  run.output_name = "out";
  set_output(run, 2, 2, {0, 1, 2, -3}, {0, 1, 2, -3});
  return run;
}

simt::Fault sample_fault() {
  simt::Fault fault;
  fault.kind = simt::FaultKind::out_of_bounds;
  fault.source_line = 3;
  fault.block = {1, 0, 0};
  fault.thread = {3, 2, 0};
  fault.has_address = true;
  fault.space = Space::shared;
  fault.address = 4224;
  fault.count = 5;
  fault.detail = {.what = simt::FaultCase::beyond_shared, .width = 4, .limit = 4224};
  return fault;
}

TEST(KernelReportJson, HasThePromisedShape) {
  const ordered_json json = to_json(sample());
  const ordered_json expected = ordered_json::parse(R"({
    "kernel":"square/sample","options":{"BDIMX":2,"ORDER":"rows"},"machine":"cc9.0",
    "accesses":[
      {"line":2,"space":"shared","op":"store","width":4,"requests":32,"wavefronts":1024,"bank_conflicts":992,
       "transactions_per_request":32.0},
      {"line":3,"space":"shared","op":"load","width":4,"requests":32,"wavefronts":1024,"bank_conflicts":992,
       "transactions_per_request":32.0},
      {"line":3,"space":"global","op":"store","width":4,"requests":32,"sectors":128,"transactions_per_request":4.0}],
    "totals":{"shared_load":{"requests":32,"wavefronts":1024,"bank_conflicts":992},
              "shared_store":{"requests":32,"wavefronts":1024,"bank_conflicts":992},
              "global_load":{"requests":0,"sectors":0},"global_store":{"requests":32,"sectors":128}},
    "occupancy":{"blocks_per_multiprocessor":0,"limited_by":"shared memory","warps":0,
                 "shared_bytes_per_block":4096,"machine":"cc9.0"},
    "output":{"name":"out","type":"i32","rows":2,"cols":2,"values":[0,1,2,-3]},
    "faults":[],
    "provenance":{"accesses":"modelled","output":"emulated"}})");
  EXPECT_EQ(json.dump(), expected.dump());
}

TEST(KernelReportJson, NamesAtomicsAndLdmatrixAndOtherSpaces) {
  KernelRun run = sample();
  auto ldmatrix = summary(4, Space::shared, AccessOp::ldmatrix);
  ldmatrix.matrices = 4;
  run.cost.accesses = {summary(2, Space::shared, AccessOp::reduction), ldmatrix,
                       summary(5, Space::local, AccessOp::load)};
  run.cost.shared_atomic = {1, 2, 1, 0};
  const ordered_json json = to_json(run);
  EXPECT_EQ(json["accesses"][0]["op"], "atomic");
  EXPECT_EQ(json["accesses"][1]["op"], "ldmatrix");
  EXPECT_EQ(json["accesses"][1]["matrices"], 4);
  EXPECT_FALSE(json["accesses"][2].contains("transactions_per_request"));
  EXPECT_EQ(json["totals"]["shared_atomic"]["wavefronts"], 2);
  EXPECT_FALSE(json["totals"].contains("global_atomic"));
}

TEST(FaultJson, HasThePromisedShape) {
  const ordered_json expected = ordered_json::parse(
      R"({"kind":"out_of_bounds","line":3,"block":[1,0,0],"thread":[3,2,0],"space":"shared","address":4224,
          "count":5,"message":"thread (3,2,0) of block (1,0,0) reads 4 bytes at shared address 4224, but the block has )"
      R"(4224 bytes of shared memory"})");
  EXPECT_EQ(fault_to_json(sample_fault()).dump(), expected.dump());
  simt::Fault below = sample_fault();
  below.address = 0xffff'fc00;  // 1,024 bytes below the block's own, computed in 32 bits
  EXPECT_EQ(fault_to_json(below)["address"], -1024);
  simt::Fault trap;
  EXPECT_FALSE(fault_to_json(trap).contains("address"));
}

TEST(EmulationReportJson, HasThePromisedShape) {
  EmulationReport report;
  report.buffers = {{1, ptx::ParsedArgument::Kind::out, ptx::Type::f32, int_bytes({0x3f800000, 0x7f800000})}};
  report.run.printed = "hello\n";
  const ordered_json expected = ordered_json::parse(
      R"({"buffers":[{"arg":1,"type":"f32","values":[1.0,"inf"],"bits":["0x3f800000","0x7f800000"]}],
          "accesses":[],
    "occupancy":{"blocks_per_multiprocessor":32,"limited_by":"blocks","warps":32,"shared_bytes_per_block":0,"machine":""},"faults":[],"printed":"hello\n","provenance":{"accesses":"modelled","buffers":"emulated"}})");
  EXPECT_EQ(to_json(report).dump(), expected.dump());
}

TEST(KernelReport, SaysEverywhereThatItIsClipped) {
  KernelRun run = sample();
  EXPECT_FALSE(to_json(run).contains("clipped"));
  EXPECT_EQ(to_text(run, {}).find("clipped"), std::string::npos);
  run.cost.clipped = true;
  EXPECT_EQ(to_json(run)["clipped"], true);
  EXPECT_NE(to_text(run, {}).find("The record is clipped: not all requests are counted"), std::string::npos);
  EXPECT_NE(to_csv(run).find("clipped"), std::string::npos);
  EXPECT_NE(to_text(LessonReport{"l", "t", {run}}, {}).find("clipped"), std::string::npos);
  EXPECT_NE(to_csv(LessonReport{"l", "t", {run}}).find("clipped"), std::string::npos);
  EXPECT_EQ(to_json(LessonReport{"square", "t", {run}})["kernels"][0]["clipped"], true);
}

TEST(KernelReportCsv, HasARecordForEachAccess) {
  const auto table = parse_csv(to_csv(sample()), "report");
  ASSERT_TRUE(table) << table.error().message;
  ASSERT_EQ(table->rows.size(), 3U);
  const auto cell = [&](std::size_t row, const char* column) { return table->rows[row].cells[*table->column(column)]; };
  EXPECT_EQ(cell(1, "line"), "3");
  EXPECT_EQ(cell(1, "op"), "load");
  EXPECT_EQ(cell(1, "wavefronts"), "1024");
  EXPECT_EQ(cell(1, "sectors"), "");
  EXPECT_EQ(cell(2, "wavefronts"), "");
  EXPECT_EQ(cell(2, "sectors"), "128");
  EXPECT_EQ(cell(2, "transactions_per_request"), "4");
  EXPECT_EQ(cell(0, "provenance"), "modelled");
}

TEST(KernelReportText, ShowsLineCostReasonAndOutput) {
  const std::string text = to_text(sample(), {});
  for (const char* part : {"square/sample", "BDIMX = 2, ORDER = rows", "modelled for cc9.0", "tile[i] = 1;",
                           "out[i] = tile[j];", "shared load, 32.0 wavefronts per request. The costliest request: What",
                           "global store, 4.0 sectors per request. The costliest request: What",
                           "Output out: 2 x 2 i32 (emulated)", "out: all 4 elements as expected.", "4,096 bytes"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
  EXPECT_EQ(text.find("corner"), std::string::npos);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_NE(to_text(sample(), {true, 100}).find('\x1b'), std::string::npos);
}

TEST(KernelReportText, CutsLongSourceLines) {
  KernelRun run = sample();
  run.source_lines[1] = std::string(200, 'x');
  const std::string text = to_text(run, {});
  EXPECT_EQ(text.find(std::string(100, 'x')), std::string::npos);
  EXPECT_NE(text.find("xxxx ..."), std::string::npos) << text;
}

TEST(KernelReportText, SaysThatACornerIsACorner) {
  KernelRun run = sample();
  std::vector<std::int32_t> values;
  for (std::int32_t i = 0; i < 64 * 64; ++i) values.push_back(i);
  set_output(run, 64, 64, values, values);
  const std::string text = to_text(run, {});
  EXPECT_NE(text.find("The top left corner of 64 x 64"), std::string::npos) << text;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    EXPECT_LE(end - begin, 100U) << text.substr(begin, end - begin);
    begin = end + 1;
  }
}

TEST(KernelReportText, ShowsFaultsWithTheirPlace) {
  KernelRun run = sample();
  run.faults = {sample_fault()};
  EXPECT_FALSE(run.correct());
  const std::string text = to_text(run, {});
  EXPECT_NE(text.find("out_of_bounds at line 3, block (1,0,0), thread (3,2,0) and 4 more times"), std::string::npos)
      << text;
  EXPECT_NE(text.find("reads 4 bytes at shared address 4224, but"), std::string::npos);
  EXPECT_EQ(problem_sentence(run), "1 fault found, the first one out_of_bounds at line 3 (block 1,0,0 thread 3,2,0)");
}

TEST(KernelReportText, LeavesNoEnglishInAnotherLanguage) {
  KernelRun run = sample();
  run.faults = {sample_fault()};
  const LessonReport lesson{"square", "", {run}};
  ASSERT_TRUE(set_language("es", std::filesystem::path(BANKLOOM_SOURCE_DIR) / kLanguageFolder).has_value());
  const std::string text = to_text(run, {}) + to_text(lesson, {}) + problem_sentence(run);
  const std::string json = [&] {
    const InEnglish in_english;
    return to_json(run).dump();
  }();
  ASSERT_TRUE(set_language(kEnglish, {}).has_value());
  for (const char* english : {"shared", "load", "store", "per request", "line", "out_of_bounds", "found", "thread"}) {
    EXPECT_EQ(text.find(english), std::string::npos) << english << "\n" << text;
  }
  EXPECT_NE(text.find("fuera de l\u00edmites en l\u00ednea 3"), std::string::npos) << text;
  EXPECT_NE(json.find("\"kind\":\"out_of_bounds\""), std::string::npos) << json;
}

TEST(KernelReportText, NamesTheFirstElementThatDiffersAndCountsAll) {
  KernelRun run = sample();
  EXPECT_EQ(problem_sentence(run), "");
  set_output(run, 2, 2, {0, 1, 2, -3}, {0, 1, 7, 8});
  EXPECT_EQ(problem_sentence(run),
            "2 elements of the output differ from the kernel's rule, the first one [1][0] is 2 instead of 7");
  EXPECT_FALSE(run.correct());
  EXPECT_NE(to_text(run, {}).find("Wrong: 2 elements"), std::string::npos);
  run.defined = {true, true, false, false};
  compare_output(run);
  EXPECT_TRUE(run.correct());
  EXPECT_NE(to_text(run, {}).find("out: 2 of 4 elements compared, all as expected."), std::string::npos)
      << to_text(run, {});
}

TEST(LessonReport, HasARowForEachKernel) {
  KernelRun second = sample("other");
  Kernel kernel = *second.kernel;
  kernel.options = {{"IPAD", OptionType::integer, "0", 0, 32, {}, ""}};
  second.kernel = std::make_shared<const Kernel>(kernel);
  second.instance.kernel = second.kernel.get();
  second.instance.options = {{"IPAD", "1"}};
  second.faults = {sample_fault()};
  const LessonReport lesson{"square", "Square tiles", {sample(), second}};
  const std::string text = to_text(lesson, {});
  for (const char* part : {"Lesson square: Square tiles", "BDIMX", "IPAD", "sample", "as expected",
                           "out_of_bounds at line 3", "wavefronts per request", "cc9.0"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
  const ordered_json json = to_json(lesson);
  EXPECT_EQ(json["lesson"], "square");
  EXPECT_EQ(json["kernels"][0]["transactions_per_request"]["shared_load"], 32.0);
  EXPECT_EQ(json["kernels"][1]["faults"].size(), 1U);
  const auto table = parse_csv(to_csv(lesson), "lesson");
  ASSERT_TRUE(table) << table.error().message;
  EXPECT_EQ(table->rows.size(), 2U);
}

}  // namespace
}  // namespace bankloom::report
