// What the text of host code shows: whether it has a main(), and a launch's text. A run shows the rest.
#pragma once

#include <string>
#include <string_view>

namespace bankloom::own {

/// Whether the text defines main(), so that it launches its kernels itself. Not supported: a main() from a macro or an
/// included file.
[[nodiscard]] bool has_main(std::string_view text);

/// "transpose<1><<<grid, block>>>(d_out, d_in)": the first launch whose text includes `line` (1-based), as written;
/// empty if none does, as with a macro or cudaLaunchKernel.
[[nodiscard]] std::string launch_text_at(const std::string& text, unsigned line);

}  // namespace bankloom::own
