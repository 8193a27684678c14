// The rules of the folders, read from the #include lines: the core is plain C++, and dependencies point downwards.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace bankloom {
namespace {

namespace fs = std::filesystem;

/// The folders of app/core, a row a level: a folder may include from its own level and those above in this list.
const std::vector<std::vector<std::string>> kLevels = {{"base"},
                                                       {"machine", "ptx", "trace"},
                                                       {"simt", "analysis"},
                                                       {"compile", "catalog"},
                                                       {"own"},
                                                       {"run"},
                                                       {"program"},
                                                       {"session"},
                                                       {"measure"},
                                                       {"advice"},
                                                       {"learn"},
                                                       {"wording"},
                                                       {"report"}};

/// How the headers of CUDA, of windows and of graphics libraries begin, in lower case.
constexpr std::array kForbidden = {"cuda",   "cupti",  "nvrtc", "nvml", "nvtx",    "nvtoolsext", "nvperf", "imgui",
                                   "implot", "glfw",   "glad",  "gles", "gl/",     "egl/",       "x11/",   "xcb/",
                                   "sdl",    "vulkan", "qt",    "gtk",  "wayland", "opengl",     "glew",   "glx"};

struct Include {
  fs::path file;
  unsigned line = 0;
  std::string target;
  bool quoted = false;
};

/// `#include <a>` or `#include "a"`, blanks anywhere; nothing where the line is none.
std::optional<Include> parse_include(std::string_view line) {
  const auto skip_blanks = [&line] { line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size())); };
  const auto take = [&line](std::string_view word) {
    if (!line.starts_with(word)) return false;
    line.remove_prefix(word.size());
    return true;
  };
  skip_blanks();
  if (!take("#")) return std::nullopt;
  skip_blanks();
  if (!take("include")) return std::nullopt;
  skip_blanks();
  if (line.empty() || (line.front() != '<' && line.front() != '"')) return std::nullopt;
  const bool quoted = line.front() == '"';
  const std::size_t end = line.find(quoted ? '"' : '>', 1);
  if (end == std::string_view::npos) return std::nullopt;
  return Include{{}, 0, std::string(line.substr(1, end - 1)), quoted};
}

std::vector<Include> read_includes(const fs::path& core) {
  std::vector<Include> includes;
  for (const auto& entry : fs::recursive_directory_iterator(core)) {
    const std::string extension = entry.path().extension().string();
    if (extension != ".h" && extension != ".cpp" && extension != ".inc") continue;
    std::ifstream stream(entry.path());
    std::string line;
    for (unsigned number = 1; std::getline(stream, line); ++number) {
      if (auto include = parse_include(line)) {
        include->file = fs::relative(entry.path(), core);
        include->line = number;
        includes.push_back(*include);
      }
    }
  }
  return includes;
}

std::optional<std::size_t> level_of(const std::string& folder) {
  for (std::size_t level = 0; level < kLevels.size(); ++level) {
    if (std::find(kLevels[level].begin(), kLevels[level].end(), folder) != kLevels[level].end()) return level;
  }
  return std::nullopt;
}

bool is_forbidden(std::string target) {
  std::transform(target.begin(), target.end(), target.begin(),
                 [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); });
  return std::any_of(kForbidden.begin(), kForbidden.end(),
                     [&](const char* begin) { return target.starts_with(begin); });
}

/// What is wrong with one include, nothing where it is right.
std::optional<std::string> fault_of(const Include& include, const fs::path& core) {
  if (is_forbidden(include.target)) return "is a CUDA, window or graphics header";
  const fs::path target(include.target);
  if (!include.quoted && *target.begin() != "core") return std::nullopt;
  if (*target.begin() != "core") return "is not below app/core (write the path from app/: core/...)";
  const std::string folder = std::next(target.begin())->string();
  if (!fs::exists(core.parent_path() / target)) return "does not exist";
  const std::optional<std::size_t> from = level_of(include.file.begin()->string());
  const std::optional<std::size_t> to = level_of(folder);
  if (!from || !to) return "joins a folder that has no level in tests/base/include_test.cpp";
  if (*to > *from) return "points upwards";
  return std::nullopt;
}

/// A folder that reaches itself through others, as "a -> b -> a"; empty where there is none.
std::string find_cycle(const std::map<std::string, std::set<std::string>>& graph) {
  for (const auto& [start, unused] : graph) {
    std::vector<std::vector<std::string>> paths{{start}};
    std::set<std::string> seen;
    while (!paths.empty()) {
      const std::vector<std::string> path = paths.back();
      paths.pop_back();
      const auto next = graph.find(path.back());
      if (next == graph.end()) continue;
      for (const std::string& folder : next->second) {
        std::vector<std::string> longer = path;
        longer.push_back(folder);
        if (folder == start) {
          std::string text = start;
          for (std::size_t i = 1; i < longer.size(); ++i) text += " -> " + longer[i];
          return text;
        }
        if (seen.insert(folder).second) paths.push_back(longer);
      }
    }
  }
  return {};
}

