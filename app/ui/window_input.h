// WindowInput: what the user does to the window, for Dear ImGui and for the Ui: mouse, wheel, keys and characters.
//
// Whoever uses the keyboard does not point: from a key until the next move or click the mouse is nowhere, so that what
// it happens to rest on is neither lit nor explained.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "core/base/result.h"
#include "gfx/window.h"
#include "ui/ui.h"

namespace bankloom::ui {

class WindowInput {
 public:
  /// `happened`: called at every event, with true where the window's contents may be lost. Both must outlive it, and
  /// one at a time may exist. Errors: Dear ImGui cannot use the window.
  [[nodiscard]] static Result<std::unique_ptr<WindowInput>> create(gfx::Window& window, Ui& ui,
                                                                   std::function<void(bool is_exposed)> happened);
  ~WindowInput();
  WindowInput(const WindowInput&) = delete;
  WindowInput& operator=(const WindowInput&) = delete;

  /// Before a frame of the Ui.
  void begin_frame();
  /// After it; whether the next must follow at once.
  [[nodiscard]] bool end_frame();

 private:
  WindowInput(gfx::Window& window, Ui& ui, std::function<void(bool)> happened)
      : window_(window), ui_(ui), happened_(std::move(happened)) {}
  void install_callbacks();
  void on_key(int key, int scancode, int action, int modifiers);
  void rest_mouse(bool rests);
  /// Framebuffer pixels for each of the window's units, which are larger on some displays.
  [[nodiscard]] float ratio() const;

  gfx::Window& window_;
  Ui& ui_;
  std::function<void(bool)> happened_;
  struct Release {
    int key, scancode, modifiers;
  };
  bool has_pressed_ = false;       ///< a key was pressed since the last frame
  bool mouse_rests_ = false;       ///< a key was pressed since it was moved
  std::vector<Release> released_;  ///< keys released after such a press: reported after the next frame
};

}  // namespace bankloom::ui
