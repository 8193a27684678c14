// Contrasts of every theme and palette, and that neighbouring banks can be told apart.
#include "ui/theme.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <initializer_list>
#include <numbers>
#include <utility>

namespace bankloom::ui {
namespace {

constexpr std::array kThemes{ThemeName::dark, ThemeName::light, ThemeName::projector, ThemeName::paper};
constexpr std::array kPalettes{Palette::wheel, Palette::ordered};
constexpr std::array kNamesAndPalettes = [] {
  std::array<std::pair<ThemeName, Palette>, kThemes.size() * kPalettes.size()> all{};
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = {kThemes[i / 2], kPalettes[i % 2]};
  return all;
}();
constexpr std::array kStrengths{CellStrength::resting, CellStrength::dimmed, CellStrength::done, CellStrength::now};
constexpr double kTextContrast = 4.5, kFaintContrast = 3.0;

constexpr Colour rgb(unsigned red, unsigned green, unsigned blue) {
  return red | green << 8 | blue << 16 | 0xFF000000u;
}

double channel_difference(Colour a, Colour b) {
  double sum = 0;
  for (const unsigned shift : {0u, 8u, 16u}) {
    const double difference = static_cast<double>(a >> shift & 0xFF) - static_cast<double>(b >> shift & 0xFF);
    sum += difference * difference;
  }
  return std::sqrt(sum);
}

TEST(Theme, ContrastIsThatOfTheGuideline) {
  // The examples of WCAG 2.1: black on white is 21:1, a colour on itself 1:1; #767676 on white is the lightest grey
  // with 4.5:1.
  EXPECT_NEAR(contrast(rgb(0, 0, 0), rgb(255, 255, 255)), 21, 1e-9);
  EXPECT_NEAR(contrast(rgb(9, 99, 199), rgb(9, 99, 199)), 1, 1e-9);
  EXPECT_GE(contrast(rgb(0x76, 0x76, 0x76), rgb(255, 255, 255)), 4.5);
  EXPECT_LT(contrast(rgb(0x77, 0x77, 0x77), rgb(255, 255, 255)), 4.5);
}

TEST(Theme, TextIsReadableOnEveryGround) {
  for (const ThemeName name : kThemes) {
    const Theme& theme = theme_of(name);
    EXPECT_EQ(theme.name, name);
    for (const Colour ground : {theme.window, theme.surface, theme.raised}) {
      for (const Colour words : {theme.text, theme.text_muted}) {
        EXPECT_GE(contrast(words, ground), kTextContrast)
            << kThemeNames[static_cast<std::size_t>(name)] << std::hex << ' ' << words << ' ' << ground;
      }
      EXPECT_GE(contrast(theme.text_faint, ground), kFaintContrast)
          << kThemeNames[static_cast<std::size_t>(name)] << std::hex << ' ' << ground;
    }
    for (const Colour ground : {theme.raised_hover, theme.selected, theme.current_line}) {
      EXPECT_GE(contrast(theme.text, ground), kTextContrast)
          << kThemeNames[static_cast<std::size_t>(name)] << std::hex << ' ' << ground;
    }
    for (const Colour accent : {theme.accent_a, theme.accent_b}) {
      EXPECT_GE(contrast(theme.on_accent, accent), kTextContrast) << kThemeNames[static_cast<std::size_t>(name)];
    }
  }
}

TEST(Theme, VerdictsAccentsAndCodeAreReadableAsText) {
  for (const auto& [name, palette] : kNamesAndPalettes) {
    const Theme& theme = theme_of(name, palette);
    for (const Colour ground : {theme.window, theme.surface}) {
      for (const Colour words : {theme.good, theme.bad, theme.neutral, theme.accent_a, theme.accent_b}) {
        EXPECT_GE(contrast(words, ground), kTextContrast)
            << kThemeNames[static_cast<std::size_t>(name)] << std::hex << ' ' << words;
      }
    }
    for (const Colour ground : {theme.surface, theme.raised, theme.current_line}) {
      for (const Colour words : {theme.code_keyword, theme.code_type, theme.code_builtin, theme.code_number,
                                 theme.code_comment, theme.code_macro}) {
        EXPECT_GE(contrast(words, ground), kTextContrast)
            << kThemeNames[static_cast<std::size_t>(name)] << std::hex << ' ' << words << ' ' << ground;
      }
    }
  }
}

TEST(Theme, NumbersAreReadableOnEveryCell) {
  for (const ThemeName name : kThemes) {
    const Theme& theme = theme_of(name);
    for (const Palette palette : kPalettes) {
      for (unsigned banks = 2; banks <= 64; ++banks) {
        for (unsigned bank = 0; bank < banks; ++bank) {
          for (const CellStrength strength : kStrengths) {
            const Colour fill = bank_colour(theme, palette, bank, banks, strength);
            EXPECT_EQ(fill >> 24, 255u);
            EXPECT_GE(contrast(text_on(fill), fill), kTextContrast)
                << kThemeNames[static_cast<std::size_t>(name)] << ' '
                << kPaletteNames[static_cast<std::size_t>(palette)] << " bank " << bank << " of " << banks;
          }
        }
      }
    }
  }
}

TEST(Theme, EveryFillHasATextThatIsReadable) {
  for (unsigned red = 0; red < 256; red += 5) {
    for (unsigned green = 0; green < 256; green += 5) {
      for (unsigned blue = 0; blue < 256; blue += 5) {
        const Colour fill = rgb(red, green, blue);
        ASSERT_GE(contrast(text_on(fill), fill), kTextContrast) << red << ' ' << green << ' ' << blue;
      }
    }
  }
}

TEST(Theme, NeighbouringBanksDiffer) {
  // Out of 255 a channel; equal neighbours would have 0, and 32 equally spaced greys 14.
  constexpr double kLeast = 5;
  for (const ThemeName name : kThemes) {
    for (const Palette palette : kPalettes) {
      for (unsigned bank = 0; bank + 1 < 32; ++bank) {
        const Colour a = bank_colour(theme_of(name), palette, bank, 32, CellStrength::resting);
        const Colour b = bank_colour(theme_of(name), palette, bank + 1, 32, CellStrength::resting);
        EXPECT_GE(channel_difference(a, b), kLeast) << kThemeNames[static_cast<std::size_t>(name)] << ' '
                                                    << kPaletteNames[static_cast<std::size_t>(palette)] << ' ' << bank;
      }
    }
  }
}

TEST(Theme, TheOrderedPaletteRisesInLightness) {
  for (const ThemeName name : kThemes) {
    for (const CellStrength strength : kStrengths) {
      double before = 0;
      for (unsigned bank = 0; bank < 32; ++bank) {
        const Colour fill = bank_colour(theme_of(name), Palette::ordered, bank, 32, strength);
        const double lightness = contrast(fill, rgb(0, 0, 0));
        EXPECT_GT(lightness, before) << kThemeNames[static_cast<std::size_t>(name)] << " bank " << bank;
        before = lightness;
      }
    }
  }
}

/// Linear light as people without green receptors see it: Machado, Oliveira and Fernandes, "A Physiologically-based
/// Model for Simulation of Color Vision Deficiency" (2009), deuteranomaly of severity 1.0.
std::array<double, 3> as_deuteranope(Colour colour) {
  constexpr double kMatrix[3][3] = {
      {0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}};
  std::array<double, 3> light{}, seen{};
  for (unsigned i = 0; i < 3; ++i) {
    const double value = (colour >> (8 * i) & 0xFF) / 255.0;
    light[i] = value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
  }
  for (unsigned i = 0; i < 3; ++i) {
    for (unsigned k = 0; k < 3; ++k) seen[i] += kMatrix[i][k] * light[k];
    seen[i] = std::clamp(seen[i], 0.0, 1.0);
  }
  return seen;
}

struct Lab {
  double l = 0, a = 0, b = 0;
};

/// CIE 1976 L*a*b* of linear sRGB at its white, D65.
Lab lab_of(const std::array<double, 3>& light) {
  const auto [r, g, b] = light;
  const auto part = [](double t) { return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116; };
  const double x = part((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047),
               y = part(0.2126729 * r + 0.7151522 * g + 0.0721750 * b),
               z = part((0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

/// CIEDE2000, after Sharma, Wu and Dalal, "The CIEDE2000 color-difference formula" (2005).
double difference_2000(const Lab& one, const Lab& other) {
  constexpr double kDegree = std::numbers::pi / 180;
  const auto seventh = [](double c) { return std::sqrt(std::pow(c, 7) / (std::pow(c, 7) + std::pow(25.0, 7))); };
  const double stretch = 1.5 - 0.5 * seventh((std::hypot(one.a, one.b) + std::hypot(other.a, other.b)) / 2);
  const double a1 = one.a * stretch, a2 = other.a * stretch;
  const double c1 = std::hypot(a1, one.b), c2 = std::hypot(a2, other.b), c = (c1 + c2) / 2;
  const auto hue = [](double a, double b) { return std::fmod(std::atan2(b, a) / kDegree + 360, 360); };
  const double h1 = hue(a1, one.b), h2 = hue(a2, other.b), l = (one.l + other.l) / 2;
  const double turn = h2 - h1 - (h2 - h1 > 180 ? 360 : 0) + (h2 - h1 < -180 ? 360 : 0);
  const double h = (h1 + h2) / 2 + (std::abs(h1 - h2) <= 180 ? 0 : (h1 + h2 < 360 ? 180 : -180));
  const double t = 1 - 0.17 * std::cos((h - 30) * kDegree) + 0.24 * std::cos(2 * h * kDegree) +
                   0.32 * std::cos((3 * h + 6) * kDegree) - 0.20 * std::cos((4 * h - 63) * kDegree);
  const double of_l = (other.l - one.l) / (1 + 0.015 * (l - 50) * (l - 50) / std::sqrt(20 + (l - 50) * (l - 50)));
  const double of_c = (c2 - c1) / (1 + 0.045 * c);
  const double of_h = 2 * std::sqrt(c1 * c2) * std::sin(turn / 2 * kDegree) / (1 + 0.015 * c * t);
  const double rotation = -2 * seventh(c) * std::sin(60 * std::exp(-((h - 275) / 25) * ((h - 275) / 25)) * kDegree);
  return std::sqrt(of_l * of_l + of_c * of_c + of_h * of_h + rotation * of_c * of_h);
}

TEST(Theme, TheColourDifferenceIsThatOfThePaper) {
  // Pairs 1, 9 and 24 of its table 1.
  EXPECT_NEAR(difference_2000({50, 2.6772, -79.7751}, {50, 0, -82.7485}), 2.0425, 5e-5);
  EXPECT_NEAR(difference_2000({50, 2.49, -0.001}, {50, -2.49, 0.0009}), 7.1792, 5e-5);
  EXPECT_NEAR(difference_2000({50, 2.5, 0}, {50, 0, -2.5}), 4.3065, 5e-5);
}

TEST(Theme, WithTheOrderedPaletteGoodAndBadDifferForThoseWhoSeeNoGreen) {
  const auto differ = [](Colour a, Colour b) {
    return difference_2000(lab_of(as_deuteranope(a)), lab_of(as_deuteranope(b)));
  };
  for (const ThemeName name : kThemes) {
    const Theme& theme = theme_of(name, Palette::ordered);
    EXPECT_EQ(theme.palette, Palette::ordered);
    for (const Colour beside : {theme.good, theme.store, theme.load, theme.global}) {
      EXPECT_GE(differ(beside, theme.bad), 25)
          << kThemeNames[static_cast<std::size_t>(name)] << std::hex << ' ' << beside;
    }
  }
  const Theme& usual = theme_of(ThemeName::dark);
  EXPECT_LT(differ(usual.good, usual.bad), 10) << "red and green do not, which is what the ordered palette is for";
}

unsigned grey_level(Colour colour) { return grey_of(colour) & 0xFF; }

TEST(Theme, GreyIsThatOfAPrinter) {
  // The three primary colours and a mixture, as Pillow's convert("L") has them.
  EXPECT_EQ(grey_of(rgb(255, 0, 0)), rgb(76, 76, 76));
  EXPECT_EQ(grey_of(rgb(0, 255, 0)), rgb(150, 150, 150));
  EXPECT_EQ(grey_of(rgb(0, 0, 255)), rgb(29, 29, 29));
  EXPECT_EQ(grey_of(rgb(163, 74, 0)), rgb(92, 92, 92));
  EXPECT_EQ(grey_of(translucent(rgb(0, 0, 0), 0.5)) >> 24, 128u);
}

TEST(Theme, OnPaperWhatDiffersInMeaningDiffersInGrey) {
  // A tenth of all greys.
  constexpr int kLeast = 26;
  for (const Palette palette : kPalettes) {
    const Theme& theme = theme_of(ThemeName::paper, palette);
    const auto differ = [&](std::initializer_list<Colour> colours) {
      for (const Colour& one : colours) {
        for (const Colour& other : colours) {
          if (&one == &other) continue;
          const int distance = std::abs(static_cast<int>(grey_level(one)) - static_cast<int>(grey_level(other)));
          EXPECT_GE(distance, kLeast) << std::hex << one << ' ' << other;
        }
      }
    };
    differ({theme.window, theme.text, theme.bad, theme.neutral, theme.good});
    differ({theme.window, theme.store, theme.load, theme.global, theme.bad, theme.neutral});
    differ({theme.window, theme.accent_a, theme.accent_b});
    EXPECT_EQ(theme.window, rgb(255, 255, 255));
    EXPECT_EQ(theme.surface, theme.window) << "no grey ground is printed";
  }
}

TEST(Theme, OnPaperTextIsReadableInGrey) {
  for (const Palette palette : kPalettes) {
    const Theme& theme = theme_of(ThemeName::paper, palette);
    for (const Colour ground : {theme.window, theme.surface, theme.raised, theme.selected, theme.current_line}) {
      for (const Colour words : {theme.text, theme.text_muted, theme.text_faint, theme.good, theme.bad, theme.neutral,
                                 theme.accent_a, theme.accent_b, theme.code_keyword, theme.code_type,
                                 theme.code_builtin, theme.code_number, theme.code_comment, theme.code_macro}) {
        // Verdicts in colour stand on white.
        if (ground != theme.window && (words == theme.good || words == theme.accent_a)) continue;
        EXPECT_GE(contrast(grey_of(words), grey_of(ground)), kTextContrast) << std::hex << words << ' ' << ground;
      }
    }
    for (const Colour fill : {theme.accent_a, theme.accent_b, theme.good, theme.bad, theme.neutral, theme.store,
                              theme.load, theme.global, theme.padding_fill}) {
      EXPECT_GE(contrast(grey_of(text_on(fill)), grey_of(fill)), kTextContrast) << std::hex << fill;
    }
  }
}

TEST(Theme, OnPaperNeighbouringBanksDifferInGrey) {
  // Of 255: a twentieth.
  constexpr int kLeast = 12;
  const auto grey = [](unsigned bank, unsigned banks, CellStrength strength) {
    return static_cast<int>(grey_level(bank_colour(theme_of(ThemeName::paper), Palette::wheel, bank, banks, strength)));
  };
  for (const unsigned banks : {5u, 10u, 16u, 32u}) {
    for (const CellStrength strength : {CellStrength::resting, CellStrength::now}) {
      for (unsigned bank = 0; bank < banks; ++bank) {
        const int own = grey(bank, banks, strength);
        EXPECT_GE(std::abs(own - grey((bank + 1) % banks, banks, strength)), kLeast) << bank << " of " << banks;
        if (bank + 3 < banks)
          EXPECT_GE(std::abs(own - grey(bank + 2, banks, strength)), kLeast) << bank << " of " << banks;
      }
    }
  }
}

TEST(Theme, MixBeginsAndEndsAtItsColours) {
  const Colour a = rgb(10, 200, 30), b = rgb(250, 0, 90);
  EXPECT_EQ(mix(a, b, 0), a);
  EXPECT_EQ(mix(a, b, 1), b);
  EXPECT_EQ(mix(a, b, 7), b);
  // In linear light the middle of black and white is #BCBCBC.
  EXPECT_EQ(mix(rgb(0, 0, 0), rgb(255, 255, 255), 0.5), rgb(0xBC, 0xBC, 0xBC));
  EXPECT_EQ(translucent(a, 0.5) >> 24, 128u);
}

}  // namespace
}  // namespace bankloom::ui
