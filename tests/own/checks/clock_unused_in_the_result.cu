// launch: k<<<2, 64>>>(in, out, ticks)
// out: float[128]
// ticks: int[2]
// output: out
__global__ void k(const float* in, float* out, int* ticks) {
  long long start = clock64();
  float s = in[blockIdx.x * 64 + threadIdx.x];
  for (int i = 0; i < 20; ++i) s = s * 1.5f + 1;
  out[blockIdx.x * 64 + threadIdx.x] = s;
  if (threadIdx.x == 0) ticks[blockIdx.x] = clock64() > start;
}
