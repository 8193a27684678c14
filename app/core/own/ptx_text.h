// PTX as an own text, whose launch a comment describes in the notation of `bankloom emulate`.
//
//     // launch: transpose<<<dim3(2, 2), dim3(32, 8)>>>(out:f32:4096 in:f32:@matrix.bin i32:64)
//
// One argument for each parameter, separated by blanks: out:f32:4096 is a buffer of zeros, in:f32:1,2,3 one with
// these values, f32:1.5 a scalar (core/ptx/argument_spec.h). Of several kernels the launch line chooses one. A buffer
// that is a matrix has a line with its parameter's name, `// out: f32[64][64]`. Shared arrays have the shapes and types
// that the PTX declares.
//
// Not supported: what a comment of a CUDA text can say of contents and tiles; sizes other than whole numbers and what
// is computed from them.
#pragma once

#include <memory>

#include "core/base/result.h"
#include "core/own/captured_launch.h"
#include "core/own/own_source.h"

namespace bankloom {

/// Whether a source is PTX: its file's name ends in .ptx.
[[nodiscard]] bool is_ptx_source(const OwnSource& source);

/// The launch that the text describes, as if a program had made it; lines are the text's own. Failures: unsupported
/// PTX; no launch line (the failure says what to write, with the kernels' names); an argument that is malformed or does
/// not fit its parameter.
[[nodiscard]] Result<std::shared_ptr<const CapturedLaunch>> launch_of_ptx(const OwnSource& source);

}  // namespace bankloom
