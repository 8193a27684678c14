// PNG files with texts that describe the picture.
//
// Writes 8-bit RGBA (RGB if every pixel is opaque), with the dots per inch if known. Reads all PNG files that libpng
// supports, as 8-bit RGBA. Not supported: animation, colour profiles, compressed texts beyond libpng's limits.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "gfx/image.h"

namespace bankloom::gfx {

/// Keyword (1 to 79 ASCII characters: "Title", "Description", "Software") and text (UTF-8).
using PngTexts = std::vector<std::pair<std::string, std::string>>;

struct PngFile {
  Image image;
  PngTexts texts;  ///< in the order of the file
};

/// Most pixels per side (libpng's default is a million).
inline constexpr unsigned kLargestPngSide = 65536;

/// The bytes of a PNG file. ASCII texts become tEXt chunks, others iTXt (UTF-8). `with_alpha`: RGBA although every
/// pixel is opaque. Errors: an empty or too large picture, a keyword that PNG does not allow.
[[nodiscard]] Result<std::string> encode_png(const Image& image, const PngTexts& texts = {}, bool with_alpha = false);

/// Writes a whole file or nothing (core/base/files.h). Errors: those of encode_png(), a folder that is missing or
/// not writable, a full disk.
[[nodiscard]] Result<void> write_png(const std::filesystem::path& path, const Image& image, const PngTexts& texts = {});

/// Errors: no such file, not a PNG, broken or cut off.
[[nodiscard]] Result<PngFile> read_png_file(const std::filesystem::path& path);

}  // namespace bankloom::gfx
