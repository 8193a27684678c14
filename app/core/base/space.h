// The state spaces of PTX (PTX ISA, "State Spaces").
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace bankloom {

enum class Space : std::uint8_t { reg, sreg, param, shared, global, local, constant, generic };

/// The space's name as PTX writes it, without the dot ("const" for constant).
[[nodiscard]] constexpr std::string_view space_name(Space space) {
  constexpr std::string_view kNames[] = {"reg", "sreg", "param", "shared", "global", "local", "const", "generic"};
  return kNames[static_cast<std::size_t>(space)];
}

}  // namespace bankloom
