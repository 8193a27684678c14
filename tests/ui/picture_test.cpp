// Pictures of a dozen scenes against kept ones, in the three themes.
//
// The kept pictures are in tests/ui/baselines. A change that is meant to change them is followed by
//   BANKLOOM_UPDATE_BASELINES=1 build/ci/tests/ui/picture_test
// and a look at each of them. A picture that differs is left in the build folder beside a picture of the differences.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <ostream>

#include "../session/session_fixture.h"
#include "gfx/fonts.h"
#include "gfx/offscreen.h"
#include "gfx/png.h"
#include "ui/export.h"

namespace bankloom::test {
namespace {

/// Pictures are compared by the mean colours of blocks of so many pixels a side: another version of the software
/// renderer smooths edges a little differently, which blocks forgive and a moved or missing thing does not.
constexpr unsigned kBlock = 8;
/// A block differs when a channel of its mean does by more than this (of 255) ...
constexpr int kBlockTolerance = 12;
/// ... and a picture when more than this part of its blocks do.
constexpr double kPictureTolerance = 0.002;

struct Scenery {
  const char* name;
  const char* scene;
  ui::ThemeName theme;
  const char* panel = "";
  bool bank_card = false;
  ui::Palette palette = ui::Palette::wheel;
};

void PrintTo(const Scenery& scenery, std::ostream* out) { *out << scenery.scene; }

constexpr Scenery kScenery[] = {
    {"conflict-dark", "bankloom square/setRowReadCol at=0:1:9", ui::ThemeName::dark},
    {"conflict-light", "bankloom square/setRowReadCol at=0:1:9", ui::ThemeName::light},
    {"conflict-projector", "bankloom square/setRowReadCol at=0:1:9", ui::ThemeName::projector},
    {"comparison-dark", "bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1 at=0:1:31", ui::ThemeName::dark},
    {"comparison-projector", "bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1 at=0:1:31",
     ui::ThemeName::projector},
    {"in-the-banks-light", "bankloom square/setRowReadCol IPAD=1 layout=physical at=3:1:0", ui::ThemeName::light},
    {"card-dark", "bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1 at=0:1:12", ui::ThemeName::dark, "",
     true},
    {"values-light", "bankloom rectangular/setRowReadColPad at=5:0:0 cells=value", ui::ThemeName::light},
    {"global-store-dark", "bankloom square/setColReadRow at=1:2:2", ui::ThemeName::dark},
    {"fault-projector", "bankloom rectangular/swappedIndices", ui::ThemeName::projector},
    {"past-the-tile-dark", "bankloom mistakes/pastTheTile at=1:1:0", ui::ThemeName::dark},
    {"five-banks-light", "bankloom square/setRowReadCol BDIMX=10 BDIMY=10 machine=didactic5 at=0:1:3",
     ui::ThemeName::light},
    {"ordered-palette-dark", "bankloom square/setRowReadCol IPAD=2 bank=6", ui::ThemeName::dark, "", false,
     ui::Palette::ordered},
    {"transpose-load-dark", "bankloom transpose/tile block=6 at=3:0:2", ui::ThemeName::dark},
    {"strided-light", "bankloom coalescing/addStrided STRIDE=8 at=1:0:5", ui::ThemeName::light},
    {"tile-alone-projector", "bankloom square/setRowReadCol IPAD=1 cells=place BDIMX=8 BDIMY=8",
     ui::ThemeName::projector, "tile"},
};

/// What the letters of a picture depend on besides this program.
std::string fonts_of_this_machine() {
  std::uint64_t hash = 1469598103934665603u;  // FNV-1a
  for (const gfx::FontFace face :
       {gfx::FontFace::text, gfx::FontFace::text_semibold, gfx::FontFace::code, gfx::FontFace::code_bold}) {
    const auto path = gfx::find_font(face);
    if (!path) continue;
    std::ifstream file(*path, std::ios::binary);
    for (char letter = 0; file.get(letter);) hash = (hash ^ static_cast<unsigned char>(letter)) * 1099511628211u;
  }
  return fmt::format("{:016x}", hash);
}

class PictureTest : public SessionTest, public ::testing::WithParamInterface<Scenery> {
 protected:
  void SetUp() override {
    SessionTest::SetUp();
    if (IsSkipped()) return;
    auto context = gfx::make_offscreen_context();
    if (!context) GTEST_SKIP() << context.error().message;
    context_ = std::move(*context);
  }

