// Where several shared arrays lie: what the compiled binary says of the order in which the emulator lays them.
//
// PTX leaves the order to the assembler. The emulator lays arrays as they are declared, which is what was measured on
// an H200. A binary (ELF) tells how many bytes of shared memory its kernel has, and, where its symbols name the arrays,
// the place of each: binaries with debugging information do, those that NVRTC optimises do not. (Debugging changes the
// order, so such a binary is not asked for.)
//
// Not supported: reading the order out of the machine's instructions.
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
  std::map<std::string, std::uint64_t> offsets;  ///< by symbol; empty where the binary names none
};

/// The shared memory of a kernel in a binary (64-bit little-endian ELF). Errors: no such file, no such kernel.
[[nodiscard]] Result<BinaryShared> read_binary_shared(std::span<const std::byte> elf, const std::string& entry);

/// A sentence on the order of a kernel's static arrays (two at least) as they are shown: whether the binary confirms
/// it, contradicts it, or cannot tell. `binary` is an Error where there is none.
[[nodiscard]] std::string order_sentence(const std::vector<simt::SharedArray>& arrays,
                                         const Result<BinaryShared>& binary);

}  // namespace bankloom::own
