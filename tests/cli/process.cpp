#include "process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <random>

namespace bankloom::test {
namespace {

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// In the child: replaces a standard stream by a file.
void redirect(const std::string& path, int flags, int stream) {
  const int file = ::open(path.c_str(), flags, 0600);
  if (file < 0 || ::dup2(file, stream) < 0) ::_exit(126);
}

}  // namespace

TemporaryFolder::TemporaryFolder()
    : path_(std::filesystem::temp_directory_path() /
            ("bankloom_cli_" + std::to_string(::getpid()) + "_" + std::to_string(std::random_device{}()))) {
  std::filesystem::create_directories(path_);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string TemporaryFolder::write(const std::string& name, const std::string& content) const {
  std::ofstream(path_ / name, std::ios::binary) << content;
  return path(name);
}

ProcessResult bankloom_run(const std::vector<std::string>& arguments, const std::string& input,
                           const std::map<std::string, std::string>& environment) {
  const TemporaryFolder folder;
  const std::string in = folder.write("in", input);
  const std::string out = folder.path("out");
  const std::string err = folder.path("err");
  std::vector<std::string> words{BANKLOOM_EXECUTABLE};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (auto& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    // Whatever language the tests' own user reads.
    ::setenv("LANGUAGE", "en", 1);
    for (const auto& [name, value] : environment) {
      if (value.empty()) {
        ::unsetenv(name.c_str());
      } else {
        ::setenv(name.c_str(), value.c_str(), 1);
      }
    }
    redirect(in, O_RDONLY, STDIN_FILENO);
    redirect(out, O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
    redirect(err, O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
    ::execv(argv[0], argv.data());
    ::_exit(127);
  }
  int status = 0;
  ProcessResult result;
  if (child > 0 && ::waitpid(child, &status, 0) == child && WIFEXITED(status)) result.status = WEXITSTATUS(status);
  result.out = read_file(out);
  result.err = read_file(err);
  return result;
}

nlohmann::json json_of(const ProcessResult& result) {
  nlohmann::json json = nlohmann::json::parse(result.out, nullptr, false);
  EXPECT_FALSE(json.is_discarded()) << "no JSON: " << result.out << result.err;
  return json.is_discarded() ? nlohmann::json() : json;
}

bool has_compiler() {
  static const bool found = [] {
    const nlohmann::json doctor = json_of(bankloom_run({"doctor", "--format", "json"}));
    for (const auto& finding : doctor["findings"]) {
      if (finding["name"] == "compiler") return finding["found"].get<bool>();
    }
    return false;
  }();
  return found;
}

void expect_usage_error(const std::vector<std::string>& arguments, const std::vector<std::string>& parts,
                        const std::string& input) {
  std::string line;
  for (const auto& argument : arguments) line += argument + ' ';
  SCOPED_TRACE("bankloom " + line);
  const ProcessResult result = bankloom_run(arguments, input);
  EXPECT_EQ(result.status, 2) << result.err;
  EXPECT_EQ(result.out, "");
  EXPECT_TRUE(result.err.starts_with("bankloom: ")) << result.err;
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  for (const auto& part : parts) EXPECT_NE(result.err.find(part), std::string::npos) << part << " in: " << result.err;
}

}  // namespace bankloom::test
