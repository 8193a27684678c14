#include "cli/picture_source.h"

#include <utility>

#include "cli/data_folder.h"
#include "cli/kernel_run.h"
#include "cli/recordings.h"

namespace bankloom::cli {

Result<void> PictureSource::show(const Scene& scene) const {
  TRY(session->show(scene));
  session->finish();
  for (const Side side : {Side::a, Side::b}) {
    if (side == Side::b && !session->comparing()) break;
    const auto& failure = session->runs().side(side).failure;
    if (failure == nullptr) continue;
    const Kernel* kernel = session->kernel(side);
    return fail_with(told(*failure, kernel == nullptr ? "" : kernel->source_path.string()));
  }
  return {};
}

Result<void> PictureSource::open_context() {
  if (context != nullptr) return {};
  TRY(context, gfx::make_offscreen_context());
  return {};
}

Result<std::unique_ptr<PictureSource>> make_picture_source(const Context& context) {
  TRY(const auto folder, find_data_folder(context.executable));
  auto source = std::make_unique<PictureSource>();
  source->shader_folder = folder / "shaders";
  auto reading = begin_reading(context);
  TRY(source->catalog, load_catalog_of(context));
  TRY(source->machines, load_machines_of(context));
  source->runs = std::make_unique<RunService>(source->catalog, source->machines, context.compiler);
  source->session = std::make_unique<Session>(*source->runs);
  source->advice = std::make_unique<AdviceService>(source->catalog, context.compiler);
  TRY(auto measure, measure_setup(context, source->catalog, source->machines, nullptr, std::move(reading)));
  source->measures = std::make_unique<ui::Measures>(std::move(measure));
  return source;
}

}  // namespace bankloom::cli
