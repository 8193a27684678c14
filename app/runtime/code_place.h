// Places in the program's own code, in the form that addr2line takes.
#pragma once

#include <cstdint>

namespace bankloom::runtime {

/// Finds the program's executable in memory; once.
void find_program();
/// The offset of the instruction before `address` in the executable; 0 if it is in none of its segments. Safe in a
/// signal's handler.
[[nodiscard]] std::uint64_t code_offset(const void* address);

}  // namespace bankloom::runtime
