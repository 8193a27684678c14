// OpenGL 3.3 core, through the loader that glad generates during the build.
//
// Only this header includes glad's, which glad 2 (Debian 12, Ubuntu 24.04 and later) and glad 1 (Ubuntu 22.04) name
// differently. Before any OpenGL call, load_gl() must succeed with a current context.
#pragma once

#if __has_include(<glad/gl.h>)
#include <glad/gl.h>
#else
#include <glad/glad.h>
#endif

#include <string>

#include "core/base/result.h"

namespace bankloom::gfx {

/// A window system's lookup of OpenGL functions (eglGetProcAddress, glfwGetProcAddress).
using GlFunction = void (*)();
using GlLookup = GlFunction (*)(const char* name);

/// Loads the functions for the current context. Errors: the context is older than OpenGL 3.3.
[[nodiscard]] Result<void> load_gl(GlLookup lookup);

/// Version and renderer of the current context: "OpenGL 4.5 (Core Profile) Mesa 22.3.6, llvmpipe (...)".
[[nodiscard]] std::string describe_gl();

/// Whether the current context draws on the processor (Mesa's llvmpipe and softpipe).
[[nodiscard]] bool is_software();

}  // namespace bankloom::gfx
