// The entry point of a libFuzzer program: a broken promise ends it like a crash, so that its input is kept.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "inputs.h"

// NOLINTBEGIN(bugprone-macro-parentheses): the argument is a function's name.
#define BANKLOOM_FUZZ_TARGET(FUNCTION)                                                                            \
  extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);                              \
  extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {                             \
    const auto complaint = bankloom::fuzz::FUNCTION(std::string_view(reinterpret_cast<const char*>(data), size)); \
    if (complaint.empty()) return 0;                                                                              \
    std::fputs("complaint: ", stderr);
/* It may repeat any byte of the input. */
std::fwrite(complaint.data(), 1, complaint.size(), stderr);
std::abort();
}
// NOLINTEND(bugprone-macro-parentheses)
