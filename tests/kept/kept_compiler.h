// NVRTC for tests, with results kept in files: the tests are many processes, built twice, which compile the same
// kernels.
//
// What is kept: PTX and messages of a text, by the whole request and the library (its version, file, size and time).
// Not kept: texts that include files, whose contents are no part of a request; binaries; errors of the compiler itself.
#pragma once

#include <filesystem>
#include <memory>

#include "core/compile/compiler.h"

namespace bankloom::test {

/// Keeps results of `inner` in `folder`, where `library` (what tells one compiler from another) is part of their key. A
/// folder that cannot be written, and a file that is not what it should be, cost the time of compiling, nothing else.
[[nodiscard]] std::unique_ptr<Compiler> make_kept_compiler(std::unique_ptr<Compiler> inner,
                                                           std::filesystem::path folder, std::string library);

/// NVRTC with its results in the folder that the environment variable BANKLOOM_KEPT_PTX names (ctest sets it), and in
/// memory; without the variable in memory alone.
[[nodiscard]] std::unique_ptr<Compiler> make_test_compiler();

}  // namespace bankloom::test
