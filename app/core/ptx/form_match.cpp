#include "core/ptx/form_match.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <string_view>

#include "core/base/language.h"

namespace bankloom::ptx {
namespace {

using Place = OperandPlace;

// Assigns each word to the first free slot that accepts it. Types keep their order: a word goes to a type slot only if
// the required type slots before it are taken. `failed_at` is the first word without a slot, or words.size() if a
// required slot stays empty.
bool assign(const CompiledForm& form, std::span<const std::string_view> words, std::vector<Modifier>& out,
            std::size_t& failed_at) {
  std::uint64_t taken = 0;
  for (std::size_t w = 0; w < words.size(); ++w) {
    bool found = false;
    for (std::size_t s = 0; s < form.slots.size() && !found; ++s) {
      const ModifierSlot& slot = form.slots[s];
      if ((taken >> s & 1) != 0) continue;
      const auto word = std::ranges::find(slot.words, words[w]);
      if (word != slot.words.end()) {
        taken |= std::uint64_t{1} << s;
        found = true;
        out.push_back({slot.name, *word});
      } else if ((slot.is_type && slot.group == 0 && type_from_name(words[w]) != Type::none) ||
                 (slot.is_layout && is_layout_word(words[w]))) {
        break;
      }
    }
    if (!found) {
      failed_at = w;
      return false;
    }
  }
  failed_at = words.size();
  std::uint64_t groups_taken = 0;
  std::uint64_t groups_left = 0;
  for (std::size_t s = 0; s < form.slots.size(); ++s) {
    const bool is_taken = (taken >> s & 1) != 0;
    if (form.slots[s].group == 0 && !is_taken) return false;
    (is_taken ? groups_taken : groups_left) |= std::uint64_t{1} << form.slots[s].group;
  }
  return (groups_taken & groups_left & ~std::uint64_t{1}) == 0;
}

std::string join(std::string_view opcode, std::span<const std::string_view> words) {
  std::string text(opcode);
  for (const std::string_view word : words) text += word;
  return text;
}

bool is_float_literal(const Operand& operand) {
  return operand.kind == Operand::Kind::immediate && (operand.type == Type::f32 || operand.type == Type::f64);
}

bool takes_integer_literal(Type type) {
  switch (type) {
    case Type::f16:
    case Type::f16x2:
    case Type::bf16:
    case Type::bf16x2:
    case Type::tf32:
    case Type::f32:
    case Type::f64:
    case Type::e4m3:
    case Type::e5m2:
    case Type::e4m3x2:
    case Type::e5m2x2:
      return false;
    default:
      return true;
  }
}

// Integers that count, rather than bits.
bool is_whole_number(std::string_view word) {
  const Type type = type_from_name(word);
  return type >= Type::u8 && type <= Type::s64;
}

bool takes_float_literal(Type type) {
  return type == Type::f32 || type == Type::f64 || type == Type::b32 || type == Type::b64;
}

// The unsupported part of the programming model that an instruction belongs to, in the words of the CUDA C++
// Programming Guide; empty for others.
std::string_view left_out(std::string_view opcode, std::span<const std::string_view> words) {
  struct LeftOut {
    std::string_view opcode, part;
  };
  static constexpr std::array<LeftOut, 13> kLeftOut{{{"tex", "textures"},
                                                     {"tld4", "textures"},
                                                     {"txq", "textures"},
                                                     {"istypep", "textures and surfaces"},
                                                     {"suld", "surfaces"},
                                                     {"sust", "surfaces"},
                                                     {"sured", "surfaces"},
                                                     {"suq", "surfaces"},
                                                     {"wgmma", "matrix operations of warpgroups"},
                                                     {"tcgen05", "the tensor cores of compute capability 10.0"},
                                                     {"tensormap", "tensor maps"},
                                                     {"multimem", "multicast objects"},
                                                     {"clusterlaunchcontrol", "clusters of several blocks"}}};
  for (const LeftOut& known : kLeftOut) {
    if (known.opcode == opcode) return known.part;
  }
  const auto has = [words](std::string_view word) { return std::ranges::find(words, word) != words.end(); };
  if (has(".tensor") || has(".tensormap::generic")) return "tensor maps";
  if (opcode == "cp" && has(".multicast::cluster")) return "clusters of several blocks";
  if ((opcode == "st" || opcode == "red") && has(".async")) return "clusters of several blocks";
  if (opcode == "cp" && has(".reduce")) return "bulk reductions";
  return {};
}

// What is wrong with an operand, as text that follows "operand 2 (%r1) ".
class OperandCheck {
 public:
  OperandCheck(const CompiledForm& form, std::span<const Modifier> modifiers, const Function& function)
      : form_(form), modifiers_(modifiers), function_(function) {}

