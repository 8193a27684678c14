#include "core/base/message_template.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/text_lines.h"

namespace bankloom {
namespace {

/// A piece of a template: text, or a replacement field.
struct TemplatePiece {
  bool is_field = false;
  std::string text = {};  ///< of text: as it is written, with doubled braces
  std::string name = {};  ///< of a field; one without a name has its index
  std::string spec = {};  ///< behind its colon
  [[nodiscard]] bool has_forms() const { return spec.find('|') != std::string::npos; }
  [[nodiscard]] std::size_t forms() const {
    return static_cast<std::size_t>(std::count(spec.begin(), spec.end(), '|')) + 1;
  }
  /// Whether the number itself stands in the form for several.
  [[nodiscard]] bool has_number() const { return spec.find('#', spec.rfind('|') + 1) != std::string::npos; }
};

/// Nothing where braces do not match.
std::optional<std::vector<TemplatePiece>> template_pieces(std::string_view text) {
  std::vector<TemplatePiece> pieces;
  std::size_t unnamed = 0;
  TemplatePiece open;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if ((text[i] == '{' || text[i] == '}') && i + 1 < text.size() && text[i + 1] == text[i]) {
      open.text += text.substr(i++, 2);
    } else if (text[i] == '}') {
      return std::nullopt;
    } else if (text[i] != '{') {
      open.text += text[i];
    } else {
      // A field may hold others: "{:.{}f}".
      int depth = 1;
      std::size_t end = i + 1;
      for (; end < text.size() && depth > 0; ++end) depth += text[end] == '{' ? 1 : text[end] == '}' ? -1 : 0;
      if (depth > 0) return std::nullopt;
      if (!open.text.empty()) pieces.push_back(std::exchange(open, {}));
      const std::string_view field = text.substr(i + 1, end - i - 2);
      const std::size_t colon = std::min(field.find(':'), field.size());
      TemplatePiece piece{
          true, {}, std::string(field.substr(0, colon)), std::string(field.substr(std::min(colon + 1, field.size())))};
      if (piece.name.empty()) piece.name = std::to_string(unnamed++);
      pieces.push_back(std::move(piece));
      i = end - 1;
    }
  }
  if (!open.text.empty()) pieces.push_back(std::move(open));
  return pieces;
}

std::vector<TemplatePiece> fields_named(const std::vector<TemplatePiece>& pieces, std::string_view name) {
  std::vector<TemplatePiece> fields;
  for (const TemplatePiece& piece : pieces) {
    if (piece.is_field && piece.name == name) fields.push_back(piece);
  }
  return fields;
}

std::string field_problem(const TemplatePiece& field, const std::vector<TemplatePiece>& english,
                          std::size_t plural_forms) {
  if (english.empty()) return fmt::format("the English has no {{{}}}", field.name);
  const bool has_same = std::any_of(english.begin(), english.end(), [&](const TemplatePiece& one) {
    return one.has_forms() ? field.forms() == one.forms() || (one.forms() == 2 && field.forms() == plural_forms)
                           : field.spec == one.spec;
  });
  const bool is_number = std::any_of(english.begin(), english.end(), [](const TemplatePiece& one) {
    return one.has_forms() && one.spec.find('#') != std::string::npos;
  });
  if (field.spec.empty() && is_number) return {};
  if (has_same && !(field.spec.empty() && english.front().has_forms())) return {};
  const TemplatePiece& one = english.front();
  if (!one.has_forms()) {
    return fmt::format("{{{}}} is written {{{}{}{}}} as in the English", field.name, field.name,
                       one.spec.empty() ? "" : ":", one.spec);
  }
  return fmt::format("{{{}}} needs {} forms with '|' between them", field.name,
                     one.forms() == 2 ? std::max<std::size_t>(plural_forms, 1) : one.forms());
}

/// A letter that looks like another one.
std::string accented(char letter) {
  static constexpr std::array<std::pair<char, std::string_view>, 14> kAccents{{{'a', "á"},
                                                                               {'c', "ç"},
                                                                               {'e', "é"},
                                                                               {'i', "í"},
                                                                               {'n', "ñ"},
                                                                               {'o', "ö"},
                                                                               {'u', "ü"},
                                                                               {'A', "Á"},
                                                                               {'C', "Ç"},
                                                                               {'E', "É"},
                                                                               {'I', "Í"},
                                                                               {'N', "Ñ"},
                                                                               {'O', "Ö"},
                                                                               {'U', "Ü"}}};
  for (const auto& [plain, accent] : kAccents) {
    if (plain == letter) return std::string(accent);
  }
  return {letter};
}

/// The forms of plural(), "# wavefront|# wavefronts", which are no replacement field.
bool is_forms(const std::vector<TemplatePiece>& pieces) {
  return pieces.size() == 1 && !pieces[0].is_field && pieces[0].text.find('|') != std::string::npos &&
         pieces[0].text.find('#') != std::string::npos;
}

std::string accented(std::string_view text) {
  std::string result;
  for (const char letter : text) result += accented(letter);
  return result;
}

}  // namespace

