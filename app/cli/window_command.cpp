// bankloom window, also the command of `bankloom` without one
#include <utility>

#include "cli/command.h"
#include "cli/data_folder.h"
#include "cli/gpu_command.h"
#include "cli/input.h"
#include "cli/lesson_files.h"
#include "cli/program_backend.h"
#include "cli/recordings.h"
#include "cli/scene_options.h"
#include "core/base/language.h"
#include "ui/application.h"
#include "ui/editor/source_file.h"
#include "ui/talk/talk_file.h"

namespace bankloom::cli {
namespace {

constexpr unsigned kMostFrames = 100'000;

struct WindowOptions {
  SceneOptions scene;
  ui::ViewFlags view;
  std::string size, lessons, gpu;
  unsigned frames = 0;
  bool play = false;
};

Result<Outcome> show_window(const WindowOptions& options, const Context& context) {
  ui::WindowRequest request;
  // Errors come before a window opens.
  ui::ViewSettings view;
  TRY(ui::set_flags(options.view, view));
  request.view = options.view;
  request.language = context.language;
  if (!options.size.empty()) {
    TRY(const auto extent, parse_pixels("--size", options.size));
    request.size = gfx::PixelSize{extent.width, extent.height};
  }
  if (options.frames > kMostFrames) return fail("--frames takes 1 to {}, not {}", kMostFrames, options.frames);
  if (options.play && options.frames == 0) return fail("--play goes with --frames; in the window, Space plays");
  if (!options.gpu.empty()) {
    if (context.device == nullptr) return fail("--gpu: this build cannot reach a GPU");
    TRY(context.device->use_command(options.gpu));
  }
  request.gpu_command = options.gpu;
  request.frames = options.frames;
  request.plays = options.play;
  TRY(const auto folder, find_data_folder(context.executable));
  auto reading = begin_reading(context);
  TRY(auto catalog, load_catalog_of(context));
  TRY(auto lessons, lessons_of(context, options.lessons, catalog));
  TRY(const auto machines, load_machines_of(context));
  SceneOptions asked = options.scene;
  if (asked.line.empty() && ui::names_talk(asked.kernel)) {
    TRY(ui::read_talk(asked.kernel));
    request.talk = std::exchange(asked.kernel, {});
  }
  if (asked.line.empty() && names_source_file(asked.kernel)) {
    TRY(ui::read_source(asked.kernel));
    request.file = asked.kernel;
  }
  TRY(request.scene, scene_of(asked, catalog));
  TRY(auto measure, measure_setup(context, catalog, machines, context.device, std::move(reading)));
  const ui::WindowSetup setup{catalog,
                              machines,
                              context.compiler,
                              folder / "shaders",
                              folder / kLanguageFolder,
                              std::move(lessons),
                              std::move(measure),
                              program_backend(context)};
  auto printed = ui::run_window(setup, request);
  if (!printed && !request.file.empty()) {
    return fail("{}; `bankloom analyze {}` prints what its accesses cost", printed.error().message,
                request.file.string());
  }
  TRY(printed);
  return Outcome{std::move(*printed), {}};
}

}  // namespace

Action declare_window(CLI::App& app, const Context& context) {
  auto options = std::make_shared<WindowOptions>();
  add_scene_options(app, options->scene);
  add_view_flags(app, options->view, true);
  add_lessons(app, options->lessons);
  add_gpu(app, options->gpu);
  add_value(app, "--size", options->size, "Size of the window", "WxH");
  add_value(app, "--frames", options->frames,
            "Draws N frames without pausing, prints as JSON the milliseconds to the first frame and per frame "
            "(median, 95th percentile), and closes",
            "N");
  app.add_flag("--play", options->play, "With --frames: the animation plays meanwhile, in a loop");
  return [options, context] { return show_window(*options, context); };
}

}  // namespace bankloom::cli
