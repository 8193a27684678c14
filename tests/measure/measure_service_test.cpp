#include "core/measure/measure_service.h"

#include <algorithm>
#include <atomic>

#include "core/base/language.h"
#include "core/own/own_source.h"
#include "core/wording/measurement.h"
#include "measure_fixture.h"
#include "sample_recording.h"

namespace bankloom::test {
namespace {

using namespace std::chrono_literals;

class MeasureServiceTest : public MeasureTest {
 protected:
  MeasureService::Setup setup(bool with_recording = false) {
    MeasureService::Setup setup;
    setup.catalog = &catalog();
    setup.machines = &machines();
    setup.compiler = &compiler();
    setup.device = &device;
    setup.deadline = 5s;
    if (with_recording) setup.recordings.list.push_back(sample_recording());
    return setup;
  }
  static RunKey key(const std::string& padding = "0") {
    return {"square/setRowReadCol", {{"IPAD", padding}}, "cc9.0", ""};
  }

  /// The status once it is none of idle, waiting, measuring.
  static MeasureStatus settle(MeasureService& service, const RunKey& key) {
    for (int turn = 0; turn < 20000; ++turn) {
      const MeasureStatus status = service.status(key);
      const bool is_under_way = status.phase == MeasurePhase::idle || status.phase == MeasurePhase::waiting ||
                                status.phase == MeasurePhase::measuring;
      if (!is_under_way) return status;
      std::this_thread::sleep_for(1ms);
    }
    ADD_FAILURE() << "nothing came";
    return {};
  }
  static void wait_until_measuring(MeasureService& service, const RunKey& key) {
    for (int turn = 0; turn < 20000 && service.status(key).phase != MeasurePhase::measuring; ++turn) {
      std::this_thread::sleep_for(1ms);
    }
  }
};

TEST_F(MeasureServiceTest, MeasuresInTheBackgroundWithProgress) {
  std::atomic<int> changes = 0;
  MeasureService::Setup wanted = setup();
  wanted.on_change = [&] { ++changes; };
  MeasureService service(std::move(wanted));
  EXPECT_EQ(service.status(key()).phase, MeasurePhase::idle);
  EXPECT_EQ(service.status(key()).result, nullptr);
  service.request(key());
  const MeasureStatus status = settle(service, key());
  EXPECT_EQ(status.phase, MeasurePhase::done);
  ASSERT_NE(status.result, nullptr);
  EXPECT_EQ(status.result->provenance, Provenance::measured_here);
  EXPECT_TRUE(status.result->twin);
  EXPECT_GE(changes, 5);
  // The overlay and the complete options are the same kernel.
  RunKey whole = key();
  whole.options = {{"BDIMX", "32"}, {"BDIMY", "32"}, {"IPAD", "0"}};
  EXPECT_EQ(service.status(whole).result, status.result);
  // What is known is not measured again, unless asked.
  const std::size_t calls = device.calls().size();
  service.request(key());
  EXPECT_FALSE(service.busy());
  EXPECT_EQ(device.calls().size(), calls);
  service.request(key(), true);
  settle(service, key());
  EXPECT_GT(device.calls().size(), calls);
}

TEST_F(MeasureServiceTest, ADriversSentenceInAnotherLanguageIsForgotten) {
  const auto folder = std::filesystem::path(BANKLOOM_SOURCE_DIR) / kLanguageFolder;
  device.no_devices = "there is no driver";
  MeasureService service(setup());
  service.request(key());
  EXPECT_EQ(settle(service, key()).phase, MeasurePhase::failed);
  EXPECT_FALSE(service.gpus().has_value());
  ASSERT_TRUE(set_language("es", folder).has_value());
  const MeasureStatus status = service.status(key());
  const auto gpus = service.gpus();
  ASSERT_TRUE(set_language(kEnglish, folder).has_value());
  EXPECT_EQ(status.phase, MeasurePhase::idle) << "it can be measured again";
  EXPECT_FALSE(status.problem);
  EXPECT_TRUE(gpus.has_value()) << "not known yet";
}

TEST_F(MeasureServiceTest, ATextOfOnesOwnIsMeasuredAndInNoRecording) {
  OwnSource source;
  source.path = "/nowhere/turn.cu";
  source.text =
      "// launch: turn<<<1, dim3(32,32)>>>(out)\n"
      "extern \"C\" __global__ void turn(int* out)\n{\n    __shared__ int tile[32][32];\n"
      "    tile[threadIdx.y][threadIdx.x] = threadIdx.y * 32 + threadIdx.x;\n    __syncthreads();\n"
      "    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];\n}\n";
  RunKey own;
  own.own = std::make_shared<const OwnSource>(source);
  own.kernel = own_key(source);
  MeasureService service(setup(true));
  EXPECT_EQ(service.status(own).result, nullptr);
  service.request(own);
  const MeasureStatus status = settle(service, own);
  ASSERT_EQ(status.phase, MeasurePhase::done) << reason_text(status.problem).str();
  ASSERT_NE(status.result, nullptr);
  EXPECT_EQ(status.result->own.status, ReadingStatus::measured) << reason_text(status.result->own.problem).str();
  EXPECT_EQ(status.result->provenance, Provenance::measured_here);
  const auto calls = device.calls();
  EXPECT_NE(std::find(calls.begin(), calls.end(), "launch turn 1"), calls.end());
  // Another text is another kernel.
  source.text += "// changed\n";
  RunKey changed;
  changed.own = std::make_shared<const OwnSource>(source);
  changed.kernel = own_key(source);
  EXPECT_EQ(service.status(changed).phase, MeasurePhase::idle);
  // Without a GPU there is no recording to stand in.
  device.no_devices = "there is no driver";
  MeasureService without(setup(true));
  without.request(changed);
  const MeasureStatus none = settle(without, changed);
  EXPECT_EQ(none.phase, MeasurePhase::failed);
  EXPECT_EQ(none.problem, Reason(ReasonKind::no_gpu, device.no_devices));
  EXPECT_EQ(none.not_recorded, Reason(ReasonKind::own_not_recorded));
}

TEST_F(MeasureServiceTest, TheRecordingStandsInUntilThen) {
  MeasureService service(setup(true));
  const MeasureStatus before = service.status(key());
  ASSERT_NE(before.result, nullptr);
  EXPECT_EQ(before.result->provenance, Provenance::recorded);
  EXPECT_EQ(before.phase, MeasurePhase::idle);
  service.request(key());
  EXPECT_EQ(settle(service, key()).result->provenance, Provenance::measured_here);
}

TEST_F(MeasureServiceTest, WithoutAGpuTheRecordingAndTheSentence) {
  device.no_devices = "there is no driver";
  MeasureService service(setup(true));
  service.request(key());
  const MeasureStatus status = settle(service, key());
  EXPECT_EQ(status.phase, MeasurePhase::recorded);
  EXPECT_EQ(status.problem, Reason(ReasonKind::no_gpu, device.no_devices));
  ASSERT_NE(status.result, nullptr);
  EXPECT_EQ(status.result->gpu.name, "Test GPU");
  service.request(key("9"));
  const MeasureStatus none = settle(service, key("9"));
  EXPECT_EQ(none.phase, MeasurePhase::failed);
  EXPECT_EQ(none.result, nullptr);
  EXPECT_EQ(none.problem.kind, ReasonKind::no_gpu);
  EXPECT_EQ(none.not_recorded.kind, ReasonKind::options_not_recorded);
  EXPECT_EQ(none.not_recorded.text, "sample");
  // The driver comes: the next request works.
  device.no_devices.clear();
  service.request(key("9"));
  EXPECT_EQ(settle(service, key("9")).phase, MeasurePhase::done);
}

TEST_F(MeasureServiceTest, AnotherRecordingChangesWhatStandsInWhereNothingWasMeasured) {
  device.no_devices = "there is no driver";
  MeasureService::Setup both = setup(true);
  Recording empty = sample_recording();
  empty.name = "empty";
  empty.kernels.clear();
  both.recordings.list.push_back(std::move(empty));
  MeasureService service(std::move(both));
  service.request(key());
  EXPECT_EQ(settle(service, key()).phase, MeasurePhase::recorded);
  service.choose_recording("empty");
  const MeasureStatus without = service.status(key());
  EXPECT_EQ(without.phase, MeasurePhase::failed);
  EXPECT_EQ(without.result, nullptr);
  EXPECT_EQ(without.problem.kind, ReasonKind::no_gpu);
  EXPECT_EQ(reason_text(without.not_recorded).str(),
            "the recording 'empty' does not hold the kernel square/setRowReadCol");
  service.choose_recording("sample");
  const MeasureStatus back = service.status(key());
  EXPECT_EQ(back.phase, MeasurePhase::recorded);
  EXPECT_NE(back.result, nullptr);
  EXPECT_EQ(back.problem.kind, ReasonKind::no_gpu);
  EXPECT_FALSE(back.not_recorded);
}

TEST_F(MeasureServiceTest, WithoutADeviceAtAll) {
  MeasureService::Setup none = setup();
  none.device = nullptr;
  MeasureService service(std::move(none));
  service.request(key());
  EXPECT_EQ(settle(service, key()).phase, MeasurePhase::failed);
  service.cancel_all();
}

TEST_F(MeasureServiceTest, ADyingDeviceFailsAndTheNextWorks) {
  device.fail_launch = "the worker died";
  MeasureService service(setup());
  service.request(key());
  const MeasureStatus status = settle(service, key());
  EXPECT_EQ(status.phase, MeasurePhase::failed);
  EXPECT_EQ(status.problem.text, device.fail_launch);
  device.fail_launch.clear();
  service.request(key());
  EXPECT_EQ(settle(service, key()).phase, MeasurePhase::done);
  // Failing again leaves what was measured, and says so.
  device.fail_launch = "the worker died again";
  service.request(key(), true);
  const MeasureStatus again = settle(service, key());
  EXPECT_EQ(again.phase, MeasurePhase::done);
  ASSERT_NE(again.result, nullptr);
  EXPECT_EQ(again.problem.text, "the worker died again");
}

TEST_F(MeasureServiceTest, NeverBlocksAndCanBeCancelled) {
  device.hangs = true;
  MeasureService service(setup(true));
  const auto start = std::chrono::steady_clock::now();
  service.request(key());
  service.request(key("1"));
  for (int turn = 0; turn < 20000 && device.calls().empty(); ++turn) std::this_thread::sleep_for(1ms);
  EXPECT_TRUE(service.busy());
  EXPECT_NE(service.status(key()).result, nullptr) << "the recording's figures meanwhile";
  service.cancel_all();
  for (int turn = 0; turn < 5000 && service.busy(); ++turn) std::this_thread::sleep_for(1ms);
  EXPECT_FALSE(service.busy());
  EXPECT_EQ(service.status(key()).phase, MeasurePhase::idle);
  EXPECT_EQ(service.status(key("1")).phase, MeasurePhase::idle);
  EXPECT_FALSE(service.status(key()).problem);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 5s) << "before the deadline";
  device.hangs = false;
  service.request(key());
  EXPECT_EQ(settle(service, key()).phase, MeasurePhase::done);
}

/// Waits until something becomes true on the service's thread.
template <class Condition>
bool comes_true(const Condition& condition) {
  for (int turn = 0; turn < 5000 && !condition(); ++turn) std::this_thread::sleep_for(1ms);
  return condition();
}

TEST_F(MeasureServiceTest, SaysWhatItWaitsForUntilThatIsOverOrCancelled) {
  MeasureService::Setup wanted = setup();
  wanted.command = "ssh lab bankloom --gpu-worker";
  MeasureService service(std::move(wanted));
  device.wait_for(DeviceWait::start, "job 7 is the third in the queue");
  service.request(key());
  EXPECT_TRUE(comes_true([&] { return service.status(key()).wait.what == DeviceWait::start; }));
  EXPECT_EQ(service.status(key()).phase, MeasurePhase::measuring);
  EXPECT_EQ(progress_text(service.status(key())).str(), "waiting for a GPU: job 7 is the third in the queue");
  EXPECT_EQ(progress_text(service.status(key()), Length::brief).str(), "waiting for a GPU");
  EXPECT_EQ(service.status(key("1")).wait, GpuWait{}) << "it is the other one that waits";
  device.wait_for(DeviceWait::turn);
  EXPECT_TRUE(comes_true([&] { return service.wait().what == DeviceWait::turn; }));
  EXPECT_EQ(progress_text(service.status(key())).str(), "waiting until another program has measured on this GPU");
  service.cancel_all();
  EXPECT_TRUE(comes_true([&] { return !service.busy(); }));
  EXPECT_EQ(service.wait(), GpuWait{});
  EXPECT_EQ(service.status(key()).phase, MeasurePhase::idle);
  EXPECT_TRUE(service.gpus().has_value()) << "a wait that was cancelled says nothing of the GPUs";
  device.wait_for(DeviceWait::none);
  service.request(key());
  const MeasureStatus status = settle(service, key());
  ASSERT_EQ(status.phase, MeasurePhase::done);
  EXPECT_EQ(origin_text(status.result->origin()).str().substr(0, 26), "measured on Test GPU (lab)");
  EXPECT_EQ(device.asked().front(), "ssh lab bankloom --gpu-worker");
}

TEST_F(MeasureServiceTest, AnotherCommandEndsTheWaitAndForgetsWhatFailed) {
  device.no_devices = "there is no driver";
  MeasureService service(setup());
  service.request(key());
  EXPECT_EQ(settle(service, key()).phase, MeasurePhase::failed);
  device.no_devices.clear();
  service.use_command("first");
  EXPECT_EQ(service.status(key()).phase, MeasurePhase::idle);
  EXPECT_TRUE(service.gpus().has_value() && service.gpus()->empty()) << "not known yet";
  device.wait_for(DeviceWait::start);
  service.request(key("1"));
  EXPECT_TRUE(comes_true([&] { return service.wait().what == DeviceWait::start; }));
  // The device's own use_command() would wait for the call that waits.
  service.use_command("second");
  service.look();
  EXPECT_TRUE(service.looks());
  EXPECT_EQ(service.status(key("1")).wait, GpuWait{});
  device.wait_for(DeviceWait::none);
  EXPECT_TRUE(comes_true([&] { return !service.looks(); }));
  const auto gpus = service.gpus();
  ASSERT_TRUE(gpus.has_value() && gpus->size() == 1);
  EXPECT_EQ(gpu_text(gpus->front()).str(), "Test GPU on lab, driver 1.2.3");
  EXPECT_EQ(device.asked(), (std::vector<std::string>{"", "first", "second"}));
  EXPECT_EQ(service.status(key("1")).phase, MeasurePhase::idle);
}

TEST_F(MeasureServiceTest, EndsWhileAKernelHangs) {
  device.hangs = true;
  const auto start = std::chrono::steady_clock::now();
  {
    MeasureService service(setup());
    service.request(key());
    wait_until_measuring(service, key());
    for (int turn = 0; turn < 5000 && device.calls().empty(); ++turn) std::this_thread::sleep_for(1ms);
  }
  EXPECT_LT(std::chrono::steady_clock::now() - start, 5s);
}

TEST_F(MeasureServiceTest, ARecordingCanBeChosen) {
  MeasureService::Setup two = setup(true);
  Recording other = sample_recording();
  other.name = "other";
  other.gpu.name = "Other GPU";
  two.recordings.list.push_back(other);
  MeasureService service(std::move(two));
  EXPECT_EQ(service.status(key()).result->gpu.name, "Test GPU");
  service.choose_recording("other");
  EXPECT_EQ(service.status(key()).result->gpu.name, "Other GPU");
  service.choose_recording("nothing");
  EXPECT_EQ(service.status(key()).result, nullptr);
}

TEST_F(MeasureServiceTest, WhatDoesNotExistFailsWithASentence) {
  MeasureService service(setup());
  const RunKey wrong[] = {{"square/nothing", {}, "cc9.0", ""},
                          {"square/setRowReadCol", {{"IPAD", "99"}}, "cc9.0", ""},
                          {"square/setRowReadCol", {{"BDIMX", "16"}}, "cc9.0", ""}};
  for (const auto& one : wrong) {
    service.request(one);
    const MeasureStatus status = settle(service, one);
    EXPECT_EQ(status.phase, MeasurePhase::failed);
    EXPECT_TRUE(status.problem);
  }
}

}  // namespace
}  // namespace bankloom::test
