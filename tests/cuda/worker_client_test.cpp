// The client against workers that behave badly, and against one that behaves well: no GPU is needed.
#include "cuda/worker_client.h"

#include <dirent.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <fstream>
#include <future>
#include <string>
#include <thread>
#include <vector>

namespace bankloom {
namespace {

using namespace std::chrono_literals;

WorkerOptions fake(const std::string& manner) {
  WorkerOptions options;
  options.executable = BANKLOOM_FAKE_WORKER;
  options.arguments = {"fake_worker", manner};
  options.start_deadline = 20s;
  return options;
}

GpuLaunch small_launch(const std::string& entry = "k") {
  GpuLaunch launch;
  launch.ptx = "ptx text";
  launch.entry = entry;
  launch.grid = {2, 3, 4};
  launch.block = {5, 6, 7};
  launch.dynamic_shared_bytes = 8;
  launch.arguments.push_back({true, {std::byte{0x00}, std::byte{0xf0}, std::byte{0x12}}});
  launch.arguments.push_back({false, {std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}}});
  return launch;
}

std::size_t open_descriptors() {
  std::size_t count = 0;
  for (int descriptor = 0; descriptor < 4096; ++descriptor) count += ::fcntl(descriptor, F_GETFD) != -1 ? 1U : 0U;
  return count;
}

/// No child is left, neither running nor as a zombie.
bool has_no_children() { return ::waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD; }

/// The pipe closes when the process is gone, which takes a moment after the signal.
void kill_and_wait(pid_t worker) {
  ::kill(worker, SIGKILL);
  siginfo_t info{};
  ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(worker), &info, WEXITED | WNOWAIT), 0);
}

std::string failure_of(const Result<GpuOutput>& output) {
  return output ? std::string("(no error)") : output.error().message;
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(WorkerClient, RightAnswersArriveWhole) {
  WorkerClient client(fake("right"));
  const auto devices = client.devices();
  ASSERT_TRUE(devices) << devices.error().message;
  ASSERT_EQ(devices->size(), 2U);
  const DeviceInfo& info = (*devices)[1];
  EXPECT_EQ(info.index, 1);
  EXPECT_EQ(info.name, "Fake GPU 1");
  EXPECT_EQ(info.driver, "1.2.3");
  EXPECT_EQ(info.compute_major, 9U);
  EXPECT_EQ(info.compute_minor, 1U);
  EXPECT_EQ(info.multiprocessors, 7U);
  EXPECT_EQ(info.memory_bytes, 21474836480U);
  EXPECT_EQ(info.clock_mhz, 1234.5);
  EXPECT_EQ(info.newest_ptx, "compute_91");
  EXPECT_TRUE(info.has_cupti);
  EXPECT_EQ(info.no_counters, "none here");

  const auto output = client.launch(small_launch(), 20s);
  ASSERT_TRUE(output) << output.error().message;
  ASSERT_EQ(output->buffers.size(), 2U);
  EXPECT_EQ(output->buffers[0], (std::vector<std::byte>{std::byte{0xff}, std::byte{0x0f}, std::byte{0xed}}));
  EXPECT_TRUE(output->buffers[1].empty());

  const auto samples = client.time(small_launch(), 20s);
  ASSERT_TRUE(samples) << samples.error().message;
  EXPECT_EQ(samples->nanoseconds, (std::vector<double>{1.5, 20000, 8}));
  EXPECT_EQ(samples->dropped, 3U);
  EXPECT_EQ(samples->how, "CUDA events");
  EXPECT_EQ(samples->clock_mhz, 99);

  const auto counters = client.count(small_launch(), {"first.sum", "second.sum"}, 20s);
  ASSERT_TRUE(counters) << counters.error().message;
  EXPECT_EQ(counters->values, (std::map<std::string, double>{{"first.sum", 0}, {"second.sum", 1}}));
}

TEST(WorkerClient, DurationsOfLaunchesAndCopiesArriveApart) {
  WorkerClient client(fake("right"));
  const auto samples = client.time_with_copy(small_launch(), 12345, 20s);
  ASSERT_TRUE(samples) << samples.error().message;
  EXPECT_EQ(samples->kernel.nanoseconds.size(), 3U);
  EXPECT_EQ(samples->copy.nanoseconds, std::vector<double>{12345});
  EXPECT_EQ(samples->copy.how, "CUDA events");
}

TEST(WorkerClient, ABufferThatIsNotAskedBackStaysThere) {
  WorkerClient client(fake("right"));
  GpuLaunch launch = small_launch();
  launch.arguments[0].is_returned = false;
  const auto output = client.launch(launch, 20s);
  ASSERT_TRUE(output) << output.error().message;
  EXPECT_TRUE(output->buffers[0].empty());
}

TEST(WorkerClient, LargeBuffersPassInBothDirections) {
  WorkerClient client(fake("right"));
  GpuLaunch launch = small_launch();
  launch.arguments[0].bytes.assign(std::size_t{9} << 20, std::byte{0x0f});
  const auto output = client.launch(launch, 60s);
  ASSERT_TRUE(output) << output.error().message;
  EXPECT_EQ(output->buffers[0].size(), launch.arguments[0].bytes.size());
  EXPECT_TRUE(std::all_of(output->buffers[0].begin(), output->buffers[0].end(),
                          [](std::byte byte) { return byte == std::byte{0xf0}; }));
}

TEST(WorkerClient, OneWorkerServesManyCalls) {
  WorkerClient client(fake("right"));
  ASSERT_TRUE(client.launch(small_launch(), 20s));
  const pid_t first = client.worker_id();
  for (int i = 0; i < 50; ++i) ASSERT_TRUE(client.launch(small_launch(), 20s));
  EXPECT_EQ(client.worker_id(), first);
}

TEST(WorkerClient, TheChosenDeviceIsUsedAndKept) {
  WorkerClient client(fake("right"));
  const auto which = [&]() -> int {
    GpuLaunch launch = small_launch("which");
    launch.arguments = {{true, {std::byte{0}}}};
    const auto output = client.launch(launch, 20s);
    return output ? std::to_integer<int>(output->buffers[0][0]) : -1;
  };
  EXPECT_EQ(which(), 0);
  ASSERT_TRUE(client.choose(1));
  EXPECT_EQ(which(), 1);
  kill_and_wait(client.worker_id());
  EXPECT_EQ(which(), 1) << "a fresh worker uses the same device";
  const auto refused = client.choose(2);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "there is no GPU 2: this machine has 0 (Fake GPU 0), 1 (Fake GPU 1)");
  EXPECT_EQ(which(), 1);
}

