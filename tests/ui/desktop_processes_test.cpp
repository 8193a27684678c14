// How the tools of the desktop are started, as docs/SECURITY.md says. They are copies of true(1) here.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "../base/scratch_folder.h"
#include "../cli/documented_processes.h"
#include "../cli/traced.h"
#include "ui/desktop_open.h"
#include "ui/picture_clipboard.h"

namespace bankloom::ui {
namespace {

namespace fs = std::filesystem;

class DesktopProcesses : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* tool : {"xclip", "wl-copy", "xdg-open"}) fs::copy_file("/bin/true", scratch_.path() / tool);
  }
  /// What a function starts in a folder, with a PATH that has the current one, too.
  [[nodiscard]] std::set<std::string> names(const std::function<void()>& function) const {
    const auto started = test::trace_child([&] {
      for (const auto& [name, value] : test::planted_variables()) ::setenv(name.c_str(), value.c_str(), 1);
      ::setenv("PATH", (scratch_.path().string() + ":.::/usr/bin:/bin").c_str(), 1);
      if (::chdir(scratch_.path().c_str()) == 0) function();
    });
    return test::expect_documented(started, scratch_.path());
  }
  test::ScratchFolder scratch_;
};

TEST_F(DesktopProcesses, ToolsOfTheClipboard) {
  EXPECT_EQ(names([] { static_cast<void>(copy_picture("bytes", gfx::WindowSystem::x11)); }),
            std::set<std::string>{"xclip"});
  EXPECT_EQ(names([] { static_cast<void>(copy_picture("bytes", gfx::WindowSystem::wayland)); }),
            std::set<std::string>{"wl-copy"});
}

TEST_F(DesktopProcesses, WhatOpensAFile) {
  EXPECT_EQ(names([] { static_cast<void>(open_on_desktop("a $(touch mark) b.png")); }),
            (std::set<std::string>{"sh", "xdg-open"}));
  EXPECT_FALSE(fs::exists(scratch_.path() / "mark"));
}

}  // namespace
}  // namespace bankloom::ui
