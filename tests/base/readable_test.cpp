#include "core/base/readable.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "core/base/plain_file.h"

namespace bankloom {
namespace {

namespace fs = std::filesystem;

TEST(Readable, HasNoControlCharacter) {
  EXPECT_EQ(readable("a\x1b[2Jb\nc\x7f"), "a?[2Jb?c?");
  EXPECT_EQ(readable("\xc2\x9b"
                     "31m \xe2\x80\xae"
                     "x \xc3\xa9 \xe4\xb8\xad"),
            "?31m ?x \xc3\xa9 \xe4\xb8\xad");
  EXPECT_EQ(readable(""), "");
}

TEST(TerminalText, N45KeepsLinesAndShowsTheRest) {
  EXPECT_EQ(terminal_text("one\ttwo\nthree\r\n"), "one\ttwo\nthree\n");
  EXPECT_EQ(terminal_text("\x1b]0;owned\x07"), "^[]0;owned^G");
  EXPECT_EQ(terminal_text("old\rnew"), "old\nnew") << "nothing is written over";
  EXPECT_EQ(terminal_text("\x1b[31mred\x1b[0m"), "^[[31mred^[[0m");
}

TEST(TerminalText, BytesThatAreNoCharactersSteerNothing) {
  EXPECT_EQ(terminal_text("a\x9b"
                          "31mb"),
            "a?31mb");
  EXPECT_EQ(terminal_text("\xe2\x9b"
                          "31m"),
            "\xe2?31m")
      << "the second byte of a character that has no third";
  EXPECT_EQ(terminal_text("\xc0\x9b"
                          "31m \xe9"),
            "?31m \xe9");
  EXPECT_EQ(terminal_text("\xe2\x9b\x93 \xc3\x9b"), "\xe2\x9b\x93 \xc3\x9b") << "bytes of whole ones are theirs";
}

TEST(TerminalText, ACharacterInTwoPartsIsSeenWhole) {
  TerminalStream stream;
  EXPECT_EQ(stream.add("a\xc2"), "a");
  EXPECT_EQ(stream.add("\x9b"
                       "31m"),
            "?31m");
  EXPECT_EQ(stream.add("\xe2\x80"), "");
  EXPECT_EQ(stream.add("\xae"
                       "b\xe4"),
            "?b");
  EXPECT_EQ(stream.add("\xb8\xad"
                       "50 %\r"),
            "\xe4\xb8\xad"
            "50 %");
  EXPECT_EQ(stream.add("\nc\r"), "\nc");
  EXPECT_EQ(stream.add("d\xe2\x9b"), "\nd");
  EXPECT_EQ(stream.finish(), "\xe2?");
  EXPECT_EQ(stream.finish(), "");
}

TEST(TerminalText, KeepsOurOwnStylesAlone) {
  EXPECT_EQ(terminal_text("a " + styled("31", "red"), true), "a \x1b[31mred\x1b[0m");
  EXPECT_EQ(terminal_text("\x1b[31mred\x1b[0m", true), "^[[31mred^[[0m") << "a stranger's";
  EXPECT_EQ(terminal_text("\x1b[1mFaults\x1b[0m\n", true), "^[[1mFaults^[[0m\n");
  EXPECT_EQ(terminal_text("\x1b[8mhidden\x1b[2J", true), "^[[8mhidden^[[2J");
}

class PlainFiles : public testing::Test {
 protected:
  PlainFiles() { fs::create_directories(folder_); }
  ~PlainFiles() override { fs::remove_all(folder_); }
  fs::path folder_ = fs::temp_directory_path() / ("plain_files_" + std::to_string(::getpid()));
};

TEST_F(PlainFiles, AreReadUpToALimit) {
  std::ofstream(folder_ / "text") << "12345678";
  EXPECT_EQ(read_plain_file(folder_ / "text", 8).value_or(""), "12345678");
  EXPECT_FALSE(read_plain_file(folder_ / "text", 7));
  EXPECT_FALSE(read_plain_file(folder_ / "none", 7));
  EXPECT_FALSE(read_plain_file(folder_, 7));
}

TEST_F(PlainFiles, ArePipesAndDevicesNever) {
  ASSERT_EQ(::mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  EXPECT_FALSE(read_plain_file(folder_ / "pipe", 100)) << "and nobody waits";
  EXPECT_FALSE(read_plain_file("/dev/zero", 100));
}

TEST_F(PlainFiles, OfLinksWhereThatIsWanted) {
  std::ofstream(folder_ / "text") << "x";
  fs::create_symlink(folder_ / "text", folder_ / "link");
  EXPECT_TRUE(read_plain_file(folder_ / "link", 8));
  EXPECT_FALSE(read_plain_file(folder_ / "link", 8, false));
}

TEST_F(PlainFiles, ALinkIsNotWrittenThrough) {
  std::ofstream(folder_ / "text") << "x";
  fs::create_symlink(folder_ / "text", folder_ / "link");
  fs::create_symlink(folder_ / "nowhere", folder_ / "dangling");
  EXPECT_TRUE(check_no_link(folder_ / "text"));
  EXPECT_TRUE(check_no_link(folder_ / "new"));
  EXPECT_FALSE(check_no_link(folder_ / "link"));
  EXPECT_FALSE(check_no_link(folder_ / "dangling"));
}

TEST_F(PlainFiles, ALinkToADeviceIsTheSystemsOrNone) {
  fs::create_symlink("/dev/null", folder_ / "device");
  EXPECT_FALSE(check_no_link(folder_ / "device"));
  EXPECT_TRUE(check_no_link("/dev/stdout"));
}

TEST(Names, ThatCouldForgeAReportAreRefused) {
  EXPECT_TRUE(check_name("a b'$(c).cu"));
  EXPECT_TRUE(
      check_name("gr\xc3\xb6\xc3\x9f"
                 "e.cu"));
  for (const char* name : {"a\nb.cu", "a\x1b[2J.cu", "a\x7f.cu", "a\n/b.cu", "\xe2\x80\xaeuc.cu"}) {
    const auto checked = check_name(name);
    ASSERT_FALSE(checked);
    EXPECT_EQ(readable(checked.error().message), checked.error().message);
  }
}

}  // namespace
}  // namespace bankloom
