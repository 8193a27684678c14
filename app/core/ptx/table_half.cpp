// Floating point in half precision: f16, bf16 and their pairs.
#include <array>

#include "core/ptx/instruction_table.h"

namespace bankloom::ptx {
namespace {

constexpr auto kHalfRows = std::to_array<InstructionForm>({
    {"add{.rnd}{.ftz}{.sat}.type d, a, b; .rnd = .rn; .type = .f16 .f16x2",
     "Half Precision Floating-Point Instructions: add", Effect::lane, Value::add},
    {"add{.rnd}.type d, a, b; .rnd = .rn; .type = .bf16 .bf16x2", "Half Precision Floating-Point Instructions: add",
     Effect::lane, Value::add},
    {"sub{.rnd}{.ftz}{.sat}.type d, a, b; .rnd = .rn; .type = .f16 .f16x2",
     "Half Precision Floating-Point Instructions: sub", Effect::lane, Value::subtract},
    {"sub{.rnd}.type d, a, b; .rnd = .rn; .type = .bf16 .bf16x2", "Half Precision Floating-Point Instructions: sub",
     Effect::lane, Value::subtract},
    {"mul{.rnd}{.ftz}{.sat}.type d, a, b; .rnd = .rn; .type = .f16 .f16x2",
     "Half Precision Floating-Point Instructions: mul", Effect::lane, Value::scale},
    {"mul{.rnd}.type d, a, b; .rnd = .rn; .type = .bf16 .bf16x2", "Half Precision Floating-Point Instructions: mul",
     Effect::lane, Value::scale},
    {"fma.rnd{.ftz}{.sat}.type d, a, b, c; .rnd = .rn; .type = .f16 .f16x2",
     "Half Precision Floating-Point Instructions: fma", Effect::lane, Value::scale},
    {"fma.rnd{.ftz}.relu.type d, a, b, c; .rnd = .rn; .type = .f16 .f16x2",
     "Half Precision Floating-Point Instructions: fma", Effect::lane, Value::scale},
    {"fma.rnd{.relu}.type d, a, b, c; .rnd = .rn; .type = .bf16 .bf16x2",
     "Half Precision Floating-Point Instructions: fma", Effect::lane, Value::scale},
    {"neg{.ftz}.type d, a; .type = .f16 .f16x2", "Half Precision Floating-Point Instructions: neg", Effect::lane,
     Value::negate},
    {"neg.type d, a; .type = .bf16 .bf16x2", "Half Precision Floating-Point Instructions: neg", Effect::lane,
     Value::negate},
    {"abs{.ftz}.type d, a; .type = .f16 .f16x2", "Half Precision Floating-Point Instructions: abs", Effect::lane,
     Value::other},
    {"abs.type d, a; .type = .bf16 .bf16x2", "Half Precision Floating-Point Instructions: abs", Effect::lane,
     Value::other},
    {"min{.ftz}{.NaN}{.xorsign.abs}.type d, a, b; .type = .f16 .f16x2",
     "Half Precision Floating-Point Instructions: min", Effect::lane, Value::other},
    {"min{.NaN}{.xorsign.abs}.type d, a, b; .type = .bf16 .bf16x2", "Half Precision Floating-Point Instructions: min",
     Effect::lane, Value::other},
    {"max{.ftz}{.NaN}{.xorsign.abs}.type d, a, b; .type = .f16 .f16x2",
     "Half Precision Floating-Point Instructions: max", Effect::lane, Value::other},
    {"max{.NaN}{.xorsign.abs}.type d, a, b; .type = .bf16 .bf16x2", "Half Precision Floating-Point Instructions: max",
     Effect::lane, Value::other},
    {"tanh.approx.type d, a; .type = .f16 .f16x2 .bf16 .bf16x2", "Half Precision Floating-Point Instructions: tanh",
     Effect::lane, Value::other},
    {"ex2.approx.type d, a; .type = .f16 .f16x2", "Half Precision Floating-Point Instructions: ex2", Effect::lane,
     Value::other},
    {"ex2.approx.ftz.type d, a; .type = .bf16 .bf16x2", "Half Precision Floating-Point Instructions: ex2", Effect::lane,
     Value::other},
});

}  // namespace

Family half_table() { return kHalfRows; }

}  // namespace bankloom::ptx
