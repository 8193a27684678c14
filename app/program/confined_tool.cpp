#include "program/confined_tool.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <system_error>
#include <utility>

#include "core/base/files.h"
#include "program/host_view.h"
#include "program/isolation.h"
#include "program/private_files.h"
#include "program/supervise.h"

namespace bankloom::program {
namespace {

namespace fs = std::filesystem;

/// No tool needs more of these.
HostLimits tool_limits(std::chrono::milliseconds time) {
  HostLimits limits;
  limits.memory = std::uint64_t{8} << 30U;
  limits.temporary = std::uint64_t{2} << 30U;
  limits.processes = 512;
  limits.cpu_seconds = static_cast<std::uint64_t>(time.count() / 1000 + 1);
  return limits;
}

/// Whether a variable says nothing but the language, the time zone, or how OpenMP uses the processors.
bool is_harmless(std::string_view entry) {
  constexpr std::array kNames{"LANG=", "LANGUAGE=", "TZ=", "TERM=", "COLUMNS=", "LINES="};
  const auto begins = [&](std::string_view name) { return entry.starts_with(name); };
  return std::ranges::any_of(kNames, begins) || begins("LC_") || begins("OMP_") || begins("CUDA_LAUNCH_BLOCKING=") ||
         begins("CUDA_VISIBLE_DEVICES=") || begins("SOURCE_DATE_EPOCH=");
}

}  // namespace

void Workplace::show(const fs::path& place) {
  std::error_code code;
  const fs::path whole = fs::canonical(place, code);
  if (code || !may_show(fs::is_directory(whole, code) ? whole : whole.parent_path())) return;
  folders.push_back({whole.string(), fs::absolute(place, code).lexically_normal().string(), false});
  if (folders.back().place != whole) folders.push_back({whole.string(), whole.string(), false});
}

void Workplace::show_files_of(const fs::path& top) {
  std::error_code code;
  const fs::path named = fs::absolute(top, code).lexically_normal();
  constexpr std::size_t kMostFiles = 200;
  std::size_t count = 0;
  for (fs::directory_iterator entry(top, code), end; !code && entry != end && count < kMostFiles;
       entry.increment(code)) {
    const std::string name = entry->path().filename().string();
    std::error_code unknown;
    // Texts, and only those that lie here: what is hidden or linked is for others.
    if (!is_text_name(name) || entry->symlink_status(unknown).type() != fs::file_type::regular) continue;
    folders.push_back({entry->path().string(), (named / name).string(), false});
    ++count;
  }
}

void Workplace::show_compilers(const Toolchain& toolchain) {
  std::error_code code;
  std::vector<fs::path> tools{toolchain.nvcc};
  // A host compiler of the user's own, as conda has it.
  for (const char* name : {"gcc", "g++", "c++"}) tools.push_back(find_on_path(name));
  for (const fs::path& tool : tools) {
    if (tool.empty()) continue;
    for (const fs::path& file : {tool, fs::canonical(tool, code)}) {
      const fs::path root = file.parent_path().parent_path();
      const fs::path whole = fs::canonical(root, code);
      if (code || whole == "/" || whole == "/usr" || !may_show(whole)) continue;
      folders.push_back({whole.string(), root.lexically_normal().string(), false});
      if (folders.back().place != whole) folders.push_back({whole.string(), whole.string(), false});
    }
  }
}

std::vector<std::string> basic_environment() {
  std::vector<std::string> all;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    if (is_harmless(*entry)) all.emplace_back(*entry);
  }
  std::string path;
  for (const fs::path& folder : program_folders()) path += (path.empty() ? "" : ":") + folder.string();
  all.push_back("PATH=" + path);
  all.push_back("HOME=" + home_in_view());
  all.emplace_back("TMPDIR=/tmp");
  // nvcc adds its own folder to this one; were it empty, that would end in a name that means the current folder.
  all.emplace_back("LD_LIBRARY_PATH=/usr/lib");
  return all;
}

Result<ToolRun> run_confined(const ToolCall& call, const Workplace& place) {
  HostLaunch launch;
  launch.executable = call.words.front();
  if (launch.executable.find('/') == std::string::npos) launch.executable = find_on_path(call.words.front()).string();
  if (launch.executable.empty()) return fail("'{}' is not on this machine", call.words.front());
  launch.arguments = call.words;
  launch.environment = changed_environment(basic_environment(), call.environment);
  // Its /tmp may be a copy of the one that the text lies in, or everybody's.
  const fs::path temporary = place.folder / "temporary";
  TRY(make_writable_folder(temporary));
  launch.environment = changed_environment(launch.environment, {"TMPDIR=" + temporary.string()});
  launch.working_folder = call.folder.string();
  launch.folders = place.folders;
  show_private_files(launch, place.folder);
  launch.show(place.folder.string());
  for (const fs::path& output : place.outputs) launch.show(output.string(), true);
  launch.show(temporary.string(), true);
  launch.show(call.folder.string(), true);
  launch.mount_point = place.folder / "root";
  launch.joins_streams = true;
  launch.limits = tool_limits(call.time_limit);
  std::error_code code;
  fs::create_directory(launch.mount_point, code);
  TRY(auto process, HostProcess::start(launch, granted_isolation().isolation));
  Supervision supervision;
  supervision.time_limit = call.time_limit;
  supervision.interrupt = call.interrupt;
  constexpr std::size_t kMostText = std::size_t{16} << 20U;
  supervision.most_text = kMostText;
  const HostRun ran = supervise(process, supervision);
  ToolRun run;
  run.timed_out = ran.timed_out;
  run.interrupted = ran.interrupted;
  if (ran.end.kind == HostEnd::Kind::exited) run.status = ran.end.value;
  if (ran.end.kind == HostEnd::Kind::not_started) {
    return fail("'{}' cannot be started ({})", call.words.front(), std::system_category().message(ran.end.value));
  }
  run.output = ran.output.text;
  run.excess = ran.end.kind;
  return run;
}

}  // namespace bankloom::program
