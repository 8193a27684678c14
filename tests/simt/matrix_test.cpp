// mma and wmma: their results, the order of their fragments and the accesses of wmma.load and wmma.store, compared with
// plain loops over the matrices and with what an NVIDIA H200 did.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "core/ptx/parser.h"
#include "core/simt/launch.h"
#include "core/wording/fault_text.h"
#include "hardware/matrix_inputs.h"

namespace bankloom {
namespace {

using matrix_rows::Form;
using matrix_rows::Matrices;

const std::shared_ptr<const ptx::Module>& entries() {
  static const std::shared_ptr<const ptx::Module> module = [] {
    auto parsed = ptx::parse(matrix_rows::all_entries());
    EXPECT_TRUE(parsed) << parsed.error().message;
    return parsed ? *parsed : nullptr;
  }();
  return module;
}

/// Runs a form on cases that lie one after another in the operands' buffers; the results, matrix after matrix.
Result<std::vector<std::vector<std::uint64_t>>> run_form(unsigned index, const Form& form,
                                                         const std::vector<Matrices>& cases) {
  const auto program = simt::decode(entries(), "f" + std::to_string(index));
  TRY(program);
  simt::GlobalMemory memory;
  simt::LaunchConfig config;
  config.grid = {static_cast<std::uint32_t>(cases.size()), 1, 1};
  config.block = {32, 1, 1};
  config.record.enabled = false;
  for (const char operand : {'a', 'b', 'c', 'd'}) {
    std::vector<std::byte> bytes;
    for (const Matrices& one : cases) {
      std::vector<std::uint8_t> packed(matrix_rows::operand_bytes(form, operand));
      if (operand != 'd') packed = matrix_rows::packed(form, operand, one);
      for (const std::uint8_t byte : packed) bytes.push_back(static_cast<std::byte>(byte));
    }
    simt::KernelArgument argument;
    argument.is_buffer = true;
    argument.buffer = memory.add(std::string(1, operand), std::move(bytes));
    config.arguments.push_back(std::move(argument));
  }
  const Result<simt::RunResult> result = simt::run(**program, memory, config);
  TRY(result);
  if (!result->faults.empty()) return fail("{}", fault_text(result->faults.front()).str());
  const std::vector<std::byte>& bytes = memory.buffer(config.arguments[3].buffer).bytes;
  std::vector<std::vector<std::uint64_t>> results;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const auto* const at = reinterpret_cast<const std::uint8_t*>(bytes.data());
    results.push_back(matrix_rows::unpacked(form, at + i * matrix_rows::operand_bytes(form, 'd')));
  }
  return results;
}

std::string name_of(const Form& form) { return (form.wmma ? "wmma.mma" : "mma.sync.aligned") + form.modifiers; }

std::filesystem::path hardware_file(const char* name) {
  return std::filesystem::path(BANKLOOM_SOURCE_DIR) / "tests" / "hardware" / name;
}

/// The rows of matrix_h200.csv by form: case number and result.
std::map<std::string, std::vector<std::pair<unsigned, std::string>>> recorded_rows() {
  const char* const other = std::getenv("BANKLOOM_MATRIX_ROWS");
  std::ifstream file(other != nullptr ? std::filesystem::path(other) : hardware_file("matrix_h200.csv"));
  std::map<std::string, std::vector<std::pair<unsigned, std::string>>> rows;
  std::string line;
  std::getline(file, line);  // form,case,result
  while (std::getline(file, line)) {
    const std::size_t first = line.find(','), second = line.find(',', first + 1);
    rows[line.substr(0, first)].emplace_back(std::stoul(line.substr(first + 1)), line.substr(second + 1));
  }
  return rows;
}

std::string in_hexadecimal(const std::vector<std::uint64_t>& values, unsigned bits) {
  std::string text;
  for (const std::uint64_t value : values) text += fmt::format("{:0{}x}", value, bits / 4);
  return text;
}

TEST(MatrixInstructions, ResultsAreThoseOfAnH200) {
  const auto recorded = recorded_rows();
  const std::vector<Form> forms = matrix_rows::all_forms();
  ASSERT_NE(entries(), nullptr);
  std::size_t compared = 0;
  for (unsigned f = 0; f < forms.size(); ++f) {
    const Form& form = forms[f];
    const auto rows = recorded.find(name_of(form));
    ASSERT_NE(rows, recorded.end()) << name_of(form);
    std::vector<Matrices> cases;
    for (const auto& [number, result] : rows->second) cases.push_back(matrix_rows::make_case(form, f, number));
    const auto results = run_form(f, form, cases);
    ASSERT_TRUE(results) << name_of(form) << ": " << results.error().message;
    std::size_t different = 0;
    std::string first;
    const std::size_t digits = matrix_rows::bits_of(form.d) / 4;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const std::string text = in_hexadecimal((*results)[i], matrix_rows::bits_of(form.d));
      const std::string& expected = rows->second[i].second;
      ASSERT_EQ(text.size(), expected.size());
      for (std::size_t at = 0; at < text.size(); at += digits) {
        ++compared;
        if (text.compare(at, digits, expected, at, digits) == 0) continue;
        if (different++ == 0) {
          first = fmt::format("case {}, element {}: {} instead of {}", rows->second[i].first, at / digits,
                              text.substr(at, digits), expected.substr(at, digits));
        }
      }
    }
    EXPECT_EQ(different, 0u) << name_of(form) << ": " << first;
  }
  EXPECT_GT(compared, 10000u);
}

