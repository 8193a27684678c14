#include <algorithm>

#include "complaints.h"
#include "core/base/symbol_name.h"
#include "core/program/fat_binary.h"
#include "core/program/program_modules.h"
#include "program/elf_file.h"
#include "program/zstandard.h"

namespace bankloom::fuzz {
namespace {

/// Texts of a size that is tried: one that is unpacked may be some hundred times its size.
constexpr std::size_t kMostText = std::size_t{64} << 10;

Complaint check_fat_binary(std::span<const std::byte> bytes) {
  static const program::Zstandard zstandard = program::open_zstandard();
  const auto binary = program::read_fat_binary(bytes, zstandard);
  if (!binary) return check_error(binary.error());
  for (const program::PtxImage& image : binary->ptx) {
    if (image.text.find('\0') != std::string::npos) return "a text with a zero in it";
    if (image.text.size() > kMostText) continue;
    const std::string left = program::without_kernels(image.text, "k");
    if (left.size() != image.text.size()) return "a text without its kernels has another size";
    if (std::count(left.begin(), left.end(), '\n') != std::count(image.text.begin(), image.text.end(), '\n')) {
      return "a text without its kernels has other lines";
    }
  }
  return {};
}

Complaint check_lz4(std::span<const std::byte> bytes) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{10}, bytes.size(), 4 * bytes.size(), kMostText}) {
    const auto text = program::decompress_lz4(bytes, size);
    if (text && text->size() != size) return "a text of another size than was asked for";
  }
  return {};
}

}  // namespace

Complaint try_binary(std::string_view input) {
  if (input.size() > kLongestInput) return {};
  const auto bytes = std::as_bytes(std::span(input));
  if (Complaint complaint = check_fat_binary(bytes); !complaint.empty()) return complaint;
  if (Complaint complaint = check_lz4(bytes); !complaint.empty()) return complaint;
  const auto libraries = program::needed_libraries_of(std::string(input), "input");
  if (!libraries) return check_error(libraries.error(), "input");
  if (kernel_name(std::string(input.substr(0, 200))).size() > 100'000) return "a name without end";
  return {};
}

}  // namespace bankloom::fuzz
