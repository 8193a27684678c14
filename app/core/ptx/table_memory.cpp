// Memory accesses other than atomics.
#include <array>

#include "core/ptx/instruction_table.h"

namespace bankloom::ptx {
namespace {

// Words that many rows share.
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

constexpr std::string_view kLd = "Data Movement and Conversion Instructions: ld";
constexpr std::string_view kLdNc = "Data Movement and Conversion Instructions: ld.global.nc";
constexpr std::string_view kSt = "Data Movement and Conversion Instructions: st";
constexpr std::string_view kPrefetch = "Data Movement and Conversion Instructions: prefetch, prefetchu";
constexpr std::string_view kCpAsync = "Data Movement and Conversion Instructions: cp.async";
constexpr std::string_view kMatrixLoad = "Warp Level Matrix Instructions: ldmatrix";
constexpr std::string_view kMatrixStore = "Warp Level Matrix Instructions: stmatrix";

constexpr auto kMemoryRows = std::to_array<InstructionForm>({
    {"ld",
     "ld{.weak}{.ss}{.cop}" HINTS PREFETCH "{.vec}.type d:.type+[.vec], [a]{, cache-policy:.b64}; " SPACES
     "; .cop = .ca .cg .cs .lu .cv; " HINT_WORDS "; " PREFETCH_WORDS "; " VECTORS "; " TYPES,
     kLd},
    {"ld",
     "ld.volatile{.ss}" PREFETCH "{.vec}.type d:.type+[.vec], [a]; " SPACES "; " PREFETCH_WORDS "; " VECTORS "; " TYPES,
     kLd},
    {"ld",
     "ld.sem.scope{.ss}" HINTS PREFETCH "{.vec}.type d:.type+[.vec], [a]{, cache-policy:.b64}; "
     ".sem = .relaxed .acquire; " SCOPES "; " SPACES "; " HINT_WORDS "; " PREFETCH_WORDS "; " VECTORS "; " TYPES,
     kLd},
    {"ld", "ld.mmio.sem.scope{.ss}.type d:.type+, [a]; .sem = .relaxed; .scope = .sys; .ss = .global; " TYPES, kLd},
    {"ld",
     "ld.ss{.cop}.nc" HINTS PREFETCH "{.vec}.type d:.type+[.vec], [a]{, cache-policy:.b64}; .ss = .global; "
     ".cop = .ca .cg .cs; " HINT_WORDS "; " PREFETCH_WORDS "; " VECTORS "; " TYPES,
     kLdNc},
    {"ldu", "ldu{.ss}{.vec}.type d:.type+[.vec], [a]; .ss = .global; .vec = .v2 .v4; " TYPES,
     "Data Movement and Conversion Instructions: ldu"},

    {"st",
     "st{.weak}{.ss}{.cop}" HINTS "{.vec}.type [a], b:.type+[.vec]{, cache-policy:.b64}; " STORE_SPACES
     "; .cop = .wb .cg .cs .wt; " HINT_WORDS "; " VECTORS "; " TYPES,
     kSt},
    {"st", "st.volatile{.ss}{.vec}.type [a], b:.type+[.vec]; " STORE_SPACES "; " VECTORS "; " TYPES, kSt},
    {"st",
     "st.sem.scope{.ss}" HINTS "{.vec}.type [a], b:.type+[.vec]{, cache-policy:.b64}; .sem = .relaxed .release; " SCOPES
     "; " STORE_SPACES "; " HINT_WORDS "; " VECTORS "; " TYPES,
     kSt},
    {"st", "st.mmio.sem.scope{.ss}.type [a], b:.type+; .sem = .relaxed; .scope = .sys; .ss = .global; " TYPES, kSt},

    {"prefetch", "prefetch{.space}.level [a]; .space = .global .local; .level = .L1 .L2", kPrefetch},
    {"prefetch",
     "prefetch{.global}.level::eviction_priority [a]; "
     ".level::eviction_priority = .L2::evict_last .L2::evict_normal",
     kPrefetch},
    {"prefetchu", "prefetchu.L1 [a]", kPrefetch},
    {"applypriority",
     "applypriority{.global}.level::eviction_priority [a], size:imm; "
     ".level::eviction_priority = .L2::evict_normal",
     "Data Movement and Conversion Instructions: applypriority"},
    {"discard", "discard{.global}.level [a], size:imm; .level = .L2",
     "Data Movement and Conversion Instructions: discard"},
    {"createpolicy",
     "createpolicy.fractional.level::primary_priority{.level::secondary_priority}.type "
     "d{, fraction:.f32}; .level::primary_priority = .L2::evict_last .L2::evict_normal .L2::evict_first "
     ".L2::evict_unchanged; .level::secondary_priority = .L2::evict_first .L2::evict_unchanged; .type = .b64",
     "Data Movement and Conversion Instructions: createpolicy"},

    {"cp",
     "cp.async.cop.ss.global" PREFETCH " [dst], [src], cp-size:imm{, src-size:.u32}; "
     ".cop = .ca .cg; .ss = .shared .shared::cta; " PREFETCH_WORDS,
     kCpAsync},
    {"cp",
     "cp.async.cop.ss.global" PREFETCH " [dst], [src], cp-size:imm, {!}ignore-src:.pred; "
     ".cop = .ca .cg; .ss = .shared .shared::cta; " PREFETCH_WORDS,
     kCpAsync},
    {"cp",
     "cp.async.cop.ss.global.level::cache_hint" PREFETCH " [dst], [src], cp-size:imm, cache-policy:.b64; "
     ".cop = .ca .cg; .ss = .shared .shared::cta; .level::cache_hint = .L2::cache_hint; " PREFETCH_WORDS,
     kCpAsync},
    {"cp",
     "cp.async.cop.ss.global.level::cache_hint" PREFETCH " [dst], [src], cp-size:imm, src-size:.u32, "
     "cache-policy:.b64; .cop = .ca .cg; .ss = .shared .shared::cta; .level::cache_hint = "
     ".L2::cache_hint; " PREFETCH_WORDS,
     kCpAsync},
    {"cp", "cp.async.commit_group", "Data Movement and Conversion Instructions: cp.async.commit_group"},
    {"cp", "cp.async.wait_group n:imm", "Data Movement and Conversion Instructions: cp.async.wait_group"},
    {"cp", "cp.async.wait_all", "Data Movement and Conversion Instructions: cp.async.wait_all"},

    {"ldmatrix",
     "ldmatrix.sync.aligned.shape.num{.trans}{.ss}.type d:.b32[.num], [a]; .shape = .m8n8; "
     ".num = .x1 .x2 .x4; .ss = .shared .shared::cta; .type = .b16",
     kMatrixLoad},
    {"stmatrix",
     "stmatrix.sync.aligned.shape.num{.trans}{.ss}.type [a], r:.b32[.num]; .shape = .m8n8; "
     ".num = .x1 .x2 .x4; .ss = .shared .shared::cta; .type = .b16",
     kMatrixStore},

    {"alloca", "alloca.type d, size{, align:imm}; .type = .u32 .u64", "Stack Manipulation Instructions: alloca"},
    {"stacksave", "stacksave.type d; .type = .u32 .u64", "Stack Manipulation Instructions: stacksave"},
    {"stackrestore", "stackrestore.type a; .type = .u32 .u64", "Stack Manipulation Instructions: stackrestore"},
});

}  // namespace

Family memory_table() { return kMemoryRows; }

}  // namespace bankloom::ptx

#undef SPACES
#undef STORE_SPACES
#undef SCOPES
#undef TYPES
#undef VECTORS
#undef HINTS
#undef HINT_WORDS
#undef PREFETCH
#undef PREFETCH_WORDS