  // Empty if all operands fit.
  std::string run(std::span<const Operand> operands) {
    if (operands.size() < required() || operands.size() > form_.places.size()) {
      return count_complaint(operands.size());
    }
    for (std::size_t i = 0; i < operands.size(); ++i) {
      std::string complaint = check(form_.places[i], operands[i]);
      if (!complaint.empty()) return message("operand {} {}", i + 1, complaint);
    }
    return std::string(check_cache_policy(operands.size()));
  }

  // How close the operands are to this row, to choose the row with the most helpful message: first the right number of
  // them, then how many fit.
  std::size_t closeness(std::span<const Operand> operands) {
    constexpr std::size_t kRightNumber = 100;
    if (operands.size() < required() || operands.size() > form_.places.size()) return 0;
    std::size_t count = kRightNumber;
    for (std::size_t i = 0; i < operands.size() && check(form_.places[i], operands[i]).empty(); ++i) ++count;
    return count;
  }

  // Gives literals the type of their place.
  void settle_literals(std::span<Operand> operands) {
    for (std::size_t i = 0; i < operands.size(); ++i) settle(type_of(form_.places[i]), operands[i]);
  }

 private:
  [[nodiscard]] std::size_t required() const {
    std::size_t count = 0;
    for (const Place& place : form_.places) count += place.is_optional ? 0u : 1u;
    return count;
  }
  [[nodiscard]] std::string_view word_of(std::string_view slot) const {
    for (const Modifier& modifier : modifiers_) {
      if (modifier.slot == slot) return modifier.word;
    }
    return {};
  }
  [[nodiscard]] Type type_of(const Place& place) const {
    if (place.fixed_type != Type::none) return place.fixed_type;
    return place.type.empty() ? Type::none : type_from_name(word_of(place.type));
  }

  static void settle(Type type, Operand& operand) {
    for (Operand& element : operand.elements) {
      if (operand.kind == Operand::Kind::vector) settle(type, element);
    }
    if (operand.kind != Operand::Kind::immediate) return;
    if (type == Type::pred) {
      operand.type = Type::pred;
      operand.bits = operand.bits != 0 ? 1 : 0;
    } else if (operand.type == Type::f64 && type_bits(type) == 32) {
      operand.type = Type::f32;
      operand.bits = std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(operand.bits)));
    } else if (operand.type == Type::f32 && type_bits(type) == 64) {
      operand.type = Type::f64;
      const auto narrow = std::bit_cast<float>(static_cast<std::uint32_t>(operand.bits));
      operand.bits = std::bit_cast<std::uint64_t>(static_cast<double>(narrow));
    }
  }

  std::string check(const Place& place, const Operand& operand) {
    switch (place.kind) {
      case Place::Kind::memory:
        return expect(operand.kind == Operand::Kind::address, "must be a memory operand, [a]");
      case Place::Kind::label:
        return expect(operand.kind == Operand::Kind::label, "must be a label");
      case Place::Kind::targets:
        return expect(operand.kind == Operand::Kind::branch_targets, "must be a .branchtargets list");
      case Place::Kind::function:
        return expect(operand.kind == Operand::Kind::function, "must be a function");
      case Place::Kind::prototype:
        return expect(operand.kind == Operand::Kind::prototype || operand.kind == Operand::Kind::call_targets,
                      "must be a .callprototype or a .calltargets list");
      case Place::Kind::arguments:
        return expect(operand.kind == Operand::Kind::call_arguments, "must be an argument list");
      case Place::Kind::constant:
        return expect(operand.kind == Operand::Kind::immediate && !is_float_literal(operand),
                      "must be an integer constant");
      default:
        break;
    }
    if (operand.kind == Operand::Kind::pair) return check_pair(place, operand);
    if (place.pair_required) return message("must be a pair, d|p");
    return check_value(place, operand);
  }

  static std::string expect(bool condition, std::string_view words) {
    return condition ? std::string() : std::string(translated(words));
  }

  [[nodiscard]] std::string count_complaint(std::size_t given) const {
    const std::size_t least = required(), most = form_.places.size();
    const std::string_view syntax = form_.form->syntax;
    if (least == most) {
      return given == 1 ? message("has 1 operand, not the {} of '{}'", least, syntax)
                        : message("has {} operands, not the {} of '{}'", given, least, syntax);
    }
    return given == 1 ? message("has 1 operand, not the {} to {} of '{}'", least, most, syntax)
                      : message("has {} operands, not the {} to {} of '{}'", given, least, most, syntax);
  }

