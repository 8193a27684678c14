#include "cuda/zstd_library.h"

#include <optional>

namespace bankloom {

const ZstdLibrary* zstd() {
  static const std::optional<ZstdLibrary> library = []() -> std::optional<ZstdLibrary> {
    void* const handle = dlopen("libzstd.so.1", RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) return std::nullopt;
    ZstdLibrary opened(handle);
    return opened.symbols.missing().empty() ? std::optional(opened) : std::nullopt;
  }();
  return library ? &*library : nullptr;
}

std::vector<std::uint8_t> packed_by_zstd(const std::vector<std::uint8_t>& bytes) {
  const ZstdLibrary* const library = zstd();
  if (library == nullptr) return {};
  // The fastest of the usual levels: every line is slower than it.
  constexpr int kLevel = 1;
  std::vector<std::uint8_t> packed(library->bound(bytes.size()));
  const std::size_t size = library->compress(packed.data(), packed.size(), bytes.data(), bytes.size(), kLevel);
  if (library->is_error(size) != 0) return {};
  packed.resize(size);
  return packed;
}

std::vector<std::uint8_t> unpacked_by_zstd(const std::vector<std::uint8_t>& bytes, std::size_t length) {
  const ZstdLibrary* const library = zstd();
  if (library == nullptr) return {};
  std::vector<std::uint8_t> unpacked(length);
  const std::size_t size = library->decompress(unpacked.data(), unpacked.size(), bytes.data(), bytes.size());
  if (library->is_error(size) != 0 || size != length) return {};
  return unpacked;
}

}  // namespace bankloom
