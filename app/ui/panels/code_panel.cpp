// The kernel's text: what makes the present access is lit, and beside each line stands what its accesses cost.
#include <algorithm>
#include <cmath>

#include "core/base/text_lines.h"
#include "core/wording/fault_text.h"
#include "ui/actions.h"
#include "ui/figures.h"
#include "ui/panel.h"
#include "ui/panels/code_text.h"
#include "ui/panels/editor_view.h"
#include "ui/panels/line_margin.h"
#include "ui/panels/side_style.h"
#include "ui/widgets/widgets.h"

namespace bankloom::ui {
namespace {

/// The text is drawn smaller, down to this part of its size, before its lines are broken.
constexpr float kSmallest = 0.84f;

class CodePanel final : public Panel {
 public:
  void draw(PanelContext& context) override {
    const Session& session = context.session;
    if (context.workbench != nullptr && context.workbench->is_open()) {
      editor_.draw(context);
      return;
    }
    draw_offer(context, shown_);
    if (!session.comparing() || has_same_text(session)) shown_ = Side::a;
    const Kernel* kernel = session.kernel(shown_);
    ImGui::SetCursorScreenPos({context.area.x, context.area.y});
    draw_heading(context, kernel);
    if (kernel == nullptr) return;
    if (kernel != kernel_ || kernel->source != source_) {
      text_ = code_text(*kernel);
      kernel_ = kernel;
      source_ = kernel->source;
      rows_.clear();
      lit_before_ = 0;
    }
    margin_.read(session, shown_, source_);
    const float top = cursor().y + context.px(4);
    Rect frame{context.area.x, top, context.area.width, context.area.bottom() - top};
    if (frame.height < context.px(20)) return;
    const Metrics metrics = fitted(context, frame);
    // A short text has a short card; messages between its lines take what room there is.
    if (!has_notes(context)) {
      frame.height = std::min(frame.height, metrics.row * static_cast<float>(rows_.size()) + 2 * context.px(6));
    }
    card(context, frame, context.theme.raised);
    ImGui::SetCursorScreenPos({frame.x, frame.y + context.px(6)});
    begin_child("text", {frame.width, frame.height - 2 * context.px(6)});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    draw_failure(context, frame);
    draw_rows(context, frame, metrics);
    ImGui::PopStyleVar();
    ImGui::EndChild();
  }

 private:
  struct Metrics {
    float size = 0;    ///< of the font
    float column = 0;  ///< width of a character
    float row = 0;     ///< height of a row
    float text_x = 0;  ///< where the text begins
    float right = 0;   ///< where the margin ends
  };

  void draw_heading(PanelContext& context, const Kernel* kernel) {
    section_heading(context, "KERNEL TEXT");
    const ImVec2 after = cursor();
    const float y = context.area.y - context.px(7);
    float right = context.area.right();
    bool has_controls = false;
    if (context.workbench != nullptr && kernel != nullptr) {
      const float width = context.px(50);
      right -= width;
      ImGui::SetCursorScreenPos({right, y});
      if (button(context, "edit", "Edit", ButtonStyle::normal, {width, 0})) {
        context.workbench->open(context.session, shown_);
      }
      tooltip(context, action_words(action("edit"),
                                    "Edit this text: every change is compiled, executed and drawn; the "
                                    "catalogue's kernel stays as it is"));
      right -= context.px(8);
      has_controls = true;
    }
    if (context.session.comparing() && !has_same_text(context.session)) {
      static constexpr std::string_view kSides[] = {"A", "B"};
      const float width = context.px(72);
      ImGui::SetCursorScreenPos({right - width, y});
      const auto clicked =
          segments(context, "side", kSides, shown_ == Side::a ? 0 : 1,
                   "Whose text is shown: the two sides are different kernels.", accent_style(shown_), width);
      if (clicked) shown_ = *clicked == 0 ? Side::a : Side::b;
      has_controls = true;
    } else if (kernel != nullptr) {
      text_at(context, context.fonts.small, context.theme.text_faint, {right, context.area.y},
              "transactions per request", Align::right);
    }
    const float below = has_controls ? context.area.y + control_height(context) - context.px(5) : after.y;
    ImGui::SetCursorScreenPos({after.x, std::max(after.y, below)});
  }

  /// Errors of the present choice: the sentence, where no line of the text stands for it.
  void draw_failure(PanelContext& context, const Rect& frame) const {
    const RunFailure* failure = failure_of(context);
    if (failure == nullptr) return;
    const bool at_lines = std::any_of(failure->diagnostics.begin(), failure->diagnostics.end(),
                                      [](const Diagnostic& diagnostic) { return diagnostic.line != 0; });
    std::string words = failure->error.message;
    if (at_lines) words = "This does not compile; the picture is that of the last text that did.";
    const float inset = context.px(10);
    ImGui::SetCursorScreenPos({frame.x + inset, cursor().y + context.px(3)});
    const Colour colour = failure->cancelled ? context.theme.text_muted : context.theme.bad;
    wrapped_text(context, context.fonts.body, colour, frame.width - 2 * inset, words);
    ImGui::Dummy({0, context.px(4)});
    ImGui::SetCursorScreenPos({frame.x, cursor().y});
  }

