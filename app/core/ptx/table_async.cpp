// mbarriers, bulk copies, clusters.
#include <array>

#include "core/ptx/instruction_table.h"

namespace bankloom::ptx {
namespace {

// Words that many rows share.
#define OWN ".ss = .shared .shared::cta; .type = .b64"
#define ANY ".ss = .shared .shared::cta .shared::cluster; .type = .b64"
#define SCOPES ".scope = .cta .cluster; "

constexpr std::string_view kInit = "Parallel Synchronization and Communication Instructions: mbarrier.init";
constexpr std::string_view kInval = "Parallel Synchronization and Communication Instructions: mbarrier.inval";
constexpr std::string_view kExpect = "Parallel Synchronization and Communication Instructions: mbarrier.expect_tx";
constexpr std::string_view kComplete = "Parallel Synchronization and Communication Instructions: mbarrier.complete_tx";
constexpr std::string_view kArrive = "Parallel Synchronization and Communication Instructions: mbarrier.arrive";
constexpr std::string_view kDrop = "Parallel Synchronization and Communication Instructions: mbarrier.arrive_drop";
constexpr std::string_view kWait =
    "Parallel Synchronization and Communication Instructions: mbarrier.test_wait, mbarrier.try_wait";
constexpr std::string_view kCopyArrive =
    "Parallel Synchronization and Communication Instructions: cp.async.mbarrier.arrive";
constexpr std::string_view kBulk = "Data Movement and Conversion Instructions: cp.async.bulk";
constexpr std::string_view kCluster = "Parallel Synchronization and Communication Instructions: barrier.cluster";

constexpr auto kAsyncRows = std::to_array<InstructionForm>({
    {"mbarrier", "mbarrier.init{.ss}.type [a], count:.u32; " OWN, kInit},
    {"mbarrier", "mbarrier.inval{.ss}.type [a]; " OWN, kInval},
    {"mbarrier", "mbarrier.expect_tx{.sem.scope}{.ss}.type [a], bytes:.u32; .sem = .relaxed; " SCOPES ANY, kExpect},
    {"mbarrier", "mbarrier.complete_tx{.sem.scope}{.ss}.type [a], bytes:.u32; .sem = .relaxed; " SCOPES ANY, kComplete},
    {"mbarrier", "mbarrier.arrive{.sem.scope}{.ss}.type d, [a]{, count:.u32}; .sem = .release .relaxed; " SCOPES ANY,
     kArrive},
    {"mbarrier", "mbarrier.arrive.noComplete{.sem.scope}{.ss}.type d, [a], count:.u32; .sem = .release; " SCOPES OWN,
     kArrive},
    {"mbarrier",
     "mbarrier.arrive.expect_tx{.sem.scope}{.ss}.type d, [a], bytes:.u32; .sem = .release .relaxed; " SCOPES ANY,
     kArrive},
    {"mbarrier",
     "mbarrier.arrive_drop{.sem.scope}{.ss}.type d, [a]{, count:.u32}; .sem = .release .relaxed; " SCOPES ANY, kDrop},
    {"mbarrier",
     "mbarrier.arrive_drop.noComplete{.sem.scope}{.ss}.type d, [a], count:.u32; .sem = .release; " SCOPES OWN, kDrop},
    {"mbarrier",
     "mbarrier.arrive_drop.expect_tx{.sem.scope}{.ss}.type d, [a], bytes:.u32; .sem = .release .relaxed; " SCOPES ANY,
     kDrop},
    {"mbarrier",
     "mbarrier.test_wait{.sem.scope}{.ss}.type p:.pred, [a], state:.b64; .sem = .acquire .relaxed; " SCOPES OWN, kWait},
    {"mbarrier",
     "mbarrier.test_wait.parity{.sem.scope}{.ss}.type p:.pred, [a], parity:.u32; .sem = .acquire .relaxed; " SCOPES OWN,
     kWait},
    {"mbarrier",
     "mbarrier.try_wait{.sem.scope}{.ss}.type p:.pred, [a], state:.b64{, time:.u32}; .sem = .acquire .relaxed; " SCOPES
         OWN,
     kWait},
    {"mbarrier",
     "mbarrier.try_wait.parity{.sem.scope}{.ss}.type p:.pred, [a], parity:.u32{, time:.u32}; "
     ".sem = .acquire .relaxed; " SCOPES OWN,
     kWait},
    {"mbarrier", "mbarrier.pending_count.type d:.b32, state:.b64; .type = .b64",
     "Parallel Synchronization and Communication Instructions: mbarrier.pending_count"},

    {"cp", "cp.async.mbarrier.arrive{.noinc}{.ss}.type [a]; " OWN, kCopyArrive},
    {"cp",
     "cp.async.bulk.dst.src.mbarrier::complete_tx::bytes{.level::cache_hint} [to], [from], size:.u32, "
     "[mbar]{, cache-policy:.b64}; .dst = .shared::cluster .shared::cta; .src = .global; .level::cache_hint = "
     ".L2::cache_hint",
     kBulk},
    {"cp",
     "cp.async.bulk.dst.src.mbarrier::complete_tx::bytes [to], [from], size:.u32, [mbar]; .dst = .shared::cluster; "
     ".src = .shared::cta",
     kBulk},
    {"cp",
     "cp.async.bulk.dst.src.bulk_group{.level::cache_hint} [to], [from], size:.u32{, cache-policy:.b64}; "
     ".dst = .global; .src = .shared::cta; .level::cache_hint = .L2::cache_hint",
     kBulk},
    {"cp",
     "cp.async.bulk.prefetch.L2.global{.level::cache_hint} [from], size:.u32{, cache-policy:.b64}; "
     ".level::cache_hint = .L2::cache_hint",
     "Data Movement and Conversion Instructions: cp.async.bulk.prefetch"},
    {"cp", "cp.async.bulk.commit_group", "Data Movement and Conversion Instructions: cp.async.bulk.commit_group"},
    {"cp", "cp.async.bulk.wait_group{.read} n:imm",
     "Data Movement and Conversion Instructions: cp.async.bulk.wait_group"},

    {"mapa", "mapa{.space}.type d, a:address, rank:.u32; .space = .shared::cluster; .type = .u32 .u64",
     "Data Movement and Conversion Instructions: mapa"},
    {"getctarank", "getctarank{.space}.type d:.u32, a:address; .space = .shared::cluster; .type = .u32 .u64",
     "Data Movement and Conversion Instructions: getctarank"},
    {"barrier", "barrier.cluster.arrive{.sem}{.aligned}; .sem = .release .relaxed", kCluster},
    {"barrier", "barrier.cluster.wait{.acquire}{.aligned}", kCluster},
    {"setmaxnreg", "setmaxnreg.action.sync.aligned.type n:imm; .action = .inc .dec; .type = .u32",
     "Miscellaneous Instructions: setmaxnreg"},
});

}  // namespace

Family async_table() { return kAsyncRows; }

}  // namespace bankloom::ptx

#undef OWN
#undef ANY
#undef SCOPES
