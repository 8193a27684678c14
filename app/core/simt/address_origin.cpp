#include "core/simt/address_origin.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace bankloom::simt {
namespace {

using ptx::Operand;

/// Depth of nested calls that are followed; the results of deeper ones count as read from memory.
constexpr std::size_t kMaxDepth = 100;

/// An origin, or a value of which nothing is known yet.
struct Origin {
  bool open = true;
  AddressOrigin made;
  friend bool operator==(const Origin&, const Origin&) = default;
};

constexpr Origin kNoAddress{false, {}};
constexpr Origin kLoaded{false, {false, true, nullptr, 0, 0}};
constexpr Origin kMixed{false, {true, false, nullptr, 0, 0}};

/// Whether no known address was used for it.
bool is_plain(const Origin& a) { return a == kNoAddress || a == kLoaded; }

/// Whether everything used for b was used for a, too.
bool contains(const AddressOrigin& a, const AddressOrigin& b) {
  const bool array = b.array == nullptr || a.array == b.array;
  return array && (b.inputs & ~a.inputs) == 0 && (b.repeated & ~a.repeated) == 0;
}

/// The origin of a register that gets one or the other value. An address and the same address plus an index belong to
/// one array; so do an address and zero. Two addresses with nothing in common give no origin.
Origin either(const Origin& a, const Origin& b) {
  if (a.open || a == kNoAddress) return b.open ? a : b;
  if (b.open || b == kNoAddress || a == b) return a;
  if (a.made.mixed || b.made.mixed || is_plain(a) || is_plain(b)) return kMixed;
  if (contains(a.made, b.made)) return a;
  if (contains(b.made, a.made)) return b;
  return kMixed;
}

/// The origin of a value computed from both: an address and an index give an address, two addresses of an array their
/// distance.
Origin combined(const Origin& a, const Origin& b) {
  if (is_plain(a)) return a == kLoaded && b == kNoAddress ? a : b;
  if (is_plain(b)) return a;
  if (a.open || b.open) return {};
  if (a.made.mixed || b.made.mixed || (a.made.array != nullptr && b.made.array != nullptr)) return kMixed;
  AddressOrigin made{.array = a.made.array != nullptr ? a.made.array : b.made.array,
                     .inputs = a.made.inputs | b.made.inputs,
                     .repeated = a.made.repeated | b.made.repeated | (a.made.inputs & b.made.inputs)};
  return {false, made};
}

/// The origin of a value that was multiplied, or subtracted from another: no longer an address. An index gives an
/// index; what an input is, the call says.
Origin as_index(const Origin& a) {
  if (a.open || is_plain(a) || a.made.mixed) return a;
  if (a.made.array != nullptr) return kMixed;
  AddressOrigin made = a.made;
  made.repeated |= made.inputs;
  return {false, made};
}

/// a - b. An address minus an index is an address; two addresses give a distance. A value read from memory may be
/// either.
Origin difference(const Origin& a, const Origin& b) {
  if (a.open || b.open) return {};
  if (b == kNoAddress) return a;
  if (b == kLoaded) {
    // p - *q: if the second one is an address, too, the result is a distance.
    return is_plain(a) ? kLoaded : as_index(a);
  }
  return combined(a, as_index(b));
}

std::uint64_t part_bytes(const ptx::Instruction& instruction) {
  return std::max(1u, ptx::type_bits(instruction.type()) / 8);
}

/// The origins of a called function, or nullptr.
using LookAt = std::function<const FunctionOrigins*(std::uint32_t)>;

/// Repeats the pass over the instructions of one function until nothing changes.
class Analysis {
 public:
  Analysis(const ptx::Module& module, const ptx::Function& function, LookAt look_at)
      : module_(module), function_(function), look_at_(std::move(look_at)), registers_(function.registers.size()) {
    for (std::uint32_t p = 0; p < function.param_registers.size(); ++p) {
      registers_[function.param_registers[p]] = input({p, 0});
    }
  }

  FunctionOrigins run() {
    // Each change of a value adds to its origin or makes it mixed, so the loop ends.
    for (bool changed = true; changed;) {
      changed = false;
      for (const ptx::Instruction& instruction : function_.body) {
        if (!instruction.operands.empty()) changed |= step(instruction);
      }
    }
    for (std::uint32_t i = 0; i < function_.body.size(); ++i) {
      const ptx::Instruction& instruction = function_.body[i];
      found_.accesses.push_back(at(instruction));
      if (instruction.form->effect == ptx::Effect::call) found_.arguments[i] = arguments(instruction);
    }
    for (std::uint32_t r = 0; r < function_.return_registers.size(); ++r) {
      found_.results[{r, 0}] = told(registers_[function_.return_registers[r]]);
    }
    for (const auto& [part, origin] : results_) found_.results[part] = told(origin);
    return std::move(found_);
  }

