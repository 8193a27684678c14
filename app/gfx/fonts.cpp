#include "gfx/fonts.h"

#include <array>
#include <string_view>
#include <system_error>
#include <vector>

#include "core/base/files.h"

namespace bankloom::gfx {
namespace {

namespace fs = std::filesystem;

/// File names in order of preference.
std::vector<std::string_view> names_of(FontFace face) {
  // Inter is packaged as OpenType with CFF outlines, in some releases also as TrueType.
  switch (face) {
    case FontFace::text:
      return {"Inter-Regular.ttf", "Inter-Regular.otf", "DejaVuSans.ttf"};
    case FontFace::text_semibold:
      return {"Inter-SemiBold.ttf", "Inter-SemiBold.otf", "DejaVuSans-Bold.ttf"};
    case FontFace::code:
      return {"JetBrainsMono-Regular.ttf", "JetBrainsMono-Regular.otf", "DejaVuSansMono.ttf"};
    case FontFace::code_bold:
      return {"JetBrainsMono-Bold.ttf", "JetBrainsMono-Bold.otf", "DejaVuSansMono-Bold.ttf"};
    case FontFace::chinese:
      // The first has the punctuation of simplified Chinese where it is written there, at the lower left, and all
      // signs. The first two have a few megabytes, Noto's 19.
      return {"wqy-microhei.ttc", "DroidSansFallbackFull.ttf", "NotoSansCJK-Regular.ttc"};
  }
  return {};
}

/// The folders of these fonts in Debian, Ubuntu, Fedora and Arch, below the root.
constexpr std::array kFolders = {"usr/share/fonts/truetype/inter",
                                 "usr/share/fonts/opentype/inter",
                                 "usr/share/fonts/truetype/jetbrains-mono",
                                 "usr/share/fonts/opentype/jetbrains-mono",
                                 "usr/share/fonts/truetype/dejavu",
                                 "usr/share/fonts/rsms-inter-fonts",
                                 "usr/share/fonts/jetbrains-mono-fonts",
                                 "usr/share/fonts/dejavu-sans-fonts",
                                 "usr/share/fonts/dejavu-sans-mono-fonts",
                                 "usr/share/fonts/inter",
                                 "usr/share/fonts/truetype/droid",
                                 "usr/share/fonts/google-droid-sans-fonts",
                                 "usr/share/fonts/droid",
                                 "usr/share/fonts/truetype/wqy",
                                 "usr/share/fonts/wqy-microhei-fonts",
                                 "usr/share/fonts/wenquanyi/wqy-microhei",
                                 "usr/share/fonts/opentype/noto",
                                 "usr/share/fonts/google-noto-cjk",
                                 "usr/share/fonts/noto-cjk",
                                 "usr/share/fonts/TTF",
                                 "usr/share/fonts/OTF"};

/// Most files that are visited below the user's folder, which may be a whole disk.
constexpr int kMostFiles = 20000;

bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

std::optional<fs::path> search(const fs::path& folder, std::string_view name) {
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, error);
  const fs::recursive_directory_iterator end;
  for (int looked_at = 0; !error && entry != end && looked_at < kMostFiles; ++looked_at) {
    if (entry->path().filename() == name && is_file(entry->path())) return entry->path();
    entry.increment(error);
  }
  return std::nullopt;
}

}  // namespace

std::optional<fs::path> find_font(FontFace face, const fs::path& first, const fs::path& root) {
  const std::vector<std::string_view> names = names_of(face);
  if (!first.empty()) {
    for (const std::string_view name : names) {
      if (auto found = search(first, name)) return found;
    }
  }
  for (const std::string_view name : names) {
    for (const char* folder : kFolders) {
      fs::path path = root / folder / name;
      if (is_file(path)) return path;
    }
  }
  return std::nullopt;
}

std::optional<fs::path> find_font(FontFace face) { return find_font(face, environment("BANKLOOM_FONTS"), "/"); }

int face_in(const fs::path& file) { return file.filename().string().starts_with("NotoSansCJK") ? 2 : 0; }

float em_of_line(const std::optional<fs::path>& file) {
  const auto bytes = file ? read_file(*file) : Result<std::string>(std::string());
  if (!bytes) return 1;
  // Big-endian; 0 beyond the end.
  const auto number = [&](std::size_t at, std::size_t width) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < width; ++i) {
      value = value << 8 | (at + i < bytes->size() ? static_cast<unsigned char>((*bytes)[at + i]) : 0U);
    }
    return value;
  };
  // A collection begins with the places of its faces.
  const bool is_collection = bytes->starts_with("ttcf");
  const std::size_t begin = is_collection ? number(12 + 4 * static_cast<std::size_t>(face_in(*file)), 4) : 0;
  const auto table = [&](std::string_view tag) -> std::size_t {
    for (std::size_t i = 0, at = begin + 12; i < number(begin + 4, 2); ++i, at += 16) {
      if (at + 16 <= bytes->size() && std::string_view(*bytes).substr(at, 4) == tag) return number(at + 8, 4);
    }
    return bytes->size();
  };
  const auto of_line = [&](std::size_t offset) { return static_cast<std::int16_t>(number(table("hhea") + offset, 2)); };
  const auto line = static_cast<float>(of_line(4) - of_line(6));
  const auto em = static_cast<float>(number(table("head") + 18, 2));
  return line > 0 && em > 0 ? em / line : 1;
}

}  // namespace bankloom::gfx
