// How texts of PTX are changed, for the fuzzers of the parser and of the linker. Bytes changed at random are nearly
// always refused by the parser, so most changes here are of lines and of words, and new lines are instructions made
// from the instruction table with the registers that the text declares.
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "core/ptx/instruction_table.h"
#include "core/ptx/notation.h"
#include "mutator.h"

namespace bankloom::fuzz {
namespace {

using Random = std::minstd_rand;
using Lines = std::vector<std::string>;

std::size_t below(Random& random, std::size_t count) { return random() % count; }
template <class List>
const auto& one_of(Random& random, const List& list) {
  return list[below(random, list.size())];
}

Lines lines_of(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.emplace_back(text.substr(0, end));
    if (lines.back().back() != '\n') lines.back() += '\n';
    text.remove_prefix(end);
  }
  return lines;
}

bool is_instruction(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  if (first == std::string_view::npos) return false;
  const char c = line[first];
  return (c == '@' || (c >= 'a' && c <= 'z')) && line.find(';') != std::string_view::npos;
}

/// What the text declares that an instruction may name.
struct Names {
  std::vector<std::string> registers[5];  ///< of 1 (predicates), 16, 32, 64, 128 bits
  std::vector<std::string> symbols, labels;
};

std::size_t width_class(unsigned bits) { return bits <= 1 ? 0 : bits <= 16 ? 1 : bits <= 32 ? 2 : bits <= 64 ? 3 : 4; }

Names names_of(const Lines& lines) {
  Names names;
  for (const std::string& line : lines) {
    const std::size_t reg = line.find(".reg");
    const std::size_t percent = line.find('%');
    if (reg != std::string::npos && percent != std::string::npos) {
      const std::size_t type = line.find('.', reg + 1);
      if (type == std::string::npos || type > percent) continue;
      const std::size_t type_end = line.find_first_of(" \t%", type);
      const unsigned bits = ptx::type_bits(ptx::type_from_name(line.substr(type, type_end - type)));
      const std::size_t end = line.find_first_of("<,; \n", percent);
      std::string name = line.substr(percent, end - percent);
      std::vector<std::string>& known = names.registers[width_class(bits)];
      if (end != std::string::npos && line[end] == '<') {
        for (const char* number : {"0", "1", "2", "3"}) known.push_back(name + number);
      } else {
        known.push_back(name);
      }
      continue;
    }
    const std::size_t bracket = line.find('[');
    if (bracket != std::string::npos && line.find(".b8") != std::string::npos) {
      const std::size_t start = line.find_last_of(" \t", bracket) + 1;
      names.symbols.push_back(line.substr(start, bracket - start));
    }
    const std::size_t colon = line.find(':');
    const std::size_t first = line.find_first_not_of(" \t");
    if (colon != std::string::npos && first < colon && line.find_first_of(" \t.", first) >= colon) {
      names.labels.push_back(line.substr(first, colon - first));
    }
  }
  return names;
}

/// An instruction as a row of the table describes it.
class InstructionMaker {
 public:
  InstructionMaker(Random& random, const Names& names) : random_(random), names_(names) {}

  std::string make() {
    const auto& family = one_of(random_, ptx::instruction_table());
    const auto forms = ptx::forms_of(one_of(random_, family).opcode);
    const ptx::CompiledForm& form = one_of(random_, forms);
    std::string text = "  ";
    if (below(random_, 6) == 0) text += (below(random_, 2) == 0 ? "@!" : "@") + reg(1) + " ";
    text += form.form->opcode;
    words_.clear();
    const std::size_t groups = random_();
    for (const ptx::ModifierSlot& slot : form.slots) {
      std::string_view word;
      if (slot.group == 0 || (groups >> slot.group & 1u) != 0) {
        word = slot.words.empty() ? slot.name : one_of(random_, slot.words);
        text += word;
      }
      words_.emplace_back(slot.name, word);
    }
    const char* separator = " ";
    for (const ptx::OperandPlace& place : form.places) {
      if (place.is_optional && below(random_, 2) == 0) break;
      text += separator + operand(place);
      separator = ", ";
    }
    return text + ";\n";
  }

