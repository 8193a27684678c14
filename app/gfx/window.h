// Window: one window on the screen with an OpenGL 3.3 core context, through GLFW.
//
// Used from the main thread, except wake(). Input goes to whoever installs callbacks on handle() (Dear ImGui's backend
// does, and calls those that were there before). Not supported: more than one window at a time.
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "gfx/pixels.h"

struct GLFWwindow;

namespace bankloom::gfx {

/// Sizes are in the window system's units: pixels on X11, scaled ones on some Wayland displays.
struct WindowOptions {
  std::string title = "bankloom";
  int width = 1600;
  int height = 900;
  int least_width = 640;
  int least_height = 400;
  bool visible = true;
  /// The size is for a display of scale 1: on a finer one it is larger, as far as the screen has room.
  bool grows_with_display = false;
};

class Window {
 public:
  using FileDrop = std::function<void(const std::vector<std::filesystem::path>&)>;

  /// Opens it, makes its context current, loads OpenGL, waits for the screen when swapping. Errors: no display (the
  /// sentence says what to do), no OpenGL 3.3.
  [[nodiscard]] static Result<std::unique_ptr<Window>> open(const WindowOptions& options);
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;
  ~Window();

  [[nodiscard]] GLFWwindow* handle() const { return window_; }
  /// Framebuffer pixels; 0 x 0 while minimised.
  [[nodiscard]] PixelSize framebuffer_size() const;
  /// In the window system's units.
  [[nodiscard]] PixelSize size() const;
  /// What the desktop asks to enlarge texts and controls by: 1 on an ordinary display, 2 on most high-DPI ones.
  [[nodiscard]] float content_scale() const;
  /// What the window system leaves of that to the program: its units for each of a display of scale 1.
  [[nodiscard]] float units_per_unscaled() const;
  [[nodiscard]] bool is_minimised() const;

  [[nodiscard]] bool should_close() const;
  /// Fills the monitor that the window is on, in its present mode, and the place it had before again.
  void set_full_screen(bool on);
  [[nodiscard]] bool is_full_screen() const;
  /// In the window system's units; in full screen what it was before.
  [[nodiscard]] PixelSize windowed_size() const {
    return is_full_screen() ? PixelSize{before_[2], before_[3]} : size();
  }
  /// Handles what has happened, without waiting.
  void poll();
  /// Waits until something happens, but no longer than `seconds`; infinity waits for ever, 0 or less does not wait.
  void wait(double seconds = std::numeric_limits<double>::infinity());
  /// Ends a wait(); from any thread. Does nothing while no window is open.
  static void wake();
  /// Whether swap() leaves what was drawn where drawing goes on, so that only what changes needs to be drawn: tried
  /// when the window opens, and only with software OpenGL, which copies. Lost with the window's size.
  [[nodiscard]] bool keeps_frame() const { return keeps_frame_; }
  /// Shows what was drawn.
  void swap();
  /// Whether swap() waits for the screen's next refresh (it does from the start).
  void set_vertical_sync(bool on);
  void set_title(const std::string& title);

  /// Called, within poll() or wait(), with the files that were dropped on the window.
  void on_file_drop(FileDrop callback) { file_drop_ = std::move(callback); }

 private:
  explicit Window(GLFWwindow* window) : window_(window) {}
  /// Makes it larger on a display that asks for it, and never larger than the screen.
  void grow();
  static void handle_drop(GLFWwindow* window, int count, const char** paths);

  GLFWwindow* window_ = nullptr;
  std::array<int, 4> before_{};  ///< left, top, width and height before full screen
  FileDrop file_drop_;
  bool keeps_frame_ = false;
};

}  // namespace bankloom::gfx
