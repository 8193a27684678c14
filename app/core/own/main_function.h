// Whether a text is a whole program, which says itself how its kernels are launched.
#pragma once

#include <string_view>

namespace bankloom {

/// Whether CUDA C++ defines main(). Not supported: a main() that a macro makes, or that an included file has.
[[nodiscard]] bool has_main(std::string_view text);

}  // namespace bankloom
