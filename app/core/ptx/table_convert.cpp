// Conversions and moves between registers.
#include <array>

#include "core/ptx/instruction_table.h"

namespace bankloom::ptx {
namespace {

// Words shared by many rows.
#define INTEGERS ".u8 .u16 .u32 .u64 .s8 .s16 .s32 .s64"
#define FLOAT_ROUNDING ".frnd = .rn .rz .rm .rp"
#define INTEGER_ROUNDING ".irnd = .rni .rzi .rmi .rpi"
#define SPACES ".space = .const .global .local .shared .shared::cta .shared::cluster .param .param::entry"

constexpr Meaning kCvt{"Data Movement and Conversion Instructions: cvt", Effect::lane, Value::pass};
constexpr Meaning kCvtPair{"Data Movement and Conversion Instructions: cvt", Effect::lane, Value::other};
constexpr Meaning kCvtPack{"Data Movement and Conversion Instructions: cvt.pack", Effect::lane, Value::other};
constexpr Meaning kMov{"Data Movement and Conversion Instructions: mov", Effect::move, Value::pass};
constexpr Meaning kMovVector{"Data Movement and Conversion Instructions: mov", Effect::expanded, Value::pass};
constexpr Meaning kPrmt{"Data Movement and Conversion Instructions: prmt", Effect::lane, Value::other};
constexpr Meaning kIsspacep{"Data Movement and Conversion Instructions: isspacep", Effect::test_space, Value::other};
constexpr Meaning kCvta{"Data Movement and Conversion Instructions: cvta", Effect::convert_address, Value::pass};

constexpr auto kConvertRows = std::to_array<InstructionForm>({
    // Integer to integer.
    {"cvt.dtype.atype d:.dtype+, a:.atype+; .dtype = " INTEGERS "; .atype = " INTEGERS, kCvt},
    // Saturated, to types that do not hold all values of the source; ptxas refuses .sat for the others.
    {"cvt.sat.dtype.atype d:.dtype+, a:.atype+; .dtype = .s8; .atype = .u8", kCvt},
    {"cvt.sat.dtype.atype d:.dtype+, a:.atype+; .dtype = .u8 .u16 .u32 .u64; .atype = .s8", kCvt},
    {"cvt.sat.dtype.atype d:.dtype+, a:.atype+; .dtype = .u8 .s8 .s16; .atype = .u16", kCvt},
    {"cvt.sat.dtype.atype d:.dtype+, a:.atype+; .dtype = .u8 .u16 .u32 .u64 .s8; .atype = .s16", kCvt},
    {"cvt.sat.dtype.atype d:.dtype+, a:.atype+; .dtype = .u8 .u16 .s8 .s16 .s32; .atype = .u32", kCvt},
    {"cvt.sat.dtype.atype d:.dtype+, a:.atype+; .dtype = .u8 .u16 .u32 .u64 .s8 .s16; .atype = .s32", kCvt},
    {"cvt.sat.dtype.atype d:.dtype+, a:.atype+; .dtype = .u8 .u16 .u32 .s8 .s16 .s32 .s64; .atype = .u64", kCvt},
    {"cvt.sat.dtype.atype d:.dtype+, a:.atype+; .dtype = .u8 .u16 .u32 .u64 .s8 .s16 .s32; .atype = .s64", kCvt},
    // Integer to float.
    {"cvt.frnd{.ftz}{.sat}.dtype.atype d:.dtype+, a:.atype+; " FLOAT_ROUNDING "; .dtype = .f32; .atype = " INTEGERS,
     kCvt},
    {"cvt.frnd{.sat}.dtype.atype d:.dtype+, a:.atype+; " FLOAT_ROUNDING "; .dtype = .f16 .f64; .atype = " INTEGERS,
     kCvt},
    {"cvt.frnd.dtype.atype d:.dtype+, a:.atype+; " FLOAT_ROUNDING "; .dtype = .bf16; .atype = " INTEGERS, kCvt},
    // Float to integer.
    {"cvt.irnd{.ftz}{.sat}.dtype.atype d:.dtype+, a:.atype+; " INTEGER_ROUNDING "; .dtype = " INTEGERS "; .atype "
     "= .f32",
     kCvt},
    {"cvt.irnd{.sat}.dtype.atype d:.dtype+, a:.atype+; " INTEGER_ROUNDING "; .dtype = " INTEGERS "; .atype = .f16 "
     ".f64",
     kCvt},
    {"cvt.irnd.dtype.atype d:.dtype+, a:.atype+; " INTEGER_ROUNDING "; .dtype = " INTEGERS "; .atype = .bf16", kCvt},
    // Float to the same float: rounding to an integer, saturation.
    {"cvt{.irnd}{.ftz}{.sat}.dtype.atype d:.dtype+, a:.atype+; " INTEGER_ROUNDING "; .dtype = .f32; .atype = .f32",
     kCvt},
    {"cvt{.irnd}{.sat}.dtype.atype d:.dtype+, a:.atype+; " INTEGER_ROUNDING "; .dtype = .f64; .atype = .f64", kCvt},
    {"cvt{.irnd}{.sat}.dtype.atype d:.dtype+, a:.atype+; " INTEGER_ROUNDING "; .dtype = .f16; .atype = .f16", kCvt},
    {"cvt{.irnd}.dtype.atype d:.dtype+, a:.atype+; " INTEGER_ROUNDING "; .dtype = .bf16; .atype = .bf16", kCvt},
    // Float to a wider float.
    {"cvt{.ftz}{.sat}.dtype.atype d:.dtype+, a:.atype+; .dtype = .f32; .atype = .f16", kCvt},
    {"cvt{.ftz}{.sat}.dtype.atype d:.dtype+, a:.atype+; .dtype = .f64; .atype = .f32", kCvt},
    {"cvt{.sat}.dtype.atype d:.dtype+, a:.atype+; .dtype = .f64; .atype = .f16", kCvt},
    // From bf16 a rounding may be written; it has no effect.
    {"cvt{.frnd}{.ftz}.dtype.atype d:.dtype+, a:.atype+; " FLOAT_ROUNDING "; .dtype = .f32; .atype = .bf16", kCvt},
    {"cvt{.frnd}.dtype.atype d:.dtype+, a:.atype+; " FLOAT_ROUNDING "; .dtype = .f64; .atype = .bf16", kCvt},
    // Float to a narrower float, or between f16 and bf16.
    {"cvt.frnd{.ftz}{.sat}.dtype.atype d:.dtype+, a:.atype+; " FLOAT_ROUNDING "; .dtype = .f32; .atype = .f64", kCvt},
    {"cvt.frnd{.ftz}{.sat}.dtype.atype d:.dtype+, a:.atype+; " FLOAT_ROUNDING "; .dtype = .f16; .atype = .f32", kCvt},
    {"cvt.frnd{.sat}.dtype.atype d:.dtype+, a:.atype+; " FLOAT_ROUNDING "; .dtype = .f16; .atype = .f64", kCvt},
    // Between f16 and bf16 the rounding may be left out: .rn.
    {"cvt{.frnd}.dtype.atype d:.dtype+, a:.atype+; " FLOAT_ROUNDING "; .dtype = .f16; .atype = .bf16", kCvt},
    {"cvt{.frnd}.dtype.atype d:.dtype+, a:.atype+; " FLOAT_ROUNDING "; .dtype = .bf16; .atype = .f16", kCvt},
    {"cvt.frnd{.ftz}.dtype.atype d:.dtype+, a:.atype+; " FLOAT_ROUNDING "; .dtype = .bf16; .atype = .f32", kCvt},
    {"cvt.frnd.dtype.atype d:.dtype+, a:.atype+; " FLOAT_ROUNDING "; .dtype = .bf16; .atype = .f64", kCvt},
    {"cvt.frnd{.relu}{.satfinite}.dtype.atype d:.dtype+, a:.atype+; .frnd = .rn .rz; .dtype = .f16 .bf16; .atype "
     "= .f32",
     kCvt},
    {"cvt.frnd{.relu}{.satfinite}.dtype.atype d:.dtype+, a:.atype, b:.atype; .frnd = .rn .rz; .dtype = .f16x2 "
     ".bf16x2; .atype = .f32",
     kCvtPair},
    {"cvt.frnd{.satfinite}.dtype.atype d:.dtype, a:.atype; .frnd = .rna; .dtype = .tf32; .atype = .f32", kCvt},
    {"cvt.frnd{.satfinite}{.relu}.dtype.atype d:.dtype, a:.atype; .frnd = .rn .rz; .dtype = .tf32; .atype = .f32",
     kCvt},
    // To and from 8-bit floats.
    {"cvt.frnd.satfinite{.relu}.dtype.atype d:.dtype, a:.atype, b:.atype; .frnd = .rn; .dtype = .e4m3x2 .e5m2x2; "
     ".atype = .f32",
     kCvtPair},
    {"cvt.frnd.satfinite{.relu}.dtype.atype d:.dtype, a:.atype; .frnd = .rn; .dtype = .e4m3x2 .e5m2x2; .atype = "
     ".f16x2",
     kCvt},
    {"cvt.frnd{.relu}.dtype.atype d:.dtype, a:.atype; .frnd = .rn; .dtype = .f16x2; .atype = .e4m3x2 .e5m2x2", kCvt},
    // Saturated and packed.
    {"cvt.pack.sat.convertType.abType d:.b32, a:.abType, b:.abType; .convertType = .u16 .s16; .abType = .s32",
     kCvtPack},
    {"cvt.pack.sat.convertType.abType.cType d:.b32, a:.abType, b:.abType, c:.cType; .convertType = .u2 .s2 .u4 "
     ".s4 .u8 .s8; .abType = .s32; .cType = .b32",
     kCvtPack},
    // Moves, permutation, addresses.
    {"mov.type d, a:address; .type = .pred .b16 .b32 .b64 .b128 .u16 .u32 .u64 .s16 .s32 .s64 .f32 .f64", kMov},
    {"mov.vec.type d:.type[.vec], a:.type[.vec]; .vec = .v2 .v4; .type = .b16 .b32 .b64 .u16 .u32 .u64 .s16 "
     ".s32 .s64 .f32 .f64",
     kMovVector},
    {"mov.type d, a:.type/n; .type = .b16 .b32 .b64 .b128", kMov},
    {"mov.type d:.type/n, a; .type = .b16 .b32 .b64 .b128", kMov},
    {"prmt.type{.mode} d, a, b, c; .mode = .f4e .b4e .rc8 .ecl .ecr .rc16; .type = .b32", kPrmt},
    {"isspacep.space p:.pred, a:.u64; " SPACES, kIsspacep},
    {"cvta.space.size p:.size, a:address; " SPACES "; .size = .u32 .u64", kCvta},
    {"cvta.to.space.size p:.size, a:.size; " SPACES "; .size = .u32 .u64", kCvta},
});

}  // namespace

Family convert_table() { return kConvertRows; }

}  // namespace bankloom::ptx
