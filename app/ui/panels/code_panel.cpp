// The kernel's text: the line of the present access is lit, and each line has the costs of its accesses beside it.
#include <algorithm>
#include <cmath>

#include "core/base/text_lines.h"
#include "ui/actions.h"
#include "ui/editor/text_places.h"
#include "ui/panel.h"
#include "ui/panels/code_text.h"
#include "ui/panels/editor_view.h"
#include "ui/panels/line_margin.h"
#include "ui/panels/side_style.h"
#include "ui/panels/told_thread.h"
#include "ui/progress_card.h"
#include "ui/widgets/parts.h"

namespace bankloom::ui {

using namespace wording;
namespace {

/// The text becomes smaller, down to this part of its size, if the panel has no room for so many columns; a longer line
/// is broken. The same for every kernel: its text has one size in a window.
constexpr float kSmallest = 0.84f, kUsualColumns = 50;
/// Units between the card's edges and the text.
constexpr float kTextInset = 6;
/// Units between them and a sentence about no line.
constexpr float kBesideCard = 10;

class CodePanel final : public Panel {
 public:
  void draw(PanelContext& context) override {
    if (context.workbench != nullptr && context.workbench->is_open()) {
      editor_.draw(context);
      return;
    }
    const Session& session = context.session;
    if (!session.comparing() || has_same_text(session)) shown_ = Side::a;
    const Kernel* kernel = session.kernel(shown_);
    if (kernel != nullptr) margin_.read(session, shown_, kernel->source);
    const auto own = session.selection().own(shown_);
    built_ = own == nullptr ? std::vector<EditorMessage>() : build_messages(context, *own);
    if (const Error* failure = failure_of(context)) {
      std::erase_if(built_, [&](const EditorMessage& one) {
        return std::ranges::any_of(failure->details, [&](const Diagnostic& other) {
          return other.line == one.line && other.text == one.words;
        });
      });
    }
    Column page =
        Column().add(context.in_focus_view ? Box() : unsaved_offer(context, shown_)).add(head(context, kernel));
    if (kernel != nullptr) {
      if (kernel != kernel_ || kernel->source != source_) {
        text_ = code_text(*kernel);
        kernel_ = kernel;
        source_ = kernel->source;
        rows_.clear();
        sight_ = {};
      }
      page.add(Drawing([this, &context](const Rect& room) { draw_card(context, room); }), share());
    }
    show(context, page);
  }

 private:
  struct Metrics {
    float size = 0;    ///< of the font
    float column = 0;  ///< width of a character
    float row = 0;     ///< height of a row
    float left = 0;    ///< start of the text in its row
  };

  /// Units of the title, which is not cut for the text beside it.
  static constexpr float kTitle = 74;

  Box head(PanelContext& context, const Kernel* kernel) {
    Row row = Row().add(Text("KERNEL CODE").small().muted(), share().at_least(kTitle));
    if (context.session.comparing() && !has_same_text(context.session)) {
      row.add(side_switch(
                  shown_, [this](Side side) { shown_ = side; },
                  "Whose code is shown: the two sides are different kernels."),
              units(72));
    } else if (kernel != nullptr && !shows_threads(context.session) &&
               context.session.disclosure().mentions(FactKind::kernel_cost)) {
      const Fit words = margin_.is_of_sectors() ? Fit{"sectors per request, store / load", "sectors/req"}
                        : margin_.is_split()    ? Fit{"wavefronts per warp", "wavefronts/warp"}
                                                : Fit{"wavefronts per request", "wavefronts/req"};
      row.add(
          Text(words).small().faint().tooltip("Beside a line: wavefronts per request to shared memory, store / load; "
                                              "sectors where the line accesses global memory only."),
          fit().if_room());
    }
    if (is_enabled(action("run program"), context)) {
      row.add(action_box(context, action("run program"), ButtonStyle::accent_b), units(50));
    }
    if (context.workbench != nullptr && kernel != nullptr) {
      row.add(Button("edit", "Edit", [this, &context] { context.workbench->open(context.session, shown_); })
                  .tooltip(action_text(action("edit"),
                                       "Edit this code: every change is compiled, executed and drawn; the "
                                       "catalogue's kernel stays unchanged")),
              units(50));
    }
    return row;
  }

