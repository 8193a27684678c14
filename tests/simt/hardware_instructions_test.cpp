// Every instruction form of tests/hardware/instructions_h200.ptx, run by the emulator on the inputs of
// instructions_h200.csv and compared with what an NVIDIA H200 returned: bit for bit where the row says exact, else
// within the error that the PTX ISA allows the instruction. Run once for each vector instruction set that the host has.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "core/ptx/parser.h"
#include "core/simt/launch.h"
#include "core/wording/fault_text.h"

namespace bankloom {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kCell = 8;  // bytes of an input or an output

struct Row {
  std::uint64_t inputs[3] = {};
  std::uint64_t expected = 0;
};

struct Entry {
  std::string name;
  std::string form;
  std::string output;  // the result's type
  bool exact = true;
  std::vector<Row> rows;
};

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

fs::path hardware_folder() { return fs::path(BANKLOOM_SOURCE_DIR) / "tests" / "hardware"; }

std::vector<std::string> split_csv(const std::string& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      fields.emplace_back();
    } else if (c != '\r') {
      fields.back() += c;
    }
  }
  return fields;
}

std::uint64_t hex(const std::string& text) { return text.empty() ? 0 : std::stoull(text, nullptr, 16); }

std::vector<Entry> read_entries() {
  std::ifstream file(hardware_folder() / "instructions_h200.csv");
  std::string line;
  std::getline(file, line);  // entry,form,inputs,output,exact,a,b,c,d
  std::vector<Entry> entries;
  while (std::getline(file, line)) {
    const std::vector<std::string> fields = split_csv(line);
    if (fields.size() != 9) continue;
    if (entries.empty() || entries.back().name != fields[0]) {
      entries.push_back({fields[0], fields[1], fields[3], fields[4] == "1", {}});
    }
    entries.back().rows.push_back({{hex(fields[5]), hex(fields[6]), hex(fields[7])}, hex(fields[8])});
  }
  return entries;
}

// The error that the PTX ISA allows an approximate instruction, in its section.
struct Tolerance {
  double relative = 0;
  double absolute = 0;
  bool known = false;
};

Tolerance tolerance_of(const std::string& form) {
  const auto starts = [&form](const char* prefix) { return form.starts_with(prefix); };
  const auto has = [&form](const char* word) { return form.find(word) != std::string::npos; };
  if (starts("div.")) return {0x1p-22, 0, true};  // 2 ulp
  if (starts("rcp.") && has(".f64")) return {0x1p-20, 0, true};
  if (starts("rcp.")) return {0x1p-23, 0, true};
  if (starts("sqrt.")) return {0x1p-23, 0, true};
  if (starts("rsqrt.") && has(".ftz.f64")) return {0x1p-20, 0, true};
  if (starts("rsqrt.") && has(".f64")) return {0x1p-51, 0, true};
  if (starts("rsqrt.")) return {0x1.13p-23, 0, true};  // 2^-22.9
  if (starts("sin.") || starts("cos.")) {
    // 2^-20.5 in [-2 pi, 2 pi]. No useful bound is given far outside; the emulator reduces the argument as the hardware
    // does, so the same bound is asked for everywhere.
    return {0, 0x1.6ap-21, true};
  }
  if (starts("lg2.")) return {0x1p-22, 0x1p-22, true};
  if (starts("ex2.") && has(".bf16")) return {0x1p-7, 0, true};
  if (starts("ex2.") && has(".f16")) return {0x1.12p-10, 0, true};  // 2^-9.9
  if (starts("ex2.")) return {0x1p-22, 0, true};
  if (starts("tanh.") && has(".bf16")) return {0, 0x1p-8, true};
  if (starts("tanh.") && has(".f16")) return {0, 0x1.02p-11, true};  // 2^-10.987
  if (starts("tanh.")) return {0x1p-11, 0, true};
  return {};
}

double f16_value(std::uint16_t bits) {
  const int exponent = (bits >> 10) & 31;
  const int fraction = bits & 1023;
  double magnitude = std::ldexp(exponent == 0 ? fraction : fraction + 1024, (exponent == 0 ? 1 : exponent) - 25);
  if (exponent == 31) magnitude = fraction == 0 ? INFINITY : NAN;
  return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

double value_of(const std::string& type, std::uint64_t bits) {
  if (type == "f64") return std::bit_cast<double>(bits);
  if (type == "f32") return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
  if (type == "bf16") return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16));
  return f16_value(static_cast<std::uint16_t>(bits));
}

