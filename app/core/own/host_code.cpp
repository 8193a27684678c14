#include "core/own/host_code.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "core/own/own_lexer.h"

namespace bankloom::own {
namespace {

using Kind = TextToken::Kind;
using Names = std::set<std::string_view>;

/// Replaced sizes are no longer than this, however variables are made of each other.
constexpr std::size_t kLongestLaunch = 4096;
constexpr int kDeepest = 12;

constexpr std::array<std::string_view, 5> kForDevice = {"__global__", "__device__", "__constant__", "__shared__",
                                                        "__managed__"};

/// What stands at file scope: a declaration or definition.
struct Item {
  std::size_t first = 0, last = 0;  ///< tokens [first, last)
  std::size_t body = 0;             ///< its first brace; `last` where it has none
  bool is_function = false;         ///< with a body
  bool is_kept = false;
  Names declared;
};

/// Names of macros: what they stand for mentions these.
std::map<std::string_view, Names> read_macros(const std::vector<TextToken>& directives) {
  std::map<std::string_view, Names> macros;
  for (const TextToken& directive : directives) {
    std::vector<TextToken> words = cut(directive.text.substr(1));
    std::erase_if(words, [](const TextToken& word) { return word.kind != Kind::name; });
    if (words.size() < 2 || words[0].text != "define") continue;
    Names& names = macros[words[1].text];
    for (std::size_t word = 2; word < words.size(); ++word) names.insert(words[word].text);
  }
  return macros;
}

class Program {
 public:
  explicit Program(const std::string& text) : text_(text) {
    std::vector<TextToken> directives;
    for (const TextToken& token : cut(text)) {
      if (token.kind == Kind::directive) directives.push_back(token);
      if (token.kind != Kind::comment && token.kind != Kind::directive) tokens_.push_back(token);
    }
    macros_ = read_macros(directives);
    match_brackets();
  }

  DeviceText divide() {
    DeviceText divided{text_, {}, {}};
    if (!is_balanced_ || !read_items(0, tokens_.size())) return divided;
    keep_what_is_needed();
    const bool has_host =
        std::any_of(items_.begin(), items_.end(), [](const Item& item) { return item.is_function && !item.is_kept; });
    if (!has_host) return divided;
    // Variables at file scope may be set there and used by every function.
    for (const Item& item : items_) {
      const bool is_variable = !item.is_function && !is_type_definition(item.first, item.last);
      if (!item.is_kept && is_variable) read_variables(item.first, item.last);
    }
    const auto global = variables_;
    for (const Item& item : items_) {
      if (item.is_kept) continue;
      variables_ = global;
      if (item.body < item.last) read_launches(item, divided.launches);
    }
    keep_what_launches_need(divided.launches);
    for (const Item& item : items_) {
      if (item.is_kept) continue;
      for (std::size_t at = item.first; at < item.last; ++at) blank(divided.text, tokens_[at]);
      if (item.is_function) divided.left_out.emplace_back(tokens_[item.first].line, tokens_[item.last - 1].line);
    }
    return divided;
  }

 private:
  [[nodiscard]] bool is(std::size_t at, std::string_view what) const {
    return at < tokens_.size() && tokens_[at].is(what);
  }
  [[nodiscard]] bool is_name(std::size_t at) const { return at < tokens_.size() && tokens_[at].kind == Kind::name; }

  /// Whether a punctuation of three equal characters begins there: <<< and >>> are cut into single ones.
  [[nodiscard]] bool is_triple(std::size_t at, std::string_view one) const {
    if (!is(at, one) || !is(at + 1, one) || !is(at + 2, one)) return false;
    return tokens_[at + 2].begin == tokens_[at].begin + 2;
  }

  void match_brackets() {
    closing_.assign(tokens_.size(), 0);
    std::vector<std::size_t> open;
    for (std::size_t at = 0; at < tokens_.size(); ++at) {
      if (is(at, "(") || is(at, "[") || is(at, "{")) open.push_back(at);
      if (!is(at, ")") && !is(at, "]") && !is(at, "}")) continue;
      if (open.empty()) {
        is_balanced_ = false;
        return;
      }
      closing_[open.back()] = at;
      open.pop_back();
    }
    // Of a text that is being written the end may be missing.
    for (const std::size_t at : open) closing_[at] = tokens_.size() - 1;
  }

  // ---- items --------------------------------------------------------------------------------------------------------

