// The output of a learner's program, how it ended, and its faults outside of its launches.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/text_lines.h"
#include "core/wording/program_text.h"
#include "core/wording/program_view_text.h"
#include "ui/editor/text_places.h"
#include "ui/editor/workbench.h"
#include "ui/layout/box.h"
#include "ui/panel.h"
#include "ui/programs/program_head.h"
#include "ui/programs/programs.h"

namespace bankloom::ui {

using namespace wording;
namespace {

/// Limit of listed compiler messages.
constexpr std::size_t kMostMessages = 50;

/// Not a fault of the program, but worth a message.
bool is_hint(const program::ProgramReport& report) {
  return report.kind == program::ReportKind::lost_output || report.kind == program::ReportKind::leaked;
}

/// Lines of a monospaced font, of which only the visible ones are drawn.
class OutputLines {
 public:
  /// Keeps the end of a text that is too long to scroll through.
  void take(std::string_view text) {
    const std::size_t left_out = text.size() > kMostShown ? text.size() - kMostShown : 0;
    lines_ = split_lines(text.substr(left_out));
    if (left_out != 0) lines_.front() = output_cut_text(left_out);
  }
  [[nodiscard]] bool empty() const { return lines_.empty(); }

  /// A box for them; this object must outlive it.
  [[nodiscard]] Box box(PanelContext& context, Colour colour) const {
    const float row = std::round(font_size(context.fonts.mono) * 1.25f);
    const auto draw = [this, &context, colour, row](const Rect& rect) {
      const ImVec2 from = ImGui::GetWindowDrawList()->GetClipRectMin(),
                   to = ImGui::GetWindowDrawList()->GetClipRectMax();
      for (std::size_t line = 0; line < lines_.size(); ++line) {
        const float y = rect.y + row * static_cast<float>(line);
        if (y + row < from.y || y > to.y) continue;
        text_in(context, {rect.x, y, rect.width, row},
                Text(bankloom::Text::verbatim(lines_[line])).fonts({FontUse::mono}).colour(colour));
      }
    };
    return Drawing(draw).least(0, row * static_cast<float>(lines_.size()) / context.scale);
  }

 private:
  static constexpr std::size_t kMostShown = std::size_t{1} << 20U;
  std::vector<std::string> lines_;
};

class ProgramPanel final : public Panel {
 public:
  void draw(PanelContext& context) override {
    if (context.programs == nullptr) return;
    const auto status = context.programs->status();
    const bool is_over = status->stage == ProgramStage::idle && status->result != nullptr;
    if (std::exchange(status_, status) != status) {
      output_.take(is_over ? status->result->outcome.standard_output : status->output);
      errors_.take(is_over ? status->result->outcome.standard_error : status->errors);
    }
    Column said = Column().gap(5);
    if (status->failure) add_messages(context, said, *status->failure, status->plan);
    if (is_over) add_outcome(context, said, *status->result);
    add_stream(context, said, "OUTPUT", output_, context.theme.text);
    add_stream(context, said, "ERRORS", errors_, context.theme.bad);
    Column page = Column().gap(6).add(program_head(context, *status, false)).add(Scroll("program", said), share());
    show(context, page);
  }

 private:
  static void add_messages(PanelContext& context, Column& said, const Error& failure, const ProgramPlan& plan) {
    std::size_t listed = 0;
    for (const Diagnostic& message : failure.details) {
      if (message.severity == Diagnostic::Severity::note || listed++ == kMostMessages) continue;
      const bool is_error = message.severity == Diagnostic::Severity::error;
      add_line(context, said, program::CodePlace{message.file, message.line},
               compiler_message_text(place_text({message.file, message.line}), message.text), plan,
               is_error ? context.theme.bad : context.theme.text_muted);
    }
    const auto lines = listed == 0 ? split_lines(failure.output) : std::vector<std::string>();
    for (std::size_t i = 0; i < std::min(lines.size(), kMostMessages); ++i) {
      said.add(Text(excerpt(lines[i])).fonts({FontUse::mono}).wrap());
    }
  }

  /// A sentence; if it is about a line of the program's file, a click goes there.
  static void add_line(PanelContext& context, Column& said, const program::CodePlace& place, const std::string& words,
                       const ProgramPlan& plan, Colour colour) {
    Text text(words);
    text.colour(colour).wrap();
    const std::filesystem::path file(place.file);
    std::error_code code;
    const bool is_own = place.line != 0 && std::filesystem::equivalent(file, plan.file, code) && !code;
    if (is_own && context.workbench != nullptr) {
      const unsigned line = place.line;
      text.on_click(words, [&context, line] { go_to_text_line(context, line); })
          .tooltip("Click to put the cursor there.");
    }
    said.add(text);
  }

  static void go_to_text_line(PanelContext& context, unsigned line) {
    Workbench& bench = *context.workbench;
    bench.open(context.session, bench.side());
    const Document* document = bench.document(context.session, bench.side());
    if (document == nullptr) return;
    const std::size_t byte = byte_of(document->source.text, document->starts, line, 1);
    bench.field.go_to = TextSelection{byte, byte};
  }

  static void add_outcome(PanelContext& context, Column& said, const ProgramResult& result) {
    const program::ProgramOutcome& outcome = result.outcome;
    const auto& run = outcome.run;
    const Theme& theme = context.theme;
    for (std::size_t i = 0; i < run.reports.size(); ++i) {
      const auto place = i < outcome.report_places.size() ? outcome.report_places[i] : program::CodePlace{};
      add_line(context, said, place, sentence_text(program_report_text(run.reports[i], place_text(place))), result.plan,
               is_hint(run.reports[i]) ? theme.text_muted : theme.bad);
    }
    for (const auto& call : run.refused)
      said.add(Text(sentence_text(refused_call_text(call))).colour(theme.bad).wrap());
    for (const auto& code : run.unusable) said.add(Text(code).colour(theme.bad).wrap());
    for (const auto& launch : run.launches) {
      const bankloom::Text end = launch_end_text(launch);
      if (!end.empty()) said.add(Text(launch_problem_text(launch, end)).colour(theme.bad).wrap());
    }
    for (const auto& remark : outcome.remarks) {
      said.add(Text(sentence_text(program_remark_text(remark))).small().muted().wrap());
    }
    said.add(Text(program_isolation_text(outcome)).small().faint().wrap());
    const bankloom::Text left_out = discarded_output_text(outcome.output_discarded + outcome.errors_discarded);
    if (!left_out.empty()) said.add(Text(left_out).small().muted().wrap());
  }

  static void add_stream(PanelContext& context, Column& said, const char* title, const OutputLines& lines,
                         Colour colour) {
    if (lines.empty()) return;
    said.space(2).add(Text(title).small().muted()).add(lines.box(context, colour));
  }

  std::shared_ptr<const ProgramStatus> status_;  ///< of the following data
  OutputLines output_, errors_;
};

}  // namespace

PanelEntry program_panel() {
  return {.id = "program",
          .title = "Program",
          .help = "What your program wrote, how it ended, and what is wrong in its host code, with the lines.",
          .slot = Slot::details,
          .order = 2,
          .applies = has_program_status,
          .maker = maker_of<ProgramPanel>()};
}

}  // namespace bankloom::ui
