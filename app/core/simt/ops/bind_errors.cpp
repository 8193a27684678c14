#include <algorithm>
#include <string>

#include "core/simt/ops/bind_errors.h"

namespace bankloom::simt {

namespace {

/// Opcode and modifiers: "add.rn.f128".
std::string name_of(const ptx::Instruction& instruction) {
  std::string name(instruction.opcode());
  for (const ptx::Modifier& modifier : instruction.modifiers) name += modifier.word;
  return name;
}

}  // namespace

ptx::Type nth_type(const ptx::Instruction& instruction, std::size_t n) {
  for (const ptx::Modifier& modifier : instruction.modifiers) {
    const ptx::Type type = ptx::type_from_name(modifier.word);
    if (type == ptx::Type::none) continue;
    if (n == 0) return type;
    --n;
  }
  return ptx::Type::none;
}

ptx::Type bits_as_unsigned(ptx::Type type) {
  if (type == ptx::Type::b16) return ptx::Type::u16;
  if (type == ptx::Type::b32) return ptx::Type::u32;
  return type == ptx::Type::b64 ? ptx::Type::u64 : type;
}

std::uint8_t lane_bytes_of(ptx::Type type) { return static_cast<std::uint8_t>(ptx::type_bits(type) / 8); }

Result<BoundOp> bound(LaneHandler run, std::initializer_list<std::uint8_t> lane_bytes, std::uint32_t immediate) {
  BoundOp op;
  op.run = run;
  std::copy_n(lane_bytes.begin(), std::min(lane_bytes.size(), op.lane_bytes.size()), op.lane_bytes.begin());
  op.immediate = immediate;
  return op;
}

Result<BoundOp> bound_or_not_supported(const ptx::Instruction& instruction, LaneHandler run,
                                       std::initializer_list<std::uint8_t> lane_bytes, std::uint32_t immediate) {
  if (run == nullptr) return not_supported(instruction);
  return bound(run, lane_bytes, immediate);
}

Result<BoundOp> not_supported(const ptx::Instruction& instruction) {
  return fail("{} is not supported", name_of(instruction));
}

Result<BoundOp> bind_failure(const ptx::Instruction& instruction, std::string_view reason) {
  return fail("{}: {}", name_of(instruction), reason);
}

}  // namespace bankloom::simt
