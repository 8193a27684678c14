#include "core/ptx/constant_expression.h"

#include <array>
#include <bit>

#include "core/base/lane_mask.h"
#include "core/base/language.h"

namespace bankloom::ptx {

double as_double(const Constant& value) {
  switch (value.kind) {
    case Constant::Kind::float32:
      return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(value.bits)));
    case Constant::Kind::float64:
      return std::bit_cast<double>(value.bits);
    case Constant::Kind::signed_integer:
      return static_cast<double>(static_cast<std::int64_t>(value.bits));
    case Constant::Kind::unsigned_integer:
      return static_cast<double>(value.bits);
  }
  return 0;
}

namespace {

using Kind = Constant::Kind;

constexpr unsigned kMaxDepth = 100;

struct BinaryOperator {
  std::string_view text;
  int precedence;  // higher binds tighter
};
constexpr std::array<BinaryOperator, 18> kBinaryOperators = {{{"||", 1},
                                                              {"&&", 2},
                                                              {"|", 3},
                                                              {"^", 4},
                                                              {"&", 5},
                                                              {"==", 6},
                                                              {"!=", 6},
                                                              {"<", 7},
                                                              {">", 7},
                                                              {"<=", 7},
                                                              {">=", 7},
                                                              {"<<", 8},
                                                              {">>", 8},
                                                              {"+", 9},
                                                              {"-", 9},
                                                              {"*", 10},
                                                              {"/", 10},
                                                              {"%", 10}}};

Constant from_double(double value) { return {Kind::float64, std::bit_cast<std::uint64_t>(value)}; }
Constant from_bool(bool value) { return {Kind::signed_integer, value ? 1u : 0u}; }
bool is_true(const Constant& value) { return value.is_float() ? as_double(value) != 0 : value.bits != 0; }

class ExpressionParser {
 public:
  explicit ExpressionParser(TokenCursor& cursor) : cursor_(cursor) {}

  // conditional: binary [? conditional : conditional]
  Result<Constant> conditional() {
    if (++depth_ > kMaxDepth) return error("the constant expression is nested too deeply");
    Result<Constant> condition = binary(1);
    if (condition && cursor_.accept("?")) {
      Result<Constant> yes = conditional();
      if (!yes) return yes;
      if (!cursor_.accept(":")) return error("':' is missing in a constant expression");
      Result<Constant> no = conditional();
      if (!no) return no;
      condition = is_true(*condition) ? yes : no;
    }
    --depth_;
    return condition;
  }

 private:
  [[nodiscard]] Failure error(std::string_view message) const { return fail("line {}: {}", cursor_.line(), message); }

  Result<Constant> binary(int least) {
    if (++depth_ > kMaxDepth) return error("the constant expression is nested too deeply");
    Result<Constant> left = unary();
    while (left) {
      const BinaryOperator* found = nullptr;
      for (const BinaryOperator& candidate : kBinaryOperators) {
        if (cursor_.peek().is(candidate.text)) found = &candidate;
      }
      if (found == nullptr || found->precedence < least) break;
      cursor_.take();
      Result<Constant> right = binary(found->precedence + 1);
      if (!right) return right;
      left = apply(found->text, *left, *right);
    }
    --depth_;
    return left;
  }

  Result<Constant> unary() {
    if (++depth_ > kMaxDepth) return error("the constant expression is nested too deeply");
    Result<Constant> value = unary_undepthed();
    --depth_;
    return value;
  }

  Result<Constant> unary_undepthed() {
    const Token& token = cursor_.peek();
    if (token.is("+") || token.is("-") || token.is("!") || token.is("~")) {
      cursor_.take();
      Result<Constant> value = unary();
      return value ? apply_unary(token.text, *value) : value;
    }
    if (token.is("(")) return parenthesised();
    switch (token.kind) {
      case Token::Kind::integer:
        cursor_.take();
        return Constant{token.is_unsigned ? Kind::unsigned_integer : Kind::signed_integer, token.bits};
      case Token::Kind::float32:
        cursor_.take();
        return Constant{Kind::float32, token.bits};
      case Token::Kind::float64:
        cursor_.take();
        return Constant{Kind::float64, token.bits};
      default:
        break;
    }
    if (token.kind == Token::Kind::identifier && token.text == "WARP_SZ") {
      cursor_.take();
      return Constant{Kind::signed_integer, kWarpSize};
    }
    return error(message("expected a constant, found {}", describe(token)));
  }

  Result<Constant> parenthesised() {
    cursor_.take();
    for (const auto& [word, kind] : {std::pair<std::string_view, Kind>{".s64", Kind::signed_integer},
                                     std::pair<std::string_view, Kind>{".u64", Kind::unsigned_integer}}) {
      if (!cursor_.peek().is_word(word)) continue;
      cursor_.take();
      if (!cursor_.accept(")")) return error("')' is missing after a cast");
      Result<Constant> value = unary();
      if (value && value->is_float()) return error("a float cannot be cast in a constant expression");
      if (value) value->kind = kind;
      return value;
    }
    Result<Constant> value = conditional();
    if (value && !cursor_.accept(")")) return error("')' is missing in a constant expression");
    return value;
  }

