// Prefix sums of many blocks: sums of blocks, their prefix sums, added again.
#include <numeric>
#include <vector>

#include "check.h"

constexpr int kBlock = 128;

__global__ void scan_blocks(int* data, int* totals, int n) {
  __shared__ int sums[2][kBlock];
  const int i = blockIdx.x * kBlock + threadIdx.x;
  int from = 0;
  sums[from][threadIdx.x] = i < n ? data[i] : 0;
  __syncthreads();
  for (int distance = 1; distance < kBlock; distance *= 2) {
    const int value = sums[from][threadIdx.x];
    sums[1 - from][threadIdx.x] = threadIdx.x >= distance ? value + sums[from][threadIdx.x - distance] : value;
    from = 1 - from;
    __syncthreads();
  }
  if (i < n) data[i] = sums[from][threadIdx.x];
  if (totals != nullptr && threadIdx.x == kBlock - 1) totals[blockIdx.x] = sums[from][threadIdx.x];
}

__global__ void add_totals(int* data, const int* totals, int n) {
  const int i = (blockIdx.x + 1) * kBlock + threadIdx.x;
  if (i < n) data[i] += totals[blockIdx.x];
}

int main() {
  const int n = 5000, blocks = (n + kBlock - 1) / kBlock;
  std::vector<int> in(n), expected(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = (i * 31 + 7) % 100 + 1;
  std::partial_sum(in.begin(), in.end(), expected.begin());
  int *data = nullptr, *totals = nullptr;
  CHECK(cudaMalloc(&data, n * sizeof(int)));
  CHECK(cudaMalloc(&totals, blocks * sizeof(int)));
  CHECK(cudaMemset(totals, 0, blocks * sizeof(int)));
  CHECK(cudaMemcpy(data, in.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  scan_blocks<<<blocks, kBlock>>>(data, totals, n);
  scan_blocks<<<1, kBlock>>>(totals, nullptr, blocks);
  add_totals<<<blocks - 1, kBlock>>>(data, totals, n);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(out.data(), data, n * sizeof(int), cudaMemcpyDeviceToHost));
  REQUIRE(out == expected);
  CHECK(cudaFree(data));
  CHECK(cudaFree(totals));
  std::printf("total %d\nright\n", out[n - 1]);
}
