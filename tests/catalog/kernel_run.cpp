#include "kernel_run.h"

#include <stdexcept>
#include <utility>

#include "../kept/kept_compiler.h"

#include "core/ptx/parser.h"

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

Result<KernelRun> Workbench::run(const KernelInstance& instance) const {
  CompileRequest request;
  request.name = "kernel.cu";
  request.text = instance.kernel->source;
  request.definitions.assign(instance.options.begin(), instance.options.end());
  const auto compiled = compiler_->compile(request);
  if (!compiled) return fail_with(compiled.error());
  if (!(*compiled)->ok) return fail("{} does not compile: {}", instance.kernel->id(), (*compiled)->log);
  if (!(*compiled)->diagnostics.empty()) return fail("{} has warnings: {}", instance.kernel->id(), (*compiled)->log);
  const auto module = ptx::parse((*compiled)->ptx);
  if (!module) return fail_with(module.error());
  const auto program = simt::decode(*module, instance.kernel->entry);
  if (!program) return fail_with(program.error());

  simt::GlobalMemory memory;
  simt::LaunchConfig config;
  config.grid = instance.grid;
  config.block = instance.block;
  config.dynamic_shared_bytes = instance.dynamic_shared_bytes;
  std::vector<std::size_t> buffers;
  for (std::size_t index = 0; index < instance.parameters.size(); ++index) {
    const auto& parameter = instance.parameters[index];
    simt::KernelArgument argument{parameter.is_buffer, 0, parameter.scalar};
    if (parameter.is_buffer) argument.buffer = memory.add(parameter.name, instance.contents[index]);
    buffers.push_back(argument.buffer);
    config.arguments.push_back(std::move(argument));
  }
  auto result = simt::run(**program, memory, config);
  if (!result) return fail_with(result.error());
  return KernelRun{memory.buffer(buffers[instance.output_parameter]).bytes, std::move(*result)};
}

Result<KernelRun> Workbench::run(const std::string& id, const OptionValues& chosen) const {
  const auto kernel = find_kernel(catalog_, id);
  if (!kernel) return fail_with(kernel.error());
  const auto instance = instantiate(**kernel, chosen);
  if (!instance) return fail_with(instance.error());
  return run(*instance);
}

}  // namespace bankloom
