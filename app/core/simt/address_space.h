// Where the emulator puts the state spaces in the 64-bit generic address space.
//
// As on a device, global and constant addresses are generic addresses; shared and local memory appear in windows. The
// numbers are the emulator's own choice: PTX leaves them to the implementation (PTX ISA, "Generic Addressing"), and a
// kernel must not depend on them.
#pragma once

#include <cstdint>

#include "core/base/space.h"

namespace bankloom::simt {

inline constexpr std::uint64_t kSharedWindow = 0x0100'0000'0000;
inline constexpr std::uint64_t kLocalWindow = 0x0200'0000'0000;
inline constexpr std::uint64_t kParamWindow = 0x0300'0000'0000;
inline constexpr std::uint64_t kWindowBytes = 0x0100'0000;
inline constexpr std::uint64_t kFunctionBase = 0x0400'0000'0000;  ///< "addresses" of functions, 16 bytes from one to
                                                                  ///< the next
/// The barrier of a cooperative launch, in global memory (see cooperative_run.h).
inline constexpr std::uint64_t kGridBarrierBase = 0x6000'0000'0000;
inline constexpr std::uint64_t kGridBarrierBytes = 8;
inline constexpr std::uint64_t kModuleBase = 0x7000'0000'0000;    ///< .global variables of the module
inline constexpr std::uint64_t kConstantBase = 0x7100'0000'0000;  ///< .const variables
inline constexpr std::uint64_t kGlobalBase = 0x7f00'0000'0000;    ///< buffers

/// Start of the entry's parameter block within the param space. Its addresses differ from those of the parameter memory
/// of device functions.
inline constexpr std::uint64_t kLaunchParameterBase = 0x0080'0000;

/// Offset that turns an address within a space into a generic one (cvta).
[[nodiscard]] constexpr std::uint64_t window_of(Space space) {
  switch (space) {
    case Space::shared:
      return kSharedWindow;
    case Space::local:
      return kLocalWindow;
    case Space::param:
      return kParamWindow;
    default:
      return 0;
  }
}

/// The space of a generic address.
[[nodiscard]] constexpr Space space_of(std::uint64_t generic) {
  if (generic - kSharedWindow < kWindowBytes) return Space::shared;
  if (generic - kLocalWindow < kWindowBytes) return Space::local;
  if (generic - kParamWindow < kWindowBytes) return Space::param;
  if (generic >= kConstantBase && generic < kGlobalBase) return Space::constant;
  return Space::global;
}

}  // namespace bankloom::simt
