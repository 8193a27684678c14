// Logic and shift.
#include <array>

#include "core/ptx/instruction_table.h"

namespace bankloom::ptx {
namespace {

constexpr auto kLogicRows = std::to_array<InstructionForm>({
    {"and.type d, a, b; .type = .pred .b16 .b32 .b64", "Logic and Shift Instructions: and", Effect::lane, Value::other},
    {"or.type d, a, b; .type = .pred .b16 .b32 .b64", "Logic and Shift Instructions: or", Effect::lane, Value::other},
    {"xor.type d, a, b; .type = .pred .b16 .b32 .b64", "Logic and Shift Instructions: xor", Effect::lane, Value::add},
    {"not.type d, a; .type = .pred .b16 .b32 .b64", "Logic and Shift Instructions: not", Effect::lane, Value::negate},
    {"cnot.type d, a; .type = .b16 .b32 .b64", "Logic and Shift Instructions: cnot", Effect::lane, Value::other},
    {"lop3.type d, a, b, c, immLut:imm; .type = .b32", "Logic and Shift Instructions: lop3", Effect::lane,
     Value::other},
    {"lop3.BoolOp.type d|p:.pred, a, b, c, immLut:imm, {!}q:.pred; .BoolOp = .or .and; .type = .b32",
     "Logic and Shift Instructions: lop3", Effect::lane, Value::other},
    {"shf.l.mode.type d, a, b, c:.u32; .mode = .clamp .wrap; .type = .b32", "Logic and Shift Instructions: shf",
     Effect::lane, Value::other},
    {"shf.r.mode.type d, a, b, c:.u32; .mode = .clamp .wrap; .type = .b32", "Logic and Shift Instructions: shf",
     Effect::lane, Value::other},
    {"shl.type d, a, b:.u32; .type = .b16 .b32 .b64", "Logic and Shift Instructions: shl", Effect::lane, Value::scale},
    {"shr.type d, a, b:.u32; .type = .b16 .b32 .b64 .u16 .u32 .u64 .s16 .s32 .s64", "Logic and Shift Instructions: shr",
     Effect::lane, Value::divide},
});

}  // namespace

Family logic_table() { return kLogicRows; }

}  // namespace bankloom::ptx
