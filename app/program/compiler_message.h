// What nvcc and the tools behind it (the front end, the host's compiler, the assembler, the linker) say, as facts.
#pragma once

#include <string>
#include <vector>

#include "core/base/diagnostic.h"

namespace bankloom::program {

/// The messages in what the compilers printed; the lines of source that they quote are left out.
[[nodiscard]] std::vector<Diagnostic> parse_messages(const std::string& printed);

/// The name in the first error that a header is missing ("common/common.h"), empty where none is.
[[nodiscard]] std::string missing_header(const std::vector<Diagnostic>& messages);

/// Whether the messages complain of names that CUDA had before the threads of a warp went their own ways (__shfl,
/// __any) and has no more.
[[nodiscard]] bool complains_of_old_names(const std::vector<Diagnostic>& messages);

/// Whether the linker misses main().
[[nodiscard]] bool misses_main(const std::vector<Diagnostic>& messages);

}  // namespace bankloom::program
