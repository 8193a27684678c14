#include "program/whole_program.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <thread>

#include "core/base/text_lines.h"
#include "program/elf_file.h"
#include "program/isolation.h"
#include "program/own_build.h"
#include "program/posix_handle.h"
#include "program/tool.h"

namespace bankloom::program {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using RunClock = std::chrono::steady_clock;

/// Our environment, with the path of our runtime and its channel.
std::vector<std::string> program_environment(const fs::path& runtime_folder) {
  std::vector<std::string> all;
  std::string libraries = runtime_folder.string();
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    constexpr std::string_view kLibraries = "LD_LIBRARY_PATH=";
    if (text.starts_with(kLibraries)) {
      if (text.size() > kLibraries.size()) libraries += ":" + std::string(text.substr(kLibraries.size()));
    } else if (!text.starts_with("LD_PRELOAD=") && !text.starts_with(kChannelVariable)) {
      all.emplace_back(text);
    }
  }
  all.push_back("LD_LIBRARY_PATH=" + libraries);
  all.push_back(fmt::format("{}={}", kChannelVariable, kChannelDescriptor));
  return all;
}

HostLaunch launch_of(const WholeProgram& program, int channel, std::vector<ProgramRemark>& remarks) {
  HostLaunch launch;
  std::error_code code;
  const ProgramRequest& request = program.request;
  launch.executable = program.executable.string();
  launch.arguments = {"./" + program.executable.filename().string()};
  launch.arguments.insert(launch.arguments.end(), request.arguments.begin(), request.arguments.end());
  launch.environment = program_environment(program.runtime_folder);
  launch.working_folder =
      fs::canonical(request.working_folder.empty() ? fs::current_path(code) : request.working_folder, code);
  launch.visible = {program.runtime_folder, launch.working_folder, program.build_folder};
  const std::string own = fs::canonical(
      request.build.empty() ? fs::absolute(request.file).parent_path() : folder_of_build(request.file), code);
  const bool may_write = may_write_to(own);
  (may_write ? launch.writable : launch.visible).push_back(own);
  if (!may_write) remarks.push_back({ProgramRemark::Kind::read_only, {}, own});
  // The root is there anyway.
  std::erase(launch.visible, "/");
  launch.mount_point = program.build_folder / "root";
  fs::create_directory(launch.mount_point, code);
  launch.channel = channel;
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
  auto isolated = HostProcess::start(launch, Isolation::namespaces);
  const std::string refused = isolated ? std::string() : isolated.error().message;
  const bool has_bubblewrap = !isolated && bubblewrap_works();
  run.is_isolated = isolated || has_bubblewrap;
  if (!run.is_isolated) run.remarks.push_back({ProgramRemark::Kind::not_isolated, refused});
  if (program.callbacks.on_remark) std::ranges::for_each(run.remarks, program.callbacks.on_remark);
  const auto otherwise = has_bubblewrap ? Isolation::bubblewrap : Isolation::limits;
  auto process = isolated ? std::move(isolated) : HostProcess::start(launch, otherwise);
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

std::vector<CodePlace> code_places(const fs::path& executable, const std::vector<CodeOffset>& offsets) {
  std::vector<CodePlace> places(offsets.size());
  if (offsets.empty()) return places;
  ToolCall call{{"addr2line", "-e", executable.string()}, {}, {}, milliseconds(20'000)};
  for (const auto offset : offsets) call.words.push_back(fmt::format("0x{:x}", offset));
  const auto run = run_tool(call);
  if (!run || run->status != 0) return places;
  const auto lines = split_lines(run->output);
  for (std::size_t i = 0; i < std::min(lines.size(), places.size()); ++i) {
    // "/home/ada/square.cu:31", which may be followed by " (discriminator 2)"; "??:0" if unknown.
    const auto colon = lines[i].rfind(':');
    if (colon == std::string::npos || lines[i].starts_with("??")) continue;
    std::from_chars(lines[i].data() + colon + 1, lines[i].data() + lines[i].size(), places[i].line);
    if (places[i].line != 0) places[i].file = lines[i].substr(0, colon);
  }
  return places;
}

}  // namespace bankloom::program
