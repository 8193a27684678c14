#include "core/base/free_memory.h"

#include <fstream>
#include <limits>

namespace bankloom {

std::optional<std::uint64_t> free_memory(const std::string& table) {
  std::ifstream stream(table);
  for (std::string name; stream >> name;) {
    std::uint64_t kibibytes = 0;
    if (name == "MemAvailable:" && stream >> kibibytes) return kibibytes * 1024;
    stream.clear();
    stream.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
  return std::nullopt;
}

}  // namespace bankloom
