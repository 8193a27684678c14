// Why there is no run of a kernel: a sentence, and the compiler's messages where there are some.
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/compile/compiler.h"

namespace bankloom {

/// Why there is no run.
struct RunFailure {
  Error error;                          ///< the sentence; "FILE does not compile" where the compiler refused the text
  std::vector<Diagnostic> diagnostics;  ///< the compiler's, where the text does not compile
  std::string log;                      ///< the compiler's own words, where it gave no diagnostics
  bool cancelled = false;               ///< it was asked to end: nothing is wrong
  unsigned line = 0;                    ///< of the text that the sentence is about, and names; 0: of none
};

template <class T>
using RunResultOf = tl::expected<T, RunFailure>;

}  // namespace bankloom
