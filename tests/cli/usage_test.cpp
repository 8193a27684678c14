// The command line as a whole: help, version, words that do not exist, streams that cannot be written.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "process.h"

namespace bankloom::test {
namespace {

TEST(Usage, HelpNamesEveryCommandThatWorks) {
  const auto result = bankloom_run({"--help"});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.err, "");
  for (const char* command :
       {"list", "analyze", "advise", "machines", "accesses", "emulate", "doctor", "Exit status", "BANKLOOM_DATA"}) {
    EXPECT_NE(result.out.find(command), std::string::npos) << command;
  }
  EXPECT_NE(result.out.find("measure "), std::string::npos);
#ifdef BANKLOOM_WINDOW
  EXPECT_NE(result.out.find("render"), std::string::npos);
#else
  EXPECT_EQ(result.out.find("render"), std::string::npos);
#endif
}

TEST(Usage, EveryCommandHasHelp) {
  for (const char* command : {"list", "analyze", "advise", "machines", "accesses", "emulate", "doctor"}) {
    const auto result = bankloom_run({command, "--help"});
    EXPECT_EQ(result.status, 0) << command;
    EXPECT_NE(result.out.find(std::string("bankloom ") + command), std::string::npos) << result.out;
    EXPECT_EQ(result.err, "");
  }
}

TEST(Usage, TheLanguageIsChosenByAFlagAnywhereOrByTheEnvironment) {
  const std::string english = bankloom_run({"list"}).out, pseudo = bankloom_run({"--lang", "pseudo", "list"}).out;
  EXPECT_NE(english.find("Lesson square: Square tile"), std::string::npos) << english;
  EXPECT_NE(pseudo.find("[L\u00e9ss\u00f6\u00f1 square: [Sq\u00fc\u00e1r\u00e9 t\u00edl\u00e9"), std::string::npos)
      << pseudo;
  EXPECT_EQ(bankloom_run({"list", "--lang=pseudo"}).out, pseudo);
  EXPECT_EQ(bankloom_run({"list"}, "", {{"LANGUAGE", "de:en"}, {"LC_ALL", "C"}}).out, english);
  const std::string spanish = bankloom_run({"--help"}, "", {{"LANGUAGE", ""}, {"LC_ALL", "es_MX.UTF-8"}}).out;
  EXPECT_NE(spanish.find("Lecciones"), std::string::npos) << spanish;
  EXPECT_EQ(bankloom_run({"--help"}, "", {{"LANGUAGE", "es"}, {"LC_ALL", "C"}}).out, spanish);
  EXPECT_EQ(bankloom_run({"list", "--lang", "pt"}).out, bankloom_run({"list", "--lang", "pt_BR"}).out);
  EXPECT_NE(bankloom_run({"list", "--lang", "pt"}).out, english);
  expect_usage_error({"list", "--lang", "zh_TW"}, {"there is no language 'zh_TW'"});
  expect_usage_error({"list", "--lang", "klingon"}, {"there is no language 'klingon'", "there are en, es"});
  expect_usage_error({"list", "--lang"}, {"--lang takes a language"});
}

TEST(Usage, WhatProgramsReadIsEnglishInEveryLanguage) {
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"list", "--format", "json"},
                                             {"machines", "--format=csv", "nothing"},
                                             {"learn", "--progress", "--format", "csv"}}) {
    std::vector<std::string> with = arguments;
    with.insert(with.end(), {"--lang", "pseudo"});
    const auto plain = bankloom_run(arguments), asked = bankloom_run(with);
    EXPECT_EQ(asked.out, plain.out);
    EXPECT_EQ(asked.err, plain.err);
  }
}

TEST(Usage, VersionSaysWhatWasBuiltAndWhichCompilerItFinds) {
  const auto result = bankloom_run({"--version"}, "", {{"BANKLOOM_NVRTC", "/nowhere/libnvrtc.so"}});
  EXPECT_EQ(result.status, 0);
  EXPECT_TRUE(result.out.starts_with("bankloom ")) << result.out;
  EXPECT_EQ(std::count(result.out.begin(), result.out.end(), '\n'), 3) << result.out;
  for (const char* part : {"built by ", "commit", "/nowhere/libnvrtc.so"}) {
    EXPECT_NE(result.out.find(part), std::string::npos) << part << " in: " << result.out;
  }
}

#ifdef BANKLOOM_WINDOW

/// Without a display, whatever the tests run on.
const std::map<std::string, std::string> kNoDisplay{{"DISPLAY", ""}, {"WAYLAND_DISPLAY", ""}};

