#include "core/own/shared_order.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "core/base/symbol_name.h"
#include "core/own/own_layout.h"

namespace bankloom::own {
namespace {

// ELF-64 (System V Application Binary Interface, "Object Files"): places of fields in bytes.
constexpr std::size_t kSectionTableAt = 0x28, kSectionCountAt = 0x3c, kSectionNamesAt = 0x3e;
constexpr std::size_t kSectionBytes = 64, kSymbolBytes = 24;
constexpr std::uint32_t kSymbolTable = 2;
constexpr unsigned kObject = 1;
/// What the system keeps in front of the arrays from compute capability 9.0 on.
constexpr std::uint64_t kReservedBytes = 1024;

class Elf {
 public:
  explicit Elf(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <class T>
  [[nodiscard]] T at(std::uint64_t place) const {
    T value{};
    if (place <= bytes_.size() && bytes_.size() - place >= sizeof value) {
      std::memcpy(&value, bytes_.data() + place, sizeof value);
    }
    return value;
  }

  /// The text that ends with a zero byte; empty where it lies outside.
  [[nodiscard]] std::string_view text(std::uint64_t place) const {
    if (place >= bytes_.size()) return {};
    const auto* begin = reinterpret_cast<const char*>(bytes_.data()) + place;
    return {begin, ::strnlen(begin, bytes_.size() - place)};
  }

  struct Section {
    std::string_view name;
    std::uint32_t type = 0, link = 0;
    std::uint64_t offset = 0, size = 0;
  };

  [[nodiscard]] std::vector<Section> sections() const {
    std::vector<Section> all;
    const auto table = at<std::uint64_t>(kSectionTableAt);
    const auto count = at<std::uint16_t>(kSectionCountAt);
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t place = table + i * kSectionBytes;
      if (place > bytes_.size()) break;
      all.push_back({{},
                     at<std::uint32_t>(place + 4),
                     at<std::uint32_t>(place + 40),
                     at<std::uint64_t>(place + 24),
                     at<std::uint64_t>(place + 32)});
    }
    const auto names = at<std::uint16_t>(kSectionNamesAt);
    for (std::size_t i = 0; i < all.size() && names < all.size(); ++i) {
      all[i].name = text(all[names].offset + at<std::uint32_t>(table + i * kSectionBytes));
    }
    return all;
  }

 private:
  std::span<const std::byte> bytes_;
};

/// "a, b and c".
std::string list_of(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  }
  return text;
}

}  // namespace

Result<BinaryShared> read_binary_shared(std::span<const std::byte> elf, const std::string& entry) {
  const Elf file(elf);
  if (!file.text(0).starts_with("\x7f"
                                "ELF"))
    return fail("the compiler's binary is no ELF file");
  const std::vector<Elf::Section> sections = file.sections();
  const std::string wanted = ".nv.shared." + entry;
  const auto found = std::find_if(sections.begin(), sections.end(),
                                  [&](const Elf::Section& section) { return section.name == wanted; });
  if (found == sections.end()) return fail("the compiler's binary has no shared memory of {}", entry);
  const auto index = static_cast<std::uint16_t>(found - sections.begin());
  BinaryShared shared;
  shared.bytes = found->size;
  for (const Elf::Section& table : sections) {
    if (table.type != kSymbolTable || table.link >= sections.size()) continue;
    const std::uint64_t end = std::min<std::uint64_t>(table.offset + table.size, elf.size());
    for (std::uint64_t place = table.offset; place + kSymbolBytes <= end; place += kSymbolBytes) {
      const bool is_object = (file.at<std::uint8_t>(place + 4) & 15U) == kObject;
      if (!is_object || file.at<std::uint16_t>(place + 6) != index) continue;
      const std::string name(file.text(sections[table.link].offset + file.at<std::uint32_t>(place)));
      shared.offsets[name] = file.at<std::uint64_t>(place + 8);
    }
  }
  return shared;
}

std::string order_sentence(const std::vector<simt::SharedArray>& arrays, const Result<BinaryShared>& binary) {
  std::vector<simt::SharedArray> placed;
  std::copy_if(arrays.begin(), arrays.end(), std::back_inserter(placed),
               [](const simt::SharedArray& array) { return !array.is_dynamic; });
  std::sort(placed.begin(), placed.end(),
            [](const simt::SharedArray& a, const simt::SharedArray& b) { return a.address < b.address; });
  std::vector<std::string> names;
  std::uint64_t end = 0;
  for (const simt::SharedArray& array : placed) {
    names.push_back(variable_name(array.name));
    end = std::max(end, array.address + array.bytes);
  }
  const std::string order = fmt::format("The shared arrays {} are taken to lie in this order", list_of(names));
  if (!binary)
    return fmt::format("{}; the assembler decides it, and there is no binary to see it in ({}).", order,
                       binary.error().message);
  const bool named = std::all_of(placed.begin(), placed.end(),
                                 [&](const simt::SharedArray& array) { return binary->offsets.contains(array.name); });
  if (named) {
    std::uint64_t first = ~std::uint64_t{0};
    for (const auto& array : placed) first = std::min(first, binary->offsets.at(array.name));
    const bool same = std::all_of(placed.begin(), placed.end(), [&](const simt::SharedArray& array) {
      return binary->offsets.at(array.name) - first == array.address;
    });
    if (same)
      return fmt::format("The shared arrays {} lie in this order, as the compiled binary says.", list_of(names));
    std::sort(placed.begin(), placed.end(), [&](const simt::SharedArray& a, const simt::SharedArray& b) {
      return binary->offsets.at(a.name) < binary->offsets.at(b.name);
    });
    std::vector<std::string> places;
    places.reserve(placed.size());
    for (const auto& array : placed) {
      places.push_back(fmt::format("{} at byte {}", variable_name(array.name), binary->offsets.at(array.name) - first));
    }
    return fmt::format(
        "{}, but in the compiled binary they lie otherwise: {}; conflicts within one array are the same.", order,
        list_of(places));
  }
  // Behind the arrays the section is rounded up where dynamic shared memory follows.
  constexpr std::uint64_t kRounding = 16;
  const auto fits = [&](std::uint64_t bytes) { return bytes >= end && bytes - end < kRounding; };
  if (fits(binary->bytes) || (binary->bytes >= kReservedBytes && fits(binary->bytes - kReservedBytes))) {
    return fmt::format(
        "{}, that of their declarations in the PTX; the compiled binary has as many bytes as that takes, but does "
        "not name the arrays.",
        order);
  }
  return fmt::format("{}, which takes {} bytes; the compiled binary has {}, so they may lie otherwise there.", order,
                     end, binary->bytes);
}

}  // namespace bankloom::own
