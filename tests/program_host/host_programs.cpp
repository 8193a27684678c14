#include "host_programs.h"

#include <cstdlib>
#include <fstream>
#include <random>

namespace bankloom::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kHead = R"(#define _GNU_SOURCE 1
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>
int main(int argc, char** argv) { (void)argc; (void)argv;
)";

}  // namespace

HostProgram::HostProgram(const std::string& body)
    : folder_(fs::canonical(fs::temp_directory_path()) / ("bankloom_host_" + std::to_string(std::random_device{}()))) {
  fs::create_directories(folder_ / "work");
  // Of root's programs some are nobody, and those that are not have no right over others' folders.
  fs::permissions(folder_ / "work", fs::perms::all);
  fs::create_directories(folder_ / "root");
  std::ofstream(folder_ / "program.cpp") << kHead << body << "\nreturn 0; }\n";
  const std::string command = std::string(BANKLOOM_HOST_COMPILER) + " -w -O0 -o " + (folder_ / "program").string() +
                              " " + (folder_ / "program.cpp").string();
  EXPECT_EQ(std::system(command.c_str()), 0) << body;  // NOLINT(concurrency-mt-unsafe): one thread
}

HostProgram::~HostProgram() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

program::HostLaunch HostProgram::launch() const {
  program::HostLaunch launch;
  launch.executable = (folder_ / "program").string();
  launch.arguments = {"program"};
  launch.environment = {"PATH=/usr/bin:/bin"};
  launch.working_folder = (folder_ / "work").string();
  launch.show(folder_.string());
  launch.show(launch.working_folder, true);
  launch.mount_point = (folder_ / "root").string();
  launch.limits.processes = 40;
  launch.limits.memory = std::uint64_t{256} << 20U;
  launch.limits.file = std::uint64_t{8} << 20U;
  launch.limits.written = std::uint64_t{32} << 20U;
  launch.limits.temporary = std::uint64_t{16} << 20U;
  launch.limits.cpu_seconds = 10;
  return launch;
}

program::HostRun HostProgram::run(const program::HostLaunch& launch, program::Isolation isolation) const {
  auto process = program::HostProcess::start(launch, isolation);
  EXPECT_TRUE(process) << process.error().message;
  if (!process) return {};
  program::Supervision supervision;
  supervision.time_limit = std::chrono::seconds(20);
  supervision.most_text = std::size_t{1} << 20U;
  return program::supervise(*process, supervision);
}

const std::string& why_no_namespaces() {
  static const std::string reason = [] {
    const HostProgram program("return 0;");
    const auto process = program::HostProcess::start(program.launch(), program::Isolation::namespaces);
    return process ? std::string() : "no namespaces here: " + process.error().message;
  }();
  return reason;
}

}  // namespace bankloom::test
