#include "ui/talk/open_talk.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <iterator>
#include <system_error>
#include <utility>

#include "core/base/text_lines.h"
#include "core/wording/text.h"
#include "ui/editor/source_file.h"
#include "ui/talk/talk_file.h"
#include "ui/view_options.h"

namespace bankloom::ui {
namespace {

/// The prefix of unsaved talks' names, before the process id of their window.
constexpr std::string_view kKeptName = "talk-";

/// The file with the path of a kept talk's own file.
std::filesystem::path name_file(std::filesystem::path kept) { return kept.replace_extension(".file"); }

/// View settings that a talk's scenes do not store.
constexpr std::string_view kSettingsOfTheHall[] = {"theme", "palette", "text"};

}  // namespace

bool is_talk_text(std::string_view text) {
  std::size_t scenes = 0, lines = 0;
  for (const std::string& line : split_lines(text)) {
    if (is_scene_line(line)) ++scenes;
    if (!trim(line).empty()) ++lines;
  }
  return scenes > 0 && lines > 1;
}

std::optional<std::size_t> OpenTalk::present() const {
  if (talk_.scenes.empty()) return std::nullopt;
  return std::min(present_, talk_.scenes.size() - 1);
}

std::string OpenTalk::name() const { return file_.empty() ? bankloom::Text("New talk").str() : file_.stem().string(); }

void OpenTalk::set_state_folder(const std::filesystem::path& folder) {
  kept_ = folder.empty() ? folder : folder / fmt::format("{}{}{}", kKeptName, ::getpid(), kTalkExtension);
}

bool OpenTalk::recover(Session& session, ViewSettings& view) {
  std::error_code error;
  if (kept_.empty()) return false;
  for (const auto& entry : std::filesystem::directory_iterator(kept_.parent_path(), error)) {
    const std::string name = entry.path().stem().string();
    if (!names_talk(entry.path()) || !name.starts_with(kKeptName)) continue;
    const int process = std::atoi(name.c_str() + kKeptName.size());
    if (process <= 0 || ::kill(process, 0) == 0 || errno != ESRCH) continue;
    auto talk = read_talk(entry.path());
    const auto file = read_source(name_file(entry.path()));
    std::filesystem::remove(entry.path(), error);
    std::filesystem::remove(name_file(entry.path()), error);
    if (!talk) continue;
    static_cast<void>(take(session, view, std::move(*talk)));
    if (file) {
      file_ = *file;
      keeps_ = true;
      keep();
    }
    return true;
  }
  return false;
}

/// Writes the unsaved talk for the next start; ignores errors, because the window still has it.
void OpenTalk::keep() {
  if (!std::exchange(keeps_, false) || kept_.empty()) return;
  std::error_code error;
  if (talk_.scenes.empty()) return remove_kept();
  std::filesystem::create_directories(kept_.parent_path(), error);
  static_cast<void>(write_talk(kept_, talk_));
  if (!file_.empty()) static_cast<void>(write_source(name_file(kept_), file_.string()));
}

void OpenTalk::remove_kept() const {
  std::error_code error;
  std::filesystem::remove(kept_, error);
  std::filesystem::remove(name_file(kept_), error);
}

void OpenTalk::drop_kept() {
  keeps_ = unsaved_ = warned_ = false;
  if (!kept_.empty()) remove_kept();
}

void OpenTalk::changed() {
  keeps_ = unsaved_ = true;
  warned_ = false;
  ++changes_;
}

Result<void> OpenTalk::drop_changes() {
  if (!unsaved_ || std::exchange(warned_, true)) return {};
  return fail("The talk has unsaved changes: save it, or ask once more to drop them.");
}

Result<void> OpenTalk::open(Session& session, ViewSettings& view, const std::filesystem::path& file) {
  TRY(auto read, read_talk(file));
  TRY(drop_changes());
  talk_ = std::move(read);
  file_ = absolute_path(file);
  open_ = true;
  drop_kept();
  return show(session, view, 0);
}

Result<void> OpenTalk::take(Session& session, ViewSettings& view, Talk pasted) {
  std::size_t place = 0;
  if (open_) {
    place = talk_.scenes.empty() ? 0 : *present() + 1;
    talk_.scenes.insert(talk_.scenes.begin() + static_cast<std::ptrdiff_t>(place),
                        std::make_move_iterator(pasted.scenes.begin()), std::make_move_iterator(pasted.scenes.end()));
  } else {
    talk_ = std::move(pasted);
    file_.clear();
    open_ = true;
  }
  changed();
  return show(session, view, place);
}

Result<void> OpenTalk::close() {
  TRY(drop_changes());
  drop_kept();
  talk_ = {};
  file_.clear();
  present_ = 0;
  open_ = false;
  ++changes_;
  return {};
}

Result<void> OpenTalk::show(Session& session, ViewSettings& view, std::size_t index) {
  if (index >= talk_.scenes.size()) return {};
  present_ = index;
  ++changes_;
  keep();  // notes of the scene before
  const Scene& scene = talk_.scenes[index].scene;
  ViewSettings next = view;
  auto shown = take_view_words(scene.view_words, next);
  if (shown) shown = session.show(scene);
  if (!shown) return fail("Scene {} of the talk cannot be shown: {}", index + 1, shown.error().message);
  view = std::move(next);
  return {};
}

Result<void> OpenTalk::step(Session& session, ViewSettings& view, int by) {
  if (talk_.scenes.empty()) return {};
  const auto last = static_cast<std::ptrdiff_t>(talk_.scenes.size()) - 1;
  const auto next = std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(*present()) + by, 0, last);
  return show(session, view, static_cast<std::size_t>(next));
}

