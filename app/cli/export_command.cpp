// bankloom export
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>
#include <stop_token>

#include "cli/command.h"
#include "cli/input.h"
#include "cli/picture_scene.h"
#include "core/base/files.h"
#include "core/base/text_lines.h"
#include "gfx/png.h"
#include "program/interrupt.h"
#include "ui/export.h"
#include "ui/film.h"

namespace bankloom::cli {
namespace {

/// What stands on paper: views without their controls, below each other, and the width and height in millimetres of a
/// column or a page of text.
struct Figure {
  std::string_view name, views;
  int width, height;
  bool has_card = false;  ///< lanes x banks instead of the queues
  bool compares = false;
  bool fits = false;  ///< ends where its contents do; the height is the most
};
constexpr std::array kFigures{
    Figure{"tile", "tile", 85, 100},
    Figure{"banks", "banks", 85, 75},
    Figure{"card", "banks", 85, 110, true},
    Figure{"tile+banks", "tile+banks", 85, 155},
    Figure{"comparison", "tile+banks", 170, 150, false, true},
    Figure{"timeline", "timeline", 170, 80},
    Figure{"ladder", "ladder", 170, 200, false, false, true},
    Figure{"times", "time", 170, 200, false, false, true},
    Figure{"machines", "machines", 170, 200, false, false, true},
    Figure{"results", "results", 170, 200, false, false, true},
    Figure{"code", "code", 85, 200, false, false, true},
    Figure{"output", "output", 170, 95},
};

std::string figure_names() {
  std::string names;
  for (const Figure& one : kFigures) names += (names.empty() ? "" : ", ") + std::string(one.name);
  return names;
}

constexpr double kMillimetresPerInch = 25.4, kPixelsPerInch = 96;

struct ExportOptions {
  PictureScene scene;
  std::string out, figure;
  double dots_per_inch = 300;
  bool fits_height = false, is_for_paper = false;
  std::optional<std::int64_t> from, to;
  double frames_per_second = 25, pace = 6;
};

/// "85x60mm" in pixels; nothing where the size is in pixels.
Result<std::optional<PixelExtent>> millimetres(const ExportOptions& options) {
  const std::string& size = options.scene.picture.size;
  if (!size.ends_with("mm")) return std::nullopt;
  TRY(auto extent, parse_pixels("--size", size.substr(0, size.size() - 2)));
  for (int* const side : {&extent.width, &extent.height}) {
    *side = static_cast<int>(std::lround(*side / kMillimetresPerInch * options.dots_per_inch));
  }
  return extent;
}

/// The options with a figure's views, size and look, where no others were asked for.
Result<ExportOptions> with_figure(ExportOptions options) {
  PictureFlags& picture = options.scene.picture;
  if (!options.figure.empty()) {
    const auto* const figure = std::ranges::find(kFigures, options.figure, &Figure::name);
    if (figure == kFigures.end()) {
      return fail("there is no figure '{}'; choose one of {}", options.figure, figure_names());
    }
    if (!picture.view.empty()) return fail("give a figure or a view, not both");
    if (figure->compares && options.scene.scene.compared.empty() && options.scene.scene.line.empty()) {
      return fail("the figure '{}' needs B: --compare IPAD=1", figure->name);
    }
    picture.view = figure->views;
    const bool is_usual_size = picture.size == PictureFlags().size;
    if (is_usual_size) picture.size = fmt::format("{}x{}mm", figure->width, figure->height);
    const auto look = [&](const char* flag, const char* value) {
      if (!picture.view_words[flag]) picture.view_words[flag] = value;
    };
    look("--theme", "light");
    if (figure->has_card) look("--banks", "card");
    options.fits_height = figure->fits && is_usual_size;
  }
  TRY(const auto extent, millimetres(options));
  if (!extent) return options;
  options.is_for_paper = true;
  picture.size = fmt::format("{}x{}", extent->width, extent->height);
  picture.scale = options.dots_per_inch / kPixelsPerInch;
  if (picture.scale < ui::kLeastPictureScale || picture.scale > ui::kLargestPictureScale) {
    return fail("--dpi takes {} to {}, not {}", ui::kLeastPictureScale * kPixelsPerInch,
                ui::kLargestPictureScale * kPixelsPerInch, options.dots_per_inch);
  }
  return options;
}

Result<void> write_still(const std::filesystem::path& file, const ShownScene& shown) {
  Session& session = *shown.source->session;
  if (file.extension() == ".svg") {
    TRY(const auto svg, ui::render_svg(session, shown.source->shader_folder, shown.options));
    return write_file(file, svg).map_error([&](const Error& error) {
      return Error{fmt::format("the picture {} cannot be written: {}", file.string(), error.message)};
    });
  }
  TRY(const auto drawn, ui::render_picture(session, shown.source->shader_folder, shown.options));
  return gfx::write_png(file, drawn.image, drawn.texts);
}

/// "12 of 135 pictures" on the terminal, which is cleared at the end; nothing elsewhere.
class FilmTerminal {
 public:
  ~FilmTerminal() {
    if (is_terminal_) std::cerr << "\r\033[K" << std::flush;
  }
  void tell(std::size_t done, std::size_t all) const {
    if (is_terminal_) std::cerr << fmt::format("\r{} of {} pictures; Ctrl-C ends it", done, all) << std::flush;
  }

