#include <cassert>
// launch: k<<<1, 32>>>(out)
__global__ void k(int* out) {
  assert(threadIdx.x < 31);  // expect trap
  out[threadIdx.x] = 1;
}