  Result<Constant> apply_unary(std::string_view op, const Constant& value) {
    if (op == "+") return value;
    if (op == "!") return from_bool(!is_true(value));
    if (value.is_float()) {
      if (op == "~") return error("'~' needs an integer");
      const std::uint64_t sign = value.kind == Kind::float32 ? std::uint64_t{1} << 31 : std::uint64_t{1} << 63;
      return Constant{value.kind, value.bits ^ sign};
    }
    return Constant{value.kind, op == "-" ? 0 - value.bits : ~value.bits};
  }

  Result<Constant> apply(std::string_view op, const Constant& left, const Constant& right) {
    if (op == "&&") return from_bool(is_true(left) && is_true(right));
    if (op == "||") return from_bool(is_true(left) || is_true(right));
    return left.is_float() || right.is_float() ? apply_float(op, as_double(left), as_double(right))
                                               : apply_integer(op, left, right);
  }

  Result<Constant> apply_float(std::string_view op, double left, double right) {
    if (op == "+") return from_double(left + right);
    if (op == "-") return from_double(left - right);
    if (op == "*") return from_double(left * right);
    if (op == "/") {
      if (right == 0) return error("a constant expression divides by zero");
      return from_double(left / right);
    }
    if (op == "==") return from_bool(left == right);
    if (op == "!=") return from_bool(left != right);
    if (op == "<") return from_bool(left < right);
    if (op == ">") return from_bool(left > right);
    if (op == "<=") return from_bool(left <= right);
    if (op == ">=") return from_bool(left >= right);
    return error(message("'{}' needs integers", op));
  }

  Result<Constant> apply_integer(std::string_view op, const Constant& left, const Constant& right) {
    const bool is_unsigned = left.kind == Kind::unsigned_integer || right.kind == Kind::unsigned_integer;
    const Kind kind = is_unsigned ? Kind::unsigned_integer : Kind::signed_integer;
    const std::uint64_t a = left.bits;
    const std::uint64_t b = right.bits;
    const auto sa = static_cast<std::int64_t>(a);
    const auto sb = static_cast<std::int64_t>(b);
    if (op == "+") return Constant{kind, a + b};
    if (op == "-") return Constant{kind, a - b};
    if (op == "*") return Constant{kind, a * b};
    if (op == "&") return Constant{kind, a & b};
    if (op == "|") return Constant{kind, a | b};
    if (op == "^") return Constant{kind, a ^ b};
    if (op == "<<") return Constant{left.kind, b < 64 ? a << b : 0};
    if (op == ">>") return shift_right(left, b);
    if (op == "==") return from_bool(a == b);
    if (op == "!=") return from_bool(a != b);
    if (op == "<") return from_bool(is_unsigned ? a < b : sa < sb);
    if (op == ">") return from_bool(is_unsigned ? a > b : sa > sb);
    if (op == "<=") return from_bool(is_unsigned ? a <= b : sa <= sb);
    if (op == ">=") return from_bool(is_unsigned ? a >= b : sa >= sb);
    if (b == 0) return error("a constant expression divides by zero");
    if (is_unsigned) return Constant{kind, op == "/" ? a / b : a % b};
    // The smallest integer divided by -1 wraps, as two's complement does; C++ leaves it undefined.
    if (sb == -1) return Constant{kind, op == "/" ? 0 - a : 0};
    return Constant{kind, static_cast<std::uint64_t>(op == "/" ? sa / sb : sa % sb)};
  }

  static Constant shift_right(const Constant& left, std::uint64_t by) {
    if (left.kind == Kind::unsigned_integer) return {left.kind, by < 64 ? left.bits >> by : 0};
    return {left.kind, static_cast<std::uint64_t>(static_cast<std::int64_t>(left.bits) >> (by < 64 ? by : 63))};
  }

  TokenCursor& cursor_;
  unsigned depth_ = 0;
};

}  // namespace

Result<Constant> parse_constant(TokenCursor& cursor) { return ExpressionParser(cursor).conditional(); }

bool starts_constant(const Token& token) {
  switch (token.kind) {
    case Token::Kind::integer:
    case Token::Kind::float32:
    case Token::Kind::float64:
      return true;
    case Token::Kind::identifier:
      return token.text == "WARP_SZ";
    case Token::Kind::punctuation:
      return token.is("(") || token.is("-") || token.is("+") || token.is("!") || token.is("~");
    default:
      return false;
  }
}

Result<std::uint64_t> parse_integer(TokenCursor& cursor, std::string_view what) {
  const std::uint32_t line = cursor.line();
  TRY(const Constant constant, parse_constant(cursor));
  const bool negative = constant.kind == Constant::Kind::signed_integer && static_cast<std::int64_t>(constant.bits) < 0;
  if (constant.is_float() || negative) return fail_at(line, "{} must be a positive integer", translated(what));
  return constant.bits;
}

}  // namespace bankloom::ptx
