// A radix sort: four turns of four bits, three kernels each.
#include <algorithm>
#include <utility>
#include <vector>

#include "check.h"

constexpr int kDigits = 16, kBlock = 64;

__device__ int digit_of(unsigned value, int shift) { return value >> shift & (kDigits - 1); }

__global__ void count(int* counts, const unsigned* keys, int n, int shift) {
  __shared__ int own[kDigits];
  if (threadIdx.x < kDigits) own[threadIdx.x] = 0;
  __syncthreads();
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) atomicAdd(&own[digit_of(keys[i], shift)], 1);
  __syncthreads();
  if (threadIdx.x < kDigits) counts[threadIdx.x * gridDim.x + blockIdx.x] = own[threadIdx.x];
}

/// Sums of what stands before, in place.
__global__ void sum_up(int* counts, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    const int count = counts[i];
    counts[i] = sum;
    sum += count;
  }
}

__global__ void scatter(unsigned* out, const unsigned* keys, const int* places, int n, int shift) {
  __shared__ unsigned char digits[kBlock];
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const unsigned key = i < n ? keys[i] : 0;
  digits[threadIdx.x] = i < n ? digit_of(key, shift) : kDigits;
  __syncthreads();
  if (i >= n) return;
  int before = 0;
  for (int t = 0; t < threadIdx.x; ++t) before += digits[t] == digits[threadIdx.x];
  out[places[digits[threadIdx.x] * gridDim.x + blockIdx.x] + before] = key;
}

int main() {
  const int n = 1000, blocks = (n + kBlock - 1) / kBlock;
  std::vector<unsigned> keys(n), back(n);
  unsigned state = 1;
  for (unsigned& key : keys) {
    state = state * 1664525u + 1013904223u;
    key = state >> 16;
  }
  unsigned *a = nullptr, *b = nullptr;
  int* counts = nullptr;
  CHECK(cudaMalloc(&a, n * sizeof(unsigned)));
  CHECK(cudaMalloc(&b, n * sizeof(unsigned)));
  CHECK(cudaMemset(b, 0, n * sizeof(unsigned)));
  CHECK(cudaMalloc(&counts, kDigits * blocks * sizeof(int)));
  CHECK(cudaMemcpy(a, keys.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice));
  for (int shift = 0; shift < 16; shift += 4) {
    CHECK(cudaMemset(counts, 0, kDigits * blocks * sizeof(int)));
    count<<<blocks, kBlock>>>(counts, a, n, shift);
    sum_up<<<1, 1>>>(counts, kDigits * blocks);
    scatter<<<blocks, kBlock>>>(b, a, counts, n, shift);
    std::swap(a, b);
  }
  CHECK(cudaMemcpy(back.data(), a, n * sizeof(unsigned), cudaMemcpyDeviceToHost));
  std::sort(keys.begin(), keys.end());
  REQUIRE(back == keys);
  CHECK(cudaFree(a));
  CHECK(cudaFree(b));
  CHECK(cudaFree(counts));
  std::printf("%u to %u\nright\n", back[0], back[n - 1]);
}
