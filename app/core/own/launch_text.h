// The text of a kernel launch in a program's host code.
#pragma once

#include <string>

namespace bankloom::own {

/// "transpose<1><<<grid, block>>>(d_out, d_in)" as it is written there: of the launches whose text reaches over `line`
/// (1-based) the first; empty where none does, as where a macro or cudaLaunchKernel makes it.
[[nodiscard]] std::string launch_text_at(const std::string& text, unsigned line);

}  // namespace bankloom::own
