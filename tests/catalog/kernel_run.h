// One kernel of the catalogue from its text to its output, faults and costs, as the program runs it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/compile/compiler.h"
#include "core/machine/machine_model.h"
#include "core/run/kernel_run.h"

namespace bankloom {

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

  /// Compiles and executes a kernel of the catalogue at chosen options. A warning of the compiler is an error; the
  /// accesses of all blocks are recorded.
  [[nodiscard]] Result<std::shared_ptr<const KernelRun>> run(const std::string& id, const OptionValues& chosen) const;

 private:
  Workbench();
  Catalog catalog_;
  std::vector<MachineModel> machines_;
  std::unique_ptr<Compiler> compiler_;
  std::string missing_compiler_;
};

}  // namespace bankloom