 private:
  bool is_terminal_ = ::isatty(STDERR_FILENO) != 0;
};

Result<std::string> write_moving(const std::filesystem::path& file, const ExportOptions& options, ShownScene& shown) {
  Session& session = *shown.source->session;
  session.player().set_speed(options.pace);
  const auto steps = static_cast<std::int64_t>(session.player().sequence().count());
  const std::int64_t first = options.from.value_or(0), last = options.to.value_or(steps - 1);
  if (first < 0 || last < 0) return fail("steps are counted from 0");
  TRY(const auto span, ui::span_of_steps(session, static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(last)));
  const ui::FilmOptions film{span, options.frames_per_second};
  TRY(const auto times, ui::film_times(film));
  const auto texts = ui::picture_texts(session, shown.options);
  TRY(auto source, ui::FrameSource::create(session, shown.source->shader_folder, shown.options));
  const program::Interrupt interrupt;
  const FilmTerminal terminal;
  std::stop_source stop;
  const auto tell = [&](std::size_t done, std::size_t all) {
    terminal.tell(done, all);
    if (interrupt.has_come()) stop.request_stop();
  };
  TRY(ui::write_film(source, film, file, texts, tell, stop.get_token()));
  return fmt::format("{} ({} pictures, {} a second)\n", file.string(), times.pictures, times.rate.value());
}

/// Where video for an encoder goes.
constexpr std::string_view kStandardOutput = "/dev/stdout";

/// Files that move; a PNG moves as numbered pictures.
bool is_film(const std::filesystem::path& file) {
  static constexpr std::array<std::string_view, 3> kEndings{".apng", ".y4m", ".mp4"};
  const std::string ending = file.extension().string();
  return std::ranges::find(kEndings, ending) != kEndings.end() || file == kStandardOutput ||
         (ending == ".png" && file.filename().string().find('%') != std::string::npos);
}

Result<Outcome> export_scene(const ExportOptions& given, const Context& context) {
  const std::filesystem::path file = given.out;
  const std::string ending = file.extension().string();
  const bool moves = is_film(file);
  if (!moves && ending != ".png" && ending != ".svg") {
    return fail(
        "export writes .png and .svg, and films as .apng, .y4m, .mp4 and %04d.png, by the name's ending; '{}' has {}",
        given.out, ending.empty() ? "none" : "another");
  }
  if (!moves && (given.from || given.to))
    return fail("--from and --to are of a film, and '{}' is a picture", given.out);
  TRY(const auto options, with_figure(given));
  TRY(auto shown, show_picture_scene(options.scene, context, "export"));
  shown.options.keeps_scale = options.is_for_paper;
  shown.options.fits_height = options.fits_height;
  if (moves) {
    TRY(auto said, write_moving(file, options, shown));
    return file == kStandardOutput ? Outcome{} : Outcome{std::move(said), {}};
  }
  TRY(write_still(file, shown));
  return Outcome{file.string() + "\n", {}};
}

}  // namespace

Action declare_export(CLI::App& app, const Context& context) {
  auto options = std::make_shared<ExportOptions>();
  add_picture_scene(app, options->scene);
  add_value(app, "--figure", options->figure, "A figure for paper, without controls: " + figure_names(), "NAME");
  add_value(app, "--dpi", options->dots_per_inch, "Pixels per inch of a --size in millimetres, as 170x90mm", "N")
      ->capture_default_str();
  add_value(app, "--from", options->from, "First step of a film; 0 if not given", "STEP");
  add_value(app, "--to", options->to, "Last step of a film; the last one if not given", "STEP");
  add_value(app, "--pace", options->pace, "Wavefronts and sectors a second of a film", "N")->capture_default_str();
  add_value(app, "--fps", options->frames_per_second, "Pictures a second of a film", "N")->capture_default_str();
  add_value(app, "--out", options->out,
            "The file to write: FILE.png, FILE.svg (shapes and text), or a film: FILE.apng, FILE.y4m, FILE.mp4 (by "
            "ffmpeg), folder/%04d.png (numbered pictures)",
            "FILE")
      ->required();
  return [options, context] { return export_scene(*options, context); };
}

}  // namespace bankloom::cli
