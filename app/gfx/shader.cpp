#include "gfx/shader.h"

#include <cctype>
#include <string>

#include "core/base/files.h"

namespace bankloom::gfx {
namespace {

namespace fs = std::filesystem;

/// Larger than any shader that a person writes; keeps a wrong path (a device, a huge file) from filling the memory.
constexpr std::size_t kLargestShader = 1u << 20;

/// The driver's log as one line: messages joined, blanks at both ends gone.
std::string one_line(std::string log) {
  for (char& c : log) {
    if (c == '\n' || c == '\r' || c == '\0' || c == '\t') c = ' ';
  }
  const std::size_t end = log.find_last_not_of(' ');
  log.resize(end == std::string::npos ? 0 : end + 1);
  return log.empty() ? "the driver gives no reason" : log;
}

/// The line of the first message, 0 where the log names none. Drivers write "0:12(5): error" (Mesa,
/// string:line(column)) or "0(12) : error" (NVIDIA, string(line)).
unsigned first_line(const std::string& log) {
  const auto number_at = [&log](std::size_t at) {
    unsigned number = 0;
    for (; at < log.size() && std::isdigit(static_cast<unsigned char>(log[at])) != 0 && number < 100000; ++at) {
      number = number * 10 + static_cast<unsigned>(log[at] - '0');
    }
    return number;
  };
  for (std::size_t at = 0; at + 1 < log.size(); ++at) {
    if (log[at] != '0' || (at > 0 && log[at - 1] != '\n' && log[at - 1] != ' ')) continue;
    if (log[at + 1] == ':' || log[at + 1] == '(') {
      if (const unsigned line = number_at(at + 2); line > 0) return line;
    }
  }
  return 0;
}

/// The text that `get_log` writes for an object of which `get` tells the log's length.
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
    // #version has to stay the first line; the line numbers in the driver's messages stay the file's.
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
  const unsigned line = first_line(log);
  return fail("the shader {}{} was refused: {}", file.string(), line > 0 ? fmt::format(":{}", line) : std::string(),
              one_line(log));
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
  // Attached shaders would stay alive as long as the program.
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