  bool read_items(std::size_t at, std::size_t last) {
    while (at < last) {
      if (is(at, ";")) {
        ++at;
        continue;
      }
      if (const std::size_t open = scope_of(at); open != 0) {
        if (!read_items(open + 1, closing_[open])) return false;
        at = closing_[open] + 1;
        continue;
      }
      Item item;
      item.first = at;
      at = end_of_item(at, last, item);
      if (at > last) return false;
      item.last = at;
      if (item.body == 0) item.body = at;
      item.declared = declared_in(item);
      items_.push_back(std::move(item));
    }
    return true;
  }

  /// The brace of a namespace or of extern "C" that begins there; 0 where none does.
  [[nodiscard]] std::size_t scope_of(std::size_t at) const {
    if (is(at, "extern") && at + 2 < tokens_.size() && tokens_[at + 1].kind == Kind::string && is(at + 2, "{")) {
      return at + 2;
    }
    if (is(at, "inline")) ++at;
    if (!is(at, "namespace")) return 0;
    while (at < tokens_.size() && (is_name(at) || is(at, ":"))) ++at;
    return is(at, "{") ? at : 0;
  }

  /// Behind the item that begins there.
  std::size_t end_of_item(std::size_t at, std::size_t last, Item& item) const {
    bool has_value = false, has_parameters = false;
    const bool is_type = is_type_definition(at, last);
    for (; at < last; ++at) {
      if (is(at, "=")) has_value = true;
      if (is(at, ";")) return at + 1;
      if (is(at, "(") || is(at, "[")) {
        has_parameters = has_parameters || is(at, "(");
        at = closing_[at];
      } else if (is(at, "{")) {
        if (item.body == 0) item.body = at;
        at = closing_[at];
        if (has_parameters && !has_value && !is_type) {
          item.is_function = true;
          return at + 1;
        }
      }
    }
    return last + 1;  // no end: not what was expected
  }

  /// struct, class, union or enum with a body, perhaps behind template, typedef and the like.
  [[nodiscard]] bool is_type_definition(std::size_t at, std::size_t last) const {
    for (; at < last && !is(at, ";") && !is(at, "{") && !is(at, "("); ++at) {
      if (is(at, "<")) at = behind_angles(at) - 1;
      if (!is(at, "struct") && !is(at, "class") && !is(at, "union") && !is(at, "enum")) continue;
      // struct S f(...) {: a function that gives one.
      for (std::size_t next = at + 1; next < last && !is(next, ";"); ++next) {
        if (is(next, "{")) return true;
        const bool is_attribute = is(next, "(") && (is(next - 1, "__align__") || is(next - 1, "alignas"));
        if (is(next, "(") && !is_attribute) return false;
        if (is(next, "(") || is(next, "[")) next = closing_[next];
      }
    }
    return false;
  }

  [[nodiscard]] std::size_t behind_angles(std::size_t open) const {
    int depth = 0;
    for (std::size_t at = open; at < tokens_.size() && !is(at, ";") && !is(at, "{"); ++at) {
      if (is(at, "(")) at = closing_[at];
      if (is(at, "<")) ++depth;
      if (is(at, ">") && --depth == 0) return at + 1;
    }
    return open + 1;
  }

  /// The names that an item gives to things, a few more at most: what is kept because of them is kept for nothing.
  [[nodiscard]] Names declared_in(const Item& item) const {
    Names names;
    std::size_t first = item.first;
    while (is(first, "template") && is(first + 1, "<")) first = behind_angles(first + 1);
    if (is_type_definition(first, item.last)) {
      // Its own name, the constants of an enumeration, and what a typedef or variable behind the body is called.
      bool is_enum = false;
      for (std::size_t at = first; at < item.body; ++at) {
        is_enum = is_enum || is(at, "enum");
        if (is_name(at) && (is(at + 1, "{") || is(at + 1, ":") || is(at + 1, "final"))) names.insert(tokens_[at].text);
      }
      for (std::size_t at = is_enum ? item.body : closing_[item.body]; at < item.last; ++at) {
        if (is_name(at)) names.insert(tokens_[at].text);
      }
      return names;
    }
    for (std::size_t at = first; at < item.last; ++at) {
      if (is(at, "{")) at = closing_[at];
      if (!is_name(at)) continue;
      // A name stands before its value, its extent, its parameters, the next one or the end.
      const bool ends = is(at + 1, "=") || is(at + 1, "[") || is(at + 1, "(") || is(at + 1, ",") || is(at + 1, ";") ||
                        is(at + 1, ")") || is(at + 1, "{");
      if (ends) names.insert(tokens_[at].text);
      if (is(at + 1, "(") && !is(at, "__attribute__") && !is(at, "alignas") && !is(at, "decltype")) break;
    }
    return names;
  }

