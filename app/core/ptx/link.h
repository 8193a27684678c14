// Links modules that were compiled apart (nvcc -rdc=true): what one declares .extern is what another defines.
//
// Not modelled: .weak and .common. Variables of one name and the same first contents are one, so that those of
// templates and inline variables are; functions of one name stay apart, each for its own module.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/ptx/module.h"

namespace bankloom::ptx {

struct Linked {
  std::shared_ptr<const Module> module;
  /// Of each part the indices that its variables have in the module.
  std::vector<std::vector<std::uint32_t>> variables;
};

/// All parts as one module. Variables and functions have the same indices whichever part `home` is: that whose files
/// and source lines it has; instructions of others have no source line. What no part defines stays .extern.
[[nodiscard]] Linked link(std::span<const std::shared_ptr<const Module>> parts, std::size_t home);

}  // namespace bankloom::ptx