  /// Rows move closer together, down to a limit, before the text scrolls; a scroll bar takes its room from the lines.
  Metrics fitted(const PanelContext& context, const Rect& frame) {
    const auto rows_fit = [&](const Metrics& metrics) {
      return metrics.row * static_cast<float>(rows_.size()) <= frame.height - 2 * context.px(6);
    };
    Metrics metrics = measure(context, frame);
    const float closest = std::round(metrics.size * 1.22f);
    while (!rows_fit(metrics) && metrics.row > closest) metrics.row -= 1;
    if (rows_fit(metrics) && !has_notes(context)) return metrics;
    Rect narrower = frame;
    narrower.width -= ImGui::GetStyle().ScrollbarSize;
    metrics = measure(context, narrower);
    metrics.row = std::max(closest, metrics.row - 2);
    return metrics;
  }

  Metrics measure(const PanelContext& context, const Rect& frame) {
    ImFont* font = context.fonts.mono;
    const float full = font_size(font);
    const float column = text_size(font, "0000000000").x / 10;
    std::size_t margin = 0, longest = 0;
    for (std::uint32_t line = 1; line <= text_.lines.size(); ++line) {
      std::size_t used = 0;
      for (const LineMargin::Word& word : margin_.words(context.theme, line)) used += word.words.size() + 1;
      margin = std::max(margin, used);
      if (used != 0) longest = std::max(longest, text_.lines[line - 1].size());
    }
    if (longest == 0) longest = text_.longest;
    const auto digits = static_cast<float>(std::to_string(text_.lines.size()).size());
    // Columns beside the text: the line's number and the figures, a blank after each.
    const float beside = digits + 1.2f + static_cast<float>(margin);
    const float inset = context.px(6), room_here = frame.width - 2 * inset;
    // Lines that access memory are not broken if it can be helped.
    const float wished = room_here / ((static_cast<float>(longest) + beside) * column);
    Metrics metrics;
    metrics.size = std::floor(full * std::clamp(wished, kSmallest, 1.0f) * 2) / 2;
    metrics.column = column * metrics.size / full;
    metrics.row = std::round(metrics.size * 1.42f);
    metrics.text_x = frame.x + inset + metrics.column * (digits + 1.2f);
    metrics.right = frame.right() - inset;
    const auto columns = static_cast<std::size_t>(std::max(room_here / metrics.column - beside, 1.0f));
    if (rows_.empty() || columns != columns_) {
      rows_ = code_rows(text_, columns);
      columns_ = columns;
    }
    return metrics;
  }

  void draw_rows(PanelContext& context, const Rect& frame, const Metrics& metrics) {
    const SideView& view = context.session.side(shown_);
    const std::uint32_t lit = view.state && margin_.run(shown_) ? view.state->request.source_line : 0;
    const Focus focus = context.session.focus(shown_);
    for (std::size_t row = 0; row < rows_.size();) {
      std::size_t end = row + 1;
      while (end < rows_.size() && !rows_[end].begins) ++end;
      draw_line(context, metrics, frame, row, end, lit, focus);
      row = end;
    }
    lit_before_ = lit;
  }

  /// The rows first .. end - 1, which are one line of the text, and what the compiler says of it.
  void draw_line(PanelContext& context, const Metrics& metrics, const Rect& frame, std::size_t first, std::size_t end,
                 std::uint32_t lit, const Focus& focus) {
    const std::uint32_t line = rows_[first].line;
    const float y = std::floor(cursor().y);
    const float height = metrics.row * static_cast<float>(end - first);
    const bool visible = ImGui::IsRectVisible({frame.x, y}, {frame.right(), y + height});
    ImGui::SetCursorScreenPos({frame.x, y});
    ImGui::PushID(static_cast<int>(line));
    const std::string figures = margin_.tooltip(line);
    if (figures.empty()) {
      hover_area("line", {frame.width, height});
    } else if (hit_area(context, "line", visible ? text_.lines[line - 1] : std::string(), {frame.width, height})) {
      if (margin_.run(shown_)) go_to_line(context, shown_, line);
    }
    const bool hovered = ImGui::IsItemHovered();
    if (line == lit && lit != lit_before_ &&
        (y < ImGui::GetWindowPos().y || y + height > ImGui::GetWindowPos().y + ImGui::GetWindowHeight())) {
      ImGui::SetScrollHereY(0.5f);
    }
    if (hovered) {
      Focus pointed;
      pointed.side = shown_;
      pointed.line = line;
      context.session.pointer().hover(pointed);
      if (!figures.empty()) tooltip(context, figures + "\n\nClick to go to the warp's next request on this line.");
    }
    ImGui::PopID();
    if (visible) {
      if (line == lit) {
        context.painter.rect({frame.x, y}, {frame.right(), y + height}, context.theme.current_line);
      } else if (hovered || (focus.line && *focus.line == line)) {
        context.painter.rect({frame.x, y}, {frame.right(), y + height}, context.theme.raised_hover);
      }
      const float text_y = std::floor(y + (metrics.row - metrics.size) / 2);
      const std::string number = std::to_string(line);
      draw_words(context, metrics,
                 {metrics.text_x - metrics.column * (static_cast<float>(number.size()) + 1.2f), text_y},
                 line == lit ? context.theme.text : context.theme.text_faint, number);
      for (std::size_t row = first; row < end; ++row) {
        draw_tokens(context, metrics, rows_[row], text_y + metrics.row * static_cast<float>(row - first));
      }
      draw_margin(context, metrics, line, text_y);
    }
    draw_diagnostics(context, metrics, frame, line);
  }

