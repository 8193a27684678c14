#include "program/whole_program.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <thread>

#include "core/base/readable.h"
#include "core/base/text_lines.h"
#include "program/confined_tool.h"
#include "program/elf_file.h"
#include "program/host_view.h"
#include "program/isolation.h"
#include "program/posix_handle.h"
#include "program/private_files.h"
#include "program/system_filter.h"

namespace bankloom::program {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using RunClock = std::chrono::steady_clock;

/// What the device's memory may use beside its allocations, bytes.
constexpr std::uint64_t kSpareMemory = std::uint64_t{64} << 20U;

/// The basic environment, with the path of our runtime and its channel.
std::vector<std::string> program_environment(const WholeProgram& program) {
  std::vector<std::string> changes{"LD_LIBRARY_PATH=" + program.runtime_folder.string(),
                                   fmt::format("{}={}", kChannelVariable, kChannelDescriptor)};
  return changed_environment(basic_environment(), changes);
}

/// Whether there is an empty folder of this name anyway.
bool is_in_every_view(const fs::path& folder) {
  constexpr std::array kFolders{"/", "/tmp", "/var/tmp", "/run", "/dev/shm", "/home", "/var", "/proc", "/sys", "/dev"};
  return folder == home_in_view() || std::ranges::find(kFolders, folder) != kFolders.end();
}

HostLaunch launch_of(const WholeProgram& program, int channel, std::vector<ProgramRemark>& remarks) {
  HostLaunch launch;
  std::error_code code;
  const ProgramRequest& request = program.request;
  launch.executable = program.executable.string();
  launch.arguments = {"./" + program.executable.filename().string()};
  launch.arguments.insert(launch.arguments.end(), request.arguments.begin(), request.arguments.end());
  launch.environment = program_environment(program);
  launch.working_folder =
      fs::canonical(request.working_folder.empty() ? fs::current_path(code) : request.working_folder, code);
  // Where it works, its repository, and in that its own folder.
  if (may_show(launch.working_folder)) {
    launch.show(launch.working_folder);
  } else if (!is_in_every_view(launch.working_folder)) {
    const fs::path empty = program.build_folder / "empty";
    fs::create_directory(empty, code);
    launch.folders.push_back({empty.string(), launch.working_folder, false});
  }
  launch.folders.insert(launch.folders.end(), program.folders.begin(), program.folders.end());
  if (program.copy != nullptr) {
    launch.folders.push_back({program.copy->folder().string(), program.own.string(), true});
  } else if (granted_isolation().is_kept_apart()) {
    remarks.push_back({ProgramRemark::Kind::read_only, {}, program.own.string()});
  }
  launch.show(program.runtime_folder.string());
  show_private_files(launch, program.build_folder);
  launch.show(program.build_folder.string());
  launch.mount_point = program.build_folder / "root";
  fs::create_directory(launch.mount_point, code);
  launch.channel = channel;
  launch.reads_input = request.input >= 0;
  // The device memory that it maps counts, too.
  launch.limits.memory += request.options.memory_bytes;
  if (request.time_limit) {
    constexpr std::uint64_t kThreads = 16;
    launch.limits.cpu_seconds = kThreads * static_cast<std::uint64_t>(request.time_limit->count() / 1000 + 1);
  }
  return launch;
}

/// Waits for launches that are still running after the program's end.
void await_launches(const ProgramRequest& request, RunClock::time_point began, const std::atomic<bool>& done,
                    std::stop_source& stop, HostRun& host) {
  if (host.end.kind != HostEnd::Kind::exited) stop.request_stop();
  while (!done) {
    constexpr int kTurn = 20;  // ms
    pollfd interrupt{request.interrupt, POLLIN, 0};
    ::poll(&interrupt, 1, kTurn);
    if (stop.stop_requested()) continue;
    host.interrupted = interrupt.revents != 0;
    host.timed_out = request.time_limit && RunClock::now() - began > *request.time_limit;
    if (host.interrupted || host.timed_out) stop.request_stop();
  }
}

}  // namespace

