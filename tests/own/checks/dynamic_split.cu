// launch: k<<<2, 64, 64 * 4 + 64 * 8>>>(in, out)
// in: float[128] = i
// out: float[128]
__global__ void k(const float* in, float* out) {
  extern __shared__ char raw[];
  float* f = (float*)raw;
  double* d = (double*)(raw + 256);
  int t = threadIdx.x;
  f[t] = in[blockIdx.x * 64 + t];
  d[t] = t;
  __syncthreads();
  out[blockIdx.x * 64 + t] = f[63 - t] + d[t ^ 1];
}
