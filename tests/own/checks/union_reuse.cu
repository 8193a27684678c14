// launch: k<<<2, 64>>>(in, out)
// in: float[128] = i
// out: float[128]
__global__ void k(const float* in, float* out) {
  __shared__ union {
    float f[64];
    int n[64];
  } u;
  int t = threadIdx.x, g = blockIdx.x * 64 + t;
  u.f[t] = in[g];
  __syncthreads();
  float v = u.f[63 - t];
  __syncthreads();
  u.n[t] = (int)v;
  __syncthreads();
  out[g] = u.n[t ^ 1];
}
