// Bar: a quantity as a length, for the cells of a table.
#pragma once

#include "ui/layout/box.h"

namespace bankloom::ui {

class Bar : public Described<Bar> {
 public:
  /// `part`: relative to the longest bar, 0 to 1.
  Bar(double part, Colour colour);
  /// Text at its end, which has so many units beyond the longest bar.
  Bar& label(Text words, float units);
  /// A line over a range of the measured values, e.g. the quartiles.
  Bar& spread(double from, double to);
  /// A line across it at another quantity; `inset`: the part of the height left free above and below.
  Bar& mark(double part, Colour colour, float inset = 0);
  Bar& ground(Colour colour);  ///< of the whole space for bars
  Bar& low();                  ///< 4 units high, below text; otherwise as high as its row
  Bar& one_line();             ///< no higher than a line of text, even if its row is; marks are not limited
};

}  // namespace bankloom::ui
