// launch: k<<<2, 32>>>(buf, flag, out)
// buf: int[32] = 0
// flag: int[1] = 0
// out: int[32]
__global__ void k(volatile int* buf, int* flag, int* out) {
  if (blockIdx.x == 0) {
    buf[threadIdx.x] = threadIdx.x + 1;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) atomicExch(flag, 1);
  } else {
    if (threadIdx.x == 0)
      while (atomicAdd(flag, 0) == 0)
        ;
    __syncthreads();
    __threadfence();
    out[threadIdx.x] = buf[threadIdx.x];
  }
}
