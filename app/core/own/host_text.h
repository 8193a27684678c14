// What is read of host code by its words: whether there is a main(), and a launch's text. All else a run says.
#pragma once

#include <string>
#include <string_view>

namespace bankloom::own {

/// Whether CUDA C++ defines main(), and so says itself how its kernels are launched. Not supported: a main() that a
/// macro makes, or that an included file has.
[[nodiscard]] bool has_main(std::string_view text);

/// "transpose<1><<<grid, block>>>(d_out, d_in)" as it is written there: of the launches whose text reaches over `line`
/// (1-based) the first; empty where none does, as where a macro or cudaLaunchKernel makes it.
[[nodiscard]] std::string launch_text_at(const std::string& text, unsigned line);

}  // namespace bankloom::own
