// What the tools of the clipboard are given. There is no compositor in the tests: wl-copy is a script here that keeps
// its arguments and its input; a real xclip is asked in tests/window.
#include "ui/picture_clipboard.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <string>

#include "../base/path_before.h"
#include "../base/scratch_folder.h"
#include "core/base/files.h"
#include "program/tool.h"

namespace bankloom::ui {
namespace {

namespace fs = std::filesystem;
using test::PathBefore;

class PictureClipboard : public testing::Test {
 protected:
  void add_tool(const std::string& name, const std::string& lines) const {
    fs::permissions(scratch_.write(name, "#!/bin/sh\n" + lines), fs::perms::owner_all);
  }
  static std::string failure(gfx::WindowSystem system) {
    const auto copied = copy_picture("bytes", system);
    EXPECT_FALSE(copied);
    return copied ? std::string() : copied.error().message;
  }
  test::ScratchFolder scratch_;
  const fs::path& folder_ = scratch_.path();
};

TEST_F(PictureClipboard, WlCopyGetsTheBytesAndTheirKind) {
  const PathBefore path(folder_, false);
  const std::string here = folder_.string();
  add_tool("wl-copy", "printf '%s\\n' \"$@\" >" + here + "/words; cat >" + here + "/input\n");
  using namespace std::string_literals;
  std::string png = "\x89PNG\r\n\x1a\n\0 and more than a pipe holds"s;
  png.append(200'000, '\xff');
  const auto copied = copy_picture(png, gfx::WindowSystem::wayland);
  ASSERT_TRUE(copied) << copied.error().message;
  EXPECT_EQ(read_file(folder_ / "words"), "--type\nimage/png\n");
  EXPECT_TRUE(read_file(folder_ / "input") == png);
}

TEST_F(PictureClipboard, WhatKeepsThePictureIsNotWaitedForAndGoesOn) {
  const PathBefore path(folder_, false);
  const std::string here = folder_.string();
  // As both tools do: the first process ends, and one that it leaves behind has its streams.
  add_tool("xclip", "(echo ready; sleep 1; echo words >&2; echo \"$@\" >" + here + "/late; sleep 60) &\necho $! >" +
                        here + "/id\n");
  const auto begin = std::chrono::steady_clock::now();
  ASSERT_TRUE(copy_picture("bytes", gfx::WindowSystem::x11));
  const pid_t left = std::stoi(*read_file(folder_ / "id"));
  EXPECT_FALSE(fs::exists(folder_ / "late")) << "it was waited for";
  while (!fs::exists(folder_ / "late") && std::chrono::steady_clock::now() < begin + std::chrono::seconds(20)) {
    ::usleep(20'000);
  }
  EXPECT_EQ(::kill(left, SIGKILL), 0) << "it ended for want of a reader";
  EXPECT_EQ(read_file(folder_ / "late"), "-selection clipboard -t image/png\n");
}

TEST_F(PictureClipboard, SaysWhyNothingIsCopied) {
  {
    const PathBefore path(folder_, true);
    EXPECT_EQ(failure(gfx::WindowSystem::x11),
              "xclip copies pictures and is not installed: apt-get install xclip, or save a file with F12");
    EXPECT_EQ(failure(gfx::WindowSystem::wayland),
              "wl-copy copies pictures and is not installed: apt-get install wl-clipboard, or save a file with F12");
  }
  EXPECT_EQ(failure(gfx::WindowSystem::other), "pictures cannot be copied on this desktop; F12 saves one as a file");
  const PathBefore path(folder_, false);
  add_tool("xclip", "cat >/dev/null; echo 'Error: there is no display' >&2; exit 1\n");
  EXPECT_EQ(failure(gfx::WindowSystem::x11), "xclip does not take the picture: Error: there is no display");
  add_tool("xclip", "exit 3\n");
  EXPECT_EQ(failure(gfx::WindowSystem::x11), "xclip does not take the picture: exit status 3");
}

TEST(Tool, OneThatLeavesProcessesIsEndedAtItsLimit) {
  program::ToolCall call{{"sleep", "60"}};
  call.time_limit = std::chrono::milliseconds(100);
  call.leaves_processes = true;
  const auto ran = program::run_tool(call);
  ASSERT_TRUE(ran);
  EXPECT_TRUE(ran->timed_out);
  EXPECT_EQ(ran->status, -1);
}

}  // namespace
}  // namespace bankloom::ui
