#include "core/wording/text.h"

#include <algorithm>

#include "core/base/grouped.h"
#include "core/base/language.h"
#include "core/base/text_lines.h"

namespace bankloom {
namespace wording {

std::string_view choose_form(std::string_view forms, std::size_t index) {
  for (; index > 0; --index) {
    const std::size_t bar = forms.find('|');
    if (bar == std::string_view::npos) break;
    forms.remove_prefix(bar + 1);
  }
  return forms.substr(0, forms.find('|'));
}

std::string write_count(std::string_view forms, std::uint64_t number) {
  if (forms.empty()) return grouped(number);
  const auto count = static_cast<std::size_t>(std::count(forms.begin(), forms.end(), '|')) + 1;
  std::string words(choose_form(forms, plural_form(number, count)));
  if (const std::size_t sign = words.find('#'); sign != std::string::npos) words.replace(sign, 1, grouped(number));
  return words;
}

}  // namespace wording

std::string in_language(std::string words) {
  const std::string_view shown = translated(words);
  if (shown.data() != words.data()) words = shown;
  return words;
}

Text say_formatted(fmt::string_view whole, fmt::format_args args) { return Text(message_formatted(whole, args)); }

Text plural(std::uint64_t number, std::string_view forms) {
  return Text(wording::write_count(translated(forms), number));
}

Text joined(const std::vector<Text>& sentences) {
  std::string words;
  for (const Text& sentence : sentences) {
    if (!words.empty() && !sentence.empty()) words += sentence_gap();
    words += sentence.str();
  }
  return Text(std::move(words));
}

Text lines_text(const std::vector<Text>& lines) {
  std::string words;
  for (const Text& line : lines) {
    if (!words.empty() && !line.empty()) words += '\n';
    words += line.str();
  }
  return Text(std::move(words));
}

Text list_text(const std::vector<std::string>& names) {
  using namespace wording;
  if (names.empty()) return {};
  const std::string& last = names.back();
  if (names.size() == 1) return Text(last);
  const std::vector<std::string> before(names.begin(), names.end() - 1);
  return say("{before} and {last}", "before"_a = join(before, list_sign()), "last"_a = last);
}

Text sentence_text(const Text& clause) {
  using namespace wording;
  std::string words = say("{clause}.", "clause"_a = clause).str();
  // A first word that is the name of a file or a function stays as it is.
  const std::string_view first = std::string_view(words).substr(0, words.find(' '));
  if (std::ranges::all_of(first, [](char letter) { return letter >= 'a' && letter <= 'z'; })) {
    words.front() = static_cast<char>(words.front() - 'a' + 'A');
  }
  return Text::verbatim(words);
}

Text named_text(std::string_view name, const Text& words) {
  using namespace wording;
  return name.empty() || words.empty() ? words : say("{name}: {words}", "name"_a = name, "words"_a = words);
}

}  // namespace bankloom

fmt::appender fmt::formatter<bankloom::Text>::format(const bankloom::Text& text, fmt::format_context& context) const {
  return fmt::formatter<std::string_view>::format(text.str(), context);
}

fmt::appender fmt::formatter<bankloom::Count>::format(const bankloom::Count& count,
                                                      fmt::format_context& context) const {
  const std::string words = bankloom::wording::write_count(forms, count.number);
  return std::copy(words.begin(), words.end(), context.out());
}

fmt::appender fmt::formatter<bankloom::Case>::format(const bankloom::Case& one, fmt::format_context& context) const {
  const std::string_view words = bankloom::wording::choose_form(forms, one.index);
  return std::copy(words.begin(), words.end(), context.out());
}
