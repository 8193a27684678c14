// The program's real worker on drivers that are missing, old, full or refuse: each condition has its sentence. No GPU.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "core/base/language.h"
#include "cuda/worker_client.h"

namespace bankloom {
namespace {

using namespace std::chrono_literals;

/// The worker gets the environment that it is started in.
class GpuWorker : public testing::Test {
 protected:
  static void use(const std::string& condition, const std::string& library = BANKLOOM_FAKE_LIBCUDA) {
    ::setenv("BANKLOOM_LIBCUDA", library.c_str(), 1);
    ::setenv("BANKLOOM_FAKE_CUDA", condition.c_str(), 1);
    ::setenv("BANKLOOM_CUPTI", "none", 1);
  }
  void TearDown() override {
    for (const char* name : {"BANKLOOM_LIBCUDA", "BANKLOOM_FAKE_CUDA", "BANKLOOM_CUPTI"}) ::unsetenv(name);
  }
  static WorkerOptions options() {
    WorkerOptions made;
    made.executable = BANKLOOM_EXECUTABLE;
    return made;
  }
  static GpuLaunch launch() {
    GpuLaunch made;
    made.ptx = "text";
    made.entry = "k";
    made.arguments.push_back({true, {std::byte{7}, std::byte{8}}});
    return made;
  }
  void expect_sentence(const std::string& part) {
    const auto output = client_.launch(launch(), 10s);
    ASSERT_FALSE(output) << "expected: " << part;
    EXPECT_NE(output.error().message.find(part), std::string::npos) << output.error().message;
    EXPECT_EQ(output.error().message.find('\n'), std::string::npos);
  }

  WorkerClient client_{options()};
};

TEST_F(GpuWorker, NoDriver) {
  use("", "/nonexistent/libcuda.so.1");
  expect_sentence("there is no NVIDIA driver on this machine");
  const auto devices = client_.devices();
  ASSERT_FALSE(devices);
  EXPECT_NE(devices.error().message.find("there is no NVIDIA driver"), std::string::npos) << devices.error().message;
}

TEST_F(GpuWorker, ALibraryThatIsNoDriver) {
  use("", "libc.so.6");
  expect_sentence("NVIDIA's driver is too old");
}

TEST_F(GpuWorker, NoDevice) {
  use("none");
  expect_sentence("NVIDIA's driver finds no GPU on this machine (CUDA_ERROR_NO_DEVICE)");
}

TEST_F(GpuWorker, AnOldDriver) {
  use("old");
  expect_sentence("NVIDIA's driver is for CUDA 11.4, and one for CUDA 11.8 or later is needed");
}

TEST_F(GpuWorker, ADriverThatDoesNotStart) {
  use("broken");
  expect_sentence("NVIDIA's driver does not start (CUDA error 999)");
}

TEST_F(GpuWorker, ADriverTooOldForThePtx) {
  use("ptx");
  expect_sentence("made for CUDA 12.2, is too old for the PTX of this compiler, even in the version that it accepts");
}

TEST_F(GpuWorker, NoMemory) {
  use("full");
  expect_sentence("the GPU does not have enough free memory (CUDA_ERROR_OUT_OF_MEMORY)");
}

TEST_F(GpuWorker, SpeaksTheLanguageOfEachRequest) {
  const auto folder = std::filesystem::path(BANKLOOM_SOURCE_DIR) / kLanguageFolder;
  use("full");
  expect_sentence("the GPU does not have enough free memory");
  ASSERT_TRUE(set_language("es", folder).has_value());
  expect_sentence("la GPU no tiene suficiente memoria libre (CUDA_ERROR_OUT_OF_MEMORY)");
  ASSERT_TRUE(set_language(kEnglish, folder).has_value());
  expect_sentence("the GPU does not have enough free memory");
}

TEST_F(GpuWorker, ADeviceThatAnotherProgramHas) {
  use("busy");
  expect_sentence("GPU 0 cannot be used; another program may be using it exclusively (CUDA_ERROR_DEVICE_UNAVAILABLE)");
}

TEST_F(GpuWorker, AFaultEndsTheWorkerAndTheNextOneStartsAfresh) {
  use("fault");
  for (int i = 0; i < 3; ++i) {
    expect_sentence("an address that is not its own (CUDA_ERROR_ILLEGAL_ADDRESS)");
    EXPECT_EQ(client_.worker_id(), -1);
  }
  use("");
  EXPECT_TRUE(client_.launch(launch(), 10s));
}

TEST_F(GpuWorker, TwoDevicesCanBeChosen) {
  use("two");
  const auto devices = client_.devices();
  ASSERT_TRUE(devices) << devices.error().message;
  ASSERT_EQ(devices->size(), 2U);
  EXPECT_EQ((*devices)[1].name, "Paper GPU 1");
  EXPECT_EQ((*devices)[1].newest_ptx, "compute_86");
  EXPECT_EQ((*devices)[1].multiprocessors, 20U);
  EXPECT_EQ((*devices)[1].clock_mhz, 1500);
  EXPECT_FALSE((*devices)[1].has_cupti);
  EXPECT_EQ((*devices)[1].no_counters, "BANKLOOM_CUPTI=none keeps CUPTI out");
  EXPECT_TRUE(client_.choose(1));
  EXPECT_TRUE(client_.launch(launch(), 10s));
  EXPECT_FALSE(client_.choose(2));
}

TEST_F(GpuWorker, LaunchesAndTimes) {
  use("");
  const auto output = client_.launch(launch(), 10s);
  ASSERT_TRUE(output) << output.error().message;
  EXPECT_EQ(output->buffers[0], (std::vector<std::byte>{std::byte{7}, std::byte{8}}));
  const auto samples = client_.time(launch(), 10s);
  ASSERT_TRUE(samples) << samples.error().message;
  EXPECT_EQ(samples->how, "CUDA events");
  EXPECT_GE(samples->nanoseconds.size(), 50U);
  EXPECT_EQ(samples->nanoseconds.front(), 250000);
  const auto counted = client_.count(launch(), {"x.sum"}, 10s);
  ASSERT_FALSE(counted);
  EXPECT_EQ(counted.error().message, "BANKLOOM_CUPTI=none keeps CUPTI out");
}

TEST_F(GpuWorker, WritesNothingInTheHomeFolderOfAnotherMachine) {
  const auto home = std::filesystem::temp_directory_path() / ("bankloom-home-" + std::to_string(::getpid()));
  std::filesystem::create_directory(home);
  use("cache");
  const std::string before = std::getenv("HOME") == nullptr ? "" : std::getenv("HOME");
  ::setenv("HOME", home.c_str(), 1);
  ASSERT_TRUE(client_.use_command("'" BANKLOOM_EXECUTABLE "' --gpu-worker"));
  EXPECT_TRUE(client_.launch(launch(), 10s));
  EXPECT_TRUE(std::filesystem::is_empty(home)) << "elsewhere";
  ASSERT_TRUE(client_.use_command(""));
  EXPECT_TRUE(client_.launch(launch(), 10s));
  EXPECT_FALSE(std::filesystem::is_empty(home)) << "here the driver does as it likes";
  ::setenv("HOME", before.c_str(), 1);
  std::filesystem::remove_all(home);
}

TEST_F(GpuWorker, TooMuchSharedMemory) {
  use("");
  GpuLaunch large = launch();
  large.dynamic_shared_bytes = 100 * 1024;
  const auto output = client_.launch(large, 10s);
  ASSERT_FALSE(output);
  EXPECT_EQ(output.error().message,
            "a block needs 102400 bytes of shared memory, and this GPU gives a block at most 101376");
}

}  // namespace
}  // namespace bankloom