  [[nodiscard]] bool is_for_device(const Item& item) const {
    for (std::size_t at = item.first; at < item.body; ++at) {
      if (!is_name(at)) continue;
      const auto marks = [](const Names& names) {
        return std::any_of(kForDevice.begin(), kForDevice.end(),
                           [&](std::string_view mark) { return names.contains(mark); });
      };
      const auto macro = macros_.find(tokens_[at].text);
      if (marks({tokens_[at].text}) || (macro != macros_.end() && marks(macro->second))) return true;
    }
    return false;
  }

  /// What is marked for the device, and all that it mentions.
  void keep_what_is_needed() {
    for (Item& item : items_) {
      if (is_for_device(item) || (is(item.first, "using") && is(item.first + 1, "namespace"))) keep(item);
    }
    follow(true);
  }

  /// Types and constants that template arguments and sizes are made of.
  void keep_what_launches_need(const std::vector<HostLaunch>& launches) {
    for (const HostLaunch& launch : launches) {
      for (const TextToken& token : cut(launch.text.text)) {
        // The tokens point into the launch, the names that are kept into the text.
        for (const Item& item : items_) {
          const auto name = item.declared.find(token.text);
          if (token.kind == Kind::name && !item.is_function && name != item.declared.end()) want(*name);
        }
      }
    }
    follow(false);
  }

  void want(std::string_view name) {
    if (known_.insert(name).second) wanted_.push_back(name);
  }

  void keep(Item& item) {
    item.is_kept = true;
    for (std::size_t at = item.first; at < item.last; ++at) {
      if (is_name(at)) want(tokens_[at].text);
    }
  }

  /// Keeps what the wanted names are of, and so on. A function that only the host can run is kept where the device's
  /// code calls it: the compiler says so.
  void follow(bool with_functions) {
    while (!wanted_.empty()) {
      const std::string_view name = wanted_.back();
      wanted_.pop_back();
      if (const auto macro = macros_.find(name); macro != macros_.end()) {
        for (const std::string_view inner : macro->second) want(inner);
      }
      for (Item& item : items_) {
        const bool may_be = with_functions || !item.is_function;
        if (!item.is_kept && may_be && item.declared.contains(name)) keep(item);
      }
    }
  }

  static void blank(std::string& text, const TextToken& token) {
    for (std::size_t at = token.begin; at < token.begin + token.text.size(); ++at) {
      if (text[at] != '\n' && text[at] != '\r') text[at] = ' ';
    }
  }

  // ---- launches -----------------------------------------------------------------------------------------------------

  using Range = std::pair<std::size_t, std::size_t>;

  /// Where an expression ends: at a comma or semicolon, or at a bracket that it did not open.
  [[nodiscard]] std::size_t end_of_expression(std::size_t at) const {
    for (; at < tokens_.size(); ++at) {
      if (is(at, "(") || is(at, "[") || is(at, "{")) {
        at = closing_[at];
      } else if (is(at, ",") || is(at, ";") || is(at, ")") || is(at, "}")) {
        return at;
      }
    }
    return at;
  }

  /// Whether the compiler may know what an expression is: it calls nothing.
  [[nodiscard]] bool is_constant(const Range& range) const {
    for (std::size_t at = range.first; at + 1 < range.second; ++at) {
      if (!is_name(at) || !is(at + 1, "(")) continue;
      constexpr std::array<std::string_view, 5> kHarmless = {"dim3", "sizeof", "int", "unsigned", "size_t"};
      const bool is_macro = macros_.contains(tokens_[at].text);
      if (!is_macro && std::find(kHarmless.begin(), kHarmless.end(), tokens_[at].text) == kHarmless.end()) return false;
    }
    return range.first < range.second;
  }

  void read_variables(std::size_t first, std::size_t last) {
    for (std::size_t at = first; at < last; ++at) read_variable(at, last);
  }

  /// Takes over a variable that is set there, if one is.
  void read_variable(std::size_t at, std::size_t last) {
    if (is(at, "dim3") && is_name(at + 1)) {
      // dim3 block(32, 8), grid(4);
      for (std::size_t name = at + 1; name < last && is_name(name);) {
        const bool has_size = is(name + 1, "(") || is(name + 1, "{");
        const std::size_t end = has_size ? closing_[name + 1] + 1 : name + 1;
        if (has_size) variables_[tokens_[name].text] = {{name + 2, end - 1}, true};
        if (is(name + 1, "=")) return;
        if (!is(end, ",")) return;
        name = end + 1;
      }
      return;
    }
    if (!is(at, "=") || at <= 1 || is(at + 1, "=") || !is_name(at - 1)) return;
    const std::string_view name = tokens_[at - 1].text;
    if (is(at - 2, ".")) {
      // A member that is set later: what the variable was is not what it is.
      if (at >= 3 && is_name(at - 3)) variables_.erase(tokens_[at - 3].text);
      return;
    }
    if (is(at - 2, "*") || is(at - 2, "&") || is(at - 2, ">")) return;
    const Range value{at + 1, std::min(end_of_expression(at + 1), last)};
    if (is_constant(value)) variables_[name] = {value, false};
  }

