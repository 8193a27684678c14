#include "gfx/offscreen.h"

// Keeps Xlib's macros out.
#define EGL_NO_X11
#define MESA_EGL_NO_X11_HEADERS
#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <array>
#include <vector>

#include "gfx/gl.h"

namespace bankloom::gfx {
namespace {

/// The last error. The names are in the order of their codes (EGL specification, section 3.1).
std::string egl_error() {
  constexpr std::array kNames{"no reason given",   "EGL_NOT_INITIALIZED",     "EGL_BAD_ACCESS",
                              "EGL_BAD_ALLOC",     "EGL_BAD_ATTRIBUTE",       "EGL_BAD_CONFIG",
                              "EGL_BAD_CONTEXT",   "EGL_BAD_CURRENT_SURFACE", "EGL_BAD_DISPLAY",
                              "EGL_BAD_MATCH",     "EGL_BAD_NATIVE_PIXMAP",   "EGL_BAD_NATIVE_WINDOW",
                              "EGL_BAD_PARAMETER", "EGL_BAD_SURFACE",         "EGL_CONTEXT_LOST"};
  const auto code = static_cast<unsigned>(eglGetError());
  const unsigned index = code - EGL_SUCCESS;
  return index < kNames.size() ? kNames[index] : fmt::format("EGL error 0x{:x}", code);
}

/// Whether a list of extensions, separated by blanks, has this one.
bool has_extension(const char* list, const std::string& name) {
  return list != nullptr && fmt::format(" {} ", list).find(" " + name + " ") != std::string::npos;
}

template <class Function>
Function egl_function(const char* name) {
  return reinterpret_cast<Function>(eglGetProcAddress(name));
}

/// A display that may have a context.
struct Candidate {
  std::string title;
  EGLDisplay display;
};

/// All displays of this machine's EGL, best first, not yet initialised.
std::vector<Candidate> list_candidates() {
  std::vector<Candidate> candidates;
  const char* extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
  const auto get_platform_display = egl_function<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT");
  if (get_platform_display != nullptr && has_extension(extensions, "EGL_MESA_platform_surfaceless")) {
    candidates.push_back(
        {"EGL surfaceless", get_platform_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr)});
  }
  const auto query_devices = egl_function<PFNEGLQUERYDEVICESEXTPROC>("eglQueryDevicesEXT");
  if (get_platform_display != nullptr && query_devices != nullptr &&
      has_extension(extensions, "EGL_EXT_platform_device")) {
    std::array<EGLDeviceEXT, 16> devices{};
    EGLint count = 0;
    if (query_devices(static_cast<EGLint>(devices.size()), devices.data(), &count) == EGL_TRUE) {
      for (EGLint i = 0; i < count; ++i) {
        candidates.push_back(
            {fmt::format("EGL device {}", i),
             get_platform_display(EGL_PLATFORM_DEVICE_EXT, devices[static_cast<std::size_t>(i)], nullptr)});
      }
    }
  }
  candidates.push_back({"EGL default display", eglGetDisplay(EGL_DEFAULT_DISPLAY)});
  return candidates;
}

class EglContext final : public OffscreenContext {
 public:
  /// Errors: the display has no context.
  static Result<std::unique_ptr<OffscreenContext>> make(const Candidate& candidate) {
    if (candidate.display == EGL_NO_DISPLAY) return fail("no such display");
    EGLint major = 0, minor = 0;
    if (eglInitialize(candidate.display, &major, &minor) != EGL_TRUE) return fail("{}", egl_error());
    // From here on the destructor cleans up.
    std::unique_ptr<EglContext> made(new EglContext(candidate));
    TRY(made->set_up());
    return made;
  }

  ~EglContext() override {
    // No eglTerminate(): all contexts of the process share a display, and drivers fail to initialise one again.
    if (eglGetCurrentContext() == context_) {
      eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    }
    if (context_ != EGL_NO_CONTEXT) eglDestroyContext(display_, context_);
    if (surface_ != EGL_NO_SURFACE) eglDestroySurface(display_, surface_);
  }
  EglContext& operator=(EglContext&&) = delete;

  [[nodiscard]] Result<void> make_current() override {
    if (eglBindAPI(EGL_OPENGL_API) != EGL_TRUE || eglMakeCurrent(display_, surface_, surface_, context_) != EGL_TRUE) {
      return fail("the off-screen context cannot be made current: {}", egl_error());
    }
    return {};
  }
  [[nodiscard]] std::string describe() const override { return description_; }

 private:
  explicit EglContext(const Candidate& candidate) : title_(candidate.title), display_(candidate.display) {}

  Result<void> set_up() {
    if (eglBindAPI(EGL_OPENGL_API) != EGL_TRUE) return fail("no OpenGL: {}", egl_error());
    const bool surfaceless = has_extension(eglQueryString(display_, EGL_EXTENSIONS), "EGL_KHR_surfaceless_context");
    const std::array<EGLint, 5> wanted = {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE,
                                          surfaceless ? 0 : EGL_PBUFFER_BIT, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint configs = 0;
    if (eglChooseConfig(display_, wanted.data(), &config, 1, &configs) != EGL_TRUE || configs == 0) {
      return fail("no configuration for OpenGL");
    }
    const std::array<EGLint, 7> version = {
        EGL_CONTEXT_MAJOR_VERSION,           3,       EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
        EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
    context_ = eglCreateContext(display_, config, EGL_NO_CONTEXT, version.data());
    if (context_ == EGL_NO_CONTEXT) return fail("no context of OpenGL 3.3 core: {}", egl_error());
    if (!surfaceless) {
      // Drivers without surfaceless contexts need a surface, which is never drawn to.
      const std::array<EGLint, 5> size = {EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE};
      surface_ = eglCreatePbufferSurface(display_, config, size.data());
      if (surface_ == EGL_NO_SURFACE) return fail("no surface: {}", egl_error());
    }
    TRY(make_current());
    TRY(load_gl([](const char* name) { return GlFunction(eglGetProcAddress(name)); }));
    description_ = fmt::format("{}, {}", title_, describe_gl());
    return {};
  }

  std::string title_;
  std::string description_;
  EGLDisplay display_ = EGL_NO_DISPLAY;
  EGLContext context_ = EGL_NO_CONTEXT;
  EGLSurface surface_ = EGL_NO_SURFACE;
};

}  // namespace

Result<std::unique_ptr<OffscreenContext>> make_offscreen_context() {
  std::string tried;
  for (const Candidate& candidate : list_candidates()) {
    auto context = EglContext::make(candidate);
    if (context) return context;
    tried += fmt::format("{}{}: {}", tried.empty() ? "" : "; ", candidate.title, context.error().message);
  }
  return fail(
      "no picture can be drawn without a display: EGL gives no OpenGL 3.3 ({}); install the packages libegl1 "
      "and libgl1-mesa-dri, which draw in software",
      tried);
}

}  // namespace bankloom::gfx
