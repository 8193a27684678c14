#include "kernel_run.h"

#include <limits>
#include <stdexcept>
#include <utility>

#include "../kept/kept_compiler.h"

namespace bankloom {
namespace {

template <class T>
T value_or_throw(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().message);
  return std::move(*result);
}

}  // namespace

Workbench::Workbench()
    : catalog_(value_or_throw(load_catalog(BANKLOOM_SOURCE_DIR "/kernels"))),
      machines_(value_or_throw(load_machines(BANKLOOM_SOURCE_DIR "/assets/machines"))),
      compiler_(test::make_test_compiler()) {
  if (const auto architectures = compiler_->architectures(); !architectures) {
    missing_compiler_ = architectures.error().message;
  }
}

Workbench& Workbench::get() {
  static Workbench workbench;
  return workbench;
}

const MachineModel& Workbench::machine(const std::string& name) const {
  for (const auto& machine : machines_) {
    if (machine.name == name) return machine;
  }
  throw std::runtime_error("no machine " + name);
}

Result<std::shared_ptr<const KernelRun>> Workbench::run(const std::string& id, const OptionValues& chosen) const {
  const auto kernel = find_kernel(catalog_, id);
  TRY(kernel);
  auto compiled = compile_kernel(borrow_kernel(**kernel), chosen, kDefaultArchitecture, *compiler_);
  TRY(compiled);
  if (!compiled->compiled->diagnostics.empty()) return fail("{} has warnings: {}", id, compiled->compiled->log);
  RunSettings settings;
  settings.recorded_threads = std::numeric_limits<std::uint64_t>::max();
  auto run = run_kernel(std::move(*compiled), machine(kDefaultMachine), settings);
  TRY(run);
  return *run;
}

}  // namespace bankloom
