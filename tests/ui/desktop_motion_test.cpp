// The desktop's wish for less motion, as far as it lies in files.
#include "ui/desktop_motion.h"

#include <gtest/gtest.h>

#include "../base/scratch_folder.h"

namespace bankloom::ui {
namespace {

namespace fs = std::filesystem;

class DesktopMotion : public testing::Test {
 protected:
  bool with(const std::string& file, const std::string& content) {
    fs::remove_all(folder_);
    scratch_.write(file, content);
    return desktop_has_motion(folder_);
  }
  test::ScratchFolder scratch_;
  const fs::path& folder_ = scratch_.path();
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
