// RunDialog: asks whether a program may run, and says what will happen then; where there is no nvcc, whether it may be
// downloaded.
#pragma once

#include <string>

#include "ui/layout/box.h"
#include "ui/programs/programs.h"

namespace bankloom::ui {

class RunDialog {
 public:
  /// Takes what the programs ask. False where they ask nothing.
  bool begin(Programs& programs);
  /// What the card shows.
  [[nodiscard]] Box page(PanelContext& context);
  [[nodiscard]] const char* title() const { return "Run this program?"; }
  /// An answer was given; once.
  [[nodiscard]] bool take_done() { return std::exchange(done_, false); }

 private:
  [[nodiscard]] Row buttons(PanelContext& context);

  ProgramPlan plan_;
  ProgramQuestion question_;
  bool done_ = false;
};

}  // namespace bankloom::ui
