// Places in the program's own code, as addr2line takes them.
#pragma once

#include <cstdint>

namespace bankloom::runtime {

/// Finds out where the program's executable lies; once.
void find_program();
/// The offset of the instruction before `address` in the executable; 0 where it is in none of its segments. Safe in a
/// signal's handler.
[[nodiscard]] std::uint64_t code_offset(const void* address);

}  // namespace bankloom::runtime
