#include "ui/panels/columns_field.h"

#include <algorithm>
#include <vector>

#include "core/session/matrix_places.h"
#include "core/wording/program_view_text.h"
#include "ui/layout/controls.h"
#include "ui/panels/side_style.h"
#include "ui/programs/open_launch.h"

namespace bankloom::ui {
namespace {

/// A buffer of the launch. Elements may be vectors or structures, which are drawn as their numbers.
struct Shaped {
  std::string name;
  std::uint64_t elements = 0, columns = 0;
  bool is_output = false;
};

std::uint64_t drawn_columns(const KernelRun& run, std::size_t parameter) {
  if (parameter == run.instance.output_parameter && run.output_columns != 0) {
    return drawn_shape(run.output_rows, run.output_columns).columns;
  }
  MatrixPlaces matrix;
  matrix.parameter = parameter;
  shape_matrix(run, matrix);
  return matrix.columns;
}

std::vector<Shaped> shaped_buffers(const KernelRun& run) {
  std::vector<Shaped> buffers;
  const auto& shown = run.own->parameters;
  for (std::size_t i = 0; i < std::min(shown.size(), run.instance.parameters.size()); ++i) {
    if (!shown[i].is_buffer || shown[i].count < 2) continue;
    const std::uint64_t parts = std::max<std::uint64_t>(run.instance.parameters[i].count / shown[i].count, 1);
    const std::uint64_t columns = std::max<std::uint64_t>(drawn_columns(run, i) / parts, 1);
    buffers.push_back({shown[i].name, shown[i].count, columns, shown[i].is_output});
  }
  return buffers;
}

}  // namespace

Box columns_field(PanelContext& context, Side side, std::string& buffer) {
  const auto source = context.session.selection().own(side);
  const auto& run = context.session.side(side).run;
  if (context.still || context.workbench == nullptr || !source || !source->launch || !run || !run->own) return {};
  const std::vector<Shaped> buffers = shaped_buffers(*run);
  if (buffers.empty()) return {};
  auto chosen = std::ranges::find(buffers, buffer, &Shaped::name);
  if (chosen == buffers.end()) chosen = std::ranges::find_if(buffers, &Shaped::is_output);
  if (chosen == buffers.end()) chosen = buffers.begin();
  std::vector<std::string> names;
  names.reserve(buffers.size());
  for (const Shaped& one : buffers) names.push_back(one.name);
  const auto enter = [&context, side, name = chosen->name, count = chosen->elements](std::int64_t typed) {
    const auto columns = static_cast<std::uint64_t>(typed);
    if (count % columns != 0) return context.say(columns_that_do_not_fit_text(count, columns));
    say_problem(context, set_columns(context, side, name, columns));
  };
  return Row()
      .gap(6)
      .add(Text("columns").small().muted(), fit())
      .add(DropDown("buffer", names, static_cast<int>(chosen - buffers.begin()),
                    [&buffer, names](int index) { buffer = names[static_cast<std::size_t>(index)]; })
               .tooltip("The buffer whose row length is set: what the launch wrote, or another that it was given."),
           share())
      .add(IntField("columns", static_cast<std::int64_t>(chosen->columns), 1,
                    static_cast<std::int64_t>(chosen->elements), enter)
               .tooltip("Elements in a row of this buffer. It is kept for this file, kernel and buffer."),
           units(66));
}

}  // namespace bankloom::ui
