// Video instructions: on a selected byte or half of a register, and on all of them at once.
#include <array>

#include "core/ptx/instruction_table.h"

namespace bankloom::ptx {
namespace {

// Words shared by many rows.
#define TYPES ".dtype = .u32 .s32; .atype = .u32 .s32; .btype = .u32 .s32"
#define SHIFT_TYPES ".dtype = .u32 .s32; .atype = .u32 .s32; .btype = .u32"
#define MODES ".mode = .clamp .wrap"
#define COMPARISONS ".cmp = .eq .ne .lt .le .gt .ge; .atype = .u32 .s32; .btype = .u32 .s32"
#define SECOND_OP ".op2 = .add .min .max"
#define SCALES ".scale = .shr7 .shr15"

constexpr Meaning kScalarArithmetic{"Scalar Video Instructions: vadd, vsub, vabsdiff, vmin, vmax", Effect::lane,
                                    Value::other};
constexpr Meaning kScalarShift{"Scalar Video Instructions: vshl, vshr", Effect::lane, Value::other};
constexpr Meaning kScalarMad{"Scalar Video Instructions: vmad", Effect::lane, Value::other};
constexpr Meaning kScalarSet{"Scalar Video Instructions: vset", Effect::lane, Value::other};
constexpr Meaning kSimd2Arithmetic{"SIMD Video Instructions: vadd2, vsub2, vavrg2, vabsdiff2, vmin2, vmax2",
                                   Effect::lane, Value::other};
constexpr Meaning kSimd2Set{"SIMD Video Instructions: vset2", Effect::lane, Value::other};
constexpr Meaning kSimd4Arithmetic{"SIMD Video Instructions: vadd4, vsub4, vavrg4, vabsdiff4, vmin4, vmax4",
                                   Effect::lane, Value::other};
constexpr Meaning kSimd4Set{"SIMD Video Instructions: vset4", Effect::lane, Value::other};

constexpr auto kVideoRows = std::to_array<InstructionForm>({
    // On one byte or half.
    {"vadd.dtype.atype.btype{.sat} d:.u32, a:select, b:select; " TYPES, kScalarArithmetic},
    {"vadd.dtype.atype.btype{.sat} d:select, a:select, b:select, c:.u32; " TYPES, kScalarArithmetic},
    {"vadd.dtype.atype.btype{.sat}.op2 d:.u32, a:select, b:select, c:.u32; " SECOND_OP "; " TYPES, kScalarArithmetic},
    {"vsub.dtype.atype.btype{.sat} d:.u32, a:select, b:select; " TYPES, kScalarArithmetic},
    {"vsub.dtype.atype.btype{.sat} d:select, a:select, b:select, c:.u32; " TYPES, kScalarArithmetic},
    {"vsub.dtype.atype.btype{.sat}.op2 d:.u32, a:select, b:select, c:.u32; " SECOND_OP "; " TYPES, kScalarArithmetic},
    {"vabsdiff.dtype.atype.btype{.sat} d:.u32, a:select, b:select; " TYPES, kScalarArithmetic},
    {"vabsdiff.dtype.atype.btype{.sat} d:select, a:select, b:select, c:.u32; " TYPES, kScalarArithmetic},
    {"vabsdiff.dtype.atype.btype{.sat}.op2 d:.u32, a:select, b:select, c:.u32; " SECOND_OP "; " TYPES,
     kScalarArithmetic},
    {"vmin.dtype.atype.btype{.sat} d:.u32, a:select, b:select; " TYPES, kScalarArithmetic},
    {"vmin.dtype.atype.btype{.sat} d:select, a:select, b:select, c:.u32; " TYPES, kScalarArithmetic},
    {"vmin.dtype.atype.btype{.sat}.op2 d:.u32, a:select, b:select, c:.u32; " SECOND_OP "; " TYPES, kScalarArithmetic},
    {"vmax.dtype.atype.btype{.sat} d:.u32, a:select, b:select; " TYPES, kScalarArithmetic},
    {"vmax.dtype.atype.btype{.sat} d:select, a:select, b:select, c:.u32; " TYPES, kScalarArithmetic},
    {"vmax.dtype.atype.btype{.sat}.op2 d:.u32, a:select, b:select, c:.u32; " SECOND_OP "; " TYPES, kScalarArithmetic},
    {"vshl.dtype.atype.btype{.sat}.mode d:.u32, a:select, b:select; " MODES "; " SHIFT_TYPES, kScalarShift},
    {"vshl.dtype.atype.btype{.sat}.mode d:select, a:select, b:select, c:.u32; " MODES "; " SHIFT_TYPES, kScalarShift},
    {"vshl.dtype.atype.btype{.sat}.mode.op2 d:.u32, a:select, b:select, c:.u32; " MODES "; " SECOND_OP "; " SHIFT_TYPES,
     kScalarShift},
    {"vshr.dtype.atype.btype{.sat}.mode d:.u32, a:select, b:select; " MODES "; " SHIFT_TYPES, kScalarShift},
    {"vshr.dtype.atype.btype{.sat}.mode d:select, a:select, b:select, c:.u32; " MODES "; " SHIFT_TYPES, kScalarShift},
    {"vshr.dtype.atype.btype{.sat}.mode.op2 d:.u32, a:select, b:select, c:.u32; " MODES "; " SECOND_OP "; " SHIFT_TYPES,
     kScalarShift},
    {"vmad.dtype.atype.btype{.sat}{.scale} d:.u32, {-}a:select, {-}b:select, {-}c:.u32; " SCALES "; " TYPES,
     kScalarMad},
    {"vmad.dtype.atype.btype.po{.sat}{.scale} d:.u32, a:select, b:select, c:.u32; " SCALES "; " TYPES, kScalarMad},
    {"vset.atype.btype.cmp d:.u32, a:select, b:select; " COMPARISONS, kScalarSet},
    {"vset.atype.btype.cmp d:select, a:select, b:select, c:.u32; " COMPARISONS, kScalarSet},
    {"vset.atype.btype.cmp.op2 d:.u32, a:select, b:select, c:.u32; " SECOND_OP "; " COMPARISONS, kScalarSet},
    // On both halves, on all four bytes.
    {"vadd2.dtype.atype.btype{.sat} d:parts, a:parts, b:parts, c:.u32; " TYPES, kSimd2Arithmetic},
    {"vadd2.dtype.atype.btype.add d:parts, a:parts, b:parts, c:.u32; " TYPES, kSimd2Arithmetic},
    {"vsub2.dtype.atype.btype{.sat} d:parts, a:parts, b:parts, c:.u32; " TYPES, kSimd2Arithmetic},
    {"vsub2.dtype.atype.btype.add d:parts, a:parts, b:parts, c:.u32; " TYPES, kSimd2Arithmetic},
    {"vavrg2.dtype.atype.btype{.sat} d:parts, a:parts, b:parts, c:.u32; " TYPES, kSimd2Arithmetic},
    {"vavrg2.dtype.atype.btype.add d:parts, a:parts, b:parts, c:.u32; " TYPES, kSimd2Arithmetic},
    {"vabsdiff2.dtype.atype.btype{.sat} d:parts, a:parts, b:parts, c:.u32; " TYPES, kSimd2Arithmetic},
    {"vabsdiff2.dtype.atype.btype.add d:parts, a:parts, b:parts, c:.u32; " TYPES, kSimd2Arithmetic},
    {"vmin2.dtype.atype.btype{.sat} d:parts, a:parts, b:parts, c:.u32; " TYPES, kSimd2Arithmetic},
    {"vmin2.dtype.atype.btype.add d:parts, a:parts, b:parts, c:.u32; " TYPES, kSimd2Arithmetic},
    {"vmax2.dtype.atype.btype{.sat} d:parts, a:parts, b:parts, c:.u32; " TYPES, kSimd2Arithmetic},
    {"vmax2.dtype.atype.btype.add d:parts, a:parts, b:parts, c:.u32; " TYPES, kSimd2Arithmetic},
    {"vset2.atype.btype.cmp{.add} d:parts, a:parts, b:parts, c:.u32; " COMPARISONS, kSimd2Set},
    {"vadd4.dtype.atype.btype{.sat} d:parts, a:parts, b:parts, c:.u32; " TYPES, kSimd4Arithmetic},
    {"vadd4.dtype.atype.btype.add d:parts, a:parts, b:parts, c:.u32; " TYPES, kSimd4Arithmetic},
    {"vsub4.dtype.atype.btype{.sat} d:parts, a:parts, b:parts, c:.u32; " TYPES, kSimd4Arithmetic},
    {"vsub4.dtype.atype.btype.add d:parts, a:parts, b:parts, c:.u32; " TYPES, kSimd4Arithmetic},
    {"vavrg4.dtype.atype.btype{.sat} d:parts, a:parts, b:parts, c:.u32; " TYPES, kSimd4Arithmetic},
    {"vavrg4.dtype.atype.btype.add d:parts, a:parts, b:parts, c:.u32; " TYPES, kSimd4Arithmetic},
    {"vabsdiff4.dtype.atype.btype{.sat} d:parts, a:parts, b:parts, c:.u32; " TYPES, kSimd4Arithmetic},
    {"vabsdiff4.dtype.atype.btype.add d:parts, a:parts, b:parts, c:.u32; " TYPES, kSimd4Arithmetic},
    {"vmin4.dtype.atype.btype{.sat} d:parts, a:parts, b:parts, c:.u32; " TYPES, kSimd4Arithmetic},
    {"vmin4.dtype.atype.btype.add d:parts, a:parts, b:parts, c:.u32; " TYPES, kSimd4Arithmetic},
    {"vmax4.dtype.atype.btype{.sat} d:parts, a:parts, b:parts, c:.u32; " TYPES, kSimd4Arithmetic},
    {"vmax4.dtype.atype.btype.add d:parts, a:parts, b:parts, c:.u32; " TYPES, kSimd4Arithmetic},
    {"vset4.atype.btype.cmp{.add} d:parts, a:parts, b:parts, c:.u32; " COMPARISONS, kSimd4Set},
});

}  // namespace

Family video_table() { return kVideoRows; }

}  // namespace bankloom::ptx
