// Workers that a command leads to: right ones, and those that lie, hang, flood or disappear. No GPU is needed.
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <future>
#include <mutex>
#include <string>
#include <vector>

#include "cuda/gpu_lock.h"
#include "cuda/worker_client.h"

namespace bankloom {
namespace {

using namespace std::chrono_literals;

const std::string kFake = BANKLOOM_FAKE_WORKER;

GpuLaunch launch_at(const std::string& entry, std::size_t bytes = 3) {
  GpuLaunch launch;
  launch.ptx = "ptx text";
  launch.entry = entry;
  launch.arguments.push_back({true, std::vector<std::byte>(bytes, std::byte{0x0f})});
  return launch;
}

std::string failure_over(WorkerClient& client, const std::string& entry = "k", std::chrono::milliseconds limit = 20s) {
  const auto output = client.launch(launch_at(entry), limit);
  return output ? "(no error)" : output.error().message;
}

bool has_part(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string name_of_this_machine() {
  char name[256] = {};
  ::gethostname(name, sizeof name - 1);
  return name;
}

TEST(GpuCommand, LeadsToAWorkerWhoseMachineIsNamed) {
  for (const std::string& command :
       {"env '" + kFake + "' standard right",
        "sh -c 'echo Welcome to the lab; echo BKL >&2; exec \"" + kFake + "\" standard right'"}) {
    WorkerClient client;
    ASSERT_TRUE(client.use_command(command));
    const auto devices = client.devices();
    ASSERT_TRUE(devices) << devices.error().message;
    EXPECT_EQ(devices->front().name, "Fake GPU 0");
    EXPECT_EQ(devices->front().where, name_of_this_machine());
    const auto output = client.launch(launch_at("k", std::size_t{3} << 20U), 20s);
    ASSERT_TRUE(output) << output.error().message;
    ASSERT_EQ(output->buffers[0].size(), std::size_t{3} << 20U);
    EXPECT_EQ(output->buffers[0].back(), std::byte{0xf0});
  }
}

TEST(GpuCommand, WithoutAWordIsRefused) {
  WorkerClient client;
  for (const char* const command : {"  ", "''"}) EXPECT_FALSE(client.use_command(command)) << command;
}

struct Broken {
  const char* name;
  std::string command;
  const char* sentence;  ///< a part of it
};

class BrokenCommand : public testing::TestWithParam<Broken> {};

TEST_P(BrokenCommand, IsOneSentence) {
  WorkerClient client;
  ASSERT_TRUE(client.use_command(GetParam().command));
  const std::string message = failure_over(client);
  EXPECT_TRUE(has_part(message, GetParam().sentence)) << message;
  EXPECT_EQ(message.find('\n'), std::string::npos);
  EXPECT_FALSE(client.kernel_broke() && client.worker_id() == -1 && has_part(message, "line"));
}

INSTANTIATE_TEST_SUITE_P(
    GpuCommand, BrokenCommand,
    testing::Values(
        Broken{"missing", "/nonexistent/ssh lab", "cannot be started from /nonexistent/ssh"},
        Broken{"refused", "sh -c 'echo first >&2; echo Permission denied >&2; exit 255'",
               "the command for the GPU elsewhere ended with status 255 before a bankloom answered: try it in a "
               "terminal; it said: Permission denied"},
        Broken{"flood", "cat /dev/zero",
               "reaches no bankloom that this one can talk to: it sent 65536 bytes without a"},
        Broken{"escapes", "sh -c 'printf \"\\033[2Jred\" >&2; exit 3'", "it said: [2Jred"},
        Broken{"old", kFake + " standard old", "it sent version 11 of the protocol where this program speaks 5"},
        Broken{"stranger", kFake + " standard stranger", "it sent no greeting"},
        Broken{"leaves", kFake + " standard dies-in-message", "the connection to the GPU's machine was lost twice"},
        Broken{"huge", kFake + " standard huge", "sent a message of 4294967295 bytes"},
        Broken{"bomb", kFake + " standard bomb", "sent buffers of more than"},
        Broken{"escapes_of_a_worker", kFake + " standard escapes", " says: ?[2Jred?and more"},
        Broken{"crooked", kFake + " standard crooked", "sent packed buffers that cannot be unpacked"}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(GpuCommand, MayWaitAndIsCancelledMeanwhile) {
  WorkerClient client;
  std::atomic<int> notes = 0;
  std::string said;
  client.on_wait([&](DeviceWait wait, const std::string& line) {
    if (wait != DeviceWait::start) return;
    said = line;
    if (++notes == 2) client.cancel();
  });
  ASSERT_TRUE(client.use_command("sh -c 'echo job 7 queued and waiting >&2; sleep 100'"));
  EXPECT_EQ(failure_over(client), "the measurement was cancelled");
  EXPECT_EQ(said, "job 7 queued and waiting");
}

TEST(GpuCommand, AnOwnFaultIsSaidToBeOfThatMachine) {
  WorkerClient client;
  ASSERT_TRUE(client.use_command(kFake + " standard right"));
  EXPECT_EQ(failure_over(client, "refused"), name_of_this_machine() + " says: the GPU refuses this launch");
}

TEST(GpuCommand, DurationsThatAreNoNumbersAreRefused) {
  WorkerClient client;
  ASSERT_TRUE(client.use_command(kFake + " standard no-number"));
  const auto samples = client.time(launch_at("k"), 20s);
  ASSERT_FALSE(samples);
  EXPECT_TRUE(has_part(samples.error().message, "kernel.nanoseconds[1]: must be a number")) << samples.error().message;
}

TEST(GpuCommand, ACallThatIsCancelledSaysNothingOfItsKernel) {
  WorkerClient client;
  ASSERT_TRUE(client.use_command(kFake + " standard right"));
  auto running = std::async(std::launch::async, [&] { return failure_over(client, "endless"); });
  while (running.wait_for(50ms) == std::future_status::timeout) client.cancel();
  EXPECT_EQ(running.get(), "the measurement was cancelled");
  EXPECT_FALSE(client.kernel_broke());
}

TEST(GpuCommand, ThePlaceInSlurmsQueueIsTold) {
  const auto folder = std::filesystem::temp_directory_path() / ("bankloom-queue-" + std::to_string(::getpid()));
  std::filesystem::create_directory(folder);
  const auto write_tool = [&](const char* name, const char* text) {
    std::ofstream(folder / name) << "#!/bin/sh\n" << text;
    std::filesystem::permissions(folder / name, std::filesystem::perms::owner_all);
  };
  write_tool("srun", "echo srun: job 7 queued and waiting for resources >&2; exec sleep 100\n");
  // Jobs of another partition, and one that is behind it, do not count.
  write_tool("squeue", "printf '%s\\n' '1 cpu' '5 gpu' '17 gpu' '7 gpu' '8 gpu'\n");
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", (folder.string() + ":" + path).c_str(), 1);
  WorkerClient client;
  std::string said;
  client.on_wait([&](DeviceWait wait, const std::string& line) {
    if (wait != DeviceWait::start) return;
    said = line;
    client.cancel();
  });
  ASSERT_TRUE(client.use_command("srun --gres=gpu:1 bankloom --gpu-worker"));
  EXPECT_EQ(failure_over(client), "the measurement was cancelled");
  EXPECT_EQ(said, "srun: job 7 queued and waiting for resources (2 before you)");
  ::setenv("PATH", path.c_str(), 1);
  std::filesystem::remove_all(folder);
}

TEST(GpuCommand, AnEndlessKernelEndsWithItsLimit) {
  WorkerClient client;
  ASSERT_TRUE(client.use_command(kFake + " standard right"));
  EXPECT_TRUE(has_part(failure_over(client, "endless", 300ms), "the kernel did not end within 300 ms"));
  EXPECT_TRUE(client.kernel_broke());
  EXPECT_EQ(failure_over(client), "(no error)");
}

TEST(GpuCommand, ALineThatIsLostOnceIsTakenUpAgain) {
  const auto mark = std::filesystem::temp_directory_path() / ("bankloom-line-" + std::to_string(::getpid()));
  WorkerClient client;
  const std::string name = mark.string();
  // The first time, the line ends in the middle of a message.
  ASSERT_TRUE(client.use_command("sh -c 'if [ -e " + name + " ]; then exec " + kFake + " standard right; fi; touch " +
                                 name + "; exec " + kFake + " standard dies-in-message'"));
  EXPECT_EQ(failure_over(client), "(no error)");
  std::filesystem::remove(mark);
}

TEST(GpuLock, WhoWaitsIsToldAndItsLimitBeginsWhenTheGpuIsFree) {
  const std::string uuid = "GPU-test-" + std::to_string(::getpid());
  ::setenv("BANKLOOM_FAKE_UUID", uuid.c_str(), 1);
  FileHandle held = take_gpu_lock(uuid, [](bool) { FAIL() << "nobody has it"; });
  ASSERT_TRUE(held);
  WorkerClient client;
  ASSERT_TRUE(client.use_command(kFake + " standard right"));
  std::mutex mutex;
  std::vector<DeviceWait> waits;
  client.on_wait([&](DeviceWait wait, const std::string&) {
    const std::lock_guard lock(mutex);
    waits.push_back(wait);
  });
  auto running = std::async(std::launch::async, [&] { return failure_over(client, "k", 500ms); });
  EXPECT_EQ(running.wait_for(1500ms), std::future_status::timeout);
  held.reset();
  EXPECT_EQ(running.get(), "(no error)");
  EXPECT_EQ(waits, (std::vector{DeviceWait::turn, DeviceWait::none}));
  ::unsetenv("BANKLOOM_FAKE_UUID");
  std::filesystem::remove("/tmp/bankloom-" + uuid + ".lock");
}

}  // namespace
}  // namespace bankloom
