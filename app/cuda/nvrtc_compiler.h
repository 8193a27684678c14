// NVRTC, NVIDIA's run-time compiler, as a Compiler.
//
// The library is opened at run time, not linked: without it, everything that needs no compiler (PTX files, access
// tables) still works, and the error says what is missing. The first call searches, in this order:
//   1. the path in the environment variable BANKLOOM_NVRTC (then nothing else)
//   2. the library found when the project was configured
//   3. lib64, lib and targets/<machine>-linux/lib below CUDA_PATH, then CUDA_HOME
//   4. the same below /usr/local/cuda
//   5. what `bankloom doctor --fetch` downloaded
//   6. the loader's own search: LD_LIBRARY_PATH and the distribution's folders
// Each folder gives the newest of libnvrtc.so.13, .12 and .11.2.
//
// Not supported: linking, so a kernel that calls a function of another file does not compile.
#pragma once

#include <array>
#include <memory>

#include "core/compile/compiler.h"

namespace bankloom {

/// The options that all texts are compiled with; the architecture and definitions come with a request.
inline constexpr std::array<const char*, 2> kNvrtcOptions = {"-lineinfo", "-std=c++17"};

/// A compiler that calls NVRTC 11.8 or later. It compiles C++17 with source lines (.loc), the default arithmetic
/// (contraction to fma, IEEE division and square root) and, if they were found, the toolkit's headers (cuda_fp16.h,
/// mma.h, cooperative_groups.h, cuda/std). If a CompileRequest's name is a path, files that the text includes in quotes
/// are searched for in its folder. Errors: an architecture that the library does not know; the message lists those that
/// it does.
[[nodiscard]] std::unique_ptr<Compiler> make_nvrtc_compiler();

}  // namespace bankloom
