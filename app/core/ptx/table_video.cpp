// Video instructions: on a selected byte or half of a register, and on all of them at once.
#include <array>

#include "core/ptx/instruction_table.h"

namespace bankloom::ptx {
namespace {

// Words that many rows share.
#define TYPES ".dtype = .u32 .s32; .atype = .u32 .s32; .btype = .u32 .s32"
#define SHIFT_TYPES ".dtype = .u32 .s32; .atype = .u32 .s32; .btype = .u32"
#define MODES ".mode = .clamp .wrap"
#define COMPARISONS ".cmp = .eq .ne .lt .le .gt .ge; .atype = .u32 .s32; .btype = .u32 .s32"
#define SECOND_OP ".op2 = .add .min .max"
#define SCALES ".scale = .shr7 .shr15"

constexpr std::string_view kScalarArithmetic = "Scalar Video Instructions: vadd, vsub, vabsdiff, vmin, vmax";
constexpr std::string_view kScalarShift = "Scalar Video Instructions: vshl, vshr";
constexpr std::string_view kScalarMad = "Scalar Video Instructions: vmad";
constexpr std::string_view kScalarSet = "Scalar Video Instructions: vset";
constexpr std::string_view kSimd2Arithmetic = "SIMD Video Instructions: vadd2, vsub2, vavrg2, vabsdiff2, vmin2, vmax2";
constexpr std::string_view kSimd2Set = "SIMD Video Instructions: vset2";
constexpr std::string_view kSimd4Arithmetic = "SIMD Video Instructions: vadd4, vsub4, vavrg4, vabsdiff4, vmin4, vmax4";
constexpr std::string_view kSimd4Set = "SIMD Video Instructions: vset4";

// clang-format off
constexpr auto kVideoRows = std::to_array<InstructionForm>({
    // On one byte or half.
    {"vadd", "vadd.dtype.atype.btype{.sat} d:.u32, a:select, b:select; " TYPES, kScalarArithmetic},
    {"vadd", "vadd.dtype.atype.btype{.sat} d:select, a:select, b:select, c:.u32; " TYPES, kScalarArithmetic},
    {"vadd",
     "vadd.dtype.atype.btype{.sat}.op2 d:.u32, a:select, b:select, c:.u32; " SECOND_OP "; " TYPES, kScalarArithmetic},
    {"vsub", "vsub.dtype.atype.btype{.sat} d:.u32, a:select, b:select; " TYPES, kScalarArithmetic},
    {"vsub", "vsub.dtype.atype.btype{.sat} d:select, a:select, b:select, c:.u32; " TYPES, kScalarArithmetic},
    {"vsub",
     "vsub.dtype.atype.btype{.sat}.op2 d:.u32, a:select, b:select, c:.u32; " SECOND_OP "; " TYPES, kScalarArithmetic},
    {"vabsdiff", "vabsdiff.dtype.atype.btype{.sat} d:.u32, a:select, b:select; " TYPES, kScalarArithmetic},
    {"vabsdiff", "vabsdiff.dtype.atype.btype{.sat} d:select, a:select, b:select, c:.u32; " TYPES, kScalarArithmetic},
    {"vabsdiff",
     "vabsdiff.dtype.atype.btype{.sat}.op2 d:.u32, a:select, b:select, c:.u32; " SECOND_OP "; " TYPES,
     kScalarArithmetic},
    {"vmin", "vmin.dtype.atype.btype{.sat} d:.u32, a:select, b:select; " TYPES, kScalarArithmetic},
    {"vmin", "vmin.dtype.atype.btype{.sat} d:select, a:select, b:select, c:.u32; " TYPES, kScalarArithmetic},
    {"vmin",
     "vmin.dtype.atype.btype{.sat}.op2 d:.u32, a:select, b:select, c:.u32; " SECOND_OP "; " TYPES, kScalarArithmetic},
    {"vmax", "vmax.dtype.atype.btype{.sat} d:.u32, a:select, b:select; " TYPES, kScalarArithmetic},
    {"vmax", "vmax.dtype.atype.btype{.sat} d:select, a:select, b:select, c:.u32; " TYPES, kScalarArithmetic},
    {"vmax",
     "vmax.dtype.atype.btype{.sat}.op2 d:.u32, a:select, b:select, c:.u32; " SECOND_OP "; " TYPES, kScalarArithmetic},
    {"vshl", "vshl.dtype.atype.btype{.sat}.mode d:.u32, a:select, b:select; " MODES "; " SHIFT_TYPES, kScalarShift},
    {"vshl",
     "vshl.dtype.atype.btype{.sat}.mode d:select, a:select, b:select, c:.u32; " MODES "; " SHIFT_TYPES, kScalarShift},
    {"vshl",
     "vshl.dtype.atype.btype{.sat}.mode.op2 d:.u32, a:select, b:select, c:.u32; " MODES "; " SECOND_OP "; "
     SHIFT_TYPES, kScalarShift},
    {"vshr", "vshr.dtype.atype.btype{.sat}.mode d:.u32, a:select, b:select; " MODES "; " SHIFT_TYPES, kScalarShift},
    {"vshr",
     "vshr.dtype.atype.btype{.sat}.mode d:select, a:select, b:select, c:.u32; " MODES "; " SHIFT_TYPES, kScalarShift},
    {"vshr",
     "vshr.dtype.atype.btype{.sat}.mode.op2 d:.u32, a:select, b:select, c:.u32; " MODES "; " SECOND_OP "; "
     SHIFT_TYPES, kScalarShift},
    {"vmad",
     "vmad.dtype.atype.btype{.sat}{.scale} d:.u32, {-}a:select, {-}b:select, {-}c:.u32; " SCALES "; " TYPES,
     kScalarMad},
    {"vmad",
     "vmad.dtype.atype.btype.po{.sat}{.scale} d:.u32, a:select, b:select, c:.u32; " SCALES "; " TYPES, kScalarMad},
    {"vset", "vset.atype.btype.cmp d:.u32, a:select, b:select; " COMPARISONS, kScalarSet},
    {"vset", "vset.atype.btype.cmp d:select, a:select, b:select, c:.u32; " COMPARISONS, kScalarSet},
    {"vset", "vset.atype.btype.cmp.op2 d:.u32, a:select, b:select, c:.u32; " SECOND_OP "; " COMPARISONS, kScalarSet},
    // On both halves, on all four bytes.
    {"vadd2", "vadd2.dtype.atype.btype{.sat} d:parts, a:parts, b:parts, c:.u32; " TYPES, kSimd2Arithmetic},
    {"vadd2", "vadd2.dtype.atype.btype.add d:parts, a:parts, b:parts, c:.u32; " TYPES, kSimd2Arithmetic},
    {"vsub2", "vsub2.dtype.atype.btype{.sat} d:parts, a:parts, b:parts, c:.u32; " TYPES, kSimd2Arithmetic},
    {"vsub2", "vsub2.dtype.atype.btype.add d:parts, a:parts, b:parts, c:.u32; " TYPES, kSimd2Arithmetic},
    {"vavrg2", "vavrg2.dtype.atype.btype{.sat} d:parts, a:parts, b:parts, c:.u32; " TYPES, kSimd2Arithmetic},
    {"vavrg2", "vavrg2.dtype.atype.btype.add d:parts, a:parts, b:parts, c:.u32; " TYPES, kSimd2Arithmetic},
    {"vabsdiff2", "vabsdiff2.dtype.atype.btype{.sat} d:parts, a:parts, b:parts, c:.u32; " TYPES, kSimd2Arithmetic},
    {"vabsdiff2", "vabsdiff2.dtype.atype.btype.add d:parts, a:parts, b:parts, c:.u32; " TYPES, kSimd2Arithmetic},
    {"vmin2", "vmin2.dtype.atype.btype{.sat} d:parts, a:parts, b:parts, c:.u32; " TYPES, kSimd2Arithmetic},
    {"vmin2", "vmin2.dtype.atype.btype.add d:parts, a:parts, b:parts, c:.u32; " TYPES, kSimd2Arithmetic},
    {"vmax2", "vmax2.dtype.atype.btype{.sat} d:parts, a:parts, b:parts, c:.u32; " TYPES, kSimd2Arithmetic},
    {"vmax2", "vmax2.dtype.atype.btype.add d:parts, a:parts, b:parts, c:.u32; " TYPES, kSimd2Arithmetic},
    {"vset2", "vset2.atype.btype.cmp{.add} d:parts, a:parts, b:parts, c:.u32; " COMPARISONS, kSimd2Set},
    {"vadd4", "vadd4.dtype.atype.btype{.sat} d:parts, a:parts, b:parts, c:.u32; " TYPES, kSimd4Arithmetic},
    {"vadd4", "vadd4.dtype.atype.btype.add d:parts, a:parts, b:parts, c:.u32; " TYPES, kSimd4Arithmetic},
    {"vsub4", "vsub4.dtype.atype.btype{.sat} d:parts, a:parts, b:parts, c:.u32; " TYPES, kSimd4Arithmetic},
    {"vsub4", "vsub4.dtype.atype.btype.add d:parts, a:parts, b:parts, c:.u32; " TYPES, kSimd4Arithmetic},
    {"vavrg4", "vavrg4.dtype.atype.btype{.sat} d:parts, a:parts, b:parts, c:.u32; " TYPES, kSimd4Arithmetic},
    {"vavrg4", "vavrg4.dtype.atype.btype.add d:parts, a:parts, b:parts, c:.u32; " TYPES, kSimd4Arithmetic},
    {"vabsdiff4", "vabsdiff4.dtype.atype.btype{.sat} d:parts, a:parts, b:parts, c:.u32; " TYPES, kSimd4Arithmetic},
    {"vabsdiff4", "vabsdiff4.dtype.atype.btype.add d:parts, a:parts, b:parts, c:.u32; " TYPES, kSimd4Arithmetic},
    {"vmin4", "vmin4.dtype.atype.btype{.sat} d:parts, a:parts, b:parts, c:.u32; " TYPES, kSimd4Arithmetic},
    {"vmin4", "vmin4.dtype.atype.btype.add d:parts, a:parts, b:parts, c:.u32; " TYPES, kSimd4Arithmetic},
    {"vmax4", "vmax4.dtype.atype.btype{.sat} d:parts, a:parts, b:parts, c:.u32; " TYPES, kSimd4Arithmetic},
    {"vmax4", "vmax4.dtype.atype.btype.add d:parts, a:parts, b:parts, c:.u32; " TYPES, kSimd4Arithmetic},
    {"vset4", "vset4.atype.btype.cmp{.add} d:parts, a:parts, b:parts, c:.u32; " COMPARISONS, kSimd4Set},
});
// clang-format on

}  // namespace

Family video_table() { return kVideoRows; }

}  // namespace bankloom::ptx

#undef TYPES
#undef SHIFT_TYPES
#undef MODES
#undef COMPARISONS
#undef SECOND_OP
#undef SCALES
