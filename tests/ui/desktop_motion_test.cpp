// The desktop's wish for less motion, as far as it lies in files.
#include "ui/desktop_motion.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

namespace bankloom::ui {
namespace {

namespace fs = std::filesystem;

class DesktopMotion : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "bankloom-desktop-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { fs::remove_all(folder_); }
  bool with(const std::string& file, const std::string& content) {
    fs::remove_all(folder_);
    fs::create_directories((folder_ / file).parent_path());
    std::ofstream(folder_ / file) << content;
    return desktop_has_motion(folder_);
  }
  fs::path folder_;
};

TEST_F(DesktopMotion, IsThereUnlessAFileSaysOtherwise) {
  EXPECT_TRUE(desktop_has_motion(folder_));
  EXPECT_TRUE(desktop_has_motion({}));
  EXPECT_FALSE(with("gtk-3.0/settings.ini", "[Settings]\ngtk-enable-animations=false\n"));
  EXPECT_FALSE(with("gtk-4.0/settings.ini", "[Settings]\r\ngtk-theme-name = Adwaita\r\ngtk-enable-animations = 0\r\n"));
  EXPECT_TRUE(with("gtk-4.0/settings.ini", "[Settings]\ngtk-enable-animations=true\n"));
  EXPECT_TRUE(with("gtk-4.0/settings.ini", "[Other]\ngtk-enable-animations=false\n"));
  EXPECT_TRUE(with("gtk-4.0/settings.ini", "[Settings]\n# gtk-enable-animations=false\n"));
  EXPECT_FALSE(with("kdeglobals", "[General]\nx=1\n\n[KDE]\nAnimationDurationFactor=0\n"));
  EXPECT_TRUE(with("kdeglobals", "[KDE]\nAnimationDurationFactor=0.5\n"));
  EXPECT_TRUE(with("kdeglobals", "[KDE]\nAnimationDurationFactor=\n"));
  EXPECT_TRUE(with("kdeglobals", "[General]\nAnimationDurationFactor=0\n"));
}

}  // namespace
}  // namespace bankloom::ui
