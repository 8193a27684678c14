#include "core/base/child_environment.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "core/base/files.h"

namespace bankloom {
namespace {

bool is_needed(std::string_view name) {
  constexpr std::array kNames{"HOME",
                              "USER",
                              "LOGNAME",
                              "TMPDIR",
                              "LANG",
                              "LANGUAGE",
                              "TZ",
                              "TERM",
                              "COLUMNS",
                              "LINES",
                              "NO_COLOR",
                              "SOURCE_DATE_EPOCH",
                              "DISPLAY",
                              "WAYLAND_DISPLAY",
                              "XAUTHORITY",
                              "DBUS_SESSION_BUS_ADDRESS",
                              "DESKTOP_SESSION",
                              "BROWSER",
                              "SSL_CERT_FILE",
                              "SSL_CERT_DIR",
                              "CURL_CA_BUNDLE",
                              "REQUESTS_CA_BUNDLE"};
  // Of tests with sanitizers and of their coverage, too; NV and NVTX: of compute-sanitizer, which waits for ever where
  // the GPU's worker has a part of them.
  constexpr std::array kBeginnings{"LC_",     "XDG_",   "KDE_",          "GNOME_",    "OMP_",  "CUDA_",
                                   "NVIDIA_", "CONDA_", "PIP_",          "BANKLOOM_", "ASAN_", "UBSAN_",
                                   "LSAN_",   "TSAN_",  "LLVM_PROFILE_", "NV_",       "NVTX_", "NVIDIA-"};
  return std::ranges::find(kNames, name) != kNames.end() || name.ends_with("_proxy") || name.ends_with("_PROXY") ||
         std::ranges::any_of(kBeginnings, [&](std::string_view beginning) { return name.starts_with(beginning); });
}

}  // namespace

std::vector<std::filesystem::path> absolute_folders(const char* variable) {
  std::vector<std::filesystem::path> folders;
  const std::string all = environment(variable);
  for (std::size_t begin = 0; begin <= all.size();) {
    const std::size_t end = std::min(all.find(':', begin), all.size());
    std::filesystem::path folder = all.substr(begin, end - begin);
    if (folder.is_absolute()) folders.push_back(std::move(folder));
    begin = end + 1;
  }
  return folders;
}

std::vector<std::string> child_environment() {
  std::vector<std::string> all;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    if (is_needed(text.substr(0, text.find('=')))) all.emplace_back(text);
  }
  for (const char* name : {"PATH", "LD_LIBRARY_PATH"}) {
    std::string list;
    for (const auto& folder : absolute_folders(name)) list += (list.empty() ? "" : ":") + folder.string();
    if (!list.empty()) all.push_back(std::string(name) + "=" + list);
  }
  return all;
}

}  // namespace bankloom