TEST(WorkerClient, ARefusalKeepsTheWorkerAndAFaultEndsIt) {
  WorkerClient client(fake("right"));
  EXPECT_EQ(failure_of(client.launch(small_launch("refused"), 20s)), "the GPU refuses this launch");
  const pid_t first = client.worker_id();
  EXPECT_GT(first, 0);
  EXPECT_EQ(failure_of(client.launch(small_launch("spent"), 20s)),
            "the kernel read or wrote an address that is not its own (CUDA_ERROR_ILLEGAL_ADDRESS)");
  EXPECT_EQ(client.worker_id(), -1);
  EXPECT_TRUE(has_no_children());
  EXPECT_TRUE(client.launch(small_launch(), 20s));
  EXPECT_NE(client.worker_id(), first);
}

struct Manner {
  const char* name;
  const char* sentence;  ///< a part of it
};

class BadManners : public testing::TestWithParam<Manner> {};

TEST_P(BadManners, GiveOneSentenceAndLeaveNothing) {
  const std::size_t before = open_descriptors();
  {
    WorkerClient client(fake(GetParam().name));
    for (int i = 0; i < 2; ++i) {
      const std::string message = failure_of(client.launch(small_launch(), 20s));
      EXPECT_TRUE(contains(message, GetParam().sentence)) << message;
      EXPECT_EQ(message.find('\n'), std::string::npos);
      EXPECT_TRUE(has_no_children());
    }
  }
  EXPECT_EQ(open_descriptors(), before);
}

