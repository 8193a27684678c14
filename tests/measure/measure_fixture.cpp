#include "measure_fixture.h"

#include <stdexcept>

#include "../kept/kept_compiler.h"

namespace bankloom::test {
namespace {

template <class T>
T value_or_throw(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().message);
  return std::move(*result);
}

struct Shipped {
  Catalog catalog = value_or_throw(load_catalog(BANKLOOM_SOURCE_DIR "/kernels"));
  std::vector<MachineModel> machines = value_or_throw(load_machines(BANKLOOM_SOURCE_DIR "/assets/machines"));
  std::unique_ptr<Compiler> compiler = make_test_compiler();
};

Shipped& shipped() {
  static Shipped all;
  return all;
}

}  // namespace

void MeasureTest::SetUp() {
  if (const auto architectures = compiler().architectures(); !architectures) {
    GTEST_SKIP() << architectures.error().message;
  }
}

const Catalog& MeasureTest::catalog() { return shipped().catalog; }
const std::vector<MachineModel>& MeasureTest::machines() { return shipped().machines; }
Compiler& MeasureTest::compiler() { return *shipped().compiler; }

RunMaker MeasureTest::maker(const std::string& kernel) {
  return [this, kernel](const OptionValues& options) -> Result<std::shared_ptr<const KernelRun>> {
    const auto found = find_kernel(catalog(), kernel);
    TRY(found);
    const auto compiled = compile_kernel(borrow_kernel(**found), options, kDefaultArchitecture, compiler());
    TRY(compiled);
    return run_kernel(*compiled, *find_machine(machines(), "cc9.0"));
  };
}

std::shared_ptr<const KernelRun> MeasureTest::run(const std::string& kernel, const OptionValues& options) {
  auto made = maker(kernel)(options);
  if (made) return *made;
  ADD_FAILURE() << made.error().message;
  return nullptr;
}

}  // namespace bankloom::test
