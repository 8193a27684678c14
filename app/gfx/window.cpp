#include "gfx/window.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <atomic>
#include <cmath>

#include "core/base/files.h"
#include "gfx/gl.h"

namespace bankloom::gfx {
namespace {

/// The last error of GLFW, which reports to a plain function. Only the main thread reports: glfwPostEmptyEvent() fails
/// only if GLFW is not initialised, which is_open rules out.
std::string& last_report() {
  static std::string report;
  return report;
}

void keep_report(int, const char* text) { last_report() = text == nullptr ? "" : text; }

std::atomic<bool> is_open = false;

std::string take_report() {
  std::string report = std::exchange(last_report(), std::string());
  while (!report.empty() && (report.back() == '.' || report.back() == '\n')) report.pop_back();
  return report.empty() ? "no reason given" : report;
}

/// Shows two backgrounds that hardly differ, and checks whether each is still there after swapping.
bool swapping_keeps_frame(GLFWwindow* window) {
  for (const GLubyte blue : {GLubyte{24}, GLubyte{26}}) {
    glClearColor(0.06f, 0.07f, static_cast<float>(blue) / 255.0f, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glfwSwapBuffers(window);
    std::array<GLubyte, 4> pixel{};
    glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel.data());
    if (pixel[2] != blue) return false;
  }
  return true;
}

}  // namespace

Result<std::unique_ptr<Window>> Window::open(const WindowOptions& options) {
  if (is_open) return fail("a window is open already");
  last_report().clear();
  glfwSetErrorCallback(keep_report);
  // Since GLFW 3.4 glfwInit() tries Wayland first, whose library writes to standard error if there is none.
  const bool has_wayland = !environment("WAYLAND_DISPLAY").empty();
  if (!has_wayland && environment("DISPLAY").empty()) {
    return fail(
        "no window can be opened: there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set); draw a "
        "picture with 'bankloom render', which needs none");
  }
#ifdef GLFW_PLATFORM
  if (!has_wayland) glfwInitHint(GLFW_PLATFORM, GLFW_PLATFORM_X11);
#endif
  if (glfwInit() != GLFW_TRUE) {
    return fail("no window can be opened: {}; draw a picture with 'bankloom render', which needs no display",
                take_report());
  }
  glfwDefaultWindowHints();
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_DEPTH_BITS, 0);
  glfwWindowHint(GLFW_STENCIL_BITS, 0);
  glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
  glfwWindowHintString(GLFW_X11_CLASS_NAME, "bankloom");
  glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "bankloom");
  GLFWwindow* handle = glfwCreateWindow(options.width, options.height, options.title.c_str(), nullptr, nullptr);
  if (handle == nullptr) {
    const std::string report = take_report();
    glfwTerminate();
    return fail("no window with OpenGL 3.3 can be opened: {}; the package libgl1-mesa-dri draws in software", report);
  }
  // From here on the destructor cleans up.
  std::unique_ptr<Window> window(new Window(handle));
  is_open = true;
  if (options.grows_with_display) window->grow();
  glfwSetWindowSizeLimits(handle, options.least_width, options.least_height, GLFW_DONT_CARE, GLFW_DONT_CARE);
  glfwMakeContextCurrent(handle);
  TRY(load_gl([](const char* name) { return GlFunction(glfwGetProcAddress(name)); }));
  glfwSwapInterval(1);
  window->keeps_frame_ = is_software() && swapping_keeps_frame(handle);
  glfwSetWindowUserPointer(handle, window.get());
  glfwSetDropCallback(handle, handle_drop);
  if (options.visible) glfwShowWindow(handle);
  return window;
}

Window::~Window() {
  is_open = false;
  glfwDestroyWindow(window_);
  glfwTerminate();
}

namespace {

/// The monitor with the largest part of the window.
GLFWmonitor* monitor_of(GLFWwindow* window) {
  int x = 0, y = 0, width = 0, height = 0, count = 0;
  glfwGetWindowPos(window, &x, &y);
  glfwGetWindowSize(window, &width, &height);
  GLFWmonitor* const* monitors = glfwGetMonitors(&count);
  GLFWmonitor* best = glfwGetPrimaryMonitor();
  int most = 0;
  for (int i = 0; i < count; ++i) {
    int left = 0, top = 0;
    glfwGetMonitorPos(monitors[i], &left, &top);
    const GLFWvidmode* mode = glfwGetVideoMode(monitors[i]);
    if (mode == nullptr) continue;
    const int across = std::min(x + width, left + mode->width) - std::max(x, left);
    const int down = std::min(y + height, top + mode->height) - std::max(y, top);
    if (across > 0 && down > 0 && across * down > most) {
      most = across * down;
      best = monitors[i];
    }
  }
  return best;
}

}  // namespace

