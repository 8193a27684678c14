#include "ui/export_card.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/files.h"
#include "core/wording/text.h"
#include "ui/desktop_open.h"
#include "ui/editor/source_file.h"
#include "ui/export.h"
#include "ui/film.h"
#include "ui/layout/bar.h"
#include "ui/layout/controls.h"
#include "ui/overlays.h"
#include "ui/panels/side_style.h"
#include "ui/paper_figures.h"

namespace bankloom::ui {

using namespace wording;
namespace {

namespace fs = std::filesystem;

/// Those that people want most; every other one that is known can be typed.
constexpr std::array<std::string_view, 8> kEndings{".png", ".svg", ".pdf", ".gif", ".webp", ".apng", ".mp4", ".html"};
constexpr int kMostFilmRate = static_cast<int>(kLargestFilmRate);

std::vector<std::string> titles_of_views() {
  std::vector<std::string> titles;
  for (const PanelEntry& entry : panels()) titles.emplace_back(entry.title);
  return titles;
}

std::vector<std::string> names_of_figures() {
  std::vector<std::string> names;
  for (const PaperFigure& figure : paper_figures()) names.emplace_back(figure.name);
  return names;
}

}  // namespace

ExportRequest ExportCard::chosen(const Session& session) const {
  ExportRequest request;
  if (what_ == What::view) request.view = panels()[view_].id;
  if (what_ == What::figure) request.figure = paper_figures()[figure_].name;
  request.scale = scale_;
  request.film = film_;
  const Pace& pace = session.player().playback().pace();
  request.film.pace = pace.is_chosen() ? std::optional(pace.speed()) : std::nullopt;
  return request;
}

void ExportCard::suggest_name(const Session& session) {
  if (name_ != suggested_) return;
  const ExportRequest request = chosen(session);
  const fs::path ending = name_.empty() ? ".png" : fs::path(name_).extension();
  fs::path name = picture_name(session, request.figure.empty() ? request.view : request.figure);
  suggested_ = name_ = name.replace_extension(ending).string();
}

void ExportCard::set_ending(std::string_view ending) {
  const bool is_suggested = name_ == suggested_;
  name_ = fs::path(name_).replace_extension(ending).string();
  if (is_suggested) suggested_ = name_;
}

void ExportCard::add_steps(Form& form, const Session& session) {
  const auto last = std::max<std::int64_t>(static_cast<std::int64_t>(session.player().sequence().count()), 1) - 1;
  film_.from = std::min(film_.from.value_or(0), last);
  film_.to = std::min(film_.to.value_or(last), last);
  if (*film_.to == last) film_.to.reset();
  Row steps;
  steps.gap(6).add(IntField("from", *film_.from, 0, last, [this](std::int64_t step) { film_.from = step; })
                       .tooltip("The first step of the film."),
                   share());
  steps.add(Text("to").muted());
  steps.add(IntField("to", film_.to.value_or(last), 0, last, [this](std::int64_t step) { film_.to = step; })
                .tooltip("The last step of the film."),
            share());
  form.add("Steps", steps.add(Text(say("of 0 to {last}", "last"_a = last)).small().muted(), share()));
  if (is_page(name_)) return;
  Row rate;
  rate.gap(6).add(IntField("rate", static_cast<std::int64_t>(film_.frames_per_second), 1, kMostFilmRate,
                           [this](std::int64_t pictures) { film_.frames_per_second = static_cast<double>(pictures); })
                      .tooltip("Frames of the film per second. More make it smoother, not faster."),
                  share());
  form.add("Frames per second",
           rate.add(Text({"The film plays at the pace of the window.", ""}).small().muted(), share(3)));
}

/// How far a film is, and a button to give it up.
Box ExportCard::film_page(PanelContext& context, const Progress& film, const std::function<void()>& close) {
  const double part = static_cast<double>(film.done) / static_cast<double>(std::max<std::size_t>(film.all, 1));
  const std::string words = say("{done} of {all} frames", "done"_a = film.done, "all"_a = film.all);
  Column page;
  page.gap(12).add(Text(words)).add(Bar(part, context.theme.accent_b).ground(context.theme.line).low());
  return page.add(
      Row()
          .add(Gap(), share())
          .add(Button("cancel", "Cancel", close).tooltip("Cancels the film; no file is written."), units(120)));
}

void ExportCard::add_what(Form& form) {
  static constexpr std::array<std::string_view, 3> kWhats{"the window", "one view", "a figure for print"};
  form.add("What", Segments("what", kWhats, static_cast<int>(what_), [this](int index) {
                     what_ = static_cast<What>(index);
                   }).tooltip("The whole window, one view alone at the window's size, or a figure for print."));
  if (what_ == What::view) {
    form.add("View", DropDown("view", titles_of_views(), static_cast<int>(view_), [this](int index) {
                       view_ = static_cast<std::size_t>(index);
                     }).tooltip("The view."));
  }
  if (what_ == What::figure) {
    const PaperFigure& figure = paper_figures()[figure_];
    form.add("Figure", DropDown("figure", names_of_figures(), static_cast<int>(figure_), [this](int index) {
                         figure_ = static_cast<std::size_t>(index);
                       }).tooltip("Views without their controls, as wide as a column or a page of text."));
    form.add("Size", Text(say("{width} × {height} mm{most:| at most}, {dots} dots per inch", "width"_a = figure.width,
                              "height"_a = figure.height, "most"_a = Case{figure.fits ? 1U : 0U},
                              "dots"_a = fmt::format("{}", kUsualDotsPerInch)))
                         .muted());
  } else {
    static constexpr std::array<std::string_view, 4> kScales{"1×", "2×", "3×", "4×"};
    form.add("Size", Segments("scale", kScales, scale_ - 1, [this](int index) {
                       scale_ = index + 1;
                     }).tooltip("Pixels of the picture per pixel of the window; 2× and more for print."));
  }
}

Box ExportCard::page(PanelContext& context, const std::function<void()>& close) {
  if (progress) return film_page(context, *progress, close);
  suggest_name(context.session);
  const ExportRequest request = chosen(context.session);
  Form form;
  form.gap(10);
  add_what(form);
  const auto make = [this, request] {
    ExportRequest wanted = request;
    const fs::path file = typed_path(name_, folder_);
    wanted.file = name_.find('%') == std::string::npos ? free_path(file) : file;
    ask(std::move(wanted));
  };
  if (std::exchange(writes_, false)) make();
  add_file(context, form, make);
  if (is_film(name_) || is_page(name_)) add_steps(form, context.session);
  form.across(
      Text("No file is overwritten. A caption names the kernel, its options and the machine.").small().muted().wrap());
  add_outcome(context, form);
  Row buttons;
  buttons.gap(6).add(Button("write", "Write the file", make, ButtonStyle::accent_b).tooltip("Writes it now (Return)."),
                     share());
  const auto copy = [this, request] { ask(request); };
  buttons.add(Button("copy", "Copy picture", copy)
                  .tooltip("To the clipboard, for programs that accept pictures; no file is written."),
              share());
  return form.across(buttons);
}

void ExportCard::add_file(PanelContext& context, Form& form, const std::function<void()>& make) {
  Row folder;
  folder.gap(6)
      .add(TextField("folder", folder_, make).tooltip("The folder that the file is written to; it must exist."),
           share())
      .add(Button("choose folder", "Choose …", [&context] {
             context.overlays->ask_for_folder(context);
           }).tooltip("Shows the folders to choose from."));
  form.add("Folder", folder);
  form.add("File", TextField("file", name_, make)
                       .tooltip("The name of the file. Its extension decides what is "
                                "written."));
  const std::string ending = ending_of(name_);
  const auto* const at = std::ranges::find(kEndings, ending);
  const int chosen_ending = at == kEndings.end() ? -1 : static_cast<int>(at - kEndings.begin());
  form.add(
      "Type",
      Segments("ending", kEndings, chosen_ending,
               [this](int index) { set_ending(kEndings[static_cast<std::size_t>(index)]); })
          .tooltip(
              "A picture, or shapes and text (.svg, .pdf), a film, or a page that plays the steps (.html). The name "
              "may also end in .md, .tex or .csv, for the figure results as a table, or in %04d.png, for the "
              "numbered frames of a film."));
}

/// Why nothing was written, or where the file is.
void ExportCard::add_outcome(PanelContext& context, Form& form) const {
  if (!problem_.empty()) form.across(Text(problem_).colour(context.theme.bad).wrap());
  if (saved_.empty()) return;
  const auto open = [&context, file = saved_] { say_problem(context, open_on_desktop(file)); };
  form.across(Row()
                  .gap(6)
                  .add(Text(say("Saved to {file}", "file"_a = saved_.string())).keep_ends(), share())
                  .add(Button("open saved", "Open", open)
                           .tooltip("Opens it with the program that this desktop has for such files.")));
}

}  // namespace bankloom::ui
