// RunDialog: asks whether a program may run, after saying what it can do, or, without nvcc, whether to download it.
#pragma once

#include "ui/layout/box.h"
#include "ui/programs/programs.h"

namespace bankloom::ui {

class RunDialog {
 public:
  /// Takes the question of `programs`. False if there is none.
  bool begin(Programs& programs);
  /// The card's content.
  [[nodiscard]] Box page(PanelContext& context);
  [[nodiscard]] const char* title() const { return "Run this program?"; }
  /// True once after an answer.
  [[nodiscard]] bool take_done() { return std::exchange(done_, false); }

 private:
  [[nodiscard]] Row buttons(PanelContext& context);

  ProgramPlan plan_;
  ProgramQuestion question_;
  bool done_ = false;
};

}  // namespace bankloom::ui
