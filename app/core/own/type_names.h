// Types by their names in CUDA C++.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/ptx/module.h"

namespace bankloom::own {

/// What is drawn of a type.
struct ElementInfo {
  std::uint64_t bytes = 0;           ///< 0: void, or unknown
  ptx::Type part = ptx::Type::none;  ///< of a number, or of a vector's numbers; none if it is neither
  std::uint64_t part_bytes = 0;

  /// Numbers in an element: 4 in a float4, 1 in a float. At least 1.
  [[nodiscard]] std::uint64_t parts() const { return part_bytes == 0 ? 1 : bytes / part_bytes; }
};

/// The same, with a structure as words (or halfwords, or bytes).
[[nodiscard]] ElementInfo drawable(const ElementInfo& info);

struct ParameterInfo {
  bool is_pointer = false;
  bool is_constant = false;  ///< points to what is const
  ElementInfo element;       ///< of what it points to, or the scalar itself
};

struct ArrayInfo {
  std::vector<std::uint64_t> extent;  ///< empty for a dynamic array
  ElementInfo element;
};

/// What the compiler says of a type (own_probe.cpp): its size, and of a number in it the kind and the size. A kind is 1
/// for signed and 2 for unsigned integers, 3 for float and double, 4 for __half, 5 for __nv_bfloat16, 0 for what is no
/// number.
[[nodiscard]] ElementInfo element_of(std::int64_t bytes, std::int64_t kind, std::int64_t part_bytes);

/// "f32" as CUDA C++ calls it: "float"; empty for what is no number.
[[nodiscard]] std::string_view cuda_name(ptx::Type element);

/// The default of element i of a buffer: i, as far as the type can hold it.
[[nodiscard]] std::string_view usual_fill(ptx::Type element);

/// Size and numbers of a built-in type such as "float", "unsigned int", "float4", "__half", without its qualifiers; 0
/// bytes for others.
[[nodiscard]] ElementInfo element_named(std::string_view type);

/// What a pointer's type points to: "float" of "float const*", "const float *__restrict__"; "" if it is no pointer.
[[nodiscard]] std::string pointed_type(std::string_view type);

/// The parameters' types in a function's demangled name: {"float*", "float const*", "int"} of
/// "void k<1>(float*, float const*, int)". None if it has no parameter list, as that of extern "C".
[[nodiscard]] std::vector<std::string> signature_types(const std::string& written);

/// The template arguments of a function's name: {"32", "float"} of "k<32, float>".
[[nodiscard]] std::vector<std::string> template_arguments(const std::string& name);

}  // namespace bankloom::own
