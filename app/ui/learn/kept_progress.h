// KeptProgress: what the learner did, known to the window and kept in a file.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/learn/drill.h"
#include "core/learn/progress.h"

namespace bankloom::ui {

class KeptProgress {
 public:
  /// Takes over what the file has, to go on with it; `former` names of items, too. Empty: nothing is kept.
  void read(std::filesystem::path file, const learn::FormerItems& former);
  [[nodiscard]] const learn::Progress& known() const { return known_; }
  /// By what went wrong before, other windows' answers included.
  [[nodiscard]] learn::DrillWeights drill_weights() const;
  /// Adds what happens now.
  void add(learn::EventKind kind, const std::string& lesson, const std::string& item, std::string_view detail = {});

 private:
  std::filesystem::path file_;
  learn::Progress known_;
};

}  // namespace bankloom::ui
