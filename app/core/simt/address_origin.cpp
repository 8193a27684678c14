#include "core/simt/address_origin.h"

#include <string_view>

namespace bankloom::simt {
namespace {

using ptx::Operand;

/// What a value is made of: nothing is known of it yet; no array; one array; or more than can be told.
struct Origin {
  enum class Kind : std::uint8_t { open, none, array, mixed } kind = Kind::open;
  const ptx::Variable* array = nullptr;
  friend bool operator==(const Origin&, const Origin&) = default;
};

constexpr Origin kNoArray{Origin::Kind::none, nullptr};
constexpr Origin kMixed{Origin::Kind::mixed, nullptr};

/// A register that gets one or the other value.
Origin either(const Origin& a, const Origin& b) {
  if (a.kind == Origin::Kind::open) return b;
  if (b.kind == Origin::Kind::open || a == b) return a;
  return kMixed;
}

/// A value computed from both: an address and an index make an address.
Origin combined(const Origin& a, const Origin& b) {
  if (a.kind == Origin::Kind::none) return b;
  if (b.kind == Origin::Kind::none) return a;
  if (a.kind == Origin::Kind::open || b.kind == Origin::Kind::open) return {};
  return kMixed;
}

class Analysis {
 public:
  Analysis(const ptx::Module& module, const ptx::Function& function)
      : module_(module), function_(function), registers_(function.registers.size()) {}

  /// Takes over what an instruction writes; true where something became known.
  bool step(const ptx::Instruction& instruction) {
    const std::string_view opcode = instruction.opcode();
    const bool from_memory = opcode == "ld" || opcode == "ldu" || opcode == "atom" || opcode == "ldmatrix";
    const bool chooses = opcode == "selp" || opcode == "slct" || opcode == "shfl";
    Origin value = kNoArray;
    bool first = true;
    for (std::size_t o = 1; o < instruction.operands.size() && !from_memory; ++o) {
      const Origin source = of(instruction.operands[o]);
      // What chooses: the last operand is the condition.
      if (chooses && o + 1 == instruction.operands.size()) break;
      value = first ? source : chooses ? either(value, source) : combined(value, source);
      first = false;
    }
    return write(instruction.operands.front(), value);
  }

  [[nodiscard]] const ptx::Variable* at(const ptx::Instruction& instruction) const {
    for (const Operand& operand : instruction.operands) {
      if (operand.kind != Operand::Kind::address) continue;
      const Origin origin = of(operand);
      return origin.kind == Origin::Kind::array ? origin.array : nullptr;
    }
    return nullptr;
  }

 private:
  [[nodiscard]] Origin of(const Operand& operand) const {
    using enum Operand::Kind;
    const auto declared = [](const ptx::Variable& named) {
      return named.space == Space::shared ? Origin{Origin::Kind::array, &named} : kNoArray;
    };
    const bool is_address = operand.kind == address;
    if (operand.kind == reg || (is_address && operand.base == Operand::Base::reg)) return registers_[operand.index];
    if (operand.kind == Operand::Kind::variable || (is_address && operand.base == Operand::Base::variable)) {
      return declared(module_.variables[operand.index]);
    }
    if (operand.kind == local_variable || (is_address && operand.base == Operand::Base::local_variable)) {
      return declared(function_.locals[operand.index]);
    }
    Origin origin = kNoArray;
    for (const Operand& element : operand.elements) origin = combined(origin, of(element));
    return origin;
  }

  bool write(const Operand& operand, const Origin& value) {
    bool changed = false;
    for (const Operand& element : operand.elements) changed |= write(element, value);
    if (operand.kind != Operand::Kind::reg) return changed;
    Origin& known = registers_[operand.index];
    const Origin now = either(known, value);
    changed |= !(now == known);
    known = now;
    return changed;
  }

  const ptx::Module& module_;
  const ptx::Function& function_;
  std::vector<Origin> registers_;
};

}  // namespace

std::vector<const ptx::Variable*> address_origins(const ptx::Module& module, const ptx::Function& function,
                                                  bool (*writes_first)(const ptx::Instruction&)) {
  Analysis analysis(module, function);
  // Each turn of a register is from open over one value to mixed, so this ends.
  for (bool changed = true; changed;) {
    changed = false;
    for (const ptx::Instruction& instruction : function.body) {
      if (!instruction.operands.empty() && writes_first(instruction)) changed |= analysis.step(instruction);
    }
  }
  std::vector<const ptx::Variable*> origins;
  origins.reserve(function.body.size());
  for (const ptx::Instruction& instruction : function.body) origins.push_back(analysis.at(instruction));
  return origins;
}

}  // namespace bankloom::simt
