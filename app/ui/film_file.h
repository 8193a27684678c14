// The files of a film, by the name:
//   NAME%04d.png  numbered pictures, from 0
//   NAME.gif      an animated GIF, of 255 colours and at most 50 pictures a second, which every program shows
//   NAME.webp     an animated WebP, and
//   NAME.apng     an animated PNG, which browsers show
//   NAME.y4m      uncompressed video for an encoder; /dev/stdout is one, too
//   NAME.mp4      H.264, by ffmpeg where it is installed
#pragma once

#include <filesystem>
#include <memory>
#include <string_view>

#include "core/base/result.h"
#include "gfx/frame_rate.h"
#include "gfx/image.h"
#include "gfx/pixels.h"
#include "gfx/png.h"

namespace bankloom::ui {

/// Of all pictures of a film.
struct FilmFormat {
  gfx::PixelSize size = {};
  gfx::FrameRate rate = {};
  gfx::PngTexts texts = {};  ///< for the formats that have a place for them: numbered pictures, APNG
};

/// A film in the making. Its files are there under their names when it is finished; without that nothing is left.
class FilmFile {
 public:
  FilmFile() = default;
  virtual ~FilmFile() = default;
  FilmFile(const FilmFile&) = delete;
  FilmFile& operator=(const FilmFile&) = delete;
  FilmFile(FilmFile&&) = delete;
  FilmFile& operator=(FilmFile&&) = delete;

  /// Appends a picture. Errors: no room, another size, ffmpeg's last words.
  [[nodiscard]] virtual Result<void> add(gfx::Image picture) = 0;
  /// To be called once, as the last. Errors: as add().
  [[nodiscard]] virtual Result<void> finish() = 0;
};

/// As a list for people.
inline constexpr std::string_view kFilmEndings = ".gif, .webp, .apng, .mp4, .y4m or %04d.png";
/// Whether a name is one of these, by its ending alone.
[[nodiscard]] bool is_film_file(const std::filesystem::path& file);
/// Errors: a name that is none of these, no such folder, no permission, no ffmpeg.
[[nodiscard]] Result<std::unique_ptr<FilmFile>> make_film_file(const std::filesystem::path& path,
                                                               const FilmFormat& format);

/// The name of a numbered picture: "%d" or "%04d" in the last part of a path becomes its number.
[[nodiscard]] Result<std::filesystem::path> numbered_name(const std::filesystem::path& pattern, std::size_t number);

}  // namespace bankloom::ui
