#include "ui/fonts.h"

#include <algorithm>
#include <cmath>

#include "gfx/fonts.h"

namespace bankloom::ui {
namespace {

/// The characters of the window's texts; first and last of each range, ended by 0.
constexpr ImWchar kCharacters[] = {
    0x0020, 0x00FF,  // Latin, with × · ± ° µ
    0x0394, 0x0394,  // capital delta
    0x03BC, 0x03BC,  // mu
    0x2010, 0x2026,  // dashes, quotation marks, …
    0x2032, 0x2033,  // primes
    0x2080, 0x2089,  // subscript digits
    0x2190, 0x2195,  // arrows
    0x21D2, 0x21D2,  // ⇒
    0x2208, 0x2208,  // element of
    0x2211, 0x2212,  // sum, minus
    0x221E, 0x221E,  // infinity
    0x2248, 0x2248,  // about
    0x2260, 0x2265,  // ≠ ≤ ≥
    0x2308, 0x230B,  // ceiling and floor
    0x22EE, 0x22EF,  // vertical and middle dots
    0x25B2, 0x25CF,  // triangles, circles
    0x2713, 0x2717,  // check mark, cross
    0,
};

constexpr ImWchar kLatin[] = {0x0020, 0x007E, 0x00D7, 0x00D7, 0x2010, 0x2026, 0};
constexpr ImWchar kDigits[] = {0x0030, 0x0039, 0};

/// Sizes in units, named as in panel.h. The largest have only the characters that they need.
struct Wanted {
  ImFont* Fonts::*font;
  gfx::FontFace face;
  float units;
  const ImWchar* characters = kCharacters;
};
constexpr Wanted kWanted[] = {
    {&Fonts::body, gfx::FontFace::text, 15},
    {&Fonts::strong, gfx::FontFace::text_semibold, 15},
    {&Fonts::small, gfx::FontFace::text, 12.5f},
    {&Fonts::heading, gfx::FontFace::text_semibold, 18},
    {&Fonts::verdict, gfx::FontFace::text_semibold, 26},
    {&Fonts::headline, gfx::FontFace::text_semibold, 32, kLatin},
    {&Fonts::counter, gfx::FontFace::text_semibold, 40, kDigits},
    {&Fonts::mono, gfx::FontFace::code, 14},
    {&Fonts::editor, gfx::FontFace::code, 14},
    {&Fonts::cell, gfx::FontFace::text, 12},
    {&Fonts::large_cell, gfx::FontFace::text, 24, kLatin},
};

/// Height of a line of the editor, per height of its letters.
[[maybe_unused]] constexpr float kEditorLine = 1.36f;

}  // namespace

Fonts load_fonts(float scale) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  atlas.Clear();
  atlas.Flags |= ImFontAtlasFlags_NoMouseCursors;
  Fonts fonts;
  for (const auto& wanted : kWanted) {
    const float pixels = std::max(6.0f, std::round(wanted.units * scale));
    ImFont* font = nullptr;
    if (const auto file = gfx::find_font(wanted.face)) {
      ImFontConfig config;
      config.OversampleH = 1;
      config.PixelSnapH = true;
      font = atlas.AddFontFromFileTTF(file->string().c_str(), pixels, &config, wanted.characters);
    }
    if (font == nullptr) {
      ImFontConfig config;
      config.SizePixels = pixels;
      font = atlas.AddFontDefault(&config);
    }
    fonts.*wanted.font = font;
  }
#if IMGUI_VERSION_NUM < 19200
  // A field of many lines uses the font's size as the line distance; its letters are not drawn (widgets/text_editor.h).
  atlas.Build();
  fonts.editor->FontSize = std::round(fonts.editor->FontSize * kEditorLine);
#endif
  return fonts;
}

}  // namespace bankloom::ui
