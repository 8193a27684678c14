// GridCounter: the costs of a whole grid's accesses, counted as they happen, so that none needs to be kept.
//
// As the observer of a run it puts every access of every block through the memory model and keeps sums, and for each
// PTX instruction the most expensive access as an example. The sums are those of summarize() for a complete trace,
// whatever the number of host threads.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/analysis/access_sums.h"
#include "core/analysis/kernel_cost.h"
#include "core/machine/machine_model.h"
#include "core/trace/access_observer.h"
#include "core/trace/trace.h"

namespace bankloom {

/// All accesses of one PTX instruction to one space, with the same operation (cp.async has two, a generic access may
/// have several).
struct InstructionCost {
  std::uint32_t ptx_line = 0;     ///< as in MemoryAccess
  std::uint32_t instruction = 0;  ///< as in MemoryAccess
  std::uint64_t executed = 0;     ///< accesses, one for a warp
  AccessSummary sums;             ///< without `why` and `worst`
};

class GridCounter final : public AccessObserver {
 public:
  /// `machine` must outlive this object.
  explicit GridCounter(const MachineModel& machine) : machine_(machine) {}

  [[nodiscard]] std::unique_ptr<AccessSink> make_sink() override;
  void take(std::unique_ptr<AccessSink> sink) override;

  /// The costs by PTX instruction, in the order of their first execution (by block, then within the block).
  [[nodiscard]] std::vector<InstructionCost> instructions() const;
  /// The costs by source line, as summarize() gives them for a trace of all accesses. AccessSummary::worst is the
  /// example's index in `trace`, which the same run recorded, if it is there.
  [[nodiscard]] KernelCost cost(const Trace& trace) const;

 private:
  friend class GridSink;
  /// The unfinished sums of an instruction.
  struct Sums {
    InstructionCost cost;
    std::uint64_t key = 0;
    std::uint64_t first_block = 0;  ///< where it was first executed
    std::uint32_t first_order = 0;
    analysis::Candidate worst;
  };
  [[nodiscard]] std::vector<Sums> in_order() const;

  const MachineModel& machine_;
  std::vector<Sums> sums_;
};

}  // namespace bankloom
