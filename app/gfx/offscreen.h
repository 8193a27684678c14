// An OpenGL 3.3 core context without a window or a display server, through EGL.
//
// Tried in this order: Mesa's surfaceless platform (software rendering works everywhere), the devices that EGL lists
// (NVIDIA's driver), the default display. There is no default framebuffer: draw into a gfx::Framebuffer.
#pragma once

#include <memory>
#include <string>

#include "core/base/result.h"

namespace bankloom::gfx {

/// The context; current on the thread that made it, until destroyed there.
class OffscreenContext {
 public:
  virtual ~OffscreenContext() = default;
  OffscreenContext(const OffscreenContext&) = delete;
  OffscreenContext& operator=(const OffscreenContext&) = delete;

  /// Makes it current again on the calling thread, after another context was.
  [[nodiscard]] virtual Result<void> make_current() = 0;
  /// How it was had and what renders, as "EGL surfaceless, OpenGL 4.5 ..., llvmpipe (...)".
  [[nodiscard]] virtual std::string describe() const = 0;

 protected:
  OffscreenContext() = default;
};

/// Makes a context, makes it current on the calling thread and loads OpenGL. The error lists what was tried and says
/// which packages bring software rendering.
[[nodiscard]] Result<std::unique_ptr<OffscreenContext>> make_offscreen_context();

}  // namespace bankloom::gfx
