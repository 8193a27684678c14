// Shader programs from the folder shaders/: NAME.vert and NAME.frag, GLSL 3.30 core.
//
// The files are read when the program is loaded, as they stand. Not supported: includes, geometry and compute shaders.
#pragma once

#include <filesystem>
#include <string_view>

#include "core/base/result.h"
#include "gfx/gl_object.h"

namespace bankloom::gfx {

/// A linked program.
class ShaderProgram {
 public:
  ShaderProgram() = default;
  explicit ShaderProgram(ProgramName program) : program_(std::move(program)) {}

  [[nodiscard]] GLuint name() const { return program_.name(); }
  void use() const;
  /// Place of a uniform, -1 (which glUniform ignores) where the program has none of that name.
  [[nodiscard]] GLint uniform(const char* uniform_name) const;

 private:
  ProgramName program_;
};

/// Reads, compiles and links `folder`/`name`.vert and .frag, both with `definition` (may be empty) defined for their
/// #ifdef. The first line of a file has to be its #version. Errors: a file that cannot be read; a text that the driver
/// refuses, with the file, the line of the first mistake and the driver's words; files that do not fit together.
[[nodiscard]] Result<ShaderProgram> load_program(const std::filesystem::path& folder, std::string_view name,
                                                 std::string_view definition = {});

}  // namespace bankloom::gfx