  std::unique_ptr<gfx::OffscreenContext> context_;
};

/// The mean of each channel of a block.
std::array<double, 3> block_mean(const gfx::Image& image, unsigned left, unsigned top) {
  std::array<double, 3> sum{};
  unsigned count = 0;
  for (unsigned y = top; y < std::min(top + kBlock, image.height); ++y) {
    for (unsigned x = left; x < std::min(left + kBlock, image.width); ++x, ++count) {
      for (std::size_t channel = 0; channel < 3; ++channel) {
        sum[channel] += image.rgba[(std::size_t{y} * image.width + x) * 4 + channel];
      }
    }
  }
  for (double& channel : sum) channel /= count;
  return sum;
}

/// The part of the blocks that differ; `marks` becomes a picture of them, white.
double difference(const gfx::Image& a, const gfx::Image& b, gfx::Image& marks) {
  marks = a;
  unsigned different = 0;
  unsigned blocks = 0;
  for (unsigned top = 0; top < a.height; top += kBlock) {
    for (unsigned left = 0; left < a.width; left += kBlock, ++blocks) {
      const auto mean_a = block_mean(a, left, top);
      const auto mean_b = block_mean(b, left, top);
      bool differs = false;
      for (std::size_t channel = 0; channel < 3; ++channel) {
        differs = differs || std::abs(mean_a[channel] - mean_b[channel]) > kBlockTolerance;
      }
      different += differs ? 1 : 0;
      for (unsigned y = top; y < std::min(top + kBlock, a.height); ++y) {
        for (unsigned x = left; x < std::min(left + kBlock, a.width); ++x) {
          for (std::size_t channel = 0; channel < 3; ++channel) {
            std::uint8_t& value = marks.rgba[(std::size_t{y} * a.width + x) * 4 + channel];
            value = differs ? 255 : static_cast<std::uint8_t>(value / 4);
          }
        }
      }
    }
  }
  return static_cast<double>(different) / blocks;
}

TEST_P(PictureTest, LooksAsItWasKept) {
  const Scenery& scenery = GetParam();
  show(scenery.scene);
  ui::PictureOptions options;
  options.width = 1280;
  options.height = 720;
  options.panel = scenery.panel;
  options.view.theme = scenery.theme;
  options.view.palette = scenery.palette;
  if (scenery.bank_card) options.view.bank_view = ui::BankView::card;
  const auto picture = ui::render_picture(session, BANKLOOM_SOURCE_DIR "/shaders", options);
  ASSERT_TRUE(picture.has_value()) << picture.error().message;
  const std::filesystem::path kept =
      std::filesystem::path(BANKLOOM_SOURCE_DIR "/tests/ui/baselines") / (std::string(scenery.name) + ".png");
  const std::string fonts = fonts_of_this_machine();
  if (std::getenv("BANKLOOM_UPDATE_BASELINES") != nullptr) {
    const auto written = gfx::write_png(kept, picture->image, {{"Fonts", fonts}});
    ASSERT_TRUE(written.has_value()) << written.error().message;
    GTEST_SKIP() << "written anew: " << kept;
  }
  const auto baseline = gfx::read_png_file(kept);
  ASSERT_TRUE(baseline.has_value()) << baseline.error().message;
  for (const auto& [key, value] : baseline->texts) {
    if (key == "Fonts" && value != fonts) {
      GTEST_SKIP() << "the fonts of this machine are not those of the kept pictures, so no letter would be the same";
    }
  }
  ASSERT_EQ(baseline->image.width, picture->image.width);
  ASSERT_EQ(baseline->image.height, picture->image.height);
  gfx::Image marks;
  const double part = difference(picture->image, baseline->image, marks);
  if (part > kPictureTolerance) {
    const std::filesystem::path here = std::filesystem::current_path();
    const auto actual = here / (std::string(scenery.name) + "-actual.png");
    const auto marked = here / (std::string(scenery.name) + "-differences.png");
    static_cast<void>(gfx::write_png(actual, picture->image));
    static_cast<void>(gfx::write_png(marked, marks));
    ADD_FAILURE() << 100 * part << " % of the blocks differ; see " << actual << " and " << marked;
  }
}

INSTANTIATE_TEST_SUITE_P(Scenes, PictureTest, ::testing::ValuesIn(kScenery), [](const auto& scenery) {
  std::string name = scenery.param.name;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST(PictureDifference, IsSeen) {
  gfx::Image a;
  a.width = a.height = 160;
  a.rgba.assign(std::size_t{160} * 160 * 4, 100);
  gfx::Image b = a;
  gfx::Image marks;
  EXPECT_EQ(difference(a, b, marks), 0);
  // One block of 400 is 0.25 %: a thing of eight pixels that is missing is too much.
  for (unsigned y = 80; y < 88; ++y) {
    for (unsigned x = 40; x < 48; ++x) b.rgba[(std::size_t{y} * 160 + x) * 4] = 200;
  }
  EXPECT_GT(difference(a, b, marks), kPictureTolerance);
  EXPECT_EQ(marks.rgba[(std::size_t{80} * 160 + 40) * 4], 255);
}

}  // namespace
}  // namespace bankloom::test
