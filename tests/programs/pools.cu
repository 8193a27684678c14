// Memory in a stream's order, from the device's pool.
#include <cstdint>
#include <vector>

#include "check.h"

__global__ void squares(long long* out, int n, int first) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = (long long)(first + i) * (first + i);
}
__global__ void difference(long long* out, const long long* a, const long long* b, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] - b[i];
}

int main() {
  int supported = 0;
  CHECK(cudaDeviceGetAttribute(&supported, cudaDevAttrMemoryPoolsSupported, 0));
  REQUIRE(supported == 1);
  cudaMemPool_t pool = nullptr, current = nullptr;
  CHECK(cudaDeviceGetDefaultMemPool(&pool, 0));
  CHECK(cudaDeviceGetMemPool(&current, 0));
  REQUIRE(pool == current && pool != nullptr);
  std::uint64_t threshold = UINT64_MAX;
  CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
  cudaStream_t stream = nullptr;
  CHECK(cudaStreamCreate(&stream));
  const int n = 3000;
  const size_t bytes = n * sizeof(long long);
  std::vector<long long> back(n);
  for (int turn = 0; turn < 2; ++turn) {
    long long *a = nullptr, *b = nullptr, *c = nullptr;
    CHECK(cudaMallocAsync(&a, bytes, stream));
    CHECK(cudaMallocAsync(&b, bytes, stream));
    CHECK(cudaMallocAsync(&c, bytes, stream));
    CHECK(cudaMemsetAsync(a, 0, bytes, stream));
    CHECK(cudaMemsetAsync(b, 0, bytes, stream));
    CHECK(cudaMemsetAsync(c, 0, bytes, stream));
    squares<<<(n + 127) / 128, 128, 0, stream>>>(a, n, turn + 5);
    squares<<<(n + 127) / 128, 128, 0, stream>>>(b, n, turn + 2);
    difference<<<(n + 127) / 128, 128, 0, stream>>>(c, a, b, n);
    CHECK(cudaFreeAsync(a, stream));
    CHECK(cudaFreeAsync(b, stream));
    CHECK(cudaMemcpyAsync(back.data(), c, bytes, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaFreeAsync(c, stream));
    CHECK(cudaStreamSynchronize(stream));
    for (int i = 0; i < n; ++i) REQUIRE(back[i] == 6ll * (i + turn) + 21);
  }
  CHECK(cudaMemPoolTrimTo(pool, 0));
  CHECK(cudaStreamDestroy(stream));
  std::printf("last %lld\nright\n", back[n - 1]);
}
