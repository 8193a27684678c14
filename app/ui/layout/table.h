// Table: columns as wide as their contents, rows that can be clicked, headings that sort.
//
// If the table does not fit, columns use shorter wordings (in the headings, too) from left to right, then optional
// columns are left out. Only then is a cell shortened, text before numbers (right-aligned columns). All cells of a
// column use one font, and all columns of text in the usual two sizes use the smaller one as soon as one needs it. The
// headings stay in place while the rows scroll.
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
  Extent width = fit();        ///< Extent::if_room(n): left out for lack of room, 1 first
  int sort_key = -1;           ///< of Sorting; negative: not sortable
  bool largest_first = false;  ///< order of the first click, for numbers
  int group = 0;               ///< columns of a group other than 0 change their forms together
  bool by_cell = false;        ///< each cell is as long as its room allows, independent of the others
  Colour colour = 0;           ///< of the heading; 0: as the others
  float most_heading = 0;      ///< limit of the heading in units; 0: none
};

/// The sort order of a table; the panel keeps it and gives the rows in that order.
struct Sorting {
  int key = -1;  ///< negative: the natural order of the rows
  bool ascending = true;
};

/// The row that a scrolling table brings into view when it changes; the user scrolls from then on. The panel keeps it.
struct InView {
  std::string key;
  int frames = 0;
};

struct TableLine;

class Table : public Described<Table> {
 public:
  /// A row, for further settings.
  class Line {
   public:
    explicit Line(TableLine& line) : line_(&line) {}
    Line& tooltip(std::string words);
    /// `name` is unique in the panel.
    Line& on_click(std::string name, std::function<void()> action);
    Line& chosen(bool is_chosen = true);  ///< highlighted
    Line& stays();                        ///< above the scrolling rows
    Line& gap(float units);               ///< room above it
    Line& rest(Box box);                  ///< in place of the missing cells
    Line& below(Box box);                 ///< across all columns, below the cells
    Line& below_without_last(Box box);    ///< the same, if the last column is left out
    Line& keep_in_view(std::string key);  ///< see keep_in_view()

   private:
    TableLine* line_;
  };

  Table();
  Table& column(TableColumn column);
  /// One cell per column, in their order; an empty Box leaves a cell empty.
  Line row(std::vector<Box> cells);
  /// Text in the line of the headings, over the first columns, which have none; in a line above if they need more room.
  Table& title(Text words);
  /// A box across all columns.
  Line across(Box box);

  Table& fonts(std::vector<FontUse> fonts);  ///< of the headings; default: small
  Table& gap(float units);                   ///< between columns; default: 8
  Table& padding(float units);               ///< above and below the text of a row; default: 1.5
  Table& rules();                            ///< a line above each row
  /// Rows share the available height, each within these limits (units).
  Table& row_height(float least, float most);
  Table& sorted(Sorting& sorting);
  /// The rows scroll; the table takes all its height. `whole_rows`: no partial row at the end.
  Table& scrolls(std::string id, bool whole_rows = false);
  Table& keep_in_view(InView& state);
  Table& drops_first();     ///< optional columns are left out before text becomes shorter
  Table& tooltips_above();  ///< the rows' tooltips are above the table, not on its headings
};

}  // namespace bankloom::ui
