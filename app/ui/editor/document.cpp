#include "ui/editor/document.h"

#include "core/own/host_text.h"
#include "ui/editor/text_places.h"

namespace bankloom::ui {

void Document::refresh() {
  starts = line_starts(source.text);
  std::vector<std::string> lines;
  lines.reserve(starts.size());
  for (std::size_t line = 0; line < starts.size(); ++line) lines.emplace_back(line_at(source.text, starts, line));
  tokens = tokenize(lines);
  is_program = own::has_main(source.text);
}

void Document::typed(double now) {
  refresh();
  compile.changed(now);
  keep.changed_once(now);
}

}  // namespace bankloom::ui
