// GeometryTest: the window drawn at the sizes that it is made for, and whether anything overlaps or is cut.
#pragma once

#include <string>
#include <string_view>

#include "ui_test.h"

namespace bankloom::test {

struct Size {
  int width = 0, height = 0;
  float display_scale = 1, text_scale = 1;
};

/// The smallest, the usual and the largest; high-DPI displays and large text.
inline constexpr Size kSizes[] = {{1024, 640, 1, 1},  {1280, 720, 1, 1},     {1600, 900, 1, 1}, {1920, 1080, 1, 1.3f},
                                  {2560, 1440, 2, 1}, {3840, 2160, 2, 1.5f}, {1024, 1400, 1, 1}};

/// Windows as they are projected and as they stand on a desk.
inline constexpr Size kLectureSizes[] = {{1280, 720, 1, 1},    {1600, 900, 1, 1},     {1920, 1080, 1, 1},
                                         {1280, 720, 1, 1.5f}, {1600, 900, 1, 1.5f},  {1920, 1080, 1, 1.5f},
                                         {3200, 1800, 2, 1},   {3840, 2160, 2, 1.5f}, {2560, 1440, 2, 1}};

inline constexpr const char* kLadder = "bankloom transpose/tilePad";

inline constexpr const char* kScenes[] = {
    "bankloom square/setRowReadCol",
    "bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1 at=0:1:9",
    "bankloom square/setColReadCol IPAD=33 cells=place at=3:2:1",
    "bankloom square/setRowReadColDynPad BDIMX=8 BDIMY=8 cells=value at=1:2:0",
    "bankloom rectangular/setRowReadCol vs rectangular/setRowReadColDynPad layout=physical cells=word",
    "bankloom rectangular/swappedIndices",
    "bankloom declarations/volatileTwice cells=lane",
    "bankloom square/setRowReadCol BDIMX=10 BDIMY=10 machine=didactic10 bank=3",
    "bankloom coalescing/addStrided",  // no shared memory at all
    "bankloom transpose/tile at=0:0:3",
    "bankloom transpose/naiveWrite vs transpose/tilePad at=0:0:9",
    kLadder,
};

/// What a large window shows it shows in every language: there the others are looked at in fewer shapes.
bool leaves_out(const Size& size);

std::string name_of(const Size& size);
bool overlap(const ui::Probe::Item& a, const ui::Probe::Item& b);
/// A label in its control.
bool contains(const ui::Probe::Item& outer, const ui::Probe::Item& inner);
bool is_cut(const ui::Probe::Item& item);
/// At its left or right, as by a scroll bar; what lies above or below the part that is seen is not cut.
bool is_cut_across(const ui::Probe::Item& item);
std::string text_of(const ui::Probe::Item& item);

class GeometryTest : public UiTest {
 protected:
  [[nodiscard]] bool sees_pixels() const override { return false; }
  [[nodiscard]] bool still() const override { return true; }
  void SetUp() override;
  void draw(const Size& size, const ui::ViewSettings& settings);
  /// `panel`: looks at that one alone; empty: at all.
  void check(const std::string& what, std::size_t least_panels = 7, std::string_view panel = "");
};

}  // namespace bankloom::test
