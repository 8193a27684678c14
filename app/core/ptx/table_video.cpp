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

// A scalar instruction: alone, with a part of d from c, with a second operation on the result and c.
#define SCALAR(form, words, types, meaning)                                              \
  {form " d:.u32, a:select, b:select; " words types, meaning},                           \
      {form " d:select, a:select, b:select, c:.u32; " words types, meaning}, {           \
    form ".op2 d:.u32, a:select, b:select, c:.u32; " words SECOND_OP "; " types, meaning \
  }
// A SIMD instruction: with saturation, with the sum of the results and c.
#define SIMD(opcode, meaning)                                                               \
  {opcode ".dtype.atype.btype{.sat} d:parts, a:parts, b:parts, c:.u32; " TYPES, meaning}, { \
    opcode ".dtype.atype.btype.add d:parts, a:parts, b:parts, c:.u32; " TYPES, meaning      \
  }

constexpr auto kVideoRows = std::to_array<InstructionForm>({
    // On one byte or half.
    SCALAR("vadd.dtype.atype.btype{.sat}", "", TYPES, kScalarArithmetic),
    SCALAR("vsub.dtype.atype.btype{.sat}", "", TYPES, kScalarArithmetic),
    SCALAR("vabsdiff.dtype.atype.btype{.sat}", "", TYPES, kScalarArithmetic),
    SCALAR("vmin.dtype.atype.btype{.sat}", "", TYPES, kScalarArithmetic),
    SCALAR("vmax.dtype.atype.btype{.sat}", "", TYPES, kScalarArithmetic),
    SCALAR("vshl.dtype.atype.btype{.sat}.mode", MODES "; ", SHIFT_TYPES, kScalarShift),
    SCALAR("vshr.dtype.atype.btype{.sat}.mode", MODES "; ", SHIFT_TYPES, kScalarShift),
    {"vmad.dtype.atype.btype{.sat}{.scale} d:.u32, {-}a:select, {-}b:select, {-}c:.u32; " SCALES "; " TYPES,
     kScalarMad},
    {"vmad.dtype.atype.btype.po{.sat}{.scale} d:.u32, a:select, b:select, c:.u32; " SCALES "; " TYPES, kScalarMad},
    SCALAR("vset.atype.btype.cmp", "", COMPARISONS, kScalarSet),
    // On both halves, on all four bytes.
    SIMD("vadd2", kSimd2Arithmetic),
    SIMD("vsub2", kSimd2Arithmetic),
    SIMD("vavrg2", kSimd2Arithmetic),
    SIMD("vabsdiff2", kSimd2Arithmetic),
    SIMD("vmin2", kSimd2Arithmetic),
    SIMD("vmax2", kSimd2Arithmetic),
    {"vset2.atype.btype.cmp{.add} d:parts, a:parts, b:parts, c:.u32; " COMPARISONS, kSimd2Set},
    SIMD("vadd4", kSimd4Arithmetic),
    SIMD("vsub4", kSimd4Arithmetic),
    SIMD("vavrg4", kSimd4Arithmetic),
    SIMD("vabsdiff4", kSimd4Arithmetic),
    SIMD("vmin4", kSimd4Arithmetic),
    SIMD("vmax4", kSimd4Arithmetic),
    {"vset4.atype.btype.cmp{.add} d:parts, a:parts, b:parts, c:.u32; " COMPARISONS, kSimd4Set},
});

}  // namespace

Family video_table() { return kVideoRows; }

}  // namespace bankloom::ptx
