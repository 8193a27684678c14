#include "program_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>

#include "core/machine/machine_model.h"
#include "launch_filter.h"
#include "program/posix_handle.h"
#include "program/program_device.h"
#include "program/tool.h"
#include "program/toolchain.h"

namespace bankloom::program::test {
namespace {

namespace fs = std::filesystem;

const fs::path kPrograms = fs::path(BANKLOOM_SOURCE_DIR) / "tests" / "programs";

const Result<Toolchain>& toolchain() {
  static const Result<Toolchain> found = find_toolchain();
  return found;
}

fs::path kept_folder() {
  const char* const folder = std::getenv("BANKLOOM_KEPT_PROGRAMS");  // NOLINT(concurrency-mt-unsafe)
  const fs::path kept = folder != nullptr && *folder != '\0' ? fs::path(folder) : fs::current_path() / "kept-programs";
  fs::create_directories(kept);
  return kept;
}

/// The sources of a program, and all headers that may belong to it.
void find_sources(const std::string& program, std::vector<fs::path>& sources, std::vector<fs::path>& headers) {
  const auto collect = [](const fs::path& folder, const char* extension, std::vector<fs::path>& into) {
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.path().extension() == extension) into.push_back(entry.path());
    }
  };
  collect(kPrograms, ".h", headers);
  if (const fs::path folder = kPrograms / program; fs::is_directory(folder)) {
    collect(folder, ".cu", sources);
    collect(folder, ".h", headers);
  } else {
    sources.push_back(kPrograms / (program + ".cu"));
  }
  std::sort(sources.begin(), sources.end());
  std::sort(headers.begin(), headers.end());
}

/// FNV-1a, 64 bits.
std::string digest_of(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char letter : text) hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3u;
  return fmt::format("{:016x}", hash);
}

/// The words of a command, parted by blanks.
void add_words(const std::string& text, std::vector<std::string>& words) {
  std::istringstream stream(text);
  for (std::string word; stream >> word;) words.push_back(word);
}

MachineModel hopper_machine() {
  static const MachineModel machine =
      find_machine(load_machines(fs::path(BANKLOOM_SOURCE_DIR) / "assets" / "machines").value(), "cc9.0").value();
  return machine;
}

/// Starts a program with its channel and its outputs in files; -1 and a failed expectation where that fails.
pid_t start(const fs::path& program, const std::vector<std::string>& arguments, int channel, const fs::path& output,
            const fs::path& errors) {
  constexpr int kChannel = 57;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, channel, kChannel);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  std::vector<std::string> words = {program.string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  std::string variable = fmt::format("{}={}", kChannelVariable, kChannel);
  std::string library = std::string("LD_PRELOAD=") + BANKLOOM_RUNTIME_FILE;
  std::array<char*, 3> environment = {variable.data(), library.data(), nullptr};
  pid_t child = -1;
  EXPECT_EQ(posix_spawn(&child, program.c_str(), &actions, nullptr, argv.data(), environment.data()), 0);
  posix_spawn_file_actions_destroy(&actions);
  return child;
}

}  // namespace

const std::string& why_no_nvcc() {
  static const std::string why = toolchain() ? std::string() : toolchain().error().message;
  return why;
}

std::string file_text(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::optional<fs::path> compiled(const std::string& program, const std::string& options,
                                 const std::string& device_code) {
  std::vector<fs::path> sources, headers;
  find_sources(program, sources, headers);
  std::vector<std::string> words = {toolchain().value().nvcc.string(), "-cudart", "shared", "-lineinfo"};
  words.push_back("-gencode=arch=compute_90,code=" + device_code);
  add_words(options, words);
  std::string key = toolchain()->version;
  for (const std::string& word : words) key += " " + word;
  for (const fs::path& source : sources) words.push_back(source.string());
  for (const auto* const files : {&sources, &headers}) {
    for (const fs::path& file : *files) key += "\n" + file.string() + "\n" + file_text(file);
  }
  const fs::path result = kept_folder() / (program + "-" + digest_of(key));
  // Another process may be at it.
  const FileHandle lock(open((result.string() + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  EXPECT_EQ(flock(lock.get(), LOCK_EX), 0);
  if (fs::exists(result)) return result;
  const fs::path partial = result.string() + ".partial";
  words.insert(words.end(), {"-o", partial.string()});
  const auto run = run_tool({words});
  if (!run || run->status != 0) {
    ADD_FAILURE() << program << ": " << (run ? run->output : run.error().message);
    return std::nullopt;
  }
  fs::rename(partial, result);
  return result;
}

Ended run_program(const fs::path& program, const ProgramSetting& setting) {
  Ended ended;
  auto device = ProgramDevice::create(hopper_machine(), setting.options);
  if (!device) {
    ADD_FAILURE() << device.error().message;
    return ended;
  }
  LaunchFilter filter((*device)->child_channel(), setting.left_out);
  (*device)->close_child_channel();
  const auto folder = TemporaryFolder::make();
  const fs::path output = folder->path() / "output", errors = folder->path() / "errors";
  const pid_t child = start(program, setting.arguments, filter.child_channel(), output, errors);
  filter.close_child_channel();
  (*device)->serve(setting.stop);
  ended.launches = filter.await_launches();
  int status = 0;
  waitpid(child, &status, 0);
  ended.status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  ended.output = file_text(output);
  ended.errors = file_text(errors);
  ended.run = (*device)->take_result();
  EXPECT_FALSE(ended.run.broke_protocol);
  return ended;
}

}  // namespace bankloom::program::test
