// launch: k<<<4, 32>>>(count, out)
// count: int[1] = 0
__global__ void k(int* count, int* out) {
  if (threadIdx.x == 0) out[blockIdx.x] = atomicAdd(count, 1);  // expect order_dependent
}
