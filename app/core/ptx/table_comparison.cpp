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

constexpr auto kComparisonRows = std::to_array<InstructionForm>({
    {"set.CmpOp.dtype.stype d:.dtype, a:.stype, b:.stype; " EQUAL "; .dtype = .u32 .s32 .f32; .stype = .b16 .b32 "
     ".b64",
     kSet},
    {"set.CmpOp.BoolOp.dtype.stype d:.dtype, a:.stype, b:.stype, {!}c:.pred; " EQUAL "; " BOOL "; .dtype = .u32 "
     ".s32 .f32; .stype = .b16 .b32 .b64",
     kSet},
    {"set.CmpOp.dtype.stype d:.dtype, a:.stype, b:.stype; " UNSIGNED "; .dtype = .u32 .s32 .f32; .stype = .u16 "
     ".u32 .u64",
     kSet},
    {"set.CmpOp.BoolOp.dtype.stype d:.dtype, a:.stype, b:.stype, {!}c:.pred; " UNSIGNED "; " BOOL "; .dtype = "
     ".u32 .s32 .f32; .stype = .u16 .u32 .u64",
     kSet},
    {"set.CmpOp.dtype.stype d:.dtype, a:.stype, b:.stype; " SIGNED "; .dtype = .u32 .s32 .f32; .stype = .s16 .s32 "
     ".s64",
     kSet},
    {"set.CmpOp.BoolOp.dtype.stype d:.dtype, a:.stype, b:.stype, {!}c:.pred; " SIGNED "; " BOOL "; .dtype = .u32 "
     ".s32 .f32; .stype = .s16 .s32 .s64",
     kSet},
    {"set.CmpOp{.ftz}.dtype.stype d:.dtype, a:.stype, b:.stype; " FLOAT "; .dtype = .u32 .s32 .f32; .stype = .f32",
     kSet},
    {"set.CmpOp.BoolOp{.ftz}.dtype.stype d:.dtype, a:.stype, b:.stype, {!}c:.pred; " FLOAT "; " BOOL "; .dtype = "
     ".u32 .s32 .f32; .stype = .f32",
     kSet},
    {"set.CmpOp.dtype.stype d:.dtype, a:.stype, b:.stype; " FLOAT "; .dtype = .u32 .s32 .f32; .stype = .f64", kSet},
    {"set.CmpOp.BoolOp.dtype.stype d:.dtype, a:.stype, b:.stype, {!}c:.pred; " FLOAT "; " BOOL "; .dtype = .u32 "
     ".s32 .f32; .stype = .f64",
     kSet},
    {"setp.CmpOp.type p:.pred{|q:.pred}, a, b; " EQUAL "; .type = .b16 .b32 .b64", kSetp},
    {"setp.CmpOp.BoolOp.type p:.pred{|q:.pred}, a, b, {!}c:.pred; " EQUAL "; " BOOL "; .type = .b16 .b32 .b64", kSetp},
    {"setp.CmpOp.type p:.pred{|q:.pred}, a, b; " UNSIGNED "; .type = .u16 .u32 .u64", kSetp},
    {"setp.CmpOp.BoolOp.type p:.pred{|q:.pred}, a, b, {!}c:.pred; " UNSIGNED "; " BOOL "; .type = .u16 .u32 .u64",
     kSetp},
    {"setp.CmpOp.type p:.pred{|q:.pred}, a, b; " SIGNED "; .type = .s16 .s32 .s64", kSetp},
    {"setp.CmpOp.BoolOp.type p:.pred{|q:.pred}, a, b, {!}c:.pred; " SIGNED "; " BOOL "; .type = .s16 .s32 .s64", kSetp},
    {"setp.CmpOp{.ftz}.type p:.pred{|q:.pred}, a, b; " FLOAT "; .type = .f32", kSetp},
    {"setp.CmpOp.BoolOp{.ftz}.type p:.pred{|q:.pred}, a, b, {!}c:.pred; " FLOAT "; " BOOL "; .type = .f32", kSetp},
    {"setp.CmpOp.type p:.pred{|q:.pred}, a, b; " FLOAT "; .type = .f64", kSetp},
    {"setp.CmpOp.BoolOp.type p:.pred{|q:.pred}, a, b, {!}c:.pred; " FLOAT "; " BOOL "; .type = .f64", kSetp},
    {"selp.type d, a, b, {!}c:.pred; .type = " ANY, kSelp},
    {"slct.dtype.ctype d:.dtype, a:.dtype, b:.dtype, c:.ctype; .dtype = " ANY "; .ctype = .s32", kSlct},
    {"slct{.ftz}.dtype.ctype d:.dtype, a:.dtype, b:.dtype, c:.ctype; .dtype = " ANY "; .ctype = .f32", kSlct},
    // Results in half precision.
    {"set.CmpOp.dtype.stype d:.dtype, a:.stype, b:.stype; " EQUAL "; .dtype = .f16; .stype = .b16 .b32 .b64", kHalfSet},
    {"set.CmpOp.BoolOp.dtype.stype d:.dtype, a:.stype, b:.stype, {!}c:.pred; " EQUAL "; " BOOL "; .dtype = .f16; "
     ".stype = .b16 .b32 .b64",
     kHalfSet},
    {"set.CmpOp.dtype.stype d:.dtype, a:.stype, b:.stype; " UNSIGNED "; .dtype = .f16; .stype = .u16 .u32 .u64",
     kHalfSet},
    {"set.CmpOp.BoolOp.dtype.stype d:.dtype, a:.stype, b:.stype, {!}c:.pred; " UNSIGNED "; " BOOL "; .dtype = "
     ".f16; .stype = .u16 .u32 .u64",
     kHalfSet},
    {"set.CmpOp.dtype.stype d:.dtype, a:.stype, b:.stype; " SIGNED "; .dtype = .f16; .stype = .s16 .s32 .s64",
     kHalfSet},
    {"set.CmpOp.BoolOp.dtype.stype d:.dtype, a:.stype, b:.stype, {!}c:.pred; " SIGNED "; " BOOL "; .dtype = .f16; "
     ".stype = .s16 .s32 .s64",
     kHalfSet},
    {"set.CmpOp{.ftz}.dtype.stype d:.dtype, a:.stype, b:.stype; " FLOAT "; .dtype = .f16; .stype = .f16 .f32",
     kHalfSet},
    {"set.CmpOp.BoolOp{.ftz}.dtype.stype d:.dtype, a:.stype, b:.stype, {!}c:.pred; " FLOAT "; " BOOL "; .dtype = "
     ".f16; .stype = .f16 .f32",
     kHalfSet},
    {"set.CmpOp.dtype.stype d:.dtype, a:.stype, b:.stype; " FLOAT "; .dtype = .f16; .stype = .f64", kHalfSet},
    {"set.CmpOp.BoolOp.dtype.stype d:.dtype, a:.stype, b:.stype, {!}c:.pred; " FLOAT "; " BOOL "; .dtype = .f16; "
     ".stype = .f64",
     kHalfSet},
    {"set.CmpOp.dtype.stype d:.dtype, a:.stype, b:.stype; " EQUAL "; .dtype = .bf16; .stype = .b16 .b32 .b64",
     kHalfSet},
    {"set.CmpOp.BoolOp.dtype.stype d:.dtype, a:.stype, b:.stype, {!}c:.pred; " EQUAL "; " BOOL "; .dtype = .bf16; "
     ".stype = .b16 .b32 .b64",
     kHalfSet},
    {"set.CmpOp.dtype.stype d:.dtype, a:.stype, b:.stype; " UNSIGNED "; .dtype = .bf16; .stype = .u16 .u32 .u64",
     kHalfSet},
    {"set.CmpOp.BoolOp.dtype.stype d:.dtype, a:.stype, b:.stype, {!}c:.pred; " UNSIGNED "; " BOOL "; .dtype = "
     ".bf16; .stype = .u16 .u32 .u64",
     kHalfSet},
    {"set.CmpOp.dtype.stype d:.dtype, a:.stype, b:.stype; " SIGNED "; .dtype = .bf16; .stype = .s16 .s32 .s64",
     kHalfSet},
    {"set.CmpOp.BoolOp.dtype.stype d:.dtype, a:.stype, b:.stype, {!}c:.pred; " SIGNED "; " BOOL "; .dtype = "
     ".bf16; .stype = .s16 .s32 .s64",
     kHalfSet},
    {"set.CmpOp.dtype.stype d:.dtype, a:.stype, b:.stype; " FLOAT "; .dtype = .bf16; .stype = .f16 .bf16 .f32 .f64",
     kHalfSet},
    {"set.CmpOp.BoolOp.dtype.stype d:.dtype, a:.stype, b:.stype, {!}c:.pred; " FLOAT "; " BOOL "; .dtype = .bf16; "
     ".stype = .f16 .bf16 .f32 .f64",
     kHalfSet},
    // Operands in half precision.
    {"set.CmpOp{.ftz}.dtype.stype d:.dtype, a:.stype, b:.stype; " FLOAT "; .dtype = .u16 .s16 .u32 .s32; .stype = "
     ".f16",
     kHalfSet},
    {"set.CmpOp.BoolOp{.ftz}.dtype.stype d:.dtype, a:.stype, b:.stype, {!}c:.pred; " FLOAT "; " BOOL "; .dtype = "
     ".u16 .s16 .u32 .s32; .stype = .f16",
     kHalfSet},
    {"set.CmpOp.dtype.stype d:.dtype, a:.stype, b:.stype; " FLOAT "; .dtype = .u16 .s16 .u32 .s32; .stype = .bf16",
     kHalfSet},
    {"set.CmpOp.BoolOp.dtype.stype d:.dtype, a:.stype, b:.stype, {!}c:.pred; " FLOAT "; " BOOL "; .dtype = .u16 "
     ".s16 .u32 .s32; .stype = .bf16",
     kHalfSet},
    {"set.CmpOp{.ftz}.dtype.stype d:.dtype, a:.stype, b:.stype; " FLOAT "; .dtype = .f16x2 .u32 .s32; .stype = "
     ".f16x2",
     kHalfSet},
    {"set.CmpOp.BoolOp{.ftz}.dtype.stype d:.dtype, a:.stype, b:.stype, {!}c:.pred; " FLOAT "; " BOOL "; .dtype = "
     ".f16x2 .u32 .s32; .stype = .f16x2",
     kHalfSet},
    {"set.CmpOp.dtype.stype d:.dtype, a:.stype, b:.stype; " FLOAT "; .dtype = .bf16x2 .u32 .s32; .stype = .bf16x2",
     kHalfSet},
    {"set.CmpOp.BoolOp.dtype.stype d:.dtype, a:.stype, b:.stype, {!}c:.pred; " FLOAT "; " BOOL "; .dtype = "
     ".bf16x2 .u32 .s32; .stype = .bf16x2",
     kHalfSet},
    {"setp.CmpOp{.ftz}.type p:.pred, a, b; " FLOAT "; .type = .f16", kHalfSetp},
    {"setp.CmpOp.BoolOp{.ftz}.type p:.pred, a, b, {!}c:.pred; " FLOAT "; " BOOL "; .type = .f16", kHalfSetp},
    {"setp.CmpOp.type p:.pred, a, b; " FLOAT "; .type = .bf16", kHalfSetp},
    {"setp.CmpOp.BoolOp.type p:.pred, a, b, {!}c:.pred; " FLOAT "; " BOOL "; .type = .bf16", kHalfSetp},
    {"setp.CmpOp{.ftz}.type p:.pred|q:.pred, a, b; " FLOAT "; .type = .f16x2", kHalfSetp},
    {"setp.CmpOp.BoolOp{.ftz}.type p:.pred|q:.pred, a, b, {!}c:.pred; " FLOAT "; " BOOL "; .type = .f16x2", kHalfSetp},
    {"setp.CmpOp.type p:.pred|q:.pred, a, b; " FLOAT "; .type = .bf16x2", kHalfSetp},
    {"setp.CmpOp.BoolOp.type p:.pred|q:.pred, a, b, {!}c:.pred; " FLOAT "; " BOOL "; .type = .bf16x2", kHalfSetp},
});

}  // namespace

Family comparison_table() { return kComparisonRows; }

}  // namespace bankloom::ptx
