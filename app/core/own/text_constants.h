// Whole numbers that a text gives names to, as far as they can be told without a compiler: macros, const and constexpr
// variables, enumerators, a template's arguments. They say how a shared array is declared; whether what they say is
// true is known by the array's size in the PTX.
//
// Not supported: names that mean different things in different places, which are left out.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "core/own/own_text.h"
#include "core/own/type_names.h"

namespace bankloom::own {

using TextConstants = std::map<std::string, std::int64_t>;

/// `known`: what is given beside the text, as -DNAME=VALUE; it wins.
[[nodiscard]] TextConstants constants_of(const std::string& text, const TextConstants& known);

/// The value of an expression; nothing where it names something else.
[[nodiscard]] std::optional<std::int64_t> value_of(const std::string& expression, const TextConstants& constants);

/// What is known of a shared array by its declaration: element type and extents, one that cannot be told from the
/// array's size. `bytes`: of the array, 0 where it is dynamic. Extents are empty where they do not make that size.
/// `types`: what names of types stand for, as a template's arguments.
[[nodiscard]] ArrayInfo array_declared(const SharedDeclaration& array, std::uint64_t bytes,
                                       const TextConstants& constants, const std::map<std::string, std::string>& types);

}  // namespace bankloom::own
