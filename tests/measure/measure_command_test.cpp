// The command `measure` and the GPU's part of `doctor`, on a device that answers by script.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "cli/application.h"
#include "core/base/json.h"
#include "measure_fixture.h"
#include "sample_recording.h"

namespace bankloom::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

struct CommandResult {
  int status = -1;
  std::string out, err;
};

class MeasureCommandTest : public MeasureTest {
 protected:
  void SetUp() override {
    MeasureTest::SetUp();
    // The shipped data without the shipped recordings.
    for (const char* part : {"assets/machines", "assets/published"}) link(part);
    use_kernels({"square/setRowReadRow", "square/setColReadRow", "square/setRowReadCol"});
    ::setenv("BANKLOOM_DATA", folder_.c_str(), 1);
    ::unsetenv("BANKLOOM_RECORDINGS");
  }
  void TearDown() override {
    ::unsetenv("BANKLOOM_DATA");
    ::unsetenv("BANKLOOM_RECORDINGS");
    fs::remove_all(folder_);
  }
  /// A part of the shipped data, in the data folder.
  void link(const fs::path& part) {
    fs::create_directories((folder_ / part).parent_path());
    const fs::path shipped = fs::path(BANKLOOM_SOURCE_DIR) / part;
    if (fs::is_directory(shipped)) {
      fs::create_directory_symlink(shipped, folder_ / part);
    } else if (!fs::exists(folder_ / part)) {
      fs::create_symlink(shipped, folder_ / part);
    }
  }
  /// Makes the catalogue these kernels: a whole one would take an emulated device minutes.
  void use_kernels(const std::vector<std::string>& kernels) {
    fs::remove_all(folder_ / "kernels");
    for (const fs::path kernel : kernels) {
      link("kernels" / kernel.parent_path() / "lesson.json");
      link("kernels" / kernel);
    }
  }
  CommandResult run_command(const std::vector<std::string>& arguments, bool with_device = true) {
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    CommandResult result;
    result.status = cli::run_command_line(arguments, compiler(), with_device ? &device : nullptr);
    result.out = testing::internal::GetCapturedStdout();
    result.err = testing::internal::GetCapturedStderr();
    return result;
  }
  /// A folder with the sample recording under two names.
  void add_recordings() {
    fs::create_directories(folder_ / "own");
    ASSERT_TRUE(save_recording(sample_recording(), folder_ / "own" / "sample.json"));
    Recording other = sample_recording();
    other.gpu.name = "Other GPU";
    other.gpu.date = "2020-02-02";
    ASSERT_TRUE(save_recording(other, folder_ / "own" / "other.json"));
    ::setenv("BANKLOOM_RECORDINGS", (folder_ / "own").c_str(), 1);
  }

  fs::path folder_ = fs::temp_directory_path() / ("bankloom_measure_command_" + std::to_string(getpid()));
};

void expect_sentence(const CommandResult& result, int status, const std::string& words) {
  EXPECT_EQ(result.status, status) << result.err;
  EXPECT_TRUE(result.err.starts_with("bankloom: ")) << result.err;
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  EXPECT_NE(result.err.find(words), std::string::npos) << result.err;
}

