// One test per tests/ptx/cases/**/NAME.ptx and tests/ptx/compiled/**/NAME.ptx: parsed, decoded and run as NAME.json
// beside it says, or launch.json where several compilers have made the same kernel, and its buffers and faults
// compared. See CONTRIBUTING.md and any case for the format of the .json:
//
//     {"entry": "k", "grid": [1, 1, 1], "block": [32, 1, 1], "dynamic_shared": 0,
//      "args": ["in:u32:1,2,3", "out:u32:32", "i32:5"],
//      "expect": {"buffers": [{"arg": 1, "values": [...]}, {"arg": 0, "bits": ["0x..."]}],
//                 "faults": ["trap"], "printed": "text", "error": "part of the parser's or decoder's message"},
//      "source": "where the expected values come from"}
//
// `grid` and `block` default to [1, 1, 1] and [32, 1, 1]. A value may be "any": the case says nothing about it; with
// "ulp": N a buffer's floating-point values may be N units in the last place away. A buffer may be expected in part:
// from its start.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.h"
#include "core/ptx/argument_spec.h"
#include "core/ptx/parser.h"
#include "core/simt/launch.h"
#include "core/wording/fault_text.h"

namespace bankloom {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

fs::path ptx_tests() { return fs::path(BANKLOOM_SOURCE_DIR) / "tests" / "ptx"; }

fs::path description_of(const fs::path& ptx) {
  fs::path own = fs::path(ptx).replace_extension(".json");
  return fs::exists(own) ? own : ptx.parent_path() / "launch.json";
}

std::vector<fs::path> files_below(const fs::path& folder, std::string_view extension) {
  std::vector<fs::path> paths;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && entry.path().extension() == extension) paths.push_back(entry.path());
  }
  std::ranges::sort(paths);
  return paths;
}

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

Dim3 dim3_of(const Json& description, const char* key, const Dim3& otherwise) {
  if (!description.contains(key)) return otherwise;
  const Json& extents = description.at(key);
  Dim3 result;
  result.x = extents.at(0).get<std::uint32_t>();
  if (extents.size() > 1) result.y = extents.at(1).get<std::uint32_t>();
  if (extents.size() > 2) result.z = extents.at(2).get<std::uint32_t>();
  return result;
}

// Buffers and scalars of a case, made from its "args".
struct Arguments {
  std::vector<ptx::ParsedArgument> parsed;
  std::vector<std::size_t> buffer;  // index in GlobalMemory, by argument
  std::vector<simt::KernelArgument> kernel;
};

void make_arguments(const Json& specs, simt::GlobalMemory& memory, Arguments& arguments) {
  for (const Json& spec : specs) {
    const auto text = spec.get<std::string>();
    const auto argument = ptx::parse_argument(text);
    ASSERT_TRUE(argument) << argument.error().message;
    simt::KernelArgument kernel;
    kernel.is_buffer = argument->is_buffer();
    arguments.buffer.push_back(0);
    if (kernel.is_buffer) {
      arguments.buffer.back() = memory.add("argument " + std::to_string(arguments.parsed.size()), argument->bytes);
      kernel.buffer = arguments.buffer.back();
    } else {
      kernel.bytes = argument->bytes;
    }
    arguments.kernel.push_back(kernel);
    arguments.parsed.push_back(*argument);
  }
}

// A floating-point value on a line whose steps are units in the last place.
std::int64_t ulp_position(ptx::Type type, std::span<const std::byte> bytes) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, bytes.data(), bytes.size());
  const std::uint64_t sign = std::uint64_t{1} << (ptx::type_bits(type) - 1);
  return (bits & sign) != 0 ? -static_cast<std::int64_t>(bits ^ sign) : static_cast<std::int64_t>(bits);
}

bool is_nan(ptx::Type type, std::span<const std::byte> bytes) {
  return ptx::value_to_text(type, bytes).find("nan") != std::string::npos;
}

// Whether an element is as expected; `expected` is a number, a text that parse_value() reads, or "any".
void compare_element(ptx::Type type, std::span<const std::byte> actual, const Json& expected, bool bits,
                     std::int64_t ulp, bool& equal) {
  equal = true;
  const std::string text = expected.is_string() ? expected.get<std::string>() : expected.dump();
  if (text == "any") return;
  if (bits) {
    std::uint64_t have = 0;
    std::memcpy(&have, actual.data(), actual.size());
    std::size_t read = 0;
    const std::uint64_t want = std::stoull(text, &read, 0);
    ASSERT_EQ(read, text.size()) << "'" << text << "' is no bit pattern";
    equal = have == want;
    return;
  }
  const Result<std::vector<std::byte>> want = ptx::parse_value(type, text);
  ASSERT_TRUE(want) << want.error().message;
  const bool is_float =
      type == ptx::Type::f16 || type == ptx::Type::bf16 || type == ptx::Type::f32 || type == ptx::Type::f64;
  if (is_float && is_nan(type, *want)) {
    equal = is_nan(type, actual);
  } else if (is_float && ulp > 0 && !is_nan(type, actual)) {
    equal = std::abs(ulp_position(type, actual) - ulp_position(type, *want)) <= ulp;
  } else {
    equal = std::ranges::equal(actual, *want);
  }
}

