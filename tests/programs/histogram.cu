// Atomics on shared and global memory: a histogram, its largest bin, a lock-free list of the values that are odd.
#include <algorithm>
#include <vector>

#include "check.h"

constexpr int kBins = 64;

__global__ void count(unsigned* bins, const unsigned char* data, int n) {
  __shared__ unsigned own[kBins];
  for (int b = threadIdx.x; b < kBins; b += blockDim.x) own[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    atomicAdd(&own[data[i] % kBins], 1u);
  }
  __syncthreads();
  for (int b = threadIdx.x; b < kBins; b += blockDim.x) atomicAdd(&bins[b], own[b]);
}

__global__ void largest(unsigned* result, const unsigned* bins) { atomicMax(result, bins[threadIdx.x]); }

__global__ void collect(unsigned char* list, int* length, const unsigned char* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && data[i] % 2 == 1) list[atomicAdd(length, 1)] = data[i];
}

int main() {
  const int n = 5000;
  std::vector<unsigned char> in(n), odd;
  std::vector<unsigned> expected(kBins, 0), bins(kBins);
  for (int i = 0; i < n; ++i) {
    in[i] = static_cast<unsigned char>((i * i) / 7 % 251);
    ++expected[in[i] % kBins];
    if (in[i] % 2 == 1) odd.push_back(in[i]);
  }
  unsigned char *data = nullptr, *list = nullptr;
  unsigned *counts = nullptr, *most = nullptr, found = 0;
  int* length = nullptr;
  CHECK(cudaMalloc(&data, n));
  CHECK(cudaMalloc(&list, n));
  CHECK(cudaMalloc(&counts, kBins * sizeof(unsigned)));
  CHECK(cudaMalloc(&most, sizeof(unsigned)));
  CHECK(cudaMalloc(&length, sizeof(int)));
  CHECK(cudaMemset(counts, 0, kBins * sizeof(unsigned)));
  CHECK(cudaMemsetAsync(most, 0, sizeof(unsigned)));
  CHECK(cudaMemsetAsync(length, 0, sizeof(int), nullptr));
  CHECK(cudaMemcpy(data, in.data(), n, cudaMemcpyHostToDevice));
  count<<<5, 128>>>(counts, data, n);
  largest<<<1, kBins>>>(most, counts);
  CHECK(cudaMemcpy(bins.data(), counts, kBins * sizeof(unsigned), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(&found, most, sizeof found, cudaMemcpyDeviceToHost));
  REQUIRE(bins == expected);
  REQUIRE(found == *std::max_element(expected.begin(), expected.end()));
  collect<<<(n + 255) / 256, 256>>>(list, length, data, n);
  int size = 0;
  CHECK(cudaMemcpy(&size, length, sizeof size, cudaMemcpyDeviceToHost));
  REQUIRE(size == int(odd.size()));
  std::vector<unsigned char> collected(size);
  CHECK(cudaMemcpy(collected.data(), list, size, cudaMemcpyDeviceToHost));
  std::sort(collected.begin(), collected.end());
  std::sort(odd.begin(), odd.end());
  REQUIRE(collected == odd);
  for (void* const memory : {(void*)data, (void*)list, (void*)counts, (void*)most, (void*)length}) {
    CHECK(cudaFree(memory));
  }
  std::printf("largest bin %u, %d odd values\nright\n", found, size);
}
