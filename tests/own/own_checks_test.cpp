// The checks during emulation on kernels as people write them, one a file in checks/. A line with a mistake says which
// kinds of fault it is expected to have, "// expect race"; all other lines, and kernels without such a comment, are
// correct: what is said of them would be a false alarm.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include "../base/sanitized.h"
#include "own_fixture.h"

#include "core/wording/fault_text.h"

namespace bankloom::test {
namespace {

using Found = std::set<std::pair<unsigned, std::string>>;  ///< lines and kinds of faults

std::vector<std::filesystem::path> kernel_texts() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(BANKLOOM_SOURCE_DIR "/tests/own/checks")) {
    if (entry.path().extension() == ".cu") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string text_of(const std::filesystem::path& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// What the comments of a text expect: "// expect race out_of_bounds: why".
Found expected(const std::string& text) {
  Found found;
  std::istringstream lines(text);
  unsigned number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    constexpr std::string_view kMark = "// expect ";
    const std::size_t at = line.find(kMark);
    if (at == std::string::npos) continue;
    const std::string kinds = line.substr(at + kMark.size());
    std::istringstream words(kinds.substr(0, kinds.find(':')));
    for (std::string kind; words >> kind;) found.emplace(number, kind);
  }
  return found;
}

class OwnChecksTest : public OwnTest {
 protected:
  /// Runs the kernels that have mistakes, or those that have none; gives their number.
  std::size_t run_all(bool with_mistakes) {
    std::size_t count = 0;
    for (const std::filesystem::path& file : kernel_texts()) {
      const std::string text = text_of(file);
      const Found wanted = expected(text);
      if (wanted.empty() == with_mistakes) continue;
      SCOPED_TRACE(file.filename());
      // Under the sanitizer one in five: each takes a fifth of a second there.
      if (++count % 5 != 0 && kSanitized) continue;
      const auto done = run(text);
      if (done == nullptr) continue;
      Found found;
      std::string words;
      // What a guess may be the reason of is a question, and nothing else is.
      EXPECT_TRUE(done->questions.empty() || !done->own->assumed.empty());
      std::vector<simt::Fault> all = done->faults;
      all.insert(all.end(), done->questions.begin(), done->questions.end());
      for (const simt::Fault& fault : all) {
        found.emplace(fault.source_line, simt::fault_kind_name(fault.kind));
        words += fault_text(fault).str() + "\n";
      }
      EXPECT_EQ(found, wanted) << words;
    }
    return count;
  }
};

TEST_F(OwnChecksTest, MistakesAreFoundAtTheirLines) { EXPECT_GE(run_all(true), 60u); }

TEST_F(OwnChecksTest, CorrectKernelsRaiseNoAlarm) { EXPECT_GE(run_all(false), 55u); }

}  // namespace
}  // namespace bankloom::test
