// Table: columns as wide as the words in them, rows that can be clicked, headings that sort.
//
// Where the whole does not fit, columns take shorter wordings (the headings, too) from the left to the right, then the
// dispensable ones are left out; a cell is shortened only after that, words before numbers (columns set to the right).
// All cells of a column are set in one font, and all columns with words in the usual two sizes in the smaller one as
// soon as one needs it. Its headings stay where they are while the rows scroll.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ui/layout/box.h"

namespace bankloom::ui {

struct TableColumn {
  Fit heading;
  std::string tooltip{};  ///< of the heading
  Align align = Align::left;
  Extent width = fit();        ///< Extent::if_room(n): left out where there is too little room, 1 first
  int sort_key = -1;           ///< of Sorting; negative: no click sorts by it
  bool largest_first = false;  ///< a first click sorts numbers so
  int group = 0;               ///< columns of a group other than 0 take their forms together
  bool by_cell = false;        ///< each cell is as long as it has room for, whatever the others are
  Colour colour = 0;           ///< of the heading; 0: as the others
  float most_heading = 0;      ///< units that the heading takes at most; 0: as many as it needs
};

/// What a table is sorted by; kept by the panel, which gives the rows in that order.
struct Sorting {
  int key = -1;  ///< negative: the order that the rows have by themselves
  bool ascending = true;
};

/// The row that a scrolling table brings into sight when it becomes another; from then on the user scrolls. Kept by the
/// panel.
struct InView {
  std::string key;
  int frames = 0;
};

struct TableLine;

class Table : public Described<Table> {
 public:
  /// A row, to be given more.
  class Line {
   public:
    explicit Line(TableLine& line) : line_(&line) {}
    Line& tooltip(std::string words);
    /// `name` is unique in the panel.
    Line& on_click(std::string name, std::function<void()> action);
    Line& chosen(bool is_chosen = true);  ///< lit
    Line& stays();                        ///< above the rows that scroll
    Line& gap(float units);               ///< room above it
    Line& rest(Box box);                  ///< in the place of the cells that are not given
    Line& below(Box box);                 ///< across all columns, below the cells
    Line& below_without_last(Box box);    ///< the same, where the last column is left out
    Line& keep_in_view(std::string key);  ///< see keep_in_view()

   private:
    TableLine* line_;
  };

  Table();
  Table& column(TableColumn column);
  /// A cell a column, in their order; an empty Box leaves a cell empty.
  Line row(std::vector<Box> cells);
  /// Words in the line of the headings, over the first columns, which have none; a line above, where they need more.
  Table& title(Text words);
  /// A box across all columns.
  Line across(Box box);

  Table& fonts(std::vector<FontUse> fonts);  ///< of the headings; small where nothing else is said
  Table& gap(float units);                   ///< between columns; 8 where nothing else is said
  Table& padding(float units);               ///< above and below the words of a row; 1.5 where nothing else is said
  Table& rules();                            ///< a line above each row
  /// Rows share the height that there is, each within these limits (units).
  Table& row_height(float least, float most);
  Table& sorted(Sorting& sorting);
  /// The rows scroll; the table takes all the height it is given. `whole_rows`: half a row is not shown at the end.
  Table& scrolls(std::string id, bool whole_rows = false);
  Table& keep_in_view(InView& state);
  Table& drops_first();     ///< dispensable columns are left out before words become shorter
  Table& tooltips_above();  ///< the rows' tooltips stand above the table, not on its headings
};

}  // namespace bankloom::ui
