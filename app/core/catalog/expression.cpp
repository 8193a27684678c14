#include "core/catalog/expression.h"

#include <muParserBase.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <iterator>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <utility>

#include "core/base/language.h"
#include "core/base/nearest_name.h"

namespace bankloom {
namespace {

/// Thrown by an operator in the middle of an evaluation; caught in Expression, which turns it into an Error.
class ArithmeticError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// muParser computes with doubles. All values here are integers of at most 53 bits, so sums and differences are exact
// or visibly too large; the same holds for products, whose rounding never brings a larger value below 2^53.
double checked(double value) {
  if (std::abs(value) > static_cast<double>(Expression::kLargest)) {
    throw ArithmeticError(message("a value is larger than 2^53 - 1"));
  }
  return value;
}

std::int64_t integer(double value) { return static_cast<std::int64_t>(value); }
double truth(bool value) { return value ? 1.0 : 0.0; }

double divide(double a, double b) {
  if (b == 0.0) throw ArithmeticError(message("division by zero"));
  const std::int64_t quotient = integer(a) / integer(b);
  return static_cast<double>(quotient);
}
double remainder(double a, double b) {
  if (b == 0.0) throw ArithmeticError(message("division by zero"));
  return static_cast<double>(integer(a) % integer(b));
}
int shift_count(double b) {
  if (b < 0.0 || b > 52.0) throw ArithmeticError(message("a shift count is not in 0..52"));
  return static_cast<int>(b);
}

double minimum(double a, double b) { return std::min(a, b); }
double maximum(double a, double b) { return std::max(a, b); }

/// Recognises a decimal literal at the start of `text`.
int read_literal(const mu::char_type* text, int* position, mu::value_type* value) {
  std::size_t digits = 0;
  while (std::isdigit(static_cast<unsigned char>(text[digits])) != 0) ++digits;
  std::int64_t number = 0;
  if (digits == 0 || std::from_chars(text, text + digits, number).ec != std::errc{} || number > Expression::kLargest) {
    return 0;
  }
  *position += static_cast<int>(digits);
  *value = static_cast<double>(number);
  return 1;
}

/// muParser with C's integer operators instead of its own.
class IntegerParser : public mu::ParserBase {
 public:
  IntegerParser() {
    AddValIdent(read_literal);
    IntegerParser::InitCharSets();
    IntegerParser::InitFun();
    IntegerParser::InitOprt();
  }

 private:
  // C's precedences, loosest first; ?: is muParser's own and looser than all of them.
  enum Precedence : std::uint8_t { kOr = 1, kAnd, kEquality, kRelation, kShift, kSum, kProduct, kUnary };

  void InitCharSets() override {
    DefineNameChars("0123456789_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    DefineOprtChars("*/%+-<>=!&|?:");
    DefineInfixOprtChars("+-!");
  }
  void InitFun() override {
    DefineFun("min", minimum);
    DefineFun("max", maximum);
  }
  void InitConst() override {}
  void InitOprt() override {
    EnableBuiltInOprt(false);
    const auto binary = [this](unsigned precedence, const char* name, double (*compute)(double, double)) {
      DefineOprt(name, compute, precedence);
    };
    const auto unary = [this](const char* name, double (*compute)(double)) { DefineInfixOprt(name, compute, kUnary); };
    binary(kOr, "||", [](double a, double b) { return truth(a != 0.0 || b != 0.0); });
    binary(kAnd, "&&", [](double a, double b) { return truth(a != 0.0 && b != 0.0); });
    binary(kEquality, "==", [](double a, double b) { return truth(a == b); });
    binary(kEquality, "!=", [](double a, double b) { return truth(a != b); });
    binary(kRelation, "<", [](double a, double b) { return truth(a < b); });
    binary(kRelation, "<=", [](double a, double b) { return truth(a <= b); });
    binary(kRelation, ">", [](double a, double b) { return truth(a > b); });
    binary(kRelation, ">=", [](double a, double b) { return truth(a >= b); });
    binary(kShift, "<<", [](double a, double b) { return checked(std::ldexp(a, shift_count(b))); });
    binary(kShift, ">>", [](double a, double b) { return static_cast<double>(integer(a) >> shift_count(b)); });
    binary(kSum, "+", [](double a, double b) { return checked(a + b); });
    binary(kSum, "-", [](double a, double b) { return checked(a - b); });
    binary(kProduct, "*", [](double a, double b) { return checked(a * b); });
    binary(kProduct, "/", divide);
    binary(kProduct, "%", remainder);
    // Not -a, which would make a negative zero.
    unary("-", [](double a) { return 0.0 - a; });
    unary("+", [](double a) { return a; });
    unary("!", [](double a) { return truth(a == 0.0); });
  }
};

/// The identifier that starts at `position` of `text`, or "".
std::string identifier_at(const std::string& text, std::size_t position) {
  std::size_t end = position;
  while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '_')) ++end;
  return position < text.size() && std::isdigit(static_cast<unsigned char>(text[position])) == 0
             ? text.substr(position, end - position)
             : std::string{};
}

/// A parser with the places of its variables' values. It computes in itself, so that each thread needs its own.
struct Machine {
  Machine(const std::string& text, const std::vector<std::string>& names) : slots(names.size(), 0.0) {
    for (std::size_t i = 0; i < names.size(); ++i) parser.DefineVar(names[i], &slots[i]);
    parser.SetExpr(text);
  }

  std::vector<double> slots;
  IntegerParser parser;
};

}  // namespace

