// mma and wmma, decoded.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/simt/matrix_layout.h"
#include "core/simt/ops/rounding.h"
#include "core/simt/program.h"

namespace bankloom::simt {

inline constexpr std::size_t kFragmentRegisters = 8;  ///< the most registers of an operand

/// A fragment in registers.
struct Fragment {
  FragmentLayout layout;
  MatrixType type = MatrixType::f16;
  std::array<DataOperand, kFragmentRegisters> registers{};
};

/// mma, wmma.mma: D = A * B + C.
struct MultiplyDetail {
  enum class Math : std::uint8_t { fused, converted, quad_pair, f64, integer, bits };
  MatrixShape shape;
  Math math = Math::fused;
  unsigned at_once = 16;  ///< fused: products that are added at once
  bool saturate = false;
  bool exclusive_or = false;  ///< bits: xor instead of and
  Rounding rounding = Rounding::nearest;
  Fragment a, b, c, d;
};

/// One of the requests of wmma.load and wmma.store. Lane l moves `width` bytes: the elements (major[l], minor[l]),
/// (major[l], minor[l] + 1), ... of the matrix; the minor ones are consecutive in memory.
struct FragmentRequest {
  AccessOp op = AccessOp::load;
  std::uint8_t width = 4;
  std::uint8_t matrices = 0;  ///< ldmatrix
  LaneMask lanes = kAllLanes;
  std::array<std::uint8_t, kWarpSize> major{}, minor{};
};

/// wmma.load, wmma.store.
struct FragmentDetail {
  MemoryDetail memory;  ///< of the matrix's first element, the same in all lanes
  bool store = false;
  bool has_stride = false;
  OperandRef stride;    ///< u32: elements from one row (of .col: column) to the next
  unsigned minors = 0;  ///< elements of a row; of .col, of a column
  bool by_columns = false;
  Fragment fragment;
  std::vector<FragmentRequest> requests;
};

/// Carries out D = A * B + C for a warp; lanes outside `exec` keep their registers. Not modelled: the hardware's
/// behaviour with missing lanes, which the PTX ISA leaves undefined; here the registers of missing lanes count as they
/// are (and the block runner reports a fault).
void multiply_matrices(const LaneContext& context, const MultiplyDetail& detail, LaneMask exec);

/// The requests of a wmma.load or wmma.store as ptxas 13.0 makes them for sm_90; see fragment_requests.cpp.
[[nodiscard]] std::vector<FragmentRequest> fragment_requests(const FragmentDetail& detail, MatrixRole role,
                                                             bool named_shared);

}  // namespace bankloom::simt
