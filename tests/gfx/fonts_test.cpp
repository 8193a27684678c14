#include "gfx/fonts.h"
#include "../base/scratch_folder.h"

#include <gtest/gtest.h>

#include <string>

namespace bankloom::gfx {
namespace {

namespace fs = std::filesystem;

/// A file tree of its own, with empty files for fonts.
class Fonts : public testing::Test {
 protected:
  fs::path add(const std::string& file) { return scratch_.write(file, ""); }
  [[nodiscard]] std::optional<fs::path> find(FontFace face, const fs::path& first = {}) const {
    return find_font(face, first, root_);
  }

  test::ScratchFolder scratch_;
  const fs::path& root_ = scratch_.path();
};

TEST_F(Fonts, NoneWhereNoneIsInstalled) {
  EXPECT_FALSE(find(FontFace::text));
  EXPECT_FALSE(find(FontFace::code, root_ / "gone"));
}

TEST_F(Fonts, ThePackagesOfDebianAndUbuntu) {
  const fs::path mono = add("usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf");
  EXPECT_EQ(find(FontFace::code), mono) << "the second choice";
  EXPECT_FALSE(find(FontFace::text));
  const fs::path code = add("usr/share/fonts/truetype/jetbrains-mono/JetBrainsMono-Regular.ttf");
  const fs::path code_bold = add("usr/share/fonts/truetype/jetbrains-mono/JetBrainsMono-Bold.ttf");
  const fs::path text = add("usr/share/fonts/opentype/inter/Inter-Regular.otf");
  const fs::path semibold = add("usr/share/fonts/opentype/inter/Inter-SemiBold.otf");
  EXPECT_EQ(find(FontFace::code), code);
  EXPECT_EQ(find(FontFace::code_bold), code_bold);
  EXPECT_EQ(find(FontFace::text), text);
  EXPECT_EQ(find(FontFace::text_semibold), semibold);
}

TEST_F(Fonts, TheUsersFolderComesFirst) {
  (void)add("usr/share/fonts/opentype/inter/Inter-Regular.otf");
  const fs::path own = add("own/deep/below/Inter-Regular.ttf");
  EXPECT_EQ(find(FontFace::text, root_ / "own"), own);
  EXPECT_EQ(find(FontFace::text, own), root_ / "usr/share/fonts/opentype/inter/Inter-Regular.otf") << "no folder";
}

}  // namespace
}  // namespace bankloom::gfx
