// A kernel at chosen options: launch shape, filled buffers, expected output.
#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <span>
#include <utility>

#include "core/base/language.h"
#include "core/base/text_lines.h"
#include "core/catalog/catalog.h"
#include "core/catalog/element_rule.h"
#include "core/catalog/element_type.h"

namespace bankloom {
namespace {

constexpr std::array kAxis = {"x", "y", "z"};

/// A kernel's options, and its id for error messages.
struct Scope {
  std::string id;
  const OptionValues& options;

  /// The value of an expression that must lie in [least, most]; `what` names it in the error.
  [[nodiscard]] Result<std::int64_t> value(const std::string& what, const Expression& expression, std::int64_t least,
                                           std::int64_t most) const {
    const auto result = evaluate(expression, options);
    if (!result) return fail("{}: {}: {}", id, what, result.error().message);
    if (*result < least || *result > most) {
      const std::string options_to_change = used({&expression, 1});
      return options_to_change.empty() ? fail("{}: {} = {} is {}, but must be from {} to {}", id, what,
                                              expression.text(), *result, least, most)
                                       : fail("{}: {} = {} is {}, but must be from {} to {}; change {}", id, what,
                                              expression.text(), *result, least, most, options_to_change);
    }
    return *result;
  }

  /// The elements that an expression makes, in rows of `columns`.
  [[nodiscard]] ElementRule rule(const Expression& expression, std::uint64_t columns) const {
    return {expression, variable_values(expression, options), std::max<std::uint64_t>(1, columns)};
  }

