// Heads of declarations, and parameters, which have no more.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/ptx/module.h"
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

/// The linkage that the directives before a declaration give.
struct Linkage {
  bool is_extern = false;
  bool is_weak = false;
};

/// The declaration of a variable up to its initialiser.
struct Declaration {
  Space space = Space::global;
  Type type = Type::none;
  std::uint64_t align = 0;  ///< 0: the type's own
  unsigned vector = 1;      ///< elements of a .v2 / .v4
  std::string_view name{};
  std::vector<std::uint64_t> extents{};  ///< of an array; the first may be 0: not given
  bool is_managed = false;
  std::uint32_t line = 0;
  [[nodiscard]] bool is_array() const { return !extents.empty(); }
};

/// A parameter as declared, with what Function needs from it.
struct ParameterDeclaration {
  Parameter parameter;
  bool is_register = false;
  unsigned vector = 1;  ///< elements of a .v2 / .v4 in registers: so many of `parameter`
  std::string_view name;
  std::uint32_t line = 0;
};

/// The state space of ".shared" and the like.
[[nodiscard]] std::optional<Space> space_of_directive(std::string_view word);

/// Bytes of one value; types of less than a byte do not occur in memory.
[[nodiscard]] inline std::uint64_t type_bytes(Type type) { return type_bits(type) / 8; }

/// Of those that a register or a variable can have; without packed types.
[[nodiscard]] inline bool is_integer(Type type) { return type >= Type::b8 && type <= Type::s64; }

[[nodiscard]] inline std::uint64_t round_up(std::uint64_t value, std::uint64_t align) {
  return (value + align - 1) / align * align;
}

/// [.align N] [.attribute(...)] [.v2|.v4] .type
[[nodiscard]] Result<void> parse_declaration_head(TokenCursor& cursor, Declaration& declaration);
/// [N][M]...; the first extent may be left out.
[[nodiscard]] Result<void> parse_extents(TokenCursor& cursor, Declaration& declaration);
/// Values of the base type in the whole variable; 0 if the first extent is not given.
[[nodiscard]] Result<std::uint64_t> element_count(const Declaration& declaration);
/// PTX ISA, "Vectors": at most 128 bits, and no predicates.
[[nodiscard]] Result<void> check_register_vector(const Declaration& declaration);

/// ( [.param|.reg] [.align N] .type [.ptr ...] name [extent], ... ) or nothing
[[nodiscard]] Result<void> parse_parameter_list(TokenCursor& cursor, std::vector<ParameterDeclaration>& parameters);
/// Gives each its place in the parameter block.
[[nodiscard]] Result<void> lay_out(const std::vector<ParameterDeclaration>& declared,
                                   std::vector<Parameter>& parameters);

}  // namespace bankloom::ptx
