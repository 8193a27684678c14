// launch: k<<<1, 64>>>(in, out)
__global__ void k(const int* in, int* out) {
  __shared__ int best;
  if (threadIdx.x == 0) best = -1;
  __syncthreads();
  if (best < in[threadIdx.x])  // expect race
    atomicMax(&best, in[threadIdx.x]);  // expect race
  __syncthreads();
  out[threadIdx.x] = best;
}
