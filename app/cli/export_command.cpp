// bankloom export
#include <unistd.h>

#include <iostream>
#include <stop_token>

#include "cli/command.h"
#include "cli/export_all.h"
#include "cli/input.h"
#include "cli/picture_scene.h"
#include "core/base/files.h"
#include "core/base/language.h"
#include "program/interrupt.h"
#include "ui/export.h"
#include "ui/film.h"
#include "ui/paper_figures.h"

namespace bankloom::cli {
namespace {

struct ExportOptions {
  PictureScene scene;
  std::string out, figure;
  ui::FilmRequest film;
  ui::FigureScene figure_scene = ui::FigureScene::any;
  std::string text = "fonts";
  bool all = false;
  std::string as = "svg";  ///< ending of all figures
};

/// What a figure shows and how, where nothing else was asked for.
Result<void> set_figure(ExportOptions& options) {
  PictureFlags& picture = options.scene.picture;
  if (options.figure.empty()) return {};
  TRY(const auto* const figure, ui::find_paper_figure(options.figure));
  if (!picture.view.empty()) return fail("give a figure or a view, not both");
  if (figure->compares && options.scene.scene.compared.empty() && options.scene.scene.line.empty()) {
    return fail("the figure '{}' needs B: --compare IPAD=1", figure->name);
  }
  use_figure(*figure, picture);
  options.figure_scene = figure->scene;
  return {};
}

/// "12 of 135 pictures" on the terminal, which is cleared at the end; nothing elsewhere.
class FilmTerminal {
 public:
  ~FilmTerminal() {
    if (is_terminal_) std::cerr << "\r\033[K" << std::flush;
  }
  void tell(std::size_t done, std::size_t all) const {
    if (is_terminal_) std::cerr << '\r' << message("{} of {} frames; Ctrl-C ends it", done, all) << std::flush;
  }

 private:
  bool is_terminal_ = ::isatty(STDERR_FILENO) != 0;
};

Result<std::string> write_moving(const std::filesystem::path& file, const ExportOptions& options, ShownScene& shown) {
  Session& session = *shown.source->session;
  TRY(const auto film, ui::film_of_steps(session, options.film));
  TRY(const auto times, ui::film_times(film));
  shown.options.moves = true;
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
  return message("{} ({} frames, {} per second)\n", file.string(), times.pictures, times.rate.value());
}

/// What is said of a film's steps and pace holds for a page, too.
Result<Outcome> write_page(const std::filesystem::path& file, const ExportOptions& options, const Context& context) {
  TRY(const auto shown, show_picture_scene(options.scene, context, "export", false));
  TRY(const auto bytes,
      ui::write_page(file, *shown.source->session, shown.source->shader_folder, shown.options, options.film));
  return Outcome{fmt::format("{} ({} kB)\n", file.string(), (bytes + 999) / 1000), {}};
}

Result<Outcome> export_scene(const ExportOptions& given, const Context& context) {
  ExportOptions options = given;
  if (options.all) {
    const SceneOptions& scene = options.scene.scene;
    if (!scene.kernel.empty() || !scene.line.empty() || !options.figure.empty()) {
      return fail("--all takes every figure of every kernel: leave out KERNEL, --scene and --figure");
    }
    return export_all(options.out, options.as, context);
  }
  const std::filesystem::path file = options.out;
  TRY(ui::check_export_file(file, options.figure));
  if (ui::is_page(file)) return write_page(file, options, context);
  const bool moves = ui::is_film(file);
  if (!moves && (options.film.from || options.film.to)) {
    return fail("--from and --to are for films, and '{}' is a picture", options.out);
  }
  if (options.text != "fonts" && options.text != "outlines") {
    return fail("--text takes fonts or outlines, not '{}'", options.text);
  }
  if (options.text == "outlines" && ending_of(file) != ".svg") {
    return fail("--text outlines is for .svg files, and '{}' is not one: other files need no fonts", options.out);
  }
  TRY(set_figure(options));
  PictureFlags& picture = options.scene.picture;
  if (picture.dots_per_inch && !picture.size.ends_with("mm")) {
    return fail("--dpi goes with a size in millimetres, as in --size 85x60mm; this one is in pixels: {}", picture.size);
  }
  TRY(auto shown, show_picture_scene(options.scene, context, "export"));
  const bool is_placed = options.scene.step.has_value() || !options.scene.scene.line.empty();
  TRY(ui::set_figure_scene(options.figure_scene, is_placed, *shown.source->session));
  if (moves) {
    TRY(auto said, write_moving(file, options, shown));
    return file == "/dev/stdout" ? Outcome{} : Outcome{std::move(said), {}};
  }
  TRY(ui::write_export(file, *shown.source->session, shown.source->shader_folder, shown.options,
                       options.text == "outlines"));
  return Outcome{file.string() + "\n", {}};
}

}  // namespace

Action declare_export(CLI::App& app, const Context& context) {
  auto options = std::make_shared<ExportOptions>();
  add_picture_scene(app, options->scene);
  add_value(app, "--figure", options->figure,
            message("A figure for print, without controls: {}", ui::paper_figure_names()), "NAME");
  add_value(app, "--dpi", options->scene.picture.dots_per_inch,
            "Pixels per inch of a --size in millimetres, as 170x90mm; 300 if not given", "N");
  add_value(app, "--from", options->film.from, "First step of a film; 0 if not given", "STEP");
  add_value(app, "--to", options->film.to, "Last step of a film; the last one if not given", "STEP");
  add_value(app, "--pace", options->film.pace,
            "Wavefronts and sectors per second of a film; without it, each request begins with one per second", "N");
  add_value(app, "--fps", options->film.frames_per_second, "Frames per second of a film", "N")->capture_default_str();
  add_value(app, "--text", options->text,
            "Letters of an .svg: text in the reader's fonts, or outlines, the same everywhere", "fonts|outlines")
      ->capture_default_str();
  app.add_flag("--all", options->all, "Every figure of every lesson, into the folder --out");
  add_value(app, "--as", options->as, "File type of the figures of --all", "svg|pdf|png")->capture_default_str();
  add_value(
      app, "--out", options->out,
      "The file to write: FILE.png, FILE.svg and FILE.pdf (shapes and text), FILE.html (a page that plays the steps), "
      "or a film: FILE.gif, FILE.webp, FILE.apng, FILE.mp4 (by ffmpeg), FILE.y4m, folder/%04d.png (numbered pictures), "
      "or a table: FILE.md, "
      "FILE.tex, FILE.csv",
      "FILE")
      ->required();
  return [options, context] { return export_scene(*options, context); };
}

}  // namespace bankloom::cli
