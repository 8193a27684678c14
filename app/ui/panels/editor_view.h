// EditorView: the editor of a kernel's text, in place of the text's panel: a bar with its file, the text with line
// numbers and figures, and below it the compiler's messages, the assumptions about the launch, and the tile.
//
// Not supported: replacing; folding.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ui/editor/workbench.h"
#include "ui/layout/box.h"
#include "ui/panel.h"
#include "ui/panels/editor_messages.h"
#include "ui/panels/line_margin.h"

namespace bankloom::ui {

/// The lines that state the assumptions about a text in the text itself: "// launch: ...", one per parameter. Empty if
/// the text says everything.
[[nodiscard]] std::string assumed_lines(const OwnKernel& own);

/// A card for the top of the panel that offers unsaved text; nothing if there is none.
[[nodiscard]] Box unsaved_offer(PanelContext& context, Side side);

class EditorView {
 public:
  /// Draws into context.area.
  void draw(PanelContext& context);

 private:
  Box bar(PanelContext& context, Document& document, Side side);
  Box files(PanelContext& context, Document& document, Side side);
  Box search(PanelContext& context, const Document& document);
  Box tile(PanelContext& context, Document& document, Side side);
  void draw_below(PanelContext& context, Document& document, Side side, const Rect& rect);
  void draw_text(PanelContext& context, Document& document, Side side, const Rect& frame);
  void draw_gutter(PanelContext& context, const Document& document, Side side, const TextEditorView& field,
                   const Rect& frame, float text_x);
  void draw_found(PanelContext& context, const Document& document, const TextEditorView& field) const;
  void draw_messages(PanelContext& context, const Document& document, const TextEditorView& field);
  void point_beside(PanelContext& context, const Document& document, Side side, const TextEditorView& field,
                    const Rect& frame);
  Column notes(PanelContext& context, Document& document, Side side);
  void go_to(PanelContext& context, const Document& document, Side side, const EditorMessage& message);

  LineMargin margin_;
  std::uint32_t lit_ = 0;           ///< the line of the present access
  std::vector<std::size_t> found_;  ///< places of the search text
  std::vector<EditorMessage> messages_;
  std::shared_ptr<const KernelRun> fault_run_;
  float notes_height_ = 0;   ///< of the last messages
  float text_height_ = 0;    ///< of the text, in the last frame
  unsigned notes_of_ = 0;    ///< the document's number of these notes
  double revert_until_ = 0;  ///< a second click on Revert before this time does it
};

}  // namespace bankloom::ui
