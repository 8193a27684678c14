// What threads of a warp tell each other: votes, matches, reductions, shuffles of parts, bits.
#include <vector>

#include "check.h"

struct Told {
  unsigned ballot, any, all, match, sum, greatest, bits, rotated, reversed, high;
};

__global__ void tell(Told* out, const unsigned* in) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, value = in[i], full = 0xffffffffu;
  const unsigned lane = threadIdx.x % 32;
  Told told;
  told.ballot = __ballot_sync(full, value % 3 == 0);
  told.any = __any_sync(full, value > 200);
  told.all = __all_sync(full, value < 250);
  told.match = __match_any_sync(full, value % 4);
  told.sum = __reduce_add_sync(full, value);
  told.greatest = __reduce_max_sync(full, value);
  told.bits = __popc(told.ballot) * 100 + __clz(value | 1);
  told.rotated = __shfl_sync(full, value, (lane + 5) % 8, 8);
  told.reversed = __brev(value);
  told.high = __umulhi(value * 0x1000193u, 0x9e3779b9u);
  out[i] = told;
}

unsigned reversed(unsigned value) {
  unsigned result = 0;
  for (int b = 0; b < 32; ++b) result |= (value >> b & 1u) << (31 - b);
  return result;
}

void compare(const Told* told, const unsigned* values, int lane) {
  unsigned ballot = 0, match = 0, sum = 0, greatest = 0, any = 0, all = 1, count = 0, zeros = 0;
  for (int l = 0; l < 32; ++l) {
    ballot |= unsigned(values[l] % 3 == 0) << l;
    count += values[l] % 3 == 0;
    match |= unsigned(values[l] % 4 == values[lane] % 4) << l;
    sum += values[l];
    greatest = values[l] > greatest ? values[l] : greatest;
    any |= values[l] > 200;
    all &= values[l] < 250;
  }
  while ((values[lane] | 1u) >> (31 - zeros) == 0) ++zeros;
  REQUIRE(told->ballot == ballot && told->match == match);
  REQUIRE(told->sum == sum && told->greatest == greatest);
  REQUIRE(told->any == any && told->all == all);
  REQUIRE(told->bits == count * 100 + zeros);
  REQUIRE(told->rotated == values[lane / 8 * 8 + (lane + 5) % 8]);
  REQUIRE(told->reversed == reversed(values[lane]));
  REQUIRE(told->high == unsigned((unsigned long long)(values[lane] * 0x1000193u) * 0x9e3779b9u >> 32));
}

int main() {
  const int n = 3 * 64;
  std::vector<unsigned> in(n);
  std::vector<Told> out(n);
  for (int i = 0; i < n; ++i) in[i] = i * i * 13 % 256;
  unsigned* data = nullptr;
  Told* told = nullptr;
  CHECK(cudaMalloc(&data, n * sizeof(unsigned)));
  CHECK(cudaMalloc(&told, n * sizeof(Told)));
  CHECK(cudaMemset(told, 0, n * sizeof(Told)));
  CHECK(cudaMemcpy(data, in.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice));
  tell<<<3, 64>>>(told, data);
  CHECK(cudaMemcpy(out.data(), told, n * sizeof(Told), cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i) compare(&out[i], &in[i / 32 * 32], i % 32);
  CHECK(cudaFree(data));
  CHECK(cudaFree(told));
  std::printf("ballot %08x, sum %u\nright\n", out[0].ballot, out[0].sum);
}
