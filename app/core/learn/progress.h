// Progress: what a learner did, a line of a file for each event, appended as it happens.
//
// So nothing is lost when the program is killed, and windows that write at the same time add to one file. A line that
// is no event (the last one of a full disk) is passed over.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace bankloom::learn {

enum class EventKind : std::uint8_t {
  seen,    ///< a step was shown
  right,   ///< a question was answered, an exercise passed
  wrong,   ///< an answer that was not right
  shown,   ///< the answer, or the solution, was shown instead
  hinted,  ///< a hint was shown
};

struct Event {
  std::string time;  ///< "2026-11-26T01:40:00Z"
  EventKind kind = EventKind::seen;
  std::string lesson;  ///< "square"
  std::string item;    ///< of a step "down-a-column", of an exercise "exercise:NAME", of a drill "drill:PATTERN"
  std::string detail;  ///< of a wrong answer: the mistake; else empty
  friend bool operator==(const Event&, const Event&) = default;
};

/// Of a step or an exercise: its lesson and its item.
using ItemName = std::pair<std::string, std::string>;
/// What items were called before: the former name, and the present one.
using FormerItems = std::map<ItemName, ItemName>;

/// What became of a step, a question, an exercise.
struct ItemProgress {
  unsigned wrong = 0, hints = 0;
  bool is_seen = false, is_shown = false;
  bool is_right = false;        ///< at some time
  bool is_right_first = false;  ///< before any wrong answer and without being shown
  std::string last;             ///< time of the last event
};

class Progress {
 public:
  void add(const Event& event);
  /// By lesson and item.
  [[nodiscard]] const std::map<ItemName, ItemProgress>& items() const { return items_; }
  [[nodiscard]] ItemProgress of(const std::string& lesson, const std::string& item) const;
  /// How often each mistake was made.
  [[nodiscard]] const std::map<std::string, unsigned>& mistakes() const { return mistakes_; }
  /// The lesson and the step that were seen last; empty where none was.
  [[nodiscard]] const ItemName& last() const { return last_; }

 private:
  std::map<ItemName, ItemProgress> items_;
  std::map<std::string, unsigned> mistakes_;
  ItemName last_;
};

/// "down-a-column", of a step's title.
[[nodiscard]] std::string item_of(std::string_view title);
/// Now, as an event has it.
[[nodiscard]] std::string present_time();

/// The file of progress in the user's state folder; empty where there is no such folder.
[[nodiscard]] std::filesystem::path progress_file();
/// What a former name was done under counts for the present one. Nothing is there yet where there is no file. Errors:
/// it cannot be read.
[[nodiscard]] Result<Progress> read_progress(const std::filesystem::path& file, const FormerItems& former = {});
/// Adds a line. Errors: it cannot be written; then progress goes on without it.
[[nodiscard]] Result<void> append_event(const std::filesystem::path& file, const Event& event);

}  // namespace bankloom::learn
