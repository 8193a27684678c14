// Instructions across the lanes of a warp.
#include <array>

#include "core/ptx/instruction_table.h"

namespace bankloom::ptx {
namespace {

constexpr Meaning kShfl{"Data Movement and Conversion Instructions: shfl.sync", Effect::cross_lane, Value::choose};
constexpr Meaning kShflOld{"Data Movement and Conversion Instructions: shfl (deprecated)", Effect::cross_lane,
                           Value::choose};
constexpr Meaning kVote{"Parallel Synchronization and Communication Instructions: vote.sync", Effect::cross_lane,
                        Value::other};
constexpr Meaning kVoteOld{"Parallel Synchronization and Communication Instructions: vote (deprecated)",
                           Effect::cross_lane, Value::other};
constexpr Meaning kMatch{"Parallel Synchronization and Communication Instructions: match.sync", Effect::cross_lane,
                         Value::other};
constexpr Meaning kRedux{"Parallel Synchronization and Communication Instructions: redux.sync", Effect::cross_lane,
                         Value::other};

constexpr auto kWarpRows = std::to_array<InstructionForm>({
    {"shfl.sync.mode.type d{|p:.pred}, a, b:.u32, c:.u32, membermask:.b32; .mode = .up .down .bfly .idx; "
     ".type = .b32",
     kShfl},
    {"shfl.mode.type d{|p:.pred}, a, b:.u32, c:.u32; .mode = .up .down .bfly .idx; .type = .b32", kShflOld},

    {"vote.sync.mode.type p, {!}a:.pred, membermask:.b32; .mode = .all .any .uni; .type = .pred", kVote},
    {"vote.sync.mode.type d, {!}a:.pred, membermask:.b32; .mode = .ballot; .type = .b32", kVote},
    {"vote.mode.type p, {!}a:.pred; .mode = .all .any .uni; .type = .pred", kVoteOld},
    {"vote.mode.type d, {!}a:.pred; .mode = .ballot; .type = .b32", kVoteOld},

    {"match.mode.sync.type d:.b32, a, membermask:.b32; .mode = .any; .type = .b32 .b64", kMatch},
    {"match.mode.sync.type d:.b32{|p:.pred}, a, membermask:.b32; .mode = .all; .type = .b32 .b64", kMatch},

    {"activemask.type d; .type = .b32", "Parallel Synchronization and Communication Instructions: activemask",
     Effect::cross_lane, Value::other},
    {"redux.sync.op.type d, a, membermask:.b32; .op = .add .min .max; .type = .u32 .s32", kRedux},
    {"redux.sync.op.type d, a, membermask:.b32; .op = .and .or .xor; .type = .b32", kRedux},
    {"elect.sync d:.b32|p:.pred, membermask:.b32",
     "Parallel Synchronization and Communication Instructions: elect.sync", Effect::cross_lane, Value::other},
});

}  // namespace

Family warp_table() { return kWarpRows; }

}  // namespace bankloom::ptx
