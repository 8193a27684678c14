#include <cstdio>
// launch: k<<<1, 32>>>(out)
__global__ void k(int* out) {
  if (threadIdx.x == 0) printf("hello %d\n", 3);
  out[threadIdx.x] = 1;
}
