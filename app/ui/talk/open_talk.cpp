#include "ui/talk/open_talk.h"

#include <algorithm>
#include <iterator>
#include <system_error>
#include <utility>

#include "core/base/text_lines.h"
#include "ui/talk/talk_file.h"
#include "ui/view_options.h"

namespace bankloom::ui {
namespace {

/// Looks that a scene of a talk does not decide.
constexpr std::string_view kLooksOfTheHall[] = {"theme", "palette", "text"};

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

std::string OpenTalk::name() const { return file_.empty() ? "New talk" : file_.stem().string(); }

void OpenTalk::changed() {
  unsaved_ = true;
  warned_ = false;
  ++changes_;
}

Result<void> OpenTalk::drop_changes() {
  if (!unsaved_ || std::exchange(warned_, true)) return {};
  return fail("The talk has changes that are not saved: save it, or ask once more to drop them.");
}

Result<void> OpenTalk::open(Session& session, ViewSettings& view, const std::filesystem::path& file) {
  auto read = read_talk(file);
  if (!read) return fail_with(read.error());
  if (auto dropped = drop_changes(); !dropped) return dropped;
  std::error_code error;
  const std::filesystem::path whole = std::filesystem::absolute(file, error);
  talk_ = std::move(*read);
  file_ = error ? file : whole.lexically_normal();
  open_ = true;
  unsaved_ = warned_ = false;
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
  if (auto dropped = drop_changes(); !dropped) return dropped;
  *this = OpenTalk();
  return {};
}

Result<void> OpenTalk::show(Session& session, ViewSettings& view, std::size_t index) {
  if (index >= talk_.scenes.size()) return {};
  present_ = index;
  ++changes_;
  const Scene& scene = talk_.scenes[index].scene;
  ViewSettings next = view;
  auto shown = take_looks(scene.looks, next);
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
  for (const std::string_view look : kLooksOfTheHall) {
    if (const auto found = scene.looks.find(look); found != scene.looks.end()) scene.looks.erase(found);
  }
  const std::size_t place = talk_.scenes.empty() ? 0 : *present() + 1;
  talk_.scenes.insert(talk_.scenes.begin() + static_cast<std::ptrdiff_t>(place), TalkScene{std::move(scene), {}});
  present_ = place;
  open_ = true;
  changed();
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
  // The present scene stays the present one.
  if (present_ == from) {
    present_ = to;
  } else if (from < present_ && present_ <= to) {
    --present_;
  } else if (to <= present_ && present_ < from) {
    ++present_;
  }
  changed();
}

void OpenTalk::remove(std::size_t index) {
  if (index >= talk_.scenes.size()) return;
  talk_.scenes.erase(talk_.scenes.begin() + static_cast<std::ptrdiff_t>(index));
  if (present_ > index) --present_;
  changed();
}

void OpenTalk::set_note(std::size_t index, std::string note) {
  if (index >= talk_.scenes.size() || talk_.scenes[index].note == note) return;
  talk_.scenes[index].note = std::move(note);
  changed();
}

Result<void> OpenTalk::save_as(const std::filesystem::path& file) {
  if (auto written = write_talk(file, talk_); !written) return written;
  std::error_code error;
  const std::filesystem::path whole = std::filesystem::absolute(file, error);
  file_ = error ? file : whole.lexically_normal();
  unsaved_ = warned_ = false;
  return {};
}

}  // namespace bankloom::ui
