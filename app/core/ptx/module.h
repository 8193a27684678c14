// A PTX module as parsed: every name is resolved, every instruction is matched with its row of the instruction table.
//
// Not modelled: linking of several modules, textures and surfaces, debug sections.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/dim3.h"
#include "core/base/space.h"
#include "core/ptx/effect.h"

namespace bankloom::ptx {

/// Fundamental and packed types (PTX ISA, "Types").
enum class Type : std::uint8_t {
  none,
  pred,
  b8,
  b16,
  b32,
  b64,
  b128,
  u8,
  u16,
  u32,
  u64,
  s8,
  s16,
  s32,
  s64,
  f16,
  f16x2,
  bf16,
  bf16x2,
  tf32,
  f32,
  f64,
  u16x2,
  s16x2,
  e4m3,
  e5m2,
  e4m3x2,
  e5m2x2,
};

/// Bits of one value of the type; 1 for pred, 0 for none.
[[nodiscard]] unsigned type_bits(Type type);
/// ".f16x2" and so on, with the dot; "" for none.
[[nodiscard]] std::string_view type_name(Type type);
/// The type of a modifier (with or without its dot), none if it is no type.
[[nodiscard]] Type type_from_name(std::string_view name);

/// Special registers (PTX ISA, "Special Registers"); one enumerator for each component.
enum class Special : std::uint8_t {
  none,
  tid_x,
  tid_y,
  tid_z,
  ntid_x,
  ntid_y,
  ntid_z,
  ctaid_x,
  ctaid_y,
  ctaid_z,
  nctaid_x,
  nctaid_y,
  nctaid_z,
  laneid,
  warpid,
  nwarpid,
  smid,
  nsmid,
  gridid,
  lanemask_eq,
  lanemask_le,
  lanemask_lt,
  lanemask_ge,
  lanemask_gt,
  clock,
  clock_hi,
  clock64,
  globaltimer,
  globaltimer_lo,
  globaltimer_hi,
  dynamic_smem_size,
  total_smem_size,
  aggr_smem_size,
  reserved_smem_offset_begin,
  reserved_smem_offset_end,
  reserved_smem_offset_cap,
  reserved_smem_offset_0,
  reserved_smem_offset_1,
  is_explicit_cluster,
  clusterid_x,
  clusterid_y,
  clusterid_z,
  nclusterid_x,
  nclusterid_y,
  nclusterid_z,
  cluster_ctaid_x,
  cluster_ctaid_y,
  cluster_ctaid_z,
  cluster_nctaid_x,
  cluster_nctaid_y,
  cluster_nctaid_z,
  cluster_ctarank,
  cluster_nctarank,
  current_graph_exec,
  envreg1,
  envreg2,
};
/// "%tid.x"; bits of the register (32 or 64).
[[nodiscard]] std::string_view special_name(Special special);
[[nodiscard]] unsigned special_bits(Special special);
/// The special register with that name ("%tid.x"), none if there is none.
[[nodiscard]] Special special_from_name(std::string_view name);

/// Whether it is a clock, whose value changes with each read.
[[nodiscard]] constexpr bool is_clock(Special special) {
  return special >= Special::clock && special <= Special::globaltimer_hi;
}

/// Part of a 32-bit register that a scalar video instruction selects (a.b2, a.h1).
enum class Selector : std::uint8_t { none, b0, b1, b2, b3, h0, h1 };

/// One operand, its names resolved.
///
/// Calls. A `call` always has its operands in this order, unwritten lists being empty:
///   0  call_arguments: the results; elements are reg, sink, or local_variable (.param space)
///   1  the callee: function (direct), or reg (indirect: it holds a function's address)
///   2  call_arguments: the arguments; elements are reg, immediate, special, local_variable (.param space),
///      or param / result if the caller passes on its own
///   3  only for an indirect call: prototype or call_targets
/// A direct call's lists are as long as Function::returns and Function::params of the callee, and of the same sizes.
struct Operand {
  enum class Kind : std::uint8_t {
    sink,            ///< `_`
    reg,             ///< `index` in Function::registers
    immediate,       ///< `bits`; `type` is s64 (integer literal), f32 (0f...), f64 (0d... or decimal), pred
    special,         ///< `special`
    address,         ///< memory operand [base + offset]; see `base`
    variable,        ///< address of module variable `index` plus `offset` (mov, cvta)
    local_variable,  ///< address of Function::locals[index] plus `offset`
    function,        ///< address of Module::functions[index], or the callee of a direct call
    label,           ///< `index` in Function::body of the instruction after the label; may be body.size(): the end of
                     ///< the function
    vector,          ///< {a, b, ...}: `elements`; also a register declared as vector, split
    pair,            ///< d|p: `elements` has two, each a register or a sink
    param,           ///< address of Function::params[index] plus `offset` (mov)
    result,          ///< address of Function::returns[index] plus `offset` (mov)
    branch_targets,  ///< `index` in Function::branch_tables (brx.idx)
    call_targets,    ///< `index` in Function::call_tables (indirect call with .calltargets)
    prototype,       ///< `index` in Function::prototypes (indirect call with .callprototype)
    call_arguments,  ///< ( ... ) of a call, see "Calls" below
  };
  /// The base of an address. The `param` space has three kinds of contents: a parameter of this function (`param`), a
  /// value this function returns (`result`), and a variable declared in its body with .param to hold the arguments or
  /// the result of a call (`local_variable` whose Function::locals entry has Space::param).
  enum class Base : std::uint8_t { none /* absolute */, reg, variable, local_variable, param, result };