std::string template_problem(std::string_view english, std::string_view translation, std::size_t plural_forms) {
  const auto source = template_pieces(english), target = template_pieces(translation);
  if (!source) return {};  // no template
  if (is_forms(*source)) {
    return template_problem(fmt::format("{{n:{}}}", english), fmt::format("{{n:{}}}", translation), plural_forms);
  }
  if (!target) return "a brace { or } has no other one";
  for (const TemplatePiece& piece : *target) {
    if (!piece.is_field) continue;
    if (auto problem = field_problem(piece, fields_named(*source, piece.name), plural_forms); !problem.empty()) {
      return problem;
    }
  }
  for (const TemplatePiece& piece : *source) {
    if (!piece.is_field) continue;
    const auto found = fields_named(*target, piece.name);
    // "{n:lane|lanes}" alone is grammar, which a language without plural forms has no use for.
    const bool is_grammar = plural_forms == 1 && piece.forms() == 2 && piece.spec.find('#') == std::string::npos;
    if (found.empty() && !is_grammar) return fmt::format("{{{}}} of the English is missing", piece.name);
    const bool says_number = std::any_of(found.begin(), found.end(),
                                         [](const TemplatePiece& one) { return one.spec.empty() || one.has_number(); });
    if (piece.has_forms() && piece.has_number() && !says_number) {
      return fmt::format("the number of {{{}}}, #, is missing", piece.name);
    }
  }
  return {};
}

std::string pseudo_template(std::string_view english) {
  static constexpr std::string_view kMore = " öne twö thréé föür fívé sïx sévén éíght níné tén";
  const auto pieces = template_pieces(english);
  const std::string_view core = trim(english);
  if (pieces && is_forms(*pieces)) {
    const std::size_t bar = english.find('|');
    return pseudo_template(english.substr(0, bar)) + '|' + pseudo_template(english.substr(bar + 1));
  }
  std::string text;
  bool has_letters = false;
  const auto add = [&](std::string_view words) {
    has_letters |= std::any_of(words.begin(), words.end(), [](char c) { return (c | 32) >= 'a' && (c | 32) <= 'z'; });
    text += accented(words);
  };
  for (const TemplatePiece& piece :
       pieces.value_or(std::vector<TemplatePiece>{{false, std::string(english), {}, {}}})) {
    if (!piece.is_field) {
      add(piece.text);
      continue;
    }
    text += '{' + piece.name;
    if (piece.has_forms()) {
      text += ':';
      add(piece.spec);
    } else if (!piece.spec.empty()) {
      text += ':' + piece.spec;
    }
    text += '}';
  }
  if (!has_letters) return std::string(english);
  const std::size_t before = text.find_first_not_of(kBlanks), after = text.find_last_not_of(kBlanks) + 1;
  std::string more;
  for (std::size_t wanted = core.size() * 2 / 5; more.size() < wanted;) {
    std::size_t part = std::min(wanted - more.size(), kMore.size());
    while (part < kMore.size() && (static_cast<unsigned char>(kMore[part]) & 0xC0) == 0x80) ++part;
    more += kMore.substr(0, part);
  }
  return text.substr(0, before) + '[' + text.substr(before, after - before) + more + ']' + text.substr(after);
}

}  // namespace bankloom
