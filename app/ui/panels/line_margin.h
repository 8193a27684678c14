// LineMargin: what stands beside the lines of a kernel's text: transactions per request, of one side or of both.
#pragma once

#include <array>
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
  /// A word in the margin of a line.
  struct Word {
    std::string words;
    Colour colour = 0;
  };
  /// Reads the figures of the shown side, and of both where both show the same kernel. A run of another text is left
  /// out: its lines are not those of `text`.
  void read(const Session& session, Side shown, const std::string& text);
  [[nodiscard]] std::vector<Word> words(const Theme& theme, std::uint32_t line) const;
  /// The same at length; empty for a line that accesses nothing.
  [[nodiscard]] std::string tooltip(std::uint32_t line) const;
  /// The side's run where it is one of the text; else null.
  [[nodiscard]] const std::shared_ptr<const KernelRun>& run(Side side) const { return runs_[index_of(side)]; }

 private:
  std::array<std::shared_ptr<const KernelRun>, 2> runs_;
  std::array<std::map<std::uint32_t, LineFigures>, 2> figures_;
};

/// Whether both sides show the same text.
[[nodiscard]] bool has_same_text(const Session& session);
/// Goes to the line's next request of the selected warp, from the present one on (a line can have several), or says
/// that there is none.
void go_to_line(PanelContext& context, Side side, std::uint32_t line);

}  // namespace bankloom::ui
