// Languages: how translations are read, chosen and refused, and that those in assets/languages can be used.
#include "core/base/language.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <set>

#include "core/base/files.h"
#include "core/base/grouped.h"
#include "core/base/message_template.h"
#include "core/base/po_file.h"
#include "core/base/text_lines.h"
#include "scratch_folder.h"

namespace bankloom {
namespace {

namespace fs = std::filesystem;

const fs::path kFolder = fs::path(BANKLOOM_SOURCE_DIR) / "assets" / "languages";

constexpr std::string_view kSpanish = R"(# by hand
msgid ""
msgstr ""
"Plural-Forms: nplurals=2; plural=(n != 1);\n"
"X-Language-Name: Español\n"
"X-Decimal-Sign: ','\n"
"X-Group-Sign: '.'\n"
"X-Grouped-Digits: 5\n"

#: app/one.cpp
msgid "a file"
msgstr "un fichero"

msgctxt "of a drawer"
msgid "a file"
msgstr "un archivo"

msgid ""
"no kernel '{}' "
"in {}"
msgstr "en {1} no hay \"{0}\"\n"

#, fuzzy
msgid "guessed"
msgstr "adivinado"

msgid "empty"
msgstr ""

msgid "{n:# bank|# banks} of {all}"
msgstr "{n:# banco|# bancos}"
)";

class Languages : public testing::Test {
 protected:
  ~Languages() override { static_cast<void>(set_language(kEnglish, {})); }
  void write(const std::string& name, std::string_view text) const { std::ofstream(scratch_.path() / name) << text; }
  [[nodiscard]] std::string chosen(std::string_view tag) const {
    const auto result = set_language(tag, scratch_.path());
    return result ? "" : result.error().message;
  }
  test::ScratchFolder scratch_;
};

TEST_F(Languages, ATextIsTranslatedWhereTheFileHasIt) {
  write("es.po", kSpanish);
  EXPECT_EQ(translated("a file"), "a file");
  ASSERT_EQ(chosen("es"), "");
  EXPECT_EQ(language(), "es");
  EXPECT_EQ(translated("a file"), "un fichero");
  EXPECT_EQ(translated("a file", "of a drawer"), "un archivo");
  EXPECT_EQ(translated("guessed"), "guessed") << "somebody has to look at it";
  EXPECT_EQ(translated("empty"), "empty");
  EXPECT_EQ(translated("{n:# bank|# banks} of {all}"), "{n:# bank|# banks} of {all}") << "refused";
  EXPECT_EQ(fail("no kernel '{}' in {}", "a", "b").value().message, "en b no hay \"a\"\n");
  EXPECT_EQ(grouped(1234567), "1.234.567");
  EXPECT_EQ(grouped(12345), "12.345");
  EXPECT_EQ(grouped(1234), "1234");
  EXPECT_EQ(with_decimal_sign("1.25"), "1,25");
  {
    const InEnglish english;
    EXPECT_EQ(translated("a file"), "a file");
    EXPECT_EQ(grouped(1234), "1,234");
  }
  EXPECT_EQ(translated("a file"), "un fichero");
  ASSERT_EQ(chosen("en"), "");
  EXPECT_EQ(translated("a file"), "a file");
}

TEST_F(Languages, WhatIsWrongNamesFileAndLineAndTheLanguageStays) {
  write("es.po", kSpanish);
  ASSERT_EQ(chosen("es"), "");
  write("fr.po", "msgid \"\"\nmsgstr \"Plural-Forms: nplurals=3; plural=n;\\n\"\n");
  EXPECT_NE(chosen("fr").find("fr.po: the header's Plural-Forms is 'nplurals=3;plural=n;'"), std::string::npos);
  write("de.po", "msgid \"a\nmsgstr \"b\"\n");
  EXPECT_EQ(chosen("de"), "de.po:1: a text between quotation marks is missing; within it write \\\" and \\\\");
  write("it.po", "msgid \"a\"\nmsgstr \"b\"\n\nmsgid \"a\"\nmsgstr \"c\"\n");
  EXPECT_EQ(chosen("it"), "it.po:4: the text 'a' is there twice; keep one");
  write("nl.po", "msgid \"a\"\nmsgstr \"b\"\n\nmsgid \"c\"\n");
  EXPECT_EQ(chosen("nl"), "nl.po:4: the last text has no msgstr");
  EXPECT_EQ(chosen("ess"), "there is no language 'ess', did you mean 'es'?; there are en, es, fr, it, nl");
  EXPECT_EQ(language(), "es");
  const auto problems = language_problems(scratch_.path() / "es.po");
  ASSERT_TRUE(problems.has_value()) << problems.error().message;
  EXPECT_EQ(*problems, std::vector<std::string>{"es.po:30: {all} of the English is missing"});
}

TEST_F(Languages, ATranslationHasTheFieldsOfTheEnglish) {
  struct Try {
    std::string_view english, translation;
    std::size_t forms;
    bool is_right;
  };
  for (const Try& one : {Try{"{a} in {b}", "{b} de {a}", 2, true},
                         {"{a} in {b}", "{b}", 2, false},
                         {"{a}", "{c}", 2, false},
                         {"{} of {:.2f}", "{1:.2f}: {0}", 2, true},
                         {"{} of {:.2f}", "{1}: {0}", 2, false},
                         {"{} of {}", "{} {} {}", 2, false},
                         {"{x:#x}", "{x:#x}", 1, true},
                         {"{x:#x}", "{x}", 1, false},
                         {"{n:# bank|# banks}", "{n:# 个 bank}", 1, true},
                         {"{n:# bank|# banks}", "{n:一|# 个 bank}", 1, true},
                         {"{n:# bank|# banks}", "{n:# banco}", 2, false},
                         {"{n:# bank|# banks}", "{n:banco|bancos}", 2, false},
                         {"{n:# bank is|# banks are}", "{n:queda|quedan} {n:# banco|# bancos}", 2, true},
                         {"{n:# bank|# banks}", "bancos: {n}", 2, true},
                         {"{op:read|write|update}", "{op:lee|escribe|actualiza}", 1, true},
                         {"{op:read|write|update}", "{op:lee|escribe}", 2, false},
                         {"{op:read|write|update}", "{op}", 2, false},
                         {"{n:comes|come} late", "迟到", 1, true},
                         {"{n:comes|come} late", "tarde", 2, false},
                         {"a {{brace}}", "una {{llave}}", 2, true},
                         {"a word", "una {palabra}", 2, false},
                         {"a word", "una palabra}", 2, false},
                         {"# word|# words", "# palabra|# palabras", 2, true},
                         {"# word|# words", "# 字", 1, true},
                         {"# word|# words", "palabra|palabras", 2, false}}) {
    EXPECT_EQ(template_problem(one.english, one.translation, one.forms).empty(), one.is_right)
        << one.english << " -> " << one.translation << ": "
        << template_problem(one.english, one.translation, one.forms);
  }
}

TEST_F(Languages, PluralFormsAreThoseOfTheLanguage) {
  write("pt_BR.po", "msgid \"\"\nmsgstr \"Plural-Forms: nplurals=2; plural=n > 1;\\n\"\n");
  write("zh_CN.po", "msgid \"\"\nmsgstr \"Plural-Forms: nplurals=1; plural=0;\\nX-Sentence-Gap: ''\\n\"\n");
  EXPECT_EQ(plural_form(0, 2), 1U);
  EXPECT_EQ(plural_form(1, 2), 0U);
  ASSERT_EQ(chosen("pt_BR"), "");
  EXPECT_EQ(plural_form(0, 2), 0U);
  EXPECT_EQ(plural_form(2, 2), 1U);
  ASSERT_EQ(chosen("zh_CN"), "");
  EXPECT_EQ(plural_form(7, 1), 0U);
  EXPECT_EQ(plural_form(1, 2), 0U) << "more than grammar: chosen as in English";
  EXPECT_EQ(plural_form(7, 2), 1U);
  EXPECT_EQ(sentence_gap(), "");
}

TEST_F(Languages, TheEnvironmentChooses) {
  const std::vector<LanguageName> names{{"en", "English"}, {"es", ""}, {"pt_BR", ""}, {"zh_CN", ""}};
  const std::vector<std::string> variables{"LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"};
  std::map<std::string, std::string> before;
  for (const std::string& name : variables) before[name] = environment(name.c_str());
  const auto of = [&](const std::string& all, const std::string& messages, const std::string& lang,
                      const std::string& wanted) {
    const std::vector<std::string> values{wanted, all, messages, lang};
    for (std::size_t i = 0; i < values.size(); ++i) ::setenv(variables[i].c_str(), values[i].c_str(), 1);
    return language_of_environment(names);
  };
  EXPECT_EQ(of("", "", "", ""), "en");
  EXPECT_EQ(of("", "", "es_MX.UTF-8", ""), "es");
  EXPECT_EQ(of("", "pt_PT", "es_ES", ""), "pt_BR");
  EXPECT_EQ(of("C", "pt_BR", "es_ES", ""), "en");
  EXPECT_EQ(of("C", "", "", "fr:es:en"), "es");
  EXPECT_EQ(of("es_ES", "", "", "en_GB:es"), "en");
  EXPECT_EQ(of("zh_SG.UTF-8", "", "", ""), "zh_CN");
  EXPECT_EQ(of("zh_TW.UTF-8", "", "", ""), "en") << "another script";
  EXPECT_EQ(of("de_DE", "", "", ""), "en");
  for (const auto& [name, value] : before) ::setenv(name.c_str(), value.c_str(), 1);
}

TEST_F(Languages, ThePseudoLanguageKeepsFieldsAndIsLonger) {
  EXPECT_EQ(pseudo_template("{lanes} read {n:# bank|# banks}\n").substr(0, 41), "[{lanes} réád {n:# báñk|# báñks} ö");
  EXPECT_EQ(pseudo_template("# bank|# banks"), "[# báñk ö]|[# báñks ö]");
  EXPECT_EQ(pseudo_template("{a} × {b}"), "{a} × {b}") << "nothing to translate";
}

// ---- the translations that are there

std::string escaped(std::string text) {
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2) text.replace(at, 1, "\\n");
  return text;
}

