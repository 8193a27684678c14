// Theme: every colour of the window, as data. Independent of ImGui, so its contrasts are tested without a window.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/base/result.h"

namespace bankloom::ui {

/// A colour in the form of ImGui and the shaders: red in the lowest byte, then green, blue, alpha.
using Colour = std::uint32_t;

/// `paper` is for print, also in grey: what differs in meaning differs in lightness.
enum class ThemeName : std::uint8_t { dark, light, projector, paper };
/// The order of bank colours: around the colour wheel at equal lightness, or a ramp that people with a colour-vision
/// deficiency can order (lightness and blue-yellow only).
enum class Palette : std::uint8_t { wheel, ordered };

inline constexpr std::array<std::string_view, 4> kThemeNames{"dark", "light", "projector", "paper"};
inline constexpr std::array<std::string_view, 2> kPaletteNames{"wheel", "ordered"};

struct Theme {
  ThemeName name = ThemeName::dark;
  Palette palette = Palette::wheel;  ///< of the verdicts
  bool is_dark = true;
  Colour window{};   ///< behind everything
  Colour surface{};  ///< of panels
  Colour raised{};   ///< of controls and cards on a panel
  Colour raised_hover{};
  Colour selected{};                          ///< background of the chosen one of several controls or rows
  Colour line{};                              ///< separators, borders
  Colour text{}, text_muted{}, text_faint{};  ///< on window, surface and raised: at least 4.5:1, faint 3:1
  Colour accent_a{}, accent_b{};              ///< the two sides
  Colour on_accent{};                         ///< text on an accent
  Colour good{}, bad{}, neutral{};            ///< verdicts, as text on `surface` and as fills
  Colour store{}, load{}, global{};           ///< blocks of the timeline; a conflict is drawn in `bad`
  Colour padding_fill{}, padding_hatch{};
  Colour now_border{};  ///< of the cells served in this step
  Colour code_keyword{}, code_type{}, code_builtin{}, code_number{}, code_comment{}, code_macro{};
  Colour current_line{};  ///< background of the lit line of the code
};

/// With `ordered`, good and bad are blue and orange, and what is drawn beside a conflict is blue or grey.
[[nodiscard]] const Theme& theme_of(ThemeName name, Palette palette = Palette::wheel);

/// The strength of a cell's colours.
enum class CellStrength : std::uint8_t { resting, dimmed, done, now };

/// Opaque fill of a cell of a bank. Neighbouring banks differ; 32 banks (or `banks`) go once through the palette. On
/// paper a bank of the wheel also differs in grey from the next two: three lightnesses take turns.
[[nodiscard]] Colour bank_colour(const Theme& theme, Palette palette, unsigned bank, unsigned banks,
                                 CellStrength strength);
/// Black or whitish text with at least 4.5:1 on that fill.
[[nodiscard]] Colour text_on(Colour fill);
/// Contrast ratio of two opaque colours, 1 to 21 (WCAG 2.1, "contrast ratio").
[[nodiscard]] double contrast(Colour a, Colour b);
/// The colour as a grey print shows it: 0.299 red + 0.587 green + 0.114 blue (ITU-R BT.601, as in PostScript).
[[nodiscard]] Colour grey_of(Colour colour);
/// A blend, `t` = 0: a, 1: b; in linear light.
[[nodiscard]] Colour mix(Colour a, Colour b, double t);
/// The colour with its alpha times `alpha` (0 to 1).
[[nodiscard]] Colour translucent(Colour colour, double alpha);

/// The colours of the output map, from the smallest value to the largest, at equal distances; lightness rises evenly.
inline constexpr std::size_t kMapStops = 9;
[[nodiscard]] std::array<Colour, kMapStops> map_ramp(const Theme& theme);

}  // namespace bankloom::ui
