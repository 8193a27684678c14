// launch: k<<<1, 64>>>(in, out)
struct Source { __device__ virtual float get(int i) const = 0; };
struct FromShared : Source { const float* p; __device__ FromShared(const float* q) : p(q) {} __device__ float get(int i) const override { return p[i]; } };
struct Reversed : Source { const float* p; int n; __device__ Reversed(const float* q, int m) : p(q), n(m) {} __device__ float get(int i) const override { return p[n - 1 - i]; } };
template <typename F> __device__ __noinline__ float each(int n, F f) { float s = 0; for (int i = 0; i < n; ++i) s += f(i); return s; }
__global__ void k(const float* in, float* out) {
  __shared__ float a[48], b[16];
  int t = threadIdx.x;
  (t < 48 ? a[t] : b[t - 48]) = in[t];
  __syncthreads();
  FromShared x(a);
  Reversed y(b, 16);
  const Source* s = t & 1 ? (const Source*)&x : &y;
  out[t] = s->get(t % 16) + each(48, [&](int i) { return a[(i + t) % 48] + b[i / 3]; });
}
