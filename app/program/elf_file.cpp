#include "program/elf_file.h"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <fstream>

#include "core/base/files.h"
#include "core/base/plain_file.h"

namespace bankloom::program {
namespace {

constexpr std::size_t kMostImage = std::size_t{1} << 30U;

/// The bytes of a file, with checked access.
class Image {
 public:
  explicit Image(std::string bytes) : bytes_(std::move(bytes)) {}
  /// False if the file ends before the end of the record.
  template <class Record>
  [[nodiscard]] bool read(std::uint64_t place, Record& record) const {
    if (place > bytes_.size() || bytes_.size() - place < sizeof record) return false;
    std::memcpy(&record, bytes_.data() + place, sizeof record);
    return true;
  }
  [[nodiscard]] std::string text(std::uint64_t place) const {
    return place < bytes_.size() ? std::string(bytes_.c_str() + place) : std::string();
  }

 private:
  std::string bytes_;
};

/// The offset in the file of a virtual address.
std::uint64_t place_of(const Image& image, const Elf64_Ehdr& header, std::uint64_t address) {
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr part{};
    if (!image.read(header.e_phoff + std::uint64_t{i} * header.e_phentsize, part)) break;
    if (part.p_type == PT_LOAD && address - part.p_vaddr < part.p_filesz) return address - part.p_vaddr + part.p_offset;
  }
  return ~std::uint64_t{0};
}

std::vector<std::string> read_needed(const Image& image, const Elf64_Ehdr& header, const Elf64_Phdr& dynamic) {
  std::vector<std::uint64_t> names;
  std::uint64_t strings = 0;
  for (std::uint64_t place = 0; place < dynamic.p_filesz; place += sizeof(Elf64_Dyn)) {
    Elf64_Dyn entry{};
    if (!image.read(dynamic.p_offset + place, entry) || entry.d_tag == DT_NULL) break;
    if (entry.d_tag == DT_NEEDED) names.push_back(entry.d_un.d_val);
    if (entry.d_tag == DT_STRTAB) strings = place_of(image, header, entry.d_un.d_ptr);
  }
  std::vector<std::string> libraries;
  libraries.reserve(names.size());
  for (const auto name : names) libraries.push_back(image.text(strings + name));
  return libraries;
}

/// Adds the functions of a table of symbols.
void add_functions(const Image& image, const Elf64_Shdr& table, const Elf64_Shdr& strings, Symbols which,
                   std::vector<std::string>& names) {
  constexpr std::uint64_t kMostSymbols = 1'000'000;
  for (std::uint64_t i = 0; i < std::min(table.sh_size / sizeof(Elf64_Sym), kMostSymbols); ++i) {
    Elf64_Sym symbol{};
    if (!image.read(table.sh_offset + i * sizeof symbol, symbol)) return;
    const bool is_global = ELF64_ST_BIND(symbol.st_info) == STB_GLOBAL || ELF64_ST_BIND(symbol.st_info) == STB_WEAK;
    const unsigned type = ELF64_ST_TYPE(symbol.st_info);
    const bool is_function = type == STT_FUNC || type == STT_GNU_IFUNC || type == STT_NOTYPE;
    if ((is_global || which == Symbols::all) && is_function && symbol.st_shndx != SHN_UNDEF) {
      names.push_back(image.text(strings.sh_offset + symbol.st_name));
    }
  }
}

}  // namespace

std::vector<std::string> defined_functions(const std::filesystem::path& file, Symbols which) {
  std::vector<std::string> names;
  auto bytes = read_plain_file(file, kMostImage);
  if (!bytes) return names;
  const Image image(std::move(*bytes));
  Elf64_Ehdr header{};
  if (!image.read(0, header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return names;
  const auto section = [&](std::uint64_t index) {
    Elf64_Shdr found{};
    const bool is_there = index < header.e_shnum && image.read(header.e_shoff + index * header.e_shentsize, found);
    return is_there ? found : Elf64_Shdr{};
  };
  for (std::uint64_t i = 0; i < header.e_shnum; ++i) {
    const Elf64_Shdr table = section(i);
    if (table.sh_type != SHT_SYMTAB && table.sh_type != SHT_DYNSYM) continue;
    add_functions(image, table, section(table.sh_link), which, names);
  }
  return names;
}

Result<std::vector<std::string>> needed_libraries_of(std::string bytes, const std::string& name) {
  const Image image(std::move(bytes));
  Elf64_Ehdr header{};
  if (!image.read(0, header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
      header.e_ident[EI_CLASS] != ELFCLASS64 || (header.e_type != ET_EXEC && header.e_type != ET_DYN)) {
    return fail("'{}' is not an executable of this machine", name);
  }
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr part{};
    if (image.read(header.e_phoff + std::uint64_t{i} * header.e_phentsize, part) && part.p_type == PT_DYNAMIC) {
      return read_needed(image, header, part);
    }
  }
  return std::vector<std::string>();
}

Result<std::vector<std::string>> needed_libraries(const std::filesystem::path& file) {
  TRY(auto bytes, read_plain_file(file, kMostImage));
  return needed_libraries_of(std::move(bytes), file.string());
}

bool is_compiled_file(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string head(8, '\0');
  stream.read(head.data(), static_cast<std::streamsize>(head.size()));
  return head.starts_with(ELFMAG) || head == "!<arch>\n";
}

}  // namespace bankloom::program
