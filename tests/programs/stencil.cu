// A stencil with a halo and coefficients in constant memory; the kernel is given a pointer into a buffer.
#include <utility>
#include <vector>

#include "check.h"

constexpr int kRadius = 3, kBlock = 64;

__constant__ int coefficients[2 * kRadius + 1];

__global__ void smooth(int* out, const int* in, int n) {
  __shared__ int tile[kBlock + 2 * kRadius];
  const int i = blockIdx.x * kBlock + threadIdx.x;
  for (int t = threadIdx.x; t < kBlock + 2 * kRadius; t += kBlock) {
    const int at = int(blockIdx.x) * kBlock + t - kRadius;
    tile[t] = at < n + kRadius ? in[at] : 0;
  }
  __syncthreads();
  if (i >= n) return;
  int sum = 0;
  for (int r = 0; r <= 2 * kRadius; ++r) sum += coefficients[r] * tile[threadIdx.x + r];
  out[i] = sum;
}

int main() {
  const int n = 1000, padded = n + 2 * kRadius, turns = 3;
  const size_t bytes = padded * sizeof(int);
  const int weights[2 * kRadius + 1] = {1, -2, 3, 4, 3, -2, 1};
  CHECK(cudaMemcpyToSymbol(coefficients, weights, sizeof weights));
  std::vector<int> host(padded, 0), next(padded, 0), back(padded);
  for (int i = 0; i < n; ++i) host[i + kRadius] = i * i % 23;
  int *a = nullptr, *b = nullptr;
  CHECK(cudaMalloc(&a, bytes));
  CHECK(cudaMalloc(&b, bytes));
  CHECK(cudaMemcpy(a, host.data(), bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemset(b, 0, bytes));
  for (int t = 0; t < turns; ++t) {
    smooth<<<(n + kBlock - 1) / kBlock, kBlock>>>(b + kRadius, a + kRadius, n);
    std::swap(a, b);
    for (int i = 0; i < n; ++i) {
      next[i + kRadius] = 0;
      for (int r = 0; r <= 2 * kRadius; ++r) next[i + kRadius] += weights[r] * host[i + r];
    }
    std::swap(host, next);
  }
  CHECK(cudaMemcpy(back.data(), a, bytes, cudaMemcpyDeviceToHost));
  REQUIRE(back == host);
  CHECK(cudaFree(a));
  CHECK(cudaFree(b));
  std::printf("middle %d\nright\n", back[padded / 2]);
}