  /// A short text has a short card; messages between its lines take any room left.
  void draw_card(PanelContext& context, Rect frame) {
    if (frame.height < context.px(20)) return;
    const Session& session = context.session;
    const SideView& view = session.side(shown_);
    lit_ = view.state && margin_.run(shown_) ? view.state->request.source_line : 0;
    focused_ = session.focus(shown_).line.value_or(0);
    asked_ = has_same_text(session) || shown_ == Side::a ? session.pointer().asked().line.value_or(0) : 0;
    panel_width_ = frame.width;
    const Metrics metrics = fitted(context, frame);
    if (!has_notes(context)) {
      frame.height =
          std::min(frame.height, metrics.row * static_cast<float>(rows_.size()) + 2 * context.px(kTextInset));
    }
    // The lit line is scrolled into view when it changes, and when the room, the text's size or its rows change; where
    // a question hides it, the line that is asked about.
    const std::uint32_t selected = session.pointer().selected().line.value_or(0);
    const Sight sight{lit_ != 0     ? lit_
                      : asked_ != 0 ? asked_
                                    : selected,
                      rows_.size(), frame.width, frame.height, metrics.row};
    brought_ = sight != std::exchange(sight_, sight) ? sight.line : 0;
    Column text = Column().gap(0);
    add_failure(context, text);
    for (std::size_t row = 0; row < rows_.size();) {
      std::size_t end = row + 1;
      while (end < rows_.size() && !rows_[end].begins) ++end;
      text.add(Drawing([=, this, &context](const Rect& rect) { draw_line(context, metrics, rect, row, end); }),
               units(metrics.row * static_cast<float>(end - row) / context.scale));
      add_notes(context, text, metrics.left / context.scale, rows_[row].line);
      row = end;
    }
    if (has_notes(context)) {
      const float width = frame.width - ImGui::GetStyle().ScrollbarSize;
      frame.height = std::min(frame.height, text.height(context, width) + 2 * context.px(kTextInset));
    }
    Card(Scroll("text", text)).padding(0, kTextInset).draw(context, frame);
  }

  /// Between the lines, `left` units from the start of the rows.
  static Row note(const Text& words, float left) {
    return Row().gap(0).add(Box(), units(left)).add(words, share()).add(Box(), units(10));
  }

  /// A message from the program's last build.
  static Row built_note(const PanelContext& context, const EditorMessage& message, float left) {
    const Colour colour = message.is_error ? context.theme.bad : context.theme.text_muted;
    return note(Text(message.words).small().colour(colour).wrap(), left);
  }

  /// Errors of the present choice: a sentence, if no line of the text has it.
  void add_failure(const PanelContext& context, Column& text) const {
    for (const EditorMessage& one : built_) {
      if (one.line == 0) text.add(built_note(context, one, kBesideCard));
    }
    const Error* failure = failure_of(context);
    // What is not of the text stands where the picture would.
    if (failure == nullptr || failure->details.empty()) return;
    const Colour colour = failure->is_cancelled() ? context.theme.text_muted : context.theme.bad;
    const Text words("This does not compile; the picture shows the last version that did.");
    text.space(3).add(note(Text(words).colour(colour).wrap(), kBesideCard)).space(4);
    for (const Diagnostic& one : failure->details) {
      if (line_in_text(one, *kernel_) != 0) continue;
      text.add(note(Text(message_text(one, *kernel_)).small().colour(colour).wrap(), kBesideCard));
    }
  }

  /// Rows move closer together, down to a limit, before the text scrolls; a scroll bar takes its room from the lines.
  Metrics fitted(const PanelContext& context, const Rect& frame) {
    const auto rows_fit = [&](const Metrics& metrics) {
      return metrics.row * static_cast<float>(rows_.size()) <= frame.height - 2 * context.px(kTextInset);
    };
    Metrics metrics = measure(context, frame.width);
    const float closest = std::round(metrics.size * 1.22f);
    while (!rows_fit(metrics) && metrics.row > closest) metrics.row -= 1;
    if (rows_fit(metrics) && !has_notes(context)) return metrics;
    metrics = measure(context, frame.width - ImGui::GetStyle().ScrollbarSize);
    metrics.row = std::max(closest, metrics.row - 2);
    return metrics;
  }

