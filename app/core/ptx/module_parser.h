// The parser's implementation: a recursive descent over the tokens, in one pass. Its member functions are in
//   parser.cpp             module-level directives
//   parse_variable.cpp     declarations: types, arrays, initialisers, parameters
//   parse_function.cpp     function heads and bodies: scopes, labels, directives inside functions
//   parse_instruction.cpp  instructions and their operands
//   expand_instruction.cpp instructions that become several: sums as operands, moves of vectors
//   expand_async.cpp       the same: queries of an mbarrier, bulk copies, addresses in a cluster
//
// If the text is wrong, a function returns an Error, whose sentence begins with the line.
#pragma once

#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/ptx/constant_expression.h"
#include "core/ptx/form_match.h"
#include "core/ptx/module.h"
#include "core/ptx/parser.h"
#include "core/ptx/scope.h"
#include "core/ptx/source_lines.h"
#include "core/ptx/token_cursor.h"

namespace bankloom::ptx {

/// Limits that keep a malformed text from exhausting memory, far above what a compiler writes.
struct ParserLimits {
  static constexpr std::uint64_t max_registers = std::uint64_t{1} << 21;          ///< of a module
  static constexpr std::uint64_t max_variable_bytes = std::uint64_t{1} << 30;     ///< all variables of a module
  static constexpr std::uint64_t max_initialized_bytes = std::uint64_t{1} << 26;  ///< those with initialisers
  static constexpr std::uint64_t max_parameter_bytes =
      32764;  ///< of one function (PTX ISA, "Kernel Function Parameters")
  static constexpr std::uint64_t max_alignment = 1 << 20;
  static constexpr std::size_t max_scopes = 256;
  static constexpr std::size_t max_dimensions = 16;
};

/// An integer as an operand.
[[nodiscard]] inline Operand integer_operand(std::uint64_t value) {
  Operand operand;
  operand.kind = Operand::Kind::immediate;
  operand.type = Type::s64;
  operand.bits = value;
  return operand;
}

class ModuleParser {
 public:
  ModuleParser(Module& module, const std::vector<Token>& tokens, LinesOf lines)
      : module_(module), cursor_(tokens), lines_of_(lines) {}

  /// Parses the whole module.
  [[nodiscard]] Result<void> run();

 private:
  // The linkage that the directives before a declaration give.
  struct Linkage {
    bool is_extern = false;
    bool is_weak = false;
  };
  struct ModuleName {
    bool is_function = false;
    std::uint32_t index = 0;
  };
  // The declaration of a variable up to its initialiser.
  struct Declaration {
    Space space = Space::global;
    Type type = Type::none;
    std::uint64_t align = 0;  // 0: the type's own
    unsigned vector = 1;      // elements of a .v2 / .v4
    std::string_view name;
    std::vector<std::uint64_t> extents;  // of an array; the first may be 0: not given
    bool is_array = false;
    bool is_managed = false;
    std::uint32_t line = 0;
  };
  // A parameter as declared, with what Function needs from it.
  struct ParameterDeclaration {
    Parameter parameter;
    bool is_register = false;
    unsigned vector = 1;  // elements of a .v2 / .v4 in registers: so many of `parameter`
    std::string_view name;
    std::uint32_t line = 0;
  };

  // parser.cpp
  template <class... Args>
  [[nodiscard]] static Failure fail_at(std::uint32_t line, fmt::format_string<Args...> format, Args&&... args) {
    return fail("line {}: {}", line, fmt::format(format, std::forward<Args>(args)...));
  }
  Result<void> expect(std::string_view punctuation, std::string_view where);
  Result<std::string_view> expect_name(std::string_view what);
  Result<std::uint64_t> parse_integer(std::string_view what);
  Result<void> parse_module_item();
  Result<void> parse_version();
  Result<void> parse_target();
  Result<void> parse_address_size();
  Result<void> parse_file();
  Result<void> parse_loc();
  Result<void> parse_source_place(SourcePlace& place);
  Result<void> parse_pragma();
  Result<void> parse_alias();
  Result<void> skip_section();
  Result<void> skip_attribute(bool* is_managed = nullptr);
  Result<void> resolve_aliases();
  void resolve_source_lines();
  [[nodiscard]] std::optional<ModuleName> find_module_name(std::string_view name) const;

  // parse_variable.cpp
  static std::optional<Space> space_of_directive(std::string_view word);
  Result<void> parse_declaration_head(Declaration& declaration);
  Result<std::uint64_t> parse_alignment();
  Result<Type> parse_type();
  Result<void> parse_extents(Declaration& declaration);
  [[nodiscard]] static Result<std::uint64_t> element_count(const Declaration& declaration);
  Result<void> parse_variables(Space space, const Linkage& linkage, bool in_function);
  Result<void> finish_variable(const Declaration& declared, const Linkage& linkage, bool in_function);
  Result<void> add_variable(Variable variable, std::string_view name, std::uint32_t line, bool in_function);
  Result<void> parse_initializer(Declaration& declaration, Variable& variable);
  Result<void> parse_initializer_list(const Declaration& declaration, Variable& variable, std::size_t level,
                                      std::uint64_t& element);
  Result<void> parse_initial_value(const Declaration& declaration, Variable& variable, std::uint64_t& element);
  Result<void> parse_initial_address(const Declaration& declaration, Variable& variable, std::uint64_t at);
  Result<void> store_initial(const Declaration& declaration, Variable& variable, std::uint64_t at,
                             const Constant& value);
  Result<void> parse_parameter_list(std::vector<ParameterDeclaration>& parameters);
  Result<void> parse_parameter(ParameterDeclaration& parameter);
  Result<void> parse_pointer_attribute();
  Result<void> layout(const std::vector<ParameterDeclaration>& declared, std::vector<Parameter>& parameters);

