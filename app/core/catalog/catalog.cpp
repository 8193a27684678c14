// Looking up kernels and options by name.
#include "core/catalog/catalog.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "core/base/nearest_name.h"
#include "core/base/text_lines.h"
#include "core/catalog/expression.h"

namespace bankloom {
namespace {

/// `text` as a whole number in canonical form, or nothing.
std::optional<std::int64_t> whole_number(const std::string& text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// Checks one chosen value and brings it into canonical form ("007" -> "7").
Result<std::string> accept_value(const Kernel& kernel, const Option& option, const std::string& text) {
  if (option.type == "choice") {
    if (std::find(option.values.begin(), option.values.end(), text) != option.values.end()) return text;
    return fail("option {} of {} must be one of {}, not '{}'", option.name, kernel.id(), join(option.values, ", "),
                text);
  }
  const auto number = whole_number(text);
  if (!number) {
    return fail("option {} of {} must be a whole number from {} to {}, not '{}'", option.name, kernel.id(),
                option.minimum, option.maximum, text);
  }
  if (*number < option.minimum || *number > option.maximum) {
    return fail("option {} of {} must be from {} to {}, not {}", option.name, kernel.id(), option.minimum,
                option.maximum, *number);
  }
  return std::to_string(*number);
}

Error unknown_kernel(const Catalog& catalog, const std::string& id) {
  // A name with a slash is compared with whole names, a bare one with bare ones; the offer is always unambiguous.
  const bool bare = id.find('/') == std::string::npos;
  std::vector<std::string> known;
  known.reserve(catalog.kernels.size());
  for (const auto& kernel : catalog.kernels) known.push_back(bare ? kernel.name : kernel.id());
  const auto nearest = nearest_name(id, known);
  if (!nearest) return Error{fmt::format("no kernel is called '{}'; 'bankloom list' shows all kernels", id)};
  const auto index = static_cast<std::size_t>(std::find(known.begin(), known.end(), *nearest) - known.begin());
  return Error{fmt::format("no kernel is called '{}'; did you mean {}?", id, catalog.kernels[index].id())};
}

}  // namespace

Result<const Kernel*> find_kernel(const Catalog& catalog, const std::string& id) {
  std::vector<const Kernel*> named;
  for (const auto& kernel : catalog.kernels) {
    if (kernel.id() == id) return &kernel;
    if (kernel.name == id) named.push_back(&kernel);
  }
  if (named.size() == 1) return named.front();
  if (named.empty()) return fail_with(unknown_kernel(catalog, id));
  std::string candidates;
  for (std::size_t i = 0; i < named.size(); ++i) {
    const std::string_view separator = i == 0 ? "" : i + 1 == named.size() ? " or " : ", ";
    candidates.append(separator).append(named[i]->id());
  }
  return fail("more than one lesson has a kernel '{}': say {}", id, candidates);
}

Result<OptionValues> resolve_options(const Kernel& kernel, const OptionValues& chosen) {
  OptionValues values;
  std::vector<std::string> names;
  for (const auto& option : kernel.options) {
    values[option.name] = option.default_value;
    names.push_back(option.name);
  }
  for (const auto& [name, text] : chosen) {
    const auto option = std::find_if(kernel.options.begin(), kernel.options.end(),
                                     [&wanted = name](const Option& candidate) { return candidate.name == wanted; });
    if (option == kernel.options.end()) {
      const auto nearest = nearest_name(name, names);
      if (nearest) return fail("{} has no option '{}'; did you mean {}?", kernel.id(), name, *nearest);
      if (names.empty()) return fail("{} has no option '{}'; it has none at all", kernel.id(), name);
      return fail("{} has no option '{}'; it has {}", kernel.id(), name, join(names, ", "));
    }
    TRY(auto value, accept_value(kernel, *option, text));
    values[name] = std::move(value);
  }
  return values;
}

Result<std::int64_t> evaluate(const std::string& expression, const OptionValues& options,
                              const std::map<std::string, std::int64_t>& extra) {
  std::vector<std::string> names;
  std::vector<std::int64_t> values;
  for (const auto& [name, text] : options) {
    const auto number = whole_number(text);
    if (!number || extra.contains(name)) continue;
    names.push_back(name);
    values.push_back(*number);
  }
  for (const auto& [name, value] : extra) {
    names.push_back(name);
    values.push_back(value);
  }
  // To read a text takes far longer than to compute it, and a window asks for the same in every frame.
  constexpr std::size_t kMostKept = 256;
  thread_local std::map<std::pair<std::string, std::vector<std::string>>, Expression> kept;
  auto key = std::pair(expression, std::move(names));
  auto found = kept.find(key);
  if (found == kept.end()) {
    TRY(auto parsed, Expression::parse(key.first, key.second));
    if (kept.size() == kMostKept) kept.clear();
    found = kept.emplace(std::move(key), std::move(parsed)).first;
  }
  return found->second.evaluate(values);
}

}  // namespace bankloom
