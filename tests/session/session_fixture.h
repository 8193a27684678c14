// The shipped catalogue, the machines and a compiler, for tests of the session.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "../base/sanitized.h"
#include "core/catalog/catalog.h"
#include "core/compile/compiler.h"
#include "core/machine/machine_model.h"
#include "core/run/run_service.h"
#include "core/session/session.h"

namespace bankloom::test {

/// Made once for all tests of the executable.
struct Shipped {
  Catalog catalog;
  std::vector<MachineModel> machines;
  std::unique_ptr<Compiler> compiler;
  std::string missing_compiler;  ///< why nothing can be compiled; empty where everything is there
  static const Shipped& get();
};

/// The catalogue's kernels; under the sanitizers, where each takes a second, every fourth of them: what another kernel
/// is does not change how memory is used.
inline std::vector<Kernel> some_kernels() {
  std::vector<Kernel> some;
  const auto& all = Shipped::get().catalog.kernels;
  for (std::size_t i = 0; i < all.size(); i += kSanitized ? 4 : 1) some.push_back(all[i]);
  return some;
}

/// Skips the tests where nothing can be compiled.
class SessionTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!Shipped::get().missing_compiler.empty()) GTEST_SKIP() << Shipped::get().missing_compiler;
  }

  /// A run of a kernel, or a failed test and null.
  std::shared_ptr<const KernelRun> run(const std::string& kernel, const OptionValues& options = {},
                                       const std::string& machine = kDefaultMachine);
  /// Shows the scene of a line and waits for its runs.
  /// Shows a scene; one that names no place at what there is most to see of, as pictures do.
  void show(const std::string& line);

  RunService runs{Shipped::get().catalog, Shipped::get().machines, *Shipped::get().compiler};
  Session session{runs};
};

}  // namespace bankloom::test
