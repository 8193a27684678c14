#include "core/catalog/expression.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "core/catalog/expression_tree.h"

namespace bankloom {
namespace {

constexpr std::int64_t kMost = Expression::kLargest;

bool too_large(std::int64_t value) { return value > kMost || value < -kMost; }

// Operators on single values. Operands lie within kMost, so sums fit in 64 bits; `bad` is set where there is no value.
// The same functions serve one place and many.
std::int64_t add(std::int64_t a, std::int64_t b, bool& bad) {
  bad |= too_large(a + b);
  return a + b;
}
std::int64_t subtract(std::int64_t a, std::int64_t b, bool& bad) {
  bad |= too_large(a - b);
  return a - b;
}
std::int64_t multiply(std::int64_t a, std::int64_t b, bool& bad) {
  std::int64_t product = 0;
  const bool overflow = __builtin_mul_overflow(a, b, &product);
  bad |= overflow || too_large(product);
  return overflow ? 0 : product;
}
/// Division and remainder are several times faster in 32 bits where both operands fit.
bool both_narrow(std::int64_t a, std::int64_t b) { return ((a | b) >> 32) == 0; }
std::int64_t divide(std::int64_t a, std::int64_t b, bool& bad) {
  if (b == 0) {
    bad = true;
    return 0;
  }
  if (both_narrow(a, b)) return std::int64_t{static_cast<std::uint32_t>(a) / static_cast<std::uint32_t>(b)};
  return a / b;
}
std::int64_t remainder(std::int64_t a, std::int64_t b, bool& bad) {
  if (b == 0) {
    bad = true;
    return 0;
  }
  if (both_narrow(a, b)) return std::int64_t{static_cast<std::uint32_t>(a) % static_cast<std::uint32_t>(b)};
  return a % b;
}
bool is_shift_count(std::int64_t b) { return b >= 0 && b <= 52; }
std::int64_t shift_left(std::int64_t a, std::int64_t b, bool& bad) {
  bad |= !is_shift_count(b);
  return is_shift_count(b) ? multiply(a, std::int64_t{1} << b, bad) : 0;
}
std::int64_t shift_right(std::int64_t a, std::int64_t b, bool& bad) {
  bad |= !is_shift_count(b);
  return is_shift_count(b) ? a >> b : 0;
}

/// Calls `use` with the operator as a function of (a, b, bad). Each has a type of its own, so that a loop around it is
/// compiled once for each and the operator is part of it.
template <class Use>
auto with_binary(ExpressionOp op, Use use) {
  using Value = std::int64_t;
  switch (op) {
    case ExpressionOp::add:
      return use([](Value a, Value b, bool& bad) { return add(a, b, bad); });
    case ExpressionOp::subtract:
      return use([](Value a, Value b, bool& bad) { return subtract(a, b, bad); });
    case ExpressionOp::multiply:
      return use([](Value a, Value b, bool& bad) { return multiply(a, b, bad); });
    case ExpressionOp::divide:
      return use([](Value a, Value b, bool& bad) { return divide(a, b, bad); });
    case ExpressionOp::remainder:
      return use([](Value a, Value b, bool& bad) { return remainder(a, b, bad); });
    case ExpressionOp::shift_left:
      return use([](Value a, Value b, bool& bad) { return shift_left(a, b, bad); });
    case ExpressionOp::shift_right:
      return use([](Value a, Value b, bool& bad) { return shift_right(a, b, bad); });
    case ExpressionOp::less:
      return use([](Value a, Value b, bool&) { return Value{a < b}; });
    case ExpressionOp::less_equal:
      return use([](Value a, Value b, bool&) { return Value{a <= b}; });
    case ExpressionOp::greater:
      return use([](Value a, Value b, bool&) { return Value{a > b}; });
    case ExpressionOp::greater_equal:
      return use([](Value a, Value b, bool&) { return Value{a >= b}; });
    case ExpressionOp::equal:
      return use([](Value a, Value b, bool&) { return Value{a == b}; });
    case ExpressionOp::not_equal:
      return use([](Value a, Value b, bool&) { return Value{a != b}; });
    case ExpressionOp::logical_and:
      return use([](Value a, Value b, bool&) { return Value{a != 0 && b != 0}; });
    case ExpressionOp::logical_or:
      return use([](Value a, Value b, bool&) { return Value{a != 0 || b != 0}; });
    case ExpressionOp::minimum:
      return use([](Value a, Value b, bool&) { return std::min(a, b); });
    default:
      return use([](Value a, Value b, bool&) { return std::max(a, b); });
  }
}

/// Why a binary operator had no value.
const char* reason(ExpressionOp op, std::int64_t b) {
  if (op == ExpressionOp::divide || op == ExpressionOp::remainder) return "division by zero";
  const bool shift = op == ExpressionOp::shift_left || op == ExpressionOp::shift_right;
  return shift && !is_shift_count(b) ? "a shift count is not in 0..52" : "a value is larger than 2^53 - 1";
}

/// One operand or result at up to kPlaces places.
constexpr std::size_t kPlaces = 512;
struct Lanes {
  std::int64_t uniform = 0;
  const std::int64_t* each = nullptr;  ///< nullptr: uniform
  std::array<std::int64_t, kPlaces> own;
  [[nodiscard]] std::int64_t at(std::size_t i) const { return each == nullptr ? uniform : each[i]; }
};

template <class Operator>
bool apply(Operator op, const Lanes& a, const Lanes& b, std::size_t count, Lanes& result) {
  bool bad = false;
  if (a.each == nullptr && b.each == nullptr) {
    result.uniform = op(a.uniform, b.uniform, bad);
    result.each = nullptr;
    return !bad;
  }
  // A loop for each case, without a choice inside, is one that the compiler can vectorise.
  if (a.each == nullptr) {
    const auto left = a.uniform;
    for (std::size_t i = 0; i < count; ++i) result.own[i] = op(left, b.each[i], bad);
  } else if (b.each == nullptr) {
    const auto right = b.uniform;
    for (std::size_t i = 0; i < count; ++i) result.own[i] = op(a.each[i], right, bad);
  } else {
    for (std::size_t i = 0; i < count; ++i) result.own[i] = op(a.each[i], b.each[i], bad);
  }
  result.each = result.own.data();
  return !bad;
}

/// A division by a power of two is a shift of what is not negative; false where it is another division.
bool apply_by_power_of_two(ExpressionOp op, const Lanes& a, const Lanes& b, std::size_t count, Lanes& result) {
  const bool division = op == ExpressionOp::divide || op == ExpressionOp::remainder;
  if (!division || b.each != nullptr || a.each == nullptr || b.uniform <= 0) return false;
  if (!std::has_single_bit(static_cast<std::uint64_t>(b.uniform))) return false;
  std::int64_t signs = 0;
  for (std::size_t i = 0; i < count; ++i) signs |= a.each[i];
  if (signs < 0) return false;
  const auto mask = b.uniform - 1;
  const auto shift = std::countr_zero(static_cast<std::uint64_t>(b.uniform));
  if (op == ExpressionOp::divide) {
    for (std::size_t i = 0; i < count; ++i) result.own[i] = a.each[i] >> shift;
  } else {
    for (std::size_t i = 0; i < count; ++i) result.own[i] = a.each[i] & mask;
  }
  result.each = result.own.data();
  return true;
}

}  // namespace

class Expression::Parsed {
 public:
  Parsed(std::string expression_text, std::vector<std::string> variables, ExpressionTree nodes)
      : text(std::move(expression_text)), names(std::move(variables)), tree(std::move(nodes)) {}

