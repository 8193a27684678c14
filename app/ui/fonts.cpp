#include "ui/fonts.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "core/base/characters.h"
#include "core/base/files.h"
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

static_assert(std::size(kWanted) == MetCharacters::kFonts);

/// Most characters noted for a font: the atlas has to stay a texture.
constexpr std::size_t kMostMet = 4000;

/// Height of a line of the editor, per height of its letters.
[[maybe_unused]] constexpr float kEditorLine = 1.36f;

std::size_t index_of(ImFont* Fonts::*font) {
  return static_cast<std::size_t>(std::ranges::find(kWanted, font, &Wanted::font) - std::begin(kWanted));
}

struct ChineseFile {
  std::string bytes;
  int face = 0;
  float em = 1;  ///< gfx::em_of_line()
};

/// Null where no font has Chinese characters. The atlases of new releases use the same bytes for all sizes; no file is
/// let go.
const ChineseFile* chinese_file() {
  static std::map<std::filesystem::path, ChineseFile> files;
  const auto path = gfx::find_font(gfx::FontFace::chinese);
  if (!path) return nullptr;
  const auto [found, is_new] = files.try_emplace(*path);
  ChineseFile& file = found->second;
  if (is_new) file = {read_file(*path).value_or(""), gfx::face_in(*path), gfx::em_of_line(path)};
  return file.bytes.empty() ? nullptr : &file;
}

/// Adds the Chinese font to the last one of the atlas, for what that lacks.
void merge_chinese(ImFontAtlas& atlas, const ChineseFile& file, float pixels, float column, const ImWchar* characters) {
  ImFontConfig config;
  config.MergeMode = true;
  config.OversampleH = 1;
  config.PixelSnapH = true;
  config.FontDataOwnedByAtlas = false;
  config.FontNo = static_cast<decltype(config.FontNo)>(file.face);
  if (column > 0) config.GlyphMinAdvanceX = config.GlyphMaxAdvanceX = 2 * column;
  // Dear ImGui takes the bytes as changeable, and does not change them.
  atlas.AddFontFromMemoryTTF(const_cast<char*>(file.bytes.data()), static_cast<int>(file.bytes.size()),
                             pixels * kChineseEm / file.em, &config, characters);
}

#if IMGUI_VERSION_NUM < 19200
/// Gives the characters that were met the columns that the editor counts.
void set_columns(ImFont& font, const std::set<ImWchar>& met) {
  const ImFontGlyph substitute = *font.FindGlyph('?');
  const float column = font.GetCharAdvance('0');
  const auto widen = [&](ImFontGlyph& glyph, ImWchar character) {
    const float advance = is_wide(character) ? 2 * column : column;
    const float moved = std::floor((advance - glyph.AdvanceX) / 2);
    glyph.X0 += moved;
    glyph.X1 += moved;
    glyph.AdvanceX = advance;
  };
  for (ImFontGlyph& glyph : font.Glyphs) {
    if (const auto character = static_cast<ImWchar>(glyph.Codepoint); met.contains(character)) widen(glyph, character);
  }
  for (const ImWchar character : met) {
    if (font.FindGlyphNoFallback(character) != nullptr) continue;
    ImFontGlyph glyph = substitute;
    widen(glyph, character);
    font.AddGlyph(nullptr, character, glyph.X0, glyph.Y0, glyph.X1, glyph.Y1, glyph.U0, glyph.V0, glyph.U1, glyph.V1,
                  glyph.AdvanceX);
  }
  font.BuildLookupTable();
}
#endif

}  // namespace

void MetCharacters::meet(const ImFont* font, std::string_view words) {
  const auto is_long = [](char c) { return static_cast<unsigned char>(c) >= 0x80; };
  if (font == nullptr || std::ranges::none_of(words, is_long)) return;
  const auto& fonts = ImGui::GetIO().Fonts->Fonts;
  for (std::size_t at = 0; at < words.size();) {
    const auto [code, end] = character_at(words, at);
    at = end;
    // A broken byte and what Dear ImGui cannot show stay question marks.
    if (code < 0x80 || code >= 0xFFFD) continue;
#if IMGUI_VERSION_NUM >= 19200
    // A character enters the atlas by itself, if a font has it.
    if (has_wide_ || !is_wide(code)) continue;
#else
    if (font->FindGlyphNoFallback(static_cast<ImWchar>(code)) != nullptr) continue;
#endif
    const auto index = static_cast<std::size_t>(std::find(fonts.begin(), fonts.end(), font) - fonts.begin());
    if (index >= characters_.size() || characters_[index].size() >= kMostMet) continue;
    has_new_ |= characters_[index].insert(static_cast<ImWchar>(code)).second;
    has_wide_ |= is_wide(code);
  }
}

void meet_characters(const ImFont* font, std::string_view words) {
  if (auto* met = static_cast<MetCharacters*>(ImGui::GetIO().UserData)) met->meet(font, words);
}

Fonts load_fonts(float scale, const MetCharacters& met) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  atlas.Clear();
  atlas.Flags |= ImFontAtlasFlags_NoMouseCursors;
  Fonts fonts;
  const ChineseFile* const chinese = met.has_wide() ? chinese_file() : nullptr;
  // The ranges of characters must stay until the atlas is built.
  std::array<std::vector<ImWchar>, std::size(kWanted)> ranges;
  for (std::size_t index = 0; index < std::size(kWanted); ++index) {
    const Wanted& wanted = kWanted[index];
    // The text of the editor is drawn in the font for code, over a field in a font of its own.
    const auto& more = met.of(wanted.font == &Fonts::editor ? index_of(&Fonts::mono) : index);
    for (const ImWchar* at = wanted.characters; *at != 0; ++at) ranges[index].push_back(*at);
    for (const ImWchar character : more) ranges[index].insert(ranges[index].end(), 2, character);
    ranges[index].push_back(0);
    const ImWchar* const characters = ranges[index].data();
    const float pixels = std::max(6.0f, std::round(wanted.units * scale));
    ImFont* font = nullptr;
    if (const auto file = gfx::find_font(wanted.face)) {
      ImFontConfig config;
      config.OversampleH = 1;
      config.PixelSnapH = true;
      font = atlas.AddFontFromFileTTF(file->string().c_str(), pixels, &config, characters);
    }
    if (font == nullptr) {
      ImFontConfig config;
      config.SizePixels = pixels;
      font = atlas.AddFontDefault(&config);
    }
#if IMGUI_VERSION_NUM >= 19200
    const float column = wanted.face == gfx::FontFace::code ? font->GetFontBaked(pixels)->GetCharAdvance('0') : 0;
    if (chinese != nullptr) merge_chinese(atlas, *chinese, pixels, column, characters);
#else
    if (chinese != nullptr && !more.empty()) merge_chinese(atlas, *chinese, pixels, 0, characters);
#endif
    fonts.*wanted.font = font;
  }
#if IMGUI_VERSION_NUM < 19200
  atlas.Build();
  // The files are read again for the next atlas.
  atlas.ClearInputData();
  for (ImFont* font : {fonts.mono, fonts.editor}) {
    if (const auto& code = met.of(index_of(&Fonts::mono)); !code.empty()) set_columns(*font, code);
  }
  // A field of many lines uses the font's size as the line distance; its letters are not drawn (widgets/text_editor.h).
  fonts.editor->FontSize = std::round(fonts.editor->FontSize * kEditorLine);
#endif
  return fonts;
}

}  // namespace bankloom::ui
