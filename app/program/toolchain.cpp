#include "program/toolchain.h"

#include <cstdlib>
#include <vector>

#include "core/base/files.h"
#include "core/base/language.h"
#include "program/tool.h"

namespace bankloom::program {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> nvcc_candidates() {
  std::vector<fs::path> all{find_on_path("nvcc")};
  for (const char* name : {"CUDA_PATH", "CUDA_HOME"}) {
    if (const fs::path folder = environment(name); !folder.empty()) all.push_back(folder / "bin/nvcc");
  }
  all.emplace_back("/usr/local/cuda/bin/nvcc");
  all.push_back(fetched_toolchain_folder() / "nvidia/cu13/bin/nvcc");
  return all;
}

}  // namespace

fs::path fetched_toolchain_folder() { return user_folder(UserFolder::data) / "bankloom/nvcc"; }

std::string nvcc_release(const std::string& printed) {
  constexpr std::string_view kWord = "release ";
  const auto place = printed.find(kWord);
  if (place == std::string::npos) return {};
  const auto begin = place + kWord.size();
  return printed.substr(begin, printed.find_first_not_of("0123456789.", begin) - begin);
}

Result<Toolchain> find_toolchain() {
  std::string others;
  for (const auto& nvcc : nvcc_candidates()) {
    std::error_code code;
    if (nvcc.empty() || !fs::is_regular_file(nvcc, code)) continue;
    const auto run = run_tool({{nvcc.string(), "--version"}, {}, {}, std::chrono::milliseconds(20'000)});
    if (!run) continue;
    const std::string release = nvcc_release(run->output);
    if (std::atoi(release.c_str()) == kNvccMajor) return Toolchain{fs::absolute(nvcc), release};
    if (!release.empty()) others += fmt::format("{}{} ({})", others.empty() ? "" : ", ", release, nvcc.string());
  }
  const std::string remedy = message(
      "install the CUDA Toolkit 13, or type `bankloom doctor --fetch nvcc`, which takes NVIDIA's packages from PyPI "
      "and needs no administrator");
  if (!others.empty()) {
    return fail("whole programs are compiled by nvcc {}, and this machine has {}; {}", kNvccMajor, others, remedy);
  }
  return fail(
      "whole programs are compiled by nvcc, which is not on this machine (PATH, CUDA_PATH, CUDA_HOME, "
      "/usr/local/cuda); {}",
      remedy);
}

}  // namespace bankloom::program
