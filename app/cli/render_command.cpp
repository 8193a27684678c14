// bankloom render
#include <system_error>

#include "cli/command.h"
#include "cli/input.h"
#include "cli/launch_source.h"
#include "cli/picture_flags.h"
#include "cli/picture_source.h"
#include "cli/scene_options.h"
#include "core/base/text_lines.h"
#include "gfx/png.h"
#include "ui/export.h"

namespace bankloom::cli {
namespace {

struct RenderOptions {
  SceneOptions scene;
  std::optional<std::int64_t> step, warp;
  PictureFlags picture;
  std::string cells, layout;
  std::string out;
};

template <class Value, std::size_t N>
Result<Value> named(const std::string& option, const std::string& name, const std::array<Value, N>& values,
                    std::string_view (*name_of)(Value)) {
  std::vector<std::string_view> known;
  for (const Value value : values) {
    if (name_of(value) == name) return value;
    known.push_back(name_of(value));
  }
  return fail("{} takes one of {}, not '{}'", option, join(known, ", "), name);
}

Result<void> set_appearance(const RenderOptions& options, Scene& scene) {
  if (!options.cells.empty()) {
    static constexpr std::array kLabels{CellLabel::bank, CellLabel::value, CellLabel::word, CellLabel::place,
                                        CellLabel::lane};
    TRY(const auto label, named("--cells", options.cells, kLabels, cell_label_name));
    scene.label = label;
  }
  if (!options.layout.empty()) {
    static constexpr std::array kLayouts{TileLayout::logical, TileLayout::physical};
    TRY(const auto layout, named("--layout", options.layout, kLayouts, tile_layout_name));
    scene.layout = layout;
  }
  return {};
}

/// Goes to the place of --warp and --step.
Result<void> go_to_place(const RenderOptions& options, Session& session) {
  if (!options.warp && !options.step) return {};
  const auto warps = static_cast<std::int64_t>(warps_of(session.player().shown().views()));
  const std::int64_t warp = options.warp.value_or(session.player().position().warp);
  if (warp < 0 || warp >= warps) {
    return fail("there is no warp {}: the block has {}, numbered from 0 to {}", warp, warps, warps - 1);
  }
  if (options.warp) {
    session.player().go_to({static_cast<std::uint32_t>(warp), 0, 0});
    session.player().to_notable(true);
  }
  if (!options.step) return {};
  const auto steps = static_cast<std::int64_t>(session.player().sequence().count());
  if (*options.step < 0 || *options.step >= steps) {
    return fail("there is no step {}: warp {} has {}, numbered from 0 to {}", *options.step, warp, steps, steps - 1);
  }
  session.player().go_to_step(static_cast<std::uint64_t>(*options.step));
  return {};
}

Result<Outcome> render(const RenderOptions& options, const Context& context) {
  TRY(auto picture, picture_options(options.picture));
  if (options.out.empty()) return fail("render needs --out FILE.png, the file or the folder to write to");
  const std::filesystem::path named = options.out;
  std::error_code no_folder;
  if (named.has_extension() && named.extension() != ".png" && named.extension() != ".PNG" &&
      !std::filesystem::is_directory(named, no_folder)) {
    return fail("render writes PNG pictures, not '{}' files; give --out a name that ends in .png",
                named.extension().string());
  }
  TRY(auto source, make_picture_source(context));
  TRY(use_source(*source, picture));
  TRY(auto scene, scene_with_launch(options.scene, source->catalog, context));
  if (!scene) return fail("render needs a kernel, as in `bankloom render square/setRowReadCol --out picture.png`");
  TRY(set_appearance(options, *scene));
  TRY(ui::fill_view_words(scene->view_words, picture.view));
  TRY(source->show(*scene));
  Session& session = *source->session;
  TRY(go_to_place(options, session));
  TRY(source->open_context());
  TRY(const auto drawn, ui::render_picture(session, source->shader_folder, picture));
  std::filesystem::path path = options.out;
  std::error_code error;
  if (std::filesystem::is_directory(path, error))
    path = ui::free_path(path / ui::picture_name(session, options.picture.view));
  TRY(gfx::write_png(path, drawn.image, drawn.texts));
  return Outcome{fmt::format("{} ({} x {} pixels)\n", path.string(), drawn.image.width, drawn.image.height), {}};
}

}  // namespace

Action declare_render(CLI::App& app, const Context& context) {
  auto options = std::make_shared<RenderOptions>();
  add_scene_options(app, options->scene);
  add_launch_flags(app, options->scene.program);
  add_value(app, "--warp", options->warp, "Warp of the block, from 0; at its most expensive shared-memory request",
            "N");
  add_value(app, "--step", options->step,
            "Step of the selected warp, from 0; not given: the most expensive request's last", "N");
  add_picture_flags(app, options->picture);
  add_value(app, "--cells", options->cells, "What stands in the cells: bank, value, word, place, lane", "WHAT");
  add_value(app, "--layout", options->layout,
            "The tile as it is indexed (logical) or as it lies in the banks (physical)", "HOW");
  add_value(app, "--out", options->out, "The PNG file to write, or a folder: then the picture is named after its scene",
            "FILE.png");
  return [options, context] { return render(*options, context); };
}

}  // namespace bankloom::cli