  /// "BDIMX or BDIMY", the options that the expressions mention; "" if they mention none.
  [[nodiscard]] static std::string used(std::span<const Expression> expressions) {
    std::vector<std::string> names;
    for (const auto& expression : expressions) {
      for (const auto& name : expression.used_variables()) {
        if (std::ranges::find(names, name) == names.end()) names.push_back(name);
      }
    }
    std::string all;
    for (const auto& name : names) all = all.empty() ? name : message("{} or {}", all, name);
    return all;
  }
};

Result<Dim3> extent(const Scope& scope, const std::string& what, const LaunchSpec::Extent& extents,
                    const std::array<std::int64_t, 3>& most) {
  std::array<std::uint32_t, 3> sizes = {1, 1, 1};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    TRY(const auto size, scope.value(fmt::format("{}.{}", what, kAxis[axis]), extents[axis], 1, most[axis]));
    sizes[axis] = static_cast<std::uint32_t>(size);
  }
  return Dim3{sizes[0], sizes[1], sizes[2]};
}

Result<void> check_block(const Scope& scope, const LaunchSpec& launch, const Dim3& block) {
  if (block.count() <= static_cast<std::uint64_t>(kMostBlockThreads)) return {};
  const std::string options_to_lower = Scope::used(launch.block);
  return options_to_lower.empty()
             ? fail("{}: a block may have {} threads at most, not {} x {} x {} = {}", scope.id, kMostBlockThreads,
                    block.x, block.y, block.z, block.count())
             : fail("{}: a block may have {} threads at most, not {} x {} x {} = {}; lower {}", scope.id,
                    kMostBlockThreads, block.x, block.y, block.z, block.count(), options_to_lower);
}

Result<void> check_constraints(const Scope& scope, const Kernel& kernel) {
  for (const auto& constraint : kernel.constraints) {
    const auto fulfilled = evaluate(constraint.expression, scope.options);
    if (!fulfilled) return fail("{}: {}", scope.id, fulfilled.error().message);
    if (*fulfilled == 0) return fail("{}: {}", scope.id, constraint.message);
  }
  return {};
}

/// What a parameter holds before the run.
Result<std::vector<std::byte>> fill(const Scope& scope, const ParameterSpec& parameter,
                                    const KernelShape::Parameter& shape, const std::function<bool()>& is_cancelled) {
  std::vector<std::byte> bytes(shape.byte_count());
  if (parameter.kind == ParameterKind::out) return bytes;
  ElementRule rule = scope.rule(parameter.value, shape.columns);
  rule.is_cancelled = is_cancelled;
  const auto wrong = store_rule(rule, shape.count, parameter.element, bytes);
  if (wrong) return fail("{}: parameter {}: {}", scope.id, parameter.name, wrong->problem);
  return bytes;
}

Result<KernelShape::Parameter> shape_parameter(const Scope& scope, const ParameterSpec& parameter) {
  KernelShape::Parameter buffer{parameter.name, parameter.kind != ParameterKind::scalar, parameter.element, 1, 0, {}};
  if (buffer.is_buffer) {
    TRY(const auto elements,
        scope.value(message("the count of parameter {}", parameter.name), parameter.count, 1, kMostBufferElements));
    buffer.count = static_cast<std::uint64_t>(elements);
  }
  if (parameter.columns) {
    TRY(const auto columns, scope.value(message("the columns of parameter {}", parameter.name), *parameter.columns, 1,
                                        kMostBufferElements));
    buffer.columns = static_cast<std::uint64_t>(columns);
    if (buffer.count % buffer.columns != 0) {
      return fail("{}: parameter {} of {} elements does not divide into whole rows of {} columns", scope.id,
                  parameter.name, buffer.count, buffer.columns);
    }
  }
  if (buffer.is_buffer) return buffer;
  TRY(buffer.scalar, fill(scope, parameter, buffer, {}));
  return buffer;
}

Result<void> shape_output(const Scope& scope, const Kernel& kernel, KernelShape& instance) {
  if (kernel.output.parameter.empty()) {
    instance.output_parameter = instance.parameters.size();
    return {};
  }
  TRY(const auto rows, scope.value("output.rows", kernel.output.rows, 1, kMostBufferElements));
  TRY(const auto columns, scope.value("output.columns", kernel.output.columns, 1, kMostBufferElements));
  const auto named = std::ranges::find(instance.parameters, kernel.output.parameter, &KernelShape::Parameter::name);
  if (named == instance.parameters.end()) {
    return fail("{}: output.parameter '{}' is not one of the parameters", scope.id, kernel.output.parameter);
  }
  instance.output_parameter = static_cast<std::size_t>(named - instance.parameters.begin());
  instance.output_rows = static_cast<std::uint64_t>(rows);
  instance.output_columns = static_cast<std::uint64_t>(columns);
  if (instance.output_rows * instance.output_columns != named->count) {
    return fail("{}: the output of {} rows and {} columns is not as large as parameter {}, which has {} elements",
                scope.id, rows, columns, named->name, named->count);
  }
  return {};
}

Result<void> shape_tile(const Scope& scope, const TileSpec& tile, KernelShape& instance) {
  TRY(instance.tile_rows, scope.value("tile.rows", tile.rows, 1, kMostBufferElements));
  TRY(instance.tile_columns, scope.value("tile.columns", tile.columns, 1, kMostBufferElements));
  TRY(instance.tile_padding, scope.value("tile.padding", tile.padding, 0, kMostBufferElements));
  return {};
}

Result<void> list_expected_faults(const Scope& scope, const Kernel& kernel, KernelShape& instance) {
  for (const auto& fault : kernel.expected_faults) {
    const auto happens = evaluate(fault.when, scope.options);
    if (!happens) return fail("{}: {}", scope.id, happens.error().message);
    if (*happens == 0) continue;
    instance.expected_faults.insert(fault.kind);
    instance.fault_lines.emplace(fault.kind, fault.line);
  }
  return {};
}

/// `contents`: null if only the shape is wanted.
Result<KernelShape> make_shape(const Kernel& kernel, const OptionValues& options,
                               std::vector<std::vector<std::byte>>* contents,
                               const std::function<bool()>& is_cancelled) {
  // Expressions are meaningless with missing options, or options out of range.
  TRY(const auto resolved, resolve_options(kernel, options));
  const Scope scope{kernel.id(), resolved};

  KernelShape instance;
  instance.kernel = &kernel;
  instance.options = resolved;
  TRY(instance.grid, extent(scope, "grid", kernel.launch.grid, kMostGridExtent));
  TRY(instance.block, extent(scope, "block", kernel.launch.block, kMostBlockExtent));
  TRY(check_block(scope, kernel.launch, instance.block));
  TRY(check_constraints(scope, kernel));

  TRY(const auto dynamic, scope.value("dynamic_shared_bytes", kernel.launch.dynamic_shared_bytes, 0,
                                      std::numeric_limits<std::uint32_t>::max()));
  instance.dynamic_shared_bytes = static_cast<std::uint32_t>(dynamic);
  for (const auto& parameter : kernel.parameters) {
    TRY(instance.parameters.emplace_back(), shape_parameter(scope, parameter));
    if (contents == nullptr) continue;
    contents->emplace_back();
    if (!instance.parameters.back().is_buffer) continue;
    TRY(contents->back(), fill(scope, parameter, instance.parameters.back(), is_cancelled));
  }
  TRY(shape_output(scope, kernel, instance));
  if (kernel.tile) {
    TRY(shape_tile(scope, *kernel.tile, instance));
  }
  TRY(list_expected_faults(scope, kernel, instance));
  const auto set = [&](const char* field, const std::optional<Expression>& expression,
                       std::optional<std::uint64_t>& value) -> Result<void> {
    if (!expression) return {};
    TRY(value, scope.value(field, *expression, 0, Expression::kLargest));
    return {};
  };
  TRY(set("traffic", kernel.traffic, instance.traffic_bytes));
  TRY(set("operations", kernel.operations, instance.operations));
  return instance;
}

/// These options with others in place of their own.
OptionValues overlaid(OptionValues options, const OptionValues& others) {
  for (const auto& [name, value] : others) options[name] = value;
  return options;
}

/// Sets options in another kernel.
Result<void> set_options(const std::map<std::string, Expression>& expressions, const OptionValues& options,
                         const std::string& what, OptionValues& there) {
  for (const auto& [name, expression] : expressions) {
    const auto value = evaluate(expression, options);
    if (!value) return fail("{}.{}: {}", what, name, value.error().message);
    there[name] = std::to_string(*value);
  }
  return {};
}

/// The kernel that a field of another one names, and its options there.
Result<std::pair<const Kernel*, OptionValues>> find_named(const Catalog& catalog, const Kernel& kernel,
                                                          std::string_view field, const BaselineSpec& named,
                                                          const OptionValues& options) {
  TRY(const auto resolved, resolve_options(kernel, options));
  TRY(const auto found, find_kernel(catalog, kernel.lesson + "/" + named.kernel));
  OptionValues chosen;
  TRY(set_options(named.options, resolved, fmt::format("{}: {}", kernel.id(), field), chosen));
  TRY(auto there, resolve_options(*found, chosen));
  return std::pair<const Kernel*, OptionValues>{found, std::move(there)};
}

}  // namespace

