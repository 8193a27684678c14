// How an own kernel is launched, and which buffer is its output.
#include <algorithm>

#include "core/own/own_maker.h"

namespace bankloom::own {
namespace {

/// CUDA C++ Programming Guide, "Technical Specifications per Compute Capability": the same for every device so far.
constexpr std::array<std::uint64_t, 3> kMostGrid = {2'147'483'647, 65'535, 65'535};
constexpr std::array<std::uint64_t, 3> kMostBlock = {1024, 1024, 64};
constexpr std::uint64_t kMostThreads = 1024;
constexpr std::uint64_t kMostDynamicBytes = std::uint64_t{1} << 24;

}  // namespace

Result<void> Maker::shape_launch() {
  OwnLaunch& launch = own_->launch;
  if (!launch_) return shape_unwritten_launch();
  launch.origin = OwnOrigin::text;
  launch.line = launch_remark_->rest.line;
  launch.text = launch_remark_->rest.text;
  TRY(extent("grid", launch_->shape[0], answers_.extents[grid_], kMostGrid, launch.grid));
  TRY(extent("block", launch_->shape[1], answers_.extents[block_], kMostBlock, launch.block));
  if (launch.block.count() > kMostThreads) {
    return fail_at(launch_->shape[1], file_,
                   fmt::format("a block may have 1,024 threads at most, not {} x {} x {} = {}", launch.block.x,
                               launch.block.y, launch.block.z, launch.block.count()));
  }
  const std::int64_t bytes = dynamic_ == kNone ? 0 : answers_.numbers[dynamic_];
  if (bytes < 0 || static_cast<std::uint64_t>(bytes) > kMostDynamicBytes) {
    return fail_at(launch_->shape[2], file_, fmt::format("no block can have {} bytes of dynamic shared memory", bytes));
  }
  launch.dynamic_shared_bytes = static_cast<std::uint32_t>(bytes);
  const auto text_of = [](const Dim3& size) {
    return LaunchSpec::Extent{std::to_string(size.x), std::to_string(size.y), std::to_string(size.z)};
  };
  kernel_.launch = {text_of(launch.grid), text_of(launch.block), std::to_string(bytes)};
  return {};
}

Result<void> Maker::extent(const char* what, const Part& place, const std::array<std::uint64_t, 3>& given,
                           const std::array<std::uint64_t, 3>& most, Dim3& result) const {
  constexpr std::array kAxis = {"x", "y", "z"};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (given[axis] >= 1 && given[axis] <= most[axis]) continue;
    const auto wrapped = static_cast<std::int32_t>(static_cast<std::uint32_t>(given[axis]));
    const std::string value = wrapped < 0 ? std::to_string(wrapped) : std::to_string(given[axis]);
    return fail_at(
        place, file_,
        fmt::format("{}.{} of the {} is {}, and must be from 1 to {}", what, kAxis[axis], "launch", value, most[axis]));
  }
  result = {static_cast<std::uint32_t>(given[0]), static_cast<std::uint32_t>(given[1]),
            static_cast<std::uint32_t>(given[2])};
  return {};
}

Result<void> Maker::shape_unwritten_launch() {
  OwnLaunch& launch = own_->launch;
  if (base_ != nullptr) {
    launch.origin = OwnOrigin::lesson;
    TRY(const auto instance, instantiate_shape(*base_, options_));
    launch.grid = instance.grid;
    launch.block = instance.block;
    launch.dynamic_shared_bytes = instance.dynamic_shared_bytes;
  } else {
    launch.origin = OwnOrigin::usual;
    if (function_->has_required_block) {
      launch.block = function_->required_block;
    } else if (facts_.uses_y) {
      const bool fits = function_->max_threads == 0 || function_->max_threads >= kMostThreads;
      launch.block = {32, fits ? 32U : std::max(1U, function_->max_threads / 32), 1};
    } else {
      launch.block = {function_->max_threads == 0 ? 32U : function_->max_threads, 1, 1};
    }
    launch.dynamic_shared_bytes = usual_dynamic_bytes(launch.block);
  }
  const auto size_text = [](const Dim3& size) {
    if (size.z > 1) return fmt::format("dim3({}, {}, {})", size.x, size.y, size.z);
    return size.y > 1 ? fmt::format("dim3({}, {})", size.x, size.y) : std::to_string(size.x);
  };
  std::string arguments;
  for (std::size_t index = 0; index < described_.size(); ++index)
    arguments += (index == 0 ? "" : ", ") + name_of(index);
  launch.text = fmt::format(
      "{}<<<{}, {}{}>>>({})", written_, size_text(launch.grid), size_text(launch.block),
      launch.dynamic_shared_bytes == 0 ? std::string() : fmt::format(", {}", launch.dynamic_shared_bytes), arguments);
  if (base_ != nullptr) return {};
  const auto text_of = [](const Dim3& size) {
    return LaunchSpec::Extent{std::to_string(size.x), std::to_string(size.y), std::to_string(size.z)};
  };
  kernel_.launch = {text_of(launch.grid), text_of(launch.block), std::to_string(launch.dynamic_shared_bytes)};
  note(
      fmt::format("The text does not say how it is launched, so this is taken: write `// launch: {}` in it and change "
                  "what should be other.",
                  launch.text));
  return {};
}

/// Dynamic shared memory of a launch that is not written: an element for each thread, as buffers have, and more where
/// that turned out to be too little. 0 where the kernel uses none.
std::uint32_t Maker::usual_dynamic_bytes(const Dim3& block) const {
  const bool is_used =
      std::any_of(arrays_.begin(), arrays_.end(), [](const simt::SharedArray& array) { return array.is_dynamic; });
  if (!is_used) return 0;
  std::uint64_t element = 4;
  for (const auto& [index, info] : answers_.arrays) {
    if (facts_.shared[index].is_extern && info.element.bytes != 0) element = info.element.bytes;
  }
  constexpr std::uint64_t kUsualLimit = std::uint64_t{48} * 1024;  // what every device gives without being asked
  return static_cast<std::uint32_t>(std::min(block.count() * element * guess_.shared_growth, kUsualLimit));
}

Result<void> Maker::choose_output() {
  std::size_t chosen = kNone;
  const auto& parameters = own_->parameters;
  if (const own::Remark* remark = remark_of("output")) {
    for (std::size_t index = 0; index < parameters.size(); ++index) {
      const bool named = remark->rest.text == parameters[index].name || remark->rest.text == alias_of(index);
      if (named && parameters[index].is_buffer) chosen = index;
    }
    if (chosen == kNone && !own::reads_like_prose(remark->rest.text)) {
      return fail_at(
          remark->rest, file_,
          fmt::format("the kernel has no pointer parameter '{}' that could be the output", remark->rest.text));
    }
  }
  const bool is_said = chosen != kNone;
  for (std::size_t index = 0; index < parameters.size() && base_ != nullptr && !is_said; ++index) {
    if (parameters[index].name == base_->output.parameter && parameters[index].is_buffer) chosen = index;
  }
  for (std::size_t index = 0; index < parameters.size() && chosen == kNone; ++index) {
    const std::size_t back = parameters.size() - 1 - index;
    if (parameters[back].is_buffer && kernel_.parameters[back].kind != "in") chosen = back;
  }
  for (std::size_t index = 0; index < parameters.size() && chosen == kNone; ++index) {
    if (parameters[index].is_buffer) chosen = index;
  }
  if (chosen == kNone) {
    note(fmt::format("{} has no pointer parameter, so no output is shown.", written_));
    kernel_.output = {};
    kernel_.output.rule = kernel_.output.defined = "0";
    return {};
  }
  own_->parameters[chosen].is_output = true;
  const ParameterSpec& spec = kernel_.parameters[chosen];
  const bool is_lesson =
      base_ != nullptr && own_->parameters[chosen].origin == OwnOrigin::lesson && spec.name == base_->output.parameter;
  if (is_lesson) return {};  // the lesson's rule holds
  OutputSpec& output = kernel_.output;
  output = {};
  output.parameter = spec.name;
  output.rule = output.defined = "0";
  const auto count = evaluate(spec.count, options_);
  const auto columns = spec.columns.empty() ? evaluate("0", {}) : evaluate(spec.columns, options_);
  std::int64_t width = columns ? *columns : 0;
  const std::int64_t all = count ? *count : 1;
  if (width <= 0) width = all % kUsualRow == 0 ? std::int64_t{kUsualRow} : all;
  if (all % width != 0) width = all;
  output.rows = std::to_string(all / width);
  output.columns = std::to_string(width);
  return {};
}

}  // namespace bankloom::own
