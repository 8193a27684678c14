// launch: k<<<4, 128>>>(in, bins)
// in: int[512] = i * 7 % 16
// bins: int[16]
__global__ void k(const int* in, int* bins) {
  __shared__ int h[16];
  if (threadIdx.x < 16) h[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&h[in[blockIdx.x * 128 + threadIdx.x]], 1);
  __syncthreads();
  if (threadIdx.x < 16) atomicAdd(&bins[threadIdx.x], h[threadIdx.x]);
}
