// A header for programs with warp functions from before CUDA 9, which nvcc 13 no longer has.
#pragma once

namespace bankloom::program {

/// Its text. Each function becomes its successor, applied to the active lanes.
inline constexpr const char* kOldNames = R"(// Warp functions as they were called before CUDA 9.
#pragma once
#include <cuda_runtime.h>
#define __shfl(...) __shfl_sync(__activemask(), __VA_ARGS__)
#define __shfl_up(...) __shfl_up_sync(__activemask(), __VA_ARGS__)
#define __shfl_down(...) __shfl_down_sync(__activemask(), __VA_ARGS__)
#define __shfl_xor(...) __shfl_xor_sync(__activemask(), __VA_ARGS__)
#define __ballot(predicate) __ballot_sync(__activemask(), predicate)
#define __any(predicate) __any_sync(__activemask(), predicate)
#define __all(predicate) __all_sync(__activemask(), predicate)
)";

}  // namespace bankloom::program
