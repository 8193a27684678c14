// The options by which a command line says what is to be shown: of the window, of pictures.
#pragma once

#include <CLI/App.hpp>
#include <memory>
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
  ProgramFlags program;  ///< where the command takes FILE.cu --launch N
};

/// Declares KERNEL, --set, --compare, --scene and --machine.
void add_scene_options(CLI::App& app, SceneOptions& options);

/// The scene that they mean; nothing where none of them was given. Errors: an unknown kernel (the nearest is offered),
/// words that are no NAME=VALUE, both a kernel and a scene. Whether options and machine exist is found by
/// Session::show().
/// `read`: the text of the kernel's file, where it was read already.
[[nodiscard]] Result<std::optional<Scene>> scene_of(const SceneOptions& options, const Catalog& catalog,
                                                    const OwnSource* read = nullptr);
/// The same where the kernel's file may be a program: --launch runs it. A program without --launch is an error.
[[nodiscard]] Result<std::optional<Scene>> scene_with_launch(const SceneOptions& options, const Catalog& catalog,
                                                             const Context& context);

/// Declares the flags of ui::view_options(), of pictures or those of the window; `flags` must outlive the parsing.
void add_view_flags(CLI::App& app, ui::ViewFlags& flags, bool of_window);

struct PixelExtent {
  int width = 0, height = 0;
};
/// "1600x900"; whole numbers from 1 to 100,000. The error names the option.
[[nodiscard]] Result<PixelExtent> parse_pixels(const std::string& option, const std::string& text);

}  // namespace bankloom::cli
