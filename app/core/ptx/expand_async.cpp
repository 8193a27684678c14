// Instructions that become several: queries of an mbarrier, bulk copies, addresses in a cluster of one block.
#include <utility>

#include "core/ptx/mbarrier.h"
#include "core/ptx/module_parser.h"

namespace bankloom::ptx {
namespace {

Operand label(std::size_t index) {
  Operand operand;
  operand.kind = Operand::Kind::label;
  operand.index = static_cast<std::uint32_t>(index);
  return operand;
}

Operand memory_at(const Operand& reg) {
  Operand operand;
  operand.kind = Operand::Kind::address;
  operand.base = Operand::Base::reg;
  operand.index = reg.index;
  return operand;
}

}  // namespace

// Appends the replacement of an instruction. `is_whole`: nothing of the instruction itself remains to be appended.
Result<void> ModuleParser::expand(Instruction& instruction, bool& is_whole) {
  const std::string_view opcode = instruction.opcode();
  is_whole = instruction.form->effect == Effect::expanded;
  if (instruction.form->effect == Effect::mbarrier) return widen_count(instruction);
  if (!is_whole) return {};
  if (opcode == "mov") return append_vector_move(instruction);
  if (instruction.has(".init")) return append_mbarrier_init(instruction);
  if (instruction.has(".test_wait") || instruction.has(".try_wait")) return append_mbarrier_test(instruction);
  if (instruction.has(".pending_count")) return append_pending_count(instruction);
  if (instruction.has(".mbarrier")) return append_copy_arrival(instruction);
  if (instruction.has(".bulk")) return append_bulk_copy(instruction);
  const Operand& to = instruction.operands[0];
  // It only makes hints.
  if (opcode == "createpolicy") return append_made(instruction, "mov", {".b64"}, {to, integer_operand(0)});
  // In a cluster of one block, its shared memory has the usual addresses (0, and 0x400 more on an H200 too).
  if (function_->cluster_blocks > 1) {
    return fail_at(instruction.ptx_line, "clusters of several blocks are not emulated");
  }
  if (opcode == "mapa")
    return append_made(instruction, "mov", {instruction.modifier(".type")}, {to, instruction.operands[1]});
  if (opcode == "getctarank") return append_made(instruction, "mov", {".u32"}, {to, integer_operand(0)});
  return fail_at(instruction.ptx_line, "'{}' is not supported: it is expanded into nothing", instruction.text);
}

// The last operand of an arrival as 64 bits, the width of its atomic operation on the mbarrier.
Result<void> ModuleParser::widen_count(Instruction& arrival) {
  Operand& count = arrival.operands.back();
  if (count.kind != Operand::Kind::reg || arrival.operands.size() < 2) return {};
  const bool has_count = arrival.operands.size() == 3 || arrival.operands[0].kind == Operand::Kind::address;
  if (!has_count) return {};
  const Operand wide = hidden_register("count for an mbarrier", Type::u64);
  return append_made(arrival, "cvt", {".u64", ".u32"}, {wide, std::exchange(count, wide)});
}

Result<void> ModuleParser::append_mbarrier_init(const Instruction& init) {
  const Operand& count = init.operands[1];
  Operand object = integer_operand(Mbarrier::of_count(count.bits));
  if (count.kind != Operand::Kind::immediate) {
    object = hidden_register("mbarrier object", Type::s64);
    TRY(append_made(init, "cvt", {".u64", ".u32"}, {object, count}));
    TRY(append_made(init, "neg", {".s64"}, {object, object}));
    TRY(append_made(init, "and", {".b64"}, {object, object, integer_operand(Mbarrier::kCountMask)}));
    TRY(append_made(init, "mul", {".lo", ".u64"}, {object, object, integer_operand(Mbarrier::kBothCounts)}));
  }
  const std::string_view space = init.modifier(".ss");
  if (space.empty()) return append_made(init, "st", {".b64"}, {init.operands[0], object});
  return append_made(init, "st", {space, ".b64"}, {init.operands[0], object});
}

// The phase of a state or a parity is complete if the object is in another phase. (PTX ISA defines no more for states
// of older phases; an H200 compares this bit alone.)
Result<void> ModuleParser::append_mbarrier_test(const Instruction& test) {
  const Operand object = hidden_register("mbarrier object", Type::b64);
  const Operand& asked = test.operands[2];
  const std::string_view space = test.modifier(".ss");
  TRY(space.empty() ? append_made(test, "ld", {".relaxed", ".cta", ".b64"}, {object, test.operands[1]})
                    : append_made(test, "ld", {".relaxed", ".cta", space, ".b64"}, {object, test.operands[1]}));
  Operand state = asked;
  if (test.has(".parity") && asked.kind == Operand::Kind::immediate) {
    state = integer_operand(asked.bits << 63U);
  } else if (test.has(".parity")) {
    state = hidden_register("mbarrier state", Type::b64);
    TRY(append_made(test, "cvt", {".u64", ".u32"}, {state, asked}));
    TRY(append_made(test, "shl", {".b64"}, {state, state, integer_operand(63)}));
  }
  TRY(append_made(test, "xor", {".b64"}, {object, object, state}));
  return append_made(test, "setp", {".lt", ".s64"}, {test.operands[0], object, integer_operand(0)});
}

Result<void> ModuleParser::append_pending_count(const Instruction& count) {
  const Operand pending = hidden_register("pending count", Type::s64);
  TRY(append_made(count, "shr", {".u64"}, {pending, count.operands[1], integer_operand(Mbarrier::kPendingShift)}));
  TRY(append_made(count, "neg", {".s64"}, {pending, pending}));
  TRY(append_made(count, "cvt", {".u32", ".u64"}, {count.operands[0], pending}));
  return append_made(count, "and", {".b32"},
                     {count.operands[0], count.operands[0], integer_operand(Mbarrier::kCountMask)});
}

// cp.async.mbarrier.arrive: the thread's copies complete when they are issued here, so it arrives at once. Without
// .noinc it first adds one to the pending count, which leaves the object unchanged.
Result<void> ModuleParser::append_copy_arrival(const Instruction& arrival) {
  TRY(append_made(arrival, "cp", {".async", ".wait_all"}, {}));
  if (!arrival.has(".noinc")) return {};
  const std::string_view space = arrival.modifier(".ss");
  if (space.empty()) return append_made(arrival, "mbarrier", {".arrive", ".b64"}, {Operand{}, arrival.operands[0]});
  return append_made(arrival, "mbarrier", {".arrive", space, ".b64"}, {Operand{}, arrival.operands[0]});
}

// A register with the address of a memory operand.
Result<void> ModuleParser::append_address(const Instruction& whole, const Operand& address, Operand& into) {
  Operand from = address;
  Type type = Type::u64;
  switch (address.base) {
    case Operand::Base::reg:
      from.kind = Operand::Kind::reg;
      type = type_bits(function_->registers[address.index].type) == 32 ? Type::u32 : Type::u64;
      break;
    case Operand::Base::variable:
      from.kind = Operand::Kind::variable;
      break;
    case Operand::Base::local_variable:
      from.kind = Operand::Kind::local_variable;
      break;
    default:
      return fail_at(whole.ptx_line, "a bulk copy needs an address in a register or a variable");
  }
  into = hidden_register("address of a bulk copy", type);
  if (from.kind != Operand::Kind::reg) return append_made(whole, "mov", {type_name(type)}, {into, from}, {});
  const Operand offset = integer_operand(static_cast<std::uint64_t>(std::exchange(from.offset, 0)));
  return append_made(whole, "add", {type_name(type)}, {into, from, offset}, {});
}

// cp.async.bulk: its thread copies 16 bytes at a time and completes the mbarrier's transaction at once; a device leaves
// that to the copy engine.
Result<void> ModuleParser::append_bulk_copy(const Instruction& copy) {
  const std::vector<Operand>& operands = copy.operands;
  const Operand& size = operands[2];
  constexpr std::uint64_t kUnit = 16;
  if (size.kind == Operand::Kind::immediate && size.bits % kUnit != 0) {
    return fail_at(copy.ptx_line, "a bulk copy of {} bytes; their number is a multiple of 16", size.bits);
  }
  Operand to, from;
  const Operand left = hidden_register("bytes left of a bulk copy", Type::u32);
  TRY(append_address(copy, operands[0], to));
  TRY(append_address(copy, operands[1], from));
  std::vector<Instruction>& body = function_->body;
  const std::size_t around = body.size();
  if (copy.guard.present) {
    Guard skips = copy.guard;
    skips.negated = !skips.negated;
    TRY(append_made(copy, "bra", {}, {label(0)}, skips));
  }
  Operand unit;
  unit.kind = Operand::Kind::vector;
  for (int i = 0; i < 4; ++i) unit.elements.push_back(hidden_register("part of a bulk copy", Type::b32));
  const Operand done = hidden_register("end of a bulk copy", Type::pred);
  const Guard is_done{.present = true, .negated = false, .reg = done.index};
  const auto add = [&](const Operand& address) {
    const std::string_view type = type_name(function_->registers[address.index].type);
    return append_made(copy, "add", {type}, {address, address, integer_operand(kUnit)}, {});
  };
  TRY(append_made(copy, "mov", {".u32"}, {left, size}, {}));
  const std::size_t loop = body.size();
  TRY(append_made(copy, "setp", {".lt", ".u32"}, {done, left, integer_operand(kUnit)}, {}));
  TRY(append_made(copy, "bra", {}, {label(0)}, is_done));
  TRY(append_made(copy, "ld", {copy.modifier(".src"), ".v4", ".b32"}, {unit, memory_at(from)}, {}));
  TRY(append_made(copy, "st", {copy.modifier(".dst"), ".v4", ".b32"}, {memory_at(to), unit}, {}));
  TRY(add(to));
  TRY(add(from));
  TRY(append_made(copy, "sub", {".u32"}, {left, left, integer_operand(kUnit)}, {}));
  TRY(append_made(copy, "bra", {".uni"}, {label(loop)}, {}));
  body[loop + 1].operands[0] = label(body.size());
  if (copy.has(".mbarrier::complete_tx::bytes")) {
    Operand bytes = size;
    if (size.kind == Operand::Kind::reg) {
      bytes = hidden_register("bytes of a bulk copy", Type::u64);
      TRY(append_made(copy, "cvt", {".u64", ".u32"}, {bytes, size}, {}));
    }
    TRY(append_made(copy, "mbarrier", {".complete_tx", ".shared::cta", ".b64"}, {operands[3], size}, {}));

    body.back().operands[1] = bytes;
  }
  if (copy.guard.present) body[around].operands[0] = label(body.size());
  return {};
}

}  // namespace bankloom::ptx
