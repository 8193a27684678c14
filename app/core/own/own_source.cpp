#include "core/own/own_source.h"

#include <cctype>
#include <fstream>
#include <iterator>
#include <system_error>
#include <tuple>
#include <utility>

#include "core/own/text_digest.h"

namespace bankloom {
namespace {

constexpr std::string_view kKeyPrefix = "own:";

}  // namespace

bool operator==(const OwnSource& a, const OwnSource& b) {
  const auto value = [](const OwnSource& source) {
    return std::tie(source.path, source.text, source.base, source.row_elements, source.tile, source.columns,
                    source.wanted_launch);
  };
  if (value(a) != value(b) || (a.launch == nullptr) != (b.launch == nullptr)) return false;
  return a.launch == b.launch || (a.launch->index == b.launch->index && a.launch->digest == b.launch->digest);
}

std::string own_key(const OwnSource& source) {
  own::Digest digest;
  digest.add(source.text);
  digest.add(source.path);
  digest.add(source.base);
  digest.add(source.tile);
  digest.add(source.row_elements);
  for (const auto& [buffer, columns] : source.columns) {
    digest.add(buffer);
    digest.add(columns);
  }
  if (source.wanted_launch) {
    digest.add("launch");
    digest.add(*source.wanted_launch);
  }
  if (source.launch) {
    digest.add(source.launch->index);
    digest.add(source.launch->digest);
  }
  return std::string(kKeyPrefix) + digest.text();
}

std::string own_name(const OwnSource& source) {
  std::string name =
      source.launch != nullptr ? source.launch->kernel : std::filesystem::path(source.path).stem().string();
  if (name.empty()) name = source.base.substr(source.base.rfind('/') + 1);
  if (name.empty()) name = "kernel";
  // The name is a word of command lines and of file names.
  for (char& c : name) {
    if (std::isspace(static_cast<unsigned char>(c)) != 0 || c == '/') c = '_';
  }
  return name;
}

OwnSource own_source_of(std::shared_ptr<const CapturedLaunch> launch) {
  std::error_code error;
  const auto absolute = std::filesystem::absolute(launch->file, error);
  OwnSource source;
  source.path =
      (error || launch->file.empty() ? std::filesystem::path(launch->file) : absolute.lexically_normal()).string();
  source.text = launch->source;
  source.launch = std::move(launch);
  return source;
}

Result<OwnSource> read_own_source(const std::filesystem::path& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) return fail("there is no file '{}'", path.string());
  if (fs::is_directory(status)) return fail("'{}' is a folder; give the .cu file in it", path.string());
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return fail("'{}' cannot be read", path.string());
  OwnSource source;
  source.text.resize(kLongestOwnText + 1);
  stream.read(source.text.data(), static_cast<std::streamsize>(source.text.size()));
  source.text.resize(static_cast<std::size_t>(stream.gcount()));
  if (stream.bad()) return fail("'{}' cannot be read to its end", path.string());
  if (source.text.size() > kLongestOwnText) {
    return fail("'{}' is longer than {} KiB, which no kernel's text is", path.string(), kLongestOwnText / 1024);
  }
  if (source.text.find('\0') != std::string::npos) {
    return fail("'{}' is no text: it has a zero byte; give CUDA C++ (.cu)", path.string());
  }
  const fs::path absolute = fs::absolute(path, error);
  source.path = (error ? path : absolute.lexically_normal()).string();
  return source;
}

}  // namespace bankloom