  // parse_function.cpp
  Result<void> parse_function(bool is_entry, const Linkage& linkage);
  static bool starts_module_item(std::string_view word);
  Result<void> parse_function_attributes(Function& function);
  Result<void> parse_block_size(Function& function, bool required);
  Result<void> declare_parameters(Function& function, const std::vector<ParameterDeclaration>& declared, bool results);
  Result<void> parse_body(Function& function);
  Result<void> parse_statement();
  Result<void> parse_body_directive();
  Result<void> parse_labelled();
  Result<void> parse_registers();
  Result<void> add_registers(std::string_view name, const Declaration& declaration, std::uint32_t line);
  Result<void> check_register_vector(const Declaration& declaration);
  Result<void> add_register(std::string_view name, Type type, std::uint32_t line, unsigned vector);
  Result<void> parse_branch_targets(std::string_view name, std::uint32_t line);
  Result<void> parse_call_targets(std::string_view name, std::uint32_t line);
  Result<void> parse_prototype(std::string_view name, std::uint32_t line);
  Result<void> declare(std::string_view name, const Binding& binding, std::uint32_t line);
  Result<void> close_scope();

  // parse_instruction.cpp
  Result<void> parse_instruction();
  Result<void> parse_modifiers(std::string_view opcode, std::uint32_t line, const std::vector<Candidate>*& candidates);
  Result<void> parse_guard(Guard& guard);
  Result<void> parse_operands(Instruction& instruction, const CompiledForm& form);
  Result<void> parse_operand(Operand& operand);
  Result<void> parse_simple_operand(Operand& operand);
  Result<void> parse_vector(Operand& operand);
  Result<void> parse_address(Operand& operand);
  Result<void> parse_address_base(Operand& operand);
  Result<void> parse_offset(Operand& operand);
  Result<void> parse_named_operand(Operand& operand);
  Result<void> parse_index(std::string_view name, Operand& operand);
  Result<void> parse_register_index(Operand& operand, std::uint64_t bytes);
  [[nodiscard]] std::string_view unwritten_space(const Operand& array) const;

  Result<void> parse_special_register(Operand& operand, const Token& name);
  Result<void> parse_register_suffix(const Binding& binding, Operand& operand);
  Result<void> parse_immediate(Operand& operand);
  Result<void> parse_label_operand(Operand& operand, std::uint32_t place);
  bool parse_special_component(Operand& operand, std::string_view name);
  Result<void> parse_call(Instruction& instruction);
  Result<void> parse_argument_list(Operand& list);
  Result<void> check_call(const Instruction& instruction);
  [[nodiscard]] std::string describe_mismatch(const Operand& list, const std::vector<Parameter>& expected,
                                              std::string_view what) const;

  // expand_instruction.cpp
  Result<void> parse_register_sum(Operand& operand);
  Result<void> unwrap_single_elements(std::string_view opcode, Instruction& instruction);
  Result<void> append_made(const Instruction& whole, std::string_view opcode,
                           std::initializer_list<std::string_view> words, std::vector<Operand> operands);
  Result<void> append_made(const Instruction& whole, std::string_view opcode,
                           std::initializer_list<std::string_view> words, std::vector<Operand> operands,
                           const Guard& guard);
  Result<void> append_made(const Instruction& whole, std::string_view opcode, std::span<const std::string_view> words,
                           std::vector<Operand> operands, const Guard& guard);
  Result<void> append_prepared(const Instruction& whole);
  Result<void> append_vector_move(const Instruction& move);
  Operand hidden_register(std::string name, Type type);

  // expand_async.cpp
  Result<void> expand(Instruction& instruction, bool& is_whole);
  Result<void> widen_count(Instruction& arrival);
  Result<void> append_mbarrier_init(const Instruction& init);
  Result<void> append_mbarrier_test(const Instruction& test);
  Result<void> append_pending_count(const Instruction& count);
  Result<void> append_copy_arrival(const Instruction& arrival);
  Result<void> append_bulk_copy(const Instruction& copy);
  Result<void> append_address(const Instruction& whole, const Operand& address, Operand& into);

  Module& module_;
  TokenCursor cursor_;
  const LinesOf lines_of_;
  SourceLines source_lines_;
  std::unordered_map<std::string_view, ModuleName> module_names_;
  struct Alias {
    std::string_view name;
    std::string_view target;
    std::uint32_t line = 0;
  };
  std::vector<Alias> aliases_;
  std::uint64_t register_count_ = 0;
  std::uint64_t variable_bytes_ = 0;
  std::uint64_t initialized_bytes_ = 0;

  // Of the function that is being parsed.
  Function* function_ = nullptr;
  ScopeStack scopes_;
  std::uint32_t current_loc_ = 0;        // one more than its index in source_lines_, 0 before the first
  std::vector<std::string_view> words_;  // modifiers of the instruction that is being parsed
  bool indexed_ = false;                 // the last parsed operand is array[index]
  bool takes_index_ = false;             // the instruction is a load or store, in which array[index] means [array +
                                         // bytes]
  bool has_narrow_addresses_ = false;    // an address among its operands goes to a register of 32 bits
  // Instructions that compute its operands r + 1 and array[r] in registers of their own.
  struct Prepared {
    std::string_view opcode;
    std::vector<std::string_view> words;
    std::vector<Operand> operands;
  };
  std::vector<Prepared> prepared_;
  std::unordered_map<std::string_view, std::vector<Candidate>> candidates_;  // by opcode and modifiers as written
};

}  // namespace bankloom::ptx
