// How long a launch of a program takes, from a changed text of its kernel to its picture: compiled as the program was,
// replayed on the memory that it was captured with. What the window waits for after the last key before it begins
// (ui::kCompileAfter, 0.3 s) is not counted. A launch of much work has its picture when some blocks are executed, and
// its figures when all are: both are told.
//
// replay_benchmark [RUNS], by default 15. Of each launch: its opening, unchanged; the first change a second after that;
// the median and the worst of those that follow, each another text; the medians of the compiler's part, and of the
// processor time until then; at the end the peak memory of the process. A change is a line put into the kernel, so that
// all lines behind it move. Needs nvcc and runs the programs.
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <semaphore>
#include <string>
#include <thread>
#include <vector>

#include "core/compile/compiler.h"
#include "core/machine/machine_model.h"
#include "core/run/captured_run.h"
#include "core/run/run_service.h"
#include "cuda/nvrtc_compiler.h"
#include "program/program_compiler.h"
#include "program/program_job.h"

namespace {

using namespace bankloom;
using BenchmarkClock = std::chrono::steady_clock;

struct Replayed {
  const char* program;  ///< below the source folder
  std::uint64_t launch;
};
constexpr Replayed kReplayed[] = {{"tests/programs/transpose.cu", 0},
                                  {"tests/programs/histogram.cu", 0},
                                  {"tests/programs/reduction.cu", 0},
                                  {"tests/benchmarks/programs/matrices.cu", 0},
                                  {"tests/benchmarks/programs/matrices.cu", 1}};

double milliseconds_since(BenchmarkClock::time_point start) {
  return std::chrono::duration<double, std::milli>(BenchmarkClock::now() - start).count();
}

/// Processor time of this process and of those that it started and that have ended, all threads together, which other
/// work on the machine lengthens less than the time on the wall.
double processor_milliseconds() {
  double sum = 0;
  for (const auto whose : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage{};
    getrusage(whose, &usage);
    for (const timeval& part : {usage.ru_utime, usage.ru_stime}) {
      sum += 1000.0 * static_cast<double>(part.tv_sec) + static_cast<double>(part.tv_usec) / 1000.0;
    }
  }
  return sum;
}

/// Keeps how long the last call of the compiler behind it took.
class TimedCompiler final : public Compiler {
 public:
  explicit TimedCompiler(std::unique_ptr<Compiler> inner) : inner_(std::move(inner)) {}
  Result<std::shared_ptr<const CompileResult>> compile(const CompileRequest& request) override {
    const auto start = BenchmarkClock::now();
    auto result = inner_->compile(request);
    milliseconds = milliseconds_since(start);
    return result;
  }
  Result<std::vector<std::string>> architectures() override { return inner_->architectures(); }
  std::string describe() override { return inner_->describe(); }
  void prepare(const CompileRequest& request) override { inner_->prepare(request); }
  double milliseconds = 0;  ///< of the last call

 private:
  std::unique_ptr<Compiler> inner_;
};

std::shared_ptr<const CapturedLaunch> capture(const Replayed& wanted, const MachineModel& machine) {
  const auto toolchain = program::find_toolchain();
  if (!toolchain) {
    fmt::print(stderr, "{}\n", toolchain.error().message);
    return nullptr;
  }
  program::ProgramRequest request;
  request.file = std::string(BANKLOOM_SOURCE_DIR) + "/" + wanted.program;
  request.machine = machine;
  request.options.capture.index = wanted.launch;
  const auto ran = program::run_program(request, {*toolchain, BANKLOOM_RUNTIME_FOLDER});
  if (!ran || ran->run.captured.empty()) {
    fmt::print(stderr, "{}: {}\n", wanted.program, ran ? "no such launch" : ran.error().message);
    return nullptr;
  }
  return ran->run.captured.front();
}

/// A line more behind the brace that opens the kernel; none where the number is negative.
std::string changed_text(const CapturedLaunch& launch, int number) {
  std::string text = launch.source;
  if (number < 0) return text;
  const std::size_t brace = text.find('{', text.find("__global__"));
  return text.insert(brace + 1, "\n  // change " + std::to_string(number));
}

double median_of(std::vector<double> times) {
  std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2), times.end());
  return times[times.size() / 2];
}

bool time_replays(const Replayed& wanted, const std::vector<MachineModel>& machines, int runs) {
  const auto launch = capture(wanted, machines.front());
  if (!launch) return false;
  const Catalog catalog;
  auto timed = std::make_unique<TimedCompiler>(program::make_program_compiler(make_nvrtc_compiler()));
  const TimedCompiler& times = *timed;
  const auto compiler = make_caching_compiler(std::move(timed));
  std::counting_semaphore<> done(0);
  RunService service(catalog, machines, *compiler, [&done] { done.release(); });
  double opened = 0, first = 0;
  std::vector<double> shown, compiling, computing, whole;
  for (int run = -1; run <= runs; ++run) {
    auto source = std::make_shared<OwnSource>(own_source_of(launch));
    source->text = changed_text(*launch, run);
    const auto start = BenchmarkClock::now();
    const double computed = processor_milliseconds();
    RunKey key;
    key.machine = machines.front().name;
    key.kernel = own_key(*source);
    key.own = source;
    auto outcome = service.get(key);
    for (; !outcome; outcome = service.get(key)) done.acquire();
    const double time = milliseconds_since(start), computes = processor_milliseconds() - computed;
    if (!outcome->run) {
      fmt::print(stderr, "{}: {}\n", wanted.program, outcome->failure->message);
      return false;
    }
    if (run <= 0) {
      (run < 0 ? opened : first) = time;
      service.wait(key);
      // Nobody types sooner.
      if (run < 0) std::this_thread::sleep_for(std::chrono::seconds(1));
      continue;
    }
    shown.push_back(time);
    compiling.push_back(times.milliseconds);
    computing.push_back(computes);
    const bool is_part = outcome->run->is_part;
    service.wait(key);
    if (is_part) whole.push_back(milliseconds_since(start));
  }
  fmt::print(
      "{}, launch {}, {}: picture after a median of {:.0f} ms, most {:.0f} ms, of which compiling {:.0f} ms; all cores "
      "together {:.0f} ms; opened after {:.0f} ms, the first change {:.0f} ms{}\n",
      wanted.program, wanted.launch, launch->kernel, median_of(shown), *std::max_element(shown.begin(), shown.end()),
      median_of(compiling), median_of(computing), opened, first,
      whole.empty() ? "" : fmt::format("; all blocks after {:.0f} ms", median_of(whole)));
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  constexpr int kRuns = 15;
  const int runs = argc > 1 ? std::atoi(argv[1]) : kRuns;
  const auto machines = load_machines(std::string(BANKLOOM_SOURCE_DIR) + "/assets/machines");
  if (!machines || machines->empty() || runs < 1) return 2;
  for (const Replayed& wanted : kReplayed) {
    if (!time_replays(wanted, *machines, runs)) return 1;
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  fmt::print("peak memory {} MiB\n", usage.ru_maxrss / 1024);
  return 0;
}