  Kind kind = Kind::sink;
  Base base = Base::none;  ///< for Kind::address
  Type type = Type::none;  ///< for immediates, see Kind::immediate
  Selector selector = Selector::none;
  Special special = Special::none;
  bool negated = false;     ///< `!p`; `-a` in vmad
  std::uint32_t index = 0;  ///< see `kind` and `base`
  std::int64_t offset = 0;  ///< bytes, for addresses
  std::uint64_t bits = 0;   ///< an integer's two's complement, or a float's bits
  /// SIMD video instructions: the parts written after a register's name, most significant first as written: .h10 -> {1,
  /// 0}, .b7654 -> {7, 6, 5, 4}; on a destination the parts of the mask. Empty: none written.
  std::vector<std::uint8_t> simd_parts{};
  std::vector<Operand> elements{};
};

/// What rows of one section of the manual mostly share.
struct Meaning {
  std::string_view section;  ///< of the PTX ISA manual
  Effect effect;
  Value value;
  constexpr Meaning(std::string_view in_section, Effect has_effect, Value gives)
      : section(in_section), effect(has_effect), value(gives) {}
};

/// A row of the instruction table: one form of one instruction in the manual's syntax, "add{.sat}.type d, a, b; .type =
/// .u16 .u32 ...". See notation.h for the notation.
struct InstructionForm : Meaning {
  std::string_view syntax;
  std::string_view opcode;  ///< "add"
  bool writes_first;        ///< the first operand, with all its elements
  constexpr InstructionForm(std::string_view written, const Meaning& meaning)
      : Meaning(meaning),
        syntax(written),
        opcode(written.substr(0, written.find_first_of(".{ ;"))),
        writes_first(starts_with_destination(written.substr(0, written.find(';')))) {}
  constexpr InstructionForm(std::string_view written, std::string_view in_section, Effect has_effect, Value gives)
      : InstructionForm(written, Meaning(in_section, has_effect, gives)) {}

 private:
  /// The operand is called d or p, or is the list of a call's results.
  static constexpr bool starts_with_destination(std::string_view form) {
    const std::size_t space = form.find(' ');
    if (space == std::string_view::npos) return false;
    const std::string_view first = form.substr(space + 1, form.find_first_of(":,|{ ", space + 1) - space - 1);
    return first == "d" || first == "p" || first.starts_with('(');
  }
};

/// A matched modifier: its slot in the form's notation and the word in it. For a literal modifier slot and word are the
/// same (".sat", ".sat").
struct Modifier {
  std::string_view slot;  ///< ".type", ".rnd", ".sat": points into the instruction table
  std::string_view word;  ///< ".u32", ".rn", ".sat": points into the instruction table
};

struct Guard {
  bool present = false;
  bool negated = false;   ///< @!p
  std::uint32_t reg = 0;  ///< index in Function::registers
};

struct Instruction {
  const InstructionForm* form = nullptr;
  std::vector<Modifier> modifiers{};
  std::vector<Operand> operands;  ///< in the order they are written
  Guard guard;
  std::uint32_t ptx_line = 0;     ///< 1-based
  std::uint32_t source_line = 0;  ///< 1-based line of the compiled text, 0 if unknown; for code inlined from another
                                  ///< file, the line of the compiled text that it was inlined into
  std::string_view text;          ///< the instruction as written, in Module::text, for messages

