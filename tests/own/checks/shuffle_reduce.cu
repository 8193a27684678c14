// launch: k<<<2, 256>>>(in, out)
// in: int[512] = i
// out: int[2]
__global__ void k(const int* in, int* out) {
  __shared__ int part[8];
  int v = in[blockIdx.x * 256 + threadIdx.x];
  for (int d = 16; d; d >>= 1) v += __shfl_down_sync(~0u, v, d);
  if ((threadIdx.x & 31) == 0) part[threadIdx.x / 32] = v;
  __syncthreads();
  if (threadIdx.x < 32) {
    v = threadIdx.x < 8 ? part[threadIdx.x] : 0;
    for (int d = 4; d; d >>= 1) v += __shfl_down_sync(~0u, v, d);
    if (threadIdx.x == 0) out[blockIdx.x] = v;
  }
}
