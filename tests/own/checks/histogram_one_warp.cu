// launch: k<<<1, 32>>>(in, out)
// in: int[32] = i
__global__ void k(const int* in, int* out) {
  __shared__ int h[8];
  if (threadIdx.x < 8) h[threadIdx.x] = 0;
  __syncthreads();
  h[in[threadIdx.x] % 8] += 1;  // expect race: lost updates within a warp
  __syncthreads();
  if (threadIdx.x < 8) out[threadIdx.x] = h[threadIdx.x];
}