Result<void> OpenTalk::add(const Session& session, const ViewSettings& view) {
  if (const std::string gap = scene_line_gap(session.scene()); !gap.empty()) return fail("{}", gap);
  Scene scene = scene_with_looks(session, view);
  for (const std::string_view name : kSettingsOfTheHall) {
    if (const auto found = scene.view_words.find(name); found != scene.view_words.end()) scene.view_words.erase(found);
  }
  const std::size_t place = talk_.scenes.empty() ? 0 : *present() + 1;
  talk_.scenes.insert(talk_.scenes.begin() + static_cast<std::ptrdiff_t>(place), TalkScene{std::move(scene), {}});
  present_ = place;
  open_ = true;
  changed();
  keep();
  return {};
}

void OpenTalk::move(std::size_t from, std::size_t to) {
  if (from >= talk_.scenes.size() || from == to) return;
  to = std::min(to, talk_.scenes.size() - 1);
  const auto at = [&](std::size_t index) { return talk_.scenes.begin() + static_cast<std::ptrdiff_t>(index); };
  if (from < to) {
    std::rotate(at(from), at(from + 1), at(to + 1));
  } else {
    std::rotate(at(to), at(from), at(from + 1));
  }
  // The present scene keeps its role.
  if (present_ == from) {
    present_ = to;
  } else if (from < present_ && present_ <= to) {
    --present_;
  } else if (to <= present_ && present_ < from) {
    ++present_;
  }
  changed();
  keep();
}

void OpenTalk::remove(std::size_t index) {
  if (index >= talk_.scenes.size()) return;
  talk_.scenes.erase(talk_.scenes.begin() + static_cast<std::ptrdiff_t>(index));
  if (present_ > index) --present_;
  changed();
  keep();
}

void OpenTalk::set_note(std::size_t index, std::string note) {
  if (index >= talk_.scenes.size() || talk_.scenes[index].note == note) return;
  talk_.scenes[index].note = std::move(note);
  changed();
}

Result<void> OpenTalk::save_as(const std::filesystem::path& file) {
  TRY(write_talk(file, talk_));
  file_ = absolute_path(file);
  drop_kept();
  return {};
}

}  // namespace bankloom::ui