/// "es pt_BR | text | reason" a line: translations that are as the English.
std::set<std::pair<std::string, std::string>> kept_texts() {
  std::set<std::pair<std::string, std::string>> kept;
  const std::string text = read_file(kFolder / "kept.txt").value();
  for (const std::string& line : split_lines(text)) {
    if (line.empty() || line.front() == '#') continue;
    const std::size_t first = line.find(" | "), last = line.rfind(" | ");
    EXPECT_TRUE(first != std::string::npos && last > first && !trim(line.substr(last + 3)).empty())
        << "kept.txt: a line is LANGUAGES | TEXT | REASON: " << line;
    std::string tags = line.substr(0, first);
    for (std::size_t end = 0; !tags.empty(); tags.erase(0, end + 1)) {
      end = std::min(tags.find(' '), tags.size() - 1);
      kept.emplace(trim(tags.substr(0, end + 1)), line.substr(first + 3, last - first - 3));
    }
  }
  return kept;
}

TEST(LanguageFiles, TranslationsAreOfTextsThatThereAreAndCanBeUsed) {
  const auto sources = read_po(read_file(kFolder / "bankloom.pot").value(), "bankloom.pot");
  ASSERT_TRUE(sources.has_value()) << sources.error().message;
  std::set<std::pair<std::string, std::string>> texts;
  for (const PoEntry& entry : *sources) texts.emplace(entry.context, entry.english);
  const auto kept = kept_texts();
  const auto files = files_in(kFolder, ".po").value();
  ASSERT_GE(files.size(), 3U);
  for (const fs::path& file : files) {
    const auto problems = language_problems(file);
    ASSERT_TRUE(problems.has_value()) << problems.error().message;
    for (const std::string& problem : *problems) ADD_FAILURE() << problem;
    const std::string name = file.filename().string();
    std::size_t missing = 0;
    const auto entries = read_po(read_file(file).value(), name);
    for (const PoEntry& entry : entries.value()) {
      const std::string place = fmt::format("{}:{}: ", name, entry.line);
      EXPECT_TRUE(texts.contains({entry.context, entry.english}))
          << place << "no text of the program; scripts/extract_texts.py --merge takes it out: " << entry.english;
      if (entry.english.empty()) continue;
      if (entry.translation.empty() || entry.is_fuzzy) {
        ++missing;
        continue;
      }
      const auto ends = [](std::string_view text) {
        return std::pair(text.substr(0, text.find_first_not_of(kBlanks)),
                         text.substr(text.find_last_not_of(kBlanks) + 1));
      };
      EXPECT_EQ(ends(entry.translation), ends(entry.english)) << place << "other blanks at an end: " << entry.english;
      if (entry.translation == entry.english) {
        EXPECT_TRUE(kept.contains({file.stem().string(), escaped(entry.english)}))
            << place << "as the English; if it has to be, kept.txt says why: " << entry.english;
      }
    }
    std::cout << name << ": " << missing << " of " << texts.size() - 1 << " texts have no translation\n";
  }
}

TEST_F(Languages, AWordOfTwoSensesHasTwoTranslations) {
  ASSERT_TRUE(set_language("zh_CN", kFolder).has_value());
  EXPECT_EQ(translated("line"), "行");
  EXPECT_EQ(translated("line", "of a cache"), "缓存行");
}

}  // namespace
}  // namespace bankloom
