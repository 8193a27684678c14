// Types by the names that CUDA C++ gives them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/own/own_probe.h"

namespace bankloom::own {

/// Size and numbers of a built-in type, "float", "unsigned int", "float4", "__half": qualifiers are left out. Nothing
/// (0 bytes) for others.
[[nodiscard]] ElementInfo element_named(std::string_view type);

/// What a pointer's type points to: "float" of "float const*", "const float *__restrict__"; "" where it is no pointer.
[[nodiscard]] std::string pointed_type(std::string_view type);

/// The parameters' types in a function's demangled name: {"float*", "float const*", "int"} of
/// "void k<1>(float*, float const*, int)". None where it has no parameter list, as that of extern "C".
[[nodiscard]] std::vector<std::string> signature_types(const std::string& written);

/// The template arguments of a function's name: {"32", "float"} of "k<32, float>".
[[nodiscard]] std::vector<std::string> template_arguments(const std::string& name);

}  // namespace bankloom::own