  // There must be a cache policy if, and only if, a modifier announces it.
  [[nodiscard]] std::string_view check_cache_policy(std::size_t operand_count) const {
    const bool announced = !word_of(".level::cache_hint").empty();
    const bool given = operand_count > 0 && form_.places[operand_count - 1].name == "cache-policy";
    if (announced == given) return {};
    return announced ? translated("has no cache policy, which .L2::cache_hint announces")
                     : translated("has a cache policy without .L2::cache_hint");
  }

  std::string check_pair(const Place& place, const Operand& operand) {
    if (!place.pair) return message("is a pair, which this instruction does not have");
    std::string complaint = check_value(place, operand.elements[0]);
    if (!complaint.empty()) return complaint;
    return check_scalar(place.pair_type, false, true, operand.elements[1]);
  }

  std::string check_value(const Place& place, const Operand& operand) {
    if (operand.negated && !place.may_negate) return message("cannot be negated here");
    const bool parts = place.kind == Place::Kind::parts;
    const bool select = place.kind == Place::Kind::select;
    if (!operand.simd_parts.empty() && !parts && (!select || operand.selector == Selector::none)) {
      return message("cannot be a part of a register");
    }
    const Type type = parts || select ? Type::b32 : type_of(place);
    switch (place.kind) {
      case Place::Kind::vector:
        return check_vector(place, type, operand);
      case Place::Kind::packed:
        return check_packed(place, type, operand);
      case Place::Kind::symbol:
        if (is_symbol(operand)) {
          return expect(type_bits(type) == 64 || type_bits(type) == 32, "is an address, which needs 32 or 64 bits");
        }
        if (operand.kind == Operand::Kind::special) return check_special(type, operand);
        break;
      case Place::Kind::at_least:
        // cvt is the one instruction besides mov that reads special registers.
        if (operand.kind == Operand::Kind::special && form_.form->opcode == "cvt") return check_special(type, operand);
        return check_scalar(type, true, place.is_destination, operand);
      case Place::Kind::twice:
        return check_bits(2 * type_bits(type), false, place.is_destination, type, operand);
      default:
        break;
    }
    return check_scalar(type, false, place.is_destination, operand);
  }

  static bool is_symbol(const Operand& operand) {
    switch (operand.kind) {
      case Operand::Kind::variable:
      case Operand::Kind::local_variable:
      case Operand::Kind::function:
      case Operand::Kind::param:
      case Operand::Kind::result:
        return true;
      default:
        return false;
    }
  }

  static std::string check_special(Type type, const Operand& operand) {
    const unsigned bits = special_bits(operand.special);
    // These registers once were 16 bits (%gridid 32 bits) wide; the low bits may still be read as such.
    const bool low_bits =
        (bits == 32 && type_bits(type) == 16) || (operand.special == Special::gridid && type_bits(type) == 32);
    if (bits == type_bits(type) || low_bits) return {};
    return message("({}) has {} bits, {} has {}", special_name(operand.special), bits, type_name(type),
                   type_bits(type));
  }

  std::string check_scalar(Type type, bool at_least, bool destination, const Operand& operand) {
    return check_bits(type_bits(type), at_least, destination, type, operand);
  }

  std::string check_bits(unsigned bits, bool at_least, bool destination, Type type, const Operand& operand) {
    switch (operand.kind) {
      case Operand::Kind::sink:
        return expect(destination, "is '_', which holds no value");
      case Operand::Kind::reg: {
        const Register& reg = function_.registers[operand.index];
        const unsigned has = type_bits(reg.type);
        if (type == Type::none) return {};
        const bool fits = has == bits || (at_least && has > bits && reg.type != Type::pred && type != Type::pred);
        if (fits) return {};
        const std::string_view declared = type_name(reg.type);
        if (bits == 1) return message("({}) is declared {}, the instruction needs 1 bit there", reg.name, declared);
        return at_least ? message("({}) is declared {}, the instruction needs at least {} bits there", reg.name,
                                  declared, bits)
                        : message("({}) is declared {}, the instruction needs {} bits there", reg.name, declared, bits);
      }
      case Operand::Kind::immediate:
        if (destination) return message("is a constant where the result goes");
        if (is_float_literal(operand)) {
          if (takes_float_literal(type) || type == Type::none) return {};
          return message("is a floating-point constant, which {} does not take", type_name(type));
        }
        if (takes_integer_literal(type)) return {};
        return message("is an integer constant, which {} does not take", type_name(type));
      case Operand::Kind::special:
        return message("({}) can be read by mov and cvt only", special_name(operand.special));
      case Operand::Kind::vector:
        return message("is a vector, which this instruction does not take there");
      case Operand::Kind::address:
        return message("is a memory operand, which this instruction does not take there");
      case Operand::Kind::pair:
        return message("is a pair, which this instruction does not take there");
      default:
        return message("is an address, which must be moved to a register first");
    }
  }

