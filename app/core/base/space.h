// The state spaces of PTX (PTX ISA, "State Spaces") that an access can go to.
#pragma once

#include <cstdint>
#include <string_view>

namespace bankloom {

enum class Space : std::uint8_t { reg, sreg, param, shared, global, local, constant, generic };

/// The space's name as PTX writes it, without the dot ("const" for constant).
[[nodiscard]] constexpr std::string_view space_name(Space space) {
  switch (space) {
    case Space::reg:
      return "reg";
    case Space::sreg:
      return "sreg";
    case Space::param:
      return "param";
    case Space::shared:
      return "shared";
    case Space::global:
      return "global";
    case Space::local:
      return "local";
    case Space::constant:
      return "const";
    case Space::generic:
      return "generic";
  }
  return "?";
}

}  // namespace bankloom
