// What cudaFuncGetAttributes says of kernels, and what follows from it for their launches.
#include "check.h"

__constant__ float weights[100];

__global__ void plain(int* data) { data[threadIdx.x] = threadIdx.x; }
__global__ void __launch_bounds__(96) bounded(int* data) { data[threadIdx.x] = 2 * threadIdx.x; }
template <int Words>
__global__ void with_tile(int* data) {
  __shared__ int tile[Words];
  tile[Words - 1 - threadIdx.x] = threadIdx.x;
  __syncthreads();
  data[threadIdx.x] = tile[threadIdx.x] + int(weights[threadIdx.x]);
}

template <class Kernel>
void say(const char* name, Kernel* kernel) {
  cudaFuncAttributes all = {};
  CHECK(cudaFuncGetAttributes(&all, kernel));
  std::printf("%s: shared %zu, threads %d, dynamic %d, carveout %d\n", name, all.sharedSizeBytes,
              all.maxThreadsPerBlock, all.maxDynamicSharedSizeBytes, all.preferredShmemCarveout);
  REQUIRE(all.binaryVersion == 90);
}

int main() {
  say("plain", plain);
  say("bounded", bounded);
  say("with_tile<128>", with_tile<128>);
  say("with_tile<10000>", with_tile<10000>);
  cudaFuncAttributes none;
  REQUIRE_ERROR(cudaFuncGetAttributes(&none, reinterpret_cast<const void*>(&none)), cudaErrorInvalidResourceHandle);
  REQUIRE_ERROR(cudaGetLastError(), cudaErrorInvalidResourceHandle);
  int *data = nullptr, back[128];
  float host[100];
  for (int i = 0; i < 100; ++i) host[i] = 1000.0f * i;
  CHECK(cudaMemcpyToSymbol(weights, host, sizeof host));
  CHECK(cudaMalloc(&data, sizeof back));
  plain<<<1, 128>>>(data);
  CHECK(cudaMemcpy(back, data, sizeof back, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 128; ++i) REQUIRE(back[i] == i);
  bounded<<<1, 128>>>(data);
  REQUIRE_ERROR(cudaGetLastError(), cudaErrorInvalidValue);
  bounded<<<1, 96>>>(data);
  CHECK(cudaMemcpy(back, data, sizeof back, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 128; ++i) REQUIRE(back[i] == (i < 96 ? 2 * i : i));
  with_tile<128><<<1, 100>>>(data);
  CHECK(cudaMemcpy(back, data, sizeof back, cudaMemcpyDeviceToHost));
  for (int i = 28; i < 100; ++i) REQUIRE(back[i] == 127 - i + 1000 * i);
  CHECK(cudaFree(data));
  std::printf("right\n");
}
