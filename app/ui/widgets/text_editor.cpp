#include "ui/widgets/text_editor.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/editor/text_places.h"
#include "ui/panels/code_text.h"
#include "ui/widgets/widgets.h"

namespace bankloom::ui {
namespace {

/// Seconds of Dear ImGui's blinking: the cursor is visible in the first part of each period.
constexpr float kBlinkPeriod = 1.2f, kBlinkSeen = 0.8f;

/// Seconds without a key after which the cursor stops blinking: a window left open draws nothing.
constexpr float kBlinkFor = 10 * kBlinkPeriod;
/// Units between the field's edge and the text.
constexpr float kInset = 5;

/// Horizontal scroll position of the field; later releases keep both directions.
template <class State>
float scroll_x(const State& state) {
  if constexpr (requires { state.Scroll.x; }) {
    return state.Scroll.x;
  } else {
    return state.ScrollX;
  }
}

/// Data of Dear ImGui's callback.
struct FieldCall {
  std::string* text = nullptr;  ///< its state before this frame, until the callback's end
  TextHistory* history = nullptr;
  TextEditorState* state = nullptr;
  bool has_letters = false;  ///< were typed in this frame
};

void keep_within(TextSelection& selection, const std::string& text) {
  selection = {std::min(selection.cursor, text.size()), std::min(selection.anchor, text.size())};
}

/// Makes a change, and leaves only the cursor after it.
void make(std::string& text, TextEditorState& state, const TextChange& change) {
  change.apply(text);
  const std::size_t after = change.begin + change.inserted.size();
  state.selection = {after, after};
}

/// Does the actions of keys other than letters.
void do_tasks(std::string& text, TextHistory& history, TextEditorState& state) {
  keep_within(state.selection, text);
  for (const TextTask task : std::exchange(state.tasks, {})) {
    if (task == TextTask::undo || task == TextTask::redo) {
      if (const auto change = task == TextTask::undo ? history.undo() : history.redo()) make(text, state, *change);
      continue;
    }
    const TextEdit edit =
        task == TextTask::indent ? indented(text, state.selection) : unindented(text, state.selection);
    edit.change.apply(text);
    history.add(edit.change);
    state.selection = edit.after;
  }
}

/// Adds what belongs to typed letters: blanks after a line's end, a "}" below its "{".
void add_indent(std::string& text, TextHistory& history, TextEditorState& state, const TextChange& typed) {
  const std::size_t end = typed.begin + typed.inserted.size();
  TextChange change;
  if (typed.inserted.ends_with('\n')) {
    change = {end, {}, indent_after_line(text, end)};
  } else if (typed.inserted.ends_with('}')) {
    change = brace_moved(text, end - 1);
  }
  if (change.empty()) return;
  change.apply(text);
  history.add(change, typed.inserted.ends_with('\n'));
  const std::size_t after = state.selection.cursor + change.inserted.size() - change.removed.size();
  state.selection = {after, after};
}

/// Home goes to a line's first letter, and from there to its first column.
void go_to_first_letter(const std::string& text, std::size_t before, TextSelection& now) {
  const bool is_start = now.cursor == 0 || text[now.cursor - 1] == '\n';
  if (!is_start || now.cursor == text.size() || ImGui::GetIO().KeyCtrl || !is_home_pressed()) return;
  const std::size_t letter = std::min(text.find_first_not_of(" \t", now.cursor), text.size());
  if (before == letter) return;
  if (now.anchor == now.cursor) now.anchor = letter;
  now.cursor = letter;
}

/// Once per frame while the field has the keyboard, after its input: updates the history, and does the tasks.
void follow_field(ImGuiInputTextCallbackData& data, FieldCall& call) {
  TextEditorState& state = *call.state;
  const TextSelection before = state.selection;
  const auto byte = [](int place) { return static_cast<std::size_t>(place); };
  const bool is_any = data.SelectionStart != data.SelectionEnd, ends_there = data.CursorPos == data.SelectionEnd;
  const TextSelection now{byte(data.CursorPos),
                          byte(!is_any ? data.CursorPos : (ends_there ? data.SelectionStart : data.SelectionEnd))};
  state.selection = now;
  std::string text(data.Buf, byte(data.BufTextLen));
  go_to_first_letter(text, before.cursor, state.selection);
  if (text != *call.text) {
    const TextChange change = change_between(*call.text, text, std::min(before.begin(), now.begin()));
    // A paste is one step, and is not indented.
    const bool is_typed = !ImGui::GetIO().KeyCtrl && (call.has_letters || change.inserted.size() <= 1);
    call.history->add(change, is_typed);
    if (is_typed) add_indent(text, *call.history, state, change);
  } else if (now != before) {
    call.history->seal();
  }
  do_tasks(text, *call.history, state);
  if (state.go_to) {
    state.selection = *std::exchange(state.go_to, {});
    call.history->seal();
  }
  keep_within(state.selection, text);
  if (text != std::string_view(data.Buf, byte(data.BufTextLen))) {
    data.DeleteChars(0, data.BufTextLen);
    data.InsertChars(0, text.data(), text.data() + text.size());
  } else if (state.selection == now) {
    return;
  }
  data.CursorPos = data.SelectionEnd = static_cast<int>(state.selection.cursor);
  data.SelectionStart = static_cast<int>(state.selection.anchor);
}

int field_callback(ImGuiInputTextCallbackData* data) {
  auto& call = *static_cast<FieldCall*>(data->UserData);
  if (data->EventFlag == ImGuiInputTextFlags_CallbackResize) {
    call.text->resize(static_cast<std::size_t>(data->BufTextLen));
    data->Buf = call.text->data();
  } else if (data->EventFlag == ImGuiInputTextFlags_CallbackAlways) {
    follow_field(*data, call);
  }
  return 0;
}

ImGuiWindow* child_of(ImGuiID id) {
  for (ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
    if (window->ChildId == id && window->ParentWindow == ImGui::GetCurrentWindow()) return window;
  }
  return nullptr;
}

/// Scrolls until the line of a byte is in view, with some lines above it.
void show_line(PanelContext& context, ImGuiWindow& field, const std::string& text, std::size_t byte, float row) {
  const std::string_view before = std::string_view(text).substr(0, byte);
  const float top = row * static_cast<float>(std::ranges::count(before, '\n'));
  const float height = field.InnerRect.GetHeight();
  if (top >= field.Scroll.y && top + row <= field.Scroll.y + height) return;
  ImGui::SetScrollY(&field, std::max(top - height / 3, 0.0f));
  context.redraw_within(0);
}

}  // namespace

bool TextEditorState::leave() {
  go_to.reset();
  wants_keyboard = false;
  return std::exchange(has_keyboard, false);
}

TextEditorView text_editor(PanelContext& context, const char* name, const Rect& rect, unsigned generation,
                           std::string& text, TextHistory& history, TextEditorState& state) {
  TextEditorView view;
  ImGui::PushID(static_cast<int>(generation));
  const ImGuiID id = ImGui::GetID(name);
  // Tab indents here, so it waits for Return.
  if (focus_stop(context, id, rect).is_pressed && !state.has_keyboard) state.wants_keyboard = true;
  if (state.has_keyboard && context.focus != nullptr) context.focus->start_here();
  if (state.go_to) state.wants_keyboard = !state.has_keyboard;
  if (std::exchange(state.wants_keyboard, false)) {
    // Dear ImGui 1.90.1 finds the field only in a window that already has the focus.
    ImGui::SetWindowFocus();
    ImGui::SetKeyboardFocusHere();
    context.redraw_within(0);
  }
  if (!state.tasks.empty() && !state.has_keyboard) {
    do_tasks(text, history, state);
    view.changed = true;
  }
  FieldCall call{&text, &history, &state, ImGui::GetIO().InputQueueCharacters.Size > 0};
  const float inset = std::round(context.px(kInset));
  push_font(context.fonts.editor);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {inset, inset});
  ImGui::PushStyleVar(ImGuiStyleVar_FrameRounding, 0.0f);
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 0.0f);
  ImGui::PushStyleColor(ImGuiCol_Text, 0);
  ImGui::PushStyleColor(ImGuiCol_FrameBg, 0);
  ImGui::SetCursorScreenPos({rect.x, rect.y});
  // Dear ImGui 1.90 treats SetKeyboardFocusHere() as a Tab, which does not enter a field that accepts Tabs itself.
  const bool is_entered = ImGui::GetCurrentContext()->NavActivateId == id;
  const int flags = ImGuiInputTextFlags_CallbackResize | ImGuiInputTextFlags_CallbackAlways |
                    ImGuiInputTextFlags_NoUndoRedo | (is_entered ? 0 : ImGuiInputTextFlags_AllowTabInput);
  view.changed |= ImGui::InputTextMultiline(name, text.data(), text.size() + 1, {rect.width, rect.height}, flags,
                                            field_callback, &call);
  view.hovered = ImGui::IsItemHovered();
  ImGui::PopStyleColor(2);
  ImGui::PopStyleVar(3);
  view.row = ImGui::GetFontSize();
  ImGui::PopFont();
  view.column = character_width(context, font_size(context.fonts.mono));
  state.has_keyboard = ImGui::GetActiveID() == id;
  if (ImGuiWindow* field = child_of(id); field != nullptr && field->Active && field->WasActive) {
    if (const auto shown = std::exchange(state.shows, {})) show_line(context, *field, text, *shown, view.row);
    const ImRect inner = field->InnerRect;
    view.shown = {inner.Min.x, inner.Min.y, inner.GetWidth(), inner.GetHeight()};
    view.right = rect.right();
    view.origin = {field->Pos.x + inset, field->Pos.y + inset - field->Scroll.y};
    const ImGuiInputTextState* typed = ImGui::GetInputTextState(id);
    if (typed != nullptr && state.has_keyboard) view.origin.x -= scroll_x(*typed);
    view.window = field;
  }
  if (context.probe.enabled()) context.probe.item(name, rect.x, rect.y, rect.width, rect.height, !state.has_keyboard);
  ImGui::PopID();
  return view;
}