/// A small whole number as an element of a type.
std::uint64_t element_of(std::string_view type, int value) {
  if (type == ".s32") return static_cast<std::uint32_t>(value);
  if (type == ".f64") return std::bit_cast<std::uint64_t>(static_cast<double>(value));
  if (!matrix_rows::is_float(type)) {
    return static_cast<std::uint64_t>(value) & ((std::uint64_t{1} << matrix_rows::bits_of(type)) - 1);
  }
  if (value == 0) return 0;
  const matrix_rows::Layout layout = matrix_rows::layout_of(type);
  int exponent = 0;
  const double fraction = std::frexp(std::abs(value), &exponent);  // [0.5, 1)
  const auto bits = static_cast<std::uint64_t>(std::ldexp(2 * fraction - 1, static_cast<int>(layout.mantissa)));
  const int bias = (1 << (layout.exponent - 1)) - 1;
  return (static_cast<std::uint64_t>(value < 0) << (layout.exponent + layout.mantissa)) |
         (static_cast<std::uint64_t>(exponent - 1 + bias) << layout.mantissa) | bits;
}

std::string_view operand_type(const Form& form, char operand) {
  return operand == 'a' ? form.a : operand == 'b' ? form.b : form.c;
}

struct WholeNumbers {
  std::vector<int> a, b, c;
};

WholeNumbers whole_numbers(const Form& form, Matrices& made) {
  matrix_rows::Random random{form.m * 1000 + form.k};
  WholeNumbers numbers;
  const auto fill = [&](char operand, unsigned count, std::vector<int>& values, std::vector<std::uint64_t>& elements) {
    const std::string_view type = operand_type(form, operand);
    const bool is_signed = matrix_rows::is_float(type) || type.starts_with(".s");
    for (unsigned i = 0; i < count; ++i) {
      const int value =
          type == ".b1" ? static_cast<int>(random.below(2)) : static_cast<int>(random.below(8)) - (is_signed ? 4 : 0);
      values.push_back(value);
      elements.push_back(element_of(type, value));
    }
  };
  fill('a', form.m * form.k, numbers.a, made.a);
  fill('b', form.k * form.n, numbers.b, made.b);
  fill('c', form.m * form.n, numbers.c, made.c);
  return numbers;
}

// Sums of small whole numbers are exact in every type: what three loops give.
TEST(MatrixInstructions, SumsOfWholeNumbersAreExact) {
  const std::vector<Form> forms = matrix_rows::all_forms();
  for (unsigned f = 0; f < forms.size(); ++f) {
    const Form& form = forms[f];
    Matrices made;
    const WholeNumbers numbers = whole_numbers(form, made);
    auto results = run_form(f, form, {made});
    ASSERT_TRUE(results) << name_of(form) << ": " << results.error().message;
    if (form.extra == ".rm") {
      // What cancels to zero is -0 when rounding down.
      std::replace(results->front().begin(), results->front().end(), std::uint64_t{1} << 63, std::uint64_t{0});
    }
    // m8n8k4 of f16 has four products, of matrices turned as packed() turns them.
    const unsigned products = static_cast<unsigned>(results->front().size()) / (form.m * form.n);
    std::vector<std::uint64_t> expected;
    for (unsigned p = 0; p < products; ++p) {
      for (unsigned row = 0; row < form.m; ++row) {
        for (unsigned column = 0; column < form.n; ++column) {
          const unsigned turned_row = (row + p) % form.m, turned_column = (column + 3 * p) % form.n;
          int sum = numbers.c[turned_row * form.n + turned_column];
          for (unsigned k = 0; k < form.k; ++k) {
            const int x = numbers.a[turned_row * form.k + k], y = numbers.b[k * form.n + turned_column];
            sum += form.op.starts_with(".xor") ? x ^ y : x * y;
          }
          expected.push_back(element_of(form.d, sum));
        }
      }
    }
    EXPECT_EQ(in_hexadecimal(results->front(), matrix_rows::bits_of(form.d)),
              in_hexadecimal(expected, matrix_rows::bits_of(form.d)))
        << name_of(form);
  }
}

// Integers wrap around, or stop at the ends with .satfinite.
TEST(MatrixInstructions, IntegersWrapOrSaturate) {
  const std::vector<Form> forms = matrix_rows::all_forms();
  std::size_t beyond = 0;
  for (unsigned f = 0; f < forms.size(); ++f) {
    const Form& form = forms[f];
    if (form.c != ".s32" || form.a == ".b1") continue;
    const Matrices made = matrix_rows::make_case(form, f, static_cast<unsigned>(matrix_rows::Class::large));
    const auto results = run_form(f, form, {made});
    ASSERT_TRUE(results) << name_of(form) << ": " << results.error().message;
    const auto number = [](std::string_view type, std::uint64_t bits) -> std::int64_t {
      const auto sign = std::int64_t{1} << (matrix_rows::bits_of(type) - 1);
      const auto value = static_cast<std::int64_t>(bits);
      return type.starts_with(".s") && value >= sign ? value - 2 * sign : value;
    };
    for (unsigned row = 0; row < form.m; ++row) {
      for (unsigned column = 0; column < form.n; ++column) {
        std::int64_t sum = number(".s32", made.c[row * form.n + column]);
        for (unsigned k = 0; k < form.k; ++k) {
          sum += number(form.a, made.a[row * form.k + k]) * number(form.b, made.b[k * form.n + column]);
        }
        const bool outside = sum > INT32_MAX || sum < INT32_MIN;
        beyond += outside ? 1 : 0;
        if (outside && form.extra == ".satfinite") sum = sum > 0 ? INT32_MAX : INT32_MIN;
        EXPECT_EQ(results->front()[row * form.n + column], static_cast<std::uint32_t>(sum)) << name_of(form);
      }
    }
  }
  EXPECT_GT(beyond, 100u);
}

}  // namespace
}  // namespace bankloom
