#include "core/program/fat_binary.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace bankloom::program {
namespace {

constexpr std::uint32_t kFatMagic = 0xBA55ED50;
/// Bits of an entry's flags: how its payload is compressed.
constexpr std::uint64_t kFlagLz4 = 0x2000, kFlagZstandard = 0x8000;
constexpr std::uint16_t kKindPtx = 1;
/// The least an entry's header has: up to the size of its decompressed payload.
constexpr std::uint64_t kEntryHeader = 64;

template <class Value>
Value value_at(std::span<const std::byte> bytes, std::uint64_t offset) {
  Value value{};
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

/// Reads a length of an LZ4 sequence, which goes on while bytes are 255. False where the data ends.
bool read_length(std::span<const std::byte>& from, std::size_t& length) {
  if (length != 15) return true;
  while (true) {
    if (from.empty() || length > kMostPtxBytes) return false;
    const auto more = std::to_integer<std::size_t>(from[0]);
    from = from.subspan(1);
    length += more;
    if (more != 255) return true;
  }
}

std::optional<std::string> payload_text(std::span<const std::byte> payload, std::uint64_t flags,
                                        std::uint64_t compressed, std::uint64_t size, const Zstandard& zstandard) {
  if ((flags & (kFlagLz4 | kFlagZstandard)) == 0) {
    return std::string(reinterpret_cast<const char*>(payload.data()), payload.size());
  }
  if (size > kMostPtxBytes || compressed > payload.size()) return std::nullopt;
  const std::span<const std::byte> data = payload.first(compressed);
  if ((flags & kFlagLz4) != 0) return decompress_lz4(data, size);
  return zstandard ? zstandard(data, size) : std::nullopt;
}

}  // namespace

std::optional<std::string> decompress_lz4(std::span<const std::byte> compressed, std::size_t size) {
  if (size > kMostPtxBytes) return std::nullopt;
  std::string text;
  text.reserve(size);
  std::span<const std::byte> from = compressed;
  while (!from.empty()) {
    const auto token = std::to_integer<std::size_t>(from[0]);
    from = from.subspan(1);
    std::size_t literals = token >> 4u;
    if (!read_length(from, literals) || literals > from.size() || literals > size - text.size()) return std::nullopt;
    text.append(reinterpret_cast<const char*>(from.data()), literals);
    from = from.subspan(literals);
    if (from.empty()) break;  // the last sequence has literals only
    if (from.size() < 2) return std::nullopt;
    const std::size_t distance = std::to_integer<std::size_t>(from[0]) | std::to_integer<std::size_t>(from[1]) << 8u;
    from = from.subspan(2);
    std::size_t match = token & 15u;
    if (!read_length(from, match)) return std::nullopt;
    match += 4;
    if (distance == 0 || distance > text.size() || match > size - text.size()) return std::nullopt;
    // The match may reach into what it writes.
    for (std::size_t i = 0; i < match; ++i) text.push_back(text[text.size() - distance]);
  }
  if (text.size() != size) return std::nullopt;
  return text;
}

Result<FatBinary> read_fat_binary(std::span<const std::byte> bytes, const Zstandard& zstandard) {
  FatBinary binary;
  if (bytes.size() < 16 || value_at<std::uint32_t>(bytes, 0) != kFatMagic) {
    return fail("the program's device code is not a fat binary as nvcc writes it");
  }
  const std::uint64_t header = value_at<std::uint16_t>(bytes, 6), size = value_at<std::uint64_t>(bytes, 8);
  if (header < 16 || header > bytes.size() || size > bytes.size() - header) {
    return fail("the program's device code is cut off: {} bytes of a fat binary of {}", bytes.size(), size);
  }
  std::span<const std::byte> rest = bytes.subspan(header, size);
  std::size_t total = 0;
  while (rest.size() >= kEntryHeader) {
    const auto kind = value_at<std::uint16_t>(rest, 0);
    const std::uint64_t entry_header = value_at<std::uint32_t>(rest, 4), stored = value_at<std::uint64_t>(rest, 8);
    if (entry_header < kEntryHeader || entry_header > rest.size() || stored > rest.size() - entry_header) {
      return fail("an entry of the program's device code is cut off");
    }
    if (kind == kKindPtx) {
      std::optional<std::string> text =
          payload_text(rest.subspan(entry_header, stored), value_at<std::uint64_t>(rest, 40),
                       value_at<std::uint32_t>(rest, 16), value_at<std::uint64_t>(rest, 56), zstandard);
      if (text && text->size() <= kMostPtxBytes - total) {
        total += text->size();
        // The text ends with zeros up to a multiple of 8 bytes.
        text->erase(std::min(text->find('\0'), text->size()));
        binary.ptx.push_back({value_at<std::uint32_t>(rest, 28), std::move(*text)});
      } else {
        ++binary.unusable;
      }
    } else {
      ++binary.machine_code;
    }
    rest = rest.subspan(entry_header + stored);
  }
  return binary;
}

}  // namespace bankloom::program
