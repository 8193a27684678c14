// Application: the window on the screen. Opens it, passes input to it, draws when something changes, keeps the
// settings.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/catalog/catalog.h"
#include "core/compile/compiler.h"
#include "core/learn/lesson.h"
#include "core/machine/machine_model.h"
#include "core/measure/measure_service.h"
#include "core/session/scene.h"
#include "gfx/pixels.h"
#include "ui/programs/programs.h"
#include "ui/view_options.h"

namespace bankloom::ui {

/// What the window needs; all of it must outlive it.
struct WindowSetup {
  const Catalog& catalog;
  const std::vector<MachineModel>& machines;
  Compiler& compiler;
  std::filesystem::path shader_folder;
  std::filesystem::path languages = {};  ///< folder of translations; empty: the language cannot be chosen
  std::vector<learn::Lesson> lessons = {};
  /// How times are measured, and the figures to use instead; nothing: no times are shown.
  std::optional<MeasureService::Setup> measure = {};
  /// How learners' programs are run; nothing: they cannot be run.
  std::optional<ProgramBackend> programs = {};
};

/// The command line's settings of the window. Unset ones come from the settings file.
struct WindowRequest {
  std::optional<Scene> scene;
  std::filesystem::path file;  ///< the file of A's text, opened in the editor; empty: none
  std::filesystem::path talk;  ///< to be opened; empty: none
  ViewFlags view;
  std::string language = {};           ///< tag; empty: that of the settings
  std::optional<gfx::PixelSize> size;  ///< in the window system's units
  std::string gpu_command = {};        ///< that leads to a GPU elsewhere; empty: that of the settings
  bool plays = false;                  ///< with `frames`: the animation plays repeatedly
  unsigned frames = 0;                 ///< draws so many frames without a pause, then closes; 0: until the user closes
                                       ///< it
};

/// The kernel of the first start, if the catalogue has it: it shows the conflict that padding removes.
inline constexpr const char* kFirstKernel = "square/setRowReadCol";

/// The scene with that kernel, otherwise with the catalogue's first; nothing if the catalogue is empty.
[[nodiscard]] std::optional<Scene> first_scene(const Catalog& catalog);

/// Shows the window until it is closed. Returns the text to print: with `frames` a JSON object with the milliseconds
/// from the start of the program to the first frame and to the first frame with a run, and the time of a frame (median,
/// 95th percentile), otherwise nothing. Errors: no display, no OpenGL 3.3, a scene that does not exist.
[[nodiscard]] Result<std::string> run_window(const WindowSetup& setup, const WindowRequest& request);

}  // namespace bankloom::ui
