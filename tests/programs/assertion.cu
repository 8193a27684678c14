// assert() in a kernel.
#include <cassert>
#include <cstdio>

__global__ void check(int limit) { assert(int(threadIdx.x) < limit); }

int main() {
  check<<<1, 32>>>(32);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  check<<<1, 32>>>(31);
  if (cudaDeviceSynchronize() != cudaErrorAssert) return 2;
  std::printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
