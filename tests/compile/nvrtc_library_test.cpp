// The search for NVRTC: what the environment says, and what is said where there is none.
#include "cuda/nvrtc_library.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "cuda/nvrtc_compiler.h"

namespace bankloom {
namespace {

namespace fs = std::filesystem;

/// Sets a variable of the environment for a scope.
class ScopedVariable {
 public:
  ScopedVariable(const char* name, const std::string& value) : name_(name) {
    if (const char* before = std::getenv(name); before != nullptr) before_ = before;
    setenv(name, value.c_str(), 1);
  }
  ~ScopedVariable() {
    if (before_.empty()) {
      unsetenv(name_);
    } else {
      setenv(name_, before_.c_str(), 1);
    }
  }
  ScopedVariable(const ScopedVariable&) = delete;
  ScopedVariable& operator=(const ScopedVariable&) = delete;
  ScopedVariable(ScopedVariable&&) = delete;
  ScopedVariable& operator=(ScopedVariable&&) = delete;

 private:
  const char* name_;
  std::string before_;
};

TEST(NvrtcLibrary, AWrongPathInTheEnvironmentIsNamed) {
  const ScopedVariable variable("BANKLOOM_NVRTC", "/nonexistent/libnvrtc.so");
  const auto library = open_nvrtc();
  ASSERT_FALSE(library);
  EXPECT_NE(library.error().message.find("BANKLOOM_NVRTC"), std::string::npos) << library.error().message;
  EXPECT_NE(library.error().message.find("/nonexistent/libnvrtc.so"), std::string::npos) << library.error().message;
  EXPECT_EQ(library.error().message.find('\n'), std::string::npos);
}

TEST(NvrtcLibrary, AFileThatIsNoLibraryIsNamed) {
  const fs::path file = fs::temp_directory_path() / ("bankloom_no_library_" + std::to_string(getpid()));
  std::ofstream(file) << "text";
  const ScopedVariable variable("BANKLOOM_NVRTC", file.string());
  const auto library = open_nvrtc();
  fs::remove(file);
  ASSERT_FALSE(library);
  EXPECT_NE(library.error().message.find(file.string()), std::string::npos) << library.error().message;
}

TEST(NvrtcLibrary, ALibraryThatIsNotNvrtcIsNamed) {
  const ScopedVariable variable("BANKLOOM_NVRTC", "libm.so.6");
  const auto library = open_nvrtc();
  ASSERT_FALSE(library);
  EXPECT_NE(library.error().message.find("libm.so.6 is not an NVRTC"), std::string::npos) << library.error().message;
}

TEST(NvrtcLibrary, WithoutItEveryQuestionSaysSo) {
  const ScopedVariable variable("BANKLOOM_NVRTC", "/nonexistent/libnvrtc.so");
  const auto compiler = make_nvrtc_compiler();
  const auto result = compiler->compile(CompileRequest{"kernel.cu", "", {}});
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().message.find("/nonexistent"), std::string::npos);
  EXPECT_FALSE(compiler->architectures());
  EXPECT_EQ(compiler->describe(), result.error().message);
}

TEST(NvrtcLibrary, ALibraryInAFolderThatTheLoaderDoesNotSearchWorks) {
  const auto found = open_nvrtc();
  if (!found) GTEST_SKIP() << found.error().message;
  // A link under another name and elsewhere: its companion lies where the link leads to.
  const fs::path folder = fs::temp_directory_path() / ("bankloom nvrtc " + std::to_string(getpid()));
  fs::create_directory(folder);
  fs::create_symlink(found->path, folder / "mine.so");
  const ScopedVariable variable("BANKLOOM_NVRTC", (folder / "mine.so").string());
  const auto compiler = make_nvrtc_compiler();
  const auto result = compiler->compile(CompileRequest{"kernel.cu", "__global__ void k() {}", {}});
  fs::remove_all(folder);
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_TRUE((*result)->ok) << (*result)->log;
}

}  // namespace
}  // namespace bankloom
