#include "gfx/png.h"

#include <png.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <string_view>
#include <system_error>

#include "core/base/files.h"
#include "core/base/plain_file.h"

// libpng reports errors with longjmp(), which skips destructors. So functions that call setjmp() own nothing; their
// callers own what they fill.

namespace bankloom::gfx {
namespace {

namespace fs = std::filesystem;

/// Most pixels of a picture, 512 MiB: a file of a few bytes can claim any size.
constexpr std::uint64_t kMostPixels = std::uint64_t{1} << 27;

/// libpng's last error.
struct Complaint {
  std::array<char, 200> text{};
};

void keep(Complaint& complaint, const char* text) {
  std::strncpy(complaint.text.data(), text == nullptr ? "" : text, complaint.text.size() - 1);
}

[[noreturn]] void on_error(png_structp png, png_const_charp text) {
  keep(*static_cast<Complaint*>(png_get_error_ptr(png)), text);
  png_longjmp(png, 1);
}

/// Warnings concern what is not used, such as unusual colour profiles.
void on_warning(png_structp, png_const_charp) {}

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 128; });
}

/// PNG specification, "Keywords and text strings": 1 to 79 printable characters (here only ASCII), without blanks at
/// the ends or two blanks together.
bool is_keyword(std::string_view text) {
  return !text.empty() && text.size() <= 79 && text.front() != ' ' && text.back() != ' ' &&
         text.find("  ") == std::string_view::npos &&
         std::ranges::all_of(text, [](char c) { return c >= 32 && c < 127; });
}

std::string from_latin1(std::string_view text) {
  std::string utf8;
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (code < 128) {
      utf8 += c;
    } else {
      utf8 += static_cast<char>(0xc0 | code >> 6);
      utf8 += static_cast<char>(0x80 | (code & 63));
    }
  }
  return utf8;
}

// ---- writing --------------------------------------------------------------------------------------------------------

struct Writer {
  Complaint complaint;
  std::string bytes;
};

void append(png_structp png, png_bytep data, std::size_t size) {
  auto& bytes = *static_cast<std::string*>(png_get_io_ptr(png));
  // An exception must not pass through libpng, which is C.
  try {
    bytes.insert(bytes.end(), data, data + size);
  } catch (const std::bad_alloc&) {
    png_error(png, "out of memory");
  }
}

/// False if libpng complains. Owns nothing (see above).
bool encode(png_structp png, png_infop info, const Image& image, bool opaque, png_textp texts, int text_count) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;
  png_set_IHDR(png, info, image.width, image.height, 8, opaque ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGBA,
               PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  // On flat surfaces the cheap filters do as well as all; a higher level takes twice the time to save a tenth of the
  // size.
  png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE | PNG_FILTER_SUB | PNG_FILTER_UP);
  png_set_compression_level(png, 4);
  constexpr double kInchesPerMetre = 1 / 0.0254;
  const auto density = static_cast<png_uint_32>(std::lround(image.dots_per_inch * kInchesPerMetre));
  if (density > 0) png_set_pHYs(png, info, density, density, PNG_RESOLUTION_METER);
  if (text_count > 0) png_set_text(png, info, texts, text_count);
  png_write_info(png, info);
  if (opaque) png_set_filler(png, 0, PNG_FILLER_AFTER);
  for (unsigned y = 0; y < image.height; ++y) png_write_row(png, image.pixel(0, y));
  png_write_end(png, info);
  return true;
}

Result<std::string> encode(const Image& image, const PngTexts& texts, bool with_alpha) {
  bool opaque = !with_alpha;
  for (std::size_t i = 3; i < image.rgba.size() && opaque; i += 4) opaque = image.rgba[i] == 255;
  // libpng's pointers are not const.
  PngTexts own = texts;
  std::string no_language;
  std::vector<png_text> chunks(own.size());
  for (std::size_t i = 0; i < own.size(); ++i) {
    const bool plain = is_ascii(own[i].second);
    chunks[i].compression = plain ? PNG_TEXT_COMPRESSION_NONE : PNG_ITXT_COMPRESSION_NONE;
    chunks[i].key = own[i].first.data();
    chunks[i].text = own[i].second.data();
    chunks[i].text_length = plain ? own[i].second.size() : 0;
    chunks[i].itxt_length = plain ? 0 : own[i].second.size();
    chunks[i].lang = no_language.data();
    chunks[i].lang_key = no_language.data();
  }
  Writer writer;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &writer.complaint, on_error, on_warning);
  png_infop info = png == nullptr ? nullptr : png_create_info_struct(png);
  if (info == nullptr) {
    png_destroy_write_struct(&png, &info);
    return fail("libpng cannot be used");
  }
  png_set_write_fn(png, &writer.bytes, append, nullptr);
  png_set_user_limits(png, kLargestPngSide, kLargestPngSide);
  const bool encoded = encode(png, info, image, opaque, chunks.data(), static_cast<int>(chunks.size()));
  png_destroy_write_struct(&png, &info);
  if (!encoded) return fail("{}", writer.complaint.text.data());
  return std::move(writer.bytes);
}

