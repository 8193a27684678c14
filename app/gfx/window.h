// Window: one window on the screen with an OpenGL 3.3 core context, through GLFW.
//
// For the main thread, except wake(). Dear ImGui's backend installs callbacks for input on handle(), and calls those
// that were installed before. Not supported: more than one window at a time.
#pragma once

#include <array>
#include <cstdint>
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
  /// The size is for a display of scale 1; on a finer one it is larger, up to the size of the screen.
  bool grows_with_display = false;
};

/// Whose window it is.
enum class WindowSystem : std::uint8_t { x11, wayland, other };

class Window {
 public:
  using FileDrop = std::function<void(const std::vector<std::filesystem::path>&)>;

  /// Opens a window, makes its context current, loads OpenGL, turns vertical sync on. Errors: no display, no
  /// OpenGL 3.3.
  [[nodiscard]] static Result<std::unique_ptr<Window>> open(const WindowOptions& options);
  Window& operator=(Window&&) = delete;
  ~Window();

  [[nodiscard]] GLFWwindow* handle() const { return window_; }
  /// Framebuffer pixels; 0 x 0 while minimised.
  [[nodiscard]] PixelSize framebuffer_size() const;
  /// In the window system's units.
  [[nodiscard]] PixelSize size() const;
  /// The desktop's factor for texts and controls: 1 on an ordinary display, 2 on most high-DPI ones.
  [[nodiscard]] float content_scale() const;
  /// The window system's units per unit of a display of scale 1: the part of that factor which is left to the program.
  [[nodiscard]] float units_per_unscaled() const;
  [[nodiscard]] bool is_minimised() const;
  /// Before GLFW 3.4, which tells, the one that the environment names.
  [[nodiscard]] static WindowSystem system();

  [[nodiscard]] bool should_close() const;
  /// Fills the window's monitor in its present mode, or restores the window's former place.
  void set_full_screen(bool on);
  [[nodiscard]] bool is_full_screen() const;
  /// In the window system's units; in full screen the former size.
  [[nodiscard]] PixelSize windowed_size() const {
    return is_full_screen() ? PixelSize{before_[2], before_[3]} : size();
  }
  /// Handles events without waiting.
  void poll();
  /// Waits for an event, at most `seconds`; infinity waits for ever, 0 or less does not wait.
  void wait(double seconds = std::numeric_limits<double>::infinity());
  /// Ends a wait(); from any thread. Does nothing if no window is open.
  static void wake();
  /// Whether the frame stays in the back buffer after swap(), until the window's size changes, so that only changes
  /// need to be drawn. Found out by trying, and only with software OpenGL, which copies.
  [[nodiscard]] bool keeps_frame() const { return keeps_frame_; }
  /// Shows the frame.
  void swap();
  /// Whether swap() waits for the screen's next refresh; on at first.
  void set_vertical_sync(bool on);
  void set_title(const std::string& title);

  /// Called by poll() or wait() with files that were dropped on the window.
  void on_file_drop(FileDrop callback) { file_drop_ = std::move(callback); }

 private:
  explicit Window(GLFWwindow* window) : window_(window) {}
  /// Enlarges the window by units_per_unscaled(), at most to the size of the screen.
  void grow();
  static void handle_drop(GLFWwindow* window, int count, const char** paths);

  GLFWwindow* window_ = nullptr;
  std::array<int, 4> before_{};  ///< left, top, width and height before full screen
  FileDrop file_drop_;
  bool keeps_frame_ = false;
};

}  // namespace bankloom::gfx
