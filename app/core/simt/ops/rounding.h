// Rounding modifiers (PTX ISA, "Rounding Modifiers").
#pragma once

#include <cstdint>

namespace bankloom::simt {

/// away is .rna: to nearest, ties away from zero.
enum class Rounding : std::uint8_t { nearest, zero, down, up, away };

}  // namespace bankloom::simt
