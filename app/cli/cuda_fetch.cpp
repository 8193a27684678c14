#include "cli/cuda_fetch.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <system_error>

#include "cli/fetch_lists.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/text_lines.h"
#include "cuda/shared_library.h"
#include "program/interrupt.h"
#include "program/posix_handle.h"
#include "program/tool.h"
#include "program/toolchain.h"

namespace bankloom::cli {
namespace {

namespace fs = std::filesystem;

#ifdef __aarch64__
constexpr const char* kArchitecture = "aarch64";
#else
constexpr const char* kArchitecture = "x86_64";
#endif

/// "nvidia-cuda-nvrtc==13.0.88 \", then a line "--hash=sha256:..." for each file.
std::vector<PinnedPackage> packages_of(const std::string& list) {
  constexpr std::string_view kHash = "--hash=sha256:";
  std::vector<PinnedPackage> packages;
  for (const std::string& line : split_lines(list)) {
    if (line.starts_with('#')) continue;
    if (const auto equals = line.find("=="); equals != std::string::npos) {
      packages.push_back({line.substr(0, equals), line.substr(equals + 2, line.find(' ') - equals - 2), {}});
    } else if (const auto hash = line.find(kHash); hash != std::string::npos && !packages.empty()) {
      packages.back().checksums.push_back(line.substr(hash + kHash.size(), 64));
    }
  }
  return packages;
}

/// Removes a folder at the end of its scope, also after an error.
class Removed {
 public:
  explicit Removed(fs::path folder) : folder_(std::move(folder)) {}
  ~Removed() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  Removed(const Removed&) = delete;
  Removed& operator=(const Removed&) = delete;

 private:
  fs::path folder_;
};

class Fetch {
 public:
  Fetch(const FetchPlan& plan, fs::path work) : plan_(plan), work_(std::move(work)) {}

  Result<void> all() {
    TRY(choose_tools());
    for (const PinnedPackage& package : plan_.packages) {
      if (interrupt_.has_come()) return interrupted();
      fmt::print(stderr, "bankloom: {} {}\n", package.name, package.version);
      TRY(const auto wheel, has_pip_ ? by_pip(package) : by_curl(package));
      TRY(unpack(wheel));
      std::error_code ignored;
      fs::remove(wheel, ignored);
    }
    TRY(make_usable());
    // The list's checksum is what scripts/setup.sh knows a complete folder by.
    TRY(write_file(work_ / "list.txt", plan_.list));
    const FileHandle list(::open((work_ / "list.txt").c_str(), O_RDONLY | O_CLOEXEC));
    TRY(const auto sum, run({"sha256sum"}, "the list's checksum", list.get()));
    return write_file(work_ / "files" / ".complete", sum);
  }

 private:
  static Failure interrupted() { return fail("the download was interrupted; nothing was kept"); }

  Result<std::string> run(std::vector<std::string> words, const std::string& what, int input = -1) {
    program::ToolCall call;
    call.words = std::move(words);
    call.time_limit = std::chrono::hours(2);
    call.interrupt = interrupt_.descriptor();
    call.input = input;
    TRY(const auto ran, program::run_tool(call));
    if (ran.interrupted) return interrupted();
    if (ran.status != 0) {
      return fail("{} failed, and nothing was kept: {}", what, program::last_words(ran));
    }
    return ran.output;
  }

  Result<void> choose_tools() {
    has_python_ = !program::find_on_path("python3").empty();
    if (has_python_) {
      const auto pip = run({"python3", "-m", "pip", "--version"}, "pip");
      has_pip_ = pip.has_value();
    }
    if (!has_pip_ && program::find_on_path("curl").empty()) {
      return fail("downloading needs pip or curl, and neither is installed: install the package curl or python3-pip");
    }
    if (!has_python_ && program::find_on_path("unzip").empty()) {
      return fail("unpacking needs python3 or unzip, and neither is installed: install the package unzip");
    }
    return {};
  }

  Result<fs::path> by_pip(const PinnedPackage& package) {
    std::string requirement = package.name + "==" + package.version;
    for (const auto& checksum : package.checksums) requirement += " --hash=sha256:" + checksum;
    TRY(write_file(work_ / "requirement.txt", requirement + "\n"));
    const fs::path folder = work_ / "wheels";
    std::vector<std::string> words{"python3",
                                   "-m",
                                   "pip",
                                   "download",
                                   "--quiet",
                                   "--disable-pip-version-check",
                                   "--no-cache-dir",
                                   "--no-deps",
                                   "--retries=1",
                                   "--only-binary",
                                   ":all:",
                                   "--require-hashes",
                                   "--requirement",
                                   work_ / "requirement.txt",
                                   "--dest",
                                   folder};
    if (!plan_.mirror.empty()) words.insert(words.end(), {"--index-url", "file://" + plan_.mirror + "/simple"});
    TRY(run(std::move(words), message("the download of {}", package.name)));
    TRY(const auto files, files_in(folder, ".whl"));
    if (files.size() != 1) return fail("pip wrote no package for {}", package.name);
    return files.front();
  }

