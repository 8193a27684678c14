// Drafts: unsaved texts on the disk, so that neither a crash nor a kill takes them away.
//
// A file a text, in a folder that all windows share. Each window holds a lock while it has drafts; a lock ends with its
// process, however that ends. A draft whose window is gone is offered to the next one, which adopts it by renaming: of
// two windows that try, one gets it.
//
// Not supported: file systems without locks (there a draft of a running window is offered too), the history of a text.
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
  std::string name;       ///< as the window called it: "setRowReadCol"
  std::int64_t time = 0;  ///< when it was written, in seconds since 1970
};

/// A draft of a window that is gone.
struct FoundDraft {
  std::filesystem::path file;
  Draft draft;
};

class Drafts {
 public:
  /// `folder` is made when there is something to keep; where it is empty nothing is kept and nothing is found.
  explicit Drafts(std::filesystem::path folder) : folder_(std::move(folder)) {}
  /// Drafts that are not dropped stay, for the next start.
  ~Drafts();
  Drafts(const Drafts&) = delete;
  Drafts& operator=(const Drafts&) = delete;

  /// Writes a draft of this window under a number, over the one of that number. Errors: the folder cannot be written.
  [[nodiscard]] Result<void> keep(unsigned number, const Draft& draft);
  /// Removes it: the text was saved or given up.
  void drop(unsigned number);

  /// The drafts of windows that are gone, the latest first. Files that are broken are left alone and not named.
  [[nodiscard]] std::vector<FoundDraft> found() const;
  /// Makes a found draft one of this window. Errors: another window was faster, or has removed it.
  [[nodiscard]] Result<void> adopt(const FoundDraft& found, unsigned number);
  /// Removes a found draft for good.
  static void discard(const FoundDraft& found);

 private:
  Result<void> lock();
  [[nodiscard]] std::filesystem::path file_of(unsigned number) const;

  std::filesystem::path folder_;
  std::string tag_;  ///< of this window; empty until it has a lock
  int lock_ = -1;
};

}  // namespace bankloom::ui
