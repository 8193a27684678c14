// The compilers' messages about a learner's program, with the texts that they are about, so that no message is shown at
// a line of another text.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "program/compiler_message.h"
#include "ui/programs/program_sources.h"

namespace bankloom::ui {

struct BuildMessage {
  Diagnostic said;
  std::string path;  ///< canonical path of its file; empty if none
};

struct BuildMessages {
  std::vector<BuildMessage> messages;
  /// The texts, with \n as line ends, of the program's file and of files with messages, by canonical path; without
  /// files that have changed since.
  std::map<std::string, std::string> texts;
};

/// Reads the files of `sources`, which were built. Null without messages.
[[nodiscard]] std::shared_ptr<const BuildMessages> with_texts(const std::vector<Diagnostic>& messages,
                                                              const ProgramSources& sources);

}  // namespace bankloom::ui
