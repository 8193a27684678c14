// Program: an entry and the functions it calls, decoded for execution by whole warps.
//
// Every PTX instruction becomes one Step, in the same order: a step's index is the instruction's index. Registers
// become places in a register file, immediates and addresses places in a file of constants, labels step indices. Every
// branch has its reconvergence point.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "core/ptx/module.h"
#include "core/simt/address_origin.h"
#include "core/simt/lane_op.h"
#include "core/simt/launch.h"
#include "core/simt/shared_bounds.h"

namespace bankloom::simt {

/// The register files of LaneContext::files.
enum RegisterFile : std::uint32_t { kRegisterFile = 0, kConstantFile = 1, kBlockFile = 2, kWarpFile = 3 };

inline constexpr std::uint32_t kNoStep = 0xffffffffu;

/// Values of Step::detail for async_wait that are not a number of groups.
inline constexpr std::uint32_t kCommitGroup = 0xffffffffu, kWaitAll = 0xfffffffeu;

/// Effect::move remains for instructions that read a clock; the other moves, conversions of addresses and tests of
/// spaces have Effect::lane.
struct Step {
  ptx::Effect effect = ptx::Effect::none;
  bool guarded = false;
  bool guard_negated = false;
  std::uint32_t straight_line_steps = 0;  ///< lane steps from here to a branch target or reconvergence point
  std::uint32_t detail = 0;               ///< index among the details of its effect in Code
  OperandRef guard;
  LaneInstruction lane;
  std::uint32_t ptx_line = 0;
  std::uint32_t source_line = 0;
};

enum class AtomicOp : std::uint8_t {
  add,
  inc,
  dec,
  min,
  max,
  bit_and,
  bit_or,
  bit_xor,
  exch,
  cas,
  // Operations on an mbarrier object, see apply_mbarrier():
  mbarrier_arrive,         ///< count
  mbarrier_drop,           ///< count: arrives, now and in all later phases
  mbarrier_expect,         ///< bytes
  mbarrier_arrive_expect,  ///< bytes; arrives once
  mbarrier_drop_expect,
  mbarrier_complete,  ///< bytes
};

/// A register that data moves to or from; one for each element of a vector.
struct DataOperand {
  OperandRef ref;
  std::uint8_t lane_bytes = 4;  ///< of the register; may be wider than the element
  bool sink = false;            ///< `_`: the element is not kept
};

using DataOperands = std::array<DataOperand, 8>;

/// The source of the lanes' addresses.
struct AddressOperand {
  std::uint8_t bytes = 0;  ///< of the register, 4 or 8; 0: there is none
  OperandRef ref;
  std::uint64_t offset = 0;
};

struct LoadDetail {
  DataOperands data{};
  bool sign_extend = false;
  bool is_compared = false;  ///< an atomic cas compares what it reads, and detects an old value
};

struct StoreDetail {
  DataOperands data{};
  bool is_update = false;  ///< stores a changed value that was loaded from the same place; see stores_update()
};

struct AtomicDetail {
  AtomicOp op = AtomicOp::add;
  ptx::Type type = ptx::Type::none;
  DataOperands data{};
  bool has_result = false;
  DataOperands results{};
  OperandRef replacement;  ///< cas: the value stored where memory holds data[0]
  /// The operation where lanes of the warp are missing; see mark_atomic_forms().
  AccessOp part_of_warp = AccessOp::atomic;
};

/// ldmatrix, stmatrix.
struct MatrixDetail {
  DataOperands data{};
  bool transpose = false;
};

/// cp.async; its address is the destination in shared memory.
struct AsyncCopyDetail {
  AddressOperand source;  ///< in global memory
  bool has_source_size = false;
  OperandRef source_size;  ///< bytes read; the rest is filled with zeros (u32)
  bool has_ignore_source = false, ignore_source_negated = false;
  OperandRef ignore_source;  ///< predicate: lanes that read nothing
};

/// One of the requests of a FragmentDetail.
struct FragmentPartDetail {};

struct MemoryDetail {
  AccessOp op = AccessOp::load;
  Space space = Space::global;
  std::uint8_t width = 4;  ///< bytes per lane, all elements together
  std::uint8_t element_bytes = 4;
  std::uint8_t elements = 1;  ///< of a vector, or registers of an ldmatrix
  bool is_volatile = false;
  bool has_memory_order = false;  ///< .relaxed, .acquire, .release and the like: meant to be ordered with such accesses
                                  ///< of other threads
  SharedBounds bounds;            ///< of an address in shared memory
  AddressOperand address;
  std::variant<LoadDetail, StoreDetail, AtomicDetail, MatrixDetail, AsyncCopyDetail, FragmentPartDetail> what;
};

struct BranchDetail {
  std::uint32_t target = kNoStep;
  std::uint32_t reconverge = kNoStep;  ///< see reconvergence_points(); kNoStep if only the function's end is one
  OperandRef index;                    ///< brx.idx: u32 register
  std::vector<std::uint32_t> targets;  ///< a bra has one
};

struct CallDetail {
  /// A place in parameter memory, or a register, that a call copies an argument or result from or to.
  struct Slot {
    bool is_register = false;
    bool in_local = false;  ///< a parameter or result of the caller whose address is taken, see ParameterPlace
    OperandRef ref;         ///< register or constant
    std::uint8_t lane_bytes = 4;
    std::uint32_t offset = 0;  ///< in the caller's parameter memory (or in its part of local memory)
    std::uint32_t bytes = 0;
  };
  bool indirect = false;
  OperandRef target;           ///< indirect: register with the function's address (u64)
  std::uint32_t function = 0;  ///< direct: index in Program::functions
  std::vector<Slot> arguments;
  std::vector<Slot> results;
  std::map<ValuePart, SharedBounds> addresses;  ///< origins of the arguments, part by part
};

enum class BarrierKind : std::uint8_t { sync, arrive, red_popc, red_and, red_or, warp };

/// Named barriers of a block, 0 to 15 (PTX ISA, "bar, barrier"); the next index is the barrier of its cluster.
inline constexpr std::uint32_t kNamedBarriers = 16;

struct BarrierDetail {
  BarrierKind kind = BarrierKind::sync;
  bool aligned = true;
  bool of_cluster = false;  ///< barrier.cluster.wait
  OperandRef barrier;       ///< u32
  bool has_count = false;
  OperandRef count{};  ///< u32
  OperandRef predicate{};
  bool predicate_negated = false;
  DataOperand result{};  ///< u32 (popc); or a predicate's LaneMask
};

enum class CrossLaneOp : std::uint8_t {
  vote_all,
  vote_any,
  vote_uni,
  vote_ballot,
  match_any,
  match_all,
  shuffle_up,
  shuffle_down,
  shuffle_bfly,
  shuffle_idx,
  redux_add,
  redux_min,
  redux_max,
  redux_and,
  redux_or,
  redux_xor,
  active_mask,
  elect,
  warp_sync,
};

struct CrossLaneDetail {
  CrossLaneOp op = CrossLaneOp::warp_sync;
  ptx::Type type = ptx::Type::b32;
  DataOperand result;  ///< register, or a predicate for vote.all/any/uni
  bool has_predicate_result = false;
  OperandRef predicate_result;  ///< d|p
  bool source_is_predicate = false;
  bool source_negated = false;
  OperandRef a, b, c;     ///< sources as written
  bool has_mask = false;  ///< .sync forms
  OperandRef mask;        ///< u32
};

struct MultiplyDetail;  // matrix_detail.h
struct FragmentDetail;

enum class Builtin : std::uint8_t { none, vprintf, assertfail, unknown };

/// One function, decoded.
struct Code {
  const ptx::Function* function = nullptr;
  Builtin builtin = Builtin::none;
  std::vector<Step> steps;
  std::vector<MemoryDetail> memory;
  std::vector<BranchDetail> branches;
  std::vector<CallDetail> calls;
  std::vector<BarrierDetail> barriers;
  std::vector<CrossLaneDetail> cross_lane;
  std::vector<std::shared_ptr<const MultiplyDetail>> multiplies;
  std::vector<std::shared_ptr<FragmentDetail>> fragments;
  std::uint32_t register_bytes = 0;                             ///< of one frame
  std::vector<std::pair<std::uint32_t, std::uint32_t>> zeroed;  ///< registers (offset, bytes) that may be read before
                                                                ///< they are written: they start as zero
  std::uint32_t local_bytes = 0;                                ///< .local variables of one frame, per lane
  /// Registers of a device function that hold addresses in local memory. The frame's place there differs from call to
  /// call, so they are filled on entry.
  struct FrameAddress {
    std::uint32_t place = 0;       ///< of the register in the frame
    std::uint32_t lane_bytes = 8;  ///< 4 or 8
    std::uint64_t offset = 0;      ///< from the start of the frame's local memory
  };
  std::vector<FrameAddress> frame_addresses;
  std::uint32_t parameter_bytes = 0;  ///< parameter memory of one frame, per lane: own parameters, results, and those
                                      ///< of the calls in it
  struct ParameterPlace {
    std::uint32_t offset = 0, bytes = 0;
    bool in_register = false;
    /// The function takes its address: it is in the frame's local memory, at `offset` (PTX ISA, "Parameters": a
    /// parameter whose address is taken is copied onto the stack).
    bool in_local = false;
    OperandRef ref;
    std::uint8_t lane_bytes = 4;
  };
  std::vector<ParameterPlace> parameters;
  std::vector<ParameterPlace> results;
  std::vector<ValuePart> inputs;  ///< parts of the parameters that addresses may be computed from, see SharedBounds
};

/// A module variable with its place.
struct PlacedVariable {
  std::uint64_t address = 0;  ///< within its space (global and constant: generic)
};

class Program {
 public:
  std::shared_ptr<const ptx::Module> module;
  const ptx::Function* entry = nullptr;
  std::vector<Code> functions;  ///< by index in Module::functions; only reached ones have steps
  std::uint32_t entry_index = 0;
  std::vector<PlacedVariable> variables;  ///< by index in Module::variables
  bool variables_outside = false;         ///< .global and .const ones are in the memory that the launch is given
  std::vector<SharedArray> shared_arrays;
  /// Of a program for check_arrays(): unused bytes after each array, and the arrays' addresses without these gaps, by
  /// index in shared_arrays.
  std::uint64_t shared_gap = 0;
  std::vector<std::uint64_t> plain_addresses;
  std::uint64_t static_shared = 0;  ///< bytes; dynamic shared memory follows (aligned)
  std::uint64_t dynamic_shared_align = 16;
  /// Where dynamic shared memory starts.
  [[nodiscard]] std::uint64_t dynamic_shared_offset() const {
    return (static_shared + dynamic_shared_align - 1) / dynamic_shared_align * dynamic_shared_align;
  }
  std::vector<std::byte> constants;  ///< the constant file, 64-byte aligned lanes
  /// Constants that depend on the launch; run() fills them (kernel parameters, %ntid, ...).
  struct LaunchConstant {
    enum class What : std::uint8_t { parameter, special, shared_address } what = What::parameter;
    std::uint32_t offset = 0;  ///< in the constant, block or warp file
    std::uint32_t file = kConstantFile;
    ptx::Special special = ptx::Special::none;
    std::uint8_t lane_bytes = 4;
    std::uint32_t parameter_offset = 0;
    std::uint8_t parameter_bytes = 4;
    bool sign_extend = false;
    std::uint64_t shared_offset = 0;  ///< in the block's own shared memory
  };
  std::vector<LaunchConstant> launch_constants;
  std::uint32_t block_file_bytes = 0, warp_file_bytes = 0;
  bool has_fences = false;     ///< any fence or membar
  bool orders_blocks = false;  ///< global atomics or fences: blocks must run one after another, or several cores give
                               ///< other results
  bool reads_flags = false;    ///< volatile or stronger loads of global memory: a block may wait for another one
};

/// decode() with a gap after each array in shared memory, a multiple of 256 bytes.
[[nodiscard]] Result<std::shared_ptr<const Program>> decode_with_gaps(std::shared_ptr<const ptx::Module> module,
                                                                      const std::string& entry, std::uint64_t gap);

}  // namespace bankloom::simt
