// The scene of a command that draws one: kernel, options and place as of the window, and how it looks.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "cli/picture_flags.h"
#include "cli/scene_options.h"

namespace bankloom::cli {

struct PictureScene {
  SceneOptions scene;
  std::optional<std::int64_t> step, warp;
  PictureFlags picture;
  std::string cells, layout;
};

void add_picture_scene(CLI::App& app, PictureScene& options);

/// A session that shows the scene, with an OpenGL context where it is drawn, and how to draw it. `command`: for errors.
struct ShownScene {
  std::unique_ptr<PictureSource> source;
  ui::PictureOptions options;
};
/// The same in a session that there is.
[[nodiscard]] Result<ui::PictureOptions> show_in(const PictureSource& source, const PictureScene& options,
                                                 const Context& context, std::string_view command);
[[nodiscard]] Result<ShownScene> show_picture_scene(const PictureScene& options, const Context& context,
                                                    std::string_view command, bool is_drawn = true);

}  // namespace bankloom::cli
