#include "gfx/shader.h"

#include <algorithm>
#include <regex>
#include <string>

#include "core/base/files.h"
#include "core/base/text_lines.h"

namespace bankloom::gfx {
namespace {

namespace fs = std::filesystem;

/// Larger than any shader, so that a wrong path (a device, a huge file) does not fill the memory.
constexpr std::size_t kLargestShader = 1u << 20;

/// The driver's log as one line.
std::string one_line(std::string log) {
  std::ranges::replace_if(
      log, [](char c) { return c == '\n' || c == '\r' || c == '\0' || c == '\t'; }, ' ');
  return trim(log).empty() ? "the driver gives no reason" : std::string(trim(log));
}

/// The line of the first message as ":12"; empty if there is none. Drivers write "0:12(5): error" (Mesa,
/// string:line(column)) or "0(12) : error" (NVIDIA, string(line)).
std::string first_line(const std::string& log) {
  static const std::regex place(R"((?:^|[ \n])0[:(]([1-9]\d*))");
  std::smatch found;
  return std::regex_search(log, found, place) ? ":" + found[1].str() : std::string();
}

/// The log of an object; `get` returns its length, `get_log` its text.
template <class Get, class GetLog>
std::string log_of(GLuint name, Get get, GetLog get_log) {
  GLint length = 0;
  get(name, GL_INFO_LOG_LENGTH, &length);
  std::string log(static_cast<std::size_t>(length > 0 ? length : 0), '\0');
  if (length > 0) get_log(name, length, nullptr, log.data());
  return log;
}

Result<Shader> compile(const fs::path& file, GLenum stage, std::string_view definition) {
  TRY(auto&& source, read_file(file, kLargestShader));
  if (!definition.empty()) {
    // #version must stay the first line, and the line numbers in the driver's messages those of the file.
    const std::size_t end = source.find('\n');
    if (!source.starts_with("#version") || end == std::string::npos) {
      return fail("the shader {}:1 has to begin with a line #version", file.string());
    }
    source.insert(end + 1, fmt::format("#define {} 1\n#line 2\n", definition));
  }
  Shader shader(glCreateShader(stage));
  const GLchar* text = source.data();
  const auto length = static_cast<GLint>(source.size());
  glShaderSource(shader.name(), 1, &text, &length);
  glCompileShader(shader.name());
  GLint compiled = GL_FALSE;
  glGetShaderiv(shader.name(), GL_COMPILE_STATUS, &compiled);
  if (compiled == GL_TRUE) return shader;
  const std::string log = log_of(shader.name(), glGetShaderiv, glGetShaderInfoLog);
  return fail("the shader {}{} was refused: {}", file.string(), first_line(log), one_line(log));
}

}  // namespace

void ShaderProgram::use() const { glUseProgram(name()); }

GLint ShaderProgram::uniform(const char* uniform_name) const { return glGetUniformLocation(name(), uniform_name); }

Result<ShaderProgram> load_program(const fs::path& folder, std::string_view name, std::string_view definition) {
  const std::string base(name);
  TRY(auto vertex, compile(folder / (base + ".vert"), GL_VERTEX_SHADER, definition));
  TRY(auto fragment, compile(folder / (base + ".frag"), GL_FRAGMENT_SHADER, definition));
  ProgramName program(glCreateProgram());
  glAttachShader(program.name(), vertex.name());
  glAttachShader(program.name(), fragment.name());
  glLinkProgram(program.name());
  // Attached shaders would live as long as the program.
  glDetachShader(program.name(), vertex.name());
  glDetachShader(program.name(), fragment.name());
  GLint linked = GL_FALSE;
  glGetProgramiv(program.name(), GL_LINK_STATUS, &linked);
  if (linked != GL_TRUE) {
    return fail("the shaders {}.vert and .frag do not fit together: {}", (folder / base).string(),
                one_line(log_of(program.name(), glGetProgramiv, glGetProgramInfoLog)));
  }
  return ShaderProgram(std::move(program));
}

}  // namespace bankloom::gfx
