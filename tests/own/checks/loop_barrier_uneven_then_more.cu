// launch: k<<<1, 64>>>(out)
__global__ void k(int* out) {
  __shared__ int s[64];
  for (int i = 0; i < (threadIdx.x < 32 ? 2 : 3); i++) {
    s[threadIdx.x] = i;  // expect race
    __syncthreads();     // expect divergent_barrier
  }
  out[threadIdx.x] = s[63 - threadIdx.x];  // expect race
  __syncthreads();
  s[threadIdx.x] = out[threadIdx.x];
}
