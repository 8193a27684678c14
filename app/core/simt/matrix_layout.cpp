#include "core/simt/matrix_layout.h"

#include "core/base/lane_mask.h"

namespace bankloom::simt {
namespace {

struct ElementPlace {
  unsigned row = 0, column = 0;
};

ElementPlace swapped(const ElementPlace& place) { return {place.column, place.row}; }

/// The operand with 16 rows for each tile, as A of mma.m16n8: element i of a lane, `each` of them in a register.
ElementPlace sixteen_rows(const MatrixShape& shape, unsigned lane, unsigned i, unsigned each, bool short_tile) {
  const unsigned group = lane / 4, thread = lane % 4, within = i % each;
  if (short_tile) return {group, thread * each + within};
  const unsigned registers_of_tile = 16 * shape.k / 32 / each;
  const unsigned tile = i / each / registers_of_tile, reg = i / each % registers_of_tile;
  return {group + 8 * (reg % 2) + 16 * tile, thread * each + within + 4 * each * (reg / 2)};
}

/// The operand with eight columns for each tile, as B of mma.m16n8; the place is (k, column).
ElementPlace eight_columns(const MatrixShape& shape, unsigned lane, unsigned i, unsigned each) {
  const unsigned group = lane / 4, thread = lane % 4, within = i % each;
  const unsigned registers_of_tile = shape.k < 4 * each ? 1 : shape.k / (4 * each);
  const unsigned tile = i / each / registers_of_tile, reg = i / each % registers_of_tile;
  return {thread * each + within + 4 * each * reg, group + 8 * tile};
}

ElementPlace accumulator(const MatrixShape& shape, unsigned lane, unsigned i) {
  const unsigned group = lane / 4, column = 2 * (lane % 4) + i % 2, tile = i / 4;
  if (shape.m == 8 && shape.n == 8) return {group, column};
  const unsigned row = group + 8 * (i / 2 % 2);
  if (shape.n == 32) return {column, row + 16 * tile};
  return shape.m == 32 ? ElementPlace{row + 16 * tile, column} : ElementPlace{row, column + 8 * tile};
}

ElementPlace place_of_element(const MatrixShape& shape, MatrixRole role, unsigned lane, unsigned i, unsigned each) {
  const bool transposed = shape.m == 8 && shape.n == 32;
  const bool short_tile = shape.m == 8 && shape.n == 8;
  switch (role) {
    case MatrixRole::a:
      return transposed ? swapped(eight_columns(shape, lane, i, each)) : sixteen_rows(shape, lane, i, each, short_tile);
    case MatrixRole::b:
      return transposed ? swapped(sixteen_rows(shape, lane, i, each, short_tile)) : eight_columns(shape, lane, i, each);
    default:
      return accumulator(shape, lane, i);
  }
}

FragmentLayout sized(const MatrixShape& shape, MatrixRole role, MatrixType type) {
  FragmentLayout layout{.rows = role == MatrixRole::b ? shape.k : shape.m,
                        .columns = role == MatrixRole::a ? shape.k : shape.n,
                        .element_bits = matrix_type_bits(type)};
  layout.register_bytes = layout.element_bits == 64 ? 8 : 4;
  layout.elements = 8 * layout.register_bytes / layout.element_bits;
  return layout;
}

template <class PlaceOf>
void fill(FragmentLayout& layout, const PlaceOf& place_of) {
  layout.place.reserve(std::size_t{layout.registers} * kWarpSize * layout.elements);
  for (unsigned reg = 0; reg < layout.registers; ++reg) {
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      for (unsigned e = 0; e < layout.elements; ++e) {
        layout.place.push_back(static_cast<std::uint16_t>(place_of(lane, reg * layout.elements + e)));
      }
    }
  }
}

}  // namespace

unsigned matrix_type_bits(MatrixType type) {
  switch (type) {
    case MatrixType::f64:
      return 64;
    case MatrixType::f32:
    case MatrixType::s32:
    case MatrixType::tf32:
      return 32;
    case MatrixType::f16:
    case MatrixType::bf16:
      return 16;
    case MatrixType::s4:
    case MatrixType::u4:
      return 4;
    case MatrixType::b1:
      return 1;
    default:
      return 8;
  }
}

FragmentLayout fragment_layout(const MatrixShape& shape, MatrixRole role, MatrixType type, unsigned registers) {
  FragmentLayout layout = sized(shape, role, type);
  const unsigned needed = layout.rows * layout.columns / (kWarpSize * layout.elements);
  layout.registers = registers == 0 ? needed : registers;
  fill(layout, [&](unsigned lane, unsigned i) {
    const ElementPlace place = place_of_element(shape, role, lane, i % (needed * layout.elements), layout.elements);
    return place.row * layout.columns + place.column;
  });
  return layout;
}

FragmentLayout quad_pair_layout(MatrixRole role, MatrixType type, bool by_columns) {
  FragmentLayout layout = sized({8, 8, 4}, role, type);
  layout.products = 4;
  layout.registers = layout.products * layout.rows * layout.columns / (kWarpSize * layout.elements);
  fill(layout, [&](unsigned lane, unsigned i) {
    const unsigned upper = lane < 16 ? 0 : 4;
    ElementPlace place{lane % 4 + upper, i};
    if (role == MatrixRole::a) {
      if (by_columns) place = {i + upper, lane % 4};
    } else if (role == MatrixRole::b) {
      place = by_columns ? ElementPlace{lane % 4, i + upper} : ElementPlace{i, lane % 4 + upper};
    } else if (type == MatrixType::f32) {
      place = {(lane & 1) + (i & 2) + upper, (i & 4) + (lane & 2) + (i & 1)};
    }
    return (lane % 16 / 4 * layout.rows + place.row) * layout.columns + place.column;
  });
  return layout;
}

}  // namespace bankloom::simt
