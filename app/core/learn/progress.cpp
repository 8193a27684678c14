#include "core/learn/progress.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <ctime>
#include <tuple>

#include "core/base/files.h"
#include "core/base/text_lines.h"

namespace bankloom::learn {
namespace {

constexpr std::array<std::string_view, 5> kEventKinds = {"seen", "right", "wrong", "shown", "hinted"};

/// "TIME\tKIND\tLESSON\tITEM\tDETAIL"; nothing where a line is no event.
std::optional<Event> event_of(std::string_view line) {
  std::array<std::string, 5> fields;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const std::size_t tab = line.find('\t');
    const bool is_last = i + 1 == fields.size();
    if ((tab == std::string_view::npos) != is_last) return std::nullopt;
    fields[i] = line.substr(0, tab);
    line.remove_prefix(is_last ? line.size() : tab + 1);
  }
  const auto* const kind = std::find(kEventKinds.begin(), kEventKinds.end(), fields[1]);
  if (kind == kEventKinds.end() || fields[2].empty() || fields[3].empty()) return std::nullopt;
  return Event{fields[0], static_cast<EventKind>(kind - kEventKinds.begin()), fields[2], fields[3], fields[4]};
}

}  // namespace

void Progress::add(const Event& event) {
  ItemProgress& item = items_[{event.lesson, event.item}];
  item.last = event.time;
  switch (event.kind) {
    case EventKind::seen:
      item.is_seen = true;
      last_ = {event.lesson, event.item};
      break;
    case EventKind::right:
      if (!item.is_right && item.wrong == 0 && !item.is_shown) item.is_right_first = true;
      item.is_right = true;
      break;
    case EventKind::wrong:
      ++item.wrong;
      if (!event.detail.empty()) ++mistakes_[event.detail];
      break;
    case EventKind::shown:
      item.is_shown = true;
      break;
    case EventKind::hinted:
      ++item.hints;
      break;
  }
}

ItemProgress Progress::of(const std::string& lesson, const std::string& item) const {
  const auto found = items_.find({lesson, item});
  return found == items_.end() ? ItemProgress{} : found->second;
}

std::string item_of(std::string_view title) {
  std::string item;
  for (const char c : title) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      item += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    } else if (!item.empty() && item.back() != '-') {
      item += '-';
    }
  }
  if (!item.empty() && item.back() == '-') item.pop_back();
  return item;
}

std::string present_time() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm parts{};
  gmtime_r(&now, &parts);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text.data();
}

std::filesystem::path progress_file() {
  const auto folder = user_folder(UserFolder::state);
  return folder.empty() ? folder : folder / "bankloom" / "progress.tsv";
}

Result<Progress> read_progress(const std::filesystem::path& file, const FormerItems& former) {
  Progress progress;
  std::error_code error;
  if (file.empty() || !std::filesystem::exists(file, error)) return progress;
  TRY(const auto text, read_file(file));
  for (const std::string& line : split_lines(text)) {
    auto event = event_of(line);
    if (!event) continue;
    const auto renamed = former.find({event->lesson, event->item});
    if (renamed != former.end()) std::tie(event->lesson, event->item) = renamed->second;
    progress.add(*event);
  }
  return progress;
}

Result<void> append_event(const std::filesystem::path& file, const Event& event) {
  if (file.empty()) return {};
  std::error_code error;
  std::filesystem::create_directories(file.parent_path(), error);
  const FileHandle handle(::open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
  // One call: lines of several windows never mix (write(2), O_APPEND). A line that was cut begins a new one.
  const std::string line =
      fmt::format("\n{}\t{}\t{}\t{}\t{}\n", event.time, kEventKinds[static_cast<std::size_t>(event.kind)], event.lesson,
                  event.item, event.detail);
  if (!handle || ::write(handle.get(), line.data(), line.size()) != static_cast<ssize_t>(line.size())) {
    return fail("{}: progress cannot be saved ({})", file.string(), std::strerror(errno));
  }
  return {};
}

}  // namespace bankloom::learn
