// What commands that draw pictures share: data, an OpenGL context without a window, a session.
#pragma once

#include <memory>
#include <vector>

#include "cli/command.h"
#include "core/advice/advice_service.h"
#include "core/catalog/catalog.h"
#include "core/machine/machine_model.h"
#include "core/session/session.h"
#include "gfx/offscreen.h"
#include "ui/measures.h"

namespace bankloom::cli {

struct PictureSource {
  std::filesystem::path shader_folder;
  Catalog catalog;
  std::vector<MachineModel> machines;
  std::unique_ptr<gfx::OffscreenContext> context;  ///< null until open_context()
  std::unique_ptr<RunService> runs;
  std::unique_ptr<Session> session;
  std::unique_ptr<AdviceService> advice;
  std::unique_ptr<ui::Measures> measures;  ///< recorded figures; touches no GPU

  /// Shows a scene and waits for its runs. Errors: a kernel cannot be run.
  [[nodiscard]] Result<void> show(const Scene& scene) const;
  /// Makes the OpenGL context. Errors: the system has none.
  [[nodiscard]] Result<void> open_context();
};

/// Reads catalogue, machines, recordings and published figures. On the heap, because the session points into it.
[[nodiscard]] Result<std::unique_ptr<PictureSource>> make_picture_source(const Context& context);

}  // namespace bankloom::cli
