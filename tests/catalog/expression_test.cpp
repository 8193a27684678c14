#include "core/catalog/expression.h"

#include <gtest/gtest.h>

#include <utility>

#include "core/catalog/catalog.h"

namespace bankloom {
namespace {

using Variables = std::map<std::string, std::int64_t>;

Result<std::int64_t> evaluated(const std::string& text, const Variables& variables) {
  std::vector<std::string> names;
  std::vector<std::int64_t> values;
  for (const auto& [name, value] : variables) {
    names.push_back(name);
    values.push_back(value);
  }
  return Expression::parse(text, names).and_then([&](const Expression& parsed) { return parsed.evaluate(values); });
}

std::int64_t value_of(const std::string& text, const Variables& variables = {}) {
  const auto value = evaluated(text, variables);
  EXPECT_TRUE(value) << (value ? "" : value.error().message);
  return value.value_or(-999'999);
}

std::string error_of(const std::string& text, const Variables& variables = {}) {
  const auto value = evaluated(text, variables);
  EXPECT_FALSE(value) << text << " = " << value.value_or(0);
  return value ? "" : value.error().message;
}

// The compiler evaluates the same text, so the operators' meaning and precedence are those of C.
#define EXPECT_AS_IN_C(expression) EXPECT_EQ(value_of(#expression), static_cast<std::int64_t>(expression))

TEST(Expression, ArithmeticIsThatOfC) {
  EXPECT_AS_IN_C(7 / 2);
  EXPECT_AS_IN_C(-7 / 2);
  EXPECT_AS_IN_C(7 / -2);
  EXPECT_AS_IN_C(7 % 3);
  EXPECT_AS_IN_C(-7 % 3);
  EXPECT_AS_IN_C(7 % -3);
  EXPECT_AS_IN_C(2 + 3 * 4);
  EXPECT_AS_IN_C((2 + 3) * 4);
  EXPECT_AS_IN_C(100 - 10 - 1);
  EXPECT_AS_IN_C(100 / 10 / 2);
  EXPECT_AS_IN_C(7 * 5 % 4);
  EXPECT_AS_IN_C(-(-5));
  EXPECT_AS_IN_C(-2 * -3);
  EXPECT_AS_IN_C(3 - -2);
  EXPECT_AS_IN_C(+4);
  EXPECT_AS_IN_C(1 << 10);
  EXPECT_EQ(value_of("1 << 2 + 3"), 32);  // sums bind tighter than shifts
  EXPECT_AS_IN_C(-9 >> 1);
  EXPECT_AS_IN_C(1024 >> 3 >> 2);
  EXPECT_AS_IN_C(0 * -1);
}

TEST(Expression, ComparisonsAndLogicAreThoseOfC) {
  EXPECT_AS_IN_C(3 < 4);
  EXPECT_AS_IN_C(4 <= 4);
  EXPECT_AS_IN_C(4 > 4);
  EXPECT_AS_IN_C(4 >= 5);
  EXPECT_AS_IN_C(1 + 1 == 2);
  EXPECT_AS_IN_C(1 != 1);
  EXPECT_AS_IN_C(!0 + !7);
  EXPECT_AS_IN_C((1 < 2) == 1);
  EXPECT_AS_IN_C(2 && 0);
  EXPECT_AS_IN_C(2 && 3);
  EXPECT_AS_IN_C(0 || 5);
  EXPECT_EQ(value_of("0 < 1 == 1"), 1);   // relations bind tighter than equality
  EXPECT_EQ(value_of("1 || 0 && 0"), 1);  // && binds tighter than ||
}

TEST(Expression, ConditionalTakesOneSideOnly) {
  EXPECT_EQ(value_of("x == 0 ? 5 : 10 / x", {{"x", 0}}), 5);
  EXPECT_EQ(value_of("x == 0 ? 5 : 10 / x", {{"x", 4}}), 2);
  EXPECT_EQ(value_of("x < 1 ? 10 : x < 2 ? 20 : 30", {{"x", 0}}), 10);
  EXPECT_EQ(value_of("x < 1 ? 10 : x < 2 ? 20 : 30", {{"x", 1}}), 20);
  EXPECT_EQ(value_of("x < 1 ? 10 : x < 2 ? 20 : 30", {{"x", 2}}), 30);
  EXPECT_EQ(value_of("(1 ? 2 : 3) + 1"), 3);
}

TEST(Expression, HasMinimumAndMaximum) {
  EXPECT_EQ(value_of("min(3, 4) + max(3, 4) * 10"), 43);
  EXPECT_EQ(value_of("max(min(a, 5), -b)", {{"a", 9}, {"b", 2}}), 5);
}

TEST(Expression, DivisionByZeroIsAnError) {
  EXPECT_EQ(error_of("1 / (x - 2)", {{"x", 2}}), "expression '1 / (x - 2)': division by zero");
  EXPECT_EQ(error_of("1 % x", {{"x", 0}}), "expression '1 % x': division by zero");
}

TEST(Expression, IsExactUpToItsLimitAndFailsBeyond) {
  EXPECT_EQ(Expression::kLargest, 9'007'199'254'740'991);
  EXPECT_EQ(value_of("9007199254740991"), Expression::kLargest);
  EXPECT_EQ(value_of("9007199254740990 + 1"), Expression::kLargest);
  EXPECT_EQ(value_of("9007199254740991 / 2"), Expression::kLargest / 2);
  EXPECT_EQ(value_of("9007199254740991 % 10"), Expression::kLargest % 10);
  EXPECT_EQ(value_of("9007199254740991 / 9007199254740990"), 1);
  EXPECT_EQ(value_of("94906265 * 94906265"), std::int64_t{94906265} * 94906265);
  EXPECT_EQ(value_of("1 << 52"), std::int64_t{1} << 52);
  for (const std::string text :
       {"9007199254740991 + 1", "0 - 9007199254740991 - 1", "94906267 * 94906267", "3 << 52"}) {
    EXPECT_EQ(error_of(text), "expression '" + text + "': a value is larger than 2^53 - 1");
  }
  EXPECT_NE(error_of("9007199254740992"), "");
  EXPECT_NE(error_of("99999999999999999999999"), "");
  EXPECT_EQ(error_of("1 << 53"), "expression '1 << 53': a shift count is not in 0..52");
  EXPECT_EQ(error_of("1 >> -1"), "expression '1 >> -1': a shift count is not in 0..52");
  EXPECT_EQ(error_of("x", {{"x", Expression::kLargest + 1}}), "expression 'x': x is larger than 2^53 - 1");
}

TEST(Expression, SyntaxErrorsNameTheColumn) {
  for (const std::string text :
       {"1 +",          "(1",    "1)",    "1 2",  "* 3",   "1.5",   "0x10",  "1e3",   "x = 3", "sin(1)",  "min(1)",
        "min(1, 2, 3)", "1 ? 2", "\"a\"", "1, 2", "x # 2", "3 ^ 2", "1 | 2", "1 & 2", "a b",   "3 & & 1", "- -5"}) {
    const auto message = error_of(text, {{"x", 1}});
    EXPECT_EQ(message.rfind("expression '" + text + "': ", 0), 0u) << text << " -> " << message;
  }
  EXPECT_EQ(error_of("12 + * 3"), "expression '12 + * 3': syntax error at column 6");
  EXPECT_EQ(error_of(""), "an expression is empty");
  EXPECT_EQ(error_of("  "), "an expression is empty");
}

TEST(Expression, UnknownVariablesAreOfferedTheNearest) {
  EXPECT_EQ(error_of("BDIMX * BDIMZ", {{"BDIMX", 1}, {"IPAD", 1}}),
            "expression 'BDIMX * BDIMZ': unknown variable 'BDIMZ'; did you mean BDIMX?");
  EXPECT_EQ(error_of("quux", {{"IPAD", 1}}), "expression 'quux': unknown variable 'quux'");
}

TEST(Expression, ParsedOnceItFollowsItsVariables) {
  auto parsed = Expression::parse("row * width + col", {"col", "row", "unused", "width"});
  ASSERT_TRUE(parsed) << parsed.error().message;
  EXPECT_EQ(parsed->used_variables(), (std::vector<std::string>{"col", "row", "width"}));
  Expression moved = std::move(*parsed);
  for (std::int64_t row = 0; row < 3; ++row) {
    for (std::int64_t col = 0; col < 3; ++col) {
      const std::vector<std::int64_t> values = {col, row, 77, 100};
      EXPECT_EQ(moved.evaluate(values).value_or(-1), row * 100 + col);
    }
  }
  EXPECT_FALSE(moved.evaluate(std::vector<std::int64_t>{1, 2}));
}

TEST(Expression, ManyPlacesAtOnceHaveTheValuesOfEachAlone) {
  const std::vector<std::string> names = {"size", "row", "col", "i"};
  constexpr std::size_t kPlaces = 1300;  // more than are evaluated together, and no multiple of them
  std::vector<std::int64_t> row(kPlaces), col(kPlaces), index(kPlaces);
  for (std::size_t i = 0; i < kPlaces; ++i) {
    index[i] = static_cast<std::int64_t>(i) - 400;
    row[i] = index[i] / 7;
    col[i] = (index[i] * 2'654'435'761) % 10'007;
  }
  const std::vector<Expression::Values> variables = {
      {24, nullptr}, {0, row.data()}, {0, col.data()}, {0, index.data()}};
  for (const std::string text : {"col * size + row",
                                 "(col * size + row) % 16777216",
                                 "i % 16 + i / 16",
                                 "i / size * size + col % size",
                                 "-i",
                                 "!row",
                                 "i << 3",
                                 "i >> 2",
                                 "size - i",
                                 "size / (i == 0 ? 1 : i)",
                                 "i == 0 ? 7 : col / i",
                                 "col % (row * 2 + 1)",
                                 "i < row",
                                 "i <= row",
                                 "i > row",
                                 "i >= row",
                                 "i == row",
                                 "i != row",
                                 "i && row",
                                 "i || row",
                                 "min(i, col)",
                                 "max(i, col)",
                                 "1 << (i % 8 < 0 ? 0 : i % 8)",
                                 "i * 4294967296 / 3",
                                 "size",
                                 "7"}) {
    auto parsed = Expression::parse(text, names);
    ASSERT_TRUE(parsed) << parsed.error().message;
    std::vector<std::int64_t> results(kPlaces, -12345);
    ASSERT_TRUE(parsed->evaluate_many(variables, results)) << text;
    for (std::size_t i = 0; i < kPlaces; ++i) {
      const auto alone = parsed->evaluate(std::vector<std::int64_t>{24, row[i], col[i], index[i]});
      ASSERT_TRUE(alone) << text << ": " << alone.error().message;
      ASSERT_EQ(results[i], *alone) << text << " at " << i;
    }
  }
  for (const std::string text : {"1 / i", "col % (i - 5)", "1 << i", "i * 9007199254740991"}) {
    auto parsed = Expression::parse(text, names);
    ASSERT_TRUE(parsed) << parsed.error().message;
    std::vector<std::int64_t> results(kPlaces);
    EXPECT_FALSE(parsed->evaluate_many(variables, results)) << text;
  }
}

TEST(Expression, NestingIsLimited) {
  EXPECT_EQ(value_of(std::string(100, '(') + "1" + std::string(100, ')')), 1);
  EXPECT_NE(error_of(std::string(100'000, '(')), "");
}

TEST(Expression, AnErrorInOneEvaluationDoesNotSpoilTheNext) {
  auto parsed = Expression::parse("10 / x", {"x"});
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->evaluate(std::vector<std::int64_t>{5}).value_or(-1), 2);
  EXPECT_FALSE(parsed->evaluate(std::vector<std::int64_t>{0}));
  EXPECT_EQ(parsed->evaluate(std::vector<std::int64_t>{2}).value_or(-1), 5);
}

TEST(Expression, NumbersHaveNoVariables) {
  const Expression zero, many = 1300u, negative = -5;
  EXPECT_EQ(zero.text(), "0");
  EXPECT_EQ(many.text(), "1300");
  EXPECT_TRUE(many.variables().empty());
  EXPECT_FALSE(many.uses("i"));
  EXPECT_EQ(evaluate(many, {{"A", "4"}}).value_or(-1), 1300);
  std::vector<std::int64_t> results(3);
  ASSERT_TRUE(negative.evaluate_many({}, results));
  EXPECT_EQ(results, (std::vector<std::int64_t>{-5, -5, -5}));
}

TEST(Expression, OptionsAreFoundByTheirNames) {
  const auto parsed = Expression::parse("10 * B + A + row", {"A", "row", "B"});
  ASSERT_TRUE(parsed);
  const Expression copy = *parsed;
  EXPECT_EQ(copy.text(), "10 * B + A + row");
  EXPECT_EQ(variable_values(copy, {{"A", "4"}, {"B", "2"}, {"C", "float"}}), (std::vector<std::int64_t>{4, 0, 2}));
  EXPECT_EQ(evaluate(copy, {{"A", "4"}, {"B", "2"}}).value_or(-1), 24);
}

}  // namespace
}  // namespace bankloom
