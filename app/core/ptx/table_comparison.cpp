// Comparison and selection, also of half precision numbers.
#include <array>

#include "core/ptx/instruction_table.h"

namespace bankloom::ptx {
namespace {

// Words shared by many rows.
#define EQUAL ".CmpOp = .eq .ne"
#define SIGNED ".CmpOp = .eq .ne .lt .le .gt .ge"
#define UNSIGNED SIGNED " .lo .ls .hi .hs"
#define FLOAT SIGNED " .equ .neu .ltu .leu .gtu .geu .num .nan"
#define BOOL ".BoolOp = .and .or .xor"
#define ANY ".b16 .b32 .b64 .u16 .u32 .u64 .s16 .s32 .s64 .f32 .f64"

constexpr Meaning kSet{"Comparison and Selection Instructions: set", Effect::lane, Value::other};
constexpr Meaning kSetp{"Comparison and Selection Instructions: setp", Effect::lane, Value::other};
constexpr Meaning kSelp{"Comparison and Selection Instructions: selp", Effect::lane, Value::choose};
constexpr Meaning kSlct{"Comparison and Selection Instructions: slct", Effect::lane, Value::choose};
constexpr Meaning kHalfSet{"Half Precision Comparison Instructions: set", Effect::lane, Value::other};
constexpr Meaning kHalfSetp{"Half Precision Comparison Instructions: setp", Effect::lane, Value::other};

// A comparison, and the same combined with a predicate.
#define SET(ftz, compare, types, meaning)                                                                          \
  {"set.CmpOp" ftz ".dtype.stype d:.dtype, a:.stype, b:.stype; " compare "; " types, meaning}, {                   \
    "set.CmpOp.BoolOp" ftz ".dtype.stype d:.dtype, a:.stype, b:.stype, {!}c:.pred; " compare "; " BOOL "; " types, \
        meaning                                                                                                    \
  }
#define SETP(ftz, result, compare, types, meaning)                                                               \
  {"setp.CmpOp" ftz ".type " result ", a, b; " compare "; .type = " types, meaning}, {                           \
    "setp.CmpOp.BoolOp" ftz ".type " result ", a, b, {!}c:.pred; " compare "; " BOOL "; .type = " types, meaning \
  }

constexpr auto kComparisonRows = std::to_array<InstructionForm>({
    SET("", EQUAL, ".dtype = .u32 .s32 .f32; .stype = .b16 .b32 .b64", kSet),
    SET("", UNSIGNED, ".dtype = .u32 .s32 .f32; .stype = .u16 .u32 .u64", kSet),
    SET("", SIGNED, ".dtype = .u32 .s32 .f32; .stype = .s16 .s32 .s64", kSet),
    SET("{.ftz}", FLOAT, ".dtype = .u32 .s32 .f32; .stype = .f32", kSet),
    SET("", FLOAT, ".dtype = .u32 .s32 .f32; .stype = .f64", kSet),
    SETP("", "p:.pred{|q:.pred}", EQUAL, ".b16 .b32 .b64", kSetp),
    SETP("", "p:.pred{|q:.pred}", UNSIGNED, ".u16 .u32 .u64", kSetp),
    SETP("", "p:.pred{|q:.pred}", SIGNED, ".s16 .s32 .s64", kSetp),
    SETP("{.ftz}", "p:.pred{|q:.pred}", FLOAT, ".f32", kSetp),
    SETP("", "p:.pred{|q:.pred}", FLOAT, ".f64", kSetp),
    {"selp.type d, a, b, {!}c:.pred; .type = " ANY, kSelp},
    {"slct.dtype.ctype d:.dtype, a:.dtype, b:.dtype, c:.ctype; .dtype = " ANY "; .ctype = .s32", kSlct},
    {"slct{.ftz}.dtype.ctype d:.dtype, a:.dtype, b:.dtype, c:.ctype; .dtype = " ANY "; .ctype = .f32", kSlct},
    // Results in half precision.
    SET("", EQUAL, ".dtype = .f16; .stype = .b16 .b32 .b64", kHalfSet),
    SET("", UNSIGNED, ".dtype = .f16; .stype = .u16 .u32 .u64", kHalfSet),
    SET("", SIGNED, ".dtype = .f16; .stype = .s16 .s32 .s64", kHalfSet),
    SET("{.ftz}", FLOAT, ".dtype = .f16; .stype = .f16 .f32", kHalfSet),
    SET("", FLOAT, ".dtype = .f16; .stype = .f64", kHalfSet),
    SET("", EQUAL, ".dtype = .bf16; .stype = .b16 .b32 .b64", kHalfSet),
    SET("", UNSIGNED, ".dtype = .bf16; .stype = .u16 .u32 .u64", kHalfSet),
    SET("", SIGNED, ".dtype = .bf16; .stype = .s16 .s32 .s64", kHalfSet),
    SET("", FLOAT, ".dtype = .bf16; .stype = .f16 .bf16 .f32 .f64", kHalfSet),
    // Operands in half precision.
    SET("{.ftz}", FLOAT, ".dtype = .u16 .s16 .u32 .s32; .stype = .f16", kHalfSet),
    SET("", FLOAT, ".dtype = .u16 .s16 .u32 .s32; .stype = .bf16", kHalfSet),
    SET("{.ftz}", FLOAT, ".dtype = .f16x2 .u32 .s32; .stype = .f16x2", kHalfSet),
    SET("", FLOAT, ".dtype = .bf16x2 .u32 .s32; .stype = .bf16x2", kHalfSet),
    SETP("{.ftz}", "p:.pred", FLOAT, ".f16", kHalfSetp),
    SETP("", "p:.pred", FLOAT, ".bf16", kHalfSetp),
    SETP("{.ftz}", "p:.pred|q:.pred", FLOAT, ".f16x2", kHalfSetp),
    SETP("", "p:.pred|q:.pred", FLOAT, ".bf16x2", kHalfSetp),
});

}  // namespace

Family comparison_table() { return kComparisonRows; }

}  // namespace bankloom::ptx
