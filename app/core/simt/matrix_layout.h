// Which element of a matrix each lane holds in each place of its fragment, for mma and wmma.
//
// mma: PTX ISA, "Matrix Fragments for mma". wmma: the manual leaves the order open; here it is that of compute
// capability 9.0, read from an H200 for every shape, type and layout (wmma.load of numbered elements, wmma.store of
// numbered fragments). It consists of the fragments of mma.m16n8: m16n16 and m32n8 are two such tiles, beside or above
// each other, m8n32 is the transposed product of m32n8, and f16 fragments of A and B are repeated until they fill eight
// registers.
#pragma once

#include <cstdint>
#include <vector>

namespace bankloom::simt {

enum class MatrixType : std::uint8_t { f16, bf16, tf32, e4m3, e5m2, f64, s8, u8, s4, u4, b1, f32, s32 };

/// Bits of one element.
[[nodiscard]] unsigned matrix_type_bits(MatrixType type);

struct MatrixShape {
  unsigned m = 0, n = 0, k = 0;
};

enum class MatrixRole : std::uint8_t { a, b, accumulator };

struct FragmentLayout {
  unsigned rows = 0, columns = 0;  ///< of the matrix
  unsigned products = 1;           ///< matrices in a fragment: 4 for mma.m8n8k4 of f16
  unsigned element_bits = 0;
  unsigned registers = 0;       ///< of a lane
  unsigned register_bytes = 4;  ///< 4, for f64 8
  unsigned elements = 1;        ///< in a register, the first in the lowest bits
  /// By (register * 32 + lane) * elements + element: (product * rows + row) * columns + column.
  std::vector<std::uint16_t> place{};
};

/// The layout of an operand of mma and wmma. `registers`: how many a lane has, if more than the matrix needs.
[[nodiscard]] FragmentLayout fragment_layout(const MatrixShape& shape, MatrixRole role, MatrixType type,
                                             unsigned registers = 0);

/// The layout of mma.m8n8k4 with f16 operands, where each quarter of the warp has a product of its own. `by_columns`: A
/// is .col, or B is .row.
[[nodiscard]] FragmentLayout quad_pair_layout(MatrixRole role, MatrixType type, bool by_columns);

}  // namespace bankloom::simt
