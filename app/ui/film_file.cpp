#include "ui/film_file.h"

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/files.h"
#include "core/base/language.h"
#include "core/base/plain_file.h"
#include "gfx/apng.h"
#include "gfx/gif.h"
#include "gfx/webp.h"
#include "gfx/y4m.h"
#include "program/posix_handle.h"
#include "program/tool.h"

namespace bankloom::ui {
namespace {

namespace fs = std::filesystem;

// ---- numbered pictures ----------------------------------------------------------------------------------------------

/// Where a number stands in a name, and its least digits.
struct NumberPlace {
  std::size_t at = 0, length = 0;
  int digits = 0;
};

std::optional<NumberPlace> number_place(const std::string& name) {
  const std::size_t at = name.find('%');
  if (at == std::string::npos || name.find('%', at + 1) != std::string::npos) return std::nullopt;
  std::size_t end = at + 1;
  NumberPlace place{at, 0, 0};
  if (end + 1 < name.size() && name[end] == '0' && name[end + 1] >= '1' && name[end + 1] <= '9') {
    place.digits = name[end + 1] - '0';
    end += 2;
  }
  if (end >= name.size() || name[end] != 'd') return std::nullopt;
  place.length = end + 1 - at;
  return place;
}

/// In a hidden folder beside their place until all of them are there.
class NumberedFile : public FilmFile {
 public:
  NumberedFile(fs::path pattern, fs::path hidden, gfx::PngTexts texts)
      : pattern_(std::move(pattern)), hidden_(std::move(hidden)), texts_(std::move(texts)) {}
  ~NumberedFile() override {
    std::error_code ignored;
    fs::remove_all(hidden_, ignored);
  }

  Result<void> add(gfx::Image picture) override {
    TRY(const auto name, numbered_name(pattern_, count_));
    TRY(gfx::write_png(hidden_ / name.filename(), picture, texts_));
    ++count_;
    return {};
  }
  Result<void> finish() override {
    for (std::size_t number = 0; number < count_; ++number) {
      TRY(const auto name, numbered_name(pattern_, number));
      std::error_code error;
      fs::rename(hidden_ / name.filename(), name, error);
      if (error) return fail("'{}' cannot be written: {}", name.string(), error.message());
    }
    return {};
  }

 private:
  fs::path pattern_, hidden_;
  gfx::PngTexts texts_;
  std::size_t count_ = 0;
};

Result<std::unique_ptr<FilmFile>> make_numbered(const fs::path& pattern, const FilmFormat& format) {
  TRY(numbered_name(pattern, 0));
  const fs::path folder = pattern.has_parent_path() ? pattern.parent_path() : fs::path(".");
  std::error_code error;
  if (!fs::is_directory(folder, error)) return fail("there is no folder '{}'", folder.string());
  const fs::path hidden = folder / fmt::format(".film.{:08x}", std::random_device()());
  if (!fs::create_directory(hidden, error)) {
    return fail("no file can be written to the folder '{}': {}", folder.string(), error.message());
  }
  return std::unique_ptr<FilmFile>(std::make_unique<NumberedFile>(pattern, hidden, format.texts));
}

// ---- one file -------------------------------------------------------------------------------------------------------

/// A film that is complete in memory before it is written.
template <class Writer>
class WholeFile : public FilmFile {
 public:
  WholeFile(NewFile file, Writer writer) : file_(std::move(file)), writer_(std::move(writer)) {}
  Result<void> add(gfx::Image picture) override { return writer_.add(std::move(picture)); }
  Result<void> finish() override {
    TRY(const auto bytes, writer_.finish());
    TRY(file_.write(bytes));
    return file_.keep();
  }

