// The real worker on a real GPU: the same PTX in the emulator and on the device, faults, times and counters.
// Skipped, with the reason, where there is no GPU or no compiler.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <future>
#include <iterator>
#include <sstream>
#include <string>
#include <thread>

#include "../base/sanitized.h"
#include "core/catalog/catalog.h"
#include "core/machine/machine_model.h"
#include "core/measure/counters.h"
#include "core/measure/statistics.h"
#include "core/run/kernel_run.h"
#include "cuda/nvrtc_compiler.h"
#include "cuda/worker.h"
#include "cuda/worker_client.h"

namespace bankloom {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

/// CUPTI opens a library of its own so (RTLD_DEEPBIND) that the address sanitizer ends the process.
constexpr bool kHasAddressSanitizer = test::kSanitized;

/// The test itself in its other role (main() below).
WorkerOptions real_worker() { return {}; }

GpuLaunch::Argument scalar(std::uint64_t value, std::size_t bytes) {
  GpuLaunch::Argument argument{false, std::vector<std::byte>(bytes)};
  std::memcpy(argument.bytes.data(), &value, bytes);
  return argument;
}

GpuLaunch::Argument buffer(std::size_t bytes) { return {true, std::vector<std::byte>(bytes)}; }

std::int32_t word_of(const GpuOutput& output, std::size_t argument, std::size_t index) {
  std::int32_t value = 0;
  std::memcpy(&value, output.buffers.at(argument).data() + index * 4, 4);
  return value;
}

/// One device, catalogue and compiler for all tests: starting a driver takes its time.
class GpuLaunchTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    client_ = std::make_unique<WorkerClient>(real_worker());
    compiler_ = make_nvrtc_compiler();
    const auto devices = client_->devices();
    if (!devices) {
      missing_ = devices.error().message;
    } else {
      info_ = devices->front();
    }
    if (const auto architectures = compiler_->architectures(); !architectures) missing_ = architectures.error().message;
    catalog_ = load_catalog(fs::path(BANKLOOM_SOURCE_DIR) / "kernels").value();
    machines_ = load_machines(fs::path(BANKLOOM_SOURCE_DIR) / "assets" / "machines").value();
  }
  static void TearDownTestSuite() { client_.reset(); }
  void SetUp() override {
    if (!missing_.empty()) GTEST_SKIP() << missing_;
  }

  static const MachineModel& machine() {
    return *std::find_if(machines_.begin(), machines_.end(), [](const auto& m) { return m.name == kDefaultMachine; });
  }
  /// PTX of a text for the device; a text that does not compile is a failed test.
  static GpuLaunch compiled(const std::string& text, const std::string& entry) {
    CompileRequest request;
    request.name = "planted.cu";
    request.text = text;
    request.architecture = info_.newest_ptx;
    const auto result = compiler_->compile(request);
    GpuLaunch launch;
    if (!result || !(*result)->ok) {
      ADD_FAILURE() << (result ? (*result)->log : result.error().message);
      return launch;
    }
    launch.ptx = (*result)->ptx;
    launch.entry = entry;
    return launch;
  }
  static GpuLaunch launch_of(const CompiledKernel& kernel) {
    GpuLaunch launch;
    launch.ptx = kernel.compiled->ptx;
    launch.entry = kernel.kernel->entry;
    launch.grid = kernel.instance.grid;
    launch.block = kernel.instance.block;
    launch.dynamic_shared_bytes = kernel.instance.dynamic_shared_bytes;
    for (std::size_t index = 0; index < kernel.instance.parameters.size(); ++index) {
      launch.arguments.push_back({kernel.instance.parameters[index].is_buffer, kernel.instance.bytes(index)});
    }
    return launch;
  }
  static Result<CompiledKernel> compile(const std::string& id, const OptionValues& options) {
    return compile_kernel(borrow_kernel(**find_kernel(catalog_, id)), options, info_.newest_ptx, *compiler_);
  }
  /// A small kernel that must always work: out[i] = i * i.
  static void expect_working(WorkerClient& client) {
    GpuLaunch launch = compiled(
        "extern \"C\" __global__ void squares(int* out) { out[threadIdx.x] = threadIdx.x * threadIdx.x; }", "squares");
    launch.block = {64, 1, 1};
    launch.arguments.push_back(buffer(256));
    const auto output = client.launch(launch, 10s);
    ASSERT_TRUE(output) << output.error().message;
    for (int i = 0; i < 64; ++i) ASSERT_EQ(word_of(*output, 0, static_cast<std::size_t>(i)), i * i);
  }
  static void expect_failure(const GpuLaunch& launch, std::chrono::milliseconds deadline, const std::string& part) {
    const auto output = client_->launch(launch, deadline);
    ASSERT_FALSE(output) << "expected: " << part;
    EXPECT_NE(output.error().message.find(part), std::string::npos) << output.error().message;
  }

  static inline std::unique_ptr<WorkerClient> client_;
  static inline std::unique_ptr<Compiler> compiler_;
  static inline std::string missing_;
  static inline DeviceInfo info_;
  static inline Catalog catalog_;
  static inline std::vector<MachineModel> machines_;
};

