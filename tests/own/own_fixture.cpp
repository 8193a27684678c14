#include "own_fixture.h"

#include <stdexcept>
#include <utility>

#include "../kept/kept_compiler.h"

namespace bankloom::test {

Compiler& OwnTest::compiler() {
  static const std::unique_ptr<Compiler> instance = make_test_compiler();
  return *instance;
}

const Catalog& OwnTest::catalog() {
  static const Catalog instance = [] {
    auto loaded = load_catalog(BANKLOOM_SOURCE_DIR "/kernels");
    if (!loaded) throw std::runtime_error(loaded.error().message);
    return std::move(*loaded);
  }();
  return instance;
}

void OwnTest::SetUp() {
  const auto architectures = compiler().architectures();
  if (!architectures) GTEST_SKIP() << architectures.error().message;
}

Result<std::shared_ptr<const OwnKernel>> OwnTest::made(const OwnSource& source, Compiler& compiler,
                                                       const OptionValues& options) {
  TRY(const auto asked, ask_own_text(source, options, kDefaultArchitecture, catalog(), compiler));
  return own_kernel_of(*asked);
}

std::shared_ptr<const OwnKernel> OwnTest::make(const OwnSource& source, const OptionValues& options) {
  auto own = made(source, compiler(), options);
  EXPECT_TRUE(own.has_value()) << own.error().message;
  return own ? *own : nullptr;
}

Error OwnTest::failure(const std::string& text) {
  auto own = made({"", text, "", 0, ""}, compiler());
  EXPECT_FALSE(own.has_value()) << text;
  return own ? Error{} : own.error();
}

std::shared_ptr<const KernelRun> OwnTest::run(const OwnSource& source, const OptionValues& options) {
  static const std::vector<MachineModel> machines = *load_machines(BANKLOOM_SOURCE_DIR "/assets/machines");
  std::shared_ptr<const OwnKernel> own;
  const std::string architecture = kDefaultArchitecture;
  auto done = run_own_kernel({source, options, architecture, catalog(), compiler()},
                             *find_machine(machines, kDefaultMachine), {}, own);
  EXPECT_TRUE(done.has_value()) << done.error().message;
  return done ? *done : nullptr;
}

}  // namespace bankloom::test
