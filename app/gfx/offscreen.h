// An OpenGL 3.3 core context without a window or a display server, through EGL.
//
// It tries, in this order: Mesa's surfaceless platform (software rendering, which works everywhere), the devices that
// EGL lists (NVIDIA's driver), the default display. There is no default framebuffer: draw into a gfx::Framebuffer.
#pragma once

#include <memory>
#include <string>

#include "core/base/result.h"

namespace bankloom::gfx {

/// The context, current on the thread that made it and must destroy it.
class OffscreenContext {
 public:
  virtual ~OffscreenContext() = default;
  OffscreenContext& operator=(OffscreenContext&&) = delete;

  /// Makes it current again on the calling thread, after another context.
  [[nodiscard]] virtual Result<void> make_current() = 0;
  /// Its origin and renderer: "EGL surfaceless, OpenGL 4.5 ..., llvmpipe (...)".
  [[nodiscard]] virtual std::string describe() const = 0;

 protected:
  OffscreenContext() = default;
};

/// Makes a context, makes it current on the calling thread and loads OpenGL. The error lists what was tried, and the
/// packages with software rendering.
[[nodiscard]] Result<std::unique_ptr<OffscreenContext>> make_offscreen_context();

}  // namespace bankloom::gfx
