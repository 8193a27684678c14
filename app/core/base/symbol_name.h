// Names of symbols as written in C++.
#pragma once

#include <string>

namespace bankloom {

/// A mangled name as written in C++ ("k(float*)"); other names unchanged. Of one that would become very long, which a
/// short name can, only the names in front: "ns::k<...>".
[[nodiscard]] std::string demangled(const std::string& name);

/// "ns::k" of "void ns::k<int>(float*)": without result type, template arguments and parameters.
[[nodiscard]] std::string bare_name(const std::string& written);

/// A kernel's name in its source, with template arguments: "k<3>" of "_Z1kILi3EEvPi".
[[nodiscard]] std::string kernel_name(const std::string& entry);

/// "k" of "ns::k": what follows the last "::".
[[nodiscard]] std::string unqualified_name(const std::string& written);

/// The name that a variable or array has in the text: "tile" of _ZZ1kE4tile, of k()::tile.
[[nodiscard]] std::string variable_name(const std::string& symbol);

}  // namespace bankloom
