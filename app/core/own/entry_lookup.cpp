#include "core/own/entry_lookup.h"

#include <vector>

#include "core/base/language.h"
#include "core/base/nearest_name.h"
#include "core/base/symbol_name.h"
#include "core/base/text_lines.h"

namespace bankloom {
namespace {

bool means(const std::string& entry, const std::string& name) {
  const std::string written = demangled(entry);
  const std::string bare = bare_name(written);
  return written == name || bare == name || kernel_name(entry) == name || unqualified_name(bare) == name;
}

}  // namespace

Result<std::string> find_entry(const ptx::Module& module, const std::string& name) {
  std::vector<std::string> entries, written, matching;
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
    return fail("the file has several kernels; choose one with --entry: {}", join(written, list_sign()));
  }
  if (matching.size() == 1) return matching.front();
  if (!matching.empty()) {
    return fail("'{}' may be any of {}; give --entry its full name", name, join(matching, list_sign()));
  }
  std::vector<std::string> bare;
  bare.reserve(written.size());
  for (const auto& entry : written) bare.push_back(bare_name(entry));
  const auto nearest = nearest_name(name, bare);
  return fail("there is no kernel '{}' in the file; {}it has {}", name,
              nearest ? message("did you mean '{}'? ", *nearest) : std::string(), join(written, list_sign()));
}

}  // namespace bankloom
