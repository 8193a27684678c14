// How an own kernel is launched, and which buffer is its output.
#include <algorithm>
#include <utility>

#include "core/base/language.h"
#include "core/base/text_lines.h"
#include "core/own/own_stages.h"

namespace bankloom::own {
namespace {

constexpr std::int64_t kMostDynamicBytes = std::int64_t{1} << 24;

Result<Dim3> extent_of(const AskedText& asked, const char* what, std::size_t question,
                       const std::array<std::int64_t, 3>& most) {
  Dim3 extent;
  std::uint32_t* const axes[] = {&extent.x, &extent.y, &extent.z};
  for (std::size_t axis = 0; axis < most.size(); ++axis) {
    const std::int64_t given = asked.answers.word(question, axis);
    *axes[axis] = static_cast<std::uint32_t>(given);
    if (given >= 1 && given <= most[axis]) continue;
    // A dim3 has made a negative number a large one.
    const auto wrapped = static_cast<std::int32_t>(*axes[axis]);
    return fail_at(asked.plan.questions.all[question].place, asked.file,
                   "{}.{} of the launch is {}, and must be from 1 to {}", what, "xyz"[axis],
                   wrapped < 0 ? wrapped : given, most[axis]);
  }
  return extent;
}

Result<OwnLaunch> written_launch(const AskedText& asked) {
  const LaunchPlan& plan = asked.plan;
  const LaunchLine& line = *asked.launch;
  OwnLaunch launch;
  launch.origin = OwnOrigin::text;
  launch.line = line.written.line;
  launch.text = line.written.text;
  TRY(launch.grid, extent_of(asked, "grid", plan.grid, kMostGridExtent));
  TRY(launch.block, extent_of(asked, "block", plan.block, kMostBlockExtent));
  if (launch.block.count() > kMostBlockThreads) {
    return fail_at(line.text.shape[1], asked.file, "a block may have 1,024 threads at most, not {} x {} x {} = {}",
                   launch.block.x, launch.block.y, launch.block.z, launch.block.count());
  }
  const std::int64_t bytes = plan.dynamic == kNone ? 0 : asked.answers.word(plan.dynamic);
  if (bytes < 0 || bytes > kMostDynamicBytes) {
    return fail_at(line.text.shape[2], asked.file, "no block can have {} bytes of dynamic shared memory", bytes);
  }
  launch.dynamic_shared_bytes = static_cast<std::uint32_t>(bytes);
  return launch;
}

/// One warp, unless the kernel has launch bounds or uses two axes.
Dim3 usual_block(const AskedText& asked) {
  const ptx::Function& function = *asked.plan.function;
  if (function.has_required_block) return function.required_block;
  const std::uint32_t most = function.max_threads;
  if (!asked.facts.uses_y) return {most == 0 ? 32U : most, 1, 1};
  return {32, most == 0 || most >= kMostBlockThreads ? 32U : std::max(1U, most / 32), 1};
}

/// The default of dynamic shared memory: `growth` elements for each thread; 0 if the kernel uses none.
std::uint32_t usual_dynamic_bytes(const AskedText& asked, const Dim3& block, std::uint64_t growth) {
  if (std::ranges::none_of(asked.plan.arrays, &simt::SharedArray::is_dynamic)) return 0;
  std::uint64_t element = 4;
  for (const auto& [index, info] : asked.answers.arrays) {
    if (asked.facts.shared[index].is_extern && info.element.bytes != 0) element = info.element.bytes;
  }
  constexpr std::uint64_t kUsualLimit = std::uint64_t{48} * 1024;  // what every device gives without being asked
  return static_cast<std::uint32_t>(std::min(block.count() * element * growth, kUsualLimit));
}

std::string size_text(const Dim3& size) {
  if (size.z > 1) return fmt::format("dim3({}, {}, {})", size.x, size.y, size.z);
  return size.y > 1 ? fmt::format("dim3({}, {})", size.x, size.y) : std::to_string(size.x);
}

/// The parameter that is the output: the one that a comment names, the lesson's, the last that is written, the first
/// buffer.
std::size_t output_index(const AskedText& asked, const OwnKernel& own, const Kernel& kernel,
                         const std::string& wanted) {
  const auto last = [&](const auto& is_one) {
    for (std::size_t index = own.parameters.size(); index-- > 0;) {
      if (own.parameters[index].is_buffer && is_one(index)) return index;
    }
    return kNone;
  };
  std::size_t chosen = last([&](std::size_t index) {
    return !wanted.empty() && (own.parameters[index].name == wanted || asked.plan.parameters[index].alias == wanted);
  });
  if (chosen == kNone && asked.base != nullptr) {
    chosen = last([&](std::size_t index) { return own.parameters[index].name == asked.base->output.parameter; });
  }
  if (chosen == kNone) {
    chosen = last([&](std::size_t index) { return kernel.parameters[index].kind != ParameterKind::in; });
  }
  if (chosen != kNone) return chosen;
  const auto first = std::ranges::find(own.parameters, true, &OwnParameter::is_buffer);
  return first == own.parameters.end() ? kNone : static_cast<std::size_t>(first - own.parameters.begin());
}

}  // namespace

Result<OwnLaunch> launch_of(const AskedText& asked, const OwnGuess& guess) {
  if (asked.launch) return written_launch(asked);
  OwnLaunch launch;
  if (asked.base != nullptr) {
    launch.origin = OwnOrigin::lesson;
    TRY(const auto instance, instantiate_shape(*asked.base, asked.options));
    launch.grid = instance.grid;
    launch.block = instance.block;
    launch.dynamic_shared_bytes = instance.dynamic_shared_bytes;
  } else {
    launch.block = usual_block(asked);
    launch.dynamic_shared_bytes = usual_dynamic_bytes(asked, launch.block, guess.shared_growth);
  }
  std::vector<std::string> names;
  names.reserve(asked.plan.parameters.size());
  for (const ParameterPlan& parameter : asked.plan.parameters) names.push_back(parameter.name);
  launch.text = fmt::format("{}<<<{}, {}{}>>>({})", asked.plan.kernel, size_text(launch.grid), size_text(launch.block),
                            launch.dynamic_shared_bytes == 0 ? "" : fmt::format(", {}", launch.dynamic_shared_bytes),
                            join(names, ", "));
  return launch;
}

Result<void> choose_output(const AskedText& asked, OwnKernel& own, Kernel& kernel) {
  const Remark* const remark = remark_on(asked.facts, "output");
  const std::string wanted = remark == nullptr ? "" : remark->rest.text;
  const std::size_t chosen = output_index(asked, own, kernel, wanted);
  const bool is_found =
      chosen != kNone && (own.parameters[chosen].name == wanted || asked.plan.parameters[chosen].alias == wanted);
  if (remark != nullptr && !is_found && !reads_like_prose(wanted)) {
    return fail_at(remark->rest, asked.file, "the kernel has no pointer parameter '{}' that could be the output",
                   wanted);
  }
  OutputSpec output;
  output.defined = 0;
  if (chosen == kNone) {
    own.notes.push_back(message("{} has no pointer parameter, so no output is shown.", asked.plan.kernel));
    kernel.output = std::move(output);
    return {};
  }
  own.parameters[chosen].is_output = true;
  const ParameterSpec& spec = kernel.parameters[chosen];
  const bool is_lesson = asked.base != nullptr && own.parameters[chosen].origin == OwnOrigin::lesson &&
                         spec.name == asked.base->output.parameter;
  if (is_lesson) return {};  // the lesson's rule holds
  output.parameter = spec.name;
  const std::int64_t all = evaluate(spec.count, asked.options).value_or(1);
  std::int64_t width = evaluate(spec.columns.value_or(0), asked.options).value_or(0);
  if (width <= 0) width = all % kUsualRow == 0 ? std::int64_t{kUsualRow} : all;
  if (all % width != 0) width = all;
  output.rows = all / width;
  output.columns = width;
  kernel.output = std::move(output);
  return {};
}

}  // namespace bankloom::own
