// Bar: a quantity as a length, for the cells of a table.
#pragma once

#include "ui/layout/box.h"

namespace bankloom::ui {

class Bar : public Described<Bar> {
 public:
  /// `part`: of the longest bar that there is, 0 to 1.
  Bar(double part, Colour colour);
  /// Words at its end, which have so many units beyond the longest bar.
  Bar& label(Text words, float units);
  /// A line over a range of what was measured, e.g. the quartiles.
  Bar& spread(double from, double to);
  /// A line across it at another quantity; `inset`: the part of the height that it leaves free above and below.
  Bar& mark(double part, Colour colour, float inset = 0);
  Bar& ground(Colour colour);  ///< of all the room that bars have
  Bar& low();                  ///< 4 units high, below words; else as high as its row
  Bar& one_line();             ///< no higher than a line of words, also where its row is; the marks are
};

}  // namespace bankloom::ui
