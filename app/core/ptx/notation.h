// The notation of the instruction table, compiled.
//
// A row reads as the manual's syntax line:
//
//     setp.CmpOp{.ftz}.type p:.pred{|q:.pred}, a, b; .CmpOp = .eq .ne ...; .type = .f32
//
// First the opcode, then the modifiers: `.name` is one of the words of the class `.name` defined after a semicolon,
// or, if no such class is defined, that word itself. `{...}` makes modifiers optional, together if there are
// several. As in ptxas modifiers may be written in any order, except that types and the
// layouts of matrices keep theirs.
//
// Then the operands. `[a]` is a memory operand, `{, c}` an optional one, `{!}c` and `{-}c` may be negated, `d{|p}`
// and `d|p` are pairs, `(x)` is the argument list of a call. A first operand named d or p is the destination.
// What the manual says in prose about an operand's type follows a colon:
//
//     a                 the type of the modifier .type (unchecked if a form has none)
//     a:.u32 a:.atype   a fixed type, or the type of another modifier
//     a:.type+          a register of at least that width (ld, st, cvt)
//     a:2x.type         twice that width (mul.wide)
//     a:.type[.vec]     a vector with the number of elements in .vec, a scalar if it is absent
//     a:.type[4]        a vector of 4 elements
//     a:.type/n         a vector whose elements make up the type together (mov)
//     a:imm             an integer constant
//     a:select          a 32-bit register of which a byte or half may be selected (scalar video instructions)
//     a:parts           a 32-bit register of which several may be (SIMD video instructions)
//     a:address         a register, or the address of a variable, parameter or function (mov, cvta)
//     a:label a:targets a:function a:prototype     the targets of control instructions
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/ptx/module.h"

namespace bankloom::ptx {

/// Whether a modifier gives the layout of a matrix in memory: the first is A's, the second B's.
[[nodiscard]] constexpr bool is_layout_word(std::string_view word) { return word == ".row" || word == ".col"; }

/// A place of a modifier.
struct ModifierSlot {
  std::string_view name;                ///< ".type", or the literal word
  std::vector<std::string_view> words;  ///< the words allowed in it
  bool is_type = false;                 ///< all words are types: keeps its order
  bool is_layout = false;               ///< .row or .col: keeps its order, too
  std::uint8_t group = 0;               ///< 0: required; others: all of the group or none
};

/// A place of an operand.
struct OperandPlace {
  enum class Kind : std::uint8_t {
    value,
    at_least,
    twice,
    vector,
    packed,
    constant,
    select,
    parts,
    symbol,
    memory,
    label,
    targets,
    function,
    prototype,
    arguments,
  };
  std::string_view name;
  Kind kind = Kind::value;
  std::string_view type;         ///< ".u32" or a slot's name; "" unchecked
  Type fixed_type = Type::none;  ///< if `type` names a type and no slot
  std::string_view count;        ///< vector: slot that gives the number of elements, or a number
  bool at_least = false;         ///< vector: elements of at least the width
  bool is_destination = false;
  bool is_optional = false;
  bool may_negate = false;
  bool pair = false;  ///< a second half may follow after `|`
  bool pair_required = false;
  Type pair_type = Type::none;
};

/// A row, compiled.
struct CompiledForm {
  const InstructionForm* form = nullptr;
  std::vector<ModifierSlot> slots;
  std::vector<OperandPlace> places;
};

/// Compiles a row; the error names the mistake in the row's notation (a bug in the table, found by its test).
[[nodiscard]] Result<CompiledForm> compile_form(const InstructionForm& form);

/// The compiled rows of an opcode, empty if the table has none. Compiled at the first call for that opcode; safe to
/// call from several threads.
[[nodiscard]] std::span<const CompiledForm> forms_of(std::string_view opcode);

}  // namespace bankloom::ptx
