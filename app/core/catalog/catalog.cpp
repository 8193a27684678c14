// Looking up kernels and options by name.
#include "core/catalog/catalog.h"

#include <algorithm>
#include <utility>

#include "core/base/language.h"
#include "core/base/nearest_name.h"
#include "core/base/text_lines.h"

namespace bankloom {
namespace {

/// Checks one chosen value and brings it into canonical form ("007" -> "7").
Result<std::string> accept_value(const Kernel& kernel, const Option& option, const std::string& text) {
  if (option.type == OptionType::choice) {
    if (std::ranges::find(option.values, text) != option.values.end()) return text;
    return fail("option {} of {} must be one of {}, not '{}'", option.name, kernel.id(),
                join(option.values, list_sign()), text);
  }
  const auto number = whole_number_of(text);
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
  if (!nearest) return Error{message("no kernel is called '{}'; 'bankloom list' shows all kernels", id)};
  const auto index = static_cast<std::size_t>(std::ranges::find(known, *nearest) - known.begin());
  return Error{message("no kernel is called '{}'; did you mean {}?", id, catalog.kernels[index].id())};
}

}  // namespace

bool Option::is_variable() const {
  return type == OptionType::integer ||
         std::ranges::all_of(values, [](const std::string& value) { return whole_number_of(value).has_value(); });
}

const Option* Kernel::option(const std::string& wanted) const {
  const auto found = std::ranges::find(options, wanted, &Option::name);
  return found == options.end() ? nullptr : &*found;
}

ptx::Type TileSpec::element_at(const OptionValues& options) const {
  for (const ElementCase& one : elements) {
    const auto chosen = options.find(one.option);
    if (chosen != options.end() && chosen->second == one.value) return one.element;
  }
  return element;
}

Result<const Kernel*> find_kernel(const Catalog& catalog, const std::string& id) {
  std::vector<const Kernel*> named;
  for (const auto& kernel : catalog.kernels) {
    if (kernel.id() == id) return &kernel;
    if (kernel.name == id) named.push_back(&kernel);
  }
  if (named.size() == 1) return named.front();
  for (const auto& kernel : catalog.kernels) {
    if (std::ranges::find(kernel.formerly, id) != kernel.formerly.end()) return &kernel;
  }
  if (named.empty()) return fail_with(unknown_kernel(catalog, id));
  std::vector<std::string> candidates;
  candidates.reserve(named.size());
  for (const Kernel* const kernel : named) candidates.push_back(kernel->id());
  const std::string last = std::exchange(candidates.back(), {});
  candidates.pop_back();
  return fail("more than one lesson has a kernel '{}': say {} or {}", id, join(candidates, list_sign()), last);
}

Result<OptionValues> resolve_options(const Kernel& kernel, const OptionValues& chosen) {
  OptionValues values;
  std::vector<std::string> names;
  for (const auto& option : kernel.options) {
    values[option.name] = option.default_value;
    names.push_back(option.name);
  }
  for (const auto& [name, text] : chosen) {
    const Option* const option = kernel.option(name);
    if (option == nullptr) {
      const auto nearest = nearest_name(name, names);
      if (nearest) return fail("{} has no option '{}'; did you mean {}?", kernel.id(), name, *nearest);
      if (names.empty()) return fail("{} has no option '{}'; it has none at all", kernel.id(), name);
      return fail("{} has no option '{}'; it has {}", kernel.id(), name, join(names, list_sign()));
    }
    TRY(auto value, accept_value(kernel, *option, text));
    values[name] = std::move(value);
  }
  return values;
}

std::vector<std::int64_t> variable_values(const Expression& expression, const OptionValues& options) {
  std::vector<std::int64_t> values;
  for (const auto& name : expression.variables()) {
    const auto chosen = options.find(name);
    values.push_back(chosen == options.end() ? 0 : whole_number_of(chosen->second).value_or(0));
  }
  return values;
}

Result<std::int64_t> evaluate(const Expression& expression, const OptionValues& options) {
  return expression.evaluate(variable_values(expression, options));
}

}  // namespace bankloom
