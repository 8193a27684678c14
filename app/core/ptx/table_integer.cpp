// Integer arithmetic, also in extended precision.
#include <array>

#include "core/ptx/instruction_table.h"

namespace bankloom::ptx {
namespace {

constexpr auto kIntegerRows = std::to_array<InstructionForm>({
    // Integer arithmetic.
    {"add", "add.type d, a, b; .type = .u16 .u32 .u64 .s16 .s32 .s64 .u16x2 .s16x2",
     "Integer Arithmetic Instructions: add"},
    {"add", "add.sat.type d, a, b; .type = .s32", "Integer Arithmetic Instructions: add"},
    {"sub", "sub.type d, a, b; .type = .u16 .u32 .u64 .s16 .s32 .s64", "Integer Arithmetic Instructions: sub"},
    {"sub", "sub.sat.type d, a, b; .type = .s32", "Integer Arithmetic Instructions: sub"},
    {"mul", "mul.mode.type d, a, b; .mode = .hi .lo; .type = .u16 .u32 .u64 .s16 .s32 .s64",
     "Integer Arithmetic Instructions: mul"},
    {"mul", "mul.mode.type d:2x.type, a, b; .mode = .wide; .type = .u16 .u32 .s16 .s32",
     "Integer Arithmetic Instructions: mul"},
    {"mul24", "mul24.mode.type d, a, b; .mode = .hi .lo; .type = .u32 .s32", "Integer Arithmetic Instructions: mul24"},
    {"mad", "mad.mode.type d, a, b, c; .mode = .hi .lo; .type = .u16 .u32 .u64 .s16 .s32 .s64",
     "Integer Arithmetic Instructions: mad"},
    {"mad", "mad.mode.sat.type d, a, b, c; .mode = .hi; .type = .s32", "Integer Arithmetic Instructions: mad"},
    {"mad", "mad.mode.type d:2x.type, a, b, c:2x.type; .mode = .wide; .type = .u16 .u32 .s16 .s32",
     "Integer Arithmetic Instructions: mad"},
    {"mad24", "mad24.mode.type d, a, b, c; .mode = .hi .lo; .type = .u32 .s32",
     "Integer Arithmetic Instructions: mad24"},
    {"mad24", "mad24.mode.sat.type d, a, b, c; .mode = .hi; .type = .s32", "Integer Arithmetic Instructions: mad24"},
    {"sad", "sad.type d, a, b, c; .type = .u16 .u32 .u64 .s16 .s32 .s64", "Integer Arithmetic Instructions: sad"},
    {"div", "div.type d, a, b; .type = .u16 .u32 .u64 .s16 .s32 .s64", "Integer Arithmetic Instructions: div"},
    {"rem", "rem.type d, a, b; .type = .u16 .u32 .u64 .s16 .s32 .s64", "Integer Arithmetic Instructions: rem"},
    {"abs", "abs.type d, a; .type = .s16 .s32 .s64", "Integer Arithmetic Instructions: abs"},
    {"neg", "neg.type d, a; .type = .s16 .s32 .s64", "Integer Arithmetic Instructions: neg"},
    {"min", "min.type d, a, b; .type = .u16 .u32 .u64 .s16 .s32 .s64 .u16x2 .s16x2",
     "Integer Arithmetic Instructions: min"},
    {"min", "min.relu.type d, a, b; .type = .s16x2 .s32", "Integer Arithmetic Instructions: min"},
    {"max", "max.type d, a, b; .type = .u16 .u32 .u64 .s16 .s32 .s64 .u16x2 .s16x2",
     "Integer Arithmetic Instructions: max"},
    {"max", "max.relu.type d, a, b; .type = .s16x2 .s32", "Integer Arithmetic Instructions: max"},
    {"popc", "popc.type d:.u32, a; .type = .b32 .b64", "Integer Arithmetic Instructions: popc"},
    {"clz", "clz.type d:.u32, a; .type = .b32 .b64", "Integer Arithmetic Instructions: clz"},
    {"bfind", "bfind{.shiftamt}.type d:.u32, a; .type = .u32 .u64 .s32 .s64", "Integer Arithmetic Instructions: bfind"},
    {"fns", "fns.type d, mask, base, offset; .type = .b32", "Integer Arithmetic Instructions: fns"},
    {"brev", "brev.type d, a; .type = .b32 .b64", "Integer Arithmetic Instructions: brev"},
    {"bfe", "bfe.type d, a, b:.u32, c:.u32; .type = .u32 .u64 .s32 .s64", "Integer Arithmetic Instructions: bfe"},
    {"bfi", "bfi.type d, a, b, pos:.u32, len:.u32; .type = .b32 .b64", "Integer Arithmetic Instructions: bfi"},
    {"szext", "szext.mode.type d, a, b:.u32; .mode = .clamp .wrap; .type = .u32 .s32",
     "Integer Arithmetic Instructions: szext"},
    {"bmsk", "bmsk.mode.type d, a, b; .mode = .clamp .wrap; .type = .b32", "Integer Arithmetic Instructions: bmsk"},
    {"dp4a", "dp4a.atype.btype d:.u32, a:.u32, b:.u32, c:.u32; .atype = .u32 .s32; .btype = .u32 .s32",
     "Integer Arithmetic Instructions: dp4a"},
    {"dp2a",
     "dp2a.mode.atype.btype d:.u32, a:.u32, b:.u32, c:.u32; .mode = .lo .hi; .atype = .u32 .s32; .btype = .u32 .s32",
     "Integer Arithmetic Instructions: dp2a"},
    // Carry chains.
    {"add", "add.cc.type d, a, b; .type = .u32 .s32 .u64 .s64",
     "Extended-Precision Integer Arithmetic Instructions: add.cc"},
    {"addc", "addc{.cc}.type d, a, b; .type = .u32 .s32 .u64 .s64",
     "Extended-Precision Integer Arithmetic Instructions: addc"},
    {"sub", "sub.cc.type d, a, b; .type = .u32 .s32 .u64 .s64",
     "Extended-Precision Integer Arithmetic Instructions: sub.cc"},
    {"subc", "subc{.cc}.type d, a, b; .type = .u32 .s32 .u64 .s64",
     "Extended-Precision Integer Arithmetic Instructions: subc"},
    {"mad", "mad.mode.cc.type d, a, b, c; .mode = .hi .lo; .type = .u32 .s32 .u64 .s64",
     "Extended-Precision Integer Arithmetic Instructions: mad.cc"},
    {"madc", "madc.mode{.cc}.type d, a, b, c; .mode = .hi .lo; .type = .u32 .s32 .u64 .s64",
     "Extended-Precision Integer Arithmetic Instructions: madc"},
});

}  // namespace

Family integer_table() { return kIntegerRows; }

}  // namespace bankloom::ptx