TEST_F(GpuLaunchTest, TheDeviceTellsWhatItIs) {
  EXPECT_FALSE(info_.name.empty());
  EXPECT_FALSE(info_.driver.empty());
  EXPECT_GE(info_.compute_major, 7U);
  EXPECT_GT(info_.multiprocessors, 0U);
  EXPECT_GT(info_.memory_bytes, std::uint64_t{1} << 30);
  EXPECT_GT(info_.clock_mhz, 500);
  std::printf("%s, driver %s, %s, %u multiprocessors, %.0f MHz, CUPTI %s, counters: %s\n", info_.name.c_str(),
              info_.driver.c_str(), info_.newest_ptx.c_str(), info_.multiprocessors, info_.clock_mhz,
              info_.has_cupti ? "yes" : "no", info_.no_counters.empty() ? "yes" : info_.no_counters.c_str());
}

TEST_F(GpuLaunchTest, EveryKernelGivesWhatTheEmulatorGives) {
  std::size_t compared = 0;
  for (const Kernel& kernel : catalog_.kernels) {
    const auto made = compile(kernel.id(), {});
    ASSERT_TRUE(made) << made.error().message;
    // What a mistaken kernel leaves is undefined on a GPU.
    if (!made->instance.expected_faults.empty()) continue;
    const auto run = run_kernel(*made, machine());
    ASSERT_TRUE(run) << run.error().message;
    const auto output = client_->launch(launch_of(*made), 30s);
    ASSERT_TRUE(output) << kernel.id() << ": " << output.error().message;
    EXPECT_EQ(output->buffers[made->instance.output_parameter], (*run)->output) << kernel.id();
    ++compared;
  }
  EXPECT_GE(compared, 15U);
  std::printf("%zu kernels compared bit for bit\n", compared);
}

