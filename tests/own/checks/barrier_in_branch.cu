// launch: k<<<1, 64>>>(out)
__global__ void k(int* out) {
  __shared__ int a[64];
  a[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < 16) {
    __syncthreads();  // expect divergent_barrier
  }
  out[threadIdx.x] = a[threadIdx.x];
}