  Metrics measure(const PanelContext& context, float width) {
    const float full = font_size(context.fonts.mono), column = character_width(context, full);
    std::size_t margin = 0;
    for (std::uint32_t line = 1; line <= text_.lines.size(); ++line) {
      margin = std::max(margin, margin_.columns(context.theme, line));
    }
    const auto digits = static_cast<float>(std::to_string(text_.lines.size()).size());
    // Columns beside the text: the line's number and the figures, a blank after each.
    const float beside = digits + 1.2f + static_cast<float>(margin);
    const float inset = context.px(kTextInset), room = width - 2 * inset;
    // A scroll bar does not count, since not every text needs it.
    const float wished = (panel_width_ - 2 * inset) / (kUsualColumns * column);
    Metrics metrics;
    metrics.size = std::floor(full * std::clamp(wished, kSmallest, 1.0f) * 2) / 2;
    metrics.column = column * metrics.size / full;
    metrics.row = std::round(metrics.size * 1.42f);
    metrics.left = inset + metrics.column * (digits + 1.2f);
    const auto columns = static_cast<std::size_t>(std::max(room / metrics.column - beside, 1.0f));
    if (rows_.empty() || columns != columns_) {
      rows_ = code_rows(text_, columns);
      columns_ = columns;
    }
    return metrics;
  }

  /// The rows first .. end - 1, which are one line of the text.
  void draw_line(PanelContext& context, const Metrics& metrics, const Rect& rect, std::size_t first, std::size_t end) {
    const std::uint32_t line = rows_[first].line;
    const bool is_visible = ImGui::IsRectVisible({rect.x, rect.y}, {rect.right(), rect.bottom()});
    const bool is_hovered = press_line(context, rect, line, is_visible);
    if (line == brought_ && (lit_ == 0 || rect.y < ImGui::GetWindowPos().y ||
                             rect.bottom() > ImGui::GetWindowPos().y + ImGui::GetWindowHeight())) {
      ImGui::SetScrollHereY(0.5f);
      context.redraw_within(0);
    }
    if (!is_visible) return;
    if (line == lit_ || is_hovered || line == focused_ || line == asked_) {
      record(context, fmt::format("marked line {}", line), rect);
      card(context, rect, line == lit_ ? context.theme.current_line : context.theme.raised_hover, 0, 0);
    }
    if (line == asked_) {
      const float inset = context.px(2);
      context.painter.outline({rect.x + inset, rect.y}, {rect.right() - inset, rect.bottom()}, context.theme.text,
                              std::max(1.0f, context.px(1.5f)), context.px(3));
      context.probe.mark({Probe::Mark::Kind::ring, 0, rect});
    }
    const TextFont font{context.fonts.mono, metrics.size};
    const float x = rect.x + metrics.left, y = std::floor(rect.y + (metrics.row - metrics.size) / 2);
    const std::string number = std::to_string(line);
    context.painter.text(font, {x - metrics.column * (static_cast<float>(number.size()) + 1.2f), y},
                         line == lit_ ? context.theme.text : context.theme.text_faint, number);
    for (std::size_t row = first; row < end; ++row) {
      draw_tokens(context, metrics, rows_[row], {x, y + metrics.row * static_cast<float>(row - first)});
    }
    margin_.draw(context, line, font, metrics.column, {rect.right() - context.px(kTextInset), y});
  }

  /// Whether the mouse is on the line; a click goes to its next request.
  bool press_line(PanelContext& context, const Rect& rect, std::uint32_t line, bool is_visible) {
    const std::string figures = margin_.tooltip(line);
    if (figures.empty()) {
      hover_at(rect, "line");
    } else if (press_at(context, rect, fmt::format("line {}", line).c_str(),
                        is_visible ? text_.lines[line - 1] : std::string()) &&
               margin_.run(shown_)) {
      go_to_line(context, shown_, line);
    }
    if (!ImGui::IsItemHovered()) return false;
    Focus pointed;
    pointed.side = shown_;
    pointed.line = line;
    context.session.pointer().hover(pointed);
    if (!figures.empty())
      tooltip(context, say("{figures}\n\nClick to go to the warp's next request on this line.", "figures"_a = figures));
    return true;
  }

