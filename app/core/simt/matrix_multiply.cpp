#include <algorithm>
#include <cstring>
#include <limits>
#include <vector>

#include "core/simt/lane_value.h"
#include "core/simt/matrix_arithmetic.h"
#include "core/simt/matrix_detail.h"

namespace bankloom::simt {
namespace {

using Elements = std::vector<std::uint64_t>;

/// The matrices of a fragment, element after element.
Elements gathered(const LaneContext& context, const Fragment& fragment) {
  const FragmentLayout& layout = fragment.layout;
  Elements elements(std::size_t{layout.products} * layout.rows * layout.columns);
  const std::uint64_t mask =
      layout.element_bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << layout.element_bits) - 1;
  const std::uint16_t* place = layout.place.data();
  for (unsigned r = 0; r < layout.registers; ++r) {
    const std::byte* from = place_of(context, fragment.registers[r].ref);
    for (unsigned lane = 0; lane < kWarpSize; ++lane, from += layout.register_bytes) {
      std::uint64_t bits = 0;
      std::memcpy(&bits, from, layout.register_bytes);
      for (unsigned e = 0; e < layout.elements; ++e) elements[*place++] = bits >> (e * layout.element_bits) & mask;
    }
  }
  return elements;
}

void scatter(const LaneContext& context, const Fragment& fragment, const Elements& elements, LaneMask exec) {
  const FragmentLayout& layout = fragment.layout;
  const std::uint16_t* place = layout.place.data();
  for (unsigned r = 0; r < layout.registers; ++r) {
    const DataOperand& to = fragment.registers[r];
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      std::uint64_t bits = 0;
      for (unsigned e = 0; e < layout.elements; ++e) bits |= elements[*place++] << (e * layout.element_bits);
      if (to.sink || !has_lane(exec, lane)) continue;
      std::memcpy(place_of(context, to.ref) + std::size_t{lane} * layout.register_bytes, &bits, layout.register_bytes);
    }
  }
}

std::int64_t integer_of(MatrixType type, std::uint64_t bits) {
  switch (type) {
    case MatrixType::s8:
      return static_cast<std::int8_t>(bits);
    case MatrixType::s4:
      return static_cast<std::int64_t>(bits ^ 8) - 8;
    case MatrixType::s32:
      return static_cast<std::int32_t>(bits);
    default:
      return static_cast<std::int64_t>(bits);
  }
}

/// Rows of A and columns of B as runs of k elements each.
struct Runs {
  Elements a, b;
};

Runs runs_of(const LaneContext& context, const MultiplyDetail& detail) {
  Runs runs{gathered(context, detail.a), {}};
  const Elements b = gathered(context, detail.b);
  const auto [m, n, k] = detail.shape;
  runs.b.resize(b.size());
  for (std::size_t product = 0; product < detail.b.layout.products; ++product) {
    for (std::size_t row = 0; row < k; ++row) {
      for (std::size_t column = 0; column < n; ++column) {
        runs.b[(product * n + column) * k + row] = b[(product * k + row) * n + column];
      }
    }
  }
  return runs;
}

/// Calls sum(run of A, run of B, c) for each element of D: indices of the first elements of the runs.
template <class Sum>
Elements each_element(const MultiplyDetail& detail, const Elements& c, const Sum& sum) {
  const std::size_t m = detail.shape.m, n = detail.shape.n, k = detail.shape.k;
  Elements d(c.size());
  for (std::size_t product = 0; product < detail.c.layout.products; ++product) {
    for (std::size_t row = 0; row < m; ++row) {
      for (std::size_t column = 0; column < n; ++column) {
        const std::size_t at = (product * m + row) * n + column;
        d[at] = sum((product * m + row) * k, (product * n + column) * k, c[at]);
      }
    }
  }
  return d;
}

std::uint32_t as_type(MatrixType to, MatrixType from, std::uint32_t bits) {
  if (to == from) return bits;
  return to == MatrixType::f32 ? f32_of_f16(bits) : f16_of_f32(bits);
}

Elements fused(const MultiplyDetail& detail, const Runs& runs, const Elements& c) {
  const auto factors = [&](const Elements& elements, MatrixType type) {
    std::vector<Factor> made;
    made.reserve(elements.size());
    for (const std::uint64_t bits : elements) made.push_back(factor_of(type, static_cast<std::uint32_t>(bits)));
    return made;
  };
  const std::vector<Factor> a = factors(runs.a, detail.a.type), b = factors(runs.b, detail.b.type);
  const bool wide = detail.c.type == MatrixType::f32 || detail.d.type == MatrixType::f32;
  const MatrixType sum_type = wide ? MatrixType::f32 : MatrixType::f16;
  return each_element(detail, c, [&](std::size_t from_a, std::size_t from_b, std::uint64_t start) -> std::uint64_t {
    std::uint32_t sum = as_type(sum_type, detail.c.type, static_cast<std::uint32_t>(start));
    for (std::size_t i = 0; i < detail.shape.k; i += detail.at_once) {
      sum = fused_sum(detail.a.type, {&a[from_a + i], detail.at_once}, {&b[from_b + i], detail.at_once}, sum_type, sum);
    }
    return as_type(detail.d.type, sum_type, sum);
  });
}