/// A launch as a program made it: a structure with a pointer, a variable that the program set, memory that only a
/// pointer in memory leads to, and an output that is read before it is written.
TEST_F(GpuLaunchTest, ACapturedLaunchFindsItsMemory) {
  GpuLaunch launch = compiled(
      "struct Given { long long first; const int* values; };\n"
      "__device__ int factor = 1;\n"
      "extern \"C\" __global__ void add(int* out, Given given, int** table) {\n"
      "  out[threadIdx.x] += factor * given.values[threadIdx.x] + table[1][threadIdx.x];\n"
      "}",
      "add");
  constexpr std::uint64_t kOut = 0x2000'0000'0000, kValues = 0x2000'4000'0000, kTable = 0x2000'8000'0000;
  constexpr std::uint64_t kLeaf = 0x2000'c000'0000, kFactor = 0x2001'0000'0000;
  const auto words = [](std::initializer_list<std::uint64_t> numbers) {
    std::vector<std::byte> bytes(numbers.size() * 8);
    std::memcpy(bytes.data(), numbers.begin(), bytes.size());
    return bytes;
  };
  const auto integers = [](int first) {
    std::vector<std::byte> bytes(128);
    for (int i = 0; i < 32; ++i) {
      const int value = first + i;
      std::memcpy(bytes.data() + 4 * i, &value, 4);
    }
    return bytes;
  };
  const auto memory = [](std::uint64_t address, std::vector<std::byte> bytes, bool is_returned = false) {
    GpuLaunch::Argument argument{true, std::move(bytes), is_returned};
    argument.address = address;
    argument.is_parameter = false;
    return argument;
  };
  launch.block = {32, 1, 1};
  launch.arguments = {{false, words({kOut})}, {false, words({7, kValues + 4})}, {false, words({kTable})}};
  launch.arguments.push_back(memory(kOut, integers(1000), true));
  launch.arguments.push_back(memory(kValues, integers(0)));
  launch.arguments.push_back(memory(kTable, words({0, kLeaf})));
  launch.arguments.push_back(memory(kLeaf, integers(100'000)));
  GpuLaunch::Argument factor = memory(kFactor, {std::byte{3}, std::byte{0}, std::byte{0}, std::byte{0}});
  factor.variable = "factor";
  launch.arguments.push_back(std::move(factor));
  const auto output = client_->launch(launch, 10s);
  ASSERT_TRUE(output) << output.error().message;
  // values + 4 bytes: one element further, of which the last lies behind the buffer.
  for (std::size_t i = 0; i < 31; ++i) {
    const auto index = static_cast<int>(i);
    ASSERT_EQ(word_of(*output, 3, i), 1000 + index + 3 * (index + 1) + 100'000 + index) << i;
  }
  launch.restores = true;
  const auto samples = client_->time(launch, 10s);
  ASSERT_TRUE(samples) << samples.error().message;
  EXPECT_GT(samples->nanoseconds.size(), 10U);
  std::printf("restored before each launch: %zu samples by %s\n", samples->nanoseconds.size(), samples->how.c_str());
}

TEST_F(GpuLaunchTest, ABadAddressIsASentenceAndTheNextLaunchWorks) {
  GpuLaunch launch = compiled("extern \"C\" __global__ void bad(int* out) { out[1ull << 40] = 1; }", "bad");
  launch.arguments.push_back(buffer(4));
  expect_failure(launch, 10s, "an address that is not its own (CUDA_ERROR_ILLEGAL_ADDRESS)");
  EXPECT_EQ(client_->worker_id(), -1);
  expect_working(*client_);
}

TEST_F(GpuLaunchTest, AMisalignedAddressIsASentence) {
  GpuLaunch launch = compiled(
      "extern \"C\" __global__ void odd(char* out) { *reinterpret_cast<int*>(out + 1 + threadIdx.x) = 1; }", "odd");
  launch.arguments.push_back(buffer(64));
  expect_failure(launch, 10s, "not a multiple of the access's size (CUDA_ERROR_MISALIGNED_ADDRESS)");
  expect_working(*client_);
}

TEST_F(GpuLaunchTest, ATrapIsASentence) {
  const GpuLaunch launch = compiled(R"(extern "C" __global__ void stop() { asm volatile("trap;"); })", "stop");
  expect_failure(launch, 10s, "trap");
  expect_working(*client_);
}

TEST_F(GpuLaunchTest, AnEndlessKernelIsStopped) {
  GpuLaunch launch = compiled(
      "extern \"C\" __global__ void endless(volatile int* out) { while (out[0] == 0) {} out[1] = 1; }", "endless");
  launch.arguments.push_back(buffer(8));
  const auto begin = std::chrono::steady_clock::now();
  expect_failure(launch, 1s, "the kernel did not end within 1 s; it was stopped, and the GPU is ready again");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 30s);
  expect_working(*client_);
}

TEST_F(GpuLaunchTest, AnEndlessKernelCanBeCancelled) {
  GpuLaunch launch = compiled(
      "extern \"C\" __global__ void endless(volatile int* out) { while (out[0] == 0) {} out[1] = 1; }", "endless");
  launch.arguments.push_back(buffer(8));
  expect_working(*client_);
  auto running = std::async(std::launch::async, [&] { return client_->launch(launch, 60s); });
  std::this_thread::sleep_for(500ms);
  client_->cancel();
  const auto output = running.get();
  ASSERT_FALSE(output);
  EXPECT_EQ(output.error().message, "the measurement was cancelled");
  expect_working(*client_);
}

TEST_F(GpuLaunchTest, TooMuchMemoryIsASentence) {
  // A variable of 1 TiB: more than a GPU has, without sending so much over the pipe.
  GpuLaunch launch = compiled(
      "__device__ char large[1ull << 40]; extern \"C\" __global__ void all(char* out) { *out = large[clock64()]; }",
      "all");
  launch.arguments.push_back(buffer(1));
  expect_failure(launch, 30s, "the GPU does not have enough free memory (CUDA_ERROR_OUT_OF_MEMORY)");
  expect_working(*client_);
}

TEST_F(GpuLaunchTest, ARefusedLaunchIsASentenceAndKeepsTheWorker) {
  expect_working(*client_);
  const pid_t worker = client_->worker_id();
  GpuLaunch launch = compiled("extern \"C\" __global__ void none() {}", "none");
  launch.dynamic_shared_bytes = 4U << 20;
  expect_failure(launch, 10s, "a block needs 4194304 bytes of shared memory, and this GPU gives a block at most");
  launch.dynamic_shared_bytes = 0;
  launch.block = {2048, 1, 1};
  expect_failure(launch, 10s, "the GPU refuses this launch, a grid of 1 x 1 x 1 blocks of 2048 x 1 x 1 threads");
  launch.block = {1, 1, 1};
  launch.arguments.push_back(scalar(1, 4));
  expect_failure(launch, 10s, "'none' takes 0 parameters and is given 1");
  launch.arguments.clear();
  launch.entry = "other";
  expect_failure(launch, 10s, "the PTX has no kernel 'other'");
  launch.ptx = ".version 6.0\n.target sm_50\n.address_size 64\n.visible .entry k() { nonsense; }\n";
  launch.entry = "k";
  expect_failure(launch, 10s, "the driver refuses the PTX (CUDA_ERROR_INVALID_PTX)");
  launch.ptx.replace(0, 12, ".version 99.0");
  expect_failure(launch, 10s, "is too old for the PTX of this compiler, even in the version that it accepts");
  EXPECT_EQ(client_->worker_id(), worker) << "none of these ends the worker";
  expect_working(*client_);
}

TEST_F(GpuLaunchTest, PtxOfALaterVersionThanTheDriversRunsAsOfTheDriversOwn) {
  GpuLaunch launch = compiled("extern \"C\" __global__ void seven(int* out) { *out = 7; }", "seven");
  const std::size_t at = launch.ptx.find(".version ");
  ASSERT_NE(at, std::string::npos);
  launch.ptx.replace(at, launch.ptx.find('\n', at) - at, ".version 99.0");
  launch.arguments.push_back(buffer(4));
  const auto output = client_->launch(launch, 10s);
  ASSERT_TRUE(output) << output.error().message;
  EXPECT_EQ(word_of(*output, 0, 0), 7);
}

TEST_F(GpuLaunchTest, ACopyKernelAndTheDevicesOwnCopyAreTimedInTurns) {
  constexpr std::size_t kBytes = 64U << 20U;
  GpuLaunch launch = compiled(
      "extern \"C\" __global__ void copy(float4* out, const float4* in) {"
      " out[blockIdx.x * 256 + threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x]; }",
      "copy");
  launch.block = {256, 1, 1};
  launch.grid = {static_cast<std::uint32_t>(kBytes / 16 / 256), 1, 1};
  launch.arguments.push_back(buffer(kBytes));
  launch.arguments.push_back({true, std::vector<std::byte>(kBytes, std::byte{0x5a}), false});
  const auto output = client_->launch(launch, 20s);
  ASSERT_TRUE(output) << output.error().message;
  EXPECT_EQ(output->buffers[0], launch.arguments[1].bytes);
  EXPECT_TRUE(output->buffers[1].empty()) << "the input is not asked back";
  const auto samples = client_->time_with_copy(launch, kBytes, 20s);
  ASSERT_TRUE(samples) << samples.error().message;
  EXPECT_EQ(samples->kernel.how, samples->copy.how);
  EXPECT_GE(samples->kernel.nanoseconds.size(), 50U);
  EXPECT_GE(samples->copy.nanoseconds.size(), 50U);
  const double kernel = 2 * kBytes / summarize_samples(samples->kernel.nanoseconds).median;
  const double copy = 2 * kBytes / summarize_samples(samples->copy.nanoseconds).median;
  std::printf("64 MiB: copy kernel %.0f GB/s, the device's own copy %.0f GB/s (%s)\n", kernel, copy,
              samples->copy.how.c_str());
  // No GPU moves more than 20 TB/s, and one that this program runs on moves more than 10 GB/s.
  EXPECT_GT(copy, 10);
  EXPECT_LT(copy, 20000);
  EXPECT_GT(kernel, 0.3 * copy);
  EXPECT_LT(kernel, 1.5 * copy);
}

TEST_F(GpuLaunchTest, DynamicSharedMemoryBeyond48KiBWorks) {
  GpuLaunch launch = compiled(
      "extern \"C\" __global__ void far(int* out, int last) { extern __shared__ int tile[]; tile[threadIdx.x] = 3;"
      " tile[last - threadIdx.x] = 4 + threadIdx.x; __syncthreads(); out[threadIdx.x] = tile[last - threadIdx.x]; }",
      "far");
  constexpr std::uint32_t kBytes = 64 * 1024;
  launch.dynamic_shared_bytes = kBytes;
  launch.block = {32, 1, 1};
  launch.arguments.push_back(buffer(128));
  launch.arguments.push_back(scalar(kBytes / 4 - 1, 4));
  const auto output = client_->launch(launch, 10s);
  ASSERT_TRUE(output) << output.error().message;
  for (int i = 0; i < 32; ++i) EXPECT_EQ(word_of(*output, 0, static_cast<std::size_t>(i)), 4 + i);
}

TEST_F(GpuLaunchTest, TwoClientsLaunchAtOnce) {
  WorkerClient other(real_worker());
  auto first = std::async(std::launch::async, [&] {
    for (int i = 0; i < 50; ++i) expect_working(*client_);
  });
  for (int i = 0; i < 50; ++i) expect_working(other);
  first.get();
}

TEST_F(GpuLaunchTest, AWorkerKilledFromOutsideIsReplaced) {
  for (int i = 0; i < 3; ++i) {
    expect_working(*client_);
    const pid_t worker = client_->worker_id();
    ::kill(worker, SIGKILL);
    siginfo_t info{};
    ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(worker), &info, WEXITED | WNOWAIT), 0);
    expect_working(*client_);
    EXPECT_NE(client_->worker_id(), worker);
  }
}

TEST_F(GpuLaunchTest, AHundredLaunchesGiveTheSame) {
  const auto made = compile("square/setRowReadCol", {{"IPAD", "1"}});
  ASSERT_TRUE(made);
  const auto run = run_kernel(*made, machine());
  ASSERT_TRUE(run);
  for (int i = 0; i < 100; ++i) {
    const auto output = client_->launch(launch_of(*made), 10s);
    ASSERT_TRUE(output) << output.error().message;
    ASSERT_EQ(output->buffers[0], (*run)->output) << i;
  }
}

/// Mishaps one after another, each followed by a launch that works. A row for itself, so that rows can be run side by
/// side: each mishap but the double launch costs a start of the driver. Environment BANKLOOM_FAULTS: how many, 5 where
/// it is not set.
class MishapsInARow : public GpuLaunchTest {
 protected:
  template <class Mishap>
  static void repeat(const char* name, Mishap mishap) {
    const char* wanted = std::getenv("BANKLOOM_FAULTS");
    const int count = wanted != nullptr ? std::atoi(wanted) : 5;
    const std::size_t descriptors = open_descriptors(), processes = children();
    for (int i = 0; i < count; ++i) {
      mishap();
      expect_working(*client_);
      ASSERT_FALSE(HasFailure()) << name << " " << i;
    }
    // A worker that works, and the pipe to it, are there as before, and nothing is left of the others.
    EXPECT_EQ(open_descriptors(), descriptors);
    EXPECT_EQ(children(), processes);
    std::printf("%s: %d in a row, each followed by a launch that worked\n", name, count);
  }
  void SetUp() override {
    GpuLaunchTest::SetUp();
    if (!IsSkipped()) expect_working(*client_);
  }

 private:
  static std::size_t open_descriptors() {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator("/proc/self/fd"), fs::directory_iterator()));
  }
  /// Processes whose parent this one is, dead ones that nobody has waited for among them.
  static std::size_t children() {
    std::size_t count = 0;
    for (const auto& entry : fs::directory_iterator("/proc")) {
      const std::string name = entry.path().filename().string();
      if (name.find_first_not_of("0123456789") != std::string::npos) continue;
      std::ifstream file(entry.path() / "stat");
      std::string text;
      std::getline(file, text);
      // pid (name) state parent
      const std::size_t name_end = text.rfind(')');
      if (name_end == std::string::npos) continue;
      std::istringstream rest(text.substr(name_end + 1));
      std::string state;
      pid_t parent = 0;
      if (rest >> state >> parent && parent == ::getpid()) ++count;
    }
    return count;
  }
};

