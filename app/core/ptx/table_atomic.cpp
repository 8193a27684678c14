// Atomic read-modify-write on memory.
#include <array>

#include "core/ptx/instruction_table.h"

namespace bankloom::ptx {
namespace {

// Words shared by many rows.
#define ATOM "atom{.sem}{.scope}{.space}"
#define RED "red{.sem}{.scope}{.space}"
#define HINT "{.level::cache_hint}"
#define POLICY "{, cache-policy:.b64}"
#define COMMON ".scope = .cta .cluster .gpu .sys; .level::cache_hint = .L2::cache_hint"
#define SPACES ".space = .global .shared .shared::cta .shared::cluster"
#define ATOM_WORDS ".sem = .relaxed .acquire .release .acq_rel; " COMMON "; " SPACES
#define RED_WORDS ".sem = .relaxed .release; " COMMON "; " SPACES
#define VECTOR_ATOM_WORDS ".sem = .relaxed .acquire .release .acq_rel; " COMMON "; .space = .global"
#define VECTOR_RED_WORDS ".sem = .relaxed .release; " COMMON "; .space = .global"

constexpr Meaning kAtom{"Parallel Synchronization and Communication Instructions: atom", Effect::atomic, Value::load};
constexpr Meaning kRed{"Parallel Synchronization and Communication Instructions: red", Effect::reduction, Value::none};

constexpr auto kAtomicRows = std::to_array<InstructionForm>({
    {ATOM ".op" HINT ".type d, [a], b" POLICY "; .op = .and .or .xor; .type = .b32 .b64; " ATOM_WORDS, kAtom},
    {ATOM ".op" HINT ".type d, [a], b" POLICY "; .op = .exch; .type = .b32 .b64 .b128; " ATOM_WORDS, kAtom},
    {ATOM ".op" HINT ".type d, [a], b, c" POLICY "; .op = .cas; .type = .b16 .b32 .b64 .b128; " ATOM_WORDS, kAtom},
    {ATOM ".op" HINT ".type d, [a], b" POLICY "; .op = .add; .type = .u32 .s32 .u64 .s64 .f32 .f64; " ATOM_WORDS,
     kAtom},
    {ATOM ".op" HINT ".type d, [a], b" POLICY "; .op = .min .max; .type = .u32 .s32 .u64 .s64; " ATOM_WORDS, kAtom},
    {ATOM ".op" HINT ".type d, [a], b" POLICY "; .op = .inc .dec; .type = .u32; " ATOM_WORDS, kAtom},
    {ATOM ".op.noftz" HINT ".type d, [a], b" POLICY "; .op = .add; .type = .f16 .f16x2 .bf16 .bf16x2; " ATOM_WORDS,
     kAtom},
    {ATOM ".op" HINT ".vec.type d:.type[.vec], [a], b:.type[.vec]" POLICY "; .op = .add; .vec = .v2 .v4; .type = "
          ".f32; " VECTOR_ATOM_WORDS,
     kAtom},
    {ATOM ".op.noftz" HINT ".vec.type d:.type[.vec], [a], b:.type[.vec]" POLICY "; .op = .add .min .max; .vec = "
          ".v2 .v4 .v8; .type = .f16 .bf16; " VECTOR_ATOM_WORDS,
     kAtom},
    {ATOM ".op.noftz" HINT ".vec.type d:.type[.vec], [a], b:.type[.vec]" POLICY "; .op = .add .min .max; .vec = "
          ".v2 .v4; .type = .f16x2 .bf16x2; " VECTOR_ATOM_WORDS,
     kAtom},
    {RED ".op" HINT ".type [a], b" POLICY "; .op = .and .or .xor; .type = .b32 .b64; " RED_WORDS, kRed},
    {RED ".op" HINT ".type [a], b" POLICY "; .op = .add; .type = .u32 .s32 .u64 .s64 .f32 .f64; " RED_WORDS, kRed},
    {RED ".op" HINT ".type [a], b" POLICY "; .op = .min .max; .type = .u32 .s32 .u64 .s64; " RED_WORDS, kRed},
    {RED ".op" HINT ".type [a], b" POLICY "; .op = .inc .dec; .type = .u32; " RED_WORDS, kRed},
    {RED ".op.noftz" HINT ".type [a], b" POLICY "; .op = .add; .type = .f16 .f16x2 .bf16 .bf16x2; " RED_WORDS, kRed},
    {RED ".op" HINT ".vec.type [a], b:.type[.vec]" POLICY
         "; .op = .add; .vec = .v2 .v4; .type = .f32; " VECTOR_RED_WORDS,
     kRed},
    {RED ".op.noftz" HINT ".vec.type [a], b:.type[.vec]" POLICY "; .op = .add .min .max; .vec = .v2 .v4 .v8; "
         ".type = .f16 .bf16; " VECTOR_RED_WORDS,
     kRed},
    {RED ".op.noftz" HINT ".vec.type [a], b:.type[.vec]" POLICY "; .op = .add .min .max; .vec = .v2 .v4; .type = "
         ".f16x2 .bf16x2; " VECTOR_RED_WORDS,
     kRed},
});

}  // namespace

Family atomic_table() { return kAtomicRows; }

}  // namespace bankloom::ptx
