// launch: k<<<2, 64>>>(in, out)
// in: int[128] = i * 2
// out: int[16] = 0
__device__ __noinline__ void count(int* bins, int v) {
  atomicAdd(&bins[v / 16], 1);  // expect out_of_bounds: 254 / 16 is 15, of 8
}
__global__ void k(const int* in, int* out) {
  __shared__ int bins[8], sums[8];
  int t = threadIdx.x;
  if (t < 8) bins[t] = sums[t] = 0;
  __syncthreads();
  count(bins, in[blockIdx.x * 64 + t]);
  __syncthreads();
  if (t < 8) atomicAdd(&out[t], bins[t] + sums[t]);
}
