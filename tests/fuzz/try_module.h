// What is tried with every module of PTX, whether it was parsed or linked.
#pragma once

#include <memory>

#include "core/ptx/module.h"
#include "inputs.h"

namespace bankloom::fuzz {

/// Decodes and runs the first kernels of a module that is small enough. Promised: what try_ptx says.
[[nodiscard]] Complaint try_module(const std::shared_ptr<const ptx::Module>& module);

}  // namespace bankloom::fuzz
