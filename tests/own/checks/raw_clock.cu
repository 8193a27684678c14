// launch: k<<<2, 32>>>(in, out, ticks)
// out: float[64]
// ticks: long long[2]
// output: out
__global__ void k(const float* in, float* out, long long* ticks) {
  long long start = clock64();
  out[blockIdx.x * 32 + threadIdx.x] = in[blockIdx.x * 32 + threadIdx.x] * 2;
  if (threadIdx.x == 0) ticks[blockIdx.x] = clock64() - start;
}
