// launch: k<<<1, 32>>>(in, out)
// in: int[32] = 1 << 30
__global__ void k(const int* in, int* out) {
  __shared__ int h[4];
  if (threadIdx.x < 4) h[threadIdx.x] = 0;
  __syncthreads();
  h[in[threadIdx.x] & 3]++;  // expect race: in warp
  __syncthreads();
  if (threadIdx.x < 4) out[threadIdx.x] = h[threadIdx.x];
}
