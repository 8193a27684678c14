// What is said of a kernel's text at its lines: by the compilers, and of the run.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/session/session.h"
#include "ui/panel.h"

namespace bankloom::ui {

/// What is said of the text: by the compiler, or of the run.
struct EditorMessage {
  unsigned line = 0, column = 0;  ///< 1-based; 0: of no line
  bool is_error = true;
  std::string words, tooltip;
  std::size_t fault = kNoFault;  ///< index in KernelRun::faults where it is one
  static constexpr std::size_t kNoFault = static_cast<std::size_t>(-1);
};
/// The line of a compiler's message in a kernel's text; 0 where it names none, or is about another file.
[[nodiscard]] unsigned line_in_text(const Diagnostic& diagnostic, const Kernel& kernel);
/// What it says, with the file and line that it is about where that is another one.
[[nodiscard]] std::string message_text(const Diagnostic& diagnostic, const Kernel& kernel);
/// The messages about what a side shows, where `text` is it: errors first, in the order of their lines. None while it
/// is being made.
[[nodiscard]] std::vector<EditorMessage> editor_messages(const Session& session, Side side, const std::string& text);

/// What the compilers said of the program that the text's file is of, when it was built last: at the text's lines where
/// the file had this text, and with their files what they said of others. None while a program is built or run.
[[nodiscard]] std::vector<EditorMessage> build_messages(const PanelContext& context, const OwnSource& source);
/// Adds those that are not there yet, in the same order.
void add_messages(std::vector<EditorMessage>& messages, const std::vector<EditorMessage>& more);

}  // namespace bankloom::ui
