#include "gfx/gl.h"

namespace bankloom::gfx {
namespace {

/// glad calls a plain function, whose type differs between its releases.
GlLookup current_lookup = nullptr;

#ifdef GLAD_GL
GLADapiproc look_up(const char* name) { return current_lookup(name); }
int load() { return gladLoadGL(look_up); }
#else
// glad 1 passes functions as pointers to data, as POSIX's dlsym does.
void* look_up(const char* name) { return reinterpret_cast<void*>(current_lookup(name)); }
int load() { return gladLoadGLLoader(look_up); }
#endif

std::string text_of(GLenum what) {
  const GLubyte* text = glGetString(what);
  return text == nullptr ? "unknown" : std::string(reinterpret_cast<const char*>(text));
}

}  // namespace

Result<void> load_gl(GlLookup lookup) {
  current_lookup = lookup;
  if (load() == 0) return fail("the functions of OpenGL could not be loaded: install the package libgl1-mesa-dri");
  GLint major = 0, minor = 0;
  glGetIntegerv(GL_MAJOR_VERSION, &major);
  glGetIntegerv(GL_MINOR_VERSION, &minor);
  if (major < 3 || (major == 3 && minor < 3)) {
    return fail("OpenGL 3.3 is needed, but the driver gives {}.{} ({})", major, minor, text_of(GL_RENDERER));
  }
  return {};
}

std::string describe_gl() { return fmt::format("OpenGL {}, {}", text_of(GL_VERSION), text_of(GL_RENDERER)); }

bool is_software() {
  const std::string renderer = text_of(GL_RENDERER);
  return renderer.find("llvmpipe") != std::string::npos || renderer.find("softpipe") != std::string::npos;
}

}  // namespace bankloom::gfx
