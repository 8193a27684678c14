// Memory accesses other than atomics.
#include <array>

#include "core/ptx/instruction_table.h"

namespace bankloom::ptx {
namespace {

// Words shared by many rows.
#define SPACES ".ss = .const .global .local .param .param::entry .param::func .shared .shared::cta .shared::cluster"
#define STORE_SPACES ".ss = .global .local .param .param::func .shared .shared::cta .shared::cluster"
#define SCOPES ".scope = .cta .cluster .gpu .sys"
#define TYPES ".type = .b8 .b16 .b32 .b64 .b128 .u8 .u16 .u32 .u64 .s8 .s16 .s32 .s64 .f32 .f64"
#define VECTORS ".vec = .v2 .v4 .v8"
#define HINTS "{.level1::eviction_priority}{.level2::eviction_priority}{.level::cache_hint}"
#define HINT_WORDS                                                                                        \
  ".level1::eviction_priority = .L1::evict_normal .L1::evict_unchanged .L1::evict_first .L1::evict_last " \
  ".L1::no_allocate; .level2::eviction_priority = .L2::evict_normal .L2::evict_first .L2::evict_last; "   \
  ".level::cache_hint = .L2::cache_hint"
#define PREFETCH "{.level::prefetch_size}"
#define PREFETCH_WORDS ".level::prefetch_size = .L2::64B .L2::128B .L2::256B"

constexpr Meaning kLd{"Data Movement and Conversion Instructions: ld", Effect::load, Value::load};
constexpr Meaning kLdNc{"Data Movement and Conversion Instructions: ld.global.nc", Effect::load, Value::load};
constexpr Meaning kSt{"Data Movement and Conversion Instructions: st", Effect::store, Value::none};
constexpr Meaning kPrefetch{"Data Movement and Conversion Instructions: prefetch, prefetchu", Effect::none,
                            Value::none};
constexpr Meaning kCpAsync{"Data Movement and Conversion Instructions: cp.async", Effect::async_copy, Value::none};
constexpr Meaning kMatrixLoad{"Warp Level Matrix Instructions: ldmatrix", Effect::matrix_load, Value::load};
constexpr Meaning kMatrixStore{"Warp Level Matrix Instructions: stmatrix", Effect::matrix_store, Value::none};

constexpr auto kMemoryRows = std::to_array<InstructionForm>({
    {"ld{.weak}{.ss}{.cop}" HINTS PREFETCH "{.vec}.type d:.type+[.vec], [a]{, cache-policy:.b64}; " SPACES
     "; .cop = .ca .cg .cs .lu .cv; " HINT_WORDS "; " PREFETCH_WORDS "; " VECTORS "; " TYPES,
     kLd},
    {"ld.volatile{.ss}" PREFETCH "{.vec}.type d:.type+[.vec], [a]; " SPACES "; " PREFETCH_WORDS "; " VECTORS "; " TYPES,
     kLd},
    {"ld.sem.scope{.ss}" HINTS PREFETCH "{.vec}.type d:.type+[.vec], [a]{, cache-policy:.b64}; "
     ".sem = .relaxed .acquire; " SCOPES "; " SPACES "; " HINT_WORDS "; " PREFETCH_WORDS "; " VECTORS "; " TYPES,
     kLd},
    {"ld.mmio.sem.scope{.ss}.type d:.type+, [a]; .sem = .relaxed; .scope = .sys; .ss = .global; " TYPES, kLd},
    {"ld.ss{.cop}.nc" HINTS PREFETCH "{.vec}.type d:.type+[.vec], [a]{, cache-policy:.b64}; .ss = .global; "
     ".cop = .ca .cg .cs; " HINT_WORDS "; " PREFETCH_WORDS "; " VECTORS "; " TYPES,
     kLdNc},
    {"ldu{.ss}{.vec}.type d:.type+[.vec], [a]; .ss = .global; .vec = .v2 .v4; " TYPES,
     "Data Movement and Conversion Instructions: ldu", Effect::load, Value::load},

    {"st{.weak}{.ss}{.cop}" HINTS "{.vec}.type [a], b:.type+[.vec]{, cache-policy:.b64}; " STORE_SPACES
     "; .cop = .wb .cg .cs .wt; " HINT_WORDS "; " VECTORS "; " TYPES,
     kSt},
    {"st.volatile{.ss}{.vec}.type [a], b:.type+[.vec]; " STORE_SPACES "; " VECTORS "; " TYPES, kSt},
    {"st.sem.scope{.ss}" HINTS "{.vec}.type [a], b:.type+[.vec]{, cache-policy:.b64}; .sem = .relaxed .release; " SCOPES
     "; " STORE_SPACES "; " HINT_WORDS "; " VECTORS "; " TYPES,
     kSt},
    {"st.mmio.sem.scope{.ss}.type [a], b:.type+; .sem = .relaxed; .scope = .sys; .ss = .global; " TYPES, kSt},

    {"prefetch{.space}.level [a]; .space = .global .local; .level = .L1 .L2", kPrefetch},
    {"prefetch{.global}.level::eviction_priority [a]; "
     ".level::eviction_priority = .L2::evict_last .L2::evict_normal",
     kPrefetch},
    {"prefetchu.L1 [a]", kPrefetch},
    {"applypriority{.global}.level::eviction_priority [a], size:imm; "
     ".level::eviction_priority = .L2::evict_normal",
     "Data Movement and Conversion Instructions: applypriority", Effect::none, Value::none},
    {"discard{.global}.level [a], size:imm; .level = .L2", "Data Movement and Conversion Instructions: discard",
     Effect::none, Value::none},
    {"createpolicy.fractional.level::primary_priority{.level::secondary_priority}.type "
     "d{, fraction:.f32}; .level::primary_priority = .L2::evict_last .L2::evict_normal .L2::evict_first "
     ".L2::evict_unchanged; .level::secondary_priority = .L2::evict_first .L2::evict_unchanged; .type = .b64",
     "Data Movement and Conversion Instructions: createpolicy", Effect::expanded, Value::other},

    {"cp.async.cop.ss.global" PREFETCH " [dst], [src], cp-size:imm{, src-size:.u32}; "
     ".cop = .ca .cg; .ss = .shared .shared::cta; " PREFETCH_WORDS,
     kCpAsync},
    {"cp.async.cop.ss.global" PREFETCH " [dst], [src], cp-size:imm, {!}ignore-src:.pred; "
     ".cop = .ca .cg; .ss = .shared .shared::cta; " PREFETCH_WORDS,
     kCpAsync},
    {"cp.async.cop.ss.global.level::cache_hint" PREFETCH " [dst], [src], cp-size:imm, cache-policy:.b64; "
     ".cop = .ca .cg; .ss = .shared .shared::cta; .level::cache_hint = .L2::cache_hint; " PREFETCH_WORDS,
     kCpAsync},
    {"cp.async.cop.ss.global.level::cache_hint" PREFETCH " [dst], [src], cp-size:imm, src-size:.u32, "
     "cache-policy:.b64; .cop = .ca .cg; .ss = .shared .shared::cta; .level::cache_hint = "
     ".L2::cache_hint; " PREFETCH_WORDS,
     kCpAsync},
    {"cp.async.commit_group", "Data Movement and Conversion Instructions: cp.async.commit_group", Effect::async_wait,
     Value::none},
    {"cp.async.wait_group n:imm", "Data Movement and Conversion Instructions: cp.async.wait_group", Effect::async_wait,
     Value::none},
    {"cp.async.wait_all", "Data Movement and Conversion Instructions: cp.async.wait_all", Effect::async_wait,
     Value::none},

    {"ldmatrix.sync.aligned.shape.num{.trans}{.ss}.type d:.b32[.num], [a]; .shape = .m8n8; "
     ".num = .x1 .x2 .x4; .ss = .shared .shared::cta; .type = .b16",
     kMatrixLoad},
    {"stmatrix.sync.aligned.shape.num{.trans}{.ss}.type [a], r:.b32[.num]; .shape = .m8n8; "
     ".num = .x1 .x2 .x4; .ss = .shared .shared::cta; .type = .b16",
     kMatrixStore},

    {"alloca.type d, size{, align:imm}; .type = .u32 .u64", "Stack Manipulation Instructions: alloca", Effect::stack,
     Value::other},
    {"stacksave.type d; .type = .u32 .u64", "Stack Manipulation Instructions: stacksave", Effect::stack, Value::other},
    {"stackrestore.type a; .type = .u32 .u64", "Stack Manipulation Instructions: stackrestore", Effect::stack,
     Value::none},
});

}  // namespace

Family memory_table() { return kMemoryRows; }

}  // namespace bankloom::ptx
