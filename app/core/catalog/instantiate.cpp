// A kernel at chosen options: launch shape, filled buffers, expected output.
#include <algorithm>
#include <array>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <utility>

#include "core/base/text_lines.h"
#include "core/catalog/catalog.h"
#include "core/catalog/element_rule.h"
#include "core/catalog/element_type.h"
#include "core/catalog/expression.h"

namespace bankloom {
namespace {

// CUDA C++ Programming Guide, "Technical Specifications per Compute Capability": the same for every device so far.
constexpr std::int64_t kMostThreads = 1024;
constexpr std::array<std::int64_t, 3> kMostBlockExtent = {1024, 1024, 64};
constexpr std::array<std::int64_t, 3> kMostGridExtent = {2'147'483'647, 65'535, 65'535};

/// A buffer of more elements is a mistake in an expression rather than a wish.
constexpr std::int64_t kMostElements = std::int64_t{1} << 28;

constexpr std::array kAxis = {"x", "y", "z"};

/// The options of one kernel as variables of expressions, and the sentences' common beginning.
class Scope {
 public:
  Scope(const Kernel& kernel, const OptionValues& options) : id_(kernel.id()) {
    for (const auto& option : kernel.options) {
      const auto chosen = options.find(option.name);
      if (!option.is_variable() || chosen == options.end()) continue;
      names_.push_back(option.name);
      values_.push_back(std::stoll(chosen->second));
    }
  }

  [[nodiscard]] const std::string& id() const { return id_; }

  [[nodiscard]] Result<Expression> parse(const std::string& text, std::initializer_list<const char*> extra = {}) const {
    auto names = names_;
    names.insert(names.end(), extra.begin(), extra.end());
    return Expression::parse(text, names);
  }

  /// The options' values, with room for `extra` further ones behind them.
  [[nodiscard]] std::vector<std::int64_t> values(std::size_t extra = 0) const {
    auto result = values_;
    result.resize(values_.size() + extra);
    return result;
  }

  /// The value of an expression that must lie in [least, most]; `what` names it in the error.
  [[nodiscard]] Result<std::int64_t> value(const std::string& what, const std::string& text, std::int64_t least,
                                           std::int64_t most) const {
    auto parsed = parse(text);
    if (!parsed) return fail("{}: {}: {}", id_, what, parsed.error().message);
    const auto result = parsed->evaluate(values_);
    if (!result) return fail("{}: {}: {}", id_, what, result.error().message);
    if (*result < least || *result > most) {
      return fail("{}: {} = {} is {}, but must be from {} to {}{}", id_, what, text, *result, least, most,
                  advice("change", {text}));
    }
    return *result;
  }

  /// "; change BDIMX or BDIMY", the options that the expressions mention; "" where they mention none.
  [[nodiscard]] std::string advice(const char* verb, const std::vector<std::string>& texts) const {
    std::vector<std::string> used;
    for (const auto& text : texts) {
      const auto parsed = parse(text);
      if (!parsed) continue;
      for (const auto& name : parsed->used_variables()) {
        if (std::find(used.begin(), used.end(), name) == used.end()) used.push_back(name);
      }
    }
    return used.empty() ? "" : fmt::format("; {} {}", verb, join(used, " or "));
  }

 private:
  std::string id_;
  std::vector<std::string> names_;
  std::vector<std::int64_t> values_;
};

Result<Dim3> extent(const Scope& scope, const std::string& what, const LaunchSpec::Extent& texts,
                    const std::array<std::int64_t, 3>& most) {
  std::array<std::uint32_t, 3> sizes = {1, 1, 1};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    TRY(const auto size, scope.value(fmt::format("{}.{}", what, kAxis[axis]), texts[axis], 1, most[axis]));
    sizes[axis] = static_cast<std::uint32_t>(size);
  }
  return Dim3{sizes[0], sizes[1], sizes[2]};
}

Result<void> check_block(const Scope& scope, const LaunchSpec& launch, const Dim3& block) {
  if (block.count() <= static_cast<std::uint64_t>(kMostThreads)) return {};
  return fail("{}: a block may have {} threads at most, not {} x {} x {} = {}{}", scope.id(), kMostThreads, block.x,
              block.y, block.z, block.count(),
              scope.advice("lower", {launch.block[0], launch.block[1], launch.block[2]}));
}

Result<void> check_constraints(const Scope& scope, const Kernel& kernel) {
  for (const auto& constraint : kernel.constraints) {
    TRY(auto parsed, scope.parse(constraint.expression));
    const auto fulfilled = parsed.evaluate(scope.values());
    if (!fulfilled) return fail("{}: {}", scope.id(), fulfilled.error().message);
    if (*fulfilled == 0) return fail("{}: {}", scope.id(), constraint.message);
  }
  return {};
}

/// What a parameter holds before the run.
Result<std::vector<std::byte>> fill(const Scope& scope, const ParameterSpec& parameter,
                                    const KernelShape::Parameter& shape, const std::function<bool()>& wants_end) {
  std::vector<std::byte> bytes(shape.byte_count());
  if (parameter.kind == "out") return bytes;
  auto value = scope.parse(parameter.value, {"row", "col", "i"});
  if (!value) return fail("{}: parameter {}: {}", scope.id(), parameter.name, value.error().message);
  const ElementRule rule{&*value, scope.values(), std::max<std::uint64_t>(1, shape.columns), 1, wants_end};
  const auto wrong = store_rule(rule, shape.count, parameter.element, bytes);
  if (wrong) return fail("{}: parameter {}: {}", scope.id(), parameter.name, wrong->problem);
  return bytes;
}

Result<KernelShape::Parameter> shape_parameter(const Scope& scope, const ParameterSpec& parameter) {
  KernelShape::Parameter buffer{parameter.name, parameter.kind != "scalar", parameter.element, 1, 0, {}};
  if (buffer.is_buffer) {
    TRY(const auto elements,
        scope.value(fmt::format("the count of parameter {}", parameter.name), parameter.count, 1, kMostElements));
    buffer.count = static_cast<std::uint64_t>(elements);
  }
  if (!parameter.columns.empty()) {
    TRY(const auto columns,
        scope.value(fmt::format("the columns of parameter {}", parameter.name), parameter.columns, 1, kMostElements));
    buffer.columns = static_cast<std::uint64_t>(columns);
    if (buffer.count % buffer.columns != 0) {
      return fail("{}: parameter {} of {} elements has no whole rows of {} columns", scope.id(), parameter.name,
                  buffer.count, buffer.columns);
    }
  }
  if (buffer.is_buffer) return buffer;
  TRY(auto bytes, fill(scope, parameter, buffer, {}));
  buffer.scalar = std::move(bytes);
  return buffer;
}

Result<void> shape_output(const Scope& scope, const Kernel& kernel, KernelShape& instance) {
  if (kernel.output.parameter.empty()) {
    instance.output_parameter = instance.parameters.size();
    return {};
  }
  TRY(const auto rows, scope.value("output.rows", kernel.output.rows, 1, kMostElements));
  TRY(const auto columns, scope.value("output.columns", kernel.output.columns, 1, kMostElements));
  const auto named =
      std::find_if(instance.parameters.begin(), instance.parameters.end(),
                   [&](const KernelShape::Parameter& buffer) { return buffer.name == kernel.output.parameter; });
  if (named == instance.parameters.end()) {
    return fail("{}: output.parameter '{}' is none of the parameters", scope.id(), kernel.output.parameter);
  }
  instance.output_parameter = static_cast<std::size_t>(named - instance.parameters.begin());
  instance.output_rows = static_cast<std::uint64_t>(rows);
  instance.output_columns = static_cast<std::uint64_t>(columns);
  if (instance.output_rows * instance.output_columns != named->count) {
    return fail("{}: the output of {} rows and {} columns is not as large as parameter {}, which has {} elements",
                scope.id(), rows, columns, named->name, named->count);
  }
  return {};
}

Result<void> shape_tile(const Scope& scope, const TileSpec& tile, KernelShape& instance) {
  TRY(const auto rows, scope.value("tile.rows", tile.rows, 1, kMostElements));
  TRY(const auto columns, scope.value("tile.columns", tile.columns, 1, kMostElements));
  TRY(const auto padding, scope.value("tile.padding", tile.padding, 0, kMostElements));
  instance.tile_rows = static_cast<std::uint64_t>(rows);
  instance.tile_columns = static_cast<std::uint64_t>(columns);
  instance.tile_padding = static_cast<std::uint64_t>(padding);
  return {};
}

Result<void> list_expected_faults(const Scope& scope, const Kernel& kernel, KernelShape& instance) {
  auto& kinds = instance.expected_faults;
  for (const auto& fault : kernel.expected_faults) {
    TRY(auto when, scope.parse(fault.when));
    const auto happens = when.evaluate(scope.values());
    if (!happens) return fail("{}: {}", scope.id(), happens.error().message);
    if (*happens == 0) continue;
    kinds.push_back(fault.kind);
    instance.fault_lines.emplace_back(fault.kind, fault.line);
  }
  std::sort(kinds.begin(), kinds.end());
  kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());
  auto& lines = instance.fault_lines;
  std::sort(lines.begin(), lines.end());
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  return {};
}

/// `contents`: filled beside the shape; null where only the shape is wanted.
Result<KernelShape> make_shape(const Kernel& kernel, const OptionValues& options,
                               std::vector<std::vector<std::byte>>* contents, const std::function<bool()>& wants_end) {
  // Options that are missing, or out of range, would make nonsense of every expression.
  TRY(const auto resolved, resolve_options(kernel, options));
  const Scope scope(kernel, resolved);

  KernelShape instance;
  instance.kernel = &kernel;
  instance.options = resolved;
  TRY(const auto grid, extent(scope, "grid", kernel.launch.grid, kMostGridExtent));
  instance.grid = grid;
  TRY(const auto block, extent(scope, "block", kernel.launch.block, kMostBlockExtent));
  instance.block = block;
  TRY(check_block(scope, kernel.launch, block));
  TRY(check_constraints(scope, kernel));

  TRY(const auto dynamic, scope.value("dynamic_shared_bytes", kernel.launch.dynamic_shared_bytes, 0,
                                      std::numeric_limits<std::uint32_t>::max()));
  instance.dynamic_shared_bytes = static_cast<std::uint32_t>(dynamic);
  for (const auto& parameter : kernel.parameters) {
    TRY(auto shape, shape_parameter(scope, parameter));
    instance.parameters.push_back(std::move(shape));
    if (contents == nullptr) continue;
    contents->emplace_back();
    if (!instance.parameters.back().is_buffer) continue;
    TRY(auto filled, fill(scope, parameter, instance.parameters.back(), wants_end));
    contents->back() = std::move(filled);
  }
  TRY(shape_output(scope, kernel, instance));
  if (kernel.tile) {
    TRY(shape_tile(scope, *kernel.tile, instance));
  }
  TRY(list_expected_faults(scope, kernel, instance));
  if (!kernel.traffic.empty()) {
    TRY(const auto traffic, scope.value("traffic", kernel.traffic, 0, Expression::kLargest));
    instance.traffic_bytes = static_cast<std::uint64_t>(traffic);
  }
  return instance;
}

/// The kernel that a field of another one names, and its options there.
Result<std::pair<const Kernel*, OptionValues>> find_named(const Catalog& catalog, const Kernel& kernel,
                                                          std::string_view field, const BaselineSpec& named,
                                                          const OptionValues& options) {
  TRY(const auto resolved, resolve_options(kernel, options));
  TRY(const auto found, find_kernel(catalog, kernel.lesson + "/" + named.kernel));
  OptionValues chosen;
  for (const auto& [name, text] : named.options) {
    const auto value = evaluate(text, resolved);
    if (!value) return fail("{}: {}.{}: {}", kernel.id(), field, name, value.error().message);
    chosen[name] = std::to_string(*value);
  }
  TRY(auto there, resolve_options(*found, chosen));
  return std::pair<const Kernel*, OptionValues>{found, std::move(there)};
}

}  // namespace

