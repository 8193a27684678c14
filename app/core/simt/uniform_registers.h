// Which registers hold one value for all lanes of a block, as far as ptxas tells it from a function's text.
#pragma once

#include <cstdint>
#include <vector>

#include "core/simt/control_flow.h"
#include "core/simt/program.h"

namespace bankloom::simt {

/// As ptxas 13.0 does it for compute capabilities 7.5 to 10.0, and 12.9 for 5.0 to 7.0 (read in its code for a kernel
/// of each case). One value have constants, parameters of the launch, the special registers of the block and the grid,
/// what is loaded from an address of one value (not from local memory), and what is computed from these. A value is one
/// of a lane where it comes from threadIdx, the lane, an atomic, another lane or a call (also one that ptxas makes
/// itself, as for most divisions), or where lanes that diverged arrive with different definitions of it, as that of a
/// loop which they leave at different times.
///
/// Not followed, and taken for values of a lane: threadIdx.y in a block of known size (.reqntid), results of votes and
/// shuffles, which ptxas knows to be one value from compute capability 9.0 on.
class UniformRegisters {
 public:
  /// Of a function whose branches have their reconvergence points.
  UniformRegisters(const Code& code, const Successors& successors);

  /// Whether an operand, or the address that it names, is the same for all lanes.
  [[nodiscard]] bool has_one_value(const ptx::Operand& operand) const;

 private:
  [[nodiscard]] bool differs(const ptx::Instruction& instruction) const;
  [[nodiscard]] bool ends(std::uint32_t at) const;
  bool mark(const ptx::Operand& written);
  bool split(std::uint32_t branch);

  const Code& code_;
  const ptx::Function& function_;
  const Successors& successors_;
  std::vector<bool> differs_;                            ///< by register
  std::vector<std::vector<std::uint32_t>> definitions_;  ///< by register: the instructions that write it
  std::uint64_t work_ = 0;                               ///< instructions visited for branches
};

}  // namespace bankloom::simt
