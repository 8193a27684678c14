#include "ui/panels/editor_messages.h"

#include <algorithm>
#include <filesystem>

#include "core/wording/fault_text.h"
#include "core/wording/program_view_text.h"
#include "ui/panels/line_margin.h"
#include "ui/programs/programs.h"
#include "ui/progress_card.h"

namespace bankloom::ui {

using namespace wording;

namespace {

constexpr const char* kGoesThere = "Click to put the cursor there.";

void sort_messages(std::vector<EditorMessage>& messages) {
  std::ranges::stable_sort(messages, [](const EditorMessage& a, const EditorMessage& b) {
    return a.is_error != b.is_error ? a.is_error : a.line < b.line;
  });
}

}  // namespace

unsigned line_in_text(const Diagnostic& diagnostic, const Kernel& kernel) {
  const std::filesystem::path file(diagnostic.file);
  const bool is_own = file.empty() || file.filename() == std::filesystem::path(kernel.source_path).filename();
  return is_own ? diagnostic.line : 0;
}

std::string message_text(const Diagnostic& diagnostic, const Kernel& kernel) {
  if (diagnostic.line == 0 || line_in_text(diagnostic, kernel) != 0) return diagnostic.text;
  return build_message_text(std::filesystem::path(diagnostic.file).filename().string(), diagnostic.line,
                            diagnostic.text)
      .str();
}

std::vector<EditorMessage> editor_messages(const Session& session, Side side, const std::string& text) {
  std::vector<EditorMessage> messages;
  const SideView& view = session.side(side);
  const SideRun& made = session.runs().side(side);
  // While the choice is being made, the results are those of the previous one.
  const Kernel* kernel = session.kernel(side);
  if (made.pending || kernel == nullptr) return messages;
  const auto own = session.selection().own(side);
  if (text != (own == nullptr ? kernel->source : own->text)) return messages;
  const auto add = [&](const std::vector<Diagnostic>& diagnostics) {
    for (const Diagnostic& diagnostic : diagnostics) {
      const unsigned line = line_in_text(diagnostic, *kernel);
      messages.push_back({line, line == 0 ? 0 : diagnostic.column, diagnostic.severity == Diagnostic::Severity::error,
                          message_text(diagnostic, *kernel), kGoesThere});
    }
  };
  if (made.failure) {
    if (made.failure->is_cancelled()) return messages;
    add(made.failure->details);
    const bool any = std::ranges::any_of(messages, &EditorMessage::is_error);
    // That a program is still to be run stands where its picture will.
    if (!any && !is_program_to_run(session, side)) {
      messages.insert(messages.begin(), {0, 0, true, made.failure->message, {}});
    }
  } else if (view.run && view.run->kernel->source == text) {
    const auto& faults = view.facts().faults();
    for (std::size_t index = 0; index < faults.size(); ++index) {
      // An unrolled loop has one of each kind per iteration: the first is enough.
      const auto is_same = [&](const simt::Fault& other) {
        return other.kind == faults[index].kind && other.source_line == faults[index].source_line;
      };
      const auto here = faults.begin() + static_cast<std::ptrdiff_t>(index);
      if (std::any_of(faults.begin(), here, is_same)) continue;
      const FaultMark mark = fault_mark(view, index);
      messages.push_back({faults[index].source_line, 0, true, mark.words,
                          mark.has_step ? mark.tooltip : std::string(kGoesThere),
                          mark.has_step ? index : EditorMessage::kNoFault});
    }
    for (const simt::Fault& fault : view.run->questions) {
      messages.push_back(
          {fault.source_line, 0, false, question_text(fault, *view.run).str(), kGoesThere, EditorMessage::kNoFault});
    }
    if (view.run->compiled) add(view.run->compiled->diagnostics);
  }
  sort_messages(messages);
  return messages;
}

std::vector<EditorMessage> build_messages(const PanelContext& context, const OwnSource& source) {
  std::vector<EditorMessage> messages;
  if (context.programs == nullptr || source.path.empty()) return messages;
  const auto status = context.programs->status();
  if (status->stage != ProgramStage::idle || status->said == nullptr) return messages;
  const BuildMessages& said = *status->said;
  std::error_code code;
  const std::string path = std::filesystem::weakly_canonical(source.path, code).string();
  const auto text = said.texts.find(path);
  if (text == said.texts.end()) return messages;
  for (const BuildMessage& message : said.messages) {
    const auto& [severity, line, column, file, words] = message.said;
    if (severity == Diagnostic::Severity::note) continue;
    const bool is_error = severity == Diagnostic::Severity::error;
    if (message.path != path || line == 0) {
      const std::string name = std::filesystem::path(file).filename().string();
      messages.push_back({0, 0, is_error, build_message_text(name, line, words).str(), {}});
    } else if (text->second == source.text) {
      messages.push_back({line, column, is_error, words, kGoesThere});
    }
  }
  return messages;
}

void add_messages(std::vector<EditorMessage>& messages, const std::vector<EditorMessage>& more) {
  for (const EditorMessage& one : more) {
    const bool is_there = std::ranges::any_of(
        messages, [&](const EditorMessage& other) { return other.line == one.line && other.words == one.words; });
    if (!is_there) messages.push_back(one);
  }
  sort_messages(messages);
}

}  // namespace bankloom::ui