std::uint64_t KernelShape::Parameter::byte_count() const { return count * element_bytes(element); }

Result<KernelInstance> instantiate(const Kernel& kernel, const OptionValues& options,
                                   const std::function<bool()>& is_cancelled) {
  KernelInstance instance;
  TRY(static_cast<KernelShape&>(instance), make_shape(kernel, options, &instance.contents, is_cancelled));
  return instance;
}

Result<KernelShape> instantiate_shape(const Kernel& kernel, const OptionValues& options) {
  return make_shape(kernel, options, nullptr, {});
}

Result<std::pair<const Kernel*, OptionValues>> find_baseline(const Catalog& catalog, const Kernel& kernel,
                                                             const OptionValues& options) {
  if (!kernel.baseline) return std::pair<const Kernel*, OptionValues>{nullptr, {}};
  return find_named(catalog, kernel, "baseline", *kernel.baseline, options);
}

std::optional<std::pair<const Kernel*, OptionValues>> find_repaired(const Catalog& catalog, const Kernel& kernel,
                                                                    const OptionValues& options) {
  if (!kernel.repaired) return std::nullopt;
  auto found = find_named(catalog, kernel, "repaired", *kernel.repaired, options);
  if (!found || !instantiate_shape(*found->first, found->second)) return std::nullopt;
  return std::move(*found);
}

