#include "cli/picture_scene.h"

#include "cli/command_words.h"
#include "cli/input.h"
#include "cli/launch_source.h"
#include "core/base/language.h"
#include "core/base/text_lines.h"
#include "ui/paper_figures.h"
#include "ui/view_options.h"

namespace bankloom::cli {
namespace {

constexpr std::array kLabels{CellLabel::bank, CellLabel::value, CellLabel::word, CellLabel::place, CellLabel::lane};
constexpr std::array kLayouts{TileLayout::logical, TileLayout::physical};

template <class Value, std::size_t N>
Result<Value> named(const std::string& option, const std::string& name, const std::array<Value, N>& values,
                    std::string_view (*name_of)(Value)) {
  std::vector<std::string_view> known;
  for (const Value value : values) {
    if (name_of(value) == name) return value;
    known.push_back(name_of(value));
  }
  return fail("{} takes one of {}, not '{}'", option, join(known, list_sign()), name);
}

Result<void> set_appearance(const PictureScene& options, Scene& scene) {
  if (!options.cells.empty()) {
    TRY(const auto label, named("--cells", options.cells, kLabels, cell_label_name));
    scene.label = label;
  }
  if (!options.layout.empty()) {
    TRY(const auto layout, named("--layout", options.layout, kLayouts, tile_layout_name));
    scene.layout = layout;
  }
  return {};
}

/// Goes to the place of --warp and --step.
Result<void> go_to_place(const PictureScene& options, Session& session) {
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

}  // namespace

std::vector<std::string> picture_values(const std::string& option) {
  std::vector<std::string> values;
  const auto take = [&values](const auto& names) {
    for (const auto& name : names) values.emplace_back(name);
  };
  for (const ui::ViewOption& one : ui::view_options()) {
    if (one.flag == option) take(one.names);
  }
  if (option == "--details") take(ui::tab_ids());
  if (option == "--view") take(ui::picture_views());
  if (option == "--cells") {
    for (const auto label : kLabels) values.emplace_back(cell_label_name(label));
  }
  if (option == "--layout") {
    for (const auto layout : kLayouts) values.emplace_back(tile_layout_name(layout));
  }
  if (option == "--figure") {
    for (const auto& figure : ui::paper_figures()) values.emplace_back(figure.name);
  }
  return values;
}

void add_picture_scene(CLI::App& app, PictureScene& options) {
  add_scene_options(app, options.scene);
  add_launch_flags(app, options.scene.program);
  add_value(app, "--warp", options.warp, "Warp of the block, from 0; at its most expensive shared-memory request", "N");
  add_value(app, "--step", options.step,
            "Step of the selected warp, from 0; default: the last of the most expensive request", "N");
  add_picture_flags(app, options.picture);
  add_value(app, "--cells", options.cells, "What the cells show: bank, value, word, place, lane", "WHAT");
  add_value(app, "--layout", options.layout,
            "The tile as it is indexed (logical) or as it lies in the banks (physical)", "HOW");
}

Result<ui::PictureOptions> show_in(const PictureSource& source, const PictureScene& options, const Context& context,
                                   std::string_view command) {
  TRY(auto picture, picture_options(options.picture));
  TRY(use_source(source, picture));
  TRY(auto scene, scene_with_launch(options.scene, source.catalog, context));
  if (!scene) {
    return fail("{0} needs a kernel, as in `bankloom {0} square/setRowReadCol --out picture.png`", command);
  }
  TRY(set_appearance(options, *scene));
  TRY(ui::fill_view_words(scene->view_words, picture.view));
  TRY(source.show(*scene));
  TRY(go_to_place(options, *source.session));
  return picture;
}

Result<ShownScene> show_picture_scene(const PictureScene& options, const Context& context, std::string_view command,
                                      bool is_drawn) {
  ShownScene shown;
  TRY(shown.source, make_picture_source(context));
  TRY(shown.options, show_in(*shown.source, options, context, command));
  if (is_drawn) TRY(shown.source->open_context());
  return shown;
}

}  // namespace bankloom::cli
