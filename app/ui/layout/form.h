// Form: labels and their controls, as in a dialog or a card of settings.
#pragma once

#include "ui/layout/box.h"

namespace bankloom::ui {

/// Rows of a label and a control; the labels' column is as wide as the widest of them.
class Form : public Described<Form> {
 public:
  Form();
  Form& add(Fit label, Box control);
  /// A box across both columns.
  Form& across(Box box);
  Form& gap(float units);  ///< between rows; default: 9
};

}  // namespace bankloom::ui
