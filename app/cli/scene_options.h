// The options that choose a scene, for the window and for pictures.
#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/program_run.h"
#include "core/base/result.h"
#include "core/catalog/catalog.h"
#include "core/session/scene.h"
#include "ui/view_options.h"

namespace bankloom::cli {

struct SceneOptions {
  std::string kernel;
  std::vector<std::string> settings;
  std::vector<std::string> compared;  ///< NAME=VALUE, or another kernel
  std::string line;                   ///< of a scene
  std::string machine;
  ProgramFlags program;  ///< if the command takes FILE.cu --launch N
};

/// Declares KERNEL, --set, --compare, --scene and --machine.
void add_scene_options(CLI::App& app, SceneOptions& options);

/// The scene; nothing if no option was given. `read` is the text of the kernel's file, if already read. Errors: an
/// unknown kernel, words that are no NAME=VALUE, both a kernel and a scene. Session::show() checks options and machine.
[[nodiscard]] Result<std::optional<Scene>> scene_of(const SceneOptions& options, const Catalog& catalog,
                                                    const OwnSource* read = nullptr);
/// The same for a file that may be a program, which --launch runs. Errors: a program without --launch.
[[nodiscard]] Result<std::optional<Scene>> scene_with_launch(const SceneOptions& options, const Catalog& catalog,
                                                             const Context& context);

/// Declares the flags of ui::view_options() for pictures or for the window; `flags` must outlive the parsing.
void add_view_flags(CLI::App& app, ui::ViewFlags& flags, bool of_window);

struct PixelExtent {
  int width = 0, height = 0;
};
/// "1600x900", each from 1 to 100,000; errors name `option`.
[[nodiscard]] Result<PixelExtent> parse_pixels(const std::string& option, const std::string& text);

}  // namespace bankloom::cli
