// bankloom tour
#include <algorithm>
#include <array>
#include <string_view>
#include <system_error>

#include "cli/command.h"
#include "cli/input.h"
#include "cli/picture_source.h"
#include "core/base/language.h"
#include "gfx/png.h"
#include "ui/application.h"
#include "ui/export.h"

namespace bankloom::cli {
namespace {

/// The lessons of the tour, those on tiles in the order of the course.
constexpr std::array<std::string_view, 2> kLessons = {"square", "rectangular"};

/// A scene for each kernel of these lessons, and one for the first kernel without and with padding.
std::vector<Scene> tour_scenes(const Catalog& catalog) {
  std::vector<Scene> scenes;
  for (const Lesson& lesson : catalog.lessons) {
    if (std::ranges::find(kLessons, lesson.name) == kLessons.end()) continue;
    for (const auto& kernel : catalog.kernels) {
      if (kernel.lesson != lesson.name) continue;
      Scene scene;
      scene.a.kernel = kernel.id();
      scenes.push_back(std::move(scene));
    }
  }
  auto first = ui::first_scene(catalog);
  if (first && first->b) {
    for (const auto& [padding, value] : first->b->options) first->a.options[padding] = "0";
    scenes.push_back(std::move(*first));
  }
  return scenes;
}

Result<Outcome> tour(const std::string& out, const Context& context) {
  TRY(auto source, make_picture_source(context));
  TRY(source->open_context());
  const std::filesystem::path folder = out;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return fail("the folder '{}' cannot be created: {}", out, error.message());
  Session& session = *source->session;
  const auto scenes = tour_scenes(source->catalog);
  // Later kernels compile while a picture is drawn.
  std::vector<RunKey> keys;
  keys.reserve(scenes.size());
  for (const auto& scene : scenes) keys.push_back({scene.a.kernel, scene.a.options, scene.machine, scene.architecture});
  source->runs->prefetch(keys);
  std::string names;
  for (const auto& scene : scenes) {
    TRY(source->show(scene));
    ui::PictureOptions options;
    options.measures = source->measures.get();
    TRY(const auto picture, ui::render_picture(session, source->shader_folder, options));
    // A second tour replaces the pictures of the first.
    const auto path = folder / ui::picture_name(session, "");
    TRY(gfx::write_png(path, picture.image, picture.texts));
    names += "  " + path.filename().string() + "\n";
  }
  return Outcome{message("{} pictures in {}:\n{}", scenes.size(), folder.string(), names), {}};
}

}  // namespace

Action declare_tour(CLI::App& app, const Context& context) {
  auto out = std::make_shared<std::string>("bankloom-tour");
  add_value(app, "--out", *out, "The folder to write to; created if missing", "FOLDER")->capture_default_str();
  return [out, context] { return tour(*out, context); };
}

}  // namespace bankloom::cli
