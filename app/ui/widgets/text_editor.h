// TextEditor: Dear ImGui's field of many lines, with the text drawn in colours over it.
//
// The field does what is typed: cursor, selection, clipboard, scrolling. Its own letters are not drawn; the text stands
// in their places in the colours of its tokens, in a font of one width. What is undone and indented is ours (Dear ImGui
// undoes letter by letter): every change is told to the text's history, and what a key asks for besides letters is a
// TextTask.
//
// Not supported: lines that wrap, characters of two columns.
#pragma once

#include <imgui.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/session/syntax.h"
#include "ui/editor/text_edits.h"
#include "ui/editor/text_history.h"
#include "ui/panel.h"

struct ImGuiWindow;

namespace bankloom::ui {

/// What is to be done to the text besides what is typed at it.
enum class TextTask : std::uint8_t { undo, redo, indent, unindent };

/// What the field has to remember from frame to frame.
struct TextEditorState {
  bool has_keyboard = false;           ///< what is typed goes to it
  TextSelection selection;             ///< and the cursor
  std::optional<TextSelection> go_to;  ///< selected in the next frame, for which it takes the keyboard
  std::optional<std::size_t> shows;    ///< a byte that is to be in sight in the next frame, without the keyboard
  bool wants_keyboard = false;         ///< takes it in the next frame
  std::vector<TextTask> tasks;         ///< for the next frame
};

/// Where the text stands, in pixels, for what is drawn beside it.
struct TextEditorView {
  bool changed = false;           ///< in this frame, by what was typed or a task
  ImVec2 origin;                  ///< of the first character
  float row = 0;                  ///< height of a line
  float column = 0;               ///< width of a character
  float right = 0;                ///< where the field ends, its scroll bar included
  Rect shown;                     ///< as much of the text as is in sight
  ImGuiWindow* window = nullptr;  ///< the field's; null where nothing is in sight
  bool hovered = false;
};

/// Draws the field into a rectangle of pixels. `name` is what the probe calls it. Whoever changes the text otherwise
/// than by typing gives it another `generation`: the field has a copy of the text while it has the keyboard. All
/// changes are told to the history, which has to know of those that others make, too.
TextEditorView text_editor(PanelContext& context, const char* name, const Rect& rect, unsigned generation,
                           std::string& text, TextHistory& history, TextEditorState& state);

/// While it lives, what is drawn stands over the field, as far as its text is in sight. Not where `window` is null.
class OverField {
 public:
  OverField(Painter& painter, const TextEditorView& view);
  ~OverField();
  OverField(const OverField&) = delete;
  OverField& operator=(const OverField&) = delete;

 private:
  std::optional<PainterClip> clip_;
};

/// Draws the lines in sight in the colours of their tokens where the field has them, over it.
void draw_code_lines(const PanelContext& context, const TextEditorView& view, const std::string& text,
                     const std::vector<std::size_t>& starts, const std::vector<std::vector<Token>>& tokens);
/// The cursor over the field that has the keyboard; asks for the frame in which it blinks next. It stays after a while
/// without a key.
void draw_text_cursor(PanelContext& context, const TextEditorView& view, const TextEditorState& state,
                      const std::string& text, const std::vector<std::size_t>& starts);

/// The lines in sight: the first and the one after the last, 0-based.
struct LineRange {
  std::size_t first = 0, end = 0;
};
[[nodiscard]] LineRange lines_in_sight(const TextEditorView& view, std::size_t lines);

}  // namespace bankloom::ui