OverField::OverField(Painter& painter, const TextEditorView& view) {
  // Once more in this frame: Dear ImGui continues where the field ended.
  ImGui::Begin(view.window->Name, nullptr, view.window->Flags);
  clip_.emplace(painter, view.shown);
}
OverField::~OverField() {
  clip_.reset();
  ImGui::EndChild();
}

LineRange lines_in_sight(const TextEditorView& view, std::size_t lines) {
  if (view.window == nullptr || view.row <= 0) return {};
  const float first = std::floor((view.shown.y - view.origin.y) / view.row);
  const float end = std::ceil((view.shown.bottom() - view.origin.y) / view.row);
  const auto clamped = [&](float line) { return std::min(lines, static_cast<std::size_t>(std::max(line, 0.0f))); };
  return {clamped(first), clamped(end)};
}

void draw_code_lines(const PanelContext& context, const TextEditorView& view, const std::string& text,
                     const std::vector<std::size_t>& starts, const std::vector<std::vector<Token>>& tokens) {
  const LineRange range = lines_in_sight(view, std::min(starts.size(), tokens.size()));
  if (range.first >= range.end) return;
  ImFont* font = context.fonts.mono;
  const float size = font_size(font), lower = std::floor((view.row - size) / 2);
  for (std::size_t line = range.first; line < range.end; ++line) {
    const std::string_view words = line_at(text, starts, line);
    const float y = std::floor(view.origin.y + view.row * static_cast<float>(line) + lower);
    float x = view.origin.x;
    for (const Token& token : tokens[line]) {
      if (token.begin + token.length > words.size() || x > view.shown.right()) break;
      const std::string_view part = words.substr(token.begin, token.length);
      const float width = view.column * static_cast<float>(columns_of(part));
      if (x + width > view.shown.x) {
        context.painter.text({font, size}, {x, y}, token_colour(context.theme, token.kind), part);
      }
      x += width;
    }
  }
}

void draw_text_cursor(PanelContext& context, const TextEditorView& view, const TextEditorState& state,
                      const std::string& text, const std::vector<std::size_t>& starts) {
  if (!state.has_keyboard || view.window == nullptr) return;
  const float since = std::max(ImGui::GetCurrentContext()->InputTextState.CursorAnim, 0.0f);
  const float phase = since < kBlinkFor ? std::fmod(since, kBlinkPeriod) : 0;
  const bool seen = context.still || phase <= kBlinkSeen;
  if (since < kBlinkFor) {
    context.redraw_within(static_cast<double>(seen ? kBlinkSeen - phase : kBlinkPeriod - phase) + 0.01);
  }
  if (!seen) return;
  const LineColumn place = place_of(text, starts, state.selection.cursor);
  const float x = std::floor(view.origin.x + view.column * static_cast<float>(place.column));
  const float y = std::floor(view.origin.y + view.row * static_cast<float>(place.line));
  context.painter.rect({x, y + 1}, {x + std::max(1.0f, std::round(1.5f * context.scale)), y + view.row - 1},
                       context.theme.text);
}

}  // namespace bankloom::ui