 private:
  /// A value that stayed unknown is one that no path computes.
  static AddressOrigin told(const Origin& origin) { return origin.open ? AddressOrigin{} : origin.made; }

  Origin input(const ValuePart& part) {
    std::vector<ValuePart>& inputs = found_.inputs;
    const auto known = std::ranges::find(inputs, part);
    const auto bit = static_cast<std::size_t>(known - inputs.begin());
    if (bit == kMaxInputs) return kMixed;
    if (known == inputs.end()) inputs.push_back(part);
    return {false, {false, false, nullptr, std::uint64_t{1} << bit, 0}};
  }

  /// Adds what an instruction writes; returns whether anything changed.
  bool step(const ptx::Instruction& instruction) {
    const ptx::Effect effect = instruction.form->effect;
    if (effect == ptx::Effect::call) return call(instruction);
    if (effect == ptx::Effect::store && instruction.operands.size() == 2) return store_part(instruction);
    if (!instruction.form->writes_first) return false;
    if (effect == ptx::Effect::load && instruction.operands.size() == 2) return load(instruction);
    return write(instruction.operands.front(), made(instruction.form->value, instruction.operands));
  }

  /// The origin of an instruction's result; the first operand is the destination.
  [[nodiscard]] Origin made(ptx::Value value, const std::vector<Operand>& operands) const {
    const auto all = [&](std::size_t end, const auto& join) {
      Origin made = end > 1 ? of(operands[1]) : kNoAddress;
      for (std::size_t o = 2; o < end; ++o) made = join(made, of(operands[o]));
      return made;
    };
    switch (value) {
      case ptx::Value::none:
      case ptx::Value::pass:
      case ptx::Value::add:
      case ptx::Value::other:
        return all(operands.size(), combined);
      case ptx::Value::choose:
        return all(operands.size() - 1, either);
      case ptx::Value::load:
        return kLoaded;
      case ptx::Value::subtract:
        return difference(of(operands[1]), of(operands[2]));
      case ptx::Value::negate:
        return as_index(of(operands[1]));
      case ptx::Value::scale:
      case ptx::Value::divide: {
        const Origin product = combined(as_index(of(operands[1])), as_index(of(operands[2])));
        return operands.size() < 4 ? product : combined(product, of(operands[3]));
      }
    }
    return kMixed;
  }

  /// Where an address in parameter space is: in this function's parameters, its results, or those of a call.
  [[nodiscard]] bool is_call_variable(const Operand& address) const {
    return address.base == Operand::Base::local_variable && function_.locals[address.index].space == Space::param;
  }

  bool load(const ptx::Instruction& instruction) {
    const Operand& target = instruction.operands[0];
    const Operand& address = instruction.operands[1];
    const bool own = address.base == Operand::Base::param && !function_.is_entry;
    if (address.kind != Operand::Kind::address || (!own && !is_call_variable(address))) {
      return write(target, address.base == Operand::Base::param ? kNoAddress : kLoaded);
    }
    const std::uint64_t bytes = part_bytes(instruction);
    const auto part = [&](std::size_t e) {
      return ValuePart{address.index, static_cast<std::uint64_t>(address.offset) + e * bytes};
    };
    const auto value = [&](std::size_t e) { return own ? input(part(e)) : calls_[part(e)]; };
    if (target.elements.empty()) return write(target, value(0));
    bool changed = false;
    for (std::size_t e = 0; e < target.elements.size(); ++e) changed |= write(target.elements[e], value(e));
    return changed;
  }

  bool store_part(const ptx::Instruction& instruction) {
    const Operand& address = instruction.operands[0];
    const Operand& source = instruction.operands[1];
    const bool result = address.base == Operand::Base::result;
    if (address.kind != Operand::Kind::address || (!result && !is_call_variable(address))) return false;
    std::map<ValuePart, Origin>& values = result ? results_ : calls_;
    const std::uint64_t bytes = part_bytes(instruction);
    const auto put = [&](std::size_t e, const Operand& element) {
      return merge(values[{address.index, static_cast<std::uint64_t>(address.offset) + e * bytes}], of(element));
    };
    if (source.elements.empty()) return put(0, source);
    bool changed = false;
    for (std::size_t e = 0; e < source.elements.size(); ++e) changed |= put(e, source.elements[e]);
    return changed;
  }

  /// Adds a call's results, described in terms of its arguments.
  bool call(const ptx::Instruction& instruction) {
    const std::vector<Operand>& results = instruction.operands[0].elements;
    const Operand& callee = instruction.operands[1];
    if (results.empty()) return false;
    const FunctionOrigins* const known = callee.kind == Operand::Kind::function ? look_at_(callee.index) : nullptr;
    bool changed = false;
    for (std::uint32_t r = 0; r < results.size(); ++r) {
      const auto put = [&](std::uint64_t offset, const Origin& value) {
        if (results[r].kind == Operand::Kind::local_variable) {
          changed |= merge(calls_[{results[r].index, offset}], value);
        } else {
          changed |= write(results[r], value);
        }
      };
      if (known == nullptr || known->results.empty()) {
        put(0, kLoaded);
        continue;
      }
      for (const auto& [part, made] : known->results) {
        if (part.index == r) put(part.offset, given(instruction, *known, made));
      }
    }
    return changed;
  }

