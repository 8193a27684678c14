// launch: k<<<1, 64>>>(in, out, 5)
struct Buffers { float *now, *next; };
__device__ __noinline__ void swap(Buffers& b) { float* h = b.now; b.now = b.next; b.next = h; }
__device__ __noinline__ void swap2(float** x, float** y) { float* h = *x; *x = *y; *y = h; }
__global__ void k(const float* in, float* out, int steps) {
  __shared__ float a[66], b[66], c[64];
  int t = threadIdx.x;
  a[t + 1] = in[t];
  b[t + 1] = 0;
  c[t] = 1;
  if (t == 0) a[0] = a[65] = b[0] = b[65] = 0;
  Buffers x{a, b};
  __syncthreads();
  for (int i = 0; i < steps; ++i) {
    x.next[t + 1] = 0.25f * x.now[t] + 0.5f * x.now[t + 1] + 0.25f * x.now[t + 2];
    if (i & 1) swap(x); else swap2(&x.now, &x.next);
    __syncthreads();
  }
  out[t] = x.now[t + 1] + c[t];
}