// Reports the first difference with place, expected and actual value.
void compare_buffer(const Json& expected, const Arguments& arguments, const simt::GlobalMemory& memory) {
  const auto arg = expected.at("arg").get<std::size_t>();
  ASSERT_LT(arg, arguments.parsed.size()) << "there is no argument " << arg;
  const ptx::ParsedArgument& argument = arguments.parsed[arg];
  ASSERT_TRUE(argument.is_buffer()) << "argument " << arg << " is no buffer";
  const bool bits = expected.contains("bits");
  const Json& values = expected.at(bits ? "bits" : "values");
  ASSERT_FALSE(values.empty()) << "nothing is expected of argument " << arg;
  const std::vector<std::byte>& bytes = memory.buffer(arguments.buffer[arg]).bytes;
  const std::size_t width = ptx::element_bytes(argument.type);
  ASSERT_LE(values.size() * width, bytes.size()) << "argument " << arg << " has fewer elements than are expected";
  const auto ulp = expected.value("ulp", std::int64_t{0});
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::span<const std::byte> actual(bytes.data() + i * width, width);
    bool equal = false;
    ASSERT_NO_FATAL_FAILURE(compare_element(argument.type, actual, values.at(i), bits, ulp, equal));
    ASSERT_TRUE(equal) << "argument " << arg << "[" << i << "]: expected " << values.at(i) << ", got "
                       << ptx::value_to_text(argument.type, actual) << " (" << ptx::value_bits(argument.type, actual)
                       << ")";
  }
}

void compare_faults(const Json& expect, const std::vector<simt::Fault>& faults) {
  std::vector<std::string> kinds;
  std::string messages;
  for (const simt::Fault& fault : faults) {
    kinds.emplace_back(simt::fault_kind_name(fault.kind));
    messages += "\n  PTX line " + std::to_string(fault.ptx_line) + ": " + fault_text(fault).str();
  }
  auto wanted = expect.value("faults", std::vector<std::string>{});
  std::ranges::sort(kinds);
  std::ranges::sort(wanted);
  EXPECT_EQ(kinds, wanted) << messages;
}

class PtxCase : public testing::Test {
 public:
  explicit PtxCase(fs::path path) : path_(std::move(path)) {}

  void TestBody() override {
    const fs::path description_path = description_of(path_);
    ASSERT_TRUE(fs::exists(description_path)) << path_ << " has no .json beside it";
    const Json description = Json::parse(read_file(description_path), nullptr, false);
    ASSERT_FALSE(description.is_discarded()) << description_path << " is no JSON";
    ASSERT_FALSE(description.value("source", "").empty()) << "the case does not say where its values come from";
    const Json& expect = description.at("expect");
    const bool expects_something = expect.contains("buffers") || expect.contains("faults") ||
                                   expect.contains("printed") || expect.contains("error");
    ASSERT_TRUE(expects_something) << "the case expects nothing";

    const auto module = ptx::parse(read_file(path_));
    if (!module) return check_error(expect, module.error());
    const auto program = simt::decode(*module, description.at("entry").get<std::string>());
    if (!program) return check_error(expect, program.error());

    simt::GlobalMemory memory;
    Arguments arguments;
    ASSERT_NO_FATAL_FAILURE(make_arguments(description.at("args"), memory, arguments));
    simt::LaunchConfig config;
    config.grid = dim3_of(description, "grid", {1, 1, 1});
    config.block = dim3_of(description, "block", {32, 1, 1});
    config.dynamic_shared_bytes = description.value("dynamic_shared", 0u);
    config.instruction_budget = description.value("instruction_budget", config.instruction_budget);
    config.arguments = arguments.kernel;
    const Result<simt::RunResult> result = simt::run(**program, memory, config);
    if (!result) return check_error(expect, result.error());

    ASSERT_FALSE(expect.contains("error")) << "an error was expected: " << expect.at("error");
    compare_faults(expect, result->faults);
    if (expect.contains("printed")) {
      EXPECT_EQ(result->printed, expect.at("printed").get<std::string>());
    }
    for (const Json& buffer : expect.value("buffers", Json::array())) {
      ASSERT_NO_FATAL_FAILURE(compare_buffer(buffer, arguments, memory));
    }
  }

 private:
  static void check_error(const Json& expect, const Error& error) {
    ASSERT_TRUE(expect.contains("error")) << error.message;
    EXPECT_NE(error.message.find(expect.at("error").get<std::string>()), std::string::npos) << error.message;
  }

  fs::path path_;
};

// Every .json belongs to a .ptx, and there are cases at all.
class PtxCaseFolder : public testing::Test {
 public:
  explicit PtxCaseFolder(fs::path folder) : folder_(std::move(folder)) {}

  void TestBody() override {
    const std::vector<fs::path> texts = files_below(folder_, ".ptx");
    for (const fs::path& path : files_below(folder_, ".json")) {
      EXPECT_TRUE(std::ranges::any_of(texts, [&](const fs::path& text) { return description_of(text) == path; }))
          << path << " has no .ptx";
    }
    EXPECT_FALSE(texts.empty()) << "no case in " << folder_;
  }

 private:
  fs::path folder_;
};

// Folder and file name as a test's name: float/add_rn.ptx -> float_add_rn.
std::string test_name(const fs::path& path, const fs::path& folder) {
  std::string name = fs::path(path).replace_extension().lexically_relative(folder).generic_string();
  std::ranges::replace_if(
      name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

void register_cases(const char* suite, const fs::path& folder) {
  testing::RegisterTest(suite, "FolderIsComplete", nullptr, nullptr, __FILE__, __LINE__,
                        [folder]() -> testing::Test* { return new PtxCaseFolder(folder); });  // owned by Google Test
  if (!fs::exists(folder)) return;
  for (const fs::path& path : files_below(folder, ".ptx")) {
    testing::RegisterTest(suite, test_name(path, folder).c_str(), nullptr, nullptr, __FILE__, __LINE__,
                          [path]() -> testing::Test* { return new PtxCase(path); });
  }
}

}  // namespace
}  // namespace bankloom

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  bankloom::register_cases("PtxCases", bankloom::ptx_tests() / "cases");
  bankloom::register_cases("CompiledCases", bankloom::ptx_tests() / "compiled");
  return RUN_ALL_TESTS();
}
