// Instructions that look across the lanes of a warp.
#include <array>

#include "core/ptx/instruction_table.h"

namespace bankloom::ptx {
namespace {

constexpr std::string_view kShfl = "Data Movement and Conversion Instructions: shfl.sync";
constexpr std::string_view kShflOld = "Data Movement and Conversion Instructions: shfl (deprecated)";
constexpr std::string_view kVote = "Parallel Synchronization and Communication Instructions: vote.sync";
constexpr std::string_view kVoteOld = "Parallel Synchronization and Communication Instructions: vote (deprecated)";
constexpr std::string_view kMatch = "Parallel Synchronization and Communication Instructions: match.sync";
constexpr std::string_view kRedux = "Parallel Synchronization and Communication Instructions: redux.sync";

constexpr auto kWarpRows = std::to_array<InstructionForm>({
    {"shfl",
     "shfl.sync.mode.type d{|p:.pred}, a, b:.u32, c:.u32, membermask:.b32; .mode = .up .down .bfly .idx; "
     ".type = .b32",
     kShfl},
    {"shfl", "shfl.mode.type d{|p:.pred}, a, b:.u32, c:.u32; .mode = .up .down .bfly .idx; .type = .b32", kShflOld},

    {"vote", "vote.sync.mode.type p, {!}a:.pred, membermask:.b32; .mode = .all .any .uni; .type = .pred", kVote},
    {"vote", "vote.sync.mode.type d, {!}a:.pred, membermask:.b32; .mode = .ballot; .type = .b32", kVote},
    {"vote", "vote.mode.type p, {!}a:.pred; .mode = .all .any .uni; .type = .pred", kVoteOld},
    {"vote", "vote.mode.type d, {!}a:.pred; .mode = .ballot; .type = .b32", kVoteOld},

    {"match", "match.mode.sync.type d:.b32, a, membermask:.b32; .mode = .any; .type = .b32 .b64", kMatch},
    {"match", "match.mode.sync.type d:.b32{|p:.pred}, a, membermask:.b32; .mode = .all; .type = .b32 .b64", kMatch},

    {"activemask", "activemask.type d; .type = .b32",
     "Parallel Synchronization and Communication Instructions: activemask"},
    {"redux", "redux.sync.op.type d, a, membermask:.b32; .op = .add .min .max; .type = .u32 .s32", kRedux},
    {"redux", "redux.sync.op.type d, a, membermask:.b32; .op = .and .or .xor; .type = .b32", kRedux},
    {"elect", "elect.sync d:.b32|p:.pred, membermask:.b32",
     "Parallel Synchronization and Communication Instructions: elect.sync"},
});

}  // namespace

Family warp_table() { return kWarpRows; }

}  // namespace bankloom::ptx
