// The order of several shared arrays in the compiled binary, compared with the emulator's.
//
// PTX leaves the order to the assembler. The emulator keeps the order of declarations, which was measured on an H200. A
// binary (ELF) has the size of its kernel's shared memory and, if its symbols name the arrays, the place of each:
// binaries with debugging information do, those that NVRTC optimises do not. (Debugging changes the order, so such a
// binary is not asked for.)
//
// Not supported: finding the order in the machine code.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/simt/launch.h"

namespace bankloom::own {

struct BinaryShared {
  std::uint64_t bytes = 0;                       ///< of the kernel's section, what the system keeps included
  std::map<std::string, std::uint64_t> offsets;  ///< by symbol; empty if the binary names none
};

/// The shared memory of a kernel in a binary (64-bit little-endian ELF). Errors: no such file, no such kernel.
[[nodiscard]] Result<BinaryShared> read_binary_shared(std::span<const std::byte> elf, const std::string& entry);

/// A sentence on the order of a kernel's static arrays (two at least) as they are shown: whether the binary confirms
/// it, contradicts it, or cannot tell. `binary` is an Error if there is none.
[[nodiscard]] std::string order_sentence(const std::vector<simt::SharedArray>& arrays,
                                         const Result<BinaryShared>& binary);

}  // namespace bankloom::own