TEST(Usage, WithoutACommandOrWithAKernelTheWindowIsMeant) {
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {}, {"square/setRowReadCol"}, {"swappedIndices"}, {"--theme", "light"}, {"window", "--frames", "3"}}) {
    const auto result = bankloom_run(arguments, "", kNoDisplay);
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_NE(result.err.find("there is no display"), std::string::npos) << result.err;
    EXPECT_EQ(result.err.find('\n'), result.err.size() - 1) << result.err;
  }
}

TEST(Usage, MistakesOfTheWindowAreFoundBeforeItOpens) {
  expect_usage_error({"square/nothing"}, {"square/nothing"});
  expect_usage_error({"--theme", "drak"}, {"no theme 'drak'", "dark, light, projector or paper"});
  expect_usage_error({"--size", "1600"}, {"--size", "1600x900"});
  expect_usage_error({"--text-scale", "9"}, {"--text-scale takes 0.75 to 2.5"});
  expect_usage_error({"--set", "IPAD=1"}, {"need a kernel"});
  expect_usage_error({"square/setRowReadCol", "--scene", "bankloom x"}, {"--scene"});
  expect_usage_error({"--scene", "nonsense"}, {"nonsense"});
  expect_usage_error({"none.bankloom"}, {"no file", "none.bankloom"});
}

TEST(Usage, MistakesOfPicturesAreOneSentence) {
  expect_usage_error({"render", "square/setRowReadCol"}, {"--out"});
  expect_usage_error({"render", "--out", "x.png"}, {"needs a kernel"});
  expect_usage_error({"render", "square/setRowReadCol", "--out", "x.svg"}, {"'.svg'", "ends in .png"});
  expect_usage_error({"export", "square/setRowReadCol"}, {"--out"});
  expect_usage_error({"export", "square/setRowReadCol", "--out", "x.pfd"}, {"'x.pfd'", ".png", ".svg"});
  expect_usage_error({"export", "square/setRowReadCol", "--out", "x"}, {"has none"});
  expect_usage_error({"export", "--out", "x.svg"}, {"export needs a kernel"});
  expect_usage_error({"export", "square/setRowReadCol", "--figure", "tile", "--out", "x.html"},
                     {"choose no figure, or another extension"});
  expect_usage_error({"export", "square/setRowReadCol", "--pace", "0", "--out", "x.html"},
                     {"0.1 to 60 steps per second, not 0"});
  expect_usage_error({"export", "square/setRowReadCol", "--to", "999", "--out", "x.html"}, {"no step 999"});
  expect_usage_error({"export", "square/setRowReadCol", "--from", "1", "--out", "x.svg"},
                     {"--from and --to are for films"});
  expect_usage_error(
      {"export", "square/setRowReadCol", "--size", "128x128", "--from", "3", "--to", "2", "--out", "x.apng"},
      {"from step 3 to step 2"});
  expect_usage_error({"export", "square/setRowReadCol", "--size", "128x128", "--to", "999", "--out", "x.apng"},
                     {"no step 999"});
  expect_usage_error({"export", "square/setRowReadCol", "--size", "128x128", "--fps", "0", "--out", "x.apng"},
                     {"frames per second, not 0"});
  expect_usage_error({"export", "square/setRowReadCol", "--size", "128x128", "--out", "/nowhere/x.apng"}, {"/nowhere"});
  expect_usage_error({"export", "square/setRowReadCol", "--figure", "tiles", "--out", "x.svg"},
                     {"no figure 'tiles'", "tile+banks"});
  expect_usage_error({"export", "square/setRowReadCol", "--figure", "comparison", "--out", "x.svg"}, {"needs B"});
  expect_usage_error({"export", "square/setRowReadCol", "--figure", "tile", "--view", "tile", "--out", "x.svg"},
                     {"not both"});
  expect_usage_error({"export", "square/setRowReadCol", "--size", "85x60mm", "--dpi", "600", "--out", "x.png"},
                     {"--dpi takes 96 to 384"});
  expect_usage_error({"export", "square/setRowReadCol", "--out", "x.md"}, {"the figure results"});
  expect_usage_error({"export", "square/setRowReadCol", "--text", "paths", "--out", "x.svg"}, {"fonts or outlines"});
  expect_usage_error({"export", "square/setRowReadCol", "--text", "outlines", "--out", "x.pdf"}, {"for .svg files"});
  expect_usage_error({"export", "square/setRowReadCol", "--dpi", "200", "--out", "x.png"}, {"--dpi", "1600x900"});
  expect_usage_error({"export", "square/setRowReadCol", "--size", "128x128", "--pace", "500", "--out", "x.apng"},
                     {"0.25 to 240", "500"});
  expect_usage_error({"export", "square/setRowReadCol", "--view", "tile+bonks", "--out", "x.png"}, {"no view 'bonks'"});
  expect_usage_error({"export", "square/setRowReadCol", "--size", "128x128", "--out", "/nowhere/x.svg"},
                     {"/nowhere/x.svg"});
  expect_usage_error({"render", "square/setRowReadCol", "--theme", "pink", "--out", "x.png"},
                     {"no theme 'pink'", "dark"});
  expect_usage_error({"render", "square/setRowReadCol", "--size", "9x9", "--out", "x.png"}, {"9 x 9", "64"});
  expect_usage_error({"render", "square/setRowReadCol", "--size", "99999x900", "--out", "x.png"}, {"8192"});
  expect_usage_error({"render", "square/setRowReadCol", "--view", "tiles", "--out", "x.png"},
                     {"'tiles'", "tile", "banks"});
  expect_usage_error({"render", "square/setRowReadCol", "--cells", "x", "--out", "x.png"}, {"--cells", "bank, value"});
  expect_usage_error({"render", "square/setRowReadCol", "--scale", "5", "--out", "x.png"}, {"--scale takes 1 to 4"});
  expect_usage_error({"render", "square/setRowReadCol", "--set", "IPAD=-9", "--out", "x.png"}, {"IPAD"});
  if (!has_compiler()) GTEST_SKIP() << "no compiler";
  expect_usage_error({"render", "square/setRowReadCol", "--step", "999", "--out", "x.png"},
                     {"no step 999", "numbered from 0"});
  expect_usage_error({"render", "square/setRowReadCol", "--warp", "32", "--out", "x.png"}, {"no warp 32", "0 to 31"});
  expect_usage_error({"render", "square/setRowReadCol", "--size", "128x128", "--out", "/nowhere/x.png"},
                     {"/nowhere/x.png"});
}

