// LineMargin: the figures beside the lines of a kernel's text: wavefronts per request, or sectors, of one side or of
// both.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ui/figures.h"
#include "ui/panel.h"

namespace bankloom::ui {

class LineMargin {
 public:
  /// Reads the figures of the shown side, and of both if both show the same kernel. A run of another text is left out:
  /// its lines are not those of `text`.
  void read(const Session& session, Side shown, const std::string& text);
  /// Characters of a line's figures, with a blank before each.
  [[nodiscard]] std::size_t columns(const Theme& theme, std::uint32_t line) const;
  /// Draws the figures of a line; `place` is the top of their right end, `column` the width of a character.
  void draw(const PanelContext& context, std::uint32_t line, TextFont font, float column, ImVec2 place) const;
  /// The figures in full sentences; empty for a line without accesses.
  [[nodiscard]] std::string tooltip(std::uint32_t line) const;
  /// Whether all figures are sectors of global memory.
  [[nodiscard]] bool is_of_sectors() const;
  /// Whether the machine makes several requests of a warp's access.
  [[nodiscard]] bool is_split() const;
  /// The side's run if it is one of the text; otherwise null.
  [[nodiscard]] std::shared_ptr<const KernelRun> run(Side side) const;

 private:
  struct Word {
    std::string words;
    Colour colour = 0;
  };
  /// The costs of a side's run by line.
  struct Figures {
    Side side = Side::a;
    std::shared_ptr<const KernelRun> run;
    std::map<std::uint32_t, LineFigures> lines;
    bool tells_sectors = true;  ///< also of lines that access global memory alone
  };
  [[nodiscard]] std::vector<Word> words(const Theme& theme, std::uint32_t line) const;

  std::vector<Figures> sides_;  ///< A first
};

/// Whether both sides show the same text.
[[nodiscard]] bool has_same_text(const Session& session);
/// The mark of a fault's line.
struct FaultMark {
  bool has_step = false;
  std::string words;    ///< that there is a fault: its full sentence is shown at its step; without a step, the sentence
  std::string tooltip;  ///< the sentence, unless its step is shown, and the target of a click
};
[[nodiscard]] FaultMark fault_mark(const SideView& view, std::size_t fault);

/// Goes to the line's next request of the selected warp, from the present one on (a line can have several), or says
/// that there is none.
void go_to_line(PanelContext& context, Side side, std::uint32_t line);

}  // namespace bankloom::ui
