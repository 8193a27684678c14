#include "core/own/own_source.h"

#include <array>
#include <cctype>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <system_error>

namespace bankloom {
namespace {

constexpr std::string_view kKeyPrefix = "own:";

/// FNV-1a (Fowler, Noll, Vo), 64 bits; two of them from different beginnings make a key.
class Digest {
 public:
  void add(std::string_view bytes) {
    for (const char c : bytes) {
      for (std::uint64_t& state : states_) state = (state ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    }
    // What ends here is no beginning of what follows.
    for (std::uint64_t& state : states_) state = (state ^ 0x100U) * 0x100000001b3U;
  }
  [[nodiscard]] std::string text() const { return fmt::format("{:016x}{:016x}", states_[0], states_[1]); }

 private:
  std::array<std::uint64_t, 2> states_{0xcbf29ce484222325U, 0x9ae16a3b2f90404fU};
};

}  // namespace

std::string own_key(const OwnSource& source) {
  Digest digest;
  digest.add(source.text);
  digest.add(source.path);
  digest.add(source.base);
  digest.add(source.tile);
  digest.add(std::to_string(source.row_elements));
  return std::string(kKeyPrefix) + digest.text();
}

std::string own_name(const OwnSource& source) {
  std::string name = std::filesystem::path(source.path).stem().string();
  if (name.empty()) name = source.base.substr(source.base.rfind('/') + 1);
  if (name.empty()) name = "kernel";
  // The name is a word of command lines and of file names.
  for (char& c : name) {
    if (std::isspace(static_cast<unsigned char>(c)) != 0 || c == '/') c = '_';
  }
  return name;
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
