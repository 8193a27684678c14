// Links modules that were compiled separately (nvcc -rdc=true): the .extern declarations of one are definitions of
// another.
//
// Not modelled: .weak and .common. Variables with the same name and the same first contents are one variable, as those
// of templates and inline variables must be; functions with the same name remain separate, each for its own module.
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
  /// For each part, the indices of its variables in the module.
  std::vector<std::vector<std::uint32_t>> variables;
};

/// All parts as one module. Variables and functions have the same indices for every part `home`, which gives the files
/// and source lines; instructions of other parts have no source line. Names that no part defines stay .extern.
[[nodiscard]] Linked link(std::span<const std::shared_ptr<const Module>> parts, std::size_t home);

}  // namespace bankloom::ptx