TEST_F(MishapsInARow, BadAddress) {
  GpuLaunch bad = compiled("extern \"C\" __global__ void bad(int* out) { out[1ull << 40] = 1; }", "bad");
  bad.arguments.push_back(buffer(4));
  repeat("a bad address", [&] { expect_failure(bad, 10s, "CUDA_ERROR_ILLEGAL_ADDRESS"); });
}

TEST_F(MishapsInARow, EndlessLoop) {
  GpuLaunch launch = compiled(
      "extern \"C\" __global__ void endless(volatile int* out) { while (out[0] == 0) {} out[1] = 1; }", "endless");
  launch.arguments.push_back(buffer(8));
  repeat("an endless loop", [&] { expect_failure(launch, 500ms, "the kernel did not end within 500 ms"); });
}

TEST_F(MishapsInARow, DoubleLaunch) {
  WorkerClient other(real_worker());
  expect_working(other);
  // Twice at once through one worker, and through two.
  const auto twice = [](WorkerClient& one, WorkerClient& two) {
    auto first = std::async(std::launch::async, [&] { expect_working(one); });
    expect_working(two);
    first.get();
  };
  const pid_t worker = client_->worker_id();
  repeat("a double launch", [&] {
    twice(*client_, *client_);
    twice(*client_, other);
  });
  EXPECT_EQ(client_->worker_id(), worker);
}