  static void draw_words(const PanelContext& context, const Metrics& metrics, ImVec2 place, Colour colour,
                         std::string_view words) {
    context.painter.text({context.fonts.mono, metrics.size}, place, colour, words);
  }

  void draw_tokens(const PanelContext& context, const Metrics& metrics, const CodeRow& row, float y) const {
    const std::string& line = text_.lines[row.line - 1];
    float x = metrics.text_x + metrics.column * static_cast<float>(row.indent);
    for (const Token& token : row.tokens) {
      const std::string_view words = std::string_view(line).substr(token.begin, token.length);
      draw_words(context, metrics, {x, y}, token_colour(context.theme, token.kind), words);
      const auto bytes = std::count_if(words.begin(), words.end(),
                                       [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; });
      x += metrics.column * static_cast<float>(bytes);
    }
  }

  void draw_margin(const PanelContext& context, const Metrics& metrics, std::uint32_t line, float y) const {
    float x = metrics.right;
    auto words = margin_.words(context.theme, line);
    std::reverse(words.begin(), words.end());
    for (const LineMargin::Word& word : words) {
      x -= metrics.column * static_cast<float>(word.words == "–" ? 1 : word.words.size());
      draw_words(context, metrics, {x, y}, word.colour, word.words);
      x -= metrics.column;
    }
  }

  /// Of the text that is shown; null while it is being made, for what failed before was another.
  [[nodiscard]] const RunFailure* failure_of(const PanelContext& context) const {
    const SideRun& made = context.session.runs().side(shown_);
    return made.pending ? nullptr : made.failure.get();
  }

  /// Whether something is said between the lines: by the compiler, or faults of the run.
  [[nodiscard]] bool has_notes(const PanelContext& context) const {
    const auto& run = margin_.run(shown_);
    return failure_of(context) != nullptr || (run && !run->faults.empty());
  }

  void draw_diagnostics(PanelContext& context, const Metrics& metrics, const Rect& frame, std::uint32_t line) const {
    const float width = frame.right() - metrics.text_x - context.px(10);
    const auto put = [&](Colour colour, std::string_view words) {
      ImGui::SetCursorScreenPos({metrics.text_x, cursor().y});
      wrapped_text(context, context.fonts.small, colour, width, words);
      ImGui::SetCursorScreenPos({frame.x, cursor().y});
    };
    if (const RunFailure* failure = failure_of(context)) {
      for (const Diagnostic& diagnostic : failure->diagnostics) {
        if (diagnostic.line != line) continue;
        const bool is_error = diagnostic.severity == Diagnostic::Severity::error;
        put(is_error ? context.theme.bad : context.theme.text_muted, diagnostic.text);
      }
      return;
    }
    const auto& run = margin_.run(shown_);
    if (!run) return;
    for (std::size_t index = 0; index < run->faults.size(); ++index) {
      const simt::Fault& fault = run->faults[index];
      if (fault.source_line != line) continue;
      const std::string words = counted_fault_text(fault).str();
      // The words lead to the step at which it happens.
      const ImVec2 place = {metrics.text_x, cursor().y};
      put(context.theme.bad, words);
      const ImVec2 after = cursor();
      ImGui::SetCursorScreenPos(place);
      ImGui::PushID(static_cast<int>(index));
      if (hit_area(context, "fault", words, {width, after.y - place.y}) && run == context.session.side(shown_).run) {
        if (const auto shown = context.session.player().go_to_fault(shown_, index); !shown)
          context.say(shown.error().message);
      }
      tooltip(context, "Click to go to the step at which it happens.");
      ImGui::PopID();
      ImGui::SetCursorScreenPos(after);
    }
  }

  Side shown_ = Side::a;
  const Kernel* kernel_ = nullptr;
  std::string source_;
  CodeText text_;
  std::vector<CodeRow> rows_;
  std::size_t columns_ = 0;
  LineMargin margin_;
  EditorView editor_;
  std::uint32_t lit_before_ = 0;
};

}  // namespace

PanelEntry code_panel() {
  return {.id = "code",
          .title = "Kernel text",
          .help =
              "What was compiled. The lit line makes the present access; the number beside a line is its transactions "
              "per request.",
          .slot = Slot::code,
          .maker = maker_of<CodePanel>()};
}

}  // namespace bankloom::ui