  [[nodiscard]] std::string_view opcode() const { return form->opcode; }
  /// The word in a slot ("" if the optional modifier is absent): modifier(".type") == ".u32".
  [[nodiscard]] std::string_view modifier(std::string_view slot) const;
  /// modifier(slot) as a type; none if absent.
  [[nodiscard]] Type type(std::string_view slot = ".type") const;
  /// Whether the word is among the modifiers, in any slot: has(".sat").
  [[nodiscard]] bool has(std::string_view word) const;
};

struct Register {
  std::string name;  ///< "%r1"
  Type type = Type::none;
};

/// A module-scope or function-scope variable: .global, .const, .shared, .local, and call-scope .param.
struct Variable {
  std::string name;
  Space space = Space::global;
  Type type = Type::none;
  std::uint64_t align = 1;           ///< bytes
  std::uint64_t size = 0;            ///< bytes; 0 for an extern array without extent
  bool is_extern = false;            ///< extern .shared []: dynamic shared memory
  bool is_managed = false;           ///< .attribute(.managed): host code can use it, too
  std::vector<std::byte> initial{};  ///< `size` bytes or empty for zeros
  /// A place in `initial` that holds the address of another variable or function.
  struct Relocation {
    std::uint64_t at = 0;
    std::uint32_t variable = 0;  ///< index in Module::variables, or in Module::functions if is_function
    std::int64_t addend = 0;
    bool generic = false;  ///< generic(name): the generic address
    bool is_function = false;
    unsigned bytes = 8;
  };
  std::vector<Relocation> relocations{};
  std::vector<std::uint64_t> extents{};  ///< of an array; the first is 0 where it is left out
  /// Whether it may be indexed.
  [[nodiscard]] bool is_array() const { return !extents.empty(); }
};

struct Parameter {
  std::string name;
  Type type = Type::none;
  std::uint64_t align = 1;
  std::uint64_t size = 0;    ///< bytes (arrays: all of them)
  std::uint64_t offset = 0;  ///< bytes from the start of the parameter block, by alignment
};

/// A .callprototype: the parameters and results of an indirectly called function.
struct Prototype {
  std::vector<Parameter> params;
  std::vector<Parameter> returns;
};

struct Function {
  std::string name{};
  bool is_entry = false;
  bool is_extern = false;                         ///< declared only (vprintf, malloc, ...)
  std::vector<Parameter> params{};                ///< inputs
  std::vector<Parameter> returns{};               ///< outputs of a device function: .param or .reg
  std::vector<std::uint32_t> param_registers{};   ///< for `.reg` style parameters: register per param (else empty)
  std::vector<std::uint32_t> return_registers{};  ///< the same for returns
  std::vector<Register> registers{};
  std::vector<Variable> locals{};  ///< .local and .shared and call-scope .param variables declared inside
  std::vector<Instruction> body{};
  std::vector<std::vector<std::uint32_t>> branch_tables{};  ///< .branchtargets lists, as instruction indices
  std::vector<std::vector<std::uint32_t>> call_tables{};    ///< .calltargets lists, as indices in Module::functions
  std::vector<Prototype> prototypes{};
  std::uint32_t max_threads = 0;     ///< limit of threads per block by .maxntid or .reqntid, 0 if not given
  std::uint32_t cluster_blocks = 1;  ///< by .reqnctapercluster
  bool has_required_block = false;
  Dim3 required_block{};          ///< .reqntid, if has_required_block
  std::uint32_t source_file = 0;  ///< index in Module::files of the file of its source lines
  std::uint32_t ptx_line = 0;
};

struct Module {
  std::string text;  ///< the PTX text; Instruction::text points into it
  unsigned version_major = 0, version_minor = 0;
  std::string target;  ///< "sm_90"
  unsigned address_size = 64;
  std::vector<std::string> files;   ///< .file names, by the index the PTX gives them
  std::vector<Variable> variables;  ///< module scope
  std::vector<Function> functions;

  /// The function with that name, or nullptr.
  [[nodiscard]] const Function* find(std::string_view name) const;
};

}  // namespace bankloom::ptx