 private:
  NewFile file_;
  Writer writer_;
};

template <class Writer>
Result<std::unique_ptr<FilmFile>> make_whole(const fs::path& path, Writer writer) {
  TRY(check_no_link(path));
  TRY(auto file, NewFile::create(path));
  return std::unique_ptr<FilmFile>(std::make_unique<WholeFile<Writer>>(std::move(file), std::move(writer)));
}

Result<std::unique_ptr<FilmFile>> make_apng(const fs::path& path, const FilmFormat& format) {
  return make_whole(path, gfx::ApngWriter(format.rate, 0, format.texts));
}

Result<std::unique_ptr<FilmFile>> make_gif(const fs::path& path, const FilmFormat& format) {
  if (format.rate.value() > gfx::kMostGifRate) {
    return fail("a GIF has at most {} frames per second, not {}: programs show more of them too slowly",
                gfx::kMostGifRate, format.rate.value());
  }
  return make_whole(path, gfx::GifWriter(format.rate, 0, format.texts));
}

Result<std::unique_ptr<FilmFile>> make_webp(const fs::path& path, const FilmFormat& format) {
  return make_whole(path, gfx::WebpWriter(format.rate));
}

Result<void> check_size(const gfx::Image& picture, gfx::PixelSize size) {
  if (static_cast<int>(picture.width) == size.width && static_cast<int>(picture.height) == size.height) return {};
  return fail("a film's pictures have one size, {} x {} pixels, not {} x {}", size.width, size.height, picture.width,
              picture.height);
}

class Y4mFile : public FilmFile {
 public:
  Y4mFile(NewFile file, gfx::PixelSize size) : file_(std::move(file)), size_(size) {}
  Result<void> begin(gfx::FrameRate rate) { return file_.write(gfx::y4m_header(size_, rate)); }
  Result<void> add(gfx::Image picture) override {
    TRY(check_size(picture, size_));
    return file_.write(gfx::y4m_frame(picture));
  }
  Result<void> finish() override { return file_.keep(); }

 private:
  NewFile file_;
  gfx::PixelSize size_;
};

// ---- ffmpeg ---------------------------------------------------------------------------------------------------------

/// No film that a person waits for takes longer.
constexpr std::chrono::hours kLongestEncoding{24};

std::vector<std::string> ffmpeg_words(const std::string& ffmpeg, const fs::path& output) {
  // Most players know H.264 only with halved colours, for which both sides have to be even. The header of YUV4MPEG2
  // does not name the matrix, so that the first filter does.
  static constexpr std::string_view kFilters =
      "setparams=range=tv:colorspace=bt709:color_primaries=bt709:color_trc=bt709,"
      "pad=ceil(iw/2)*2:ceil(ih/2)*2,format=yuv420p";
  return {ffmpeg,
          "-hide_banner",
          "-loglevel",
          "error",
          "-y",
          "-f",
          "yuv4mpegpipe",
          "-i",
          "pipe:0",
          "-vf",
          std::string(kFilters),
          "-c:v",
          "libx264",
          "-crf",
          "18",
          "-color_range",
          "tv",
          "-colorspace",
          "bt709",
          "-color_primaries",
          "bt709",
          "-color_trc",
          "bt709",
          "-movflags",
          "+faststart",
          "-f",
          "mp4",
          output.string()};
}

/// Runs beside us and reads our pictures from a socket: writing to one that ffmpeg has closed is an error, not a
/// signal.
class Mp4File : public FilmFile {
 public:
  Mp4File(NewFile file, gfx::PixelSize size) : file_(std::move(file)), size_(size) {}
  ~Mp4File() override {
    // Ends ffmpeg, if it is not finished.
    interrupt_.second.reset();
    to_ffmpeg_.reset();
  }

  Result<void> begin(const std::string& ffmpeg, gfx::FrameRate rate) {
    TRY(interrupt_, program::make_pipe_pair());
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
      return fail("ffmpeg cannot be reached: {}", std::strerror(errno));
    }
    to_ffmpeg_ = FileHandle(ends[0]);
    program::ToolCall call{ffmpeg_words(ffmpeg, fs::absolute(file_.path())), {}, {}, kLongestEncoding};
    call.interrupt = interrupt_.first.get();
    call.input = ends[1];
    worker_ = std::jthread([this, call = std::move(call), from = FileHandle(ends[1])]() mutable {
      ran_ = program::run_tool(call);
      from.reset();
    });
    return send(gfx::y4m_header(size_, rate));
  }
  Result<void> add(gfx::Image picture) override {
    TRY(check_size(picture, size_));
    return send(gfx::y4m_frame(picture));
  }
  Result<void> finish() override {
    TRY(wait());
    return file_.keep();
  }

