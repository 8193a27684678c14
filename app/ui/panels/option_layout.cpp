#include "ui/panels/option_layout.h"

#include <algorithm>

#include "core/base/text_lines.h"
#include "core/wording/text.h"

namespace bankloom::ui {

using namespace wording;
namespace {

constexpr std::int64_t kMostThreads = 1024;

const Option* int_option(const Kernel& kernel, const Expression& extent) {
  const Option* const option = kernel.option(extent.text());
  return option != nullptr && option->type == OptionType::integer ? option : nullptr;
}

bool allows(const Kernel& kernel, OptionValues values, const ShapeOptions& options, const Shape& shape) {
  if (shape.x * shape.y > kMostThreads) return false;
  values.insert_or_assign(options.x->name, std::to_string(shape.x));
  values.insert_or_assign(options.y->name, std::to_string(shape.y));
  const auto resolved = resolve_options(kernel, values);
  if (!resolved) return false;
  return std::ranges::all_of(kernel.constraints, [&](const Constraint& constraint) {
    const auto holds = evaluate(constraint.expression, *resolved);
    return holds && *holds != 0;
  });
}

}  // namespace

ShapeOptions shape_options(const Kernel& kernel) {
  return {int_option(kernel, kernel.launch.block[0]), int_option(kernel, kernel.launch.block[1])};
}

std::string Shape::words() const { return fmt::format("{}×{}", x, y); }

std::vector<Shape> shape_presets(const Kernel& kernel, const OptionValues& values, std::size_t most) {
  const ShapeOptions options = shape_options(kernel);
  std::vector<Shape> shapes;
  if (!options.both()) return shapes;
  // Square ones and those twice as wide as tall come first, as in the lessons.
  static constexpr Shape kCandidates[] = {{32, 32}, {32, 16}, {16, 16}, {16, 32}, {32, 8}, {8, 8}, {64, 16}, {8, 32}};
  for (const Shape& shape : kCandidates) {
    if (shapes.size() < most && allows(kernel, values, options, shape)) shapes.push_back(shape);
  }
  return shapes;
}

std::string option_text(const Option& option) {
  const auto values = option.type == OptionType::integer
                          ? say("{name}: {least} to {most}, {first} at first.", "name"_a = option.name,
                                "least"_a = option.minimum, "most"_a = option.maximum, "first"_a = option.default_value)
                          : say("{name}: one of {values}; {first} at first.", "name"_a = option.name,
                                "values"_a = join(option.values, ", "), "first"_a = option.default_value);
  return joined({bankloom::Text(option.meaning), values});
}

}  // namespace bankloom::ui
