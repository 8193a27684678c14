// launch: k<<<1, 64>>>(out)
__global__ void k(int* out) {
  if (threadIdx.x >= 32) {
    __syncthreads();  // expect divergent_barrier
    out[threadIdx.x] = 1;
  }
  __syncthreads();
  out[threadIdx.x] += 2;
}
