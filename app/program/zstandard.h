// Zstandard, with which nvcc compresses PTX: libzstd, which every Debian has, is opened at run time.
#pragma once

#include "core/program/fat_binary.h"

namespace bankloom::program {

/// A decompressor, or an empty function if there is no libzstd.so.1.
[[nodiscard]] Zstandard open_zstandard();

}  // namespace bankloom::program
