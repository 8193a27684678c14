#include "ui/programs/build_messages.h"

#include <algorithm>
#include <filesystem>

#include "ui/editor/source_file.h"
#include "ui/editor/text_places.h"

namespace bankloom::ui {

std::shared_ptr<const BuildMessages> with_texts(const std::vector<Diagnostic>& messages,
                                                const ProgramSources& sources) {
  if (messages.empty()) return nullptr;
  auto all = std::make_shared<BuildMessages>();
  for (const Diagnostic& message : messages) {
    std::error_code code;
    const auto path =
        message.file.empty() ? std::filesystem::path() : std::filesystem::weakly_canonical(message.file, code);
    all->messages.push_back({message, path.string()});
  }
  for (const FileStamp& stamp : sources.files) {
    const std::string path = stamp.file.string();
    const bool is_program = &stamp == sources.files.data();
    const bool is_named = std::ranges::count(all->messages, path, &BuildMessage::path) != 0;
    if (!is_program && !is_named) continue;
    const auto text = read_source(stamp.file);
    if (text && are_as_read({{stamp}, {}})) all->texts[path] = with_line_feeds(*text);
  }
  return all;
}

}  // namespace bankloom::ui