/// All that is wrong in a folder laid out as app/core, a line each.
std::vector<std::string> find_faults(const fs::path& core) {
  std::vector<std::string> faults;
  std::map<std::string, std::set<std::string>> graph;
  for (const Include& include : read_includes(core)) {
    if (const auto fault = fault_of(include, core)) {
      faults.push_back(include.file.string() + ":" + std::to_string(include.line) + ": " + include.target + " " +
                       *fault);
    }
    const fs::path target(include.target);
    if (*target.begin() != "core" || std::distance(target.begin(), target.end()) < 3) continue;
    const std::string from = include.file.begin()->string();
    const std::string to = std::next(target.begin())->string();
    if (from != to) graph[from].insert(to);
  }
  if (const std::string cycle = find_cycle(graph); !cycle.empty()) faults.push_back("a cycle of folders: " + cycle);
  return faults;
}

TEST(Includes, TheCoreIsPlainAndPointsDownwards) {
  const fs::path core = fs::path(BANKLOOM_SOURCE_DIR) / "app" / "core";
  EXPECT_GT(read_includes(core).size(), 20u) << "no include lines found below " << core;
  for (const std::string& fault : find_faults(core)) ADD_FAILURE() << "app/core/" << fault;
}

TEST(Includes, EveryFolderOfTheCoreHasALevel) {
  for (const auto& entry : fs::directory_iterator(fs::path(BANKLOOM_SOURCE_DIR) / "app" / "core")) {
    if (!entry.is_directory()) continue;
    EXPECT_TRUE(level_of(entry.path().filename().string())) << entry.path();
  }
}

/// A small tree of its own, in which each rule is broken once.
class IncludeFaults : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(core_); }
  void TearDown() override { fs::remove_all(root_); }
  void write(const std::string& file, const std::string& text) {
    fs::create_directories((core_ / file).parent_path());
    std::ofstream(core_ / file) << text;
  }
  std::vector<std::string> faults() { return find_faults(core_); }

  fs::path root_ = fs::temp_directory_path() / ("bankloom_include_test_" + std::to_string(getpid()));
  fs::path core_ = root_ / "app" / "core";
};

TEST_F(IncludeFaults, NoneInACleanTree) {
  write("base/a.h", "#include <string>\n  #  include <sys/mman.h>\n// #include <cuda.h>\nint include;\n");
  write("simt/b.cpp", "#include \"core/base/a.h\"\n#include \"core/simt/c.h\"\n#include <immintrin.h>\n");
  write("simt/c.h", "");
  EXPECT_TRUE(faults().empty()) << faults().front();
}

TEST_F(IncludeFaults, AForbiddenHeader) {
  for (const char* header : {"<cuda.h>", "<cuda_runtime.h>", "<nvrtc.h>", "\"imgui.h\"", "<GL/gl.h>", "<GLFW/glfw3.h>",
                             "<EGL/egl.h>", "\"cuda/nvrtc_compiler.h\"", "<cupti.h>"}) {
    write("base/a.h", std::string("\n#include ") + header + "\n");
    ASSERT_EQ(faults().size(), 1u) << header;
    EXPECT_TRUE(faults()[0].starts_with("base/a.h:2: ")) << faults()[0];
    EXPECT_NE(faults()[0].find("is a CUDA, window or graphics header"), std::string::npos) << faults()[0];
  }
}

TEST_F(IncludeFaults, AnUpwardInclude) {
  write("simt/b.h", "");
  write("ptx/a.h", "#include \"core/simt/b.h\"\n");
  ASSERT_EQ(faults().size(), 1u);
  EXPECT_EQ(faults()[0], "ptx/a.h:1: core/simt/b.h points upwards");
}

TEST_F(IncludeFaults, AnUpwardIncludeInAngles) {
  write("report/b.h", "");
  write("base/a.h", "#include <core/report/b.h>\n");
  ASSERT_EQ(faults().size(), 1u);
}

TEST_F(IncludeFaults, AFileOutsideTheCore) {
  write("base/a.h", "#include \"cli/options.h\"\n");
  ASSERT_EQ(faults().size(), 1u);
  EXPECT_NE(faults()[0].find("is not below app/core"), std::string::npos) << faults()[0];
}

TEST_F(IncludeFaults, AFolderWithoutALevel) {
  write("extra/a.h", "");
  write("report/b.h", "#include \"core/extra/a.h\"\n");
  ASSERT_EQ(faults().size(), 1u);
  EXPECT_NE(faults()[0].find("has no level"), std::string::npos) << faults()[0];
}

TEST_F(IncludeFaults, AFileThatIsNotThere) {
  write("base/a.h", "#include \"core/base/gone.h\"\n");
  ASSERT_EQ(faults().size(), 1u);
  EXPECT_NE(faults()[0].find("does not exist"), std::string::npos) << faults()[0];
}

TEST_F(IncludeFaults, ACycleWithinALevel) {
  write("ptx/a.h", "#include \"core/trace/a.h\"\n");
  write("trace/a.h", "#include \"core/machine/a.h\"\n");
  write("machine/a.h", "#include \"core/ptx/a.h\"\n");
  ASSERT_EQ(faults().size(), 1u);
  EXPECT_EQ(faults()[0], "a cycle of folders: machine -> ptx -> trace -> machine");
}

}  // namespace
}  // namespace bankloom
