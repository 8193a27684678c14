#include "ui/export.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <optional>
#include <system_error>

#include "core/base/files.h"
#include "core/base/language.h"
#include "core/base/plain_file.h"
#include "core/base/text_lines.h"
#include "core/wording/fault_text.h"
#include "core/wording/run_text.h"
#include "core/wording/text.h"
#include "ui/figures.h"
#include "ui/film_file.h"
#include "ui/html_file.h"
#include "ui/measured_figures.h"
#include "ui/measures.h"
#include "ui/panels/shown_rows.h"
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

std::optional<report::TableFormat> table_format_of(const std::filesystem::path& file) {
  const std::string ending = ending_of(file);
  if (ending == ".md") return report::TableFormat::markdown;
  if (ending == ".tex") return report::TableFormat::latex;
  if (ending == ".csv") return report::TableFormat::csv;
  return std::nullopt;
}

/// How long a table waits for the lesson's kernels; slower results are missing in it.
constexpr std::chrono::seconds kLongestLesson{20};

/// Steps a second that a page can be told to play.
constexpr double kSlowestPage = 0.1, kFastestPage = 60;

}  // namespace

std::string side_caption(const Session& session, Side side) {
  const Kernel* kernel = session.kernel(side);
  if (kernel == nullptr) return {};
  const auto own = session.selection().own(side);
  std::string words = own != nullptr && own->launch ? launch_and_kernel_text(*own->launch).str() : kernel->id();
  for (const auto& [option, value] : session.options(side)) words += fmt::format(" {}={}", option, value);
  return words;
}

std::vector<std::string> caption_of(const Session& session, const PictureOptions& options) {
  std::vector<std::string> lines;
  if (options.caption && options.title) {
    if (!options.title->empty()) lines = split_lines(*options.title);
  } else if (options.caption) {
    lines = {side_caption(session, Side::a)};
    if (session.comparing()) {
      lines = {say("A  {a}   ·   B  {b}", "a"_a = lines.front(), "b"_a = side_caption(session, Side::b))};
    }
  }
  const auto& run = session.side(Side::a).run;
  if (run == nullptr || (!options.caption && !options.keeps_scale)) return lines;
  const auto [a, b] = time_origins(session, options.measures);
  // The number of the step has that of all beside it, which a question may ask for.
  const SideView& view = session.side(Side::a);
  const bool has_step = view.facts().request_cost() != nullptr;
  std::string origin = caption_text(*run, has_step && !options.moves ? &*view.state : nullptr, a, b);
  if (const std::string guessed = guessed_text(*run); !guessed.empty()) {
    origin = say("{caption} · {guessed}", "caption"_a = origin, "guessed"_a = guessed);
  }
  lines.push_back(std::move(origin));
  return lines;
}

gfx::PngTexts picture_texts(const Session& session, const PictureOptions& options) {
  PictureOptions with = options;
  with.caption = true;
  const auto caption = caption_of(session, with);
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
  return is_film_file(file) && (ending_of(file) != ".png" || file.filename().string().find('%') != std::string::npos);
}

Result<void> check_export_file(const std::filesystem::path& file, std::string_view figure) {
  if (is_table(file) && figure != "results") {
    return fail("only the figure results can be a table: choose that, or give '{}' the extension of a picture",
                file.string());
  }
  if (is_page(file) && !figure.empty()) {
    return fail("a figure is for print, and '{}' is a web page: choose no figure, or another extension", file.string());
  }
  const std::string ending = ending_of(file);
  static constexpr std::array<std::string_view, 4> kStills{".png", ".svg", ".pdf", ".html"};
  if (is_film(file) || is_table(file) || std::ranges::find(kStills, ending) != kStills.end()) return {};
  return fail(
      "pictures are written as {}, films as {}, and tables as .md, .tex or .csv, by the file's extension; '{}' has {}",
      join(kStills, list_sign()), kFilmEndings, file.string(),
      ending.empty() ? translated("none") : translated("another"));
}

bool is_page(const std::filesystem::path& file) { return ending_of(file) == ".html"; }

Result<std::size_t> write_page(const std::filesystem::path& file, Session& session,
                               const std::filesystem::path& shader_folder, const PictureOptions& options,
                               const FilmRequest& film) {
  if (session.disclosure().hides_answer()) {
    return fail("a page shows all numbers, and the open question hides some: answer it first");
  }
  if (film.from.value_or(0) < 0 || film.to.value_or(0) < 0) return fail("steps are counted from 0");
  const bool is_pace = !film.pace || (*film.pace >= kSlowestPage && *film.pace <= kFastestPage);
  if (!is_pace) return fail("a page plays {} to {} steps per second, not {}", kSlowestPage, kFastestPage, *film.pace);
  TRY(const auto page, scene_html(session, shader_folder.parent_path() / "assets",
                                  {film.from, film.to, film.pace, options.view.palette, options.measures}));
  TRY(check_no_link(file));
  TRY(write_file(file, page));
  return page.size();
}

bool is_table(const std::filesystem::path& file) { return table_format_of(file).has_value(); }

Result<void> write_table(const std::filesystem::path& file, Session& session, const PictureOptions& options) {
  session.finish();
  session.finish_lesson(kLongestLesson);
  const auto format = table_format_of(file).value_or(report::TableFormat::csv);
  const bool is_csv = format == report::TableFormat::csv;
  std::optional<InEnglish> english;
  if (is_csv) english.emplace();
  std::vector<LessonRow> rows;
  std::vector<TimeCell> times;
  for (const ShownRow& shown : shown_rows(session)) {
    rows.push_back(shown.row);
    if (options.measures != nullptr) {
      times.push_back(time_cell(options.measures->status(shown.row.key), options.measures->no_gpu()));
    }
  }
  if (rows.empty()) return fail("there is no table of results: no kernel is chosen");
  // What all times have in common stands below the table once.
  const bool has_one_origin = std::ranges::all_of(
      times, [&](const TimeCell& time) { return !time.origin || time.origin == times.front().origin; });
  std::string text = results_table(rows, times, {is_csv, is_csv || !has_one_origin}).render(format);
  if (format == report::TableFormat::markdown) text += "\n" + join(caption_of(session, options), "  \n") + "\n";
  if (format == report::TableFormat::latex) {
    std::string foot;
    for (const std::string& line : caption_of(session, options)) foot += "\\\\" + report::latex_text(line) + "\n";
    text = "{\\footnotesize\\noindent\n" + text + foot + "\\par}\n";
  }
  TRY(check_no_link(file));
  return write_file(file, text);
}

Result<void> write_export(const std::filesystem::path& file, Session& session,
                          const std::filesystem::path& shader_folder, const PictureOptions& options, bool outlines) {
  return is_table(file) ? write_table(file, session, options)
                        : write_still(file, session, shader_folder, options, outlines);
}

Result<void> write_still(const std::filesystem::path& file, Session& session,
                         const std::filesystem::path& shader_folder, const PictureOptions& options, bool outlines) {
  if (ending_of(file) == ".png") {
    TRY(const auto drawn, render_picture(session, shader_folder, options));
    return gfx::write_png(file, drawn.image, drawn.texts);
  }
  TRY(check_no_link(file));
  const VectorFormat svg = outlines ? VectorFormat::svg_outlines : VectorFormat::svg;
  const VectorFormat format = ending_of(file) == ".pdf" ? VectorFormat::pdf : svg;
  TRY(const auto bytes, render_vectors(format, session, shader_folder, options));
  return write_file(file, bytes).map_error([&](const Error& error) {
    return Error{message("the picture {} cannot be written: {}", file.string(), error.message)};
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

}  // namespace bankloom::ui
