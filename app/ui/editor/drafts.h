// Drafts: unsaved texts on the disk, so that a crash does not lose them.
//
// All windows share a folder with a file for each text. A window holds a lock while it has drafts, which ends with its
// process. A draft whose window has ended is offered to the next window, which adopts it by renaming, so that only one
// of two windows gets it.
//
// Not supported: file systems without locks (drafts of running windows are offered there, too), the history of a text.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/own/own_source.h"

namespace bankloom::ui {

struct Draft {
  OwnSource source;
  std::string name;        ///< as the window showed it: "setRowReadCol"
  std::uint64_t time = 0;  ///< when it was written, in seconds since 1970
};

/// A draft of a window that has ended.
struct FoundDraft {
  std::filesystem::path file;
  Draft draft;
};

class Drafts {
 public:
  /// Creates `folder` with the first draft. An empty path keeps and finds nothing.
  explicit Drafts(std::filesystem::path folder) : folder_(std::move(folder)) {}
  /// Leaves drafts that were not dropped for the next start.
  ~Drafts();
  Drafts& operator=(Drafts&&) = delete;

  /// Writes this window's draft of this number. Errors: the folder cannot be written.
  [[nodiscard]] Result<void> keep(unsigned number, const Draft& draft);
  /// Removes a draft whose text was saved or given up.
  void drop(unsigned number);

  /// The drafts of windows that have ended, latest first. Ignores broken files.
  [[nodiscard]] std::vector<FoundDraft> found() const;
  /// Makes a found draft one of this window's. Errors: another window has adopted or removed it.
  [[nodiscard]] Result<void> adopt(const FoundDraft& found, unsigned number);
  /// Removes a found draft.
  static void discard(const FoundDraft& found);

 private:
  Result<void> lock();
  [[nodiscard]] std::filesystem::path file_of(unsigned number) const;

  std::filesystem::path folder_;
  std::string tag_;  ///< identifies this window; empty before it has a lock
  int lock_ = -1;
};

}  // namespace bankloom::ui
