// Control flow, barriers, fences.
#include <array>

#include "core/ptx/instruction_table.h"

namespace bankloom::ptx {
namespace {

constexpr Meaning kCall{"Control Flow Instructions: call", Effect::call, Value::none};
constexpr Meaning kBar{"Parallel Synchronization and Communication Instructions: bar, barrier", Effect::barrier,
                       Value::none};
constexpr Meaning kBarRed{"Parallel Synchronization and Communication Instructions: bar, barrier", Effect::barrier,
                          Value::other};
constexpr Meaning kFence{"Parallel Synchronization and Communication Instructions: membar, fence", Effect::fence,
                         Value::none};

constexpr auto kControlRows = std::to_array<InstructionForm>({
    {"bra{.uni} tgt:label", "Control Flow Instructions: bra", Effect::branch, Value::none},
    {"brx.idx{.uni} index:.u32, tlist:targets", "Control Flow Instructions: brx.idx", Effect::branch_indexed,
     Value::none},
    // The parser adds empty lists for those that a call leaves out.
    {"call{.uni} (ret-param), func:function, (param-list)", kCall},
    {"call{.uni} (ret-param), fptr:.u64, (param-list), fproto:prototype", kCall},
    {"ret{.uni}", "Control Flow Instructions: ret", Effect::ret, Value::none},
    {"exit", "Control Flow Instructions: exit", Effect::exit, Value::none},
    {"trap", "Miscellaneous Instructions: trap", Effect::trap, Value::none},
    {"brkpt", "Miscellaneous Instructions: brkpt", Effect::none, Value::none},
    {"nanosleep.type t; .type = .u32", "Miscellaneous Instructions: nanosleep", Effect::none, Value::none},
    {"pmevent{.mask} a:imm", "Miscellaneous Instructions: pmevent", Effect::none, Value::none},

    {"bar{.cta}.sync a:.u32{, b:.u32}", kBar},
    {"bar{.cta}.arrive a:.u32, b:.u32", kBar},
    {"bar{.cta}.red.op.type d, a:.u32, {!}c:.pred; .op = .popc; .type = .u32", kBarRed},
    {"bar{.cta}.red.op.type d, a:.u32, b:.u32, {!}c:.pred; .op = .popc; .type = .u32", kBarRed},
    {"bar{.cta}.red.op.type p, a:.u32, {!}c:.pred; .op = .and .or; .type = .pred", kBarRed},
    {"bar{.cta}.red.op.type p, a:.u32, b:.u32, {!}c:.pred; .op = .and .or; .type = .pred", kBarRed},
    {"barrier{.cta}.sync{.aligned} a:.u32{, b:.u32}", kBar},
    {"barrier{.cta}.arrive{.aligned} a:.u32, b:.u32", kBar},
    {"barrier{.cta}.red.op{.aligned}.type d, a:.u32, {!}c:.pred; .op = .popc; .type = .u32", kBarRed},
    {"barrier{.cta}.red.op{.aligned}.type d, a:.u32, b:.u32, {!}c:.pred; .op = .popc; .type = .u32", kBarRed},
    {"barrier{.cta}.red.op{.aligned}.type p, a:.u32, {!}c:.pred; .op = .and .or; .type = .pred", kBarRed},
    {"barrier{.cta}.red.op{.aligned}.type p, a:.u32, b:.u32, {!}c:.pred; .op = .and .or; .type = .pred", kBarRed},
    {"bar.warp.sync membermask:.b32", "Parallel Synchronization and Communication Instructions: bar.warp.sync",
     Effect::cross_lane, Value::none},

    {"membar.level; .level = .cta .gl .sys", kFence},
    {"fence{.sem}.scope; .sem = .sc .acq_rel .acquire .release; .scope = .cta .cluster .gpu .sys", kFence},
    {"fence.proxy.proxykind; .proxykind = .alias .async", kFence},
    {"fence.proxy.async.space; .space = .global .shared::cta .shared::cluster", kFence},
    {"fence.proxy.async::generic.sem.sync_restrict.scope; .sem = .acquire; .sync_restrict = "
     ".sync_restrict::shared::cluster; .scope = .cluster",
     kFence},
    {"fence.proxy.async::generic.sem.sync_restrict.scope; .sem = .release; .sync_restrict = "
     ".sync_restrict::shared::cta; .scope = .cluster",
     kFence},
    {"fence.mbarrier_init.sem.scope; .sem = .release; .scope = .cluster", kFence},
    {"fence.sem.sync_restrict.scope; .sem = .acquire; .sync_restrict = .sync_restrict::shared::cluster; .scope = "
     ".cluster",
     kFence},
    {"fence.sem.sync_restrict.scope; .sem = .release; .sync_restrict = .sync_restrict::shared::cta; .scope = .cluster",
     kFence},
    {"membar.proxy.proxykind; .proxykind = .alias", kFence},
    {"griddepcontrol.action; .action = .launch_dependents .wait",
     "Parallel Synchronization and Communication Instructions: griddepcontrol", Effect::none, Value::none},
});

}  // namespace

Family control_table() { return kControlRows; }

}  // namespace bankloom::ptx
