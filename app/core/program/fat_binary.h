// FatBinary: the device code in an executable that nvcc made, as __cudaRegisterFatBinary() is given it.
//
// NVIDIA does not document the format. What is read here was found in the output of nvcc 13
// (fatBinaryHeader with magic 0xBA55ED50, then entries; each begins with its kind, the size of its own header and that
// of its payload).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace bankloom::program {

/// Decompresses Zstandard data to exactly `size` bytes, or nothing if it cannot.
using Zstandard = std::function<std::optional<std::string>(std::span<const std::byte> compressed, std::size_t size)>;

/// One PTX text.
struct PtxImage {
  unsigned architecture = 0;  ///< 90 for sm_90
  std::string text;
};

/// What a fat binary holds.
struct FatBinary {
  std::vector<PtxImage> ptx;
  unsigned machine_code = 0;  ///< entries with machine code, which is not read
  unsigned unusable = 0;      ///< entries with PTX that could not be decompressed
};

/// The largest PTX that is accepted, decompressed.
inline constexpr std::size_t kMostPtxBytes = std::size_t{32} << 20;

/// Reads a fat binary from its header on. Errors: it is none, or is cut off. `zstandard` may be empty.
[[nodiscard]] Result<FatBinary> read_fat_binary(std::span<const std::byte> bytes, const Zstandard& zstandard);

/// Decompresses one LZ4 block (the LZ4 block format's public description) to exactly `size` bytes, or nothing if the
/// data is broken.
[[nodiscard]] std::optional<std::string> decompress_lz4(std::span<const std::byte> compressed, std::size_t size);

}  // namespace bankloom::program
