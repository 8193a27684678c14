// assert() in a kernel.
#include <cassert>
#include <cstdio>

__device__ int seen[32];

__global__ void check(int limit) {
  seen[threadIdx.x] = limit;
  assert(int(threadIdx.x) < limit);
}

int main() {
  int back[32] = {};
  check<<<1, 32>>>(32);
  if (cudaMemcpyFromSymbol(back, seen, sizeof back) != cudaSuccess) return 1;
  for (const int limit : back) {
    if (limit != 32) return 2;
  }
  check<<<1, 32>>>(31);
  if (cudaDeviceSynchronize() != cudaErrorAssert) return 3;
  std::printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
