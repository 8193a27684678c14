#include "core/catalog/expression_tree.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

#include "core/base/nearest_name.h"

namespace bankloom {
namespace {

struct BinaryOperator {
  std::string_view text;
  ExpressionOp op;
  int precedence;  ///< C's, loosest first; ?: is looser than all of them
};

// Where one operator begins with another, the longer one stands first.
constexpr std::array kBinaryOperators = {
    BinaryOperator{"||", ExpressionOp::logical_or, 1}, BinaryOperator{"&&", ExpressionOp::logical_and, 2},
    BinaryOperator{"==", ExpressionOp::equal, 3},      BinaryOperator{"!=", ExpressionOp::not_equal, 3},
    BinaryOperator{"<<", ExpressionOp::shift_left, 5}, BinaryOperator{">>", ExpressionOp::shift_right, 5},
    BinaryOperator{"<=", ExpressionOp::less_equal, 4}, BinaryOperator{">=", ExpressionOp::greater_equal, 4},
    BinaryOperator{"<", ExpressionOp::less, 4},        BinaryOperator{">", ExpressionOp::greater, 4},
    BinaryOperator{"+", ExpressionOp::add, 6},         BinaryOperator{"-", ExpressionOp::subtract, 6},
    BinaryOperator{"*", ExpressionOp::multiply, 7},    BinaryOperator{"/", ExpressionOp::divide, 7},
    BinaryOperator{"%", ExpressionOp::remainder, 7},
};

/// Deeper nesting than anyone writes; it bounds the recursion.
constexpr int kDeepest = 200;

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_name_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Recursive descent; every method leaves `at_` behind what it read, or sets `error_`.
class Parser {
 public:
  Parser(const std::string& text, const std::vector<std::string>& variables, std::int64_t largest)
      : text_(text), variables_(variables), largest_(largest) {}

  Result<ExpressionTree> parse() {
    conditional();
    skip_space();
    if (!error_ && at_ != text_.size()) syntax_error();
    if (error_) return fail_with(*error_);
    return std::move(tree_);
  }

 private:
  std::size_t conditional() {
    const Depth depth(*this);
    if (depth.too_deep()) return 0;
    const std::size_t condition = binary(1);
    if (!take("?")) return condition;
    const std::size_t yes = conditional();
    if (!error_ && !take(":")) syntax_error();
    if (error_) return 0;
    const std::size_t no = conditional();
    return add({ExpressionOp::conditional, 0, condition, yes, no});
  }

  std::size_t binary(int loosest) {
    std::size_t left = unary();
    while (!error_) {
      const BinaryOperator* found = peek_operator();
      if (found == nullptr || found->precedence < loosest) break;
      at_ += found->text.size();
      const std::size_t right = binary(found->precedence + 1);
      left = add({found->op, 0, left, right, 0});
    }
    return left;
  }

  std::size_t unary() {
    if (take("-")) return add({ExpressionOp::negate, 0, primary(), 0, 0});
    if (take("!")) return add({ExpressionOp::logical_not, 0, primary(), 0, 0});
    take("+");
    return primary();
  }

  std::size_t primary() {
    skip_space();
    if (error_) return 0;
    if (take("(")) {
      const std::size_t inner = conditional();
      if (!error_ && !take(")")) syntax_error();
      return inner;
    }
    if (at_ < text_.size() && is_digit(text_[at_])) return literal();
    if (at_ < text_.size() && is_name_character(text_[at_])) return name();
    syntax_error();
    return 0;
  }

  std::size_t literal() {
    const char* first = text_.data() + at_;
    const char* last = text_.data() + text_.size();
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(first, last, number);
    if (error != std::errc{} || number > largest_) {
      syntax_error();
      return 0;
    }
    at_ += static_cast<std::size_t>(end - first);
    return add({ExpressionOp::literal, number, 0, 0, 0});
  }

  std::size_t name() {
    const std::size_t first = at_;
    while (at_ < text_.size() && is_name_character(text_[at_])) ++at_;
    const std::string word = text_.substr(first, at_ - first);
    const auto variable = std::find(variables_.begin(), variables_.end(), word);
    if (variable != variables_.end()) return add({ExpressionOp::variable, variable - variables_.begin(), 0, 0, 0});
    if (word == "min" || word == "max") {
      return function(word == "min" ? ExpressionOp::minimum : ExpressionOp::maximum);
    }
    const auto nearest = nearest_name(word, variables_);
    set_error(fmt::format("unknown variable '{}'{}", word, nearest ? fmt::format("; did you mean {}?", *nearest) : ""));
    return 0;
  }

  std::size_t function(ExpressionOp op) {
    if (!take("(")) syntax_error();
    const std::size_t a = error_ ? 0 : conditional();
    if (!error_ && !take(",")) syntax_error();
    const std::size_t b = error_ ? 0 : conditional();
    if (!error_ && !take(")")) syntax_error();
    return add({op, 0, a, b, 0});
  }

  std::size_t add(ExpressionNode node) {
    tree_.push_back(node);
    return tree_.size() - 1;
  }

  void skip_space() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }

  bool take(std::string_view expected) {
    skip_space();
    if (std::string_view(text_).substr(at_, expected.size()) != expected) return false;
    at_ += expected.size();
    return true;
  }

  const BinaryOperator* peek_operator() {
    skip_space();
    const auto rest = std::string_view(text_).substr(at_);
    for (const auto& candidate : kBinaryOperators) {
      if (rest.substr(0, candidate.text.size()) == candidate.text) return &candidate;
    }
    return nullptr;
  }

  void syntax_error() { set_error(fmt::format("syntax error at column {}", at_ + 1)); }
  void set_error(const std::string& problem) {
    if (!error_) error_ = Error{fmt::format("expression '{}': {}", text_, problem)};
  }

  class Depth {
   public:
    explicit Depth(Parser& parser) : parser_(parser) {
      if (++parser_.depth_ > kDeepest) parser_.set_error("is nested too deeply");
    }
    ~Depth() { --parser_.depth_; }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;
    [[nodiscard]] bool too_deep() const { return parser_.error_.has_value(); }

   private:
    Parser& parser_;
  };

  const std::string& text_;
  const std::vector<std::string>& variables_;
  std::int64_t largest_;
  std::size_t at_ = 0;
  int depth_ = 0;
  ExpressionTree tree_;
  std::optional<Error> error_;
};

}  // namespace

Result<ExpressionTree> parse_expression(const std::string& text, const std::vector<std::string>& variables,
                                        std::int64_t largest) {
  if (text.find_first_not_of(" \t") == std::string::npos) return fail("an expression is empty");
  return Parser(text, variables, largest).parse();
}

}  // namespace bankloom
