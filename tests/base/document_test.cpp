// Every path that the documents at the root name is there.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace bankloom {
namespace {

namespace fs = std::filesystem;

/// A word in code is a path when it begins with one of these, also when that folder should have gone.
constexpr std::array kFolders = {"app/",   "kernels/",    "shaders/", "assets/", "tests/", "scripts/",
                                 "cmake/", "benchmarks/", ".ci/",     "docs/",   "fuzz/"};

bool ends_as_file(std::string_view word) {
  constexpr std::array kEndings = {".md", ".sh", ".cmake", ".txt"};
  return std::any_of(kEndings.begin(), kEndings.end(), [&](const char* ending) { return word.ends_with(ending); });
}

/// A bare file name at the root ("README.md", "./run.sh"), or a path below one of the project's folders.
bool is_path(std::string_view word) {
  if (std::any_of(kFolders.begin(), kFolders.end(), [&](const char* folder) { return word.starts_with(folder); })) {
    return true;
  }
  return ends_as_file(word) && word.find('/') == std::string_view::npos && word.find('*') == std::string_view::npos &&
         std::any_of(word.begin(), word.end(), [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; });
}

/// The part of a path before the first placeholder: "kernels/<lesson>/kernel.cu" is "kernels/", "tests/*/x" is
/// "tests/".
std::string fixed_part(std::string_view word) {
  const std::size_t placeholder = word.find_first_of("<*{");
  if (placeholder == std::string_view::npos) return std::string(word);
  const std::size_t slash = word.rfind('/', placeholder);
  return slash == std::string_view::npos ? std::string() : std::string(word.substr(0, slash + 1));
}

/// The words of code (`spans` and fenced blocks) and the targets of links that are paths of the project.
std::vector<std::string> paths_in(std::string_view text) {
  std::vector<std::string> paths;
  const auto add_words = [&paths](std::string_view code) {
    constexpr std::string_view kSeparators = " \t\n\"'`,;:()[]|=#";
    while (!code.empty()) {
      const std::size_t begin = code.find_first_not_of(kSeparators);
      if (begin == std::string_view::npos) break;
      code.remove_prefix(begin);
      std::string_view word = code.substr(0, code.find_first_of(kSeparators));
      code.remove_prefix(word.size());
      if (word.starts_with("./")) word.remove_prefix(2);
      if (is_path(word)) paths.push_back(fixed_part(word));
    }
  };
  for (std::size_t at = 0; at < text.size();) {
    if (text.substr(at).starts_with("```") || text[at] == '`') {
      const std::string_view fence = text.substr(at).starts_with("```") ? "```" : "`";
      const std::size_t begin = at + fence.size();
      const std::size_t end = std::min(text.find(fence, begin), text.size());
      add_words(text.substr(begin, end - begin));
      at = std::min(end + fence.size(), text.size());
    } else if (text.substr(at).starts_with("](")) {
      const std::size_t end = std::min(text.find(')', at), text.size());
      const std::string_view target = text.substr(at + 2, end - at - 2);
      if (target.find("://") == std::string_view::npos && !target.starts_with("#")) {
        paths.emplace_back(target.substr(0, target.find('#')));
      }
      at = end;
    } else {
      ++at;
    }
  }
  return paths;
}

TEST(Documents, ThePathsTheyNameExist) {
  const fs::path root(BANKLOOM_SOURCE_DIR);
  for (const char* document : {"README.md", "CONTRIBUTING.md", "docs/ARCHITECTURE.md"}) {
    std::ifstream stream(root / document);
    ASSERT_TRUE(stream) << document << " is missing";
    const std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    const std::vector<std::string> paths = paths_in(text);
    EXPECT_GE(paths.size(), 3u) << "hardly a path found in " << document;
    for (const std::string& path : paths) {
      EXPECT_TRUE(fs::exists(root / path)) << document << " names " << path << ", which is not there";
    }
  }
}

TEST(Documents, PathsAreFoundInCodeAndLinks) {
  const std::vector<std::string> found = paths_in(
      "See `app/main.cpp`, [the rules](CONTRIBUTING.md#rules) and [a page](https://example.org/a/b).\n"
      "app/not_in_code.cpp is prose; `square/setRowReadCol` a kernel, `README.md` a file.\n"
      "```\n./run.sh list\nkernels/<lesson>/<kernel>/kernel.cu  text\n  tests/ptx/*.ptx\nout/x.png\n```\n");
  const std::vector<std::string> expected = {"app/main.cpp", "CONTRIBUTING.md", "README.md",
                                             "run.sh",       "kernels/",        "tests/ptx/"};
  EXPECT_EQ(found, expected);
}

}  // namespace
}  // namespace bankloom
