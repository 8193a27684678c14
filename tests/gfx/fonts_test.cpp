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

TEST_F(Fonts, ChineseCharactersHaveOneOfThree) {
  EXPECT_FALSE(find(FontFace::chinese));
  const fs::path noto = add("usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc");
  EXPECT_EQ(find(FontFace::chinese), noto);
  EXPECT_EQ(face_in(noto), 2) << "Noto's third is for simplified Chinese";
  const fs::path droid = add("usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf");
  EXPECT_EQ(find(FontFace::chinese), droid);
  const fs::path wenquanyi = add("usr/share/fonts/truetype/wqy/wqy-microhei.ttc");
  EXPECT_EQ(find(FontFace::chinese), wenquanyi);
  EXPECT_EQ(face_in(wenquanyi), 0);
}

TEST_F(Fonts, TheUsersFolderComesFirst) {
  (void)add("usr/share/fonts/opentype/inter/Inter-Regular.otf");
  const fs::path own = add("own/deep/below/Inter-Regular.ttf");
  EXPECT_EQ(find(FontFace::text, root_ / "own"), own);
  EXPECT_EQ(find(FontFace::text, own), root_ / "usr/share/fonts/opentype/inter/Inter-Regular.otf") << "no folder";
}

TEST(FontSizes, TheEmIsReadFromTheFile) {
  EXPECT_EQ(em_of_line(std::nullopt), 1);
  const test::ScratchFolder folder;
  EXPECT_EQ(em_of_line(folder.write("no.ttf", "no font")), 1);
  EXPECT_EQ(em_of_line(folder.path() / "none.ttf"), 1);
  // Two tables: head at 44 with 1000 units to the em, hhea at 100 with 900 above the line and 350 below it.
  std::string font(160, '\0');
  const auto put = [&](std::size_t at, std::string_view bytes) { font.replace(at, bytes.size(), bytes); };
  font[5] = 2;
  put(12, "head");
  font[12 + 11] = 44;
  put(28, "hhea");
  font[28 + 11] = 100;
  put(44 + 18, std::string_view("\x03\xe8", 2));
  put(100 + 4, std::string_view("\x03\x84", 2));
  put(100 + 6, std::string_view("\xfe\xa2", 2));
  EXPECT_FLOAT_EQ(em_of_line(folder.write("some.ttf", font)), 0.8f);
  // In a collection the face has its place, and its tables are placed from the file's beginning.
  std::string collection = "ttcf" + std::string(15, '\0') + std::string("\xa0") + std::string(140, '\0') + font;
  collection.replace(0, 160, collection.substr(0, 160));
  collection[160 + 12 + 11] = static_cast<char>(160 + 44);
  collection[160 + 28 + 10] = 1;
  collection[160 + 28 + 11] = 160 + 100 - 256;
  collection[15] = static_cast<char>(160);
  EXPECT_FLOAT_EQ(em_of_line(folder.write("some.ttc", collection)), 0.8f);
}

}  // namespace
}  // namespace bankloom::gfx
