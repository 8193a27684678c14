#include "core/catalog/block_shapes.h"

#include <algorithm>

namespace bankloom {
namespace {

const Option* integer_option(const Kernel& kernel, const Expression& extent) {
  const Option* const option = kernel.option(extent.text());
  return option != nullptr && option->type == OptionType::integer ? option : nullptr;
}

bool allows_shape(const Kernel& kernel, OptionValues values, const ShapeOptions& options, const BlockShape& shape) {
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
  return {integer_option(kernel, kernel.launch.block[0]), integer_option(kernel, kernel.launch.block[1])};
}

std::string BlockShape::words() const { return fmt::format("{}×{}", x, y); }

std::vector<BlockShape> shape_presets(const Kernel& kernel, const OptionValues& values, std::size_t most,
                                      std::int64_t threads) {
  const ShapeOptions options = shape_options(kernel);
  std::vector<BlockShape> shapes;
  if (!options.both()) return shapes;
  // Square ones and those twice as wide as tall come first, as in the lessons.
  static constexpr BlockShape kCandidates[] = {{32, 32}, {32, 16}, {16, 16}, {16, 32},
                                               {32, 8},  {8, 8},   {64, 16}, {8, 32}};
  for (const BlockShape& shape : kCandidates) {
    if (shapes.size() < most && shape.x * shape.y <= threads && allows_shape(kernel, values, options, shape))
      shapes.push_back(shape);
  }
  return shapes;
}

}  // namespace bankloom
