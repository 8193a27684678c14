#include "core/ptx/declaration.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/ptx/constant_expression.h"
#include "core/ptx/directives.h"

namespace bankloom::ptx {
namespace {

Result<std::uint64_t> parse_alignment(TokenCursor& cursor) {
  const std::uint32_t line = cursor.line();
  TRY(const std::uint64_t align, parse_integer(cursor, ".align"));
  if (!std::has_single_bit(align) || align > ParserLimits::max_alignment) {
    return fail_at(line, ".align {} is not a power of two up to {}", align, ParserLimits::max_alignment);
  }
  return align;
}

Result<Type> parse_type(TokenCursor& cursor) {
  const Token& token = cursor.take();
  const Type type = token.kind == Token::Kind::word ? type_from_name(token.text) : Type::none;
  if (type != Type::none) return type;
  if (token.text == ".texref" || token.text == ".samplerref") return fail_at(token.line, "textures are not emulated");
  if (token.text == ".surfref") return fail_at(token.line, "surfaces are not emulated");

  return fail_at(token.line, "expected a type, found {}", describe(token));
}

// .ptr [.space] [.align N]: what a pointer points to; it has no effect.
Result<void> parse_pointer_attribute(TokenCursor& cursor) {
  if (cursor.peek().kind == Token::Kind::word && space_of_directive(cursor.peek().text)) cursor.take();
  if (cursor.accept_word(".align")) {
    TRY(parse_alignment(cursor));
  }
  return {};
}

Result<void> parse_parameter(TokenCursor& cursor, ParameterDeclaration& parameter) {
  Declaration declaration;
  declaration.space = Space::param;
  parameter.is_register = cursor.accept_word(".reg");
  if (parameter.is_register) {
    declaration.space = Space::reg;
  } else if (!cursor.accept_word(".param")) {
    return fail_at(cursor.line(), "expected a parameter, found {}", describe(cursor.peek()));
  }
  TRY(parse_declaration_head(cursor, declaration));
  if (cursor.accept_word(".ptr")) {
    TRY(parse_pointer_attribute(cursor));
  }
  declaration.line = cursor.line();
  TRY(declaration.name, cursor.expect_name("a parameter's name"));
  TRY(parse_extents(cursor, declaration));
  TRY(std::uint64_t count, element_count(declaration));
  if (parameter.is_register) {
    if (declaration.is_array()) return fail_at(declaration.line, "a parameter in registers cannot be an array");
    TRY(check_register_vector(declaration));
    parameter.vector = std::exchange(declaration.vector, 1u);
    count = 1;
  }
  parameter.name = declaration.name;
  parameter.line = declaration.line;
  const std::uint64_t natural = std::max<std::uint64_t>(1, type_bytes(declaration.type) * declaration.vector);
  parameter.parameter = {.name = std::string(declaration.name),
                         .type = declaration.type,
                         .align = declaration.align != 0 ? declaration.align : natural,
                         .size = declaration.type == Type::pred ? 1 : count * type_bytes(declaration.type),
                         .offset = 0};
  return {};
}

}  // namespace

std::optional<Space> space_of_directive(std::string_view word) {
  if (word == ".global") return Space::global;
  if (word == ".shared") return Space::shared;
  if (word == ".local") return Space::local;
  if (word == ".const") return Space::constant;
  if (word == ".param") return Space::param;
  if (word == ".reg") return Space::reg;
  return std::nullopt;
}

Result<void> parse_declaration_head(TokenCursor& cursor, Declaration& declaration) {
  while (true) {
    if (cursor.accept_word(".align")) {
      TRY(declaration.align, parse_alignment(cursor));
    } else if (cursor.accept_word(".attribute")) {
      TRY(skip_attribute(cursor, &declaration.is_managed));
    } else if (cursor.accept_word(".v2")) {
      declaration.vector = 2;
    } else if (cursor.accept_word(".v4")) {
      declaration.vector = 4;
    } else {
      break;
    }
  }
  declaration.line = cursor.line();
  TRY(declaration.type, parse_type(cursor));
  if (declaration.space != Space::reg && type_bits(declaration.type) < 8) {
    return fail_at(declaration.line, "a variable in memory cannot be a predicate");
  }
  return {};
}

Result<void> parse_extents(TokenCursor& cursor, Declaration& declaration) {
  declaration.extents.clear();
  while (cursor.accept("[")) {
    std::uint64_t extent = 0;
    const std::uint32_t line = cursor.line();
    if (!cursor.peek().is("]")) {
      TRY(extent, parse_integer(cursor, "an array's extent"));
      if (extent == 0 && !declaration.extents.empty()) return fail_at(line, "an array's extent is 0");
    } else if (!declaration.extents.empty()) {
      return fail_at(line, "only the first extent of an array can be left out");
    }
    if (declaration.extents.size() == ParserLimits::max_dimensions) return fail_at(line, "too many array dimensions");
    declaration.extents.push_back(extent);
    TRY(cursor.expect("]", "after an array's extent"));
  }
  return {};
}

Result<std::uint64_t> element_count(const Declaration& declaration) {
  std::uint64_t count = declaration.vector;
  const std::uint64_t most =
      ParserLimits::max_variable_bytes / std::max<std::uint64_t>(type_bytes(declaration.type), 1);
  for (const std::uint64_t extent : declaration.extents) {
    if (extent != 0 && count > most / extent) {
      return fail_at(declaration.line, "the variable '{}' is larger than {} bytes", declaration.name,
                     ParserLimits::max_variable_bytes);
    }
    count *= extent;
  }
  return count;
}

Result<void> check_register_vector(const Declaration& declaration) {
  constexpr unsigned kMostBits = 128;
  if (declaration.vector == 1) return {};
  if (declaration.type == Type::pred) return fail_at(declaration.line, "a vector cannot have predicates as elements");
  const unsigned bits = declaration.vector * type_bits(declaration.type);
  if (bits > kMostBits)
    return fail_at(declaration.line, "a vector of {} bits; at most {} are possible", bits, kMostBits);
  return {};
}

Result<void> parse_parameter_list(TokenCursor& cursor, std::vector<ParameterDeclaration>& parameters) {
  if (!cursor.accept("(") || cursor.accept(")")) return {};
  do {
    TRY(parse_parameter(cursor, parameters.emplace_back()));
  } while (cursor.accept(","));
  return cursor.expect(")", "after parameters");
}

Result<void> lay_out(const std::vector<ParameterDeclaration>& declared, std::vector<Parameter>& parameters) {
  std::uint64_t offset = 0;
  parameters.clear();
  parameters.reserve(declared.size());
  for (const ParameterDeclaration& declaration : declared) {
    for (unsigned element = 0; element < declaration.vector; ++element) {
      Parameter& parameter = parameters.emplace_back(declaration.parameter);
      parameter.offset = round_up(offset, parameter.align);
      offset = parameter.offset + parameter.size;
    }
    if (offset > ParserLimits::max_parameter_bytes) {
      return fail_at(declaration.line, "the parameters are larger than {} bytes", ParserLimits::max_parameter_bytes);
    }
  }
  return {};
}

}  // namespace bankloom::ptx
