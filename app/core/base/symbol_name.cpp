#include "core/base/symbol_name.h"

#include <cxxabi.h>

#include <cstddef>
#include <cstdlib>
#include <map>
#include <memory>
#include <string_view>

#include "core/base/text_lines.h"

namespace bankloom {
namespace {

struct FreeText {
  void operator()(char* text) const { std::free(text); }  // NOLINT: __cxa_demangle allocates with malloc
};

/// The longest text that a name may become.
constexpr std::size_t kLongestName = 8192;

/// Whether a name becomes a text of some megabytes at most. What it says once it can say again (S0_: a part that is
/// complete by then; T_: an argument), and that again, so that thirty of these could double it thirty times. What is
/// behind Dp it says for each type of a list.
bool is_bounded(std::string_view name) {
  constexpr std::size_t kMost = std::size_t{1} << 19U;
  std::size_t most = name.size();
  std::map<std::string_view, std::size_t> parts;  // how long each can be
  for (std::size_t at = 0; at + 1 < name.size() && most <= kMost; ++at) {
    if (name[at] == 'D' && name[at + 1] == 'p') most *= name.size();
    if (name[at] != 'S' && name[at] != 'T') continue;
    const std::size_t end = name.find_first_not_of("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", at + 1);
    if (end == std::string_view::npos || name[end] != '_') continue;
    most += name[at] == 'T' ? most : parts.emplace(name.substr(at, end - at), most).first->second;
  }
  return most <= kMost;
}

/// The names in front of a mangled name's first template arguments or parameters: "ns::k<...>". Empty if there are
/// none.
std::string leading_names(std::string_view name) {
  std::size_t at = 2;  // _Z
  const bool is_nested = at < name.size() && name[at] == 'N';
  if (is_nested) at = name.find_first_not_of("rVKRO", at + 1);
  std::string names;
  if (at < name.size() && name.substr(at).starts_with("St")) {
    names = "std";
    at += 2;
  }
  while (at < name.size() && is_digit(name[at])) {
    std::size_t size = 0;
    for (; at < name.size() && is_digit(name[at]) && size < kLongestName; ++at) {
      size = 10 * size + static_cast<std::size_t>(name[at] - '0');
    }
    if (size > name.size() - at) return {};
    const std::string_view part = name.substr(at, size);
    names +=
        (names.empty() ? "" : "::") + std::string(part.starts_with("_GLOBAL__N_") ? "(anonymous namespace)" : part);
    at += size;
    if (!is_nested) break;
  }
  return !names.empty() && at < name.size() && name[at] == 'I' ? names + "<...>" : names;
}

}  // namespace

std::string demangled(const std::string& name) {
  // Without the prefix, a name would be demangled as a type: "t" is unsigned short.
  if (!name.starts_with("_Z")) return name;
  if (is_bounded(name)) {
    int status = 0;
    const std::unique_ptr<char, FreeText> text(abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status));
    if (status != 0 || !text) return name;
    const std::string_view whole = text.get();
    if (whole.size() <= kLongestName) return std::string(whole);
  }
  const std::string names = leading_names(name);
  return names.empty() || names.size() > kLongestName ? name.substr(0, kLongestName) : names;
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
