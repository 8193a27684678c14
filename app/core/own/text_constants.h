// Named whole numbers of a text, evaluated without a compiler: macros, const and constexpr variables, enumerators,
// template arguments. They give the shape of a shared array, which its size in the PTX confirms.
//
// Not supported: names with different values in different places, which are left out.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "core/own/own_text.h"
#include "core/own/type_names.h"

namespace bankloom::own {

using TextConstants = std::map<std::string, std::int64_t>;

/// `known`: values from outside of the text, as -DNAME=VALUE; they win.
[[nodiscard]] TextConstants constants_of(const std::string& text, const TextConstants& known);

/// The value of an expression; nothing if it names something else.
[[nodiscard]] std::optional<std::int64_t> value_of(const std::string& expression, const TextConstants& constants);

/// Element type and extents of a shared array from its declaration; one unknown extent follows from the array's size.
/// `bytes`: of the array, 0 if it is dynamic. Extents are empty if they do not agree with that size. `types`: the
/// meaning of type names, such as template parameters.
[[nodiscard]] ArrayInfo array_declared(const SharedDeclaration& array, std::uint64_t bytes,
                                       const TextConstants& constants, const std::map<std::string, std::string>& types);

}  // namespace bankloom::own