#else

TEST(Usage, WithoutACommandSaysWhatThereIs) {
  const auto result = bankloom_run({});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_NE(result.err.find("the window is not part of this build"), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("analyze"), std::string::npos);
}

#endif

TEST(Usage, MisspeltWordsGetTheNearest) {
  expect_usage_error({"analyse", "square/setRowReadCol"}, {"no command 'analyse'", "'analyze'"});
  expect_usage_error({"xyzzyxyzzy"}, {"no command 'xyzzyxyzzy'"});
  expect_usage_error({"--versoin"}, {"no option '--versoin'", "'--version'"});
  expect_usage_error({"analyze", "x", "--machin=cc9.0"}, {"no option '--machin'", "'--machine'"});
  expect_usage_error({"list", "more"}, {"list", "'more'"});
  expect_usage_error({"list", "--format", "jsn"}, {"no format 'jsn'", "text, json"});
  expect_usage_error({"list", "--format"}, {"--format needs a value"});
}

#ifndef BANKLOOM_WINDOW
TEST(Usage, AbsentCommandsSayThatTheyAreAbsent) {
  expect_usage_error({"render", "square/setRowReadCol", "--out", "x.png"}, {"cannot draw"});
  expect_usage_error({"window"}, {"not part of this build"});
}
#endif

TEST(Usage, MissingDataIsNamed) {
  const auto result = bankloom_run({"list"}, "", {{"BANKLOOM_DATA", "/nowhere"}});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_NE(result.err.find("'/nowhere'"), std::string::npos) << result.err;
  EXPECT_EQ(bankloom_run({"list"}, "", {{"BANKLOOM_DATA", BANKLOOM_SOURCE_DIR}}).status, 0);
}

TEST(Usage, AReaderThatGoesAwayIsNoError) {
  // The shell's status is that of `true`; what the program says goes to the file that is looked at.
  const TemporaryFolder folder;
  const std::string command =
      std::string("'") + BANKLOOM_EXECUTABLE + "' list --format json 2>" + folder.path("err") + " | true";
  ASSERT_EQ(std::system(command.c_str()), 0);  // NOLINT: a pipe is what is tested
  EXPECT_EQ(std::filesystem::file_size(folder.path("err")), 0U);
}

TEST(Usage, AFullDiskIsAnError) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full";
  const std::string command = std::string("'") + BANKLOOM_EXECUTABLE + "' --version 2>/dev/null >/dev/full";
  EXPECT_NE(std::system(command.c_str()), 0);  // NOLINT: a redirection is what is tested
}

}  // namespace
}  // namespace bankloom::test