Result<WholeProgramRun> run_whole_program(const WholeProgram& program) {
  const ProgramRequest& request = program.request;
  TRY(auto device, ProgramDevice::create(request.machine, request.options));
  TRY(auto pipe, make_pipe_pair());
  WholeProgramRun run;
  const HostLaunch launch = launch_of(program, device->child_channel(), run.remarks);
  const GrantedIsolation& granted = granted_isolation();
  using Kind = ProgramRemark::Kind;
  if (!granted.is_kept_apart()) run.remarks.push_back({Kind::not_isolated, granted.refused});
  if (!system_filter().missing.empty()) run.remarks.push_back({Kind::not_filtered, system_filter().missing});
  if (program.callbacks.on_remark) std::ranges::for_each(run.remarks, program.callbacks.on_remark);
  auto process = HostProcess::start(launch, granted.isolation);
  if (!process) return fail("the program cannot be started: {}", process.error().message);
  device->close_child_channel();
  const auto began = RunClock::now();
  std::stop_source stop;
  std::atomic<bool> done{false};
  std::function<void()> enough;
  if (request.ends_at_captured) {
    enough = [&pipe] { [[maybe_unused]] const auto written = ::write(pipe.second.get(), "!", 1); };
  }
  std::thread server([&] {
    device->serve(stop.get_token(), program.callbacks.on_progress, enough);
    done = true;
  });
  Supervision supervision;
  supervision.time_limit = request.time_limit;
  supervision.interrupt = request.interrupt;
  supervision.enough = pipe.first.get();
  supervision.input = request.input;
  supervision.excess = [&]() -> std::optional<HostEnd::Kind> {
    // The device's memory is a file that the program can write to beyond its allocations.
    if (device->memory_in_use() > request.options.memory_bytes + kSpareMemory) return HostEnd::Kind::memory;
    if (program.copy != nullptr && program.copy->is_overfull(launch.limits.written)) return HostEnd::Kind::written;
    return std::nullopt;
  };
  supervision.on_output = program.callbacks.on_output;
  supervision.on_errors = program.callbacks.on_errors;
  run.host = supervise(*process, supervision);
  if (run.host.was_enough) run.host.end.value = static_cast<int>(request.options.capture.index.value_or(0));
  await_launches(request, began, done, stop, run.host);
  server.join();
  run.device = device->take_result();
  return run;
}

ProgramEnd end_of(const WholeProgramRun& run, const fs::path& executable) {
  ProgramEnd end = process_end(run.host);
  end.broke_protocol = run.device.broke_protocol;
  if (run.device.called_runtime) return end;
  using Silence = ProgramEnd::Silence;
  const auto libraries = needed_libraries(executable);
  bool has_runtime = false;
  for (const auto& name : libraries ? *libraries : std::vector<std::string>()) {
    if (name.starts_with("libcudart.so")) {
      has_runtime = true;
    } else if (name.starts_with("libcu") || name.starts_with("libnv")) {
      end.libraries += (end.libraries.empty() ? "" : ", ") + name;
    }
  }
  end.silence = !libraries               ? Silence::unreadable
                : !end.libraries.empty() ? Silence::libraries
                : !has_runtime           ? Silence::no_runtime
                                         : Silence::ended;
  return end;
}

std::vector<CodePlace> code_places(const WholeProgram& program, const std::vector<CodeOffset>& offsets) {
  std::vector<CodePlace> places(offsets.size());
  if (offsets.empty()) return places;
  ToolCall call{
      {"addr2line", "-e", program.executable.string()}, program.build_folder / "lines", {}, milliseconds(20'000)};
  for (const auto offset : offsets) call.words.push_back(fmt::format("0x{:x}", offset));
  if (!make_writable_folder(call.folder)) return places;
  // What reads a stranger's executable is kept apart, too.
  const auto run = run_confined(call, {program.build_folder, {}});
  if (!run || run->status != 0) return places;
  const auto lines = split_lines(run->output);
  // A name with an end of line in it would shift all that follow.
  if (lines.size() != places.size()) return places;
  for (std::size_t i = 0; i < std::min(lines.size(), places.size()); ++i) {
    // "/home/ada/square.cu:31", which may be followed by " (discriminator 2)"; "??:0" if unknown.
    const auto colon = lines[i].rfind(':');
    if (colon == std::string::npos || lines[i].starts_with("??")) continue;
    std::from_chars(lines[i].data() + colon + 1, lines[i].data() + lines[i].size(), places[i].line);
    if (places[i].line != 0) places[i].file = readable(lines[i].substr(0, colon));
  }
  return places;
}

}  // namespace bankloom::program
