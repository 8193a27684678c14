// The entry point of a libFuzzer program: a broken promise ends it like a crash, so that its input is kept.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "inputs.h"

/// Ends the program where there is a complaint, which may repeat any byte of the input.
inline void end_at(const bankloom::fuzz::Complaint& complaint) {
  if (complaint.empty()) return;
  std::fputs("complaint: ", stderr);
  std::fwrite(complaint.data(), 1, complaint.size(), stderr);
  std::fputc('\n', stderr);
  std::abort();
}

// NOLINTBEGIN(bugprone-macro-parentheses): the argument is a function's name.
#define BANKLOOM_FUZZ_TARGET(FUNCTION)                                                             \
  extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);               \
  extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {              \
    end_at(bankloom::fuzz::FUNCTION(std::string_view(reinterpret_cast<const char*>(data), size))); \
    return 0;                                                                                      \
  }
// NOLINTEND(bugprone-macro-parentheses)
