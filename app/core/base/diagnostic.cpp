#include "core/base/diagnostic.h"

#include <fmt/format.h>

namespace bankloom {

std::string diagnostic_line(const Diagnostic& diagnostic) {
  std::string place = diagnostic.file;
  if (diagnostic.line != 0) place += fmt::format(":{}", diagnostic.line);
  if (diagnostic.column != 0) place += fmt::format(":{}", diagnostic.column);
  return fmt::format("{}{}{}: {}", place, place.empty() ? "" : ": ",
                     kSeverityNames[static_cast<std::size_t>(diagnostic.severity)], diagnostic.text);
}

}  // namespace bankloom
