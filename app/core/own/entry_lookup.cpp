#include "core/own/entry_lookup.h"

#include <cxxabi.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/nearest_name.h"

namespace bankloom {
namespace {

struct FreeText {
  void operator()(char* text) const { std::free(text); }  // NOLINT: __cxa_demangle allocates with malloc
};

bool means(const std::string& entry, const std::string& name) {
  const std::string written = demangled(entry);
  const std::string bare = bare_name(written);
  const std::size_t scope = bare.rfind("::");
  return written == name || bare == name || (scope != std::string::npos && bare.substr(scope + 2) == name);
}

}  // namespace

std::string bare_name(const std::string& written) {
  std::string name = written.substr(0, written.find('('));
  name = name.substr(0, name.find('<'));
  const std::size_t space = name.rfind(' ');
  return space == std::string::npos ? name : name.substr(space + 1);
}

std::string demangled(const std::string& name) {
  // Without the prefix a name would be taken for a type's: "t" is unsigned short.
  if (!name.starts_with("_Z")) return name;
  int status = 0;
  const std::unique_ptr<char, FreeText> text(abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status));
  return status == 0 && text ? std::string(text.get()) : name;
}

Result<std::string> find_entry(const ptx::Module& module, const std::string& name) {
  std::vector<std::string> entries;
  std::vector<std::string> written;
  std::vector<std::string> matching;
  for (const auto& function : module.functions) {
    if (!function.is_entry) continue;
    if (function.name == name) return name;
    entries.push_back(function.name);
    written.push_back(demangled(function.name));
    if (means(function.name, name)) matching.push_back(function.name);
  }
  if (entries.empty()) return fail("there is no kernel (an entry, __global__) in the file");
  if (name.empty()) {
    if (entries.size() == 1) return entries.front();
    return fail("the file has several kernels; choose one with --entry: {}", fmt::join(written, ", "));
  }
  if (matching.size() == 1) return matching.front();
  if (matching.size() > 1) {
    return fail("'{}' may be any of {}; give --entry its full name", name, fmt::join(matching, ", "));
  }
  std::vector<std::string> bare;
  bare.reserve(written.size());
  for (const auto& entry : written) bare.push_back(bare_name(entry));
  const auto nearest = nearest_name(name, bare);
  return fail("there is no kernel '{}' in the file; {}it has {}", name,
              nearest ? fmt::format("did you mean '{}'? ", *nearest) : std::string(), fmt::join(written, ", "));
}

}  // namespace bankloom
