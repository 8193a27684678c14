// What a learner waits for when an option is changed: from the PTX text of a lesson's kernel to its analysed accesses
// (parse, decode, emulate one block with recording, cost of every access), and the compilation before it. At the end
// the bytes that a kept warp access takes on average over the kernels that were measured.
#include <benchmark/benchmark.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/analysis/kernel_cost.h"
#include "core/catalog/catalog.h"
#include "core/compile/compiler.h"
#include "core/machine/machine_model.h"
#include "core/ptx/parser.h"
#include "core/simt/launch.h"
#include "cuda/nvrtc_compiler.h"

namespace {

using namespace bankloom;

CompileRequest request_for(const Kernel& kernel, const OptionValues& options) {
  CompileRequest request;
  request.name = "kernel.cu";
  request.text = kernel.source;
  for (const auto& [name, value] : options) request.definitions.emplace_back(name, value);
  return request;
}

/// What the kernels measured so far have kept, each counted once.
struct Kept {
  std::size_t accesses = 0, bytes = 0;
};

Kept skip(benchmark::State& state, const Error& error) {
  state.SkipWithError(error.message.c_str());
  return {};
}

Kept analyse(benchmark::State& state, const KernelInstance& instance, const std::string& ptx,
             const MachineModel& machine) {
  Kept kept;
  for (auto _ : state) {
    auto module = ptx::parse(ptx);
    if (!module) return skip(state, module.error());
    auto program = simt::decode(*module, instance.kernel->entry);
    if (!program) return skip(state, program.error());
    simt::GlobalMemory memory;
    simt::LaunchConfig config;
    config.grid = instance.grid;
    config.block = instance.block;
    config.dynamic_shared_bytes = instance.dynamic_shared_bytes;
    for (std::size_t index = 0; index < instance.parameters.size(); ++index) {
      const auto& parameter = instance.parameters[index];
      simt::KernelArgument argument{parameter.is_buffer, 0, parameter.scalar};
      if (parameter.is_buffer) argument.buffer = memory.add(parameter.name, instance.contents[index]);
      config.arguments.push_back(std::move(argument));
    }
    auto result = simt::run(**program, memory, config);
    if (!result) return skip(state, result.error());
    const KernelCost cost = summarize(machine, result->trace);
    kept = {result->trace.size(), result->trace.record_bytes()};
    benchmark::DoNotOptimize(cost.accesses.data());
  }
  state.counters["accesses"] = static_cast<double>(kept.accesses);
  return kept;
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  const std::string root = BANKLOOM_SOURCE_DIR;
  const auto catalog = load_catalog(root + "/kernels");
  const auto machines = load_machines(root + "/assets/machines");
  if (!catalog || !machines || machines->empty()) return 2;
  const std::unique_ptr<Compiler> compiler = make_nvrtc_compiler();
  std::map<std::string, Kept> kept;
  for (const Kernel& kernel : catalog->kernels) {
    const auto options = resolve_options(kernel, {});
    if (!options) return 2;
    const auto instance = instantiate(kernel, *options);
    if (!instance) return 2;
    const CompileRequest request = request_for(kernel, *options);
    const auto compiled = compiler->compile(request);
    if (!compiled || !(*compiled)->ok) {
      fmt::print(stderr, "{} does not compile here\n", kernel.id());
      return 2;
    }
    benchmark::RegisterBenchmark(("analyse/" + kernel.id()).c_str(), [=, &machines, &kept](benchmark::State& state) {
      kept[instance->kernel->id()] = analyse(state, *instance, (*compiled)->ptx, machines->front());
    })->Unit(benchmark::kMicrosecond);
  }
  const Kernel& first = catalog->kernels.front();
  const CompileRequest request = request_for(first, *resolve_options(first, {}));
  // Without the cache: what every change of an option costs.
  benchmark::RegisterBenchmark(("compile/" + first.id()).c_str(), [&](benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(compiler->compile(request));
  })->Unit(benchmark::kMillisecond);
  // A library that is open already, a compiler object that has compiled nothing yet.
  benchmark::RegisterBenchmark("compile/fresh_compiler", [&](benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(make_nvrtc_compiler()->compile(request));
  })->Unit(benchmark::kMillisecond);
  benchmark::RunSpecifiedBenchmarks();
  Kept all;
  for (const auto& [kernel, one] : kept) {
    all.accesses += one.accesses;
    all.bytes += one.bytes;
  }
  if (all.accesses > 0) {
    fmt::print("{} kept accesses of {} kernels, {:.1f} bytes each\n", all.accesses, kept.size(),
               static_cast<double>(all.bytes) / static_cast<double>(all.accesses));
  }
  return 0;
}