std::optional<std::pair<const Kernel*, OptionValues>> find_swizzled(const Catalog& catalog, const Kernel& kernel,
                                                                    const OptionValues& options) {
  if (!kernel.swizzled) return std::nullopt;
  const auto resolved = resolve_options(kernel, options);
  if (!resolved) return std::nullopt;
  const auto does_the_same = evaluate(kernel.swizzled->when, *resolved);
  if (!does_the_same || *does_the_same == 0) return std::nullopt;
  const bool same_kernel = kernel.swizzled->kernel.empty();
  const Kernel* there = &kernel;
  if (!same_kernel) {
    const auto found = find_kernel(catalog, kernel.lesson + "/" + kernel.swizzled->kernel);
    if (!found) return std::nullopt;
    there = *found;
  }
  OptionValues chosen = same_kernel ? *resolved : OptionValues{};
  if (!set_options(kernel.swizzled->options, *resolved, "swizzled", chosen)) return std::nullopt;
  auto complete = resolve_options(*there, chosen);
  if (!complete || !instantiate_shape(*there, *complete)) return std::nullopt;
  return std::pair<const Kernel*, OptionValues>{there, std::move(*complete)};
}

Result<std::vector<bool>> expected_output_defined(const KernelShape& instance) {
  const Scope scope{instance.kernel->id(), instance.options};
  const auto count = instance.output_rows * instance.output_columns;
  const Expression& defined = instance.kernel->output.defined;
  if (!defined.uses("row") && !defined.uses("col") && !defined.uses("i")) {  // the usual case: everywhere
    const auto everywhere = evaluate(defined, instance.options);
    if (!everywhere) return fail("{}: output element 0: {}", scope.id, everywhere.error().message);
    return std::vector<bool>(count, *everywhere != 0);
  }
  // vector<bool> cannot be written by several threads.
  std::vector<std::byte> bytes(count * element_bytes(ptx::Type::s64));
  const auto wrong = store_rule(scope.rule(defined, instance.output_columns), count, ptx::Type::s64, bytes);
  if (wrong) return fail("{}: output element {}: {}", scope.id, wrong->index, wrong->problem);
  std::vector<bool> result(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    std::int64_t value = 0;
    std::memcpy(&value, bytes.data() + i * sizeof value, sizeof value);
    result[i] = value != 0;
  }
  return result;
}

Result<std::vector<std::byte>> expected_output(const KernelShape& instance, const std::function<bool()>& is_cancelled) {
  if (instance.output_parameter == instance.parameters.size()) return std::vector<std::byte>();
  TRY(const auto defined, expected_output_defined(instance));
  const Scope scope{instance.kernel->id(), instance.options};
  const auto& parameter = instance.parameters[instance.output_parameter];
  TRY(const auto divisor, scope.value("output.divisor", instance.kernel->output.divisor, 1, Expression::kLargest));
  std::vector<std::byte> bytes(parameter.count * element_bytes(parameter.element));
  ElementRule rule = scope.rule(instance.kernel->output.rule, instance.output_columns);
  rule.divisor = divisor;
  rule.is_cancelled = is_cancelled;
  const auto wrong = store_rule(rule, parameter.count, parameter.element, bytes, &defined);
  if (wrong) return fail("{}: output element {}: {}", scope.id, wrong->index, wrong->problem);
  return bytes;
}

std::vector<OptionValues> measured_sizes(const Kernel& kernel, const OptionValues& options) {
  std::vector<OptionValues> sizes{overlaid(options, kernel.gpu)};
  for (const OptionValues& recorded : kernel.recorded) {
    OptionValues there = overlaid(overlaid(options, kernel.gpu), recorded);
    const bool is_alike = std::ranges::all_of(options, [&](const auto& option) {
      return kernel.gpu.contains(option.first) || there.at(option.first) == option.second;
    });
    if (is_alike) sizes.push_back(std::move(there));
  }
  return sizes;
}

}  // namespace bankloom