INSTANTIATE_TEST_SUITE_P(WorkerClient, BadManners,
                         testing::Values(Manner{"closes", "ended with status 3"},
                                         Manner{"garbage-hello", "sent bytes that are no message"},
                                         Manner{"old", "sent version 11 of the protocol where this program speaks 5"},
                                         Manner{"stranger", "sent no greeting"},
                                         Manner{"greets-and-leaves", "ended with status 0"},
                                         Manner{"dies-in-message", "ended with status 0 in the middle of its work"},
                                         Manner{"crashes", "was ended by signal 11"},
                                         Manner{"real-time-signal", "was ended by signal 40 in the middle"},
                                         Manner{"huge", "sent a message of 4294967295 bytes"},
                                         Manner{"nested", "sent the payload is not plain CBOR"},
                                         Manner{"not-cbor", "sent the payload is not plain CBOR"},
                                         Manner{"no-map", "sent the payload is not a CBOR map"},
                                         Manner{"wrong-types", "sent a message with no proper output"},
                                         Manner{"wrong-size", "sent buffers that do not fit the launch"},
                                         Manner{"no-reason", "sent a failure without a reason"}),
                         [](const auto& test) {
                           std::string name = test.param.name;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(WorkerClient, ALateStartIsASentence) {
  WorkerOptions options = fake("silent");
  options.start_deadline = 200ms;
  WorkerClient client(options);
  EXPECT_EQ(failure_of(client.launch(small_launch(), 20s)),
            "the GPU's worker process did not start within 200 ms; it was stopped, and the GPU is ready again");
  EXPECT_TRUE(has_no_children());
}

TEST(WorkerClient, ADriverThatDoesNotAnswerIsASentence) {
  WorkerOptions options = fake("stubborn");
  options.start_deadline = 300ms;
  WorkerClient client(options);
  const std::string message = failure_of(client.launch(small_launch(), 20s));
  EXPECT_TRUE(contains(message, "GPU 0 did not answer within 300 ms")) << message;
  const auto devices = client.devices();
  ASSERT_FALSE(devices);
  EXPECT_TRUE(contains(devices.error().message, "NVIDIA's driver did not answer within 300 ms"));
  EXPECT_TRUE(has_no_children());
}

TEST(WorkerClient, AnEndlessKernelIsStoppedAndTheNextLaunchWorks) {
  WorkerClient client(fake("right"));
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(failure_of(client.launch(small_launch("endless"), 300ms)),
            "the kernel did not end within 300 ms; it was stopped, and the GPU is ready again");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 15s);
  EXPECT_TRUE(has_no_children());
  EXPECT_TRUE(client.launch(small_launch(), 20s));
}

TEST(WorkerClient, ALengthThatIsOnlyPromisedTakesNoMemoryAndEndsWithTheDeadline) {
  WorkerClient client(fake("promises"));
  const std::string message = failure_of(client.launch(small_launch(), 300ms));
  EXPECT_TRUE(contains(message, "did not end within 300 ms")) << message;
}

TEST(WorkerClient, AWorkerThatDoesNotReadEndsWithTheDeadline) {
  WorkerOptions options = fake("never-reads");
  options.start_deadline = 300ms;
  WorkerClient client(options);
  GpuLaunch launch = small_launch();
  launch.arguments[0].bytes.resize(std::size_t{1} << 20);
  EXPECT_FALSE(client.launch(launch, 300ms));
  EXPECT_TRUE(has_no_children());
}

TEST(WorkerClient, AMissingExecutableIsASentence) {
  WorkerOptions options = fake("right");
  options.executable = "/nonexistent/worker";
  const std::size_t before = open_descriptors();
  WorkerClient client(options);
  const std::string message = failure_of(client.launch(small_launch(), 20s));
  EXPECT_TRUE(contains(message, "cannot be started from /nonexistent/worker")) << message;
  EXPECT_EQ(open_descriptors(), before + 1) << "only the client's event counter";
}

TEST(WorkerClient, AnIdleWorkerThatWasKilledIsReplacedWithoutAWord) {
  WorkerClient client(fake("right"));
  for (int i = 0; i < 20; ++i) {
    ASSERT_TRUE(client.launch(small_launch(), 20s));
    kill_and_wait(client.worker_id());
  }
  EXPECT_TRUE(client.launch(small_launch(), 20s));
}

TEST(WorkerClient, AWorkerKilledAtWorkIsASentence) {
  WorkerClient client(fake("right"));
  ASSERT_TRUE(client.launch(small_launch(), 20s));
  const pid_t worker = client.worker_id();
  std::thread killer([worker] {
    std::this_thread::sleep_for(200ms);
    ::kill(worker, SIGKILL);
  });
  const std::string message = failure_of(client.launch(small_launch("endless"), 20s));
  killer.join();
  EXPECT_EQ(
      message,
      "the GPU's worker process was ended by signal 9 (Killed) in the middle of its work; the next launch starts a "
      "fresh one");
  EXPECT_TRUE(client.launch(small_launch(), 20s));
}

TEST(WorkerClient, CancelEndsTheCallThatRuns) {
  WorkerClient client(fake("right"));
  ASSERT_TRUE(client.launch(small_launch(), 20s));
  for (int i = 0; i < 5; ++i) {
    auto running = std::async(std::launch::async, [&] { return client.launch(small_launch("endless"), 60s); });
    // Until the call has begun, a cancel has nothing to end.
    while (running.wait_for(5ms) != std::future_status::ready) client.cancel();
    EXPECT_EQ(failure_of(running.get()), "the measurement was cancelled");
    EXPECT_TRUE(has_no_children());
  }
  client.cancel();
  EXPECT_TRUE(client.launch(small_launch(), 20s)) << "a cancel without a call ends nothing";
}

TEST(WorkerClient, CallsOfManyThreadsTakeTurns) {
  WorkerClient client(fake("right"));
  std::atomic<int> right = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 20; ++i) right += client.launch(small_launch(), 60s) ? 1 : 0;
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(right, 80);
}