TEST_F(MishapsInARow, KilledFromOutside) {
  repeat("a kill while nothing runs", [&] {
    const pid_t worker = client_->worker_id();
    ASSERT_EQ(::kill(worker, SIGKILL), 0);
    siginfo_t info{};
    ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(worker), &info, WEXITED | WNOWAIT), 0);
    expect_working(*client_);
    EXPECT_NE(client_->worker_id(), worker);
  });
}

TEST_F(MishapsInARow, KilledInALaunch) {
  GpuLaunch launch = compiled(
      "extern \"C\" __global__ void endless(volatile int* out) { while (out[0] == 0) {} out[1] = 1; }", "endless");
  launch.arguments.push_back(buffer(8));
  repeat("a kill while a kernel runs", [&] {
    const pid_t worker = client_->worker_id();
    auto running = std::async(std::launch::async, [&] { return client_->launch(launch, 60s); });
    std::this_thread::sleep_for(200ms);
    ASSERT_EQ(::kill(worker, SIGKILL), 0);
    const auto output = running.get();
    ASSERT_FALSE(output);
    EXPECT_NE(output.error().message.find("signal 9"), std::string::npos) << output.error().message;
  });
}

TEST_F(GpuLaunchTest, TimesShowTheConflicts) {
  const GpuLaunch empty = compiled("extern \"C\" __global__ void none() {}", "none");
  const auto floor = client_->time(empty, 10s);
  ASSERT_TRUE(floor) << floor.error().message;
  EXPECT_EQ(floor->how, info_.has_cupti ? "CUPTI activity records" : "CUDA events");
  const auto print = [](const char* name, const GpuSamples& samples) {
    const SampleSummary summary = summarize_samples(samples.nanoseconds);
    std::printf("%-22s %8.1f ns  [%.0f, %.0f] min %.0f  %zu samples, %u dropped, %.0f MHz, %s\n", name, summary.median,
                summary.spread ? summary.spread->lower_quartile : 0,
                summary.spread ? summary.spread->upper_quartile : 0, summary.spread ? summary.spread->minimum : 0,
                summary.count, samples.dropped, samples.clock_mhz, samples.how.c_str());
    return summary.median;
  };
  const double nothing = print("empty", *floor);
  std::map<std::string, double> medians;
  for (const char* name : {"setRowReadRow", "setRowReadCol", "setColReadCol", "setRowReadColPad"}) {
    const auto made = compile(std::string("square/") + name, {});
    ASSERT_TRUE(made);
    const auto samples = client_->time(launch_of(*made), 10s);
    ASSERT_TRUE(samples) << samples.error().message;
    EXPECT_GE(samples->nanoseconds.size(), 50U);
    medians[name] = print(name, *samples);
    EXPECT_GT(medians[name], nothing);
  }
  EXPECT_LT(medians["setRowReadRow"], medians["setRowReadCol"]);
  EXPECT_LT(medians["setRowReadCol"], medians["setColReadCol"]);
  EXPECT_LT(medians["setRowReadColPad"], medians["setRowReadCol"]);
}

