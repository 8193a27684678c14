// One kernel of the catalogue from its text to its output, faults and costs, as the program does it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/analysis/kernel_cost.h"
#include "core/catalog/catalog.h"
#include "core/compile/compiler.h"
#include "core/machine/machine_model.h"
#include "core/simt/launch.h"

namespace bankloom {

struct KernelRun {
  std::vector<std::byte> output;
  simt::RunResult result;
};

/// The shipped catalogue, the shipped machines and a compiler, made once.
class Workbench {
 public:
  /// Throws std::runtime_error where the catalogue or the machines cannot be loaded.
  [[nodiscard]] static Workbench& get();

  [[nodiscard]] const Catalog& catalog() const { return catalog_; }
  /// Throws where there is no such machine.
  [[nodiscard]] const MachineModel& machine(const std::string& name) const;
  /// Why nothing can be compiled here; "" where everything is there.
  [[nodiscard]] const std::string& missing_compiler() const { return missing_compiler_; }

  /// Compiles and emulates one instance.
  [[nodiscard]] Result<KernelRun> run(const KernelInstance& instance) const;
  /// The same for a kernel of the catalogue at chosen options.
  [[nodiscard]] Result<KernelRun> run(const std::string& id, const OptionValues& chosen) const;

 private:
  Workbench();
  Catalog catalog_;
  std::vector<MachineModel> machines_;
  std::unique_ptr<Compiler> compiler_;
  std::string missing_compiler_;
};

}  // namespace bankloom
