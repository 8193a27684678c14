#include "ui/theme.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace bankloom::ui {
namespace {

/// Linear light, 0 to 1.
struct Linear {
  double red = 0, green = 0, blue = 0;
};

double to_linear(unsigned byte) {
  const double value = byte / 255.0;
  return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

unsigned to_byte(double linear) {
  linear = std::clamp(linear, 0.0, 1.0);
  const double value = linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
  return static_cast<unsigned>(std::lround(value * 255));
}

Linear linear_of(Colour colour) {
  return {to_linear(colour & 0xFF), to_linear(colour >> 8 & 0xFF), to_linear(colour >> 16 & 0xFF)};
}

Colour colour_of(const Linear& light, unsigned alpha = 255) {
  return to_byte(light.red) | to_byte(light.green) << 8 | to_byte(light.blue) << 16 | alpha << 24;
}

/// A colour of the Oklab space (B. Ottosson, "A perceptual color space for image processing", 2020) in linear light;
/// components may be outside the range of a screen.
Linear from_oklab(double lightness, double a, double b) {
  const double l = std::pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
  const double m = std::pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
  const double s = std::pow(lightness - 0.0894841775 * a - 1.2914855480 * b, 3);
  return {4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
          -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
          -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s};
}

bool can_be_shown(const Linear& light) {
  constexpr double kSlack = 1e-4;
  const auto fits = [](double part) { return part >= -kSlack && part <= 1 + kSlack; };
  return fits(light.red) && fits(light.green) && fits(light.blue);
}

/// The colour, with as much of its saturation as a screen can show at that lightness and hue.
Colour shown_oklab(double lightness, double a, double b) {
  double kept = 1;
  while (kept > 0.02 && !can_be_shown(from_oklab(lightness, a * kept, b * kept))) kept -= 0.02;
  return colour_of(from_oklab(lightness, a * kept, b * kept));
}

/// The colour of that hue whose grey is nearest to `grey` of 255.
Colour oklab_of_grey(unsigned grey, double a, double b) {
  double low = 0, high = 1;
  for (int i = 0; i < 12; ++i) {
    const double middle = (low + high) / 2;
    ((grey_of(shown_oklab(middle, a, b)) & 0xFF) < grey ? low : high) = middle;
  }
  return shown_oklab(high, a, b);
}

/// A colour from its written form: 0xRRGGBB.
constexpr Colour rgb(std::uint32_t hex) { return hex >> 16 | (hex & 0xFF00) | (hex & 0xFF) << 16 | 0xFF000000u; }
constexpr Colour with_alpha(Colour colour, unsigned alpha) { return (colour & 0xFFFFFFu) | alpha << 24; }

/// A colour in all themes, 0xRRGGBB: dark, light, projector (for a beamer in a bright room: white, black, saturated
/// colours, strong lines), paper (colours that are compared are 28 of 255 greys apart).
struct ThemeColour {
  Colour Theme::*role;
  std::array<std::uint32_t, kThemeNames.size()> hex;
};
constexpr ThemeColour kThemeColours[] = {
    {&Theme::window, {0x101318, 0xFBFCFD, 0xFFFFFF, 0xFFFFFF}},
    {&Theme::surface, {0x191D25, 0xF1F3F7, 0xFFFFFF, 0xFFFFFF}},
    {&Theme::raised, {0x232834, 0xE3E7EE, 0xE6E8EC, 0xF0F0F0}},
    {&Theme::raised_hover, {0x2E3544, 0xD6DCE6, 0xD2D6DD, 0xE2E2E2}},
    {&Theme::selected, {0x34405A, 0xC6D6F0, 0xA9C8F5, 0xCCD8EA}},
    {&Theme::line, {0x2B313D, 0xD3D9E2, 0x8A93A3, 0xA0A0A0}},
    {&Theme::text, {0xE9ECF2, 0x1B2130, 0x000000, 0x000000}},
    {&Theme::text_muted, {0xA7AFBE, 0x4C576B, 0x30343C, 0x383838}},
    {&Theme::text_faint, {0x7A8496, 0x6B7688, 0x5B6270, 0x585858}},
    {&Theme::accent_a, {0xFFB454, 0xA34A00, 0xA03C00, 0xB85C00}},
    {&Theme::accent_b, {0x7CC4FF, 0x0B5CAD, 0x0046A8, 0x00286E}},
    {&Theme::on_accent, {0x12151B, 0xFFFFFF, 0xFFFFFF, 0xFFFFFF}},
    {&Theme::good, {0x6FD58C, 0x14703A, 0x00602A, 0x2E8050}},
    {&Theme::bad, {0xFF7373, 0xC0202B, 0xB80012, 0x78000C}},
    {&Theme::neutral, {0xA9B8D0, 0x46566F, 0x2E3C55, 0x3A4660}},
    {&Theme::store, {0x3F9A6C, 0x2E8459, 0x007A45, 0x5AA67E}},
    {&Theme::load, {0x7ED99A, 0x5FB583, 0x35A868, 0xB4DFC3}},
    {&Theme::global, {0x4A82C8, 0x3B74BC, 0x1F62C4, 0x2C6CB8}},
    {&Theme::padding_fill, {0x1D212A, 0xEEF0F4, 0xFFFFFF, 0xFFFFFF}},
    {&Theme::padding_hatch, {0x4A5263, 0xA9B2C1, 0x6B7280, 0x6B7280}},
    {&Theme::now_border, {0xFFFFFF, 0x10141C, 0x000000, 0x000000}},
    {&Theme::code_keyword, {0xCF9BF0, 0x7A2FA8, 0x6A1299, 0x6A1299}},
    {&Theme::code_type, {0xCF9BF0, 0x7A2FA8, 0x6A1299, 0x6A1299}},
    {&Theme::code_builtin, {0x8AB4FF, 0x1F56B5, 0x0A3FA0, 0x0A3FA0}},
    {&Theme::code_number, {0xF2A97E, 0x9A4210, 0x8A3300, 0x8A3300}},
    {&Theme::code_comment, {0x98A2B3, 0x566074, 0x4A5160, 0x4A4A4A}},
    {&Theme::code_macro, {0x8BDDF5, 0x0A6178, 0x00566C, 0x00566C}},
    {&Theme::current_line, {0x3A2F16, 0xFFE9B8, 0xFFDF8A, 0xFFE9B8}},
};

/// What the ordered palette has instead: nobody confuses blue and orange. The sides have others than good and bad.
constexpr ThemeColour kOrderedColours[] = {
    {&Theme::accent_a, {0xF5E27A, 0x6B5B00, 0x5C4E00, 0x8A7400}},
    {&Theme::accent_b, {0xC9B8FF, 0x6A3FA0, 0x5A1E96, 0x3A1060}},
    {&Theme::good, {0x6DB6FF, 0x0B5CAD, 0x0046A8, 0x2C6CB8}},
    {&Theme::bad, {0xFF9040, 0xA84A00, 0x9E3F00, 0x541C00}},
    {&Theme::store, {0x3F7FC4, 0x2E6DB4, 0x1F62C4, 0x5C9ADB}},
    {&Theme::load, {0x86C0F7, 0x6FA9E3, 0x5A9BE0, 0xB5D5F5}},
    {&Theme::global, {0x8C8FA0, 0x7A7E8E, 0x6A6E7C, 0x606266}},
};

Theme make_theme(std::size_t name, Palette palette) {
  Theme theme;
  theme.name = static_cast<ThemeName>(name);
  theme.palette = palette;
  theme.is_dark = theme.name == ThemeName::dark;
  for (const ThemeColour& colour : kThemeColours) theme.*colour.role = rgb(colour.hex[name]);
  if (palette == Palette::wheel) return theme;
  for (const ThemeColour& colour : kOrderedColours) theme.*colour.role = rgb(colour.hex[name]);
  return theme;
}

/// Lightness and saturation of cells of one strength. `low` and `high`: lightness of the first and last bank of the
/// ordered palette.
struct Tone {
  double lightness, chroma;
  double low, high;
};

/// By theme and strength. On resting cells, the same one of black and white is legible in all hues of the wheel.
constexpr std::array<std::array<Tone, 4>, kThemeNames.size()> kTones{{
    {{{0.53, 0.095, 0.34, 0.76}, {0.35, 0.055, 0.24, 0.50}, {0.45, 0.075, 0.29, 0.62}, {0.82, 0.14, 0.50, 0.95}}},
    {{{0.84, 0.085, 0.58, 0.95}, {0.93, 0.038, 0.78, 0.98}, {0.89, 0.06, 0.68, 0.97}, {0.47, 0.16, 0.36, 0.90}}},
    {{{0.82, 0.12, 0.50, 0.96}, {0.94, 0.045, 0.76, 0.99}, {0.88, 0.08, 0.62, 0.98}, {0.455, 0.20, 0.32, 0.92}}},
    {{{0.88, 0.085, 0.62, 0.97}, {0.94, 0.04, 0.76, 0.99}, {0.80, 0.09, 0.50, 0.96}, {0.45, 0.12, 0.24, 0.92}}},
}};

/// Greys of the wheel's banks on paper, of 255: the middle of three, and how far the others are from it. By strength;
/// those of one are all lighter than those of the next darker.
struct PaperGrey {
  int middle, step;
};
constexpr std::array<PaperGrey, 4> kPaperGreys{{{214, 14}, {241, 7}, {180, 14}, {58, 12}}};

Tone tone_of(ThemeName name, CellStrength strength) {
  return kTones[static_cast<std::size_t>(name)][static_cast<std::size_t>(strength)];
}

}  // namespace

const Theme& theme_of(ThemeName name, Palette palette) {
  static const auto themes = [] {
    std::array<std::array<Theme, kThemeNames.size()>, kPaletteNames.size()> all;
    for (std::size_t one = 0; one < all.size(); ++one) {
      for (std::size_t i = 0; i < kThemeNames.size(); ++i) all[one][i] = make_theme(i, static_cast<Palette>(one));
    }
    return all;
  }();
  return themes[static_cast<std::size_t>(palette)][static_cast<std::size_t>(name)];
}

Colour bank_colour(const Theme& theme, Palette palette, unsigned bank, unsigned banks, CellStrength strength) {
  banks = std::max(banks, 1u);
  bank %= banks;
  const Tone tone = tone_of(theme.name, strength);
  if (palette == Palette::ordered) {
    // From a dark blue to a light yellow: their difference stays visible to people who confuse red and green.
    const double t = banks < 2 ? 0 : static_cast<double>(bank) / (banks - 1);
    const double lightness = tone.low + (tone.high - tone.low) * t;
    return shown_oklab(lightness, -0.015, tone.chroma * 1.2 * (2 * t - 1));
  }
  // Neighbours are close on the wheel (11 degrees with 32 banks), so they differ a little in lightness as well.
  constexpr double kFirstHue = 20.0 / 360, kRipple = 0.012;
  const double hue = 2 * std::numbers::pi * (kFirstHue + static_cast<double>(bank) / banks);
  const double a = tone.chroma * std::cos(hue), b = tone.chroma * std::sin(hue);
  if (theme.name == ThemeName::paper) {
    // The last bank is beside the first, too, in a padded tile.
    const bool is_beside_equal = banks % 3 == 1 && bank + 1 == banks;
    const auto [middle, step] = kPaperGreys[static_cast<std::size_t>(strength)];
    return oklab_of_grey(static_cast<unsigned>(middle + step * (is_beside_equal ? 0 : 1 - static_cast<int>(bank % 3))),
                         a, b);
  }
  return shown_oklab(tone.lightness + (bank % 2 == 0 ? kRipple : -kRipple), a, b);
}

Colour text_on(Colour fill) {
  // Softer than black and white if that is enough; one of black and white always is (21 = 4.58 * 4.58).
  constexpr double kEnough = 4.5;
  constexpr Colour kSoftLight = rgb(0xF2F4F8), kSoftDark = rgb(0x12151B), kLight = rgb(0xFFFFFF), kDark = rgb(0x000000);
  const double light = contrast(fill, kLight), dark = contrast(fill, kDark);
  if (light >= dark) return contrast(fill, kSoftLight) >= kEnough ? kSoftLight : kLight;
  return contrast(fill, kSoftDark) >= kEnough ? kSoftDark : kDark;
}

double contrast(Colour a, Colour b) {
  const auto luminance = [](Colour colour) {
    const Linear light = linear_of(colour);
    return 0.2126 * light.red + 0.7152 * light.green + 0.0722 * light.blue;
  };
  const double x = luminance(a), y = luminance(b);
  return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

Colour grey_of(Colour colour) {
  const double grey = 0.299 * (colour & 0xFF) + 0.587 * (colour >> 8 & 0xFF) + 0.114 * (colour >> 16 & 0xFF);
  const auto level = static_cast<Colour>(std::lround(grey));
  return with_alpha(level | level << 8 | level << 16, colour >> 24);
}

Colour mix(Colour a, Colour b, double t) {
  t = std::clamp(t, 0.0, 1.0);
  const Linear x = linear_of(a), y = linear_of(b);
  const auto blend = [t](double from, double to) { return from + (to - from) * t; };
  const double alpha = blend(a >> 24, b >> 24);
  return colour_of({blend(x.red, y.red), blend(x.green, y.green), blend(x.blue, y.blue)},
                   static_cast<unsigned>(std::lround(alpha)));
}

std::array<Colour, kMapStops> map_ramp(const Theme& theme) {
  std::array<Colour, kMapStops> ramp{};
  for (std::size_t i = 0; i < ramp.size(); ++i) {
    const double t = static_cast<double>(i) / (kMapStops - 1);
    // Lightness rises evenly, from blue over green to yellow.
    const double hue = (285 - 185 * t) * std::numbers::pi / 180;
    const double low = theme.is_dark ? 0.28 : 0.34;
    const double chroma = 0.11 + 0.05 * t;
    ramp[i] = shown_oklab(low + (0.93 - low) * t, chroma * std::cos(hue), chroma * std::sin(hue));
  }
  return ramp;
}

Colour translucent(Colour colour, double alpha) {
  return with_alpha(colour, static_cast<unsigned>(std::lround(std::clamp(alpha, 0.0, 1.0) * (colour >> 24))));
}

}  // namespace bankloom::ui
