// Kernels with device functions, for the tests of calls.
#pragma once

#include <string>
#include <vector>

#include "kernel_run.h"

namespace bankloom::simt::test {

/// A module with device functions in front of kernel_text(body).
inline std::string with_functions(const std::string& functions, const std::string& body, unsigned parameters = 1) {
  return module_text(functions + "\n" + kernel_text(body, parameters));
}

inline Words run_with_functions(const std::string& functions, const std::string& body, std::size_t count,
                                Dim3 block = {32, 1, 1}) {
  KernelRun run(with_functions(functions, body));
  const std::size_t out = run.out<std::uint32_t>(count);
  run.config.block = block;
  run.run().expect_no_faults();
  return run.values<std::uint32_t>(out);
}

}  // namespace bankloom::simt::test
