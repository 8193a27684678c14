// Zstandard, which nvcc compresses PTX with: libzstd is opened while the program runs, as every Debian has it.
#pragma once

#include "core/program/fat_binary.h"

namespace bankloom::program {

/// A decompressor, or an empty function where there is no libzstd.so.1.
[[nodiscard]] Zstandard open_zstandard();

}  // namespace bankloom::program
