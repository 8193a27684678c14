// What is shown is not what is decided by: sources outside core/wording neither compare nor search nor cut its texts.
// That Text has no such operations is checked where it is tested (text_test.cpp); here, that nobody gets around it on
// the way to a widget.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

namespace bankloom {
namespace {

namespace fs = std::filesystem;

std::string content_of(const fs::path& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// The functions that the headers of core/wording declare as giving a Text, parted by bars.
std::string text_functions() {
  static const std::regex declared(R"(\bText (\w+)\()");
  std::string names = "say";
  for (const auto& entry : fs::directory_iterator(fs::path(BANKLOOM_SOURCE_DIR) / "app" / "core" / "wording")) {
    if (entry.path().extension() != ".h") continue;
    const std::string text = content_of(entry.path());
    for (std::sregex_iterator found(text.begin(), text.end(), declared), end; found != end; ++found) {
      names += "|" + (*found)[1].str();
    }
  }
  return names;
}

/// A text taken out of its Text and asked something in the same expression.
bool asks_a_text(const std::string& line) {
  static const std::regex asked(
      R"((\.str\(\)|\b()" + text_functions() +
      R"()\([^()]*\))\s*(==|!=|\.(find|rfind|substr|starts_with|ends_with|erase|replace|compare)\b))");
  const auto has = [&](const char* part) { return line.find(part) != std::string::npos; };
  return (has(".str()") || has("_text(") || has("say(") || has("plural(")) && std::regex_search(line, asked);
}

TEST(ShownText, IsFoundOut) {
  EXPECT_TRUE(asks_a_text("if (verdict.words.str() == \"broadcast\") return;"));
  EXPECT_TRUE(asks_a_text("const auto at = explanation_text(why).str().find(\"bank\");"));
  EXPECT_TRUE(asks_a_text("if (fault_kind_text(kind) != \"race\") return;"));
  EXPECT_FALSE(asks_a_text("text_at(context, font, colour, place, verdict.words.str());"));
}

TEST(ShownText, DecidesNothing) {
  const fs::path app = fs::path(BANKLOOM_SOURCE_DIR) / "app";
  std::size_t sources = 0;
  for (const auto& entry : fs::recursive_directory_iterator(app)) {
    const std::string extension = entry.path().extension().string();
    if (extension != ".h" && extension != ".cpp") continue;
    ++sources;
    std::ifstream stream(entry.path());
    std::string line;
    for (unsigned number = 1; std::getline(stream, line); ++number) {
      EXPECT_FALSE(asks_a_text(line)) << fs::relative(entry.path(), app) << ":" << number << ": " << line;
    }
  }
  EXPECT_GT(sources, 200u);
}

/// The folders that texts are made for.
TEST(ShownText, IsMadeForReportsAndViewsAlone) {
  const fs::path core = fs::path(BANKLOOM_SOURCE_DIR) / "app" / "core";
  for (const auto& entry : fs::recursive_directory_iterator(core)) {
    const std::string folder = fs::relative(entry.path(), core).begin()->string();
    if (!entry.is_regular_file() || folder == "wording" || folder == "report") continue;
    EXPECT_EQ(content_of(entry.path()).find("#include \"core/wording/"), std::string::npos)
        << fs::relative(entry.path(), core);
  }
}

/// String literals and the statements that they stand in, of a source without its comments and raw strings.
struct Prose {
  std::string literal, statement;
};
std::vector<Prose> literals_in(const std::string& source) {
  static const std::regex skipped(R"##(//[^\n]*|R"(\w*)\([^]*?\)\1")##");
  const std::string code = std::regex_replace(source, skipped, "");
  std::vector<Prose> all;
  std::size_t first = 0;  // of this statement's literals
  std::string statement;
  for (std::size_t at = 0; at < code.size(); ++at) {
    if (code[at] == '"' && code[at - 1] != '\'') {
      std::string literal;
      for (++at; at < code.size() && code[at] != '"'; ++at) {
        if (code[at] == '\\') ++at;
        literal += code[at];
      }
      all.push_back({std::move(literal), {}});
      continue;
    }
    statement += code[at];
    if (code[at] != ';') continue;
    for (; first < all.size(); ++first) all[first].statement = statement;
    statement.clear();
  }
  return all;
}

/// Literals of four words or more, which read like prose. Errors, which are sentences where they are found out (Result,
/// Error), and the command line's help are none of them.
std::vector<std::string> prose_in(const std::string& source) {
  static const std::regex words(R"([A-Za-z,'}]+( [A-Za-z,'({}]+){3})");
  static const std::regex allowed(
      R"(\bfail(_with)?\(|\bError\{|\bErrorCode::|\.message|\bremedy = message\(|add_option|add_flag|add_value|add_list|add_program_flags)");
  std::vector<std::string> found;
  for (const Prose& one : literals_in(source)) {
    if (std::regex_search(one.literal, words) && !std::regex_search(one.statement, allowed)) {
      found.push_back(one.literal);
    }
  }
  return found;
}

TEST(ShownText, ProseIsFoundOut) {
  EXPECT_EQ(prose_in("int a; remarks.push_back(\"the program is not kept apart\"); b(\"-arch\");"),
            std::vector<std::string>{"the program is not kept apart"});
  EXPECT_TRUE(prose_in("return fail(\"the program cannot be started\"); // \"one two three four\"").empty());
}

/// What is told of a learner's program is facts where it is found out.
TEST(ShownText, IsNotMadeWhereProgramsRun) {
  const fs::path app = fs::path(BANKLOOM_SOURCE_DIR) / "app";
  std::vector<fs::path> sources{app / "cli" / "run_command.cpp", app / "cli" / "program_run.cpp"};
  for (const auto& entry : fs::directory_iterator(app / "program")) sources.push_back(entry.path());
  EXPECT_GT(sources.size(), 40u);
  for (const fs::path& source : sources) {
    for (const std::string& prose : prose_in(content_of(source))) {
      ADD_FAILURE() << fs::relative(source, app) << " makes a text that core/wording should make: " << prose;
    }
  }
}

}  // namespace
}  // namespace bankloom
