// bankloom doctor --fetch with a folder in PyPI's place, and what a report of a bug says.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "process.h"

namespace bankloom::test {
namespace {

namespace fs = std::filesystem;

class Fetch : public testing::Test {
 protected:
  Fetch() {
    // A package with one file of NVRTC, as pip and as curl find it.
    const std::string command = "cd '" + folder_.path("") + R"(' && mkdir -p nvidia/cu13/lib simple/nvidia-x data &&
      echo library >nvidia/cu13/lib/libnvrtc.so.13 && mkdir nvidia_x-1.0.dist-info &&
      printf 'Metadata-Version: 2.1\nName: nvidia-x\nVersion: 1.0\n' >nvidia_x-1.0.dist-info/METADATA &&
      printf 'Wheel-Version: 1.0\nTag: py3-none-any\n' >nvidia_x-1.0.dist-info/WHEEL &&
      touch nvidia_x-1.0.dist-info/RECORD && name=nvidia_x-1.0-py3-none-any.whl &&
      python3 -m zipfile -c simple/nvidia-x/$name nvidia nvidia_x-1.0.dist-info &&
      sum=$(sha256sum <simple/nvidia-x/$name | cut -d ' ' -f 1) &&
      printf 'nvidia-x==1.0 \\\n  --hash=sha256:%s\n' $sum >cuda-pypi.txt &&
      echo "<a href=\"$name\">$name</a>" >simple/nvidia-x/index.html &&
      printf '{"files":[{"filename":"%s","hashes":{"sha256":"%s"},"url":"file://%s"}]}' \
        $name $sum "$PWD/simple/nvidia-x/$name" >simple/nvidia-x/index.json)";
    has_mirror_ = std::system(command.c_str()) == 0;  // NOLINT(concurrency-mt-unsafe)
  }

  void SetUp() override {
    if (!has_mirror_) GTEST_SKIP() << "python3, which makes the package, is not here";
  }

  [[nodiscard]] ProcessResult doctor(std::vector<std::string> arguments, const std::string& path = "") const {
    arguments.insert(arguments.begin(), "doctor");
    std::map<std::string, std::string> environment{{"BANKLOOM_FETCH_FROM", fs::path(folder_.path("")).parent_path()},
                                                   {"XDG_DATA_HOME", folder_.path("data")}};
    if (!path.empty()) environment["PATH"] = path;
    return bankloom_run(arguments, "", environment);
  }

  /// A PATH with these tools alone.
  [[nodiscard]] std::string only(const std::vector<std::string>& tools) const {
    fs::create_directories(folder_.path("tools"));
    for (const auto& tool : tools) {
      for (const char* place : {"/usr/bin/", "/bin/"}) {
        std::error_code ignored;
        if (fs::exists(place + tool)) fs::create_symlink(place + tool, folder_.path("tools/" + tool), ignored);
      }
    }
    return folder_.path("tools");
  }

  [[nodiscard]] bool left_nothing() const {
    return !fs::exists(folder_.path("data/bankloom")) || fs::is_empty(folder_.path("data/bankloom"));
  }
  [[nodiscard]] std::string library() const {
    return folder_.path("data/bankloom/cuda/nvidia/cu13/lib/libnvrtc.so.13");
  }

  TemporaryFolder folder_;
  bool has_mirror_ = false;
};

TEST_F(Fetch, AsksBeforeItDownloads) {
  const auto result = doctor({"--fetch"});
  EXPECT_EQ(result.status, 2);
  for (const char* part : {"nvidia-x 1.0", "110 MB", "https://docs.nvidia.com/cuda/eula", "--yes", "--remove"}) {
    EXPECT_NE(result.err.find(part), std::string::npos) << part << " in: " << result.err;
  }
  EXPECT_TRUE(left_nothing());
}

TEST_F(Fetch, DownloadsUnpacksAndRemoves) {
  const auto result = doctor({"--fetch", "--yes"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_TRUE(fs::exists(library()));
  EXPECT_TRUE(fs::exists(folder_.path("data/bankloom/cuda/.complete")));
  EXPECT_NE(doctor({"--fetch", "--yes"}).out.find("is there already"), std::string::npos);
  EXPECT_EQ(doctor({"--fetch", "--remove"}).status, 0);
  EXPECT_TRUE(left_nothing());
}

TEST_F(Fetch, DownloadsByCurlWhereThereIsNoPip) {
  const std::string tools = only({"curl", "unzip", "sha256sum"});
  if (!fs::exists(tools + "/curl") || !fs::exists(tools + "/unzip")) GTEST_SKIP() << "curl and unzip are not both here";
  const auto result = doctor({"--fetch", "--yes"}, tools);
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_TRUE(fs::exists(library()));
}

TEST_F(Fetch, KeepsNothingOfAWrongPackage) {
  std::ofstream(folder_.path("simple/nvidia-x/nvidia_x-1.0-py3-none-any.whl"), std::ios::app) << "more";
  const auto result = doctor({"--fetch", "--yes"});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("nothing was kept"), std::string::npos) << result.err;
  EXPECT_TRUE(left_nothing());
  const std::string tools = only({"curl", "unzip", "sha256sum"});
  if (fs::exists(tools + "/curl") && fs::exists(tools + "/unzip")) {
    const auto by_curl = doctor({"--fetch", "--yes"}, tools);
    EXPECT_EQ(by_curl.status, 2);
    EXPECT_NE(by_curl.err.find("checksum"), std::string::npos) << by_curl.err;
    EXPECT_TRUE(left_nothing());
  }
}

TEST(Report, NamesTheMachineAndNotItsUser) {
  const TemporaryFolder folder;
  const std::string home = folder.path("home/plantedhome");
  fs::create_directories(home + "/.config/bankloom");
  std::ofstream(home + "/.config/bankloom/settings.json")
      << R"({"theme": "light", "picture_folder": "/media/planteddisk/pictures", "recording": "plantedrecording"})";
  const auto result = bankloom_run({"doctor", "--report"}, "",
                                   {{"HOME", home},
                                    {"USER", "planteduser"},
                                    {"LOGNAME", "planteduser"},
                                    {"HOSTNAME", "plantedhost"},
                                    {"XDG_CONFIG_HOME", ""},
                                    {"BANKLOOM_NVRTC", "/srv/plantedproject/planteduser/libnvrtc.so"},
                                    {"BANKLOOM_FONTS", home + "/fonts"}});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out.find("planted"), std::string::npos) << result.out;
  for (const char* part : {"bankloom ", "kernel: Linux", "glibc", "compiler: ", "GPU driver: ", "libnvrtc.so"}) {
    EXPECT_NE(result.out.find(part), std::string::npos) << part << " in: " << result.out;
  }
#ifdef BANKLOOM_WINDOW
  EXPECT_NE(result.out.find("theme = light"), std::string::npos) << result.out;
#endif
}

}  // namespace
}  // namespace bankloom::test
