// Products of matrices by a warp: mma and wmma. The shapes and types are those that ptxas 13.0 accepts for sm_90,
// without the sparse ones (mma.sp).
#include <array>

#include "core/ptx/instruction_table.h"

namespace bankloom::ptx {
namespace {

constexpr Meaning kMma{"Warp Level Matrix Instructions: mma", Effect::multiply, Value::other};
constexpr Meaning kLoad{"Warp Level Matrix Instructions: wmma.load", Effect::fragment_load, Value::load};
constexpr Meaning kStore{"Warp Level Matrix Instructions: wmma.store", Effect::fragment_store, Value::none};
constexpr Meaning kWmma{"Warp Level Matrix Instructions: wmma.mma", Effect::multiply, Value::other};

// Words shared by many rows.
#define ROUNDING ".rnd = .rn .rz .rm .rp"
#define LAYOUTS ".alayout = .row .col; .blayout = .row .col"
#define SPACES ".ss = .global .shared .shared::cta"
#define SHAPES ".shape = .m16n16k16 .m8n32k16 .m32n8k16"
#define FLOATS_8 ".atype = .e4m3 .e5m2; .btype = .e4m3 .e5m2"
#define INTEGERS_8 ".atype = .s8 .u8; .btype = .s8 .u8"
#define INTEGERS_4 ".atype = .s4 .u4; .btype = .s4 .u4"
#define BITWISE ".bitop = .xor .and"
#define MMA(SHAPE) "mma.sync.aligned" SHAPE ".row.col"
#define LOAD(WHICH, LAYOUT, SHAPE, TYPE, REGISTERS) \
  "wmma.load" WHICH ".sync.aligned" LAYOUT SHAPE "{.ss}" TYPE " d:" REGISTERS ", [p]{, stride:.u32}; " SPACES
#define STORE(SHAPE, TYPE, REGISTERS) \
  "wmma.store.d.sync.aligned.layout" SHAPE "{.ss}" TYPE " [p], r:" REGISTERS "{, stride:.u32}; " SPACES
#define WMMA(SHAPE) "wmma.mma.sync.aligned.alayout.blayout" SHAPE
#define MATRIX ".matrix = .a .b"
#define LAYOUT ".layout = .row .col"

constexpr auto kMatrixRows = std::to_array<InstructionForm>({
    {MMA(".m16n8k8") ".f32.f16.f16.f32 d:.f32[4], a:.b32[2], b:.b32[1], c:.f32[4]", kMma},
    {MMA(".m16n8k8") ".f16.f16.f16.f16 d:.b32[2], a:.b32[2], b:.b32[1], c:.b32[2]", kMma},
    {MMA(".m16n8k16") ".f32.f16.f16.f32 d:.f32[4], a:.b32[4], b:.b32[2], c:.f32[4]", kMma},
    {MMA(".m16n8k16") ".f16.f16.f16.f16 d:.b32[2], a:.b32[4], b:.b32[2], c:.b32[2]", kMma},
    {"mma.sync.aligned.m8n8k4.alayout.blayout.f32.f16.f16.f32 d:.f32[8], a:.b32[2], b:.b32[2], c:.f32[8]; " LAYOUTS,
     kMma},
    {"mma.sync.aligned.m8n8k4.alayout.blayout.f32.f16.f16.f16 d:.f32[8], a:.b32[2], b:.b32[2], c:.b32[4]; " LAYOUTS,
     kMma},
    {"mma.sync.aligned.m8n8k4.alayout.blayout.f16.f16.f16.f16 d:.b32[4], a:.b32[2], b:.b32[2], c:.b32[4]; " LAYOUTS,
     kMma},
    {MMA(".m16n8k8") ".f32.bf16.bf16.f32 d:.f32[4], a:.b32[2], b:.b32[1], c:.f32[4]", kMma},
    {MMA(".m16n8k16") ".f32.bf16.bf16.f32 d:.f32[4], a:.b32[4], b:.b32[2], c:.f32[4]", kMma},
    {MMA(".m16n8k4") ".f32.tf32.tf32.f32 d:.f32[4], a:.b32[2], b:.b32[1], c:.f32[4]", kMma},
    {MMA(".m16n8k8") ".f32.tf32.tf32.f32 d:.f32[4], a:.b32[4], b:.b32[2], c:.f32[4]", kMma},
    {MMA(".m16n8k16") ".f32.atype.btype.f32 d:.f32[4], a:.b32[2], b:.b32[1], c:.f32[4]; " FLOATS_8, kMma},
    {MMA(".m16n8k16") ".f16.atype.btype.f16 d:.b32[2], a:.b32[2], b:.b32[1], c:.b32[2]; " FLOATS_8, kMma},
    {MMA(".m16n8k32") ".f32.atype.btype.f32 d:.f32[4], a:.b32[4], b:.b32[2], c:.f32[4]; " FLOATS_8, kMma},
    {MMA(".m16n8k32") ".f16.atype.btype.f16 d:.b32[2], a:.b32[4], b:.b32[2], c:.b32[2]; " FLOATS_8, kMma},
    {MMA(".m8n8k4") "{.rnd}.f64.f64.f64.f64 d:.f64[2], a:.f64[1], b:.f64[1], c:.f64[2]; " ROUNDING, kMma},
    {MMA(".m16n8k4") "{.rnd}.f64.f64.f64.f64 d:.f64[4], a:.f64[2], b:.f64[1], c:.f64[4]; " ROUNDING, kMma},
    {MMA(".m16n8k8") "{.rnd}.f64.f64.f64.f64 d:.f64[4], a:.f64[4], b:.f64[2], c:.f64[4]; " ROUNDING, kMma},
    {MMA(".m16n8k16") "{.rnd}.f64.f64.f64.f64 d:.f64[4], a:.f64[8], b:.f64[4], c:.f64[4]; " ROUNDING, kMma},
    {MMA(".m8n8k16") "{.satfinite}.s32.atype.btype.s32 d:.b32[2], a:.b32[1], b:.b32[1], c:.b32[2]; " INTEGERS_8, kMma},
    {MMA(".m16n8k16") "{.satfinite}.s32.atype.btype.s32 d:.b32[4], a:.b32[2], b:.b32[1], c:.b32[4]; " INTEGERS_8, kMma},
    {MMA(".m16n8k32") "{.satfinite}.s32.atype.btype.s32 d:.b32[4], a:.b32[4], b:.b32[2], c:.b32[4]; " INTEGERS_8, kMma},
    {MMA(".m8n8k32") "{.satfinite}.s32.atype.btype.s32 d:.b32[2], a:.b32[1], b:.b32[1], c:.b32[2]; " INTEGERS_4, kMma},
    {MMA(".m16n8k32") "{.satfinite}.s32.atype.btype.s32 d:.b32[4], a:.b32[2], b:.b32[1], c:.b32[4]; " INTEGERS_4, kMma},
    {MMA(".m16n8k64") "{.satfinite}.s32.atype.btype.s32 d:.b32[4], a:.b32[4], b:.b32[2], c:.b32[4]; " INTEGERS_4, kMma},
    {MMA(".m8n8k128") ".s32.b1.b1.s32.bitop.popc d:.b32[2], a:.b32[1], b:.b32[1], c:.b32[2]; " BITWISE, kMma},
    {MMA(".m16n8k128") ".s32.b1.b1.s32.bitop.popc d:.b32[4], a:.b32[2], b:.b32[1], c:.b32[4]; " BITWISE, kMma},
    {MMA(".m16n8k256") ".s32.b1.b1.s32.bitop.popc d:.b32[4], a:.b32[4], b:.b32[2], c:.b32[4]; " BITWISE, kMma},

    {LOAD(".matrix", ".layout", ".shape", ".f16", ".b32[8]") "; " MATRIX "; " LAYOUT "; " SHAPES, kLoad},
    {LOAD(".matrix", ".layout", ".m16n16k16", ".bf16", ".b32[4]") "; " MATRIX "; " LAYOUT, kLoad},
    {LOAD(".a", ".layout", ".m8n32k16", ".bf16", ".b32[2]") "; " LAYOUT, kLoad},
    {LOAD(".b", ".layout", ".m8n32k16", ".bf16", ".b32[8]") "; " LAYOUT, kLoad},
    {LOAD(".a", ".layout", ".m32n8k16", ".bf16", ".b32[8]") "; " LAYOUT, kLoad},
    {LOAD(".b", ".layout", ".m32n8k16", ".bf16", ".b32[2]") "; " LAYOUT, kLoad},
    {LOAD(".matrix", ".layout", ".m16n16k16", ".int", ".b32[2]") "; " MATRIX "; " LAYOUT "; .int = .s8 .u8", kLoad},
    {LOAD(".a", ".layout", ".m8n32k16", ".int", ".b32[1]") "; " LAYOUT "; .int = .s8 .u8", kLoad},
    {LOAD(".b", ".layout", ".m8n32k16", ".int", ".b32[4]") "; " LAYOUT "; .int = .s8 .u8", kLoad},
    {LOAD(".a", ".layout", ".m32n8k16", ".int", ".b32[4]") "; " LAYOUT "; .int = .s8 .u8", kLoad},
    {LOAD(".b", ".layout", ".m32n8k16", ".int", ".b32[1]") "; " LAYOUT "; .int = .s8 .u8", kLoad},
    {LOAD(".matrix", ".layout", ".m16n16k8", ".tf32", ".b32[4]") "; " MATRIX "; " LAYOUT, kLoad},
    {LOAD(".matrix", ".layout", ".m8n8k4", ".f64", ".f64[1]") "; " MATRIX "; " LAYOUT, kLoad},
    {LOAD(".a", ".row", ".m8n8k32", ".int", ".b32[1]") "; .int = .s4 .u4", kLoad},
    {LOAD(".b", ".col", ".m8n8k32", ".int", ".b32[1]") "; .int = .s4 .u4", kLoad},
    {LOAD(".a", ".row", ".m8n8k128", ".b1", ".b32[1]"), kLoad},
    {LOAD(".b", ".col", ".m8n8k128", ".b1", ".b32[1]"), kLoad},
    {LOAD(".c", ".layout", ".shape", ".f16", ".b32[4]") "; " LAYOUT "; " SHAPES, kLoad},
    {LOAD(".c", ".layout", ".shape", ".f32", ".f32[8]") "; " LAYOUT "; " SHAPES " .m16n16k8", kLoad},
    {LOAD(".c", ".layout", ".shape", ".s32", ".b32[8]") "; " LAYOUT "; " SHAPES, kLoad},
    {LOAD(".c", ".layout", ".m8n8k4", ".f64", ".f64[2]") "; " LAYOUT, kLoad},
    {LOAD(".c", ".layout", ".shape", ".s32", ".b32[2]") "; " LAYOUT "; .shape = .m8n8k32 .m8n8k128", kLoad},

    {STORE(".shape", ".f16", ".b32[4]") "; " LAYOUT "; " SHAPES, kStore},
    {STORE(".shape", ".f32", ".f32[8]") "; " LAYOUT "; " SHAPES " .m16n16k8", kStore},
    {STORE(".shape", ".s32", ".b32[8]") "; " LAYOUT "; " SHAPES, kStore},
    {STORE(".m8n8k4", ".f64", ".f64[2]") "; " LAYOUT, kStore},
    {STORE(".shape", ".s32", ".b32[2]") "; " LAYOUT "; .shape = .m8n8k32 .m8n8k128", kStore},

    {WMMA(".shape") ".f16.f16 d:.b32[4], a:.b32[8], b:.b32[8], c:.b32[4]; " LAYOUTS "; " SHAPES, kWmma},
    {WMMA(".shape") ".f16.f32 d:.b32[4], a:.b32[8], b:.b32[8], c:.f32[8]; " LAYOUTS "; " SHAPES, kWmma},
    {WMMA(".shape") ".f32.f16 d:.f32[8], a:.b32[8], b:.b32[8], c:.b32[4]; " LAYOUTS "; " SHAPES, kWmma},
    {WMMA(".shape") ".f32.f32 d:.f32[8], a:.b32[8], b:.b32[8], c:.f32[8]; " LAYOUTS "; " SHAPES, kWmma},
    {WMMA(".m16n16k16") ".f32.bf16.bf16.f32 d:.f32[8], a:.b32[4], b:.b32[4], c:.f32[8]; " LAYOUTS, kWmma},
    {WMMA(".m8n32k16") ".f32.bf16.bf16.f32 d:.f32[8], a:.b32[2], b:.b32[8], c:.f32[8]; " LAYOUTS, kWmma},
    {WMMA(".m32n8k16") ".f32.bf16.bf16.f32 d:.f32[8], a:.b32[8], b:.b32[2], c:.f32[8]; " LAYOUTS, kWmma},
    {WMMA(".m16n16k8") ".f32.tf32.tf32.f32 d:.f32[8], a:.b32[4], b:.b32[4], c:.f32[8]; " LAYOUTS, kWmma},
    {WMMA(".m8n8k4") "{.rnd}.f64.f64.f64.f64 d:.f64[2], a:.f64[1], b:.f64[1], c:.f64[2]; " LAYOUTS "; " ROUNDING,
     kWmma},
    {WMMA(".m16n16k16") ".s32.s8.s8.s32{.satfinite} d:.b32[8], a:.b32[2], b:.b32[2], c:.b32[8]; " LAYOUTS, kWmma},
    {WMMA(".m16n16k16") ".s32.u8.u8.s32{.satfinite} d:.b32[8], a:.b32[2], b:.b32[2], c:.b32[8]; " LAYOUTS, kWmma},
    {WMMA(".m8n32k16") ".s32.s8.s8.s32{.satfinite} d:.b32[8], a:.b32[1], b:.b32[4], c:.b32[8]; " LAYOUTS, kWmma},
    {WMMA(".m8n32k16") ".s32.u8.u8.s32{.satfinite} d:.b32[8], a:.b32[1], b:.b32[4], c:.b32[8]; " LAYOUTS, kWmma},
    {WMMA(".m32n8k16") ".s32.s8.s8.s32{.satfinite} d:.b32[8], a:.b32[4], b:.b32[1], c:.b32[8]; " LAYOUTS, kWmma},
    {WMMA(".m32n8k16") ".s32.u8.u8.s32{.satfinite} d:.b32[8], a:.b32[4], b:.b32[1], c:.b32[8]; " LAYOUTS, kWmma},
    {"wmma.mma.sync.aligned.row.col.m8n8k32.s32.s4.s4.s32{.satfinite} d:.b32[2], a:.b32[1], b:.b32[1], "
     "c:.b32[2]",
     kWmma},
    {"wmma.mma.sync.aligned.row.col.m8n8k32.s32.u4.u4.s32{.satfinite} d:.b32[2], a:.b32[1], b:.b32[1], "
     "c:.b32[2]",
     kWmma},
    {"wmma.mma.bitop.popc.sync.aligned.row.col.m8n8k128.s32.b1.b1.s32 d:.b32[2], a:.b32[1], b:.b32[1], "
     "c:.b32[2]; " BITWISE,
     kWmma},
});

}  // namespace

Family matrix_table() { return kMatrixRows; }

}  // namespace bankloom::ptx
