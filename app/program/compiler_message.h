// The messages of nvcc and the tools that it calls (front end, host compiler, assembler, linker), as data.
#pragma once

#include <string>
#include <vector>

#include "core/base/diagnostic.h"

namespace bankloom::program {

/// The messages in the compilers' output, without the source lines that they quote.
[[nodiscard]] std::vector<Diagnostic> parse_messages(const std::string& printed);

/// The first header that is missing ("common/common.h"); empty if none is.
[[nodiscard]] std::string missing_header(const std::vector<Diagnostic>& messages);

/// Whether the messages complain of warp functions that CUDA removed for independent thread scheduling (__shfl, __any).
[[nodiscard]] bool complains_of_old_names(const std::vector<Diagnostic>& messages);

/// Whether the linker found no main().
[[nodiscard]] bool misses_main(const std::vector<Diagnostic>& messages);

}  // namespace bankloom::program
