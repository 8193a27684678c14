// The requests of memory that wmma.load and wmma.store become, as ptxas 13.0 translates them for sm_90 (read off the
// machine code of every shape, type, layout and space):
//
// - A and B of 16 bits in a space named .shared: ldmatrix, of up to four 8 x 8 matrices, transposed where k is not
//   the direction in which memory runs. Of 8 bits and less: ldmatrix, of up to two, where memory runs along k.
// - A and B elsewhere (global and generic addresses, also generic addresses of shared memory): 32 bits a lane and
//   register. Where memory does not run along k, 16-bit elements are read along memory, then transposed in registers;
//   8-bit elements are read one by one.
// - tf32 and f64: element by element.
// - accumulators: the two neighbours that a lane holds in one access where memory runs along them, else element by
//   element; of f16 always both in one, transposed in registers where needed.
//
// How many requests and wavefronts or sectors these take was measured on an H200 for two strides of each
// (tests/hardware/matrix_accesses_h200.csv). Not measured: the order of the requests among each other; here it is that
// of the registers.
#include <algorithm>

#include "core/simt/matrix_detail.h"

namespace bankloom::simt {
namespace {

struct MemoryPlace {
  unsigned major = 0, minor = 0;
};

class Requests {
 public:
  Requests(const FragmentDetail& detail, MatrixRole role)
      : detail_(detail),
        layout_(detail.fragment.layout),
        role_(role),
        needed_(layout_.rows * layout_.columns / (kWarpSize * layout_.elements)) {}

  std::vector<FragmentRequest> run(bool named_shared) {
    const unsigned bits = layout_.element_bits;
    const bool along = runs_along_registers();
    if (role_ == MatrixRole::accumulator) {
      if (bits == 16) {
        along ? by_registers() : by_transposed_registers();
      } else {
        by_elements(along ? 2 : 1);
      }
    } else if (named_shared && ((along && bits < 32) || bits == 16)) {
      by_matrices(!along);
    } else if (along && bits < 32) {
      by_registers();
    } else if (bits == 16) {
      by_transposed_registers();
    } else {
      by_elements(1);
    }
    return std::move(made_);
  }

 private:
  [[nodiscard]] MemoryPlace place(unsigned lane, unsigned reg, unsigned element) const {
    const unsigned at = layout_.place[(reg * kWarpSize + lane) * layout_.elements + element];
    const unsigned row = at / layout_.columns, column = at % layout_.columns;
    return detail_.by_columns ? MemoryPlace{column, row} : MemoryPlace{row, column};
  }

  /// Whether a lane's neighbouring elements are neighbours in memory, too.
  [[nodiscard]] bool runs_along_registers() const {
    const bool packed = layout_.elements > 1;
    const MemoryPlace first = place(0, 0, 0),
                      second = packed ? place(0, 0, 1) : place(0, layout_.registers > 1 ? 1 : 0, 0);
    return first.major == second.major;
  }

  FragmentRequest& add(unsigned width, AccessOp op) {
    FragmentRequest& request = made_.emplace_back();
    request.op = op;
    request.width = static_cast<std::uint8_t>(width);
    return request;
  }
  FragmentRequest& add(unsigned width) { return add(width, detail_.store ? AccessOp::store : AccessOp::load); }

  static void set(FragmentRequest& request, unsigned lane, const MemoryPlace& at) {
    request.major[lane] = static_cast<std::uint8_t>(at.major);
    request.minor[lane] = static_cast<std::uint8_t>(at.minor);
  }

  void by_registers() {
    for (unsigned reg = 0; reg < needed_; ++reg) {
      FragmentRequest& request = add(4);
      for (unsigned lane = 0; lane < kWarpSize; ++lane) set(request, lane, place(lane, reg, 0));
    }
  }

  /// Each register is an 8 x 8 matrix that is moved like a transposed one.
  void by_transposed_registers() {
    for (unsigned reg = 0; reg < needed_; ++reg) {
      const MemoryPlace corner = place(0, reg, 0);
      FragmentRequest& request = add(4);
      for (unsigned lane = 0; lane < kWarpSize; ++lane) {
        set(request, lane, {corner.major + lane / 4, corner.minor + 2 * (lane % 4)});
      }
    }
  }

  /// `count` elements a lane, in one register or in neighbouring ones.
  void by_elements(unsigned count) {
    const unsigned all = needed_ * layout_.elements;
    for (unsigned i = 0; i < all; i += count) {
      FragmentRequest& request = add(count * layout_.element_bits / 8);
      for (unsigned lane = 0; lane < kWarpSize; ++lane) {
        set(request, lane, place(lane, i / layout_.elements, i % layout_.elements));
      }
    }
  }

  /// ldmatrix: lane 8 r + i gives the i-th row of the matrix in register r of the group.
  void by_matrices(bool transposed) {
    const unsigned most = layout_.element_bits == 16 ? 4 : 2;
    for (unsigned first = 0; first < needed_; first += most) {
      const unsigned matrices = std::min(most, needed_ - first);
      FragmentRequest& request = add(16, AccessOp::ldmatrix);
      request.matrices = static_cast<std::uint8_t>(matrices);
      request.lanes = first_lanes(8 * matrices);
      for (unsigned lane = 0; lane < 8 * matrices; ++lane) {
        const unsigned reg = first + lane / 8, row = lane % 8;
        set(request, lane, transposed ? place(row / 2, reg, row % 2) : place(4 * row, reg, 0));
      }
    }
  }

  const FragmentDetail& detail_;
  const FragmentLayout& layout_;
  MatrixRole role_;
  unsigned needed_;  ///< registers that differ
  std::vector<FragmentRequest> made_;
};

}  // namespace

std::vector<FragmentRequest> fragment_requests(const FragmentDetail& detail, MatrixRole role, bool named_shared) {
  return Requests(detail, role).run(named_shared);
}

}  // namespace bankloom::simt
