#include "core/base/language.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "core/base/files.h"
#include "core/base/message_template.h"
#include "core/base/nearest_name.h"
#include "core/base/po_file.h"
#include "core/base/text_lines.h"

namespace bankloom {
namespace {

/// When a language says which plural form, as gettext's files write it.
enum class PluralRule : std::uint8_t { none, one, zero_and_one };

struct PluralRuleText {
  PluralRule rule;
  std::size_t forms;
  std::string_view text;  ///< without blanks
};
constexpr std::array kPluralRules{PluralRuleText{PluralRule::none, 1, "nplurals=1;plural=0;"},
                                  PluralRuleText{PluralRule::one, 2, "nplurals=2;plural=(n!=1);"},
                                  PluralRuleText{PluralRule::zero_and_one, 2, "nplurals=2;plural=(n>1);"}};

struct Language {
  std::string tag = std::string(kEnglish);
  PluralRule rule = PluralRule::one;
  std::size_t forms = 2;
  std::string decimal = ".", group = ",", list = ", ", gap = " ";
  std::size_t least_grouped_digits = 4;
  std::vector<PoEntry> entries = {};
  std::unordered_map<std::string_view, std::string_view> texts = {};  ///< of `entries`; with a context before them
  std::vector<std::string> keys = {};                                 ///< of those with a context
  std::vector<std::string> problems = {};
};

/// Null: English.
std::atomic<const Language*> present_language{nullptr};

const Language& present() {
  static const Language english;
  const Language* const language = present_language.load(std::memory_order_acquire);
  return language == nullptr ? english : *language;
}

/// As in gettext's .mo files.
std::string key_with_context(std::string_view context, std::string_view english) {
  return std::string(context) + '\4' + std::string(english);
}

/// The text between the quotation marks of a header: a blank at its end would be lost in editors.
void take_sign(std::string_view header, std::string_view name, std::string& sign) {
  const std::string given = po_header(header, name);
  if (given.size() >= 2 && given.front() == '\'' && given.back() == '\'') sign = given.substr(1, given.size() - 2);
}

Result<void> take_header(Language& language, std::string_view header, const std::string& file) {
  std::string rule = po_header(header, "Plural-Forms");
  std::erase(rule, ' ');
  // Editors write the parentheses or not.
  const auto plain = [](std::string text) {
    std::erase_if(text, [](char c) { return c == '(' || c == ')' || c == ';'; });
    return text;
  };
  const auto* const found = std::find_if(kPluralRules.begin(), kPluralRules.end(), [&](const PluralRuleText& one) {
    return plain(std::string(one.text)) == plain(rule);
  });
  if (found == kPluralRules.end()) {
    return fail("{}: the header's Plural-Forms is '{}', and these are known: {}, {}, {}", file, rule,
                kPluralRules[0].text, kPluralRules[1].text, kPluralRules[2].text);
  }
  language.rule = found->rule;
  language.forms = found->forms;
  take_sign(header, "X-Decimal-Sign", language.decimal);
  take_sign(header, "X-Group-Sign", language.group);
  if (po_header(header, "X-Grouped-Digits") == "5") language.least_grouped_digits = 5;
  take_sign(header, "X-List-Sign", language.list);
  take_sign(header, "X-Sentence-Gap", language.gap);
  return {};
}

Result<std::unique_ptr<Language>> read_language(std::string_view tag, const std::filesystem::path& file) {
  auto language = std::make_unique<Language>();
  language->tag = tag;
  const std::string name = file.filename().string();
  TRY(const auto text, read_file(file));
  TRY(language->entries, read_po(text, name));
  const bool is_pseudo = tag == kPseudoLanguage;
  if (!is_pseudo) {
    const bool has_header = !language->entries.empty() && language->entries.front().english.empty();
    if (!has_header) return fail("{}: it does not begin with a header: msgid \"\"", name);
    TRY(take_header(*language, language->entries.front().translation, name));
  }
  language->keys.reserve(language->entries.size());
  for (PoEntry& entry : language->entries) {
    if (entry.english.empty()) continue;
    if (is_pseudo) entry.translation = pseudo_template(entry.english);
    if (entry.translation.empty() || entry.is_fuzzy) continue;
    if (const auto problem = template_problem(entry.english, entry.translation, language->forms); !problem.empty()) {
      language->problems.push_back(fmt::format("{}:{}: {}", name, entry.line, problem));
      continue;
    }
    std::string_view key = entry.english;
    if (!entry.context.empty()) key = language->keys.emplace_back(key_with_context(entry.context, entry.english));
    language->texts.emplace(key, entry.translation);
  }
  return language;
}

std::filesystem::path file_of(std::string_view tag, const std::filesystem::path& folder) {
  return folder / (tag == kPseudoLanguage ? std::string("bankloom.pot") : std::string(tag) + ".po");
}

}  // namespace

std::string_view translated(std::string_view english, std::string_view context) {
  const Language* const language = present_language.load(std::memory_order_acquire);
  if (language == nullptr || english.empty()) return english;
  const auto found =
      context.empty() ? language->texts.find(english) : language->texts.find(key_with_context(context, english));
  return found == language->texts.end() ? english : found->second;
}

std::string message_formatted(fmt::string_view whole, fmt::format_args args) {
  return fmt::vformat(translated({whole.data(), whole.size()}), args);
}

std::string_view language() { return present().tag; }
std::string_view decimal_sign() { return present().decimal; }
std::string_view group_sign() { return present().group; }
std::size_t least_grouped_digits() { return present().least_grouped_digits; }
std::string_view list_sign() { return present().list; }
std::string_view sentence_gap() { return present().gap; }

std::string with_decimal_sign(std::string number) {
  if (const std::size_t point = number.find('.'); point != std::string::npos) number.replace(point, 1, decimal_sign());
  return number;
}

std::size_t plural_form(std::uint64_t number, std::size_t forms) {
  if (forms < 2) return 0;
  const Language& language = present();
  const bool is_one =
      number == 1 || (number == 0 && forms == language.forms && language.rule == PluralRule::zero_and_one);
  return is_one ? 0 : 1;
}

Result<void> set_language(std::string_view tag, const std::filesystem::path& folder) {
  // They stay for the life of the process: texts that are shown point into them.
  static std::mutex mutex;
  static std::map<std::filesystem::path, std::unique_ptr<const Language>> languages;
  if (tag == kEnglish) {
    present_language.store(nullptr, std::memory_order_release);
    return {};
  }
  const std::filesystem::path file = file_of(tag, folder);
  const std::scoped_lock lock(mutex);
  auto found = languages.find(file);
  if (found == languages.end()) {
    std::error_code error;
    if (!std::filesystem::exists(file, error)) {
      std::vector<std::string> tags;
      for (const LanguageName& one : languages_in(folder)) tags.push_back(one.tag);
      const auto nearest = nearest_name(std::string(tag), tags);
      return nearest ? fail("there is no language '{}', did you mean '{}'?; there are {}", excerpt(tag), *nearest,
                            join(tags, list_sign()))
                     : fail("there is no language '{}'; there are {}", excerpt(tag), join(tags, list_sign()));
    }
    TRY(auto read, read_language(tag, file));
    found = languages.emplace(file, std::move(read)).first;
  }
  present_language.store(found->second.get(), std::memory_order_release);
  return {};
}

InEnglish::InEnglish() : before_(present_language.exchange(nullptr)) {}
InEnglish::~InEnglish() { present_language.store(static_cast<const Language*>(before_), std::memory_order_release); }

std::vector<LanguageName> languages_in(const std::filesystem::path& folder) {
  std::vector<LanguageName> names{{std::string(kEnglish), "English"}};
  for (const auto& file : files_in(folder, ".po").value_or(std::vector<std::filesystem::path>{})) {
    const auto text = read_file(file);
    if (!text) continue;
    // The header is the first entry, up to a line without text.
    const std::size_t end = text->find("\n\n");
    const auto entries = read_po(std::string_view(*text).substr(0, end), file.filename().string());
    if (!entries || entries->empty()) continue;
    const std::string tag = file.stem().string(), name = po_header(entries->front().translation, "X-Language-Name");
    names.push_back({tag, name.empty() ? tag : name});
  }
  return names;
}

std::string_view language_named(std::string_view locale, std::span<const LanguageName> languages) {
  const std::string_view tag = locale.substr(0, locale.find_first_of(".@"));
  if (tag == "C" || tag == "POSIX") return kEnglish;
  if (tag.starts_with("zh") && (tag.ends_with("TW") || tag.ends_with("HK") || tag.ends_with("Hant"))) return {};
  for (const LanguageName& one : languages) {
    if (one.tag == tag) return one.tag;
  }
  const auto main_part = [](std::string_view whole) { return whole.substr(0, whole.find_first_of("_-")); };
  for (const LanguageName& one : languages) {
    if (main_part(one.tag) == main_part(tag)) return one.tag;
  }
  return {};
}

std::string language_of_environment(std::span<const LanguageName> languages) {
  std::string asked = environment("LANGUAGE");
  for (const char* const name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    if (asked.empty()) asked = environment(name);
  }
  // LANGUAGE may name several, the most wanted first.
  for (std::string_view rest = asked; !rest.empty();) {
    const std::size_t colon = std::min(rest.find(':'), rest.size());
    if (const auto tag = language_named(rest.substr(0, colon), languages); !tag.empty()) return std::string(tag);
    rest.remove_prefix(std::min(colon + 1, rest.size()));
  }
  return std::string(kEnglish);
}

Result<std::vector<std::string>> language_problems(const std::filesystem::path& file) {
  TRY(auto language, read_language(file.stem().string(), file));
  return std::move(language->problems);
}

}  // namespace bankloom