TEST_F(GpuLaunchTest, EventsStandInWhereThereIsNoCupti) {
  // The worker gets the environment of its start.
  ::setenv("BANKLOOM_CUPTI", "none", 1);
  WorkerClient client(real_worker());
  const auto devices = client.devices();
  ::unsetenv("BANKLOOM_CUPTI");
  ASSERT_TRUE(devices);
  EXPECT_FALSE(devices->front().has_cupti);
  EXPECT_FALSE(devices->front().no_counters.empty());
  const auto samples = client.time(compiled("extern \"C\" __global__ void none() {}", "none"), 10s);
  ASSERT_TRUE(samples) << samples.error().message;
  EXPECT_EQ(samples->how, "CUDA events");
  const SampleSummary summary = summarize_samples(samples->nanoseconds);
  EXPECT_GT(summary.median, 0);
  std::printf("empty kernel by events: %.1f ns, %zu samples\n", summary.median, summary.count);
}

TEST_F(GpuLaunchTest, AFaultWhileTimingIsASentence) {
  GpuLaunch bad = compiled("extern \"C\" __global__ void bad(int* out) { out[1ull << 40] = 1; }", "bad");
  bad.arguments.push_back(buffer(4));
  const auto samples = client_->time(bad, 10s);
  ASSERT_FALSE(samples);
  EXPECT_NE(samples.error().message.find("CUDA_ERROR_ILLEGAL_ADDRESS"), std::string::npos) << samples.error().message;
  expect_working(*client_);
}

