// The contract of pure lane operations: instructions that read registers of a lane and write registers of the same
// lane, and nothing else (no memory, no control flow, no other lane).
//
// A warp's registers are structures of arrays: register r of the 32 lanes is contiguous, lane 0 first, each lane as
// wide as the register (1, 2, 4, 8 or 16 bytes), aligned to 64 bytes. A predicate register is one LaneMask. One handler
// executes an instruction for all 32 lanes at once; lanes outside `exec` must keep their destination registers.
// Handlers may compute inactive lanes if no effect of it is visible.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/base/lane_mask.h"
#include "core/base/result.h"
#include "core/ptx/module.h"

namespace bankloom::simt {

inline constexpr std::size_t kMaxOperands = 7;  // lop3.and.b32 d|p, a, b, c, immLut, q

/// The place of an operand's 32 lanes: byte `offset` in one of the register files of LaneContext.
struct OperandRef {
  std::uint32_t offset = 0;
  std::uint32_t file = 0;
};

/// What a lane operation sees of its warp.
struct LaneContext {
  /// The register files: 0 the warp's own registers; 1 constants of the program (immediates, addresses), the same for
  /// all warps; 2 constants of the block (%ctaid ...); 3 constants of the warp within its block (%tid ...).
  std::array<std::byte*, 4> files{};
  LaneMask carry = 0;             ///< CC.CF per lane (PTX ISA, "Extended-Precision Integer Arithmetic")
  LaneMask division_by_zero = 0;  ///< lanes (within exec) that divided an integer by zero in this instruction
};

struct LaneInstruction;

/// Executes one instruction for the lanes in `exec` (not empty).
using LaneHandler = void (*)(LaneContext& context, const LaneInstruction& instruction, LaneMask exec);

struct LaneInstruction {
  LaneHandler run = nullptr;
  std::array<OperandRef, kMaxOperands> operands{};  ///< flattened, in the order written (see OperandLayout)
  /// Bytes per lane of each operand's register, where the instruction allows registers wider than its type (cvt); 0 for
  /// a predicate.
  std::array<std::uint8_t, kMaxOperands> lane_bytes{};
  std::array<bool, kMaxOperands> negated{};  ///< `!p` on a predicate source
  std::uint32_t immediate = 0;               ///< free for the binder (lop3's table, selector bits, ...)
};

/// The lanes of an operand. T is the lane's type; predicates use predicate().
template <class T>
[[nodiscard]] inline T* lanes(const LaneContext& context, const OperandRef& ref) {
  return reinterpret_cast<T*>(context.files[ref.file] + ref.offset);
}
[[nodiscard]] inline LaneMask& predicate(const LaneContext& context, const OperandRef& ref) {
  return *reinterpret_cast<LaneMask*>(context.files[ref.file] + ref.offset);
}

/// What the binder knows of each flattened operand. Flattening: operands in the order written; a `d|p` pair becomes two
/// operands. Vectors do not occur in lane operations.
struct OperandInfo {
  enum class Kind : std::uint8_t { reg, predicate, immediate, sink } kind = Kind::reg;
  ptx::Type type = ptx::Type::none;  ///< declared type of the register, or of the literal
  std::uint8_t lane_bytes = 4;       ///< bytes per lane of the register; 0 for predicates
  bool negated = false;
  ptx::Selector selector = ptx::Selector::none;  ///< a.b2, a.h1
  std::uint64_t bits = 0;                        ///< value of an immediate
};

/// A bound instruction: its handler, and for each operand the lane width in bytes that the handler reads or writes (0:
/// a predicate's LaneMask). The decoder stores immediates at that width (an integer literal truncated to it; a float
/// literal converted to f16/bf16/f32/f64 according to `literal`), gives sinks a scratch place of that width, and
/// refuses a register of another width with a named error unless `any_width` says that the handler uses
/// LaneInstruction::lane_bytes.
struct BoundOp {
  LaneHandler run = nullptr;
  std::array<std::uint8_t, kMaxOperands> lane_bytes{};
  std::array<ptx::Type, kMaxOperands> literal{};  ///< type of a literal in this place; none: plain bits
  std::array<bool, kMaxOperands> any_width{};
  std::uint32_t immediate = 0;
};

/// Chooses the handler of an instruction that the parser has matched with its table row. The error says what is not
/// supported ("add.rn.f128 is not supported"); it is never discarded.
using LaneBinder = Result<BoundOp> (*)(const ptx::Instruction& instruction, std::span<const OperandInfo> operands);

/// The binder of an opcode.
struct LaneOpEntry {
  std::string_view opcode;
  LaneBinder bind;
};

}  // namespace bankloom::simt
