// launch: k<<<1, 64>>>(out)
__global__ void k(int* out) {
  __shared__ volatile int flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x < 32) {
    while (flag == 0)  // expect endless_loop
      ;
    out[threadIdx.x] = 1;
    __syncthreads();
  } else {
    __syncthreads();  // waits for warp 0
    if (threadIdx.x == 32) flag = 1;
  }
}
