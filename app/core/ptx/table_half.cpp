// Floating point in half precision: f16, bf16 and their pairs.
#include <array>

#include "core/ptx/instruction_table.h"

namespace bankloom::ptx {
namespace {

constexpr auto kHalfRows = std::to_array<InstructionForm>({
    {"add", "add{.rnd}{.ftz}{.sat}.type d, a, b; .rnd = .rn; .type = .f16 .f16x2",
     "Half Precision Floating-Point Instructions: add"},
    {"add", "add{.rnd}.type d, a, b; .rnd = .rn; .type = .bf16 .bf16x2",
     "Half Precision Floating-Point Instructions: add"},
    {"sub", "sub{.rnd}{.ftz}{.sat}.type d, a, b; .rnd = .rn; .type = .f16 .f16x2",
     "Half Precision Floating-Point Instructions: sub"},
    {"sub", "sub{.rnd}.type d, a, b; .rnd = .rn; .type = .bf16 .bf16x2",
     "Half Precision Floating-Point Instructions: sub"},
    {"mul", "mul{.rnd}{.ftz}{.sat}.type d, a, b; .rnd = .rn; .type = .f16 .f16x2",
     "Half Precision Floating-Point Instructions: mul"},
    {"mul", "mul{.rnd}.type d, a, b; .rnd = .rn; .type = .bf16 .bf16x2",
     "Half Precision Floating-Point Instructions: mul"},
    {"fma", "fma.rnd{.ftz}{.sat}.type d, a, b, c; .rnd = .rn; .type = .f16 .f16x2",
     "Half Precision Floating-Point Instructions: fma"},
    {"fma", "fma.rnd{.ftz}.relu.type d, a, b, c; .rnd = .rn; .type = .f16 .f16x2",
     "Half Precision Floating-Point Instructions: fma"},
    {"fma", "fma.rnd{.relu}.type d, a, b, c; .rnd = .rn; .type = .bf16 .bf16x2",
     "Half Precision Floating-Point Instructions: fma"},
    {"neg", "neg{.ftz}.type d, a; .type = .f16 .f16x2", "Half Precision Floating-Point Instructions: neg"},
    {"neg", "neg.type d, a; .type = .bf16 .bf16x2", "Half Precision Floating-Point Instructions: neg"},
    {"abs", "abs{.ftz}.type d, a; .type = .f16 .f16x2", "Half Precision Floating-Point Instructions: abs"},
    {"abs", "abs.type d, a; .type = .bf16 .bf16x2", "Half Precision Floating-Point Instructions: abs"},
    {"min", "min{.ftz}{.NaN}{.xorsign.abs}.type d, a, b; .type = .f16 .f16x2",
     "Half Precision Floating-Point Instructions: min"},
    {"min", "min{.NaN}{.xorsign.abs}.type d, a, b; .type = .bf16 .bf16x2",
     "Half Precision Floating-Point Instructions: min"},
    {"max", "max{.ftz}{.NaN}{.xorsign.abs}.type d, a, b; .type = .f16 .f16x2",
     "Half Precision Floating-Point Instructions: max"},
    {"max", "max{.NaN}{.xorsign.abs}.type d, a, b; .type = .bf16 .bf16x2",
     "Half Precision Floating-Point Instructions: max"},
    {"tanh", "tanh.approx.type d, a; .type = .f16 .f16x2 .bf16 .bf16x2",
     "Half Precision Floating-Point Instructions: tanh"},
    {"ex2", "ex2.approx.type d, a; .type = .f16 .f16x2", "Half Precision Floating-Point Instructions: ex2"},
    {"ex2", "ex2.approx.ftz.type d, a; .type = .bf16 .bf16x2", "Half Precision Floating-Point Instructions: ex2"},
});

}  // namespace

Family half_table() { return kHalfRows; }

}  // namespace bankloom::ptx
