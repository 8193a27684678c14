// Language: what language people read the program's texts in, and their translations.
//
// English is the source: a text is written in English where it is used, and is itself the key of its translation. The
// translations of a language are a file, assets/languages/<tag>.po, read when it is chosen (docs/TRANSLATING.md). A
// language may be chosen at any time by one thread; the others see it with their next text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace bankloom {

/// The text in the present language; as it is where that has none. The view of a translation stays valid for the life
/// of the process. `context` parts texts that are alike in English only.
[[nodiscard]] std::string_view translated(std::string_view english, std::string_view context = {});

/// "en", "es", "pt_BR".
[[nodiscard]] std::string_view language();
/// "." or ","; and between groups of three digits.
[[nodiscard]] std::string_view decimal_sign();
[[nodiscard]] std::string_view group_sign();
/// The fewest digits of a number with groups: 4, or 5 where "1234" is written without (CLDR's minimumGroupingDigits of
/// 2).
[[nodiscard]] std::size_t least_grouped_digits();
/// ", " between the names of a list, and " " between sentences.
[[nodiscard]] std::string_view list_sign();
[[nodiscard]] std::string_view sentence_gap();
/// A number as fmt writes it, "1.25", in the language's form.
[[nodiscard]] std::string with_decimal_sign(std::string number);
/// Which of so many forms of a text belongs to a number. Forms of another number than the language's are chosen as in
/// English: one of them for 1, the other one else.
[[nodiscard]] std::size_t plural_form(std::uint64_t number, std::size_t forms);

/// A message from a template in the present language, for errors that name their place before it.
[[nodiscard]] std::string message_formatted(fmt::string_view whole, fmt::format_args args);
template <class... Args>
[[nodiscard]] std::string message(fmt::format_string<Args...> whole, Args&&... args) {
  return message_formatted(whole, fmt::make_format_args(args...));
}

inline constexpr std::string_view kEnglish = "en";
/// English with accents, in brackets and longer by 40 %: what is not so on screen is not translated, and what does not
/// fit is seen.
inline constexpr std::string_view kPseudoLanguage = "pseudo";
/// The folder of translations below that of all data.
inline constexpr std::string_view kLanguageFolder = "assets/languages";

/// Chooses a language. Errors: there is no such file, or it is broken; then the language stays.
[[nodiscard]] Result<void> set_language(std::string_view tag, const std::filesystem::path& folder);

/// English for as long as it lives, for what programs read: CSV and JSON that are made beside texts for people.
class InEnglish {
 public:
  InEnglish();
  ~InEnglish();
  InEnglish(const InEnglish&) = delete;
  InEnglish& operator=(const InEnglish&) = delete;

 private:
  const void* before_;
};

struct LanguageName {
  std::string tag, name;  ///< "pt_BR", "Português (Brasil)"
};
/// English and the languages of a folder, by tag. A file that cannot be read is left out.
[[nodiscard]] std::vector<LanguageName> languages_in(const std::filesystem::path& folder);
/// The tag of the language that a locale names, "pt_BR.UTF-8" or "pt"; one of another country where its own is not
/// there, but not for traditional Chinese, which is another script. Empty where there is none.
[[nodiscard]] std::string_view language_named(std::string_view locale, std::span<const LanguageName> languages);
/// The language that LANGUAGE, LC_ALL, LC_MESSAGES or LANG asks for, in this order; English where there is none of
/// them. Unlike gettext it follows LANGUAGE in the locale C, too: programs on servers have no other.
[[nodiscard]] std::string language_of_environment(std::span<const LanguageName> languages);

/// What is wrong with the translations of a file, "es.po:12: ..." each; those are not used.
[[nodiscard]] Result<std::vector<std::string>> language_problems(const std::filesystem::path& file);

}  // namespace bankloom