 private:
  [[nodiscard]] std::string_view word_of(std::string_view slot) const {
    for (const auto& [name, word] : words_) {
      if (name == slot) return word;
    }
    return {};
  }
  [[nodiscard]] unsigned bits_of(const ptx::OperandPlace& place) const {
    ptx::Type type = place.fixed_type;
    if (type == ptx::Type::none) type = ptx::type_from_name(word_of(place.type.empty() ? ".type" : place.type));
    if (type == ptx::Type::none) return 32;
    return ptx::type_bits(type);
  }
  std::string reg(unsigned bits) {
    const auto& known = names_.registers[width_class(bits)];
    if (!known.empty()) return one_of(random_, known);
    return "%r1";
  }
  std::string number() {
    static constexpr const char* kNumbers[] = {"0",  "1",   "2",    "3",          "4",          "8",  "16",
                                               "31", "32",  "-1",   "0x7fffffff", "0x80000000", "64", "0f3F800000",
                                               "12", "-32", "4095", "0f7FC00000", "0xffffffff"};
    return kNumbers[below(random_, std::size(kNumbers))];
  }
  std::string several(unsigned bits, std::size_t count) {
    std::string text = "{";
    for (std::size_t i = 0; i < count; ++i) text += (i == 0 ? "" : ", ") + reg(bits);
    return text + "}";
  }
  std::string operand(const ptx::OperandPlace& place) {
    using Kind = ptx::OperandPlace::Kind;
    const unsigned bits = bits_of(place);
    std::string sign = place.may_negate && below(random_, 2) == 0 ? (bits == 1 ? "!" : "-") : "";
    switch (place.kind) {
      case Kind::memory:
        if (!names_.symbols.empty() && below(random_, 2) == 0) {
          return "[" + one_of(random_, names_.symbols) + "+" + std::to_string(below(random_, 9) * 4) + "]";
        }
        return "[" + reg(below(random_, 2) == 0 ? 32 : 64) + "+" + std::to_string(below(random_, 9) * 4) + "]";
      case Kind::vector: {
        std::string_view count = place.count.starts_with('.') ? word_of(place.count) : place.count;
        if (count.starts_with(".v") || count.starts_with(".x")) count.remove_prefix(2);
        unsigned elements = 1;
        std::from_chars(count.data(), count.data() + count.size(), elements);
        return elements <= 1 ? reg(bits) : several(bits, std::min(elements, 8u));
      }
      case Kind::packed:
        return several(bits / 2, 2);
      case Kind::twice:
        return reg(2 * bits);
      case Kind::constant:
        return number();
      case Kind::label:
        return names_.labels.empty() ? "L" : one_of(random_, names_.labels);
      case Kind::symbol:
        if (!names_.symbols.empty() && below(random_, 2) == 0) return one_of(random_, names_.symbols);
        return reg(bits);
      default:
        break;
    }
    if (place.pair && (place.pair_required || below(random_, 2) == 0)) {
      return reg(bits) + "|" + reg(place.pair_type == ptx::Type::none ? 1 : ptx::type_bits(place.pair_type));
    }
    if (!place.is_destination && bits != 1 && below(random_, 4) == 0) return number();
    return sign + reg(bits);
  }

  Random& random_;
  const Names& names_;
  std::vector<std::pair<std::string_view, std::string_view>> words_;
};

/// Puts a register or number of the line in place of another one.
void change_operand(Random& random, const Names& names, std::string& line) {
  std::vector<std::size_t> starts;
  for (std::size_t at = line.find('%'); at != std::string::npos; at = line.find('%', at + 1)) starts.push_back(at);
  if (starts.empty()) return;
  const std::size_t start = one_of(random, starts);
  const std::size_t end = std::min(line.find_first_of(" ,;]})|<+\n", start), line.size());
  const auto& known = names.registers[below(random, 4)];
  const std::string name = line.substr(start, end - start);
  for (const auto& list : names.registers) {
    if (std::find(list.begin(), list.end(), name) == list.end()) continue;
    line.replace(start, end - start, one_of(random, list));
    return;
  }
  if (!known.empty()) line.replace(start, end - start, one_of(random, known));
}

std::string mutate(std::string_view text, Random& random) {
  Lines lines = lines_of(text);
  if (lines.empty()) return {};
  const Names names = names_of(lines);
  const auto some_place = [&] {
    for (int tries = 0; tries < 8; ++tries) {
      const std::size_t at = below(random, lines.size());
      if (is_instruction(lines[at])) return at;
    }
    return below(random, lines.size());
  };
  for (std::size_t changes = 1 + below(random, 3); changes > 0; --changes) {
    const std::size_t at = some_place();
    const auto place = lines.begin() + static_cast<std::ptrdiff_t>(at);
    switch (below(random, 10)) {
      case 0:
        if (lines.size() > 1) lines.erase(place);
        break;
      case 1:
        lines.insert(place, std::string(*place));
        break;
      case 2:
        std::swap(lines[at], lines[some_place()]);
        break;
      case 3:
        lines.insert(place, std::string(lines[some_place()]));
        break;
      case 4:
      case 5:
        change_operand(random, names, lines[at]);
        break;
      case 6:
        lines.insert(place, "L" + std::to_string(below(random, 4)) + ":\n");
        break;
      default:
        lines.insert(place, InstructionMaker(random, names).make());
    }
  }
  std::string result;
  for (const std::string& line : lines) result += line;
  return result;
}

}  // namespace
}  // namespace bankloom::fuzz

std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
  bankloom::fuzz::Random random(seed + 1);
  if (random() % 8 == 0) return LLVMFuzzerMutate(data, size, most);
  const std::string text =
      bankloom::fuzz::mutate(std::string_view(reinterpret_cast<const char*>(data), size), random).substr(0, most);
  std::copy(text.begin(), text.end(), data);
  return text.size();
}

/// The lines of one text up to some place, then those of the other from some place on.
std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* a, std::size_t a_size, const std::uint8_t* b,
                                      std::size_t b_size, std::uint8_t* out, std::size_t most, unsigned seed) {
  using namespace bankloom::fuzz;
  Random random(seed + 1);
  Lines lines = lines_of({reinterpret_cast<const char*>(a), a_size});
  const Lines others = lines_of({reinterpret_cast<const char*>(b), b_size});
  if (lines.empty() || others.empty()) return 0;
  for (std::size_t count = 1 + below(random, 8); count > 0; --count) {
    const std::string& line = one_of(random, others);
    if (is_instruction(line))
      lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(below(random, lines.size())), line);
  }
  std::string text;
  for (const std::string& line : lines) text += line;
  text.resize(std::min(text.size(), most));
  std::copy(text.begin(), text.end(), out);
  return text.size();
}
