#include "runtime/code_place.h"

#include <link.h>

#include <algorithm>

namespace bankloom::runtime {
namespace {

struct Range {
  std::uintptr_t base = 0, begin = 0, end = 0;
} program;

}  // namespace

void find_program() {
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void*) {
        // The executable is the first.
        program.base = info->dlpi_addr;
        program.begin = UINTPTR_MAX;
        for (int i = 0; i < info->dlpi_phnum; ++i) {
          const ElfW(Phdr)& segment = info->dlpi_phdr[i];
          if (segment.p_type != PT_LOAD) continue;
          const std::uintptr_t begin = info->dlpi_addr + segment.p_vaddr;
          program.begin = std::min(program.begin, begin);
          program.end = std::max(program.end, begin + segment.p_memsz);
        }
        return 1;
      },
      nullptr);
}

std::uint64_t code_offset(const void* address) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  if (at <= program.begin || at >= program.end) return 0;
  return at - 1 - program.base;
}

}  // namespace bankloom::runtime
