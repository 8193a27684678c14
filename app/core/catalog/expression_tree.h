// The tree of an Expression, and its parser: C's grammar as far as expression.h describes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace bankloom {

enum class ExpressionOp : std::uint8_t {
  literal,
  variable,
  negate,
  logical_not,
  multiply,
  divide,
  remainder,
  add,
  subtract,
  shift_left,
  shift_right,
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  not_equal,
  logical_and,
  logical_or,
  minimum,
  maximum,
  conditional,
};

/// One node; its operands stand before it in the tree.
struct ExpressionNode {
  ExpressionOp op = ExpressionOp::literal;
  std::int64_t value = 0;           ///< of a literal; of a variable its place among the variables
  std::size_t a = 0, b = 0, c = 0;  ///< operands: places in the tree; a conditional is a ? b : c
};

/// Operands before operators; the last node is the whole.
using ExpressionTree = std::vector<ExpressionNode>;

/// `largest`: of a literal. Errors as Expression::parse() gives them.
[[nodiscard]] Result<ExpressionTree> parse_expression(const std::string& text,
                                                      const std::vector<std::string>& variables, std::int64_t largest);

}  // namespace bankloom
