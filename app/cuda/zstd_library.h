// Zstandard, which packs the buffers that travel to another machine: libzstd, which every Debian has, opened at run
// time.
#pragma once

#include <cstdint>
#include <vector>

#include "cuda/shared_library.h"

namespace bankloom {

/// The part of zstd.h ("Simple Core API") that is used.
struct ZstdLibrary {
  explicit ZstdLibrary(void* handle) : symbols(handle) {}

  LibrarySymbols symbols;
  std::size_t (*bound)(std::size_t bytes) = symbols["ZSTD_compressBound"];
  std::size_t (*compress)(void* to, std::size_t room, const void* from, std::size_t bytes,
                          int level) = symbols["ZSTD_compress"];
  std::size_t (*decompress)(void* to, std::size_t room, const void* from,
                            std::size_t bytes) = symbols["ZSTD_decompress"];
  unsigned (*is_error)(std::size_t result) = symbols["ZSTD_isError"];
};

/// The library; null if there is none.
[[nodiscard]] const ZstdLibrary* zstd();

/// Empty if the bytes cannot be packed.
[[nodiscard]] std::vector<std::uint8_t> packed_by_zstd(const std::vector<std::uint8_t>& bytes);
/// Empty if they do not unpack to exactly `length` bytes.
[[nodiscard]] std::vector<std::uint8_t> unpacked_by_zstd(const std::vector<std::uint8_t>& bytes, std::size_t length);

}  // namespace bankloom
