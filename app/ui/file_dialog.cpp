#include "ui/file_dialog.h"

#include <algorithm>
#include <cmath>
#include <system_error>

#include "ui/editor/workbench.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/widgets.h"

namespace bankloom::ui {
namespace {

namespace fs = std::filesystem;

/// The name that a text is saved under unless another one is typed.
std::string usual_name(const Document& document) {
  const fs::path path = document.source.path;
  return path.empty() ? document.name() + ".cu" : path.filename().string();
}

}  // namespace

void FileDialog::begin(PanelContext& context, Side side, bool saves) {
  saves_ = saves;
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
    if (context.workbench->question(*document) == Workbench::SaveQuestion::changed) {
      overwrites_ = document->source.path;
      problem_ = fmt::format("{} is not as it was opened: something else has changed it since.", overwrites_);
    }
  }
}

void FileDialog::ask_open(PanelContext& context, Side side) { begin(context, side, false); }
void FileDialog::ask_save(PanelContext& context, Side side) { begin(context, side, true); }

/// Shows another folder's list; stays where it cannot be read.
void FileDialog::enter(const fs::path& folder) {
  auto entries = list_folder(folder);
  if (!entries) {
    problem_ = entries.error().message;
    return;
  }
  folder_ = folder.lexically_normal();
  entries_ = std::move(*entries);
}

/// What Enter and the button do; true where the dialog is done with.
bool FileDialog::perform(PanelContext& context) {
  problem_.clear();
  std::error_code error;
  if (!saves_ && !typed_.empty() && !fs::exists(typed_path(typed_, folder_), error)) {
    // The beginning of one name means that name: the list shows it alone.
    const auto begins = [&](const FolderEntry& entry) { return entry.name.starts_with(typed_); };
    const auto only = std::find_if(entries_.begin(), entries_.end(), begins);
    if (only != entries_.end() && std::count_if(only, entries_.end(), begins) == 1) typed_ = only->name;
  }
  const fs::path path = typed_path(typed_, folder_);
  if (typed_.empty() || fs::is_directory(path, error)) {
    if (!typed_.empty()) enter(path);
    typed_.clear();
    return false;
  }
  Workbench& bench = *context.workbench;
  if (!saves_) {
    const auto opened = bench.open_file(context.session, side_, path);
    if (!opened) problem_ = opened.error().message;
    return opened.has_value();
  }
  fs::path file = path;
  if (!file.has_extension()) file += ".cu";
  if (fs::exists(file, error) && overwrites_ != file.string()) {
    overwrites_ = file.string();
    typed_ = file.string();
    problem_ = fmt::format("There is a file {} already.", file.string());
    return false;
  }
  const auto saved = bench.save_as(context.session, side_, file);
  if (!saved) problem_ = saved.error().message;
  return saved.has_value();
}

void FileDialog::draw_list(PanelContext& context, float height) {
  const Rect area = context.area;
  const Rect frame{area.x, cursor().y, area.width, height};
  card(context, frame, context.theme.raised);
  ImGui::SetCursorScreenPos({frame.x + context.px(4), frame.y + context.px(4)});
  begin_child("entries", {frame.width - context.px(8), frame.height - context.px(8)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  context.area = {frame.x + context.px(4), frame.y, frame.width - context.px(8) - ImGui::GetStyle().ScrollbarSize,
                  frame.height};
  fs::path next;
  if (folder_.has_relative_path()) {
    if (list_row(context, "up", "..", "folder above", context.theme.text_faint, false)) next = folder_.parent_path();
    tooltip(context, "Shows the folder above.");
  }
  const bool is_name = typed_.find('/') == std::string::npos;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const FolderEntry& entry = entries_[i];
    // What is typed narrows the list, until it is one of its names.
    const bool is_chosen = entry.name == typed_;
    if (!saves_ && is_name && !entry.name.starts_with(typed_)) continue;
    ImGui::PushID(static_cast<int>(i));
    const bool clicked =
        list_row(context, "entry", entry.name, entry.is_folder ? "folder" : "", context.theme.text_faint, is_chosen);
    const bool twice = is_double_clicked();
    tooltip(context, entry.is_folder ? "Shows this folder."
                                     : (saves_ ? "Takes its name; overwriting is asked about." : "Opens it."));
    ImGui::PopID();
    if (!clicked && !twice) continue;
    if (entry.is_folder) {
      next = folder_ / entry.name;
    } else {
      typed_ = entry.name;
      overwrites_.clear();
      problem_.clear();
      // A click opens: whoever wanted another one clicks again.
      if (!saves_) done_ = perform(context);
    }
    break;
  }
  if (entries_.empty()) {
    ImGui::SetCursorScreenPos({cursor().x + context.px(9), cursor().y + context.px(6)});
    text(context, context.fonts.body, context.theme.text_muted, "no .cu file and no folder here");
  }
  ImGui::PopStyleVar();
  ImGui::EndChild();
  context.area = area;
  ImGui::SetCursorScreenPos({area.x, frame.bottom()});
  if (!next.empty()) {
    typed_ = saves_ ? typed_ : std::string();
    problem_.clear();
    enter(next);
  }
}

bool FileDialog::draw(PanelContext& context) {
  if (context.workbench == nullptr) return true;
  const float row = control_height(context), between = context.px(8);
  ImFont* small = context.fonts.small;
  wrapped_text(context, small, context.theme.text_muted, context.area.width,
               shortened_within(small, folder_.string(), context.area.width));
  gap(context, 6);
  const float button_width = context.px(120);
  const ImVec2 start = cursor();
  const Typed typed = entry_field(context, "file", typed_, context.area.width - button_width - between, appears_);
  if (appears_) context.redraw_within(0);
  appears_ = false;
  tooltip(context, saves_ ? "The name of the file, or its whole path." : "A name in this folder, or a whole path.");
  if (typed.changed) {
    problem_.clear();
    overwrites_.clear();
  }
  ImGui::SetCursorScreenPos({start.x + context.area.width - button_width, start.y});
  const bool overwrites = saves_ && !overwrites_.empty();
  const bool pressed = button(context, "do", overwrites ? "Overwrite it" : (saves_ ? "Save" : "Open"),
                              overwrites ? ButtonStyle::accent_a : ButtonStyle::accent_b, {button_width, row});
  tooltip(context,
          overwrites ? "Writes over the file that is there." : (saves_ ? "Writes the file." : "Opens the file."));
  ImGui::SetCursorScreenPos({start.x, start.y + row + between});
  if (pressed || typed.entered) {
    done_ = perform(context);
    appears_ = !done_;
  }
  if (!problem_.empty()) {
    wrapped_text(context, context.fonts.body, context.theme.bad, context.area.width, problem_);
    gap(context, 6);
  }
  const float height = context.area.bottom() - cursor().y;
  if (!done_ && height > row) draw_list(context, height);
  return done_;
}

}  // namespace bankloom::ui
