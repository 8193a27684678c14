// launch: k<<<1, 64>>>(in, out)
__device__ __noinline__ const int* choose(const int* p, const int* q, const int* r, int c) { switch (c) { case 0: return p; case 1: return q; case 2: return r; default: return q + 1; } }
__device__ __noinline__ int deep(const int* p, int n) { return n ? deep(choose(p, p + 1, p + 2, n % 3), n - 1) + 1 : *p; }
__global__ void k(const int* in, int* out) {
  __shared__ int a[64], b[32], c[16];
  int t = threadIdx.x;
  a[t] = in[t];
  if (t < 32) b[t] = t;
  if (t < 16) c[t] = 1;
  __syncthreads();
  out[t] = choose(a, b, c, t % 3)[t % 16] + deep(a + t % 32, 9) + deep(b, 9) + choose(c, a, b, 3)[62];
}