  /// The tokens of a range as text, their variables replaced; nothing where that would be too long.
  [[nodiscard]] std::optional<std::string> replaced(const Range& range, int depth) const {
    if (depth > kDeepest) return std::nullopt;
    std::string text;
    for (std::size_t at = range.first; at < range.second; ++at) {
      const TextToken& token = tokens_[at];
      if (at > range.first && token.begin > tokens_[at - 1].begin + tokens_[at - 1].text.size()) text += ' ';
      const auto variable = variables_.find(token.text);
      const bool is_member = at > 0 && (is(at - 1, ".") || is(at - 1, ":"));
      if (!is_name(at) || is_member || variable == variables_.end()) {
        text += token.text;
      } else {
        const auto& [value, is_dim3] = variable->second;
        // int n = n0; and the like: a variable set by itself has the value before, which is not kept.
        for (std::size_t inner = value.first; inner < value.second; ++inner) {
          if (tokens_[inner].text == token.text && !is(inner - 1, ".")) return std::nullopt;
        }
        const auto inner = replaced(value, depth + 1);
        if (!inner) return std::nullopt;
        const bool is_plain = value.second == value.first + 1 || is(value.first, "{");
        text += is_dim3 ? "dim3(" + *inner + ")" : is_plain ? *inner : "(" + *inner + ")";
      }
      if (text.size() > kLongestLaunch) return std::nullopt;
    }
    return text;
  }

  void read_launches(const Item& function, std::vector<HostLaunch>& launches) {
    for (std::size_t at = function.body; at < function.last; ++at) {
      read_variable(at, function.last);
      if (!is_triple(at, "<") || at == function.body) continue;
      // k<<<, k<float, 32><<<
      std::size_t name = at - 1;
      if (is(name, ">")) {
        int depth = 0;
        while (name > function.body) {
          if (is(name, ">")) ++depth;
          if (is(name, "<") && --depth == 0) break;
          --name;
        }
        --name;
      }
      if (!is_name(name)) continue;
      std::size_t close = at + 3;
      while (close < function.last && !is_triple(close, ">")) close = is(close, "(") ? closing_[close] + 1 : close + 1;
      if (!is(close + 3, "(")) continue;
      const std::size_t end = closing_[close + 3] + 1;
      // Template arguments may be variables' values, too; the kernel's name is none.
      const auto rest = replaced({name + 1, end}, 0);
      if (!rest) continue;
      const std::string kernel(tokens_[name].text);
      const std::size_t begin = tokens_[name].begin;
      const std::size_t newline = text_.rfind('\n', begin);
      const std::size_t column = newline == std::string::npos ? begin + 1 : begin - newline;
      launches.push_back({kernel, {kernel + *rest, begin, tokens_[name].line, static_cast<unsigned>(column)}});
      at = close + 2;
    }
  }

  const std::string& text_;
  std::vector<TextToken> tokens_;     ///< neither comments nor directives
  std::vector<std::size_t> closing_;  ///< by token that opens a bracket
  bool is_balanced_ = true;
  std::map<std::string_view, Names> macros_;
  std::vector<Item> items_;
  Names known_;                                                   ///< names that were wanted once
  std::vector<std::string_view> wanted_;                          ///< and are to be followed
  std::map<std::string_view, std::pair<Range, bool>> variables_;  ///< value, and whether it is what a dim3 is made of
};

}  // namespace

DeviceText device_part(const std::string& text) { return Program(text).divide(); }

std::string without_include(std::string text, const std::string& file) {
  for (const TextToken& token : cut(text)) {
    if (token.kind != Kind::directive || token.text.find("include") == std::string_view::npos) continue;
    if (token.text.find('"' + file + '"') == std::string_view::npos &&
        token.text.find('<' + file + '>') == std::string_view::npos) {
      continue;
    }
    const std::size_t begin = token.begin, end = token.begin + token.text.size();
    for (std::size_t at = begin; at < end; ++at) {
      if (text[at] != '\n' && text[at] != '\r') text[at] = ' ';
    }
    return text;
  }
  return text;
}

}  // namespace bankloom::own