void Window::grow() {
  const float ratio = std::max(units_per_unscaled(), 1.0f);
  GLFWmonitor* const monitor = glfwGetPrimaryMonitor();
  if (monitor == nullptr) return;
  int x = 0, y = 0, across = 0, down = 0;
  glfwGetMonitorWorkarea(monitor, &x, &y, &across, &down);
  if (across <= 0 || down <= 0) return;
  const PixelSize now = size();
  const auto grown = [&](int extent, int most) {
    return std::min(static_cast<int>(std::lround(static_cast<float>(extent) * ratio)), most);
  };
  glfwSetWindowSize(window_, grown(now.width, across), grown(now.height, down));
}

bool Window::is_full_screen() const { return glfwGetWindowMonitor(window_) != nullptr; }

void Window::set_full_screen(bool on) {
  if (on == is_full_screen()) return;
  if (!on) {
    glfwSetWindowMonitor(window_, nullptr, before_[0], before_[1], before_[2], before_[3], GLFW_DONT_CARE);
    return;
  }
  GLFWmonitor* const monitor = monitor_of(window_);
  const GLFWvidmode* const mode = monitor == nullptr ? nullptr : glfwGetVideoMode(monitor);
  if (mode == nullptr) return;
  auto& [left, top, width, height] = before_;
  glfwGetWindowPos(window_, &left, &top);
  glfwGetWindowSize(window_, &width, &height);
  glfwSetWindowMonitor(window_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
}

PixelSize Window::framebuffer_size() const {
  PixelSize size;
  glfwGetFramebufferSize(window_, &size.width, &size.height);
  return size;
}

PixelSize Window::size() const {
  PixelSize size;
  glfwGetWindowSize(window_, &size.width, &size.height);
  return size;
}

float Window::content_scale() const {
  float x = 1.0f, y = 1.0f;
  glfwGetWindowContentScale(window_, &x, &y);
  // Some displays report 0 or nonsense.
  return std::isfinite(x) && x >= 0.25f && x <= 8.0f ? x : 1.0f;
}

float Window::units_per_unscaled() const {
  const PixelSize units = size(), pixels = framebuffer_size();
  if (units.width <= 0 || pixels.width <= 0) return 1;
  return content_scale() * static_cast<float>(units.width) / static_cast<float>(pixels.width);
}

bool Window::is_minimised() const { return glfwGetWindowAttrib(window_, GLFW_ICONIFIED) == GLFW_TRUE; }

WindowSystem Window::system() {
#ifdef GLFW_PLATFORM
  const int platform = glfwGetPlatform();
  if (platform == GLFW_PLATFORM_WAYLAND) return WindowSystem::wayland;
  return platform == GLFW_PLATFORM_X11 ? WindowSystem::x11 : WindowSystem::other;
#else
  return environment("WAYLAND_DISPLAY").empty() ? WindowSystem::x11 : WindowSystem::wayland;
#endif
}

bool Window::should_close() const { return glfwWindowShouldClose(window_) == GLFW_TRUE; }

void Window::poll() { glfwPollEvents(); }

void Window::wait(double seconds) {
  if (!(seconds > 0.0)) {
    glfwPollEvents();
  } else if (std::isinf(seconds)) {
    glfwWaitEvents();
  } else {
    glfwWaitEventsTimeout(seconds);
  }
}

void Window::wake() {
  if (is_open) glfwPostEmptyEvent();
}

void Window::swap() { glfwSwapBuffers(window_); }

void Window::set_vertical_sync(bool on) { glfwSwapInterval(on ? 1 : 0); }

void Window::set_title(const std::string& title) { glfwSetWindowTitle(window_, title.c_str()); }

void Window::handle_drop(GLFWwindow* window, int count, const char** paths) {
  const auto* self = static_cast<const Window*>(glfwGetWindowUserPointer(window));
  if (self == nullptr || !self->file_drop_) return;
  std::vector<std::filesystem::path> files;
  files.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) files.emplace_back(paths[i]);
  self->file_drop_(files);
}

}  // namespace bankloom::gfx
