#include "ui/export.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <system_error>

#include "core/base/files.h"
#include "core/base/text_lines.h"
#include "core/wording/fault_text.h"
#include "core/wording/run_text.h"
#include "core/wording/text.h"
#include "ui/film_file.h"
#include "ui/measured_figures.h"
#include "ui/measures.h"
#include "ui/panels/side_style.h"
#include "ui/view_options.h"

namespace bankloom::ui {

using namespace wording;
namespace {

/// The characters allowed in a file name on every system.
std::string for_file_name(std::string_view words) {
  std::string name;
  for (const char letter : words) {
    const bool plain = std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_' || letter == '.';
    name.push_back(plain ? letter : '-');
  }
  return name;
}

/// The options in a picture's name: the padding, and those that are not at their defaults.
std::vector<std::pair<std::string, std::string>> telling_options(const Session& session, Side side) {
  std::vector<std::pair<std::string, std::string>> telling;
  const Kernel* kernel = session.kernel(side);
  if (kernel == nullptr) return telling;
  const OptionValues values = session.options(side);
  for (const auto& option : kernel->options) {
    const auto found = values.find(option.name);
    if (found == values.end()) continue;
    if (&option == kernel->padding() || found->second != option.default_value)
      telling.emplace_back(option.name, found->second);
  }
  return telling;
}

std::string options_for_name(const Session& session, Side side) {
  std::string name;
  for (const auto& [option, value] : telling_options(session, side)) name += "-" + for_file_name(option + value);
  return name;
}

std::string side_text(const Session& session, Side side) {
  const Kernel* kernel = session.kernel(side);
  if (kernel == nullptr) return {};
  const auto own = session.selection().own(side);
  std::string words = own != nullptr && own->launch ? launch_and_kernel_text(*own->launch).str() : kernel->id();
  for (const auto& [option, value] : session.options(side)) words += fmt::format(" {}={}", option, value);
  return words;
}

/// The origin of the times of the shown sides; nothing if none is known.
std::pair<std::optional<Origin>, std::optional<Origin>> time_origins(const Session& session, Measures* measures) {
  std::pair<std::optional<Origin>, std::optional<Origin>> origins;
  for (const Side side : shown_sides(session)) {
    if (measures == nullptr) break;
    const MeasureStatus status = measures->status(session, side);
    // In a recording, a kernel with a fault has no time.
    if (one_block(status)) (side == Side::a ? origins.first : origins.second) = status.result->origin();
  }
  return origins;
}

}  // namespace

std::vector<std::string> caption_of(const Session& session, Measures* measures) {
  std::string first = side_text(session, Side::a);
  if (session.comparing()) first = say("A  {a}   ·   B  {b}", "a"_a = first, "b"_a = side_text(session, Side::b));
  const auto& run = session.side(Side::a).run;
  std::vector<std::string> lines{first};
  if (run == nullptr) return lines;
  const auto [a, b] = time_origins(session, measures);
  const auto& state = session.side(Side::a).state;
  std::string second = caption_text(*run, state ? &*state : nullptr, a, b);
  if (const std::string guessed = guessed_text(*run); !guessed.empty()) {
    second = say("{caption} · {guessed}", "caption"_a = second, "guessed"_a = guessed);
  }
  lines.push_back(std::move(second));
  return lines;
}

gfx::PngTexts picture_texts(const Session& session, const PictureOptions& options) {
  const auto caption = caption_of(session, options.measures);
  return {{"Title", caption.front()},
          {"Description", caption.back()},
          {"Software", "bankloom"},
          {"Scene", scene_to_line(scene_with_looks(session, options.view))}};
}

Result<Picture> render_picture(Session& session, const std::filesystem::path& shader_folder,
                               const PictureOptions& options) {
  TRY(auto source, FrameSource::create(session, shader_folder, options));
  return Picture{source.still(), picture_texts(session, options)};
}

Result<std::string> render_vectors(VectorFormat format, Session& session, const std::filesystem::path& shader_folder,
                                   const PictureOptions& options) {
  TRY(auto source, FrameSource::create(session, shader_folder, options));
  return source.vectors(format, picture_texts(session, options));
}

bool is_film(const std::filesystem::path& file) {
  return is_film_file(file) && (file.extension() != ".png" || file.filename().string().find('%') != std::string::npos);
}

Result<void> check_export_file(const std::filesystem::path& file) {
  const std::string ending = file.extension().string();
  static constexpr std::array<std::string_view, 3> kStills{".png", ".svg", ".pdf"};
  if (is_film(file) || std::ranges::find(kStills, ending) != kStills.end()) return {};
  return fail("pictures are written as {}, and films as {}, by the name's ending; '{}' has {}", join(kStills, ", "),
              kFilmEndings, file.string(), ending.empty() ? "none" : "another");
}

Result<void> write_still(const std::filesystem::path& file, Session& session,
                         const std::filesystem::path& shader_folder, const PictureOptions& options, bool outlines) {
  if (file.extension() == ".png") {
    TRY(const auto drawn, render_picture(session, shader_folder, options));
    return gfx::write_png(file, drawn.image, drawn.texts);
  }
  const VectorFormat svg = outlines ? VectorFormat::svg_outlines : VectorFormat::svg;
  const VectorFormat format = file.extension() == ".pdf" ? VectorFormat::pdf : svg;
  TRY(const auto bytes, render_vectors(format, session, shader_folder, options));
  return write_file(file, bytes).map_error([&](const Error& error) {
    return Error{fmt::format("the picture {} cannot be written: {}", file.string(), error.message)};
  });
}

std::string picture_name(const Session& session, std::string_view panel) {
  const Kernel* a = session.kernel(Side::a);
  std::string name = "bankloom";
  if (a != nullptr) name += "-" + for_file_name(a->lesson) + "-" + for_file_name(a->name);
  name += options_for_name(session, Side::a);
  if (const Kernel* b = session.comparing() ? session.kernel(Side::b) : nullptr) {
    name += "-vs";
    if (a != nullptr && b->id() != a->id()) name += "-" + for_file_name(b->name);
    name += options_for_name(session, Side::b);
  }
  name += fmt::format("-warp{}-step{}", session.player().position().warp, session.player().step_index());
  if (!panel.empty()) name += "-" + for_file_name(panel);
  return name + ".png";
}

std::filesystem::path free_path(const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::path candidate = path;
  for (int i = 2; std::filesystem::exists(std::filesystem::symlink_status(candidate, error)); ++i) {
    candidate = path.parent_path() / (path.stem().string() + "-" + std::to_string(i) + path.extension().string());
  }
  return candidate;
}

Result<std::filesystem::path> save_picture(const Picture& picture, const Session& session, std::string_view panel,
                                           const std::filesystem::path& folder) {
  std::error_code error;
  if (!std::filesystem::is_directory(folder, error)) {
    return fail("there is no folder '{}' for the picture; choose another", folder.string());
  }
  auto path = free_path(folder / picture_name(session, panel));
  TRY(gfx::write_png(path, picture.image, picture.texts));
  return path;
}

}  // namespace bankloom::ui