// One unit in the last place of a value, for the rounding of the result itself.
double ulp_of(const std::string& type, double value) {
  const int precision = type == "f64" ? 53 : type == "f32" ? 24 : type == "bf16" ? 8 : 11;
  const int smallest = type == "f64" ? -1022 : type == "f16" ? -14 : -126;
  int exponent = 0;
  std::frexp(value, &exponent);
  return std::ldexp(1.0, std::max(exponent - 1, smallest) - precision + 1);
}

bool within_tolerance(const Entry& entry, const Row& row, std::uint64_t actual) {
  if (actual == row.expected) return true;
  const double x = value_of(entry.output, actual);
  const double y = value_of(entry.output, row.expected);
  if (!std::isfinite(x) || !std::isfinite(y)) return false;
  const Tolerance tolerance = tolerance_of(entry.form);
  if (!tolerance.known) return false;
  // The hardware may be off by the tolerance, the emulator by its final rounding.
  return std::fabs(x - y) <= tolerance.absolute + tolerance.relative * std::fabs(y) + ulp_of(entry.output, y);
}

std::size_t add_column(simt::GlobalMemory& memory, const char* name, const Entry& entry, int input) {
  std::vector<std::byte> bytes(entry.rows.size() * kCell);
  for (std::size_t i = 0; input >= 0 && i < entry.rows.size(); ++i) {
    std::memcpy(bytes.data() + i * kCell, &entry.rows[i].inputs[input], kCell);
  }
  return memory.add(name, std::move(bytes));
}

// The 8-byte cells that the entry stored, or the error that kept it from running.
Result<std::vector<std::uint64_t>> run_entry(const std::shared_ptr<const ptx::Module>& module, const Entry& entry) {
  const Result<std::shared_ptr<const simt::Program>> program = simt::decode(module, entry.name);
  TRY(program);
  simt::GlobalMemory memory;
  simt::LaunchConfig config;
  config.grid = {1, 1, 1};
  config.block = {static_cast<std::uint32_t>(entry.rows.size()), 1, 1};
  config.record.enabled = false;
  constexpr const char* kNames[] = {"a", "b", "c", "d"};
  for (int i = 0; i < 4; ++i) {
    simt::KernelArgument argument;
    argument.is_buffer = true;
    argument.buffer = add_column(memory, kNames[i], entry, i < 3 ? i : -1);
    config.arguments.push_back(std::move(argument));
  }
  const Result<simt::RunResult> result = simt::run(**program, memory, config);
  TRY(result);
  if (!result->faults.empty()) return fail("{}", fault_text(result->faults.front()).str());
  std::vector<std::uint64_t> cells(entry.rows.size());
  std::memcpy(cells.data(), memory.buffer(config.arguments[3].buffer).bytes.data(), cells.size() * kCell);
  return cells;
}

// Runs the exact or the approximate entries; a failure for each form that differs, with its first difference.
void compare_entries(bool exact) {
  const Result<std::shared_ptr<const ptx::Module>> module =
      ptx::parse(read_file(hardware_folder() / "instructions_h200.ptx"));
  ASSERT_TRUE(module) << module.error().message;
  std::size_t rows = 0;
  for (const Entry& entry : read_entries()) {
    if (entry.exact != exact) continue;
    const Result<std::vector<std::uint64_t>> cells = run_entry(*module, entry);
    if (!cells) {
      ADD_FAILURE() << entry.name << " " << entry.form << ": " << cells.error().message;
      continue;
    }
    std::size_t different = 0;
    std::string first;
    for (std::size_t i = 0; i < entry.rows.size(); ++i) {
      const Row& row = entry.rows[i];
      const std::uint64_t actual = (*cells)[i];
      if (exact ? actual == row.expected : within_tolerance(entry, row, actual)) continue;
      if (different++ == 0) {
        first = fmt::format("a={:x} b={:x} c={:x}: expected {:x}, got {:x}", row.inputs[0], row.inputs[1],
                            row.inputs[2], row.expected, actual);
      }
    }
    rows += entry.rows.size();
    EXPECT_EQ(different, 0u) << entry.name << " " << entry.form << " differs in " << different << " of "
                             << entry.rows.size() << " rows, first " << first;
  }
  EXPECT_GT(rows, 0u);
}

TEST(HardwareInstructions, FileHasTheFormsThatWereMeasured) {
  const std::vector<Entry> entries = read_entries();
  EXPECT_EQ(entries.size(), 674u);
  std::size_t rows = 0;
  for (const Entry& entry : entries) rows += entry.rows.size();
  EXPECT_EQ(rows, 16'167u);
}

TEST(HardwareInstructions, ExactFormsGiveTheSameBits) { compare_entries(true); }

TEST(HardwareInstructions, ApproximateFormsStayWithinTheManualsBounds) { compare_entries(false); }

}  // namespace
}  // namespace bankloom
