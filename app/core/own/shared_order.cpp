#include "core/own/shared_order.h"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <string_view>

#include "core/base/language.h"
#include "core/base/symbol_name.h"
#include "core/base/text_lines.h"
#include "core/own/own_layout.h"

namespace bankloom::own {
namespace {

/// Bytes reserved by the system before the arrays, from compute capability 9.0 on.
constexpr std::uint64_t kReservedBytes = 1024;

/// The record at a place of a file; zeros outside of it.
template <class Record>
Record record_at(std::span<const std::byte> file, std::uint64_t place) {
  Record record{};
  if (place <= file.size() && file.size() - place >= sizeof record) {
    std::memcpy(&record, file.data() + place, sizeof record);
  }
  return record;
}

/// The zero-terminated text at a place of a file; empty outside of it.
std::string_view text_at(std::span<const std::byte> file, std::uint64_t place) {
  if (place >= file.size()) return {};
  const auto* begin = reinterpret_cast<const char*>(file.data()) + place;
  return {begin, ::strnlen(begin, file.size() - place)};
}

std::string list_of(std::vector<std::string> names) {
  if (names.size() < 2) return join(names, "");
  const std::string last = std::move(names.back());
  names.pop_back();
  return message("{before} and {last}", fmt::arg("before", join(names, list_sign())), fmt::arg("last", last));
}

}  // namespace

Result<BinaryShared> read_binary_shared(std::span<const std::byte> elf, const std::string& entry) {
  const auto header = record_at<Elf64_Ehdr>(elf, 0);
  if (!text_at(elf, 0).starts_with(ELFMAG)) return fail("the compiler's binary is not an ELF file");
  std::vector<Elf64_Shdr> sections;
  for (std::uint64_t i = 0; i < header.e_shnum && header.e_shoff <= elf.size(); ++i) {
    sections.push_back(record_at<Elf64_Shdr>(elf, header.e_shoff + i * sizeof(Elf64_Shdr)));
  }
  const std::uint64_t names = header.e_shstrndx < sections.size() ? sections[header.e_shstrndx].sh_offset : elf.size();
  const auto found = std::ranges::find_if(sections, [&](const Elf64_Shdr& section) {
    return text_at(elf, names + section.sh_name) == ".nv.shared." + entry;
  });
  if (found == sections.end()) return fail("the compiler's binary has no shared memory of {}", entry);
  BinaryShared shared;
  shared.bytes = found->sh_size;
  for (const Elf64_Shdr& table : sections) {
    if (table.sh_type != SHT_SYMTAB || table.sh_link >= sections.size()) continue;
    const std::uint64_t end = std::min<std::uint64_t>(table.sh_offset + table.sh_size, elf.size());
    for (std::uint64_t place = table.sh_offset; place + sizeof(Elf64_Sym) <= end; place += sizeof(Elf64_Sym)) {
      const auto symbol = record_at<Elf64_Sym>(elf, place);
      if (ELF64_ST_TYPE(symbol.st_info) != STT_OBJECT || symbol.st_shndx != found - sections.begin()) continue;
      shared.offsets[std::string(text_at(elf, sections[table.sh_link].sh_offset + symbol.st_name))] = symbol.st_value;
    }
  }
  return shared;
}

std::string order_sentence(const std::vector<simt::SharedArray>& arrays, const Result<BinaryShared>& binary) {
  std::vector<simt::SharedArray> placed = arrays;
  std::erase_if(placed, [](const simt::SharedArray& array) { return array.is_dynamic; });
  std::ranges::sort(placed, {}, &simt::SharedArray::address);
  std::vector<std::string> names;
  std::uint64_t end = 0;
  for (const simt::SharedArray& array : placed) {
    names.push_back(variable_name(array.name));
    end = std::max(end, array.address + array.bytes);
  }
  const std::string order = message("The shared arrays {} are taken to lie in this order", list_of(names));
  if (!binary) {
    return message("{}; the assembler decides it, and there is no binary to see it in ({}).", order,
                   binary.error().message);
  }
  if (std::ranges::all_of(placed, [&](const auto& array) { return binary->offsets.contains(array.name); })) {
    const auto place = [&](const simt::SharedArray& array) { return binary->offsets.at(array.name); };
    const std::uint64_t first = place(*std::ranges::min_element(placed, {}, place));
    if (std::ranges::all_of(placed, [&](const auto& array) { return place(array) - first == array.address; })) {
      return message("The shared arrays {} lie in this order, as the compiled binary shows.", list_of(names));
    }
    std::ranges::sort(placed, {}, place);
    std::vector<std::string> places;
    places.reserve(placed.size());
    for (const auto& array : placed) {
      places.push_back(message("{} at byte {}", variable_name(array.name), place(array) - first));
    }
    return message("{}, but in the compiled binary their order differs: {}; conflicts within one array are the same.",
                   order, list_of(places));
  }
  // The section is rounded up if dynamic shared memory follows the arrays.
  constexpr std::uint64_t kRounding = 16;
  const auto fits = [&](std::uint64_t bytes) { return bytes >= end && bytes - end < kRounding; };
  if (fits(binary->bytes) || (binary->bytes >= kReservedBytes && fits(binary->bytes - kReservedBytes))) {
    return message(
        "{}, that of their declarations in the PTX; the compiled binary has that many bytes, but does not name the "
        "arrays.",
        order);
  }
  return message("{}, which takes {} bytes; the compiled binary has {}, so their order may differ there.", order, end,
                 binary->bytes);
}

}  // namespace bankloom::own
