// launch: k<<<4, 32>>>(count, out)
// count: int[1] = 0
__global__ void k(int* count, int* out) {
  __shared__ int x;
  if (threadIdx.x == 0) {
    atomicAdd(count, 1);
    while (atomicAdd(count, 0) < gridDim.x)  // expect endless_loop
      ;
    x = 1;
  }
  __syncthreads();
  out[blockIdx.x * 32 + threadIdx.x] = x;
}