  /// The value of node `index`; nothing and a `problem` where it has none. Only the chosen side of a conditional
  /// counts.
  std::int64_t value(std::size_t index, std::span<const std::int64_t> values, const char*& problem) const {
    const ExpressionNode& node = tree[index];
    if (node.op == ExpressionOp::literal) return node.value;
    if (node.op == ExpressionOp::variable) return values[static_cast<std::size_t>(node.value)];
    const auto a = value(node.a, values, problem);
    if (node.op == ExpressionOp::negate) return -a;
    if (node.op == ExpressionOp::logical_not) return a == 0 ? 1 : 0;
    if (node.op == ExpressionOp::conditional)
      return problem != nullptr ? 0 : value(a != 0 ? node.b : node.c, values, problem);
    const auto b = value(node.b, values, problem);
    if (problem != nullptr) return 0;
    bool bad = false;
    const auto result = with_binary(node.op, [&](auto op) { return op(a, b, bad); });
    if (bad) problem = reason(node.op, b);
    return result;
  }

  /// All nodes at `count` places into `lanes`, one entry a node. False where something has no value anywhere, even on
  /// the side of a conditional that is not chosen.
  bool values(std::span<const Values> variables, std::size_t first, std::size_t count,
              std::vector<Lanes>& lanes) const {
    for (std::size_t index = 0; index < tree.size(); ++index) {
      const ExpressionNode& node = tree[index];
      Lanes& result = lanes[index];
      const Lanes& a = lanes[node.a];
      const Lanes& b = lanes[node.b];
      if (node.op == ExpressionOp::literal) {
        result.uniform = node.value;
        result.each = nullptr;
      } else if (node.op == ExpressionOp::variable) {
        const Values& variable = variables[static_cast<std::size_t>(node.value)];
        result.uniform = variable.uniform;
        result.each = variable.each == nullptr ? nullptr : variable.each + first;
      } else if (node.op == ExpressionOp::negate || node.op == ExpressionOp::logical_not) {
        const bool negate = node.op == ExpressionOp::negate;
        apply([negate](std::int64_t x, std::int64_t, bool&) { return negate ? -x : std::int64_t{x == 0}; }, a, a, count,
              result);
      } else if (node.op == ExpressionOp::conditional) {
        choose(a, b, lanes[node.c], count, result);
      } else if (!apply_by_power_of_two(node.op, a, b, count, result)) {
        if (!with_binary(node.op, [&](auto op) { return apply(op, a, b, count, result); })) return false;
      }
    }
    return true;
  }

