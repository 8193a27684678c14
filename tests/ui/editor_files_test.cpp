// What the editor is made of besides its window: places in a text, the clock of typing, files, drafts, recent files.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <iterator>

#include "../base/scratch_folder.h"
#include "ui/editor/document.h"
#include "ui/editor/drafts.h"
#include "ui/editor/recent_files.h"
#include "ui/editor/source_file.h"
#include "ui/editor/text_edits.h"
#include "ui/editor/text_history.h"
#include "ui/editor/text_places.h"

namespace bankloom::ui {
namespace {

namespace fs = std::filesystem;

TEST(TextPlaces, LinesAndColumnsOfBytes) {
  const std::string text = "ab\n\n\tµ = 1;\nend";
  const auto starts = line_starts(text);
  EXPECT_EQ(starts, (std::vector<std::size_t>{0, 3, 4, 13}));
  EXPECT_EQ(line_at(text, starts, 0), "ab");
  EXPECT_EQ(line_at(text, starts, 1), "");
  EXPECT_EQ(line_at(text, starts, 3), "end");
  EXPECT_EQ(line_at(text, starts, 4), "");
  // A tab takes four columns, a character of two bytes one.
  EXPECT_EQ(place_of(text, starts, 5), (LineColumn{2, 4}));
  EXPECT_EQ(place_of(text, starts, 7), (LineColumn{2, 5}));
  EXPECT_EQ(place_of(text, starts, 999), (LineColumn{3, 3}));
  EXPECT_EQ(place_of("//汉字x", {0}, 8), (LineColumn{0, 6})) << "a Chinese character takes two";
  EXPECT_EQ(byte_of(text, starts, 3, 1), 4u);
  EXPECT_EQ(byte_of(text, starts, 3, 3), 7u);
  EXPECT_EQ(byte_of(text, starts, 1, 99), 2u);
  EXPECT_EQ(byte_of(text, starts, 99, 1), 13u);
  EXPECT_EQ(byte_of("", line_starts(""), 1, 1), 0u);
  EXPECT_EQ(indent_at("  {\n    x = 1;", 14), "    ");
  EXPECT_EQ(indent_at("  {\n    x = 1;", 6), "  ");
  EXPECT_EQ(indent_at("", 0), "");
  EXPECT_EQ(with_line_feeds("a\r\nb\rc\n"), "a\nb\rc\n");
  EXPECT_EQ(with_carriage_returns("a\nb\n"), "a\r\nb\r\n");
}

TEST(TextHistory, AChangeBeginsWhereTheCursorWas) {
  EXPECT_EQ(change_between("aa", "aaa", 1), (TextChange{1, "", "a"}));
  EXPECT_EQ(change_between("aa", "aaa", 0), (TextChange{0, "", "a"}));
  EXPECT_EQ(change_between("aa", "aaa"), (TextChange{2, "", "a"}));
  EXPECT_EQ(change_between("one two", "one 2"), (TextChange{4, "two", "2"}));
  EXPECT_EQ(change_between("µ", "ν"), (TextChange{0, "µ", "ν"})) << "they have a byte in common";
  EXPECT_TRUE(change_between("same", "same", 2).empty());
}

TEST(TextHistory, UndoesByWords) {
  TextHistory history;
  std::string text;
  const auto type = [&](const std::string& letters) {
    for (const char letter : letters) {
      history.add({text.size(), {}, std::string(1, letter)}, true);
      text += letter;
    }
  };
  const auto undo = [&] {
    const auto change = history.undo();
    if (change) change->apply(text);
    return change ? text : "nothing";
  };
  const auto redo = [&] {
    const auto change = history.redo();
    if (change) change->apply(text);
    return change ? text : "nothing";
  };
  type("int tile_a[32];\n  x");
  EXPECT_EQ(undo(), "int tile_a[32];\n  ");
  EXPECT_EQ(undo(), "int tile_a[32];");
  EXPECT_EQ(undo(), "int tile_a[");
  EXPECT_EQ(redo(), "int tile_a[32];");
  EXPECT_EQ(undo(), "int tile_a[");
  EXPECT_EQ(undo(), "int ");
  EXPECT_EQ(undo(), "");
  EXPECT_EQ(undo(), "nothing");
  EXPECT_FALSE(history.can_undo());
  while (history.can_redo()) redo();
  EXPECT_EQ(text, "int tile_a[32];\n  x");
  // Deleting to the left, then something else that was typed: what was undone is gone.
  for (int letters = 0; letters < 6; ++letters) {
    history.add({text.size() - 1, text.substr(text.size() - 1), {}}, true);
    text.pop_back();
  }
  EXPECT_EQ(text, "int tile_a[32");
  EXPECT_EQ(undo(), "int tile_a[32];\n") << "a line's end is the beginning of a step";
  type("y");
  EXPECT_FALSE(history.can_redo());
  // A slow frame brings words at once; what was pasted is one step.
  history.add({text.size(), {}, "two words"}, true);
  text += "two words";
  EXPECT_TRUE(undo().ends_with("ytwo "));
  history.add({0, {}, "// pasted words\n"});
  text = "// pasted words\n" + text;
  EXPECT_TRUE(undo().starts_with("int"));
}

TEST(TextHistory, TheCursorElsewhereEndsAStepAndTheOldestAreForgotten) {
  TextHistory history;
  history.add({0, {}, "a"}, true);
  history.seal();
  history.add({1, {}, "b"}, true);
  EXPECT_EQ(history.undo(), (TextChange{1, "b", ""}));
  for (int i = 0; i < 12; ++i) history.add({0, {}, std::string(TextHistory::kMostBytes / 8, 'x')});
  int steps = 0;
  while (history.undo()) ++steps;
  EXPECT_EQ(steps, 8);
}

TEST(TextEdits, TabAndShiftTabMoveLines) {
  const auto after = [](std::string text, const TextEdit& edit) {
    edit.change.apply(text);
    return text;
  };
  const std::string text = "if (x) {\n  a;\n\n    b;\n}\n";
  // Without a selection, blanks to the next stop.
  TextEdit edit = indented(text, {11, 11});
  EXPECT_EQ(after(text, edit), "if (x) {\n    a;\n\n    b;\n}\n");
  EXPECT_EQ(edit.after, (TextSelection{13, 13}));
  // Of several lines each, but for empty ones; the line is not moved of which nothing is selected.
  edit = indented(text, {21, 10});
  EXPECT_EQ(after(text, edit), "if (x) {\n      a;\n\n        b;\n}\n");
  EXPECT_EQ(edit.after, (TextSelection{29, 14}));
  edit = unindented(after(text, edit), edit.after);
  EXPECT_EQ(after("if (x) {\n      a;\n\n        b;\n}\n", edit), text);
  EXPECT_EQ(edit.after, (TextSelection{21, 10}));
  EXPECT_EQ(after(text, indented(text, {9, 22})), "if (x) {\n      a;\n\n        b;\n}\n");
  // A line of fewer blanks gives those that it has.
  edit = unindented(text, {12, 12});
  EXPECT_EQ(after(text, edit), "if (x) {\na;\n\n    b;\n}\n");
  EXPECT_EQ(edit.after, (TextSelection{10, 10}));
  EXPECT_TRUE(unindented("a", {1, 0}).change.removed == "a");
  EXPECT_EQ(after("", indented("", {0, 0})), "    ");
  EXPECT_EQ(after("\ta", unindented("\ta", {2, 2})), "a");
}

TEST(TextEdits, LinesBeginAsFarInAsTheyShould) {
  EXPECT_EQ(indent_after_line("  a;\n", 5), "  ");
  EXPECT_EQ(indent_after_line("  for (;;) { \n", 14), "      ");
  EXPECT_EQ(indent_after_line("\tif {\n", 6), "\t\t");
  EXPECT_EQ(indent_after_line("\n", 1), "");
  // The brace goes below the line of the one that it closes.
  const std::string text = "  f() {\n    { }\n      }";
  EXPECT_EQ(brace_moved(text, text.size() - 1), (TextChange{16, "      ", "  "}));
  EXPECT_TRUE(brace_moved("{\n}", 2).empty()) << "it stands right";
  EXPECT_TRUE(brace_moved("{\n  a }", 6).empty()) << "it is not the first";
  EXPECT_TRUE(brace_moved("  }", 2).empty()) << "it closes nothing";
}

TEST(TextEdits, WordsAreFoundAndGoneThrough) {
  const std::vector<std::size_t> found{0, 8, 14};
  EXPECT_EQ(find_all("Tile[x] tile + TILE", "tile"), (std::vector<std::size_t>{0, 8, 15}));
  EXPECT_EQ(find_all("aaaa", "aa"), (std::vector<std::size_t>{0, 2}));
  EXPECT_TRUE(find_all("a", "").empty());
  EXPECT_TRUE(find_all("", "a").empty());
  EXPECT_EQ(next_found(found, 0, 0), 0u);
  EXPECT_EQ(next_found(found, 0, 1), 8u);
  EXPECT_EQ(next_found(found, 9, 0), 14u);
  EXPECT_EQ(next_found(found, 14, 1), 0u) << "from the beginning again";
  EXPECT_EQ(next_found(found, 0, -1), 14u);
  EXPECT_EQ(next_found(found, 14, -1), 8u);
}

TEST(Debounce, IsDueAfterTheLastChange) {
  Debounce clock(0.3);
  EXPECT_FALSE(clock.take(0));
  clock.changed(10);
  clock.changed(10.2);
  EXPECT_FALSE(clock.take(10.4));
  EXPECT_NEAR(clock.within(10.4), 0.1, 1e-9);
  EXPECT_TRUE(clock.take(10.51));
  EXPECT_FALSE(clock.take(11)) << "once only";
  // One that is not put off by further changes.
  clock.changed_once(20);
  clock.changed_once(20.2);
  EXPECT_TRUE(clock.take(20.3));
  clock.changed(30);
  clock.hurry();
  EXPECT_TRUE(clock.take(0));
}

TEST(SourceFiles, Utf8IsTold) {
  EXPECT_TRUE(is_utf8_text(""));
  EXPECT_TRUE(is_utf8_text("µ × 😀"));
  EXPECT_FALSE(is_utf8_text("caf\xE9"));          // Latin-1
  EXPECT_FALSE(is_utf8_text("\xC0\xAF"));         // an overlong slash
  EXPECT_FALSE(is_utf8_text("\xED\xA0\x80"));     // a surrogate
  EXPECT_FALSE(is_utf8_text("\xF4\x90\x80\x80"))  // beyond U+10FFFF
      << "RFC 3629, section 3";
  EXPECT_FALSE(is_utf8_text(std::string_view("a\0b", 3)));
}

class EditorFiles : public testing::Test {
 protected:
  void write(const std::string& name, const std::string& content) const { scratch_.write(name, content); }
  [[nodiscard]] std::string content(const std::string& name) const {
    std::ifstream file(folder_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  [[nodiscard]] long files() const { return std::distance(fs::directory_iterator(folder_), fs::directory_iterator()); }
  [[nodiscard]] std::string problem_of(const fs::path& file) const {
    const auto text = read_source(file);
    return text ? std::string("no problem") : text.error().message;
  }
  test::ScratchFolder scratch_;
  const fs::path& folder_ = scratch_.path();
};

TEST_F(EditorFiles, WhatCannotBeReadIsSaid) {
  write("a.cu", "text");
  EXPECT_EQ(read_source(folder_ / "a.cu"), "text");
  EXPECT_NE(problem_of(folder_ / "b.cu").find("there is no file"), std::string::npos);
  EXPECT_NE(problem_of(folder_).find("is a folder"), std::string::npos);
  ASSERT_EQ(::mkfifo((folder_ / "pipe.cu").c_str(), 0600), 0);
  EXPECT_NE(problem_of(folder_ / "pipe.cu").find("is not a text file"), std::string::npos);
  write("large.cu", std::string(kLargestSource + 1, ' '));
  EXPECT_NE(problem_of(folder_ / "large.cu").find("larger than 1024 KiB"), std::string::npos);
  write("largest.cu", std::string(kLargestSource, ' '));
  EXPECT_EQ(problem_of(folder_ / "largest.cu"), "no problem");
  write("latin.cu", "// caf\xE9");
  EXPECT_NE(problem_of(folder_ / "latin.cu").find("not UTF-8"), std::string::npos);
}

TEST_F(EditorFiles, WritingKeepsPermissionsAndLinks) {
  write("a.cu", "old");
  ASSERT_EQ(::chmod((folder_ / "a.cu").c_str(), 0640), 0);
  fs::create_symlink(folder_ / "a.cu", folder_ / "link.cu");
  ASSERT_TRUE(write_source(folder_ / "link.cu", "new"));
  EXPECT_EQ(content("a.cu"), "new");
  EXPECT_TRUE(fs::is_symlink(folder_ / "link.cu"));
  struct stat after {};
  ASSERT_EQ(::stat((folder_ / "a.cu").c_str(), &after), 0);
  EXPECT_EQ(after.st_mode & 0777U, 0640U);
  EXPECT_EQ(files(), 2) << "nothing is left over beside them";
}

TEST_F(EditorFiles, NothingIsWrittenThroughALinkThatLeadsOut) {
  write("kept.cu", "mine");
  fs::create_directory(folder_ / "inner");
  fs::create_symlink("../kept.cu", folder_ / "inner/a.cu");
  fs::create_symlink("../none.cu", folder_ / "inner/b.cu");
  for (const char* name : {"a.cu", "b.cu"}) {
    const auto written = write_source(folder_ / "inner" / name, "x");
    ASSERT_FALSE(written) << name;
    EXPECT_NE(written.error().message.find("is a link"), std::string::npos);
  }
  EXPECT_EQ(content("kept.cu"), "mine");
  EXPECT_FALSE(fs::exists(folder_ / "none.cu"));
}

TEST_F(EditorFiles, WhatCannotBeWrittenIsSaidAndLeavesTheOldText) {
  EXPECT_NE(write_source(folder_, "x").error().message.find("is a folder"), std::string::npos);
  EXPECT_NE(write_source(folder_ / "no" / "a.cu", "x").error().message.find("there is no folder"), std::string::npos);
  // The superuser may write everything.
  if (::geteuid() != 0) {
    write("a.cu", "old");
    ASSERT_EQ(::chmod((folder_ / "a.cu").c_str(), 0400), 0);
    EXPECT_NE(write_source(folder_ / "a.cu", "x").error().message.find("may not be written"), std::string::npos);
    EXPECT_EQ(content("a.cu"), "old");
  }
}

TEST_F(EditorFiles, AFolderListsKernelsAndFolders) {
  for (const char* name : {"b.cu", "a.cu", "z.cuh", "notes.txt", ".hidden.cu"}) write(name, "");
  fs::create_directory(folder_ / "more");
  const auto list = list_folder(folder_);
  ASSERT_TRUE(list.has_value());
  const std::vector<FolderEntry> expected{{"more", true}, {"a.cu", false}, {"b.cu", false}, {"z.cuh", false}};
  EXPECT_EQ(*list, expected);
  EXPECT_FALSE(list_folder(folder_ / "none"));
  EXPECT_EQ(typed_path(" more/../a.cu ", folder_), folder_ / "a.cu");
  EXPECT_EQ(typed_path("/b.cu", folder_), "/b.cu");
}

TEST_F(EditorFiles, RecentFilesAreTheLatestFirst) {
  write("a.cu", "");
  write("b.cu", "");
  const fs::path state = folder_ / "state";
  EXPECT_TRUE(recent_files(state).empty());
  remember_file(state, folder_ / "a.cu");
  remember_file(state, folder_ / "b.cu");
  remember_file(state, folder_ / "a.cu");
  EXPECT_EQ(recent_files(state), (std::vector<fs::path>{folder_ / "a.cu", folder_ / "b.cu"}));
  fs::remove(folder_ / "a.cu");
  EXPECT_EQ(recent_files(state), (std::vector<fs::path>{folder_ / "b.cu"}));
  for (std::size_t i = 0; i < 2 * kMostRecent; ++i) {
    write(std::to_string(i) + ".cu", "");
    remember_file(state, folder_ / (std::to_string(i) + ".cu"));
  }
  EXPECT_EQ(recent_files(state).size(), kMostRecent);
}

Draft draft_of(const std::string& text) {
  Draft draft;
  draft.name = "mine";
  draft.time = 1;
  draft.source.text = text;
  draft.source.base = "square/setRowReadCol";
  draft.source.row_elements = 33;
  return draft;
}

TEST_F(EditorFiles, ADraftIsOfferedOnceItsProcessIsKilled) {
  int ready[2] = {-1, -1};
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    Drafts drafts(folder_ / "drafts");
    const bool kept = drafts.keep(1, draft_of("typed µ")).has_value() && drafts.keep(2, draft_of("more")).has_value();
    drafts.drop(2);
    const char answer = kept ? 'y' : 'n';
    if (::write(ready[1], &answer, 1) != 1) ::_exit(1);
    for (;;) ::pause();
  }
  char answer = 0;
  ASSERT_EQ(::read(ready[0], &answer, 1), 1);
  ASSERT_EQ(answer, 'y');
  Drafts mine(folder_ / "drafts"), other(folder_ / "drafts");
  EXPECT_TRUE(mine.found().empty()) << "its window still runs";
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  const auto found = mine.found();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].draft.source, draft_of("typed µ").source);
  EXPECT_EQ(found[0].draft.name, "mine");
  // Two windows offer it; one gets it, and then it is a draft of that window.
  const auto also_found = other.found();
  ASSERT_EQ(also_found.size(), 1u);
  EXPECT_TRUE(mine.adopt(found[0], 7));
  EXPECT_FALSE(other.adopt(also_found[0], 1));
  EXPECT_TRUE(other.found().empty());
  mine.drop(7);
  EXPECT_TRUE(Drafts(folder_ / "drafts").found().empty());
  ::close(ready[0]);
  ::close(ready[1]);
}

TEST_F(EditorFiles, ADraftThatIsKeptAtTheEndIsOfferedNext) {
  {
    Drafts drafts(folder_ / "drafts");
    ASSERT_TRUE(drafts.keep(1, draft_of("first")));
    ASSERT_TRUE(drafts.keep(1, draft_of("second")));
  }
  Drafts next(folder_ / "drafts");
  const auto found = next.found();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].draft.source.text, "second");
  Drafts::discard(found[0]);
  EXPECT_TRUE(next.found().empty());
  // Broken files are left alone, and no folder is no fault.
  std::ofstream(folder_ / "drafts" / "1-00000000-1.draft") << "{ no json";
  EXPECT_TRUE(next.found().empty());
  EXPECT_TRUE(Drafts(folder_ / "none").found().empty());
  EXPECT_TRUE(Drafts(fs::path()).keep(1, draft_of("x")));
  write("file", "");
  EXPECT_FALSE(Drafts(folder_ / "file" / "drafts").keep(1, draft_of("x")));
}

}  // namespace
}  // namespace bankloom::ui
