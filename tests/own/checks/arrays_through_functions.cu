// launch: k<<<2, 32>>>(out)
struct View {
  int* p;
  int n;
  int* q;
};
__device__ __noinline__ int get(const int* p, int i) { return p[i]; }
__device__ __noinline__ int* pick(int* p, int* q, int c) { return c ? p : q; }
__device__ __noinline__ int* forward(int* p, int n) { return n == 0 ? p : forward(p + 1, n - 1); }
__device__ __noinline__ int view(View v, int i) {
  v.p[i] = 3;
  __syncwarp();
  return v.q[v.n - 1 - i] + v.p[i];
}
__device__ __noinline__ int swapped(int* in, int* out, int n) {
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    out[t] = in[t] + 1;
    __syncwarp();
    int* h = in;
    in = out;
    out = h;
  }
  return in[t];
}
__device__ __noinline__ int apart(const int* p, const int* q, int i) { return q[(p - q) + i]; }
__device__ __noinline__ int strided(const int* p, int n, int stride) {
  int s = 0;
  for (int i = threadIdx.x % 4; i < n; i += stride) s += p[i];
  return s;
}
__device__ __noinline__ int walk(const int* p, const int* end) {
  int s = 0;
  while (p != end) s += *p++;
  return s;
}
__device__ __noinline__ int table(int** t, int i) { return t[i & 1][threadIdx.x]; }
typedef int (*Fn)(const int*, int);
__global__ void k(int* out) {
  __shared__ int a[32], b[32], c[64];
  __shared__ int* tab[2];
  int t = threadIdx.x;
  a[t] = 1;
  b[t] = 2;
  c[t] = 3;
  c[t + 32] = 4;
  if (t == 0) {
    tab[0] = a;
    tab[1] = b;
  }
  __syncthreads();
  int s = get(a, t) + get(b, t) + get(c, t + 32) + get(out + blockIdx.x * 32, t);
  s += pick(a, b, t & 1)[t] + pick(a, c, 0)[t + 32] + forward(c, 32)[t] + forward(c, t)[32];
  View v{a, 32, b};
  s += view(v, t);
  s += swapped(a, b, 3) + swapped(c, c + 32, 2);
  s += apart(a, b, t) + apart(c, a, 40);
  s += strided(c, 64, 4) + strided(a, 32, t % 3 + 1) + walk(b, b + 32) + walk(c, c + 64);
  s += table(tab, t) + table(tab, 1);
  Fn f = (t & 64) ? (Fn) nullptr : (Fn)get;
  s += f(c, t + 10);
  out[blockIdx.x * 32 + t] = s;
}
