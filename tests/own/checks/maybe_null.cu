// launch: k<<<1, 64>>>(in, out, 1)
__device__ __noinline__ float weighted(const float* x, const float* w, int i) { return w ? x[i] * w[i] : x[i]; }
__global__ void k(const float* in, float* out, int use) {
  __shared__ float a[64], w[64], w2[64];
  int t = threadIdx.x;
  a[t] = in[t]; w[t] = 2; w2[t] = 3;
  __syncthreads();
  const float* p = use ? w : nullptr;
  const float* q = t & 1 ? w2 : nullptr;
  out[t] = weighted(a, p, t) + weighted(a, q, 63 - t) + weighted(w, nullptr, t);
}
