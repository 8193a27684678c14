// How long a whole grid takes: transposes of a large matrix with every access counted by the memory model, none kept,
// and the output compared element by element.
//
// grid_benchmark [SIDE [THREADS [RUNS]]], by default 4096 2 5. Of each kernel the fastest run is told: seconds in the
// emulator, processor seconds (of all threads), thread-instructions per second, and what was counted; at the end how
// long a run that is under way takes to end when asked to, and the peak memory of the process.
// grid_benchmark cores [RUNS]: one thread against two, in turns, for matrices of several sizes.
// grid_benchmark sample: a launch that takes too long to be executed whole, on one thread and on two.
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "core/analysis/grid_counter.h"
#include "core/compile/compiler.h"
#include "core/machine/machine_model.h"
#include "core/ptx/parser.h"
#include "core/simt/block_plan.h"
#include "core/simt/launch.h"
#include "cuda/nvrtc_compiler.h"

namespace {

using namespace bankloom;

struct Candidate {
  const char* name;
  const char* entry;
  const char* padding;
};
constexpr Candidate kCandidates[] = {{"naive", "naive", "0"}, {"tile", "tile", "0"}, {"padded tile", "tile", "1"}};

std::shared_ptr<const simt::Program> compile(Compiler& compiler, const Candidate& candidate) {
  std::ifstream file(std::string(BANKLOOM_SOURCE_DIR) + "/tests/benchmarks/kernels/grid_transpose.cu");
  CompileRequest request;
  request.name = "grid_transpose.cu";
  request.text.assign(std::istreambuf_iterator<char>(file), {});
  request.definitions.emplace_back("PAD", candidate.padding);
  const auto compiled = compiler.compile(request);
  if (!compiled || !(*compiled)->ok) {
    fmt::print(stderr, "grid_transpose.cu does not compile here: {}\n",
               compiled ? (*compiled)->log : compiled.error().message);
    return nullptr;
  }
  const auto module = ptx::parse((*compiled)->ptx);
  if (!module) return nullptr;
  const auto program = simt::decode(*module, candidate.entry);
  return program ? *program : nullptr;
}

double processor_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

struct Timing {
  double seconds = 0, processor = 0;
};

/// The matrix, its buffers and the launch.
void set_up(std::uint32_t side, unsigned threads, simt::GlobalMemory& memory, simt::LaunchConfig& config) {
  const std::size_t count = std::size_t{side} * side;
  std::vector<std::byte> in(count * 4);
  for (std::size_t i = 0; i < count; ++i) {
    const auto value = static_cast<std::uint32_t>(i);
    std::memcpy(in.data() + 4 * i, &value, 4);
  }
  config.grid = {side / 32, side / 32, 1};
  config.block = {32, 32, 1};
  config.threads = threads;
  config.record.enabled = false;
  config.arguments.resize(3);
  config.arguments[0].is_buffer = config.arguments[1].is_buffer = true;
  config.arguments[0].buffer = memory.add("out", std::vector<std::byte>(count * 4));
  config.arguments[1].buffer = memory.add("in", std::move(in));
  config.arguments[2].bytes.resize(4);
  std::memcpy(config.arguments[2].bytes.data(), &side, 4);
}

/// One run; false where it failed or its output is wrong.
bool run_once(const simt::Program& program, std::uint32_t side, unsigned threads, const MachineModel& machine,
              Timing& timing, simt::RunStatistics& statistics, KernelCost& cost) {
  simt::GlobalMemory memory;
  simt::LaunchConfig config;
  set_up(side, threads, memory, config);
  GridCounter counter(machine);
  config.observer = &counter;
  const double processor = processor_seconds();
  const auto start = std::chrono::steady_clock::now();
  const auto result = simt::run(program, memory, config);
  if (!result || !result->faults.empty()) return false;
  cost = counter.cost(result->trace);
  timing.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  timing.processor = processor_seconds() - processor;
  statistics = result->statistics;
  const std::byte* const out = memory.buffer(0).bytes.data();
  for (std::size_t row = 0; row < side; ++row) {
    for (std::size_t column = 0; column < side; ++column) {
      std::uint32_t value = 0;
      std::memcpy(&value, out + 4 * (row * side + column), 4);
      if (value != column * side + row) return false;
    }
  }
  return true;
}

/// Milliseconds from the wish to end a run, a tenth of its blocks done, to its end; negative where it was complete
/// before.
double cancel_milliseconds(const simt::Program& program, std::uint32_t side, unsigned threads) {
  using Clock = std::chrono::steady_clock;
  simt::GlobalMemory memory;
  simt::LaunchConfig config;
  set_up(side, threads, memory, config);
  RunControl control;
  config.control = &control;
  std::atomic<Clock::rep> asked = 0;
  std::thread watcher([&] {
    while (control.blocks() == 0 || control.blocks_done() < control.blocks() / 10) std::this_thread::yield();
    asked = Clock::now().time_since_epoch().count();
    control.cancel();
  });
  const auto result = simt::run(program, memory, config);
  const Clock::rep ended = Clock::now().time_since_epoch().count();
  watcher.join();
  if (result) return -1;
  return std::chrono::duration<double, std::milli>(Clock::duration(ended - asked.load())).count();
}

/// One thread against two, in turns, so that a busy machine slows both; the fastest run of each.
bool compare_cores(Compiler& compiler, const MachineModel& machine, unsigned runs) {
  for (const std::uint32_t side : {512U, 1024U, 2048U, 4096U}) {
    for (const Candidate& candidate : kCandidates) {
      const auto program = compile(compiler, candidate);
      if (program == nullptr) return false;
      Timing best[2];
      for (unsigned r = 0; r < 2 * runs; ++r) {
        Timing timing;
        simt::RunStatistics statistics;
        KernelCost cost;
        if (!run_once(*program, side, 1 + r % 2, machine, timing, statistics, cost)) return false;
        Timing& known = best[r % 2];
        known.seconds = r < 2 ? timing.seconds : std::min(known.seconds, timing.seconds);
        known.processor = r < 2 ? timing.processor : std::min(known.processor, timing.processor);
      }
      fmt::print("{:4} x {:4} {:12} one core {:.4f} s, two {:.4f} s: {:.2f} times as fast, {:.2f} times the work\n",
                 side, side, candidate.name, best[0].seconds, best[1].seconds, best[0].seconds / best[1].seconds,
                 best[1].processor / best[0].processor);
    }
  }
  return true;
}

/// A transpose made a hundred times over, which is sampled.
bool take_sample(Compiler& compiler, const MachineModel& machine) {
  constexpr std::uint32_t kSide = 4096;
  const auto program = compile(compiler, {"hundredfold", "hundredfold", "0"});
  if (program == nullptr) return false;
  for (const unsigned threads : {1U, 2U}) {
    simt::GlobalMemory memory;
    simt::LaunchConfig config;
    set_up(kSide, threads, memory, config);
    config.most_work = simt::kUsualWork;
    GridCounter counter(machine);
    config.observer = &counter;
    const double processor = processor_seconds();
    const auto start = std::chrono::steady_clock::now();
    const auto result = simt::run(*program, memory, config);
    if (!result || !result->faults.empty()) return false;
    fmt::print("{} threads: {} of {} blocks, {} million units of work in {:.1f} s, {:.1f} processor s\n", threads,
               result->chosen_blocks, config.grid.count(), simt::work_of(result->statistics) / 1'000'000,
               std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(),
               processor_seconds() - processor);
  }
  return true;
}

unsigned number(const char* text) { return static_cast<unsigned>(std::strtoul(text, nullptr, 10)); }

/// Each kernel at one size.
int tell_kernels(Compiler& compiler, const MachineModel& machine, std::uint32_t side, unsigned threads, unsigned runs) {
  fmt::print("{} x {} floats, {} threads, best of {} runs\n", side, side, threads, runs);
  for (const Candidate& candidate : kCandidates) {
    const auto program = compile(compiler, candidate);
    if (program == nullptr) return 2;
    Timing best;
    simt::RunStatistics statistics;
    KernelCost cost;
    for (unsigned r = 0; r < runs; ++r) {
      Timing timing;
      if (!run_once(*program, side, threads, machine, timing, statistics, cost)) {
        fmt::print(stderr, "{}: the run failed or its output is wrong\n", candidate.name);
        return 1;
      }
      if (r == 0 || timing.seconds < best.seconds) best = timing;
    }
    fmt::print(
        "{:12} {:.3f} s, {:.3f} processor s, {:.0f} M thread-instructions/s ({} of them)\n"
        "             shared: {} wavefronts in {} requests; global: {} sectors in {} requests\n",
        candidate.name, best.seconds, best.processor,
        1e-6 * static_cast<double>(statistics.thread_instructions) / best.seconds, statistics.thread_instructions,
        cost.shared_load.wavefronts + cost.shared_store.wavefronts,
        cost.shared_load.requests + cost.shared_store.requests, cost.global_load.sectors + cost.global_store.sectors,
        cost.global_load.requests + cost.global_store.requests);
  }
  const auto program = compile(compiler, kCandidates[1]);
  std::vector<double> ends;
  ends.reserve(runs);
  for (unsigned r = 0; r < runs; ++r) ends.push_back(cancel_milliseconds(*program, side, threads));
  std::sort(ends.begin(), ends.end());
  fmt::print("ends when asked to after {:.1f} ms (median; slowest {:.1f} ms)\n", ends[ends.size() / 2], ends.back());
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  fmt::print("peak memory {} MiB\n", usage.ru_maxrss / 1024);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "4096";
  const bool by_name = what == "cores" || what == "sample";
  const std::uint32_t side = by_name ? 32 : number(what.c_str());
  const unsigned threads = argc > 2 && !by_name ? number(argv[2]) : 2;
  const unsigned runs = argc > (by_name ? 2 : 3) ? number(argv[by_name ? 2 : 3]) : 5;
  const auto machines = load_machines(std::string(BANKLOOM_SOURCE_DIR) + "/assets/machines");
  if (!machines || side == 0 || side % 32 != 0 || runs == 0) {
    fmt::print(stderr, "usage: grid_benchmark [SIDE, a multiple of 32 [THREADS [RUNS]]], or cores [RUNS], or sample\n");
    return 2;
  }
  const std::unique_ptr<Compiler> compiler = make_nvrtc_compiler();
  const MachineModel& machine = machines->front();
  if (!by_name) return tell_kernels(*compiler, machine, side, threads, runs);
  const bool went_well = what == "cores" ? compare_cores(*compiler, machine, runs) : take_sample(*compiler, machine);
  if (!went_well) fmt::print(stderr, "a run failed or its output is wrong\n");
  return went_well ? 0 : 1;
}
