// Messages about a kernel's text at its lines: from the compilers, and about the run.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/session/session.h"
#include "ui/panel.h"

namespace bankloom::ui {

/// A message about the text: from the compiler, or about the run.
struct EditorMessage {
  unsigned line = 0, column = 0;  ///< 1-based; 0: of no line
  bool is_error = true;
  std::string words, tooltip;
  std::size_t fault = kNoFault;  ///< index in KernelRun::faults if it is one
  static constexpr std::size_t kNoFault = static_cast<std::size_t>(-1);
};
/// The line of a compiler's message in a kernel's text; 0 if it names none, or is about another file.
[[nodiscard]] unsigned line_in_text(const Diagnostic& diagnostic, const Kernel& kernel);
/// Its text, with file and line if they are others.
[[nodiscard]] std::string message_text(const Diagnostic& diagnostic, const Kernel& kernel);
/// The messages about what a side shows, if that is `text`: errors first, in the order of their lines. None while it is
/// being made.
[[nodiscard]] std::vector<EditorMessage> editor_messages(const Session& session, Side side, const std::string& text);

/// The compilers' messages about the program of the text's file, from its last build: at the text's lines if the file
/// had this text, and with their file names for others. None while a program is built or run.
[[nodiscard]] std::vector<EditorMessage> build_messages(const PanelContext& context, const OwnSource& source);
/// Adds missing messages, in the same order.
void add_messages(std::vector<EditorMessage>& messages, const std::vector<EditorMessage>& more);

}  // namespace bankloom::ui
