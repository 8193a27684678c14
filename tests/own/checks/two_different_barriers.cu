// launch: k<<<1, 64>>>(out)
__global__ void k(int* out) {
  __shared__ int a[64];
  a[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < 32) {
    __syncthreads();
    out[threadIdx.x] = a[63 - threadIdx.x];
  } else {
    __syncthreads();  // expect divergent_barrier
    out[threadIdx.x] = a[63 - threadIdx.x] + 1;
  }
}
