#include "ui/file_dialog.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "core/wording/text.h"
#include "ui/editor/workbench.h"
#include "ui/layout/controls.h"
#include "ui/layout/table.h"
#include "ui/talk/open_talk.h"
#include "ui/talk/talk_file.h"
#include "ui/widgets/fields.h"

namespace bankloom::ui {

using namespace wording;
namespace {

namespace fs = std::filesystem;

/// The default name of a text to be saved.
std::string usual_name(const Document& document) {
  const fs::path path = document.source.path;
  return path.empty() ? document.name() + ".cu" : path.filename().string();
}

}  // namespace

void FileDialog::begin(PanelContext& context, Side side, bool saves) {
  saves_ = saves;
  saves_talk_ = false;
  side_ = side;
  typed_.clear();
  problem_.clear();
  overwrites_.clear();
  appears_ = true;
  done_ = false;
  if (context.workbench == nullptr) return;
  const Document* document = context.workbench->document(context.session, side);
  enter(context.workbench->folder(document));
  if (saves && document != nullptr) {
    typed_ = usual_name(*document);
    if (save_question(*document) == SaveQuestion::changed) {
      overwrites_ = document->source.path;
      problem_ = say("{file} was changed by another program after it was opened.", "file"_a = overwrites_);
    }
  }
}

void FileDialog::ask_open(PanelContext& context, Side side) { begin(context, side, false); }
void FileDialog::ask_save(PanelContext& context, Side side) { begin(context, side, true); }

void FileDialog::ask_save_talk(PanelContext& context) {
  begin(context, Side::a, true);
  saves_talk_ = true;
  problem_.clear();
  overwrites_.clear();
  typed_ = "talk" + std::string(kTalkExtension);
}

/// Shows another folder's list; stays if it cannot be read.
void FileDialog::enter(const fs::path& folder) {
  auto entries = list_folder(folder);
  if (!entries) {
    problem_ = entries.error().message;
    return;
  }
  folder_ = folder.lexically_normal();
  entries_ = std::move(*entries);
}

/// The action of Enter and of the button; returns true if the dialog is finished.
bool FileDialog::perform(PanelContext& context) {
  problem_.clear();
  std::error_code error;
  if (!saves_ && !typed_.empty() && !fs::exists(typed_path(typed_, folder_), error)) {
    // The beginning of exactly one name means that name: the list shows only that.
    const auto begins = [&](const FolderEntry& entry) { return entry.name.starts_with(typed_); };
    const auto only = std::ranges::find_if(entries_, begins);
    if (only != entries_.end() && std::count_if(only, entries_.end(), begins) == 1) typed_ = only->name;
  }
  const fs::path path = typed_path(typed_, folder_);
  if (typed_.empty() || fs::is_directory(path, error)) {
    if (!typed_.empty()) enter(path);
    typed_.clear();
    return false;
  }
  Workbench& bench = *context.workbench;
  if (!saves_ && names_talk(path)) {
    const auto opened = context.talk->open(context.session, context.view, path);
    if (!opened) problem_ = opened.error().message;
    return opened.has_value();
  }
  if (!saves_) {
    const auto opened = bench.open_file(context.session, side_, path);
    if (!opened) problem_ = opened.error().message;
    return opened.has_value();
  }
  fs::path file = path;
  if (!file.has_extension()) file += saves_talk_ ? kTalkExtension : ".cu";
  if (fs::exists(file, error) && overwrites_ != file.string()) {
    overwrites_ = file.string();
    typed_ = file.string();
    problem_ = say("The file {file} already exists.", "file"_a = file.string());
    return false;
  }
  const auto saved = saves_talk_ ? context.talk->save_as(file) : bench.save_as(context.session, side_, file);
  if (!saved) problem_ = saved.error().message;
  return saved.has_value();
}

Box FileDialog::list(const Theme& theme) {
  Table table;
  table.scrolls("entries").padding(5).column({"", "", Align::left, share()}).column({""});
  const auto add = [&](const std::string& name, const char* kind, const char* meaning, bool is_chosen) {
    const auto choose = [this, name, is_folder = *kind != 0] {
      if (is_folder) {
        next_ = name == ".." ? folder_.parent_path() : folder_ / name;
      } else {
        chosen_ = name;
      }
    };
    table.row({Text(bankloom::Text::verbatim(name)).keep_ends(), Text(kind).small().faint()})
        .chosen(is_chosen)
        .tooltip(meaning)
        .on_click(name, choose);
  };
  if (folder_.has_relative_path()) add("..", "folder above", "Shows the folder above.", false);
  const bool is_name = typed_.find('/') == std::string::npos;
  for (const FolderEntry& entry : entries_) {
    // The input filters the list, until it is one of its names.
    if (!saves_ && is_name && !entry.name.starts_with(typed_)) continue;
    const char* of_file = saves_ ? "Uses this name; you are asked before overwriting." : "Opens it.";
    add(entry.name, entry.is_folder ? "folder" : "", entry.is_folder ? "Shows this folder." : of_file,
        entry.name == typed_);
  }
  if (entries_.empty()) table.across(Text("no .cu file, no talk and no folder here").muted());
  return Card(table).padding(4, 4).fill(theme.raised);
}

/// Handles a click on the list.
void FileDialog::take_clicked(PanelContext& context) {
  const fs::path next = std::exchange(next_, {});
  const std::string chosen = std::exchange(chosen_, {});
  if (next.empty() && chosen.empty()) return;
  problem_.clear();
  context.redraw_within(0);
  if (!next.empty()) {
    if (!saves_) typed_.clear();
    enter(next);
    return;
  }
  typed_ = chosen;
  overwrites_.clear();
  // A click opens: another click opens another file.
  if (!saves_) done_ = perform(context);
}

bool FileDialog::draw(PanelContext& context) {
  if (context.workbench == nullptr) return true;
  Typed typed;
  bool pressed = false;
  Control field(
      {[](const PanelContext& c) { return c.px(120); }, nullptr, control_height,
       [&](PanelContext& c, const Rect& rect) { typed = text_field(c, "file", typed_, rect.width, appears_); }});
  const bool overwrites = saves_ && !overwrites_.empty();
  Control go = Button(
      "do", overwrites ? "Overwrite it" : (saves_ ? "Save" : "Open"), [&] { pressed = true; },
      overwrites ? ButtonStyle::accent_a : ButtonStyle::accent_b);
  Row row;
  row.add(
      field.tooltip(saves_ ? "The name of the file, or its whole path." : "A name in this folder, or a whole path."),
      share());
  row.add(go.tooltip(overwrites ? "Overwrites the existing file." : (saves_ ? "Writes the file." : "Opens the file.")),
          units(120));
  Column page;
  page.gap(8).add(Text(bankloom::Text::verbatim(folder_.string())).small().muted().keep_ends()).add(row);
  if (!problem_.empty()) page.add(Text(problem_).colour(context.theme.bad).wrap());
  show(context, page.add(list(context.theme), share()));
  if (appears_) context.redraw_within(0);
  appears_ = false;
  if (typed.changed) {
    problem_.clear();
    overwrites_.clear();
  }
  if (pressed || typed.entered) {
    done_ = perform(context);
    appears_ = !done_;
    context.redraw_within(0);
  } else {
    take_clicked(context);
  }
  return done_;
}

}  // namespace bankloom::ui
