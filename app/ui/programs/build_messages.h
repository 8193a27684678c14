// What the compilers said of a learner's program, with the texts that they said it of, so that it is never shown at
// the lines of another text.
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
  std::string path;  ///< of its file, canonical; empty where it is of none
};

struct BuildMessages {
  std::vector<BuildMessage> messages;
  /// The texts, with \n at the ends of lines, of the program's file and of those of its files that messages are about,
  /// by their canonical paths; without files that have changed since.
  std::map<std::string, std::string> texts;
};

/// `sources`: what was built. Reads its files. Null where nothing was said.
[[nodiscard]] std::shared_ptr<const BuildMessages> with_texts(const std::vector<Diagnostic>& messages,
                                                              const ProgramSources& sources);

}  // namespace bankloom::ui
