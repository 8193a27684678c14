// Finds the kernel that a name, mangled or not, refers to.
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/ptx/module.h"

namespace bankloom {

/// The name in PTX of the entry that `name` means: the name itself; or the C++ function of that name ("k", "ns::k",
/// "k(float*)") where only one entry has it; or, with an empty name, the only entry there is. The error lists the
/// entries and offers the nearest.
[[nodiscard]] Result<std::string> find_entry(const ptx::Module& module, const std::string& name);

}  // namespace bankloom