TEST_F(MeasureCommandTest, MeasuresHere) {
  const CommandResult result = run_command({"measure", "square/setRowReadCol"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.err, "");
  for (const char* part : {"measured here on Test GPU", "one launch", "full GPU", "cycles per request", " longer",
                           "bit for bit", "Tesla K40", "Conflict-free twin"}) {
    EXPECT_NE(result.out.find(part), std::string::npos) << part << '\n' << result.out;
  }
}

TEST_F(MeasureCommandTest, JsonAndCsv) {
  const CommandResult result = run_command({"measure", "setColReadRow", "--set", "IPAD=2", "--format", "json"});
  ASSERT_EQ(result.status, 0) << result.err;
  const json object = json::parse(result.out);
  EXPECT_EQ(object["kernel"], "square/setColReadRow");
  EXPECT_EQ(object["options"]["IPAD"], 2);
  EXPECT_EQ(object["provenance"], "measured here");
  EXPECT_EQ(object["twin"]["options"]["IPAD"], 1);
  EXPECT_EQ(object["twin"]["bank_conflicts"]["value"], 0);
  EXPECT_EQ(object["comparisons"].size(), 3U);
  const CommandResult csv = run_command({"measure", "square/setRowReadRow", "--format", "csv"});
  EXPECT_EQ(csv.status, 0);
  EXPECT_TRUE(csv.out.starts_with("kernel,options,reading,")) << csv.out;
}

TEST_F(MeasureCommandTest, AWrongOutputIsExitStatusOne) {
  device.flips_a_bit = true;
  const CommandResult result = run_command({"measure", "square/setRowReadCol"});
  expect_sentence(result, 1, "the GPU's output differs from the emulator's in 1 element");
  EXPECT_NE(result.out.find("first at row 0, column 1: GPU 33,"), std::string::npos) << result.out;
}

TEST_F(MeasureCommandTest, WithoutAGpuTheRecordingAndASentence) {
  add_recordings();
  device.no_devices = "there is no driver";
  const CommandResult result = run_command({"measure", "square/setRowReadCol"});
  expect_sentence(result, 0, "there is no driver; the figures are those recorded on Test GPU, 2026-11-21");
  EXPECT_NE(result.out.find("recorded on Test GPU, 2026-11-21"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("43 % longer"), std::string::npos) << result.out;
  // A kernel that no recording holds, and a build without any device.
  expect_sentence(run_command({"measure", "square/setRowReadCol", "--set", "IPAD=9"}), 2, "IPAD = 9");
  expect_sentence(run_command({"measure", "square/setRowReadCol"}, false), 0, "cannot measure on a GPU");
  // A GPU that cannot run the kernel is no GPU for it.
  device.no_devices.clear();
  device.fail_launch = "the GPU has no memory left";
  expect_sentence(run_command({"measure", "square/setRowReadCol"}), 0, "the GPU has no memory left; the figures are");
}

TEST_F(MeasureCommandTest, AKernelThatBreaksOnTheGpuIsExitStatusOneAndNothingStandsIn) {
  add_recordings();
  device.fail_launch = "the kernel did not end within 20 s";
  device.breaks = true;
  const CommandResult result = run_command({"measure", "square/setRowReadCol"});
  expect_sentence(result, 1, "square/setRowReadCol: the kernel did not end within 20 s");
  EXPECT_NE(result.out.find("failed: the kernel did not end within 20 s"), std::string::npos) << result.out;
  EXPECT_EQ(result.out.find("recorded"), std::string::npos) << result.out;
  EXPECT_EQ(result.out.find("bit for bit"), std::string::npos) << result.out;
  // Its twin is not tried: it would take as long.
  const auto calls = device.calls();
  EXPECT_EQ(std::count_if(calls.begin(), calls.end(), [](const auto& call) { return call.starts_with("launch"); }), 1);
  const json object = json::parse(run_command({"measure", "square/setRowReadCol", "--format", "json"}).out);
  EXPECT_EQ(object["status"], "failed");
}

TEST_F(MeasureCommandTest, AFaultThatWasRecordedIsExitStatusOneToo) {
  add_recordings();
  Recording faulty = sample_recording();
  faulty.kernels[0].status = ReadingStatus::faulty;
  faulty.kernels[0].problem = {ReasonKind::other, "the emulator found a race"};
  ASSERT_TRUE(save_recording(faulty, folder_ / "own" / "sample.json"));
  device.no_devices = "there is no driver";
  const CommandResult result = run_command({"measure", "square/setRowReadCol"});
  expect_sentence(result, 1, "there is no driver; the figures are those recorded on Test GPU, 2026-11-21; ");
  EXPECT_NE(result.err.find("square/setRowReadCol: the emulator found a race"), std::string::npos) << result.err;
  EXPECT_NE(result.out.find("faulty: the emulator found a race"), std::string::npos) << result.out;
}

TEST_F(MeasureCommandTest, WhoNamesAGpuGetsThatOneOrASentence) {
  add_recordings();
  expect_sentence(run_command({"measure", "square/setRowReadCol", "--device", "7"}), 2, "there is no GPU 7");
  expect_sentence(run_command({"measure", "square/setRowReadCol", "--device", "-1"}), 2, "there is no GPU -1");
  device.no_devices = "there is no driver";
  expect_sentence(run_command({"measure", "square/setRowReadCol", "--device", "1"}), 2, "there is no driver");
}

TEST_F(MeasureCommandTest, ARecordingThatCannotBeWrittenIsSaidBeforeAnythingIsMeasured) {
  expect_sentence(run_command({"measure", "--all", "--record", "/nonexistent/x.json"}), 2,
                  "--record /nonexistent/x.json: cannot be written there");
  fs::create_directories(folder_);
  expect_sentence(run_command({"measure", "--all", "--record", folder_.string()}), 2, "is a folder");
  for (const auto& call : device.calls()) EXPECT_FALSE(call.starts_with("launch")) << call;
}

TEST_F(MeasureCommandTest, RecordingsThatCannotBeReadAreNamed) {
  add_recordings();
  device.no_devices = "there is no driver";
  std::ofstream(folder_ / "own" / "broken.json") << "{";
  expect_sentence(run_command({"measure", "square/setRowReadCol"}), 0,
                  "broken.json: line 1, column 2: is not valid JSON");
  expect_sentence(run_command({"measure", "square/setRowReadCol", "--recording", "broken"}), 2,
                  "broken.json: line 1, column 2: is not valid JSON");
  expect_sentence(run_command({"measure", "square/setRowReadCol", "--recording", "other", "--set", "IPAD=9"}), 2,
                  "the recording 'other' does not hold square/setRowReadCol with");
  const json doctor = json::parse(run_command({"doctor", "--format", "json"}).out);
  std::vector<bool> found;
  for (const auto& finding : doctor["findings"]) {
    if (finding["name"].get<std::string>().find("recording") != std::string::npos) found.push_back(finding["found"]);
  }
  EXPECT_EQ(found, (std::vector<bool>{true, false})) << "those that can be read, and the one that cannot";
  ::setenv("BANKLOOM_RECORDINGS", "/nowhere", 1);
  // The tests' data has no recordings beside these.
  expect_sentence(run_command({"measure", "square/setRowReadCol"}), 2,
                  "BANKLOOM_RECORDINGS: there is no folder /nowhere");
}

TEST_F(MeasureCommandTest, AFileOfOnesOwnIsMeasured) {
  fs::create_directories(folder_);
  const std::string file = (folder_ / "turn.cu").string();
  std::ofstream(file) << "// launch: turn<<<1, dim3(32,32)>>>(out)\n"
                         "__global__ void turn(int* out)\n{\n    __shared__ int tile[32][32 + PAD];\n"
                         "    tile[threadIdx.y][threadIdx.x] = threadIdx.y * 32 + threadIdx.x;\n    __syncthreads();\n"
                         "    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];\n}\n";
  const CommandResult result = run_command({"measure", file, "--set", "PAD=0"});
  EXPECT_EQ(result.status, 0) << result.err;
  for (const char* part :
       {"turn.cu: PAD = 0", "measured here on Test GPU", "the shared load of line 7, 32 wavefronts", "bit for bit"}) {
    EXPECT_NE(result.out.find(part), std::string::npos) << part << '\n' << result.out;
  }
  const CommandResult object = run_command({"measure", file, "--set", "PAD=1", "--format", "json"});
  ASSERT_EQ(object.status, 0) << object.err;
  EXPECT_EQ(json::parse(object.out)["kernel"], file);
  // What does not compile, what does not exist, and what nothing stands in for.
  const CommandResult undefined = run_command({"measure", file});
  EXPECT_EQ(undefined.status, 2);
  EXPECT_NE(undefined.err.find("turn.cu does not compile"), std::string::npos) << undefined.err;
  expect_sentence(run_command({"measure", (folder_ / "none.cu").string()}), 2, "none.cu");
  expect_sentence(run_command({"measure", file, "--recording", "sample"}), 2,
                  "a kernel of your own is in no recording");
  device.no_devices = "there is no driver";
  expect_sentence(run_command({"measure", file, "--set", "PAD=0"}), 2,
                  "there is no driver; a kernel of your own is in no recording");
}

TEST_F(MeasureCommandTest, ARecordingIsChosenByNameOrFile) {
  add_recordings();
  const CommandResult other = run_command({"measure", "square/setRowReadCol", "--recording", "other"});
  EXPECT_EQ(other.status, 0) << other.err;
  EXPECT_EQ(other.err, "");
  EXPECT_NE(other.out.find("recorded on Other GPU, 2020-02-02"), std::string::npos) << other.out;
  EXPECT_TRUE(device.calls().empty()) << "nothing is measured";
  const std::string file = (folder_ / "own" / "sample.json").string();
  EXPECT_NE(run_command({"measure", "square/setRowReadCol", "--recording", file}).out.find("Test GPU"),
            std::string::npos);
  expect_sentence(run_command({"measure", "square/setRowReadCol", "--recording", "h100"}), 2, "no recording 'h100'");
  std::ofstream(folder_ / "own" / "bad.json") << "{";
  expect_sentence(
      run_command({"measure", "square/setRowReadCol", "--recording", (folder_ / "own" / "bad.json").string()}), 2,
      "bad.json: line 1, column 2: is not valid JSON");
}

TEST_F(MeasureCommandTest, PublishedFiguresFollowTheMachine) {
  const auto has_k40 = [&](const std::string& machine) {
    return run_command({"measure", "square/setRowReadCol", "--machine", machine}).out.find("K40") != std::string::npos;
  };
  EXPECT_TRUE(has_k40("cc3.x-4byte"));
  EXPECT_FALSE(has_k40("cc9.0"));
}

TEST_F(MeasureCommandTest, WrongUsageIsASentence) {
  const std::pair<std::vector<std::string>, const char*> cases[] = {
      {{"measure"}, "measure needs a kernel"},
      {{"measure", "square/setRowReadCal"}, "setRowReadCol"},
      {{"measure", "square/setRowReadCol", "--set", "IPAD=99"}, "IPAD"},
      {{"measure", "square/setRowReadCol", "--set", "BDIMX=16"}, "square"},
      {{"measure", "square/setRowReadCol", "--machine", "cc0.0"}, "cc0.0"},
      {{"measure", "square/setRowReadCol", "--format", "xml"}, "xml"},
      {{"measure", "square/setRowReadCol", "--deadline", "0"}, "--deadline"},
      {{"measure", "square/setRowReadCol", "--deadline", "nan"}, "--deadline"},
      {{"measure", "square/setRowReadCol", "--deadline", "0.5"}, "--deadline takes seconds, at least 1"},
      {{"measure", "square/setRowReadCol", "--record", "x.json"}, "--record is for --all"},
      {{"measure", "--all"}, "--record FILE"},
      {{"measure", "--all", "--record", "x.json", "square/setRowReadCol"}, "--all records every kernel"},
  };
  for (const auto& [arguments, words] : cases) expect_sentence(run_command(arguments), 2, words);
}

TEST_F(MeasureCommandTest, RecordsTheWholeCatalogue) {
  use_kernels({"square/setColReadCol", "rectangular/swappedIndices", "elements/intPerLane"});
  const fs::path file = folder_ / "all.json";
  const CommandResult result = run_command({"measure", "--all", "--record", file.string()});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_NE(result.err.find(" s, 1/9 "), std::string::npos) << "progress\n" << result.err;
  const auto recording = load_recording(file);
  ASSERT_TRUE(recording) << recording.error().message;
  std::vector<std::string> recorded;
  for (const auto& readings : recording->kernels) recorded.push_back(readings.kernel);
  EXPECT_EQ(recorded,
            (std::vector<std::string>{"square/setColReadCol", "square/setColReadCol", "square/setColReadCol",
                                      "square/setColReadCol", "square/setColReadCol", "rectangular/swappedIndices",
                                      "elements/intPerLane", "elements/intPerLane", "elements/intPerLane"}));
  // It is what a machine without a GPU then shows.
  const CommandResult shown = run_command({"measure", "square/setColReadCol", "--recording", file.string()}, false);
  EXPECT_EQ(shown.status, 0) << shown.err;
  EXPECT_NE(shown.out.find("recorded on Test GPU"), std::string::npos);
}

TEST_F(MeasureCommandTest, AFailureInARecordingIsExitStatusOne) {
  use_kernels({"elements/intPerLane"});
  device.fail_time = "the worker died";
  const fs::path file = folder_ / "all.json";
  const CommandResult result = run_command({"measure", "--all", "--record", file.string()});
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.err.find("failed; the recording says which"), std::string::npos);
  EXPECT_TRUE(load_recording(file));
  device.no_devices = "there is no driver";
  fs::remove(file);
  expect_sentence(run_command({"measure", "--all", "--record", file.string()}), 2, "there is no driver");
  EXPECT_FALSE(fs::exists(file));
}

TEST_F(MeasureCommandTest, DoctorSaysWhatTheGpuAllows) {
  CommandResult result = run_command({"doctor"});
  for (const char* part : {"found    GPU\n", "0 Test GPU: compute capability 9.0, 132 multiprocessors, driver 1.2.3",
                           "found    CUPTI", "found    performance counters", "missing  recordings"}) {
    EXPECT_NE(result.out.find(part), std::string::npos) << part << '\n' << result.out;
  }
  device.infos[0].no_counters = "counters are for administrators";
  device.infos[0].has_cupti = false;
  add_recordings();
  result = run_command({"doctor"});
  for (const char* part : {"missing  CUPTI", "missing  performance counters", "counters are for administrators",
                           "found    recordings", "sample: Test GPU, 2026-11-21"}) {
    EXPECT_NE(result.out.find(part), std::string::npos) << part << '\n' << result.out;
  }
}

}  // namespace
}  // namespace bankloom::test
