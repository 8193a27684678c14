// launch: k<<<1, 32>>>(in, out)
__device__ __noinline__ void split(float* all, int n, float** lo, float** hi) { *lo = all; *hi = all + n / 2; }
__device__ __noinline__ int pick(float* const* list, int n, float v) { int s = 0; for (int i = 0; i < n; ++i) s += list[i][threadIdx.x % 16] > v; return s; }
__global__ void k(const float* in, float* out) {
  __shared__ float a[32], b[32], c[16];
  int t = threadIdx.x;
  a[t] = in[t]; b[t] = t;
  if (t < 16) c[t] = 5;
  __syncthreads();
  float *lo, *hi, *lo2, *hi2;
  split(a, 32, &lo, &hi);
  split(b, 32, &lo2, &hi2);
  float* list[5] = {lo, hi, lo2, hi2, c};
  out[t] = pick(list, 5, 4.f) + list[t % 5][t / 2] + hi[-16];
}
