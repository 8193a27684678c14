// bankloom doctor: the display, OpenGL and the fonts, in a build that has a window.
#include <cctype>
#include <string_view>

#include "cli/doctor.h"
#include "core/base/files.h"
#include "core/base/language.h"
#include "gfx/fonts.h"
#include "gfx/gl.h"
#include "gfx/offscreen.h"
#include "gfx/window.h"

namespace bankloom::cli {
namespace {

std::string display_name() {
  for (const char* variable : {"WAYLAND_DISPLAY", "DISPLAY"}) {
    if (const auto value = environment(variable); !value.empty()) return fmt::format("{}={}", variable, value);
  }
  return message("a display that no environment variable names");
}

/// A sentence of gfx says what is wrong, and mostly what to do.
Finding missing(std::string name, const std::string& sentence) {
  return {std::move(name), false, sentence, "Other commands work without it."};
}

Finding display() {
  gfx::WindowOptions options;
  options.visible = false;
  const auto window = gfx::Window::open(options);
  if (!window) return missing("display", window.error().message);
  return {"display", true, fmt::format("{}; {}", display_name(), gfx::describe_gl()), ""};
}

Finding pictures() {
  const auto context = gfx::make_offscreen_context();
  if (!context) return missing("pictures", context.error().message);
  return {"pictures", true, (*context)->describe(), ""};
}

Finding fonts() {
  const auto text = gfx::find_font(gfx::FontFace::text), code = gfx::find_font(gfx::FontFace::code);
  const auto is_wanted = [](const auto& path, std::string_view name) {
    return path && path->filename().string().starts_with(name);
  };
  const std::string found = fmt::format("{}; {}", text ? text->string() : message("no font for text"),
                                        code ? code->string() : message("no font for code"));
  if (is_wanted(text, "Inter") && is_wanted(code, "JetBrainsMono")) return {"fonts", true, found, ""};
  return {
      "fonts", false, message("Inter and JetBrains Mono are not both installed: {}", found),
      "Install the packages fonts-inter and fonts-jetbrains-mono, or set BANKLOOM_FONTS to a folder that has them."};
}

Finding chinese() {
  if (const auto font = gfx::find_font(gfx::FontFace::chinese)) return {"Chinese font", true, font->string(), ""};
  return {"Chinese font", false, "no font has Chinese characters: they are shown as '?'",
          "Install the package fonts-wqy-microhei, or set BANKLOOM_FONTS to a folder with wqy-microhei.ttc."};
}

}  // namespace

std::vector<Finding> screen_findings() { return {display(), pictures(), fonts(), chinese()}; }

}  // namespace bankloom::cli
