// Runs the program under test and looks at what it says.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/base/json.h"

namespace bankloom::test {

struct ProcessResult {
  int status = -1;  ///< exit status; -1 where the program did not exit by itself (a signal)
  std::string out;
  std::string err;
};

/// Runs bankloom with these arguments, standard input from `input` and the environment changed by `environment` (an
/// empty value removes the variable).
[[nodiscard]] ProcessResult bankloom_run(const std::vector<std::string>& arguments, const std::string& input = "",
                                         const std::map<std::string, std::string>& environment = {});

/// Whether the program finds a compiler; tests that need one are skipped without it.
[[nodiscard]] bool has_compiler();

/// The JSON that a command printed; a failed expectation and null where it printed none.
[[nodiscard]] nlohmann::json json_of(const ProcessResult& result);

/// Expects exit status 2, nothing on standard output, and one sentence on standard error, in the form
/// "bankloom: ...", with all `parts` in it.
void expect_usage_error(const std::vector<std::string>& arguments, const std::vector<std::string>& parts,
                        const std::string& input = "");

/// A folder of its own for a test's files, removed at the end.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  [[nodiscard]] std::string path(const std::string& name) const { return (path_ / name).string(); }
  /// Writes a file and returns its path.
  // NOLINTNEXTLINE(modernize-use-nodiscard): many tests know the path
  std::string write(const std::string& name, const std::string& content) const;

 private:
  std::filesystem::path path_;
};

}  // namespace bankloom::test

/// Skips a test that compiles CUDA C++ where there is no compiler.
#define BANKLOOM_NEEDS_COMPILER()                                                               \
  do {                                                                                          \
    if (!bankloom::test::has_compiler()) GTEST_SKIP() << "NVRTC was not found on this machine"; \
  } while (false)
