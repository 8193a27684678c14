#include "core/ptx/instruction_expander.h"

#include <algorithm>
#include <utility>

#include "core/ptx/form_match.h"
#include "core/ptx/mbarrier.h"
#include "core/ptx/token_cursor.h"

namespace bankloom::ptx {
namespace {

Operand label(std::size_t index) {
  Operand operand;
  operand.kind = Operand::Kind::label;
  operand.index = static_cast<std::uint32_t>(index);
  return operand;
}

Operand memory_at(const Operand& reg) {
  return Operand{.kind = Operand::Kind::address, .base = Operand::Base::reg, .index = reg.index};
}

}  // namespace

Operand integer_operand(std::uint64_t value) {
  return Operand{.kind = Operand::Kind::immediate, .type = Type::s64, .bits = value};
}

Operand hidden_register(Function& function, std::string name, Type type) {
  Operand operand;
  operand.kind = Operand::Kind::reg;
  operand.index = static_cast<std::uint32_t>(function.registers.size());
  function.registers.push_back({std::move(name), type});
  return operand;
}

Result<void> InstructionExpander::append(std::string_view opcode, std::vector<std::string_view> words,
                                         std::vector<Operand> operands, const Guard& guard) {
  Instruction made{.operands = std::move(operands),
                   .guard = guard,
                   .ptx_line = whole_.ptx_line,
                   .source_line = whole_.source_line,
                   .text = whole_.text};
  std::erase(words, "");
  Result<std::vector<Candidate>> candidates = match_modifiers(opcode, words);
  if (!candidates) return fail_at(whole_.ptx_line, "{}", candidates.error().message);
  if (Result<void> matched = match_operands(*candidates, function_, made); !matched) {
    return fail_at(whole_.ptx_line, "{}", matched.error().message);
  }
  function_.body.push_back(std::move(made));
  return {};
}

Result<void> InstructionExpander::expand() {
  const std::string_view opcode = whole_.opcode();
  if (whole_.form->effect == Effect::mbarrier) return widen_count();
  if (whole_.form->effect != Effect::expanded) return {};
  if (opcode == "mov") return append_vector_move();
  if (whole_.has(".init")) return append_mbarrier_init();
  if (whole_.has(".test_wait") || whole_.has(".try_wait")) return append_mbarrier_test();
  if (whole_.has(".pending_count")) return append_pending_count();
  if (whole_.has(".mbarrier")) return append_copy_arrival();
  if (whole_.has(".bulk")) return append_bulk_copy();
  const Operand& to = whole_.operands[0];
  // It only makes hints.
  if (opcode == "createpolicy") return append("mov", {".b64"}, {to, integer_operand(0)});
  // In a cluster of one block, its shared memory has the usual addresses (0, and 0x400 more on an H200 too).
  if (function_.cluster_blocks > 1) {
    return fail_at(whole_.ptx_line, "clusters of several blocks are not emulated");
  }
  if (opcode == "mapa") return append("mov", {whole_.modifier(".type")}, {to, whole_.operands[1]});
  if (opcode == "getctarank") return append("mov", {".u32"}, {to, integer_operand(0)});
  return fail_at(whole_.ptx_line, "'{}' is not supported: it is expanded into nothing", whole_.text);
}

// mov.v2, mov.v4: all elements are read before one is written, and written in their order (as on an H200).
Result<void> InstructionExpander::append_vector_move() {
  const std::string_view type = whole_.modifier(".type");
  const std::vector<Operand>& to = whole_.operands[0].elements;
  std::vector<Operand> from = whole_.operands[1].elements;
  const auto is_read_later = [&](std::size_t written) {
    return to[written].kind == Operand::Kind::reg &&
           std::any_of(from.begin() + static_cast<std::ptrdiff_t>(written) + 1, from.end(), [&](const Operand& read) {
             return read.kind == Operand::Kind::reg && read.index == to[written].index;
           });
  };
  bool overlaps = false;
  for (std::size_t i = 0; i < to.size(); ++i) overlaps = overlaps || is_read_later(i);
  if (overlaps) {
    for (Operand& source : from) {
      const Operand copy = new_register(fmt::format("element of {}", whole_.text), type_from_name(type));
      TRY(append("mov", {type}, {copy, std::exchange(source, copy)}));
    }
  }
  for (std::size_t i = 0; i < to.size(); ++i) {
    if (to[i].kind == Operand::Kind::sink) continue;
    TRY(append("mov", {type}, {to[i], from[i]}));
  }
  return {};
}

// The last operand of an arrival as 64 bits, the width of its atomic operation on the mbarrier.
Result<void> InstructionExpander::widen_count() {
  Operand& count = whole_.operands.back();
  if (count.kind != Operand::Kind::reg || whole_.operands.size() < 2) return {};
  const bool has_count = whole_.operands.size() == 3 || whole_.operands[0].kind == Operand::Kind::address;
  if (!has_count) return {};
  const Operand wide = new_register("count for an mbarrier", Type::u64);
  return append("cvt", {".u64", ".u32"}, {wide, std::exchange(count, wide)});
}

Result<void> InstructionExpander::append_mbarrier_init() {
  const Operand& count = whole_.operands[1];
  Operand object = integer_operand(Mbarrier::of_count(count.bits));
  if (count.kind != Operand::Kind::immediate) {
    object = new_register("mbarrier object", Type::s64);
    TRY(append("cvt", {".u64", ".u32"}, {object, count}));
    TRY(append("neg", {".s64"}, {object, object}));
    TRY(append("and", {".b64"}, {object, object, integer_operand(Mbarrier::kCountMask)}));
    TRY(append("mul", {".lo", ".u64"}, {object, object, integer_operand(Mbarrier::kBothCounts)}));
  }
  return append("st", {whole_.modifier(".ss"), ".b64"}, {whole_.operands[0], object});
}

// The phase of a state or a parity is complete if the object is in another phase. (PTX ISA defines no more for states
// of older phases; an H200 compares this bit alone.)
Result<void> InstructionExpander::append_mbarrier_test() {
  const Operand object = new_register("mbarrier object", Type::b64);
  const Operand& asked = whole_.operands[2];
  TRY(append("ld", {".relaxed", ".cta", whole_.modifier(".ss"), ".b64"}, {object, whole_.operands[1]}));
  Operand state = asked;
  if (whole_.has(".parity") && asked.kind == Operand::Kind::immediate) {
    state = integer_operand(asked.bits << 63U);
  } else if (whole_.has(".parity")) {
    state = new_register("mbarrier state", Type::b64);
    TRY(append("cvt", {".u64", ".u32"}, {state, asked}));
    TRY(append("shl", {".b64"}, {state, state, integer_operand(63)}));
  }
  TRY(append("xor", {".b64"}, {object, object, state}));
  return append("setp", {".lt", ".s64"}, {whole_.operands[0], object, integer_operand(0)});
}

Result<void> InstructionExpander::append_pending_count() {
  const Operand pending = new_register("pending count", Type::s64);
  TRY(append("shr", {".u64"}, {pending, whole_.operands[1], integer_operand(Mbarrier::kPendingShift)}));
  TRY(append("neg", {".s64"}, {pending, pending}));
  TRY(append("cvt", {".u32", ".u64"}, {whole_.operands[0], pending}));
  return append("and", {".b32"}, {whole_.operands[0], whole_.operands[0], integer_operand(Mbarrier::kCountMask)});
}

// cp.async.mbarrier.arrive: the thread's copies complete when they are issued here, so it arrives at once. Without
// .noinc it first adds one to the pending count, which leaves the object unchanged.
Result<void> InstructionExpander::append_copy_arrival() {
  TRY(append("cp", {".async", ".wait_all"}, {}));
  if (!whole_.has(".noinc")) return {};
  return append("mbarrier", {".arrive", whole_.modifier(".ss"), ".b64"}, {Operand{}, whole_.operands[0]});
}

// A register with the address of a memory operand.
Result<void> InstructionExpander::append_address(const Operand& address, Operand& into) {
  Operand from = address;
  Type type = Type::u64;
  switch (address.base) {
    case Operand::Base::reg:
      from.kind = Operand::Kind::reg;
      type = type_bits(function_.registers[address.index].type) == 32 ? Type::u32 : Type::u64;
      break;
    case Operand::Base::variable:
      from.kind = Operand::Kind::variable;
      break;
    case Operand::Base::local_variable:
      from.kind = Operand::Kind::local_variable;
      break;
    default:
      return fail_at(whole_.ptx_line, "a bulk copy needs an address in a register or a variable");
  }
  into = new_register("address of a bulk copy", type);
  if (from.kind != Operand::Kind::reg) return append("mov", {type_name(type)}, {into, from}, {});
  const Operand offset = integer_operand(static_cast<std::uint64_t>(std::exchange(from.offset, 0)));
  return append("add", {type_name(type)}, {into, from, offset}, {});
}

// cp.async.bulk: its thread copies 16 bytes at a time and completes the mbarrier's transaction at once; a device leaves
// that to the copy engine.
Result<void> InstructionExpander::append_bulk_copy() {
  const std::vector<Operand>& operands = whole_.operands;
  const Operand& size = operands[2];
  constexpr std::uint64_t kUnit = 16;
  if (size.kind == Operand::Kind::immediate && size.bits % kUnit != 0) {
    return fail_at(whole_.ptx_line, "a bulk copy of {} bytes; their number is a multiple of 16", size.bits);
  }
  Operand to, from;
  const Operand left = new_register("bytes left of a bulk copy", Type::u32);
  TRY(append_address(operands[0], to));
  TRY(append_address(operands[1], from));
  std::vector<Instruction>& body = function_.body;
  const std::size_t around = body.size();
  if (whole_.guard.present) {
    Guard skips = whole_.guard;
    skips.negated = !skips.negated;
    TRY(append("bra", {}, {label(0)}, skips));
  }
  Operand unit;
  unit.kind = Operand::Kind::vector;
  for (int i = 0; i < 4; ++i) unit.elements.push_back(new_register("part of a bulk copy", Type::b32));
  const Operand done = new_register("end of a bulk copy", Type::pred);
  const Guard is_done{.present = true, .negated = false, .reg = done.index};
  const auto add = [&](const Operand& address) {
    const std::string_view type = type_name(function_.registers[address.index].type);
    return append("add", {type}, {address, address, integer_operand(kUnit)}, {});
  };
  TRY(append("mov", {".u32"}, {left, size}, {}));
  const std::size_t loop = body.size();
  TRY(append("setp", {".lt", ".u32"}, {done, left, integer_operand(kUnit)}, {}));
  TRY(append("bra", {}, {label(0)}, is_done));
  TRY(append("ld", {whole_.modifier(".src"), ".v4", ".b32"}, {unit, memory_at(from)}, {}));
  TRY(append("st", {whole_.modifier(".dst"), ".v4", ".b32"}, {memory_at(to), unit}, {}));
  TRY(add(to));
  TRY(add(from));
  TRY(append("sub", {".u32"}, {left, left, integer_operand(kUnit)}, {}));
  TRY(append("bra", {".uni"}, {label(loop)}, {}));
  body[loop + 1].operands[0] = label(body.size());
  if (whole_.has(".mbarrier::complete_tx::bytes")) {
    Operand bytes = size;
    if (size.kind == Operand::Kind::reg) {
      bytes = new_register("bytes of a bulk copy", Type::u64);
      TRY(append("cvt", {".u64", ".u32"}, {bytes, size}, {}));
    }
    TRY(append("mbarrier", {".complete_tx", ".shared::cta", ".b64"}, {operands[3], size}, {}));

    body.back().operands[1] = bytes;
  }
  if (whole_.guard.present) body[around].operands[0] = label(body.size());
  return {};
}

}  // namespace bankloom::ptx