  /// The file with one of the checksums, by PyPI's list of the package's files (PEP 691).
  Result<fs::path> by_curl(const PinnedPackage& package) {
    const std::string index = plan_.mirror.empty()
                                  ? "https://pypi.org/simple/" + package.name + "/"
                                  : "file://" + plan_.mirror + "/simple/" + package.name + "/index.json";
    const fs::path list = work_ / "index.json";
    TRY(curl(index, list, package.name));
    TRY(const auto text, read_file(list));
    const auto listed = nlohmann::json::parse(text, nullptr, false);
    const auto files = listed.is_object() ? listed.value("files", nlohmann::json::array()) : nlohmann::json::array();
    for (const auto& file : files) {
      const std::string checksum = file.value("/hashes/sha256"_json_pointer, std::string());
      const std::string name = file.value("filename", std::string());
      const bool fits = name.find(kArchitecture) != std::string::npos || name.ends_with("-any.whl");
      if (!fits || name.find('/') != std::string::npos || std::ranges::count(package.checksums, checksum) == 0)
        continue;
      fs::path wheel = work_ / "wheels" / name;
      TRY(curl(file.value("url", std::string()), wheel, package.name));
      TRY(const auto sum, run({"sha256sum", wheel.string()}, "sha256sum"));
      if (sum.starts_with(checksum + " ")) return wheel;
      return fail("the download of {} is not the file that was asked for: its checksum differs; nothing was kept",
                  package.name);
    }
    return fail("PyPI has no file of {} {} with the checksum that bankloom knows", package.name, package.version);
  }

  Result<void> curl(const std::string& address, const fs::path& file, const std::string& name) {
    TRY(run({"curl", "--fail", "--silent", "--show-error", "--location", "--proto", "=https,file", "--retry", "2",
             "--header", "Accept: application/vnd.pypi.simple.v1+json, */*;q=0.1", "--output", file.string(), address},
            message("the download of {}", name)));
    return {};
  }

  Result<void> unpack(const fs::path& wheel) {
    const std::string files = work_ / "files";
    std::vector<std::string> words{"unzip", "-q", "-o", wheel.string(), "-d", files};
    if (has_python_) words = {"python3", "-m", "zipfile", "-e", wheel.string(), files};
    TRY(run(std::move(words), message("unpacking {}", wheel.filename().string())));
    return {};
  }

  /// Unpacking forgets which files are programs; and nvcc has the linker look in lib64 for a name without a release,
  /// where the packages have neither.
  Result<void> make_usable() {
    std::error_code error;
    for (const auto& entry : fs::recursive_directory_iterator(work_ / "files", error)) {
      const auto folder = entry.path().parent_path().filename();
      if (folder != "bin" || !entry.is_regular_file(error)) continue;
      fs::permissions(entry.path(), fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                      fs::perm_options::add, error);
    }
    if (plan_.what == "nvcc" && !error) {
      const fs::path root = work_ / "files/nvidia/cu13";
      fs::create_symlink("libcudart.so.13", root / "lib/libcudart.so", error);
      if (!error) fs::create_directory_symlink("lib", root / "lib64", error);
    }
    if (error) return fail("the packages cannot be set up in '{}' ({})", work_.string(), error.message());
    return {};
  }

  const FetchPlan& plan_;
  fs::path work_;
  program::Interrupt interrupt_;
  bool has_python_ = false, has_pip_ = false;
};

}  // namespace

Result<FetchPlan> fetch_plan(const std::string& what) {
  FetchPlan plan;
  plan.what = what;
  plan.mirror = environment("BANKLOOM_FETCH_FROM");
  const std::string data = user_folder(UserFolder::data);
  if (data.empty()) return fail("there is no folder to download to: set HOME or XDG_DATA_HOME");
  const char* file = "cuda-pypi.txt";
  if (what == "nvrtc") {
    plan.folder = fetched_cuda_folder();
    plan.list = kCudaPackages;
    plan.size = "110 MB";
  } else if (what == "nvcc") {
    plan.folder = program::fetched_toolchain_folder();
    plan.list = kNvccPackages;
    plan.size = "105 MB";
    file = "nvcc-pypi.txt";
  } else {
    return fail("--fetch takes nvrtc (the compiler of single kernels) or nvcc (that of whole programs), not '{}'",
                what);
  }
  if (!plan.mirror.empty()) {
    TRY(plan.list, read_file(fs::path(plan.mirror) / file));
  }
  plan.packages = packages_of(plan.list);
  return plan;
}

bool is_fetched(const FetchPlan& plan) {
  std::error_code error;
  return fs::exists(plan.folder / ".complete", error);
}

Result<void> fetch(const FetchPlan& plan) {
  const fs::path parent = plan.folder.parent_path(), work = parent / ("." + plan.what + ".partial");
  std::error_code error;
  // Of one whose process was killed.
  fs::remove_all(work, error);
  fs::create_directories(work / "wheels", error);
  if (!error) fs::create_directory(work / "files", error);
  if (error) return fail("the folder '{}' cannot be created ({})", work.string(), error.message());
  const Removed removed(work);
  TRY(Fetch(plan, work).all());
  fs::remove_all(plan.folder, error);
  fs::rename(work / "files", plan.folder, error);
  if (error) return fail("'{}' cannot be created ({})", plan.folder.string(), error.message());
  return {};
}

Result<bool> remove_fetched(const FetchPlan& plan) {
  std::error_code error;
  const bool is_there = fs::exists(plan.folder, error);
  fs::remove_all(plan.folder, error);
  if (error) return fail("'{}' cannot be removed ({})", plan.folder.string(), error.message());
  return is_there;
}

}  // namespace bankloom::cli