/// e4m3 and e5m2 by way of f16: the elements 0, 1, 4, 5, ... in one sum, the others in the next one.
Elements converted(const MultiplyDetail& detail, const Runs& runs, const Elements& c) {
  const std::size_t k = detail.shape.k;
  const auto factors = [&](const Elements& elements, MatrixType type) {
    std::vector<Factor> made(elements.size());
    for (std::size_t i = 0; i < elements.size(); ++i) {
      const std::size_t within = i % k, half = within / 2 % 2;
      const std::size_t place = i - within + half * (k / 2) + within / 4 * 2 + within % 2;
      made[place] = factor_of(MatrixType::f16, f16_of(type, static_cast<std::uint32_t>(elements[i])));
    }
    return made;
  };
  const std::vector<Factor> a = factors(runs.a, detail.a.type), b = factors(runs.b, detail.b.type);
  return each_element(detail, c, [&](std::size_t from_a, std::size_t from_b, std::uint64_t start) -> std::uint64_t {
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < k; i += k / 2) {
      sum = fused_sum(MatrixType::f16, {&a[from_a + i], k / 2}, {&b[from_b + i], k / 2}, detail.d.type, sum);
    }
    return plain_sum(detail.d.type, static_cast<std::uint32_t>(start), sum);
  });
}

Elements quad_pair(const MultiplyDetail& detail, const Runs& runs, const Elements& c) {
  const std::vector<std::uint16_t> a(runs.a.begin(), runs.a.end()), b(runs.b.begin(), runs.b.end());
  return each_element(detail, c, [&](std::size_t from_a, std::size_t from_b, std::uint64_t start) -> std::uint64_t {
    const std::uint32_t accumulator = as_type(detail.d.type, detail.c.type, static_cast<std::uint32_t>(start));
    return sum_of_four({&a[from_a], 4}, {&b[from_b], 4}, detail.d.type, accumulator);
  });
}

Elements f64_chain(const MultiplyDetail& detail, const Runs& runs, const Elements& c) {
  return each_element(detail, c, [&](std::size_t from_a, std::size_t from_b, std::uint64_t start) {
    std::uint64_t sum = start;
    for (std::size_t i = 0; i < detail.shape.k; ++i) {
      sum = fused_f64(runs.a[from_a + i], runs.b[from_b + i], sum, detail.rounding);
    }
    return sum;
  });
}

Elements integers(const MultiplyDetail& detail, const Runs& runs, const Elements& c) {
  const bool bits = detail.math == MultiplyDetail::Math::bits;
  return each_element(detail, c, [&](std::size_t from_a, std::size_t from_b, std::uint64_t start) -> std::uint64_t {
    std::int64_t sum = integer_of(MatrixType::s32, start);
    for (std::size_t i = 0; i < detail.shape.k; ++i) {
      const std::uint64_t x = runs.a[from_a + i], y = runs.b[from_b + i];
      if (bits) {
        sum += static_cast<std::int64_t>(detail.exclusive_or ? x ^ y : x & y);
      } else {
        sum += integer_of(detail.a.type, x) * integer_of(detail.b.type, y);
      }
    }
    using Limits = std::numeric_limits<std::int32_t>;
    if (detail.saturate) sum = std::clamp<std::int64_t>(sum, Limits::min(), Limits::max());
    return static_cast<std::uint32_t>(sum);
  });
}

}  // namespace

void multiply_matrices(const LaneContext& context, const MultiplyDetail& detail, LaneMask exec) {
  const Runs runs = runs_of(context, detail);
  const Elements c = gathered(context, detail.c);
  using Math = MultiplyDetail::Math;
  switch (detail.math) {
    case Math::fused:
      return scatter(context, detail.d, fused(detail, runs, c), exec);
    case Math::converted:
      return scatter(context, detail.d, converted(detail, runs, c), exec);
    case Math::quad_pair:
      return scatter(context, detail.d, quad_pair(detail, runs, c), exec);
    case Math::f64:
      return scatter(context, detail.d, f64_chain(detail, runs, c), exec);
    default:
      return scatter(context, detail.d, integers(detail, runs, c), exec);
  }
}

}  // namespace bankloom::simt
