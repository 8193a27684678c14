#include "ui/panels/fitting_shape.h"

#include <algorithm>

#include "core/wording/run_text.h"
#include "ui/layout/controls.h"
#include "ui/panels/option_text.h"
#include "ui/panels/side_style.h"

namespace bankloom::ui {

using namespace wording;

Result<void> choose_shape(Session& session, Side side, const std::string& x, const std::string& y,
                          const BlockShape& shape) {
  // One of the two orders passes only through shapes that the constraints allow, if any does.
  const auto set = [&](const std::string& name, std::int64_t value) {
    return session.change(session.selection().with_option(side, name, std::to_string(value)));
  };
  if (!set(x, shape.x)) static_cast<void>(set(y, shape.y));
  const auto first = set(x, shape.x);
  return first ? set(y, shape.y) : first;
}

Box fitting_shape(const PanelContext& context, Side side) {
  Session& session = context.session;
  const Kernel* const kernel = session.kernel(side);
  const auto machine = find_machine(session.selection().machines(), session.scene().machine);
  if (kernel == nullptr || !machine || !shape_options(*kernel).both()) return {};
  const ShapeOptions shape = shape_options(*kernel);
  const OptionValues values = session.options(side);
  if (to_number(values.at(shape.x->name)) * to_number(values.at(shape.y->name)) <= machine->threads_per_block) {
    return {};
  }
  const auto shapes = shape_presets(*kernel, values, kShapeButtons, machine->threads_per_block);
  if (shapes.empty()) return {};
  const auto square = std::ranges::find_if(shapes, [](const BlockShape& one) { return one.x == one.y; });
  const BlockShape fits = square == shapes.end() ? shapes.front() : *square;
  const auto choose = [&session, side, x = shape.x->name, y = shape.y->name, fits] {
    static_cast<void>(choose_shape(session, side, x, y, fits));
  };
  return Row().add(Button(fmt::format("use shape {}", side_name(side)),
                          say("Use {shape}", "shape"_a = fits.words()).str(), choose, ButtonStyle::accent_a)
                       .tooltip("A block that this machine can run."));
}

}  // namespace bankloom::ui
