#include "cli/picture_source.h"

#include <utility>

#include "cli/data_folder.h"
#include "cli/kernel_run.h"
#include "cli/recordings.h"

namespace bankloom::cli {

Attempt<void> PictureSource::show(const Scene& scene) const {
  if (const auto shown = session->show(scene); !shown) return fail_with(shown.error());
  session->finish();
  for (const Side side : {Side::a, Side::b}) {
    if (side == Side::b && !session->comparing()) break;
    const auto& failure = session->runs().side(side).failure;
    if (failure == nullptr) continue;
    const Kernel* kernel = session->kernel(side);
    return tl::unexpected<Problem>(problem_of(*failure, kernel == nullptr ? "" : kernel->source_path.string()));
  }
  // A picture that stands alone shows what is to be seen, not where it begins.
  if (!scene.position) session->player().to_notable();
  return {};
}

Result<void> PictureSource::open_context() {
  if (context != nullptr) return {};
  auto made = gfx::make_offscreen_context();
  if (!made) return fail_with(made.error());
  context = std::move(*made);
  return {};
}

Result<std::unique_ptr<PictureSource>> make_picture_source(const Context& context) {
  const auto folder = find_data_folder(context.executable);
  if (!folder) return fail_with(folder.error());
  auto source = std::make_unique<PictureSource>();
  source->shader_folder = *folder / "shaders";
  auto reading = begin_reading(context);
  auto catalog = load_catalog_of(context);
  if (!catalog) return fail_with(catalog.error());
  source->catalog = std::move(*catalog);
  auto machines = load_machines_of(context);
  if (!machines) return fail_with(machines.error());
  source->machines = std::move(*machines);
  source->runs = std::make_unique<RunService>(source->catalog, source->machines, context.compiler);
  source->session = std::make_unique<Session>(*source->runs);
  source->advice = std::make_unique<AdviceService>(source->catalog, context.compiler);
  auto measure = measure_setup(context, source->catalog, source->machines, nullptr, std::move(reading));
  if (!measure) return fail_with(measure.error());
  source->measures = std::make_unique<ui::Measures>(std::move(*measure));
  return source;
}

}  // namespace bankloom::cli
