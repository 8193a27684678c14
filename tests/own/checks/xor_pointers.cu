// launch: k<<<1, 32>>>(in, out)
__device__ __noinline__ float flip(unsigned long long both, const float* p, int n) {
  float s = 0;
  for (int i = 0; i < n; ++i) {
    s += p[threadIdx.x];
    p = (const float*)((unsigned long long)p ^ both);
  }
  return s;
}
__global__ void k(const float* in, float* out) {
  __shared__ float a[32], b[32];
  a[threadIdx.x] = in[threadIdx.x];
  b[threadIdx.x] = 3;
  __syncthreads();
  out[threadIdx.x] = flip((unsigned long long)a ^ (unsigned long long)b, a, 5) + flip((unsigned long long)a ^ (unsigned long long)b, b, 4);
}
