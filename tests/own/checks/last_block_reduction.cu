// launch: k<<<4, 64>>>(in, part, count, out)
// in: int[256] = i
// part: int[4] = 0
// count: unsigned[1] = 0
// out: int[1]
__global__ void k(const int* in, volatile int* part, unsigned* count, int* out) {
  __shared__ int s[64];
  __shared__ bool last;
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 64 + t];
  __syncthreads();
  for (int d = 32; d; d >>= 1) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) {
    part[blockIdx.x] = s[0];
    __threadfence();
    last = atomicInc(count, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && t == 0) {
    int r = 0;
    for (int i = 0; i < gridDim.x; i++) r += part[i];
    out[0] = r;
  }
}