  std::string text;
  std::vector<std::string> names;
  ExpressionTree tree;

 private:
  static void choose(const Lanes& condition, const Lanes& yes, const Lanes& no, std::size_t count, Lanes& result) {
    for (std::size_t i = 0; i < count; ++i) result.own[i] = condition.at(i) != 0 ? yes.at(i) : no.at(i);
    result.each = result.own.data();
  }
};

Expression::Expression(std::unique_ptr<const Parsed> parsed) : parsed_(std::move(parsed)) {}
Expression::Expression(Expression&& other) noexcept = default;
Expression& Expression::operator=(Expression&& other) noexcept = default;
Expression::~Expression() = default;

Result<Expression> Expression::parse(const std::string& text, const std::vector<std::string>& variables) {
  auto tree = parse_expression(text, variables, kLargest);
  if (!tree) return fail_with(tree.error());
  return Expression(std::make_unique<const Parsed>(text, variables, std::move(*tree)));
}

Result<std::int64_t> Expression::evaluate(std::span<const std::int64_t> values) const {
  if (values.size() != parsed_->names.size()) {
    return fail("expression '{}' has {} variables and was given {} values", parsed_->text, parsed_->names.size(),
                values.size());
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (too_large(values[i])) {
      return fail("expression '{}': {} is larger than 2^53 - 1", parsed_->text, parsed_->names[i]);
    }
  }
  const char* problem = nullptr;
  const auto result = parsed_->value(parsed_->tree.size() - 1, values, problem);
  if (problem != nullptr) return fail("expression '{}': {}", parsed_->text, problem);
  return result;
}

bool Expression::evaluate_many(std::span<const Values> variables, std::span<std::int64_t> results) const {
  if (variables.size() != parsed_->names.size()) return false;
  std::vector<Lanes> lanes(parsed_->tree.size());
  std::vector<std::int64_t> single(variables.size());
  for (std::size_t first = 0; first < results.size(); first += kPlaces) {
    const auto count = std::min(kPlaces, results.size() - first);
    if (parsed_->values(variables, first, count, lanes)) {
      const Lanes& whole = lanes.back();
      for (std::size_t i = 0; i < count; ++i) results[first + i] = whole.at(i);
      continue;
    }
    // A side of a conditional that is not chosen may have no value: one place after the other.
    for (std::size_t i = first; i < first + count; ++i) {
      for (std::size_t v = 0; v < variables.size(); ++v) {
        single[v] = variables[v].each == nullptr ? variables[v].uniform : variables[v].each[i];
      }
      const char* problem = nullptr;
      results[i] = parsed_->value(parsed_->tree.size() - 1, single, problem);
      if (problem != nullptr) return false;
    }
  }
  return true;
}

std::vector<std::string> Expression::used_variables() const {
  std::vector<std::string> result;
  for (std::size_t i = 0; i < parsed_->names.size(); ++i) {
    const bool used = std::any_of(parsed_->tree.begin(), parsed_->tree.end(), [i](const ExpressionNode& node) {
      return node.op == ExpressionOp::variable && static_cast<std::size_t>(node.value) == i;
    });
    if (used) result.push_back(parsed_->names[i]);
  }
  return result;
}

}  // namespace bankloom
