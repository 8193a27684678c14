#include "gfx/shader.h"
#include "../base/scratch_folder.h"

#include <fstream>
#include <string>
#include <vector>

#include "offscreen_test.h"

namespace bankloom::gfx {
namespace {

namespace fs = std::filesystem;

/// The definitions that the #ifdef lines of a shader's text name.
std::vector<std::string> definitions_of(const fs::path& file) {
  std::ifstream stream(file);
  std::vector<std::string> definitions;
  for (std::string line; std::getline(stream, line);) {
    for (const std::string_view word : {"#ifdef ", "#ifndef "}) {
      if (line.starts_with(word)) definitions.push_back(line.substr(word.size()));
    }
  }
  return definitions;
}

class Shaders : public OffscreenTest {
 protected:
  void write(const std::string& name, const std::string& text) { scratch_.write(name, text); }
  /// The message of loading NAME, which has to fail.
  std::string failure(const std::string& name, const std::string& definition = {}) {
    const auto program = load_program(folder_, name, definition);
    EXPECT_FALSE(program);
    return program ? std::string() : program.error().message;
  }

  test::ScratchFolder scratch_;
  const fs::path& folder_ = scratch_.path();
  const std::string vertex_ = "#version 330 core\nvoid main() { gl_Position = vec4(0.0); }\n";
  const std::string fragment_ = "#version 330 core\nout vec4 colour;\nvoid main() { colour = vec4(1.0); }\n";
};

TEST_F(Shaders, EveryPairCompilesAndLinksWithEachDefinition) {
  unsigned pairs = 0;
  for (const auto& entry : fs::directory_iterator(shader_folder())) {
    const fs::path& file = entry.path();
    ASSERT_TRUE(file.extension() == ".vert" || file.extension() == ".frag") << file;
    ASSERT_TRUE(fs::exists(fs::path(file).replace_extension(file.extension() == ".vert" ? ".frag" : ".vert"))) << file;
    if (file.extension() != ".vert") continue;
    ++pairs;
    std::vector<std::string> definitions = {""};
    for (const char* extension : {".vert", ".frag"}) {
      for (const std::string& name : definitions_of(fs::path(file).replace_extension(extension))) {
        definitions.push_back(name);
      }
    }
    for (const std::string& definition : definitions) {
      const auto program = load_program(shader_folder(), file.stem().string(), definition);
      EXPECT_TRUE(program) << definition << ": " << program.error().message;
    }
  }
  EXPECT_GE(pairs, 3u);
}

TEST_F(Shaders, AMistakeIsNamedWithFileAndLine) {
  write("bad.vert", vertex_);
  write("bad.frag", "#version 330 core\nout vec4 colour;\n\nvoid main() { colour = nothing_known; }\n");
  const std::string message = failure("bad");
  EXPECT_NE(message.find((folder_ / "bad.frag").string() + ":4"), std::string::npos) << message;
  EXPECT_NE(message.find("nothing_known"), std::string::npos) << message;
  EXPECT_EQ(message.find('\n'), std::string::npos) << message;
}

TEST_F(Shaders, ADefinitionKeepsTheLineNumbers) {
  write("bad.vert", vertex_);
  write("bad.frag",
        "#version 330 core\nout vec4 colour;\n#ifdef ODD\nvoid main() { colour = nothing_known; }\n#endif\n");
  const std::string message = failure("bad", "ODD");
  EXPECT_NE(message.find("bad.frag:4"), std::string::npos) << message;
}

TEST_F(Shaders, FilesThatDoNotFitTogether) {
  write("odd.vert",
        "#version 330 core\nout vec2 place;\nvoid main() { place = vec2(0.0); gl_Position = vec4(0.0); }\n");
  write("odd.frag",
        "#version 330 core\nin vec3 place;\nout vec4 colour;\nvoid main() { colour = vec4(place, 1.0); }\n");
  const std::string message = failure("odd");
  EXPECT_NE(message.find("do not fit together"), std::string::npos) << message;
}

TEST_F(Shaders, AFileThatIsNotThere) {
  write("half.vert", vertex_);
  const std::string message = failure("half");
  EXPECT_NE(message.find("there is no file '" + (folder_ / "half.frag").string()), std::string::npos) << message;
  EXPECT_NE(failure("none").find("there is no file '" + (folder_ / "none.vert").string()), std::string::npos);
}

TEST_F(Shaders, AProgramIsMovedAndUsed) {
  write("good.vert", vertex_);
  write("good.frag", fragment_);
  auto program = load_program(folder_, "good");
  ASSERT_TRUE(program) << program.error().message;
  const GLuint name = program->name();
  ShaderProgram moved = std::move(*program);
  EXPECT_EQ(moved.name(), name);
  moved.use();
  moved = ShaderProgram();
  glUseProgram(0);
  EXPECT_EQ(glIsProgram(name), GL_FALSE) << "the old program was not deleted";
}

}  // namespace
}  // namespace bankloom::gfx