std::uint64_t KernelShape::Parameter::byte_count() const { return count * element_bytes(element); }

Result<KernelInstance> instantiate(const Kernel& kernel, const OptionValues& options,
                                   const std::function<bool()>& wants_end) {
  KernelInstance instance;
  TRY(auto shape, make_shape(kernel, options, &instance.contents, wants_end));
  static_cast<KernelShape&>(instance) = std::move(shape);
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
  for (const auto& [name, text] : kernel.swizzled->options) {
    const auto value = evaluate(text, *resolved);
    if (!value) return std::nullopt;
    chosen[name] = std::to_string(*value);
  }
  auto complete = resolve_options(*there, chosen);
  if (!complete || !instantiate_shape(*there, *complete)) return std::nullopt;
  return std::pair<const Kernel*, OptionValues>{there, std::move(*complete)};
}

Result<std::vector<bool>> expected_output_defined(const KernelShape& instance) {
  const Scope scope(*instance.kernel, instance.options);
  const auto count = instance.output_rows * instance.output_columns;
  auto defined = scope.parse(instance.kernel->output.defined, {"row", "col", "i"});
  if (!defined) return fail("{}: {}", scope.id(), defined.error().message);
  const auto used = defined->used_variables();
  const bool varies = std::any_of(
      used.begin(), used.end(), [](const std::string& name) { return name == "row" || name == "col" || name == "i"; });
  if (!varies) {  // the usual case: everywhere
    const auto everywhere = defined->evaluate(scope.values(3));
    if (!everywhere) return fail("{}: output element 0: {}", scope.id(), everywhere.error().message);
    return std::vector<bool>(count, *everywhere != 0);
  }
  // vector<bool> cannot be written by several threads.
  std::vector<std::byte> bytes(count * element_bytes(ptx::Type::s64));
  const ElementRule rule{&*defined, scope.values(), instance.output_columns, 1};
  const auto wrong = store_rule(rule, count, ptx::Type::s64, bytes);
  if (wrong) return fail("{}: output element {}: {}", scope.id(), wrong->index, wrong->problem);
  std::vector<bool> result(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    std::int64_t value = 0;
    std::memcpy(&value, bytes.data() + i * sizeof value, sizeof value);
    result[i] = value != 0;
  }
  return result;
}

Result<std::vector<std::byte>> expected_output(const KernelShape& instance, const std::function<bool()>& wants_end) {
  if (instance.output_parameter == instance.parameters.size()) return std::vector<std::byte>();
  TRY(const auto defined, expected_output_defined(instance));
  const Scope scope(*instance.kernel, instance.options);
  auto value = scope.parse(instance.kernel->output.rule, {"row", "col", "i"});
  if (!value) return fail("{}: {}", scope.id(), value.error().message);
  const auto& parameter = instance.parameters[instance.output_parameter];
  TRY(const auto divisor, scope.value("output.divisor", instance.kernel->output.divisor, 1, Expression::kLargest));
  std::vector<std::byte> bytes(parameter.count * element_bytes(parameter.element));
  const ElementRule rule{&*value, scope.values(), instance.output_columns, divisor, wants_end};
  const auto wrong = store_rule(rule, parameter.count, parameter.element, bytes, &defined);
  if (wrong) return fail("{}: output element {}: {}", scope.id(), wrong->index, wrong->problem);
  return bytes;
}

}  // namespace bankloom
