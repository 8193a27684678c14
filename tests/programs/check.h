// What the programs of this folder share: they end with 1, and the line, where something is not as it must be.
#pragma once

#include <cstdio>
#include <cstdlib>

#define REQUIRE(what)                                    \
  do {                                                   \
    if (!(what)) {                                       \
      std::printf("line %d: not %s\n", __LINE__, #what); \
      std::exit(1);                                      \
    }                                                    \
  } while (false)

#define REQUIRE_ERROR(call, wanted)                                     \
  do {                                                                  \
    const cudaError_t error_ = (call);                                  \
    if (error_ != (wanted)) {                                           \
      std::printf("line %d: %s\n", __LINE__, cudaGetErrorName(error_)); \
      std::exit(1);                                                     \
    }                                                                   \
  } while (false)

#define CHECK(call) REQUIRE_ERROR(call, cudaSuccess)
