#include "ui/widgets/text_editor.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "ui/editor/text_places.h"
#include "ui/panels/code_text.h"
#include "ui/widgets/widgets.h"

namespace bankloom::ui {
namespace {

/// Seconds of Dear ImGui's blinking: the cursor is seen for the first part of each period.
constexpr float kBlinkPeriod = 1.2f, kBlinkSeen = 0.8f;

/// Seconds without a key after which the cursor stays: a window that is left open draws nothing.
constexpr float kBlinkFor = 10 * kBlinkPeriod;
/// Units between the field's edge and the text.
constexpr float kInset = 5;

#if IMGUI_VERSION_NUM >= 18700
bool is_pressed(ImGuiKey key) { return ImGui::IsKeyPressed(key); }
#else
bool is_pressed(ImGuiKey key) { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key)); }
#endif

/// How far the field is scrolled to the right; later releases keep both directions.
template <class State>
float scroll_x(const State& state) {
  if constexpr (requires { state.Scroll.x; }) {
    return state.Scroll.x;
  } else {
    return state.ScrollX;
  }
}

/// What Dear ImGui's callback is told.
struct FieldCall {
  std::string* text = nullptr;
  TextEditorState* state = nullptr;
  bool drops_tab = false;
};

int field_callback(ImGuiInputTextCallbackData* data) {
  auto& call = *static_cast<FieldCall*>(data->UserData);
  switch (data->EventFlag) {
    case ImGuiInputTextFlags_CallbackResize:
      call.text->resize(static_cast<std::size_t>(data->BufTextLen));
      data->Buf = call.text->data();
      break;
    case ImGuiInputTextFlags_CallbackCharFilter:
      return call.drops_tab && data->EventChar == '\t' ? 1 : 0;
    case ImGuiInputTextFlags_CallbackAlways: {
      TextEditorState& state = *call.state;
      if (state.go_to) {
        const int place = static_cast<int>(std::min(*state.go_to, static_cast<std::size_t>(data->BufTextLen)));
        data->CursorPos = data->SelectionStart = data->SelectionEnd = place;
        state.go_to.reset();
      }
      state.cursor = static_cast<std::size_t>(data->CursorPos);
      state.selection_bytes = static_cast<std::size_t>(std::abs(data->SelectionEnd - data->SelectionStart));
      break;
    }
    default:
      break;
  }
  return 0;
}

/// What Tab and Enter type besides what Dear ImGui makes of them. True where the Tab itself is to be dropped.
bool type_blanks(const std::string& text, TextEditorState& state) {
  ImGuiIO& io = ImGui::GetIO();
  for (const char blank : std::exchange(state.typed_next, {})) {
    io.InputQueueCharacters.push_back(static_cast<ImWchar>(blank));
  }
  if (!state.has_keyboard || io.KeyCtrl || io.KeyAlt || io.KeySuper) return false;
  if (is_pressed(ImGuiKey_Enter)) state.typed_next = indent_at(text, state.cursor);
  if (io.KeyShift || !is_pressed(ImGuiKey_Tab)) return false;
  const std::size_t begin = state.cursor == 0 ? std::string::npos : text.rfind('\n', state.cursor - 1);
  const std::size_t line = begin == std::string::npos ? 0 : begin + 1;
  const std::size_t column = columns_of(std::string_view(text).substr(line, state.cursor - line));
  for (std::size_t blank = column % kTabColumns; blank < kTabColumns; ++blank) io.InputQueueCharacters.push_back(' ');
  return true;
}

ImGuiWindow* child_of(ImGuiID id) {
  for (ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
    if (window->ChildId == id && window->ParentWindow == ImGui::GetCurrentWindow()) return window;
  }
  return nullptr;
}

}  // namespace

TextEditorView text_editor(PanelContext& context, const char* name, const Rect& rect, unsigned generation,
                           std::string& text, TextEditorState& state) {
  TextEditorView view;
  ImGui::PushID(static_cast<int>(generation));
  const ImGuiID id = ImGui::GetID(name);
  // Tab is a letter here, so it waits for Return.
  if (focus_stop(context, id, rect).is_pressed && !state.has_keyboard) state.wants_keyboard = true;
  if (state.has_keyboard && context.focus != nullptr) context.focus->start_here();
  if (state.go_to) state.wants_keyboard = !state.has_keyboard;
  if (std::exchange(state.wants_keyboard, false)) {
    // Dear ImGui 1.90.1 finds the field only in a window that has the focus already.
    ImGui::SetWindowFocus();
    ImGui::SetKeyboardFocusHere();
    context.redraw_within(0);
  }
  FieldCall call{&text, &state, type_blanks(text, state)};
  if (!state.typed_next.empty()) context.redraw_within(0);
  const float inset = std::round(context.px(kInset));
  push_font(context.fonts.editor);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {inset, inset});
  ImGui::PushStyleVar(ImGuiStyleVar_FrameRounding, 0.0f);
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 0.0f);
  ImGui::PushStyleColor(ImGuiCol_Text, 0);
  ImGui::PushStyleColor(ImGuiCol_FrameBg, 0);
  ImGui::SetCursorScreenPos({rect.x, rect.y});
  // Dear ImGui 1.90 treats SetKeyboardFocusHere() as a Tab, which does not enter a field that takes Tabs itself.
  const bool is_entered = ImGui::GetCurrentContext()->NavActivateId == id;
  view.changed = ImGui::InputTextMultiline(name, text.data(), text.size() + 1, {rect.width, rect.height},
                                           (is_entered ? 0 : ImGuiInputTextFlags_AllowTabInput) |
                                               ImGuiInputTextFlags_CallbackResize | ImGuiInputTextFlags_CallbackAlways |
                                               ImGuiInputTextFlags_CallbackCharFilter,
                                           field_callback, &call);
  view.hovered = ImGui::IsItemHovered();
  ImGui::PopStyleColor(2);
  ImGui::PopStyleVar(3);
  view.row = ImGui::GetFontSize();
  ImGui::PopFont();
  view.column = character_width(context, font_size(context.fonts.mono));
  state.has_keyboard = ImGui::GetActiveID() == id;
  if (ImGuiWindow* field = child_of(id); field != nullptr && field->Active && field->WasActive) {
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
  // Once more in this frame: Dear ImGui goes on where the field ended.
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
  const LineColumn place = place_of(text, starts, state.cursor);
  const float x = std::floor(view.origin.x + view.column * static_cast<float>(place.column));
  const float y = std::floor(view.origin.y + view.row * static_cast<float>(place.line));
  context.painter.rect({x, y + 1}, {x + std::max(1.0f, std::round(1.5f * context.scale)), y + view.row - 1},
                       context.theme.text);
}

}  // namespace bankloom::ui
