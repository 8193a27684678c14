#include "core/ptx/notation.h"

#include <algorithm>
#include <array>
#include <deque>
#include <mutex>
#include <unordered_map>

#include "core/base/text_lines.h"
#include "core/ptx/instruction_table.h"

namespace bankloom::ptx {
namespace {

struct ModifierClass {
  std::string_view name;
  std::vector<std::string_view> words;
};

// Takes the text up to the first of `stops` from the front.
std::string_view take_until(std::string_view& text, std::string_view stops) {
  const std::size_t end = std::min(text.find_first_of(stops), text.size());
  const std::string_view taken = text.substr(0, end);
  text.remove_prefix(end);
  return taken;
}

class FormCompiler {
 public:
  explicit FormCompiler(const InstructionForm& form) : form_(form) { compiled_.form = &form; }

  Result<CompiledForm> run() {
    return compile().map_error(
        [&](const Error& error) { return Error{fmt::format("row '{}': {}", form_.syntax, error.message)}; });
  }

 private:
  Result<CompiledForm> compile() {
    std::string_view rest = form_.syntax;
    std::string_view syntax = take_until(rest, ";");
    while (!rest.empty()) {
      rest.remove_prefix(1);
      TRY(define_class(trim(take_until(rest, ";"))));
    }
    syntax = trim(syntax);
    std::string_view head = take_until(syntax, " ");
    head.remove_prefix(form_.opcode.size());
    TRY(modifiers(head));
    TRY(operands(trim(syntax)));
    for (const ModifierClass& modifier_class : classes_) {
      if (!has_slot(modifier_class.name)) return fail("the class {} is not used", modifier_class.name);
    }
    return std::move(compiled_);
  }

  Result<void> define_class(std::string_view definition) {
    ModifierClass result;
    result.name = take_until(definition, " ");
    definition = trim(definition);
    if (!result.name.starts_with('.') || !definition.starts_with('=')) {
      return fail("a class is written '.name = .word .word', not '{} {}'", result.name, definition);
    }
    definition = trim(definition.substr(1));
    while (!definition.empty()) {
      const std::string_view word = take_until(definition, " ");
      if (!word.starts_with('.')) return fail("'{}' in the class {} is not a word", word, result.name);
      result.words.push_back(word);
      definition = trim(definition);
    }
    if (result.words.empty()) return fail("the class {} is empty", result.name);
    classes_.push_back(std::move(result));
    return {};
  }

  Result<void> modifiers(std::string_view head) {
    std::uint8_t group = 0;
    bool inside = false;
    while (!head.empty()) {
      if (head.front() == '{' || head.front() == '}') {
        if (inside == (head.front() == '{')) return fail("unmatched braces in the modifiers");
        inside = !inside;
        if (inside) ++group;
        head.remove_prefix(1);
        continue;
      }
      if (head.front() != '.') return fail("a modifier does not start with a dot");
      std::string_view rest = head.substr(1);
      take_until(rest, ".{}");
      add_slot(head.substr(0, head.size() - rest.size()), inside ? group : std::uint8_t{0});
      head = rest;
    }
    if (inside) return fail("unmatched braces in the modifiers");
    return {};
  }

  void add_slot(std::string_view name, std::uint8_t group) {
    ModifierSlot slot{.name = name, .words = {name}, .is_type = false, .is_layout = false, .group = group};
    for (const ModifierClass& modifier_class : classes_) {
      if (modifier_class.name == name) slot.words = modifier_class.words;
    }
    slot.is_type =
        std::ranges::all_of(slot.words, [](std::string_view word) { return type_from_name(word) != Type::none; });
    slot.is_layout = std::ranges::all_of(slot.words, is_layout_word);
    compiled_.slots.push_back(std::move(slot));
  }

  Result<void> operands(std::string_view text) {
    while (!text.empty()) {
      OperandPlace place;
      const bool braced = text.starts_with("{,");
      if (braced || text.starts_with(',')) {
        if (compiled_.places.empty()) return fail("a comma before the first operand");
        text = trim(text.substr(braced ? 2 : 1));
      }
      place.is_optional = braced;
      TRY(operand(text, place));
      if (braced) {
        if (!text.starts_with('}')) return fail("an optional operand is not closed");
        text.remove_prefix(1);
      }
      compiled_.places.push_back(place);
      text = trim(text);
    }
    return {};
  }

  Result<void> operand(std::string_view& text, OperandPlace& place) {
    if (text.starts_with("{!}") || text.starts_with("{-}")) {
      place.may_negate = true;
      text.remove_prefix(3);
    }
    if (text.starts_with('[') || text.starts_with('(')) {
      place.kind = text.front() == '[' ? OperandPlace::Kind::memory : OperandPlace::Kind::arguments;
      const char close = text.front() == '[' ? ']' : ')';
      text.remove_prefix(1);
      place.name = take_until(text, "])");
      if (place.name.empty() || !text.starts_with(close)) return fail("a bracket that is not closed");
      text.remove_prefix(1);
      return {};
    }
    place.name = take_until(text, ":,|{} ");
    if (place.name.empty()) return fail("an operand without a name");
    place.is_destination = compiled_.places.empty() && form_.writes_first;
    std::string_view annotation = ".type";
    if (text.starts_with(':')) {
      text.remove_prefix(1);
      annotation = take_until(text, ",|{} ");
      TRY(annotate(annotation, place));
    } else if (has_slot(".type")) {
      place.type = ".type";
    }
    return second_half(text, place);
  }