  /// A function's origin in terms of its inputs, with a call's arguments inserted.
  Origin given(const ptx::Instruction& call, const FunctionOrigins& callee, const AddressOrigin& made) {
    if (made.mixed) return kMixed;
    Origin value{false, {false, made.loaded, made.array, 0, 0}};
    for (std::size_t i = 0; i < callee.inputs.size(); ++i) {
      if (((made.inputs >> i) & 1) == 0) continue;
      const Origin argument = this->argument(call.operands[2].elements, callee.inputs[i]);
      value = combined(value, argument);
      if (((made.repeated >> i) & 1) != 0) value = combined(value, argument);
    }
    return value;
  }

  [[nodiscard]] Origin argument(const std::vector<Operand>& list, const ValuePart& part) {
    if (part.index >= list.size()) return kMixed;
    const Operand& operand = list[part.index];
    if (operand.kind == Operand::Kind::local_variable) {
      const auto known = calls_.find({operand.index, part.offset});
      return known == calls_.end() ? Origin{} : known->second;
    }
    if (operand.kind == Operand::Kind::param && !function_.is_entry) return input({operand.index, part.offset});
    return of(operand);
  }

  /// The origins of each part of a call's arguments.
  [[nodiscard]] std::map<ValuePart, AddressOrigin> arguments(const ptx::Instruction& call) {
    std::map<ValuePart, AddressOrigin> parts;
    const std::vector<Operand>& list = call.operands[2].elements;
    for (std::uint32_t a = 0; a < list.size(); ++a) {
      if (list[a].kind != Operand::Kind::local_variable) {
        parts[{a, 0}] = told(argument(list, {a, 0}));
        continue;
      }
      for (auto at = calls_.lower_bound({list[a].index, 0}); at != calls_.end() && at->first.index == list[a].index;
           ++at) {
        parts[{a, at->first.offset}] = told(at->second);
      }
    }
    return parts;
  }

  [[nodiscard]] AddressOrigin at(const ptx::Instruction& instruction) const {
    for (const Operand& operand : instruction.operands) {
      if (operand.kind == Operand::Kind::address) return told(of(operand));
    }
    return {};
  }

  [[nodiscard]] Origin of(const Operand& operand) const {
    using enum Operand::Kind;
    const auto declared = [](const ptx::Variable& named) {
      return named.space == Space::shared ? Origin{false, {false, false, &named, 0, 0}} : kNoAddress;
    };
    const bool is_address = operand.kind == address;
    if (operand.kind == reg || (is_address && operand.base == Operand::Base::reg)) return registers_[operand.index];
    if (operand.kind == Operand::Kind::variable || (is_address && operand.base == Operand::Base::variable)) {
      return declared(module_.variables[operand.index]);
    }
    if (operand.kind == local_variable || (is_address && operand.base == Operand::Base::local_variable)) {
      return declared(function_.locals[operand.index]);
    }
    Origin origin = kNoAddress;
    for (const Operand& element : operand.elements) origin = combined(origin, of(element));
    return origin;
  }

  static bool merge(Origin& known, const Origin& value) {
    const Origin now = either(known, value);
    const bool changed = !(now == known);
    known = now;
    return changed;
  }

  bool write(const Operand& operand, const Origin& value) {
    bool changed = false;
    for (const Operand& element : operand.elements) changed |= write(element, value);
    return operand.kind == Operand::Kind::reg ? merge(registers_[operand.index], value) || changed : changed;
  }

  const ptx::Module& module_;
  const ptx::Function& function_;
  LookAt look_at_;
  std::vector<Origin> registers_;
  std::map<ValuePart, Origin> calls_;    ///< call-scope .param variables: (local, byte offset)
  std::map<ValuePart, Origin> results_;  ///< of this function
  FunctionOrigins found_;
};

}  // namespace

AddressOrigins::AddressOrigins(const ptx::Module& module)
    : module_(module), known_(module.functions.size()), begun_(module.functions.size(), false) {}

const FunctionOrigins* AddressOrigins::look_at(std::uint32_t function) {
  if (known_[function] == nullptr) {
    if (begun_[function] || depth_ == kMaxDepth) return nullptr;
    begun_[function] = true;
    ++depth_;
    Analysis analysis(module_, module_.functions[function], [this](std::uint32_t callee) { return look_at(callee); });
    known_[function] = std::make_unique<FunctionOrigins>(analysis.run());
    --depth_;
  }
  return known_[function].get();
}

const FunctionOrigins& AddressOrigins::of(std::uint32_t function) { return *look_at(function); }

}  // namespace bankloom::simt