  void draw_tokens(const PanelContext& context, const Metrics& metrics, const CodeRow& row, ImVec2 place) const {
    const std::string& line = text_.lines[row.line - 1];
    place.x += metrics.column * static_cast<float>(row.indent);
    for (const Token& token : row.tokens) {
      const std::string_view words = std::string_view(line).substr(token.begin, token.length);
      context.painter.text({context.fonts.mono, metrics.size}, place, token_colour(context.theme, token.kind), words);
      place.x += metrics.column * static_cast<float>(columns_of(words));
    }
  }

  /// Of the shown text; null while it is being made, since the previous failure was about another one.
  [[nodiscard]] const Error* failure_of(const PanelContext& context) const {
    const SideRun& made = context.session.runs().side(shown_);
    return made.pending ? nullptr : made.failure.get();
  }

  /// Those of the run whose text is shown.
  [[nodiscard]] const std::vector<simt::Fault>& faults_of(const PanelContext& context) const {
    static const std::vector<simt::Fault> kNone;
    const SideView& view = context.session.side(shown_);
    return view.run && view.run == margin_.run(shown_) ? view.facts().faults() : kNone;
  }

  /// Whether there are messages between the lines: from the compiler, or about faults of the run.
  [[nodiscard]] bool has_notes(const PanelContext& context) const {
    return failure_of(context) != nullptr || !faults_of(context).empty() || !built_.empty();
  }

  /// The compiler's messages about a line, otherwise the faults on it.
  void add_notes(PanelContext& context, Column& text, float left, std::uint32_t line) const {
    const auto words_of = [](const std::string& words, Colour colour) {
      return Text(words).small().colour(colour).wrap();
    };
    for (const EditorMessage& one : built_) {
      if (one.line == line) text.add(built_note(context, one, left));
    }
    if (const Error* failure = failure_of(context)) {
      for (const Diagnostic& one : failure->details) {
        if (line_in_text(one, *kernel_) != line) continue;
        const bool is_error = one.severity == Diagnostic::Severity::error;
        text.add(note(words_of(one.text, is_error ? context.theme.bad : context.theme.text_muted), left));
      }
      return;
    }
    const auto& faults = faults_of(context);
    for (std::size_t index = 0; index < faults.size(); ++index) {
      if (faults[index].source_line != line) continue;
      const FaultMark mark = fault_mark(context.session.side(shown_), index);
      Text words = words_of(mark.words, context.theme.bad);
      if (mark.has_step) {
        const auto go = [this, &context, run = context.session.side(shown_).run, index] {
          if (run != context.session.side(shown_).run) return;
          say_problem(context, context.session.player().go_to_fault(shown_, index));
        };
        words.on_click(fmt::format("fault {}", index + 1), go).tooltip(mark.tooltip);
      }
      text.add(note(words, left));
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
  std::vector<EditorMessage> built_;                 ///< from the last build of the text's program
  std::uint32_t lit_ = 0, focused_ = 0, asked_ = 0;  ///< lines; 0: none
  float panel_width_ = 0;
  struct Sight {
    std::uint32_t line = 0;
    std::size_t rows = 0;
    float width = 0, height = 0, row = 0;
    friend bool operator==(const Sight&, const Sight&) = default;
  };
  Sight sight_;
  std::uint32_t brought_ = 0;  ///< the line that is scrolled into view in this frame; 0: none
};

}  // namespace

PanelEntry code_panel() {
  return {
      .id = "code",
      .title = "Kernel code",
      .help =
          "What was compiled. The lit line makes the current access; the number beside a line is its wavefronts per "
          "request.",
      .slot = Slot::code,
      .maker = maker_of<CodePanel>()};
}

}  // namespace bankloom::ui
