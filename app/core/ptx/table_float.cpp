// Floating point, single and double precision.
#include <array>

#include "core/ptx/instruction_table.h"

namespace bankloom::ptx {
namespace {

constexpr auto kFloatRows = std::to_array<InstructionForm>({
    {"testp",
     "testp.op.type p:.pred, a; .op = .finite .infinite .number .notanumber .normal .subnormal; .type = .f32 .f64",
     "Floating-Point Instructions: testp"},
    {"copysign", "copysign.type d, a, b; .type = .f32 .f64", "Floating-Point Instructions: copysign"},
    {"add", "add{.rnd}{.ftz}{.sat}.type d, a, b; .rnd = .rn .rz .rm .rp; .type = .f32",
     "Floating-Point Instructions: add"},
    {"add", "add{.rnd}.type d, a, b; .rnd = .rn .rz .rm .rp; .type = .f64", "Floating-Point Instructions: add"},
    {"sub", "sub{.rnd}{.ftz}{.sat}.type d, a, b; .rnd = .rn .rz .rm .rp; .type = .f32",
     "Floating-Point Instructions: sub"},
    {"sub", "sub{.rnd}.type d, a, b; .rnd = .rn .rz .rm .rp; .type = .f64", "Floating-Point Instructions: sub"},
    {"mul", "mul{.rnd}{.ftz}{.sat}.type d, a, b; .rnd = .rn .rz .rm .rp; .type = .f32",
     "Floating-Point Instructions: mul"},
    {"mul", "mul{.rnd}.type d, a, b; .rnd = .rn .rz .rm .rp; .type = .f64", "Floating-Point Instructions: mul"},
    {"fma", "fma.rnd{.ftz}{.sat}.type d, a, b, c; .rnd = .rn .rz .rm .rp; .type = .f32",
     "Floating-Point Instructions: fma"},
    {"fma", "fma.rnd.type d, a, b, c; .rnd = .rn .rz .rm .rp; .type = .f64", "Floating-Point Instructions: fma"},
    {"mad", "mad.rnd{.ftz}{.sat}.type d, a, b, c; .rnd = .rn .rz .rm .rp; .type = .f32",
     "Floating-Point Instructions: mad"},
    {"mad", "mad.rnd.type d, a, b, c; .rnd = .rn .rz .rm .rp; .type = .f64", "Floating-Point Instructions: mad"},
    {"div", "div.approx{.ftz}.type d, a, b; .type = .f32", "Floating-Point Instructions: div"},
    {"div", "div.full{.ftz}.type d, a, b; .type = .f32", "Floating-Point Instructions: div"},
    {"div", "div.rnd{.ftz}.type d, a, b; .rnd = .rn .rz .rm .rp; .type = .f32", "Floating-Point Instructions: div"},
    {"div", "div.rnd.type d, a, b; .rnd = .rn .rz .rm .rp; .type = .f64", "Floating-Point Instructions: div"},
    {"abs", "abs{.ftz}.type d, a; .type = .f32", "Floating-Point Instructions: abs"},
    {"abs", "abs.type d, a; .type = .f64", "Floating-Point Instructions: abs"},
    {"neg", "neg{.ftz}.type d, a; .type = .f32", "Floating-Point Instructions: neg"},
    {"neg", "neg.type d, a; .type = .f64", "Floating-Point Instructions: neg"},
    {"min", "min{.ftz}{.NaN}{.xorsign.abs}.type d, a, b; .type = .f32", "Floating-Point Instructions: min"},
    {"min", "min.type d, a, b; .type = .f64", "Floating-Point Instructions: min"},
    {"max", "max{.ftz}{.NaN}{.xorsign.abs}.type d, a, b; .type = .f32", "Floating-Point Instructions: max"},
    {"max", "max.type d, a, b; .type = .f64", "Floating-Point Instructions: max"},
    {"rcp", "rcp.approx{.ftz}.type d, a; .type = .f32", "Floating-Point Instructions: rcp"},
    {"rcp", "rcp.rnd{.ftz}.type d, a; .rnd = .rn .rz .rm .rp; .type = .f32", "Floating-Point Instructions: rcp"},
    {"rcp", "rcp.rnd.type d, a; .rnd = .rn .rz .rm .rp; .type = .f64", "Floating-Point Instructions: rcp"},
    {"rcp", "rcp.approx.ftz.type d, a; .type = .f64", "Floating-Point Instructions: rcp.approx.ftz.f64"},
    {"sqrt", "sqrt.approx{.ftz}.type d, a; .type = .f32", "Floating-Point Instructions: sqrt"},
    {"sqrt", "sqrt.rnd{.ftz}.type d, a; .rnd = .rn .rz .rm .rp; .type = .f32", "Floating-Point Instructions: sqrt"},
    {"sqrt", "sqrt.rnd.type d, a; .rnd = .rn .rz .rm .rp; .type = .f64", "Floating-Point Instructions: sqrt"},
    {"rsqrt", "rsqrt.approx{.ftz}.type d, a; .type = .f32", "Floating-Point Instructions: rsqrt"},
    {"rsqrt", "rsqrt.approx.type d, a; .type = .f64", "Floating-Point Instructions: rsqrt"},
    {"rsqrt", "rsqrt.approx.ftz.type d, a; .type = .f64", "Floating-Point Instructions: rsqrt.approx.ftz.f64"},
    {"sin", "sin.approx{.ftz}.type d, a; .type = .f32", "Floating-Point Instructions: sin"},
    {"cos", "cos.approx{.ftz}.type d, a; .type = .f32", "Floating-Point Instructions: cos"},
    {"lg2", "lg2.approx{.ftz}.type d, a; .type = .f32", "Floating-Point Instructions: lg2"},
    {"ex2", "ex2.approx{.ftz}.type d, a; .type = .f32", "Floating-Point Instructions: ex2"},
    {"tanh", "tanh.approx.type d, a; .type = .f32", "Floating-Point Instructions: tanh"},
});

}  // namespace

Family float_table() { return kFloatRows; }

}  // namespace bankloom::ptx
