// Integer arithmetic, also in extended precision.
#include <array>

#include "core/ptx/instruction_table.h"

namespace bankloom::ptx {
namespace {

constexpr auto kIntegerRows = std::to_array<InstructionForm>({
    // Integer arithmetic.
    {"add.type d, a, b; .type = .u16 .u32 .u64 .s16 .s32 .s64 .u16x2 .s16x2", "Integer Arithmetic Instructions: add",
     Effect::lane, Value::add},
    {"add.sat.type d, a, b; .type = .s32", "Integer Arithmetic Instructions: add", Effect::lane, Value::add},
    {"sub.type d, a, b; .type = .u16 .u32 .u64 .s16 .s32 .s64", "Integer Arithmetic Instructions: sub", Effect::lane,
     Value::subtract},
    {"sub.sat.type d, a, b; .type = .s32", "Integer Arithmetic Instructions: sub", Effect::lane, Value::subtract},
    {"mul.mode.type d, a, b; .mode = .hi .lo; .type = .u16 .u32 .u64 .s16 .s32 .s64",
     "Integer Arithmetic Instructions: mul", Effect::lane, Value::scale},
    {"mul.mode.type d:2x.type, a, b; .mode = .wide; .type = .u16 .u32 .s16 .s32",
     "Integer Arithmetic Instructions: mul", Effect::lane, Value::scale},
    {"mul24.mode.type d, a, b; .mode = .hi .lo; .type = .u32 .s32", "Integer Arithmetic Instructions: mul24",
     Effect::lane, Value::scale},
    {"mad.mode.type d, a, b, c; .mode = .hi .lo; .type = .u16 .u32 .u64 .s16 .s32 .s64",
     "Integer Arithmetic Instructions: mad", Effect::lane, Value::scale},
    {"mad.mode.sat.type d, a, b, c; .mode = .hi; .type = .s32", "Integer Arithmetic Instructions: mad", Effect::lane,
     Value::scale},
    {"mad.mode.type d:2x.type, a, b, c:2x.type; .mode = .wide; .type = .u16 .u32 .s16 .s32",
     "Integer Arithmetic Instructions: mad", Effect::lane, Value::scale},
    {"mad24.mode.type d, a, b, c; .mode = .hi .lo; .type = .u32 .s32", "Integer Arithmetic Instructions: mad24",
     Effect::lane, Value::scale},
    {"mad24.mode.sat.type d, a, b, c; .mode = .hi; .type = .s32", "Integer Arithmetic Instructions: mad24",
     Effect::lane, Value::scale},
    {"sad.type d, a, b, c; .type = .u16 .u32 .u64 .s16 .s32 .s64", "Integer Arithmetic Instructions: sad", Effect::lane,
     Value::other},
    {"div.type d, a, b; .type = .u16 .u32 .u64 .s16 .s32 .s64", "Integer Arithmetic Instructions: div", Effect::lane,
     Value::divide},
    {"rem.type d, a, b; .type = .u16 .u32 .u64 .s16 .s32 .s64", "Integer Arithmetic Instructions: rem", Effect::lane,
     Value::divide},
    {"abs.type d, a; .type = .s16 .s32 .s64", "Integer Arithmetic Instructions: abs", Effect::lane, Value::other},
    {"neg.type d, a; .type = .s16 .s32 .s64", "Integer Arithmetic Instructions: neg", Effect::lane, Value::negate},
    {"min.type d, a, b; .type = .u16 .u32 .u64 .s16 .s32 .s64 .u16x2 .s16x2", "Integer Arithmetic Instructions: min",
     Effect::lane, Value::other},
    {"min.relu.type d, a, b; .type = .s16x2 .s32", "Integer Arithmetic Instructions: min", Effect::lane, Value::other},
    {"max.type d, a, b; .type = .u16 .u32 .u64 .s16 .s32 .s64 .u16x2 .s16x2", "Integer Arithmetic Instructions: max",
     Effect::lane, Value::other},
    {"max.relu.type d, a, b; .type = .s16x2 .s32", "Integer Arithmetic Instructions: max", Effect::lane, Value::other},
    {"popc.type d:.u32, a; .type = .b32 .b64", "Integer Arithmetic Instructions: popc", Effect::lane, Value::other},
    {"clz.type d:.u32, a; .type = .b32 .b64", "Integer Arithmetic Instructions: clz", Effect::lane, Value::other},
    {"bfind{.shiftamt}.type d:.u32, a; .type = .u32 .u64 .s32 .s64", "Integer Arithmetic Instructions: bfind",
     Effect::lane, Value::other},
    {"fns.type d, mask, base, offset; .type = .b32", "Integer Arithmetic Instructions: fns", Effect::lane,
     Value::other},
    {"brev.type d, a; .type = .b32 .b64", "Integer Arithmetic Instructions: brev", Effect::lane, Value::other},
    {"bfe.type d, a, b:.u32, c:.u32; .type = .u32 .u64 .s32 .s64", "Integer Arithmetic Instructions: bfe", Effect::lane,
     Value::other},
    {"bfi.type d, a, b, pos:.u32, len:.u32; .type = .b32 .b64", "Integer Arithmetic Instructions: bfi", Effect::lane,
     Value::other},
    {"szext.mode.type d, a, b:.u32; .mode = .clamp .wrap; .type = .u32 .s32", "Integer Arithmetic Instructions: szext",
     Effect::lane, Value::other},
    {"bmsk.mode.type d, a, b; .mode = .clamp .wrap; .type = .b32", "Integer Arithmetic Instructions: bmsk",
     Effect::lane, Value::other},
    {"dp4a.atype.btype d:.u32, a:.u32, b:.u32, c:.u32; .atype = .u32 .s32; .btype = .u32 .s32",
     "Integer Arithmetic Instructions: dp4a", Effect::lane, Value::other},
    {"dp2a.mode.atype.btype d:.u32, a:.u32, b:.u32, c:.u32; .mode = .lo .hi; .atype = .u32 .s32; .btype = .u32 .s32",
     "Integer Arithmetic Instructions: dp2a", Effect::lane, Value::other},
    // Carry chains.
    {"add.cc.type d, a, b; .type = .u32 .s32 .u64 .s64", "Extended-Precision Integer Arithmetic Instructions: add.cc",
     Effect::lane, Value::add},
    {"addc{.cc}.type d, a, b; .type = .u32 .s32 .u64 .s64", "Extended-Precision Integer Arithmetic Instructions: addc",
     Effect::lane, Value::add},
    {"sub.cc.type d, a, b; .type = .u32 .s32 .u64 .s64", "Extended-Precision Integer Arithmetic Instructions: sub.cc",
     Effect::lane, Value::subtract},
    {"subc{.cc}.type d, a, b; .type = .u32 .s32 .u64 .s64", "Extended-Precision Integer Arithmetic Instructions: subc",
     Effect::lane, Value::subtract},
    {"mad.mode.cc.type d, a, b, c; .mode = .hi .lo; .type = .u32 .s32 .u64 .s64",
     "Extended-Precision Integer Arithmetic Instructions: mad.cc", Effect::lane, Value::scale},
    {"madc.mode{.cc}.type d, a, b, c; .mode = .hi .lo; .type = .u32 .s32 .u64 .s64",
     "Extended-Precision Integer Arithmetic Instructions: madc", Effect::lane, Value::scale},
});

}  // namespace

Family integer_table() { return kIntegerRows; }

}  // namespace bankloom::ptx
