// PNG files: pictures written with texts that say what they show, and read back.
//
// Written are 8-bit RGBA pictures (RGB where every pixel is opaque), with their dots per inch where these are known.
// Read is every PNG that libpng knows, turned to 8-bit RGBA. Not supported: animation, colour profiles, reading texts
// of compressed chunks larger than libpng's own limits.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "gfx/image.h"

namespace bankloom::gfx {

/// Keyword (1 to 79 Latin characters, as "Title", "Description", "Software") and text (UTF-8).
using PngTexts = std::vector<std::pair<std::string, std::string>>;

struct PngFile {
  Image image;
  PngTexts texts;  ///< in the order of the file
};

/// Pixels a side that are written and read at most (64 Ki pixels; libpng's default is a million).
inline constexpr unsigned kLargestPngSide = 65536;

/// Writes `image` to `path`, which is never half written (core/base/files.h).
/// Texts in ASCII become tEXt chunks, others iTXt (UTF-8). Errors name the path and the reason: an empty or too large
/// picture, a keyword that PNG does not allow, a folder that is missing or cannot be written, a full disk.
[[nodiscard]] Result<void> write_png(const std::filesystem::path& path, const Image& image, const PngTexts& texts = {});

/// Errors name the path and the reason: no such file, not a PNG, broken or cut off.
[[nodiscard]] Result<PngFile> read_png_file(const std::filesystem::path& path);

/// The picture alone; errors as of read_png_file.
[[nodiscard]] Result<Image> read_png(const std::filesystem::path& path);

}  // namespace bankloom::gfx
