// Shader programs from the folder shaders/: NAME.vert and NAME.frag, GLSL 3.30 core.
//
// The files are read when the program is loaded. Not supported: includes, geometry and compute shaders.
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
  /// A uniform's location; -1, which glUniform ignores, if the program has no such uniform.
  [[nodiscard]] GLint uniform(const char* uniform_name) const;

 private:
  ProgramName program_;
};

/// Reads, compiles and links `folder`/`name`.vert and .frag, both with the macro `definition` (unless empty). The first
/// line of a file must be its #version. Errors: a file that cannot be read; one that the driver refuses, with the line
/// of the first message and the driver's log; files that do not fit together.
[[nodiscard]] Result<ShaderProgram> load_program(const std::filesystem::path& folder, std::string_view name,
                                                 std::string_view definition = {});

}  // namespace bankloom::gfx
