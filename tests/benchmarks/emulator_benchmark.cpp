// How many thread-instructions the emulator executes in a second, on one thread, with and without recording.
//
// The counter "instructions" counts PTX instructions of single threads; "per_thread" says how many one thread executes.
#include <benchmark/benchmark.h>

#include <cstring>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "core/ptx/parser.h"
#include "core/simt/launch.h"

namespace {

using namespace bankloom;

std::shared_ptr<const simt::Program> load(const std::string& name) {
  std::ifstream file(std::string(BANKLOOM_SOURCE_DIR) + "/tests/benchmarks/kernels/" + name + ".ptx");
  std::stringstream text;
  text << file.rdbuf();
  auto module = ptx::parse(text.str());
  if (!module) return nullptr;
  auto program = simt::decode(*module, name);
  return program ? *program : nullptr;
}

simt::KernelArgument scalar(std::int32_t value) {
  simt::KernelArgument argument;
  argument.bytes.resize(sizeof value);
  std::memcpy(argument.bytes.data(), &value, sizeof value);
  return argument;
}

simt::KernelArgument buffer(std::size_t index) {
  simt::KernelArgument argument;
  argument.is_buffer = true;
  argument.buffer = index;
  return argument;
}

void measure(benchmark::State& state, const simt::Program& program, simt::GlobalMemory& memory,
             simt::LaunchConfig& config) {
  config.record.enabled = state.range(0) != 0;
  config.threads = static_cast<unsigned>(state.range(1));
  std::uint64_t instructions = 0, accesses = 0;
  for (auto _ : state) {
    auto result = simt::run(program, memory, config);
    if (!result || !result->faults.empty()) {
      state.SkipWithError("the kernel did not run");
      return;
    }
    instructions += result->statistics.thread_instructions;
    accesses += result->trace.size();
    benchmark::DoNotOptimize(result);
  }
  state.counters["instructions"] = benchmark::Counter(static_cast<double>(instructions), benchmark::Counter::kIsRate);
  state.counters["per_thread"] = static_cast<double>(instructions) / static_cast<double>(state.iterations()) /
                                 static_cast<double>(config.grid.count() * config.block.count());
  state.counters["accesses"] = static_cast<double>(accesses) / static_cast<double>(state.iterations());
}

/// 512 x 512 floats in tiles of 32 x 32.
void transpose(benchmark::State& state) {
  constexpr std::int32_t kSide = 512;
  const auto program = load("transpose");
  if (program == nullptr) return state.SkipWithError("transpose.ptx cannot be read");
  simt::GlobalMemory memory;
  simt::LaunchConfig config;
  config.grid = {kSide / 32, kSide / 32, 1};
  config.block = {32, 32, 1};
  std::vector<std::byte> in(std::size_t{kSide} * kSide * 4);
  for (std::size_t i = 0; i < in.size() / 4; ++i) {
    const auto value = static_cast<float>(i);
    std::memcpy(in.data() + 4 * i, &value, 4);
  }
  config.arguments = {buffer(memory.add("out", std::vector<std::byte>(in.size()))), buffer(memory.add("in", in)),
                      scalar(kSide), scalar(kSide)};
  measure(state, *program, memory, config);
}

void collatz(benchmark::State& state) {
  constexpr std::int32_t kCount = 65'536;
  const auto program = load("collatz");
  if (program == nullptr) return state.SkipWithError("collatz.ptx cannot be read");
  simt::GlobalMemory memory;
  simt::LaunchConfig config;
  config.grid = {kCount / 256, 1, 1};
  config.block = {256, 1, 1};
  config.arguments = {buffer(memory.add("lengths", std::vector<std::byte>(std::size_t{kCount} * 4))), scalar(kCount)};
  measure(state, *program, memory, config);
}

BENCHMARK(transpose)
    ->ArgNames({"recording", "threads"})
    ->Args({1, 1})
    ->Args({0, 1})
    ->Args({1, 2})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(collatz)
    ->ArgNames({"recording", "threads"})
    ->Args({1, 1})
    ->Args({0, 1})
    ->Args({1, 2})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