TEST(WorkerClient, AHundredFaultsLeaveNothing) {
  const std::size_t before = open_descriptors();
  {
    WorkerClient client(fake("right"));
    for (int i = 0; i < 100; ++i) {
      ASSERT_FALSE(client.launch(small_launch("spent"), 20s));
      ASSERT_TRUE(client.launch(small_launch(), 20s)) << i;
    }
  }
  EXPECT_EQ(open_descriptors(), before);
  EXPECT_TRUE(has_no_children());
}

TEST(WorkerClient, AHundredCrashesLeaveNothing) {
  const std::size_t before = open_descriptors();
  {
    WorkerClient client(fake("dies-in-message"));
    for (int i = 0; i < 100; ++i) ASSERT_FALSE(client.launch(small_launch(), 20s));
  }
  EXPECT_EQ(open_descriptors(), before);
  EXPECT_TRUE(has_no_children());
}

TEST(WorkerClient, TheWorkerInheritsNothing) {
  // Neither what is closed at exec nor what is not.
  const int open_to_children = ::open("/dev/null", O_RDONLY);
  ASSERT_GE(open_to_children, 0);
  WorkerClient client(fake("descriptors"));
  EXPECT_EQ(failure_of(client.launch(small_launch(), 20s)), "0,1,2,3,4,");
  ::close(open_to_children);
}

TEST(WorkerClient, AClosedPipeRaisesNoSignal) {
  // The default action of SIGPIPE would end this test.
  std::signal(SIGPIPE, SIG_DFL);
  WorkerClient client(fake("greets-and-leaves"));
  for (int i = 0; i < 20; ++i) EXPECT_FALSE(client.launch(small_launch(), 20s));
  sigset_t pending{};
  sigpending(&pending);
  EXPECT_EQ(sigismember(&pending, SIGPIPE), 0);
}

TEST(WorkerClient, AWorkerEndsWithItsProgram) {
  // A program that is killed in the middle of a launch: its worker notices by the pipe.
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const pid_t program = ::fork();
  if (program == 0) {
    WorkerClient client(fake("right"));
    (void)client.launch(small_launch(), 20s);
    const pid_t worker = client.worker_id();
    [[maybe_unused]] const ssize_t written = ::write(ends[1], &worker, sizeof worker);
    (void)client.launch(small_launch("endless"), 60s);
    ::_exit(0);
  }
  pid_t worker = 0;
  ASSERT_EQ(::read(ends[0], &worker, sizeof worker), static_cast<ssize_t>(sizeof worker));
  ::close(ends[0]);
  ::close(ends[1]);
  ASSERT_GT(worker, 0);
  std::this_thread::sleep_for(100ms);
  ::kill(program, SIGKILL);
  ::waitpid(program, nullptr, 0);
  // Whoever adopts it may leave it as a zombie, which runs no more.
  const auto runs = [worker] {
    std::ifstream stat("/proc/" + std::to_string(worker) + "/stat");
    std::string text;
    std::getline(stat, text);
    return !text.empty() && !contains(text, ") Z");
  };
  const auto until = std::chrono::steady_clock::now() + 20s;
  while (runs() && std::chrono::steady_clock::now() < until) std::this_thread::sleep_for(20ms);
  EXPECT_FALSE(runs());
}

}  // namespace
}  // namespace bankloom
