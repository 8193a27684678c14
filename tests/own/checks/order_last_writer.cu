// launch: k<<<4, 32>>>(out)
// out: int[32]
__global__ void k(int* out) {
  out[threadIdx.x] = blockIdx.x;  // expect order_dependent
}
