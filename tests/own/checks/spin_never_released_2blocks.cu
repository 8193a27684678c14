// launch: k<<<2, 32>>>(flag, out)
// flag: int[1] = 0
__global__ void k(volatile int* flag, int* out) {
  if (blockIdx.x == 0) {
    while (*flag == 0)  // expect endless_loop: waits for block 1, which may never run
      ;
    out[threadIdx.x] = 1;
  }
  else {
    if (threadIdx.x == 0) *flag = 1;
    out[32 + threadIdx.x] = 2;
  }
}
