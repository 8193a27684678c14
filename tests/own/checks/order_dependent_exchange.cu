// launch: k<<<1, 64>>>(out)
// out: int[1]
__global__ void k(int* out) { atomicExch(out, threadIdx.x); }  // expect order_dependent: last one wins
