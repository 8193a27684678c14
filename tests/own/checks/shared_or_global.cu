// launch: k<<<2, 64>>>(in, out, 40)
__device__ __noinline__ float third(const float* p, int i) { return p[i]; }
__global__ void k(const float* in, float* out, int cached) {
  __shared__ float s[40];
  __shared__ float other[24];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  if (t < cached) s[t] = in[i]; else other[t - cached] = 1;
  __syncthreads();
  const float* p = t < cached ? s : in + blockIdx.x * 64;
  out[i] = p[t] + third(p, t) + (t < 24 ? other[t] : 0);
}
