// printf of kernels comes out where the program waits, in order with the host's.
#include <cstdio>

__global__ void greet(int launch) {
  if (threadIdx.x < 2) printf("launch %d thread %d of block %d: %.2f %s\n", launch, threadIdx.x, blockIdx.x, 1.5, "text");
}

int main() {
  std::printf("before\n");
  greet<<<2, 32>>>(1);
  std::printf("after the launch\n");
  cudaDeviceSynchronize();
  std::printf("after waiting\n");
  greet<<<1, 32>>>(2);  // nobody waits for this one
}
