#include "core/wording/run_text.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/base/language.h"
#include "core/ptx/argument_spec.h"
#include "core/wording/numbers.h"

namespace bankloom {

using namespace wording;

namespace {

const CapturedLaunch* captured_of(const RunSummary& run) { return run.own ? run.own->source.launch.get() : nullptr; }

}  // namespace

Text launch_name_text(const CapturedLaunch& launch) {
  return say("launch {index} of {program}", "index"_a = launch.index,
             "program"_a = launch.program.substr(launch.program.rfind('/') + 1));
}

Text launch_and_kernel_text(const CapturedLaunch& launch) {
  return say("{launch}, {kernel}", "launch"_a = launch_name_text(launch), "kernel"_a = launch.kernel);
}

Text run_name_text(const RunSummary& run) {
  const CapturedLaunch* launch = captured_of(run);
  if (launch == nullptr) return Text(run.kernel->id());
  return say("launch {index} of {program}, {kernel}", "index"_a = launch->index, "program"_a = launch->program,
             "kernel"_a = launch->kernel);
}

Text run_heading_text(const RunSummary& run) {
  const CapturedLaunch* launch = captured_of(run);
  if (launch == nullptr) return Text(run.kernel->title);
  if (launch->launch_line == 0) return {};
  return say("launched at {file}:{line}", "file"_a = launch->launch_file, "line"_a = launch->launch_line);
}

Text ratio_text(const Ratio& ratio) { return ratio.any() ? ratio_text(ratio.value()) : Text("–"); }

Text cost_text(const LineFigures& line) {
  std::string lines;
  std::size_t kind = 0;
  for (const Ratio* ratio : {&line.shared_store, &line.shared_load, &line.shared_atomic, &line.global_store,
                             &line.global_load, &line.global_atomic}) {
    const Case of{kind++};
    if (!ratio->any()) continue;
    if (ratio->is_split()) {
      const double each = static_cast<double>(ratio->transactions) / static_cast<double>(ratio->requests);
      lines += (lines.empty() ? "" : "\n") +
               say("{of:shared store|shared load|shared atomic|global store|global load|global atomic}: {ratio} "
                   "{of:wavefronts|wavefronts|wavefronts|sectors|sectors|sectors} a warp = {parts} requests × {each}, "
                   "{conflicts:# bank conflict|# bank conflicts}",
                   "of"_a = of, "ratio"_a = ratio_text(*ratio), "parts"_a = ratio_text(ratio->value() / each),
                   "each"_a = ratio_text(each), "conflicts"_a = Count{ratio->conflicts})
                   .str();
      continue;
    }
    const Text text =
        ratio->conflicts == 0
            ? say("{of:shared store|shared load|shared atomic|global store|global load|global atomic}: {ratio} "
                  "{of:wavefronts|wavefronts|wavefronts|sectors|sectors|sectors} a request, "
                  "{requests:# request|# requests}",
                  "of"_a = of, "ratio"_a = ratio_text(*ratio), "requests"_a = Count{ratio->requests})
            : say("{of:shared store|shared load|shared atomic}: {ratio} wavefronts a request, "
                  "{requests:# request|# requests}, {conflicts:# bank conflict|# bank conflicts}",
                  "of"_a = of, "ratio"_a = ratio_text(*ratio), "requests"_a = Count{ratio->requests},
                  "conflicts"_a = Count{ratio->conflicts});
    lines += (lines.empty() ? "" : "\n") + text.str();
  }
  return Text(std::move(lines));
}

Text store_and_load_text(const RunFigures& figures) {
  const auto brief = [](const Ratio& ratio) {
    const auto tenths = static_cast<std::uint64_t>(std::llround(ratio.value() * 10));
    const bool is_whole =
        ratio.any() && tenths % 10 == 0 && std::abs(ratio.value() - static_cast<double>(tenths) / 10) < 0.005;
    return is_whole ? figure_text(ratio.value(), 0) : ratio_text(ratio);
  };
  return say("{store} / {load}{unit:| sectors}", "store"_a = brief(figures.store), "load"_a = brief(figures.load),
             "unit"_a = Case{figures.sectors ? 1U : 0U});
}

namespace {

/// By the request, or by the warp where the machine makes several of its access.
Case per_of(const RunFigures& figures) { return {figures.load.is_split() || figures.store.is_split() ? 1U : 0U}; }

}  // namespace

Text figures_text(const RunFigures& figures, std::uint64_t shared_bytes) {
  return say(
      "\nstore {store}, load {load} {unit:wavefronts|sectors of global memory} a {per:request|warp}; "
      "{wavefronts:# wavefront|# wavefronts} and {conflicts:# bank conflict|# bank conflicts} in all; {bytes:# byte|# "
      "bytes} of shared memory a block",
      "store"_a = ratio_text(figures.store), "load"_a = ratio_text(figures.load),
      "unit"_a = Case{figures.sectors ? 1U : 0U}, "per"_a = per_of(figures), "wavefronts"_a = Count{figures.wavefronts},
      "conflicts"_a = Count{figures.conflicts}, "bytes"_a = Count{shared_bytes});
}

Text cost_text(const RunFigures& figures) {
  return say(
      "With the current options: {space:wavefronts of shared memory|no shared memory; sectors of 32 bytes of global "
      "memory} per {per:request|warp}, store {store}, load {load}.",
      "space"_a = Case{figures.sectors ? 1U : 0U}, "per"_a = per_of(figures), "store"_a = ratio_text(figures.store),
      "load"_a = ratio_text(figures.load));
}

namespace {

/// An element's final value, after its present state and with its value on the GPU.
Text final_value_text(const KernelRun& run, const ElementFacts& facts) {
  const Text value = element_text(run, run.output, facts.index);
  Text in_the_end =
      facts.gpu.empty() ? value : say("{value}, on the GPU {gpu}", "value"_a = value, "gpu"_a = facts.gpu);
  switch (facts.reach) {
    case ElementReach::untouched:
      return say("not written yet; in the end {value}", "value"_a = in_the_end);
    case ElementReach::updated:
      return say("changed by an atomic, its value not known; in the end {value}", "value"_a = in_the_end);
    case ElementReach::other:
      return say("{present} so far; in the end {value}", "present"_a = facts.so_far, "value"_a = in_the_end);
    default:
      return in_the_end;
  }
}

}  // namespace

Text element_meaning_text(const KernelRun& run, const ElementFacts& facts) {
  const std::uint64_t columns = std::max<std::uint64_t>(run.output_columns, 1), index = facts.index;
  const Text place = say("row {row}, column {column}: {value}", "row"_a = index / columns, "column"_a = index % columns,
                         "value"_a = final_value_text(run, facts));
  if (facts.expectation == ElementExpectation::other) {
    return say("{place}, expected {expected}", "place"_a = place,
               "expected"_a = element_text(run, run.expected, index));
  }
  return say("{place}, {expected:as expected||nothing is expected here}", "place"_a = place,
             "expected"_a = Case{static_cast<std::size_t>(facts.expectation)});
}

Wordings so_far_wordings(std::uint64_t reached, std::uint64_t elements) {
  const Count count{reached};
  return {say("written so far: {count} of {all:# element|# elements}", "count"_a = count, "all"_a = Count{elements}),
          say("so far {count} of {all}", "count"_a = count, "all"_a = Count{elements}), say("so far")};
}

Text final_only_text(bool is_compared, std::uint64_t most) {
  if (is_compared) return say("The GPU's output differs from the emulator's, so both are shown in their final state.");
  return say(
      "Outputs of up to {most} elements are shown step by step; this one has more, so its final matrix is shown.",
      "most"_a = Count{most});
}

Wordings expected_wordings(double least, double most) {
  const Text from = plain_number_text(least), to = plain_number_text(most);
  return {say("expected · colours from {least} to {most}", "least"_a = from, "most"_a = to),
          say("expected, {least} to {most}", "least"_a = from, "most"_a = to), say("expected")};
}

Wordings differ_wordings(std::uint64_t elements, const std::string& gpu) {
  const Count count{elements};
  return {say("written on {gpu}: {count} differ", "gpu"_a = gpu, "count"_a = count),
          say("{gpu}: {count} differ", "gpu"_a = gpu, "count"_a = count), say("GPU: {count} differ", "count"_a = count),
          say("≠ {count}", "count"_a = count)};
}

Text differ_text(std::uint64_t elements) { return say("{elements} differ", "elements"_a = Count{elements}); }

Text stage_text(const Stage& stage, Length length) {
  const bool is_shared = stage.space == Space::shared;
  const bool reads = stage.op == AccessOp::load || stage.op == AccessOp::ldmatrix;
  const bool writes = stage.op == AccessOp::store || stage.op == AccessOp::stmatrix;
  const Case done{(is_shared ? 0U : 3U) + (reads ? 0U : writes ? 1U : 2U)};
  return length == Length::full
             ? say("{done:tile loaded|tile stored|tile updated|sectors read|sectors written|sectors updated}",
                   "done"_a = done)
             : say("{done:loaded|stored|updated|read|written|updated}", "done"_a = done);
}

Text lines_of_stage_text(const Stage& stage) {
  std::vector<std::string> lines;
  lines.reserve(stage.lines.size());
  for (const std::uint32_t line : stage.lines) lines.push_back(std::to_string(line));
  return say("per request · {word:line|lines} {lines}", "word"_a = Case{lines.size() == 1 ? 0U : 1U},
             "lines"_a = list_text(lines));
}

Text no_way_text(std::uint32_t warp) {
  return say(
      "Warp {warp} does not move a matrix from global memory through shared memory and back; choose a kernel that "
      "does, such as transpose/tile.",
      "warp"_a = warp);
}

Text transactions_text(const Stage& stage) { return stage.space == Space::shared ? say("wavefronts") : say("sectors"); }

Text place_text(const StepState& state, Length length, bool tells_cost) {
  const Space space = state.access.space;
  const Case unit{!tells_cost ? 2U : space == Space::shared ? 0U : space == Space::global ? 1U : 2U};
  Text step = say("{unit:wavefront|sector|step} {step} of {steps}", "unit"_a = unit,
                  "step"_a = Count{std::uint64_t{state.step} + 1}, "steps"_a = Count{state.steps});
  if (length != Length::full) return step;
  const Text access = space == Space::shared ? Text(std::string(access_op_name(state.access.op)))
                                             : say("{space} {op}", "space"_a = translated(space_name(space)),
                                                   "op"_a = translated(access_op_name(state.access.op)));
  return state.request.source_line == 0
             ? say("warp {warp} · {access} · {step}", "warp"_a = state.request.warp, "access"_a = access,
                   "step"_a = step)
             : say("warp {warp} · line {line} · {access} · {step}", "warp"_a = state.request.warp,
                   "line"_a = state.request.source_line, "access"_a = access, "step"_a = step);
}

CounterText counter_text(Space space, std::uint32_t step, std::uint32_t steps, Length length) {
  const Count all{steps};
  Text number = say("{step}", "step"_a = Count{std::uint64_t{step} + 1});
  if (length != Length::full) return {std::move(number), say("of {steps}", "steps"_a = all)};
  return {std::move(number), space == Space::global ? say("of {steps:# sector|# sectors}", "steps"_a = all)
                                                    : say("of {steps:# wavefront|# wavefronts}", "steps"_a = all)};
}

Text idle_text(std::uint32_t steps, std::uint32_t idle, Length length) {
  if (length != Length::full) return say("idle for {idle}", "idle"_a = Count{idle});
  return say("done in {steps}, idle for {idle}", "steps"_a = Count{steps}, "idle"_a = Count{idle});
}

Text hidden_text() { return say("This is hidden until the question is answered."); }

Text later_lesson_text() { return say("A later step explains what such a request takes."); }

Text output_text(const RunSummary& run) {
  const std::uint64_t count = run.output_rows * run.output_columns;
  if (run.different == 0) {
    if (run.defined_count == 0) return say("no rule says what it should be");
    if (run.defined_count < count) {
      return say("{defined} of {count:# element|# elements} compared, all as expected",
                 "defined"_a = Count{run.defined_count}, "count"_a = Count{count});
    }
    return say("all {count:# element|# elements} as expected", "count"_a = Count{count});
  }
  const std::uint64_t columns = std::max<std::uint64_t>(run.output_columns, 1);
  return say(
      "{different} of {count:# element|# elements} {different:differs|differ}, first at row {row}, column {column}: "
      "{value}, expected {expected}",
      "different"_a = Count{run.different}, "count"_a = Count{count}, "row"_a = run.first_different / columns,
      "column"_a = run.first_different % columns, "value"_a = element_text(run, run.first_output, 0),
      "expected"_a = element_text(run, run.first_expected, 0));
}

Text output_text(const RunSummary& run, std::size_t faults) {
  Text output = output_text(run);
  if (faults == 0) return output;
  return say("{output}; but the kernel has {faults:a fault|# faults}", "output"_a = output, "faults"_a = Count{faults});
}

Text element_text(const RunSummary& run, const std::vector<std::byte>& elements, std::uint64_t index) {
  const std::size_t bytes = ptx::element_bytes(run.output_type);
  if (bytes == 0 || index >= elements.size() / bytes) return {};
  return Text(ptx::value_to_text(run.output_type, std::span(elements).subspan(index * bytes, bytes)));
}

}  // namespace bankloom