  std::string check_vector(const Place& place, Type type, const Operand& operand) {
    std::string_view count_text = place.count;
    if (count_text.starts_with('.')) {
      count_text = word_of(place.count);
      if (count_text.empty()) return check_scalar(type, place.at_least, place.is_destination, operand);
      count_text.remove_prefix(count_text.find_first_of("0123456789"));
    }
    std::size_t count = 0;
    std::from_chars(count_text.data(), count_text.data() + count_text.size(), count);
    if (operand.kind != Operand::Kind::vector || operand.elements.size() != count) {
      return message("must be a vector of {}", count);
    }
    // Limit of bits moved to or from memory at once; matrix fragments, whose length the row gives, may be longer.
    constexpr std::size_t kMostBits = 128;
    if (place.count.starts_with('.') && count * type_bits(type) > kMostBits) {
      return message("is a vector of {} bits; at most {} are supported", count * type_bits(type), kMostBits);
    }
    for (const Operand& element : operand.elements) {
      const bool reads_special =
          element.kind == Operand::Kind::special && form_.form->opcode == "mov" && takes_integer_literal(type);
      std::string complaint = reads_special ? check_special(type, element)
                                            : check_scalar(type, place.at_least, place.is_destination, element);
      if (!complaint.empty()) return complaint;
    }
    return {};
  }

  std::string check_packed(const Place& place, Type type, const Operand& operand) {
    if (operand.kind != Operand::Kind::vector) return message("must be a vector");
    const unsigned bits = type_bits(type) / static_cast<unsigned>(operand.elements.size());
    if (bits < 8 || bits * operand.elements.size() != type_bits(type)) {
      return message("has {} elements, which do not make up {}", operand.elements.size(), type_name(type));
    }
    for (const Operand& element : operand.elements) {
      std::string complaint = check_bits(bits, false, place.is_destination, Type::b32, element);
      if (!complaint.empty()) return complaint;
    }
    return {};
  }

  const CompiledForm& form_;
  std::span<const Modifier> modifiers_;
  const Function& function_;
};

}  // namespace

Result<std::vector<Candidate>> match_modifiers(std::string_view opcode, std::span<const std::string_view> words) {
  const std::span<const CompiledForm> forms = forms_of(opcode);
  if (const std::string_view part = left_out(opcode, words); !part.empty()) {
    return fail("'{}': {} are not emulated", join(opcode, words), translated(part));
  }

  if (forms.empty()) return fail("'{}' is not supported: no such instruction in the table", join(opcode, words));
  std::vector<Candidate> matching;
  std::size_t furthest = 0;
  const CompiledForm* nearest = nullptr;
  for (const CompiledForm& form : forms) {
    std::size_t failed_at = 0;
    Candidate candidate{.form = &form, .modifiers = {}};
    if (assign(form, words, candidate.modifiers, failed_at)) {
      matching.push_back(std::move(candidate));
    } else if (nearest == nullptr || failed_at > furthest) {
      furthest = failed_at;
      nearest = &form;
    }
  }
  if (!matching.empty()) return matching;
  if (opcode == "cvt" && std::ranges::find(words, ".sat") != words.end() && words.size() >= 2 &&
      is_whole_number(words[words.size() - 2]) && is_whole_number(words.back())) {
    return fail("'{}' is not supported: .sat is for a type that does not hold all values of the source's",
                join(opcode, words));
  }
  if (furthest < words.size()) {
    return fail("'{}' is not supported: '{}' has no form with '{}'", join(opcode, words),
                join(opcode, words.subspan(0, furthest)), words[furthest]);
  }
  return fail("'{}' lacks a modifier: the table has '{}'", join(opcode, words), nearest->form->syntax);
}

Result<void> match_operands(std::span<const Candidate> candidates, const Function& function, Instruction& instruction) {
  std::string complaint;
  std::size_t most = 0;
  for (const Candidate& candidate : candidates) {
    OperandCheck check(*candidate.form, candidate.modifiers, function);
    std::string what = check.run(instruction.operands);
    if (what.empty()) {
      instruction.form = candidate.form->form;
      instruction.modifiers = candidate.modifiers;
      check.settle_literals(instruction.operands);
      return {};
    }
    const std::size_t closeness = check.closeness(instruction.operands);
    if (complaint.empty() || closeness >= most) {
      most = closeness;
      complaint = std::move(what);
    }
  }
  std::string name(candidates.front().form->form->opcode);
  for (const Modifier& modifier : candidates.front().modifiers) name += modifier.word;
  return fail("'{}': {}", name, complaint);
}

}  // namespace bankloom::ptx