class Expression::Parsed {
 public:
  Parsed(std::string expression_text, std::vector<std::string> variables)
      : text(std::move(expression_text)), names(std::move(variables)) {
    idle_.push_back(std::make_unique<Machine>(text, names));
    used = idle_.back()->parser.GetUsedVar();
  }

  /// Calls `work` with a machine that no other thread uses meanwhile.
  template <class Work>
  auto with_machine(const Work& work) const {
    std::unique_ptr<Machine> machine;
    {
      const std::scoped_lock lock(mutex_);
      if (!idle_.empty()) {
        machine = std::move(idle_.back());
        idle_.pop_back();
      }
    }
    if (machine == nullptr) machine = std::make_unique<Machine>(text, names);
    auto result = work(*machine);
    const std::scoped_lock lock(mutex_);
    idle_.push_back(std::move(machine));
    return result;
  }

  std::string text;
  std::vector<std::string> names;
  mu::varmap_type used;

 private:
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<Machine>> idle_;
};

Result<Expression> Expression::parse(const std::string& text, const std::vector<std::string>& variables) {
  if (text.find_first_not_of(" \t") == std::string::npos) return fail("an expression is empty");
  int length = 0;
  double literal = 0;
  read_literal(text.c_str(), &length, &literal);
  if (static_cast<std::size_t>(length) == text.size()) return Expression(integer(literal));
  const auto unknown = [&](const std::string& name) {
    const auto nearest = nearest_name(name, variables);
    return nearest ? fail("expression '{}': unknown variable '{}'; did you mean {}?", text, name, *nearest)
                   : fail("expression '{}': unknown variable '{}'", text, name);
  };
  try {
    const auto parsed = std::make_shared<const Parsed>(text, variables);
    for (const auto& [name, slot] : parsed->used) {
      if (slot == nullptr) return unknown(name);
    }
    // Evaluating once makes muParser check the syntax and build its byte code.
    const int results = parsed->with_machine([](Machine& machine) {
      try {
        machine.parser.Eval();
      } catch (const ArithmeticError&) {  // NOLINT(bugprone-empty-catch): at other values it may well be right
      }
      return machine.parser.GetNumResults();
    });
    if (results != 1) return fail("expression '{}': one value is needed, not {}", text, results);
    Expression result;
    result.parsed_ = parsed;
    return result;
  } catch (const mu::ParserError& error) {
    const auto position = std::min(static_cast<std::size_t>(std::max(error.GetPos(), 0)), text.size());
    const std::string name = identifier_at(text, position);
    if (error.GetCode() == mu::ecUNASSIGNABLE_TOKEN && !name.empty()) return unknown(name);
    return fail("expression '{}': syntax error at column {}", text, position + 1);
  }
}

Result<std::int64_t> Expression::evaluate(std::span<const std::int64_t> values) const {
  if (parsed_ == nullptr) return number_;
  const auto& names = parsed_->names;
  if (values.size() != names.size()) {
    return fail("expression '{}' has {} variables and was given {} values", parsed_->text, names.size(), values.size());
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] > kLargest || values[i] < -kLargest) {
      return fail("expression '{}': {} is larger than 2^53 - 1", parsed_->text, names[i]);
    }
  }
  return parsed_->with_machine([&](Machine& machine) -> Result<std::int64_t> {
    std::ranges::transform(values, machine.slots.begin(), [](auto value) { return static_cast<double>(value); });
    try {
      return integer(machine.parser.Eval());
    } catch (const ArithmeticError& error) {
      return fail("expression '{}': {}", parsed_->text, error.what());
    } catch (const mu::ParserError& error) {
      return fail("expression '{}': {}", parsed_->text, error.GetMsg());
    }
  });
}

bool Expression::evaluate_many(std::span<const Values> variables, std::span<std::int64_t> results) const {
  if (parsed_ == nullptr) std::fill(results.begin(), results.end(), number_);
  if (parsed_ == nullptr || variables.size() != parsed_->names.size()) return parsed_ == nullptr;
  return parsed_->with_machine([&](Machine& machine) {
    struct Changing {
      double* slot;
      const std::int64_t* values;
    };
    std::vector<Changing> changing;
    for (std::size_t v = 0; v < variables.size(); ++v) {
      machine.slots[v] = static_cast<double>(variables[v].uniform);
      if (variables[v].each != nullptr && parsed_->used.contains(parsed_->names[v])) {
        changing.push_back({&machine.slots[v], variables[v].each});
      }
    }
    try {
      for (std::size_t i = 0; i < results.size(); ++i) {
        for (const Changing& variable : changing) *variable.slot = static_cast<double>(variable.values[i]);
        results[i] = integer(machine.parser.Eval());
      }
    } catch (const ArithmeticError&) {
      return false;
    } catch (const mu::ParserError&) {
      return false;
    }
    return true;
  });
}

std::string Expression::text() const { return parsed_ ? parsed_->text : std::to_string(number_); }

const std::vector<std::string>& Expression::variables() const {
  static const std::vector<std::string> none;
  return parsed_ ? parsed_->names : none;
}

std::vector<std::string> Expression::used_variables() const {
  std::vector<std::string> result;
  std::ranges::copy_if(variables(), std::back_inserter(result), [this](const auto& name) { return uses(name); });
  return result;
}

bool Expression::uses(const std::string& variable) const { return parsed_ && parsed_->used.contains(variable); }

}  // namespace bankloom
