// mbarriers, bulk copies, clusters.
#include <array>

#include "core/ptx/instruction_table.h"

namespace bankloom::ptx {
namespace {

// Words shared by many rows.
#define OWN ".ss = .shared .shared::cta; .type = .b64"
#define ANY ".ss = .shared .shared::cta .shared::cluster; .type = .b64"
#define SCOPES ".scope = .cta .cluster; "

constexpr Meaning kInit{"Parallel Synchronization and Communication Instructions: mbarrier.init", Effect::expanded,
                        Value::none};
constexpr Meaning kInval{"Parallel Synchronization and Communication Instructions: mbarrier.inval", Effect::none,
                         Value::none};
constexpr Meaning kExpect{"Parallel Synchronization and Communication Instructions: mbarrier.expect_tx",
                          Effect::mbarrier, Value::none};
constexpr Meaning kComplete{"Parallel Synchronization and Communication Instructions: mbarrier.complete_tx",
                            Effect::mbarrier, Value::none};
constexpr Meaning kArrive{"Parallel Synchronization and Communication Instructions: mbarrier.arrive", Effect::mbarrier,
                          Value::load};
constexpr Meaning kDrop{"Parallel Synchronization and Communication Instructions: mbarrier.arrive_drop",
                        Effect::mbarrier, Value::load};
constexpr Meaning kWait{
    "Parallel Synchronization and Communication Instructions: mbarrier.test_wait, mbarrier.try_wait", Effect::expanded,
    Value::other};
constexpr Meaning kCopyArrive{"Parallel Synchronization and Communication Instructions: cp.async.mbarrier.arrive",
                              Effect::expanded, Value::none};
constexpr Meaning kBulk{"Data Movement and Conversion Instructions: cp.async.bulk", Effect::expanded, Value::none};
constexpr Meaning kCluster{"Parallel Synchronization and Communication Instructions: barrier.cluster",
                           Effect::cluster_barrier, Value::none};

constexpr auto kAsyncRows = std::to_array<InstructionForm>({
    {"mbarrier.init{.ss}.type [a], count:.u32; " OWN, kInit},
    {"mbarrier.inval{.ss}.type [a]; " OWN, kInval},
    {"mbarrier.expect_tx{.sem.scope}{.ss}.type [a], bytes:.u32; .sem = .relaxed; " SCOPES ANY, kExpect},
    {"mbarrier.complete_tx{.sem.scope}{.ss}.type [a], bytes:.u32; .sem = .relaxed; " SCOPES ANY, kComplete},
    {"mbarrier.arrive{.sem.scope}{.ss}.type d, [a]{, count:.u32}; .sem = .release .relaxed; " SCOPES ANY, kArrive},
    {"mbarrier.arrive.noComplete{.sem.scope}{.ss}.type d, [a], count:.u32; .sem = .release; " SCOPES OWN, kArrive},
    {"mbarrier.arrive.expect_tx{.sem.scope}{.ss}.type d, [a], bytes:.u32; .sem = .release .relaxed; " SCOPES ANY,
     kArrive},
    {"mbarrier.arrive_drop{.sem.scope}{.ss}.type d, [a]{, count:.u32}; .sem = .release .relaxed; " SCOPES ANY, kDrop},
    {"mbarrier.arrive_drop.noComplete{.sem.scope}{.ss}.type d, [a], count:.u32; .sem = .release; " SCOPES OWN, kDrop},
    {"mbarrier.arrive_drop.expect_tx{.sem.scope}{.ss}.type d, [a], bytes:.u32; .sem = .release .relaxed; " SCOPES ANY,
     kDrop},
    {"mbarrier.test_wait{.sem.scope}{.ss}.type p:.pred, [a], state:.b64; .sem = .acquire .relaxed; " SCOPES OWN, kWait},
    {"mbarrier.test_wait.parity{.sem.scope}{.ss}.type p:.pred, [a], parity:.u32; .sem = .acquire .relaxed; " SCOPES OWN,
     kWait},
    {"mbarrier.try_wait{.sem.scope}{.ss}.type p:.pred, [a], state:.b64{, time:.u32}; .sem = .acquire .relaxed; " SCOPES
         OWN,
     kWait},
    {"mbarrier.try_wait.parity{.sem.scope}{.ss}.type p:.pred, [a], parity:.u32{, time:.u32}; "
     ".sem = .acquire .relaxed; " SCOPES OWN,
     kWait},
    {"mbarrier.pending_count.type d:.b32, state:.b64; .type = .b64",
     "Parallel Synchronization and Communication Instructions: mbarrier.pending_count", Effect::expanded, Value::other},

    {"cp.async.mbarrier.arrive{.noinc}{.ss}.type [a]; " OWN, kCopyArrive},
    {"cp.async.bulk.dst.src.mbarrier::complete_tx::bytes{.level::cache_hint} [to], [from], size:.u32, "
     "[mbar]{, cache-policy:.b64}; .dst = .shared::cluster .shared::cta; .src = .global; .level::cache_hint = "
     ".L2::cache_hint",
     kBulk},
    {"cp.async.bulk.dst.src.mbarrier::complete_tx::bytes [to], [from], size:.u32, [mbar]; .dst = .shared::cluster; "
     ".src = .shared::cta",
     kBulk},
    {"cp.async.bulk.dst.src.bulk_group{.level::cache_hint} [to], [from], size:.u32{, cache-policy:.b64}; "
     ".dst = .global; .src = .shared::cta; .level::cache_hint = .L2::cache_hint",
     kBulk},
    {"cp.async.bulk.prefetch.L2.global{.level::cache_hint} [from], size:.u32{, cache-policy:.b64}; "
     ".level::cache_hint = .L2::cache_hint",
     "Data Movement and Conversion Instructions: cp.async.bulk.prefetch", Effect::none, Value::none},
    {"cp.async.bulk.commit_group", "Data Movement and Conversion Instructions: cp.async.bulk.commit_group",
     Effect::none, Value::none},
    {"cp.async.bulk.wait_group{.read} n:imm", "Data Movement and Conversion Instructions: cp.async.bulk.wait_group",
     Effect::none, Value::none},

    {"mapa{.space}.type d, a:address, rank:.u32; .space = .shared::cluster; .type = .u32 .u64",
     "Data Movement and Conversion Instructions: mapa", Effect::expanded, Value::pass},
    {"getctarank{.space}.type d:.u32, a:address; .space = .shared::cluster; .type = .u32 .u64",
     "Data Movement and Conversion Instructions: getctarank", Effect::expanded, Value::other},
    {"barrier.cluster.arrive{.sem}{.aligned}; .sem = .release .relaxed", kCluster},
    {"barrier.cluster.wait{.acquire}{.aligned}", kCluster},
    {"setmaxnreg.action.sync.aligned.type n:imm; .action = .inc .dec; .type = .u32",
     "Miscellaneous Instructions: setmaxnreg", Effect::none, Value::none},
});

}  // namespace

Family async_table() { return kAsyncRows; }

}  // namespace bankloom::ptx