  // `|q:.pred` or `{|q:.pred}` after an operand.
  Result<void> second_half(std::string_view& text, OperandPlace& place) {
    const bool optional = text.starts_with("{|");
    if (!optional && !text.starts_with('|')) return {};
    text.remove_prefix(optional ? 2 : 1);
    const std::string_view half = take_until(text, ",{} ");
    const std::size_t colon = half.find(':');
    if (colon == std::string_view::npos) return fail("the second half of a pair has no type");
    place.pair = true;
    place.pair_required = !optional;
    place.pair_type = type_from_name(half.substr(colon + 1));
    if (place.pair_type == Type::none) return fail("the second half of a pair has no type");
    if (!optional) return {};
    if (!text.starts_with('}')) return fail("an optional second half is not closed");
    text.remove_prefix(1);
    return {};
  }

  Result<void> annotate(std::string_view annotation, OperandPlace& place) {
    struct Word {
      std::string_view word;
      OperandPlace::Kind kind;
    };
    static constexpr std::array<Word, 8> kWords = {{{"imm", OperandPlace::Kind::constant},
                                                    {"select", OperandPlace::Kind::select},
                                                    {"parts", OperandPlace::Kind::parts},
                                                    {"address", OperandPlace::Kind::symbol},
                                                    {"label", OperandPlace::Kind::label},
                                                    {"targets", OperandPlace::Kind::targets},
                                                    {"function", OperandPlace::Kind::function},
                                                    {"prototype", OperandPlace::Kind::prototype}}};
    for (const Word& word : kWords) {
      if (annotation != word.word) continue;
      place.kind = word.kind;
      if (place.kind == OperandPlace::Kind::symbol) place.type = has_slot(".size") ? ".size" : ".type";
      return {};
    }
    if (annotation.starts_with("2x")) {
      place.kind = OperandPlace::Kind::twice;
      annotation.remove_prefix(2);
    } else if (annotation.ends_with('+')) {
      place.kind = OperandPlace::Kind::at_least;
      annotation.remove_suffix(1);
    } else if (annotation.ends_with("/n")) {
      place.kind = OperandPlace::Kind::packed;
      annotation.remove_suffix(2);
    } else if (annotation.ends_with(']')) {
      place.kind = OperandPlace::Kind::vector;
      const std::size_t open = annotation.find('[');
      if (open == std::string_view::npos) return fail("a vector's '[' is missing");
      place.count = annotation.substr(open + 1, annotation.size() - open - 2);
      annotation = annotation.substr(0, open);
      if (place.count.starts_with('.') && !has_slot(place.count)) return fail("a vector's count is not a modifier");
      place.at_least = annotation.ends_with('+');
      if (place.at_least) annotation.remove_suffix(1);
    }
    place.type = annotation;
    if (has_slot(annotation)) return {};
    place.fixed_type = type_from_name(annotation);
    if (place.fixed_type == Type::none) return fail("'{}' is neither a type nor a modifier", annotation);
    return {};
  }

  [[nodiscard]] bool has_slot(std::string_view name) const {
    return std::ranges::any_of(compiled_.slots, [&](const ModifierSlot& slot) { return slot.name == name; });
  }

  const InstructionForm& form_;
  CompiledForm compiled_;
  std::vector<ModifierClass> classes_;
};

// The rows of one opcode, compiled on first use: a kernel uses only a few of the table's opcodes.
struct OpcodeForms {
  std::vector<const InstructionForm*> rows;
  std::vector<CompiledForm> compiled;
  std::once_flag once;
};

class FormIndex {
 public:
  FormIndex() {
    for (const Family& family : instruction_table()) {
      for (const InstructionForm& form : family) {
        auto [at, is_new] = by_opcode_.try_emplace(form.opcode, nullptr);
        if (is_new) at->second = &storage_.emplace_back();
        at->second->rows.push_back(&form);
      }
    }
  }

  std::span<const CompiledForm> find(std::string_view opcode) {
    const auto at = by_opcode_.find(opcode);
    if (at == by_opcode_.end()) return {};
    OpcodeForms& forms = *at->second;
    std::call_once(forms.once, [&forms] {
      forms.compiled.reserve(forms.rows.size());
      for (const InstructionForm* row : forms.rows) {
        // A row that does not compile matches nothing; the table's test names it.
        if (Result<CompiledForm> compiled = compile_form(*row)) forms.compiled.push_back(std::move(*compiled));
      }
    });
    return forms.compiled;
  }

 private:
  std::unordered_map<std::string_view, OpcodeForms*> by_opcode_;
  std::deque<OpcodeForms> storage_;
};

}  // namespace

Result<CompiledForm> compile_form(const InstructionForm& form) { return FormCompiler(form).run(); }

std::span<const CompiledForm> forms_of(std::string_view opcode) {
  static FormIndex index;
  return index.find(opcode);
}

std::span<const Family> instruction_table() {
  static const std::array kFamilies = {integer_table(),    logic_table(),   float_table(),  half_table(),
                                       comparison_table(), convert_table(), memory_table(), atomic_table(),
                                       control_table(),    warp_table(),    video_table(),  async_table(),
                                       matrix_table()};
  return kFamilies;
}

}  // namespace bankloom::ptx
