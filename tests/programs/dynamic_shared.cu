// Dynamic shared memory beyond 48 KiB: refused without the function's attribute, used with it.
#include <vector>

#include "check.h"

extern __shared__ int shared[];

__global__ void reverse(int* data, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) shared[i] = data[blockIdx.x * n + i];
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) data[blockIdx.x * n + i] = shared[n - 1 - i];
}

int main() {
  const int blocks = 2, n = 100 * 1024 / sizeof(int), bytes = n * sizeof(int);
  std::vector<int> in(blocks * n), out(blocks * n);
  for (int i = 0; i < blocks * n; ++i) in[i] = i * 3 + 1;
  int* data = nullptr;
  CHECK(cudaMalloc(&data, blocks * bytes));
  CHECK(cudaMemcpy(data, in.data(), blocks * bytes, cudaMemcpyHostToDevice));
  cudaFuncAttributes before, after;
  CHECK(cudaFuncGetAttributes(&before, reverse));
  reverse<<<blocks, 256, bytes>>>(data, n);
  REQUIRE_ERROR(cudaGetLastError(), cudaErrorInvalidValue);
  CHECK(cudaFuncSetAttribute(reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  CHECK(cudaFuncSetAttribute(reverse, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxShared));
  CHECK(cudaFuncGetAttributes(&after, reverse));
  std::printf("%d bytes, then %d\n", before.maxDynamicSharedSizeBytes, after.maxDynamicSharedSizeBytes);
  reverse<<<blocks, 256, bytes>>>(data, n);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(out.data(), data, blocks * bytes, cudaMemcpyDeviceToHost));
  for (int i = 0; i < blocks * n; ++i) REQUIRE(out[i] == in[i / n * n + n - 1 - i % n]);
  // More than a multiprocessor has.
  REQUIRE_ERROR(cudaFuncSetAttribute(reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20),
                cudaErrorInvalidValue);
  REQUIRE_ERROR(cudaGetLastError(), cudaErrorInvalidValue);
  CHECK(cudaFree(data));
  std::printf("right\n");
}