 private:
  Result<void> send(std::string_view bytes) {
    while (!bytes.empty()) {
      const ::ssize_t count = ::send(to_ffmpeg_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) {
        const std::string reason = std::strerror(errno);
        TRY(wait());
        return fail("ffmpeg does not take the film: {}", reason);
      }
      bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return {};
  }
  /// Ends the film and waits for ffmpeg. Errors: its last words.
  Result<void> wait() {
    to_ffmpeg_.reset();
    if (worker_.joinable()) worker_.join();
    TRY(const auto& ran, std::as_const(ran_));
    if (ran.status == 0) return {};
    return fail("ffmpeg cannot make the film: {}", program::last_words(ran));
  }

  NewFile file_;
  gfx::PixelSize size_;
  program::HandlePair interrupt_;
  FileHandle to_ffmpeg_;
  Result<program::ToolRun> ran_;
  std::jthread worker_;  ///< the last: it is waited for before the others end
};

Result<std::unique_ptr<FilmFile>> make_mp4(const fs::path& path, const FilmFormat& format) {
  const fs::path ffmpeg = program::find_on_path("ffmpeg");
  if (ffmpeg.empty()) {
    return fail("an .mp4 film needs ffmpeg, which is not installed: install the package ffmpeg, or write an .apng");
  }
  TRY(check_no_link(path));
  TRY(auto file, NewFile::create(path));
  auto made = std::make_unique<Mp4File>(std::move(file), format.size);
  TRY(made->begin(ffmpeg.string(), format.rate));
  return std::unique_ptr<FilmFile>(std::move(made));
}

Result<std::unique_ptr<FilmFile>> make_y4m(const fs::path& path, const FilmFormat& format) {
  TRY(check_no_link(path));
  TRY(auto file, NewFile::create(path));
  auto made = std::make_unique<Y4mFile>(std::move(file), format.size);
  TRY(made->begin(format.rate));
  return std::unique_ptr<FilmFile>(std::move(made));
}

/// Where video for an encoder goes.
constexpr std::string_view kStandardOutput = "/dev/stdout";

using Maker = Result<std::unique_ptr<FilmFile>> (*)(const fs::path& path, const FilmFormat& format);
Maker maker_of(const fs::path& path) {
  static constexpr std::array<std::pair<std::string_view, Maker>, 6> kMakers{{{".gif", make_gif},
                                                                              {".webp", make_webp},
                                                                              {".png", make_numbered},
                                                                              {".apng", make_apng},
                                                                              {".y4m", make_y4m},
                                                                              {".mp4", make_mp4}}};
  if (path == kStandardOutput) return make_y4m;
  const auto* const found = std::ranges::find(kMakers, ending_of(path), &std::pair<std::string_view, Maker>::first);
  return found == kMakers.end() ? nullptr : found->second;
}

}  // namespace

Result<fs::path> numbered_name(const fs::path& pattern, std::size_t number) {
  std::string name = pattern.filename().string();
  const auto place = number_place(name);
  if (!place) {
    return fail("the pictures of '{}' need one place for their number, as in 'film-%04d.png'", pattern.string());
  }
  name.replace(place->at, place->length, fmt::format("{:0{}}", number, place->digits));
  return pattern.parent_path() / name;
}

bool is_film_file(const fs::path& file) { return maker_of(file) != nullptr; }

Result<std::unique_ptr<FilmFile>> make_film_file(const fs::path& path, const FilmFormat& format) {
  const Maker make = maker_of(path);
  if (make != nullptr) return make(path, format);
  return fail("no film can be written to '{}'; give a name that ends in {}", path.string(), kFilmEndings);
}

}  // namespace bankloom::ui