/// Errors: the picture or its texts cannot be a PNG file.
Result<void> check(const Image& image, const PngTexts& texts) {
  if (image.width == 0 || image.height == 0) return fail("the picture is empty");
  if (image.width > kLargestPngSide || image.height > kLargestPngSide ||
      std::uint64_t{image.width} * image.height > kMostPixels) {
    return fail("{} x {} pixels are too many", image.width, image.height);
  }
  if (image.rgba.size() != std::size_t{image.width} * image.height * 4) {
    return fail("{} x {} pixels need {} bytes, there are {}", image.width, image.height,
                std::size_t{image.width} * image.height * 4, image.rgba.size());
  }
  for (const auto& [keyword, text] : texts) {
    if (!is_keyword(keyword)) return fail("PNG does not allow a text to be named '{}'", keyword);
    if (text.find('\0') != std::string::npos) return fail("the text '{}' has a zero byte", keyword);
  }
  return {};
}

// ---- reading --------------------------------------------------------------------------------------------------------

struct Reader {
  Complaint complaint;
  std::string bytes;
  std::size_t at = 0;
};

void take(png_structp png, png_bytep data, std::size_t size) {
  auto& reader = *static_cast<Reader*>(png_get_io_ptr(png));
  if (size > reader.bytes.size() - reader.at) png_error(png, "the file is cut off");
  std::memcpy(data, reader.bytes.data() + reader.at, size);
  reader.at += size;
}

/// Reads what precedes the pixels and requests 8-bit RGBA. Owns nothing (see above).
bool read_header(png_structp png, png_infop info) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;
  png_read_info(png, info);
  // Palettes, grey and 16 bits become 8-bit colours; transparency becomes an alpha channel, opaque if there is none.
  png_set_expand(png);
  png_set_scale_16(png);
  png_set_gray_to_rgb(png);
  png_set_add_alpha(png, 255, PNG_FILLER_AFTER);
  png_set_interlace_handling(png);
  png_read_update_info(png, info);
  return true;
}

/// Reads the pixels into `rows`, then the rest. Owns nothing (see above).
bool read_rows(png_structp png, png_infop info, png_bytepp rows) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;
  png_read_image(png, rows);
  png_read_end(png, info);
  return true;
}

PngTexts texts_of(png_const_structp png, png_infop info) {
  png_textp chunks = nullptr;
  int count = 0;
  png_get_text(png, info, &chunks, &count);
  PngTexts texts;
  for (int i = 0; i < count; ++i) {
    const png_text& chunk = chunks[i];
    const bool international = chunk.compression >= PNG_ITXT_COMPRESSION_NONE;
    const std::string_view text(chunk.text == nullptr ? "" : chunk.text, chunk.text == nullptr ? 0
                                                                         : international       ? chunk.itxt_length
                                                                                               : chunk.text_length);
    texts.emplace_back(from_latin1(chunk.key), international ? std::string(text) : from_latin1(text));
  }
  return texts;
}

Result<PngFile> decode(Reader& reader, png_structp png, png_infop info) {
  png_set_read_fn(png, &reader, take);
  png_set_user_limits(png, kLargestPngSide, kLargestPngSide);
  if (!read_header(png, info)) return fail("{}", reader.complaint.text.data());
  PngFile file;
  file.image.width = png_get_image_width(png, info);
  file.image.height = png_get_image_height(png, info);
  if (std::uint64_t{file.image.width} * file.image.height > kMostPixels) {
    return fail("{} x {} pixels are too many", file.image.width, file.image.height);
  }
  const std::size_t row_bytes = std::size_t{file.image.width} * 4;
  if (png_get_rowbytes(png, info) != row_bytes) return fail("its pixel format is unknown");
  file.image.rgba.resize(row_bytes * file.image.height);
  std::vector<png_bytep> rows(file.image.height);
  for (std::size_t y = 0; y < rows.size(); ++y) rows[y] = file.image.rgba.data() + y * row_bytes;
  if (!read_rows(png, info, rows.data())) return fail("{}", reader.complaint.text.data());
  file.texts = texts_of(png, info);
  file.image.dots_per_inch = png_get_pixels_per_meter(png, info) * 0.0254;
  return file;
}

Result<PngFile> read_unnamed(const fs::path& path) {
  std::error_code error;
  if (fs::is_other(path, error)) return fail("it is not a file");
  Reader reader;
  TRY(reader.bytes, read_file(path));
  const auto* const head = reinterpret_cast<png_const_bytep>(reader.bytes.data());
  if (reader.bytes.size() < 8 || png_sig_cmp(head, 0, 8) != 0) return fail("it is not a PNG file");
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &reader.complaint, on_error, on_warning);
  png_infop info = png == nullptr ? nullptr : png_create_info_struct(png);
  if (info == nullptr) {
    png_destroy_read_struct(&png, &info, nullptr);
    return fail("libpng cannot be used");
  }
  auto file = decode(reader, png, info);
  png_destroy_read_struct(&png, &info, nullptr);
  return file;
}

}  // namespace

Result<std::string> encode_png(const Image& image, const PngTexts& texts, bool with_alpha) {
  TRY(check(image, texts));
  return encode(image, texts, with_alpha);
}

Result<void> write_png(const fs::path& path, const Image& image, const PngTexts& texts) {
  const auto failed = [&path](std::string_view reason) {
    return fail("the picture {} cannot be written: {}", path.string(), reason);
  };
  if (const auto plain = check_no_link(path); !plain) return failed(plain.error().message);
  const auto bytes = encode_png(image, texts);
  if (!bytes) return failed(bytes.error().message);
  if (auto written = write_file(path, *bytes); !written) return failed(written.error().message);
  return {};
}

Result<PngFile> read_png_file(const fs::path& path) {
  auto file = read_unnamed(path);
  if (!file) return fail("the picture {} cannot be read: {}", path.string(), file.error().message);
  return file;
}

}  // namespace bankloom::gfx
