// KernelCommand: what commands share that take a kernel, from the catalogue, a file or a program's launch.
#pragma once

#include <CLI/App.hpp>
#include <memory>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/input.h"
#include "cli/program_run.h"
#include "cli/run_progress.h"
#include "core/catalog/catalog.h"
#include "core/machine/machine_model.h"
#include "core/run/kernel_run.h"

namespace bankloom::cli {

struct KernelCommand {
  /// The options after parsing, with the data that they need.
  struct Prepared {
    Format format = Format::text;
    OptionValues chosen;
    Catalog catalog;
    MachineModel machine;
  };

  std::string kernel;
  ProgramFlags program;
  std::vector<std::string> settings;
  std::string machine = kDefaultMachine;
  std::string architecture = kDefaultArchitecture;
  std::string format = "text";
  std::string dynamic_shared;  ///< bytes in place of the launch's own; empty: those

  /// Declares KERNEL, the options of --launch, and --set; a command declares others itself.
  CLI::Option* declare(CLI::App& app);

  /// Whether KERNEL is a file, or with --build a program, instead of a kernel of the catalogue.
  [[nodiscard]] bool is_file() const;
  [[nodiscard]] Result<Prepared> prepare(const Context& context) const;
  /// Compiles and runs the kernel.
  [[nodiscard]] Result<std::shared_ptr<const KernelRun>> run(const Prepared& prepared, const Context& context) const;
  /// The kernel's PTX, even if it cannot be run.
  [[nodiscard]] Result<std::string> ptx(const Prepared& prepared, const Context& context) const;

 private:
  [[nodiscard]] Result<RunSettings> run_settings(RunProgress& progress) const;
  [[nodiscard]] Result<CompiledKernel> compile(const Prepared& prepared, const Context& context) const;
  /// `own` receives what is known of the kernel before it runs.
  [[nodiscard]] Result<std::shared_ptr<const KernelRun>> run_file(const Prepared& prepared, const Context& context,
                                                                  std::shared_ptr<const OwnKernel>& own) const;
};

}  // namespace bankloom::cli
