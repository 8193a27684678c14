// Where the fonts are: Inter for text and JetBrains Mono for code, from the distribution's packages fonts-inter and
// fonts-jetbrains-mono, else DejaVu.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace bankloom::gfx {

enum class FontFace : std::uint8_t { text, text_semibold, code, code_bold };

/// The font's file, nothing where none is installed (the caller then takes Dear ImGui's own font). The environment
/// variable BANKLOOM_FONTS names a folder that is searched before all others, subfolders included.
[[nodiscard]] std::optional<std::filesystem::path> find_font(FontFace face);

/// The same without the environment: `first` (may be empty) before all, then the folders below `root` ("/" outside of
/// tests).
[[nodiscard]] std::optional<std::filesystem::path> find_font(FontFace face, const std::filesystem::path& first,
                                                             const std::filesystem::path& root);

}  // namespace bankloom::gfx
