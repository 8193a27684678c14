// Floating point, single and double precision.
#include <array>

#include "core/ptx/instruction_table.h"

namespace bankloom::ptx {
namespace {

constexpr auto kFloatRows = std::to_array<InstructionForm>({
    {"testp.op.type p:.pred, a; .op = .finite .infinite .number .notanumber .normal .subnormal; .type = .f32 .f64",
     "Floating-Point Instructions: testp", Effect::lane, Value::other},
    {"copysign.type d, a, b; .type = .f32 .f64", "Floating-Point Instructions: copysign", Effect::lane, Value::other},
    {"add{.rnd}{.ftz}{.sat}.type d, a, b; .rnd = .rn .rz .rm .rp; .type = .f32", "Floating-Point Instructions: add",
     Effect::lane, Value::add},
    {"add{.rnd}.type d, a, b; .rnd = .rn .rz .rm .rp; .type = .f64", "Floating-Point Instructions: add", Effect::lane,
     Value::add},
    {"sub{.rnd}{.ftz}{.sat}.type d, a, b; .rnd = .rn .rz .rm .rp; .type = .f32", "Floating-Point Instructions: sub",
     Effect::lane, Value::subtract},
    {"sub{.rnd}.type d, a, b; .rnd = .rn .rz .rm .rp; .type = .f64", "Floating-Point Instructions: sub", Effect::lane,
     Value::subtract},
    {"mul{.rnd}{.ftz}{.sat}.type d, a, b; .rnd = .rn .rz .rm .rp; .type = .f32", "Floating-Point Instructions: mul",
     Effect::lane, Value::scale},
    {"mul{.rnd}.type d, a, b; .rnd = .rn .rz .rm .rp; .type = .f64", "Floating-Point Instructions: mul", Effect::lane,
     Value::scale},
    {"fma.rnd{.ftz}{.sat}.type d, a, b, c; .rnd = .rn .rz .rm .rp; .type = .f32", "Floating-Point Instructions: fma",
     Effect::lane, Value::scale},
    {"fma.rnd.type d, a, b, c; .rnd = .rn .rz .rm .rp; .type = .f64", "Floating-Point Instructions: fma", Effect::lane,
     Value::scale},
    {"mad.rnd{.ftz}{.sat}.type d, a, b, c; .rnd = .rn .rz .rm .rp; .type = .f32", "Floating-Point Instructions: mad",
     Effect::lane, Value::scale},
    {"mad.rnd.type d, a, b, c; .rnd = .rn .rz .rm .rp; .type = .f64", "Floating-Point Instructions: mad", Effect::lane,
     Value::scale},
    {"div.approx{.ftz}.type d, a, b; .type = .f32", "Floating-Point Instructions: div", Effect::lane, Value::divide},
    {"div.full{.ftz}.type d, a, b; .type = .f32", "Floating-Point Instructions: div", Effect::lane, Value::divide},
    {"div.rnd{.ftz}.type d, a, b; .rnd = .rn .rz .rm .rp; .type = .f32", "Floating-Point Instructions: div",
     Effect::lane, Value::divide},
    {"div.rnd.type d, a, b; .rnd = .rn .rz .rm .rp; .type = .f64", "Floating-Point Instructions: div", Effect::lane,
     Value::divide},
    {"abs{.ftz}.type d, a; .type = .f32", "Floating-Point Instructions: abs", Effect::lane, Value::other},
    {"abs.type d, a; .type = .f64", "Floating-Point Instructions: abs", Effect::lane, Value::other},
    {"neg{.ftz}.type d, a; .type = .f32", "Floating-Point Instructions: neg", Effect::lane, Value::negate},
    {"neg.type d, a; .type = .f64", "Floating-Point Instructions: neg", Effect::lane, Value::negate},
    {"min{.ftz}{.NaN}{.xorsign.abs}.type d, a, b; .type = .f32", "Floating-Point Instructions: min", Effect::lane,
     Value::other},
    {"min.type d, a, b; .type = .f64", "Floating-Point Instructions: min", Effect::lane, Value::other},
    {"max{.ftz}{.NaN}{.xorsign.abs}.type d, a, b; .type = .f32", "Floating-Point Instructions: max", Effect::lane,
     Value::other},
    {"max.type d, a, b; .type = .f64", "Floating-Point Instructions: max", Effect::lane, Value::other},
    {"rcp.approx{.ftz}.type d, a; .type = .f32", "Floating-Point Instructions: rcp", Effect::lane, Value::other},
    {"rcp.rnd{.ftz}.type d, a; .rnd = .rn .rz .rm .rp; .type = .f32", "Floating-Point Instructions: rcp", Effect::lane,
     Value::other},
    {"rcp.rnd.type d, a; .rnd = .rn .rz .rm .rp; .type = .f64", "Floating-Point Instructions: rcp", Effect::lane,
     Value::other},
    {"rcp.approx.ftz.type d, a; .type = .f64", "Floating-Point Instructions: rcp.approx.ftz.f64", Effect::lane,
     Value::other},
    {"sqrt.approx{.ftz}.type d, a; .type = .f32", "Floating-Point Instructions: sqrt", Effect::lane, Value::other},
    {"sqrt.rnd{.ftz}.type d, a; .rnd = .rn .rz .rm .rp; .type = .f32", "Floating-Point Instructions: sqrt",
     Effect::lane, Value::other},
    {"sqrt.rnd.type d, a; .rnd = .rn .rz .rm .rp; .type = .f64", "Floating-Point Instructions: sqrt", Effect::lane,
     Value::other},
    {"rsqrt.approx{.ftz}.type d, a; .type = .f32", "Floating-Point Instructions: rsqrt", Effect::lane, Value::other},
    {"rsqrt.approx.type d, a; .type = .f64", "Floating-Point Instructions: rsqrt", Effect::lane, Value::other},
    {"rsqrt.approx.ftz.type d, a; .type = .f64", "Floating-Point Instructions: rsqrt.approx.ftz.f64", Effect::lane,
     Value::other},
    {"sin.approx{.ftz}.type d, a; .type = .f32", "Floating-Point Instructions: sin", Effect::lane, Value::other},
    {"cos.approx{.ftz}.type d, a; .type = .f32", "Floating-Point Instructions: cos", Effect::lane, Value::other},
    {"lg2.approx{.ftz}.type d, a; .type = .f32", "Floating-Point Instructions: lg2", Effect::lane, Value::other},
    {"ex2.approx{.ftz}.type d, a; .type = .f32", "Floating-Point Instructions: ex2", Effect::lane, Value::other},
    {"tanh.approx.type d, a; .type = .f32", "Floating-Point Instructions: tanh", Effect::lane, Value::other},
});

}  // namespace

Family float_table() { return kFloatRows; }

}  // namespace bankloom::ptx
