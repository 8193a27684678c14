// Limits and preferences of the device, and a kernel that needs stack: it calls itself.
#include "check.h"

__device__ __noinline__ unsigned ackermann(unsigned m, unsigned n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}

__global__ void compute(unsigned* out) { out[threadIdx.x] = ackermann(2, threadIdx.x % 4); }

int main() {
  const cudaLimit limits[] = {cudaLimitStackSize, cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize};
  for (const cudaLimit limit : limits) {
    size_t before = 0, after = 0;
    CHECK(cudaDeviceGetLimit(&before, limit));
    std::printf("limit %d: %zu\n", int(limit), before);
    CHECK(cudaDeviceSetLimit(limit, 4 * before));
    CHECK(cudaDeviceGetLimit(&after, limit));
    REQUIRE(after >= 4 * before);
  }
  size_t value = 0;
  REQUIRE_ERROR(cudaDeviceGetLimit(&value, static_cast<cudaLimit>(99)), cudaErrorInvalidValue);
  REQUIRE_ERROR(cudaGetLastError(), cudaErrorInvalidValue);
  CHECK(cudaDeviceSetCacheConfig(cudaFuncCachePreferShared));
  cudaFuncCache cache = cudaFuncCachePreferEqual;
  CHECK(cudaDeviceGetCacheConfig(&cache));
  CHECK(cudaFuncSetCacheConfig(compute, cudaFuncCachePreferL1));
  cudaSharedMemConfig banks = cudaSharedMemBankSizeDefault;
  CHECK(cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte));
  CHECK(cudaDeviceGetSharedMemConfig(&banks));
  REQUIRE(banks == cudaSharedMemBankSizeFourByte);
  CHECK(cudaFuncSetSharedMemConfig(compute, cudaSharedMemBankSizeFourByte));
  unsigned* data = nullptr;
  CHECK(cudaMalloc(&data, 32 * sizeof(unsigned)));
  CHECK(cudaMemset(data, 0, 32 * sizeof(unsigned)));
  compute<<<1, 32>>>(data);
  unsigned back[32];
  CHECK(cudaMemcpy(back, data, sizeof back, cudaMemcpyDeviceToHost));
  for (unsigned i = 0; i < 32; ++i) REQUIRE(back[i] == 2 * (i % 4) + 3);
  CHECK(cudaFree(data));
  std::printf("right\n");
}
