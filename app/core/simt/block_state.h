// The state that the parts of a block's execution share: the program, the block's warps, its memory, and the findings.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/simt/launch.h"
#include "core/simt/memory_port.h"
#include "core/simt/program.h"
#include "core/simt/warp.h"

namespace bankloom::simt {

struct BlockState {
  BlockState(const Program& of, LaunchMemory& all, const LaunchConfig& as, BlockSharing* sharing)
      : program(of), memory(all), config(as), port(of, all, faults, as, sharing) {}

  const Program& program;
  LaunchMemory& memory;
  const LaunchConfig& config;
  FaultLog faults;
  MemoryPort port;
  RunStatistics statistics;
  std::string printed;

  Dim3 block{0, 0, 0};
  std::vector<Warp> warps;
  std::vector<std::vector<std::uint32_t>> ready;  ///< by warp: paths that can run, the next one last
  std::uint32_t unfinished = 0;                   ///< warps with live lanes
  bool ended = false;                             ///< a fault ended the block
  bool launch_ended = false;                      ///< a trap ended the launch

  void add_fault(const Warp& warp, const Step& step, FaultKind kind, LaneMask lanes, const FaultDetail& detail);
};

}  // namespace bankloom::simt
