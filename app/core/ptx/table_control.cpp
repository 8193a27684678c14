// Control flow, barriers, fences.
#include <array>

#include "core/ptx/instruction_table.h"

namespace bankloom::ptx {
namespace {

constexpr std::string_view kCall = "Control Flow Instructions: call";
constexpr std::string_view kBar = "Parallel Synchronization and Communication Instructions: bar, barrier";
constexpr std::string_view kFence = "Parallel Synchronization and Communication Instructions: membar, fence";

constexpr auto kControlRows = std::to_array<InstructionForm>({
    {"bra", "bra{.uni} tgt:label", "Control Flow Instructions: bra"},
    {"brx", "brx.idx{.uni} index:.u32, tlist:targets", "Control Flow Instructions: brx.idx"},
    // The parser writes the lists that a call leaves out as empty ones.
    {"call", "call{.uni} (ret-param), func:function, (param-list)", kCall},
    {"call", "call{.uni} (ret-param), fptr:.u64, (param-list), fproto:prototype", kCall},
    {"ret", "ret{.uni}", "Control Flow Instructions: ret"},
    {"exit", "exit", "Control Flow Instructions: exit"},
    {"trap", "trap", "Miscellaneous Instructions: trap"},
    {"brkpt", "brkpt", "Miscellaneous Instructions: brkpt"},
    {"nanosleep", "nanosleep.type t; .type = .u32", "Miscellaneous Instructions: nanosleep"},
    {"pmevent", "pmevent{.mask} a:imm", "Miscellaneous Instructions: pmevent"},

    {"bar", "bar{.cta}.sync a:.u32{, b:.u32}", kBar},
    {"bar", "bar{.cta}.arrive a:.u32, b:.u32", kBar},
    {"bar", "bar{.cta}.red.op.type d, a:.u32, {!}c:.pred; .op = .popc; .type = .u32", kBar},
    {"bar", "bar{.cta}.red.op.type d, a:.u32, b:.u32, {!}c:.pred; .op = .popc; .type = .u32", kBar},
    {"bar", "bar{.cta}.red.op.type p, a:.u32, {!}c:.pred; .op = .and .or; .type = .pred", kBar},
    {"bar", "bar{.cta}.red.op.type p, a:.u32, b:.u32, {!}c:.pred; .op = .and .or; .type = .pred", kBar},
    {"barrier", "barrier{.cta}.sync{.aligned} a:.u32{, b:.u32}", kBar},
    {"barrier", "barrier{.cta}.arrive{.aligned} a:.u32, b:.u32", kBar},
    {"barrier", "barrier{.cta}.red.op{.aligned}.type d, a:.u32, {!}c:.pred; .op = .popc; .type = .u32", kBar},
    {"barrier", "barrier{.cta}.red.op{.aligned}.type d, a:.u32, b:.u32, {!}c:.pred; .op = .popc; .type = .u32", kBar},
    {"barrier", "barrier{.cta}.red.op{.aligned}.type p, a:.u32, {!}c:.pred; .op = .and .or; .type = .pred", kBar},
    {"barrier", "barrier{.cta}.red.op{.aligned}.type p, a:.u32, b:.u32, {!}c:.pred; .op = .and .or; .type = .pred",
     kBar},
    {"bar", "bar.warp.sync membermask:.b32", "Parallel Synchronization and Communication Instructions: bar.warp.sync"},

    {"membar", "membar.level; .level = .cta .gl .sys", kFence},
    {"fence", "fence{.sem}.scope; .sem = .sc .acq_rel .acquire .release; .scope = .cta .cluster .gpu .sys", kFence},
    {"fence", "fence.proxy.proxykind; .proxykind = .alias .async", kFence},
    {"fence", "fence.proxy.async.space; .space = .global .shared::cta .shared::cluster", kFence},
    {"fence",
     "fence.proxy.async::generic.sem.sync_restrict.scope; .sem = .acquire; .sync_restrict = "
     ".sync_restrict::shared::cluster; .scope = .cluster",
     kFence},
    {"fence",
     "fence.proxy.async::generic.sem.sync_restrict.scope; .sem = .release; .sync_restrict = "
     ".sync_restrict::shared::cta; .scope = .cluster",
     kFence},
    {"fence", "fence.mbarrier_init.sem.scope; .sem = .release; .scope = .cluster", kFence},
    {"fence",
     "fence.sem.sync_restrict.scope; .sem = .acquire; .sync_restrict = .sync_restrict::shared::cluster; .scope = "
     ".cluster",
     kFence},
    {"fence",
     "fence.sem.sync_restrict.scope; .sem = .release; .sync_restrict = .sync_restrict::shared::cta; .scope = .cluster",
     kFence},
    {"membar", "membar.proxy.proxykind; .proxykind = .alias", kFence},
    {"griddepcontrol", "griddepcontrol.action; .action = .launch_dependents .wait",
     "Parallel Synchronization and Communication Instructions: griddepcontrol"},
});

}  // namespace

Family control_table() { return kControlRows; }

}  // namespace bankloom::ptx
