// Finds the fonts: Inter for text and JetBrains Mono for code, from the distribution's packages fonts-inter and
// fonts-jetbrains-mono, else DejaVu; and one that has the Chinese characters, which these lack.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace bankloom::gfx {

enum class FontFace : std::uint8_t { text, text_semibold, code, code_bold, chinese };

/// The font's file; nothing if none is installed (Dear ImGui's own font serves then). The folder of the environment
/// variable BANKLOOM_FONTS is searched first, with its subfolders.
[[nodiscard]] std::optional<std::filesystem::path> find_font(FontFace face);

/// The same with `first`, which may be empty, instead of the variable, then the folders below `root` ("/" except in
/// tests).
[[nodiscard]] std::optional<std::filesystem::path> find_font(FontFace face, const std::filesystem::path& first,
                                                             const std::filesystem::path& root);

/// The face of a file that may be a collection: of Noto's the one for simplified Chinese, otherwise the first.
[[nodiscard]] int face_in(const std::filesystem::path& file);

/// The size that others call a font's, its em square, where its lines are one pixel high from ascent to descent, as
/// Dear ImGui counts; 1 where the file is none or cannot be read. OpenType specification, tables head and hhea.
[[nodiscard]] float em_of_line(const std::optional<std::filesystem::path>& file);

}  // namespace bankloom::gfx
