#include "core/wording/run_text.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/ptx/argument_spec.h"
#include "core/wording/numbers.h"

namespace bankloom {

using namespace wording;

Text ratio_text(const Ratio& ratio) { return ratio.any() ? ratio_text(ratio.value()) : Text("–"); }

Text cost_text(const LineFigures& line) {
  std::string lines;
  std::size_t kind = 0;
  for (const Ratio* ratio : {&line.shared_load, &line.shared_store, &line.shared_atomic, &line.global_load,
                             &line.global_store, &line.global_atomic}) {
    const Case of{kind++};
    if (!ratio->any()) continue;
    const Text text =
        ratio->conflicts == 0
            ? say("{of:shared load|shared store|shared atomic|global load|global store|global atomic}: {ratio} "
                  "{of:wavefronts|wavefronts|wavefronts|sectors|sectors|sectors} a request, "
                  "{requests:# request|# requests}",
                  "of"_a = of, "ratio"_a = ratio_text(*ratio), "requests"_a = Count{ratio->requests})
            : say("{of:shared load|shared store|shared atomic}: {ratio} wavefronts a request, "
                  "{requests:# request|# requests}, {conflicts:# bank conflict|# bank conflicts}",
                  "of"_a = of, "ratio"_a = ratio_text(*ratio), "requests"_a = Count{ratio->requests},
                  "conflicts"_a = Count{ratio->conflicts});
    lines += (lines.empty() ? "" : "\n") + text.str();
  }
  return Text(std::move(lines));
}

Text load_and_store_text(const RunFigures& figures) {
  const auto brief = [](const Ratio& ratio) {
    const auto tenths = static_cast<std::uint64_t>(ratio.value() * 10 + 0.5);
    const bool is_whole =
        ratio.any() && tenths % 10 == 0 && std::abs(ratio.value() - static_cast<double>(tenths) / 10) < 0.005;
    return is_whole ? figure_text(ratio.value(), 0) : ratio_text(ratio);
  };
  return say("{load} / {store}", "load"_a = brief(figures.load), "store"_a = brief(figures.store));
}

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

Text transactions_text(const Stage& stage) { return stage.space == Space::shared ? say("wavefronts") : say("sectors"); }

Text place_text(const StepState& state, Length length) {
  const Space space = state.access.space;
  const Case unit{space == Space::shared ? 0U : space == Space::global ? 1U : 2U};
  const Text step = say("{unit:wavefront|sector|step} {step} of {steps}", "unit"_a = unit,
                        "step"_a = Count{std::uint64_t{state.step} + 1}, "steps"_a = Count{state.steps});
  if (length != Length::full) return step;
  const Text access = space == Space::shared
                          ? Text(std::string(access_op_name(state.access.op)))
                          : Text(fmt::format("{} {}", space_name(space), access_op_name(state.access.op)));
  return state.request.source_line == 0
             ? say("warp {warp} · {access} · {step}", "warp"_a = state.request.warp, "access"_a = access,
                   "step"_a = step)
             : say("warp {warp} · line {line} · {access} · {step}", "warp"_a = state.request.warp,
                   "line"_a = state.request.source_line, "access"_a = access, "step"_a = step);
}

Text hidden_text() { return say("This is hidden until the question is answered."); }

Text output_text(const RunSummary& run) {
  const std::uint64_t count = run.output_rows * run.output_columns;
  if (run.different == 0) {
    if (run.defined_count == 0) return say("the rule says nothing about these elements");
    if (run.defined_count < count) {
      return say("as its rule says, where it says something: {defined} of {count:# element|# elements}",
                 "defined"_a = Count{run.defined_count}, "count"_a = Count{count});
    }
    return say("all {count:# element|# elements} as the rule says", "count"_a = Count{count});
  }
  const std::uint64_t columns = std::max<std::uint64_t>(run.output_columns, 1);
  return say(
      "{different} of {count:# element|# elements} {different:differs|differ}, first at row {row}, column {column}: "
      "{value}, expected {expected}",
      "different"_a = Count{run.different}, "count"_a = Count{count}, "row"_a = run.first_different / columns,
      "column"_a = run.first_different % columns, "value"_a = element_text(run, run.first_output, 0),
      "expected"_a = element_text(run, run.first_expected, 0));
}

Text element_text(const RunSummary& run, const std::vector<std::byte>& elements, std::uint64_t index) {
  const std::size_t bytes = ptx::element_bytes(run.output_type);
  if (bytes == 0 || index >= elements.size() / bytes) return {};
  return Text(ptx::value_to_text(run.output_type, std::span(elements).subspan(index * bytes, bytes)));
}

}  // namespace bankloom
