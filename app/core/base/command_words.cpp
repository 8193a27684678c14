#include "core/base/command_words.h"

#include "core/base/text_lines.h"

namespace bankloom {

std::vector<std::string> split_words(std::string_view typed) {
  std::vector<std::string> words;
  bool in_word = false;
  char quote = 0;
  for (std::size_t at = 0; at < typed.size(); ++at) {
    const char letter = typed[at];
    if (quote == 0 && kBlanks.find(letter) != std::string_view::npos) {
      in_word = false;
      continue;
    }
    if (!in_word) words.emplace_back();
    in_word = true;
    if (quote != 0 ? letter == quote : (letter == '"' || letter == '\'')) {
      quote = quote != 0 ? '\0' : letter;
    } else if (letter == '\\' && quote != '\'' && at + 1 < typed.size()) {
      words.back() += typed[++at];
    } else {
      words.back() += letter;
    }
  }
  return words;
}

}  // namespace bankloom
