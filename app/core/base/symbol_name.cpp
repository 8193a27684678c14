#include "core/base/symbol_name.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>

namespace bankloom {
namespace {

struct FreeText {
  void operator()(char* text) const { std::free(text); }  // NOLINT: __cxa_demangle allocates with malloc
};

}  // namespace

std::string demangled(const std::string& name) {
  // Without the prefix, a name would be demangled as a type: "t" is unsigned short.
  if (!name.starts_with("_Z")) return name;
  int status = 0;
  const std::unique_ptr<char, FreeText> text(abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status));
  return status == 0 && text ? std::string(text.get()) : name;
}

std::string bare_name(const std::string& written) {
  std::string name = written.substr(0, written.find('('));
  name = name.substr(0, name.find('<'));
  return name.substr(name.rfind(' ') + 1);  // npos + 1 is 0
}

std::string unqualified_name(const std::string& written) {
  const std::size_t scope = written.rfind("::");
  return scope == std::string::npos ? written : written.substr(scope + 2);
}

std::string variable_name(const std::string& symbol) { return unqualified_name(demangled(symbol)); }

std::string kernel_name(const std::string& entry) {
  std::string written = demangled(entry);
  constexpr std::string_view kAnonymous = "(anonymous namespace)";
  std::size_t depth = 0, begin = 0;
  for (std::size_t at = 0; at < written.size(); ++at) {
    const char c = written[at];
    if (written.compare(at, kAnonymous.size(), kAnonymous) == 0) {
      at += kAnonymous.size() - 1;
      continue;
    }
    if (c == '<') ++depth;
    if (c == '>' && depth > 0) --depth;
    if (depth > 0) continue;
    if (c == '(') return written.substr(begin, at - begin);
    // The type of the result comes before the name.
    if (c == ' ') begin = at + 1;
  }
  return written;
}

}  // namespace bankloom
