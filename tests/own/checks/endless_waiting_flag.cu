// launch: k<<<1, 64>>>(out)
__global__ void k(int* out) {
  __shared__ volatile int flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  while (flag == 0)  // expect endless_loop
    ;
  out[threadIdx.x] = flag;
}
