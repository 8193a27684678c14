// Devices: how many there are, which is used, copies from one to another (which is the same here).
#include <cuda_profiler_api.h>

#include <cstring>

#include "check.h"

__global__ void twice(int* to, const int* from) { to[threadIdx.x] = 2 * from[threadIdx.x]; }

int main() {
  int count = 0, device = 7, version = 0;
  unsigned flags = 99;
  CHECK(cudaGetDeviceCount(&count));
  REQUIRE(count >= 1);
  const int wanted[] = {0};
  CHECK(cudaSetValidDevices(const_cast<int*>(wanted), 1));
  CHECK(cudaSetDeviceFlags(cudaDeviceScheduleAuto));
  CHECK(cudaInitDevice(0, 0, 0));
  CHECK(cudaSetDevice(0));
  CHECK(cudaGetDevice(&device));
  REQUIRE(device == 0);
  REQUIRE_ERROR(cudaSetDevice(count), cudaErrorInvalidDevice);
  REQUIRE_ERROR(cudaSetDevice(-1), cudaErrorInvalidDevice);
  REQUIRE_ERROR(cudaGetLastError(), cudaErrorInvalidDevice);
  cudaDeviceProp wish = {};
  wish.major = 7;
  CHECK(cudaChooseDevice(&device, &wish));
  REQUIRE(device >= 0 && device < count);
  CHECK(cudaGetDeviceFlags(&flags));
  CHECK(cudaRuntimeGetVersion(&version));
  REQUIRE(version / 1000 == 13);
  CHECK(cudaDriverGetVersion(&version));
  REQUIRE(version / 1000 >= 12);
  char id[32] = {};
  CHECK(cudaDeviceGetPCIBusId(id, sizeof id, 0));
  REQUIRE(std::strchr(id, ':') != nullptr);
  int can = 7;
  CHECK(cudaDeviceCanAccessPeer(&can, 0, 0));
  REQUIRE(can == 0);

  int *a = nullptr, *b = nullptr, host[64];
  for (int i = 0; i < 64; ++i) host[i] = i + 1;
  CHECK(cudaMalloc(&a, sizeof host));
  CHECK(cudaMalloc(&b, sizeof host));
  CHECK(cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice));
  CHECK(cudaProfilerStart());
  twice<<<1, 64>>>(a, a);
  CHECK(cudaProfilerStop());
  CHECK(cudaMemcpyPeer(b, 0, a, 0, sizeof host));
  twice<<<1, 64>>>(a, b);
  CHECK(cudaMemcpyPeerAsync(b, 0, a, 0, sizeof host / 2));
  CHECK(cudaMemcpy(host, b, sizeof host, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 64; ++i) REQUIRE(host[i] == (i + 1) * (i < 32 ? 4 : 2));
  CHECK(cudaFree(a));
  CHECK(cudaFree(b));
  CHECK(cudaDeviceReset());
  std::printf("right\n");
}
