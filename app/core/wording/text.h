// Text: what people read, and the templates that it is made from.
//
// A sentence is one whole template with named values, never joined from fragments, because another language orders them
// differently. What depends on a number or a case is part of the template:
//
//   say("{lanes} read {words:# word|# words} of bank {bank}", "lanes"_a = lanes_text(mask), "words"_a = Count{2}, ...)
//   say("{lanes} {op:read|write|update} bank {bank}", "op"_a = Case{1}, ...)
//
// A Text can be shown, kept and put into another template. It cannot be compared, searched or cut: decisions use the
// facts that it was made from.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bankloom {

/// A text as it is shown: translated, if it is one of the program's.
[[nodiscard]] std::string in_language(std::string words);

class Text {
 public:
  Text() = default;
  explicit Text(std::string words) : words_(in_language(std::move(words))) {}
  /// Another's words, as a lesson's or a program's: they stay, also where the program has the same ones.
  [[nodiscard]] static Text verbatim(std::string_view words) {
    Text text;
    text.words_ = words;
    return text;
  }
  /// What is shown: for widgets, files and terminals.
  [[nodiscard]] const std::string& str() const { return words_; }
  // NOLINTBEGIN(google-explicit-constructor): shown everywhere
  operator const std::string&() const { return words_; }
  operator std::string_view() const { return words_; }
  // NOLINTEND(google-explicit-constructor)
  [[nodiscard]] bool empty() const { return words_.empty(); }

 private:
  std::string words_;
};
template <class Other>
bool operator==(const Text&, const Other&) = delete;

/// The length of a text: a sentence, a few words, a mark or an abbreviation beside a number.
enum class Length : std::uint8_t { full, brief, mark };
/// One text in several lengths, the longest first: a view shows the first that fits.
using Wordings = std::vector<std::string>;

/// A whole number, thousands grouped as the language does: "1,024". "{n:# wavefront|# wavefronts}" chooses the plural
/// form, in which # is the number.
struct Count {
  std::uint64_t number = 0;
};
/// One of the forms of "{op:read|write|update}", by its index.
struct Case {
  std::size_t index = 0;
};

/// The part of say() that is not inlined.
[[nodiscard]] Text say_formatted(fmt::string_view whole, fmt::format_args args);
/// A text from a template whose names and formats are checked when it is compiled, in the language that is chosen.
template <class... Args>
[[nodiscard]] Text say(fmt::format_string<Args...> whole, Args&&... args) {
  return say_formatted(whole, fmt::make_format_args(args...));
}
/// plural(2, "# wavefront|# wavefronts").
[[nodiscard]] Text plural(std::uint64_t number, std::string_view forms);
/// Sentences joined by blanks, in a language that has them; empty ones are left out.
[[nodiscard]] Text joined(const std::vector<Text>& sentences);
/// Lines of text; empty ones are left out.
[[nodiscard]] Text lines_text(const std::vector<Text>& lines);
/// "a", "a and b", "a, b and c" in the language's form.
[[nodiscard]] Text list_text(const std::vector<std::string>& names);
/// A clause as a sentence, with a capital letter and its full stop.
[[nodiscard]] Text sentence_text(const Text& clause);
/// "A: 32 wavefronts": a text about one of several named things; `name` is empty where there is only one.
[[nodiscard]] Text named_text(std::string_view name, const Text& words);

namespace wording {
using namespace fmt::literals;

/// Writes a count in the form of its number; bars separate the `forms`.
[[nodiscard]] std::string write_count(std::string_view forms, std::uint64_t number);
[[nodiscard]] std::string_view choose_form(std::string_view forms, std::size_t index);

/// The text after the colon of a replacement field.
struct Forms {
  std::string_view forms;
  constexpr auto parse(fmt::format_parse_context& context) {
    const char* const begin = context.begin();
    const char* end = begin;
    while (end != context.end() && *end != '}') ++end;
    forms = std::string_view(begin, static_cast<std::size_t>(end - begin));
    return end;
  }
};
}  // namespace wording
}  // namespace bankloom

// Defined in text.cpp, which saves compile time.
template <>
struct fmt::formatter<bankloom::Text> : fmt::formatter<std::string_view> {
  fmt::appender format(const bankloom::Text& text, fmt::format_context& context) const;
};
template <>
struct fmt::formatter<bankloom::Count> : bankloom::wording::Forms {
  fmt::appender format(const bankloom::Count& count, fmt::format_context& context) const;
};
template <>
struct fmt::formatter<bankloom::Case> : bankloom::wording::Forms {
  fmt::appender format(const bankloom::Case& one, fmt::format_context& context) const;
};
