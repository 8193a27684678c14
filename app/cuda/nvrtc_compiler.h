// NVRTC, NVIDIA's run-time compiler, behind the Compiler interface.
//
// The library is opened while the program runs, not linked: without it everything that needs no compiler (PTX files,
// access tables) still works, and the error says what is missing. The first compile() or architectures() looks for it:
//   1. the path in the environment variable BANKLOOM_NVRTC (then nothing else is tried)
//   2. the library found when the project was configured
//   3. lib64, lib and targets/<machine>-linux/lib below CUDA_PATH, then CUDA_HOME
//   4. the same below /usr/local/cuda
//   5. the loader's own search: LD_LIBRARY_PATH and the distribution's folders
// In each folder the newest of libnvrtc.so.13, .12 and .11.2 is taken.
//
// Not modelled: nothing is linked, so a kernel that calls a function of another file does not compile; no PTX cache
// on disk is read or written.
#pragma once

#include <memory>

#include "core/compile/compiler.h"

namespace bankloom {

/// A compiler that calls NVRTC 11.8 or later. Texts are compiled as C++17 with source lines (.loc), the compiler's
/// default arithmetic (contraction to fma on, IEEE division and square root) and the toolkit's headers (cuda_fp16.h,
/// mma.h, cooperative_groups.h, cuda/std) where they were found. An architecture that the library does not
/// know is an Error that names those it knows. A CompileRequest's name may be a path: files that the text includes
/// in quotes are then looked for beside it.
[[nodiscard]] std::unique_ptr<Compiler> make_nvrtc_compiler();

}  // namespace bankloom