TEST_F(GpuLaunchTest, CountersEqualTheModel) {
  if (kHasAddressSanitizer) GTEST_SKIP() << "CUPTI's host side does not run under the address sanitizer";
  if (!info_.no_counters.empty()) GTEST_SKIP() << info_.no_counters;
  if (info_.compute_major != 9) GTEST_SKIP() << "the model is that of compute capability 9.0";
  std::size_t compared = 0;
  std::size_t different = 0;
  for (const Kernel& kernel : catalog_.kernels) {
    const bool pads = std::any_of(kernel.options.begin(), kernel.options.end(),
                                  [](const Option& option) { return option.name == "IPAD"; });
    for (int pad = 0; pad <= (pads ? 2 : 0); ++pad) {
      OptionValues options;
      if (pads) options["IPAD"] = std::to_string(pad);
      const auto made = compile(kernel.id(), options);
      ASSERT_TRUE(made) << made.error().message;
      if (!made->instance.expected_faults.empty()) continue;
      const auto run = run_kernel(*made, machine());
      ASSERT_TRUE(run);
      const auto counted = client_->count(launch_of(*made), counter_metrics((*run)->cost), 30s);
      ASSERT_TRUE(counted) << kernel.id() << ": " << counted.error().message;
      for (const CounterReading& reading : counter_readings((*run)->cost, *counted)) {
        ++compared;
        if (reading.equal()) continue;
        ++different;
        // Why one may differ is told only where the other counters show it (core/measure/counters.h).
        if (reading.why) continue;
        ADD_FAILURE() << kernel.id() << " IPAD " << pad << ": " << reading.name << " counted " << reading.value
                      << ", modelled " << reading.modelled;
      }
    }
  }
  EXPECT_GT(compared, 200U);
  std::printf("%zu counters compared with the model, %zu differ\n", compared, different);
}

TEST_F(GpuLaunchTest, ACounterThatDoesNotExistIsASentence) {
  if (kHasAddressSanitizer) GTEST_SKIP() << "CUPTI's host side does not run under the address sanitizer";
  if (!info_.no_counters.empty()) GTEST_SKIP() << info_.no_counters;
  const auto counted =
      client_->count(compiled("extern \"C\" __global__ void none() {}", "none"), {"no__such_counter.sum"}, 30s);
  ASSERT_FALSE(counted);
  EXPECT_NE(counted.error().message.find("has no counter 'no__such_counter.sum'"), std::string::npos)
      << counted.error().message;
}

}  // namespace
}  // namespace bankloom

int main(int argc, char** argv) {
  if (argc == 2 && std::string(argv[1]) == bankloom::worker::kWorkerArgument)
    return bankloom::worker::run_gpu_worker({});
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
